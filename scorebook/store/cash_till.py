"""Countings of the till."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, Select, select

from scorebook.store.cash_tables import cash_entries, till_counts
from scorebook.store.rows import add, is_id


@dataclass(frozen=True, slots=True)
class TillCount:
    """How much should have been there and how much was, in cents; `pieces` are how many of which.

    `number` is that of the entry with the difference.
    """

    id: int
    uuid: UUID
    date: date
    after: int
    expected: int
    counted: int
    pieces: Mapping[int, int]
    note: str
    number: int | None
    at: datetime
    by: str

    @property
    def difference(self) -> int:
        """What was there too much; too little stands below zero."""
        return self.counted - self.expected


def add_count(connection: Connection, club_id: int, row: Mapping[str, Any], pieces: Mapping[int, int]) -> int:
    """Keep a counting and give its id."""
    text = json.dumps(pieces, separators=(",", ":")) if pieces else ""
    return add(connection, till_counts, {"club_id": club_id, "pieces": text, **row})


def _counts(club_id: int) -> Select[Any]:
    return (
        select(till_counts, cash_entries.c.number)
        .outerjoin(cash_entries, cash_entries.c.id == till_counts.c.cash_entry_id)
        .where(till_counts.c.club_id == club_id)
    )


def _count(row: Any) -> TillCount:
    pieces = {int(cents): number for cents, number in json.loads(row.pieces or "{}").items()}
    return TillCount(
        id=row.id,
        uuid=row.uuid,
        date=row.date,
        after=row.after,
        expected=row.expected,
        counted=row.counted,
        pieces=pieces,
        note=row.note,
        number=row.number,
        at=row.at,
        by=row.by,
    )


def counts(connection: Connection, club_id: int) -> tuple[TillCount, ...]:
    """List the countings, the newest first."""
    return tuple(map(_count, connection.execute(_counts(club_id).order_by(till_counts.c.id.desc()))))


def find_count(connection: Connection, club_id: int, count_id: int) -> TillCount | None:
    """Find a counting of the club."""
    if not is_id(count_id):
        return None
    row = connection.execute(_counts(club_id).where(till_counts.c.id == count_id)).first()
    return None if row is None else _count(row)


def count_by_uuid(connection: Connection, club_id: int, uuid: UUID) -> TillCount | None:
    """Find a counting by the mark of the form that made it."""
    row = connection.execute(_counts(club_id).where(till_counts.c.uuid == uuid)).first()
    return None if row is None else _count(row)
