"""Recording a game over HTTP against the least that it can cost (`bench.floor`): same server, same rows, same load."""

import re
import shutil
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from statistics import median
from urllib.parse import urlencode
from uuid import uuid4

from bench import Ratio, told
from bench.server import OURS, Server
from scorebook.app import create_app
from scorebook.cli.db import upgrade_to
from scorebook.services import access, evenings
from scorebook.store.db import db
from tests import doors
from tests.doors import let_in

CONNECTIONS = 4
ROUNDS = 20
GAMES = 12
"""Games a connection and round."""
SAUSPIEL = {"who": "0", "contract": "sauspiel", "partner": "2", "result": "won"}
HIDDEN = re.compile(r'<input[^>]*\bname="(\w+)"[^>]*\bvalue="([^"]*)"')


class Sender:
    """One connection's worth of games, all onto a sheet of its own."""

    def __init__(self, port: int, sheet: int, cookie: str = "") -> None:
        """`cookie` is that of a browser that is logged in; without one it is the floor's that needs none."""
        self.port, self.address, self.floor = port, f"/listen/{sheet}", not cookie
        self.numbers = count(1)
        self.headers = {"Content-Type": "application/x-www-form-urlencoded"}
        self.token = self._open(cookie) if cookie else ""

    def _open(self, cookie: str) -> str:
        """Open the sheet as a browser does: keep the cookie that comes, and read the token of its form."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request("GET", self.address, headers={"Cookie": f"session={cookie}"})
        answer = connection.getresponse()
        self.headers["Cookie"] = answer.headers["Set-Cookie"].partition(";")[0]
        fields: dict[str, str] = dict(HIDDEN.findall(answer.read().decode()))
        return fields["csrf_token"]

    def send(self) -> float:
        """Record one game; give the seconds until it is confirmed."""
        fields = {**SAUSPIEL, "uuid": str(uuid4()), "csrf_token": self.token, "dealer": "0"}
        body = urlencode({**fields, "number": str(next(self.numbers))} if self.floor else fields)
        start = time.perf_counter()
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request("POST", f"{self.address}/spiele", body, self.headers)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        if answer.status != 303:
            raise RuntimeError(f"{self.address} answered {answer.status}")
        return time.perf_counter() - start

    def burst(self) -> list[float]:
        """Record a round's games, one after the other."""
        return [self.send() for _ in range(GAMES)]


def measure() -> list[Ratio]:
    """Measure both in turns, with so many connections at a time, and compare the medians."""
    with tempfile.TemporaryDirectory() as place:
        own, copy = Path(place) / "own", Path(place) / "copy"
        sheets, cookie = prepare(own)
        shutil.copytree(own, copy)
        with (
            served(own) as server,
            served(copy, "bench.floor:create_app()") as floor,
        ):
            ours = [Sender(server.port, sheet, cookie) for sheet in sheets]
            theirs = [Sender(floor.port, sheet) for sheet in sheets]
            own_times, floor_times = in_turns(ours, theirs)
    times = told(("scorebook", median(own_times)), ("bare route", median(floor_times)))
    return [Ratio("record a game / bare route", median(own_times) / median(floor_times), 2, times)]


def prepare(instance: Path) -> tuple[list[int], str]:
    """Make a database with one evening a connection; give the ids of the sheets, and the cookie of a scorer."""
    app = create_app({"SCOREBOOK_INSTANCE": str(instance)})
    with app.app_context():
        upgrade_to("head")
        actor = access.local_actor(db.session)
        evening = partial(evenings.NewEvening, ("Sepp", "Vroni", "Xaver", "Zenzi"))
        sheets = [evenings.start_evening(db.session, actor, evening()).sheet_id for _ in range(CONNECTIONS)]
        db.session.remove()
        secret = let_in(app, access.Role.SCORER)
        db.engine.dispose()
    return sheets, doors.cookie(app, secret)


def served(instance: Path, app: str = OURS) -> Server:
    """Serve an app as `scorebook serve` does."""
    database = instance / "scorebook.sqlite"
    return Server({"SCOREBOOK_INSTANCE": str(instance), "BENCH_DATABASE": str(database)}, app)


def in_turns(*servers: list[Sender]) -> list[list[float]]:
    """Let the senders of one server after the other send a round; the first round warms up and does not count."""
    taken: list[list[float]] = [[] for _ in servers]
    with ThreadPoolExecutor(CONNECTIONS) as threads:
        for turn in range(ROUNDS + 1):
            for senders, times in zip(servers, taken, strict=True):
                bursts = list(threads.map(Sender.burst, senders))
                if turn:
                    times += [seconds for burst in bursts for seconds in burst]
    return taken
