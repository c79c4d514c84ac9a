"""Cards and Laufende in a real browser: typed and tapped without a script; in all sizes and both schemes."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser import console_of
from tests.cards import CARDS, lines
from tests.test_browser_striche import SIZES, begin

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


def press(page: Page, button: str) -> None:
    """Press a button and wait for the page that follows."""
    with page.expect_navigation():
        page.get_by_role("button", name=button, exact=True).click()


@pytest.fixture
def bare(browser: Browser, browser_context_args: dict[str, Any], live_server: str) -> Any:
    """Give a page without a script, at the sheet of a fresh evening."""
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    page = context.new_page()
    begin(page, live_server, rules=RULES)
    yield page
    context.close()


def test_laufende_are_counted_on_the_way(bare: Page) -> None:
    """From the form to the trumps and back: all that was typed is there, the number with it, and the game is booked."""
    choose(bare, "who", "0")
    choose(bare, "partner", "2")
    choose(bare, "klopfer", "3")
    bare.get_by_label("Augen der Spieler").fill("94")
    press(bare, "Wie viele sind das?")
    for code in ("EO", "GO", "HO", "SO"):
        choose(bare, "held", code)
    press(bare, "Zählen")
    expect(bare.get_by_role("status")).to_contain_text("Mit 4: Eichel-, Gras-, Herz-, Schellen-Ober.")
    press(bare, "So übernehmen")
    expect(bare.get_by_label("Laufende")).to_be_in_viewport()
    expect(bare.get_by_label("Laufende")).to_have_value("mit-4")
    expect(bare.get_by_label("Augen der Spieler")).to_have_value("94")
    # Enter books the game; it takes nobody on a side trip.
    with bare.expect_navigation():
        bare.get_by_label("Augen der Spieler").press("Enter")
    expect(bare.get_by_role("status")).to_contain_text("Spiel 1 eingetragen: Sauspiel, Sepp + Xaver, 1,40")


def test_cards_are_typed_and_corrected(bare: Page) -> None:
    """A card that there is not is named at its line; mended, the cards fill the form, and the game shows its tricks."""
    choose(bare, "who", "0")
    bare.get_by_text("Mehr …").click()
    press(bare, "Karten dazu")
    wrong = [line.replace("S8", "S6") for line in lines(CARDS)]
    type_cards(bare, wrong)
    press(bare, "Karten lesen")
    expect(bare.get_by_role("alert")).to_contain_text("Stich 3, 2. Karte, Xaver: eine Karte „s6“ gibt es nicht.")
    expect(bare.locator("#trick-2")).to_have_attribute("aria-invalid", "true")
    bare.locator("#trick-2").fill(lines(CARDS)[2])
    press(bare, "Karten lesen")
    expect(bare.get_by_role("status").first).to_contain_text("Augen 91")
    press(bare, "Eintragen")
    bare.locator("a.game").click()
    expect(bare.locator(".tricks").first).to_be_hidden()
    bare.get_by_text("Die Karten", exact=True).click()
    expect(bare.locator(".tricks > li").first).to_contain_text("Stich 1: Sepp, 25 Augen")


def test_cards_are_held_against_a_game(bare: Page) -> None:
    """Beside what was entered stands what the cards say; with a reason they hold, and the list has their price."""
    choose(bare, "who", "0")
    choose(bare, "partner", "2")
    bare.get_by_label("Augen der Spieler").fill("70")
    press(bare, "Eintragen")
    bare.locator("a.game").click()
    bare.get_by_role("link", name="Karten dazu").click()
    type_cards(bare, lines(CARDS))
    press(bare, "Karten lesen")
    expect(bare.get_by_role("row", name="Mitspieler")).to_contain_text("widerspricht")
    bare.get_by_label("Warum?").fill("nachgezählt")
    press(bare, "Die Karten gelten")
    expect(bare.get_by_role("status")).to_contain_text("Spiel 1 korrigiert")
    expect(bare.locator(".total").first).to_contain_text("+0,60")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_where_cards_are(page: Page, live_server: str, scheme: str) -> None:
    """The pages of cards and Laufende have no fault that axe knows; none scrolls sideways, and no target is small."""
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    faults = console_of(page)
    begin(page, live_server, LONG, RULES)
    choose(page, "who", "0")
    page.get_by_text("Mehr …").click()
    press(page, "Karten dazu")
    type_cards(page, ["EO XX", *lines(CARDS)[1:]])
    page.get_by_text("Aus einer Datei oder als JSON").click()
    look(page, "Karten lesen")
    page.locator("#trick-0").fill(lines(CARDS)[0])
    press(page, "Karten lesen")
    look(page)
    press(page, "Wie viele sind das?")
    look(page, "Zählen")
    page.get_by_role("button", name="Zurück ohne Änderung").click()
    press(page, "Eintragen")
    page.locator("a.game").click()
    page.get_by_text("Die Karten", exact=True).click()
    look(page)
    page.get_by_role("link", name="Karten prüfen oder ändern").click()
    choose(page, "called", "eichel")
    look(page, "Karten lesen")
    assert [fault for fault in faults if "422" not in fault] == []


def look(page: Page, button: str = "") -> None:
    """Let axe look at a page in all sizes, as it is, and after a button was pressed."""
    for pressed in ("", button)[: 1 + bool(button)]:
        if pressed:
            press(page, pressed)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            found = Axe().run(page)
            assert found.violations_count == 0, f"{page.url} {width}\n{found.generate_report()}"
            assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{page.url} {width}"
        for target in page.locator(
            "main :is(.face, .typed, button:not([aria-hidden]), .button, summary, textarea):visible"
        ).all():
            box = target.bounding_box()
            assert box is not None
            assert box["height"] >= 48, f"{page.url} {target.inner_text()}"
