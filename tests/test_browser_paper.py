"""A list from paper in a real browser: by keyboard alone, with and without a script, on all sizes, in both schemes."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser import console_of

TIMEOUT = 20_000
expect.set_options(timeout=TIMEOUT)
LINES = (("se", "s", "x", "74", "l4"), ("v", "sh", "", "g", "k1 x"), ("z", "w", "", "v", "l2"))


@pytest.fixture
def scriptless(browser: Browser, browser_context_args: dict[str, Any], live_server: str) -> Iterator[Page]:
    """Give a browser without JavaScript."""
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    page = context.new_page()
    page.set_default_timeout(TIMEOUT)
    yield page
    context.close()


def start(page: Page, server: str, *, scripts: bool = True) -> None:
    """Begin an evening, and open the page of a list; its script puts the cursor where the first line begins."""
    page.goto(f"{server}/abende/neu")
    for place, name in enumerate(("Sepp", "Vroni", "Xaver", "Zenzi")):
        page.locator("input[name=names]").nth(place).fill(name)
    page.get_by_role("button", name="Los geht").or_(page.locator("form button.main")).first.click()
    page.get_by_role("link", name="Liste vom Papier").click()
    expect(page.get_by_role("heading", name="Liste vom Papier")).to_be_visible()
    if scripts:
        expect(line(page, 1).locator("input[name=who]")).to_be_focused()


def typed(page: Page, line: tuple[str, ...], *, end: str = "Enter") -> None:
    """Type a line where the focus is, with Tab from field to field."""
    for place, text in enumerate(line):
        if place:
            page.keyboard.press("Tab")
        page.keyboard.type(text)
    page.keyboard.press(end)


def line(page: Page, number: int) -> Any:
    """Give the part of the page that is a line, from 1 on."""
    return page.locator("[data-row]").nth(number - 1)


def test_a_list_is_typed_by_keyboard_alone(page: Page, live_server: str) -> None:
    """Tab and Enter from the first letter to the recorded list; each line says at once what it is worth."""
    said = console_of(page)
    start(page, live_server)
    for one in LINES:
        typed(page, one)
    expect(line(page, 1).locator(".says")).to_contain_text("= 0,60 €")
    expect(line(page, 2).locator(".says")).to_contain_text("= 2,00 €")
    expect(line(page, 4).locator("input[name=who]")).to_be_focused()
    expect(page.locator("[data-sums] .after")).to_contain_text("0,70")
    page.keyboard.press("Enter")  # an empty line, and nothing below: that was the list
    expect(page.get_by_role("button", name="Alles eintragen")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("3 Spiele eingetragen.")).to_be_visible()
    assert said == []


def test_a_wrong_field_is_marked_when_it_is_left_and_not_before(page: Page, live_server: str) -> None:
    """What is wrong stands at its field as soon as somebody goes on, and goes when it is mended."""
    start(page, live_server)
    page.keyboard.type("q")
    page.keyboard.press("Tab")
    who, mate = line(page, 1).locator("input[name=who]"), line(page, 1).locator("input[name=mate]")
    expect(who).to_have_attribute("aria-invalid", "true")
    expect(who).to_have_accessible_description("„q“ sitzt hier nicht.")
    expect(mate).not_to_have_attribute("aria-invalid", "true")
    typed(page, ("s", "", "g"))
    expect(mate).to_have_accessible_description("Mit wem?")
    who.fill("z")
    mate.fill("v")
    expect(who).not_to_have_attribute("aria-invalid", "true")
    expect(line(page, 1)).to_have_attribute("data-state", "ok")
    expect(mate).to_have_value("v")


def test_the_paper_is_checked_while_it_is_typed(page: Page, live_server: str) -> None:
    """A number that agrees passes, one that does not is told in both numbers, and asked about."""
    start(page, live_server)
    typed(page, (*LINES[0], "0,60", "-0,60"))
    expect(line(page, 1).locator(".says")).to_contain_text("passt")
    typed(page, (*LINES[1], "", "5,20"))
    expect(line(page, 2)).to_contain_text("Auf dem Papier steht 5,20, gerechnet 5,40.")
    page.get_by_role("button", name="Alles eintragen").click()
    expect(page.get_by_text("Bitte nachsehen: 2")).to_be_visible()
    page.get_by_label("Stimmt so, trotzdem eintragen").check()
    page.get_by_role("button", name="Alles eintragen").dblclick()
    expect(page.get_by_text("2 Spiele eingetragen.")).to_be_visible()
    expect(page.locator("a.game")).to_have_count(2)


def test_thirty_games_need_no_more_than_enter(page: Page, live_server: str) -> None:
    """A new line is there whenever the last one is reached; all are recorded, in order."""
    start(page, live_server)
    for number in range(30):
        typed(page, LINES[number % 3])
    assert page.locator("[data-row]").count() >= 31
    expect(line(page, 30).locator(".says")).to_contain_text("Wenz")
    expect(line(page, 30).locator("[data-number]")).to_have_text("30")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_text("30 Spiele eingetragen.")).to_be_visible()
    expect(page.locator("a.game")).to_have_count(30)


def test_without_a_script_enter_checks_and_all_is_recorded(scriptless: Page, live_server: str) -> None:
    """The button "Prüfen" is what Enter presses; what is wrong stands at its field, and nothing typed is lost."""
    page = scriptless
    start(page, live_server, scripts=False)
    page.locator("input[name=who]").first.focus()
    typed(page, LINES[0])
    expect(line(page, 1).locator(".says")).to_contain_text("= 0,60 €")
    expect(line(page, 2).locator("input[name=who]")).to_be_focused()
    typed(page, ("q", "w", "", "v", ""))
    expect(line(page, 2)).to_contain_text("„q“ sitzt hier nicht.")
    line(page, 2).locator("input[name=who]").fill("z")
    page.get_by_role("button", name="Alles eintragen").click()
    expect(page.get_by_text("2 Spiele eingetragen.")).to_be_visible()


def test_a_second_tablet_records_meanwhile(page: Page, live_server: str) -> None:
    """The list is kept and told about the other game; sent again it comes after that."""
    start(page, live_server)
    typed(page, LINES[0])
    other = page.context.new_page()
    other.goto(page.url.removesuffix("/papier"))
    other.get_by_label("Alle weiter").check()
    other.get_by_role("button", name="Eintragen").last.click()
    expect(other.get_by_text("Spiel 1 eingetragen")).to_be_visible()
    page.get_by_role("button", name="Alles eintragen").click()
    expect(page.get_by_text("Inzwischen steht schon Spiel 1 in der Liste.")).to_be_visible()
    expect(line(page, 1).locator("input[name=end]")).to_have_value("74")
    page.get_by_role("button", name="Alles eintragen").click()
    expect(page.get_by_text("Ein Spiel eingetragen.")).to_be_visible()
    expect(page.locator("a.game")).to_have_count(2)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1180])
def test_axe_finds_nothing(page: Page, live_server: str, width: int, scheme: Any) -> None:
    """With prices, a question, mistakes and empty lines, and on the page that asks for a blank list; none too wide."""
    page.set_viewport_size({"width": width, "height": 820})
    page.emulate_media(color_scheme=scheme)
    start(page, live_server)
    typed(page, (*LINES[0], "9,99"))
    typed(page, ("q", "s", "", "140", "qq", "zwei"))
    page.get_by_role("button", name="Prüfen").last.click()
    expect(page.locator("[aria-invalid]")).to_have_count(5)
    for _page in range(2):
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.goto(f"{live_server}/regeln/bsv_10_50/spielliste.pdf?spieler=9&seiten=x")
