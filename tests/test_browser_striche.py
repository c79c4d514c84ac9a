"""Evenings of Striche in a real browser: the drawing, the pairs, the price; in all sizes and both schemes."""

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.actions import FOUR
from tests.browser import console_of

SIZES = ((360, 740), (820, 1180), (1180, 820))
LONG = "Maximilian von und zu Oberwallenstadt-L."
TIMEOUT = 20_000


def begin(page: Page, server: str, names: tuple[str, ...] = FOUR, rules: str = "Deutscher Schafkopf, Striche") -> None:
    """Start an evening by typing names."""
    page.set_default_timeout(TIMEOUT)
    page.goto(f"{server}/abende/neu")
    for seat, name in enumerate(names):
        page.get_by_label(f"Platz {seat + 1}", exact=True).fill(name)
    page.locator("label.choice", has_text=rules).click()
    page.get_by_role("button", name="Los geht’s").click()
    expect(page.get_by_role("heading", name="Spiele", exact=True)).to_be_visible()


def play(page: Page, contract: str, who: str = "Sepp", augen: str = "120") -> None:
    """Book a game; with all Augen it is a Schwarz."""
    choices = page.get_by_role("radiogroup")
    choices.filter(has=page.locator("[name=who]")).locator("label", has_text=re.compile(rf"^\s*{who}")).click()
    page.locator(f"label.choice:has([value={contract}])").click()
    page.get_by_label("Augen der Spieler").fill(augen)
    if augen == "120":
        page.locator("label.choice:has([name=schwarz])").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Eintragen").click()
    expect(page.get_by_role("status")).to_contain_text("eingetragen")


def agree(page: Page, price: str, per: str = "je Strich") -> None:
    """Say what one costs."""
    page.locator("#preis label.choice", has_text=per).click()
    page.get_by_role("textbox", name="Preis").fill(price)
    with page.expect_navigation():
        page.get_by_role("button", name="So abrechnen").click()


def test_striche_are_drawn_and_paid_without_a_script(
    browser: Browser, browser_context_args: dict[str, Any], live_server: str
) -> None:
    """A pair's head grows stroke by stroke, a Solo parts the pair; a price, mistyped at first, says who pays whom."""
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    page = context.new_page()
    begin(page, live_server)
    expect(page.locator("label.choice", has_text="mit Xaver")).to_contain_text("Sepp")
    play(page, "partnerspiel-herz")
    play(page, "partnerspiel-herz", augen="95")
    expect(page.get_by_role("img", name="1 Schafkopf und 2 Striche (11)")).to_be_visible()
    expect(page.locator(".total .name")).to_have_text(["Sepp + Xaver", "Vroni + Zenzi"])
    assert page.locator(".heads").first.locator(".on").count() == 2
    play(page, "ds_solo-gras", augen="70")
    expect(page.locator(".total .name")).to_have_text(["Sepp", "Vroni + Zenzi", "Xaver"])
    page.get_by_role("link", name="Abrechnen").click()
    agree(page, "O,10")
    expect(page.get_by_role("alert")).to_contain_text("kein Betrag")
    expect(page.get_by_role("textbox", name="Preis")).to_have_value("O,10")
    expect(page.get_by_role("textbox", name="Preis")).to_have_attribute("aria-invalid", "true")
    agree(page, "0,10")
    expect(page.locator(".reckoning")).to_contain_text("12 Striche, Gegner im Schnitt 0: 12 × 0,10 € = 1,20 €")
    expect(page.locator(".transfers li")).to_have_count(3)
    page.get_by_text("Preis ändern").click()
    agree(page, "50", "je Kopf")
    expect(page.locator(".transfers li")).to_have_text([re.compile(r"0,50\s€")] * 2)
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_where_striche_are(page: Page, live_server: str, scheme: str) -> None:
    """Sheet and overview have no fault that axe knows, with and without a price; none scrolls sideways or is small."""
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    faults = console_of(page)
    for names in (FOUR, ("Sepp", LONG, LONG.replace("Max", "Emil"), "Zenzi")):
        begin(page, live_server, names)
        play(page, "partnerspiel-herz")
    play(page, "ds_solo-gras", augen="91")
    page.goto(f"{live_server}/abende/2")
    agree(page, "1,00", "je Kopf")
    begin(page, live_server, rules="Turnier Plus/Minus, Solo 6/2")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for address in ("/listen/1", "/listen/2", "/abende/1", "/abende/2", "/abende/3", "wrong"):
            page.goto(live_server + ("/abende/1" if address == "wrong" else address))
            for summary in page.locator("#preis details:not([open]) > summary").all():
                summary.click()
            if address == "wrong":
                agree(page, "zehn")
                expect(page.get_by_role("alert")).to_be_focused()
            found = Axe().run(page)
            assert found.violations_count == 0, f"{address} {width}\n{found.generate_report()}"
            assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{address} {width}"
            targets = page.locator("#preis :is(.face, .typed, button, summary):visible").all()
            low = [target.inner_text() for target in targets if (target.bounding_box() or {"height": 0})["height"] < 48]
            assert low == [], f"{address} {width}"
            for heads in page.locator(".heads").all():
                box = heads.bounding_box()
                assert box is not None
                assert box["height"] >= 24
                assert 0 <= box["x"] <= box["x"] + box["width"] <= width
    assert [fault for fault in faults if "422" not in fault] == []
