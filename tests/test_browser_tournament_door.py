"""The door of a tournament in a real browser: by the keyboard alone, and without a fault at each answer."""

from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser import faultless, press
from tests.tournaments import hall


def enter(page: Page, *keys: str) -> None:
    """Type texts and keys, and wait for the page that the last Enter leads to."""
    for key in keys:
        if key in ("Tab", "Shift+Tab"):
            page.keyboard.press(key)
        else:
            page.keyboard.insert_text(key)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_by_keyboard_alone(page: Page, live_server: str, live_app: Flask) -> None:
    """A name and Enter, and the cursor is in the line for the next one; a question is answered by keyboard too."""
    hall(live_app, 0, fee=1000, capacity=4)
    page.goto(f"{live_server}/turniere/1/anmeldung")
    name = page.get_by_label("Name", exact=True)
    for number, who in enumerate(("Sepp", "Vroni", "Xaver"), start=1):
        expect(name).to_be_focused()
        enter(page, who)
        expect(page.get_by_role("status").first).to_have_text(f"Nummer {number}: {who}")
    expect(page.locator(".tally")).to_contain_text("30,00 €")
    enter(page, "Sepp")
    expect(name).to_be_focused()
    expect(name).to_have_value("Sepp")
    faultless(page)
    for _step in range(3):  # over the fee and the button to the answers
        page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Jemand anders mit diesem Namen")).to_be_focused()
    enter(page)
    expect(page.get_by_role("status").first).to_contain_text("Nummer 4: Sepp (")
    enter(page, "Zenzi")
    expect(page.get_by_role("status").first).to_have_text("Nummer 5: Zenzi wartet auf einen Platz.")
    faultless(page)


def test_who_is_here_by_keyboard(page: Page, live_server: str, live_app: Flask) -> None:
    """A start number and Enter, and the cursor is there for the next one."""
    hall(live_app, 5)
    page.goto(f"{live_server}/turniere/1/da")
    field = page.get_by_label("Startnummern")
    for number in ("3", "5"):
        expect(field).to_be_focused()
        enter(page, number)
    expect(page.locator(".tally")).to_contain_text("2 von 5 sind da")
    faultless(page)


def test_without_a_fault_where_something_is_asked(page: Page, live_server: str, live_app: Flask) -> None:
    """A list with doubts, a wish and settings that cannot be, and somebody who has paid: no page has a fault."""
    hall(live_app, 6, fee=1000)
    page.goto(f"{live_server}/turniere/1/anmeldung/viele")
    page.get_by_label("Namen").fill("Vroni\nSepp Neu\nSepp Neu\nMaximilian von und zu Oberwallenstadt-L.")
    press(page, "Lesen")
    expect(page.get_by_text("4 Namen gelesen.")).to_be_visible()
    faultless(page)
    page.goto(f"{live_server}/turniere/1/leute")
    page.get_by_label("Startnummern").fill("1, 99")
    press(page, "Notieren")
    expect(page.get_by_role("alert")).to_be_visible()
    faultless(page)
    page.goto(f"{live_server}/turniere/1/leute/2")
    press(page, "Hat bezahlt")
    page.get_by_text("Startgeld zurückgeben").click()
    faultless(page)
    page.goto(f"{live_server}/turniere/neu?art=mannschaft_3x16")
    page.get_by_label("Prozent (1)").fill("viel")
    page.get_by_label("Runden", exact=True).fill("zwei")
    press(page, "Anlegen")
    expect(page.get_by_role("alert")).to_be_visible()
    faultless(page)
