"""The accounts that people have with their club: movements, balances; and what the book has of one in all of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, Select, func, select

from scorebook.ledger.cash import MoveKind
from scorebook.ledger.people import told_apart
from scorebook.store.cash_tables import account_moves, cash_entries
from scorebook.store.one_person import everybody, ids_of, standing
from scorebook.store.rows import add, is_id
from scorebook.store.tables import evenings, payments, people

Day = date


@dataclass(frozen=True, slots=True)
class Move:
    """A movement as it stands in the book.

    `cash` is the number of the entry that it is in the cash book, `evening_id` and its day where it was carried over.
    """

    id: int
    uuid: UUID
    person_id: int
    date: date
    kind: MoveKind
    text: str
    amount: int
    cash: int | None
    evening_id: int | None
    evening: Day | None
    payment_id: int | None
    of_id: int | None
    taken_back: bool
    at: datetime
    by: str


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody of the club and his balance: what the club owes him; what he owes stands below zero."""

    person_id: int
    name: str
    balance: int


def add_move(connection: Connection, club_id: int, row: Mapping[str, Any]) -> int:
    """Add a movement and give its id. The caller has locked the cash book."""
    return add(connection, account_moves, {"club_id": club_id, **row})


_BY = account_moves.alias("by_move")


def _moves(club_id: int) -> Select[Any]:
    return (
        select(
            account_moves,
            cash_entries.c.number.label("cash"),
            evenings.c.id.label("evening_id"),
            evenings.c.date.label("evening"),
            _BY.c.id.label("taken_back"),
        )
        .outerjoin(cash_entries, cash_entries.c.id == account_moves.c.cash_entry_id)
        .outerjoin(payments, payments.c.id == account_moves.c.payment_id)
        .outerjoin(evenings, evenings.c.id == payments.c.evening_id)
        .outerjoin(_BY, _BY.c.of_id == account_moves.c.id)
        .where(account_moves.c.club_id == club_id)
    )


def _move(row: Any) -> Move:
    return Move(
        id=row.id,
        uuid=row.uuid,
        person_id=row.person_id,
        date=row.date,
        kind=MoveKind(row.kind),
        text=row.text,
        amount=row.amount,
        cash=row.cash,
        evening_id=row.evening_id,
        evening=row.evening,
        payment_id=row.payment_id,
        of_id=row.of_id,
        taken_back=row.taken_back is not None,
        at=row.at,
        by=row.by,
    )


def moves_of(connection: Connection, club_id: int, person_id: int) -> tuple[Move, ...]:
    """List the movements on somebody's account, by day, in the order in which they were booked."""
    query = _moves(club_id).where(account_moves.c.person_id.in_(ids_of(person_id)))
    return tuple(map(_move, connection.execute(query.order_by(account_moves.c.date, account_moves.c.id))))


def all_moves(connection: Connection, club_id: int) -> tuple[Move, ...]:
    """List all movements in the order in which they were booked."""
    return tuple(map(_move, connection.execute(_moves(club_id).order_by(account_moves.c.id))))


def find_move(connection: Connection, club_id: int, move_id: int) -> Move | None:
    """Find a movement of the club."""
    if not is_id(move_id):
        return None
    row = connection.execute(_moves(club_id).where(account_moves.c.id == move_id)).first()
    return None if row is None else _move(row)


def move_by_uuid(connection: Connection, club_id: int, uuid: UUID) -> Move | None:
    """Find a movement by the mark of the form that made it."""
    row = connection.execute(_moves(club_id).where(account_moves.c.uuid == uuid)).first()
    return None if row is None else _move(row)


def move_of_cash(connection: Connection, club_id: int, number: int) -> Move | None:
    """Find the movement that an entry of the cash book is on somebody's account."""
    row = connection.execute(_moves(club_id).where(cash_entries.c.number == number)).first()
    return None if row is None else _move(row)


def move_of_payment(connection: Connection, club_id: int, payment_id: int) -> Move | None:
    """Find the movement that a payment of an evening is on somebody's account."""
    row = connection.execute(_moves(club_id).where(account_moves.c.payment_id == payment_id)).first()
    return None if row is None else _move(row)


def accounts(connection: Connection, club_id: int) -> tuple[Account, ...]:
    """List the people on whose accounts something moved, by name."""
    query = (
        select(everybody.c.one_id, func.sum(account_moves.c.amount).label("balance"))
        .join(account_moves, account_moves.c.person_id == everybody.c.id)
        .where(everybody.c.club_id == club_id)
        .group_by(everybody.c.one_id)
    )
    balances = {row.one_id: int(row.balance) for row in connection.execute(query)}
    called = names(connection, club_id)
    return tuple(Account(person, name, balances[person]) for person, name in called.items() if person in balances)


def names(connection: Connection, club_id: int) -> dict[int, str]:
    """Give all people of the club by id, in the order of their names; those of one name are told apart."""
    query = select(people.c.id, people.c.name).where(people.c.club_id == club_id, standing)
    rows = connection.execute(query.order_by(people.c.name_key, people.c.id))
    return told_apart({row.id: row.name for row in rows})


def cash_of(connection: Connection, person_id: int) -> Iterator[dict[str, Any]]:
    """Give what the cash book has about somebody, the first first."""
    query = select(cash_entries).where(cash_entries.c.person_id.in_(ids_of(person_id))).order_by(cash_entries.c.number)
    for row in connection.execute(query):
        yield {
            "number": row.number,
            "date": row.date.isoformat(),
            "kind": row.kind,
            "text": row.text,
            "amount": row.amount,
        }


def account_of(connection: Connection, person_id: int) -> Iterator[dict[str, Any]]:
    """Give what moved on somebody's account, the first first."""
    query = select(account_moves).where(account_moves.c.person_id.in_(ids_of(person_id))).order_by(account_moves.c.id)
    for row in connection.execute(query):
        yield {"date": row.date.isoformat(), "kind": row.kind, "text": row.text, "amount": row.amount}
