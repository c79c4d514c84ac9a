"""`scorebook import`: an exported evening, the evening in a PDF, a whole club or all of them into the database."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

import click
from flask.cli import with_appcontext

from scorebook.cli.options import club_option
from scorebook.errors import ScorebookError
from scorebook.exchange.clubs import Batch, holds_clubs
from scorebook.ledger.evening import NamedRuleSet
from scorebook.rules import DEFAULT_PRESET, Unit, preset, preset_names
from scorebook.services import RefusedError
from scorebook.services.access import Actor
from scorebook.services.cash_book import today
from scorebook.services.cash_import import ForBox
from scorebook.services.clubs import list_clubs, owner
from scorebook.services.evenings import load_evening
from scorebook.services.import_clubs import Target, import_clubs, plan_clubs, read_everything
from scorebook.services.import_plan import Choices, Decision, Done, Plan, import_batch, plan_import, read_file
from scorebook.services.rulesets import own_rule_sets
from scorebook.services.season_evenings import NO_ONE
from scorebook.services.table_file import Told, read_table_file
from scorebook.settings import Settings
from scorebook.store.db import db
from scorebook.store.health import check_schema
from scorebook.wording import amount, message, preset_title

TABLES = (".csv", ".tsv", ".txt")
"""What the files of tables end in."""
SHOWN = 20
"""So many rows are told at most that say no game."""


@click.command("import")
@click.argument("source", type=click.File("rb"), metavar="DATEI|-")
@click.option("--check", is_flag=True, help="Nur zeigen, was eingelesen würde.")
@click.option(
    "--rename",
    multiple=True,
    metavar="NAME=NEU",
    help="Wer in der Datei NAME heißt, ist im Verein ein anderer und heißt NEU; auch mehrmals.",
)
@click.option("--rules", default=DEFAULT_PRESET, metavar="REGELN", help=f"Für CSV: {', '.join(preset_names())}.")
@click.option("--totals", is_flag=True, help="Für CSV: die Beträge sind der Stand nach jedem Spiel.")
@click.option(
    "--without-box", is_flag=True, help="Zahlungen an die Vereinskasse nicht eintragen: das Kassenbuch hat sie schon."
)
@click.option("--season", type=click.IntRange(1), metavar="NR", help="In diese Saison kommen die neuen Abende.")
@club_option
@with_appcontext
def import_command(  # noqa: PLR0913 - the options of a command
    source: BinaryIO,
    *,
    check: bool,
    rename: Sequence[str],
    rules: str,
    totals: bool,
    without_box: bool,
    season: int | None,
    club_id: int | None,
) -> None:
    """Liest ins Buch ein: einen Abend (JSON, PDF seiner Abrechnung, Tabelle als CSV), einen Verein, alle Vereine (ZIP).

    Was schon da steht, wird nicht noch einmal geschrieben. Wer genau so heißt wie jemand im Verein, ist derselbe.
    Von allen Vereinen kommt jeder in den, der so heißt, sonst in einen neuen; mit --club alle in diesen einen.
    """
    check_schema(db.engine)
    actor, content = owner(db.session, club_id), source.read()
    choices = Choices(_decisions(rename), season or NO_ONE, box=not without_box)
    try:
        if holds_clubs(content):
            _read_clubs(content, actor, club_id, choices, check=check)
            return
        if Path(source.name).suffix.lower() in TABLES:
            batch = _read_table(actor, content, rules, totals=totals)
        else:
            batch = read_file(content)
        if check:
            _tell_plan(plan_import(db.session, actor, batch))
        else:
            _tell_done(actor, batch, import_batch(db.session, actor, batch, choices))
    except RefusedError as error:
        more = f" Und {len(error.findings) - 1} mehr." if len(error.findings) > 1 else ""
        first = error.findings[0]
        where = f" ({first.field})" if first.field else ""
        raise ScorebookError(f"{message(first)}{where}{more} Es wurde nichts eingelesen.") from error


def _read_table(actor: Actor, content: bytes, rules: str, *, totals: bool) -> Batch:
    """Read a table, its columns guessed. Raises `ScorebookError` with the rows that say no game."""
    known = {name: NamedRuleSet(preset_title(name), name, preset(name)) for name in preset_names()}
    known |= {str(kept.id): kept.named for kept in own_rule_sets(db.session, actor)}
    if rules not in known:
        raise click.BadParameter(f"Möglich sind {', '.join(known)}.", param_hint="--rules")
    zone = Settings.read().timezone
    told = Told(known[rules], list_clubs(db.session)[actor.club_id], today(zone), totals)
    found = read_table_file(actor, content, told, zone)
    for head, role in found.columns:
        click.echo(f"Spalte {head}: {role}", err=True)
    for line in found.wrong[:SHOWN]:
        click.echo(f"Zeile {line.line}: {' '.join(line.problems)}", err=True)
    if found.wrong:
        count = len(found.wrong)
        rows = "Eine Zeile sagt kein Spiel." if count == 1 else f"{count} Zeilen sagen kein Spiel."
        raise ScorebookError(f"{rows} Es wurde nichts eingelesen.")
    return found.batch


def _read_clubs(content: bytes, actor: Actor, into: int | None, choices: Choices, *, check: bool) -> None:
    """Read all clubs of a file in, or say what that would do."""
    targets = plan_clubs(db.session, read_everything(content), into)
    if check:
        _tell_targets(actor, targets)
        return
    for target, one in zip(targets, import_clubs(db.session, actor, targets, choices), strict=True):
        way = f"neu, hinein kommt man mit „scorebook admin-link --club {one.club_id}“" if one.new else "gibt es schon"
        click.echo(f"Verein {one.club_id} {one.name}: {way}")
        _tell_done(replace(actor, club_id=one.club_id), target.club.batch, one.done)


def _tell_targets(actor: Actor, targets: Sequence[Target]) -> None:
    """Say where each club would go."""
    for target in targets:
        if target.club_id is None:
            click.echo(f"{target.club.name}: ein neuer Verein, {len(target.club.batch.evenings)} Abende")
        else:
            click.echo(f"{target.club.name}: kommt in Verein {target.club_id}")
            _tell_plan(plan_import(db.session, replace(actor, club_id=target.club_id), target.club.batch))


def _tell_done(actor: Actor, batch: Batch, done: Done) -> None:
    """Say what was done."""
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
    _tell_box(plan.box)
    for name in plan.rule_sets:
        click.echo(f"Regelsatz {name}: neu")
    for name in plan.seasons:
        click.echo(f"Saison {name}: neu")


def _tell_box(box: ForBox) -> None:
    """Say what would be booked for the club's box."""
    if box.entries:
        click.echo(f"Kassenbuch: {box.entries} Buchungen, {amount(box.cents, Unit.CENT, sign=True)}")
    if box.moves:
        click.echo(f"Konten: {box.moves} Bewegungen")
    if box.closed:
        click.echo(f"In abgeschlossenen Jahren, kommt nicht in die Kasse: {box.closed} Zahlungen")
