"""What is asked of a draw, what it gives, and how many tables that makes."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from scorebook.league.draw.refusals import PlayersError, RoundsError, TwiceError

Table = tuple[int, ...]
"""Who sits at a table, by seat A to D; at a table of five the one in seat E pauses first."""
Round = tuple[Table, ...]
"""The tables of a round, the first is table 1."""
Pair = frozenset[int]

FOUR, FIVE = 4, 5
MOST_PLAYERS = 5_000
MOST_ROUNDS = 40
"""So many rounds are drawn at a time, and so many can have been played before."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked of a draw: `rounds` more rounds for `players`, any ids, whose order is part of what is drawn from.

    Rounds that were `played` stand; players in them may have left, and others have come. Of an `apart` group no two
    share a table where that costs no repeat. Who is `together` always shares one. Who is `fixed` always sits at the
    table of that number, from 1. Who is not among the players is passed over.
    """

    players: tuple[int, ...]
    rounds: int
    played: tuple[Round, ...] = ()
    apart: tuple[frozenset[int], ...] = ()
    together: tuple[frozenset[int], ...] = ()
    fixed: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Broken:
    """Two who wished to sit apart and share a table; `round` counts the rounds that were drawn, from 1."""

    round: int
    players: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Drawn:
    """Rounds that were drawn.

    `repeats` is the sum over all pairs of C(meetings, 2), over played and drawn rounds; those who are together by wish
    do not count. Fewer than `bound` cannot be had after what was played; `optimal` says that it is reached. `broken`
    are the wishes that could not be kept.
    """

    rounds: tuple[Round, ...]
    repeats: int
    bound: int
    optimal: bool
    broken: tuple[Broken, ...] = ()


def sizes(players: int) -> tuple[int, ...]:
    """Give how many sit at each table: fours, then as many fives as it takes. Raises `PlayersError` where that fails.

    >>> sizes(18)
    (4, 4, 5, 5)
    """
    fives = players % FOUR
    fours = players // FOUR - fives
    if players < FOUR or fours < 0 or players > MOST_PLAYERS:
        raise PlayersError(players, MOST_PLAYERS)
    return (FOUR,) * fours + (FIVE,) * fives


def demand(wish: Wish) -> None:
    """Raise a `DrawError` for what cannot be drawn at all: so many players or rounds, somebody named twice."""
    sizes(len(wish.players))
    if not (1 <= wish.rounds <= MOST_ROUNDS and len(wish.played) <= MOST_ROUNDS):
        raise RoundsError(MOST_ROUNDS)
    for people in (wish.players, *(seated(one) for one in wish.played)):
        if len(set(people)) < len(people):
            raise TwiceError(sorted(player for player, times in Counter(people).items() if times > 1))


def seated(one: Round) -> tuple[int, ...]:
    """Give all who sit in a round.

    >>> seated(((1, 2, 3, 4), (5, 6, 7, 8)))
    (1, 2, 3, 4, 5, 6, 7, 8)
    """
    return tuple(player for table in one for player in table)


def pairs(table: Table) -> Iterator[Pair]:
    """Give the pairs who meet at a table."""
    return map(frozenset, combinations(table, 2))
