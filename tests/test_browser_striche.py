"""Evenings of Striche in a real browser: the drawing, the pairs, the price; in all sizes and both schemes."""

import re

from playwright.sync_api import Page, expect

from tests.actions import FOUR
from tests.browser import SIZES, book, console_of, faultless, follow, press, type_augen, unfold

LONG = "Maximilian von und zu Oberwallenstadt-L."


def begin(page: Page, server: str, names: tuple[str, ...] = FOUR, rules: str = "Deutscher Schafkopf, Striche") -> None:
    """Start an evening by typing names."""
    page.goto(f"{server}/abende/neu")
    for seat, name in enumerate(names):
        page.get_by_label(f"Platz {seat + 1}", exact=True).fill(name)
    page.locator("label.choice", has_text=rules).click()
    press(page, "Los geht’s")
    expect(page.get_by_role("heading", name="Spiele", exact=True)).to_be_visible()


def play(page: Page, contract: str, who: str = "Sepp", augen: str = "120") -> None:
    """Book a game; with all Augen it is a Schwarz."""
    choices = page.get_by_role("radiogroup")
    choices.filter(has=page.locator("[name=who]")).locator("label", has_text=re.compile(rf"^\s*{who}")).click()
    page.locator(f"label.choice:has([value={contract}])").click()
    type_augen(page, augen)
    if augen == "120":
        page.locator("label.choice:has([name=schwarz])").click()
    book(page)
    expect(page.get_by_role("status")).to_contain_text("eingetragen")


def agree(page: Page, price: str, per: str = "je Strich") -> None:
    """Say what one costs."""
    page.locator("#preis label.choice", has_text=per).click()
    page.get_by_role("textbox", name="Preis").fill(price)
    press(page, "So abrechnen")


def test_striche_are_drawn_and_paid_without_a_script(bare: Page, live_server: str) -> None:
    """A pair's head grows stroke by stroke, a Solo parts the pair; a price, mistyped at first, says who pays whom."""
    page = bare
    begin(page, live_server)
    expect(page.locator("label.choice", has_text="mit Xaver")).to_contain_text("Sepp")
    play(page, "partnerspiel-herz")
    play(page, "partnerspiel-herz", augen="95")
    expect(page.get_by_role("img", name="1 Schafkopf und 2 Striche (11)")).to_be_visible()
    expect(page.locator(".total .name")).to_have_text(["Sepp + Xaver", "Vroni + Zenzi"])
    expect(page.locator(".heads").first.locator(".on")).to_have_count(2)
    play(page, "ds_solo-gras", augen="70")
    expect(page.locator(".total .name")).to_have_text(["Sepp", "Vroni + Zenzi", "Xaver"])
    follow(page.get_by_role("link", name="Abrechnen"))
    agree(page, "O,10")
    expect(page.get_by_role("alert")).to_contain_text("kein Betrag")
    expect(page.get_by_role("textbox", name="Preis")).to_have_value("O,10")
    expect(page.get_by_role("textbox", name="Preis")).to_have_attribute("aria-invalid", "true")
    agree(page, "0,10")
    expect(page.locator(".reckoning")).to_contain_text("12 Striche, Gegner im Schnitt 0: 12 × 0,10 € = 1,20 €")
    expect(page.locator(".owed > li")).to_have_count(3)
    page.get_by_text("Preis ändern").click()
    agree(page, "50", "je Kopf")
    expect(page.locator(".owed > li .amount")).to_have_text([re.compile(r"0,50\s€")] * 2)


def test_striche_fit_everywhere(page: Page, live_server: str) -> None:
    """With one name that is long and with two, before a price, with one and refused: no fault, heads are to be seen."""
    faults = console_of(page)
    begin(page, live_server)
    play(page, "partnerspiel-herz")
    heads_fit(page)
    page.goto(f"{live_server}/abende/1")
    faultless(page)
    agree(page, "zehn")
    expect(page.get_by_role("alert")).to_be_focused()
    faultless(page)
    begin(page, live_server, ("Sepp", LONG, LONG.replace("Max", "Emil"), "Zenzi"))
    play(page, "partnerspiel-herz")
    play(page, "ds_solo-gras", augen="91")
    heads_fit(page)
    page.goto(f"{live_server}/abende/2")
    agree(page, "1,00", "je Kopf")
    unfold(page)
    faultless(page)
    begin(page, live_server, rules="Turnier Plus/Minus, Solo 6/2")
    page.goto(f"{live_server}/abende/3")
    faultless(page)
    assert [fault for fault in faults if "422" not in fault] == []


def heads_fit(page: Page) -> None:
    """Every head is high enough to be read, and inside the page."""
    for size in SIZES:
        page.set_viewport_size(size)
        expect(page.locator(".heads").first).to_be_visible()
        for heads in page.locator(".heads").all():
            box = heads.bounding_box()
            assert box is not None
            assert box["height"] >= 24
            assert 0 <= box["x"] <= box["x"] + box["width"] <= size["width"]
