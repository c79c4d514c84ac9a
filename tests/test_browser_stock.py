"""The end of a Stock in a real browser: asked, answered, offered again."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import Page, expect

from tests.book import PASSED, WITH_STOCK, Book


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


def faultless(page: Page) -> None:
    """Look for what axe knows, for sideways scrolling, and for choices that are too small for a finger."""
    assert Axe().run(page).response["violations"] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    for face in page.locator(".offers .face").all():
        box = face.bounding_box()
        assert box is None or box["height"] >= 48


@pytest.mark.parametrize(("scheme", "width"), [("light", 360), ("dark", 1180)])
def test_the_question_is_asked_and_answered_by_keyboard(page: Page, overview: str, scheme: str, width: int) -> None:
    """Without an answer the reason has the focus and leads to the choices; Space and Enter end the evening."""
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(overview)
    faultless(page)
    page.get_by_role("button", name="Abend beenden").click()
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
