"""An evening as data: as FORMAT.md 6 has it, and as tables for spreadsheets."""

from scorebook.exchange import evening_text
from scorebook.ledger.evening import Evening
from scorebook.reports.grids import evening_grids, games_grid
from scorebook.reports.spreadsheet import csv_file, xlsx_file
from scorebook.services.access import Actor
from scorebook.services.evenings import load_evening
from scorebook.store.db import AnySession
from scorebook.wording import GERMAN, Language


def export_evening(session: AnySession, actor: Actor, evening_id: int) -> str:
    """Write an evening as JSON text. Raises `NotFoundError` for one that is not the club's."""
    return evening_text(load_evening(session, actor, evening_id))


def evening_csv(evening: Evening, say: Language = GERMAN) -> bytes:
    """Write the games of an evening that count as CSV, as the spreadsheets of a language read it."""
    return csv_file(games_grid(evening, say), say)


def evening_xlsx(evening: Evening, say: Language = GERMAN) -> bytes:
    """Write an evening as XLSX: a sheet for each table, and one of how it stands."""
    return xlsx_file(evening_grids(evening, say))
