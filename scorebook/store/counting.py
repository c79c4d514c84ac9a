"""Whole standings by any scheme, from all results of a season in one go.

The database adds up and strings together what each person's evenings were: for 10,000 people with 400,000 results that
is quicker than to hand over every row, and quicker than to let it pick the best evenings by a window.
"""

from collections.abc import Sequence
from itertools import repeat
from typing import Any

from sqlalchemy import Connection, Select, String, cast, func, select

from scorebook.league.counting import Evening, Standing, Unranked, missing, score, sifted
from scorebook.league.results import Measure, Tally
from scorebook.league.scheme import Kind, Scheme
from scorebook.store.league_tables import results
from scorebook.store.one_person import everybody, name_told_apart
from scorebook.store.results import COUNTS
from scorebook.store.standings import outside
from scorebook.store.standings_reading import Line, tally_of, why_unranked
from scorebook.store.tables import clubs

EVERYBODY = (everybody.c.one_id, name_told_apart.label("name"), everybody.c.shown, everybody.c.club_id.label("of_club"))
"""What a line says of somebody."""
SINGLE = ("evening_id", "place", "amount", "games")
"""The columns of an `Evening`."""
ASKED = {
    Kind.TOTAL: ("evening_id", "amount"),
    Kind.PER_GAME: ("evening_id", "amount", "games"),
    Kind.PLACES: ("evening_id", "place", "amount"),
}
"""Those of them that a scheme of a kind looks at."""


def counted(connection: Connection, season_id: int, measure: Measure, scheme: Scheme) -> list[Line]:
    """Count everybody who has results of that measure in a season, in no order."""
    sums = _sums(season_id, measure, ASKED[scheme.kind]).subquery("sums")
    query = (
        select(sums, *EVERYBODY, clubs.c.name.label("club"))
        .join(everybody, everybody.c.id == sums.c.person_id)
        .join(clubs, clubs.c.id == everybody.c.club_id)
    )
    found: dict[int, list[Any]] = {}
    for row in connection.execute(query):
        found.setdefault(row.one_id, []).append(row)
    without = outside(connection, season_id)
    return [_line(rows, scheme, without.get(person)) for person, rows in found.items()]


def _sums(season_id: int, measure: Measure, asked: Sequence[str]) -> Select[Any]:
    """Add up by person all evenings, and string together some of each; all strings have the evenings in one order."""
    single = (func.aggregate_strings(cast(results.c[name], String), ",").label(f"each_{name}") for name in asked)
    sums = (func.sum(results.c[name]).label(name) for name in COUNTS)
    return (
        select(results.c.person_id, *sums, *single)
        .where(results.c.season_id == season_id, results.c.measure == measure.value, results.c.place.is_not(None))
        .group_by(results.c.person_id)
    )


def _line(rows: Sequence[Any], scheme: Scheme, without: Unranked | None) -> Line:
    """Count one person; who was merged has several rows, each of other evenings."""
    row = rows[0]
    evenings = [evening for own in rows for evening in _evenings(own, ASKED[scheme.kind])]
    kept, dropped = sifted(evenings, scheme)
    tally = sum(map(tally_of, rows), Tally())
    ranked = without is None and missing(scheme, len(evenings), tally.games) is None
    substitute = without is Unranked.SUBSTITUTE
    why = None if ranked else why_unranked(scheme, len(evenings), tally.games, substitute=substitute)
    standing = Standing(row.one_id, score(kept, scheme), len(evenings), tally, dropped, why)
    return Line(standing, row.name, row.shown, row.of_club, row.club)


def _evenings(row: Any, asked: Sequence[str]) -> list[Evening]:
    """Read the evenings of one person; what nobody asks for is nothing."""
    each = {name: map(int, getattr(row, f"each_{name}").split(",")) for name in asked}
    evening, place, amount, games = (each.get(name, repeat(0)) for name in SINGLE)
    return list(zip(evening, place, amount, games))  # noqa: B905 - what is not asked for never ends
