"""`scorebook export`: an evening of the book as JSON (FORMAT.md 6)."""

from pathlib import Path

import click
from flask.cli import with_appcontext

from scorebook.services.access import local_actor
from scorebook.services.exporting import export_evening
from scorebook.store.db import db
from scorebook.store.health import check_schema


@click.command()
@click.option(
    "--evening", "evening_id", type=int, required=True, metavar="NUMMER", help="Der Abend, wie in /abende/NUMMER."
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="DATEI",
    help="Wohin; sonst auf die Ausgabe.",
)
@with_appcontext
def export(evening_id: int, output: Path | None) -> None:
    """Schreibt einen Abend als JSON."""
    check_schema(db.engine)
    text = export_evening(db.session, local_actor(db.session), evening_id)
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.FileError(str(output), error.strerror) from error
