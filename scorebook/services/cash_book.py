"""The club's cash book: numbered entries, each for a day. A wrong one is taken back by a further one, with a reason."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import accumulate
from typing import Any
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from scorebook.errors import ConflictError, NotFoundError
from scorebook.ledger.cash import MOST, ON_ACCOUNT, TYPED, CashKind, MoveKind, first_day, last_day, signed
from scorebook.money import read_euros
from scorebook.rules import Finding, Unit
from scorebook.services.access import Action, Actor, require
from scorebook.services.log import Event, note
from scorebook.services.members import refuse
from scorebook.services.texts import normalised, objections, wrong_reason
from scorebook.services.transactions import transaction
from scorebook.settings import BERLIN
from scorebook.store import cash as store
from scorebook.store import cash_accounts
from scorebook.store.cash import CashEntry
from scorebook.store.clubs import club_name
from scorebook.store.columns import REASON_LENGTH
from scorebook.store.db import AnySession, reading
from scorebook.store.one_person import one_of
from scorebook.store.rows import LARGEST_ID
from scorebook.wording import Marked

EARLIEST = date(2000, 1, 1)
Day = date
NO_ENTRY: Marked[str] = "Diese Buchung gibt es nicht."
NO_YEAR: Marked[str] = "Für dieses Jahr steht nichts im Kassenbuch."
CLOSED: Marked[str] = "Das Jahr %(year)d ist abgeschlossen. Daran ändert keiner mehr etwas."
EVENINGS = 30
"""So many of the last evenings are offered to say for which one an entry is."""


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry as it was typed. `amount` has no sign: the kind says whether it comes in or goes out."""

    kind: str
    amount: str
    text: str
    date: Day | None = None
    person_id: int | None = None
    evening_id: int | None = None


@dataclass(frozen=True, slots=True)
class CashYear:
    """A year of the cash book: what lay in the till before, its entries by day, what lies there after them.

    `years` are those that have a page, the newest first. `balance` is what lies there now, by the whole book.
    """

    club: str
    year: int
    years: tuple[int, ...]
    before: int
    entries: tuple[CashEntry, ...]
    closed: bool
    balance: int

    @property
    def lines(self) -> tuple[tuple[CashEntry, int], ...]:
        """Each entry with what lies in the till after it."""
        balances = accumulate((entry.amount for entry in self.entries), initial=self.before)
        return tuple(zip(self.entries, list(balances)[1:], strict=True))

    @property
    def after(self) -> int:
        """What lies in the till at the end of the year, or of what is entered so far."""
        return self.before + sum(entry.amount for entry in self.entries)


@dataclass(frozen=True, slots=True)
class Choices:
    """What can be chosen for an entry: people by id, the days of evenings by id, and whether the till can be opened."""

    people: dict[int, str]
    evenings: dict[int, Day]
    opening: bool


def today(timezone: ZoneInfo, now: datetime | None = None) -> Day:
    """Give the day on the wall."""
    return (now or datetime.now(UTC)).astimezone(timezone).date()


def cash_year(session: AnySession, actor: Actor, year: int | None = None, *, timezone: ZoneInfo = BERLIN) -> CashYear:
    """Give a year of the cash book, by default the one that runs.

    Raises `NotFoundError` for one in which there is nothing, unless it is the one that runs.
    """
    require(actor, Action.CASH, actor.club)
    connection, now = reading(session), today(timezone).year
    known = years(connection, actor.club_id, now)
    wanted = year if year is not None else now
    if wanted not in known:
        raise NotFoundError(NO_YEAR)
    return year_of(connection, actor.club_id, wanted, known)


def year_of(connection: Connection, club_id: int, year: int, known: tuple[int, ...]) -> CashYear:
    """Read a year; an entry carries over what lay there before as soon as the year before is closed."""
    closed = {closing.year for closing in store.closings(connection, club_id)}
    return CashYear(
        club=club_name(connection, club_id),
        year=year,
        years=known,
        before=0 if year - 1 in closed else store.balance(connection, club_id, last_day(year - 1)),
        entries=store.entries_between(connection, club_id, first_day(year), last_day(year)),
        closed=year in closed,
        balance=store.balance(connection, club_id),
    )


def years(connection: Connection, club_id: int, now: int) -> tuple[int, ...]:
    """Give the years that have a page: from the first that has an entry to the one that runs, the newest first."""
    known = store.days(connection, club_id)
    first = now if known is None else min(known[0].year, now)
    return tuple(range(now if known is None else max(known[1].year, now), first - 1, -1))


def entry_page(session: AnySession, actor: Actor, number: int) -> tuple[CashEntry, ConflictError | None]:
    """Give an entry by its number, and why it cannot be taken back; None where it can. Raises `NotFoundError`."""
    require(actor, Action.CASH, actor.club)
    connection = reading(session)
    found = _find(connection, actor, number)
    return found, _obstacle(connection, actor, found)


def _find(connection: Connection, actor: Actor, number: int) -> CashEntry:
    found = store.find_entry(connection, actor.club_id, number) if number <= LARGEST_ID else None
    if found is None:
        raise NotFoundError(NO_ENTRY)
    return found


def choices(session: AnySession, actor: Actor) -> Choices:
    """Give what can be chosen for an entry."""
    require(actor, Action.CASH, actor.club)
    connection = reading(session)
    return Choices(
        people=cash_accounts.names(connection, actor.club_id),
        evenings=store.evening_days(connection, actor.club_id, EVENINGS),
        opening=_can_open(connection, actor.club_id),
    )


def _can_open(connection: Connection, club_id: int) -> bool:
    closed = store.closed_up_to(connection, club_id)
    return closed is None and not store.has_opening(connection, club_id)


def enter(
    session: AnySession,
    actor: Actor,
    uuid: UUID,
    new: NewEntry,
    *,
    timezone: ZoneInfo = BERLIN,
    now: datetime | None = None,
) -> int:
    """Enter something into the cash book, and give its number; what somebody pays in or gets stands on his account too.

    The same UUID again gives the entry that it made. Raises `RefusedError` with findings at `kind`, `amount`, `text`,
    `date`, `person`, `evening`.
    """
    require(actor, Action.CASH, actor.club)
    at = now or datetime.now(UTC)
    with transaction(session) as connection:
        store.lock_cash(connection, actor.club_id)
        known = store.entry_by_uuid(connection, actor.club_id, uuid)
        if known is not None:
            return known.number
        person = None if new.person_id is None else one_of(connection, actor.club_id, new.person_id)
        day = new.date or today(timezone, at)
        refuse([*_wrong(connection, actor, new), *wrong_day(connection, actor, day, today(timezone, at))])
        kind = CashKind(new.kind)
        row = {
            "uuid": uuid,
            "date": day,
            "kind": kind.value,
            "text": normalised(new.text),
            "amount": signed(kind, read_euros(new.amount)),
            "person_id": person,
            "evening_id": new.evening_id,
        }
        return book_cash(connection, actor, row, at)[1]


def book_cash(connection: Connection, actor: Actor, row: dict[str, Any], at: datetime) -> tuple[int, int]:
    """Book an entry, on the account of its person too where it is his, and note it; give its id and number."""
    by = {"at": at, "by": actor.name}
    entry_id, number = store.add_entry(connection, actor.club_id, {**row, **by})
    if row["kind"] in ON_ACCOUNT:
        _book_move(connection, actor, row, by, entry_id)
    note(connection, actor, Event.CASH_ENTERED, f"cash:{number}", new=facts(row), at=at)
    return entry_id, number


def _book_move(
    connection: Connection,
    actor: Actor,
    row: dict[str, Any],
    by: dict[str, Any],
    entry_id: int,
    of_id: int | None = None,
) -> None:
    """Book what an entry is on the account of its person."""
    shared = {name: row[name] for name in ("uuid", "date", "text", "amount", "person_id")}
    kind = MoveKind(row["kind"]).value
    move = {**shared, **by, "kind": kind, "cash_entry_id": entry_id, "of_id": of_id}
    cash_accounts.add_move(connection, actor.club_id, move)


def facts(row: dict[str, Any]) -> dict[str, Any]:
    """Say for the log what was booked; texts may name somebody and stay out of it."""
    said: dict[str, Any] = {"booked": row["kind"], "amount": row["amount"], "unit": Unit.CENT.value}
    return said if row.get("person_id") is None else said | {"person": row["person_id"]}


def _wrong(connection: Connection, actor: Actor, new: NewEntry) -> Iterator[Finding]:
    """Find what cannot be of what was typed, but for the day."""
    if new.kind not in set(TYPED):
        yield Finding("cash.kind", "kind", {})
    elif new.kind == CashKind.OPENING and not _can_open(connection, actor.club_id):
        yield Finding("cash.opening", "kind", {})
    yield from wrong_amount(new.amount)
    yield from objections(new.text, "text", "cash_text", REASON_LENGTH, required=True)
    if new.kind in set(ON_ACCOUNT) and new.person_id is None:
        yield Finding("cash.person_missing", "person", {})
    if new.person_id is not None and one_of(connection, actor.club_id, new.person_id) is None:
        yield Finding("cash.person", "person", {})
    if new.evening_id is not None and new.evening_id not in store.evening_days(connection, actor.club_id, EVENINGS):
        yield Finding("cash.evening", "evening", {})


def wrong_amount(text: str, field: str = "amount", least: int = 1) -> Iterator[Finding]:
    """Find what is wrong with a typed sum of euros."""
    try:
        cents = read_euros(text)
    except ValueError:
        yield Finding("euros.wrong" if text.strip() else "euros.missing", field, {})
        return
    if not least <= cents <= MOST:
        yield Finding("euros.range", field, {"cheapest": least, "dearest": MOST})


def wrong_day(connection: Connection, actor: Actor, day: Day, now: Day) -> Iterator[Finding]:
    """Find why nothing is booked for a day."""
    if not EARLIEST <= day <= now:
        yield Finding("cash.day", "date", {})
    elif store.is_closed(connection, actor.club_id, day):
        yield Finding("cash.closed", "date", {"year": day.year})


def take_back(session: AnySession, actor: Actor, number: int, reason: str, *, now: datetime | None = None) -> int:
    """Take an entry back by a further one for the same day, and give its number; on an account it goes back too.

    Raises `NotFoundError`, `RefusedError` with a finding at `reason`, `ConflictError` for what cannot be taken back:
    twice, in a year that is closed, what carries a year over.
    """
    require(actor, Action.CASH, actor.club)
    at = now or datetime.now(UTC)
    with transaction(session) as connection:
        store.lock_cash(connection, actor.club_id)
        entry = _find(connection, actor, number)
        obstacle = _obstacle(connection, actor, entry)
        if obstacle is not None:
            raise obstacle
        refuse(wrong_reason(reason))
        row = {
            "uuid": uuid4(),
            "date": entry.date,
            "kind": entry.kind.value,
            "text": normalised(reason),
            "amount": -entry.amount,
            "person_id": entry.person_id,
            "evening_id": entry.evening_id,
        }
        by = {"at": at, "by": actor.name}
        entry_id, made = store.add_entry(connection, actor.club_id, {**row, **by, "of_id": entry.id})
        move = cash_accounts.move_of_cash(connection, actor.club_id, number)
        if move is not None:
            _book_move(connection, actor, row, by, entry_id, move.id)
        old = facts(row | {"amount": entry.amount})
        note(connection, actor, Event.CASH_TAKEN_BACK, f"cash:{number}", old=old, at=at)
        return made


def _obstacle(connection: Connection, actor: Actor, entry: CashEntry) -> ConflictError | None:
    """Say why an entry cannot be taken back; None where it can."""
    if entry.taken_back is not None:
        return ConflictError("Buchung %(number)d ist schon storniert.", number=entry.number)
    if entry.takes_back is not None:
        return ConflictError("Eine Stornierung lässt sich nicht stornieren. Trag es noch einmal ein.")
    if entry.kind is CashKind.CARRIED:
        return ConflictError("Der Vortrag gehört zum Jahresabschluss und bleibt stehen.")
    if entry.kind is CashKind.EVENING:
        return ConflictError("Das wurde an einem Abend bezahlt: nimm die Zahlung dort zurück.")
    if store.is_closed(connection, actor.club_id, entry.date):
        return ConflictError(CLOSED, year=entry.date.year)
    return None
