"""The roll-up of where people stand: what it is made of, read by person, and written anew."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Select, and_, delete, func, insert, select

from scorebook.league.counting import Standing, Unranked, count
from scorebook.league.results import Measure, Result, Tally
from scorebook.store.guests import guests_in
from scorebook.store.league_tables import results, schemes, standings
from scorebook.store.one_person import all_ones, with_all_ids
from scorebook.store.results import COUNTS
from scorebook.store.season_reading import SchemeRow
from scorebook.store.seasons import substitutes
from scorebook.store.tables import evenings

AT_ONCE = 500
"""People that one question names at most."""
ROWS = 2000
"""Rows that are held at once."""


@dataclass(frozen=True, slots=True)
class Played:
    """What somebody played in a season, in one measure; `club_id` is his club."""

    person: int
    club_id: int
    measure: Measure
    results: tuple[Result, ...]


def played(connection: Connection, season_id: int, whose: Collection[int] | None = None) -> Iterator[Played]:
    """Give what people played at evenings of a season that ended, without holding it all; None: everybody.

    Of who was merged that is given together, at last: as played by who stands in his place.
    """
    ones = all_ones(connection)
    several = {*ones, *ones.values()}
    held: dict[tuple[int, Measure], Played] = {}
    for one in _by_id(connection, season_id, None if whose is None else with_all_ids(ones, whose)):
        if one.person not in several:
            yield one
            continue
        person = ones.get(one.person, one.person)
        before = held.get((person, one.measure), Played(person, one.club_id, one.measure, ()))
        own = tuple(replace(result, person=person) for result in one.results)
        held[person, one.measure] = replace(before, results=(*before.results, *own))
    yield from held.values()


def _by_id(connection: Connection, season_id: int, whose: Collection[int] | None) -> Iterator[Played]:
    query = (
        select(
            results.c.measure,
            results.c.person_id,
            results.c.club_id,
            results.c.evening_id,
            evenings.c.date,
            results.c.place,
            *(results.c[name] for name in COUNTS),
        )
        .join(evenings, evenings.c.id == results.c.evening_id)
        .where(results.c.season_id == season_id, results.c.place.is_not(None))
        .order_by(results.c.measure, results.c.person_id)
    )
    if whose is None:
        yield from _played(connection, query)
        return
    for part in parts(sorted(whose), AT_ONCE):
        yield from _played(connection, query.where(results.c.person_id.in_(part)))


def _played(connection: Connection, query: Select[Any]) -> Iterator[Played]:
    with connection.execute(query, execution_options={"yield_per": ROWS}) as rows:
        for (measure, person, club), own in groupby(rows, key=lambda row: row[:3]):
            found = tuple(Result(row[3], row[4], person, row[5], Tally(*row[6:])) for row in own)
            yield Played(person, club, Measure(measure), found)


def outside(connection: Connection, season_id: int) -> dict[int, Unranked]:
    """Give who has no rank in a season whatever he plays, and why."""
    found = substitutes(connection, season_id)
    return dict.fromkeys(guests_in(connection, season_id), Unranked.GUEST) | dict.fromkeys(found, Unranked.SUBSTITUTE)


def row_of(one: Played, scheme: SchemeRow, without: Mapping[int, Unranked]) -> dict[str, Any]:
    """Give the row that somebody has by a scheme; `without` says who has no rank whatever he plays."""
    standing = count(one.person, one.results, scheme.scheme, without.get(one.person))
    return {
        "club_id": one.club_id,
        "scheme_id": scheme.id,
        "measure": one.measure.value,
        "person_id": one.person,
        **columns(standing),
    }


def columns(standing: Standing) -> dict[str, Any]:
    """Give the columns that hold what was counted."""
    return {
        "ranked": standing.unranked is None,
        "score": standing.score,
        "evenings": standing.evenings,
        **{name: getattr(standing.tally, name) for name in COUNTS},
    }


def clear(connection: Connection, season_id: int, whose: Collection[int] | None = None) -> None:
    """Take out where people stand in a season; None: everybody."""
    own = standings.c.scheme_id.in_(select(schemes.c.id).where(schemes.c.season_id == season_id))
    if whose is None:
        connection.execute(delete(standings).where(own))
        return
    for part in parts(sorted(with_all_ids(all_ones(connection), whose)), AT_ONCE):
        connection.execute(delete(standings).where(own, standings.c.person_id.in_(part)))


def add_rows(connection: Connection, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write where people stand, some rows at a time."""
    for part in parts(rows, ROWS):
        connection.execute(insert(standings), part)


def parts(values: Iterable[Any], most: int) -> Iterator[list[Any]]:
    """Part values into lists of at most so many.

    >>> list(parts([1, 2, 3], 2))
    [[1, 2], [3]]
    """
    part: list[Any] = []
    for value in values:
        part.append(value)
        if len(part) == most:
            yield part
            part = []
    if part:
        yield part


# --- What stands there ------------------------------------------------------------------------------------------------


def seasons_ranked(connection: Connection) -> Sequence[int]:
    """Give the ids of all seasons that have a scheme, of whichever club."""
    query = select(schemes.c.season_id).distinct().order_by(schemes.c.season_id)
    return connection.execute(query).scalars().all()


def rows_there(connection: Connection, season_id: int, whose: Sequence[int]) -> dict[tuple[int, str, int], Any]:
    """Give where people stand in a season, by scheme, measure and person."""
    query = (
        select(standings)
        .join(schemes, and_(schemes.c.id == standings.c.scheme_id, schemes.c.season_id == season_id))
        .where(standings.c.person_id.in_(whose))
    )
    return {(row.scheme_id, row.measure, row.person_id): row._mapping for row in connection.execute(query)}


def count_rows(connection: Connection) -> int:
    """Count where people stand, in all seasons."""
    return connection.execute(select(func.count()).select_from(standings)).scalar_one()
