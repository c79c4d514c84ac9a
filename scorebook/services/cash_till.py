"""The till counted: what should lie there by the book, what does, and the difference as an entry of its own kind."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from scorebook.errors import NotFoundError
from scorebook.ledger.cash import MOST, PIECES, CashKind, counted
from scorebook.money import read_euros
from scorebook.rules import Finding, Unit
from scorebook.services.access import Action, Actor, require
from scorebook.services.cash_book import book_cash, today, wrong_amount
from scorebook.services.log import Event, note
from scorebook.services.members import refuse
from scorebook.services.texts import normalised, objections
from scorebook.services.transactions import transaction
from scorebook.settings import BERLIN
from scorebook.store import cash
from scorebook.store import cash_till as store
from scorebook.store.cash_till import TillCount
from scorebook.store.clubs import club_name
from scorebook.store.columns import REASON_LENGTH
from scorebook.store.db import AnySession, reading

MOST_PIECES = 99_999


@dataclass(frozen=True, slots=True)
class NewCount:
    """A counting as it was typed: the whole sum, or how many pieces by their cents, or both.

    `after` is the number of the last entry that whoever counted knew.
    """

    sum: str
    pieces: Mapping[int, str]
    note: str = ""
    after: int | None = None


@dataclass(frozen=True, slots=True)
class Till:
    """What should lie in the till by the book, up to which entry, and the countings so far, the newest first."""

    expected: int
    after: int
    counts: tuple[TillCount, ...]


def till(session: AnySession, actor: Actor) -> Till:
    """Give what should lie in the club's till."""
    require(actor, Action.CASH, actor.club)
    connection = reading(session)
    return Till(
        cash.balance(connection, actor.club_id),
        cash.last_number(connection, actor.club_id),
        store.counts(connection, actor.club_id),
    )


def find_count(session: AnySession, actor: Actor, count_id: int) -> tuple[str, TillCount]:
    """Give the club's name and a counting. Raises `NotFoundError`."""
    require(actor, Action.CASH, actor.club)
    connection = reading(session)
    found = store.find_count(connection, actor.club_id, count_id)
    if found is None:
        raise NotFoundError("Diesen Kassensturz gibt es nicht.")
    return club_name(connection, actor.club_id), found


def sum_of(new: NewCount) -> tuple[int | None, tuple[Finding, ...]]:
    """Add up what was typed: cents, or None where something in it cannot be, with findings at `sum` and `pieces`."""
    found: list[Finding] = list(_wrong_pieces(new.pieces))
    typed = new.sum.strip()
    if typed:
        found.extend(wrong_amount(typed, "sum", 0))
    some = any(text.strip() for text in new.pieces.values())
    if not typed and not some:
        found.append(Finding("till.missing", "sum", {}))
    if found:
        return None, tuple(found)
    total = counted(pieces_of(new)) if some else read_euros(typed)
    if some and total > MOST:
        return None, (Finding("till.pieces", "pieces", {"most": MOST_PIECES}),)
    if some and typed and read_euros(typed) != total:
        return None, (Finding("till.sum", "sum", {"counted_sum": total}),)
    return total, ()


def pieces_of(new: NewCount) -> dict[int, int]:
    """Give how many pieces there are of which, without those of which there are none."""
    return {cents: int(text) for cents, text in new.pieces.items() if text.strip() and int(text)}


def _wrong_pieces(pieces: Mapping[int, str]) -> Iterator[Finding]:
    for cents, text in pieces.items():
        bare = text.strip()
        right = bare.isascii() and bare.isdecimal() and len(bare) <= len(str(MOST_PIECES))
        if cents not in PIECES or (bare and not right):
            yield Finding("till.pieces", "pieces", {"most": MOST_PIECES})
            return


def count(
    session: AnySession,
    actor: Actor,
    uuid: UUID,
    new: NewCount,
    *,
    timezone: ZoneInfo = BERLIN,
    now: datetime | None = None,
) -> int:
    """Keep a counting, and give its id; too much or too little is booked, so that the book says what is there.

    The same UUID again gives the counting that it made. Raises `RefusedError` with findings at `sum`, `pieces`, `note`,
    and at the top where something was booked since the counting began.
    """
    require(actor, Action.CASH, actor.club)
    at = now or datetime.now(UTC)
    with transaction(session) as connection:
        cash.lock_cash(connection, actor.club_id)
        known = store.count_by_uuid(connection, actor.club_id, uuid)
        if known is not None:
            return known.id
        total, wrong = sum_of(new)
        last = cash.last_number(connection, actor.club_id)
        later = [] if new.after == last else [Finding("till.later", "", {})]
        refuse([*wrong, *objections(new.note, "note", "note", REASON_LENGTH, required=False), *later])
        counted_sum = total or 0
        row = {
            "uuid": uuid,
            "date": today(timezone, at),
            "after": last,
            "expected": cash.balance(connection, actor.club_id),
            "counted": counted_sum,
            "note": normalised(new.note),
            "at": at,
            "by": actor.name,
        }
        entry_id = _book_difference(connection, actor, row, at)
        count_id = store.add_count(connection, actor.club_id, row | {"cash_entry_id": entry_id}, pieces_of(new))
        said = {"expected": row["expected"], "counted": counted_sum, "unit": Unit.CENT.value}
        note(connection, actor, Event.CASH_COUNTED, f"count:{count_id}", new=said, at=at)
        return count_id


def _book_difference(connection: Connection, actor: Actor, row: dict[str, Any], at: datetime) -> int | None:
    """Book what is too much or too little; None where all is there."""
    difference = row["counted"] - row["expected"]
    if not difference:
        return None
    entry = {
        "uuid": uuid4(),
        "date": row["date"],
        "kind": CashKind.DIFFERENCE.value,
        "text": row["note"],
        "amount": difference,
        "person_id": None,
        "evening_id": None,
    }
    return book_cash(connection, actor, entry, at)[0]
