"""`scorebook db`: Flask-Migrate's commands, with an `upgrade` that fails in one clear line."""

import click
from flask import current_app
from flask.cli import with_appcontext
from flask_migrate.cli import db

__all__ = ["db", "upgrade_to"]


def upgrade_to(revision: str = "head") -> None:
    """Bring the database of the current app to a revision, in one transaction where the database can.

    Raises what the database or Alembic raise: a locked file, no connection, a revision of another version.
    """
    from alembic import command

    command.upgrade(current_app.extensions["migrate"].migrate.get_config(), revision)


@db.command("upgrade")  # type: ignore[untyped-decorator]
@click.argument("revision", default="head")
@with_appcontext
def upgrade(revision: str) -> None:
    """Bring the database to the newest revision, or to the one named."""
    upgrade_to(revision)
