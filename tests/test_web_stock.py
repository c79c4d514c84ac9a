"""The pages around the end of a Stock: the question, the answer, its way into the next evening."""

import io

import pytest
from flask.testing import FlaskClient
from pypdf import PdfReader

from scorebook.services import access, evenings
from scorebook.store.db import db
from tests.actions import SAUSPIEL, Page, Table, start
from tests.book import WITH_STOCK, Book


@pytest.fixture
def rules(client: FlaskClient) -> str:
    """Give the choice of a rule set with a Stock."""
    with client.application.app_context():
        return str(Book(client.application).rule_set(WITH_STOCK))


@pytest.fixture
def table(client: FlaskClient, rules: str) -> Table:
    """Give a table at which everybody passed three times: 2,40 € lie in the Stock."""
    table = Table(client, preset=rules)
    for _ in range(3):
        table.recorded(who="all_pass")
    return table


def overview(table: Table, number: int = 1) -> Page:
    """Read the overview."""
    return Page(table.client.get(f"/abende/{number}"))


def end(table: Table, choice: str | None, number: int = 1) -> Page:
    """End an evening and give the page that comes."""
    data = {} if choice is None else {f"stock.{number}": choice}
    return Page(table.client.post(f"/abende/{number}/beenden", data=data, follow_redirects=True))


def paper(table: Table) -> str:
    """Read the PDF."""
    pdf = PdfReader(io.BytesIO(table.client.get("/abende/1/abrechnung.pdf").data))
    return " ".join(" ".join(page.extract_text() for page in pdf.pages).split())


def test_the_overview_asks_what_becomes_of_the_stock(table: Table) -> None:
    """What lies in it, the three choices and what they mean; nothing is chosen beforehand."""
    page = overview(table)
    assert page.offered["stock.1"] == ["divided", "kept", "boxed"]
    assert page.inputs["stock.1"] == []
    text = page.text("beenden")
    assert "Im Stock liegen 2,40 €. Was wird daraus?" in text
    assert "Jeder am Tisch bekommt 0,60 €." in text
    assert "Er bleibt liegen" in text
    assert "Er kommt in die Kasse des Vereins." in text


def test_without_an_answer_it_does_not_end(table: Table) -> None:
    """The page says so at the question and leads there; with a wrong answer, too."""
    for choice in (None, "burnt"):
        page = end(table, choice)
        assert page.status == 422
        assert page.errors("stock.1") == "Was wird aus dem Stock?"
        assert "#stock.1" in page.links
        assert "Noch nicht beendet." in page.text("summary")
    assert "Abend beenden" in overview(table).text()


@pytest.mark.parametrize(
    ("choice", "told", "who", "pays"),
    [
        ("divided", "2,40 €: aufgeteilt (je 0,60 €)", "aufgeteilt", "Keiner schuldet etwas."),
        ("kept", "2,40 €: bleibt fürs nächste Mal", "fürs nächste Mal liegen gelassen", "Sepp an den Stock 0,60 €"),
        ("boxed", "2,40 €: in die Vereinskasse", "in die Vereinskasse getan", "Sepp an die Vereinskasse 0,60 €"),
    ],
)
def test_what_became_of_it_stands_everywhere(table: Table, choice: str, told: str, who: str, pays: str) -> None:
    """Overview, sheet, paper and history tell it; totals and who pays whom go by it."""
    page = end(table, choice)
    assert page.status == 200
    text = page.text()
    assert f"Stock{told}" in text
    assert f"Stock {told}" in text
    assert pays in text
    assert f"Stock 2,40 € {who} von „Tisch“" in page.text("events")
    assert f"Stock {told}" in Page(table.client.get(table.address)).text("ended")
    printed = paper(table)
    assert f"Stock {told}" in printed
    assert pays.replace("Keiner schuldet etwas.", "Niemand zahlt etwas.") in printed
    totals = "+0,00" if choice == "divided" else "−0,60"
    assert table.totals()[:4] == [totals.removeprefix("+")] * 4


def test_an_open_evening_owes_to_the_stock(table: Table) -> None:
    """While the evening goes on, what lies in the Stock is owed to it."""
    text = overview(table).text()
    assert "Sepp an den Stock 0,60 €" in text
    assert "im Stock2,40 €" in text


def test_the_list_shows_the_stock_after_each_game_that_moved_it(table: Table) -> None:
    """The sheet has a line for it, overview and paper have a column; without a Stock there is none."""
    table.recorded(**SAUSPIEL, dealer="3")
    table.recorded(who="all_pass")
    for text in (table.page.text("games"), overview(table).text("scroll"), paper(table)):
        for amount in ("0,80", "1,60", "2,40"):
            assert amount in text
        assert "Stock" in text
    assert "Stock danach 2,40 €" in table.page.text("games")
    other = Table(table.client)
    other.recorded(**SAUSPIEL)
    assert "Stock" not in other.page.text("games")


def test_open_again_the_stock_is_back(table: Table) -> None:
    """After a reopening the sheet shows it again, the history both moves, and the end asks again."""
    end(table, "divided")
    table.client.post("/abende/1/weiterspielen", data={"reason": "einer geht noch"})
    assert "Stock" in table.page.text("totals")
    page = overview(table)
    assert page.offered["stock.1"] == ["divided", "kept", "boxed"]
    told = page.text("events")
    assert told.index("Stock 2,40 € aufgeteilt von „Tisch“") < told.index("Stock 2,40 € wieder im Spiel")


def test_the_next_evening_takes_it_along(table: Table, rules: str) -> None:
    """One kept Stock is offered and ticked; taken along it lies in the new sheet and is not offered again."""
    assert Page(table.client.get("/abende/neu")).offered["stock"] == []
    end(table, "kept")
    page = Page(table.client.get("/abende/neu"))
    assert page.inputs["stock"] == page.offered["stock"] == ["1"]
    assert "2,40 € mitnehmen" in page.text()
    second = Table(table.client, preset=rules, stock="1")
    assert "Stock+2,40" in second.page.text("totals")
    assert "Stock am Anfang2,40 €" in overview(second, 2).text()
    assert "Stock 2,40 € vom letzten Mal mitgenommen von „Tisch“" in overview(second, 2).text("events")
    assert "Keiner schuldet etwas." in overview(second, 2).text()
    assert Page(table.client.get("/abende/neu")).offered["stock"] == []
    answer = table.client.post("/abende/1/weiterspielen", data={"reason": "doch noch"})
    assert answer.status_code == 409
    assert "mitgenommen" in Page(answer).text("summary")
    assert "Stock an Sepp 0,60 €" in end(second, "divided", 2).text()


def test_what_cannot_be_taken_along_is_told_at_its_place(table: Table, rules: str) -> None:
    """Rules without a Stock, or one that is gone by now: the form comes back with all that was typed."""
    end(table, "kept")
    page = Page(start(table.client, stock="1"))
    assert (page.status, page.inputs["stock"]) == (422, ["1"])
    assert "gibt es keinen Stock" in page.errors("stock")
    assert "#stock" in page.links
    assert start(table.client, preset=rules, stock="1").status_code == 303
    page = Page(start(table.client, preset=rules, stock="1"))
    assert page.status == 422
    assert "Diesen Stock gibt es nicht mehr" in page.errors("stock")
    assert start(table.client, preset=rules, stock="x" * 20).status_code == 303


def test_of_two_kept_stocks_none_is_ticked(table: Table, rules: str) -> None:
    """Where there are several, people say which."""
    end(table, "kept")
    second = Table(table.client, preset=rules)
    second.recorded(who="all_pass")
    end(second, "kept", 2)
    page = Page(table.client.get("/abende/neu"))
    assert (page.inputs["stock"], sorted(page.offered["stock"])) == ([], ["1", "2"])


def test_a_stale_page_ends_nothing(table: Table) -> None:
    """Without the token of the browser the evening goes on, and the choice is still there."""
    table.client.application.config["WTF_CSRF_ENABLED"] = True
    page = end(table, "kept")
    assert (page.status, page.inputs["stock.1"]) == (400, ["kept"])
    with table.client.application.app_context():
        assert evenings.load_evening(db.session, access.local_actor(db.session), 1).ended is None
