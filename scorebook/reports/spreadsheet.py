"""Grids as files for spreadsheets: CSV that opens right where it is opened by a tap, and XLSX.

What people typed is never a formula: in CSV a text that could begin one stands behind an apostrophe, in XLSX texts are
written as texts.
"""

import csv
from collections.abc import Iterable, Sequence
from datetime import date
from io import BytesIO, StringIO
from typing import Any

from scorebook.reports.grids import Cell, Grid, Money, Parts
from scorebook.rules import Unit
from scorebook.wording import GERMAN, Language

BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""By which Excel knows that a CSV file is UTF-8."""
BEGINS_FORMULA = tuple("=+-@\t\r\n＝＋－＠")
"""With these a spreadsheet may begin to calculate; the wide ones are read so in the East."""
WIDEST, NARROWEST = 40, 6
"""Characters that a column of an XLSX file is wide."""


def csv_file(grid: Grid, say: Language = GERMAN) -> bytes:
    """Write a grid as CSV for the spreadsheets of a language: where cents follow a comma, semicolons part the cells."""
    text = StringIO()
    text.write(BOM)
    writer = csv.writer(text, delimiter=";" if say.decimal == "," else ",", lineterminator="\r\n")
    writer.writerow([defused(head) for head in grid.heads])
    for row in grid.rows:
        writer.writerow([_typed(cell, say) for cell in row])
    return text.getvalue().encode()


def defused(text: str) -> str:
    """Put an apostrophe before a text that a spreadsheet could calculate.

    >>> defused("=1+1"), defused("-1,40"), defused("Sepp")
    ("'=1+1", "'-1,40", 'Sepp')
    """
    return f"'{text}" if text.startswith(BEGINS_FORMULA) else text


def _typed(cell: Cell, say: Language) -> str:
    """Write a cell as somebody would type it into a spreadsheet; a number below zero has the plain minus."""
    match cell:
        case Money(units, Unit.CENT):
            return _decimal(units, 2, say)
        case Money(units):
            return str(units)
        case Parts(thousandths):
            return _decimal(thousandths, 3, say)
        case date():
            return say.day(cell) if say.decimal == "," else cell.isoformat()
        case str():
            return defused(cell)
    return "" if cell is None else str(cell)


def _decimal(number: int, places: int, say: Language) -> str:
    """Write a whole number of parts as a decimal number."""
    whole, rest = divmod(abs(number), 10**places)
    return f"{'-' if number < 0 else ''}{whole}{say.decimal}{rest:0{places}d}"


def xlsx_file(grids: Iterable[Grid]) -> bytes:
    """Write grids as the sheets of an XLSX file: heads that stay, figures that can be added, widths that fit."""
    from xlsxwriter import Workbook  # here, since most of the book needs none

    file = BytesIO()
    with Workbook(file, {"in_memory": True}) as book:
        formats = _Formats(book)
        for grid in grids:
            _add_sheet(book, grid, formats)
    return file.getvalue()


class _Formats:
    """How cells look."""

    def __init__(self, book: Any) -> None:
        self.head = book.add_format({"bold": True, "bottom": 1})
        self.day = book.add_format({"num_format": "dd.mm.yyyy", "align": "left"})
        self.euros = book.add_format({"num_format": "#,##0.00"})
        self.parts = book.add_format({"num_format": "0.000"})
        self.sum = book.add_format({"bold": True, "top": 1})
        self.euros_sum = book.add_format({"bold": True, "top": 1, "num_format": "#,##0.00"})


def _add_sheet(book: Any, grid: Grid, formats: _Formats) -> None:
    sheet = book.add_worksheet(grid.name[:31])
    for column, head in enumerate(grid.heads):
        sheet.write_string(0, column, head, formats.head)
    for number, row in enumerate(grid.rows, start=1):
        _add_row(sheet, number, row, formats.euros, formats)
    if grid.sums:
        _add_row(sheet, len(grid.rows) + 1, grid.sums, formats.euros_sum, formats, formats.sum)
    for column in range(len(grid.heads)):
        sheet.set_column(column, column, _width(grid, column))
    sheet.freeze_panes(1, 0)


def _add_row(sheet: Any, number: int, row: Sequence[Cell], euros: Any, formats: _Formats, plain: Any = None) -> None:
    """Write a row. Nothing is left to guess: a text is written as a text, whatever it looks like."""
    for column, cell in enumerate(row):
        match cell:
            case Money(units, Unit.CENT):
                sheet.write_number(number, column, units / 100, euros)  # how a file of Excel has all numbers
            case Money(units):
                sheet.write_number(number, column, units, plain)
            case Parts(thousandths):
                sheet.write_number(number, column, thousandths / 1000, formats.parts)
            case date():
                sheet.write_datetime(number, column, cell, formats.day)
            case int():
                sheet.write_number(number, column, cell, plain)
            case str() if cell:
                sheet.write_string(number, column, cell, plain)
            case _ if plain is not None:
                sheet.write_blank(number, column, None, plain)


def _width(grid: Grid, column: int) -> int:
    texts = [grid.heads[column], *(_typed(row[column], GERMAN) for row in grid.rows if column < len(row))]
    return min(max(NARROWEST, *(len(text) + 2 for text in texts)), WIDEST)
