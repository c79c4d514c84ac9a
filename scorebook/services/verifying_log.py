"""Whether the log is what was written into it: each row has to carry the hash of itself and of all before it."""

from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass

from sqlalchemy import Connection

from scorebook.errors import ScorebookError
from scorebook.store import log as store
from scorebook.store.audit import snapshot
from scorebook.store.db import AnySession
from scorebook.store.log import LogRow


class LogFaultError(ScorebookError):
    """The first row of the log that was changed, is missing or was put in."""


@dataclass(frozen=True, slots=True)
class VerifiedLog:
    """The log of a club: how many rows it has, and the hash of the last, which stands for all of them."""

    club_id: int
    rows: int
    hash: str


def verify_log(session: AnySession, expected: tuple[str, ...] = ()) -> tuple[VerifiedLog, ...]:
    """Compare the logs of all clubs with their hashes, by club.

    `expected` are hashes that were written down earlier, each the last one then: the log has to have them still. Reads
    the book as it is at one moment, and holds a few rows at once. It is for whoever owns the machine: no actor is
    asked. Raises `LogFaultError` for the first row that is wrong.
    """
    with snapshot(session) as connection:
        return verify_rows(connection, expected)


def verify_rows(connection: Connection, expected: tuple[str, ...] = ()) -> tuple[VerifiedLog, ...]:
    """Compare what a connection sees, as `verify_log` does."""
    missing = set(expected)
    found = tuple(_verify(connection, club_id, missing) for club_id in store.clubs_with_rows(connection))
    if missing:
        raise LogFaultError(
            "Keine Zeile hat die Prüfsumme %(hash)s. Seit sie aufgeschrieben wurde, ist das Protokoll ein anderes.",
            hash=min(missing),
        )
    return found


def _verify(connection: Connection, club_id: int, missing: set[str]) -> VerifiedLog:
    """Compare the log of a club; take out of `missing` what it has."""
    number, before = 0, ""
    with closing(_rows(connection, club_id)) as rows:
        for row in rows:
            number += 1
            if row is None or row.number != number or row.hash != row.chained(before):
                raise LogFaultError(_fault(row, number), club=club_id, row=number)
            before = row.hash
            missing.discard(before)
    return VerifiedLog(club_id, number, before)


def _rows(connection: Connection, club_id: int) -> Generator[LogRow | None, None, None]:
    """Give the rows of a club in order; None, and no more, for one in which there is something that nobody wrote."""
    try:
        yield from store.rows_from(connection, club_id)
    except (ValueError, TypeError):
        yield None


def _fault(row: LogRow | None, number: int) -> str:
    """Say what is wrong at a number."""
    if row is not None and row.number > number:
        return "Verein %(club)d, Zeile %(row)d fehlt."
    return "Verein %(club)d, Zeile %(row)d passt nicht zu denen davor: geändert, eingefügt oder vertauscht."
