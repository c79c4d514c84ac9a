"""`scorebook verify`: whether what was written is what comes out when it is worked out anew."""

import sys
from collections.abc import Iterator
from typing import BinaryIO

import click
from flask.cli import with_appcontext

from scorebook.cli.options import club_option
from scorebook.exchange.draws import parse_draw
from scorebook.exchange.strict import load_json
from scorebook.league.draw import verify as prove
from scorebook.ledger.check_code import Past
from scorebook.services import cash_proof
from scorebook.services.clubs import owner
from scorebook.services.evenings import load_evening
from scorebook.services.verifying import DifferenceError, verify_book
from scorebook.services.verifying_log import LogFaultError, verify_log
from scorebook.store.db import db
from scorebook.store.health import check_schema
from scorebook.wording import GERMAN
from scorebook.wording.draws import fault_text, repeats_text
from scorebook.wording.proof import proof

DIFFERENT = 1
"""Exit status: something is not what comes out."""
NO_CODE = click.UsageError("Ein Prüfzeichen hat acht Zeichen aus 0 bis 9 und A bis F, wie 7F3A91C2.")
OTHERS = "Für das Papier eines Abends nenn ihn mit --evening, für eine Rangliste die Saison mit --season."
"""What to do about a code that no paper of the box has."""


@click.group()
def verify() -> None:
    """Prüft, ob stimmt, was aufgeschrieben ist."""


@verify.command()
@with_appcontext
def book() -> None:
    """Rechnet das ganze Buch nach: Spiele, Buchungen, Nummern, Stock, Kassen. Nennt den ersten Unterschied."""
    check_schema(db.engine)
    try:
        done = verify_book(db.session)
    except DifferenceError as error:
        click.echo(f"scorebook: {error.message}", err=True)
        sys.exit(DIFFERENT)
    click.echo(f"Stimmt: {done.evenings} Abende, {done.sheets} Listen, {done.games} Spiele, {done.entries} Buchungen.")


@verify.command()
@click.argument("code")
@click.option("--evening", "evening_id", type=int, metavar="NUMMER", help="Der Abend, wie in /abende/NUMMER.")
@click.option(
    "--season", "season_id", type=int, metavar="NUMMER", help="Statt eines Abends die Saison, wie in /saisons/NUMMER."
)
@club_option
@with_appcontext
def paper(code: str, evening_id: int | None, season_id: int | None, club_id: int | None) -> None:
    """Prüft das Prüfzeichen CODE eines Papiers: ob darauf steht, was im Buch steht. Sonst sagt es, was seither war.

    Mit --season ist es eine Rangliste. Ohne --evening und --season ist es ein Papier der Kasse: welches, sagt das
    Prüfzeichen selbst.
    """
    if evening_id is not None and season_id is not None:
        raise click.UsageError("Gib --evening an oder --season, nur eines davon.")
    check_schema(db.engine)
    if season_id is not None:
        holds, told = _of_standings(code, club_id, season_id)
    else:
        holds, told = _of_box(code, club_id) if evening_id is None else _of_evening(code, club_id, evening_id)
    click.echo(told, err=not holds)
    if not holds:
        sys.exit(DIFFERENT)


def _of_evening(code: str, club_id: int | None, evening_id: int) -> tuple[bool, str]:
    """Say what the code of an evening's paper proves, and whether it holds."""
    found = proof(load_evening(db.session, owner(db.session, club_id), evening_id), code)
    if found is None:
        raise NO_CODE
    told = (found.told(), found.renamed_told(), *_since(found.past))
    return found.holds, " ".join(filter(None, told))


def _of_standings(code: str, club_id: int | None, season_id: int) -> tuple[bool, str]:
    """Say which standings of a season have a code, and whether any have it now."""
    from scorebook.services import standings_whole  # it takes long to load

    found = standings_whole.prove(db.session, owner(db.session, club_id), season_id, code)
    if found is None:
        raise NO_CODE
    return found.holds, found.told()


def _of_box(code: str, club_id: int | None) -> tuple[bool, str]:
    """Say which paper of the box has a code, what that proves, and whether it holds."""
    found = cash_proof.prove(db.session, owner(db.session, club_id), code)
    if found is None:
        raise NO_CODE
    which = f"{found.printed.called()}: " if found.printed else ""
    more = "" if found.printed else f" {OTHERS}"
    return found.holds, f"{which}{found.told()}{more}"


@verify.command()
@click.argument("source", type=click.File("rb"), metavar="DATEI")
def draw(source: BinaryIO) -> None:
    """Prüft eine Auslosung: ob sie aus Liste, Geheimnis und ausgerufener Zahl folgt, wie es vorher festgelegt war."""
    found = parse_draw(load_json(source.read()))
    problems = prove(found.wish.players, found.secret, found.number, found.wish, found.drawn, found.commitment)
    for problem in problems:
        click.echo(f"scorebook: {fault_text(problem)}", err=True)
    if problems:
        sys.exit(DIFFERENT)
    click.echo(f"Stimmt: {repeats_text(found.drawn)}.")


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


def _since(past: Past | None) -> Iterator[str]:
    """Say what was in the book when a paper was printed, and what became of it."""
    if past is None:
        return
    games = GERMAN.plural("nach %(num)d Spiel", "nach %(num)d Spielen", past.games)
    yield f"Es zeigt den Stand {games}; seither dazugekommen: {past.added}, weggefallen: {past.removed}."
    if past.closed:
        yield "Der Stock ist seither aufgelöst."


def _rows(count: int) -> str:
    return GERMAN.plural("%(num)d Zeile", "%(num)d Zeilen", count)
