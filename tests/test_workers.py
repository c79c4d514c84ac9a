"""Several processes behind one address: whatever one began goes on at another, and a stop loses nothing."""

import http.client
import json
import signal
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from itertools import cycle
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest

from scorebook.cli import workers
from scorebook.reports import jobs
from tests.actions import SAUSPIEL, Page
from tests.processes import ROOT, first_link, serving
from tests.tablets import Server

SERVE = [sys.executable, "-c", "from scorebook.app import main; main()", "serve"]
GAME = {"contract": "sauspiel", "declarer": 0, "partner": 2, "result": "won"}


@dataclass
class Answer:
    """What came, as `Page` reads it."""

    status_code: int
    url: str
    data: bytes

    def get_data(self, as_text: bool = True) -> str:
        return self.data.decode()


@dataclass
class Wanderer:
    """A browser whose every request comes to the next of several servers; what it keeps, it shows to all."""

    servers: Iterator[str]
    opener: urllib.request.OpenerDirector = field(
        default_factory=lambda: urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    )

    def ask(self, path: str, data: bytes | None = None, **headers: str) -> Answer:
        """Ask the next server; where it sends elsewhere, it is asked itself."""
        asked = urllib.request.Request(next(self.servers) + path, data, headers)
        with self.opener.open(asked, timeout=60) as got:
            return Answer(got.status, got.url, got.read())

    def send(self, path: str, page: Answer, **fields: Any) -> Answer:
        """Send the form of a page, with other answers here and there."""
        form = {**Page(page).inputs, **fields}  # type: ignore[arg-type]
        return self.ask(path, urlencode(form, doseq=True).encode())

    def keep(self, uuid: str) -> tuple[int, Any]:
        """Send a game as a tablet's outbox does; give status and answer."""
        known = json.loads(self.ask("/listen/1/stand.json").data)
        item = {"uuid": uuid, "sheet": 1, "after_number": known["last_number"], "game": GAME}
        headers = {"Content-Type": "application/json", "X-CSRFToken": known["csrf"]}
        got = self.ask("/listen/1/ausgang", json.dumps(item).encode(), **headers)
        return got.status_code, json.loads(got.data)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def wanderer(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Wanderer]:
    """Start two servers of one process each on the same book, and open it by the link that the later one printed."""
    settings = {"SCOREBOOK_INSTANCE": str(tmp_path / "instance"), "SCOREBOOK_WORKERS": "1"}
    if request.param == "postgres":
        settings["DATABASE_URL"] = request.getfixturevalue("postgres_url")
    with ExitStack() as running:
        logs = [tmp_path / name for name in ("one", "other")]
        servers = [running.enter_context(serving(SERVE, ROOT, log, **settings)) for log in logs]
        made = Wanderer(cycle(servers))
        path = "/einladung/" + first_link(logs[1]).rpartition("/")[2]
        made.send(path, made.ask(path))
        yield made


def test_what_one_process_began_goes_on_at_another(wanderer: Wanderer) -> None:
    """Login, forms, a game sent again, a side trip, and papers made beside: no step needs the process of the last."""
    begun = wanderer.ask("/abende/neu")
    wanderer.send("/abende/neu", begun, names=["Sepp", "Vroni", "Xaver", "Zenzi"], preset="bayern_10_20_50")

    uuid = str(uuid4())  # the outbox: an answer that got lost, and the same once more
    assert [wanderer.keep(uuid) for _ in range(3)] == [(201, {"ok": True, "number": 1})] + 2 * [
        (200, {"ok": True, "number": 1})
    ]

    sheet = wanderer.ask("/listen/1")  # the side trip
    there = wanderer.send("/listen/1/laufende", sheet, tun="", **SAUSPIEL)
    back = wanderer.send("/listen/1/laufende", there, tun="nehmen", held=["EO", "GO", "HO", "SO"])
    form = Page(back)  # type: ignore[arg-type]
    assert (form.value("who"), form.value("laufende")) == ("0", "mit-4")
    wanderer.send("/listen/1/spiele", back)
    assert json.loads(wanderer.ask("/listen/1/stand.json").data)["last_number"] == 2

    chosen = wanderer.ask("/blaetter")  # the papers: made at one, asked for at the other
    job = wanderer.send("/blaetter", chosen, evenings=["1"]).url.rpartition("/")[2]
    until = time.monotonic() + 120
    while b"wird gemacht" in wanderer.ask(f"/blaetter/{job}").data and time.monotonic() < until:
        time.sleep(0.2)
    archives = [wanderer.ask(f"/blaetter/{job}.zip").data for _ in range(2)]
    assert archives[0] == archives[1]
    assert archives[0].startswith(b"PK")
    assert b"%PDF" in archives[0]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Give a server that can be stopped and started; at the end it is gone, whatever happened."""
    made = Server(SERVE, tmp_path, {"SCOREBOOK_INSTANCE": str(tmp_path / "instance"), "SCOREBOOK_WORKERS": "1"})
    yield made
    made.kill()


def stop(server: Server) -> None:
    """Ask a server to stop, as systemd does; it ends well."""
    assert server.process is not None
    server.process.terminate()
    assert server.process.wait(timeout=100) == 0


def test_a_stop_and_a_start_lose_nothing(server: Server, tmp_path: Path) -> None:
    """While a tablet sends, the server is reloaded, stopped and started: each game is in the book, and once.

    Whoever got no answer sends the same again, as the outbox does. The process ends with 0.
    """
    server.start()
    assert server.process is not None
    browser = Wanderer(cycle([server.address]))
    path = "/einladung/" + first_link(tmp_path / "log").rpartition("/")[2]
    browser.send(path, browser.ask(path))
    browser.send("/abende/neu", browser.ask("/abende/neu"), names=["A", "B", "C", "D"], preset="bayern_10_20_50")
    numbers: list[int] = []
    tablet = Thread(target=send_until_answered, args=(browser, 30, numbers), daemon=True)
    tablet.start()
    server.process.send_signal(signal.SIGHUP)
    while len(numbers) < 10 and tablet.is_alive():
        time.sleep(0.02)
    stop(server)
    server.start()
    tablet.join()
    last = json.loads(browser.ask("/listen/1/stand.json").data)["last_number"]
    stop(server)
    assert numbers == list(range(1, 31))
    assert last == 30


def send_until_answered(browser: Wanderer, games: int, numbers: list[int]) -> None:
    """Send so many games, each until it is answered, and note their numbers."""
    for _ in range(games):
        uuid = str(uuid4())
        while True:
            try:
                numbers.append(browser.keep(uuid)[1]["number"])
                break
            except urllib.error.HTTPError:  # an answer, and a wrong one
                raise
            except (OSError, http.client.HTTPException):  # nobody was there, or he left before he answered
                time.sleep(0.05)


def test_a_paper_has_time_enough() -> None:
    """A request that waits for one paper and then for its own is not ended by the server before the paper is."""
    assert workers.SECONDS > 2 * jobs.SECONDS
    assert workers.graceful_timeout >= workers.timeout == workers.SECONDS
