"""`scorebook pdf`: an evening on paper, in any format, from a file or from the database; or a season's standings."""

import secrets
import sys
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorebook.cli import Commands
from scorebook.cli.options import club_option
from scorebook.errors import ScorebookError
from scorebook.exchange import ShapeError, load_json, parse_evening
from scorebook.ledger.evening import Evening
from scorebook.settings import LANGUAGES, Settings

if TYPE_CHECKING:
    from flask import Flask

    from scorebook.wording import Language

STYLES = ("a4", "a5", "bon", "pdfa")
"""Those of `scorebook.reports.abrechnung`, which takes too long to load for a line of help."""
OF_STANDINGS = ("a4", "a3")
"""Those of `scorebook.reports.standings_paper`."""


class FileError(ScorebookError):
    """A file that cannot be read or written, or holds no evening."""


@click.command()
@click.argument("file", required=False)
@click.option("--evening", "evening_id", type=int, help="Ein Abend aus der Datenbank, mit seiner Nummer.")
@click.option("--standings", "season_id", type=int, help="Statt eines Abends die Rangliste einer Saison.")
@click.option("-o", "--output", required=True, help="Die Datei, in die das PDF kommt; - für die Standardausgabe.")
@click.option(
    "--style",
    type=click.Choice((*STYLES, OF_STANDINGS[1])),
    default=STYLES[0],
    help="Das Format: A4, A5, Bon (80 mm), oder A4 fürs Archiv (PDF/A-3) mit dem Abend als Daten darin; Ranglisten auch"
    " A3 für die Wand.",
)
@click.option("--language", type=click.Choice(LANGUAGES), help="Die Sprache des Papiers statt der eingestellten.")
@club_option
def pdf(  # noqa: PLR0913 - the options of a command
    file: str | None,
    *,
    evening_id: int | None,
    season_id: int | None,
    output: str,
    style: str,
    language: str | None,
    club_id: int | None,
) -> None:
    """Druckt die Abrechnung eines Abends als PDF, oder die Rangliste einer Saison.

    FILE ist ein exportierter Abend (JSON), - die Standardeingabe. Eine Datenbank braucht es nur mit --evening und
    --standings.
    """
    if [file, evening_id, season_id].count(None) != 2:
        raise click.UsageError("Gib eine Datei an oder --evening oder --standings, nur eines davon.")
    if file is not None and club_id is not None:
        raise click.UsageError("--club gilt für einen Abend aus der Datenbank; eine Datei hat ihren Verein.")
    if style not in (STYLES if season_id is None else OF_STANDINGS):
        raise click.UsageError(f"In {style.upper()} lässt sich das nicht drucken.")
    from scorebook import wording

    settings = Settings.read()
    say = wording.LANGUAGES[language or settings.language]
    if season_id is not None:
        write(output, standings(season_id, club_id, say, style))
        return
    evening = stored(evening_id, club_id) if evening_id is not None else exported(str(file))
    from scorebook.reports import abrechnung

    write(output, abrechnung.pdf(evening, say, settings.timezone, style=style))


def exported(file: str) -> Evening:
    """Read an evening from a file, or from standard input for "-". Raises FileError, with the first fault."""
    try:
        return parse_evening(load_json(sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()))
    except OSError as error:
        raise FileError(f"{file} lässt sich nicht lesen ({error.strerror}).") from error
    except ShapeError as error:
        raise FileError(f"{file} ist kein Abend, der sich drucken lässt: {_first(error)}") from error


def stored(evening_id: int, club_id: int | None) -> Evening:
    """Read an evening from the database. Raises NotFoundError, and what the database raises."""
    from scorebook.services import clubs, evenings
    from scorebook.store.db import db

    with app().app_context():
        return evenings.load_evening(db.session, clubs.owner(db.session, club_id), evening_id)


def standings(season_id: int, club_id: int | None, say: "Language", style: str) -> bytes:
    """Print the standings of a season by its first scheme. Raises as `stored` does, and where nothing was played."""
    from scorebook.reports import paper, standings_paper
    from scorebook.services import clubs
    from scorebook.services.standings import Wish
    from scorebook.services.standings_whole import paper_of
    from scorebook.store.db import db

    with app().app_context():
        day = datetime.now(Settings.read().timezone).date()
        found = paper_of(db.session, clubs.owner(db.session, club_id), season_id, Wish(), day)
    return paper.pdf(standings_paper.page(found, say, style=style))


def app() -> "Flask":
    """Give the app of these commands: only those that need the database make one."""
    commands = click.get_current_context().find_root().command
    assert isinstance(commands, Commands)  # noqa: S101 - the command is called through them alone
    return commands.create_app()


def write(output: str, content: bytes) -> None:
    """Write a file whole or not at all, or to standard output for "-". Raises FileError."""
    if output == "-":
        sys.stdout.buffer.write(content)
        return
    path = Path(output)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        draft.write_bytes(content)
        draft.replace(path)
    except OSError as error:
        with suppress(OSError):
            draft.unlink()
        raise FileError(f"{output} lässt sich nicht schreiben ({error.strerror}).") from error


def _first(error: ShapeError) -> str:
    """The first fault, with its place and how many more there are."""
    from scorebook.wording import message

    finding = error.findings[0]
    more = len(error.findings) - 1
    place = f" ({finding.field})" if finding.field else ""
    return f"{message(finding)}{place}" + (f" Und {more} mehr." if more else "")
