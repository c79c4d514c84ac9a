"""The Abrechnung: what stands on the paper, and how it looks."""

import re
from collections.abc import Mapping
from dataclasses import replace
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorebook.ledger.evening import Evening
from scorebook.ledger.levy import Levy, LevyKind
from scorebook.money import format_amount
from scorebook.reports import abrechnung, paper, view
from scorebook.reports.density import AIRY, TIGHT, USUAL, density
from scorebook.reports.names import LONGEST, initials, short_names
from scorebook.rules import Contract, Suit, preset
from scorebook.rules.switches import StockMode
from tests.evenings import BEGUN, FOUR, cancelled, evening
from tests.every_paper import SEVEN
from tests.papers import bare, pages, read

LONG = (
    "Maximiliane-Theresia Freifrau von Hohenf",
    "Maximiliane-Xaveria von Hohenfels-Altenb",
    "Donaudampfschifffahrtskapitänsmützenfutt",
    "Huber Sepp-Anton aus Oberunterfischbachl",
)


def printed(book: Evening) -> list[str]:
    """Print an evening and give the text of its pages, without any white space."""
    return pages(abrechnung.pdf(book))


def lines(book: Evening) -> list[str]:
    """Say how each game's row must read: its number and dealer first, the fold of all games so far at its end."""
    names = short_names(book.names)
    made = []
    for sheet in book.sheets:
        letters = initials({person: names[person] for person in sheet.people})
        for game, totals in sheet.running():
            assert game.game.dealer is not None
            dealer = letters[sheet.people_at(game.number)[game.game.dealer]]
            value = "" if game.score.void else format_amount(game.score.value, book.unit.value)
            fold = "".join(format_amount(totals[person], book.unit.value) for person in sheet.people)
            made.append(f"{game.number}{dealer}.{{0,90}}?{value}{fold}")
    return made


# --- What stands on it -----------------------------------------------------------------------------------------------


def test_heading_and_foot() -> None:
    """Date in words, local hours, place, club, rules, check code and page number stand on the sheet."""
    book = evening(28)
    (page,) = printed(book)
    assert page.startswith(
        bare("Abrechnung Stammtisch Lamm · Freitag, 27. November 2026, 19:40 bis 23:15 · Gasthaus Lamm")
    )
    assert bare("Tarif 10/20/50, Laufende ab 3 (Wenz ab 2), Klopfen, Kontra und Re") in page
    assert bare(f"Prüfzeichen {book.check_code()}") in page
    assert bare("Seite 1 von 1") in page


def test_hours_are_those_of_the_zone() -> None:
    """Times are told in the zone asked for; the date stays the one on which the evening began."""
    html = abrechnung.html(evening(1), zone=ZoneInfo("Asia/Tokyo"))
    assert "Freitag, 27. November 2026, 03:40 bis 07:15" in html


def test_an_evening_that_nobody_ended_lasts_until_its_last_game() -> None:
    """Before the first game only the beginning is told; then the hour of the last game that counts."""
    assert "2026, 19:40 · " in abrechnung.html(evening(0, ended=None))
    assert "2026, 19:40 bis 19:55 · " in abrechnung.html(evening(3, ended=None))
    assert "2026, 19:40 bis 19:50 · " in abrechnung.html(cancelled(evening(3, ended=None), 3, "doppelt"))


def test_an_evening_that_has_only_begun_tells_one_hour() -> None:
    """Beginning and end in the same minute are one time, not a span from it to itself."""
    begun = evening(0, ended=None)
    assert "2026, 19:40 · " in abrechnung.html(replace(begun, ended=begun.begun))


@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_rows_end_with_the_fold(players: int) -> None:
    """Each game is one row: number, dealer, what it was worth, and everybody's total after it."""
    book = evening(30, ("Sepp Huber", "Sepp Maier", "Vroni", "Xaver", "Zenzi", "Anni", "Toni")[:players])
    text = "".join(printed(book))
    for line in lines(book):
        assert re.search(line, text), line
    for person, total in book.totals().items():
        assert bare(book.name_of(person)) in text
        assert format_amount(total, "cent", sign=True) + "€" in text


def test_a_row_says_what_was_played() -> None:
    """Contract, players, Augen, extras and value stand in the row, in this order."""
    text = printed(evening(6))[0]
    assert bare("1 S Sauspiel Gras Vroni + Xaver 58 Kontra 0,40 0,40 −0,40 −0,40 0,40") in text
    assert bare("2 V Solo Herz Zenzi 96 mit 4, Schneider 1,00 −0,60 −1,40 −1,40 3,40") in text
    assert bare("4 Z Alle weiter −0,40 −1,60 −1,60 3,60") in text
    assert bare("6 V Sauspiel Schellen Sepp + Vroni 92 Schneider, 1 Klopfer 0,60") in text


def test_augen_counted_by_the_others() -> None:
    """The column shows the Augen of the declarer's side, whichever pile was counted."""
    plays = [{"contract": Contract.WENZ, "declarer": 2, "opponent_augen": 72}]
    assert view.abrechnung(evening(1, plays=plays)).sheets[0].rows[0].augen == "48"


def test_wins_and_losses_are_seen() -> None:
    """Totals below zero are marked, and so are those of the players who won that game."""
    first = view.abrechnung(evening(1)).sheets[0].rows[0]
    assert [(total.text, total.negative, total.won) for total in first.totals] == [
        ("0,40", False, True),
        ("−0,40", True, False),
        ("−0,40", True, False),
        ("0,40", False, True),
    ]


def test_who_pays_whom() -> None:
    """The fewest transfers stand on the sheet."""
    text = printed(evening(28))[0]
    plan = "Wer zahlt wem Xaver an Zenzi 10,80 € Vroni an Zenzi 7,20 € Vroni an Sepp 6,80 €"
    assert bare(plan) in text


def test_the_stock_is_paid_too() -> None:
    """What went into the Stock is shown, and somebody pays it there."""
    rules = preset("bayern_10_20_50")
    rules = replace(rules, stock=replace(rules.stock, mode=StockMode.PARTNERS))
    text = printed(evening(3, rules=rules, plays=[{"contract": Contract.ALL_PASS}]))[0]
    assert bare("im Stock 2,40 €") in text
    assert all(bare(f"{name} an den Stock 0,60 €") in text for name in FOUR)


@pytest.mark.parametrize(
    ("name", "total", "play"),
    [
        ("turnier_gutpunkte", "+30 Punkte", {"contract": Contract.SOLO, "suit": Suit.HERZ, "declarer": 1, "augen": 80}),
        (
            "deutscher_striche",
            "2 Striche",
            {"contract": Contract.DS_SOLO, "suit": Suit.HERZ, "declarer": 1, "augen": 50},
        ),
    ],
)
def test_points_and_striche_are_not_settled(name: str, total: str, play: Mapping[str, object]) -> None:
    """Where only winners are written, totals carry their unit and nobody pays anybody."""
    text = printed(evening(1, rules=preset(name), plays=[play]))[0]
    assert bare(total) in text
    assert "Werzahltwem" not in text


def test_plus_and_minus_points_are_settled() -> None:
    """Points that sum to zero are settled like money."""
    play = {"contract": Contract.SAUSPIEL, "declarer": 0, "partner": 2, "augen": 80}
    text = printed(evening(1, rules=preset("turnier_plusminus"), plays=[play]))[0]
    assert bare("Wer zahlt wem Vroni an Sepp 1 Punkt Zenzi an Xaver 1 Punkt") in text


def test_a_cancelled_game_stands_apart() -> None:
    """It is not among the rows nor in the sums; below stands what it was, who took it back, when and why."""
    book = cancelled(evening(9), 2, "doppelt eingetragen")
    text = printed(book)[0]
    assert bare("1 S Sauspiel Gras Vroni + Xaver 58 Kontra 0,40 0,40 −0,40 −0,40 0,40 3 X") in text
    assert bare("Storniert 2 Solo Herz, Zenzi, 1,00 € Xaver, 21:40: doppelt eingetragen") in text
    assert all(re.search(line, text) for line in lines(book))
    assert bare("Spiele 8") in text


def test_several_sheets() -> None:
    """Each table has its heading, its columns and its rows; the totals are those of the evening."""
    book = evening(9)
    seats = tuple(replace(seat, person=book.people[3 - seat.seat].id) for seat in book.sheets[0].seats)
    both = replace(book, sheets=(book.sheets[0], replace(book.sheets[0], id=2, seats=seats)))
    text = "".join(printed(both))
    assert text.index("Tisch1") < text.index("Tisch2")
    assert bare("dazu Wert Zenzi Xaver Vroni Sepp") in text
    assert all(re.search(line, text) for line in lines(both))
    assert bare(format_amount(both.totals()[11], "cent", sign=True)) in text


def test_an_evening_that_has_only_begun() -> None:
    """Without a game, an end and a place the sheet still says what there is."""
    text = printed(evening(0, ended=None, place=""))[0]
    assert bare("Freitag, 27. November 2026, 19:40 Tarif") in text
    assert bare("Niemand zahlt etwas.") in text


# --- How it looks ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("games", "count"), [(1, 1), (28, 1), (40, 2), (300, 6)])
def test_pages(games: int, count: int) -> None:
    """A short evening takes one page. Where it takes more, each page with games has the heading of the table."""
    pdf = abrechnung.pdf(evening(games))
    text = pages(pdf)
    assert len(text) == count
    numbers = [re.findall(r"^(\d+)\s+[SVXZ]\s", page.extract_text(), re.MULTILINE) for page in read(pdf).pages]
    assert [int(number) for found in numbers for number in found] == list(range(1, games + 1))
    heading = bare("Nr G Spiel Wer Augen dazu Wert Sepp Vroni Xaver Zenzi")
    assert [heading in page for page in text] == [bool(found) for found in numbers]
    assert all(f"Seite{number}von{count}" in page for number, page in enumerate(text, start=1))


def test_no_page_is_begun_for_a_few_millimetres() -> None:
    """From 20 to 45 games: one page as long as all fits by any means, and never fewer pages for more games."""
    counts = [len(printed(evening(games))) for games in range(20, 46)]
    assert counts == sorted(counts)
    assert counts == [1] * 15 + [2] * 11


@pytest.mark.parametrize(
    ("kind", "single"),
    [
        ("five", (20, 32)),
        ("seven", (1, 8)),
        ("levied", (18, 25)),
        ("struck", (26, 32)),
    ],
)
def test_whatever_stands_there_counts(kind: str, single: tuple[int, int]) -> None:
    """More people, what is due besides, games taken back: pages never fall as games grow, and none is wasted."""
    first, last = single
    made = {"five": five, "seven": seven, "levied": levied_evening, "struck": struck}[kind]
    counts = [len(printed(made(games))) for games in (first, last - 1, last, last + 1, last + 2)]
    assert counts == [1, 1, 1, 2, 2]


def five(games: int) -> Evening:
    """Give an evening of five."""
    return evening(games, SEVEN[:5])


def seven(games: int) -> Evening:
    """Give an evening of seven, printed across."""
    return evening(games, SEVEN)


def levied_evening(games: int) -> Evening:
    """Give an evening with what is due besides the games."""
    levies = (
        Levy(LevyKind.START, 100, None, (), "", BEGUN, "Tisch"),
        Levy(LevyKind.ADVANCE, 200, 14, (), "Brotzeit", BEGUN, "Tisch"),
    )
    return replace(evening(games), levies=levies)


def struck(games: int) -> Evening:
    """Give an evening of which a game was taken back."""
    return cancelled(evening(games), 2, "doppelt")


def test_a_list_is_as_airy_as_it_can_be() -> None:
    """Few games have room between them; only where that saves a page they stand close."""
    ways = [density(view.abrechnung(evening(games)), wide=False) for games in (1, 24, 25, 28, 29, 34, 35, 45)]
    assert ways == [AIRY, AIRY, USUAL, USUAL, TIGHT, TIGHT, USUAL, USUAL]


def test_no_row_is_broken() -> None:
    """Rows of two lines stay whole: all that belongs to a game stands on the page of its number, in one piece."""
    book = evening(90, LONG)
    text = printed(book)
    rows = view.abrechnung(book).sheets[0].rows
    assert len(text) > 2
    for row in rows:
        whole = (row.number, row.dealer, row.contract, row.who, row.augen, row.extras, row.value)
        fold = "".join(total.text for total in row.totals)
        assert any(bare("".join(map(str, whole))) + fold in page for page in text), row


def test_long_names_stay_on_the_page() -> None:
    """Names of forty characters stand there in full, and nothing is set outside the margins."""
    pdf = abrechnung.pdf(evening(12, LONG))
    text = pages(pdf)[0].replace("-", "").replace("\N{HYPHEN}", "")
    for name in LONG:
        assert text.count(bare(name).replace("-", "")) >= 2
    page = read(pdf).pages[0]
    ends: list[float] = []

    def place(text: str, matrix: list[float], text_matrix: list[float], _font: object, size: float) -> None:
        if text.strip():
            x = text_matrix[4] * matrix[0] + matrix[4]
            ends.append(x + len(text.strip()) * size * abs(matrix[0]) * 0.35)

    page.extract_text(visitor_text=place)
    assert len(ends) > 100
    assert max(ends) < float(page.mediabox.width)


@given(
    st.lists(st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=40), min_size=2, max_size=7)
)
@example(["r000000", "r000000", "r000000", "r000001", "r000001"])  # initials whose number is another's second letter
@example(["Zenzi", "Zenzi", "Zenzi 1"])
def test_short_names_never_meet(names: list[str]) -> None:
    """Whatever people are called, alike even: their short names and their initials differ."""
    people = dict(enumerate(names))
    short = short_names(people)
    assert len(set(short.values())) == len(people)
    assert all(len(name) <= LONGEST + 2 for name in short.values())
    assert len(set(initials(short).values())) == len(people)


def test_names_are_text() -> None:
    """A name that looks like HTML is printed as it is; umlauts, ß and emoji too."""
    names = ("<b>Toni</b>", "A&B <img src=x>", "Jürgen Weiß", "Öha 😀")
    html = abrechnung.html(evening(2, names))
    assert "<b>" not in html
    assert "<img src=x>" not in html
    text = printed(evening(2, names))[0]
    assert all(bare(name) in text for name in names)


def test_the_document_says_what_it_is() -> None:
    """Title, language and structure are there for those who hear the sheet; only our own fonts are inside."""
    document = read(abrechnung.pdf(evening(3)))
    assert document.metadata is not None
    assert document.metadata.title == "Abrechnung · Stammtisch Lamm · 27. November 2026"
    assert str(document.root_object["/Lang"]) == "de"
    assert "/StructTreeRoot" in document.root_object
    names = {re.sub(r"^/[A-Z]+\+", "", font) for font in document.pages[0]._get_fonts()[0]}
    assert names == {"Source-Sans-Pro", "Source-Sans-Pro-Semi-Bold", "Source-Serif-Pro-Semi-Bold"}


def test_the_same_evening_gives_the_same_bytes() -> None:
    """Nothing of the moment of printing is in the file."""
    assert abrechnung.pdf(evening(5)) == abrechnung.pdf(evening(5))


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:9/x.png",
        "https://example.org/x.png",
        "file:///etc/hostname",
        "fonts:os/x.ttf",
        "fonts:font_source_sans_pro/../x",
    ],
)
def test_nothing_else_is_read(url: str) -> None:
    """The printer opens our fonts and what lies inside the page, and no other address."""
    with pytest.raises(ValueError, match=re.escape(url)):
        paper._Fetcher().fetch(url)


def test_several_rule_sets() -> None:
    """Where the tariff changed in the evening, the heading says which games each priced."""
    book = evening(4)
    dearer = replace(book.rule_sets[0], rules=preset("regelwerk_10_50"))
    games = tuple(replace(game, rule_set=int(game.number > 2)) for game in book.sheets[0].games)
    both = replace(book, rule_sets=(book.rule_sets[0], dearer), sheets=(replace(book.sheets[0], games=games),))
    about = view.abrechnung(both).about
    assert about[1].startswith("Nr 1 bis 2: Tarif 10/20/50")
    assert about[2].startswith("Nr 3 bis 4: Tarif 10/50")


def test_large_amounts_have_room() -> None:
    """Totals in the thousands do not run into one another."""
    rules = preset("bayern_10_20_50")
    dear = replace(rules, base={**rules.base, "wenz": 123_456})
    pdf = abrechnung.pdf(evening(3, rules=dear, plays=[{"contract": Contract.WENZ, "declarer": 2, "augen": 80}]))
    assert "Wenz Xaver 80 1.234,56 −3.703,68 −3.703,68 11.111,04 −3.703,68" in read(pdf).pages[0].extract_text()
