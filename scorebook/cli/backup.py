"""`scorebook backup` and `scorebook restore`: the whole book in a file, and back."""

from pathlib import Path

import click
from flask.cli import with_appcontext

from scorebook.services.backup import restore_backup, save_backup
from scorebook.store.db import db

FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("file", type=FILE, metavar="DATEI.zip")
@with_appcontext
def backup(file: Path) -> None:
    """Sichert das ganze Buch in eine Datei; eine von diesem Namen wird ersetzt. Der geheime Schlüssel bleibt hier."""
    save_backup(db.session, file)
    click.echo(f"Gesichert: {file}")


@click.command()
@click.argument("file", type=FILE, metavar="DATEI.zip")
@click.option(
    "--into", type=click.Path(path_type=Path), required=True, metavar="ORDNER", help="Leer, oder noch nicht da."
)
def restore(file: Path, into: Path) -> None:
    """Holt eine Sicherung in einen neuen Ordner zurück. Das eigene Buch bleibt, wie es ist."""
    restore_backup(file, into)
    click.echo(f"Zurückgeholt. So läuft es: SCOREBOOK_INSTANCE={into} scorebook serve")
