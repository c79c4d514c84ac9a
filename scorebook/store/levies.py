"""What is due at evenings besides their games."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, insert, select

from scorebook.ledger.levy import Levy, LevyKind
from scorebook.store.cash_tables import levies
from scorebook.store.rows import add


@dataclass(frozen=True, slots=True)
class LevyRow:
    """A row of the table: a levy, or with `of_id` that one was taken back, at `levy.at`."""

    id: int
    club_id: int
    evening_id: int
    levy: Levy
    of_id: int | None


def _row(row: Any) -> LevyRow:
    people = tuple(json.loads(row.people or "[]"))
    levy = Levy(LevyKind(row.kind), row.amount, row.person_id, people, row.text, row.at, row.by, row.uuid)
    return LevyRow(row.id, row.club_id, row.evening_id, levy, row.of_id)


def rows_of(connection: Connection, evening_id: int) -> tuple[LevyRow, ...]:
    """Give all rows of an evening, the first first."""
    query = select(levies).where(levies.c.evening_id == evening_id).order_by(levies.c.id)
    return tuple(map(_row, connection.execute(query)))


def levies_of(connection: Connection, evening_id: int) -> tuple[Levy, ...]:
    """Give the levies of an evening that were not taken back, the first first."""
    return standing(rows_of(connection, evening_id))


def standing(rows: Sequence[LevyRow]) -> tuple[Levy, ...]:
    """Give the levies among rows that were not taken back, the first first."""
    undone = {row.of_id for row in rows}
    return tuple(row.levy for row in rows if row.of_id is None and row.id not in undone)


def find_levy(connection: Connection, uuid: UUID) -> LevyRow | None:
    """Find a row by its UUID, of whichever club."""
    row = connection.execute(select(levies).where(levies.c.uuid == uuid)).first()
    return None if row is None else _row(row)


def taken_back(connection: Connection, levy_id: int) -> bool:
    """Tell whether a levy was taken back."""
    return connection.execute(select(levies.c.id).where(levies.c.of_id == levy_id)).first() is not None


def evenings_with(connection: Connection, club_id: int) -> set[int]:
    """Give the evenings of a club that have levies, taken back or not."""
    query = select(levies.c.evening_id).where(levies.c.club_id == club_id).distinct()
    return set(connection.execute(query).scalars())


def all_rows(connection: Connection) -> tuple[LevyRow, ...]:
    """Give the rows of all clubs, the first first."""
    return tuple(map(_row, connection.execute(select(levies).order_by(levies.c.id))))


def add_levy(connection: Connection, club_id: int, evening_id: int, levy: Levy, of_id: int | None = None) -> int:
    """Add a levy, or that the levy `of_id` is taken back, and give its id.

    Raises `sqlalchemy.exc.IntegrityError` if its UUID is taken, or the other was taken back before.
    """
    return add(connection, levies, _columns(club_id, evening_id, levy) | {"of_id": of_id})


def add_levies(connection: Connection, club_id: int, evening_id: int, made: Iterable[Levy]) -> None:
    """Add levies of an evening that was read from a file."""
    rows = [_columns(club_id, evening_id, levy) for levy in made]
    if rows:
        connection.execute(insert(levies), rows)


def _columns(club_id: int, evening_id: int, levy: Levy) -> dict[str, Any]:
    return {
        "club_id": club_id,
        "evening_id": evening_id,
        "uuid": levy.uuid,
        "kind": levy.kind.value,
        "amount": levy.amount,
        "person_id": levy.person,
        "people": json.dumps(levy.people) if levy.people else "",
        "text": levy.text,
        "at": levy.at,
        "by": levy.by,
    }
