"""The entry form while somebody taps, in a real browser: price, keys, steps, sums, seats; in German and English."""

import re
from collections.abc import Iterable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Locator, Page, expect

from tests.actions import SAUSPIEL, Table
from tests.browser import console_of

SIZES = ((360, 740), (820, 1180), (1024, 768), (1180, 820))
LANDSCAPE = SIZES[3]
SIX = ("Sepp", "Maximilian von und zu Oberwallenstadt-L.", "Xaver", "Korbinian", "Zenzi", "Vroni")
TIMEOUT = 20_000
SUMMED = "20 Grundpreis + 10 Schneider + 30 Laufende = 60, mal 2 (1 Klopfer)"


class Tablet:
    """A browser in front of the sheet of one table; what is tapped is named as the form names it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        page.set_default_timeout(TIMEOUT)
        page.set_viewport_size({"width": LANDSCAPE[0], "height": LANDSCAPE[1]})
        self.faults = console_of(page)
        self.open(address)

    def open(self, address: str) -> None:
        """Open a page with an entry form, and wait until its script attends to it."""
        self.page.goto(address)
        expect(self.page.locator("form.by-hand")).to_be_visible()

    def choice(self, name: str, value: str = "y") -> Locator:
        """What stands for one answer."""
        return self.page.locator(f'label:has([name="{name}"][value="{value}"])')

    def tap(self, **answers: str) -> None:
        """Tap one answer after the other."""
        for name, value in answers.items():
            self.choice(name, value).click()

    def press(self, keys: Iterable[str]) -> None:
        """Tap keys of the keypad."""
        for key in keys:
            self.page.locator(f'[data-key="{key}"]').click()

    def of(self, part: str) -> Locator:
        """A part of the form, by its class."""
        return self.page.locator(f"form.entry .{part}")

    @property
    def button(self) -> Locator:
        """The one big button."""
        return self.of("main")


@pytest.fixture
def table(client: FlaskClient) -> Table:
    """Give a table with the default rules."""
    return Table(client)


@pytest.fixture
def tablet(page: Page, live_server: str, table: Table) -> Tablet:
    """Give a tablet in front of that table."""
    return Tablet(page, live_server + table.address)


def at(page: Page, server: str, client: FlaskClient, rules: str, names: tuple[str, ...] = ()) -> Tablet:
    """Give a tablet at a table with other rules, or other people."""
    return Tablet(page, server + Table(client, *([names] if names else []), preset=rules).address)


# --- The price ---


def test_the_price_is_worked_out_while_tapping(tablet: Tablet) -> None:
    """With each tap the sum, the value and who gets what change; nothing is asked of the server for it."""
    asked: list[str] = []
    tablet.page.on("request", lambda request: asked.append(request.url))
    tablet.tap(who="0", partner="2")
    expect(tablet.of("value")).to_be_empty()
    tablet.tap(result="won")
    expect(tablet.of("sum")).to_have_text("20 Grundpreis")
    expect(tablet.of("value")).to_have_text("0,20 €")
    tablet.tap(schneider="y", klopfer="1")
    tablet.page.get_by_role("button", name="Ein Laufender mehr").click()
    expect(tablet.of("sum")).to_have_text(SUMMED)
    expect(tablet.of("value")).to_have_text("1,20 €")
    expect(tablet.of("pays")).to_have_text("Sepp +1,20 · Vroni −1,20 · Xaver +1,20 · Zenzi −1,20")
    tablet.tap(stoss="1")
    expect(tablet.of("value")).to_have_text("2,40 €")
    tablet.choice("klopfer", "1").click()
    expect(tablet.of("value")).to_have_text("1,20 €")
    assert asked == []
    assert tablet.faults == []


def test_in_english_too(browser: Browser, browser_context_args: dict[str, Any], live_server: str, table: Table) -> None:
    """Price, missing answers and keys speak the language of the page."""
    context = browser.new_context(**browser_context_args | {"locale": "en-GB"})
    tablet = Tablet(context.new_page(), live_server + table.address)
    expect(tablet.button).to_have_text("Enter Who plays?")
    tablet.tap(who="0", partner="2", klopfer="1")
    expect(tablet.button).to_have_text(re.compile(r"Enter\s+How did it end\?"))
    tablet.of("pad-open").click()
    tablet.press("94")
    expect(tablet.of("verdict")).to_have_text("94 · opponents 26 · won · Schneider")
    expect(tablet.of("sum")).to_have_text("20 Base + 10 Schneider = 30, times 2 (1 Klopfer)")
    expect(tablet.of("value")).to_have_text("€0.60")
    tablet.press(["back", "back"])
    tablet.press("119")
    expect(tablet.of("verdict")).to_have_text("119 Augen are not possible.")
    context.close()


def test_what_is_missing_stands_on_the_button(tablet: Tablet) -> None:
    """One thing after the other; a game that does not fit together says so, and one that does not count too."""
    for answers, lack in (({}, "Wer spielt?"), ({"who": "0"}, "Mit wem?"), ({"partner": "2"}, "Wie ging es aus?")):
        tablet.tap(**answers)
        expect(tablet.button).to_have_text(re.compile(rf"Eintragen\s+{re.escape(lack)}"))
        expect(tablet.of("value")).to_be_empty()
    tablet.tap(result="won")
    expect(tablet.button).to_have_text(re.compile(r"Eintragen\s*$"))
    tablet.tap(schwarz="y")
    tablet.of("pad-open").click()
    tablet.press("70")
    expect(tablet.of("sum")).to_have_text("Das passt noch nicht zusammen.")
    tablet.tap(who="all_pass")
    expect(tablet.of("value")).to_have_text("zählt nicht")


def test_a_game_is_read_out_once_the_taps_are_over(page: Page, live_server: str, table: Table) -> None:
    """Who listens hears the last price, not one for each tap."""
    page.clock.install()
    tablet = Tablet(page, live_server + table.address)
    told = page.locator("[data-told]")
    page.evaluate(
        "window.heard = 0; new MutationObserver(() => window.heard++)"
        ".observe(document.querySelector('[data-told]'), {childList: true})"
    )
    tablet.tap(who="0", partner="2", result="won", schneider="y", klopfer="1")
    expect(tablet.of("value")).to_have_text("0,60 €")
    page.clock.run_for(3000)
    expect(told).to_contain_text("= 30, mal 2 (1 Klopfer). 0,60 €. Sepp +0,60")
    assert page.evaluate("window.heard") == 1
    expect(told).to_have_attribute("aria-live", "polite")


def test_a_correction_shows_the_price_of_then(page: Page, live_server: str, table: Table) -> None:
    """The page that corrects a game works its price out at once, by the rules of that game; nothing empties it."""
    game = table.recorded(**SAUSPIEL, stoss="1")
    tablet = Tablet(page, f"{live_server}/spiele/{game}/korrigieren")
    expect(tablet.of("sum")).to_have_text("20 Grundpreis, mal 2 (Stoß)")
    expect(tablet.of("value")).to_have_text("0,40 €")
    expect(tablet.of("clear")).to_have_count(0)
    tablet.open(f"{live_server}/spiele/{game}/davor")
    expect(tablet.button).to_have_text(re.compile(r"Nachtragen\s+Wer spielt\?"))


# --- Taps ---


@pytest.mark.parametrize(
    ("answers", "taps", "said"),
    [
        ({"who": "0", "partner": "2", "result": "won"}, 4, "Sauspiel, Sepp + Xaver, 0,20 €"),
        ({"who": "3", "contract": "solo-herz", "result": "won", "schneider": "y"}, 5, "Solo Herz, Zenzi, 0,60 €"),
    ],
)
def test_so_many_taps_and_no_more(tablet: Tablet, answers: dict[str, str], taps: int, said: str) -> None:
    """Counted in the page: a plain Sauspiel takes four, a Herz-Solo with Schneider five."""
    tablet.page.evaluate("sessionStorage.taps = 0; addEventListener('pointerdown', () => sessionStorage.taps++)")
    tablet.tap(**answers)
    tablet.button.click()
    expect(tablet.page.get_by_role("status").first).to_contain_text(said)
    assert tablet.page.evaluate("Number(sessionStorage.taps)") == taps


@pytest.mark.parametrize("size", SIZES[1:])
def test_a_plain_game_fits_on_the_screen(tablet: Tablet, size: tuple[int, int]) -> None:
    """On tablets nothing is scrolled for it: all rows and the button are in sight, and stay where they are."""
    width, height = size
    tablet.page.set_viewport_size({"width": width, "height": height})
    rows = {name: tablet.of(f"row-{name}") for name in ("who", "contract", "partner", "result", "klopfer", "stoss")}

    def places() -> list[float]:
        return [tops(row)[0] for row in rows.values()] + list(tops(tablet.button))

    before = places()
    for name, value in {"who": "0", "partner": "2", "result": "won", "klopfer": "1", "stoss": "1"}.items():
        tablet.tap(**{name: value})
        assert places() == before, name
    assert tops(rows["stoss"])[1] <= tops(tablet.of("book"))[0] < before[-1] <= height
    assert tablet.page.evaluate("[scrollX, scrollY]") == [0, 0]


def tops(part: Locator) -> tuple[float, float]:
    """Where a part begins and ends."""
    box = part.bounding_box()
    assert box is not None
    return box["y"], box["y"] + box["height"]


# --- The keys ---


def test_augen_come_from_either_pile(tablet: Tablet) -> None:
    """46 of the opponents are 74 of the players; the other side, and how that ends, is said at once."""
    tablet.tap(who="0", partner="2")
    opener, pad = tablet.of("pad-open"), tablet.of("pad")
    expect(pad).to_be_hidden()
    opener.click()
    expect(opener).to_have_attribute("aria-expanded", "true")
    tablet.press("74")
    expect(tablet.of("verdict")).to_have_text("74 · Gegner 46 · gewonnen")
    tablet.page.get_by_label("Augen der Gegner").click()
    tablet.press("46")
    expect(tablet.page.get_by_label("Augen der Spieler")).to_have_value("")
    expect(tablet.of("verdict")).to_have_text("74 · Gegner 46 · gewonnen")
    tablet.page.get_by_role("button", name="Letzte Ziffer weg").click()
    expect(tablet.of("verdict")).to_have_text("116 · Gegner 4 · gewonnen · Schneider")
    tablet.page.get_by_role("button", name="Fertig").click()
    expect(pad).to_be_hidden()
    expect(opener).to_be_focused()
    expect(opener).to_contain_text("116 · Gegner 4")
    expect(tablet.of("value")).to_have_text("0,30 €")
    tablet.button.click()
    expect(tablet.page.get_by_role("status").first).to_contain_text("Sauspiel, Sepp + Xaver, 0,30 €")


def test_by_its_own_thresholds(page: Page, live_server: str, client: FlaskClient) -> None:
    """Whether Augen win is what the contract, the Stoß and the rules say; 60:60 may count for nothing."""
    tablet = at(page, live_server, client, "turnier_plusminus")
    tablet.tap(who="0", contract="kreuzspiel")
    tablet.of("pad-open").click()
    tablet.press("60")
    expect(tablet.of("verdict")).to_have_text("60 · Gegner 60 · zählt nicht")
    tablet.press(["back"])
    tablet.press("1")
    expect(tablet.of("verdict")).to_have_text("61 · Gegner 59 · gewonnen")


def test_augen_that_cannot_be_are_refused_in_words(tablet: Tablet) -> None:
    """119 is refused while it is typed, 1 only once that is to be all; the pad stays open until it can be."""
    tablet.of("pad-open").click()
    tablet.press("1")
    expect(tablet.of("verdict")).to_have_text("1 · Gegner 119")
    tablet.page.get_by_role("button", name="Fertig").click()
    expect(tablet.of("verdict")).to_have_text("1 Augen gibt es nicht.")
    expect(tablet.of("pad")).to_be_visible()
    tablet.press("19")
    expect(tablet.of("verdict")).to_have_text("119 Augen gibt es nicht.")
    tablet.page.keyboard.press("Escape")
    expect(tablet.of("pad")).to_be_hidden()
    expect(tablet.page.locator("[name=augen]")).to_have_value("119")


def test_augen_are_typed_on_a_keyboard_as_well(tablet: Tablet) -> None:
    """Enter opens the pad and closes it, with nothing booked; the figures go into the side that has the focus."""
    tablet.of("pad-open").focus()
    keyboard = tablet.page.keyboard
    keyboard.press("Enter")
    expect(tablet.page.get_by_label("Augen der Spieler")).to_be_focused()
    keyboard.press("Tab")
    keyboard.type("46")
    expect(tablet.of("verdict")).to_contain_text("74 · Gegner 46")
    keyboard.press("Enter")
    expect(tablet.of("pad")).to_be_hidden()
    expect(tablet.page.locator("[name=opponent_augen]")).to_have_value("46")
    assert "spiel=" not in tablet.page.url


def test_augen_that_the_game_has_no_use_for_stay_in_sight(tablet: Tablet) -> None:
    """When all pass after Augen were tapped, they are still there to be taken away, and then gone."""
    opener = tablet.of("pad-open")
    opener.click()
    tablet.press("94")
    tablet.tap(who="all_pass")
    expect(opener).to_contain_text("94 · Gegner 26")
    opener.click()
    tablet.press(["back", "back", "done"])
    expect(opener).to_be_hidden()
    expect(tablet.of("value")).to_have_text("zählt nicht")


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
    assert marks.locator("..").all_inner_texts() == ["Sepp\ngibt"]
    tablet.page.evaluate("document.querySelector('[name=dealer]').value = '2'")
    assert marks.locator("..").all_inner_texts() == ["Xaver\ngibt"]


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


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("locale", ["de-DE", "en-GB"])
def test_axe_finds_nothing_while_tapping(
    browser: Browser, browser_context_args: dict[str, Any], live_server: str, table: Table, scheme: str, locale: str
) -> None:
    """With the price, the keys open and a pile too many; what is tapped is large enough, nothing scrolls sideways."""
    args = browser_context_args | {"locale": locale, "color_scheme": scheme}
    context = browser.new_context(**args, reduced_motion="reduce")
    tablet = Tablet(context.new_page(), live_server + table.address)
    for width, height in SIZES:
        tablet.page.set_viewport_size({"width": width, "height": height})
        tablet.open(live_server + table.address)
        for answers in ({}, {"who": "0", "partner": "2", "result": "won", "klopfer": "1"}):
            tablet.tap(**answers)
            faultless(tablet.page, width)
        tablet.of("pad-open").click()
        tablet.press("119")
        faultless(tablet.page, width)
    assert tablet.faults == []
    context.close()


def faultless(page: Page, width: int) -> None:
    """Look for what axe knows, for sideways scrolling, and for what is too small for a finger."""
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    targets = page.locator("form.entry :is(.face, .typed, select, button:not([aria-hidden]), summary):visible").all()
    boxes = [(target.inner_text(), target.bounding_box()) for target in targets]
    assert [text for text, box in boxes if box and min(box["width"], box["height"]) < 48] == []


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
