"""`scorebook export`: an evening of the book as JSON (FORMAT.md 6), or the whole club as a ZIP file."""

import shutil
from pathlib import Path

import click
from flask.cli import with_appcontext

from scorebook.cli.options import club_option
from scorebook.services.club_data import export_club
from scorebook.services.clubs import owner
from scorebook.services.exporting import export_evening
from scorebook.store.db import db
from scorebook.store.health import check_schema


@click.command()
@click.option("--evening", "evening_id", type=int, metavar="NUMMER", help="Der Abend, wie in /abende/NUMMER.")
@click.option("--whole", is_flag=True, help="Den ganzen Verein als ZIP; dazu -o.")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="DATEI",
    help="Wohin; sonst auf die Ausgabe.",
)
@club_option
@with_appcontext
def export(evening_id: int | None, *, whole: bool, output: Path | None, club_id: int | None) -> None:
    """Schreibt einen Abend als JSON, oder mit --whole den ganzen Verein als ZIP."""
    if (evening_id is None) is not whole or (whole and output is None):
        raise click.UsageError("Entweder --evening NUMMER, oder --whole mit -o DATEI.")
    check_schema(db.engine)
    actor = owner(db.session, club_id)
    try:
        if output is not None and evening_id is None:
            with export_club(db.session, actor) as file, output.open("wb") as target:
                shutil.copyfileobj(file, target)
            return
        text = export_evening(db.session, actor, evening_id or 0)
        if output is None:
            click.echo(text, nl=False)
        else:
            output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.FileError(str(output), error.strerror) from error
