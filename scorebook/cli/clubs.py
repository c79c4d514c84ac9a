"""`scorebook club` and `scorebook admin-link`: clubs, and the way into them for whoever owns the machine."""

import click
from flask import current_app
from flask.cli import with_appcontext

from scorebook.cli.addresses import invitation
from scorebook.cli.options import club_option
from scorebook.errors import ScorebookError
from scorebook.services import RefusedError, clubs
from scorebook.services.accounts import first_invitation
from scorebook.settings import Settings
from scorebook.store.db import db
from scorebook.store.health import check_schema
from scorebook.wording import message


@click.group()
def club() -> None:
    """Zeigt die Vereine in diesem Buch und macht neue."""


@club.command("list")
@with_appcontext
def list_command() -> None:
    """Zeigt die Vereine mit ihren Nummern."""
    check_schema(db.engine)
    for number, name in clubs.list_clubs(db.session).items():
        click.echo(f"{number}  {name}")


@club.command("add")
@click.argument("name")
@with_appcontext
def add_command(name: str) -> None:
    """Macht einen neuen Verein, und einen Link für seinen ersten Admin."""
    check_schema(db.engine)
    try:
        club_id = clubs.add_club(db.session, name)
    except RefusedError as error:
        raise ScorebookError(message(error.findings[0])) from error
    click.echo(f"Verein {club_id} ist angelegt. Dieser Link macht dich zu seinem Admin, er gilt einmal:")
    _print_link(first_invitation(db.session, club_id) or "")


@click.command("admin-link")
@club_option
@click.option("--account", "account_id", type=int, metavar="NUMMER", help="Für wen, wo der Verein mehrere Admins hat.")
@with_appcontext
def admin_link(club_id: int | None, account_id: int | None) -> None:
    """Schreibt einen Link, der einen Admin wieder hereinlässt: ohne Cookie, oder ohne Passwort. Er gilt einmal."""
    check_schema(db.engine)
    try:
        secret = clubs.admin_link(db.session, club_id, account_id)
    except RefusedError as error:
        known = ", ".join(f"{one.account_id} ({one.name})" for one in clubs.admins(db.session, club_id))
        raise ScorebookError(f"{message(error.findings[0])} {known}".strip()) from error
    _print_link(secret)


def _print_link(secret: str) -> None:
    settings: Settings = current_app.config["SETTINGS"]
    click.echo(invitation(settings, secret))
