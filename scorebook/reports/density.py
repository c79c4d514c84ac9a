"""How closely an Abrechnung on A4 is set, so that it takes no page more than it has to.

Heights are worked out here rather than measured: setting a paper twice would take twice as long. All are millimetres as
the style has them (`templates/paper/css`); a test holds pages against them, game by game.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scorebook.reports.paying import Paying
from scorebook.reports.view import Abrechnung, Row, SheetView

LINE, SMALL = 3.97, 3.53
LETTERS, SMALL_LETTERS, PADDING = 3.18, 2.82, 1.25
HEADING, ABOUT, TITLE = 5.91, 4.44, 9.61
TOTALS, HEADS = 20.98, 36.0  # everybody's sums, and these below their Striche
TABLE_HEAD, STRUCK, PAIR = 5.4, 4.77, 4.97  # a heading of games, a game that was taken back, two cells beside the chart
UPRIGHT, ACROSS = (265.0, 48.95), (178.0, 64.14)
"""What a page has room for, and how high the course of the evening is, on either."""
ROOM, CLOSE, NAME = 20, 16, 8
"""So many letters have room in a line of a column: of a game, of one beside five sums; of a name above its sums."""


@dataclass(frozen=True, slots=True)
class Density:
    """A way to set it: `name` is its class in the style.

    `least` is the height of a game, `leading` that of a line by its letters, `sign` that of lines to sign on.
    """

    name: str
    least: float
    leading: float
    sign: float
    below: float


AIRY = Density("airy", 5.9, 1.25, 17.73, 5)
USUAL = Density("", 0, 1.25, 17.73, 5)
TIGHT = Density("tight", 0, 1, 13.73, 3)
WAYS = (AIRY, USUAL, TIGHT)


def density(view: Abrechnung, *, wide: bool) -> Density:
    """Choose the airiest way that takes as few pages as possible; over several pages the list is not airy."""
    room, course = ACROSS if wide else UPRIGHT
    counts = {way: _pages(view, way, room, course) for way in WAYS}
    least = min(counts.values())
    return next(way for way, count in counts.items() if count == least and (least == 1 or way is not AIRY))


def _pages(view: Abrechnung, way: Density, room: float, course: float) -> int:
    """Count the pages that a way takes."""
    pages, y = 1, _top(view)
    for sheet in view.sheets:
        y += (HEADING + (HEADS if sheet.sides else 0) if sheet.heading else 0) + _head(sheet)
        for height in _rows(sheet, way):
            if y + height > room:
                pages, y = pages + 1, _head(sheet)
            y += height
        y += way.below
    end = _end(view, way, course)
    return pages if y + end <= room else pages + 1


def _top(view: Abrechnung) -> float:
    """Give how high what stands above the games is."""
    if len(view.sheets) == 1 and view.sheets[0].sides:
        return TITLE + ABOUT * len(view.about) + HEADS
    across = 7 if len(view.totals) <= 7 else 6
    return TITLE + ABOUT * len(view.about) + TOTALS * -(-len(view.totals) // across)


def _head(sheet: SheetView) -> float:
    """Give how high the heading of the games is: the longest name decides."""
    return TABLE_HEAD + SMALL * (_wrapped("x" * max(map(len, sheet.columns), default=0), NAME) - 1)


def _rows(sheet: SheetView, way: Density) -> Iterator[float]:
    """Give the heights of the games one after the other, and of what stands below them."""
    for row in sheet.rows:
        yield (PAIR if row.day else 0) + _row(row, way, CLOSE if sheet.across == 5 else ROOM)
    if sheet.end:
        yield max(way.least, LETTERS * way.leading + PADDING)
    for below in (sheet.corrected, sheet.struck):
        yield from (STRUCK for _game in below)
        if below:
            yield HEADING + way.below


def _row(row: Row, way: Density, beside: int) -> float:
    """Give how high a game is: what is said of it besides is in smaller letters."""
    lines = max(_wrapped(row.contract, ROOM), _wrapped(row.who, ROOM))
    text = max(lines * LETTERS, _wrapped(row.extras, beside) * SMALL_LETTERS) * way.leading
    return max(way.least, text + PADDING)


def _wrapped(text: str, room: int) -> int:
    return 1 + max(0, len(text) - 1) // room


def _end(view: Abrechnung, way: Density, course: float) -> float:
    """Give how high the block at the end is, which stays together."""
    pay = view.paying
    words = (_paying(pay) if pay else 0) + HEADING + PAIR * len(view.facts) + 4
    small = (1 + len(pay.reasons) if pay and pay.price else 0) + (len(pay.sums) if pay else 0)
    people = len(view.totals)
    signed = 1 if people <= 5 else 2 if people <= 10 else -(-people // 5)
    return 2 + max(words, course) + SMALL * small + way.sign * signed


def _paying(pay: Paying) -> float:
    """Give how high the column is that says who pays whom."""
    height = HEADING + 4 + (_pairs(pay.transfers) or LINE)
    if pay.levies:
        height += 4 + LINE * sum(_wrapped(told, 2 * ROOM - 2) for _uuid, told, _note in pay.levies)
    if pay.rounding:
        height += 4 + LINE
    if pay.done:
        height += HEADING + 4 + _pairs((one.payer, one.payee, one.amount) for one in pay.done)
    return height


def _pairs(paid: Iterable[tuple[str, str, str]]) -> float:
    return sum(PAIR + LINE * (_wrapped(f"{payer} an {payee}", ROOM + 2) - 1) for payer, payee, _amount in paid)
