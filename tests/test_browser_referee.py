"""The referee in a real browser, on a phone: typed quickly, ruled on, printed, and taken into the game."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.actions import FOUR
from tests.test_browser import Pub

TRICKS = ("g8 gk g7 g9", "eo eu h7 hs", "e7 gs ek es")


def sound(page: Page) -> None:
    """Hold the page to what every page promises: nothing scrolls sideways, no fault of access, room for fingers."""
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for target in page.locator("main :is(.face, .typed, button, .button, summary):visible").all():
        box = target.bounding_box()
        assert box is not None
        assert min(box["height"], box["width"]) >= 48, target.inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_dispute_on_a_phone(page: Page, live_server: str, scheme: str) -> None:
    """From the game to the ruling, its paper and the correction that books it, all on a phone."""
    pub = Pub(page, live_server)
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": 360, "height": 740})
    pub.start(FOUR)
    pub.sauspiel()
    expect(page.get_by_role("status")).to_contain_text("Spiel 1 eingetragen")
    page.locator("a.game").first.click()
    page.get_by_role("link", name="Regelverstoß prüfen").click()
    sound(page)
    pub.tap("Trumpf oder gerufen", "Gras")
    pub.tap("Wer kommt heraus?", "Sepp")
    page.get_by_role("textbox", name="Stich 1").fill("g8 gk gx g9")
    page.get_by_role("textbox", name="Stich 1").press("Enter")
    expect(page.locator("#tricks-0-errors")).to_contain_text("eine Karte „gx“ gibt es nicht")
    expect(page.get_by_role("alert")).to_be_focused()
    sound(page)
    for number, line in enumerate(TRICKS, 1):
        page.get_by_role("textbox", name=f"Stich {number}").fill(line)
    page.get_by_role("button", name="Prüfen").click()
    expect(page.get_by_role("status")).to_have_text(
        "Xaver hat in Stich 1 Gras-Sau nicht zugegeben, die Karte war gesucht."
    )
    expect(page.get_by_role("textbox", name="Stich 1")).to_have_value(TRICKS[0])
    sound(page)
    page.get_by_label("Wer entscheidet?").fill("Huber")
    paper = page.evaluate(
        "async () => { const form = document.querySelector('.deciding');"
        " const answer = await fetch(form.action + '?' + new URLSearchParams(new FormData(form)));"
        " return [answer.status, answer.headers.get('content-type')]; }"
    )
    assert paper == [200, "application/pdf"]
    page.get_by_role("button", name="Ins Spiel eintragen").click()
    expect(page.get_by_label("Warum?")).to_have_value("Schiedsrichter Huber: gesuchte Sau nicht zugegeben")
    page.get_by_role("button", name="Korrigieren").click()
    expect(page.get_by_role("status")).to_contain_text("Spiel 1 korrigiert")
    expect(page.locator(".games")).to_contain_text("Regelverstoß Xaver (gesuchte Sau nicht zugegeben)")
    assert [said for said in pub.strangers if "422" not in said] == []


def test_without_a_script(browser: Browser, browser_context_args: dict[str, Any], live_server: str) -> None:
    """The page needs no script: chosen, typed and sent by Enter alone, with the ruling on top."""
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    pub = Pub(context.new_page(), live_server)
    pub.page.goto(f"{live_server}/schiedsrichter")
    pub.tap("Was?", "Wenz")
    pub.tap("Wer kommt heraus?", "Platz 2")
    pub.page.get_by_role("textbox", name="Stich 1").fill("GS G7 H9 G8")
    hand = pub.page.get_by_role("group", name="Hände").get_by_label("Platz 4")
    hand.fill("G9 E7 E8 E9 EK S7 S8")
    hand.press("Enter")
    expect(pub.page.get_by_role("status")).to_have_text("Platz 4 hat in Stich 1 nicht bedient.")
    expect(pub.page.locator(".case .playing")).to_have_count(1)
    context.close()
