"""People of a club: the list of them, and all that the book has of one."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, exists, func, literal, or_, select, tuple_

from scorebook.store.rows import is_id
from scorebook.store.tables import entries, evenings, games, people, reversals, seats, sheets


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody of a club, and at how many evenings he sat."""

    id: int
    name: str
    evenings: int


_EVENINGS = (
    select(func.count(sheets.c.evening_id.distinct()))
    .select_from(seats.join(sheets, sheets.c.id == seats.c.sheet_id))
    .where(seats.c.person_id == people.c.id)
    .correlate(people)
    .scalar_subquery()
)


def list_people(
    connection: Connection, club_id: int, most: int, key: str = "", after: int | None = None
) -> list[PersonRow]:
    """List people of the club by name: those with `key` in their name, and who come behind the person `after`.

    Behind somebody who is not of the club come all.
    """
    query = select(people.c.id, people.c.name, _EVENINGS.label("evenings")).where(people.c.club_id == club_id)
    if key:
        query = query.where(people.c.name_key.contains(key, autoescape=True))
    last = None if after is None or not is_id(after) else _key_of(connection, club_id, after)
    if last is not None:
        query = query.where(tuple_(people.c.name_key, people.c.id) > tuple_(literal(last), literal(after)))
    rows = connection.execute(query.order_by(people.c.name_key, people.c.id).limit(most))
    return [PersonRow(row.id, row.name, row.evenings) for row in rows]


def _key_of(connection: Connection, club_id: int, person_id: int) -> str | None:
    query = select(people.c.name_key).where(people.c.club_id == club_id, people.c.id == person_id)
    return connection.execute(query).scalar()


def all_people(connection: Connection, club_id: int) -> list[dict[str, Any]]:
    """Give the people of a club, by id."""
    query = select(people.c.id, people.c.name).where(people.c.club_id == club_id).order_by(people.c.id)
    return [{"id": row.id, "name": row.name} for row in connection.execute(query)]


def find_person(connection: Connection, club_id: int, person_id: int) -> PersonRow | None:
    """Find somebody of the club."""
    if not is_id(person_id):
        return None
    query = select(people.c.id, people.c.name, _EVENINGS.label("evenings"))
    row = connection.execute(query.where(people.c.club_id == club_id, people.c.id == person_id)).first()
    return None if row is None else PersonRow(row.id, row.name, row.evenings)


def plays_now(connection: Connection, person_id: int, now: datetime) -> date | None:
    """Give the day of an evening that goes on, where he sits at a table at which something happened within a day."""
    since = now - timedelta(days=1)
    lately = exists().where(games.c.sheet_id == sheets.c.id, games.c.recorded_at > since)
    query = (
        select(evenings.c.date)
        .join(sheets, sheets.c.evening_id == evenings.c.id)
        .join(seats, seats.c.sheet_id == sheets.c.id)
        .where(seats.c.person_id == person_id, seats.c.to_place.is_(None), evenings.c.ended_at.is_(None))
        .where(or_(evenings.c.begun_at > since, lately))
        .limit(1)
    )
    return connection.execute(query).scalar()


def evenings_of(connection: Connection, person_id: int) -> list[dict[str, Any]]:
    """Give the evenings at which somebody sat, the first first."""
    query = (
        select(evenings.c.uuid, evenings.c.date, evenings.c.place, evenings.c.title)
        .where(
            evenings.c.id.in_(
                select(sheets.c.evening_id)
                .join(seats, seats.c.sheet_id == sheets.c.id)
                .where(seats.c.person_id == person_id)
            )
        )
        .order_by(evenings.c.begun_at, evenings.c.id)
    )
    return [
        {"id": str(row.uuid), "date": row.date.isoformat(), "place": row.place, "title": row.title}
        for row in connection.execute(query)
    ]


def _sat() -> ColumnElement[bool]:
    """Whether somebody held a seat when a game was played."""
    place = games.c.place
    held = (seats.c.from_place <= place) & or_(seats.c.to_place.is_(None), seats.c.to_place >= place)
    return (seats.c.sheet_id == games.c.sheet_id) & held


def games_of(connection: Connection, person_id: int) -> Iterator[dict[str, Any]]:
    """Give the games in which somebody sat at the table, with what he got in each."""
    query = (
        select(
            games.c.uuid,
            games.c.recorded_at,
            games.c.payouts,
            games.c.game,
            seats.c.seat,
            evenings.c.uuid,
            reversals.c.id,
        )
        .join(seats, _sat())
        .join(sheets, sheets.c.id == games.c.sheet_id)
        .join(evenings, evenings.c.id == sheets.c.evening_id)
        .outerjoin(reversals, reversals.c.game_id == games.c.id)
        .where(seats.c.person_id == person_id)
        .order_by(games.c.id)
    )
    for uuid, at, payouts, game, seat, evening, undone in connection.execute(query):
        yield {
            "id": str(uuid),
            "evening": str(evening),
            "at": at.isoformat(),
            "contract": json.loads(game)["contract"],
            "seat": seat,
            "payout": json.loads(payouts)[seat],
            "cancelled": undone is not None,
        }


def entries_of(connection: Connection, person_id: int) -> Iterator[dict[str, Any]]:
    """Give what was booked for somebody, the first first."""
    query = (
        select(entries.c.amount, entries.c.unit, entries.c.reversal_id, games.c.uuid)
        .outerjoin(games, games.c.id == entries.c.game_id)
        .where(entries.c.person_id == person_id)
        .order_by(entries.c.id)
    )
    for row in connection.execute(query):
        game = None if row.uuid is None else str(row.uuid)
        yield {"amount": row.amount, "unit": row.unit, "game": game, "undone": row.reversal_id is not None}
