"""The pages of the club's box: entering, taking back, accounts, counting, closing; what was typed is never lost."""

import re
from datetime import UTC, datetime

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorebook.services.access import Role
from scorebook.services.verifying_log import verify_log
from scorebook.store.db import db
from tests.actions import Page, Table
from tests.cash import Box, filled
from tests.doors import browser

ENTRY = {"kind": "drinks", "amount": "12,50", "text": "Brotzeit", "date": "2026-03-01", "person": "", "evening": ""}


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Give the treasurer's browser; Sepp is person 1."""
    Table(app.test_client())
    return browser(app, Role.TREASURER)


def test_only_those_who_may_find_the_way(app: Flask, client: FlaskClient) -> None:
    """The start page leads a treasurer to the box, and a scorer not."""
    assert "/kasse" in Page(client.get("/")).links
    scorer = browser(app, Role.SCORER, name="Schorsch")
    assert "/kasse" not in Page(scorer.get("/")).links
    assert scorer.get("/kasse").status_code == 403


def test_the_first_entry(client: FlaskClient) -> None:
    """An empty book leads to the opening balance; after it, it is offered no more."""
    empty = Page(client.get("/kasse"))
    assert "/kasse/neu?art=opening" in empty.links
    form = Page(client.get("/kasse/neu?art=opening"))
    assert form.inputs["kind"] == ["opening"]
    opened = client.post("/kasse/neu", data=ENTRY | {"kind": "opening", "amount": "100"}, follow_redirects=True)
    assert "Eingetragen als Nr. 1" in opened.text
    assert "100,00 €" in Page(opened).text()
    assert "opening" not in Page(client.get("/kasse/neu")).offered["kind"]


def test_the_newest_first(client: FlaskClient) -> None:
    """The page of a year shows its entries with the balance after each, the newest on top."""
    client.post("/kasse/neu", data=ENTRY | {"kind": "fee", "amount": "20", "date": "2026-02-01"})
    client.post("/kasse/neu", data=ENTRY)
    text = Page(client.get("/kasse?jahr=2026")).text()
    assert text.index("Brotzeit") < text.rindex("20,00")
    assert re.search(r"−12,50\s+7,50", text)
    assert client.get("/kasse?jahr=1999").status_code == 404


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"kind": ""}, "kind"),
        ({"amount": "zwölf"}, "amount"),
        ({"text": ""}, "text"),
        ({"date": "2999-01-01"}, "date"),
        ({"kind": "paid_out"}, "person"),
        ({"person": "abc"}, "person"),
        ({"evening": "77"}, "evening"),
    ],
)
def test_wrong_input_stays_where_it_is(client: FlaskClient, wrong: dict[str, str], field: str) -> None:
    """The message is at the field, and what was typed is still there."""
    answer = client.post("/kasse/neu", data=ENTRY | wrong)
    page = Page(answer)
    assert (answer.status_code, f"{field}-errors" in page.ids) == (422, True)
    kept = ENTRY | wrong
    assert page.inputs["amount"] == [kept["amount"]]
    assert page.inputs["text"] == [kept["text"]]
    assert page.inputs["date"] == [kept["date"]]


def test_a_day_that_is_none(client: FlaskClient) -> None:
    """A date that the browser did not make is refused at its field, with what was typed in it."""
    answer = client.post("/kasse/neu", data=ENTRY | {"date": "gestern"})
    assert (answer.status_code, Page(answer).inputs["date"]) == (400, ["gestern"])
    assert "date-errors" in Page(answer).ids


def test_a_form_without_its_token_keeps_what_was_typed(make_app: object) -> None:
    """Where the page was too old nothing is entered, and nothing typed is lost."""
    app: Flask = make_app(WTF_CSRF_ENABLED=True)  # type: ignore[operator]
    answer = browser(app, Role.TREASURER).post("/kasse/neu", data=ENTRY)
    assert (answer.status_code, Page(answer).inputs["amount"]) == (400, ["12,50"])
    with app.app_context():
        assert Box().last == 0


def test_paying_in_leads_to_the_account(client: FlaskClient) -> None:
    """From a statement somebody pays in; the form knows who, and leads back to what he has now."""
    form = Page(client.get("/kasse/neu?art=paid_in&person=1"))
    assert (form.inputs["kind"], form.inputs["person"]) == (["paid_in"], ["1"])
    done = client.post("/kasse/neu", data=ENTRY | {"kind": "paid_in", "person": "1"})
    assert done.location == "/kasse/konten/1"
    assert "Guthaben beim Verein 12,50" in Page(client.get("/kasse/konten/1")).text()
    assert "Sepp" in Page(client.get("/kasse/konten")).text()


def test_taking_back_asks_first(client: FlaskClient) -> None:
    """The page of an entry asks why; then it says with which number, and offers it no more."""
    client.post("/kasse/neu", data=ENTRY)
    refused = client.post("/kasse/buchungen/1/stornieren", data={"reason": ""})
    assert (refused.status_code, "reason-errors" in Page(refused).ids) == (422, True)
    done = client.post("/kasse/buchungen/1/stornieren", data={"reason": "doppelt"}, follow_redirects=True)
    assert "Storniert mit Nr. 2" in done.text
    assert "Ja, stornieren" not in done.text
    again = client.post("/kasse/buchungen/1/stornieren", data={"reason": "x"})
    assert (again.status_code, "schon storniert" in again.text) == (409, True)
    assert "Storno von Nr. 1: doppelt" in Page(client.get("/kasse?jahr=2026")).text()


def test_a_charge_and_its_way_back(client: FlaskClient) -> None:
    """A fine without cash stands on the account; what is wrong in it is said at its field; it can be taken back."""
    wrong = client.post("/kasse/konten/1", data={"kind": "fine", "amount": "x", "text": "zu spät"})
    assert (wrong.status_code, Page(wrong).inputs["text"]) == (422, ["zu spät"])
    charged = {"kind": "fine", "amount": "2", "text": "zu spät"}
    assert client.post("/kasse/konten/1", data=charged).status_code == 303
    assert "Schuldet dem Verein 2,00" in Page(client.get("/kasse/konten/1")).text()
    assert client.post("/kasse/konten/bewegungen/1/zuruecknehmen", data={"reason": "war da"}).status_code == 303
    assert "Kontostand 0,00" in Page(client.get("/kasse/konten/1")).text()
    again = client.post("/kasse/konten/bewegungen/1/zuruecknehmen", data={"reason": "x"})
    assert (again.status_code, "schon zurückgenommen" in again.text) == (409, True)


def test_counting_without_a_script(app: Flask, client: FlaskClient) -> None:
    """One button adds the coins up and writes nothing; the other keeps the counting, with its difference."""
    client.post("/kasse/neu", data=ENTRY | {"kind": "fee", "amount": "20"})
    coins = ["0"] * 12 + ["", ""]
    coins[8:10] = ["1", "1"]
    after = Page(client.get("/kasse/sturz")).inputs["after"][0]
    added = client.post("/kasse/sturz", data={"pieces": coins, "after": after, "tun": "zaehlen"})
    assert "15,00 € 5,00 € zu wenig" in Page(added).text()
    assert Page(added).inputs["pieces"] == coins
    with app.app_context():
        assert Box().till.counts == ()
    kept = client.post("/kasse/sturz", data={"pieces": coins, "after": after, "note": "hm"}, follow_redirects=True)
    assert "Der Kassensturz ist festgehalten." in kept.text
    with app.app_context():
        assert Box().balance == 1500


def test_a_till_in_which_somebody_booked_meanwhile(client: FlaskClient) -> None:
    """The counting is not kept against another sum than the one that was shown; the page shows the new one."""
    after = Page(client.get("/kasse/sturz")).inputs["after"][0]
    client.post("/kasse/neu", data=ENTRY | {"kind": "fee", "amount": "20"})
    answer = client.post("/kasse/sturz", data={"sum": "20", "after": after})
    page = Page(answer)
    assert (answer.status_code, page.inputs["sum"], page.inputs["after"]) == (422, ["20"], ["1"])
    assert "Inzwischen" in page.text()
    assert client.post("/kasse/sturz", data={"sum": "20", "after": "1"}).status_code == 303


def test_a_year_is_closed_by_two_answers(app: Flask, client: FlaskClient) -> None:
    """The page says what it means, asks again, wants the year typed; after that nothing leads into the year."""
    client.post("/kasse/neu", data=ENTRY | {"date": "2025-03-01", "kind": "fee"})
    assert "Das macht keiner rückgängig" in client.get("/kasse/abschluss/2025").text
    asked = client.post("/kasse/abschluss/2025")
    assert (asked.status_code, "year" in Page(asked).inputs) == (409, True)
    wrong = client.post("/kasse/abschluss/2025", data={"year": "2024"})
    assert (wrong.status_code, "year-errors" in Page(wrong).ids) == (422, True)
    closed = client.post("/kasse/abschluss/2025", data={"year": "2025"}, follow_redirects=True)
    assert "Das Jahr 2025 ist abgeschlossen." in closed.text
    refused = client.post("/kasse/neu", data=ENTRY | {"date": "2025-04-01"})
    assert (refused.status_code, "date-errors" in Page(refused).ids) == (422, True)
    running = client.post(f"/kasse/abschluss/{datetime.now(UTC).year}", data={"year": ""})
    assert (running.status_code, "noch nicht vorbei" in running.text) == (409, True)
    assert "Vortrag aus 2025" in Page(client.get("/kasse?jahr=2026")).text()
    with app.app_context():
        verify_log(db.session)


def test_the_log_says_it_in_words(app: Flask, client: FlaskClient) -> None:
    """Everything that is done with the box stands in the log, with amounts and who it was about."""
    with app.app_context():
        filled(Box(), 1)
    text = Page(client.get("/protokoll")).text()
    for words in (
        "ins Kassenbuch eingetragen",
        "im Kassenbuch storniert",
        "Kassenjahr abgeschlossen",
        "Kasse gezählt",
        "Konto ohne Bargeld gebucht",
        "Essen und Trinken: −20,00 €",
        "Soll 95,00 €, Ist 90,00 €",
        "Bestand 80,00 €",
    ):
        assert words in text, words
    assert "/kasse/buchungen/4" in Page(client.get("/protokoll")).links
