"""The entry form while somebody taps, in a real browser: the price, taps, the keys; in German and English."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Locator, Page, expect

from tests.actions import SAUSPIEL, Table
from tests.entry import SIZES, Tablet, at

SUMMED = "20 Grundpreis + 10 Schneider + 30 Laufende = 60, mal 2 (1 Klopfer)"


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
    assert [address for address in asked if not address.endswith("/stand.json")] == []
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

    tablet.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")  # laid out
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
