"""Who has paid whom at an evening, that taken back, and to how many cents people pay.

A payment is a fact beside the book: it changes no game and no check code, and no correction changes it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from scorebook.errors import ConflictError, NotFoundError
from scorebook.ledger.evening import Evening
from scorebook.ledger.iban import iban_findings
from scorebook.ledger.paying import Reckoning, reckon
from scorebook.ledger.payment import BOX, STEPS, STOCK, Payment, Way
from scorebook.money import read_euros
from scorebook.reports.girocode import NAME_LENGTH
from scorebook.rules import Finding, Unit
from scorebook.services import cash_evenings
from scorebook.services.access import Action, Actor
from scorebook.services.evenings import load_evening
from scorebook.services.locked import locked_evening
from scorebook.services.log import Event, note
from scorebook.services.refusals import RefusedError
from scorebook.services.texts import objections
from scorebook.services.transactions import transaction, write_once
from scorebook.settings import BERLIN
from scorebook.store import paying as store
from scorebook.store.db import AnySession, reading
from scorebook.store.paying import PaymentRow


@dataclass(frozen=True, slots=True)
class NewPayment:
    """A payment as it was said: who paid whom, each a person's id, `STOCK` or `BOX`.

    `amount` as typed, in euros; None for all that is open. `seen` is what was open then, in cents, and `sure` lets it
    be more. The same `uuid` again is the same payment.
    """

    payer: int
    payee: int
    amount: str | None = None
    seen: int | None = None
    sure: bool = False
    way: Way = Way.CASH
    uuid: UUID = field(default_factory=uuid4)


@dataclass(frozen=True, slots=True)
class Paid:
    """A payment as it stands in the book, and at which evening; `repeated`: it was there before."""

    payment: Payment
    evening_id: int
    repeated: bool = False


def pay(
    session: AnySession,
    actor: Actor,
    evening_id: int,
    new: NewPayment,
    *,
    timezone: ZoneInfo = BERLIN,
    now: datetime | None = None,
) -> Paid:
    """Note that somebody paid somebody, all that is open between them or a part; also before the evening has ended.

    Cash that the club's box gets or gives stands in its cash book from then on. What is carried over goes to the
    account that somebody has with the box: all that he has open at the evening, whomever he would have paid.

    Raises `RefusedError` at `amount` for what is no amount, and for more than is open unless one is sure;
    `ConflictError` where something else is open than was seen, where nothing is, and where no money is due;
    `NotFoundError` for an evening that is not the club's, and for parties that are not of the evening.
    """

    def write(connection: Connection) -> Paid:
        evening = locked_evening(connection, actor, Action.PAY, evening_id)
        before = store.find_payment(connection, new.uuid)
        if before is not None:
            return _repeated(before, actor, evening_id)
        payment = _payment(evening, new, actor, now or datetime.now(UTC))
        payment_id = store.add_payment(connection, actor.club_id, evening_id, payment)
        cash_evenings.book_payment(
            connection, actor, PaymentRow(payment_id, actor.club_id, evening_id, payment, None), timezone
        )
        note(connection, actor, Event.PAYMENT_MADE, f"evening:{evening_id}", new=facts(payment), at=payment.paid_at)
        return Paid(payment, evening_id)

    return write_once(session, write)


def _repeated(before: PaymentRow, actor: Actor, evening_id: int) -> Paid:
    if (before.club_id, before.evening_id) != (actor.club_id, evening_id):
        raise ConflictError("Diese Kennung ist schon vergeben.")
    return Paid(before.payment, evening_id, repeated=True)


def _payment(evening: Evening, new: NewPayment, actor: Actor, at: datetime) -> Payment:
    """Make the payment that was said. Raises what `pay` raises."""
    reckoning = _reckoning(evening)
    if new.payer == new.payee or not {new.payer, new.payee} <= set(reckoning.accounts):
        raise NotFoundError("So zahlt an diesem Abend niemand.")
    rest = _rest(reckoning, new)
    if new.seen is not None and new.seen != rest:
        raise ConflictError("Inzwischen ist zwischen den beiden etwas anderes offen. Schau noch einmal hin.")
    if new.amount is None and not rest:
        raise ConflictError("Zwischen den beiden ist nichts mehr offen.")
    cents = rest if new.amount is None else _cents(new, rest)
    return Payment(new.payer, new.payee, cents, at, actor.name, new.way, new.uuid)


def _rest(reckoning: Reckoning, new: NewPayment) -> int:
    """Give what is open of what somebody wants to pay. Raises `NotFoundError` for what cannot be carried over."""
    if new.way is not Way.CARRIED:
        return reckoning.open_between(new.payer, new.payee)
    if BOX not in (new.payer, new.payee) or STOCK in (new.payer, new.payee):
        raise NotFoundError("So zahlt an diesem Abend niemand.")
    opened = reckoning.accounts[new.payer if new.payee == BOX else new.payee].open
    return max(0, -opened if new.payee == BOX else opened)


def _cents(new: NewPayment, rest: int) -> int:
    """Read what was typed. Raises `RefusedError` at `amount`."""
    findings = list(_amount_findings(new, rest))
    if findings:
        raise RefusedError(findings)
    return read_euros(new.amount or "")


def _amount_findings(new: NewPayment, rest: int) -> Iterator[Finding]:
    text = new.amount or ""
    try:
        cents = read_euros(text)
    except ValueError:
        yield Finding("payment.no_amount" if text.strip() else "payment.missing", "amount", {})
        return
    if cents <= 0:
        yield Finding("payment.nothing", "amount", {})
    elif cents > rest and not new.sure:
        yield Finding("payment.more", "amount", {"open": rest})


def take_back(session: AnySession, actor: Actor, evening_id: int, uuid: UUID, *, now: datetime | None = None) -> Paid:
    """Take a payment back, as a whole; it stays in the book, and a second time changes nothing.

    Raises `NotFoundError` for one that was not made at this evening of the club, `ConflictError` for one that stands in
    a year of the cash book that is closed.
    """
    with transaction(session) as connection:
        locked_evening(connection, actor, Action.PAY, evening_id)
        found = store.find_payment(connection, uuid)
        if found is None or (found.club_id, found.evening_id) != (actor.club_id, evening_id) or found.of_id is not None:
            raise NotFoundError("Diese Zahlung gibt es nicht.")
        if store.taken_back(connection, found.id):
            return Paid(found.payment, evening_id, repeated=True)
        back = replace(found.payment, uuid=uuid4(), paid_at=now or datetime.now(UTC), by=actor.name)
        back_id = store.add_payment(connection, actor.club_id, evening_id, back, found.id)
        cash_evenings.unbook_payment(connection, actor, found.id, back_id, back.paid_at)
        old = facts(found.payment)
        note(connection, actor, Event.PAYMENT_TAKEN_BACK, f"evening:{evening_id}", old=old, at=back.paid_at)
    return Paid(found.payment, evening_id)


def list_payments(session: AnySession, actor: Actor, evening_id: int) -> tuple[PaymentRow, ...]:
    """List all that was paid at an evening, and taken back, the first first.

    Raises `NotFoundError` for one that is not the club's.
    """
    load_evening(session, actor, evening_id)
    return store.rows_of(reading(session), evening_id)


def set_rounding(session: AnySession, actor: Actor, evening_id: int, step: str) -> int:
    """Keep to how many cents people pay at an evening ("1", "5", "10", "50"), and give it; also after it has ended.

    Raises `RefusedError` at `round_to` for another step, `ConflictError` where no money is due, `NotFoundError` for an
    evening that is not the club's.
    """
    with transaction(session) as connection:
        evening = locked_evening(connection, actor, Action.PAY, evening_id)
        _reckoning(evening)
        if step not in map(str, STEPS):
            raise RefusedError([Finding("round_to.unknown", "round_to", {})])
        if int(step) != evening.round_to:
            store.keep_rounding(connection, actor.club_id, evening_id, int(step))
            old, new = ({"round_to": cents, "unit": Unit.CENT.value} for cents in (evening.round_to, int(step)))
            note(connection, actor, Event.EVENING_ROUNDED, f"evening:{evening_id}", old=old, new=new)
    return int(step)


def facts(payment: Payment) -> dict[str, Any]:
    """Say for the log who paid whom."""
    return {"from": payment.payer, "to": payment.payee, "paid": payment.amount, "unit": Unit.CENT.value}


def _reckoning(evening: Evening) -> Reckoning:
    """Work out what is open. Raises `ConflictError` where no money is due."""
    reckoning = reckon(evening)
    if reckoning is None or not reckoning.money:
        raise ConflictError("An diesem Abend geht es nicht um Geld. Ohne Preis zahlt keiner etwas.")
    return reckoning


@dataclass(frozen=True, slots=True)
class Transferable:
    """A payment of the plan that can go through a bank, in cents; the day is that of the evening."""

    evening: Evening
    payer: int
    payee: int
    cents: int


def find_transfer(session: AnySession, actor: Actor, evening_id: int, payer: int, payee: int) -> Transferable:
    """Find what one has still to pay another; the Stock lies on the table and has no account.

    Raises `NotFoundError` where nothing is open, and for an evening that is not the club's.
    """
    evening = load_evening(session, actor, evening_id)
    reckoning = reckon(evening)
    cents = 0
    if reckoning is not None and reckoning.money and STOCK not in (payer, payee):
        cents = reckoning.open_between(payer, payee)
    if not cents:
        raise NotFoundError("Zwischen den beiden ist nichts mehr offen.")
    return Transferable(evening, payer, payee, cents)


def check_receiver(name: str, iban: str) -> None:
    """Look at whom a transfer is to go to, as it was typed; nothing of it is kept anywhere.

    Raises `RefusedError` with findings at `name` and `iban`.
    """
    findings = [*objections(name, "name", "name", NAME_LENGTH, required=True), *iban_findings(iban)]
    if findings:
        raise RefusedError(findings)
