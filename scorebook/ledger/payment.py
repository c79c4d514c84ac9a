"""A payment between two of an evening: people by their ids, its Stocks and the club's box."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

STOCK, BOX = -1, -2
"""Stand for the Stocks and for the club's box among the people who pay."""
STEPS = (1, 5, 10, 50)
"""To so many cents amounts can be rounded; to one they are exact."""


class Way(StrEnum):
    """How it was paid: in cash, by the bank, or put down to somebody's account in the club."""

    CASH = "cash"
    TRANSFER = "transfer"
    CARRIED = "carried"


@dataclass(frozen=True, slots=True)
class Payment:
    """`payer` gave `payee` an amount, in cents above zero; each is a person's id, `STOCK` or `BOX`.

    `paid_at` is UTC, `by` who said so. Never changed, only taken back as a whole.
    """

    payer: int
    payee: int
    amount: int
    paid_at: datetime
    by: str
    way: Way = Way.CASH
    uuid: UUID | None = None
