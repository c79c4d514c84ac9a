"""Table sheets: the list that a table writes in a round, with the names filled in, or blank.

The grid is a picture below columns of numbers. As a table of cells the sheets of a hundred tables would take minutes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from scorebook.league.tournament.settings import FIVE, Scoring
from scorebook.reports.abrechnung import environment
from scorebook.reports.page import Page
from scorebook.reports.tournament.about import About
from scorebook.reports.tournament.seats import SEATS, HallTable, Sitter
from scorebook.wording import GERMAN, Language

MOST_ROWS = 40
"""So many games have room on a page; more are spread evenly over several."""
ROWS_HEIGHT = 188.0
"""Millimetres that the games have on a page."""
HIGHEST = 8.0
WIDTH = 186.0
FIRST = (9.0, 11.0, 33.0, 20.0, 15.0)
"""How wide the columns before those of the players are: number, dealer, who plays what, with whom, worth."""
WIDE, GAP = "\u2007", "\u2003\u2002"
"""A space as wide as a digit, and what is between number and dealer."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page of a sheet: its games, their dealers, and the height of a row; `last` has sums and signatures."""

    first: int
    dealers: tuple[str, ...]
    seats: int
    height: float
    carried: bool
    last: bool

    def picture(self, told: str) -> Markup:
        """Draw the lines; `told` is what those hear who do not see them."""
        return _grid(self.dealers, self.seats, self.height, told, carried=self.carried)

    @property
    def lines(self) -> tuple[str, ...]:
        """What stands before its games, number and dealer: one text each, since each text takes its time."""
        return tuple(f"{number:{WIDE}>2}{GAP}{dealer}" for number, dealer in enumerate(self.dealers, start=self.first))


@dataclass(frozen=True, slots=True)
class TableSheet:
    """What is printed for one table; `number` is None on a blank sheet: names and table are written by hand there."""

    number: int | None
    round: int | None
    people: tuple[Sitter, ...]
    leaves: tuple[Leaf, ...]


def filled(tables: Sequence[HallTable], round_number: int) -> tuple[TableSheet, ...]:
    """Give the sheets of the tables of a round."""
    return tuple(
        TableSheet(table.number, round_number, table.people, tuple(leaves(table.games, len(table.people))))
        for table in tables
    )


def blank(games: int, seats: int, copies: int = 1) -> tuple[TableSheet, ...]:
    """Give sheets without names.

    >>> [len(leaf.lines) for leaf in blank(32, 4)[0].leaves], [len(leaf.lines) for leaf in blank(60, 5)[0].leaves]
    ([32], [30, 30])
    """
    people = tuple(Sitter(letter, 0, "") for letter in SEATS[:seats])
    return (TableSheet(None, None, people, tuple(leaves(games, seats))),) * copies


def page(about: About, sheets: Sequence[TableSheet], scoring: Scoring, say: Language = GERMAN) -> Page:
    """Give the sheets to be printed."""
    return Page(html(about, sheets, scoring, say), "table_sheet")


def html(about: About, sheets: Sequence[TableSheet], scoring: Scoring, say: Language = GERMAN) -> str:
    """Write the sheets as complete pages; the sum has to be zero where points are won and lost."""
    template = environment().get_template("tournament/table_sheet.html")
    return template.render(about=about, sheets=sheets, balanced=scoring is Scoring.PLUS_MINUS, _=say)


def leaves(games: int, seats: int) -> Iterator[Leaf]:
    """Spread the games of a table over pages: evenly, as few as will do.

    >>> [(leaf.first, leaf.dealers[:6]) for leaf in leaves(40, 5)]
    [(1, ('E', 'A', 'B', 'C', 'D', 'E'))]
    >>> [(leaf.first, len(leaf.dealers), leaf.last) for leaf in leaves(48, 4)]
    [(1, 24, False), (25, 24, True)]
    """
    pages = -(-games // MOST_ROWS)
    for index in range(pages):
        first, end = games * index // pages, games * (index + 1) // pages
        dealers = tuple(_dealer(game, seats) for game in range(first, end))
        height = min(HIGHEST, ROWS_HEIGHT / (len(dealers) + (index > 0)))
        yield Leaf(first + 1, dealers, seats, height, carried=index > 0, last=index == pages - 1)


def _dealer(game: int, seats: int) -> str:
    """Say who deals the game with this index: in turn, and at a table of five E first, since he pauses then."""
    return SEATS[(game - (seats == FIVE)) % seats]


def _grid(dealers: Sequence[str], seats: int, height: float, told: str, *, carried: bool) -> Markup:
    """Draw the lines of a page, a heavier one when everybody has dealt; grey is who pauses."""
    rows = len(dealers) + carried
    whole = rows * height
    edges = _edges(seats)
    frame = f"M0 0H{WIDTH:g}V{whole:.2f}H0z"
    thin = [f"M0 {row * height:.2f}H{WIDTH:g}" for row in range(1, rows)]
    thin += [f"M{x:g} 0V{whole:.2f}" for x in edges]
    heavy = [f"M0 {row * height:.2f}H{WIDTH:g}" for row in range(carried + seats, rows, seats)]
    heavy += [f"M{edges[len(FIRST) - 1]:g} 0V{whole:.2f}", frame]
    out = "".join(_pauses(dealers, seats, height, carried=carried))
    return Markup(
        '<svg class="grid" viewBox="0 0 {0:g} {1:.2f}" role="img"><title>{5}</title>'
        '<path fill="#e6e3dc" d="{2}"/><path fill="none" stroke="#a8a39a" stroke-width=".2" d="{3}"/>'
        '<path fill="none" stroke="#4a4843" stroke-width=".4" d="{4}"/></svg>'
    ).format(WIDTH, whole, out, "".join(thin), "".join(heavy), told)


def _edges(seats: int) -> list[float]:
    """Give where the lines between the columns are."""
    edges, x = [], 0.0
    for width in FIRST:
        x += width
        edges.append(x)
    each = (WIDTH - x) / seats
    return edges + [round(x + each * seat, 2) for seat in range(1, seats)]


def _pauses(dealers: Sequence[str], seats: int, height: float, *, carried: bool) -> Iterator[str]:
    if seats != FIVE:
        return
    begin = sum(FIRST)
    each = (WIDTH - begin) / seats
    for row, dealer in enumerate(dealers, start=carried):
        x = begin + each * SEATS.index(dealer)
        yield f"M{x:.2f} {row * height:.2f}h{each:.2f}v{height:.2f}h-{each:.2f}z"
