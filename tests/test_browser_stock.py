"""The end of a Stock in a real browser: asked, answered, offered again."""

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.book import PASSED, WITH_STOCK, Book
from tests.browser import faultless, press


@pytest.fixture
def overview(make_app: Callable[..., Flask], live_server: str) -> str:
    """Give the address of an evening with 0,80 € in its Stock; another has kept one of that size."""
    app = make_app()
    with app.app_context():
        book = Book(app)
        for end in ("kept", ""):
            started = book.start_with(WITH_STOCK)
            book.record(started.sheet_id, PASSED)
            if end:
                book.end(started.evening_id, {started.sheet_id: end})
    return f"{live_server}/abende/{started.evening_id}"


def test_the_question_is_asked_and_answered_by_keyboard(page: Page, overview: str) -> None:
    """Without an answer the reason has the focus and leads to the choices; Space and Enter end the evening."""
    page.goto(overview)
    faultless(page)
    press(page, "Abend beenden")
    expect(page.locator(".summary")).to_be_focused()
    faultless(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_text("aufgeteilt (je 0,20 €)").first).to_be_visible()
    faultless(page)
    page.goto(overview.rpartition("/")[0] + "/neu")
    expect(page.get_by_label("0,80 € mitnehmen")).to_be_checked()
    faultless(page)
