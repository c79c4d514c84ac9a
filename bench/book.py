"""A sheet of 300 games in a book of 200,000 against the same sheet alone; what `sample` and `verify book` need."""

import json
import resource
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from statistics import median
from uuid import UUID, uuid4

from flask import Flask
from flask.testing import FlaskClient

from bench import Ratio, ratio_of, timed, told
from bench.postgres import databases
from bench.score import SCOREBOOK, run
from scorebook.app import create_app
from scorebook.exchange import evening_json
from scorebook.rules import assess
from scorebook.services.access import local_actor
from scorebook.services.evenings import EVENINGS_A_PAGE, load_evening
from scorebook.services.importing import import_evening
from scorebook.store import audit
from scorebook.store.db import db
from tests.doors import Browser, first_admin
from tests.evenings import evening

GAMES = 200_000
GAMES_ON_POSTGRES = 10_000
LISTED = EVENINGS_A_PAGE * 50
"""Games of a book whose evenings fill the start page: against it goes the start page of the large one."""
SHEET = 300
ROUNDS = 21
RECORDED = 5
"""Games of one round."""
MEGABYTES = 200
"""What `verify book` may need."""
ASSESSED = 20_000
"""Games that the engine alone works out, to compare."""
SAUSPIEL = {"who": "0", "contract": "sauspiel", "partner": "2"}


@dataclass(slots=True)
class Sheet:
    """The sheet of 300 games in one of the books, as a browser uses it."""

    client: FlaskClient
    evening: int
    sheet: int
    last: UUID = field(default_factory=uuid4)
    won: bool = True

    def open(self, address: str) -> None:
        """Open a page."""
        answer = self.client.get(address)
        if answer.status_code != 200:
            raise RuntimeError(f"{address} answered {answer.status}")

    def start_page(self) -> None:
        """Open the list of evenings."""
        self.open("/")

    def page(self) -> None:
        """Open the sheet."""
        self.open(f"/listen/{self.sheet}")

    def evening_page(self) -> None:
        """Open the evening."""
        self.open(f"/abende/{self.evening}")

    def record(self) -> None:
        """Record some games: one alone is too short to be measured."""
        for _ in range(RECORDED):
            self._send(f"/listen/{self.sheet}/spiele")

    def correct(self) -> None:
        """Correct the game that was recorded or corrected last."""
        self.won = not self.won
        self._send(f"/spiele/{self.last}/korrigieren")

    def _send(self, address: str) -> None:
        new = uuid4()
        fields = {**SAUSPIEL, "result": "won" if self.won else "lost", "dealer": "0", "reason": "bench"}
        answer = self.client.post(address, data={**fields, "uuid": str(new)})
        if answer.status_code != 303:
            raise RuntimeError(f"{address} answered {answer.status}")
        self.last = new


@dataclass(frozen=True, slots=True)
class Used:
    """What a command used: seconds of a processor, which hardly depend on what else runs; peak in KB; by the clock."""

    seconds: float
    memory: int
    wall: float


def measure() -> list[Ratio]:
    """Make the books, then measure the commands on the large one, and the pages in turns."""
    with tempfile.TemporaryDirectory() as place:
        large, few, alone = ({"SCOREBOOK_INSTANCE": f"{place}/{name}"} for name in ("large", "few", "alone"))
        made, made_of_few = sample(large, GAMES), sample(few, LISTED)
        call(alone, "db", "upgrade")
        verified = call(large, "verify", "book")
        with opened(large) as in_large, opened(few) as in_few, opened(alone) as by_itself:
            ratios = [*commands(made, made_of_few, verified, assess_all(in_large)), *pages(in_large, in_few, by_itself)]
    return [*ratios, *on_postgres()]


def on_postgres() -> Iterator[Ratio]:
    """Measure the pages in turns on PostgreSQL too."""
    with tempfile.TemporaryDirectory() as place, databases("large", "few", "alone") as addresses:
        books = [{"SCOREBOOK_INSTANCE": f"{place}/{name}", "DATABASE_URL": url} for name, url in addresses.items()]
        large, few, alone = books
        sample(large, GAMES_ON_POSTGRES)
        sample(few, LISTED)
        call(alone, "db", "upgrade")
        with opened(large) as in_large, opened(few) as in_few, opened(alone) as by_itself:
            yield from pages(in_large, in_few, by_itself, GAMES_ON_POSTGRES, " on PostgreSQL")


def call(settings: dict[str, str], *arguments: str) -> Used:
    """Run a command on a book, and tell what it used."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    wall, memory = run([SCOREBOOK, *arguments], **settings)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Used(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, memory, wall)


def sample(settings: dict[str, str], games: int) -> Used:
    """Fill a new book."""
    return call(settings, "sample", "--games", str(games))


@contextmanager
def opened(settings: dict[str, str]) -> Iterator[Flask]:
    """Open a book, with forms that need no token, for clients that are logged in."""
    app = create_app({**settings, "WTF_CSRF_ENABLED": False})
    app.test_client_class = Browser
    with app.app_context():
        first_admin()
    yield app
    with app.app_context():
        db.engine.dispose()


def assess_all(app: Flask) -> float:
    """Give the seconds of a processor that the engine alone takes for a game."""
    with app.app_context(), audit.snapshot(db.session) as connection, closing(audit.audited_games(connection)) as found:
        known = [(audited.played()[0], audited.rules) for audited in islice(found, ASSESSED)]
    taken = []
    for _ in range(9):
        start = time.process_time()
        for game, rules in known:
            assess(game, rules)
        taken.append(time.process_time() - start)
    return median(taken) / len(known)


def put_into(app: Flask) -> Sheet:
    """Put the evening with 300 games into a book, open to go on."""
    with app.app_context():
        actor = local_actor(db.session)
        key = import_evening(db.session, actor, json.dumps(evening_json(evening(SHEET, ended=None)))).evening_id
        sheet = Sheet(app.test_client(), key, load_evening(db.session, actor, key).sheets[0].id)
    sheet.record()
    return sheet


def commands(made: Used, made_of_few: Used, verified: Used, least: float) -> Iterator[Ratio]:
    """Compare speed with that of the engine alone, and memory with what is allowed."""
    for name, used in (("sample", made), ("verify book", verified)):
        times = f"{GAMES / used.seconds:,.0f} games/s, {1 / least:,.0f} games/s"
        ratio = least * GAMES / used.seconds
        yield Ratio(f"{name}, {GAMES:,} games: speed / assess", ratio, 0.07, times, at_least=True)
    sizes = f"{made.memory // 1024} MB, {made_of_few.memory // 1024} MB"
    flat = made.memory / made_of_few.memory
    yield Ratio(f"sample, {GAMES:,} games: memory / for {LISTED:,}", flat, 1.1, sizes)
    memory = verified.memory / 1024
    yield Ratio(f"verify book: memory / {MEGABYTES} MB", memory / MEGABYTES, 1, f"{memory:.0f} MB")


def pages(large: Flask, few: Flask, alone: Flask, games: int = GAMES, where: str = "") -> Iterator[Ratio]:
    """Compare pages and recording. The start page lists as many evenings in the small book as in the large one."""
    in_large, in_few, by_itself = map(put_into, (large, few, alone))
    for name, work, small in (
        ("sheet of 300", Sheet.page, by_itself),
        ("evening of 300", Sheet.evening_page, by_itself),
        ("start page", Sheet.start_page, in_few),
        (f"record {RECORDED} games", Sheet.record, by_itself),
        ("correct a game", Sheet.correct, by_itself),
    ):
        ours, theirs = timed(ROUNDS, partial(work, in_large), partial(work, small))
        times = told(("large", median(ours)), ("small", median(theirs)))
        yield Ratio(f"{name}, book of {games:,} / small book{where}", ratio_of(ours, theirs), 1.3, times)
