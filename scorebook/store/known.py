"""Who is meant by a name: people by what they are called, by a nickname, or by a name under which they once stood."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from enum import IntEnum
from typing import Any

from sqlalchemy import Connection, Select, func, select

from scorebook.store.one_person import everybody, held, standing
from scorebook.store.rows import add, is_id
from scorebook.store.tables import evenings, people, seats, sheets


class By(IntEnum):
    """By what somebody is found, the clearest first."""

    NAME = 0
    NICKNAME = 1
    FORMER = 2


@dataclass(frozen=True, slots=True)
class Found:
    """Somebody whom a name may mean: who stands for himself, by which of his names, as it is written."""

    key: str
    by: By
    written: str
    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Suggested:
    """Somebody who may come, and his names."""

    id: int
    name: str
    nickname: str


def add_person(connection: Connection, club_id: int, name: str, key: str, **other: Any) -> int:
    """Add a person and give the id; keywords are other columns."""
    return add(connection, people, {"club_id": club_id, "name": name, "name_key": key, **other})


def people_by_keys(connection: Connection, club_id: int, keys: Collection[str]) -> list[Found]:
    """Give whom names with these keys may mean, the clearest first; what is no name means nobody."""
    wanted = [key for key in keys if key]
    own = select(people.c.name_key, people.c.name, people.c.id, people.c.name.label("called")).where(standing)
    nick = select(people.c.nickname_key, people.c.nickname, people.c.id, people.c.name).where(standing)
    former = select(people.c.name_key, people.c.name, everybody.c.one_id, everybody.c.name)
    former = former.join(everybody, everybody.c.id == people.c.id).where(~standing)
    ways = ((By.NAME, own, "name_key"), (By.NICKNAME, nick, "nickname_key"), (By.FORMER, former, "name_key"))
    return [
        Found(row[0], by, row[1], row[2], row[3])
        for by, query, column in ways
        for row in connection.execute(
            query.where(people.c.club_id == club_id, people.c[column].in_(wanted)).order_by(people.c.id)
        )
    ]


def people_by_number(connection: Connection, club_id: int, numbers: Collection[int]) -> dict[int, Found]:
    """Give people of the club by their own ids, as who they are now."""
    query = select(everybody.c.id, everybody.c.one_id, everybody.c.name, everybody.c.name_key)
    rows = connection.execute(
        query.where(everybody.c.club_id == club_id, everybody.c.id.in_(list(filter(is_id, numbers))))
    )
    return {row.id: Found(row.name_key, By.NAME, row.name, row.one_id, row.name) for row in rows}


def suggested(connection: Connection, club_id: int, most: int) -> list[Suggested]:
    """Give those of the club who did not leave, those who played most evenings first."""
    query = (
        select(everybody.c.one_id, everybody.c.name, everybody.c.nickname)
        .outerjoin(seats, (seats.c.person_id == everybody.c.id) & held)
        .where(everybody.c.club_id == club_id, everybody.c.left_on.is_(None))
        .group_by(everybody.c.one_id, everybody.c.name, everybody.c.nickname)
        .order_by(func.count(seats.c.sheet_id.distinct()).desc(), everybody.c.name, everybody.c.one_id)
        .limit(most)
    )
    return [Suggested(row.one_id, row.name, row.nickname) for row in connection.execute(query)]


def last_days(connection: Connection, ids: Collection[int]) -> dict[int, date]:
    """Give when people played last, by who they are; who never did is left out."""
    query = (
        _played(select(everybody.c.one_id, func.max(evenings.c.date).label("last")))
        .where(everybody.c.one_id.in_(ids))
        .group_by(everybody.c.one_id)
    )
    return {row.one_id: row.last for row in connection.execute(query)}


def _played(query: Select[Any]) -> Select[Any]:
    return (
        query.select_from(everybody)
        .join(seats, (seats.c.person_id == everybody.c.id) & held)
        .join(sheets, sheets.c.id == seats.c.sheet_id)
        .join(evenings, evenings.c.id == sheets.c.evening_id)
    )


def namesake_together(connection: Connection, ids: Collection[int], name: str) -> date | None:
    """Give the day of an evening at which somebody else of that name sat with one of these people; None for none."""
    his = (
        select(sheets.c.evening_id).join(seats, seats.c.sheet_id == sheets.c.id).where(seats.c.person_id.in_(ids), held)
    )
    query = (
        _played(select(evenings.c.date))
        .where(everybody.c.name == name, everybody.c.id.not_in(ids), evenings.c.id.in_(his))
        .order_by(evenings.c.date.desc())
        .limit(1)
    )
    return connection.execute(query).scalar()
