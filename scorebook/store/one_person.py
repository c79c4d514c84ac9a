"""One person, however often he stands in the table of people: who was merged is read as who stands in his place.

Seats, entries, payments and all else keep the ids with which they were written, so that a merge can be undone. Within
one evening a person has one id; whoever reads over evenings joins `everybody`, and groups by its `one_id`.
"""

from collections.abc import Collection, Mapping

from sqlalchemy import ColumnElement, Connection, Select, String, case, cast, exists, func, or_, select

from scorebook.ledger.evening import Person
from scorebook.store.rows import is_id
from scorebook.store.tables import people, seats, sheets

_one = people.alias("one")
everybody = (
    select(
        people.c.id,
        people.c.club_id,
        _one.c.id.label("one_id"),
        _one.c.name,
        _one.c.name_key,
        _one.c.nickname,
        _one.c.guest,
        _one.c.left_on,
        _one.c.shown,
    )
    .join(_one, _one.c.id == func.coalesce(people.c.merged_into, people.c.id))
    .subquery("everybody")
)
"""All rows of people by their own `id`, with who that is: the id of the one, and what he is called."""

_same = people.alias("same")
_namesake = exists().where(
    _same.c.club_id == everybody.c.club_id,
    _same.c.name_key == everybody.c.name_key,
    _same.c.id != everybody.c.one_id,
    _same.c.merged_into.is_(None),
)
_numbered = everybody.c.name + " (" + cast(everybody.c.one_id, String) + ")"
name_told_apart: ColumnElement[str] = case((_namesake, _numbered), else_=everybody.c.name)
"""The name of somebody in `everybody`, with his number behind it where another of his club has that name."""

standing = people.c.merged_into.is_(None)
"""Whether somebody stands for himself."""

held = or_(seats.c.to_place.is_(None), seats.c.to_place >= seats.c.from_place)
"""Whether somebody sat there in any game, or sits there now; who came and left again at once did not."""


def ids_of(person_id: int) -> Select[tuple[int]]:
    """Give all ids that one person has, to look for in what was written; he is named by any of them."""
    one = select(func.coalesce(_one.c.merged_into, _one.c.id)).where(_one.c.id == person_id).scalar_subquery()
    return select(people.c.id).where(or_(people.c.id == one, people.c.merged_into == one))


def all_ids(connection: Connection, person_id: int) -> frozenset[int]:
    """Give all ids that one person has."""
    return frozenset(row.id for row in connection.execute(ids_of(person_id)))


def one_of(connection: Connection, club_id: int, person_id: int) -> int | None:
    """Give who somebody of the club is now: himself, or who stands in his place. None for nobody there."""
    if not is_id(person_id):
        return None
    query = select(func.coalesce(people.c.merged_into, people.c.id))
    return connection.execute(query.where(people.c.club_id == club_id, people.c.id == person_id)).scalar()


def ones(connection: Connection, club_id: int) -> dict[int, int]:
    """Give who stands in whose place in the club, by the ids of those who were merged."""
    query = select(people.c.id, people.c.merged_into).where(people.c.club_id == club_id, ~standing)
    return {row.id: row.merged_into for row in connection.execute(query)}


def all_ones(connection: Connection) -> dict[int, int]:
    """Give who stands in whose place in all clubs, by the ids of those who were merged: seasons are of several."""
    query = select(people.c.id, people.c.merged_into).where(~standing)
    return {row.id: row.merged_into for row in connection.execute(query)}


def with_all_ids(ones: Mapping[int, int], whose: Collection[int]) -> set[int]:
    """Give all ids of some people, named by any of theirs; `ones` says who stands in whose place.

    >>> with_all_ids({2: 1, 3: 1}, [3, 7]) == {1, 2, 3, 7}
    True
    """
    wanted = {ones.get(person, person) for person in whose}
    return wanted | {person for person, one in ones.items() if one in wanted}


def ids_at(connection: Connection, evening_id: int) -> dict[int, int]:
    """Give by person the id with which he sits, or sat, at an evening."""
    query = (
        select(everybody.c.one_id, seats.c.person_id)
        .join(seats, seats.c.person_id == everybody.c.id)
        .join(sheets, sheets.c.id == seats.c.sheet_id)
        .where(sheets.c.evening_id == evening_id, held)
    )
    return {row.one_id: row.person_id for row in connection.execute(query)}


def names_of(connection: Connection, ids: Collection[int]) -> dict[int, str]:
    """Give by any of their ids what people are called, told apart from others of their names."""
    query = select(everybody.c.id, name_told_apart.label("name")).where(everybody.c.id.in_(ids))
    return {row.id: row.name for row in connection.execute(query)}


def people_called(connection: Connection, ids: Collection[int]) -> tuple[Person, ...]:
    """Give people of one evening by the ids that they have there, as they are called now."""
    columns = (everybody.c.id, everybody.c.one_id, everybody.c.name, everybody.c.nickname)
    rows = connection.execute(select(*columns).where(everybody.c.id.in_(ids))).all()
    merged = [row.id for row in rows if row.one_id != row.id]
    written = _former_names(connection, merged) if merged else {}
    named = {row.id: Person(row.id, row.name, row.nickname, written.get(row.id, ())) for row in rows}
    return tuple(named[person] for person in ids)


def _former_names(connection: Connection, ids: Collection[int]) -> dict[int, tuple[str, ...]]:
    """Give by id the names that merged people had on their way to who stands in their place, their own first."""
    merged = select(people.c.merged_into).where(people.c.id.in_(ids), ~standing)
    query = select(people.c.id, people.c.name, people.c.merged_with).where(people.c.merged_into.in_(merged))
    rows = {row.id: row for row in connection.execute(query)}
    found: dict[int, tuple[str, ...]] = {}
    for person in ids:
        names, at = [], rows.get(person)
        while at is not None:
            names.append(at.name)
            at = rows.get(at.merged_with)
        if names:
            found[person] = tuple(names)
    return found
