"""The seats in a real browser, on a phone: who comes, goes and swaps, in two taps from the sheet."""

from playwright.sync_api import Page, expect

from tests.actions import FOUR
from tests.browser import faultless, follow, press
from tests.test_browser import LONG, Pub


def test_a_table_on_a_phone(page: Page, live_server: str) -> None:
    """Two come, one goes, all by tapping at 360 pixels: nothing scrolls sideways, axe finds nothing."""
    pub = Pub(page, live_server)
    page.set_viewport_size({"width": 360, "height": 740})
    pub.start((*FOUR, LONG))
    for name in ("Kathi", "Toni"):
        follow(page.get_by_role("link", name="Plätze"))
        page.get_by_label("Wer kommt?").fill(name)
        page.get_by_label("sitzt links von").select_option("Vroni")
        press(page, "Kommt dazu")
        expect(page.get_by_role("status")).to_contain_text(f"Ab Spiel 1 sitzt {name} mit am Tisch.")
    follow(page.get_by_role("link", name="Plätze"))
    expect(page.locator(".seat .who")).to_contain_text(["Sepp", "Vroni", "Toni", "Kathi", "Xaver", "Zenzi", LONG])
    page.get_by_text("Alle setzen sich neu").click()
    faultless(page)
    press(page, "Toni geht")
    expect(page.get_by_role("status")).to_contain_text("Vroni – Kathi – Xaver")
    follow(page.get_by_role("link", name="Plätze"))
    press(page, "Letzte Runde ansagen")
    expect(page.get_by_role("status")).to_contain_text("Letzte Runde: noch 6 Spiele")
    follow(page.get_by_role("link", name="Plätze"))
    press(page, "Kommt dazu")
    expect(page.get_by_role("alert")).to_contain_text("Hier fehlt ein Name.")
    faultless(page)
    assert [said for said in pub.strangers if "422" not in said] == []


def test_a_fifth_name_fits_on_a_phone(page: Page, live_server: str) -> None:
    """With the seats for more than four open, and some of them wrong, a new evening has no fault."""
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{live_server}/abende/neu")
    page.get_by_text("Ihr seid mehr als vier?").click()
    expect(page.get_by_label("Zu sechst und zu siebt setzen aus")).to_be_visible()
    page.get_by_label("Platz 5", exact=True).fill("Toni")
    press(page, "Los geht’s")
    expect(page.get_by_role("alert")).to_be_visible()
    faultless(page)


def test_seats_are_drawn_on_a_phone(page: Page, live_server: str) -> None:
    """From the names to the first game at 360 pixels: by the tablet and by hand, all by tapping; axe finds nothing."""
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{live_server}/abende/neu")
    names = (*FOUR[:3], LONG)
    for seat, name in enumerate(names):
        page.get_by_label(f"Platz {seat + 1}", exact=True).fill(name)
    page.get_by_label("Plätze und Geber losen wir aus").check()
    press(page, "Los geht’s")
    faultless(page)
    press(page, "Das Tablet zieht")
    expect(page.locator(".lot .playing")).to_have_count(4)
    faultless(page)
    first = page.locator(".lot").first
    opposite = page.locator(".lot").nth(2)
    assert first.bounding_box()["y"] < opposite.bounding_box()["y"]
    assert first.bounding_box()["x"] == opposite.bounding_box()["x"]
    page.get_by_text("Stimmt eine Karte nicht?").click()
    for name, card in zip(names, ("Herz-Acht", "Eichel-Sau", "Eichel-Sau", "Gras-Ober"), strict=True):
        page.get_by_label(name).select_option(card)
    press(page, "So haben wir gezogen")
    expect(page.get_by_role("alert")).to_contain_text("Xaver: Eichel-Sau hat schon Vroni.")
    faultless(page)
    page.get_by_label("Xaver").select_option("Schellen-Sau")
    press(page, "So haben wir gezogen")
    expect(page.locator(".lot").first).to_contain_text("Vroni gibt")
    press(page, "So sitzen wir jetzt")
    expect(page.get_by_role("status")).to_contain_text(f"Vroni – Xaver – {LONG} – Sepp. Vroni gibt zuerst.")
