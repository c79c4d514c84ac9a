"""`scorebook verify`: whether what was written is what comes out when it is worked out anew."""

import sys

import click
from flask.cli import with_appcontext

from scorebook.services.verifying import DifferenceError, verify_book
from scorebook.services.verifying_log import LogFaultError, verify_log
from scorebook.store.db import db
from scorebook.store.health import check_schema
from scorebook.wording import GERMAN

DIFFERENT = 1
"""Exit status: something is not what comes out."""


@click.group()
def verify() -> None:
    """Prüft, ob stimmt, was aufgeschrieben ist."""


@verify.command()
@with_appcontext
def book() -> None:
    """Rechnet das ganze Buch nach: Spiele, Buchungen, Nummern, Stock. Nennt den ersten Unterschied."""
    check_schema(db.engine)
    try:
        done = verify_book(db.session)
    except DifferenceError as error:
        click.echo(f"scorebook: {error.message}", err=True)
        sys.exit(DIFFERENT)
    click.echo(f"Stimmt: {done.evenings} Abende, {done.sheets} Listen, {done.games} Spiele, {done.entries} Buchungen.")


@verify.command()
@click.option(
    "--expect",
    multiple=True,
    metavar="PRÜFSUMME",
    help="Eine früher aufgeschriebene Prüfsumme: eine Zeile muss sie noch haben. Auch mehrmals.",
)
@with_appcontext
def log(expect: tuple[str, ...]) -> None:
    """Prüft das Protokoll aller Vereine: nennt die erste Zeile, die geändert wurde, fehlt oder eingefügt ist."""
    check_schema(db.engine)
    try:
        clubs = verify_log(db.session, tuple(one.strip().lower() for one in expect))
    except LogFaultError as error:
        click.echo(f"scorebook: {error.message}", err=True)
        sys.exit(DIFFERENT)
    for club in clubs:
        click.echo(f"Verein {club.club_id}: {_rows(club.rows)}, Prüfsumme {club.hash}")
    total = sum(club.rows for club in clubs)
    click.echo(f"Stimmt: {GERMAN.plural('%(num)d Verein', '%(num)d Vereine', len(clubs))}, {_rows(total)}.")


def _rows(count: int) -> str:
    return GERMAN.plural("%(num)d Zeile", "%(num)d Zeilen", count)
