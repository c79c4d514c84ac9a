"""The log: who did what and when, each row chained to the one before it in its club. Rows are only ever added."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, bindparam, false, insert, or_, select, text

from scorebook.store.rows import is_id
from scorebook.store.tables import log, sheets

LOCK = 520_061
"""The first number of the lock that keeps writers of one club's log apart on PostgreSQL; the second is the club's."""

_LAST = (
    select(log.c.number, log.c.hash).where(log.c.club_id == bindparam("club")).order_by(log.c.number.desc()).limit(1)
)
_ADD = insert(log)
_LOCK = text("SELECT pg_advisory_xact_lock(:lock, :club)")


@dataclass(frozen=True, slots=True)
class LogRow:
    """One row. `number` counts in the club from 1, `at` is UTC; `old` and `new` are JSON, "null" for nothing."""

    club_id: int
    number: int
    at: datetime
    who: str
    action: str
    subject: str
    old: str
    new: str
    hash: str = ""

    def chained(self, before: str) -> str:
        """Give the hash that the row has to have after one with the hash `before`; "" is before the first.

        >>> row = LogRow(1, 1, datetime(2026, 11, 27, tzinfo=UTC), "account:1", "begun", "evening:1", "null", "null")
        >>> row.chained("")[:8], row.chained("x")[:8] != row.chained("")[:8]
        ('09b0ed81', True)
        """
        content = [
            self.club_id,
            self.number,
            self.at.astimezone(UTC).isoformat(timespec="microseconds"),
            self.who,
            self.action,
            self.subject,
            self.old,
            self.new,
        ]
        return hashlib.sha256(json.dumps([before, *content]).encode()).hexdigest()


def add_row(connection: Connection, row: LogRow) -> None:
    """Add a row after the last of its club; its number and hash are set here.

    The last thing in a transaction: on PostgreSQL whoever writes into the log of the same club waits from here on, and
    must not hold what others wait for in turn.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(_LOCK, {"lock": LOCK, "club": row.club_id})
    last = connection.execute(_LAST, {"club": row.club_id}).first()
    number, before = (1, "") if last is None else (last.number + 1, last.hash)
    numbered = LogRow(row.club_id, number, row.at, row.who, row.action, row.subject, row.old, row.new)
    values: dict[str, Any] = {name: getattr(numbered, name) for name in _COLUMNS}
    connection.execute(_ADD, values | {"hash": numbered.chained(before)})


_COLUMNS = ("club_id", "number", "at", "who", "action", "subject", "old", "new")


def clubs_with_rows(connection: Connection) -> tuple[int, ...]:
    """Give the ids of the clubs whose log has rows, in order."""
    return tuple(connection.execute(select(log.c.club_id).distinct().order_by(log.c.club_id)).scalars())


def rows_from(connection: Connection, club_id: int) -> Iterator[LogRow]:
    """Give the rows of a club by their numbers, without holding them all."""
    query = select(log).where(log.c.club_id == club_id).order_by(log.c.number)
    with connection.execute(query, execution_options={"yield_per": 1000}) as rows:
        for row in rows:
            yield _row(row)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which rows: those with a number below `before`, by `who` ("account:3"), with what was done (`action`).

    `evening` is the id of one: then those about it, its tables and its games.
    """

    before: int | None = None
    who: str = ""
    action: str = ""
    evening: int | None = None


def newest_rows(connection: Connection, club_id: int, most: int, wanted: Wanted) -> tuple[LogRow, ...]:
    """Give the newest rows of a club that are wanted; the newest first."""
    query = select(log).where(log.c.club_id == club_id).order_by(log.c.number.desc()).limit(most)
    if wanted.before is not None and is_id(wanted.before):
        query = query.where(log.c.number < wanted.before)
    if wanted.who:
        query = query.where(log.c.who == wanted.who)
    if wanted.action:
        query = query.where(log.c.action == wanted.action)
    if wanted.evening is not None:
        query = query.where(_about(connection, club_id, wanted.evening))
    return tuple(_row(row) for row in connection.execute(query))


def _about(connection: Connection, club_id: int, evening_id: int) -> ColumnElement[bool]:
    """Whether a row is about an evening: games and what was done with them say on which sheet they stand."""
    known = select(sheets.c.id).where(sheets.c.club_id == club_id, sheets.c.evening_id == evening_id)
    found = connection.execute(known).scalars().all() if is_id(evening_id) else []
    subjects = [f"evening:{evening_id}", *(f"sheet:{key}" for key in found)]
    games = [text.contains(f'"sheet":{key},') for key in found for text in (log.c.old, log.c.new)]
    return or_(log.c.subject.in_(subjects), and_(log.c.subject.startswith("game:"), or_(false(), *games)))


def made_by(connection: Connection, club_id: int, who: str, action: str) -> list[int]:
    """Give the ids of what somebody made, by the action that made it: names change, and two may have the same."""
    made = select(log.c.subject).where(log.c.club_id == club_id, log.c.who == who, log.c.action == action)
    return [int(subject.rpartition(":")[2]) for subject in connection.execute(made).scalars()]


def clubs_of_author(connection: Connection, who: str) -> set[int]:
    """Give the ids of the clubs in whose log somebody stands as the one who did something."""
    return set(connection.execute(select(log.c.club_id).where(log.c.who == who).distinct()).scalars())


def authors(connection: Connection, club_id: int) -> tuple[str, ...]:
    """Give who stands in the log of a club, as the rows call him."""
    return tuple(connection.execute(select(log.c.who).where(log.c.club_id == club_id).distinct()).scalars())


def _row(row: Any) -> LogRow:
    return LogRow(**{name: getattr(row, name) for name in (*_COLUMNS, "hash")})
