"""One use case, one transaction, one commit."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from scorebook.store.db import AnySession, writing

T = TypeVar("T")


@contextmanager
def transaction(session: AnySession) -> Iterator[Connection]:
    """Write in the block, commit at its end; roll back, and let go of all locks, when something is raised in it."""
    with writing(session) as connection, connection.begin():
        yield connection


def write_once(session: AnySession, write: Callable[[Connection], T]) -> T:
    """Do `write` in a transaction; once more if somebody else was faster with its UUID, to meet what is there then."""
    try:
        with transaction(session) as connection:
            return write(connection)
    except IntegrityError:
        with transaction(session) as connection:
            return write(connection)
