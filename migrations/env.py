"""Run migrations on the app's database: all in one transaction, on SQLite too, one process at a time.

`scorebook.store.moving` gives a connection of its own instead, which it commits itself.
"""

from typing import Any

from alembic import context
from flask import current_app
from sqlalchemy import Connection, text

ONE_AT_A_TIME = 520_061_099
"""The number of the lock that a migration of PostgreSQL holds."""


def run() -> None:
    given = context.config.attributes.get("connection")
    if given is not None:
        run_on(given)
        return
    extension = current_app.extensions["migrate"]
    with extension.db.engine.connect().execution_options(scorebook_write=True) as connection:
        run_on(connection, target_metadata=extension.db.metadata, **extension.configure_args)


def run_on(connection: Connection, **options: Any) -> None:
    context.configure(connection=connection, transactional_ddl=True, **options)
    (run_sqlite if connection.dialect.name == "sqlite" else run_postgres)(connection)


def run_sqlite(connection: Connection) -> None:
    """A table that is copied loses its references for a moment: they are checked at the end instead."""
    driver = connection.connection.driver_connection
    driver.execute("PRAGMA foreign_keys=OFF")
    try:
        with context.begin_transaction():
            context.run_migrations()
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
            if broken:
                raise RuntimeError(f"broken references: {broken}")
    finally:
        driver.execute("PRAGMA foreign_keys=ON")


def run_postgres(connection: Connection) -> None:
    with context.begin_transaction():
        connection.execute(text("SET LOCAL lock_timeout = 0"))  # another one may take long: it is waited for
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": ONE_AT_A_TIME})
        context.run_migrations()


run()
