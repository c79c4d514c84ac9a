"""Where the money of the Stocks of an evening lies."""

from collections.abc import Iterable

from scorebook.ledger.evening import Sheet
from scorebook.ledger.stock_closing import MoveKind


def paid_in(sheets: Iterable[Sheet]) -> int:
    """Give what people have to lay into the Stocks of an evening's sheets, in units; below zero they get it out.

    What a Stock brings along lies there already, and what is kept for next time stays there.

    >>> from dataclasses import replace
    >>> from datetime import UTC, datetime
    >>> from scorebook.ledger.stock_closing import StockClosing
    >>> kept = StockClosing(MoveKind.KEPT, 240, datetime.now(UTC), "Tisch")
    >>> boxed = replace(kept, kind=MoveKind.BOXED)
    >>> [paid_in([Sheet(1, 0, (), stock=240, closed=closed)]) for closed in (None, kept, boxed)]
    [0, 0, -240]
    """
    return sum(sheet.stock_now + _closed(sheet, MoveKind.KEPT) - sheet.stock for sheet in sheets)


def boxed(sheets: Iterable[Sheet]) -> int:
    """Give what goes from the Stocks of an evening's sheets into the club's box, in units.

    >>> from datetime import UTC, datetime
    >>> from scorebook.ledger.stock_closing import StockClosing
    >>> boxed([Sheet(1, 0, (), stock=240, closed=StockClosing(MoveKind.BOXED, 240, datetime.now(UTC), "Tisch"))])
    240
    """
    return sum(_closed(sheet, MoveKind.BOXED) for sheet in sheets)


def sharers(sheet: Sheet, kind: MoveKind) -> tuple[int, ...]:
    """Give those among whom a Stock is divided at the end, by seat: who sits at the table then; else nobody.

    >>> from scorebook.ledger.evening import Seat
    >>> four = Sheet(1, 0, tuple(Seat(seat, 10 + seat) for seat in range(4)))
    >>> sharers(four, MoveKind.DIVIDED), sharers(four, MoveKind.KEPT)
    ((10, 11, 12, 13), ())
    """
    return sheet.sitting if kind is MoveKind.DIVIDED else ()


def _closed(sheet: Sheet, kind: MoveKind) -> int:
    return sheet.closed.amount if sheet.closed is not None and sheet.closed.kind is kind else 0
