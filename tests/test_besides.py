"""What is due besides the games, where people look for who pays what: result, text to send on, wall, papers."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorebook.ledger.evening import Evening
from scorebook.ledger.levy import Levy, LevyKind
from scorebook.ledger.price import Price, PricePer
from scorebook.reports import abrechnung, paper, slip
from scorebook.reports.paying import paying
from scorebook.reports.result import result
from scorebook.services.access import Role
from scorebook.wording import ENGLISH
from tests.actions import SAUSPIEL, Page, Table
from tests.cash import NOW, levied
from tests.doors import linked
from tests.evenings import evening
from tests.papers import bare, pages
from tests.test_striche import LOST, SIMPLE, played

VRONI, ZENZI = 12, 14
SUMS = [
    "Sepp: Spiele +1,70 €, dazu −1,50 €, zusammen +0,20 €",
    "Vroni: Spiele −3,50 €, dazu −1,80 €, zusammen −5,30 €",
    "Xaver: Spiele −2,70 €, dazu −1,50 €, zusammen −4,20 €",
    "Zenzi: Spiele +4,50 €, dazu +0,50 €, zusammen +5,00 €",
    "Vereinskasse: Spiele 0,00 €, dazu +4,30 €, zusammen +4,30 €",
]
TOLD = [
    "Startgeld: 1,00 € von jedem",
    "Strafe: 0,30 € von Vroni (kein Hut)",
    "Auslage: Zenzi hat 2,00 € ausgelegt, für alle (Brotzeit)",
]


def made(kind: LevyKind, amount: int, person: int | None = None, text: str = "") -> Levy:
    """Give a levy that holds for all."""
    return Levy(kind, amount, person, (), text, NOW, "Tisch")


def levied_evening(count: int = 7) -> Evening:
    """Give an evening with Startgeld, a fine and an advance."""
    levies = (
        made(LevyKind.START, 100),
        made(LevyKind.FINE, 30, VRONI, "kein Hut"),
        made(LevyKind.ADVANCE, 200, ZENZI, "Brotzeit"),
    )
    return replace(evening(count), levies=levies)


def plain(lines: Iterator[str] | list[str]) -> list[str]:
    """Give lines with ordinary spaces."""
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def test_everybodys_sum_is_told_in_its_parts() -> None:
    """Games, what comes on top, and all of it: for everybody and for the box; the last sums to zero."""
    pay = paying(levied_evening())
    assert pay is not None
    assert plain([one.told() for one in pay.sums]) == SUMS
    assert [one.owes for one in pay.sums] == [False, True, True, False, False]


def test_the_text_to_send_on_agrees_with_the_abrechnung() -> None:
    """What comes on top and everybody's sum stand in both, word for word, and so do the payments."""
    book = levied_evening()
    _head, besides, *sums, paid = result(book).text.split("\n")
    assert besides == f"Dazu: {' · '.join(TOLD)}"
    assert sums == SUMS
    for style in ("a4", "a5", "bon"):
        printed = "".join(pages(paper.pdf(abrechnung.page(book, style=style))))
        for line in (*TOLD, *SUMS):
            assert bare(line) in printed, (style, line)
    pay = paying(book)
    assert pay is not None
    assert paid == " · ".join(plain([f"{payer} zahlt {payee} {amount}" for payer, payee, amount in pay.transfers]))


def test_what_is_rounded_is_what_is_paid() -> None:
    """With coins of 50 cents the last figure is what he really pays."""
    pay = paying(replace(levied_evening(), round_to=50))
    assert pay is not None
    assert plain([one.total for one in pay.sums]) == ["0,00 €", "−5,50 €", "−4,00 €", "+5,00 €", "+4,50 €"]
    assert plain([one.besides for one in pay.sums])[:2] == ["−1,50 €", "−1,80 €"]


def test_points_at_a_price_have_it_in_money() -> None:
    """Striche that cost something and a Startgeld come to one sum in euros."""
    book = replace(played(SIMPLE, LOST), price=Price(10, PricePer.STRICH), levies=(made(LevyKind.START, 100),))
    pay = paying(book)
    assert pay is not None
    assert plain([pay.sums[0].told()]) == ["Sepp: Spiele −0,10 €, dazu −1,00 €, zusammen −1,10 €"]


def test_without_money_and_without_levies_nothing_comes_on_top() -> None:
    """Striche without a price are not paid; an evening without levies says nothing of them."""
    assert "Dazu" not in result(evening(7)).text
    assert result(replace(played(SIMPLE), levies=(made(LevyKind.START, 100),))).paying is None


def test_a_slip_says_what_comes_on_top() -> None:
    """Under the sum of his games stand what comes on top and what that makes."""
    (leaf,) = pages(paper.pdf(slip.page(levied_evening(), (VRONI,))))
    assert bare("−3,50 € Was außer den Spielen dazukommt −1,80 € Zusammen −5,30 €") in leaf
    (bare_leaf,) = pages(paper.pdf(slip.page(evening(7), (VRONI,))))
    assert "dazukommt" not in bare_leaf


def test_in_english() -> None:
    """Words and amounts are those of the language."""
    assert "Sepp: games +€1.70, besides −€1.50, together +€0.20" in result(levied_evening(), ENGLISH).text


@pytest.mark.parametrize("address", ["/abende/1/ergebnis", "/abende/1/wand", "/abende/1"])
def test_the_pages_say_it(app: Flask, client: FlaskClient, address: str) -> None:
    """The result, the wall of an evening that has ended, and its page: what is levied, and everybody's sum."""
    Table(client).recorded(**SAUSPIEL)
    with app.app_context():
        levied(1)
        levied(1, "fine", "0,30", person=2, text="<b>kein Hut</b>")
    client.post("/abende/1/beenden")
    page = Page(linked(app, Role.WALL).get(address))
    text = bare(page.text())
    for line in (
        "Startgeld: 1,00 € von jedem",
        "(<b>kein Hut</b>)",
        "Vroni Spiele −0,20 €, dazu −1,30 € −1,50 €",
        "Vereinskasse Spiele 0,00 €, dazu +4,30 € +4,30 €",
        "Vroni an die Vereinskasse",
    ):
        assert bare(line) in text, line
