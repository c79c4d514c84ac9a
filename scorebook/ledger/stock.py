"""Where the money of the Stocks of an evening lies."""

from scorebook.ledger.evening import Evening, Sheet
from scorebook.ledger.stock_closing import MoveKind


def paid_in(evening: Evening) -> int:
    """Give what people have to lay into the Stocks this evening, in units; below zero they get it out.

    What a Stock brings along lies there already, and what is kept for next time stays there.
    """
    return sum(sheet.stock_now + _closed(sheet, MoveKind.KEPT) - sheet.stock for sheet in evening.sheets)


def boxed(evening: Evening) -> int:
    """Give what goes into the club's box this evening, in units."""
    return sum(_closed(sheet, MoveKind.BOXED) for sheet in evening.sheets)


def _closed(sheet: Sheet, kind: MoveKind) -> int:
    return sheet.closed.amount if sheet.closed is not None and sheet.closed.kind is kind else 0
