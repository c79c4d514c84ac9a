"""Tables of other programs: CSV as spreadsheets write it, and what was copied out of one."""

import csv
from dataclasses import dataclass
from io import StringIO

from scorebook.exchange.strict import BOM, ShapeError
from scorebook.rules import Finding

MOST_ROWS, MOST_COLUMNS, LONGEST = 2000, 60, 4000
"""Of a table; characters of one cell."""
MARKS = "\t;,|"
"""What may part cells."""
SHIELDED = ("'=", "'+", "'-", "'@", "'\t", "'\r", "'\n", "'＝", "'＋", "'－", "'＠")
"""How a text begins that was kept from being a formula."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table as texts: the heads of its columns, and its rows, each as long as the heads; `lines` says where each is.

    Empty rows are left out.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]


def table_text(content: bytes) -> str:
    """Give the text of a file: UTF-8, UTF-16 where it says so, else what older Windows programs write.

    >>> table_text("Ödön".encode("cp1252")), table_text("Ödön".encode("utf-16"))
    ('Ödön', 'Ödön')
    """
    wide = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ("utf-16",) if wide else ("utf-8", "cp1252"):
        try:
            return content.decode(encoding).removeprefix(BOM)
        except UnicodeDecodeError:
            continue
    raise ShapeError([Finding("table.no_text", "")])


def read_table(text: str) -> Table:
    r"""Read a table whose first row has the heads. Raises `ShapeError` where there is none, or it is too large.

    >>> read_table("Wer;Was\nSepp;'=x\n\nVroni;Wenz").rows
    (('Sepp', '=x'), ('Vroni', 'Wenz'))
    """
    if "\0" in text:
        raise ShapeError([Finding("table.no_text", "")])
    reader = csv.reader(StringIO(text.removeprefix(BOM), newline=""), delimiter=_mark(text))
    found: list[tuple[int, list[str]]] = []
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                found.append((reader.line_num, [_bare(cell) for cell in row]))
            if len(found) > MOST_ROWS + 1:
                raise ShapeError([Finding("table.too_long", "", {"most": MOST_ROWS})])
    except csv.Error as error:
        raise ShapeError([Finding("table.broken", "", {"line": reader.line_num})]) from error
    if len(found) < 2 or len(found[0][1]) < 2:
        raise ShapeError([Finding("table.none", "")])
    (_, heads), *rows = found
    return _table(heads, rows)


def _table(heads: list[str], rows: list[tuple[int, list[str]]]) -> Table:
    while len(heads) > 2 and not heads[-1]:
        heads.pop()
    if len(heads) > MOST_COLUMNS:
        raise ShapeError([Finding("table.too_wide", "", {"most": MOST_COLUMNS})])
    for line, row in rows:
        if any(row[len(heads) :]):
            raise ShapeError([Finding("table.ragged", "", {"line": line, "cells": len(row), "heads": len(heads)})])
        if any(len(cell) > LONGEST for cell in row):
            raise ShapeError([Finding("table.broken", "", {"line": line})])
    padded = tuple(tuple([*row, *[""] * len(heads)][: len(heads)]) for _, row in rows)
    return Table(tuple(heads), padded, tuple(line for line, _ in rows))


def _mark(text: str) -> str:
    """Find what parts the cells: what stands most often in the first line, tabs and semicolons before commas."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    return max(MARKS, key=lambda mark: (first.count(mark), -MARKS.index(mark)))


def _bare(cell: str) -> str:
    """Give a cell as somebody typed it: without the apostrophe that kept it from being a formula."""
    text = cell.strip()
    return text[1:] if text.startswith(SHIELDED) else text
