"""The wall in a real browser, with a tablet that writes beside it; the result on a phone, and how it is sent on."""

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial
from threading import Thread
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, Route, expect
from werkzeug.serving import BaseWSGIServer, make_server

from scorebook.services import links
from scorebook.services.access import Role, local_actor
from scorebook.services.links import MadeLink
from scorebook.store.db import db
from tests.actions import FOUR, SAUSPIEL
from tests.book import LOST_SOLO, Book
from tests.book import SAUSPIEL as WON
from tests.browser import console_of, faultless, press
from tests.doors import link

BERLIN = ZoneInfo("Europe/Berlin")
LONG = ("Maximilian von und zu Oberwallenstadt-L.", "<b>Vroni</b> & Söhne", "Xaver 🃏", "Ännchen")
SOON = {"every": "100", "patience": "1500"}
"""Milliseconds that a test has instead of the seconds of a pub."""
HURRY = f"""
document.addEventListener("readystatechange", () => {{
  const head = document.querySelector("[data-wall]");
  if (head) Object.assign(head.dataset, {SOON});
}}, {{ once: true }});
"""


class Pub:
    """A server that can be stopped and started again, with an evening; a wall that asks often, and a tablet."""

    def __init__(self, app: Flask, browser: Browser) -> None:
        self.app, self.browser = app, browser
        self.server: BaseWSGIServer | None = None
        self.port = 0
        self.start()

    @property
    def url(self) -> str:
        """Where it is reached."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Serve, again at the same port."""
        self.server = make_server("127.0.0.1", self.port, self.app, threaded=True)
        self.port = self.server.port
        Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Serve no more."""
        if self.server is not None:
            self.server.shutdown()
            self.server.server_close()
            self.server = None

    def link(self) -> MadeLink:
        """Make a link for the wall."""
        return link(self.app, Role.WALL)

    def wall(self, made: MadeLink, **context: Any) -> Page:
        """Let a screen in by a link."""
        page = self.browser.new_context(locale="de-DE", **context).new_page()
        page.add_init_script(HURRY)
        self.let_in(page, made)
        return page

    def let_in(self, page: Page, made: MadeLink) -> None:
        """Press the button of a link."""
        page.goto(f"{self.url}/herein/{made.secret}")
        press(page, "Zuschauen")
        expect(page).to_have_url(f"{self.url}/abende/1/wand")

    def send(self, tablet: Page, address: str, **form: str) -> None:
        """Send a form as a tablet does, with the token that the state of its sheet told it."""
        token = tablet.request.get(f"{self.url}/listen/1/stand.json").json()["csrf"]
        answer = tablet.request.post(self.url + address, form={**form, "csrf_token": token}, max_redirects=0)
        assert answer.status == 303, answer.text()

    def record(self, tablet: Page, **answers: str) -> None:
        """Record a game from the tablet, by default a plain won Sauspiel."""
        self.send(tablet, "/listen/1/spiele", uuid=str(uuid4()), dealer="0", **(answers or SAUSPIEL))


@pytest.fixture
def pub(make_app: Callable[..., Flask], browser: Browser) -> Iterator[Pub]:
    """Serve an evening of four."""
    app = make_app(WTF_CSRF_ENABLED=True)
    with app.app_context():
        Book(app).start(title="Stammtisch")
    pub = Pub(app, browser)
    yield pub
    pub.stop()


def state(wall: Page, name: str) -> None:
    """Wait until the wall says how it is."""
    expect(wall.locator("html")).to_have_attribute("data-state", name)


def test_the_wall_shows_what_the_tablet_records(page: Page, pub: Pub) -> None:
    """Games and the end of the evening come to the wall by themselves, and its page is not loaded anew for that."""
    wall = pub.wall(pub.link(), timezone_id="America/New_York")
    wall.clock.set_system_time(datetime(2020, 1, 1, 3, 33, tzinfo=BERLIN))  # that of a television is often wrong
    said = console_of(wall)
    wall.evaluate("window.still = true")
    before = wall.locator("picture img").get_attribute("src")
    expect(wall.locator(".parts")).to_contain_text("Noch kein Spiel.")
    pub.record(page)
    expect(wall.locator(".last li")).to_have_count(1)
    expect(wall.locator(".last")).to_contain_text("Sauspiel Sepp + Xaver")
    expect(wall.locator(".leads")).to_have_count(2)
    expect(wall.locator("picture img")).not_to_have_attribute("src", before or "")
    pub.record(page, who="1", contract="solo-herz", result="lost")
    expect(wall.locator(".last li").first).to_contain_text("Vroni −1,50")
    last = wall.locator("picture source").get_attribute("srcset") or ""
    assert (wall.locator("picture img").get_attribute("src") or "").partition("?")[2] == last.partition("?")[2]
    state(wall, "fresh")
    now = datetime.now(BERLIN)
    times = {f"Stand {now + timedelta(minutes=off):%H:%M}" for off in (-1, 0, 1)}
    assert wall.locator("[data-wall] span").inner_text() in times
    pub.send(page, "/abende/1/beenden")
    expect(wall.locator(".over")).to_contain_text("Der Abend ist beendet.")
    expect(wall.locator(".over")).to_contain_text("Vroni an")
    pub.send(page, "/abende/1/weiterspielen", reason="noch eine Runde")
    expect(wall.locator(".over")).to_have_count(0)
    assert wall.evaluate("window.still")
    assert said == []


def test_the_wall_says_that_nobody_answers(page: Page, pub: Pub) -> None:
    """With the server gone the wall keeps what it has and says so, in words and colour; later all is as before."""
    wall = pub.wall(pub.link())
    pub.record(page)
    expect(wall.locator(".last li")).to_have_count(1)
    state(wall, "fresh")
    bar = "getComputedStyle(document.querySelector('.top')).backgroundColor"
    usual = wall.evaluate(bar)
    pub.stop()
    state(wall, "stale")
    expect(wall.locator("[data-wall]")).to_have_text(re.compile(r"^Stand \d\d:\d\d · keine Verbindung$"))
    expect(wall.locator(".last li")).to_have_count(1)
    assert wall.evaluate(bar) != usual
    faultless(wall)
    pub.start()
    state(wall, "fresh")
    expect(wall.locator("[data-wall]")).to_have_text(re.compile(r"^Stand \d\d:\d\d\s*$"))
    assert wall.evaluate(bar) == usual
    pub.record(page, who="1", contract="wenz", result="won")
    expect(wall.locator(".last li")).to_have_count(2)


def answer(status: int, body: str, route: Route) -> None:
    """Answer in the place of the server."""
    route.fulfill(status=status, body=body)


def test_a_server_that_answers_with_an_error_is_none(page: Page, pub: Pub) -> None:
    """An error of the server, or what is no answer at all, counts as no answer; the wall goes on asking."""
    wall = pub.wall(pub.link())
    state(wall, "fresh")
    for status, body in ((503, "{}"), (200, "<p>welcome to the network of this pub</p>")):
        wall.route("**/stand.json", partial(answer, status, body))
        state(wall, "stale")
        wall.unroute("**/stand.json")
        state(wall, "fresh")
    pub.record(page)
    expect(wall.locator(".last li")).to_have_count(1)


def test_a_link_that_was_taken_back_is_told(page: Page, pub: Pub) -> None:
    """Whose link holds no longer is told so, and where to type a code; let in again, the wall goes on by itself."""
    made = pub.link()
    wall = pub.wall(made)
    state(wall, "fresh")
    expect(wall.locator(".out")).to_be_hidden()
    with pub.app.app_context():
        links.revoke_link(db.session, local_actor(db.session), made.link.id)
    state(wall, "out")
    expect(wall.locator(".out")).to_contain_text("abgelaufen oder wurde zurückgenommen")
    expect(wall.locator("[data-wall]")).to_contain_text("nicht mehr dabei")
    faultless(wall)
    pub.stop()
    pub.start()
    expect(wall.locator(".out")).to_be_visible()
    beside = wall.context.new_page()
    pub.let_in(beside, pub.link())
    state(wall, "fresh")
    expect(wall.locator(".out")).to_be_hidden()
    pub.record(page)
    expect(wall.locator(".last li")).to_have_count(1)
    wall.goto(f"{pub.url}/abende/2/wand")
    expect(wall.get_by_role("heading")).to_have_text("Das gibt es nicht")


def evenings(pub: Pub) -> None:
    """Add evenings of all kinds: two tables, Striche, seven people, one that has ended."""
    with pub.app.app_context():
        book = Book(pub.app)
        for _ in range(4):
            book.record(1, WON)
        book.record(1, LOST_SOLO)
        book.open_table(1, *LONG)
        book.record(2, WON)
        heads = book.start(LONG, preset="deutscher_striche")
        for _ in range(12):
            book.record(
                heads.sheet_id, {"contract": "partnerspiel", "suit": "herz", "declarer": 0, "partner": 2, "augen": 95}
            )
        seven = book.start((*LONG, "Resi", "Toni", "Hans"))
        book.play(seven.sheet_id, 3)
        out = list(book.sheet(seven.sheet_id).next_sitters)
        player = next(seat for seat in range(7) if seat not in out)
        book.record(seven.sheet_id, {"contract": "wenz", "declarer": player, "augen": 91, "sitting_out": out})
        book.end(seven.evening_id)


def test_wall_and_result_are_without_fault(page: Page, pub: Pub) -> None:
    """On every size, light and dark, axe finds nothing, nothing has to be scrolled sideways, buttons fit a finger."""
    evenings(pub)
    for evening in (1, 2, 3):
        for place in ("wand", "ergebnis"):
            page.goto(f"{pub.url}/abende/{evening}/{place}")
            faultless(page)


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080)])
def test_the_wall_is_read_from_afar(page: Page, pub: Pub, width: int, height: int) -> None:
    """On a television all of a table is on the screen at once, in letters that grow with it."""
    with pub.app.app_context():
        book = Book(pub.app)
        for _ in range(7):
            book.record(1, WON)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{pub.url}/abende/1/wand")

    def size(selector: str) -> float:
        return float(page.evaluate(f"parseFloat(getComputedStyle(document.querySelector('{selector}')).fontSize)"))

    assert size(".total .amount") >= width / 33
    assert size(".total .name") >= width / 53
    assert size(".last li") >= width / 53
    assert page.evaluate("document.querySelector('.wall').getBoundingClientRect().bottom") <= height
    assert page.locator(".last li").count() == 6


def test_what_does_not_fit_is_paged_through(page: Page, pub: Pub) -> None:
    """With more tables than a television has room for, it goes on by itself and begins again; a touch stops that."""
    with pub.app.app_context():
        for table in range(5):
            Book(pub.app).open_table(1, *(f"{name} {table}" for name in FOUR))
    page.clock.install()
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{pub.url}/abende/1/wand")
    page.clock.run_for(11_000)
    assert page.evaluate("scrollY") == 0
    seen = [0]
    while not page.evaluate("scrollY + innerHeight >= document.documentElement.scrollHeight - 1"):
        page.clock.run_for(12_000)
        seen.append(page.evaluate("scrollY"))
        assert 0 < seen[-1] - seen[-2] < 720
    page.clock.run_for(12_000)
    assert page.evaluate("scrollY") == 0
    page.mouse.click(5, 5)
    page.clock.run_for(48_000)
    assert page.evaluate("scrollY") == 0


def test_without_a_script_wall_and_result_work(page: Page, pub: Pub, browser: Browser) -> None:
    """The wall loads itself anew every 30 seconds; the result can be marked, and offers no button that does nothing."""
    pub.record(page)
    kept: Any = page.context.storage_state()
    plain = browser.new_context(locale="de-DE", java_script_enabled=False, storage_state=kept).new_page()
    plain.goto(f"{pub.url}/abende/1/wand")
    assert plain.locator("noscript meta[http-equiv=refresh]").get_attribute("content") == "30"
    expect(plain.locator(".last li")).to_have_count(1)
    expect(plain.locator(".out")).to_be_hidden()
    plain.goto(f"{pub.url}/abende/1/ergebnis")
    expect(plain.locator("[data-share]")).to_be_hidden()
    expect(plain.locator("textarea")).to_have_value(re.compile("Sepp \\+0,20 €"))


def test_the_result_is_sent_on(page: Page, pub: Pub) -> None:
    """By what the device offers; whoever thinks better of it is left alone."""
    pub.record(page)
    page.add_init_script("navigator.share = async (what) => { window.shared = what; if (window.no) throw window.no; };")
    page.goto(f"{pub.url}/abende/1/ergebnis")
    text = page.locator("textarea").input_value()
    page.get_by_role("button", name="Teilen").click()
    page.wait_for_function("text => window.shared?.text === text", arg=text)
    page.evaluate("window.no = new DOMException('', 'AbortError'); window.shared = null")
    page.get_by_role("button", name="Teilen").click()
    page.wait_for_function("text => window.shared?.text === text", arg=text)
    expect(page.locator(".share [role=status]")).to_be_empty()


@pytest.mark.parametrize("refused", [False, True])
def test_the_result_is_copied(page: Page, pub: Pub, *, refused: bool) -> None:
    """Where a device shares nothing, or refuses to, the text goes into the clipboard."""
    pub.record(page)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    share = "async () => { throw new DOMException('', 'NotAllowedError') }" if refused else "undefined"
    page.add_init_script(f"Object.defineProperty(navigator, 'share', {{ value: {share} }})")
    page.goto(f"{pub.url}/abende/1/ergebnis")
    page.get_by_role("button", name="Teilen").click()
    expect(page.locator(".share [role=status]")).to_have_text("Kopiert.")
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("textarea").input_value()


def test_on_plain_http_the_text_is_marked(page: Page, pub: Pub) -> None:
    """In the pub's network a browser neither shares nor copies: the text lies marked, and that is said."""
    pub.record(page)
    page.goto(f"http://tisch.test:{pub.port}/abende/1/ergebnis")
    assert not page.evaluate("isSecureContext")
    page.get_by_role("button", name="Teilen").click()
    expect(page.locator(".share [role=status]")).to_have_text("Markiert: jetzt kopieren.")
    assert page.evaluate("getSelection().toString()") == page.locator("textarea").input_value()
