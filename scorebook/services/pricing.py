"""Agree on what a Strich, a head or a point costs. It stays in the book: the exchange format has no key for it."""

from dataclasses import dataclass
from typing import Any

from scorebook.errors import ConflictError
from scorebook.ledger.dues import price_kinds
from scorebook.ledger.evening import Evening
from scorebook.ledger.price import Price, PricePer
from scorebook.money import read_amount
from scorebook.rules import Finding, Unit
from scorebook.services.access import Action, Actor
from scorebook.services.locked import locked_evening
from scorebook.services.log import Event, note
from scorebook.services.refusals import RefusedError
from scorebook.services.transactions import transaction
from scorebook.store import pricing as store
from scorebook.store.db import AnySession

DEAREST = 100_00
"""Cents that one of what is counted costs at most."""


@dataclass(frozen=True, slots=True)
class NewPrice:
    """A price as it was typed: `amount` like "10" or "0,10", `per` what it is for."""

    amount: str
    per: str


def set_price(session: AnySession, actor: Actor, evening_id: int, new: NewPrice) -> Price:
    """Keep what one costs, instead of the price before; also after the evening has ended, for it changes no game.

    The same price again changes nothing. Raises `RefusedError` with findings at `price` and `per`, `NotFoundError` for
    an evening that is not the club's, and `ConflictError` for one on which nothing is counted that could have a price.
    """
    with transaction(session) as connection:
        evening = locked_evening(connection, actor, Action.PRICE, evening_id)
        price = _price(evening, new)
        if price != evening.price:
            store.keep_price(connection, actor.club_id, evening_id, price)
            subject = f"evening:{evening_id}"
            note(connection, actor, Event.EVENING_PRICED, subject, old=_facts(evening.price), new=_facts(price))
    return price


def _facts(price: Price | None) -> dict[str, Any] | None:
    """Say for the log what one costs."""
    return None if price is None else {"amount": price.cents, "unit": Unit.CENT.value, "per": price.per.value}


def _price(evening: Evening, new: NewPrice) -> Price:
    """Read what was typed. Raises what `set_price` raises."""
    kinds = price_kinds(evening)
    if not kinds:
        raise ConflictError("An diesem Abend wird nichts gezählt, das einen Preis haben kann.")
    findings: list[Finding] = []
    cents = _cents(new.amount, findings)
    if new.per not in kinds:
        findings.append(Finding("price.per", "per", {}))
    if findings:
        raise RefusedError(findings)
    return Price(cents, PricePer(new.per))


def _cents(text: str, findings: list[Finding]) -> int:
    """Read an amount as people type it; 0 with a finding more for one that cannot be."""
    try:
        cents = read_amount(text, "cent")
    except ValueError:
        findings.append(Finding("price.no_amount" if text.strip() else "price.missing", "price", {}))
        return 0
    if not 1 <= cents <= DEAREST:
        findings.append(Finding("price.range", "price", {"cheapest": 1, "dearest": DEAREST}))
    return cents
