"""What evenings that are read from files mean for the club's box: what was paid to it or by it is there too.

A file of evenings has no cash book. Whether the club's own has their money already, only its treasurer knows: he is
told what would be booked, and may say no.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from scorebook.ledger.evening import Evening
from scorebook.ledger.payment import BOX, Payment, Way
from scorebook.services import cash_evenings
from scorebook.services.access import Actor
from scorebook.services.cash_book import today
from scorebook.store import cash, paying


@dataclass(frozen=True, slots=True)
class ForBox:
    """What would be booked: so many entries in the cash book, what they come to, so many movements on accounts.

    `closed` payments stand in years that are closed: nothing is booked for them.
    """

    entries: int = 0
    cents: int = 0
    moves: int = 0
    closed: int = 0

    def __bool__(self) -> bool:
        """Whether there is anything to say."""
        return bool(self.entries or self.moves or self.closed)

    @property
    def books(self) -> bool:
        """Whether something would be booked."""
        return bool(self.entries or self.moves)


def for_box(connection: Connection, actor: Actor, evenings: Iterable[Evening], timezone: ZoneInfo) -> ForBox:
    """Say what would be booked of the payments of evenings. Writes nothing."""
    paid = [one for evening in evenings for one in _of_the_box(evening.payments)]
    closed = cash.closed_up_to(connection, actor.club_id) or 0
    opened = [one for one in paid if today(timezone, one.paid_at).year > closed]
    in_cash = [one for one in opened if one.way is Way.CASH]
    cents = sum(one.amount if one.payee == BOX else -one.amount for one in in_cash)
    return ForBox(len(in_cash), cents, len(opened) - len(in_cash), len(paid) - len(opened))


def book_read(connection: Connection, actor: Actor, evening_id: int, timezone: ZoneInfo, at: datetime) -> None:
    """Book what was paid to the box, and by it, at an evening that was just read; not in years that are closed."""
    for row in paying.rows_of(connection, evening_id):
        if not cash.is_closed(connection, actor.club_id, today(timezone, row.payment.paid_at)):
            cash_evenings.book_payment(connection, actor, row, timezone, at)


def _of_the_box(payments: Iterable[Payment]) -> Iterator[Payment]:
    """Give the payments that are something to the box."""
    return (one for one in payments if BOX in (one.payer, one.payee) and one.way is not Way.TRANSFER)
