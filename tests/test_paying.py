"""What is still to be paid after payments: the plan stays as it was while it can, and comes to nothing in the end."""

import random
from collections import Counter
from datetime import UTC, datetime
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorebook.ledger.paying import Reckoning, accounts, open_transfers, reckon, rounded
from scorebook.ledger.payment import STEPS, Payment
from scorebook.ledger.settlement import PARTNERS_UP_TO, Transfer, settle
from scorebook.rules import Unit
from tests import evenings

NOW = datetime(2026, 11, 28, tzinfo=UTC)
AMOUNTS = st.one_of(st.integers(-9, 9), st.integers(-40, 40).map(lambda n: 10 * n), st.integers(-(10**6), 10**6))


@st.composite
def balances(draw: st.DrawFn, most: int = 8) -> dict[int, int]:
    """Draw balances that sum to zero."""
    amounts = draw(st.lists(AMOUNTS, min_size=1, max_size=most - 1))
    return dict(enumerate([*amounts, -sum(amounts)], start=1))


@st.composite
def payments(draw: st.DrawFn, people: int) -> list[Payment]:
    """Draw payments between any two of so many people, along the plan or not."""
    pairs = list(permutations(range(1, people + 1), 2))
    drawn = draw(st.lists(st.tuples(st.sampled_from(pairs), st.integers(1, 500)), max_size=6)) if pairs else []
    return [payment(payer, payee, amount) for (payer, payee), amount in drawn]


def payment(payer: int, payee: int, amount: int) -> Payment:
    """Make a payment."""
    return Payment(payer, payee, amount, NOW, "Tisch")


def paid(transfer: Transfer[int], amount: int | None = None) -> Payment:
    """Pay a transfer, or a part of it."""
    return payment(transfer.payer, transfer.payee, amount or transfer.amount)


def partners(transfers: tuple[Transfer[int], ...]) -> Counter[int]:
    """Count with how many each has to do."""
    return Counter(person for one in transfers for person in (one.payer, one.payee))


@given(balances(), st.data())
def test_all_is_settled_whatever_was_paid(due: dict[int, int], data: st.DataObject) -> None:
    """Dues, payments and the open plan come to nothing; nobody pays and is paid, and no plan has fewer transfers."""
    made = data.draw(payments(len(due)))
    transfers = open_transfers(due, made)
    left = {person: account.open for person, account in accounts(due, due, made).items()}
    assert len(transfers) == len(settle(left).transfers)
    for one in transfers:
        assert one.amount > 0
        left[one.payer] += one.amount
        left[one.payee] -= one.amount
    assert not any(left.values())
    assert not {one.payer for one in transfers} & {one.payee for one in transfers}


@given(balances(), st.data())
def test_who_pays_leaves_the_others_alone(due: dict[int, int], data: st.DataObject) -> None:
    """After any transfer is paid, whatever was paid before, the others are exactly those that were there."""
    made = data.draw(payments(len(due)))
    transfers = open_transfers(due, made)
    while transfers:
        one = data.draw(st.sampled_from(transfers))
        made.append(paid(one))
        assert open_transfers(due, made) == tuple(other for other in transfers if other != one)
        transfers = open_transfers(due, made)


def test_a_part_leaves_the_others_alone() -> None:
    """Two who owe as much after a part was paid as two others do not change partners."""
    due = {1: -50, 2: -30, 3: 50, 4: 30}
    assert open_transfers(due, [payment(1, 3, 20)]) == (Transfer(1, 3, 30), Transfer(2, 4, 30))


def test_what_was_paid_to_the_wrong_one_goes_on() -> None:
    """Who got what was another's passes it on; nobody is sent to and fro for it."""
    assert open_transfers({1: -50, 2: 0, 3: 50}, [payment(1, 2, 50)]) == (Transfer(2, 3, 50),)
    assert set(open_transfers({1: -50, 2: 0, 3: 50}, [payment(1, 2, 30)])) == {Transfer(1, 3, 20), Transfer(2, 3, 30)}


@pytest.mark.parametrize("count", [4, 5, 6, 7])
def test_one_cheap_game_more_changes_nobodys_partners(count: int) -> None:
    """At a table of four to seven people keep those with whom they settle, when two of them win and lose ten cents."""
    chance, looked_at = random.Random(count), 0
    for _ in range(400):
        amounts = [10 * chance.randrange(-200, 200) for _ in range(count - 1)]
        before = dict(enumerate([*amounts, -sum(amounts)]))
        winner, loser = chance.sample(range(count), 2)
        after = {**before, winner: before[winner] + 10, loser: before[loser] - 10}
        plans = [settle(due).transfers for due in (before, after)]
        sides = all(before[person] * after[person] > 0 for person in before)
        if sides and [len(plan) for plan in plans] == [count - 1] * 2:  # nobody's amounts fit by chance
            one, other = ({(move.payer, move.payee) for move in plan} for plan in plans)
            assert one == other, (before, after)
            looked_at += 1
    assert looked_at > 200


@given(balances(PARTNERS_UP_TO))
def test_nobody_has_more_partners_than_need_be(due: dict[int, int]) -> None:
    """Of all plans with the fewest transfers none has fewer partners for whoever has most of them."""
    transfers = settle(due).transfers
    groups = groups_of(transfers)
    count = partners(transfers)
    for group in groups:
        most = max(count[person] for person in group)
        assert not settles({person: due[person] for person in group}, most - 1)


def groups_of(transfers: tuple[Transfer[int], ...]) -> list[set[int]]:
    """Give who settles with whom."""
    groups: list[set[int]] = []
    for one in transfers:
        linked = [group for group in groups if group & {one.payer, one.payee}]
        groups = [group for group in groups if group not in linked]
        groups.append({one.payer, one.payee}.union(*linked))
    return groups


def settles(due: dict[int, int], most: int, met: tuple[int, ...] = ()) -> bool:
    """Try by brute force whether a group can settle with one transfer less than people, and so many partners each."""
    left = {person: amount for person, amount in due.items() if amount}
    if not left:
        return True
    for leaf, amount in left.items():
        for other, opposite in left.items():
            if amount * opposite < 0 and abs(amount) <= abs(opposite):
                both = (*met, leaf, other)
                if max(both.count(leaf), both.count(other)) <= most:
                    rest = {**left, leaf: 0, other: amount + opposite}
                    if settles(rest, most, both):
                        return True
    return False


@given(balances(12), st.sampled_from(STEPS))
def test_rounded_amounts_sum_to_zero(due: dict[int, int], step: int) -> None:
    """Everybody pays whole steps, nobody is off by a whole one, and it still comes to nothing."""
    coins = rounded(due, step)
    assert sum(coins.values()) == 0
    assert coins.keys() == due.keys()
    for person, amount in coins.items():
        assert amount % step == 0
        assert abs(amount - due[person]) < step


@given(balances(), st.randoms(use_true_random=False))
def test_exact_amounts_stay_as_they_are(due: dict[int, int], chance: random.Random) -> None:
    """Rounded to a cent nothing moves; nor do amounts that are whole steps."""
    assert rounded(due, 1) == due
    whole = {person: amount * 50 for person, amount in due.items()}
    assert rounded(whole, chance.choice(STEPS)) == whole


def test_a_transfer_tells_why() -> None:
    """It says what both have of the evening, what they paid and got, and who settles with them."""
    reckoning = reckon(evenings.evening(9))
    assert reckoning is not None
    reasons = reckoning.reasons()
    assert tuple(reason.transfer for reason in reasons) == reckoning.transfers
    reason, transfer = reasons[0], reckoning.transfers[0]
    assert (reason.payer.open < 0, reason.payee.open > 0) == (True, True)
    assert sum(reason.group.values()) == 0
    assert {transfer.payer, transfer.payee} <= reason.group.keys()
    assert reason.transfers == len(reason.group) - 1 == len(reckoning.transfers)


@given(balances(9), st.data())
def test_a_group_has_one_transfer_less_than_people(due: dict[int, int], data: st.DataObject) -> None:
    """Whatever was paid: each group settles among itself, by so many transfers as its reason says."""
    made = data.draw(payments(len(due)))
    transfers = open_transfers(due, made)
    found = Reckoning(Unit.CENT, accounts(due, due, made), transfers)
    for reason in found.reasons():
        inside = [one for one in transfers if one.payer in reason.group]
        assert all(one.payee in reason.group for one in inside)
        assert len(inside) == reason.transfers
        assert sum(reason.group.values()) == 0
