"""Seasons: made and changed, which evenings belong to one, who takes part, who plays without a rank."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import (
    Connection,
    Select,
    case,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)

from scorebook.store.league_tables import (
    lots,
    results,
    schemes,
    season_clubs,
    season_events,
    season_substitutes,
    seasons,
    standings,
)
from scorebook.store.one_person import everybody, ids_of, name_told_apart
from scorebook.store.results import set_places
from scorebook.store.rows import add, is_id
from scorebook.store.season_reading import SeasonFacts, SeasonRow, facts_in, find_season, sees
from scorebook.store.tables import ORDINARY, clubs, evenings


@dataclass(frozen=True, slots=True)
class SeasonLine(SeasonFacts):
    """A season in a list; `evenings` counts those that are in it."""

    evenings: int


@dataclass(frozen=True, slots=True)
class ListedEvening:
    """An evening as it stands in the list of a season's evenings; `season` is what the season is called it is in."""

    id: int
    date: date
    place: str
    title: str
    ended: bool
    season_id: int | None
    season: str
    club: str


def open_seasons(connection: Connection, club_id: int) -> dict[int, str]:
    """Give the seasons that a club sees and into which evenings can go, the latest first: names by id."""
    query = select(seasons.c.id, seasons.c.name).where(sees(club_id), seasons.c.closed_at.is_(None))
    rows = connection.execute(query.order_by(func.coalesce(seasons.c.ends, _FAR).desc(), seasons.c.id.desc()))
    return {row.id: row.name for row in rows}


def list_seasons(connection: Connection, club_id: int, *, archived: bool = False) -> tuple[SeasonLine, ...]:
    """List the seasons that a club sees, the latest first; those in the archive, or the others."""
    count = select(func.count()).where(evenings.c.season_id == seasons.c.id).correlate(seasons).scalar_subquery()
    query = (
        select(seasons, clubs.c.name.label("club"), count.label("evenings"))
        .join(clubs, clubs.c.id == seasons.c.club_id)
        .where(sees(club_id), seasons.c.archived_at.is_not(None) if archived else seasons.c.archived_at.is_(None))
        .order_by(seasons.c.closed_at.is_not(None), func.coalesce(seasons.c.ends, _FAR).desc(), seasons.c.id.desc())
    )
    return tuple(SeasonLine(**facts_in(row), evenings=row.evenings) for row in connection.execute(query))


_FAR = date(9999, 12, 31)
_LOCK = select(seasons.c.id).with_for_update(key_share=True)


def lock_season(connection: Connection, season_id: int) -> None:
    """Keep others from counting in a season, and from changing it, until the transaction ends.

    After the evenings in the order of locks; of several seasons the lower id first. Rows that refer to it can be added.
    """
    if connection.dialect.name != "sqlite" and is_id(season_id):
        connection.execute(_LOCK.where(seasons.c.id == season_id)).all()


def locked_season(connection: Connection, club_id: int, season_id: int) -> SeasonRow | None:
    """Lock a season that a club sees, and read it then."""
    lock_season(connection, season_id)
    return find_season(connection, club_id, season_id)


def season_names(connection: Connection, club_id: int, ids: Iterable[int]) -> dict[int, str]:
    """Give what those of some seasons are called that a club sees, by id."""
    wanted = sorted(filter(is_id, ids))
    query = select(seasons.c.id, seasons.c.name).where(seasons.c.id.in_(wanted), sees(club_id))
    return {row.id: row.name for row in connection.execute(query)}


def season_called(connection: Connection, club_id: int, name: str) -> int | None:
    """Give the id of the club's own season with exactly this name."""
    query = select(func.min(seasons.c.id)).where(seasons.c.club_id == club_id, seasons.c.name == name)
    return connection.execute(query).scalar()


def add_season(connection: Connection, club_id: int, values: Mapping[str, Any]) -> int:
    """Add a season and give its id."""
    return add(connection, seasons, {"club_id": club_id, **values})


def set_season(connection: Connection, season_id: int, values: Mapping[str, Any]) -> None:
    """Change columns of a season."""
    connection.execute(update(seasons).where(seasons.c.id == season_id).values(values))


@dataclass(frozen=True, slots=True)
class SeasonEvent:
    """That a season was closed ("closed"), or opened again ("reopened"), by whom and why."""

    kind: str
    at: datetime
    by: str
    reason: str = ""


def add_event(connection: Connection, season: SeasonRow, event: SeasonEvent) -> None:
    """Note that a season was closed or opened again, and keep which of it is true now; who opens it fetches it too."""
    row = {"kind": event.kind, "at": event.at, "by": event.by, "reason": event.reason}
    add(connection, season_events, {"club_id": season.club_id, "season_id": season.id, **row})
    closed = event.at if event.kind == "closed" else None
    set_season(connection, season.id, {"closed_at": closed, "archived_at": None})


def events(connection: Connection, season_id: int) -> tuple[SeasonEvent, ...]:
    """Give when a season was closed and opened again, the first first."""
    query = select(season_events).where(season_events.c.season_id == season_id).order_by(season_events.c.id)
    return tuple(SeasonEvent(row.kind, row.at, row.by, row.reason) for row in connection.execute(query))


# --- Evenings --------------------------------------------------------------------------------------------------------


def fitting(connection: Connection, club_id: int, day: date) -> int | None:
    """Give the open season of a club into which an evening of that day goes; of several the one that began last.

    Its own go before those in which it takes part.
    """
    query = (
        select(seasons.c.id)
        .where(
            sees(club_id),
            seasons.c.closed_at.is_(None),
            or_(seasons.c.begins.is_(None), seasons.c.begins <= day),
            or_(seasons.c.ends.is_(None), seasons.c.ends >= day),
        )
        .order_by(
            case((seasons.c.club_id == club_id, 0), else_=1),
            func.coalesce(seasons.c.begins, date(1, 1, 1)).desc(),
            seasons.c.id.desc(),
        )
        .limit(1)
    )
    return connection.execute(query).scalar()


def closed_season_of(connection: Connection, evening_id: int) -> str | None:
    """Give what the season of an evening is called, if that is closed."""
    query = select(seasons.c.name).join(evenings, evenings.c.season_id == seasons.c.id)
    return connection.execute(query.where(evenings.c.id == evening_id, seasons.c.closed_at.is_not(None))).scalar()


def season_of(connection: Connection, evening_id: int, club_id: int | None = None) -> int | None:
    """Give the id of the season in which an evening is, if it is one of the club's where that is asked."""
    query = select(evenings.c.season_id).where(evenings.c.id == evening_id)
    query = query if club_id is None else query.where(evenings.c.club_id == club_id)
    return connection.execute(query).scalar() if is_id(evening_id) else None


def lock_evenings(connection: Connection, club_id: int, ids: Collection[int]) -> dict[int, int | None]:
    """Keep others from ending evenings of a club, or opening them again; give their seasons by id."""
    wanted = sorted(filter(is_id, ids))
    here = (evenings.c.club_id == club_id) & evenings.c.id.in_(wanted) & ORDINARY
    query = select(evenings.c.id, evenings.c.season_id).where(here)
    rows = connection.execute(query.order_by(evenings.c.id).with_for_update(key_share=True)).all()
    return {row.id: row.season_id for row in rows}


def lock_evenings_of(connection: Connection, season_id: int, club_id: int) -> None:
    """Keep others from ending evenings that a club has in a season, or opening them again."""
    here = select(evenings.c.id).where(evenings.c.season_id == season_id, evenings.c.club_id == club_id)
    connection.execute(here.order_by(evenings.c.id).with_for_update(key_share=True)).all()


def assign(connection: Connection, evening_id: int, season_id: int | None) -> None:
    """Put an evening into a season, or take it out of all; its results count there if it has ended."""
    connection.execute(update(evenings).where(evenings.c.id == evening_id).values(season_id=season_id))
    ended = select(evenings.c.ended_at).where(evenings.c.id == evening_id)
    if connection.execute(ended).scalar() is not None:
        set_places(connection, evening_id)


def people_at(connection: Connection, evening_ids: Collection[int]) -> set[int]:
    """Give who has a place at some evenings."""
    query = select(results.c.person_id).distinct()
    found = query.where(results.c.evening_id.in_(list(evening_ids)), results.c.place.is_not(None))
    return set(connection.execute(found).scalars())


def going_on(connection: Connection, season_id: int) -> date | None:
    """Give the day of an evening of a season that still goes on."""
    query = select(evenings.c.date).where(evenings.c.season_id == season_id, evenings.c.ended_at.is_(None))
    return connection.execute(query.order_by(evenings.c.date, evenings.c.id).limit(1)).scalar()


def listed_evenings(
    connection: Connection, club_id: int, most: int, before: tuple[date, int] | None = None
) -> tuple[ListedEvening, ...]:
    """List evenings of a club by their days, the latest first, with the seasons they are in."""
    query = _listed().where(evenings.c.club_id == club_id, ORDINARY)
    if before is not None:
        day, key = before
        later = (evenings.c.date < day) | ((evenings.c.date == day) & (evenings.c.id < key))
        query = query.where(later)
    return _lines(connection, query.limit(most))


def evenings_of_others(connection: Connection, club_id: int, season_id: int, most: int) -> tuple[ListedEvening, ...]:
    """List the evenings of a season that are not the club's own, the latest first."""
    query = _listed().where(evenings.c.season_id == season_id, evenings.c.club_id != club_id)
    return _lines(connection, query.limit(most))


def _listed() -> Select[Any]:
    return (
        select(evenings, func.coalesce(seasons.c.name, literal("")).label("season"), clubs.c.name.label("club"))
        .join(clubs, clubs.c.id == evenings.c.club_id)
        .outerjoin(seasons, seasons.c.id == evenings.c.season_id)
        .order_by(evenings.c.date.desc(), evenings.c.id.desc())
    )


def _lines(connection: Connection, query: Select[Any]) -> tuple[ListedEvening, ...]:
    return tuple(
        ListedEvening(
            row.id, row.date, row.place, row.title, row.ended_at is not None, row.season_id, row.season, row.club
        )
        for row in connection.execute(query)
    )


def day_of(connection: Connection, club_id: int, evening_id: int) -> date | None:
    """Give the day of an evening of the club."""
    query = select(evenings.c.date).where(evenings.c.club_id == club_id, evenings.c.id == evening_id)
    return connection.execute(query).scalar() if is_id(evening_id) else None


# --- Who plays without a rank ----------------------------------------------------------------------------------------


def substitutes(connection: Connection, season_id: int, club_id: int | None = None) -> dict[int, str]:
    """Give who plays without a rank, of all clubs or of one, by id, in the order of the names."""
    query = (
        select(everybody.c.one_id, name_told_apart.label("name"))
        .join(season_substitutes, season_substitutes.c.person_id == everybody.c.id)
        .where(season_substitutes.c.season_id == season_id)
        .order_by(everybody.c.name_key, everybody.c.one_id)
    )
    query = query if club_id is None else query.where(everybody.c.club_id == club_id)
    return {row.one_id: row.name for row in connection.execute(query)}


def who_played(connection: Connection, season_id: int, people_ids: Collection[int]) -> set[int]:
    """Give those of some people who have a result in a season."""
    query = (
        select(everybody.c.one_id)
        .join(results, results.c.person_id == everybody.c.id)
        .where(results.c.season_id == season_id, everybody.c.one_id.in_(people_ids))
    )
    return set(connection.execute(query).scalars())


def set_substitute(connection: Connection, club_id: int, season_id: int, person_id: int, *, is_one: bool) -> bool:
    """Let somebody of a club play without a rank, or with one; False if that was so."""
    his = season_substitutes.c.person_id.in_(ids_of(person_id))
    here = (season_substitutes.c.season_id == season_id) & his
    if not is_one:
        return connection.execute(delete(season_substitutes).where(here)).rowcount > 0
    if connection.execute(select(season_substitutes.c.id).where(here)).first():
        return False
    connection.execute(insert(season_substitutes), {"club_id": club_id, "season_id": season_id, "person_id": person_id})
    return True


# --- Several clubs ---------------------------------------------------------------------------------------------------


def season_invited(connection: Connection, digest: str) -> int | None:
    """Give the id of the season for which a code is, by its hash."""
    return connection.execute(select(seasons.c.id).where(seasons.c.invitation == digest)).scalar()


def is_invited(connection: Connection, season_id: int) -> bool:
    """Tell whether there is a code for a season."""
    query = select(seasons.c.id).where(seasons.c.id == season_id, seasons.c.invitation.is_not(None))
    return connection.execute(query).first() is not None


def clubs_in(connection: Connection, season_id: int) -> dict[int, str]:
    """Give the other clubs that take part in a season, by id, in the order in which they came."""
    query = (
        select(clubs.c.id, clubs.c.name)
        .join(season_clubs, season_clubs.c.club_id == clubs.c.id)
        .where(season_clubs.c.season_id == season_id)
        .order_by(season_clubs.c.id)
    )
    return {row.id: row.name for row in connection.execute(query)}


def join(connection: Connection, season_id: int, club_id: int) -> None:
    """Let a club take part in a season."""
    add(connection, season_clubs, {"season_id": season_id, "club_id": club_id})


def leave(connection: Connection, season_id: int, club_id: int) -> list[int]:
    """Let a club take part no more; give the ids of its evenings that were in the season."""
    for table in (season_clubs, season_substitutes):
        connection.execute(delete(table).where(table.c.season_id == season_id, table.c.club_id == club_id))
    query = select(evenings.c.id).where(evenings.c.season_id == season_id, evenings.c.club_id == club_id)
    return list(connection.execute(query.order_by(evenings.c.id)).scalars())


def release(connection: Connection, club_id: int) -> None:
    """Let other clubs go out of the seasons of a club that is given up: their evenings stay, and count in none."""
    own = select(seasons.c.id).where(seasons.c.club_id == club_id)
    ranked = select(schemes.c.id).where(schemes.c.season_id.in_(own))
    for table in (standings, lots):
        connection.execute(delete(table).where(table.c.scheme_id.in_(ranked)))
    for table in (season_clubs, season_substitutes):
        connection.execute(delete(table).where(table.c.season_id.in_(own)))
    for table in (evenings, results):
        connection.execute(update(table).where(table.c.season_id.in_(own)).values(season_id=None))
