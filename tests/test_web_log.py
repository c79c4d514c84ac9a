"""The page of the log: who did what and when, for those who may read it."""

from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.actions import Page
from tests.book import PASSED, SAUSPIEL, WITH_STOCK, Book
from tests.doors import browser


def test_the_page_tells_what_was_done(app: Flask, client: FlaskClient) -> None:
    """The newest first: number, what, who, amounts by name, what became of later games, and the way to the thing."""
    with app.app_context():
        book = Book(app)
        begun = book.start_with(WITH_STOCK)
        first = book.record(begun.sheet_id, PASSED).game.uuid
        book.record(begun.sheet_id, SAUSPIEL)
        book.actor = replace(book.actor, account_id=1)
        book.cancel(first)
        book.swap(begun.sheet_id, "Sepp", "Vroni")
    page = Page(client.get("/protokoll"))
    told = page.text("log")
    assert told.startswith("6Plätze getauscht Liste 1 vorher: Leute: Sepp, Vroni, Xaver, Zenzi → jetzt: Leute: Vroni,")
    assert (
        "5Spiel storniert zum Spiel vorher: Spiel 1: Sepp −0,20 €, Vroni −0,20 €, Xaver −0,20 €, Zenzi −0,20 €; "
        "Stock: 0,80 € → jetzt: Spiel 2: +0,60 −0,20 +0,60 −0,20 → +0,20 −0,20 +0,20 −0,20; "
        "spätere Spiele geändert: 1"
    ) in told
    assert "Kommando am Rechner" in told
    assert "· Tisch" in told
    assert "Regelsatz: Hausregeln" in told
    assert f"/spiele/{first}" in page.links
    assert {"/abende/1", "/listen/1", "/regeln/1"} <= set(page.links)
    for link in ("/regeln/1", "/listen/1"):
        assert client.get(link).status_code == 200


def test_the_page_goes_by_pages_and_by_who(app: Flask, client: FlaskClient) -> None:
    """Fifty rows at a time, by number; those of one alone, or of one kind, keep that when one goes on."""
    with app.app_context():
        book = Book(app)
        sheet = book.start().sheet_id
        for _ in range(60):
            book.record(sheet, PASSED)
        book.actor = replace(book.actor, account_id=1)
        book.record(sheet, PASSED)
    assert "62Spiel eingetragen" in Page(client.get("/protokoll")).text("log")
    page = Page(client.get("/protokoll?wer=machine&was=game.recorded"))
    assert page.text("log").startswith("61Spiel eingetragen")
    assert "/protokoll?vor=12&wer=machine&was=game.recorded" in page.links
    older = Page(client.get("/protokoll?vor=12&wer=machine&was=game.recorded"))
    assert older.text("log-number") == "111098765432"
    assert "/protokoll?wer=machine&was=game.recorded" in older.links
    assert Page(client.get("/protokoll?wer=account:1")).text("log-number") == "62"


@pytest.mark.parametrize(
    "query", ["vor=x", "vor=-1", "vor=99999999999999999999", "wer=%00", "was=%FF", "wer=" + "x" * 999]
)
def test_nothing_asked_of_the_page_breaks_it(client: FlaskClient, query: str) -> None:
    """What names no row shows none, or all."""
    assert client.get(f"/protokoll?{query}").status_code == 200


@pytest.mark.parametrize(("role", "status"), [("treasurer", 200), ("director", 200), ("scorer", 403), ("viewer", 403)])
def test_the_page_is_for_those_who_may(app: Flask, role: str, status: int) -> None:
    """Who may read the log does; others are told that they may not."""
    assert browser(app, role).get("/protokoll").status_code == status


def test_whose_name_is_gone_stands_there_without_it(app: Flask, client: FlaskClient) -> None:
    """A row keeps saying which account it was, by the name that it has now."""
    with app.app_context():
        leaving = browser(app, "viewer", name="Resi")
    assert "· Resi" in Page(client.get("/protokoll")).text("log")
    assert leaving.post("/konto/daten", data={"name": "Resi"}).status_code == 303
    told = Page(client.get("/protokoll")).text("log")
    assert "Resi" not in told
    assert "2Zugang gelöscht Ehemals 2" in told


def test_other_clubs_have_a_log_of_their_own(app: Flask, client: FlaskClient) -> None:
    """Nobody sees what was done in another club."""
    with app.app_context():
        other = Book(app)
        other.actor = other.stranger()
        other.start(("Fremd", "Vroni", "Xaver", "Zenzi"))
    assert "Hier steht noch nichts." in Page(client.get("/protokoll")).text()
