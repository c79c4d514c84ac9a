"""People of a club: the list of them, and all that the book has of one."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    ScalarSelect,
    exists,
    func,
    literal,
    or_,
    select,
    true,
    tuple_,
    update,
)

from scorebook.exchange.people import KnownPerson
from scorebook.store.one_person import held, ids_of, standing
from scorebook.store.rows import is_id
from scorebook.store.tables import ORDINARY, entries, evenings, games, people, reversals, seats, sheets


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody of a club: what is known of him, at how many evenings he sat, and when he did last.

    `others` are names under which he stood before they were merged with him.
    """

    id: int
    name: str
    nickname: str
    guest: bool
    left_on: date | None
    shown: str
    evenings: int
    last: date | None
    others: tuple[str, ...] = ()


class Kind(StrEnum):
    """Which people a list has."""

    ALL = "all"
    ACTIVE = "active"
    GUESTS = "guests"
    LEFT = "left"


_KINDS: dict[Kind, ColumnElement[bool]] = {
    Kind.ALL: true(),
    Kind.ACTIVE: people.c.left_on.is_(None) & people.c.guest.is_(False),
    Kind.GUESTS: people.c.guest.is_(True),
    Kind.LEFT: people.c.left_on.is_not(None),
}
_all_of = people.alias("all_of")


def _sat(what: ColumnElement[Any]) -> ScalarSelect[Any]:
    """Ask about all evenings at which somebody sat, by whichever of his ids."""
    return (
        select(what)
        .select_from(_all_of)
        .join(seats, (seats.c.person_id == _all_of.c.id) & held)
        .join(sheets, sheets.c.id == seats.c.sheet_id)
        .join(evenings, evenings.c.id == sheets.c.evening_id)
        .where(or_(_all_of.c.id == people.c.id, _all_of.c.merged_into == people.c.id), ORDINARY)
        .correlate(people)
        .scalar_subquery()
    )


_PERSON = select(
    people,
    _sat(func.count(sheets.c.evening_id.distinct())).label("evenings"),
    _sat(func.max(evenings.c.date)).label("last"),
).where(standing)


def list_people(
    connection: Connection, club_id: int, most: int, key: str = "", after: int | None = None, kind: Kind = Kind.ALL
) -> list[PersonRow]:
    """List people of the club by name: of one kind, with `key` in one of their names, who come behind `after`.

    Behind somebody who is not of the club come all.
    """
    query = _PERSON.where(people.c.club_id == club_id, _KINDS[kind])
    if key:
        merged = select(_all_of.c.merged_into).where(_all_of.c.name_key.contains(key, autoescape=True))
        names = (people.c.name_key, people.c.nickname_key)
        query = query.where(or_(*(name.contains(key, autoescape=True) for name in names), people.c.id.in_(merged)))
    last = None if after is None or not is_id(after) else _key_of(connection, club_id, after)
    if last is not None:
        query = query.where(tuple_(people.c.name_key, people.c.id) > tuple_(literal(last), literal(after)))
    rows = connection.execute(query.order_by(people.c.name_key, people.c.id).limit(most)).all()
    return _people(connection, rows)


def _people(connection: Connection, rows: Sequence[Any]) -> list[PersonRow]:
    others: dict[int, list[str]] = defaultdict(list)
    query = select(people.c.name, people.c.merged_into).where(people.c.merged_into.in_([row.id for row in rows]))
    for row in connection.execute(query.order_by(people.c.name_key, people.c.id)):
        others[row.merged_into].append(row.name)
    return [
        PersonRow(
            row.id,
            row.name,
            row.nickname,
            row.guest,
            row.left_on,
            row.shown,
            row.evenings,
            row.last,
            tuple(others[row.id]),
        )
        for row in rows
    ]


def _key_of(connection: Connection, club_id: int, person_id: int) -> str | None:
    query = select(people.c.name_key).where(people.c.club_id == club_id, people.c.id == person_id)
    return connection.execute(query).scalar()


def standing_names(connection: Connection, club_id: int) -> dict[int, str]:
    """Give the names of all people of the club who stand for themselves, by id."""
    query = select(people.c.id, people.c.name).where(people.c.club_id == club_id, standing)
    return {row.id: row.name for row in connection.execute(query.order_by(people.c.id))}


def all_people(connection: Connection, club_id: int) -> tuple[KnownPerson, ...]:
    """Give all that the club knows of its people, those who were merged among them, by id."""
    query = select(people).where(people.c.club_id == club_id).order_by(people.c.id)
    return tuple(
        KnownPerson(row.id, row.name, row.nickname, row.guest, row.left_on, row.shown, row.merged_with)
        for row in connection.execute(query)
    )


def find_person(connection: Connection, club_id: int, person_id: int) -> PersonRow | None:
    """Find somebody of the club who stands for himself."""
    if not is_id(person_id):
        return None
    rows = connection.execute(_PERSON.where(people.c.club_id == club_id, people.c.id == person_id)).all()
    return next(iter(_people(connection, rows)), None)


def change_person(connection: Connection, person_id: int, **values: Any) -> None:
    """Change what is known of somebody."""
    connection.execute(update(people).where(people.c.id == person_id).values(**values))


def plays_now(connection: Connection, person_id: int, now: datetime) -> date | None:
    """Give the day of an evening that goes on, where he sits at a table at which something happened within a day."""
    since = now - timedelta(days=1)
    lately = exists().where(games.c.sheet_id == sheets.c.id, games.c.recorded_at > since)
    query = (
        select(evenings.c.date)
        .join(sheets, sheets.c.evening_id == evenings.c.id)
        .join(seats, seats.c.sheet_id == sheets.c.id)
        .where(seats.c.person_id.in_(ids_of(person_id)), seats.c.to_place.is_(None), evenings.c.ended_at.is_(None))
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
                .where(seats.c.person_id.in_(ids_of(person_id)))
            )
        )
        .order_by(evenings.c.begun_at, evenings.c.id)
    )
    return [
        {"id": str(row.uuid), "date": row.date.isoformat(), "place": row.place, "title": row.title}
        for row in connection.execute(query)
    ]


def _played() -> ColumnElement[bool]:
    """Whether somebody held a seat when a game was played."""
    place = games.c.place
    there = (seats.c.from_place <= place) & or_(seats.c.to_place.is_(None), seats.c.to_place >= place)
    return (seats.c.sheet_id == games.c.sheet_id) & there


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
        .join(seats, _played())
        .join(sheets, sheets.c.id == games.c.sheet_id)
        .join(evenings, evenings.c.id == sheets.c.evening_id)
        .outerjoin(reversals, reversals.c.game_id == games.c.id)
        .where(seats.c.person_id.in_(ids_of(person_id)))
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
        .where(entries.c.person_id.in_(ids_of(person_id)))
        .order_by(entries.c.id)
    )
    for row in connection.execute(query):
        game = None if row.uuid is None else str(row.uuid)
        yield {"amount": row.amount, "unit": row.unit, "game": game, "undone": row.reversal_id is not None}
