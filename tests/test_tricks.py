"""Cards as people write them: lines of codes and words, tricks without seats, JSON."""

import json
from typing import Any
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorebook.exchange import ShapeError, complete_rules, parse_game, parse_rules
from scorebook.exchange.tricks import RANKS, SUITS, parse_cards, parse_protocol, read_tricks
from scorebook.rules import Protocol, preset
from scorebook.rules.cards import CARDS
from scorebook.rules.switches import CardNames
from scorebook.wording import LANGUAGES, Language, card_name, message, rank_letter, suit_name
from tests import cards
from tests.test_vectors import rows

WENZ = {"contract": "wenz", "declarer": 0}
NAMES = ("Sepp", "Vroni", "Xaver", "Zenzi")


@pytest.mark.parametrize(
    "line",
    [
        "EO H7 G8 HS",
        "eo h7 g8 hs",
        "EO,H7,G8,HS",
        "eo, h7; g8 / hs",
        "eo-h7-g8-hs",
        "EO – H7 – G8 – HS",
        "EOH7G8HS",
        "  EO   H7 G8 HS. ",
        "Eichel-Ober Herz-7 Gras-Acht Herz-Sau",
        "Eichel Ober, Herz Sieben, Gras 8, Herz Sau",
        "Kreuz-Dame Herz-7 Pik-8 Herz-Ass",
        "kreuz d, herz 7, pik 8, herz a",
        "e o h 7 g 8 h s",
        "EichelOber Herzsieben Gras8 HerzSau",
        "EO\tH7\nG8 HS",
        "Eichel-Ober Rot-7 Grün-8 Rot-Daus",
        "♣D ♥7 ♠8 ♥A",
        "♧D♡7♤8♡A",
        "♣\N{VARIATION SELECTOR-16}D ♥\N{VARIATION SELECTOR-15}7 ♠\N{VARIATION SELECTOR-16} 8 ♥A",
        normalize("NFD", "Eichel-Ober, Herz 7, Grün 8, Herz-Sau"),
    ],
)
def test_a_line_is_read_however_it_is_written(line: str) -> None:
    """Large or small, commas or dashes, words, letters or signs, German or French: it is the same line."""
    assert parse_cards(line) == ("EO", "H7", "G8", "HS")


@pytest.mark.parametrize("say", LANGUAGES.values(), ids=LANGUAGES)
@pytest.mark.parametrize("names", CardNames)
def test_every_card_is_read_by_its_own_name(names: CardNames, say: Language) -> None:
    """All 32 cards are found by their code, by the name that the pages give them, and by their corner."""
    for card in CARDS:
        name, letter = card_name(card, say, names), rank_letter(card.rank, say, names)
        suit = suit_name(card.suit, say.playing(names))
        assert parse_cards(str(card)) == parse_cards(name) == parse_cards(f"{suit} {letter}") == (str(card),)
    for between in (", ", " "):
        assert parse_cards(between.join(card_name(card, say, names) for card in CARDS)) == tuple(map(str, CARDS))


def test_no_word_means_two_things() -> None:
    """A word of a suit, or of a rank, belongs to one alone."""
    for table in (SUITS, RANKS):
        words = [word for text in table.values() for word in text.split()]
        assert len(words) == len(set(words))


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("EO X7 G8", ("EO", "X7", "G8")),
        ("EO H6", ("EO", "H6")),
        ("Eichel Trumpf GS", ("Eichel", "Trumpf", "GS")),
        ("Eichel Gras 7", ("Eichel", "G7")),
        ("EO Herz", ("EO", "Herz")),
        ("e e e s", ("e", "e", "ES")),
        ("e " * 5000, ("e",) * 5000),
        ("Kx kreuz-k", ("Kx", "EK")),
        ("10", ("10",)),
        ("E10 herz 10 HZ", ("EZ", "HZ", "HZ")),
        ("", ()),
        (" ,-; ", ()),
        ("ß <b> EO", ("ß", "<b>", "EO")),
    ],
)
def test_what_is_no_card_stays_as_it_was_typed(line: str, read: tuple[str, ...]) -> None:
    """A word that means no card is kept, so that somebody can be told which one it was."""
    assert parse_cards(line) == read


@pytest.mark.parametrize("names", CardNames)
@pytest.mark.parametrize("between", [" ", ", ", ";", " | "])
def test_every_card_is_read_as_the_pages_write_it(names: CardNames, between: str) -> None:
    """The name of each card, German or French, with a dash or a space, gives its code again; so does its sign."""
    known = tuple(map(str, CARDS))
    assert parse_cards(between.join(card_name(card, names=names) for card in CARDS)) == known
    assert parse_cards(between.join(card_name(card, names=names).replace("-", " ") for card in CARDS)) == known
    assert parse_cards("♣A ♠10 ♥O ♦9") == ("ES", "GZ", "HO", "S9")


@given(st.text(max_size=60))
def test_no_line_is_too_strange(line: str) -> None:
    """Whatever is typed is read without an error, and reading the result again changes nothing of the cards."""
    read = parse_cards(line)
    known = [code for code in read if code in set(map(str, CARDS))]
    assert parse_cards(" ".join(known)) == tuple(known)


@pytest.mark.parametrize("row", rows("random_games")[::4])
def test_seats_are_found_from_the_cards_alone(row: dict[str, Any]) -> None:
    """Given who led the first trick, the tricks of a game have the seats that its protocol names."""
    game, protocol = (
        parse_game({key: v for key, v in row["game"].items() if key != "protocol"}),
        row["game"]["protocol"],
    )
    rules = parse_rules(complete_rules(row["rules"]))
    tricks = [parse_cards(line) for line in cards.lines(protocol)]
    plies, findings = read_tricks(game, rules, protocol["lead"], tricks)
    assert findings == ()
    assert [list(ply) for ply in plies] == protocol["played"]


def test_who_sits_out_plays_no_card() -> None:
    """At a table of five the turn passes over whoever sits out."""
    game = {**WENZ, "players": 5, "sitting_out": [3], "declarer": 1}
    protocol = cards.protocol(game, 5, lead=4)
    plies, findings = read_tricks(parse_game(game), preset(), 4, [parse_cards(line) for line in cards.lines(protocol)])
    assert ([list(ply) for ply in plies], findings) == (protocol["played"], ())


@pytest.mark.parametrize(
    ("tricks", "field", "words"),
    [
        (["EO H7 G8 HS", "EU GX HU SU"], "tricks.1", "Stich 2, 2. Karte, Vroni: eine Karte „GX“ gibt es nicht."),
        (["EO H7 G8", "EU GU HU SU"], "tricks.0", "Stich 1: 3 statt vier Karten."),
        (["EO H7 G8 HS G7"], "tricks.0", "Stich 1: 5 statt vier Karten."),
        (["EO H7 G8 HS", "", "EU GU HU SU"], "tricks.1", "Stich 2 fehlt."),
        (["EO H7 G8 HS"] * 8 + ["EU"], "tricks.8", "Stich 9, 1. Karte: da sind schon alle Karten gespielt."),
    ],
)
def test_a_line_that_is_no_trick_is_named(tricks: list[str], field: str, words: str) -> None:
    """An unknown card is named with its trick and who played it, a trick of three or five with its number."""
    _plies, findings = read_tricks(parse_game(WENZ), preset(), 0, [parse_cards(line) for line in tricks])
    assert [(finding.field, message(finding, names=NAMES)) for finding in findings] == [(field, words)]


def test_a_play_may_stop_in_the_middle_of_a_trick() -> None:
    """The last line may be short; empty lines behind it are nothing."""
    plies, findings = read_tricks(parse_game(WENZ), preset(), 2, [parse_cards("EO H7 G8 HS"), ("EU",), ()])
    assert (len(plies), plies[-1], findings) == (5, (2, "EU"), ())


def test_empty_lines_behind_a_whole_play_are_nothing() -> None:
    """A play with all its tricks may have empty lines behind it."""
    lines = [parse_cards(line) for line in cards.lines(cards.CARDS)]
    game = parse_game(cards.CALLED)
    assert read_tricks(game, preset(), cards.CARDS["lead"], [*lines, (), ()]) == (
        read_tricks(game, preset(), cards.CARDS["lead"], lines)[0],
        (),
    )


def test_cards_come_as_json_alone_or_in_their_game() -> None:
    """The protocol object and a game that has one are read alike."""
    for data in (cards.CARDS, {**cards.CALLED, "protocol": cards.CARDS}):
        protocol = parse_protocol(json.dumps(data))
        assert isinstance(protocol, Protocol)
        assert [list(ply) for ply in protocol.played] == cards.CARDS["played"]


def test_a_file_may_begin_with_the_mark_of_its_editor() -> None:
    """A mark of the byte order before the first brace is nothing, in bytes as in text."""
    text = "\ufeff" + json.dumps(cards.CARDS)
    assert parse_protocol(text) == parse_protocol(text.encode()) == parse_protocol(json.dumps(cards.CARDS))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"lead": 0, "played": [[0, "EO"]', "Das ist kein JSON-Objekt: "),
        ("[]", "Das ist kein Protokoll"),
        ('{"lead": 0}', "„played“ fehlt."),
        ('{"lead": 9, "played": []}', "lead: dieser Wert liegt außerhalb"),
        ('{"lead": 0, "played": [[0, "EO"], [1]]}', "played[1]"),
        ('{"lead": 0, "played": [[0, 7]]}', "played[0][1]: dieser Wert hat die falsche Form."),
        ('{"lead": 0, "lead": 1, "played": []}', "„lead“ steht zweimal da."),
        ('{"lead": 0, "played": [], "extra": 1}', "„extra“ gibt es nicht."),
        (b"\xff", "Zeile 1"),
    ],
)
def test_json_that_is_no_protocol_is_named(text: str | bytes, words: str) -> None:
    """A file that breaks off, has another shape or a key twice is refused with the place."""
    with pytest.raises(ShapeError) as caught:
        parse_protocol(text)
    assert words in caught.value.message
