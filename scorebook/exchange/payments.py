"""Who paid whom at an evening, in the export format: what was paid has `paid_at`, what is open has null there.

What is open is worked out anew by whoever reads a file; what was paid is read. FORMAT.md 6 has no place for some of it:
`by` and `way` of a payment, and `price` and `round_to` of the evening by which it is understood. Those are written only
where something was paid, `way` only where it was not cash, so that every other file is exactly what the format says.
Who is paid besides people is "box" or "stock".
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from scorebook.exchange.games import STRICT
from scorebook.exchange.shapes import Number, Text, Time, time_text
from scorebook.ledger.dues import price_kinds
from scorebook.ledger.evening import Evening
from scorebook.ledger.paying import can_be_paid, reckon
from scorebook.ledger.payment import BOX, STOCK, Payment, Way
from scorebook.ledger.price import Price, PricePer
from scorebook.rules import Finding, Unit

PARTIES = {"box": BOX, "stock": STOCK}
NAMES = {party: name for name, party in PARTIES.items()}
Party = Number | Literal["box", "stock"]


class PaymentModel(BaseModel):
    """A payment between two people, or one of them and the club's box or the Stock; it is open without `paid_at`."""

    model_config = STRICT

    payer: Annotated[Party, Field(alias="from")]
    payee: Annotated[Party, Field(alias="to")]
    amount: Annotated[int, Field(ge=1, le=10**9)]
    paid_at: Time | None = None
    by: Text | None = None
    way: Literal["cash", "transfer", "carried"] = "cash"


class PriceModel(BaseModel):
    """What a Strich, a whole head or a point costs, in cents."""

    model_config = STRICT

    amount: Annotated[int, Field(ge=1, le=10**6)]
    per: Literal["strich", "head", "point"]


RoundTo = Literal[1, 5, 10, 50]


def payments_json(evening: Evening) -> dict[str, Any]:
    """Write what was paid and what is open of the money of an evening, and by which price."""
    paid = [paid_json(payment) for payment in evening.payments]
    shared: dict[str, Any] = {}
    if (paid or evening.levies) and evening.price is not None:
        shared["price"] = {"amount": evening.price.cents, "per": evening.price.per.value}
    if (paid or evening.levies) and evening.round_to != 1:
        shared["round_to"] = evening.round_to
    return {"payments": [*paid, *_open_json(evening)], **shared}


def paid_json(payment: Payment) -> dict[str, Any]:
    """Write a payment that was made."""
    way = {} if payment.way is Way.CASH else {"way": payment.way.value}
    parties = {"from": _party(payment.payer), "to": _party(payment.payee)}
    return {**parties, "amount": payment.amount, "paid_at": time_text(payment.paid_at), "by": payment.by, **way}


def _open_json(evening: Evening) -> Iterator[dict[str, Any]]:
    """Write what is open; nothing where a reader could not know by which price."""
    unsaid = evening.price is not None and not (evening.payments or evening.levies)
    reckoning = None if unsaid else reckon(evening)
    if reckoning is not None and reckoning.unit is Unit.CENT:
        for one in reckoning.transfers:
            yield {"from": _party(one.payer), "to": _party(one.payee), "amount": one.amount, "paid_at": None}


def _party(party: int) -> int | str:
    return NAMES.get(party, party)


def read_payments(models: Iterable[PaymentModel]) -> tuple[Payment, ...]:
    """Make the values of those that were paid; who does not say by whom says "", for the reader to fill in."""
    return tuple(
        Payment(_read_party(one.payer), _read_party(one.payee), one.amount, one.paid_at, one.by or "", Way(one.way))
        for one in models
        if one.paid_at is not None
    )


def read_price(model: PriceModel | None) -> Price | None:
    """Make the value of a price."""
    return None if model is None else Price(model.amount, PricePer(model.per))


def _read_party(party: int | str) -> int:
    return PARTIES[party] if isinstance(party, str) else party


def broken_links(models: Sequence[PaymentModel], people: Sequence[int]) -> Iterator[Finding]:
    """Find payments of strangers, and of somebody to himself."""
    for i, one in enumerate(models):
        for party in (one.payer, one.payee):
            if isinstance(party, int) and party not in people:
                yield Finding("person.unknown", f"payments.{i}", {"id": party})
        if one.payer == one.payee:
            yield Finding("payment.parties", f"payments.{i}", {"number": i + 1})


def wrong_payments(evening: Evening) -> Iterator[Finding]:
    """Find what cannot be about the payments of an evening that was read: there is no money in it, or no such price."""
    price = evening.price
    if price is not None and price.per not in price_kinds(evening):
        yield Finding("price.per", "price")
    elif evening.payments and not can_be_paid(evening):
        yield Finding("payments.no_money", "payments")
