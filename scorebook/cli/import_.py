"""`scorebook import`: an exported evening into the database."""

from typing import BinaryIO

import click
from flask.cli import with_appcontext

from scorebook.cli.options import club_option
from scorebook.errors import ScorebookError
from scorebook.services import RefusedError
from scorebook.services.clubs import owner
from scorebook.services.importing import import_evening
from scorebook.store.db import db
from scorebook.store.health import check_schema
from scorebook.wording import message


@click.command("import")
@click.argument("source", type=click.File("rb"), metavar="DATEI|-")
@club_option
@with_appcontext
def import_command(source: BinaryIO, club_id: int | None) -> None:
    """Liest einen exportierten Abend (JSON) ins Buch ein. Was schon da steht, wird nicht noch einmal geschrieben."""
    check_schema(db.engine)
    try:
        done = import_evening(db.session, owner(db.session, club_id), source.read())
    except RefusedError as error:
        more = f" Und {len(error.findings) - 1} mehr." if len(error.findings) > 1 else ""
        raise ScorebookError(f"{message(error.findings[0])}{more} Es wurde nichts eingelesen.") from error
    click.echo(f"Abend {done.evening_id} {'steht schon da' if done.repeated else 'ist eingelesen'}.")
