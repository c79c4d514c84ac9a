"""House rules in a real browser: made, previewed and kept, with and without a script, on all sizes, in both schemes."""

from playwright.sync_api import Page, expect

from tests.browser import faultless, follow, press, unfold

LONG = "Stammtischregeln vom Oberwallenstädter Wirtshaus am Donnerstag"[:60]


def test_rules_are_made_and_played_without_a_script(bare: Page, live_server: str) -> None:
    """From the tariff in one line over preview, error and keeping to an evening by these rules, and a change in it."""
    page = bare
    page.goto(f"{live_server}/regeln")
    follow(page.get_by_role("link", name="Eigene Regeln machen"))
    page.get_by_label("Name", exact=True).fill("Lamm")
    page.get_by_label("Tarif").fill("10/30/60")
    page.keyboard.press("Enter")
    expect(page.get_by_text("30 Grundpreis = 0,30").first).to_be_visible()
    page.get_by_role("heading", name="Laufende", exact=True).click()
    page.get_by_label("Laufende ab", exact=True).fill("99")
    press(page, "Sichern")
    page.get_by_role("alert").get_by_role("link", name="Laufende ab").click()
    expect(page.get_by_label("Laufende ab", exact=True)).to_have_value("99")
    page.get_by_label("Laufende ab", exact=True).fill("2")
    page.get_by_role("button", name="Sichern").click()
    expect(page.get_by_role("heading", name="Lamm")).to_be_visible()
    follow(page.get_by_role("link", name="Neuer Abend"))
    for seat, name in enumerate(("Sepp", "Vroni", "Xaver", "Zenzi")):
        page.get_by_label(f"Platz {seat + 1}", exact=True).fill(name)
    page.locator("label.choice", has_text="Lamm").click()
    press(page, "Los geht’s")
    expect(page.locator("[data-default] + .face")).to_contain_text("0,30")
    follow(page.get_by_role("link", name="Regeln", exact=True))
    expect(page.get_by_role("heading", name="Was sticht was")).to_be_visible()
    follow(page.get_by_role("link", name="Regeln ändern"))
    page.locator("label.choice", has_text="Bayerisch 10/20/50").click()
    press(page, "So weiterspielen")
    expect(page.locator("[data-default] + .face")).to_contain_text("0,20")


def test_the_examples_follow_the_switches(page: Page, live_server: str) -> None:
    """While something is tapped or typed, the sums and the differences beside it change; nothing has to be sent."""
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


def test_house_rules_with_a_long_name_are_faultless(page: Page, live_server: str) -> None:
    """Refused with all sections open, and kept: where names and sums are at their longest, nothing is wrong."""
    page.goto(f"{live_server}/regeln/neu?vorlage=bsv_10_50")
    unfold(page)
    page.get_by_label("Name", exact=True).fill(LONG)
    page.locator("[id=laufende-min]").fill("drei")
    page.locator("[id=words-klopfer]").fill("")
    press(page, "Sichern")
    expect(page.get_by_role("alert")).to_be_focused()
    unfold(page)
    faultless(page)
    page.locator("[id=laufende-min]").fill("3")
    page.locator("[id=words-klopfer]").fill("Klopfer")
    page.get_by_label("Tarif").fill("10/20/50")
    press(page, "Sichern")
    expect(page.get_by_role("heading", name=LONG)).to_be_visible()
    faultless(page)
