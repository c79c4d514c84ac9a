"""`scorebook export`: an evening as JSON (FORMAT.md 6), CSV or XLSX; a whole club as ZIP or JSON; all clubs as ZIP."""

import shutil
import sys
from pathlib import Path
from typing import IO

import click
from flask.cli import with_appcontext

from scorebook import wording
from scorebook.cli.options import club_option
from scorebook.exchange import evening_text
from scorebook.services.club_data import export_club, export_club_json, export_everything
from scorebook.services.clubs import list_clubs, owner
from scorebook.services.evenings import load_evening
from scorebook.services.exporting import evening_csv, evening_xlsx
from scorebook.settings import LANGUAGES, Settings
from scorebook.store.db import db
from scorebook.store.health import check_schema

FORMATS = ("json", "csv", "xlsx")


@click.command()
@click.option("--evening", "evening_id", type=int, metavar="NUMMER", help="Der Abend, wie in /abende/NUMMER.")
@click.option("--format", "kind", type=click.Choice(FORMATS), default="json", help="Als was, bei --evening.")
@click.option("--language", type=click.Choice(LANGUAGES), help="Die Sprache der Tabelle statt der eingestellten.")
@click.option("--whole", is_flag=True, help="Den ganzen Verein, als ZIP oder (DATEI.json) als JSON; dazu -o.")
@click.option("--everything", is_flag=True, help="Alle Vereine, jeder als ZIP in einem ZIP; dazu -o.")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="DATEI",
    help="Wohin; sonst auf die Ausgabe.",
)
@club_option
@with_appcontext
def export(  # noqa: PLR0913 - the options of a command
    evening_id: int | None,
    *,
    kind: str,
    language: str | None,
    whole: bool,
    everything: bool,
    output: Path | None,
    club_id: int | None,
) -> None:
    """Schreibt einen Abend als JSON, CSV oder XLSX, den ganzen Verein (--whole) oder alle Vereine (--everything)."""
    if [evening_id is not None, whole, everything].count(True) != 1 or (evening_id is None and output is None):
        raise click.UsageError("Entweder --evening NUMMER, oder --whole oder --everything mit -o DATEI.")
    check_schema(db.engine)
    try:
        if output is not None and everything:
            _copy(export_everything(db.session, (owner(db.session, key) for key in list_clubs(db.session))), output)
        elif output is not None and whole:
            _write_club(output, club_id)
        else:
            _put(_evening(evening_id or 0, kind, language, club_id), output)
    except OSError as error:
        raise click.FileError(str(output), error.strerror) from error


def _evening(evening_id: int, kind: str, language: str | None, club_id: int | None) -> bytes:
    """Write an evening as something."""
    evening = load_evening(db.session, owner(db.session, club_id), evening_id)
    say = wording.LANGUAGES[language or Settings.read().language]
    if kind == "csv":
        return evening_csv(evening, say)
    return evening_xlsx(evening, say) if kind == "xlsx" else evening_text(evening).encode()


def _write_club(output: Path, club_id: int | None) -> None:
    actor = owner(db.session, club_id)
    if output.suffix.lower() == ".json":
        output.write_text(export_club_json(db.session, actor), encoding="utf-8")
    else:
        _copy(export_club(db.session, actor), output)


def _copy(file: IO[bytes], output: Path) -> None:
    with file, output.open("wb") as target:
        shutil.copyfileobj(file, target)


def _put(content: bytes, output: Path | None) -> None:
    if output is None:
        sys.stdout.buffer.write(content)
    else:
        output.write_bytes(content)
