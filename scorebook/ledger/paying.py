"""What is still to be paid at an evening, and why: dues, less what was paid already. Whole cents, sum zero.

A payment is a fact. What is corrected afterwards changes what is open, and may turn round who owes whom.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from scorebook.ledger.dues import Dues, dues
from scorebook.ledger.evening import Evening
from scorebook.ledger.levies import with_levies
from scorebook.ledger.payment import BOX, STOCK, Payment
from scorebook.ledger.settlement import Settlement, Transfer, settle
from scorebook.rules import Unit

Plan = dict[tuple[int, int], int]
"""Amounts by payer and payee, above zero."""


@dataclass(frozen=True, slots=True)
class Account:
    """One party of an evening: what he has of it, that as it is paid (rounded), what he paid and got, what is open.

    Amounts above zero are his, those below he owes.
    """

    exact: int
    due: int
    paid: int
    got: int

    @property
    def open(self) -> int:
        """What he still gets; below zero he owes it."""
        return self.due + self.paid - self.got


@dataclass(frozen=True, slots=True)
class Reason:
    """Why one pays another: the accounts of both, and who all settle among themselves, with what each has open."""

    transfer: Transfer[int]
    payer: Account
    payee: Account
    group: Mapping[int, int]
    transfers: int


@dataclass(frozen=True, slots=True)
class Reckoning:
    """All that is to be paid at an evening, by party; `transfers` are those that are open, the largest first."""

    unit: Unit
    accounts: Mapping[int, Account]
    transfers: tuple[Transfer[int], ...]

    @property
    def money(self) -> bool:
        """Whether payments can be made, and amounts be rounded."""
        return self.unit is Unit.CENT

    def open_between(self, payer: int, payee: int) -> int:
        """Give what one still has to pay another by the plan; 0 for nothing."""
        return next((t.amount for t in self.transfers if (t.payer, t.payee) == (payer, payee)), 0)

    def reasons(self) -> tuple[Reason, ...]:
        """Say why each transfer of the plan is to be made, in the order of the plan."""
        groups = _groups(self.transfers)
        return tuple(self._reason(transfer, groups[transfer.payer]) for transfer in self.transfers)

    def _reason(self, transfer: Transfer[int], group: frozenset[int]) -> Reason:
        opened = {party: account.open for party, account in self.accounts.items() if party in group}
        # in a group without a smaller one in it there is one transfer less than there are parties
        return Reason(transfer, self.accounts[transfer.payer], self.accounts[transfer.payee], opened, len(group) - 1)


def _groups(transfers: Iterable[Transfer[int]]) -> dict[int, frozenset[int]]:
    """Give with whom each settles, by party: who pays, who is paid, and all that these have to do with."""
    groups: dict[int, frozenset[int]] = {}
    for one in transfers:
        alone = (frozenset({one.payer}), frozenset({one.payee}))
        joined = groups.get(one.payer, alone[0]) | groups.get(one.payee, alone[1])
        groups |= dict.fromkeys(joined, joined)
    return groups


def can_be_paid(evening: Evening) -> bool:
    """Tell whether money is due at an evening: payments can be made, and amounts be rounded."""
    due = dues(evening)
    return due is not None and due.unit is Unit.CENT


def reckon(evening: Evening) -> Reckoning | None:
    """Work out what everybody has still to pay, and to whom; None where nobody pays anybody.

    A price that is gone again takes what was paid by it with it.
    """
    due = dues(evening)
    if due is None:
        return None
    money = due.unit is Unit.CENT
    exact = with_levies(parties(due), evening.levies) if money else parties(due)
    payments = evening.payments if money else ()
    wanted = rounded(exact, evening.round_to) if money else exact
    return Reckoning(due.unit, accounts(exact, wanted, payments), _by_name(evening, wanted, payments))


def parties(due: Dues) -> dict[int, int]:
    """Give what each party gets, the Stocks and the club's box among them: their money has to lie somewhere."""
    return {**due.people, STOCK: due.stock, BOX: due.box}


def accounts(exact: Mapping[int, int], wanted: Mapping[int, int], payments: Iterable[Payment]) -> dict[int, Account]:
    """Put together what each party has, is to be paid, and has paid and got.

    >>> from datetime import UTC, datetime
    >>> half = Payment(2, 1, 60, datetime.now(UTC), "Tisch")
    >>> [account.open for account in accounts({1: 120, 2: -120}, {1: 120, 2: -120}, [half]).values()]
    [60, -60]
    """
    paid, got = dict.fromkeys(exact, 0), dict.fromkeys(exact, 0)
    for payment in payments:
        paid[payment.payer] = paid.get(payment.payer, 0) + payment.amount
        got[payment.payee] = got.get(payment.payee, 0) + payment.amount
    known = dict.fromkeys([*exact, *paid, *got])
    return {
        party: Account(exact.get(party, 0), wanted.get(party, 0), paid.get(party, 0), got.get(party, 0))
        for party in known
    }


def rounded(balances: Mapping[int, int], step: int) -> dict[int, int]:
    """Round amounts that sum to zero to whole steps of cents that do so too; nobody is off by a whole step.

    Those that lose most by rounding down are rounded up, of equal ones the first. Raises `ValueError` for a sum that is
    no whole number of steps.

    >>> rounded({1: 113, 2: -58, 3: -55}, 5), rounded({1: 113, 2: -58, 3: -55}, 50)
    ({1: 115, 2: -60, 3: -55}, {1: 100, 2: -50, 3: -50})
    """
    if sum(balances.values()) % step:
        raise ValueError(f"no whole number of steps: {sum(balances.values())}")
    down = {party: amount // step * step for party, amount in balances.items()}
    short = (sum(balances.values()) - sum(down.values())) // step
    by_loss = sorted(balances, key=lambda party: down[party] - balances[party])
    return down | {party: down[party] + step for party in by_loss[:short]}


def open_transfers(due: Mapping[int, int], payments: Iterable[Payment]) -> tuple[Transfer[int], ...]:
    """Give what is still to be paid of what is due, after payments in the order in which they were made.

    Whoever pays all that he is to pay somebody changes nothing for the others. After any other payment the plan stays
    as it was but for these two, unless there is one with fewer transfers now, or somebody would pay and be paid. There
    are no more transfers than need be, up to the number of people for which that is known (see `settle`).

    >>> from datetime import UTC, datetime
    >>> part = Payment(1, 3, 20, datetime.now(UTC), "Tisch")
    >>> open_transfers({1: -50, 2: -30, 3: 50, 4: 30}, [part])
    (Transfer(payer=1, payee=3, amount=30), Transfer(payer=2, payee=4, amount=30))
    >>> open_transfers({1: -50, 2: 50}, [replace(part, payee=2, amount=60)])
    (Transfer(payer=2, payee=1, amount=10),)
    """
    left = dict(due)
    plan = _plan(settle(left))
    for payment in payments:
        left[payment.payer] = left.get(payment.payer, 0) + payment.amount
        left[payment.payee] = left.get(payment.payee, 0) - payment.amount
        whole = plan.get((payment.payer, payment.payee)) == payment.amount
        plan = _less(plan, payment)
        if not whole:
            fresh = _plan(settle(left))
            plan = fresh if len(fresh) < len(plan) or _passes_on(plan) else plan
    transfers = [Transfer(payer, payee, amount) for (payer, payee), amount in plan.items()]
    return tuple(sorted(transfers, key=lambda one: (-one.amount, one.payer, one.payee)))


def _plan(settlement: Settlement[int]) -> Plan:
    return {(one.payer, one.payee): one.amount for one in settlement.transfers}


def _less(plan: Plan, payment: Payment) -> Plan:
    """Take a payment off a plan: what was paid too much is to be given back."""
    there, back = (payment.payer, payment.payee), (payment.payee, payment.payer)
    others = {pair: amount for pair, amount in plan.items() if pair not in (there, back)}
    rest = plan.get(there, 0) - plan.get(back, 0) - payment.amount
    return others if not rest else {**others, (there if rest > 0 else back): abs(rest)}


def _passes_on(plan: Plan) -> bool:
    """Tell whether somebody would pay one and be paid by another."""
    return bool({payer for payer, _ in plan} & {payee for _, payee in plan})


def _by_name(evening: Evening, due: Mapping[int, int], payments: Iterable[Payment]) -> tuple[Transfer[int], ...]:
    """Work out the plan with people in the order of their names: the same in a book where they have other ids."""
    known = dict.fromkeys([*due, *(party for paid in payments for party in (paid.payer, paid.payee))])
    names = evening.names
    order = sorted(known, key=lambda party: (party < 0, names.get(party, ""), abs(party)))
    rank = {party: place for place, party in enumerate(order)}
    ranked = [replace(paid, payer=rank[paid.payer], payee=rank[paid.payee]) for paid in payments]
    transfers = open_transfers({rank[party]: amount for party, amount in due.items()}, ranked)
    return tuple(Transfer(order[one.payer], order[one.payee], one.amount) for one in transfers)
