"""A table's list out of the games that were written down one by one."""

from collections.abc import Iterable

from scorebook.league.results import NOTHING, Tally, tallies_of
from scorebook.league.tournament.entries import Listed, Source
from scorebook.rules import Game, Score


def list_of(
    round_number: int, table: int, sheet: int, games: Iterable[tuple[Game, Score]], seats: int, reason: str = ""
) -> Listed:
    """Add up the games that count on a sheet, by seat; each of them is a game that was played.

    >>> from scorebook.rules import Contract
    >>> game = Game(contract=Contract.WENZ, declarer=1)
    >>> score = Score(value=50, payouts=(-50, 150, -50, -50), stock=0, steps=(), declarer_won=True)
    >>> found = list_of(1, 17, 5, [(game, score)] * 2, 4)
    >>> found.points, found.games, found.solos_won
    ((-100, 300, -100, -100), 2, (0, 2, 0, 0))
    """
    sums, count = [NOTHING] * seats, 0
    for game, score in games:
        count += 1
        for seat, tally in tallies_of(game, score, range(game.players)):
            if seat < seats:
                sums[seat] += tally
    return Listed(
        round=round_number,
        table=table,
        points=_each(sums, "amount"),
        games=count,
        solos_won=_each(sums, "solos_won"),
        solos_lost=_each(sums, "solos_lost"),
        touts_won=_each(sums, "touts_won"),
        source=Source.SHEET,
        sheet=sheet,
        reason=reason,
    )


def _each(sums: Iterable[Tally], name: str) -> tuple[int, ...]:
    return tuple(getattr(tally, name) for tally in sums)


def says_the_same(one: Listed, other: Listed) -> bool:
    """Tell whether two lists are of the same table and have the same numbers, wherever they come from.

    Counters that are not there at all count as zero.

    >>> says_the_same(Listed(1, 2, (3, -3), 32, (0, 0)), Listed(1, 2, (3, -3), 32, reason="twice"))
    True
    >>> says_the_same(Listed(1, 2, (3, -3), 32), Listed(1, 2, (3, -3), 31))
    False
    """
    return _numbers(one) == _numbers(other)


def _numbers(one: Listed) -> tuple[object, ...]:
    counters = (one.solos_won, one.solos_lost, one.touts_won)
    full = (tuple(counter) if any(counter) else () for counter in counters)
    return (one.round, one.table, one.points, one.games, *full)
