"""A federation of 10,000 players and 5,000,000 games against one of 50,000 games: standings, players, recording.

BENCH_GAMES is another number of games, for whoever has less time: then people are as many less.
"""

import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

from flask import Flask
from flask.testing import FlaskClient

from bench import Ratio, ratio_of, timed, told
from bench.book import Sheet, Used, call, opened, put_into, sample
from bench.postgres import databases
from scorebook.league.scheme import Scheme
from scorebook.services.access import local_actor
from scorebook.services.season_evenings import put_in
from scorebook.services.standings import Wish, whole
from scorebook.store.db import db

GAMES = int(os.environ.get("BENCH_GAMES", "5_000_000"))
GAMES_ON_POSTGRES = min(GAMES, 500_000)
FEW = 50_000
A_SECOND = 20_000
"""Games that `sample` makes in a second."""
BEST = Scheme(best=10, min_evenings=5)
SECONDS = 1.5
"""What the best ten evenings of everybody may take to count."""
MEGABYTES = 300
"""What `verify book` may need."""
ROUNDS = 31
SEASON = 1


@dataclass(frozen=True, slots=True)
class League:
    """One of the books: somebody in its season, how many pages that has, and a sheet in it that goes on."""

    app: Flask
    client: FlaskClient
    sheet: Sheet
    pages: int
    person: int

    @classmethod
    def of(cls, app: Flask) -> "League":
        """Put an evening into the season of a book."""
        sheet = put_into(app)
        with app.app_context():
            actor = local_actor(db.session)
            put_in(db.session, actor, SEASON, [sheet.evening])
            _, placed = whole(db.session, actor, SEASON, Wish())
        return cls(app, app.test_client(), sheet, -(-len(placed) // 50), placed[len(placed) // 2].person)

    def open(self, address: str) -> None:
        """Open a page."""
        answer = self.client.get(address)
        if answer.status_code != 200:
            raise RuntimeError(f"{address} answered {answer.status}")

    def first_page(self) -> None:
        """Open the standings at their head."""
        self.open(f"/saisons/{SEASON}")

    def last_page(self) -> None:
        """Open the last page of the standings that is full."""
        self.open(f"/saisons/{SEASON}?seite={max(1, self.pages - 1)}")

    def player(self) -> None:
        """Open the page of somebody from the middle."""
        self.open(f"/leute/{self.person}")

    def best(self) -> None:
        """Count the best evenings of everybody."""
        with self.app.app_context():
            whole(db.session, local_actor(db.session), SEASON, Wish(), BEST)


def measure() -> list[Ratio]:
    """Make the books, measure the commands on the large one, then the pages of both in turns."""
    with tempfile.TemporaryDirectory() as place:
        large, few = ({"SCOREBOOK_INSTANCE": f"{place}/{name}"} for name in ("large", "few"))
        made = sample(large, GAMES)
        sample(few, FEW)
        verified = call(large, "verify", "book")
        size = (Path(place) / "large" / "scorebook.sqlite").stat().st_size
        with opened(large) as in_large, opened(few) as in_few:
            ratios = [*commands(made, verified, size), *pages(in_large, in_few, GAMES)]
    return [*ratios, *on_postgres()]


def on_postgres() -> Iterator[Ratio]:
    """Measure the pages in turns on PostgreSQL too."""
    with tempfile.TemporaryDirectory() as place, databases("large", "few", "alone") as addresses:
        large, few = (
            {"SCOREBOOK_INSTANCE": f"{place}/{name}", "DATABASE_URL": addresses[name]} for name in ("large", "few")
        )
        made = sample(large, GAMES_ON_POSTGRES)
        sample(few, FEW)
        yield speed(made, GAMES_ON_POSTGRES, " on PostgreSQL")
        with opened(large) as in_large, opened(few) as in_few:
            yield from pages(in_large, in_few, GAMES_ON_POSTGRES, " on PostgreSQL")


def commands(made: Used, verified: Used, size: int) -> Iterator[Ratio]:
    """Compare the speed of samples, and the memory of a check, with what is promised."""
    yield speed(made, GAMES, more=f", {size // 2**20:,} MB on the disk")
    memory = verified.memory / 1024
    times = f"{memory:.0f} MB, {GAMES / verified.seconds:,.0f} games/s"
    yield Ratio(f"verify book, {GAMES:,} games: memory / {MEGABYTES} MB", memory / MEGABYTES, 1, times)


def speed(made: Used, games: int, where: str = "", more: str = "") -> Ratio:
    """Compare the speed of a sample with what is promised: by the clock, since two processes are at it."""
    reached = games / made.wall
    times = f"{reached:,.0f} games/s, {games / made.seconds:,.0f} a processor; {made.memory // 1024} MB{more}"
    return Ratio(f"sample, {games:,} games: speed / {A_SECOND:,}{where}", reached / A_SECOND, 1, times, at_least=True)


def pages(large: Flask, few: Flask, games: int, where: str = "") -> Iterator[Ratio]:
    """Compare what people open and do in the large book with the same in the small one."""
    in_large, in_few = League.of(large), League.of(few)
    works: tuple[tuple[str, Callable[[League], None], float], ...] = (
        ("standings, first page", League.first_page, 1.5),
        ("standings, last full page", League.last_page, 1.5),
        ("a player's page", League.player, 1.5),
        ("record 5 games", lambda league: league.sheet.record(), 1.3),
    )
    for name, work, bound in works:
        ours, theirs = timed(ROUNDS, partial(work, in_large), partial(work, in_few))
        times = told(("large", median(ours)), ("small", median(theirs)))
        yield Ratio(f"{name}, {games:,} games / {FEW:,}{where}", ratio_of(ours, theirs), bound, times)
    (seconds,) = timed(5, in_large.best)
    name = f"best {BEST.best} of n of everybody, {games:,} games / {SECONDS} s{where}"
    yield Ratio(name, median(seconds) / SECONDS, 1, told(("all", median(seconds))))
