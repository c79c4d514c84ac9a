"""`scorebook import`: an exported evening, the evening in a PDF, or a whole club into the database."""

from collections.abc import Sequence
from typing import BinaryIO

import click
from flask.cli import with_appcontext

from scorebook.cli.options import club_option
from scorebook.errors import ScorebookError
from scorebook.services import RefusedError
from scorebook.services.access import Actor
from scorebook.services.clubs import owner
from scorebook.services.evenings import load_evening
from scorebook.services.import_plan import Decision, Plan, import_batch, plan_import, read_file
from scorebook.services.season_evenings import NO_ONE
from scorebook.store.db import db
from scorebook.store.health import check_schema
from scorebook.wording import message


@click.command("import")
@click.argument("source", type=click.File("rb"), metavar="DATEI|-")
@click.option("--check", is_flag=True, help="Nur zeigen, was eingelesen würde.")
@click.option(
    "--rename",
    multiple=True,
    metavar="NAME=NEU",
    help="Wer in der Datei NAME heißt, ist im Verein ein anderer und heißt NEU; auch mehrmals.",
)
@click.option("--season", type=click.IntRange(1), metavar="NR", help="In diese Saison kommen die neuen Abende.")
@club_option
@with_appcontext
def import_command(
    source: BinaryIO, *, check: bool, rename: Sequence[str], season: int | None, club_id: int | None
) -> None:
    """Liest ins Buch ein: einen Abend (JSON, oder das PDF seiner Abrechnung) oder einen ganzen Verein (ZIP).

    Was schon da steht, wird nicht noch einmal geschrieben. Wer genau so heißt wie jemand im Verein, ist derselbe.
    """
    check_schema(db.engine)
    actor = owner(db.session, club_id)
    try:
        batch = read_file(source.read())
        if check:
            _tell_plan(plan_import(db.session, actor, batch))
            return
        done = import_batch(db.session, actor, batch, _decisions(rename), season or NO_ONE)
    except RefusedError as error:
        more = f" Und {len(error.findings) - 1} mehr." if len(error.findings) > 1 else ""
        first = error.findings[0]
        where = f" ({first.field})" if first.field else ""
        raise ScorebookError(f"{message(first)}{where}{more} Es wurde nichts eingelesen.") from error
    for one in done.evenings:
        _tell(actor, one.evening_id, "steht schon da" if one.repeated else "ist eingelesen")
    left = len(batch.evenings) - len(done.evenings)
    if left:
        click.echo(f"{left} weitere stehen anders im Buch und bleiben dort, wie sie sind.")
    if done.rule_sets:
        click.echo(f"Neue Regelsätze: {done.rule_sets}.")
    if done.seasons:
        click.echo(f"Neue Saisons: {done.seasons}.")


def _decisions(rename: Sequence[str]) -> dict[str, Decision]:
    pairs = [text.partition("=") for text in rename]
    if not all(name and new for name, _, new in pairs):
        raise click.UsageError("--rename NAME=NEU, etwa --rename Sepp='Sepp Huber'.")
    return {name: Decision(new) for name, _, new in pairs}


def _tell(actor: Actor, evening_id: int, what: str) -> None:
    code = load_evening(db.session, actor, evening_id).check_code()
    click.echo(f"Abend {evening_id} {what}. Prüfzeichen {code}.")


def _tell_plan(plan: Plan) -> None:
    """Say what would be done."""
    for one in plan.evenings:
        evening = one.evening
        games = sum(len(sheet.standing) for sheet in evening.sheets)
        state = "neu" if one.new else f"steht schon da als Abend {one.there}"
        if one.differs is not None:
            state = message(one.differs)
        click.echo(f"{evening.date} {evening.club}, {games} Spiele, Prüfzeichen {evening.check_code()}: {state}")
    for person in plan.people:
        click.echo(f"{person.name}: {'neu im Verein' if person.same is None else 'ist im Verein'}")
    for name in plan.rule_sets:
        click.echo(f"Regelsatz {name}: neu")
    for name in plan.seasons:
        click.echo(f"Saison {name}: neu")
