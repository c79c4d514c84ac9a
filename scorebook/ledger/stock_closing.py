"""What becomes of a Stock that is left at the end: divided, kept for next time, or put into the club's box."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from scorebook.ledger.entries import AccountKind, Entry


class MoveKind(StrEnum):
    """How a Stock moves as a whole: out of the game, back into it after a reopening, into the next evening."""

    DIVIDED = "divided"
    KEPT = "kept"
    BOXED = "boxed"
    RETURNED = "returned"
    TAKEN = "taken"


CHOICES = (MoveKind.DIVIDED, MoveKind.KEPT, MoveKind.BOXED)
"""What may become of a Stock when an evening ends."""
_WHERE = {MoveKind.KEPT: AccountKind.KEPT, MoveKind.BOXED: AccountKind.BOX}


def shares(amount: int, people: int) -> tuple[int, ...]:
    """Divide an amount into equal parts, in units; an odd rest goes one unit each from the first seat on.

    >>> shares(240, 4), shares(10, 4)
    ((60, 60, 60, 60), (3, 3, 2, 2))
    """
    part, rest = divmod(amount, people)
    return tuple(part + (place < rest) for place in range(people))


@dataclass(frozen=True, slots=True)
class StockClosing:
    """What became of a sheet's Stock: `kind` is one of `CHOICES`, `amount` what lay in it, in units.

    `people` are the ids, by seat, of those among whom it was divided; nobody where it was not. `at` is UTC.
    """

    kind: MoveKind
    amount: int
    at: datetime
    by: str
    people: tuple[int, ...] = ()

    @property
    def shares(self) -> Mapping[int, int]:
        """What everybody gets, in units, by person id."""
        return dict(zip(self.people, shares(self.amount, len(self.people)), strict=True)) if self.people else {}


def closing_entries(closing: StockClosing) -> tuple[Entry, ...]:
    """Give the entries of a closing; they sum to zero.

    >>> from datetime import UTC, datetime
    >>> closing_entries(StockClosing(MoveKind.KEPT, 240, datetime.now(UTC), "Tisch"))[1]
    Entry(kind=<AccountKind.KEPT: 'kept'>, person=None, amount=240)
    """
    emptied = Entry(AccountKind.STOCK, None, -closing.amount)
    if closing.kind in _WHERE:
        return emptied, Entry(_WHERE[closing.kind], None, closing.amount)
    return emptied, *(Entry(AccountKind.PLAYER, person, share) for person, share in closing.shares.items() if share)


def taking_entries(amount: int) -> tuple[Entry, ...]:
    """Give the entries with which a new sheet takes up a Stock that was kept, in units; they sum to zero.

    >>> [(entry.kind.value, entry.amount) for entry in taking_entries(240)]
    [('kept', -240), ('stock', 240)]
    """
    return Entry(AccountKind.KEPT, None, -amount), Entry(AccountKind.STOCK, None, amount)
