"""Evenings of Deutscher Schafkopf and of points on the pages: drawings, pairs, the price and what follows from it."""

import json
import re
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorebook.exchange import evening_json
from tests.actions import FOUR, SAUSPIEL, Page, Table
from tests.papers import bare, pages
from tests.test_import_page import confirmed
from tests.test_striche import LOST, SOLO, played

FIRST = {"who": "0", "contract": "partnerspiel-herz"}
"""Sepp plays, so Xaver does with him."""


class Striche(Table):
    """A table of Deutscher Schafkopf with its overview."""

    overview = "/abende/1"

    def __init__(self, client: FlaskClient, names: tuple[str, ...] = FOUR, preset: str = "deutscher_striche") -> None:
        super().__init__(client, names, preset=preset)

    def twelve_to_five(self) -> None:
        """Let Sepp and Xaver write 12, Vroni and Zenzi 5."""
        for augen in ("120", "95", "70"):
            self.recorded(**FIRST, augen=augen, **({"schwarz": "y"} if augen == "120" else {}))
        self.recorded(**FIRST, augen="20")
        self.recorded(who="1", contract="zwangsspiel-gras", augen="70")

    def sides(self) -> list[str]:
        """What the cards say, each from its name to its number."""
        return self.cards(self.address)

    def cards(self, address: str) -> list[str]:
        """What the cards of a page say, without the drawing."""
        html = self.client.get(address).get_data(as_text=True)
        cards = re.findall(r'<div class="card total">(.*?)</div>', html, re.DOTALL)
        return [" ".join(re.sub(r"<svg.*?</svg>|<[^>]+>", " ", card, flags=re.DOTALL).split()) for card in cards]

    def price(self, price: str, per: str = "strich") -> TestResponse:
        """Send the form that asks for the price."""
        return self.client.post(f"{self.overview}/preis", data={"price": price, "per": per})

    def priced(self, price: str, per: str = "strich") -> Page:
        """Agree on a price, and give the overview."""
        answer = self.price(price, per)
        assert (answer.status_code, answer.location) == (303, f"{self.overview}#zahlen"), answer.text
        return Page(self.client.get(self.overview))


@pytest.fixture
def table(client: FlaskClient) -> Striche:
    """Give a table of four who sit opposite their partners."""
    return Striche(client)


def test_a_whole_evening_of_striche(table: Striche) -> None:
    """From the first stroke over pairs, a Solo and its undoing to the price, who pays whom and the paper."""
    assert table.sides() == ["Sepp + Xaver Geber 0 Striche", "Vroni + Zenzi 0 Striche"]
    table.twelve_to_five()
    assert table.sides() == ["Sepp + Xaver 1 Kopf + 3 12 Striche", "Vroni + Zenzi Geber 5 Striche"]
    solo = table.recorded(who="0", contract="ds_solo-herz", augen="70")
    assert table.sides()[0] == "Sepp 1 Kopf + 4 13 Striche"
    assert len(table.sides()) == 3
    table.cancel(solo)
    assert "Wer zahlt wem" not in Page(table.client.get(table.overview)).text()
    page = table.priced("0,10")
    assert page.text("who") == "Vroni an Sepp 0,70 € Zenzi an Xaver 0,70 €"
    assert "Sepp:12 Striche, Gegner im Schnitt 5: 7 × 0,10 € = 0,70 €" in page.text("reckoning")
    assert page.text("preis").startswith("Preis Ein Strich kostet 0,10 €.")
    table.client.post(f"{table.overview}/beenden")
    page = table.priced(" 1,00 € ", "head")
    assert page.text("who") == "Vroni an Sepp 1,00 € Zenzi an Xaver 1,00 €"
    assert (page.value("price"), page.value("per")) == ("1,00", "head")


def test_page_and_paper_show_the_same(table: Striche) -> None:
    """Sides, price, reasons and payments are the same words on the overview and in the PDF, which comes anew."""
    table.twelve_to_five()
    table.recorded(who="0", contract="ds_solo-herz", augen="70")
    before = table.client.get(f"{table.overview}/abrechnung.pdf")
    assert "Werzahltwem" not in "".join(pages(before.data))
    page = table.priced("0,25")
    after = table.client.get(f"{table.overview}/abrechnung.pdf", headers={"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    text = "".join(pages(after.data))
    cards = table.cards(table.overview)
    assert cards == ["Sepp 1 Kopf + 4 13 Striche", "Vroni + Zenzi 5 Striche", "Xaver 1 Kopf + 3 12 Striche"]
    for card in cards:
        assert all(bare(part) in text for part in re.split(r" (?=\d)", card, maxsplit=1))
    assert bare("Ein Strich kostet 0,25 €.") in text
    reasons = page.text("reckoning").removeprefix("Ein Strich kostet 0,25 €.")
    assert bare(reasons) in text
    assert page.text("who") == "Vroni an Sepp 1,87 € Zenzi an Xaver 1,75 € Zenzi an Sepp 0,13 €"
    assert bare(page.text("who")) in text


def test_the_partner_stands_below_the_name(client: FlaskClient) -> None:
    """Of four everybody sees in the form with whom he plays; of five nobody, since that depends on who sits out."""
    said = Striche(client).page.text("row-who")
    for note in ("Sepp mit Xaver", "Vroni mit Zenzi", "Xaver mit Sepp", "Zenzi mit Vroni"):
        assert note in said
    assert "mit Vroni" not in Striche(client, (*FOUR, "Anni")).page.text("row-who")
    assert "mit Vroni" not in Table(client).page.text("row-who")


def test_five_are_drawn_one_by_one(client: FlaskClient) -> None:
    """At a table of five there are no pairs: everybody has a card, and counts against all others."""
    table = Striche(client, (*FOUR, "Anni"))
    table.recorded(who="1", contract="partnerspiel-herz", augen="70")
    assert [card.split()[0] for card in table.sides()] == [*FOUR, "Anni"]
    assert "Vroni:1 Strich, Gegner im Schnitt 0,25: 0,75 × 1,00 € = 0,75 €" in table.priced("1,00").text("reckoning")


@pytest.mark.parametrize(
    ("price", "per", "field", "words"),
    [
        ("", "strich", "price", "Wie viel?"),
        ("zehn", "strich", "price", "kein Betrag"),
        ("O,10", "head", "price", "kein Betrag"),
        ("-10", "strich", "price", "Möglich sind"),
        ("0", "strich", "price", "Möglich sind"),
        ("1000,00", "strich", "price", "Möglich sind"),
        ("10", "point", "per", "Wofür"),
        ("10", "", "per", "Wofür"),
    ],
)
def test_a_wrong_price_comes_back(table: Striche, price: str, per: str, field: str, words: str) -> None:
    """What cannot be a price stands in the form again, with the reason at its field; the evening is as before."""
    answer = table.price(price, per)
    page = Page(answer)
    assert answer.status_code == 422
    assert words in page.errors(field)
    assert words in page.text("summary")
    assert page.value("price") == price
    assert "zahlen" not in page.ids


def test_a_wrong_change_leaves_the_price(table: Striche) -> None:
    """A price that was agreed on stays while a wrong one is shown; the form is unfolded."""
    table.priced("0,10")
    answer = table.price("0,1O")
    assert '<details class="more" open>' in answer.text
    assert "Ein Strich kostet 0,10" in Page(answer).text("preis")
    assert Page(answer).value("price") == "0,1O"


def test_a_price_without_a_token_is_not_kept(make_app: Any) -> None:
    """A form that another page sent changes nothing; what was typed is still there, to be sent again."""
    app = make_app()
    Striche(app.test_client())
    client = make_app(WTF_CSRF_ENABLED=True).test_client()
    answer = client.post("/abende/1/preis", data={"price": "0,10", "per": "strich"})
    assert answer.status_code == 400
    assert Page(answer).value("price") == "0,10"
    assert "Ein Strich kostet" not in answer.text
    assert client.get("/abende/1/preis").status_code == 405


def test_points_have_a_price_too(client: FlaskClient) -> None:
    """Points that sum to zero are paid as points until there is a price for one; then in euros."""
    table = Striche(client, preset="turnier_plusminus")
    table.recorded(**SAUSPIEL)
    page = Page(client.get(table.overview))
    assert page.text("who") == "Vroni an Sepp 1 Punkt Zenzi an Xaver 1 Punkt"
    assert "Preis je Punkt" in page.text("preis")
    page = table.priced("20", "point")
    assert page.text("who") == "Vroni an Sepp 0,20 € Zenzi an Xaver 0,20 €"
    assert "Zenzi:−1 Punkt × 0,20 € = −0,20 €" in page.text("reckoning")


@pytest.mark.parametrize("preset", ["turnier_gutpunkte", "bayern_10_20_50"])
def test_nobody_is_asked_where_nothing_has_a_price(client: FlaskClient, preset: str) -> None:
    """Money needs no price and points of winners alone are not paid: no form, and a price sent by hand is refused."""
    table = Striche(client, preset=preset)
    assert "preis" not in Page(client.get(table.overview)).ids
    assert table.price("10", "point").status_code == 409
    assert table.price("10", "point").status_code == 409
    assert client.post("/abende/99/preis", data={"price": "10", "per": "strich"}).status_code == 404


def test_several_sheets_have_their_own_cards(client: FlaskClient) -> None:
    """An evening of two sheets shows its sums above, and the sides of each sheet with its list; a price joins them."""
    book, other = played(*[LOST] * 3), played(LOST, SOLO)
    games = tuple(replace(game, uuid=uuid4()) for game in other.sheets[0].games)
    both = replace(book, sheets=(*book.sheets, replace(other.sheets[0], id=2, games=games)))
    assert confirmed(client, json.dumps(evening_json(both)).encode()).status_code == 303
    html = client.get("/abende/1").get_data(as_text=True)
    above, first, second = re.split(r'<h2 id="list-\d">', html)
    assert "8\xa0Striche" in above
    assert [part.count("<svg") for part in (above, first, second)] == [0, 2, 3]
    client.post("/abende/1/preis", data={"price": "10", "per": "strich"})
    said = Page(client.get("/abende/1")).text("reckoning")
    assert "Tisch 2: 1 Strich, Gegner im Schnitt 2: −1 × 0,10 € = −0,10 €; zusammen −0,70 €" in said


def test_names_on_cards_are_text(client: FlaskClient) -> None:
    """A name with signs of HTML stays a name, beside a drawing that is none."""
    table = Striche(client, ("<b>Sepp", "Vroni", "Xaver", "Zenzi"))
    html = client.get(table.address).get_data(as_text=True)
    assert "&lt;b&gt;Sepp + Xaver" in html
    assert "<b>Sepp" not in html
    assert html.count('<svg class="heads"') == 2
    assert "style=" not in html
