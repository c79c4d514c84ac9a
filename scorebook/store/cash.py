"""The cash book of a club: its entries, what lies in the till by them, the years that are closed."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, Select, func, select, text, union

from scorebook.ledger.cash import STANDS_BEFORE, CashKind, first_day
from scorebook.store.cash_tables import account_moves, cash_closings, cash_entries
from scorebook.store.one_person import everybody
from scorebook.store.rows import add
from scorebook.store.tables import ORDINARY, evenings

Day = date
LOCK = 520_062
"""The first number of the lock that keeps writers of one club's cash book apart on PostgreSQL; the second: the club."""

_LOCK = text("SELECT pg_advisory_xact_lock(:lock, :club)")


@dataclass(frozen=True, slots=True)
class CashEntry:
    """An entry as it stands in the book.

    `takes_back` is the number of the entry that it takes back, `taken_back` of the one that takes it back.
    """

    id: int
    number: int
    uuid: UUID
    date: date
    kind: CashKind
    text: str
    amount: int
    person_id: int | None
    person: str | None
    evening_id: int | None
    evening: Day | None
    payment_id: int | None
    takes_back: int | None
    taken_back: int | None
    at: datetime
    by: str


@dataclass(frozen=True, slots=True)
class Closing:
    """A year that is closed, with what lay in the till at its end."""

    year: int
    balance: int
    carried_id: int
    at: datetime
    by: str


def lock_cash(connection: Connection, club_id: int) -> None:
    """Keep others from writing into the club's cash book and accounts until the transaction ends."""
    if connection.dialect.name == "postgresql":
        connection.execute(_LOCK, {"lock": LOCK, "club": club_id})


def last_number(connection: Connection, club_id: int) -> int:
    """Give the number of the last entry; 0 where there is none."""
    query = select(func.max(cash_entries.c.number)).where(cash_entries.c.club_id == club_id)
    return connection.execute(query).scalar() or 0


def add_entry(connection: Connection, club_id: int, row: Mapping[str, Any]) -> tuple[int, int]:
    """Add an entry with the next number, and give its id and number. The caller has locked the cash book."""
    number = last_number(connection, club_id) + 1
    return add(connection, cash_entries, {"club_id": club_id, "number": number, **row}), number


_OF = cash_entries.alias("of_entry")
_BY = cash_entries.alias("by_entry")


def _entries(club_id: int) -> Select[Any]:
    return (
        select(
            cash_entries,
            everybody.c.name.label("person"),
            evenings.c.date.label("evening"),
            _OF.c.number.label("takes_back"),
            _BY.c.number.label("taken_back"),
        )
        .outerjoin(everybody, everybody.c.id == cash_entries.c.person_id)
        .outerjoin(evenings, evenings.c.id == cash_entries.c.evening_id)
        .outerjoin(_OF, _OF.c.id == cash_entries.c.of_id)
        .outerjoin(_BY, _BY.c.of_id == cash_entries.c.id)
        .where(cash_entries.c.club_id == club_id)
    )


def _entry(row: Any) -> CashEntry:
    return CashEntry(
        id=row.id,
        number=row.number,
        uuid=row.uuid,
        date=row.date,
        kind=CashKind(row.kind),
        text=row.text,
        amount=row.amount,
        person_id=row.person_id,
        person=row.person,
        evening_id=row.evening_id,
        evening=row.evening,
        payment_id=row.payment_id,
        takes_back=row.takes_back,
        taken_back=row.taken_back,
        at=row.at,
        by=row.by,
    )


def entries_between(connection: Connection, club_id: int, first: date, last: date) -> tuple[CashEntry, ...]:
    """List the entries of some days by day and number; what was there before comes first on its day."""
    query = _entries(club_id).where(cash_entries.c.date >= first, cash_entries.c.date <= last)
    found = map(_entry, connection.execute(query.order_by(cash_entries.c.date, cash_entries.c.number)))
    return tuple(sorted(found, key=lambda one: (one.date, one.kind not in STANDS_BEFORE, one.number)))


def all_entries(connection: Connection, club_id: int) -> tuple[CashEntry, ...]:
    """List all entries by number."""
    return tuple(map(_entry, connection.execute(_entries(club_id).order_by(cash_entries.c.number))))


def find_entry(connection: Connection, club_id: int, number: int) -> CashEntry | None:
    """Find an entry by its number in the club."""
    row = connection.execute(_entries(club_id).where(cash_entries.c.number == number)).first()
    return None if row is None else _entry(row)


def entry_by_uuid(connection: Connection, club_id: int, uuid: UUID) -> CashEntry | None:
    """Find an entry by the mark of the form that made it."""
    row = connection.execute(_entries(club_id).where(cash_entries.c.uuid == uuid)).first()
    return None if row is None else _entry(row)


def entry_of_payment(connection: Connection, club_id: int, payment_id: int) -> CashEntry | None:
    """Find the entry that a payment of an evening is in the cash book."""
    row = connection.execute(_entries(club_id).where(cash_entries.c.payment_id == payment_id)).first()
    return None if row is None else _entry(row)


def has_opening(connection: Connection, club_id: int) -> bool:
    """Tell whether the book says what lay in the till at its beginning."""
    kind = cash_entries.c.kind == CashKind.OPENING.value
    query = _entries(club_id).where(kind, cash_entries.c.of_id.is_(None), _BY.c.id.is_(None))
    return connection.execute(query.limit(1)).first() is not None


def days(connection: Connection, club_id: int) -> tuple[date, date] | None:
    """Give the first and the last day that has an entry; None where there is none."""
    query = select(func.min(cash_entries.c.date), func.max(cash_entries.c.date)).where(
        cash_entries.c.club_id == club_id
    )
    first, last = connection.execute(query).one()
    return None if first is None else (first, last)


def closings(connection: Connection, club_id: int) -> tuple[Closing, ...]:
    """List the years that are closed, the first first."""
    query = select(cash_closings).where(cash_closings.c.club_id == club_id).order_by(cash_closings.c.year)
    rows = connection.execute(query)
    return tuple(Closing(row.year, row.balance, row.carried_id, row.at, row.by) for row in rows)


def closed_up_to(connection: Connection, club_id: int) -> int | None:
    """Give the last year that is closed; None where none is."""
    query = select(func.max(cash_closings.c.year)).where(cash_closings.c.club_id == club_id)
    year: int | None = connection.execute(query).scalar()
    return year


def is_closed(connection: Connection, club_id: int, day: date) -> bool:
    """Tell whether the year of a day is closed."""
    closed = closed_up_to(connection, club_id)
    return closed is not None and day.year <= closed


def add_closing(connection: Connection, club_id: int, row: Mapping[str, Any]) -> int:
    """Close a year: from here on nothing comes into it any more."""
    return add(connection, cash_closings, {"club_id": club_id, **row})


def balance(connection: Connection, club_id: int, last: date | None = None) -> int:
    """Give what lies in the till by the book, or lay there on the evening of a day."""
    query = select(func.max(cash_closings.c.year)).where(cash_closings.c.club_id == club_id)
    if last is not None:
        query = query.where(cash_closings.c.year < last.year)
    closed: int | None = connection.execute(query).scalar()
    total = select(func.coalesce(func.sum(cash_entries.c.amount), 0)).where(cash_entries.c.club_id == club_id)
    if closed is not None:
        total = total.where(cash_entries.c.date >= first_day(closed + 1))
    if last is not None:
        total = total.where(cash_entries.c.date <= last)
    return int(connection.execute(total).scalar_one())


def evening_days(connection: Connection, club_id: int, most: int) -> dict[int, date]:
    """Give the days of the last evenings by their ids, the newest first."""
    query = select(evenings.c.id, evenings.c.date).where(evenings.c.club_id == club_id, ORDINARY)
    newest = query.order_by(evenings.c.begun_at.desc(), evenings.c.id.desc()).limit(most)
    return {row.id: row.date for row in connection.execute(newest)}


def clubs_with_entries(connection: Connection) -> tuple[int, ...]:
    """Give the ids of the clubs that have something in a cash book or on an account, in order."""
    query = union(select(cash_entries.c.club_id), select(account_moves.c.club_id))
    return tuple(sorted(connection.execute(query).scalars()))
