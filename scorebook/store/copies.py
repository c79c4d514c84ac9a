"""Copies of an SQLite file: made while others write, and looked at before anybody trusts them."""

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Engine, text

from scorebook.errors import StorageError
from scorebook.settings import folder
from scorebook.store.health import BEHIND
from scorebook.wording import Marked

NOT_SQLITE: Marked[str] = "Die Datenbank ist ein PostgreSQL. Das sichert und holt man mit pg_dump und pg_restore."


def copy_database(engine: Engine, target: Path) -> None:
    """Copy the database, as it is at one moment, into a new file; nobody who writes has to wait.

    Raises `StorageError` for PostgreSQL and for a file that cannot be copied, and what SQLAlchemy raises for one that
    cannot be opened.
    """
    if engine.dialect.name != "sqlite":
        raise StorageError(NOT_SQLITE)
    with engine.connect() as connection, closing(sqlite3.connect(target)) as copy:
        connection.execute(text("SELECT 1"))
        source = connection.connection.driver_connection
        assert isinstance(source, sqlite3.Connection)  # noqa: S101 - the dialect says so
        try:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a second beside it
        except sqlite3.Error as error:
            raise StorageError(f"Die Datenbank lässt sich nicht kopieren ({error}).") from error
    if revision_of(target) is None:
        raise StorageError(BEHIND)


def revision_of(file: Path) -> str | None:
    """Give the revision of a book in a file; None where there is none, or the file is damaged."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            if connection.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
                return None
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error:
        return None
    return None if row is None else str(row[0])


def knows_revision(revision: str) -> bool:
    """Tell whether this version knows how to bring a book of that revision up to date."""
    from alembic.script import ScriptDirectory

    script = ScriptDirectory(str(folder("migrations")))
    return revision in {known.revision for known in script.walk_revisions()}
