"""House rules in a real browser: made, previewed and kept, with and without a script, on all sizes, in both schemes."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

SIZES = ((360, 740), (820, 1180), (1180, 820))
TIMEOUT = 20_000
expect.set_options(timeout=TIMEOUT)
LONG = "Stammtischregeln vom Oberwallenstädter Wirtshaus am Donnerstag"[:60]


@pytest.fixture
def scriptless(browser: Browser, browser_context_args: dict[str, Any], live_server: str) -> Iterator[Page]:
    """Give a browser without JavaScript."""
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    page = context.new_page()
    page.set_default_timeout(TIMEOUT)
    yield page
    context.close()


def kept(page: Page, server: str) -> None:
    """Make a rule set with a long name."""
    page.goto(f"{server}/regeln/neu?vorlage=bsv_10_50")
    page.get_by_label("Name", exact=True).fill(LONG)
    page.get_by_label("Tarif").fill("10/20/50")
    page.get_by_role("button", name="Sichern").click()
    expect(page.get_by_role("heading", name=LONG)).to_be_visible()


def test_rules_are_made_and_played_without_a_script(scriptless: Page, live_server: str) -> None:
    """From the tariff in one line over preview, error and keeping to an evening by these rules, and a change in it."""
    page = scriptless
    page.goto(f"{live_server}/regeln")
    page.get_by_role("link", name="Eigene Regeln machen").click()
    page.get_by_label("Name", exact=True).fill("Lamm")
    page.get_by_label("Tarif").fill("10/30/60")
    page.keyboard.press("Enter")
    expect(page.get_by_text("30 Grundpreis = 0,30").first).to_be_visible()
    page.get_by_role("heading", name="Laufende", exact=True).click()
    page.get_by_label("Laufende ab", exact=True).fill("99")
    page.get_by_role("button", name="Sichern").click()
    page.get_by_role("alert").get_by_role("link", name="Laufende ab").click()
    expect(page.get_by_label("Laufende ab", exact=True)).to_have_value("99")
    page.get_by_label("Laufende ab", exact=True).fill("2")
    page.get_by_role("button", name="Sichern").click()
    expect(page.get_by_role("heading", name="Lamm")).to_be_visible()
    page.get_by_role("link", name="Neuer Abend").click()
    for seat, name in enumerate(("Sepp", "Vroni", "Xaver", "Zenzi")):
        page.get_by_label(f"Platz {seat + 1}", exact=True).fill(name)
    page.locator("label.choice", has_text="Lamm").click()
    page.get_by_role("button", name="Los geht’s").click()
    expect(page.locator("[data-default] + .face")).to_contain_text("0,30")
    page.get_by_role("link", name="Regeln", exact=True).click()
    expect(page.get_by_role("heading", name="Was sticht was")).to_be_visible()
    page.get_by_role("link", name="Regeln ändern").click()
    page.locator("label.choice", has_text="Bayerisch 10/20/50").click()
    page.get_by_role("button", name="So weiterspielen").click()
    expect(page.locator("[data-default] + .face")).to_contain_text("0,20")


def test_the_examples_follow_the_switches(page: Page, live_server: str) -> None:
    """While something is tapped or typed, the sums and the differences beside it change; nothing has to be sent."""
    page.set_default_timeout(TIMEOUT)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{live_server}/regeln/neu?vorlage=bayern_10_20_50")
    page.get_by_label("Tarif").press_sequentially("10/40/80")
    expect(page.locator("[data-previewed]")).to_contain_text("40 Grundpreis = 0,40")
    page.keyboard.press("Tab")
    expect(page.locator("[name='base.sauspiel']")).to_have_value("40")
    expect(page.get_by_label("Tarif")).to_have_value("")
    page.get_by_role("heading", name="Laufende", exact=True).click()
    page.get_by_label("Laufende ab", exact=True).fill("2")
    expect(page.locator("[data-previewed] .different")).to_contain_text("Laufende ab")
    expect(page.locator("[name='base.sauspiel']")).to_have_value("40")
    page.get_by_label("Laufende ab", exact=True).fill("viele")
    page.get_by_role("button", name="Sichern").click()
    expect(page.get_by_role("alert")).to_contain_text("Laufende ab")
    assert faults == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_rules(page: Page, live_server: str, scheme: str) -> None:
    """No page of the house rules has a fault that axe knows or scrolls sideways; what is tapped is 48 pixels high."""
    page.set_default_timeout(TIMEOUT)
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    kept(page, live_server)
    page.goto(f"{live_server}/abende/neu")
    for seat, name in enumerate(("Sepp", "Vroni", "Xaver", "Zenzi")):
        page.get_by_label(f"Platz {seat + 1}", exact=True).fill(name)
    page.get_by_role("button", name="Los geht’s").click()
    expect(page.get_by_role("link", name="Regeln", exact=True)).to_be_visible()
    addresses = (
        "/regeln", "/regeln/1", "/regeln/1/preise", "/regeln/leitfaden_multiplikativ/preise", "/regeln/neu?vorlage=1",
        "/listen/1/regeln", "/listen/1/spielregeln", "/regeln/deutscher_striche",
        "/regeln/turnier_donauries", "wrong",
    )  # fmt: skip
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for address in addresses:
            page.goto(live_server + ("/regeln/neu?vorlage=1" if address == "wrong" else address))
            for summary in page.locator("details:not([open]) > summary").all()[::-1]:
                summary.click()
            if address == "wrong":
                page.locator("[id=laufende-min]").fill("drei")
                page.locator("[id=words-klopfer]").fill("")
                page.get_by_role("button", name="Sichern").click()
                expect(page.get_by_role("alert")).to_be_focused()
            found = Axe().run(page)
            assert found.violations_count == 0, f"{address} {width}\n{found.generate_report()}"
            assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{address} {width}"
            targets = page.locator("main :is(.face, .typed, .plain, select, button, a, summary):visible").all()
            low = [target.inner_text() for target in targets if (target.bounding_box() or {"height": 0})["height"] < 48]
            assert [text for text in low if address != "wrong"] == [], f"{address} {width}"
