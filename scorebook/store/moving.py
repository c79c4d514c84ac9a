"""A whole book out of one database into another, row by row, whichever of the two each is."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, Table, delete, func, inspect, select, text
from sqlalchemy.exc import DBAPIError

from scorebook.errors import StorageError
from scorebook.settings import folder
from scorebook.store.bulk import AT_ONCE, add_all, binder
from scorebook.store.columns import metadata
from scorebook.store.health import storage_error
from scorebook.wording import Marked

NOT_EMPTY: Marked[str] = "In der Datenbank ist schon etwas. Nimm eine leere; es wurde nichts geändert."
DOES_NOT_FIT: Marked[str] = "Die Daten passen nicht in die neue Datenbank (%(table)s). Es wurde nichts geändert."


def bring_up_to_date(connection: Connection, revision: str = "head") -> None:
    """Run the migrations in the transaction that the connection is in."""
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(folder("migrations")).replace("%", "%%"))
    command.upgrade(config, revision)


def move(source: Engine, target: Engine) -> None:
    """Write the book of one database, as it is at one moment, into an empty one: all of it, or nothing.

    The source has to be at this version's revision. Raises `StorageError` for a target that is not empty, and for rows
    that it does not take.
    """
    with _at_one_moment(source) as old, _empty(target) as new:
        bring_up_to_date(new)
        with _without_triggers(new):
            new.execute(delete(metadata.tables["clubs"]))  # the one that the first migration makes
            for table in metadata.sorted_tables:
                _add(old, new, table)
        if new.dialect.name == "postgresql":
            _count_on(new)


def _add(old: Connection, new: Connection, table: Table) -> None:
    rows = old.execution_options(stream_results=True, yield_per=AT_ONCE).execute(select(table))
    binders = [binder(new.dialect, column) for column in table.columns]
    bound = (tuple(bind(value) for bind, value in zip(binders, row, strict=True)) for row in rows)
    try:
        add_all(new, table, [column.name for column in table.columns], bound)
    except DBAPIError as error:
        raise storage_error(error) or StorageError(DOES_NOT_FIT, table=table.name) from error
    except Exception as error:
        if type(error).__module__.startswith("psycopg"):  # what COPY raises comes from the driver itself
            raise StorageError(DOES_NOT_FIT, table=table.name) from error
        raise


@contextmanager
def _at_one_moment(engine: Engine) -> Iterator[Connection]:
    """Give a connection that sees the database as it was at its first statement; others go on writing."""
    with engine.connect() as connection:
        if connection.dialect.name == "postgresql":  # it changes the connection itself
            connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        yield connection


@contextmanager
def _empty(engine: Engine) -> Iterator[Connection]:
    """Give a connection to an empty database, and commit at the end of the block.

    SQLite looks at references at the end: while rows come, they may name some that are not there yet.
    """
    with engine.connect().execution_options(scorebook_write=True) as connection:
        if connection.dialect.name == "sqlite":
            driver: Any = connection.connection.driver_connection
            driver.execute("PRAGMA foreign_keys=OFF").close()
        with connection.begin():
            if inspect(connection).get_table_names():
                raise StorageError(NOT_EMPTY)
            yield connection
            if connection.dialect.name == "sqlite" and connection.execute(text("PRAGMA foreign_key_check")).first():
                raise StorageError(DOES_NOT_FIT, table="foreign_key_check")
    engine.dispose()  # no connection without its references lives on


@contextmanager
def _without_triggers(connection: Connection) -> Iterator[None]:
    """Let rows come in as they are: triggers look at what people add, in the order in which they do."""
    if connection.dialect.name == "sqlite":
        made = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")).all()
        for name, _ in made:
            connection.exec_driver_sql(f'DROP TRIGGER "{name}"')
        yield
        for _, sql in made:
            connection.exec_driver_sql(sql)
        return
    for table in metadata.sorted_tables:
        connection.execute(text(f'ALTER TABLE "{table.name}" DISABLE TRIGGER USER'))
    yield
    # What waits to be checked at the end would keep a table from being changed.
    connection.execute(text("SET CONSTRAINTS ALL IMMEDIATE"))
    for table in metadata.sorted_tables:
        connection.execute(text(f'ALTER TABLE "{table.name}" ENABLE TRIGGER USER'))


def _count_on(connection: Connection) -> None:
    """Let PostgreSQL number new rows from the last one on."""
    for table in metadata.sorted_tables:
        last = connection.execute(select(func.max(table.c.id))).scalar_one()
        if last is not None:
            connection.execute(select(func.setval(func.pg_get_serial_sequence(table.name, "id"), last)))
