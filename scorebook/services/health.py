"""Whether the server is well: for monitors, which are nobody. It tells nothing of what is in the book."""

import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError

from scorebook.services import keeping
from scorebook.store.db import AnySession
from scorebook.store.health import Fits, schema_fits

LEAST_FREE = 500 * 1024 * 1024
"""Bytes on the disk of the instance folder below which somebody should look."""
SCHEMA = {Fits.EMPTY: "schema_behind", Fits.BEHIND: "schema_behind", Fits.NEWER: "schema_newer"}


@dataclass(frozen=True, slots=True)
class Health:
    """`reason` is why nobody can work in the book now; `warnings` are what somebody should see to, in time."""

    reason: str | None
    warnings: tuple[str, ...] = ()


def health(session: AnySession, instance: Path, backups: Path | None) -> Health:
    """Ask the database one question. Never raises what a database raises."""
    reason = _reason(session.get_bind().engine)
    return Health(reason, (*_of_the_disk(instance), *_of_backups(backups)))


def _of_the_disk(instance: Path) -> list[str]:
    """Find what does not stop the book yet, each by its code."""
    try:
        low = shutil.disk_usage(instance).free < LEAST_FREE
    except OSError:
        return ["instance_missing"]
    return ["disk_low"] if low else []


def _of_backups(folder: Path | None) -> list[str]:
    """Say whether the last one failed or is too old, where the book makes them itself."""
    found = keeping.health(folder) if folder else keeping.Health()
    failed = ["backup_failed"] if found.failed_at else []
    return [*failed, "backup_old"] if found.is_old(datetime.now(UTC)) else failed


def _reason(engine: Engine) -> str | None:
    """Ask; once more where the connection was an old one, of a database that was started anew meanwhile."""
    try:
        return _asked(engine)
    except DBAPIError as error:
        if not error.connection_invalidated:
            return _code(error)
    except SQLAlchemyError as error:
        return _code(error)
    try:
        return _asked(engine)
    except SQLAlchemyError as error:
        return _code(error)


def _asked(engine: Engine) -> str | None:
    with engine.connect() as connection:
        return SCHEMA.get(schema_fits(connection))


def _code(error: SQLAlchemyError) -> str:
    if isinstance(error, OperationalError):
        return "database_locked" if "locked" in str(error.orig) else "database_unreachable"
    return "database_failed"
