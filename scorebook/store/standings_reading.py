"""Where people stand, a page at a time from the roll-up: what a page costs does not depend on how much was played.

Scores are looked up by the index of the roll-up; those of one score are always read together, so that their tie-breaks
can be told. Whole standings by any scheme at all are worked out from the results (`scorebook.store.counting`).
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, false, func, or_, select

from scorebook.league.counting import Standing, Unranked, missing
from scorebook.league.results import Measure, Result, Tally
from scorebook.league.scheme import Scheme
from scorebook.store.league_tables import lots, results, standings
from scorebook.store.one_person import all_ones, everybody, ids_of, name_told_apart, with_all_ids
from scorebook.store.results import COUNTS
from scorebook.store.season_reading import SchemeRow
from scorebook.store.seasons import substitutes
from scorebook.store.tables import clubs, evenings, people

AT_ONCE = 5000
"""So many people are named in one question: databases take no end of them."""


@dataclass(frozen=True, slots=True)
class Line:
    """Where somebody stands, without a rank yet: which others have more is not known here."""

    standing: Standing
    name: str
    shown: str
    club_id: int
    club: str


@dataclass(frozen=True, slots=True)
class Board:
    """One table of a season: a scheme of it, and what is counted."""

    season_id: int
    scheme: SchemeRow
    measure: Measure


def tally_of(row: Any) -> Tally:
    """Make the tally of a row that has its columns; sums come as decimals from PostgreSQL."""
    return Tally(*(int(getattr(row, name)) for name in COUNTS))


def why_unranked(scheme: Scheme, evenings: int, games: int, *, substitute: bool) -> Unranked:
    """Say why somebody has no rank, who has none."""
    return Unranked.SUBSTITUTE if substitute else missing(scheme, evenings, games) or Unranked.GUEST


def _of(board: Board, *, ranked: bool) -> ColumnElement[bool]:
    return (
        (standings.c.scheme_id == board.scheme.id)
        & (standings.c.measure == board.measure.value)
        & (standings.c.ranked.is_(ranked))
    )


def _lines() -> Select[Any]:
    return (
        select(
            standings,
            name_told_apart.label("name"),
            everybody.c.shown,
            everybody.c.club_id.label("of_club"),
            clubs.c.name.label("club"),
        )
        .join(everybody, everybody.c.id == standings.c.person_id)
        .join(clubs, clubs.c.id == everybody.c.club_id)
    )


def _read(connection: Connection, board: Board, query: Select[Any]) -> list[Line]:
    rows = connection.execute(query).all()
    without = {} if all(row.ranked for row in rows) else substitutes(connection, board.season_id)
    return [_line(row, board.scheme.scheme, substitute=row.person_id in without) for row in rows]


def _line(row: Any, scheme: Scheme, *, substitute: bool) -> Line:
    why = None if row.ranked else why_unranked(scheme, row.evenings, row.games, substitute=substitute)
    standing = Standing(row.person_id, row.score, row.evenings, tally_of(row), unranked=why)
    return Line(standing, row.name, row.shown, row.of_club, row.club)


def count_lines(connection: Connection, board: Board, *, ranked: bool) -> int:
    """Count those with a rank, or those without one."""
    return connection.execute(select(func.count()).where(_of(board, ranked=ranked))).scalar_one()


def scores_at(connection: Connection, board: Board, start: int, most: int) -> list[int]:
    """Give the scores of some who have a rank, from the best on, leaving out `start` of them."""
    query = select(standings.c.score).where(_of(board, ranked=True)).order_by(standings.c.score.desc())
    return list(connection.execute(query.offset(start).limit(most)).scalars())


def count_above(connection: Connection, board: Board, scores: Collection[int]) -> dict[int, int]:
    """Count for each of some scores who has a rank and more than that."""
    above = {}
    for score in scores:
        query = select(func.count()).where(_of(board, ranked=True), standings.c.score > score)
        above[score] = connection.execute(query).scalar_one()
    return above


def lines_between(connection: Connection, board: Board, least: int, most: int) -> list[Line]:
    """Give everybody with a rank whose score is between two, both of them included."""
    query = _lines().where(_of(board, ranked=True), standings.c.score.between(least, most))
    return _read(connection, board, query)


def lines_of_scores(connection: Connection, board: Board, scores: Collection[int]) -> list[Line]:
    """Give everybody with a rank who has one of these scores."""
    query = _lines().where(_of(board, ranked=True), standings.c.score.in_(list(scores)))
    return _read(connection, board, query)


def lines_without_rank(connection: Connection, board: Board, start: int, most: int) -> list[Line]:
    """Give some of those without a rank, the best score first, leaving out `start` of them."""
    query = _lines().where(_of(board, ranked=False))
    in_order = query.order_by(standings.c.score.desc(), standings.c.person_id)
    return _read(connection, board, in_order.offset(start).limit(most))


def _called(key: str) -> ColumnElement[bool]:
    was = people.c.name_key.contains(key, autoescape=True)
    former = select(people.c.merged_into).where(was, people.c.merged_into.is_not(None))
    return or_(everybody.c.name_key.contains(key, autoescape=True), everybody.c.one_id.in_(former))


def _readable(key: str) -> ColumnElement[bool]:
    whole = everybody.c.name_key.contains(key, autoescape=True)
    begins = everybody.c.name_key.startswith(key, autoescape=True) if " " not in key else false()
    return or_(and_(everybody.c.shown == "full", whole), and_(everybody.c.shown == "short", begins))


def lines_named(connection: Connection, board: Board, key: str, most: int, *, public: bool = False) -> list[Line]:
    """Give those who have `key` in what makes their names the same as others, or in that of who was merged, by name.

    What is `public` finds nobody by more of his name than everybody can read: a shortened one by how it begins.
    """
    query = _lines().where(
        standings.c.scheme_id == board.scheme.id,
        standings.c.measure == board.measure.value,
        _readable(key) if public else _called(key),
    )
    return _read(connection, board, query.order_by(everybody.c.name_key, everybody.c.one_id).limit(most))


def line_of(connection: Connection, board: Board, person_id: int) -> Line | None:
    """Give where one stands, by any of his ids; None for who has no result there."""
    query = _lines().where(
        standings.c.scheme_id == board.scheme.id,
        standings.c.measure == board.measure.value,
        standings.c.person_id.in_(ids_of(person_id)),
    )
    return next(iter(_read(connection, board, query)), None)


def results_of(connection: Connection, season_id: int, measure: Measure, whose: Collection[int]) -> list[Result]:
    """Give the results of some people in a season, in no order."""
    ones = all_ones(connection)
    people_ids = list(with_all_ids(ones, whose))
    parts = (people_ids[start : start + AT_ONCE] for start in range(0, len(people_ids), AT_ONCE))
    found = (result for part in parts for result in _results(connection, season_id, measure, part))
    return [replace(result, person=ones.get(result.person, result.person)) for result in found]


def _results(connection: Connection, season_id: int, measure: Measure, whose: list[int]) -> list[Result]:
    query = (
        select(results, evenings.c.date)
        .join(evenings, evenings.c.id == results.c.evening_id)
        .where(
            results.c.season_id == season_id,
            results.c.measure == measure.value,
            results.c.person_id.in_(whose),
            results.c.place.is_not(None),
        )
    )
    return [
        Result(row.evening_id, row.date, row.person_id, row.place, tally_of(row)) for row in connection.execute(query)
    ]


def lots_of(connection: Connection, scheme_id: int, measure: Measure) -> dict[int, int]:
    """Give the lots that were drawn, by person; of who was merged the lower one counts."""
    query = select(everybody.c.one_id, lots.c.number).join(everybody, everybody.c.id == lots.c.person_id)
    query = query.where(lots.c.scheme_id == scheme_id, lots.c.measure == measure.value)
    return {row.one_id: row.number for row in connection.execute(query.order_by(lots.c.number.desc()))}
