"""The page of keys and the page about the API, in a real browser."""

from playwright.sync_api import Page, expect

from tests.browser import console_of, faultless, follow, press


def test_a_key_is_made_and_taken_back(page: Page, live_server: str) -> None:
    """A key is made by hand, shown in sight, and taken back; no state of the page has a fault."""
    page.goto(f"{live_server}/konto/tokens")
    press(page, "Schlüssel machen")
    expect(page.get_by_role("alert")).to_be_focused()
    faultless(page)
    page.get_by_label("Wofür ist er?").fill("Tafel im Keller " + "x" * 40)
    press(page, "Schlüssel machen")
    expect(page.locator(".secret")).to_be_in_viewport()
    expect(page.locator(".secret")).to_contain_text("sb_")
    faultless(page)
    page.locator("summary", has_text="Zurücknehmen").click()
    faultless(page)
    follow(page.get_by_role("button", name="Ja, zurücknehmen"))
    page.get_by_text("1 Schlüssel gilt nicht mehr").click()
    expect(page.get_by_text("zurückgenommen am")).to_be_visible()
    faultless(page)


def test_the_page_about_the_api_is_one_page(page: Page, live_server: str) -> None:
    """It leads to each address within itself, has no script of its own, and asks nobody else for anything."""
    faults = console_of(page)
    page.goto(f"{live_server}/api")
    page.get_by_role("link", name="POST /api/v1/sheets/{sheet_id}/games").click()
    expect(page.get_by_role("heading", name="Ein Spiel eintragen")).to_be_in_viewport()
    expect(page.locator("script:not([src^='/static/'])")).to_have_count(0)
    assert faults == []
