"""Links, codes and lost logins in a real browser: scanned, typed, taken back in the middle of a game."""

from collections.abc import Callable, Iterator
from io import BytesIO

import pytest
from flask import Flask
from PIL import Image
from playwright.sync_api import Page, expect

from tests.book import Book
from tests.browser import faultless, follow, press
from tests.live import served
from tests.qr import decode, of_picture

BASE = "http://tisch.example:8000"


@pytest.fixture
def pub(make_app: Callable[..., Flask]) -> Iterator[str]:
    """Serve an app that knows its address, with an evening on it; give where it really is."""
    app = make_app(WTF_CSRF_ENABLED=True, SCOREBOOK_BASE_URL=BASE)
    with app.app_context():
        Book(app).start()
    with served(app) as url:
        yield url


def make(page: Page, pub: str, kind: str = "Tablet am Tisch") -> tuple[str, str]:
    """Make a link by tapping, and give its address and its code."""
    page.goto(f"{pub}/abende/1")
    follow(page.get_by_role("link", name="Tablets und Bildschirme"))
    page.get_by_label(kind).check(force=True)
    press(page, "Link machen")
    return page.locator(".address").inner_text(), page.locator(".short-code").inner_text()


def test_a_tablet_comes_in_and_loses_nothing(page: Page, stranger: Page, pub: str) -> None:
    """What the screen shows can be scanned; a tablet comes in, is put out in mid-game, and goes on by another code."""
    page.set_viewport_size({"width": 360, "height": 800})
    address, _code = make(page, pub)
    faultless(page)
    shown = Image.open(BytesIO(page.locator("svg.qr").screenshot()))
    inside = shown.crop((12, 12, shown.width - 12, shown.height - 12))  # its corners are rounded
    assert decode(of_picture(inside)) == address

    stranger.goto(pub + address.removeprefix(BASE))
    faultless(stranger)
    press(stranger, "Mitschreiben")
    expect(stranger).to_have_url(f"{pub}/listen/1")
    for row, choice in (("who", "Sepp"), ("partner", "Xaver"), ("result", "Gewonnen")):
        stranger.locator(f".row-{row} label").filter(has_text=choice).click()

    follow(page.get_by_role("link", name="Fertig"))
    page.locator("summary", has_text="Zurücknehmen").click()
    follow(page.get_by_role("button", name="Ja, zurücknehmen"))
    faultless(page)
    _address, code = make(page, pub)

    follow(stranger.locator(".book").get_by_role("button", name="Eintragen"))
    expect(stranger.get_by_text("ist noch da")).to_be_visible()
    faultless(stranger)
    stranger.get_by_label("Code").fill("falsch")
    press(stranger, "Mit dem Code weiter")
    expect(stranger.get_by_text("zehn Zeichen").first).to_be_visible()
    faultless(stranger)
    stranger.get_by_label("Code").fill(code.lower().replace("-", " "))
    press(stranger, "Mit dem Code weiter")
    faultless(stranger)
    press(stranger, "Noch einmal absenden")
    expect(stranger.get_by_text("Spiel 1 eingetragen")).to_be_visible()
    faultless(stranger)
    stranger.goto(f"{pub}/abende/1/links")
    expect(stranger.get_by_text("nur mit einem eigenen Zugang")).to_be_visible()
    faultless(stranger)


def test_a_wall_only_watches(page: Page, stranger: Page, pub: str) -> None:
    """A screen comes in by the typed code and shows the evening; a browser of an account is asked before it changes."""
    _address, code = make(page, pub, "Bildschirm an der Wand")
    stranger.goto(f"{pub}/code")
    faultless(stranger)
    stranger.get_by_label("Code").fill(code)
    stranger.keyboard.press("Enter")
    expect(stranger).to_have_url(f"{pub}/abende/1/wand")
    faultless(stranger)
    expect(stranger.locator("main form")).to_have_count(0)
    follow(stranger.get_by_role("link", name="Zum Abend"))
    follow(stranger.get_by_role("link", name="Liste"))
    faultless(stranger)
    expect(stranger.locator("main form")).to_have_count(0)

    page.goto(f"{pub}/code")
    page.get_by_label("Code").fill(code)
    press(page, "Abmelden und wechseln")
    expect(page).to_have_url(f"{pub}/abende/1/wand")
