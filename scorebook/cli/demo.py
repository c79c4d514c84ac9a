"""`scorebook demo`: evenings of real games, and their PDFs."""

import click
from flask import current_app
from flask.cli import with_appcontext

from scorebook.cli.db import upgrade_to
from scorebook.cli.options import club_option
from scorebook.reports.jobs import abrechnung_pdf
from scorebook.services.clubs import owner
from scorebook.services.demo import fill
from scorebook.services.evenings import load_evening
from scorebook.settings import Settings
from scorebook.store.db import db


@click.command()
@club_option
@with_appcontext
def demo(club_id: int | None) -> None:
    """Füllt die Datenbank mit Abenden aus echten Spielen und schreibt ihre PDFs. Ein zweites Mal fügt nichts hinzu."""
    upgrade_to("head")
    settings: Settings = current_app.config["SETTINGS"]
    folder = settings.instance / "demo"
    folder.mkdir(exist_ok=True)
    actor = owner(db.session, club_id)
    for evening_id in fill(db.session, actor):
        evening = load_evening(db.session, actor, evening_id)
        path = folder / f"{evening.date}-{_plain(evening.club)}.pdf"
        path.write_bytes(abrechnung_pdf(evening, zone=settings.timezone))
        click.echo(path)


def _plain(title: str) -> str:
    """Make a title fit for the name of a file."""
    return "".join(letter if letter.isalnum() else "-" for letter in title.lower())
