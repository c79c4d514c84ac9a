"""Who pays whom at the end of an evening, in as few transfers as possible. Whole units, no rounding anywhere.

People whose balances sum to zero can settle among themselves: a group of k of them needs k-1 transfers.
The fewest transfers are therefore the people less the largest number of groups into which they can be divided.

Where there are several such plans, nobody has more partners than need be, and the rest goes by name and not by amount:
one game more, or one more cent, leaves most people with those whom they had to pay before.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from scorebook.errors import ScorebookError

EXACT_UP_TO = 18
"""Up to so many people with an open balance the number of transfers is the smallest possible."""
PARTNERS_UP_TO = 7
"""In a group of up to so many nobody has more partners than need be; in larger ones the largest pay one another."""

P = TypeVar("P", str, int)


class NotZeroError(ScorebookError):
    """Balances that do not sum to zero: nothing can be settled. `difference` is their sum."""

    def __init__(self, difference: int) -> None:
        super().__init__("Die Beträge ergeben zusammen nicht null, sondern %(difference)d.", difference=difference)
        self.difference = difference


@dataclass(frozen=True, slots=True)
class Transfer(Generic[P]):
    """`payer` gives `payee` an amount, in units, above zero."""

    payer: P
    payee: P
    amount: int


@dataclass(frozen=True, slots=True)
class Settlement(Generic[P]):
    """Transfers, the largest first, that bring every balance to zero; `minimal` says that no plan has fewer."""

    transfers: tuple[Transfer[P], ...]
    minimal: bool


def settle(balances: Mapping[P, int]) -> Settlement[P]:
    """Settle balances (units won, by name or by id) with the fewest transfers.

    Exact up to `EXACT_UP_TO` people with an open balance, pairs that cancel one another not counted; above that there
    are fewer transfers than people, and `minimal` is true only where it is proved. The same balances give the same
    plan, in whatever order they come. Raises `NotZeroError` for a sum that is not zero.

    >>> settle({"Sepp": 50, "Vroni": -630, "Xaver": -1950, "Zenzi": 2530}).transfers[-1]
    Transfer(payer='Vroni', payee='Sepp', amount=50)
    >>> settle({1: 20, 2: -20, 3: 0})
    Settlement(transfers=(Transfer(payer=2, payee=1, amount=20),), minimal=True)
    """
    difference = sum(balances.values())
    if difference:
        raise NotZeroError(difference)
    groups, rest = _pairs(sorted((amount, person) for person, amount in balances.items() if amount))
    exact: bool = len(rest) <= EXACT_UP_TO
    groups += _groups(sorted(rest, key=lambda one: one[1])) if exact else [rest]
    transfers: list[Transfer[P]] = [transfer for group in groups for transfer in _within(group)]
    transfers.sort(key=lambda transfer: (-transfer.amount, transfer.payer, transfer.payee))
    return Settlement(tuple(transfers), exact or _as_few_as_can_be(transfers, balances))


def _as_few_as_can_be(transfers: Sequence[Transfer[P]], balances: Mapping[P, int]) -> bool:
    """Tell whether nobody is in two transfers on the larger side: each there needs one of his own."""
    payers = sum(amount < 0 for amount in balances.values())
    payees = sum(amount > 0 for amount in balances.values())
    return len(transfers) == max(payers, payees)


def _pairs(people: Sequence[tuple[int, P]]) -> tuple[list[list[tuple[int, P]]], list[tuple[int, P]]]:
    """Split off pairs that owe one another exactly; give the pairs and the others.

    Harmless: where the two are in different groups of a best plan, they can form one group and the others of both
    groups another, which makes as many.
    """
    waiting: dict[int, list[tuple[int, P]]] = {}
    pairs: list[list[tuple[int, P]]] = []
    for one in people:
        partners = waiting.get(-one[0])
        if partners:
            pairs.append([partners.pop(0), one])
        else:
            waiting.setdefault(one[0], []).append(one)
    return pairs, sorted(one for left in waiting.values() for one in left)


def _groups(people: Sequence[tuple[int, P]]) -> list[list[tuple[int, P]]]:
    """Divide people whose balances sum to zero into the largest number of groups that do so too.

    A subset of them is a mask. Let them come one by one, and let a group end whenever the sum so far is zero:
    `most[mask]` is the largest number of groups that end so. The last person needs no bit, he closes the last group.
    """
    if not people:
        return []
    sums = [0]
    for amount, _ in people[:-1]:
        sums += [amount + before for before in sums]
    most = _most(sums)
    groups: list[list[tuple[int, P]]] = [[people[-1]]]
    mask = len(sums) - 1
    while mask:
        ends = not sums[mask]
        if ends:
            groups.append([])
        bit = next(bit for bit in _bits(mask) if most[mask ^ bit] + ends == most[mask])
        groups[-1].append(people[bit.bit_length() - 1])
        mask ^= bit
    return groups


def _bits(mask: int) -> list[int]:
    return [1 << place for place in range(mask.bit_length()) if mask >> place & 1]


def _most(sums: Sequence[int]) -> bytearray:
    """Give for each mask the largest number of groups (see `_groups`); a mask stands behind all its subsets."""
    most = bytearray(len(sums))
    for mask in range(1, len(sums)):
        best, rest = 0, mask
        while rest:
            without = rest & (rest - 1)
            known = most[mask ^ rest ^ without]
            if known > best:  # noqa: PLR1730 - runs a million times: no call
                best = known
            rest = without
        most[mask] = best + (not sums[mask])
    return most


def _within(group: Sequence[tuple[int, P]]) -> list[Transfer[P]]:
    """Settle one group, with as few partners for whoever has most as there can be where that is searched for."""
    if len(group) > PARTNERS_UP_TO:
        return _largest_first(group)
    people = sorted(person for _, person in group)
    owned = {person: amount for amount, person in group}
    left = tuple(owned[person] for person in people)
    most = 1
    while (pairs := _leaves(left, (0,) * len(left), most, set())) is None:
        most += 1
    return [Transfer(people[payer], people[payee], amount) for payer, payee, amount in pairs]


def _leaves(
    left: tuple[int, ...], partners: tuple[int, ...], most: int, failed: set[tuple[tuple[int, ...], tuple[int, ...]]]
) -> list[tuple[int, int, int]] | None:
    """Find transfers by which nobody gets more than `most` partners, the first by place; None where there are none.

    Whoever has but one partner settles all that he has with him; without him there is again somebody who has but one.
    No part of the group can settle alone, so all are left but the one, until the last two are.
    """
    if not any(left):
        return []
    if (left, partners) in failed:
        return None
    for one, amount in enumerate(left):
        for other, due in enumerate(left):
            if amount * due < 0 and abs(amount) <= abs(due) and max(partners[one], partners[other]) < most:
                rest = _with(left, {one: 0, other: amount + due})
                met = _with(partners, {one: partners[one] + 1, other: partners[other] + 1})
                found = _leaves(rest, met, most, failed)
                if found is not None:
                    return [(one, other, -amount) if amount < 0 else (other, one, amount), *found]
    failed.add((left, partners))
    return None


def _with(values: tuple[int, ...], changed: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(changed.get(place, value) for place, value in enumerate(values))


def _largest_first(group: Sequence[tuple[int, P]]) -> list[Transfer[P]]:
    """Settle one group: who owes most pays who gets most. Each transfer brings a balance to zero, the last one two."""
    left: list[tuple[int, P]] = sorted(group)
    transfers: list[Transfer[P]] = []
    while left:
        (owed, payer), (due, payee) = left[0], left[-1]
        amount = min(-owed, due)
        transfers.append(Transfer(payer, payee, amount))
        rest = left[1:-1]
        rest.append((owed + amount, payer))
        rest.append((due - amount, payee))
        left = sorted(one for one in rest if one[0])
    return transfers
