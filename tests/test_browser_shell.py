"""The pages without a network, in a real browser: what the service worker keeps, exchanges, and forgets."""

from collections.abc import Callable
from threading import Event
from time import monotonic
from typing import Any

import pytest
from flask import Flask, Response, request
from playwright.sync_api import BrowserContext, Page, expect

from scorebook import __version__
from scorebook.errors import NotFoundError
from scorebook.web.assets import PLACE, Assets
from scorebook.web.book import Book
from tests.actions import SAUSPIEL, Table
from tests.browser import console_of, follow
from tests.doors import ADMIN, cookie

pytestmark = pytest.mark.browser_context_args(service_workers="allow")
TIMEOUT = 20_000
expect.set_options(timeout=TIMEOUT)
WAITS = """async () => {
  const { active } = await navigator.serviceWorker.ready;
  if (active.state !== "activated") await new Promise((done) => active.addEventListener("statechange", done));
  if (!navigator.serviceWorker.controller)
    await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done));
}"""
"""Waits until the worker has set itself up and serves the page that lies open."""
KEPT = """async (kind) => {
  const kept = [];
  for (const name of (await caches.keys()).filter((name) => name.includes(` ${kind} `)))
    for (const { url } of await (await caches.open(name)).keys()) kept.push(new URL(url).pathname);
  return kept.sort();
}"""
COPY = "async (address) => (await caches.match(address, { ignoreVary: true }))?.text() ?? ''"


@pytest.fixture
def table(live_app: Flask) -> Table:
    """Give a table with a game, made without the browser."""
    live_app.config["WTF_CSRF_ENABLED"] = False
    table = Table(live_app.test_client())
    table.recorded(**SAUSPIEL)
    live_app.config["WTF_CSRF_ENABLED"] = True
    return table


@pytest.fixture
def pub(page: Page) -> Page:
    """Give a browser that is patient."""
    page.set_default_timeout(TIMEOUT)
    return page


def opened(page: Page, address: str) -> None:
    """Open a page, and wait until the worker is there for it."""
    page.goto(address)
    page.evaluate(WAITS)


def until(page: Page, asked: str, arg: object, holds: Callable[[Any], bool]) -> Any:
    """Ask a page again and again until the answer is right, and give it."""
    end, found = monotonic() + TIMEOUT / 1000, page.evaluate(asked, arg)
    while not holds(found):
        assert monotonic() < end, found
        page.wait_for_timeout(50)
        found = page.evaluate(asked, arg)
    return found


def expect_kept(page: Page, *addresses: str) -> None:
    """Wait until the sheets that are kept are these, whether with their kits or before they came."""
    until(page, KEPT, "pages", lambda found: [one for one in found if "tablett" not in one] == sorted(addresses))


def expect_sheet(page: Page) -> None:
    """See the sheet with its form, in its own style."""
    expect(page.get_by_role("heading", name="Spiele", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Eintragen")).to_be_visible()
    expect(page.locator("a.game")).to_have_count(1)
    assert page.locator("header.top").evaluate("bar => getComputedStyle(bar).display") == "flex"


def expect_no_network(page: Page) -> None:
    """See the page for no network instead of anything else."""
    expect(page.get_by_role("heading", name="Kein Netz")).to_be_visible()
    expect(page.locator("a.game")).to_have_count(0)


# --- Without a network ---


def test_the_sheet_comes_up_without_a_network(
    pub: Page, context: BrowserContext, live_server: str, table: Table
) -> None:
    """A sheet that was open once can be loaded again offline, with form and style, the first time already."""
    said = console_of(pub)
    opened(pub, live_server + table.address)
    expect_kept(pub, table.address)
    assert said == []
    context.set_offline(True)
    pub.reload()
    expect_sheet(pub)
    pub.get_by_role("link", name="Plätze").click()
    expect_no_network(pub)
    pub.go_back()
    expect_sheet(pub)
    context.set_offline(False)
    pub.reload()
    expect_sheet(pub)


def test_other_pages_say_that_there_is_no_network(
    pub: Page, context: BrowserContext, live_server: str, table: Table
) -> None:
    """Offline a page that is not kept says so, and leads to the sheets that are; with a network it comes again."""
    opened(pub, live_server + table.address)
    expect_kept(pub, table.address)
    context.set_offline(True)
    pub.goto(live_server + "/abende/1")
    expect_no_network(pub)
    context.set_offline(False)
    pub.get_by_role("link", name="Noch einmal versuchen").click()
    expect(pub.get_by_role("heading", name="Stammtisch")).to_be_visible()
    context.set_offline(True)
    pub.goto(live_server)
    pub.get_by_role("link", name="Stammtisch · Spiel 2").click()
    expect_sheet(pub)


def test_a_booked_game_is_not_hidden_by_an_old_copy(
    pub: Page, context: BrowserContext, live_server: str, table: Table, live_app: Flask
) -> None:
    """With a game booked and the network gone, no copy without that game is shown: it would be booked twice."""
    opened(pub, live_server + table.address)
    expect_kept(pub, table.address)
    live_app.config["WTF_CSRF_ENABLED"] = False
    game = table.recorded(**SAUSPIEL)
    context.set_offline(True)
    pub.goto(f"{live_server}{table.address}?spiel={game}")
    expect_no_network(pub)
    context.set_offline(False)
    pub.reload()
    expect(pub.get_by_role("status")).to_contain_text("Spiel 2 eingetragen")
    expect(pub.locator("a.game")).to_have_count(2)
    until(pub, COPY, table.address, lambda copy: str(game) in copy)
    context.set_offline(True)
    pub.reload()
    expect(pub.locator("a.game")).to_have_count(2)


def test_only_plain_sheets_are_kept(pub: Page, live_server: str, table: Table) -> None:
    """No overview, no answer to a form, no error, no sheet with all its games or filled with another is kept."""
    opened(pub, live_server + table.address)
    expect_kept(pub, table.address)
    plain = pub.evaluate(COPY, table.address)
    for address in ("/abende/1", "/listen/99", f"{table.address}?alle=1", f"{table.address}/plaetze", "/anmelden"):
        pub.goto(live_server + address)
    pub.goto(live_server + table.address)
    with pub.expect_navigation():
        pub.get_by_role("button", name="Eintragen").click()
    expect(pub.get_by_role("alert")).to_be_visible()
    expect_kept(pub, table.address)
    copy = pub.evaluate(COPY, table.address)
    assert copy.count('class="game"') == plain.count('class="game"') == 1
    assert 'role="alert"' not in copy


def test_a_script_that_asks_how_a_sheet_is_now_gets_no_copy(
    pub: Page, context: BrowserContext, live_server: str, table: Table
) -> None:
    """What is fetched is fresh or fails; nothing takes what was for what is."""
    opened(pub, live_server + table.address)
    expect_kept(pub, table.address)
    fetched = "(at) => fetch(at).then((answer) => answer.status, () => 'no network')"
    assert pub.evaluate(fetched, table.address) == 200
    context.set_offline(True)
    assert pub.evaluate(fetched, table.address) == "no network"


def test_a_slow_network_is_not_waited_for(
    pub: Page, live_server: str, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the server does not answer, the copy comes up meanwhile; what comes late is kept for the next time."""
    opened(pub, live_server + table.address)
    expect_kept(pub, table.address)
    go_on, book = Event(), Book.of

    def slow(sheet_id: int) -> Book:
        assert go_on.wait(TIMEOUT)
        return book(sheet_id)

    first = pub.evaluate(COPY, table.address)
    monkeypatch.setattr("scorebook.web.sheets.Book.of", slow)
    pub.goto(live_server + table.address)
    expect_sheet(pub)
    assert pub.evaluate(COPY, table.address) == first
    go_on.set()
    until(pub, COPY, table.address, lambda copy: copy not in (first, ""))  # the token of its forms is another


def test_the_kit_of_a_sheet_is_kept_with_it(pub: Page, context: BrowserContext, live_server: str, table: Table) -> None:
    """What the page needs to work out prices is there without a network too, from the first visit on."""
    kit = f"{table.address}/tablett.json"
    opened(pub, live_server + table.address)
    until(pub, KEPT, "pages", lambda found: found == [table.address, kit])
    context.set_offline(True)
    assert pub.evaluate("async (address) => (await (await fetch(address)).json()).prices.unit", kit) == "cent"


def test_of_many_sheets_the_latest_are_kept(pub: Page, live_server: str, live_app: Flask, table: Table) -> None:
    """What lies on the device does not grow for ever: of many evenings the last ones are kept."""
    live_app.config["WTF_CSRF_ENABLED"] = False
    sheets = [table.address] + [Table(live_app.test_client()).address for _ in range(14)]
    opened(pub, live_server + sheets[0])
    for address in [*sheets, sheets[3]]:
        pub.goto(live_server + address)
        both = {address, f"{address}/tablett.json"}
        until(pub, KEPT, "pages", lambda found, both=both: both <= set(found))
    expect_kept(pub, *sheets[4:], sheets[3])


# --- Another version, another person ---


NAMES = "async () => (await caches.keys()).map((name) => name.split(' ').at(-1))"
UPDATE = "async () => (await navigator.serviceWorker.getRegistration()).update()"


def updated(app: Flask) -> None:
    """Let the server be one of another version."""
    now: Assets = app.extensions[PLACE]
    app.extensions[PLACE] = Assets("0123456789", now.files)


def test_an_update_exchanges_all_that_is_kept(
    pub: Page, context: BrowserContext, live_server: str, live_app: Flask, table: Table
) -> None:
    """After an update nothing of the old version is kept, and a sheet comes up offline in the new one."""
    opened(pub, live_server + table.address)
    expect_kept(pub, table.address)
    old = live_app.extensions[PLACE].version
    updated(live_app)
    pub.evaluate(UPDATE)
    until(pub, NAMES, None, lambda names: names == [f"{__version__}-0123456789"] * 2)
    expect_kept(pub, table.address)
    files = pub.evaluate(KEPT, "files")
    assert {path.split("/")[2] for path in files if path != "/offline"} == {"0123456789"}
    context.set_offline(True)
    pub.reload()
    expect_sheet(pub)
    assert "/static/0123456789/" in pub.content()
    assert old not in pub.content()


def test_an_update_that_lacks_something_does_not_come_in(
    pub: Page, context: BrowserContext, live_server: str, live_app: Flask, table: Table
) -> None:
    """Where the page for no network of the new version cannot be had, the old one goes on, offline too."""
    opened(pub, live_server + table.address)
    expect_kept(pub, table.address)
    before, old = pub.evaluate(NAMES), live_app.extensions[PLACE].version
    updated(live_app)
    offline = live_app.view_functions["shell.offline"]
    live_app.view_functions["shell.offline"] = lambda: ("", 503)
    refused = """async () => {
      const { installing } = await (await navigator.serviceWorker.getRegistration()).update();
      await new Promise((done) => installing.addEventListener("statechange", done));
      return installing.state;
    }"""
    assert pub.evaluate(refused) == "redundant"
    live_app.view_functions["shell.offline"] = offline
    assert set(before) <= set(pub.evaluate(NAMES))
    expect_kept(pub, table.address)
    context.set_offline(True)
    pub.reload()
    expect_sheet(pub)
    assert f"/static/{old}/" in pub.content()


def test_after_logging_out_nothing_is_left(
    pub: Page, context: BrowserContext, live_server: str, live_app: Flask, table: Table
) -> None:
    """Who logs out leaves no sheet behind: not offline, not by "back", not on the page for no network."""
    live_app.config["WTF_CSRF_ENABLED"] = False
    account = {"login_name": "wirt", "password": "ein langes Passwort"}
    assert live_app.test_client().post("/konto/anmeldung", data=account).status_code == 303
    live_app.config["WTF_CSRF_ENABLED"] = True
    opened(pub, live_server + table.address)
    expect_kept(pub, table.address)
    pub.goto(live_server + "/abende/neu")
    pub.get_by_role("button", name="Abmelden").click()
    expect(pub.get_by_role("button", name="Anmelden")).to_be_visible()
    expect_kept(pub)
    context.set_offline(True)
    pub.goto(live_server + table.address)
    expect_no_network(pub)
    expect(pub.get_by_role("heading", name="Hier kannst du weiterschreiben")).to_be_hidden()
    for _ in ("Anmelden", "Neuer Abend", "Liste"):
        pub.go_back()
    assert pub.url == live_server + table.address
    expect_no_network(pub)


def test_another_login_finds_nothing_of_the_one_before(
    pub: Page, context: BrowserContext, live_server: str, live_app: Flask, table: Table
) -> None:
    """Whether the login was ended elsewhere or another took its place: the next page, or answer, empties all."""
    opened(pub, live_server + table.address)
    expect_kept(pub, table.address)
    context.clear_cookies()
    pub.get_by_role("button", name="Eintragen").click()
    expect(pub.get_by_role("button", name="Anmelden")).to_be_visible()
    expect_kept(pub)
    host = live_server.removeprefix("http://").partition(":")[0]
    mine = {"name": "session", "value": cookie(live_app, ADMIN), "domain": host, "path": "/"}
    context.add_cookies([mine])
    pub.goto(live_server + table.address)
    expect_kept(pub, table.address)
    context.clear_cookies()
    pub.goto(live_server + "/regeln")
    expect_kept(pub)


def test_a_sheet_that_is_gone_is_not_shown_any_more(
    pub: Page, context: BrowserContext, live_server: str, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sheet that the server does not give any more is not kept on the device either; one that it cannot give is."""
    opened(pub, live_server + table.address)
    expect_kept(pub, table.address)
    monkeypatch.setattr("scorebook.web.sheets.Book.of", lambda _sheet: 1 / 0)
    pub.goto(live_server + table.address)
    expect_sheet(pub)

    def gone(_sheet_id: int) -> None:
        raise NotFoundError("Diese Liste gibt es nicht.")

    monkeypatch.setattr("scorebook.web.sheets.Book.of", gone)
    pub.goto(live_server + table.address)
    expect(pub.get_by_role("heading", name="Das gibt es nicht")).to_be_visible()
    expect_kept(pub)


def test_the_worker_hides_from_nobody_who_sent_the_browser_here(
    pub: Page, live_server: str, live_app: Flask, table: Table
) -> None:
    """A page that another site asks for is not packed, though the worker fetches it; one of our own is."""
    heard: list[tuple[str, bool]] = []

    def hear(response: Response) -> Response:
        site = request.headers.get("Sec-Fetch-Site", "")
        heard.append((f"{request.path} {site}", "Content-Encoding" in response.headers))
        return response

    live_app.after_request_funcs[None].insert(0, hear)
    opened(pub, live_server + table.address)
    follow(pub.get_by_role("link", name="Plätze"))
    pub.goto(live_server.replace("127.0.0.1", "tisch.test") + "/regeln")
    pub.evaluate("(address) => { location = address; }", live_server + "/abende/1")
    expect(pub.get_by_role("heading", name="Stammtisch")).to_be_visible()
    assert ("/listen/1/plaetze same-origin", True) in heard
    assert ("/abende/1 cross-site", False) in heard


def test_the_page_for_no_network_follows_the_language(
    pub: Page, context: BrowserContext, live_server: str, table: Table
) -> None:
    """Who chose another language reads that one offline too."""
    opened(pub, live_server + "/abende/neu")
    pub.get_by_role("button", name="English").click()
    expect(pub.get_by_role("button", name="English")).to_have_attribute("aria-current", "true")
    until(pub, COPY, "/offline", lambda copy: "No network" in copy)
    context.set_offline(True)
    pub.goto(live_server + "/regeln")
    expect(pub.get_by_role("heading", name="No network")).to_be_visible()


# --- Where there is none ---


def test_plain_http_has_no_worker_and_no_complaint(page: Page, live_server: str, table: Table) -> None:
    """In the pub's network the pages are as they were: nothing is registered, nothing goes wrong."""
    address = live_server.replace("127.0.0.1", "tisch.test")
    said = console_of(page)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(address + table.address)
    expect_sheet(page)
    assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]
    assert said == []
