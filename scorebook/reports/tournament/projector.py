"""A tournament on the projector: a few lines at a time, in letters that the whole hall can read."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from scorebook.reports.tournament.board import Board, Special, Team
from scorebook.reports.tournament.seats import Place
from scorebook.wording import GERMAN, Language

T = TypeVar("T")

IN_COLUMN, COLUMNS = 15, 2
"""Lines one below the other, and side by side."""
SHORT = 6
"""A group with so many lines at most leaves room for another below it."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One line: what stands before the name, what small behind it, and what at its end."""

    first: str
    name: str
    note: str
    last: str
    negative: bool = False


@dataclass(frozen=True, slots=True)
class Slide:
    """What is shown at once: columns of lines, each with a heading that may be empty."""

    heading: str
    columns: tuple[tuple[str, tuple[Shown, ...]], ...]


def standing_slides(
    board: Board, specials: Sequence[Special], teams: Sequence[Team], heading: str, say: Language = GERMAN
) -> tuple[Slide, ...]:
    """Show standings, the best first; behind them what else can be won."""
    lines = [
        Shown(row.rank, row.name, row.why or (row.notes[0] if row.notes else ""), row.total.text, row.total.negative)
        for row in board.rows
    ]
    return (*_paged(lines, heading), *_grouped(list(_groups(specials, teams, say)), heading))


def seat_slides(places: Iterable[Place], heading: str, say: Language = GERMAN) -> tuple[Slide, ...]:
    """Show by name who sits where in one round; whoever has no seat in it is left out."""
    lines = [
        Shown(str(place.number), place.name, "", say("Tisch %(table)d %(seat)s", table=seat.table, seat=seat.letter))
        for place in places
        for seat in place.seats
        if seat is not None
    ]
    return tuple(_paged(lines, heading))


def _paged(lines: Sequence[Shown], heading: str) -> Iterator[Slide]:
    """Fill the screen column by column; a last one that is not full keeps its columns even."""
    for some in parts(lines, IN_COLUMN * COLUMNS):
        high = min(IN_COLUMN, -(-len(some) // COLUMNS)) if len(some) > IN_COLUMN else IN_COLUMN
        yield Slide(heading, tuple(("", part) for part in parts(some, high)))


def _groups(
    specials: Iterable[Special], teams: Sequence[Team], say: Language
) -> Iterator[tuple[str, tuple[Shown, ...]]]:
    for one in specials:
        yield one.name, tuple(Shown(place, name, "", points) for place, name, points in one.places[:IN_COLUMN])
    for some in parts(teams, IN_COLUMN):
        lines = tuple(Shown(one.rank, one.name, one.note, one.total.text, one.total.negative) for one in some)
        yield say("Mannschaften"), lines


def _grouped(groups: Sequence[tuple[str, tuple[Shown, ...]]], heading: str) -> Iterator[Slide]:
    """Put groups side by side; short ones below each other too."""
    short = all(len(lines) <= SHORT for _name, lines in groups)
    for some in parts(groups, 2 * COLUMNS if short else COLUMNS):
        yield Slide(heading, tuple(some))


def parts(some: Sequence[T], most: int) -> Iterator[tuple[T, ...]]:
    """Cut what there is into parts of at most so many.

    >>> list(parts([1, 2, 3], 2))
    [(1, 2), (3,)]
    """
    return (tuple(some[begin : begin + most]) for begin in range(0, len(some), most))
