"""The result of an evening: as a text to send on, and on a phone."""

from dataclasses import replace
from datetime import date

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorebook.ledger.evening import Evening
from scorebook.ledger.price import Price, PricePer
from scorebook.reports.result import result
from scorebook.rules import preset
from scorebook.services.access import Role
from scorebook.wording import ENGLISH
from tests.actions import SAUSPIEL, Page, Table
from tests.doors import linked
from tests.evenings import ROUND, evening
from tests.test_striche import LOST, SIMPLE, played

HEADING = "Stammtisch Lamm, Fr 27.11.2026"


def lines(evening: Evening, *say: object) -> list[str]:
    """Give the text line by line."""
    return result(evening, *say).text.split("\n")  # type: ignore[arg-type]


def test_the_text_says_who_got_what_and_who_pays_whom() -> None:
    """One line with everybody's sum, one with the payments, each ready to be sent."""
    assert lines(evening(7)) == [
        f"{HEADING}: Sepp +1,70 € · Vroni −3,50 € · Xaver −2,70 € · Zenzi +4,50 €",
        "Xaver zahlt Zenzi 2,70 € · Vroni zahlt Zenzi 1,80 € · Vroni zahlt Sepp 1,70 €",
    ]


def test_an_evening_that_goes_on_says_so() -> None:
    """A text of an evening that has not ended says after how many games that is."""
    assert lines(evening(7, ended=None))[0].startswith(f"{HEADING}, Zwischenstand nach 7 Spielen: Sepp +1,70 €")
    assert lines(evening(1, ended=None))[0].startswith(f"{HEADING}, Zwischenstand nach 1 Spiel: ")
    assert lines(evening(0, ended=None)) == [
        f"{HEADING}, Zwischenstand nach 0 Spielen: Sepp 0,00 € · Vroni 0,00 € · Xaver 0,00 € · Zenzi 0,00 €",
        "Keiner schuldet etwas.",
    ]


@pytest.mark.parametrize("count", [4, 5, 6, 7])
def test_every_sum_and_every_payment_is_in_it(count: int) -> None:
    """From four to seven people: each name with its sum, and each payment of the plan, once."""
    names = ("Sepp", "Vroni", "Xaver", "Zenzi", "Resi", "Toni", "Hans")[:count]
    made = result(evening(20, names))
    held, paid = made.text.split("\n")
    assert [part.split()[0] for part in held.split(": ")[1].split(" · ")] == list(names)
    assert made.paying is not None
    for payer, payee, amount in made.paying.transfers:
        assert paid.count(f"{payer} zahlt {payee} {amount}".replace("\xa0", " ")) == 1
    assert len(paid.split(" · ")) == len(made.paying.transfers)


def test_points_and_striche_have_their_names() -> None:
    """Points and Striche are named; with a price the text says it, and the payments are money."""
    points = evening(2, rules=preset("turnier_plusminus"), plays=ROUND[4:5])
    assert "Punkte" in lines(points)[0]
    priced = replace(points, price=Price(5, PricePer.POINT))
    assert lines(priced)[1] == "Ein Punkt kostet 0,05 €."
    assert all("€" in part for part in lines(priced)[2].split(" · "))
    book = played(SIMPLE, LOST)
    (alone,) = lines(book)
    assert alone.endswith(": Sepp 1 Strich · Vroni 2 Striche · Xaver 1 Strich · Zenzi 2 Striche")
    assert lines(replace(book, price=Price(10, PricePer.STRICH)))[1:] == [
        "Ein Strich kostet 0,10 €.",
        "Sepp zahlt Vroni 0,10 € · Xaver zahlt Zenzi 0,10 €",
    ]


def test_what_is_left_in_the_stock_is_told() -> None:
    """Otherwise the sums would not come out at zero."""
    sheet = replace(evening(0).sheets[0], stock=80)
    assert lines(evening(0, sheets=(sheet,)))[0].endswith(" · im Stock 0,80 €")
    assert result(evening(0)).stock == ""


def test_the_text_in_english() -> None:
    """Days, amounts and words are those of the language."""
    held, paid = lines(evening(1, ended=None, date=date(2026, 3, 7)), ENGLISH)
    assert held.startswith("Stammtisch Lamm, Sat 7 Mar 2026, so far, after 1 game: Sepp +€0.40 · Vroni −€0.40 · ")
    assert paid == "Vroni pays Sepp €0.40 · Xaver pays Zenzi €0.40"


def test_the_page_has_it_all(app: Flask, client: FlaskClient) -> None:
    """Names and sums, payments, the paper and the text, also for a screen; the text alone has an address."""
    table = Table(client, names=("<b>Sepp</b>", "Vroni", "Xaver", "Zenzi"))
    table.recorded(**SAUSPIEL)
    page = Page(client.get("/abende/1/ergebnis"))
    assert page.text("state") == "Zwischenstand nach 1 Spiel"
    assert "<b>Sepp</b> +0,20 €" in page.text("transfers")
    assert "Vroni an <b>Sepp</b> 0,20 €" in page.text("transfers")
    assert "/abende/1/abrechnung.pdf" in page.links
    assert client.post("/abende/1/beenden").status_code == 303
    ended = Page(client.get("/abende/1/ergebnis"))
    assert ended.text("state") == ""
    text = client.get("/abende/1/ergebnis.txt")
    assert (text.mimetype, text.headers["X-Content-Type-Options"]) == ("text/plain", "nosniff")
    assert text.text.startswith("Stammtisch, ")
    assert ": <b>Sepp</b> +0,20 € · Vroni −0,20 € · " in text.text
    assert ended.text("text") == " ".join(text.text.split())
    assert linked(app, Role.WALL).get("/abende/1/ergebnis").status_code == 200
    assert "/abende/1/ergebnis" in Page(client.get("/abende/1")).links
