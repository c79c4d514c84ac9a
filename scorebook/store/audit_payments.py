"""Payments as they stand in the book, with what they are about."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection, select

from scorebook.store.paying import PaymentRow, rows_of
from scorebook.store.tables import evenings, payments, seats, sheets


@dataclass(frozen=True, slots=True)
class AuditedPayments:
    """The rows of one evening, the first first, and who sat at its tables."""

    evening_id: int
    club_id: int
    date: date
    people: frozenset[int]
    rows: tuple[PaymentRow, ...]


def audited_payments(connection: Connection) -> Iterator[AuditedPayments]:
    """Give the payments of every evening, of every club, that has some."""
    query = (
        select(evenings.c.id, evenings.c.club_id, evenings.c.date)
        .where(evenings.c.id.in_(select(payments.c.evening_id)))
        .order_by(evenings.c.id)
    )
    for row in connection.execute(query).all():
        people = people_of_evenings(connection, [row.id])[row.id]
        yield AuditedPayments(row.id, row.club_id, row.date, people, rows_of(connection, row.id))


def people_of_evenings(connection: Connection, evening_ids: Iterable[int]) -> dict[int, frozenset[int]]:
    """Give who sat at the tables of each of some evenings."""
    sat = select(seats.c.person_id).join(sheets, sheets.c.id == seats.c.sheet_id)
    return {
        evening_id: frozenset(connection.execute(sat.where(sheets.c.evening_id == evening_id)).scalars())
        for evening_id in evening_ids
    }
