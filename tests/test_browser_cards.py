"""Cards and Laufende in a real browser: typed and tapped without a script; in all sizes and both schemes."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import book, console_of, faultless, follow, press
from tests.cards import CARDS, lines
from tests.test_browser_striche import begin

RULES = "Bayerisch 10/20/50"
LONG = ("Maximilian von und zu Oberwallenstadt-L.", "Vroni", "Xaver", "Zenzi")


def choose(page: Page, name: str, value: str) -> None:
    """Tap an answer."""
    page.locator(f"label.choice:has([name={name}][value='{value}'])").click()


def type_cards(page: Page, tricks: list[str]) -> None:
    """Say who led, and type the tricks in small letters."""
    choose(page, "called", "gras")
    choose(page, "lead", str(CARDS["lead"]))
    for number, line in enumerate(tricks):
        page.locator(f"#trick-{number}").fill(line.lower())


@pytest.fixture
def sheet(bare: Page, live_server: str) -> Page:
    """Give a page without a script, at the sheet of a fresh evening."""
    begin(bare, live_server, rules=RULES)
    return bare


def test_laufende_are_counted_on_the_way(sheet: Page) -> None:
    """From the form to the trumps and back: all that was typed is there, the number with it, and the game is booked."""
    choose(sheet, "who", "0")
    choose(sheet, "partner", "2")
    choose(sheet, "klopfer", "3")
    sheet.get_by_label("Augen der Spieler").fill("94")
    press(sheet, "Wie viele sind das?")
    for code in ("EO", "GO", "HO", "SO"):
        choose(sheet, "held", code)
    press(sheet, "Zählen")
    expect(sheet.get_by_role("status")).to_contain_text("Mit 4: Eichel-, Gras-, Herz-, Schellen-Ober.")
    press(sheet, "So übernehmen")
    expect(sheet.get_by_label("Laufende", exact=True)).to_be_in_viewport()
    expect(sheet.get_by_label("Laufende", exact=True)).to_have_value("mit-4")
    expect(sheet.get_by_label("Augen der Spieler")).to_have_value("94")
    # Enter books the game; it takes nobody on a side trip.
    with sheet.expect_navigation():
        sheet.get_by_label("Augen der Spieler").press("Enter")
    expect(sheet.get_by_role("status")).to_contain_text("Spiel 1 eingetragen: Sauspiel, Sepp + Xaver, 1,40")


def test_cards_are_typed_and_corrected(sheet: Page) -> None:
    """A card that there is not is named at its line; mended, the cards fill the form, and the game shows its tricks."""
    choose(sheet, "who", "0")
    sheet.get_by_text("Mehr …").click()
    press(sheet, "Karten dazu")
    wrong = [line.replace("S8", "S6") for line in lines(CARDS)]
    type_cards(sheet, wrong)
    press(sheet, "Karten lesen")
    expect(sheet.get_by_role("alert")).to_contain_text("Stich 3, 2. Karte, Xaver: eine Karte „s6“ gibt es nicht.")
    expect(sheet.locator("#trick-2")).to_have_attribute("aria-invalid", "true")
    sheet.locator("#trick-2").fill(lines(CARDS)[2])
    press(sheet, "Karten lesen")
    expect(sheet.get_by_role("status").first).to_contain_text("Augen 91")
    press(sheet, "Eintragen")
    follow(sheet.locator("a.game"))
    expect(sheet.locator(".tricks").first).to_be_hidden()
    sheet.get_by_text("Die Karten", exact=True).click()
    expect(sheet.locator(".tricks > li").first).to_contain_text("Stich 1: Sepp, 25 Augen")


def test_cards_are_held_against_a_game(sheet: Page) -> None:
    """Beside what was entered stands what the cards say; with a reason they hold, and the list has their price."""
    choose(sheet, "who", "0")
    choose(sheet, "partner", "2")
    sheet.get_by_label("Augen der Spieler").fill("70")
    press(sheet, "Eintragen")
    follow(sheet.locator("a.game"))
    follow(sheet.get_by_role("link", name="Karten dazu"))
    type_cards(sheet, lines(CARDS))
    press(sheet, "Karten lesen")
    expect(sheet.get_by_role("row", name="Mitspieler")).to_contain_text("widerspricht")
    sheet.get_by_label("Warum?").fill("nachgezählt")
    press(sheet, "Die Karten gelten")
    expect(sheet.get_by_role("status")).to_contain_text("Spiel 1 korrigiert")
    expect(sheet.locator(".total").first).to_contain_text("+0,60")


def test_the_pages_of_cards_are_faultless(page: Page, live_server: str) -> None:
    """Cards and Laufende, refused, read, counted and held against a game: no answer has a fault."""
    faults = console_of(page)
    begin(page, live_server, LONG, RULES)
    choose(page, "who", "0")
    page.get_by_text("Mehr …").click()
    press(page, "Karten dazu")
    type_cards(page, ["EO XX", *lines(CARDS)[1:]])
    page.get_by_text("Aus einer Datei oder als JSON").click()
    faultless(page)
    press(page, "Karten lesen")
    faultless(page)
    page.locator("#trick-0").fill(lines(CARDS)[0])
    press(page, "Karten lesen")
    faultless(page)
    press(page, "Wie viele sind das?")
    faultless(page)
    press(page, "Zählen")
    faultless(page)
    press(page, "Zurück ohne Änderung")
    book(page)
    follow(page.locator("a.game"))
    page.get_by_text("Die Karten", exact=True).click()
    faultless(page)
    follow(page.get_by_role("link", name="Karten prüfen oder ändern"))
    choose(page, "called", "eichel")
    faultless(page)
    press(page, "Karten lesen")
    faultless(page)
    assert [fault for fault in faults if "422" not in fault] == []
