"""`scorebook verify`: whether what was written is what comes out when it is worked out anew."""

import sys

import click
from flask.cli import with_appcontext

from scorebook.services.verifying import DifferenceError, verify_book
from scorebook.store.db import db
from scorebook.store.health import check_schema

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
