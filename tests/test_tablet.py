"""The kit of the entry form: what its scripts need, for the game that the form is about."""

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorebook.exchange.pricing import price_table_json
from scorebook.rules import preset
from scorebook.web.tablet import words
from scorebook.wording.games import STEPS
from tests.actions import FOUR, SAUSPIEL, Table
from tests.book import PASSED, WITH_STOCK, Book
from tests.doors import browser
from tests.processes import ROOT

SCRIPTS = ROOT / "static" / "js"
ASKED = re.compile(r"\bwords\.(\w+)|\bwords\[")


def kit_address(client: FlaskClient, page: str) -> str:
    """Give the address of the kit that the form of a page names."""
    found = re.search(r'data-kit="([^"]+)"', client.get(page).text)
    assert found
    return unescape(found[1])


def test_the_form_of_a_sheet_names_its_kit(client: FlaskClient) -> None:
    """It holds the prices of the next game, the names by seat, and all texts."""
    table = Table(client, preset="bsv_10_50")
    kit = client.get(kit_address(client, table.address)).json
    assert kit["prices"] == price_table_json(preset("bsv_10_50"))
    assert kit["names"] == list(FOUR)
    assert (kit["stock"], kit["bock"]) == (0, None)
    assert kit["rules"] == {"opposite": ["kreuzspiel", "partnerspiel", "zwangsspiel"]}
    assert kit["figures"]["decimal"] == ","
    assert kit["words"]["times"] == "mal {factor} ({reason})"
    assert set(kit["steps"]) == set(STEPS)


def test_the_kit_speaks_the_language_of_the_page(client: FlaskClient) -> None:
    """Texts and figures are those of the browser's language."""
    address = kit_address(client, Table(client).address)
    kit = client.get(address, headers={"Accept-Language": "en"}).json
    assert (kit["figures"]["decimal"], kit["figures"]["group"]) == (".", ",")
    assert kit["words"]["void"] == "does not count"
    points = client.get(kit_address(client, Table(client, preset="turnier_plusminus").address)).json["figures"]
    assert (points["places"], points["one"].split()[1], points["many"].split()[1]) == (0, "Punkt", "Punkte")


def test_a_browser_that_has_it_gets_it_not_again(client: FlaskClient) -> None:
    """Only its mark travels while nothing changes; whoever else passes it on keeps it not."""
    address = kit_address(client, Table(client, preset="bsv_10_50").address)
    first = client.get(address)
    assert {"private", "no-cache"} <= set(first.headers["Cache-Control"].split(", "))
    again = client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    other = client.get(address, headers={"If-None-Match": first.headers["ETag"], "Accept-Language": "en"})
    assert other.status_code == 200


def test_it_knows_the_stock_and_the_bock_of_the_next_game(app: Flask, client: FlaskClient) -> None:
    """What lies in the Stock, and what the Bock makes of the game, are those after all games that count."""
    with app.app_context():
        book = Book(app)
        sheet = book.start_with(WITH_STOCK).sheet_id
        book.record(sheet, PASSED)
    kit = client.get(f"/listen/{sheet}/tablett.json").json
    assert (kit["stock"], kit["bock"]) == (80, None)


def test_a_bock_that_the_book_counts_is_in_the_kit(app: Flask, client: FlaskClient) -> None:
    """After all passed the next game counts double where the rules say so; before it counts once."""
    with app.app_context():
        book = Book(app)
        sheet = book.start_with({"all_pass": "bock"}).sheet_id
        before = client.get(f"/listen/{sheet}/tablett.json").json
        book.record(sheet, PASSED)
    assert (before["bock"], client.get(f"/listen/{sheet}/tablett.json").json["bock"]) == (1, 2)


@pytest.mark.parametrize("page", ["korrigieren", "davor"])
def test_a_game_of_before_has_the_prices_of_then(client: FlaskClient, page: str) -> None:
    """Who corrects a game, or puts one in before it, sees what it cost by the rules, Stock and names of then."""
    table = Table(client, preset="schafkopf3d_10_20")
    game = table.recorded(**SAUSPIEL)
    assert client.post(f"{table.address}/regeln", data={"rules": "bsv_10_50"}).status_code == 303
    then = client.get(kit_address(client, f"/spiele/{game}/{page}")).json
    now = client.get(kit_address(client, table.address)).json
    assert then["prices"] == price_table_json(preset("schafkopf3d_10_20"))
    assert now["prices"] == price_table_json(preset("bsv_10_50"))


def test_nobody_gets_the_kit_of_another_club(app: Flask, client: FlaskClient) -> None:
    """A sheet that is not there has none; a game of another sheet leads nowhere."""
    table, other = Table(client), Table(client)
    game = other.recorded(**SAUSPIEL)
    assert client.get("/listen/99/tablett.json").status_code == 404
    assert client.get(f"{table.address}/tablett.json?korrigieren={game}").status_code == 404
    assert client.get(f"{table.address}/tablett.json?davor=x").status_code == 404
    assert browser(app, "viewer").get(f"{table.address}/tablett.json").status_code == 200


def test_every_word_of_the_kit_is_said_by_a_script(app: Flask) -> None:
    """A script asks for no word that is not there, and no word is there that none asks for."""
    texts = [script.read_text("utf-8") for script in SCRIPTS.glob("*.js")]
    asked = {found[1] for text in texts if "kit" in text for found in ASKED.finditer(text)}
    with app.test_request_context():
        assert asked == set(words())
