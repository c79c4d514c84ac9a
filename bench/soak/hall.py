"""A hall of tables in a book, what is played there through a server, and whether the book has just that afterwards."""

import asyncio
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random

from flask import Flask
from sqlalchemy import select

from bench import Ratio
from bench.soak.tablets import EVERY, Seen, Tablet
from scorebook.app import create_app
from scorebook.cli.db import upgrade_to
from scorebook.services import evenings
from scorebook.services.access import Role, local_actor
from scorebook.store import tables
from scorebook.store.db import db, reading
from tests.doors import cookie, let_in
from tests.processes import ROOT, environment

SCOREBOOK = Path(sys.executable).with_name("scorebook")
Settings = Mapping[str, str]


@contextmanager
def app_for(settings: Settings) -> Iterator[Flask]:
    """Make an app for a book in this process: each request to it has a session of its own."""
    app = create_app(settings)
    yield app
    with app.app_context():
        db.engine.dispose()


@contextmanager
def opened(settings: Settings) -> Iterator[Flask]:
    """Open a book in this process, for the services."""
    with app_for(settings) as app, app.app_context():
        yield app
        db.session.remove()


def prepare(settings: Settings, tablets: int) -> dict[int, str]:
    """Begin an evening for each tablet, in one club; give the cookie of each by its sheet."""
    with opened(settings) as app:
        upgrade_to("head")
        actor = local_actor(db.session)
        cookies = {}
        for number in range(tablets):
            names = tuple(f"{name} {number}" for name in ("Sepp", "Vroni", "Xaver", "Zenzi"))
            begun = evenings.start_evening(db.session, actor, evenings.NewEvening(names))
            db.session.remove()
            cookies[begun.sheet_id] = cookie(app, let_in(app, Role.SCORER, name=f"Tablet {number}"))
    return cookies


Disturb = Callable[[float], Awaitable[None]]
"""What is done to the server until a time."""


async def play(hall: list[Tablet], seconds: float, rate: float, random: Random, disturb: Disturb | None = None) -> None:
    """Let all tablets ask and record at a time; end when all that was begun is taken."""
    until = time.monotonic() + seconds
    work = [tablet.polling(until, random.uniform(0, EVERY)) for tablet in hall]
    every = len(hall) / rate
    work += [tablet.playing(until, random.uniform(0, every), every, Random(random.random())) for tablet in hall]
    await asyncio.gather(*work, *([disturb(until)] if disturb else []))


def compared(name: str, settings: Settings, seen: Seen, log: str) -> Iterator[Ratio]:
    """Compare the book with what was acknowledged, and let it work itself out anew."""
    with opened(settings):
        columns = (tables.games.c.uuid, tables.games.c.sheet_id)
        there = Counter((sheet, uuid) for uuid, sheet in reading(db.session).execute(select(*columns)))
    taken = {(sheet, uuid) for sheet, games in seen.taken.items() for uuid in games}
    wrong = len(taken - there.keys()), sum(there.values()) - len(taken & there.keys())
    yield Ratio(f"{name}: lost games", wrong[0], 0, f"{len(taken):,} acknowledged, {sum(there.values()):,} in the book")
    yield Ratio(f"{name}: double or strange games", wrong[1], 0, f"{seen.lost_answers} answers lost and given again")
    told = [*dict.fromkeys(seen.errors)]
    faults = log.count("ERROR in problems")
    yield Ratio(f"{name}: errors", len(seen.errors) + faults, 0, "; ".join(told[:3]) or f"{faults} faults in the log")
    verified = verify(settings)
    yield Ratio(f"{name}: verify book", verified.returncode, 0, (verified.stdout + verified.stderr).strip())


def verify(settings: Settings) -> subprocess.CompletedProcess[str]:
    """Run `scorebook verify book`."""
    return subprocess.run(
        [SCOREBOOK, "verify", "book"],
        cwd=ROOT,
        env=environment(**settings),
        check=False,
        capture_output=True,
        text=True,
    )
