"""Who pays whom: everything is paid, by as few transfers as can be, the same plan every time."""

import json
import random
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorebook.ledger.settlement import EXACT_UP_TO, NotZeroError, Settlement, settle
from tests.processes import environment

AMOUNTS = st.one_of(st.integers(-6, 6), st.integers(-40, 40).map(lambda n: 10 * n), st.integers(-(10**9), 10**9))


@st.composite
def groups(draw: st.DrawFn, most: int = 8) -> dict[str, int]:
    """Draw balances that sum to zero."""
    amounts = draw(st.lists(AMOUNTS, max_size=most - 1))
    return {f"P{place}": amount for place, amount in enumerate([*amounts, -sum(amounts)])}


def partitions(people: Sequence[int]) -> int:
    """Count by brute force the most groups with sum zero into which the people can be divided."""
    if not people:
        return 0
    first, rest = people[0], people[1:]
    best = 0
    for mask in range(1 << len(rest)):
        group = [first, *(rest[i] for i in range(len(rest)) if mask >> i & 1)]
        if sum(group) == 0:
            best = max(best, 1 + partitions([rest[i] for i in range(len(rest)) if not mask >> i & 1]))
    return best


def left_open(balances: Mapping[str, int], settlement: Settlement[str]) -> dict[str, int]:
    """Give the balances after all transfers that are not zero."""
    rest = dict(balances)
    for transfer in settlement.transfers:
        rest[transfer.payer] += transfer.amount
        rest[transfer.payee] -= transfer.amount
    return {person: amount for person, amount in rest.items() if amount}


@given(groups())
def test_everything_is_paid_with_the_fewest_transfers(balances: dict[str, int]) -> None:
    """After the transfers nothing is open, each is above zero, and no division into groups would need fewer."""
    settlement = settle(balances)
    people = [amount for amount in balances.values() if amount]
    assert left_open(balances, settlement) == {}
    assert all(transfer.amount > 0 for transfer in settlement.transfers)
    assert len(settlement.transfers) == len(people) - partitions(people)
    assert settlement.minimal


@given(groups(), st.randoms(use_true_random=False))
def test_the_order_of_the_people_does_not_matter(balances: dict[str, int], chance: random.Random) -> None:
    """The same balances give the same plan in whatever order they come, the largest transfer first."""
    shuffled = list(balances.items())
    chance.shuffle(shuffled)
    transfers = settle(balances).transfers
    assert settle(dict(shuffled)).transfers == transfers
    assert [t.amount for t in transfers] == sorted((t.amount for t in transfers), reverse=True)


def test_a_plan_to_read() -> None:
    """Two who owe one another exactly settle among themselves; nobody who is at zero appears."""
    settlement = settle({"Sepp": -50, "Vroni": 70, "Xaver": 50, "Zenzi": -30, "Hias": -40, "Kathi": 0})
    assert [(t.payer, t.payee, t.amount) for t in settlement.transfers] == [
        ("Sepp", "Xaver", 50),
        ("Hias", "Vroni", 40),
        ("Zenzi", "Vroni", 30),
    ]


def test_nothing_to_pay() -> None:
    """Nobody, and people who are all at zero, need no transfer."""
    assert settle({}) == settle({"Sepp": 0}) == Settlement((), minimal=True)


@pytest.mark.parametrize("balances", [{"Sepp": 30, "Vroni": -20}, {1: 10}])
def test_a_sum_that_is_not_zero_is_refused(balances: dict[str, int]) -> None:
    """What does not sum to zero is refused, with the difference."""
    with pytest.raises(NotZeroError) as error:
        settle(balances)
    assert error.value.difference == 10


@pytest.mark.parametrize("steps", [(1, 1), (10, 997), (1, 4000)])
def test_eighteen_people_take_no_second(steps: tuple[int, int]) -> None:
    """The exact search over eighteen people, few and many amounts that fit together, is done in less than a second."""
    chance = random.Random(sum(steps))
    amounts = [sign * (steps[0] + steps[1] * chance.randrange(40) + place) for place, sign in enumerate([1, -1] * 8)]
    amounts += [10**6 + 1, -(sum(amounts) + 10**6 + 1)]
    assert len(amounts) == EXACT_UP_TO
    before = time.process_time()
    settlement = settle({f"P{place}": amount for place, amount in enumerate(amounts)})
    assert time.process_time() - before < 1
    assert settlement.minimal


def test_more_people_than_can_be_searched() -> None:
    """Above the limit there are fewer transfers than people; that they are the fewest is claimed only where proved."""
    chance = random.Random(1)
    amounts = [chance.randrange(-10_000, 10_000) for _ in range(39)]
    many = {f"P{place}": amount for place, amount in enumerate([*amounts, -sum(amounts)])}
    settlement = settle(many)
    assert left_open(many, settlement) == {}
    assert len(settlement.transfers) < len(many)
    assert not settlement.minimal
    one_pays_all = {f"P{place}": place for place in range(1, 40)} | {"P0": -sum(range(40))}
    assert len(settle(one_pays_all).transfers) == 39
    assert settle(one_pays_all).minimal
    pairs = {f"{sign}{place}": sign * (place + 1) for place in range(30) for sign in (1, -1)}
    assert len(settle(pairs).transfers) == 30
    assert settle(pairs).minimal


def answer(text: str) -> tuple[int, dict[str, object]]:
    """Give exit status and answer of `scorebook settle`."""
    command = [sys.executable, "-c", "from scorebook.app import main; main()", "settle"]
    done = subprocess.run(command, input=text.encode(), capture_output=True, check=False, env=environment(), timeout=60)
    assert done.stderr == b""
    return done.returncode, json.loads(done.stdout)


def test_the_command_writes_the_plan() -> None:
    """`scorebook settle` reads one object and writes the transfers, names with umlauts as they are."""
    assert answer('{"Jörg": 20, "Vroni": -20, "Sepp": 0}') == (
        0,
        {"transfers": [{"from": "Vroni", "to": "Jörg", "amount": 20}], "minimal": True},
    )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"Sepp": 30, "Vroni": -20}', "sum.not_zero"),
        ('[["Sepp", 30]]', "balances.not_object"),
        ('{"Sepp": 0.0}', "balance.not_integer"),
        ('{"Sepp": true, "Vroni": -1}', "balance.not_integer"),
        ('{"Sepp": "0"}', "balance.not_integer"),
        ('{"Sepp": {"a": 1}}', "balance.not_integer"),
        ('{"Sepp": 1, "Sepp": 0}', "key.twice"),
        ('{"\\ud800": null}', "balance.not_integer"),
        ('{"Sepp": NaN}', "json.invalid"),
        ("{", "json.invalid"),
        ("", "json.invalid"),
    ],
)
def test_the_command_refuses_what_it_cannot_settle(text: str, code: str) -> None:
    """What is no object of whole numbers that sum to zero gets one error and exit status 1."""
    status, said = answer(text)
    error = said["error"]
    assert isinstance(error, dict)
    assert (status, error["code"]) == (1, code)
    assert error["message"]
    assert error.get("difference") == (10 if code == "sum.not_zero" else None)
