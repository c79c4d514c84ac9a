"""What was paid at evenings, and to how many cents people pay there."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, insert, select, update

from scorebook.ledger.payment import BOX, STOCK, Payment, Way
from scorebook.store.one_person import all_ids
from scorebook.store.rows import add
from scorebook.store.tables import evenings, payments

POTS = {"box": BOX, "stock": STOCK}
POT_NAMES = {party: name for name, party in POTS.items()}


@dataclass(frozen=True, slots=True)
class PaymentRow:
    """A row of the table: a payment, or with `of_id` that one was taken back, at `payment.paid_at`."""

    id: int
    club_id: int
    evening_id: int
    payment: Payment
    of_id: int | None


def payment_row(row: Any) -> PaymentRow:
    """Make the value of a row."""
    payer = POTS[row.payer_pot] if row.payer_id is None else row.payer_id
    payee = POTS[row.payee_pot] if row.payee_id is None else row.payee_id
    payment = Payment(payer, payee, row.cents, row.at, row.by, Way(row.way), row.uuid)
    return PaymentRow(row.id, row.club_id, row.evening_id, payment, row.of_id)


def rows_of(connection: Connection, evening_id: int) -> tuple[PaymentRow, ...]:
    """Give all rows of an evening, the first first."""
    query = select(payments).where(payments.c.evening_id == evening_id).order_by(payments.c.id)
    return tuple(map(payment_row, connection.execute(query)))


def rows_of_club(connection: Connection, club_id: int) -> tuple[PaymentRow, ...]:
    """Give all rows of a club, the first first."""
    query = select(payments).where(payments.c.club_id == club_id).order_by(payments.c.id)
    return tuple(map(payment_row, connection.execute(query)))


def standing(rows: Sequence[PaymentRow]) -> tuple[Payment, ...]:
    """Give the payments among rows that were not taken back, the first first."""
    undone = {row.of_id for row in rows}
    return tuple(row.payment for row in rows if row.of_id is None and row.id not in undone)


def undone(rows: Sequence[PaymentRow]) -> tuple[tuple[Payment, Payment], ...]:
    """Give the payments among rows that were taken back, each with what takes it back, in the order of that."""
    known = {row.id: row.payment for row in rows}
    return tuple((known[row.of_id], row.payment) for row in rows if row.of_id is not None)


def find_payment(connection: Connection, uuid: UUID) -> PaymentRow | None:
    """Give the row with that UUID, of whichever club."""
    row = connection.execute(select(payments).where(payments.c.uuid == uuid)).first()
    return None if row is None else payment_row(row)


def taken_back(connection: Connection, payment_id: int) -> bool:
    """Tell whether a payment was taken back."""
    return connection.execute(select(payments.c.id).where(payments.c.of_id == payment_id)).first() is not None


def add_payment(
    connection: Connection, club_id: int, evening_id: int, payment: Payment, of_id: int | None = None
) -> int:
    """Add a payment, or that the payment `of_id` is taken back, and give its id.

    Raises `sqlalchemy.exc.IntegrityError` if its UUID is taken, or the other was taken back before.
    """
    return add(connection, payments, _columns(club_id, evening_id, payment) | {"of_id": of_id})


def add_payments(connection: Connection, club_id: int, evening_id: int, made: Iterable[Payment]) -> None:
    """Add payments of an evening that was read from a file."""
    rows = [_columns(club_id, evening_id, payment) for payment in made]
    if rows:
        connection.execute(insert(payments), rows)


def _columns(club_id: int, evening_id: int, payment: Payment) -> dict[str, Any]:
    return {
        "club_id": club_id,
        "evening_id": evening_id,
        "uuid": payment.uuid,
        "payer_id": payment.payer if payment.payer > 0 else None,
        "payer_pot": POT_NAMES.get(payment.payer),
        "payee_id": payment.payee if payment.payee > 0 else None,
        "payee_pot": POT_NAMES.get(payment.payee),
        "cents": payment.amount,
        "way": payment.way.value,
        "at": payment.paid_at,
        "by": payment.by,
    }


def keep_rounding(connection: Connection, club_id: int, evening_id: int, step: int) -> None:
    """Keep to how many cents people pay at an evening of the club."""
    here = (evenings.c.club_id == club_id) & (evenings.c.id == evening_id)
    connection.execute(update(evenings).where(here).values(round_to=step))


def paid_by_or_to(connection: Connection, person_id: int) -> list[dict[str, Any]]:
    """Give what somebody paid and got, with what was taken back, the first first."""
    his = all_ids(connection, person_id)
    query = (
        select(payments, evenings.c.uuid.label("evening"))
        .join(evenings, evenings.c.id == payments.c.evening_id)
        .where(payments.c.payer_id.in_(his) | payments.c.payee_id.in_(his))
        .order_by(payments.c.id)
    )
    return [
        {
            "evening": str(row.evening),
            "at": row.at.isoformat(),
            "paid" if row.payer_id in his else "got": row.cents,
            "way": row.way,
            "taken_back": row.of_id is not None,
        }
        for row in connection.execute(query)
    ]
