"""Slips, certificates, the whole list and the sheet for a Sie: what stands on them."""

import re
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from scorebook.ledger.stock_closing import MoveKind, StockClosing
from scorebook.money import format_amount
from scorebook.reports import award, paper, sie, slip, spielliste
from scorebook.reports.kept_list import kept_list
from scorebook.reports.paying import paying
from scorebook.rules import Contract, preset
from scorebook.rules.cards import Deck
from scorebook.rules.odds import sie_cards, sie_odds
from scorebook.wording import ENGLISH
from tests.evenings import BEGUN, FOUR, cancelled, evening
from tests.every_paper import SEVEN, SIE
from tests.papers import bare, elements, pages, read
from tests.test_paper import LONG
from tests.test_striche import LOST, played

MM = 72 / 25.4

# --- A player's slip -------------------------------------------------------------------------------------------------


def test_a_slip_has_his_games_his_sum_and_whom_he_pays() -> None:
    """Name, sum and payments of one person, and every game with what it brought him and what he had then."""
    book = evening(28)
    (leaf,) = pages(paper.pdf(slip.page(book, (book.people[1].id,))))
    assert leaf.startswith(
        bare("Vroni Stammtisch Lamm · Freitag, 27. November 2026, 19:40 bis 23:15 · Gasthaus Lamm −14,00 €")
    )
    assert bare("Du zahlst an Zenzi 7,20 € Du zahlst an Sepp 6,80 €") in leaf
    assert bare("1 Sauspiel Gras, Vroni + Xaver −0,40 −0,40") in leaf
    assert bare("4 Alle weiter −1,60") in leaf
    assert bare("28 Solo Gras Tout, Vroni −3,00 −14,00") in leaf
    assert bare(f"Prüfzeichen {book.check_code()}") in leaf


def test_slips_agree_with_the_abrechnung() -> None:
    """All payments of the plan stand on two slips each, once for who pays and once for who is paid."""
    book = evening(28)
    plan = paying(book)
    assert plan is not None
    lines = [line for person in book.people for line in slip.slip(book, person.id).payments or ()]
    wanted = [(f"Du zahlst an {payee}", amount) for _, payee, amount in plan.transfers]
    wanted += [(f"{payer} zahlt dir", amount) for payer, _, amount in plan.transfers]
    assert sorted(lines) == sorted(wanted)


@pytest.mark.parametrize("names", [SEVEN, FOUR])
def test_the_last_line_of_a_slip_is_the_sum(names: tuple[str, ...]) -> None:
    """Whoever sits out now and then has the games that he played, and they add up."""
    book = evening(21, names)
    for person, total in book.totals().items():
        made = slip.slip(book, person)
        assert made.rows[-1].after.text == format_amount(total, "cent")
        assert len(made.rows) == (21 if len(names) == 4 else 12)


def test_a_share_of_the_stock_is_a_line_of_its_own() -> None:
    """What was divided in the end is on the slip."""
    book = evening(2)
    (sheet,) = book.sheets
    everybody = tuple(person.id for person in book.people)
    closed = replace(sheet, stock=120, closed=StockClosing(MoveKind.DIVIDED, 120, BEGUN, "Vroni", everybody))
    made = slip.slip(replace(book, sheets=(closed,)), book.people[0].id)
    assert (made.rows[-1].what, made.rows[-1].paid.text) == ("Stock", "+0,30")
    assert made.rows[-1].after.text == "−0,30"


def test_everybody_has_a_slip_of_a_third_of_a_sheet() -> None:
    """Without a name there is one leaf each, 99 by 210 mm, and forty games have room on it."""
    book = evening(40)
    document = read(paper.pdf(slip.page(book, ())))
    assert len(document.pages) == 4
    sizes = {(round(float(p.mediabox.width) / MM), round(float(p.mediabox.height) / MM)) for p in document.pages}
    assert sizes == {(99, 210)}


def test_who_owes_nothing_is_told_so() -> None:
    """Before the first game all are quits, where Striche have no price nobody pays anything."""
    assert bare("Du bist mit allen quitt.") in pages(paper.pdf(slip.page(evening(0), (11,))))[0]
    striche = played(*[LOST] * 2)
    assert slip.slip(striche, striche.people[0].id).payments is None


# --- Certificates ----------------------------------------------------------------------------------------------------


def test_the_best_gets_the_certificate() -> None:
    """Name, place, sum, day, place and room to sign; and the code that proves it."""
    book = evening(28)
    (leaf,) = pages(paper.pdf(award.page(book, award.best(book))))
    said = "Urkunde 1. Platz Zenzi +18,00 € nach 28 Spielen am 27. November 2026, Gasthaus Lamm"
    assert leaf.startswith(bare(said))
    assert bare("Stammtisch Lamm") in leaf
    assert bare("Ort, Tag Für die Runde") in leaf
    assert bare(f"Prüfzeichen {book.check_code()}") in leaf


def test_places_are_shared_by_who_has_the_same() -> None:
    """Two first ones are no first and second, and nobody is second behind them."""
    book = evening(1)
    assert list(award.places(book).values()) == [1, 1, 3, 3]
    assert len(award.best(book)) == 2
    assert len(pages(paper.pdf(award.page(book, award.best(book))))) == 2
    assert award.best(evening(0)) == ()


@pytest.mark.parametrize("name", [*LONG, "Öha 😀 <b>"])
def test_a_long_name_stays_on_one_page(name: str) -> None:
    """Whatever somebody is called, his certificate is one page."""
    book = evening(3, (name, *FOUR[1:]))
    (leaf,) = pages(paper.pdf(award.page(book, (book.people[0].id,))))
    assert bare(name).replace("-", "") in leaf.replace("-", "").replace("\N{HYPHEN}", "")


# --- The whole list --------------------------------------------------------------------------------------------------


def test_the_list_has_every_game_page_by_page() -> None:
    """A row a game with everybody's number after it, what is carried over, and the end, which is the sum."""
    book = cancelled(evening(70), 5, "doppelt")
    leaves = pages(paper.pdf(spielliste.page(kept_list(book, book.sheets[0]))))
    assert len(leaves) == 3
    text = "".join(leaves)
    for game, totals in book.sheets[0].running():
        assert "".join(format_amount(total, "cent") for total in totals.values()) in text, game.number
    assert ["Übertrag" in leaf for leaf in leaves] == [False, True, True]
    ends = "".join(format_amount(total, "cent") for total in book.totals().values())
    assert [bare(f"Am Ende {ends}") in leaf for leaf in leaves] == [False, False, True]
    assert all(bare(f"Prüfzeichen {book.check_code()}") in leaf for leaf in leaves)


def test_a_row_of_the_list_parts_who_played_with_whom() -> None:
    """Player, game and partner have a column each, as on paper."""
    book = evening(3)
    rows = [line.written for line in kept_list(book, book.sheets[0]).kept]
    assert [(row.player, row.game, row.partner, row.augen) for row in rows if row] == [
        ("Vroni", "Sauspiel Gras", "Xaver", "58"),
        ("Zenzi", "Solo Herz", "", "96"),
        ("Sepp", "Sauspiel Eichel", "Zenzi", "74"),
    ]


@pytest.mark.parametrize("count", [0, 27, 28, 29, 55, 56])
def test_the_end_has_room_whatever_is_written(count: int) -> None:
    """No page is full of nothing, and the end stands on the last one, with as many rows as there are games."""
    book = evening(count)
    made = spielliste.html(kept_list(book, book.sheets[0]))
    assert made.count("Am Ende") == 1
    assert len(re.findall(r'<tr class="row[^"]*"><th scope="row">', made)) == count


def test_striche_are_drawn_below_the_list() -> None:
    """The heads of each side stand where they would be drawn by hand."""
    book = played(*[LOST] * 11)
    made = spielliste.html(kept_list(book, book.sheets[0]))
    assert made.count('<svg class="heads"') == 2
    assert "Vroni + Zenzi" in made


# --- The sheet for a Sie ---------------------------------------------------------------------------------------------


def test_the_odds_are_counted_from_the_deck() -> None:
    """As many hands as there are, one of them a Sie; at a table of four four times as likely."""
    small = [card for card in Deck.SHORT.cards if card.rank.value in "OU"]
    hands = list(combinations(small, 6))
    assert sum(set(hand) == set(sie_cards(Deck.SHORT)) for hand in hands) == 1
    assert sie_odds(Deck.LONG) == Fraction(1, 10_518_300)
    assert sie_odds(Deck.SHORT) == Fraction(1, 134_596)
    assert all(sie_odds(deck, 4) == 4 * sie_odds(deck) for deck in Deck)
    for hands_dealt in (0, 5):
        with pytest.raises(ValueError, match="no hands"):
            sie_odds(Deck.LONG, hands_dealt)


@pytest.mark.parametrize(
    ("name", "hand", "one", "table", "cards"),
    [
        ("bayern_10_20_50", "Alle vier Ober und alle vier Unter", "10.518.300", "2.629.575", 8),
        ("kurz_10_20_50", "Alle vier Ober und die zwei höchsten Unter", "134.596", "33.649", 6),
    ],
)
def test_the_sheet_shows_the_cards_and_how_seldom_they_are(
    name: str, hand: str, one: str, table: str, cards: int
) -> None:
    """Who was dealt it, when and where, each card by its name for those who do not see it, and who saw it."""
    book = evening(1, rules=preset(name), plays=[SIE])
    pdf = paper.pdf(sie.page(book, book.sheets[0], book.sheets[0].games[0]))
    (leaf,) = pages(pdf)
    assert bare("Sie Vroni Freitag, 27. November 2026 · Gasthaus Lamm · Spiel 1") in leaf
    assert all(bare(said) in leaf for said in (hand, one, table, "Das haben gesehen: Sepp Xaver Zenzi"))
    assert bare(f"Prüfzeichen {book.check_code()}") in leaf
    told = [str(element.held["/Alt"]) for element in elements(pdf) if element.tag == "Figure"]
    assert told[:5] == ["Eichel-Ober", "Gras-Ober", "Herz-Ober", "Schellen-Ober", "Eichel-Unter"]
    assert len(told) == cards


def test_only_a_sie_has_a_sheet() -> None:
    """A Solo that was none is refused."""
    book = evening(2)
    with pytest.raises(ValueError, match="no Sie"):
        sie.page(book, book.sheets[0], book.sheets[0].games[1])


def test_the_sheet_speaks_english() -> None:
    """Numbers are grouped as the language does it."""
    book = evening(1, plays=[{**SIE, "contract": Contract.SOLO}])
    made = sie.html(book, book.sheets[0], book.sheets[0].games[0], ENGLISH)
    assert "A player is dealt this once in 10,518,300 games." in made
