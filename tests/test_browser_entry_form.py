"""The entry form while somebody taps, in a real browser: steps, sums, seats, emptied; for everybody."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, expect

from tests.actions import SAUSPIEL, Table
from tests.browser import faultless
from tests.entry import SIZES, Tablet, at

SIX = ("Sepp", "Maximilian von und zu Oberwallenstadt-L.", "Xaver", "Korbinian", "Zenzi", "Vroni")


# --- Steps and sums ---


def test_laufende_go_step_by_step(tablet: Tablet) -> None:
    """From none to the first number that counts in the contract, up to the last that there is; of either side."""
    less, more = (tablet.page.get_by_role("button", name=f"Ein Laufender {step}") for step in ("weniger", "mehr"))
    ohne, run = (
        tablet.page.get_by_role("button", name="ohne", exact=True),
        tablet.page.get_by_label("Laufende", exact=True),
    )

    def expect_run(value: str, *, turned: bool = False) -> None:
        expect(run).to_have_value(value)
        expect(ohne).to_have_attribute("aria-pressed", str(turned).lower())

    less.click()
    expect_run("")
    more.click()
    expect_run("mit-3")
    more.click()
    ohne.click()
    expect_run("ohne-4", turned=True)
    less.click()
    less.click()
    expect_run("")
    tablet.tap(contract="wenz")
    ohne.click()
    expect_run("ohne-2", turned=True)
    for _ in range(4):
        more.click()
    expect_run("ohne-4", turned=True)
    tablet.tap(contract="sauspiel")
    run.select_option("mit-2")
    more.click()
    expect_run("mit-3")
    run.select_option("mit-2")
    less.click()
    expect_run("")


def test_the_fourth_pile_fills_itself(page: Page, live_server: str, client: FlaskClient) -> None:
    """With three piles of a Ramsch the fourth is known, and says so; it follows the others, and may be typed over."""
    tablet = at(page, live_server, client, "bsv_10_50")
    tablet.tap(who="ramsch")
    expect(tablet.button).to_contain_text("Wer hat verloren?")
    piles, told = page.locator("[name=augen_by_seat]"), tablet.of("row-augen_by_seat .sum-of")
    piles.nth(0).fill("40")
    expect(told).to_have_text("Zusammen 40, es fehlen noch 80.")
    piles.nth(2).fill("25")
    piles.nth(3).fill("12")
    expect(piles.nth(1)).to_have_value("43")
    expect(told).to_have_text("Vroni: der Rest auf 120.")
    expect(tablet.of("pays")).to_have_text("Sepp +0,20 · Vroni −0,60 · Xaver +0,20 · Zenzi +0,20")
    piles.nth(3).fill("22")
    expect(piles.nth(1)).to_have_value("33")
    piles.nth(1).fill("34")
    expect(told).to_have_text("Zusammen sind das 121, es müssen 120 sein.")
    expect(told).to_have_class(re.compile("wrong"))
    expect(tablet.of("value")).to_be_empty()
    piles.nth(0).fill("39")
    expect(told).to_have_text("Zusammen 120, das stimmt.")
    piles.nth(3).fill("")
    expect(piles.nth(3)).to_have_value("")
    tricks = page.locator("[name=tricks_by_seat]")
    for seat, number in enumerate(("3", "2", "2")):
        tricks.nth(seat).fill(number)
    expect(tricks.nth(3)).to_have_value("1")
    tricks.nth(2).fill("")
    expect(tricks.nth(3)).to_have_value("")


def test_striche_are_told_before_they_are_drawn(page: Page, live_server: str, client: FlaskClient) -> None:
    """How many Striche a game would add stands beside the button as soon as that is known."""
    tablet = at(page, live_server, client, "deutscher_striche")
    tablet.tap(who="0", contract="partnerspiel-herz")
    tablet.of("pad-open").click()
    tablet.press("94")
    expect(tablet.of("verdict")).to_have_text("94 · Gegner 26 · gewonnen · Schneider")
    expect(tablet.of("value")).to_have_text("2 Striche")
    expect(tablet.of("pays")).to_have_text("Sepp +2 · Xaver +2")


# --- Seats ---


def test_the_dealer_of_the_form_is_marked(tablet: Tablet) -> None:
    """The mark is where the form says who deals, and moves with it."""
    marks = tablet.page.locator("[data-field=who] .deals:visible")
    expect(marks.locator("..")).to_have_text(["Sepp gibt"], use_inner_text=True)
    tablet.page.evaluate("document.querySelector('[name=dealer]').value = '2'")
    expect(marks.locator("..")).to_have_text(["Xaver gibt"], use_inner_text=True)


@pytest.mark.parametrize("size", SIZES)
def test_people_stand_in_the_order_of_their_seats(
    page: Page, live_server: str, client: FlaskClient, size: tuple[int, int]
) -> None:
    """The same seat is at the same place in all rows; who sits out is there, grey, and cannot be chosen."""
    tablet = at(page, live_server, client, "schafkopf3d_10_20", SIX)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    places = {
        name: [tablet.choice(name, str(seat)).bounding_box() for seat in range(6)]
        for name in ("who", "partner", "klopfer", "sitting_out")
    }
    columns = {name: [box and round(box["x"]) for box in boxes] for name, boxes in places.items()}
    assert columns["partner"] == columns["klopfer"] == columns["sitting_out"] == columns["who"]
    order = [(round(box["y"]), round(box["x"])) for box in places["who"] if box]
    assert order == sorted(order)
    assert len(set(order)) == 6
    out = page.locator("[data-field=who] label:has(.sits:visible), [data-field=who] label:has(.deals:visible)")
    assert [text.split("\n")[-1] for text in out.all_inner_texts()] == ["gibt", "sitzt aus"]
    expect(out.locator("input:visible")).to_have_count(0)
    tablet.tap(who="1")
    expect(page.locator("[name=partner][value='1']")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


# --- Emptied ---


def test_the_form_is_emptied_and_filled_again(page: Page, live_server: str, table: Table) -> None:
    """Also what the server had put there goes, the dealer stays; one more tap brings it all back, until the next."""
    game = table.recorded(**SAUSPIEL | {"result": None, "augen": "94"}, laufende="mit-3", klopfer=["0", "1"])
    table.cancel(game)
    tablet = Tablet(page, f"{live_server}{table.address}?vorlage={game}")
    full = answers(page)
    assert {"who": ["0"], "augen": ["94"], "laufende": ["mit-3"], "klopfer": ["0", "1"]}.items() <= full.items()
    clear = tablet.of("clear")
    clear.click()
    expect(clear).to_have_text("Doch nicht leeren")
    expect(tablet.button).to_contain_text("Wer spielt?")
    left = {"contract": ["sauspiel"], "stoss": [""], "dealer": ["0"], "augen": [""], "laufende": [""]}
    assert {name: full.get(name) for name in ("uuid", "after_number", "dealer")}.items() <= answers(page).items()
    assert left.items() <= answers(page).items()
    assert {"who", "partner", "result", "klopfer"}.isdisjoint(answers(page))
    clear.click()
    assert answers(page) == full
    expect(tablet.of("value")).to_have_text("2,40 €")
    clear.click()
    tablet.tap(who="3")
    expect(clear).to_have_text("Leeren")


def test_emptied_of_what_was_wrong(tablet: Tablet) -> None:
    """Errors that the server found go with the answers that had them."""
    tablet.tap(who="0", partner="2")
    tablet.of("pad-open").click()
    tablet.press("119")
    tablet.page.keyboard.press("Escape")
    with tablet.page.expect_navigation():
        tablet.button.click()
    expect(tablet.page.get_by_role("alert")).to_be_visible()
    expect(tablet.page.locator("form.by-hand")).to_be_visible()
    tablet.of("clear").click()
    expect(tablet.page.get_by_role("alert")).to_have_count(0)
    expect(tablet.page.locator(".errors, .has-errors, [aria-invalid]")).to_have_count(0)


def answers(page: Page) -> dict[str, list[str]]:
    """Give what the form would send."""
    pairs = page.evaluate("[...new FormData(document.querySelector('form.entry'))]")
    return {name: [value for other, value in pairs if other == name] for name, _value in pairs}


# --- For everybody ---


def test_a_game_by_keyboard_alone(tablet: Tablet) -> None:
    """Arrows choose within a row, Tab goes on, and Enter books."""
    tablet.page.locator("[name=who]").first.focus()
    for key in ("Space", "ArrowRight", "Tab", "Tab", "Space", "Tab", "Space"):
        tablet.page.keyboard.press(key)
    expect(tablet.of("value")).to_have_text("0,20 €")
    tablet.page.keyboard.press("Enter")
    expect(tablet.page.get_by_role("status").first).to_contain_text("Sauspiel, Vroni + Sepp, 0,20 €")


@pytest.mark.parametrize("locale", ["de-DE", "en-GB"])
def test_the_form_is_faultless_while_tapping(
    browser: Browser, browser_context_args: dict[str, Any], live_server: str, table: Table, locale: str
) -> None:
    """Empty, with the price, and with the keys open and a pile too many."""
    context = browser.new_context(**browser_context_args | {"locale": locale})
    tablet = Tablet(context.new_page(), live_server + table.address)
    faultless(tablet.page)
    tablet.tap(who="0", partner="2", result="won", klopfer="1")
    faultless(tablet.page)
    tablet.of("pad-open").click()
    tablet.press("119")
    faultless(tablet.page)
    assert tablet.faults == []
    context.close()


def test_without_a_script_nothing_of_it_shows(
    browser: Browser, browser_context_args: dict[str, Any], live_server: str, table: Table
) -> None:
    """What only a script can do is not offered without one; both Augen are inputs, Laufende a list."""
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    page = context.new_page()
    page.goto(live_server + table.address)
    expect(page.locator(".by-script:visible")).to_have_count(0)
    expect(page.locator("[name=augen]:visible, [name=opponent_augen]:visible, [name=laufende]:visible")).to_have_count(
        3
    )
    context.close()
