"""Whole standings by any scheme, from all results of a season in one go: the database picks the best evenings.

It does what `scorebook.league.counting` says, for 10,000 people at once; the tests hold the two against each other.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, String, case, cast, func, literal, select

from scorebook.league.counting import FINE, Standing, missing, per_game
from scorebook.league.results import Measure
from scorebook.league.scheme import Kind, Scheme
from scorebook.store.league_tables import results, season_substitutes
from scorebook.store.standings_reading import COUNTS, Line, tally_of, why_unranked
from scorebook.store.tables import clubs, people


def counted(connection: Connection, season_id: int, measure: Measure, scheme: Scheme) -> list[Line]:
    """Count everybody who has results of that measure in a season, in no order."""
    sums = _sums(season_id, measure, scheme).subquery("sums")
    substitute = season_substitutes.c.id.label("substitute")
    query = (
        select(sums, people.c.name, people.c.club_id.label("of_club"), clubs.c.name.label("club"), substitute)
        .join(people, people.c.id == sums.c.person_id)
        .join(clubs, clubs.c.id == people.c.club_id)
        .outerjoin(
            season_substitutes,
            (season_substitutes.c.person_id == sums.c.person_id) & (season_substitutes.c.season_id == season_id),
        )
    )
    return [_line(row, scheme) for row in connection.execute(query)]


def _line(row: Any, scheme: Scheme) -> Line:
    worth = int(row.kept)
    score = per_game(worth, int(row.kept_games)) if scheme.kind is Kind.PER_GAME else worth
    tally, without = tally_of(row), row.substitute is not None
    ranked = not without and missing(scheme, row.evenings, tally.games) is None
    why = None if ranked else why_unranked(scheme, row.evenings, tally.games, substitute=without)
    dropped = tuple(sorted(map(int, row.dropped.split(",")))) if row.dropped else ()
    return Line(Standing(row.person_id, score, row.evenings, tally, dropped, why), row.name, row.of_club, row.club)


def _sums(season_id: int, measure: Measure, scheme: Scheme) -> Select[Any]:
    """Add up by person: all evenings, and those that count."""
    one = _evenings(season_id, measure, scheme).subquery("one")
    counts: Any = literal(1) == 1 if scheme.best is None else one.c.nth <= scheme.best
    worth = one.c.amount if scheme.kind is Kind.PER_GAME else one.c.worth
    dropped: Any = func.aggregate_strings(case((~counts, cast(one.c.evening_id, String))), ",")
    return select(
        one.c.person_id,
        func.count().label("evenings"),
        *(func.sum(one.c[name]).label(name) for name in COUNTS),
        func.sum(case((counts, worth), else_=0)).label("kept"),
        func.sum(case((counts, one.c.games), else_=0)).label("kept_games"),
        dropped.label("dropped") if scheme.best is not None else literal(None).label("dropped"),
    ).group_by(one.c.person_id)


def _evenings(season_id: int, measure: Measure, scheme: Scheme) -> Select[Any]:
    """Give each result of a season with what it is worth, and which of the best it is for its person."""
    worth = _worth(scheme).label("worth")
    columns: Sequence[Any] = [results.c.person_id, results.c.evening_id, *(results.c[name] for name in COUNTS), worth]
    if scheme.best is not None:
        best_first = (_worth(scheme).desc(), results.c.amount.desc(), results.c.evening_id)
        nth = func.row_number().over(partition_by=results.c.person_id, order_by=best_first)
        columns = [*columns, nth.label("nth")]
    return select(*columns).where(
        results.c.season_id == season_id, results.c.measure == measure.value, results.c.place.is_not(None)
    )


def _worth(scheme: Scheme) -> ColumnElement[Any]:
    """What an evening is worth, as `scorebook.league.counting.worth` says."""
    if scheme.kind is Kind.TOTAL:
        return results.c.amount
    if scheme.kind is Kind.PLACES:
        points = dict(enumerate(scheme.place_points, start=1))
        return case(points, value=results.c.place, else_=0)
    doubled, games = 2 * FINE * results.c.amount + results.c.games, 2 * results.c.games
    return case((doubled >= 0, doubled // games), else_=-((games - 1 - doubled) // games))
