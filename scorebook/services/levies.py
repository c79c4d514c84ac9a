"""What is due at an evening besides its games: money for the club's box, what somebody laid out; that taken back."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import Connection

from scorebook.errors import ConflictError, NotFoundError
from scorebook.ledger.evening import Evening
from scorebook.ledger.levy import FOR_SOME, OF_ONE, Levy, LevyKind
from scorebook.ledger.paying import can_be_paid
from scorebook.money import WHOLE, read_euros
from scorebook.rules import Finding, Unit
from scorebook.services.access import Action, Actor
from scorebook.services.cash_book import wrong_amount
from scorebook.services.locked import locked_evening
from scorebook.services.log import Event, note
from scorebook.services.members import refuse
from scorebook.services.texts import normalised, objections
from scorebook.services.transactions import transaction, write_once
from scorebook.store import levies as store
from scorebook.store.columns import REASON_LENGTH
from scorebook.store.db import AnySession


@dataclass(frozen=True, slots=True)
class NewLevy:
    """A levy as it was said: `amount` as typed, in euros, of a share in percent; `people` none: all of the evening."""

    kind: str
    amount: str
    person: int | None = None
    people: tuple[int, ...] = ()
    text: str = ""
    uuid: UUID = field(default_factory=uuid4)


def add_levy(session: AnySession, actor: Actor, evening_id: int, new: NewLevy, *, now: datetime | None = None) -> Levy:
    """Levy something at an evening, also after it has ended. The same UUID again is the same levy.

    Raises `RefusedError` with findings at `kind`, `amount`, `person`, `people`, `text`, `ConflictError` where no money
    is due, `NotFoundError` for an evening that is not the club's.
    """

    def write(connection: Connection) -> Levy:
        evening = locked_evening(connection, actor, Action.PAY, evening_id)
        before = store.find_levy(connection, new.uuid)
        if before is not None:
            if (before.club_id, before.evening_id) != (actor.club_id, evening_id):
                raise ConflictError("Diese Kennung ist schon vergeben.")
            return before.levy
        if not can_be_paid(evening):
            raise ConflictError("An diesem Abend geht es nicht um Geld. Ohne Preis zahlt keiner etwas.")
        refuse(_wrong(evening, new))
        levy = _levy(new, actor, now or datetime.now(UTC))
        store.add_levy(connection, actor.club_id, evening_id, levy)
        note(connection, actor, Event.LEVY_MADE, f"evening:{evening_id}", new=facts(levy), at=levy.at)
        return levy

    return write_once(session, write)


def _levy(new: NewLevy, actor: Actor, at: datetime) -> Levy:
    kind = LevyKind(new.kind)
    amount = int(new.amount.strip().removesuffix("%")) if kind is LevyKind.SHARE else read_euros(new.amount)
    person = new.person if kind in OF_ONE else None
    people = tuple(sorted(set(new.people))) if kind in FOR_SOME else ()
    return Levy(kind, amount, person, people, normalised(new.text), at, actor.name, new.uuid)


def _wrong(evening: Evening, new: NewLevy) -> Iterator[Finding]:
    known = set(evening.names)
    if new.kind not in set(LevyKind):
        yield Finding("levy.kind", "kind", {})
    if new.kind == LevyKind.SHARE:
        yield from _wrong_percent(new.amount)
    else:
        yield from wrong_amount(new.amount)
    if new.kind in set(OF_ONE) and new.person not in known:
        yield Finding("levy.person", "person", {})
    if new.kind in set(FOR_SOME) and not set(new.people) <= known:
        yield Finding("levy.people", "people", {})
    yield from objections(new.text, "text", "cash_text", REASON_LENGTH, required=new.kind in set(OF_ONE))


def _wrong_percent(text: str) -> Iterator[Finding]:
    bare = text.strip().removesuffix("%").strip()
    if not WHOLE.fullmatch(bare) or not 1 <= int(bare) <= 100:
        yield Finding("levy.percent", "amount", {})


def take_back(session: AnySession, actor: Actor, evening_id: int, uuid: UUID, *, now: datetime | None = None) -> Levy:
    """Take a levy back; it stays in the book, and a second time changes nothing.

    Raises `NotFoundError` for one that is not of this evening of the club.
    """
    with transaction(session) as connection:
        locked_evening(connection, actor, Action.PAY, evening_id)
        found = store.find_levy(connection, uuid)
        if found is None or (found.club_id, found.evening_id) != (actor.club_id, evening_id) or found.of_id is not None:
            raise NotFoundError("Das gibt es an diesem Abend nicht.")
        if not store.taken_back(connection, found.id):
            back = replace(found.levy, uuid=uuid4(), at=now or datetime.now(UTC), by=actor.name)
            store.add_levy(connection, actor.club_id, evening_id, back, found.id)
            old = facts(found.levy)
            note(connection, actor, Event.LEVY_TAKEN_BACK, f"evening:{evening_id}", old=old, at=back.at)
    return found.levy


def facts(levy: Levy) -> dict[str, Any]:
    """Say for the log what was levied; texts may name somebody and stay out of it."""
    said: dict[str, Any] = {"levied": levy.kind.value, "amount": levy.amount, "unit": Unit.CENT.value}
    if levy.person is not None:
        said["person"] = levy.person
    return said | {"people": list(levy.people)} if levy.people else said
