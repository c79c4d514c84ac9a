"""The standings of a federation: a page of fifty whatever was played, and everybody's best ten evenings at once."""

import tempfile
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from random import Random
from statistics import median

from flask.testing import FlaskClient
from sqlalchemy import select

from bench import Ratio, ratio_of, timed, told
from scorebook.app import create_app
from scorebook.cli.db import upgrade_to
from scorebook.league.results import Measure, Result, Tally
from scorebook.league.scheme import Scheme
from scorebook.services.access import local_actor
from scorebook.services.standings import Wish, whole
from scorebook.services.standings_update import refresh
from scorebook.services.transactions import transaction
from scorebook.store.db import db, reading
from scorebook.store.league_tables import results
from tests.doors import Browser, first_admin
from tests.seasons import FIRST, add_evenings, add_people, add_results, add_season

PLAYERS = 10_000
TABLES = (1_000, 100_000)
"""Tables of four in two seasons of the same people."""
BEST = Scheme(best=10, min_evenings=5)
SECONDS = 1.5
"""What everybody's best ten evenings may take."""
AT_ONCE = 5_000
ROUNDS = 7


def measure() -> list[Ratio]:
    """Ask for pages of a short season and of a long one, then for all of the long one."""
    with tempfile.TemporaryDirectory() as place:
        app = create_app({"SCOREBOOK_INSTANCE": place, "WTF_CSRF_ENABLED": False})
        app.test_client_class = Browser
        with app.app_context():
            upgrade_to("head")
            first_admin()
            people = add_people(f"Spieler {number}" for number in range(PLAYERS))
            short, long = (played(people, tables, first) for tables, first in zip(TABLES, (1, 10**6), strict=True))
        client = app.test_client()
        pages = [partial(ask, client, f"/saisons/{season}?seite={page}") for season in (short, long) for page in (1, 3)]
        first, third, long_first, long_third = timed(ROUNDS, *pages)
        with app.app_context():
            everybody, plain = timed(ROUNDS, partial(best, long), partial(rows, long))
            db.engine.dispose()
    said = told(("short", median(first)), ("long", median(long_first)))
    further = told(("short", median(third)), ("long", median(long_third)))
    taken = told(("best ten", median(everybody)), ("every row", median(plain)))
    return [
        Ratio("page of standings, 100,000 tables / 1,000", ratio_of(long_first, first), 1.5, said),
        Ratio("a further page of them", ratio_of(long_third, third), 1.5, further),
        Ratio("best 10 of n of 10,000 / 1.5 s", median(everybody) / SECONDS, 1, taken),
    ]


def played(people: Sequence[int], tables: int, first: int) -> int:
    """Play a season at so many tables, whose numbers begin with `first`; give its id."""
    chance, season = Random(tables), add_season([], BEST, name=f"{tables} Tische")
    for start in range(0, tables, AT_ONCE):
        days = {first + table: FIRST + timedelta(table % 200) for table in range(start, min(start + AT_ONCE, tables))}
        found = [one for evening in days for one in at_table(evening, chance.sample(people, 4), chance)]
        with transaction(db.session) as connection:
            add_evenings(connection, season, days)
            add_results(connection, season, found, Measure.CENT)
    with transaction(db.session) as connection:
        refresh(connection, season)
    return season


def at_table(evening: int, four: Sequence[int], chance: Random) -> list[Result]:
    """Give what an evening was for four people."""
    amounts = sorted((chance.randint(-3000, 3000) for _ in four), reverse=True)
    pairs = zip(four, amounts, strict=True)
    return [
        Result(evening, FIRST, person, place, Tally(amount, 50, 400_000, place % 3))
        for place, (person, amount) in enumerate(pairs, start=1)
    ]


def ask(client: FlaskClient, address: str) -> None:
    """Open a page of the standings."""
    answer = client.get(address)
    if answer.status_code != 200 or "Spieler" not in answer.text:
        raise RuntimeError(f"{address} gave no standings")


def best(season: int) -> None:
    """Rank everybody by his best ten evenings."""
    session = db.session
    whole(session, local_actor(session), season, Wish(), BEST)


def rows(season: int) -> None:
    """Read every result of a season and do nothing with it."""
    query = select(results).where(results.c.season_id == season)
    reading(db.session).execute(query).fetchall()
