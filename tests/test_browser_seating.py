"""The seats in a real browser, on a phone: who comes, goes and swaps, in two taps from the sheet."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.actions import FOUR
from tests.test_browser import LONG, TIMEOUT, Pub


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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_seats_are_drawn_on_a_phone(page: Page, live_server: str, scheme: str) -> None:
    """From the names to the first game at 360 pixels: by the tablet and by hand, all by tapping; axe finds nothing."""
    page.set_default_timeout(TIMEOUT)
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{live_server}/abende/neu")
    names = (*FOUR[:3], LONG)
    for seat, name in enumerate(names):
        page.get_by_label(f"Platz {seat + 1}", exact=True).fill(name)
    page.get_by_label("Plätze und Geber losen wir aus").check()
    page.get_by_role("button", name="Los geht’s").click()
    fits(page)
    page.get_by_role("button", name="Das Tablet zieht").click()
    expect(page.locator(".lot .playing")).to_have_count(4)
    fits(page)
    first = page.locator(".lot").first
    opposite = page.locator(".lot").nth(2)
    assert first.bounding_box()["y"] < opposite.bounding_box()["y"]
    assert first.bounding_box()["x"] == opposite.bounding_box()["x"]
    page.get_by_text("Stimmt eine Karte nicht?").click()
    for name, card in zip(names, ("Herz-Acht", "Eichel-Sau", "Eichel-Sau", "Gras-Ober"), strict=True):
        page.get_by_label(name).select_option(card)
    page.get_by_role("button", name="So haben wir gezogen").click()
    expect(page.get_by_role("alert")).to_contain_text("Xaver: Eichel-Sau hat schon Vroni.")
    fits(page)
    page.get_by_label("Xaver").select_option("Schellen-Sau")
    page.get_by_role("button", name="So haben wir gezogen").click()
    expect(page.locator(".lot").first).to_contain_text("Vroni gibt")
    page.get_by_role("button", name="So sitzen wir jetzt").click()
    expect(page.get_by_role("status")).to_contain_text(f"Vroni – Xaver – {LONG} – Sepp. Vroni gibt zuerst.")


def fits(page: Page) -> None:
    """Nothing scrolls sideways, every target is large enough for a thumb, and axe finds nothing."""
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for target in page.locator("main :is(.face, .typed, button, a.button, details > summary):visible").all():
        box = target.bounding_box()
        assert box is not None
        assert min(box["height"], box["width"]) >= 48, target.inner_text()
