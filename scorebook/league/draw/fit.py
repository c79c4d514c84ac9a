"""Tables at which everybody can have a new seat, after rounds that were played: there seats cannot be changed any more.

Whoever sat in three seats has only one left, so that not any four fit at a table. Where four do not, one of them
changes places with somebody of another table, if that makes nothing else worse.
"""

from collections.abc import Sequence
from functools import cache
from itertools import permutations

from scorebook.league.draw.board import Board
from scorebook.league.draw.chance import Chance
from scorebook.league.draw.seats import BLOCK
from scorebook.league.draw.wish import FOUR, Round

ALL = (1 << FOUR) - 1
SWEEPS, TRIES = 200, 40
"""So many times all tables that do not fit are gone through, and so many changes tried at each."""

Wanted = dict[tuple[int, int], int]
"""By round, from 0, and player: the seat that fits him."""


def fit(board: Board, played: Sequence[Round], chance: Chance) -> Wanted:
    """Let players change tables so that seats fit in the rounds of a block that has begun; give these seats, by id."""
    players = board.made.players
    begun = len(played) % BLOCK
    number = {player: at for at, player in enumerate(players)}
    free = [ALL] * len(players)
    for table in (table for one in played[len(played) - begun :] for table in one):
        for seat, player in enumerate(table[:FOUR]):
            if player in number:
                free[number[player]] &= ~(1 << seat)
    wanted: Wanted = {}
    for at in range(min(len(board.tables), BLOCK - begun) if begun else 0):
        _fit(board, at, free, chance)
        for people in board.tables[at]:
            orders = permutations(chance.shuffled(people), FOUR)
            for seat, player in enumerate(min(orders, key=lambda order: _clashes([free[one] for one in order]))):
                free[player] &= ~(1 << seat)
                wanted[at, players[player]] = seat
    return wanted


def _fit(board: Board, at: int, free: Sequence[int], chance: Chance) -> None:
    """Let players of a round change tables until seats fit at all of them, or it has been tried for long."""
    tables = board.tables[at]
    for _ in range(SWEEPS):
        bad = [table for table in range(len(tables)) if _misfit(tables[table], free)]
        if not bad or len(tables) == 1:
            return
        for table in bad:
            for _ in range(TRIES):
                _try(board, at, (table, chance.below(len(tables))), free, chance)
                if not _misfit(tables[table], free):
                    break


def _try(board: Board, at: int, between: tuple[int, int], free: Sequence[int], chance: Chance) -> None:
    """Let one of each of two tables change places if seats fit no worse then, and nothing else is worse."""
    here, there = (board.tables[at][table] for table in between)
    one, other = chance.choice(here), chance.choice(there)
    units = {board.made.unit[one], board.made.unit[other]}
    if here is there or any(len(unit) > 1 for unit in units) or units & board.made.pinned.keys():
        return
    before = _misfit(here, free) + _misfit(there, free)
    after = _misfit([other if player == one else player for player in here], free)
    after += _misfit([one if player == other else player for player in there], free)
    if after <= before and board.change(at, (one,), (other,)) <= 0:
        board.swap(at, (one,), (other,))


def _misfit(table: Sequence[int], free: Sequence[int]) -> int:
    return misfit(tuple(sorted(free[player] for player in table)))


@cache
def misfit(free: tuple[int, ...]) -> int:
    """Give how many of a table sit where they sat before, at least; by player the bits of the seats that he has left.

    >>> misfit((0b0001, 0b0010, 0b0100, 0b1000)), misfit((0b0001, 0b0001, 0b1111, 0b1111))
    (0, 1)
    """
    return min(map(_clashes, permutations(free, FOUR)))


def _clashes(order: Sequence[int]) -> int:
    return sum(not free >> seat & 1 for seat, free in enumerate(order))
