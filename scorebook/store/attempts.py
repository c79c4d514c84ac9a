"""Attempts to get in, counted for all processes together."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import Connection, delete, func, insert, select

from scorebook.store.account_tables import attempts


def add_attempts(connection: Connection, keys: Iterable[str], at: datetime) -> None:
    """Note an attempt under each of the keys."""
    connection.execute(insert(attempts), [{"key": key, "at": at} for key in keys])


def count_attempts(connection: Connection, key: str, since: datetime) -> int:
    """Count the attempts under a key."""
    query = select(func.count()).where(attempts.c.key == key, attempts.c.at > since)
    return int(connection.execute(query).scalar_one())


def forget(connection: Connection, keys: Iterable[str], at: datetime) -> None:
    """Take back the attempts of one moment: they went well."""
    connection.execute(delete(attempts).where(attempts.c.key.in_(list(keys)), attempts.c.at == at))


def forget_older(connection: Connection, than: datetime) -> None:
    """Drop what counts no more."""
    connection.execute(delete(attempts).where(attempts.c.at <= than))
