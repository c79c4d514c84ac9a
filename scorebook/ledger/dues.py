"""What everybody gets or owes at the end of an evening: what was written, or that at a price. Whole cents, sum zero."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from scorebook.ledger.evening import Evening, Sheet
from scorebook.ledger.price import Price, PricePer
from scorebook.ledger.stock import boxed, paid_in
from scorebook.ledger.striche import heads, opponents
from scorebook.rules import Unit


@dataclass(frozen=True, slots=True)
class Dues:
    """What everybody gets, by person id, in `unit`; who owes stands below zero.

    `stock` is what the Stocks get, `box` what the club's box does.
    """

    unit: Unit
    people: Mapping[int, int]
    stock: int = 0
    box: int = 0


@dataclass(frozen=True, slots=True)
class Share:
    """One person's part of a sheet of Striche.

    `count` are Striche or whole heads, `mean` what the opponents have of them on average, `cents` the difference at the
    price.
    """

    person: int
    count: int
    mean: Fraction
    cents: int

    @property
    def difference(self) -> Fraction:
        """How many more than the opponents' average."""
        return self.count - self.mean


def price_kinds(evening: Evening) -> tuple[PricePer, ...]:
    """Give for what a price can be agreed on: nothing where money is written, or points of winners alone.

    >>> from scorebook.ledger.evening import NamedRuleSet
    >>> from scorebook.rules import preset
    >>> from datetime import UTC, datetime
    >>> from uuid import UUID
    >>> def played_by(name):
    ...     rules = (NamedRuleSet(name, name, preset(name)),)
    ...     now = datetime.now(UTC)
    ...     return Evening(UUID(int=1), "Lamm", now.date(), now, None, "", (), rules, ())
    >>> [len(price_kinds(played_by(name))) for name in ("deutscher_striche", "turnier_plusminus", "bayern_10_20_50")]
    [2, 1, 0]
    """
    if evening.unit is Unit.STRICH:
        return (PricePer.STRICH, PricePer.HEAD)
    return (PricePer.POINT,) if evening.unit is Unit.POINT and evening.zero_sum else ()


def dues(evening: Evening) -> Dues | None:
    """Give what everybody gets and owes; None where nobody pays anybody.

    Amounts that sum to zero are due as they are, points at their price if there is one. Striche are due at their price
    alone, sheet by sheet (`shares`). Amounts are whole units and sum to zero, the Stock and the box included.
    """
    price = evening.price
    if evening.unit is Unit.STRICH:
        return None if price is None else Dues(Unit.CENT, _for_striche(evening, price))
    if not evening.zero_sum:
        return None
    stock, box = paid_in(evening.sheets), boxed(evening.sheets)
    if price is None:
        return Dues(evening.unit, evening.totals(), stock, box)
    at_price = {person: units * price.cents for person, units in evening.totals().items()}
    return Dues(Unit.CENT, at_price, stock * price.cents, box * price.cents)


def shares(evening: Evening, sheet: Sheet, price: Price) -> tuple[Share, ...]:
    """Work out a sheet of Striche at a price, in the order of the seats; those who played no game are left out.

    Everybody gets the price times what he has more than his opponents on average: of Striche, or of whole heads. The
    cents are whole and sum to zero; nobody is off by a cent or more.
    """
    totals, against = sheet.totals(), opponents(evening, sheet)
    per_head = price.per is PricePer.HEAD
    counts = {person: heads(totals[person])[0] if per_head else totals[person] for person in against}
    means = {
        person: Fraction(sum(counts[other] for other in others), len(others)) for person, others in against.items()
    }
    cents = whole([price.cents * (counts[person] - means[person]) for person in against])
    return tuple(
        Share(person, counts[person], means[person], amount) for person, amount in zip(against, cents, strict=True)
    )


def whole(amounts: Sequence[Fraction]) -> list[int]:
    """Round amounts to whole ones that sum to the same: those with the largest remainders up, of equal ones the first.

    Each is off by less than one. Raises `ValueError` if the sum is not whole.

    >>> whole([Fraction(5, 2), Fraction(-5, 2), Fraction(1, 2), Fraction(-1, 2)])
    [3, -2, 0, -1]
    """
    rounded = [floor(amount) for amount in amounts]
    short = sum(amounts) - sum(rounded)
    if short != int(short):
        raise ValueError(f"no whole sum: {sum(amounts)}")
    by_remainder = sorted(range(len(amounts)), key=lambda place: rounded[place] - amounts[place])
    for place in by_remainder[: int(short)]:
        rounded[place] += 1
    return rounded


def _for_striche(evening: Evening, price: Price) -> dict[int, int]:
    """The cents of all sheets together, by person id."""
    cents = dict.fromkeys((person.id for person in evening.people), 0)
    for sheet in evening.sheets:
        for share in shares(evening, sheet, price):
            cents[share.person] += share.cents
    return cents
