"""`scorebook pdf`: an evening on paper, from a file or from the database; a season's standings; a look back."""

import secrets
import sys
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
A4 = STYLES[:1]


class FileError(ScorebookError):
    """A file that cannot be read or written, or holds no evening."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is to be printed, and how: just one of a file, an evening, standings, a season and a year."""

    file: str | None
    evening_id: int | None
    standings_id: int | None
    season_id: int | None
    year: int | None
    style: str
    report: bool
    book: bool
    language: str | None
    club_id: int | None

    @property
    def of_evening(self) -> bool:
        """Whether it is about one evening."""
        return self.file is not None or self.evening_id is not None

    @property
    def looks_back(self) -> bool:
        """Whether it is about many evenings."""
        return self.season_id is not None or self.year is not None

    @property
    def styles(self) -> tuple[str, ...]:
        """The formats that there are of it."""
        if self.standings_id is not None:
            return OF_STANDINGS
        return STYLES if self.of_evening and not self.report else A4

    def check(self) -> None:
        """Raise `click.UsageError` for what does not fit together."""
        sources = (self.file, self.evening_id, self.standings_id, self.season_id, self.year)
        if sum(source is not None for source in sources) != 1:
            known = "--evening, --standings, --season oder --year"
            raise click.UsageError(f"Gib eine Datei an oder {known}, nur eines davon.")
        if self.file is not None and self.club_id is not None:
            raise click.UsageError("--club gilt für einen Abend aus der Datenbank; eine Datei hat ihren Verein.")
        if self.report and not self.of_evening:
            raise click.UsageError("--report gilt für einen Abend.")
        if self.book and not self.looks_back:
            raise click.UsageError("--book gilt für eine Saison oder ein Jahr.")
        if self.style not in self.styles:
            raise click.UsageError(f"In {self.style.upper()} lässt sich das nicht drucken.")


@click.command()
@click.argument("file", required=False)
@click.option("--evening", "evening_id", type=int, help="Ein Abend aus der Datenbank, mit seiner Nummer.")
@click.option("--standings", "standings_id", type=int, help="Statt eines Abends die Rangliste einer Saison.")
@click.option("--season", "season_id", type=int, metavar="NUMMER", help="Der Rückblick auf eine Saison.")
@click.option("--year", type=int, metavar="JAHR", help="Der Rückblick auf ein Jahr des Vereins.")
@click.option("-o", "--output", required=True, help="Die Datei, in die das PDF kommt; - für die Standardausgabe.")
@click.option(
    "--style",
    type=click.Choice((*STYLES, OF_STANDINGS[1])),
    default=STYLES[0],
    help="Das Format: A4, A5, Bon (80 mm), oder A4 fürs Archiv (PDF/A-3) mit dem Abend als Daten darin; Ranglisten auch"
    " A3 für die Wand.",
)
@click.option("--report", is_flag=True, help="Der Bericht des Abends statt der Abrechnung.")
@click.option("--book", is_flag=True, help="Der Rückblick als Buch, mit allen Abenden.")
@click.option("--language", type=click.Choice(LANGUAGES), help="Die Sprache des Papiers statt der eingestellten.")
@club_option
def pdf(output: str, **wanted: Any) -> None:
    """Druckt die Abrechnung eines Abends als PDF, seinen Bericht, eine Rangliste oder einen Rückblick.

    FILE ist ein exportierter Abend (JSON), - die Standardeingabe. Eine Datenbank braucht es nur ohne FILE.
    """
    wish = Wish(**wanted)
    wish.check()
    from scorebook import wording

    say = wording.LANGUAGES[wish.language or Settings.read().language]
    if wish.standings_id is not None:
        write(output, standings(wish.standings_id, wish.club_id, say, wish.style))
    else:
        write(output, looking_back(wish, say) if wish.looks_back else of_evening(wish, say))


def of_evening(wish: Wish, say: "Language") -> bytes:
    """Print an evening. Raises as `exported` and `stored` do."""
    evening = exported(str(wish.file)) if wish.evening_id is None else stored(wish.evening_id, wish.club_id)
    from scorebook.reports import abrechnung, evening_report, paper

    zone = Settings.read().timezone
    if wish.report:
        return paper.pdf(evening_report.page(evening, say, zone))
    return abrechnung.pdf(evening, say, zone, style=wish.style)


def looking_back(wish: Wish, say: "Language") -> bytes:
    """Print a look back on a season or a year. Raises as `stored` does."""
    from scorebook.reports import looking_back, paper
    from scorebook.services import clubs, review
    from scorebook.store.db import db

    with app().app_context():
        owner = clubs.owner(db.session, wish.club_id)
        finals: tuple[looking_back.Final, ...] = ()
        if wish.year is not None:
            found = review.year_review(db.session, owner, wish.year, book=wish.book)
        else:
            season_id = wish.season_id or 0
            found = review.season_review(db.session, owner, season_id, book=wish.book)
            finals = review.finals(db.session, owner, season_id)
    return paper.pdf((looking_back.book_page if wish.book else looking_back.review_page)(found, finals, say))


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
