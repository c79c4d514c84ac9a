"""Very many rows of one table at once: ids that are handed out beforehand, and rows in the driver's own form."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import chain, islice
from typing import Any

from sqlalchemy import Column, Connection, Dialect, Table, cast, func, select, text
from sqlalchemy.dialects.postgresql import REGCLASS

from scorebook.store.columns import metadata

VALUES = 900
"""Values of one statement on SQLite: many rows in one are written faster, and older versions take 999."""
AT_ONCE = 2000
"""Rows that are held in memory, where they come one by one."""
ROOM_KIB = 128 * 1024
"""What a connection to SQLite keeps of the file while it adds very many rows: pages of indices come again and again."""


def make_room(connection: Connection) -> None:
    """Let a connection to SQLite that is in no transaction keep more in memory, for as long as it lives.

    More of the file than others do (`store.db.CACHE_KIB`); and pages as they were before a statement, which for one of
    many rows may be very many, and otherwise go into a file each time.
    """
    if connection.dialect.name == "sqlite":
        driver: Any = connection.connection.driver_connection
        for kept in (f"cache_size=-{ROOM_KIB}", "temp_store=MEMORY"):
            driver.execute(f"PRAGMA {kept}").close()


def reserve(connection: Connection, table: Table, count: int) -> Sequence[int]:
    """Give so many ids for new rows of a table, in growing order. On SQLite they are free in this transaction alone."""
    if connection.dialect.name == "sqlite":
        last = connection.execute(select(func.coalesce(func.max(table.c.id), 0))).scalar_one()
        return range(last + 1, last + 1 + count)
    sequence = select(cast(func.pg_get_serial_sequence(table.name, "id"), REGCLASS))  # looked up once, not for each row
    rows = select(func.nextval(sequence.scalar_subquery())).select_from(func.generate_series(1, count).alias())
    return sorted(connection.execute(rows).scalars())


@contextmanager
def references_known(connection: Connection) -> Iterator[None]:
    """Let PostgreSQL not ask in the block, for each row and reference, whether what is named is there.

    For rows that name only what this transaction has added or holds; checks and unique keys hold as ever. That asking
    takes most of the time of many rows. Only a superuser may leave it out; for others nothing changes. After an error
    in the block the transaction has to be rolled back, which brings it back too.
    """
    if connection.dialect.name != "postgresql" or connection.scalar(text("SHOW is_superuser")) != "on":
        yield
        return
    connection.execute(text("SET LOCAL session_replication_role = replica"))
    yield
    connection.execute(text("SET LOCAL session_replication_role = origin"))


def count_rows(connection: Connection) -> None:
    """Let PostgreSQL look at all tables, so that it knows how many rows of what they have.

    It does so by itself some time later; until then it plans by what it knew of empty tables. SQLite plans by its
    indices alone.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"ANALYZE {', '.join(table.name for table in metadata.sorted_tables)}"))


@cache
def binder(dialect: Dialect, column: Column[Any]) -> Callable[[Any], Any]:
    """Give what turns a value of a column into what the driver takes."""
    return column.type.dialect_impl(dialect).bind_processor(dialect) or _as_it_is


def add_many(connection: Connection, table: Table, names: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> None:
    """Add rows of these columns, with the values as the driver takes them (`binder`)."""
    if connection.dialect.name == "sqlite":
        _insert_many(connection, table, names, rows)
    else:
        _copy(connection, table, names, rows)


def add_all(connection: Connection, table: Table, names: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
    """Add rows as `add_many` does, however many, as they come. On PostgreSQL they may name each other in any order."""
    if connection.dialect.name != "sqlite":
        _copy(connection, table, names, rows)
        return
    coming = iter(rows)
    while part := tuple(islice(coming, AT_ONCE)):
        _insert_many(connection, table, names, part)


def _insert_many(connection: Connection, table: Table, names: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> None:
    """Add rows by statements of many rows each, and the rest by one of its own."""
    at_once = VALUES // len(names)
    whole = len(rows) // at_once * at_once
    for first, last, width in ((0, whole, at_once), (whole, len(rows), len(rows) - whole)):
        values = [tuple(chain.from_iterable(rows[at : at + width])) for at in range(first, last, width or 1)]
        if values:
            connection.exec_driver_sql(_insert(table, names, width), values)


def _insert(table: Table, names: Sequence[str], rows: int) -> str:
    row = f"({', '.join('?' * len(names))})"
    return f"INSERT INTO {table.name} ({', '.join(names)}) VALUES {', '.join([row] * rows)}"  # noqa: S608 - our names


def _copy(connection: Connection, table: Table, names: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
    """Add rows by PostgreSQL's own way for many."""
    driver: Any = connection.connection.driver_connection
    with driver.cursor() as cursor, cursor.copy(f"COPY {table.name} ({', '.join(names)}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


def _as_it_is(value: Any) -> Any:
    return value
