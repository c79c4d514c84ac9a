"""Links, codes and lost logins in a real browser: scanned, typed, taken back in the middle of a game."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from threading import Thread
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from PIL import Image
from playwright.sync_api import Browser, Page, expect
from werkzeug.serving import make_server

from tests.book import Book
from tests.qr import decode, of_picture

BASE = "http://tisch.example:8000"
SIZES = [("light", 360), ("dark", 1180)]


@dataclass(frozen=True, slots=True)
class Pub:
    """A server whose address is set, with an evening on it."""

    url: str
    browser: Browser

    def somebody(self, scheme: str, width: int) -> Page:
        """Open a browser in which nobody is logged in."""
        size: Any = {"width": width, "height": 800}
        here = self.browser.new_context(locale="de-DE", color_scheme=scheme, viewport=size)  # type: ignore[arg-type]
        return here.new_page()


@pytest.fixture
def pub(make_app: Callable[..., Flask], browser: Browser) -> Iterator[Pub]:
    """Serve an app that knows its address."""
    app = make_app(WTF_CSRF_ENABLED=True, SCOREBOOK_BASE_URL=BASE)
    with app.app_context():
        Book(app).start()
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield Pub(f"http://127.0.0.1:{server.port}", browser)
    server.shutdown()
    thread.join()
    server.server_close()


def faultless(page: Page) -> None:
    """Look for what axe knows, for sideways scrolling, and for buttons that are too small for a finger."""
    assert Axe().run(page).response["violations"] == []
    size = page.viewport_size
    assert size is not None
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    for button in page.locator("main button:not(.hidden), main a.button").all():
        box = button.bounding_box()
        assert box is None or box["height"] >= 48


def make(page: Page, pub: Pub, kind: str = "Tablet am Tisch") -> tuple[str, str]:
    """Make a link by tapping, and give its address and its code."""
    page.goto(f"{pub.url}/abende/1")
    page.get_by_role("link", name="Tablets und Bildschirme").click()
    faultless(page)
    page.get_by_label(kind).check(force=True)
    page.get_by_role("button", name="Link machen").click()
    return page.locator(".address").inner_text(), page.locator(".short-code").inner_text()


@pytest.mark.parametrize(("scheme", "width"), SIZES)
def test_a_tablet_comes_in_and_loses_nothing(page: Page, pub: Pub, scheme: str, width: int) -> None:
    """What the screen shows can be scanned; a tablet comes in, is put out in mid-game, and goes on by another code."""
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": width, "height": 800})
    address, _code = make(page, pub)
    faultless(page)
    shown = Image.open(BytesIO(page.locator("svg.qr").screenshot()))
    inside = shown.crop((12, 12, shown.width - 12, shown.height - 12))  # its corners are rounded
    assert decode(of_picture(inside)) == address

    tablet = pub.somebody(scheme, width)
    tablet.goto(pub.url + address.removeprefix(BASE))
    faultless(tablet)
    tablet.get_by_role("button", name="Mitschreiben").click()
    expect(tablet).to_have_url(f"{pub.url}/listen/1")
    for row, choice in (("who", "Sepp"), ("partner", "Xaver"), ("result", "Gewonnen")):
        tablet.locator(f".row-{row} label").filter(has_text=choice).click()

    page.get_by_role("link", name="Fertig").click()
    page.locator("summary", has_text="Zurücknehmen").click()
    page.get_by_role("button", name="Ja, zurücknehmen").click()
    faultless(page)
    _address, code = make(page, pub)

    tablet.locator(".book").get_by_role("button", name="Eintragen").click()
    expect(tablet.get_by_text("ist noch da")).to_be_visible()
    faultless(tablet)
    tablet.get_by_label("Code").fill("falsch")
    tablet.get_by_role("button", name="Mit dem Code weiter").click()
    expect(tablet.get_by_text("zehn Zeichen").first).to_be_visible()
    faultless(tablet)
    tablet.get_by_label("Code").fill(code.lower().replace("-", " "))
    tablet.get_by_role("button", name="Mit dem Code weiter").click()
    faultless(tablet)
    tablet.get_by_role("button", name="Noch einmal absenden").click()
    expect(tablet.get_by_text("Spiel 1 eingetragen")).to_be_visible()
    faultless(tablet)
    tablet.goto(f"{pub.url}/abende/1/links")
    expect(tablet.get_by_text("nur mit einem eigenen Zugang")).to_be_visible()
    faultless(tablet)


@pytest.mark.parametrize(("scheme", "width"), SIZES)
def test_a_wall_only_watches(page: Page, pub: Pub, scheme: str, width: int) -> None:
    """A screen comes in by the typed code and shows the evening; a browser of an account is asked before it changes."""
    _address, code = make(page, pub, "Bildschirm an der Wand")
    wall = pub.somebody(scheme, width)
    wall.goto(f"{pub.url}/anmelden")
    faultless(wall)
    wall.goto(f"{pub.url}/code")
    faultless(wall)
    wall.get_by_label("Code").fill(code)
    wall.keyboard.press("Enter")
    expect(wall).to_have_url(f"{pub.url}/abende/1")
    faultless(wall)
    assert wall.locator("main form").count() == 0
    wall.get_by_role("link", name="Liste").click()
    faultless(wall)
    assert wall.locator("main form").count() == 0

    page.goto(f"{pub.url}/code")
    faultless(page)
    page.get_by_label("Code").fill(code)
    page.get_by_role("button", name="Abmelden und wechseln").click()
    expect(page).to_have_url(f"{pub.url}/abende/1")
