"""The seats in a real browser, on a phone: who comes, goes and swaps, in two taps from the sheet."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.actions import FOUR
from tests.test_browser import LONG, Pub

pytestmark = pytest.mark.xdist_group("browser")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_table_on_a_phone(page: Page, live_server: str, scheme: str) -> None:
    """Two come, one goes, all by tapping at 360 pixels: nothing scrolls sideways, axe finds nothing."""
    pub = Pub(page, live_server)
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": 360, "height": 740})
    pub.start((*FOUR, LONG))
    for name in ("Kathi", "Toni"):
        page.get_by_role("link", name="Plätze").click()
        page.get_by_label("Wer kommt?").fill(name)
        page.get_by_label("sitzt links von").select_option("Vroni")
        page.get_by_role("button", name="Kommt dazu").click()
        expect(page.get_by_role("status")).to_contain_text(f"Ab Spiel 1 sitzt {name} mit am Tisch.")
    page.get_by_role("link", name="Plätze").click()
    expect(page.locator(".seat .who")).to_contain_text(["Sepp", "Vroni", "Toni", "Kathi", "Xaver", "Zenzi", LONG])
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_text("Alle setzen sich neu").click()
    for target in page.locator("main :is(.face, .typed, button, a, summary):visible").all():
        box = target.bounding_box()
        assert box is not None
        assert min(box["height"], box["width"]) >= 48, target.inner_text()
    page.get_by_role("button", name="Toni geht").click()
    expect(page.get_by_role("status")).to_contain_text("Vroni – Kathi – Xaver")
    page.get_by_role("link", name="Plätze").click()
    page.get_by_role("button", name="Letzte Runde ansagen").click()
    expect(page.get_by_role("status")).to_contain_text("Letzte Runde: noch 6 Spiele")
    page.get_by_role("link", name="Plätze").click()
    page.get_by_role("button", name="Kommt dazu").click()
    expect(page.get_by_role("alert")).to_contain_text("Hier fehlt ein Name.")
    assert Axe().run(page).violations_count == 0
    page.get_by_role("link", name="Weiteren Tisch aufmachen").click()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert [said for said in pub.strangers if "422" not in said] == []


def test_a_fifth_name_fits_on_a_phone(page: Page, live_server: str) -> None:
    """With the seats for more than four open, a new evening does not scroll sideways, also with wrong names."""
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{live_server}/abende/neu")
    page.get_by_text("Ihr seid mehr als vier?").click()
    expect(page.get_by_label("Zu sechst und zu siebt setzen aus")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_label("Platz 5", exact=True).fill("Toni")
    page.get_by_role("button", name="Los geht’s").click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
