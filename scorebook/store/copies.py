"""Copies of a database in an SQLite file: made while others write, and looked at before anybody trusts them."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, create_engine, text

from scorebook.errors import StorageError
from scorebook.settings import folder
from scorebook.store.health import BEHIND, check_schema
from scorebook.store.moving import bring_up_to_date, move


def copy_database(engine: Engine, target: Path) -> None:
    """Copy the database, as it is at one moment, into a new SQLite file; nobody who writes has to wait.

    One on PostgreSQL has to be at this version's revision, and is copied row by row. Raises `StorageError` for one that
    cannot be copied, and what SQLAlchemy raises for one that cannot be opened.
    """
    try:
        if engine.dialect.name == "sqlite":
            _copy_file(engine, target)
        else:
            check_schema(engine)
            with _opened(target) as made:
                move(engine, made)
        with closing(sqlite3.connect(target)) as copy:
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a second beside it
    except sqlite3.Error as error:
        raise StorageError(f"Die Datenbank lässt sich nicht kopieren ({error}).") from error
    if revision_of(target) is None:
        raise StorageError(BEHIND)


def _copy_file(engine: Engine, target: Path) -> None:
    with engine.connect() as connection, closing(sqlite3.connect(target)) as copy:
        connection.execute(text("SELECT 1"))
        source = connection.connection.driver_connection
        assert isinstance(source, sqlite3.Connection)  # noqa: S101 - the dialect says so
        source.backup(copy)


def fill_database(file: Path, target: Engine) -> None:
    """Bring the copy in a file up to date, and write it into an empty database, all of it or nothing.

    Raises `StorageError` for a database that is not empty, or does not take it.
    """
    with _opened(file) as source:
        with source.connect().execution_options(scorebook_write=True) as connection:
            driver: Any = connection.connection.driver_connection
            driver.execute("PRAGMA foreign_keys=OFF").close()  # as migrations want it
            with connection.begin():
                bring_up_to_date(connection)
        move(source, target)


@contextmanager
def _opened(file: Path) -> Iterator[Engine]:
    engine = create_engine(URL.create("sqlite", database=str(file)))
    try:
        yield engine
    finally:
        engine.dispose()


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
