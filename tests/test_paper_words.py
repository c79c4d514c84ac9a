"""The letters of a paper list: none means two things, and what is written down reads back as the same game."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorebook.exchange import parse_rules
from scorebook.exchange.paper_row import Row, read_row
from scorebook.rules import Contract, RuleSet, preset, preset_names
from scorebook.wording import GERMAN, LANGUAGES
from scorebook.wording.shorthand import letters, plain
from tests.paper_words import SEATED, shorthand, writable_games, written

FOUR = SEATED[0]
ALL = [c.value for c in Contract if c.value not in ("all_pass", "partnerspiel", "zwangsspiel", "ds_solo")]
EVERYTHING = parse_rules(
    {
        "contracts": [*ALL, "tout", "sie"],
        "base": dict.fromkeys(ALL, 10),
        "schneider": {"announce": True},
        "called_ten": True,
        "muss": {"sixty_max_trumps": 3},
        "stoss": {"max": 4},
        "ramsch": {"stoss": True},
    }
)
LEGER = parse_rules({"words": {"klopfer": "Leger", "cards": "french"}})
FREE = parse_rules({"preset": "deutscher_striche", "striche": {"partners": "black_obers"}})
RULES: dict[str, RuleSet] = {name: preset(name) for name in preset_names()} | {
    "everything": EVERYTHING,
    "leger": LEGER,
    "free": FREE,
}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", RULES)
def test_no_letters_mean_two_things(name: str, code: str) -> None:
    """Contracts among themselves, and extras among themselves, have letters of their own, in every language."""
    words = shorthand(RULES[name], SEATED[3], LANGUAGES[code])
    for codes in ([what.code for what in words.whats], [*(extra.code for extra in words.extras), "x"]):
        assert all(codes)
        assert len(set(codes)) == len(codes), codes
    assert words.ends["won"] != words.ends["lost"]
    for what in words.whats:
        assert read_row(Row(what=what.code), words)[0]["contract"] == what.contract
        assert read_row(Row(what=what.name), words)[0].get("suit") == what.suit


def test_letters_are_those_that_people_expect() -> None:
    """What is played most has one letter, a Solo that and its suit."""
    codes = {what.name: what.code for what in shorthand(preset("bsv_10_50"), FOUR).whats}
    assert codes == {
        "Solo Eichel": "se",
        "Solo Gras": "sg",
        "Solo Herz": "sh",
        "Solo Schellen": "ss",
        "Wenz": "w",
        "Bettel": "b",
        "Sauspiel": "s",
        "Ramsch": "r",
        "Alle weiter": "a",
    }
    extras = {extra.name: extra.code for extra in shorthand(EVERYTHING, FOUR).extras}
    assert (extras["Schneider"], extras["Schneider angesagt"]) == ("sn", "sna")


@given(st.dictionaries(st.integers(0, 9), st.text(max_size=5)))
def test_letters_of_different_words_differ(words: dict[int, str]) -> None:
    """Whatever words there are: alike are only the letters of words that are alike themselves, or begin another's."""
    made = letters(words)
    for (one, word), (other, rival) in combinations(words.items(), 2):
        if made[one] == made[other]:
            assert plain(word) == plain(rival) or made[one] in (plain(word), plain(rival))


@given(st.data())
def test_what_is_written_down_reads_back(data: st.DataObject) -> None:
    """Any game that a line can say, at any table, in any language, is the same again when the line is read."""
    rules = RULES[data.draw(st.sampled_from(sorted(RULES)))]
    say = LANGUAGES[data.draw(st.sampled_from(sorted(LANGUAGES)))]
    words = shorthand(rules, data.draw(st.sampled_from(SEATED)), say)
    game: dict[str, Any] = data.draw(writable_games(words))
    row = written(game, words)
    assert read_row(row, words) == (game, {}), row


@given(st.builds(Row, *[st.text(max_size=12)] * 5), st.sampled_from(sorted(RULES)))
def test_any_text_is_read_or_refused(row: Row, name: str) -> None:
    """Whatever is typed gives a game or a reason at its column, and no error of the program."""
    words = shorthand(RULES[name], FOUR)
    game, wrong = read_row(row, words)
    assert wrong.keys() <= {"who", "what", "mate", "end", "extras"}
    assert all(wrong.values())
    assert "contract" in game or "what" in wrong


@pytest.mark.parametrize(
    ("row", "column", "text"),
    [
        (Row("se", "", "x"), "what", "Was wurde gespielt?"),
        (Row("se", "q", "x"), "what", "„q“ wird hier nicht gespielt."),
        (Row("se", "solo"), "what", "„solo“ kann Solo Eichel oder Solo Gras oder Solo Herz oder Solo Schellen sein."),
        (Row("", "s", "x"), "who", "Wer hat gespielt?"),
        (Row("q", "s", "x"), "who", "„q“ sitzt hier nicht."),
        (Row("5", "s", "x"), "who", "„5“ sitzt hier nicht."),
        (Row("z", "a"), "who", "Da spielt niemand. Bitte leeren."),
        (Row("se", "s", ""), "mate", "Mit wem?"),
        (Row("se", "w", "x"), "mate", "Da spielt keiner mit. Bitte leeren."),
        (Row("se", "w", "", "q"), "end", "„q“ ist kein Ergebnis: g, v, 74 oder 46g."),
        (Row("se", "w", "", "g v"), "end", "„v“ sagt noch einmal, was schon da steht."),
        (Row("", "a", "", "g"), "end", "Da gibt es kein Ergebnis. Bitte leeren."),
        (Row("", "r", "", "g"), "end", "Im Ramsch stehen hier vier Zahlen, die Augen nach Plätzen: 30 40 20 30."),
        (Row("se", "w", "", "g", "qq"), "extras", "„qq“ kenne ich nicht. Was es gibt, steht bei den Kürzeln."),
        (Row("se", "w", "", "g", "kq"), "extras", "„q“ sitzt hier nicht."),
        (Row("se", "w", "", "g", "l3 o2"), "extras", "„o2“ sagt noch einmal, was schon da steht."),
        (Row("se", "w", "", "g", "kse kse"), "extras", "„kse“ sagt noch einmal, was schon da steht."),
        (Row("se", "w", "", "g", "k2 kse"), "extras", "„kse“ sagt noch einmal, was schon da steht."),
    ],
)
def test_what_is_not_understood_is_said_where_it_stands(row: Row, column: str, text: str) -> None:
    """Each kind of mistake has its words, at its column alone."""
    assert read_row(row, shorthand(preset("bsv_10_50"), FOUR))[1] == {column: text}


def test_names_that_begin_alike_are_asked_about() -> None:
    """A letter that two names begin with is refused with both; a whole name is taken before a longer one."""
    words = shorthand(preset(), ("Sepp", "Seppi", "Xaver", "Zenzi"))
    assert read_row(Row("s", "w", "", "g"), words)[1] == {"who": "„s“ kann Sepp oder Seppi sein."}
    assert read_row(Row("SEPP", "w", "", "g"), words)[0]["declarer"] == 0


def test_words_may_be_written_out() -> None:
    """Who knows no letters writes words, in any case and order."""
    words = shorthand(preset(), FOUR)
    long = Row("Sepp", "Herz-Solo", "", "gewonnen", "Schneider, Kontra; Laufende3")
    game = {"contract": "solo", "suit": "herz", "declarer": 0, "result": "won", "schneider": True, "stoss": 1}
    assert read_row(long, words) == (game | {"laufende": 3, "laufende_side": "mit"}, {})
    assert read_row(Row("1", "herz", "", "46g", "xx t"), words)[0]["opponent_augen"] == 46


def test_the_last_pile_of_a_ramsch_fills_itself() -> None:
    """Three piles are enough, whoever sits out has none; of five at the table all may be written."""
    ramsch = preset("bsv_10_50")
    read = read_row(Row("", "r", "", "30 40 20"), shorthand(ramsch, FOUR))
    assert read == ({"contract": "ramsch", "augen_by_seat": [30, 40, 20, 30]}, {})
    five = shorthand(ramsch, ("Sepp", "Vroni", "Xaver", "Zenzi", "Resi"))
    for piles in ("30 40 20", "30/40/20/30", "30 0 40 20 30"):
        game, wrong = read_row(Row("", "r", "", piles), five, lambda dealer: (1,) if dealer is None else (dealer,))
        assert (game["augen_by_seat"], wrong) == ([30, 0, 40, 20, 30], {})


def test_german_is_what_the_page_speaks_first() -> None:
    """Without a catalogue the letters are those of the German words."""
    assert shorthand(preset(), FOUR).say is GERMAN
