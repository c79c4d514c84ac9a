"""A sheet of 300 games: what is shown of it, what it asks of the database, and what it weighs on the wire."""

import re
from random import Random
from typing import Any

import pytest
from flask import Flask, Response
from playwright.sync_api import Browser, Page, expect

from scorebook.web.lines import NEWEST
from tests.actions import SAUSPIEL, Table
from tests.actions import Page as Shown
from tests.book import Book
from tests.test_browser_shell import TIMEOUT, WAITS
from tests.test_scale import statements

GAMES = 300
NAMES = ("Maximilian von Oberwallenstadt", "Änne Größwang", "Xaver Hinterwimmer", "Zenzi aus der Au")
MOST = 100 * 1024
"""Bytes that a sheet may have on the wire, with all that it takes."""
expect.set_options(timeout=TIMEOUT)


def a_game(random: Random) -> dict[str, Any]:
    """Make up a game as people play them: most are Sauspiele, some with Klopfer or a Kontra."""
    seats = random.sample(range(4), 4)
    game: dict[str, Any] = {"declarer": seats[0], "augen": random.randint(31, 91)}
    game |= {"klopfer": sorted(seats[1 : 1 + random.choice((0, 0, 1, 2))]), "stoss": random.choice((0, 0, 0, 1))}
    if random.random() < 0.7:
        return game | {"contract": "sauspiel", "partner": seats[1], "called": random.choice(("eichel", "gras"))}
    if random.random() < 0.5:
        return game | {"contract": "wenz"}
    return game | {"contract": "solo", "suit": random.choice(("eichel", "gras", "herz", "schellen"))}


def filled(app: Flask, games: int) -> str:
    """Give the address of a sheet with so many games."""
    random = Random(games)
    with app.app_context():
        book = Book(app)
        sheet = book.start(NAMES).sheet_id
        for _ in range(games):
            book.record(sheet, a_game(random))
    return f"/listen/{sheet}"


def shown(page: str) -> list[int]:
    """Give the numbers of the games that a page lists."""
    return [int(number) for number in re.findall(r'<tr>\s*<td class="number">(\d+)</td>', page)]


def test_a_page_shows_the_newest_games_and_all_on_demand(app: Flask) -> None:
    """The list is as long as anybody reads, its totals are those of all games, and one tap shows every game."""
    table = Table(app.test_client())
    with app.app_context():
        book = Book(app)
        for _ in range(NEWEST):
            book.record(1, {"contract": "sauspiel", "declarer": 0, "partner": 2, "augen": 74})
    page = table.client.get(table.address)
    assert shown(page.text) == list(range(NEWEST, 0, -1))
    assert "alle=1" not in page.text
    table.recorded(**SAUSPIEL)
    page = table.client.get(table.address)
    assert shown(page.text) == list(range(NEWEST + 1, 1, -1))
    assert f"Alle {NEWEST + 1} Spiele zeigen" in page.text
    link = next(link for link in Shown(page).links if "alle" in link)
    whole = table.client.get(link)
    assert shown(whole.text) == list(range(NEWEST + 1, 0, -1))
    assert table.address in Shown(whole).links
    totals = ["+6,20", "−6,20"] * 2
    assert table.totals() == totals
    assert [text.split()[-1] for text in Shown(whole).text("total").split(" €")[:-1]] == totals


def test_a_form_that_is_refused_shows_no_more(app: Flask) -> None:
    """The page that comes back with errors is no longer than the one that was filled in."""
    table = Table(app.test_client())
    with app.app_context():
        book = Book(app)
        for _ in range(NEWEST + 5):
            book.record(1, {"contract": "all_pass"})
    assert len(shown(table.record(who=None).text)) == NEWEST


def test_the_games_taken_back_and_corrected_count_as_shown(app: Flask) -> None:
    """A corrected game is one line of the list and no second; one that was taken back is a line as well."""
    table = Table(app.test_client())
    games = [table.recorded(**SAUSPIEL) for _ in range(3)]
    with app.app_context():
        book = Book(app)
        book.correct(games[0], {"contract": "all_pass"})
        book.cancel(games[1])
        for _ in range(NEWEST - 3):
            book.record(1, {"contract": "all_pass"})
    page = table.client.get(table.address).text
    assert page.count('class="game"') == NEWEST
    assert "alle=1" not in page
    table.recorded(**SAUSPIEL)
    page = table.client.get(table.address).text
    assert page.count('class="game"') == NEWEST
    assert "korrigiert" not in page
    assert "storniert" in page


def test_a_page_grows_with_the_games_that_it_shows(app: Flask) -> None:
    """With ten times the games the page has the same size, to a few digits, and asks the database as often."""
    client = app.test_client()
    sizes, asked = [], []
    for games in (NEWEST + 1, GAMES):
        address = filled(app, games)
        with statements(app) as seen:
            sizes.append(len(client.get(address).data))
        asked.append(len(seen))
    assert sizes[1] < sizes[0] * 1.03
    assert asked[0] == asked[1]


@pytest.fixture
def visitor(page: Page) -> Page:
    """Give a browser that was never here."""
    page.set_default_timeout(TIMEOUT)
    return page


def test_a_sheet_is_light_on_the_wire(visitor: Page, live_app: Flask, live_server: str) -> None:
    """A browser that was never here loads a sheet of 300 games with all it takes in at most 100 KB."""
    address, wire = filled(live_app, GAMES), weighing(visitor)
    visitor.goto(live_server + address)
    expect(visitor.locator("a.game")).to_have_count(NEWEST)
    visitor.wait_for_load_state("networkidle")
    assert {"Document", "Stylesheet", "Script"} <= set(wire)
    assert sum(wire.values()) <= MOST, wire


@pytest.mark.browser_context_args(service_workers="allow")
def test_the_worker_is_light_too(page: Page, live_app: Flask, live_server: str) -> None:
    """With all styles and scripts, which it keeps for later, a first visit has no more than 100 KB either."""
    address, sent = filled(live_app, GAMES), []

    def weigh(response: Response) -> Response:
        body = 0 if response.status_code == 304 else len(response.get_data())
        sent.append(body + len(str(response.headers)))
        return response

    live_app.after_request_funcs[None].insert(0, weigh)
    page.goto(live_server + address)
    page.evaluate(WAITS)
    page.wait_for_load_state("networkidle")
    assert len(sent) > 10
    assert sum(sent) <= MOST


def test_the_second_time_it_is_lighter_still(visitor: Page, live_app: Flask, live_server: str) -> None:
    """Style and scripts are kept for ever: who opens the sheet again fetches the page alone."""
    address = filled(live_app, 1)
    visitor.goto(live_server + address)
    wire = weighing(visitor)
    visitor.goto(live_server + address)
    expect(visitor.locator("a.game")).to_have_count(1)
    visitor.wait_for_load_state("networkidle")
    assert wire["Document"] > 0
    assert sum(size for kind, size in wire.items() if kind in ("Stylesheet", "Script")) == 0, wire


def weighing(page: Page) -> dict[str, int]:
    """Give where the bytes of each kind are summed up that a page fetches from here on."""
    chrome = page.context.new_cdp_session(page)
    kinds: dict[str, str] = {}
    wire: dict[str, int] = {}

    def ended(event: dict[str, Any]) -> None:
        kind = kinds.get(event["requestId"], "?")
        wire[kind] = wire.get(kind, 0) + event["encodedDataLength"]

    chrome.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["type"]}))
    chrome.on("Network.loadingFinished", ended)
    chrome.send("Network.enable")
    return wire


def test_all_games_are_found_in_a_browser_without_scripts(
    browser: Browser, browser_context_args: dict[str, Any], live_app: Flask, live_server: str
) -> None:
    """The whole list is one tap away, and the form stands above it as before."""
    address = filled(live_app, NEWEST + 9)
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    page = context.new_page()
    page.set_default_timeout(TIMEOUT)
    page.goto(live_server + address)
    page.get_by_role("link", name=f"Alle {NEWEST + 9} Spiele zeigen").click()
    expect(page.locator("a.game")).to_have_count(NEWEST + 9)
    expect(page.get_by_role("button", name="Eintragen")).to_be_visible()
    page.get_by_role("link", name=f"Nur die neuesten {NEWEST} zeigen").click()
    expect(page.locator("a.game")).to_have_count(NEWEST)
    context.close()
