"""The database: one extension object, how SQLite is opened, and how a transaction begins."""

import sqlite3
from typing import Any

from flask_migrate import Migrate
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, event
from sqlalchemy.orm import Session, scoped_session

from scorebook.store.tables import metadata

BUSY_MS = 5000
"""How long a transaction waits for another one's lock on an SQLite file, in milliseconds."""

db = SQLAlchemy(metadata=metadata)
migrate = Migrate()

AnySession = Session | scoped_session[Any]


def reading(session: AnySession) -> Connection:
    """Give the session's connection, to read. On SQLite all that it shows is of one moment, until the session ends."""
    return session.connection()


def writing(session: AnySession) -> Connection:
    """Open a connection that writes, beside the session; who asks for it begins, commits and closes.

    On SQLite its transactions hold the write lock from their beginning, so that what they read stays true until they
    commit. What the session has read before is let go: it would be old.
    """
    session.rollback()
    return session.get_bind().engine.connect().execution_options(scorebook_write=True)


@event.listens_for(Engine, "connect")
def _open_sqlite(connection: Any, _record: object) -> None:
    """Set up a connection to SQLite: SQLAlchemy begins transactions (`_begin`), the driver none."""
    if not isinstance(connection, sqlite3.Connection):
        return
    connection.isolation_level = None
    for pragma in (f"busy_timeout={BUSY_MS}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


@event.listens_for(Engine, "begin")
def _begin(connection: Connection) -> None:
    """Begin a transaction on SQLite: one that will write takes the lock at once."""
    if connection.dialect.name == "sqlite":
        write = connection.get_execution_options().get("scorebook_write")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")
