"""The papers of a tournament for the hall, made without a database: for tests that hold for all papers."""

from collections.abc import Iterator
from datetime import date

from scorebook.league.tournament.settings import Scoring
from scorebook.reports.page import Page
from scorebook.reports.tournament import hall, start_cards, start_list, table_sheet
from scorebook.reports.tournament.about import About
from scorebook.reports.tournament.seats import SEATS, HallTable, Place, Seat, Sitter
from scorebook.wording import GERMAN, Language

ABOUT = About("Lamm", "Preisschafkopf", date(2026, 11, 28), "Saal", practice=True)
NAMES = ("Sepp Huber", "Sepp Maier", "Vroni", "Xaver", "Zenzi", "Anni", "Toni", "Ägidius", "Resi")


def hall_papers(say: Language = GERMAN) -> Iterator[tuple[str, Page]]:
    """Give every kind of paper for the hall, with a name."""
    people = [Sitter(SEATS[at % 5 if at > 3 else at], at + 1, name) for at, name in enumerate(NAMES)]
    tables = [HallTable(1, 32, tuple(people[:4])), HallTable(2, 40, tuple(people[4:]))]
    places = [
        Place(one.number, one.name, (Seat(1, table.number, one.letter), None))
        for table in tables
        for one in table.people
    ]
    yield "seats by name", hall.names_page(ABOUT, places, [1, 2], say)
    yield "seats by table", hall.tables_page(ABOUT, tables, 1, say)
    yield "start cards", start_cards.page(ABOUT, places, 2, lambda number: f"http://a/{number}", say)
    numbered = [(one.number, one.name) for one in people]
    yield "start list", start_list.page(ABOUT, numbered, ["…"], "0" * 64, say)
    yield "table sheets", table_sheet.page(ABOUT, table_sheet.filled(tables, 1), Scoring.PLUS_MINUS, say)
    yield "blank table sheets", table_sheet.page(ABOUT, table_sheet.blank(60, 5), Scoring.WINNERS_ONLY, say)
