"""Chance that anybody can work out again, and wandering by rank."""

import hashlib
from random import Random

import pytest

from scorebook.league.draw import Chance, wander
from tests.draws import met_again, numbered


def by_hand(seed: bytes, count: int) -> list[int]:
    """Give the first numbers that belong to a seed, as the docstring says."""
    blocks = (hashlib.sha256(seed + bytes(7) + bytes([block])).digest() for block in range(count // 8 + 1))
    whole = b"".join(blocks)
    return [int.from_bytes(whole[at : at + 4], "big") for at in range(0, 4 * count, 4)]


def test_chance_can_be_worked_out_by_hand() -> None:
    """Numbers and orders are what the docstring says, from SHA-256 alone."""
    chance, numbers = Chance("Zum Löwen"), by_hand("Zum Löwen".encode(), 40)
    assert [chance.below(2**32) for _ in range(40)] == numbers
    order = list("abcdef")
    for last, number in zip(range(5, 0, -1), numbers, strict=False):
        other = number % (last + 1)
        order[last], order[other] = order[other], order[last]
    assert Chance("Zum Löwen").shuffled("abcdef") == order


def test_numbers_that_would_be_unfair_are_passed_over() -> None:
    """Of a range that does not divide 2**32 the numbers beyond the last whole multiple are not used."""
    end = 2**31 + 1
    assert Chance("x").below(end) == next(number for number in by_hand(b"x", 64) if number < end)
    chance = Chance("x")
    fair = [number for number in by_hand(b"x", 64) if number < end]
    assert [chance.below(end) for _ in fair] == fair
    assert len(fair) < 64


@pytest.mark.parametrize("end", [0, -1, 2**32 + 1])
def test_a_range_that_is_none_is_refused(end: int) -> None:
    """There is no number below 0, and none that four bytes cannot be."""
    with pytest.raises(ValueError, match=str(end)):
        Chance("x").below(end)


def test_lots_are_fair() -> None:
    """Over many seeds everybody is at every table about equally often, and meets everybody."""
    where = [[0] * 4 for _ in range(17)]
    for seed in range(400):
        for table, people in enumerate(numbered(16, 1, str(seed)).rounds[0]):
            for player in people:
                where[player][table] += 1
    assert all(60 < times < 145 for player in where[1:] for times in player)


# --- Wandering ---


@pytest.mark.parametrize("players", [16, 20, 21, 22, 23, 24, 25, 32, 35, 102, 400])
def test_wandering_by_rank_has_no_repeat(players: int) -> None:
    """Whoever wins: after wandering nobody meets anybody again, and nobody keeps his seat."""
    one = numbered(players, 1).rounds[0]
    random = Random(players)
    ranks = [random.sample(table, len(table)) for table in one]
    after = wander(one, ranks)
    assert met_again((one, after)) == 0
    assert sorted(map(len, after)) == sorted(map(len, one))
    assert sorted(player for table in after for player in table) == list(range(1, players + 1))
    seat = {player: place for table in one for place, player in enumerate(table)}
    kept = [sum(seat[player] == place for place, player in enumerate(table)) for table in after]
    forced = [max(sum(seat[player] == place for player in table) for place in range(5)) for table in after]
    assert all(stay <= max(0, same - (len(table) - 1)) for stay, same, table in zip(kept, forced, after, strict=True))


@pytest.mark.parametrize(("players", "repeats"), [(12, 3), (17, 1), (18, 2), (8, 4)])
def test_wandering_at_few_tables_repeats_as_little_as_can_be(players: int, repeats: int) -> None:
    """With less than four tables, or four with some of five, there is no more than there must be."""
    one = numbered(players, 1).rounds[0]
    assert met_again((one, wander(one, one))) == repeats


def test_the_second_goes_two_tables_on() -> None:
    """The first goes one table on, the second two, and after the last table comes the first."""
    one = tuple(tuple(range(10 * table, 10 * table + 4)) for table in range(5))
    after = wander(one, one)
    assert [next(at for at, table in enumerate(after) if player in table) for player in (0, 1, 2, 3, 41)] == [
        1,
        2,
        3,
        4,
        1,
    ]


@pytest.mark.parametrize("ranks", [[(1, 2, 3, 4)], [(1, 2, 3, 4), (5, 6, 7, 9)], [(1, 2, 3), (5, 6, 7, 8)]])
def test_ranks_of_others_are_refused(ranks: list[tuple[int, ...]]) -> None:
    """Who is ranked at a table has to sit at it, and all who do."""
    with pytest.raises(ValueError, match="1, 2, 3"):
        wander(((1, 2, 3, 4), (5, 6, 7, 8)), ranks)
