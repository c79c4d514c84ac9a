"""`scorebook sample`: a book full of evenings that never were."""

import signal
import sys

import click
from flask.cli import with_appcontext

from scorebook.cli.db import upgrade_to
from scorebook.cli.options import club_option
from scorebook.services.clubs import owner
from scorebook.services.sampling import fill
from scorebook.store.db import db


@click.command()
@click.option("--games", type=click.IntRange(1, 10_000_000), default=1000, show_default=True, help="Wie viele Spiele.")
@click.option("--seed", type=int, default=1, show_default=True, help="Dieselbe Zahl ergibt dieselben Abende.")
@club_option
@with_appcontext
def sample(games: int, seed: int, club_id: int | None) -> None:
    """Füllt die Datenbank mit erfundenen Abenden, wie sie gewesen sein könnten."""
    upgrade_to("head")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # whoever is told to end ends as by Ctrl+C: in order
    here = sys.stderr.isatty()
    with click.progressbar(length=games, label="Spiele", show_pos=True, file=sys.stderr, hidden=not here) as line:
        made = fill(db.session, owner(db.session, club_id), games, seed, told=line.update)
    click.echo(f"{games} Spiele an {made} Abenden dazu.")
