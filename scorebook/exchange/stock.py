"""What became of a Stock, in the export format: the key `stock_closed` of a sheet.

FORMAT.md 6 has no place for that. The key is written only where a Stock was closed, so that every other file is exactly
what the format says. Like everything in a file it is checked: the amount is what lay in the Stock at the end, those who
share it are those who sit at the table then, and the evening has ended. A Stock that was kept for next time is offered
to the next evening of the book that reads it; whether it was taken along elsewhere no file knows.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from scorebook.exchange.games import STRICT
from scorebook.exchange.shapes import Number, Text, Time, time_text
from scorebook.ledger.evening import Sheet
from scorebook.ledger.stock import sharers
from scorebook.ledger.stock_closing import MoveKind, StockClosing
from scorebook.rules import Finding


class StockClosedModel(BaseModel):
    """What became of a sheet's Stock: `people` are those among whom it was divided, by seat."""

    model_config = STRICT

    kind: Literal["divided", "kept", "boxed"]
    amount: Annotated[int, Field(ge=1, le=10**9)]
    people: Annotated[list[Number], Field(max_length=7)] = []
    at: Time
    by: Text


def closed_json(closing: StockClosing) -> dict[str, Any]:
    """Write what became of a Stock."""
    return {
        "kind": closing.kind.value,
        "amount": closing.amount,
        "people": list(closing.people),
        "at": time_text(closing.at),
        "by": closing.by,
    }


def read_closed(model: StockClosedModel) -> StockClosing:
    """Make the value of what was read; `wrong_closing` says whether it can be."""
    return StockClosing(MoveKind(model.kind), model.amount, model.at, model.by, tuple(model.people))


def wrong_closing(sheet: Sheet, closing: StockClosing, ended: datetime | None, place: str) -> Iterator[Finding]:
    """Find what cannot be about the end of a sheet's Stock."""
    if ended is None:
        yield Finding("stock_closed.open", place)
    if closing.people != sharers(sheet, closing.kind):
        yield Finding("stock_closed.people", f"{place}.people")
    if closing.amount != sheet.stock_left:
        yield Finding("stock_closed.amount", f"{place}.amount")
