"""Seasons as their pages show them: whose they are, their schemes, what is counted in them, and their evenings."""

from collections.abc import Collection
from dataclasses import dataclass, fields
from datetime import date, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, exists, or_, select

from scorebook.exchange import load_json
from scorebook.exchange.schemes import parse_scheme
from scorebook.league.results import Measure
from scorebook.league.scheme import Scheme
from scorebook.store.league_tables import results, schemes, season_clubs, seasons
from scorebook.store.one_person import everybody, name_told_apart
from scorebook.store.rows import is_id
from scorebook.store.tables import clubs, evenings


@dataclass(frozen=True, slots=True)
class SeasonFacts:
    """A season: whose it is, which days it has, and whether it is closed and in the archive."""

    id: int
    club_id: int
    club: str
    name: str
    begins: date | None
    ends: date | None
    closed_at: datetime | None
    archived_at: datetime | None


_FACTS = tuple(field.name for field in fields(SeasonFacts))


def facts_in(row: Any) -> dict[str, Any]:
    """Give the `SeasonFacts` of a row that has them, by name."""
    return {name: getattr(row, name) for name in _FACTS}


@dataclass(frozen=True, slots=True)
class SeasonRow(SeasonFacts):
    """A season by itself: its public page, and who takes part. With several `clubs` people are shown with theirs."""

    share: int | None
    clubs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SchemeRow:
    """A way in which a season is ranked."""

    id: int
    position: int
    name: str
    scheme: Scheme


@dataclass(frozen=True, slots=True)
class SeasonEvening:
    """An evening of a season, of whichever of its clubs."""

    id: int
    club_id: int
    date: date
    place: str
    title: str


@dataclass(frozen=True, slots=True)
class Winner:
    """Somebody who had most at an evening."""

    person: int
    name: str
    amount: int
    shown: str = "full"


def sees(club_id: int) -> ColumnElement[bool]:
    """Say which seasons a club sees: its own, and those in which it takes part."""
    takes_part = select(season_clubs.c.season_id).where(season_clubs.c.club_id == club_id)
    return or_(seasons.c.club_id == club_id, seasons.c.id.in_(takes_part))


def find_season(connection: Connection, club_id: int, season_id: int) -> SeasonRow | None:
    """Find a season that a club sees."""
    return _season(connection, season_id, sees(club_id))


def find_shared(connection: Connection, season_id: int) -> SeasonRow | None:
    """Find a season that has a public page, of whichever club."""
    return _season(connection, season_id, seasons.c.share.is_not(None))


def _season(connection: Connection, season_id: int, allowed: ColumnElement[bool]) -> SeasonRow | None:
    if not is_id(season_id):
        return None
    query = select(seasons, clubs.c.name.label("club")).join(clubs, clubs.c.id == seasons.c.club_id)
    row = connection.execute(query.where(seasons.c.id == season_id, allowed)).first()
    if row is None:
        return None
    others = select(season_clubs.c.club_id).where(season_clubs.c.season_id == season_id)
    taking_part = {row.club_id, *connection.execute(others).scalars()}
    return SeasonRow(**facts_in(row), share=row.share, clubs=tuple(sorted(taking_part)))


def schemes_of(connection: Connection, season_id: int) -> tuple[SchemeRow, ...]:
    """Give the schemes of a season in their order."""
    query = select(schemes).where(schemes.c.season_id == season_id).order_by(schemes.c.position)
    return tuple(
        SchemeRow(row.id, row.position, row.name, parse_scheme(load_json(row.scheme)))
        for row in connection.execute(query)
    )


def measures_of(connection: Connection, season_id: int) -> tuple[Measure, ...]:
    """Give what is counted in a season, at evenings that ended."""
    there = [
        exists()
        .where(results.c.season_id == season_id, results.c.measure == measure.value, results.c.place.is_not(None))
        .label(measure.value)
        for measure in Measure
    ]
    row = connection.execute(select(*there)).one()
    return tuple(measure for measure in Measure if getattr(row, measure.value))


def ended_evenings(connection: Connection, season_id: int, most: int) -> tuple[SeasonEvening, ...]:
    """Give the evenings that ended last, by their days."""
    query = _evenings(season_id).where(evenings.c.ended_at.is_not(None)).order_by(evenings.c.ended_at.desc())
    found = [_evening(row) for row in connection.execute(query.limit(most))]
    return tuple(sorted(found, key=lambda evening: (evening.date, evening.id)))


def open_evenings(connection: Connection, season_id: int, most: int) -> tuple[SeasonEvening, ...]:
    """Give evenings that still go on."""
    query = _evenings(season_id).where(evenings.c.ended_at.is_(None)).order_by(evenings.c.id)
    return tuple(_evening(row) for row in connection.execute(query.limit(most)))


def _evenings(season_id: int) -> Any:
    return select(evenings).where(evenings.c.season_id == season_id)


def _evening(row: Any) -> SeasonEvening:
    return SeasonEvening(row.id, row.club_id, row.date, row.place, row.title)


def winners_of(connection: Connection, measure: Measure, of_evenings: Collection[int]) -> dict[int, tuple[Winner, ...]]:
    """Give by evening who won it, in the order of their names."""
    query = (
        select(
            results.c.evening_id, results.c.amount, everybody.c.one_id, everybody.c.shown, name_told_apart.label("name")
        )
        .join(everybody, everybody.c.id == results.c.person_id)
        .where(results.c.evening_id.in_(list(of_evenings)), results.c.measure == measure.value, results.c.place == 1)
        .order_by(everybody.c.name_key, everybody.c.one_id)
    )
    found: dict[int, tuple[Winner, ...]] = {}
    for row in connection.execute(query):
        winner = Winner(row.one_id, row.name, row.amount, row.shown)
        found[row.evening_id] = (*found.get(row.evening_id, ()), winner)
    return found


def shortened(connection: Connection, club_ids: Collection[int]) -> dict[int, str]:
    """Give the whole names of all people of some clubs who want them shortened where everybody can read them."""
    query = select(everybody.c.one_id, name_told_apart.label("name")).where(
        everybody.c.id == everybody.c.one_id, everybody.c.club_id.in_(list(club_ids)), everybody.c.shown == "short"
    )
    return {row.one_id: row.name for row in connection.execute(query)}
