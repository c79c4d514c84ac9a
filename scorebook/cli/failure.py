"""What went wrong, in one line: for the failures that a person can do something about."""

import sys

from scorebook.errors import ScorebookError


def line(error: Exception) -> str | None:
    """Tell the failure in one German line; None for one that is a fault of the program."""
    if isinstance(error, ScorebookError):
        return error.message
    if isinstance(error, ModuleNotFoundError) and error.name == "psycopg":
        return "DATABASE_URL nennt PostgreSQL, aber psycopg fehlt: pip install 'scorebook[postgres]'."
    if isinstance(error, OSError) and "cannot load library" in str(error):
        return "Pango fehlt, ohne das es keine PDFs gibt: siehe README, oder make run."
    # What was never imported has not raised anything; a command without a database shall not import its libraries.
    return (_migration(error) if "alembic" in sys.modules else None) or (
        _database(error) if "sqlalchemy" in sys.modules else None
    )


def _migration(error: Exception) -> str | None:
    from alembic.util import CommandError

    from scorebook.store.health import OTHER_VERSION

    if not isinstance(error, CommandError):
        return None
    if "Can't locate revision" in str(error):
        return OTHER_VERSION
    return f"Die Datenbank lässt sich nicht auf Stand bringen: {str(error).strip().partition(chr(10))[0]}"


def _database(error: Exception) -> str | None:
    from scorebook.store.health import storage_error

    told = storage_error(error)
    return told.message if told else None
