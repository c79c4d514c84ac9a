"""Who pays whom in words, and how the amounts came about."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorebook import wording
from scorebook.ledger.dues import Dues, dues, shares
from scorebook.ledger.evening import Evening
from scorebook.ledger.price import Price
from scorebook.ledger.settlement import settle
from scorebook.rules import Unit
from scorebook.wording import GERMAN, Language
from scorebook.wording.striche import points_told, price_told, share_told

STOCK, BOX = -1, -2
"""Stand for the Stock and for the club's box among the people who settle."""


@dataclass(frozen=True, slots=True)
class Paying:
    """Who pays whom how much; at what price, and by name how it was worked out, where there is a price."""

    transfers: tuple[tuple[str, str, str], ...]
    price: str = ""
    reasons: tuple[tuple[str, str], ...] = ()


def paying(evening: Evening, say: Language = GERMAN) -> Paying | None:
    """Put into words what is to be paid; None where nobody pays anybody."""
    due = dues(evening)
    if due is None:
        return None
    transfers = _transfers(evening, due, say)
    if evening.price is None:
        return Paying(transfers)
    return Paying(transfers, price_told(evening.price, say), tuple(_reasons(evening, evening.price, due, say)))


def _transfers(evening: Evening, due: Dues, say: Language) -> tuple[tuple[str, str, str], ...]:
    """Who pays whom, with the Stock and the club's box among them: their money has to lie somewhere.

    The Stock is paid what came in this evening and was not divided, and pays what it has from another evening.
    """
    payers = {**evening.names, STOCK: say("Stock"), BOX: say("Vereinskasse")}
    payees = {**evening.names, STOCK: say("den Stock"), BOX: say("die Vereinskasse")}
    plan = settle({**due.people, STOCK: due.stock, BOX: due.box})
    return tuple((payers[t.payer], payees[t.payee], wording.amount(t.amount, due.unit, say)) for t in plan.transfers)


def _reasons(evening: Evening, price: Price, due: Dues, say: Language) -> Iterator[tuple[str, str]]:
    """A line for everybody who played; over several sheets with the part of each, and all together."""
    if evening.unit is not Unit.STRICH:
        for person, points in evening.totals().items():
            yield evening.name_of(person), points_told(points, price, say)
        return
    tables = [
        {share.person: share_told(share, price, say) for share in shares(evening, sheet, price)}
        for sheet in evening.sheets
    ]
    for person in dict.fromkeys(person for lines in tables for person in lines):
        parts = [(number, lines[person]) for number, lines in enumerate(tables, start=1) if person in lines]
        if len(tables) == 1:
            yield evening.name_of(person), parts[0][1]
            continue
        told = [f"{say('Tisch')} {number}: {line}" for number, line in parts]
        told.append(say("zusammen {amount}").format(amount=wording.amount(due.people[person], due.unit, say)))
        yield evening.name_of(person), "; ".join(told)
