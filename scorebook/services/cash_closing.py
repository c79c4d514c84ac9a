"""A year of the cash book closed: nothing comes into it any more, and what lies in the till begins the next year."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import uuid4
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from scorebook.errors import ConflictError, NotFoundError
from scorebook.ledger.cash import STANDS_BEFORE, CashKind, by_kind, first_day
from scorebook.rules import Finding, Unit
from scorebook.services.access import Action, Actor, require
from scorebook.services.cash_book import NO_YEAR, CashYear, today, year_of, years
from scorebook.services.log import Event, note
from scorebook.services.refusals import ConfirmError, RefusedError
from scorebook.services.transactions import transaction
from scorebook.settings import BERLIN
from scorebook.store import cash as store
from scorebook.store.cash import Closing
from scorebook.store.db import AnySession, reading
from scorebook.wording import Marked

SURE = "cash.sure"
"""The code that whoever closes a year accepts."""
RUNS: Marked[str] = "Das Jahr %(year)d ist noch nicht vorbei."
EARLIER: Marked[str] = "Schließ erst das Jahr %(year)d ab."
DONE: Marked[str] = "Das Jahr %(year)d ist schon abgeschlossen."


@dataclass(frozen=True, slots=True)
class YearEnd:
    """A year added up: what was there before, what came in and went out by kind, what is there at its end.

    `closing` is None while it is open; `obstacle` says then why it cannot be closed, "" where it can.
    """

    book: CashYear
    before: int
    kinds: Mapping[CashKind, int]
    closing: Closing | None
    obstacle: str = ""
    obstacle_year: int = 0

    @property
    def income(self) -> int:
        """What came in."""
        return sum(amount for amount in self.kinds.values() if amount > 0)

    @property
    def expenses(self) -> int:
        """What went out, below zero."""
        return sum(amount for amount in self.kinds.values() if amount < 0)


def year_ends(session: AnySession, actor: Actor, *, timezone: ZoneInfo = BERLIN) -> tuple[YearEnd, ...]:
    """Give all years of the cash book, the newest first."""
    require(actor, Action.CASH, actor.club)
    connection, now = reading(session), today(timezone).year
    known = years(connection, actor.club_id, now)
    return tuple(_year_end(connection, actor.club_id, year, known, now) for year in known)


def year_end(
    session: AnySession, actor: Actor, year: int, *, timezone: ZoneInfo = BERLIN, now: datetime | None = None
) -> YearEnd:
    """Give a year added up. Raises `NotFoundError` for one in which there is nothing."""
    require(actor, Action.CASH, actor.club)
    connection, running = reading(session), today(timezone, now).year
    return _find(connection, actor, year, running)


def _find(connection: Connection, actor: Actor, year: int, running: int) -> YearEnd:
    known = years(connection, actor.club_id, running)
    if year not in known:
        raise NotFoundError(NO_YEAR)
    return _year_end(connection, actor.club_id, year, known, running)


def _year_end(connection: Connection, club_id: int, year: int, known: tuple[int, ...], running: int) -> YearEnd:
    book = year_of(connection, club_id, year, known)
    stood = sum(entry.amount for entry in book.entries if entry.kind in STANDS_BEFORE)
    moved = [(entry.kind, entry.amount) for entry in book.entries if entry.kind not in STANDS_BEFORE]
    closings = {closing.year: closing for closing in store.closings(connection, club_id)}
    first = max(closings, default=min(known) - 1) + 1
    obstacle, which = "", year
    if year in closings:
        obstacle = DONE
    elif year >= running:
        obstacle = RUNS
    elif year != first:
        obstacle, which = EARLIER, first
    return YearEnd(book, book.before + stood, by_kind(moved), closings.get(year), obstacle, which)


def close_year(
    session: AnySession,
    actor: Actor,
    year: int,
    typed: str | None = None,
    *,
    timezone: ZoneInfo = BERLIN,
    now: datetime | None = None,
) -> Closing:
    """Close a year for good: nothing is booked for it, or taken back in it, any more.

    Raises `NotFoundError`; `ConflictError` for a year that runs, is closed, or comes before its turn; `ConfirmError`
    where nothing was typed to be sure; and `RefusedError` at `year` where that is not the year.
    """
    require(actor, Action.CASH, actor.club)
    at = now or datetime.now(UTC)
    with transaction(session) as connection:
        store.lock_cash(connection, actor.club_id)
        found = _find(connection, actor, year, today(timezone, at).year)
        if found.obstacle:
            raise ConflictError(found.obstacle, year=found.obstacle_year)
        if typed is None:
            raise ConfirmError([Finding(SURE, "", {"year": year})])
        if typed.strip() != str(year):
            raise RefusedError([Finding("cash.year", "year", {"year": year})])
        carried_id = _carry(connection, actor, found, at)
        row = {"year": year, "balance": found.book.after, "carried_id": carried_id, "at": at, "by": actor.name}
        store.add_closing(connection, actor.club_id, row)
        new = {"balance": found.book.after, "unit": Unit.CENT.value}
        note(connection, actor, Event.CASH_CLOSED, f"year:{year}", new=new, at=at)
        return Closing(year, found.book.after, carried_id, at, actor.name)


def _carry(connection: Connection, actor: Actor, found: YearEnd, at: datetime) -> int:
    """Begin the next year with what lies in the till; give the id of the entry."""
    year = found.book.year
    row = {
        "uuid": uuid4(),
        "date": first_day(year + 1),
        "kind": CashKind.CARRIED.value,
        "text": "",  # its kind and its day say all
        "amount": found.book.after,
        "person_id": None,
        "evening_id": None,
        "at": at,
        "by": actor.name,
    }
    return store.add_entry(connection, actor.club_id, row)[0]
