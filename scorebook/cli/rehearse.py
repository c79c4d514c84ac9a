"""`scorebook rehearse`: a whole tournament at random, with all that goes wrong at one."""

import sys
import tempfile
from pathlib import Path

import click
from flask.cli import ScriptInfo

from scorebook.cli.rehearsed import CreateApp, Server, prepare
from scorebook.services.backup import restore_backup
from scorebook.services.tournament.rehearsal import LEAST, MOST, Hall
from scorebook.services.tournament.rehearsal_books import Plan, RehearsalError
from scorebook.services.tournament.rehearsal_checks import Promise, promises, save, told_by

HAPPENED = {
    "late": "haben sich nachgemeldet",
    "left": "sind gegangen",
    "came back": "wollten gehen und spielten doch weiter",
    "substituted": "Mal ist jemand eingesprungen",
    "drawn again": "Mal wurde mit Grund neu ausgelost",
    "corrected": "Listen wurden nach der Bekanntgabe korrigiert",
    "killed": "Mal ist der Server gestorben",
    "in the middle": "Mal davon, ehe er antworten konnte",
    "twice": "Mal wurde dasselbe zweimal gesendet",
    "door.on_list": "Mal stand jemand schon auf der Liste",
    "draw.not_committed": "Mal wurde noch einmal auf „Auslosen“ gedrückt",
    "list.sum": "Listen mit falscher Summe wurden zurückgewiesen",
    "list.games": "Listen mit falscher Zahl der Spiele wurden zurückgewiesen",
    "OtherListError": "Mal hatte ein anderer den Tisch schon eingetragen, anders",
    "SeatsChangedError": "Listen waren für andere Leute geschrieben",
    "ConflictError": "Mal wollte sich jemand zweimal auszahlen lassen",
    "tournament.ended": "Mal wollte noch jemand mitspielen, als alles vorbei war",
    "reason.missing": "Korrekturen ohne Grund wurden zurückgewiesen",
}
"""What happened in the hall, as it is told behind how often."""
BROKEN = 1
"""Exit status: a promise did not hold."""


@click.command()
@click.option("--players", type=click.IntRange(LEAST, MOST), default=40, show_default=True, help="Wie viele Leute.")
@click.option("--rounds", type=click.IntRange(1, 5), default=2, show_default=True, help="Wie viele Runden.")
@click.option("--games", type=click.IntRange(4, 60), default=32, show_default=True, help="Spiele je Runde.")
@click.option("--faults", is_flag=True, help="Mit Fehlern: falsche Summen, doppelt Gesendetes, Stromausfall.")
@click.option("--seed", type=int, default=1, show_default=True, help="Dieselbe Zahl ergibt dasselbe Turnier.")
@click.option(
    "--keep",
    type=click.Path(path_type=Path),
    metavar="ORDNER",
    help="Das Buch bleibt in diesem neuen Ordner, zum Anschauen mit SCOREBOOK_INSTANCE=ORDNER scorebook serve.",
)
@click.pass_context
def rehearse(  # noqa: PLR0913 - what one can ask for
    context: click.Context, players: int, rounds: int, games: int, seed: int, *, faults: bool, keep: Path | None
) -> None:
    """Probt ein ganzes Turnier mit Zufallsergebnissen und prüft am Ende, ob alles stimmt.

    Leute melden sich nach, gehen und kommen wieder; Listen werden korrigiert. Mit --faults gibt es auch falsche Summen,
    doppelt Gesendetes, und der Server stirbt mittendrin. Geprobt wird in einem eigenen Buch, das danach weg ist,
    außer mit --keep.
    """
    create_app = context.ensure_object(ScriptInfo).create_app
    if create_app is None:
        raise RuntimeError("there is no app to rehearse with")
    if keep is not None and keep.exists():
        raise click.BadParameter("Diesen Ordner gibt es schon. Nenn einen neuen.", param_hint="--keep")
    plan = Plan(players, rounds, games, faults, seed)
    try:
        hall, held = _rehearsed(create_app, plan, keep)
    except RehearsalError as error:
        click.echo(f"scorebook: {error}", err=True)
        sys.exit(BROKEN)
    for what, words in HAPPENED.items():
        if often := hall.books.happened[what]:
            click.echo(f"{often:5}  {words}")
    for promise in held:
        click.echo(f"{'ja  ' if promise.holds else 'NEIN'}  {promise.text}")
    if not all(promise.holds for promise in held):
        sys.exit(BROKEN)


def _rehearsed(create_app: CreateApp, plan: Plan, keep: Path | None) -> tuple[Hall, list[Promise]]:
    """Play a tournament at a server, and compare what it says, and what another says that has its backup alone.

    The book of the first is left in the folder `keep`, if there is to be one.
    """
    with tempfile.TemporaryDirectory(prefix="scorebook-probe-") as name:
        first = Path(name, "first") if keep is None else keep.absolute()
        second, backup = Path(name, "second"), Path(name, "backup.zip")
        prepare(create_app, first)
        with Server(create_app, first) as server:
            hall = Hall(server, plan, lambda line: click.echo(line, err=True))
            hall.play()
            told = told_by(server, hall.books.tournament)
            hall.done(save, backup)
        restore_backup(backup, second)
        with Server(create_app, second) as other:
            return hall, list(promises(hall, told, told_by(other, hall.books.tournament)))
