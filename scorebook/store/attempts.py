"""Attempts to get in, counted for all processes together."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import Connection, delete, func, or_, select, text

from scorebook.store.account_tables import attempts
from scorebook.store.rows import add

LOCKS = 520_062
"""The first number of the locks that count attempts one after the other on PostgreSQL: one for each place of a key."""


def lock(connection: Connection, keys: Iterable[str]) -> None:
    """Let nobody else count these keys until the transaction ends; all name the kinds of keys in the same order."""
    if connection.dialect.name == "postgresql":
        for place, key in enumerate(keys):
            numbers = {"lock": LOCKS + place, "key": int(key[:8], 16) - 2**31}
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock, :key)"), numbers)


def add_attempts(connection: Connection, keys: Iterable[str], at: datetime) -> list[int]:
    """Note an attempt under each of the keys, and give the ids of what was noted."""
    return [add(connection, attempts, {"key": key, "at": at}) for key in keys]


def count_attempts(connection: Connection, key: str, since: datetime) -> int:
    """Count the attempts under a key."""
    query = select(func.count()).where(attempts.c.key == key, attempts.c.at > since)
    return int(connection.execute(query).scalar_one())


def forget(connection: Connection, ids: Iterable[int]) -> None:
    """Take back what was noted: it went well."""
    connection.execute(delete(attempts).where(attempts.c.id.in_(list(ids))))


def forget_others(connection: Connection, since: datetime, until: datetime) -> None:
    """Drop what counts no more: what is older, and what was noted by a clock that was wrong."""
    connection.execute(delete(attempts).where(or_(attempts.c.at <= since, attempts.c.at > until)))
