"""Somebody's statistics, summed over his own evenings: found by him, so that other people's games cost nothing."""

import json
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Connection, ScalarSelect, Select, Table, case, func, literal, select, tuple_

from scorebook.exchange import parse_game
from scorebook.league.results import Measure
from scorebook.league.stats import Fact, Pair, Stat
from scorebook.rules import Game
from scorebook.rules.switches import CardNames
from scorebook.store.league_tables import results, seasons
from scorebook.store.one_person import everybody, ids_of, name_told_apart
from scorebook.store.rows import is_id, rules_of
from scorebook.store.stats import PAIR
from scorebook.store.stats_tables import pairs, tallies
from scorebook.store.tables import evenings, games, rule_sets


@dataclass(frozen=True, slots=True)
class Scope:
    """Which evenings, of those that ended: all, those of a season, or from one day to another; in one measure."""

    measure: Measure
    season_id: int | None = None
    first: date | None = None
    last: date | None = None


@dataclass(frozen=True, slots=True)
class Sums:
    """Somebody's evenings: how many, how often he was first and last, what they brought, and in how many games."""

    evenings: int
    first: int
    last: int
    amount: int
    games: int


@dataclass(frozen=True, slots=True)
class EveningOf:
    """An evening as it was for somebody; `last`: nobody was behind him, and somebody before."""

    id: int
    date: date
    place: int
    amount: int
    games: int
    last: bool


@dataclass(frozen=True, slots=True)
class Peak:
    """What was most: the figures, and the game with its evening. `cards`: how the table called its suits."""

    stat: Stat
    evening_id: int
    date: date
    uuid: UUID
    game: Game
    cards: CardNames


@dataclass(frozen=True, slots=True)
class Company:
    """Somebody with whom one plays."""

    id: int
    name: str
    pair: Pair


def measures_of(connection: Connection, person_id: int, season_id: int | None = None) -> tuple[Measure, ...]:
    """Give what somebody's results are counted in, in a season or at all, that of most games first."""
    where: list[ColumnElement[bool]] = [results.c.person_id.in_(ids_of(person_id)), results.c.place.is_not(None)]
    where += [] if season_id is None else [results.c.season_id == season_id]
    query = (
        select(results.c.measure)
        .where(*where)
        .group_by(results.c.measure)
        .order_by(func.sum(results.c.games).desc(), results.c.measure)
    )
    return tuple(map(Measure, connection.execute(query).scalars()))


def seasons_of(connection: Connection, person_id: int) -> dict[int, str]:
    """Give the names of the seasons in which somebody has results, the newest first, by id."""
    own = select(results.c.season_id).where(results.c.person_id.in_(ids_of(person_id)), results.c.place.is_not(None))
    query = select(seasons.c.id, seasons.c.name).where(seasons.c.id.in_(own)).order_by(seasons.c.id.desc())
    return {row.id: row.name for row in connection.execute(query)}


_other = results.alias("other")
_LOWEST = (
    select(func.max(_other.c.place))
    .where(_other.c.evening_id == results.c.evening_id, _other.c.measure == results.c.measure)
    .correlate(results)
    .scalar_subquery()
)
IS_LAST = (results.c.place > 1) & (results.c.place == _LOWEST)
"""Whether nobody was behind somebody at an evening, and somebody before."""


def sums_of(connection: Connection, person_id: int, scope: Scope) -> Sums:
    """Add up somebody's evenings."""
    query = select(
        func.count(),
        func.coalesce(func.sum(case((results.c.place == 1, 1), else_=0)), 0),
        func.coalesce(func.sum(case((IS_LAST, 1), else_=0)), 0),
        func.coalesce(func.sum(results.c.amount), 0),
        func.coalesce(func.sum(results.c.games), 0),
    ).where(*_his(person_id, scope))
    return Sums(*map(int, connection.execute(query).one()))


def _his(person_id: int, scope: Scope) -> list[ColumnElement[bool]]:
    """Say which results are somebody's within a scope."""
    return [results.c.place.is_not(None), *_within(results, person_id, scope)]


def _within(table: Table, person_id: int, scope: Scope) -> list[ColumnElement[bool]]:
    """Say which rows are somebody's within a scope.

    The evening is asked for row by row: a database that began with a season's evenings would read those of all people.
    """
    asked = [table.c.person_id.in_(ids_of(person_id)), table.c.measure == scope.measure.value]
    if scope.season_id is not None:
        asked.append(_own(table, _own_evening.c.season_id) == scope.season_id)
    if scope.first is not None:
        asked.append(_own(table, _own_evening.c.date) >= scope.first)
    if scope.last is not None:
        asked.append(_own(table, _own_evening.c.date) <= scope.last)
    return asked


_own_evening = evenings.alias("own_evening")


def _own(table: Table, column: ColumnElement[Any]) -> ScalarSelect[Any]:
    """Ask for something of the evening of a row."""
    return select(column).where(_own_evening.c.id == table.c.evening_id).correlate(table).scalar_subquery()


def stats_of(connection: Connection, person_id: int, scope: Scope) -> dict[str, Stat]:
    """Add up how often what was so for somebody, by key. Those that are most of an evening are not added."""
    query = (
        select(tallies.c.key, func.sum(tallies.c.count), func.sum(tallies.c.won), func.sum(tallies.c.amount))
        .where(*_within(tallies, person_id, scope), tallies.c.game_id.is_(None))
        .group_by(tallies.c.key)
    )
    return {key: Stat(int(count), int(won), int(amount)) for key, count, won, amount in connection.execute(query)}


def peak_of(connection: Connection, person_id: int, scope: Scope, fact: Fact) -> Peak | None:
    """Give what was most of all of somebody's evenings, the latest of several."""
    size = {Fact.BEST: tallies.c.amount.desc(), Fact.WORST: tallies.c.amount.asc()}.get(fact, tallies.c.count.desc())
    query = (
        peaks()
        .where(*_within(tallies, person_id, scope), tallies.c.key == fact.value)
        .order_by(size, evenings.c.date.desc(), tallies.c.id.desc())
    )
    row = connection.execute(query.limit(1)).first()
    return None if row is None else peak(row)


def peaks() -> Select[Any]:
    """Ask for tallies about one game, with the game and its evening."""
    return (
        select(tallies, tallies.c.count.label("times"), evenings.c.date, games.c.uuid, games.c.game, rule_sets.c.rules)
        .join(evenings, evenings.c.id == tallies.c.evening_id)
        .join(games, games.c.id == tallies.c.game_id)
        .join(rule_sets, rule_sets.c.id == games.c.rule_set_id)
    )


def peak(row: Any) -> Peak:
    """Make the value of a row of `peaks`."""
    return Peak(
        Stat(row.times, row.won, row.amount, row.game_id),
        row.evening_id,
        row.date,
        row.uuid,
        parse_game(json.loads(row.game)),
        rules_of(row.rules).words.cards,
    )


_EVENINGS = select(results, evenings.c.date, IS_LAST.label("is_last")).join(evenings)


def _evening(row: Any) -> EveningOf:
    return EveningOf(row.evening_id, row.date, row.place, row.amount, row.games, bool(row.is_last))


def extreme_evenings(connection: Connection, person_id: int, scope: Scope) -> tuple[EveningOf, EveningOf] | None:
    """Give somebody's best and worst evening, the latest of several; None for who has none."""
    query = _EVENINGS.where(*_his(person_id, scope)).limit(1)
    best = connection.execute(query.order_by(results.c.amount.desc(), results.c.evening_id.desc())).first()
    worst = connection.execute(query.order_by(results.c.amount.asc(), results.c.evening_id.desc())).first()
    return None if best is None or worst is None else (_evening(best), _evening(worst))


def evenings_of(
    connection: Connection, person_id: int, scope: Scope, most: int | None = None, before: int | None = None
) -> list[EveningOf]:
    """Give somebody's evenings, the latest first: all or `most`, or those behind the evening `before`."""
    query = _EVENINGS.where(*_his(person_id, scope))
    query = _behind(query, before).order_by(evenings.c.date.desc(), evenings.c.id.desc()).limit(most)
    return [_evening(row) for row in connection.execute(query)]


def _behind(query: Select[Any], before: int | None) -> Select[Any]:
    """Go on behind an evening; from the first on where there is none."""
    if before is None or not is_id(before):
        return query
    last = evenings.alias("last")
    day = select(last.c.date).where(last.c.id == before)
    return query.where(tuple_(evenings.c.date, evenings.c.id) < tuple_(day.scalar_subquery(), literal(before)))


@dataclass(frozen=True, slots=True)
class Behind:
    """Which games stand behind a figure: those of a key, or of these those with somebody or against him."""

    key: str = Fact.PLAYED.value
    other_id: int | None = None
    against: bool = False


def evenings_behind(
    connection: Connection, person_id: int, scope: Scope, behind: Behind, most: int, before: int | None = None
) -> list[tuple[int, date, int]]:
    """Give the evenings with games of somebody behind a figure, the latest first, and how many there are."""
    if behind.other_id is None:
        table, count = tallies, tallies.c.count
        asked = tallies.c.key == behind.key
    else:
        table, count = pairs, pairs.c.against_games if behind.against else pairs.c.with_games
        asked = pairs.c.other_id.in_(ids_of(behind.other_id)) & (count > 0)
    query: Select[Any] = select(evenings.c.id, evenings.c.date, count).join(
        evenings, evenings.c.id == table.c.evening_id
    )
    query = _behind(query.where(*_within(table, person_id, scope), asked), before)
    query = query.order_by(evenings.c.date.desc(), evenings.c.id.desc()).limit(most)
    return [(row[0], row[1], row[2]) for row in connection.execute(query)]


MET = tuple(func.sum(pairs.c[name]).label(name) for name in PAIR[-6:])
"""How often two played together and against each other, added up."""


def company_of(connection: Connection, person_id: int, scope: Scope, other_id: int | None = None) -> list[Company]:
    """Give with whom somebody plays, those with most games first; or how it is with one of them."""
    met = select(everybody.c.one_id, *MET).join_from(pairs, everybody, everybody.c.id == pairs.c.other_id)
    met = met.where(*_within(pairs, person_id, scope))
    if other_id is not None:
        met = met.where(pairs.c.other_id.in_(ids_of(other_id)))
    summed = met.group_by(everybody.c.one_id).subquery()
    query = (
        select(summed, name_told_apart.label("name"))
        .join(everybody, everybody.c.id == summed.c.one_id)
        .order_by((summed.c.with_games + summed.c.against_games).desc(), everybody.c.name_key, summed.c.one_id)
    )
    return [Company(row.one_id, row.name, pair(row)) for row in connection.execute(query)]


def pair(row: Any) -> Pair:
    """Make the value of a row with the columns `MET`."""
    together = Stat(int(row.with_games), int(row.with_won), int(row.with_amount))
    return Pair(together, Stat(int(row.against_games), int(row.against_won), int(row.against_amount)))


@dataclass(frozen=True, slots=True)
class SharedEvening:
    """An evening at which two played, with what it was for each."""

    id: int
    date: date
    own: int
    other: int


def shared_evenings(connection: Connection, person_id: int, other_id: int, scope: Scope) -> list[SharedEvening]:
    """Give the evenings at which two played, the latest first."""
    theirs = results.alias("theirs")
    query = (
        select(evenings.c.id, evenings.c.date, results.c.amount, theirs.c.amount.label("other"))
        .select_from(results)
        .join(evenings, evenings.c.id == results.c.evening_id)
        .join(
            theirs,
            (theirs.c.evening_id == results.c.evening_id)
            & (theirs.c.measure == results.c.measure)
            & theirs.c.person_id.in_(ids_of(other_id)),
        )
        .where(*_his(person_id, scope), theirs.c.place.is_not(None))
        .order_by(evenings.c.date.desc(), evenings.c.id.desc())
    )
    return [SharedEvening(row.id, row.date, row.amount, row.other) for row in connection.execute(query)]
