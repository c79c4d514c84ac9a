"""Somebody who is quicker than the scripts of a page: what was typed before they came counts all the same."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.actions import FOUR
from tests.book import Book
from tests.live import served


@pytest.fixture
def address(make_app: Callable[..., Any]) -> Iterator[str]:
    """Serve a book with an evening, and give its address."""
    app = make_app(WTF_CSRF_ENABLED=True)
    with app.app_context():
        Book(app).start(FOUR)
    with served(app) as url:
        yield url


def hold(page: Page, script: str) -> Callable[[], None]:
    """Keep a script on its way until what is given back is called."""
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route(f"**/{script}", keep)

    def release() -> None:
        while not held:
            page.wait_for_event("request")
        for route in held:
            route.continue_()

    return release


def test_a_line_of_a_paper_list_is_checked(page: Page, address: str) -> None:
    """What is wrong in a line that somebody has left stands at its field as soon as the script is there."""
    release = hold(page, "paper.js")
    page.goto(f"{address}/listen/1/papier", wait_until="commit")
    who = page.locator("[data-row] input[name=who]").first
    who.fill("q")
    page.locator("[data-row] input[name=mate]").first.focus()
    release()
    expect(who).to_have_accessible_description("„q“ sitzt hier nicht.")


def test_a_game_is_priced_and_kept(page: Page, address: str) -> None:
    """The price of what was tapped stands there as soon as the script does, and outlives a reload as ever."""
    release = hold(page, "entry.js")
    page.goto(f"{address}/listen/1", wait_until="commit")
    for row, answer in (("who", "Sepp"), ("partner", "Xaver"), ("result", "gewonnen")):
        page.locator(f".row-{row} label").filter(has_text=answer).first.click()
    release()
    expect(page.locator(".book .value")).to_have_text("0,20\N{NO-BREAK SPACE}€")
    page.unroute_all()
    page.reload()
    expect(page.locator("[name=partner]:checked")).to_have_value("2")


def test_house_rules_are_previewed(page: Page, address: str) -> None:
    """The examples beside the rules follow a switch that was changed before the script came."""
    release = hold(page, "preview.js")
    page.goto(f"{address}/regeln/neu?vorlage=bayern_10_20_50", wait_until="commit")
    page.locator("input[name=tarif]").fill("20/40/100")
    release()
    expect(page.locator("[data-previewed]")).to_contain_text("0,40")
