"""Many names at once, pasted from a spreadsheet, a mail or another list.

Names are parted by lines, tabs and semicolons; numbers before them do not count. Under a heading ("Name; Ort") each
line is one person, and its columns say what they are.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from scorebook.services.texts import same_name
from scorebook.services.tournament.registering import Newcomer

HEADINGS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("name", "spieler", "spielerin", "teilnehmer", "player"), "name"),
        **dict.fromkeys(("vorname", "first name"), "given"),
        **dict.fromkeys(("nachname", "familienname", "zuname", "surname", "last name"), "surname"),
        **dict.fromkeys(("ort", "wohnort", "town", "city"), "town"),
        **dict.fromkeys(("mannschaft", "verein", "team", "club"), "team"),
        **dict.fromkeys(("jahrgang", "geboren", "geburtsjahr", "born", "year"), "born"),
        **dict.fromkeys(("bezahlt", "startgeld", "paid", "fee"), "paid"),
    }
)
_CELLS = re.compile(r"[\t;]")
_BEFORE = re.compile(r"\s*(?:nr\.?\s*)?[0-9]{1,4}\s*(?:[.):,-]\s*|\s+|$)", re.IGNORECASE)


def read_names(text: str) -> tuple[Newcomer, ...]:
    """Read who is meant, in order; whatever shows no letter is no name.

    >>> [one.name for one in read_names("1. Sepp Huber;; 2) Vroni" + chr(10) * 3 + "12" + chr(9) + "Änne Weiß")]
    ['Sepp Huber', 'Vroni', 'Änne Weiß']
    >>> read_names("Nr;Nachname;Vorname;Ort" + chr(10) + "1;Huber;Sepp;Landshut")[0].town
    'Landshut'
    """
    lines = [[cell.strip() for cell in _CELLS.split(line)] for line in text.splitlines()]
    lines = [cells for cells in lines if any(cells)]
    columns = _columns(lines[0]) if lines else {}
    if columns:
        return tuple(one for cells in lines[1:] if (one := _of_columns(cells, columns)).name)
    return tuple(Newcomer(name) for cells in lines for name in _names(cells))


def _columns(cells: list[str]) -> dict[str, int]:
    """Give which column is what, by a heading; nothing where it is none."""
    found = {HEADINGS[key]: at for at, cell in enumerate(cells) if (key := same_name(cell).rstrip(":")) in HEADINGS}
    return found if "name" in found or {"given", "surname"} <= found.keys() else {}


def _of_columns(cells: list[str], columns: Mapping[str, int]) -> Newcomer:
    said: dict[str, Any] = {key: cells[at] for key, at in columns.items() if at < len(cells)}
    parts = (said.pop("given", ""), said.pop("surname", ""))
    name = _bare(said.pop("name", "") or " ".join(filter(None, parts)))
    return replace(Newcomer(name), **said)


def _names(cells: list[str]) -> Iterator[str]:
    return (name for cell in cells if (name := _bare(cell)))


def _bare(cell: str) -> str:
    """Give a cell without the number before it; "" where nothing of it is a name."""
    found = _BEFORE.sub("", cell, count=1) if _BEFORE.match(cell) else cell
    found = found.strip(" \t,;\"'")
    return found if any(letter.isalpha() for letter in found) else ""
