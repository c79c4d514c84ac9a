"""One use case, one transaction, one commit."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection

from scorebook.store.db import AnySession, writing


@contextmanager
def transaction(session: AnySession) -> Iterator[Connection]:
    """Write in the block, commit at its end; roll back, and let go of all locks, when something is raised in it."""
    with writing(session) as connection, connection.begin():
        yield connection
