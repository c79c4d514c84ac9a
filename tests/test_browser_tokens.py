"""The page of keys and the page about the API, in a real browser."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser import console_of

SIZES = ((360, 740), (1180, 820))


def look(page: Page, *, targets: str) -> None:
    """Let axe look at a page in all sizes; it scrolls no way but down, and what is tapped is 48 pixels high."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found = Axe().run(page)
        assert found.violations_count == 0, f"{page.url} {width}\n{found.generate_report()}"
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{page.url} {width}"
    low = [
        one.inner_text() for one in page.locator(targets).all() if (one.bounding_box() or {"height": 0})["height"] < 48
    ]
    assert low == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_where_keys_are(page: Page, live_server: str, scheme: str) -> None:
    """A key is made by hand, shown in sight, and taken back; no state of the page has a fault that axe knows."""
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    targets = "main :is(.typed, button, summary):visible"
    page.goto(f"{live_server}/konto/tokens")
    look(page, targets=targets)
    page.get_by_role("button", name="Schlüssel machen").click()
    expect(page.get_by_role("alert")).to_be_focused()
    look(page, targets=targets)
    page.get_by_label("Wofür ist er?").fill("Tafel im Keller " + "x" * 40)
    page.get_by_role("button", name="Schlüssel machen").click()
    expect(page.locator(".secret")).to_be_in_viewport()
    expect(page.locator(".secret")).to_contain_text("sb_")
    look(page, targets=targets)
    page.locator("summary", has_text="Zurücknehmen").click()
    look(page, targets=targets)
    page.get_by_role("button", name="Ja, zurücknehmen").click()
    page.get_by_text("1 Schlüssel gilt nicht mehr").click()
    expect(page.get_by_text("zurückgenommen am")).to_be_visible()
    look(page, targets=targets)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_about_the_api(page: Page, live_server: str, scheme: str) -> None:
    """The page about the API has no fault that axe knows, no script, and asks nobody else for anything."""
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    faults = console_of(page)
    page.goto(f"{live_server}/api")
    look(page, targets=".addresses a")
    page.get_by_role("link", name="POST /api/v1/sheets/{sheet_id}/games").click()
    expect(page.get_by_role("heading", name="Ein Spiel eintragen")).to_be_in_viewport()
    assert page.locator("script").count() == 0
    assert faults == []
