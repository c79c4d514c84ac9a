"""Statistics in a real browser: from a name to its figures, to the games behind them, and back."""

from collections.abc import Callable
from datetime import date

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.book import LOST_SOLO, SAUSPIEL, Book
from tests.browser import faultless, follow

LONG = "Maximilian von und zu Oberwallenstadt-L."
WENZ = {"contract": "wenz", "declarer": 3, "augen": 95, "laufende": 3, "laufende_side": "mit"}


@pytest.fixture
def club(make_app: Callable[..., Flask], live_server: str) -> str:
    """Give the address of a club that played two evenings in 2026."""
    app = make_app()
    with app.app_context():
        book = Book(app)
        for day in (date(2026, 1, 9), date(2026, 2, 6)):
            started = book.start((LONG, "Vroni", "Xaver", "Zenzi"), date=day, place="Lamm")
            for game in (SAUSPIEL, WENZ, LOST_SOLO):
                book.record(started.sheet_id, game)
            book.end(started.evening_id)
    return live_server


def test_from_a_name_to_its_games(page: Page, club: str) -> None:
    """The list, somebody's page, the games of one figure, two head to head: no page has a fault."""
    page.goto(f"{club}/abende/1")
    follow(page.get_by_role("link", name=LONG, exact=True))
    expect(page.get_by_role("heading", name="Nach Spielen")).to_be_visible()
    expect(page.locator(".chart img")).to_be_visible()
    faultless(page)
    follow(page.locator(".parts a.figures").first)
    expect(page.get_by_role("heading", level=2)).to_contain_text("Sauspiel, selbst gespielt")
    faultless(page)
    follow(page.get_by_role("link", name="Zur Statistik"))
    follow(page.get_by_role("rowheader", name="Zenzi").get_by_role("link"))
    expect(page.locator(".duel")).to_contain_text("0 : 2")
    faultless(page)
    follow(page.get_by_role("navigation", name="Seiten").get_by_role("link", name="Zenzi"))
    follow(page.get_by_role("link", name="Leute"))
    faultless(page)


def test_a_year_looked_back_on(page: Page, club: str) -> None:
    """Honours lead to their games and people, the chart has its table; no page has a fault."""
    page.goto(f"{club}/rueckblick")
    faultless(page)
    follow(page.get_by_role("link", name="Jahresrückblick 2026"))
    expect(page.get_by_text("Rote Laterne").first).to_be_visible()
    faultless(page)
    follow(page.get_by_role("link", name="Größtes Spiel"))
    assert "/spiele/" in page.url
