"""`scorebook backup` and `scorebook restore`: the whole book in a file, and back."""

from pathlib import Path

import click
from flask import current_app
from flask.cli import with_appcontext

from scorebook.services.backup import restore_backup, restore_into_database, save_backup
from scorebook.services.keeping import BusyError, is_due, keep
from scorebook.store.db import db

FILE = click.Path(dir_okay=False, path_type=Path)
NOWHERE = click.UsageError("Wohin? SCOREBOOK_BACKUPS ist off: nenn eine Datei.")
ONE_PLACE = click.UsageError("Wohin? Entweder --into ORDNER oder --database.")


@click.command()
@click.argument("file", type=FILE, metavar="[DATEI.zip]", required=False)
@click.option("--daily", is_flag=True, help="Nur, wenn es im Ordner von heute noch keine gibt.")
@with_appcontext
def backup(file: Path | None, *, daily: bool) -> None:
    """Sichert das ganze Buch, auch während jemand schreibt. Der geheime Schlüssel bleibt hier.

    In die Datei, wenn eine genannt ist; eine von diesem Namen wird ersetzt. Sonst in den Ordner der Sicherungen, aus
    dem dann geht, was zu alt ist: das ist für cron oder einen Timer von systemd.
    """
    if file is not None and not daily:
        save_backup(db.session, file)
        click.echo(f"Gesichert: {file}")
        return
    folder = current_app.config["SETTINGS"].backups
    if folder is None or file is not None:
        raise NOWHERE
    if daily and not is_due(folder):
        return
    try:
        click.echo(f"Gesichert: {keep(db.session, folder).file}")
    except BusyError:
        if not daily:
            raise


@click.command()
@click.argument("file", type=FILE, metavar="DATEI.zip")
@click.option("--into", type=click.Path(path_type=Path), metavar="ORDNER", help="Leer, oder noch nicht da.")
@click.option("--database", is_flag=True, help="In die leere Datenbank, die DATABASE_URL nennt, etwa ein PostgreSQL.")
@click.pass_context
def restore(context: click.Context, file: Path, into: Path | None, *, database: bool) -> None:
    """Holt eine Sicherung in einen neuen Ordner zurück, oder in eine leere Datenbank. Das eigene Buch bleibt."""
    if (into is None) is not database:
        raise ONE_PLACE
    if into is None:
        context.invoke(_into_database, file=file)
    else:
        restore_backup(file, into)
        click.echo(f"Zurückgeholt. So läuft es: SCOREBOOK_INSTANCE={into} scorebook serve")


@with_appcontext
def _into_database(file: Path) -> None:
    restore_into_database(db.session, file)
    click.echo("Zurückgeholt. So läuft es: scorebook serve")
