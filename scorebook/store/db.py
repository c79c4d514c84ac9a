"""The database: one extension object, how SQLite is opened, and how a transaction begins."""

import fcntl
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from flask_migrate import Migrate
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Dialect, Engine, event, make_url
from sqlalchemy.exc import DisconnectionError, OperationalError
from sqlalchemy.orm import Session, scoped_session

from scorebook.store import (  # noqa: F401 - they fill the metadata
    account_tables,
    cash_tables,
    league_tables,
    parcel_tables,
    stats_tables,
    tables,
    tournament_tables,
)
from scorebook.store.columns import metadata

BUSY_MS = 5000
"""How long a transaction waits for another one's lock on an SQLite file, in milliseconds."""
CACHE_KIB = 16 * 1024
"""What a connection to SQLite keeps of the file: in a large book what belongs together lies all over it."""
SHORT_SECONDS = 0.002
"""What one recording takes at most: a writer looks all the time for so long whether it is its turn, then less often."""

KEPT, AT_MOST = 4, 32
"""Connections that a process keeps open, and those it opens at most: a thread needs up to three at a time."""
REACHED = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
"""After how many seconds (the last: milliseconds) a PostgreSQL counts as not reached; an address may say otherwise."""
PATIENCE = {"lock_timeout": BUSY_MS, "idle_in_transaction_session_timeout": 300_000}
"""Milliseconds that PostgreSQL lets somebody wait for a lock, and lets him keep one while he does nothing."""

FILE = "scorebook file"
"""Where a connection notes which file it leads to."""

db = SQLAlchemy(metadata=metadata)
migrate = Migrate()

AnySession = Session | scoped_session[Any]

_let_others_run: Callable[[], None] = getattr(os, "sched_yield", lambda: time.sleep(0))


def engine_options(address: str) -> dict[str, Any]:
    """Say how connections are kept. One to PostgreSQL is asked whether it still lives before it is used."""
    most = AT_MOST - KEPT
    pool: dict[str, Any] = {"pool_size": KEPT, "max_overflow": most, "pool_timeout": 10, "pool_use_lifo": True}
    url = make_url(address)
    if url.get_backend_name() == "sqlite":
        return pool if url.database not in (None, "", ":memory:") else {}
    reached = {name: value for name, value in REACHED.items() if name not in url.query}
    return {**pool, "pool_pre_ping": True, "connect_args": reached}


def reading(session: AnySession) -> Connection:
    """Give the session's connection, to read. On SQLite all that it shows is of one moment, until the session ends."""
    return session.connection()


@contextmanager
def beside(session: AnySession) -> Iterator[Connection]:
    """Give a connection that reads beside the session, for whoever will not go on reading but write.

    That lets go of what the session has read (`writing`), which costs it more than not to have begun.
    """
    with session.get_bind().engine.connect() as connection:
        yield connection


@contextmanager
def writing(session: AnySession) -> Iterator[Connection]:
    """Give a connection that writes, beside the session; who asks for it begins and commits in the block.

    On SQLite its transactions hold the write lock from their beginning, so that what they read stays true until they
    commit. What the session has read before is let go: it would be old.
    """
    session.rollback()
    engine = session.get_bind().engine
    with engine.connect().execution_options(scorebook_write=True) as connection, _turn(engine):
        yield connection


@contextmanager
def _turn(engine: Engine) -> Iterator[None]:
    """Wait for one's turn to write, where the database is an SQLite file, and hold it in the block.

    SQLite itself keeps writers apart, but whoever finds it locked sleeps for longer and longer; here the next one
    goes on at once. After `BUSY_MS` the block runs without a turn, and SQLite decides.
    """
    if engine.dialect.name != "sqlite" or engine.url.database in (None, "", ":memory:"):
        yield
        return
    try:
        file = os.open(f"{engine.url.database}-turn", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:  # a folder that cannot be written in: SQLite will say so in words
        yield
        return
    try:
        began = time.monotonic()
        while not _locked(file) and (waited := time.monotonic() - began) < BUSY_MS / 1000:
            _let_others_run() if waited < SHORT_SECONDS else time.sleep(SHORT_SECONDS / 10)
        yield
    finally:
        os.close(file)


def _locked(file: int) -> bool:
    """Try to lock a file; closing it lets go."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@event.listens_for(Engine, "connect")
def _opened(connection: Any, record: Any) -> None:
    """Set up a connection. On SQLite SQLAlchemy begins transactions (`_begin`), the driver none."""
    if not isinstance(connection, sqlite3.Connection):
        for setting, milliseconds in PATIENCE.items():
            connection.execute(f"SET {setting} = {milliseconds}")
        connection.commit()
        return
    connection.isolation_level = None
    kept = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"cache_size=-{CACHE_KIB}")
    for pragma in (f"busy_timeout={BUSY_MS}", *kept):
        connection.execute(f"PRAGMA {pragma}").close()
    path = connection.execute("PRAGMA database_list").fetchone()[2]
    if path:
        record.record_info[FILE] = path, _inode(path)


@event.listens_for(Engine, "checkout")
def _taken(_connection: Any, record: Any, _proxy: object) -> None:
    """See that a kept connection to SQLite leads to the file that lies there now: another one may be in its place.

    What is written into a file that nobody finds any more is lost.
    """
    path, inode = record.record_info.get(FILE, ("", None))
    if path and _inode(path) != inode:
        raise DisconnectionError


@event.listens_for(Engine, "do_connect")
def _connecting(dialect: Dialect, record: Any, given: list[Any], _named: object) -> None:
    """Make no new, empty SQLite file where there was one before; a first one is its owner's alone."""
    if dialect.name != "sqlite":
        return
    path, _ = record.record_info.get(FILE, ("", None)) if record else ("", None)
    if path and _inode(path) is None:
        raise sqlite3.OperationalError("unable to open database file")
    if not path and given and given[0] and not str(given[0]).startswith((":", "file:")):
        with suppress(OSError):  # it is there, or SQLite will say in words why it cannot be
            os.close(os.open(given[0], os.O_CREAT | os.O_EXCL, 0o600))


def _inode(path: str) -> tuple[int, int] | None:
    """Tell which file lies at a path; None where none does."""
    try:
        found = Path(path).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


@event.listens_for(Engine, "begin")
def _begin(connection: Connection) -> None:
    """Begin a transaction on SQLite: one that will write takes the lock at once."""
    if connection.dialect.name != "sqlite":
        return
    begin = "BEGIN IMMEDIATE" if connection.get_execution_options().get("scorebook_write") else "BEGIN"
    driver: Any = connection.connection.driver_connection
    try:
        driver.execute(begin)  # straight to the driver: this is on the way of every request
    except sqlite3.OperationalError as error:
        raise OperationalError(begin, None, error) from error
