"""Whether the database can be used, and what to tell a person if not: one line, without SQL or a traceback."""

import errno
from enum import StrEnum
from functools import cache

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionError

from scorebook.errors import StorageError
from scorebook.settings import folder
from scorebook.wording import Marked

OTHER_VERSION: Marked[str] = (
    "Die Datenbank stammt aus einer anderen, wohl neueren Version von scorebook. Sie bleibt, wie sie ist."
)
BEHIND: Marked[str] = "Die Datenbank ist leer oder nicht auf Stand: scorebook db upgrade."
BROKEN_OFF: Marked[str] = "Die Verbindung zur Datenbank ist abgerissen. Bitte noch einmal."
FULL: Marked[str] = "Das Buch kann gerade nicht schreiben: die Festplatte ist voll. Es wurde nichts eingetragen."
DAMAGED: Marked[str] = (
    "Die Datei der Datenbank ist beschädigt. Bitte nichts mehr eintragen, und die letzte Sicherung nehmen."
)
READ_ONLY: Marked[str] = "Die Datenbank ist schreibgeschützt: lesen geht, eintragen nicht."
UNREADABLE: Marked[str] = "Die Festplatte mit der Datenbank lässt sich nicht lesen oder beschreiben, oder sie ist voll."
LOCKED: Marked[str] = "Die Datenbank ist gerade gesperrt: ein anderes Programm schreibt darin. Bitte noch einmal."
TOO_MUCH: Marked[str] = "Gerade wollen zu viele auf einmal in das Buch. Bitte noch einmal."

# What SQLite says, and what it means for a person.
_SQLITE: Marked[dict[str, str]] = {
    "database is locked": LOCKED,
    "locking protocol": LOCKED,
    "file is not a database": "Die Datei der Datenbank ist keine SQLite-Datenbank. Sie bleibt, wie sie ist.",
    "database disk image is malformed": DAMAGED,
    "malformed database schema": DAMAGED,
    "unable to open database file": "Die Datei der Datenbank lässt sich nicht öffnen: gibt es sie und den Ordner noch?",
    "attempt to write a readonly database": READ_ONLY,
    "database or disk is full": FULL,
    "disk I/O error": UNREADABLE,
    "no such table": BEHIND,
    "no such column": BEHIND,
}
# What the system says of a file of ours, and of those that it keeps for large forms.
_SYSTEM: Marked[dict[int, str]] = {
    errno.ENOSPC: FULL,
    errno.EDQUOT: FULL,
    errno.EFBIG: FULL,
    errno.EROFS: READ_ONLY,
    errno.EIO: UNREADABLE,
}
# The same by the error classes of PostgreSQL ("" where the server cannot be reached).
_POSTGRES: Marked[dict[str, str]] = {
    "": "PostgreSQL ist nicht erreichbar: läuft es, und stimmt DATABASE_URL?",
    "42P01": BEHIND,
    "42703": BEHIND,
    "25006": READ_ONLY,
    "25P03": BROKEN_OFF,
    "40": LOCKED,
    "53": "PostgreSQL hat keinen Platz oder keine Verbindung mehr frei.",
    "53100": FULL,
    "55P03": LOCKED,
    "57014": TOO_MUCH,
    "57": "PostgreSQL fährt gerade herunter.",
    "58": UNREADABLE,
    "XX001": DAMAGED,
    "XX002": DAMAGED,
}


def storage_error(error: BaseException) -> StorageError | None:
    """Translate what the database, or the disk, raised; None for a fault of the program.

    Statements, addresses and passwords stay out of the message.
    """
    if isinstance(error, OSError) and error.errno in _SYSTEM:
        return StorageError(_SYSTEM[error.errno])
    if isinstance(error, NoConnectionError):
        return StorageError(TOO_MUCH)
    if not isinstance(error, DBAPIError):
        return None
    if type(error.orig).__module__.startswith("psycopg"):
        line = _postgres(getattr(error.orig, "sqlstate", None) or "", connected=bool(error.statement))
    else:
        said = str(error.orig)
        line = next((line for words, line in _SQLITE.items() if words in said), None)
    if line is None and error.connection_invalidated:
        line = BROKEN_OFF
    return None if line is None else StorageError(line)


def _postgres(state: str, *, connected: bool) -> str | None:
    """Find the line for an SQLSTATE, by the whole of it or by its class."""
    if not state and connected:
        return None
    return _POSTGRES.get(state) or _POSTGRES.get(state[:2])


class Fits(StrEnum):
    """How the tables of a database stand to this version of the program."""

    YES = "yes"
    EMPTY = "empty"
    BEHIND = "behind"
    NEWER = "newer"


@cache
def _revisions() -> tuple[frozenset[str], frozenset[str]]:
    """Give all revisions that this version knows, and the newest: they are files, and stay as long as the process."""
    from alembic.script import ScriptDirectory

    script = ScriptDirectory(str(folder("migrations")))
    return frozenset(one.revision for one in script.walk_revisions()), frozenset(script.get_heads())


def schema_fits(connection: Connection) -> Fits:
    """Tell whether the database is exactly at this version's revision. Changes nothing, not even an empty database."""
    from alembic.runtime.migration import MigrationContext

    known, newest = _revisions()
    found = set(MigrationContext.configure(connection).get_current_heads())
    if found - known:
        return Fits.NEWER
    if not found:
        return Fits.EMPTY
    return Fits.YES if found == newest else Fits.BEHIND


def is_behind(engine: Engine) -> bool:
    """Tell whether the database is of an older revision; an empty one is not.

    Raises `StorageError` for one that cannot be reached, or is of a newer version.
    """
    return _fits(engine) is Fits.BEHIND


def check_schema(engine: Engine) -> None:
    """Raise `StorageError` unless the database can be reached and is exactly at this version's revision."""
    if _fits(engine) is not Fits.YES:
        raise StorageError(BEHIND)


def _fits(engine: Engine) -> Fits:
    try:
        with engine.connect() as connection:
            fits = schema_fits(connection)
    except DBAPIError as error:
        raise storage_error(error) or error from error
    if fits is Fits.NEWER:
        raise StorageError(OTHER_VERSION)
    return fits
