"""A tablet that loses its network, its power, its server, or its patience: every game stands once, in order."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Route, expect

from scorebook.services import evenings
from scorebook.services.access import local_actor
from scorebook.store.db import db
from tests.actions import FOUR
from tests.book import Book
from tests.browser import follow, press
from tests.conftest import SECRET_KEY
from tests.live import served
from tests.processes import ROOT
from tests.tablets import Server, Tablet, deliver

SCOREBOOK = ROOT / ".venv" / "bin" / "scorebook"
OLDER = """() => {
  const draft = JSON.parse(localStorage["scorebook.draft.1"]);
  draft.pairs = draft.pairs.filter(([name]) => name !== "partner" && name !== "result");
  localStorage["scorebook.draft.1"] = JSON.stringify(draft);
}"""
HOSTS = ["127.0.0.1", "tisch.test"]
"""An address that browsers trust, and one in the pub's own network: without worker and randomUUID."""


@pytest.fixture
def app(make_app: Callable[..., Flask]) -> Flask:
    """Give an app with an evening, that checks tokens."""
    app = make_app(WTF_CSRF_ENABLED=True)
    with app.app_context():
        Book(app).start(FOUR)
    return app


@pytest.fixture(params=HOSTS)
def address(request: pytest.FixtureRequest, app: Flask) -> Iterator[str]:
    """Serve the app, and give its address on each kind of host."""
    with served(app) as url:
        yield url.replace("127.0.0.1", request.param)


@pytest.fixture
def tablets(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Callable[[str], Tablet]]:
    """Give tablets, each a browser of its own."""
    contexts: list[BrowserContext] = []

    def tablet(address: str) -> Tablet:
        settings = browser_context_args | {"service_workers": "allow", "viewport": {"width": 1180, "height": 820}}
        contexts.append(browser.new_context(**settings))
        return Tablet(contexts[-1], address)

    yield tablet
    for context in contexts:
        context.close()


def booked(app: Flask) -> list[tuple[int, int | None, int | None]]:
    """Give number, declarer and partner of each game that stands; sums are zero."""
    with app.app_context():
        sheet = evenings.load_sheet(db.session, local_actor(db.session), 1)[1]
        db.session.rollback()
    assert sum(sheet.totals().values()) == 0
    return [(game.number, game.game.declarer, game.game.partner) for game in sheet.standing]


def test_without_a_network_games_wait_and_are_sent_in_order(
    app: Flask, address: str, tablets: Callable[[str], Tablet]
) -> None:
    """Half entered games and waiting ones outlive the network; then all stand there once, in order."""
    tablet = tablets(address)
    tablet.sauspiel()
    expect(tablet.numbers).to_have_text(["1"])
    tablet.context.set_offline(True)
    expect(tablet.state).to_contain_text("kein Netz")
    for who, partner in (("Vroni", "Zenzi"), ("Xaver", "Sepp"), ("Zenzi", "Sepp")):
        tablet.sauspiel(who=who, partner=partner)
    expect(tablet.waiting).to_have_count(3)
    expect(tablet.waiting.nth(0)).to_contain_text("Sauspiel, Vroni + Zenzi")
    expect(tablet.page.locator("[data-title]")).to_have_text("Spiel 5 · Geber Sepp")
    expect(tablet.page.locator(".total .amount")).to_have_text(
        ["+0,40\N{NO-BREAK SPACE}€", "−0,40\N{NO-BREAK SPACE}€", "0,00\N{NO-BREAK SPACE}€", "0,00\N{NO-BREAK SPACE}€"]
    )
    tablet.tap("who", "Vroni")
    tablet.context.set_offline(False)
    expect(tablet.state).to_have_text("gespeichert")
    expect(tablet.waiting).to_have_count(0)
    expect(tablet.numbers).to_have_text(["4", "3", "2", "1"])
    expect(tablet.page.locator("[name=who]:checked")).to_have_value("1")
    tablet.tap("partner", "Sepp")
    tablet.tap("result", "verloren")
    tablet.book()
    expect(tablet.numbers).to_have_text(["5", "4", "3", "2", "1"])
    assert booked(app) == [(1, 0, 2), (2, 1, 3), (3, 2, 0), (4, 3, 0), (5, 1, 0)]


def test_two_tablets_see_each_other_and_ask_about_the_same_game(
    app: Flask, address: str, tablets: Callable[[str], Tablet]
) -> None:
    """What one books the other shows; a game that both entered is asked about, and goes in once, or as another."""
    one, two = tablets(address), tablets(address)
    two.enter(who="Vroni", partner="Zenzi")
    one.sauspiel()
    expect(two.numbers).to_have_text(["1"])
    expect(two.page.locator("[name=who]:checked")).to_have_value("1")
    two.book()
    expect(two.waiting).to_have_count(1)
    expect(two.waiting).to_contain_text("Spiel 1: Sauspiel, Sepp + Xaver")
    expect(two.state).to_have_text("schau bitte nach")
    two.do("other")
    expect(one.numbers).to_have_text(["2", "1"])
    one.context.set_offline(True)
    one.sauspiel(who="Zenzi", partner="Sepp")
    expect(one.state).to_contain_text("kein Netz")
    two.sauspiel(who="Zenzi", partner="Sepp")
    expect(two.numbers).to_have_text(["3", "2", "1"])
    one.context.set_offline(False)
    expect(one.waiting.locator(".same")).to_contain_text("Spiel 3: Sauspiel, Zenzi + Sepp")
    one.do("same")
    expect(one.waiting).to_have_count(0)
    expect(one.state).to_have_text("gespeichert")
    one.sauspiel(who="Vroni", partner="Xaver")
    expect(two.numbers).to_have_text(["4", "3", "2", "1"])
    assert booked(app) == [(1, 0, 2), (2, 1, 3), (3, 3, 0), (4, 1, 2)]


def test_what_the_rules_refuse_comes_back(app: Flask, address: str, tablets: Callable[[str], Tablet]) -> None:
    """A game that cannot be is told with its reason, stays in the outbox, is changed, and goes in its own place."""
    tablet = tablets(address)
    tablet.context.set_offline(True)
    tablet.tap("who", "Sepp")
    tablet.tap("partner", "Xaver")
    tablet.type_augen("119")
    tablet.book()
    tablet.sauspiel(who="Vroni", partner="Zenzi")
    tablet.context.set_offline(False)
    expect(tablet.waiting).to_have_count(2)
    expect(tablet.waiting.first).to_contain_text("119 Augen gibt es nicht.")
    assert booked(app) == []
    tablet.do("open")
    tablet.type_augen("91")
    tablet.book()
    expect(tablet.numbers).to_have_text(["2", "1"])
    assert booked(app) == [(1, 0, 2), (2, 1, 3)]


def test_a_refused_game_has_its_reason_at_the_field(app: Flask, address: str, tablets: Callable[[str], Tablet]) -> None:
    """With a network the page says at which field; corrected there it is booked once."""
    tablet = tablets(address)
    tablet.tap("who", "Sepp")
    tablet.tap("partner", "Xaver")
    tablet.type_augen("119")
    tablet.page.locator(".book button.main").click()
    expect(tablet.page.locator("#augen-errors")).to_contain_text("119 Augen gibt es nicht.")
    expect(tablet.waiting).to_have_count(0)
    tablet.type_augen("91")
    tablet.book()
    expect(tablet.numbers).to_have_text(["1"])
    assert booked(app) == [(1, 0, 2)]


def test_two_tablets_correct_the_same_game(app: Flask, address: str, tablets: Callable[[str], Tablet]) -> None:
    """The second one is told what the first changed; nothing is written over, nothing that was typed is lost."""
    one, two = tablets(address), tablets(address)
    one.sauspiel()
    expect(one.numbers).to_have_text(["1"])
    for tablet in (one, two):
        tablet.page.goto(tablet.home)
        follow(tablet.page.locator("a.game"))
        follow(tablet.page.get_by_role("link", name="Korrigieren"))
    for tablet, partner in ((one, "Vroni"), (two, "Zenzi")):
        tablet.tap("partner", partner)
        tablet.page.get_by_label("Warum?").fill("verschaut")
        follow(tablet.page.locator(".book button.main"))
    expect(one.numbers).to_have_text(["1"])
    expect(two.page.get_by_role("alert")).to_contain_text("Spieler: Sepp + Xaver → Sepp + Vroni")
    expect(two.page.locator("[name=partner]:checked")).to_have_value("3")
    assert booked(app) == [(1, 0, 1)]


def test_a_half_entered_game_survives(app: Flask, address: str, tablets: Callable[[str], Tablet]) -> None:
    """Reloaded, rotated and closed, the page comes back with what was entered; once booked, it is gone."""
    tablet = tablets(address)
    tablet.enter()
    tablet.page.locator("[name=klopfer]").nth(1).check(force=True)
    tablet.page.reload()
    tablet.page.set_viewport_size({"width": 820, "height": 1180})
    expect(tablet.page.locator("[name=who]:checked")).to_have_value("0")
    expect(tablet.page.locator("[name=klopfer]:checked")).to_have_value("1")
    tablet.page.close()
    tablet.page = tablet.context.new_page()
    tablet.page.goto(tablet.home)
    expect(tablet.page.locator("[name=partner]:checked")).to_have_value("2")
    tablet.book()
    expect(tablet.numbers).to_have_text(["1"])
    tablet.page.reload()
    expect(tablet.page.locator("[name=who]:checked")).to_have_count(0)
    assert booked(app) == [(1, 0, 2)]


def test_what_a_side_trip_brings_back_goes_before_an_older_draft(
    app: Flask, address: str, tablets: Callable[[str], Tablet]
) -> None:
    """The form that comes back from counting Laufende is newer than what was kept of it on the way."""
    tablet = tablets(address)
    tablet.enter()
    press(tablet.page, "Wie viele sind das?")
    tablet.page.evaluate(OLDER)
    press(tablet.page, "Zurück ohne Änderung")
    tablet.ready()
    expect(tablet.page.locator("[name=partner]:checked")).to_have_value("2")
    tablet.book()
    expect(tablet.numbers).to_have_text(["1"])
    assert booked(app) == [(1, 0, 2)]


def test_a_double_tap_books_once(app: Flask, address: str, tablets: Callable[[str], Tablet]) -> None:
    """Twice on the big button, and the back button after it, make no second game."""
    tablet = tablets(address)
    tablet.enter()
    tablet.page.locator(".book button.main").dblclick()
    expect(tablet.numbers).to_have_text(["1"])
    tablet.page.goto(tablet.home.replace("/listen/", "/abende/"))
    tablet.page.go_back()
    expect(tablet.numbers).to_have_text(["1"])
    expect(tablet.page.locator("[name=who]:checked")).to_have_count(0)
    assert booked(app) == [(1, 0, 2)]


def test_an_answer_that_gets_lost_books_once(app: Flask, address: str, tablets: Callable[[str], Tablet]) -> None:
    """The server has the game, the tablet does not know: it sends again, and both agree."""
    tablet, lost = tablets(address), []

    def lose(route: Route) -> None:
        if len(lost) < 2:
            lost.append(deliver(route))
            route.abort()
        else:
            route.continue_()

    tablet.page.route("**/ausgang", lose)
    tablet.sauspiel()
    tablet.sauspiel(who="Vroni", partner="Zenzi")
    expect(tablet.state).to_have_text("gespeichert")
    expect(tablet.numbers).to_have_text(["2", "1"])
    assert booked(app) == [(1, 0, 2), (2, 1, 3)]
    assert [answer.status for answer in lost] == [201, 200]


def test_an_evening_that_ends_elsewhere_ends_clearly(
    app: Flask, address: str, tablets: Callable[[str], Tablet]
) -> None:
    """Who is entering a game is told, and a game that waits says why it cannot go in; it is not lost."""
    one, two = tablets(address), tablets(address)
    one.context.set_offline(True)
    one.sauspiel()
    with app.app_context():
        Book(app).end(1)
    expect(two.page.locator(".entry")).to_have_count(0)
    expect(two.page.get_by_text("Abend beendet").first).to_be_visible()
    one.context.set_offline(False)
    expect(one.waiting).to_contain_text("Der Abend ist beendet.")
    expect(one.page.locator(".entry")).to_have_count(0)
    one.page.reload()
    assert booked(app) == []


ODD = ("Schäfer-Größl, Äö", '<b>Xaver</b> & "Söhne"', "Zenzi 🍺🥨", "Maximilian von und zu Oberwallenstadt-L.")


def test_odd_names_are_shown_as_they_are(make_app: Callable[..., Flask], tablets: Callable[[str], Tablet]) -> None:
    """Umlauts, signs of HTML, emoji and 40 characters stand in price, outbox and list as somebody typed them."""
    app = make_app(WTF_CSRF_ENABLED=True)
    with app.app_context():
        Book(app).start(ODD)
    with served(app) as url:
        tablet = tablets(url)
        tablet.context.set_offline(True)
        for seat, row in ((0, "who"), (1, "partner")):
            tablet.page.locator(f".row-{row} [data-seat='{seat}']").click()
        tablet.tap("result", "gewonnen")
        tablet.book()
        expect(tablet.waiting).to_contain_text("Schäfer-Größl, + <b>Xaver</b>")
        tablet.context.set_offline(False)
        expect(tablet.numbers).to_have_text(["1"])
    assert booked(app) == [(1, 0, 1)]


def test_a_slow_network_that_loses_much_loses_no_game(
    app: Flask, address: str, tablets: Callable[[str], Tablet]
) -> None:
    """At 300 ms, with every third question to the server or its answer lost, five games stand once each."""
    tablet, asked = tablets(address), []
    network = tablet.context.new_cdp_session(tablet.page)
    network.send("Network.enable")
    slow = {"offline": False, "latency": 300, "downloadThroughput": -1, "uploadThroughput": -1}
    network.send("Network.emulateNetworkConditions", slow)

    def lose(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) % 3 == 1:
            route.abort()
        elif len(asked) % 3 == 2:
            deliver(route)
            route.abort()
        else:
            route.continue_()

    tablet.page.route("**/ausgang", lose)
    for game in range(5):
        tablet.sauspiel(who=FOUR[game % 4], partner=FOUR[(game + 1) % 4])
    expect(tablet.state).to_have_text("gespeichert", timeout=60_000)
    assert booked(app) == [(game + 1, game % 4, (game + 1) % 4) for game in range(5)]


@pytest.fixture
def server(tmp_path: Path, migrated_database: Path) -> Iterator[Server]:
    """Give a real server, started as people start it, with an evening."""
    instance = tmp_path / "instance"
    instance.mkdir()
    shutil.copy(migrated_database, instance / "scorebook.sqlite")
    server = Server([SCOREBOOK, "serve"], tmp_path, {"SCOREBOOK_INSTANCE": str(instance), "SECRET_KEY": SECRET_KEY})
    yield server
    server.kill()


@pytest.mark.parametrize("host", HOSTS)
def test_thirty_games(
    server: Server, host: str, tablets: Callable[[str], Tablet], make_app: Callable[..., Flask]
) -> None:
    """An evening as it goes: no network in the middle, two reloads, a second tablet, a server that dies in a save."""
    app = make_app(SCOREBOOK_INSTANCE=server.settings["SCOREBOOK_INSTANCE"])
    with app.app_context():
        Book(app).start(FOUR)
    server.start()
    address = server.address.replace("127.0.0.1", host)
    tablet, expected = tablets(address), []

    def play(games: int, by: Tablet = tablet) -> None:
        for _ in range(games):
            declarer = len(expected) % 4
            by.sauspiel(who=FOUR[declarer], partner=FOUR[(declarer + 2) % 4])
            expected.append((len(expected) + 1, declarer, (declarer + 2) % 4))

    play(8)
    expect(tablet.state).to_have_text("gespeichert")
    tablet.enter()
    tablet.page.reload()
    expect(tablet.page.locator("[name=result]:checked")).to_have_value("won")
    tablet.book()
    expected.append((9, 0, 2))
    expect(tablet.numbers.first).to_have_text("9")

    tablet.context.set_offline(True)
    expect(tablet.state).to_contain_text("kein Netz")
    play(7)
    if host == "127.0.0.1":
        tablet.page.reload()
        tablet.ready()
    expect(tablet.waiting).to_have_count(7)
    tablet.context.set_offline(False)
    expect(tablet.state).to_have_text("gespeichert", timeout=30_000)
    expect(tablet.numbers.first).to_have_text("16")

    second = tablets(address)
    play(1, second)
    expect(tablet.numbers.first).to_have_text("17")
    play(5)
    expect(tablet.numbers.first).to_have_text("22")

    def die(route: Route) -> None:
        deliver(route)
        server.kill()
        route.abort()

    tablet.page.route("**/ausgang", die, times=1)
    play(1)
    expect(tablet.waiting).to_have_count(1)
    play(3)
    server.start()
    expect(tablet.state).to_have_text("gespeichert", timeout=30_000)
    tablet.page.reload()
    tablet.ready()
    play(4)
    expect(second.numbers.first).to_have_text("30")
    assert booked(app) == expected
    assert len(expected) == 30
