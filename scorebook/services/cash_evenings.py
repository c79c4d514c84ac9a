"""What the club's box gets and gives at evenings: cash into the cash book, what is carried over onto accounts."""

from datetime import datetime
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from scorebook.errors import ConflictError
from scorebook.ledger.cash import CashKind, MoveKind
from scorebook.ledger.payment import BOX, Way
from scorebook.services.access import Actor
from scorebook.services.cash_book import CLOSED, book_cash, facts, today
from scorebook.services.log import Event, note
from scorebook.store import cash, cash_accounts
from scorebook.store.paying import PaymentRow


def book_payment(
    connection: Connection, actor: Actor, row: PaymentRow, timezone: ZoneInfo, at: datetime | None = None
) -> None:
    """Book what a payment is for the box, for the day on which it was made; one that passes it by is nothing to it.

    `at` is when it is booked: when it was made, unless somebody says otherwise. What went through a bank is not in the
    till, and on no account.
    """
    payment = row.payment
    if BOX not in (payment.payer, payment.payee) or payment.way is Way.TRANSFER:
        return
    cash.lock_cash(connection, actor.club_id)
    other = payment.payer if payment.payee == BOX else payment.payee
    booked: dict[str, Any] = {
        "uuid": uuid4(),
        "date": today(timezone, payment.paid_at),
        "text": "",
        "person_id": other if other > 0 else None,
        "payment_id": row.id,
        "at": at or payment.paid_at,
        "by": actor.name,
    }
    came_in = payment.amount if payment.payee == BOX else -payment.amount
    if payment.way is Way.CASH:
        _book_cash(connection, actor, booked | {"amount": came_in, "evening_id": row.evening_id})
    else:
        _book_move(connection, actor, booked | {"amount": -came_in})


def _book_cash(connection: Connection, actor: Actor, row: dict[str, Any]) -> None:
    book_cash(connection, actor, row | {"kind": CashKind.EVENING.value}, row["at"])


def _book_move(connection: Connection, actor: Actor, row: dict[str, Any]) -> None:
    kept = row | {"kind": MoveKind.CARRIED.value}
    cash_accounts.add_move(connection, actor.club_id, kept)
    note(connection, actor, Event.CASH_CHARGED, f"person:{row['person_id']}", new=facts(kept), at=row["at"])


def unbook_payment(connection: Connection, actor: Actor, payment_id: int, back_id: int, at: datetime) -> None:
    """Take back what a payment was for the box; `back_id` is the row that takes the payment back.

    Raises `ConflictError` where it stands in a year that is closed.
    """
    cash.lock_cash(connection, actor.club_id)
    entry = cash.entry_of_payment(connection, actor.club_id, payment_id)
    move = cash_accounts.move_of_payment(connection, actor.club_id, payment_id)
    found = entry or move
    if found is None:
        return
    if cash.is_closed(connection, actor.club_id, found.date):
        raise ConflictError(CLOSED, year=found.date.year)
    row: dict[str, Any] = {
        "uuid": uuid4(),
        "date": found.date,
        "text": "",
        "person_id": found.person_id,
        "payment_id": back_id,
        "of_id": found.id,
        "amount": -found.amount,
        "at": at,
        "by": actor.name,
    }
    if entry is not None:
        _book_cash(connection, actor, row | {"evening_id": entry.evening_id})
    else:
        _book_move(connection, actor, row)
