"""What people have and owe at their club: accounts with a statement each, and who stands where."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import accumulate
from typing import Any
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from scorebook.errors import ConflictError, NotFoundError
from scorebook.ledger.cash import CHARGES, MoveKind, signed
from scorebook.money import read_euros
from scorebook.rules import Finding
from scorebook.services.access import Action, Actor, require
from scorebook.services.cash_book import CLOSED, facts, today, wrong_amount, wrong_day
from scorebook.services.log import Event, note
from scorebook.services.members import refuse
from scorebook.services.texts import normalised, objections, wrong_reason
from scorebook.services.transactions import transaction
from scorebook.settings import BERLIN
from scorebook.store import cash, one_person
from scorebook.store import cash_accounts as store
from scorebook.store.cash_accounts import Account, Move
from scorebook.store.clubs import club_name
from scorebook.store.columns import REASON_LENGTH
from scorebook.store.db import AnySession, reading
from scorebook.wording import Marked

NO_PERSON: Marked[str] = "Diese Person gibt es nicht."
Day = date


@dataclass(frozen=True, slots=True)
class OpenItems:
    """Who owes the club something, and to whom the club owes something, by name; the rest are even."""

    club: str
    owing: tuple[Account, ...]
    credit: tuple[Account, ...]
    even: tuple[Account, ...]

    @property
    def owed(self) -> int:
        """What the club gets from all who owe it something."""
        return -sum(account.balance for account in self.owing)

    @property
    def kept(self) -> int:
        """What the club has that is other people's."""
        return sum(account.balance for account in self.credit)


@dataclass(frozen=True, slots=True)
class Statement:
    """The account of somebody: movements by day, each with the balance after it."""

    club: str
    person_id: int
    name: str
    moves: tuple[tuple[Move, int], ...]

    @property
    def balance(self) -> int:
        """What the club owes him now; what he owes stands below zero."""
        return self.moves[-1][1] if self.moves else 0


@dataclass(frozen=True, slots=True)
class NewCharge:
    """What is put on somebody's account without cash, as typed. The kind says whether he owes it or gets it."""

    person_id: int
    kind: str
    amount: str
    text: str
    date: Day | None = None


def open_items(session: AnySession, actor: Actor) -> OpenItems:
    """List who stands where with the club."""
    require(actor, Action.CASH, actor.club)
    connection = reading(session)
    found = store.accounts(connection, actor.club_id)
    return OpenItems(
        club=club_name(connection, actor.club_id),
        owing=tuple(account for account in found if account.balance < 0),
        credit=tuple(account for account in found if account.balance > 0),
        even=tuple(account for account in found if account.balance == 0),
    )


def people(session: AnySession, actor: Actor) -> dict[int, str]:
    """Give all people of the club by id, in the order of their names: each has an account."""
    require(actor, Action.CASH, actor.club)
    return store.names(reading(session), actor.club_id)


def statement(session: AnySession, actor: Actor, person_id: int) -> Statement:
    """Give somebody's account. Raises `NotFoundError` for somebody who is not of the club."""
    require(actor, Action.CASH, actor.club)
    connection = reading(session)
    person_id, name = _who(connection, actor, person_id)
    moves = store.moves_of(connection, actor.club_id, person_id)
    balances = accumulate(move.amount for move in moves)
    pairs = tuple(zip(moves, balances, strict=True))
    return Statement(club_name(connection, actor.club_id), person_id, name, pairs)


def _who(connection: Connection, actor: Actor, person_id: int) -> tuple[int, str]:
    """Give whose account that is, and what he is called: that of who stands in somebody's place is his."""
    one = one_person.one_of(connection, actor.club_id, person_id)
    if one is None:
        raise NotFoundError(NO_PERSON)
    return one, store.names(connection, actor.club_id)[one]


def charge(
    session: AnySession,
    actor: Actor,
    uuid: UUID,
    new: NewCharge,
    *,
    timezone: ZoneInfo = BERLIN,
    now: datetime | None = None,
) -> int:
    """Put something on somebody's account without cash, and give its id: a fine, a share that he owes, a credit.

    The same UUID again gives what it made. Raises `NotFoundError` for somebody who is not of the club, `RefusedError`
    with findings at `kind`, `amount`, `text`, `date`.
    """
    require(actor, Action.CASH, actor.club)
    at = now or datetime.now(UTC)
    with transaction(session) as connection:
        cash.lock_cash(connection, actor.club_id)
        person_id, _name = _who(connection, actor, new.person_id)
        known = store.move_by_uuid(connection, actor.club_id, uuid)
        if known is not None:
            return known.id
        day = new.date or today(timezone, at)
        refuse([*_wrong(new), *wrong_day(connection, actor, day, today(timezone, at))])
        kind = MoveKind(new.kind)
        row = {
            "uuid": uuid,
            "person_id": person_id,
            "date": day,
            "kind": kind.value,
            "text": normalised(new.text),
            "amount": signed(kind, read_euros(new.amount)),
        }
        move_id = store.add_move(connection, actor.club_id, {**row, "at": at, "by": actor.name})
        note(connection, actor, Event.CASH_CHARGED, f"person:{person_id}", new=facts(row), at=at)
        return move_id


def _wrong(new: NewCharge) -> Iterator[Finding]:
    if new.kind not in set(CHARGES):
        yield Finding("cash.kind", "kind", {})
    yield from wrong_amount(new.amount)
    yield from objections(new.text, "text", "cash_text", REASON_LENGTH, required=True)


def take_back(session: AnySession, actor: Actor, move_id: int, reason: str, *, now: datetime | None = None) -> int:
    """Take a movement back by a further one for the same day; give whose account it is.

    Raises `NotFoundError`, `RefusedError` with a finding at `reason`, `ConflictError` for what was taken back before,
    for a year that is closed, and for cash: that is taken back in the cash book.
    """
    require(actor, Action.CASH, actor.club)
    at = now or datetime.now(UTC)
    with transaction(session) as connection:
        cash.lock_cash(connection, actor.club_id)
        move = _find(connection, actor, move_id)
        obstacle = _obstacle(connection, actor, move)
        if obstacle is not None:
            raise obstacle
        refuse(wrong_reason(reason))
        row: dict[str, Any] = {
            "uuid": uuid4(),
            "person_id": move.person_id,
            "date": move.date,
            "kind": move.kind.value,
            "text": normalised(reason),
            "amount": -move.amount,
            "of_id": move.id,
        }
        store.add_move(connection, actor.club_id, {**row, "at": at, "by": actor.name})
        old = facts(row | {"amount": move.amount})
        note(connection, actor, Event.CASH_CHARGE_TAKEN_BACK, f"person:{move.person_id}", old=old, at=at)
        return move.person_id


def move_page(session: AnySession, actor: Actor, move_id: int) -> tuple[Move, ConflictError | None]:
    """Give a movement, and why it cannot be taken back; None where it can. Raises `NotFoundError`."""
    require(actor, Action.CASH, actor.club)
    connection = reading(session)
    found = _find(connection, actor, move_id)
    return found, _obstacle(connection, actor, found)


def _find(connection: Connection, actor: Actor, move_id: int) -> Move:
    move = store.find_move(connection, actor.club_id, move_id)
    if move is None:
        raise NotFoundError("Diese Bewegung gibt es nicht.")
    return move


def _obstacle(connection: Connection, actor: Actor, move: Move) -> ConflictError | None:
    """Say why a movement cannot be taken back; None where it can."""
    if move.cash is not None:
        return ConflictError("Das ist Bargeld: storniere es im Kassenbuch, Nr. %(number)d.", number=move.cash)
    if move.kind is MoveKind.CARRIED:
        return ConflictError("Das kommt von einem Abend: nimm die Zahlung dort zurück.")
    if move.taken_back or move.of_id is not None:
        return ConflictError("Das ist schon zurückgenommen.")
    if cash.is_closed(connection, actor.club_id, move.date):
        return ConflictError(CLOSED, year=move.date.year)
    return None
