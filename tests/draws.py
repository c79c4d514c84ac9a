"""Draws to be looked at: what stands in them, and wishes of any kind."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from hypothesis import strategies as st

from scorebook.league.draw import Chance, Drawn, Round, Wish, draw
from scorebook.league.draw.wish import sizes

COUNTS = (4, 5, 8, 9, 10, *range(12, 33))
"""So many players make tables of four and five."""


def numbered(players: int, rounds: int, seed: str = "7") -> Drawn:
    """Draw rounds for players from 1, with no other wish."""
    return draw(Wish(tuple(range(1, players + 1)), rounds), Chance(seed))


def met_again(rounds: Sequence[Round]) -> int:
    """Count repeats: for each pair and round how often the two have met before."""
    met: Counter[frozenset[int]] = Counter()
    again = 0
    for table in (table for one in rounds for table in one):
        for at, one in enumerate(table):
            for other in table[:at]:
                again += met[frozenset((one, other))]
                met[frozenset((one, other))] += 1
    return again


def most_at_five(rounds: Sequence[Round]) -> int:
    """Say how often somebody was at a table of five, who was there most often."""
    times = Counter(player for one in rounds for table in one if len(table) == 5 for player in table)
    return max(times.values(), default=0)


def most_in_a_seat(rounds: Sequence[Round]) -> int:
    """Say how often somebody sat in the same seat, who did so most often."""
    times = Counter((player, seat) for one in rounds for table in one for seat, player in enumerate(table))
    return max(times.values())


def tables_of(people: frozenset[int], sizes: tuple[int, ...]) -> Iterator[tuple[frozenset[int], ...]]:
    """Give every way to seat people at tables of such sizes; some of them more than once."""
    if not sizes:
        yield ()
        return
    first = min(people)
    for size in set(sizes):
        rest = list(sizes)
        rest.remove(size)
        for others in combinations(sorted(people - {first}), size - 1):
            table = frozenset((first, *others))
            for more in tables_of(people - table, tuple(rest)):
                yield (table, *more)


def by_lot(players: int, gone: int, seed: int) -> Round:
    """Draw a round by lot alone, for so many players from the one after `gone`."""
    order = iter(Chance(f"past {seed}").shuffled(range(1 + gone, players + gone + 1)))
    return tuple(tuple(next(order) for _ in range(size)) for size in sizes(players))


@st.composite
def wishes(pick: st.DrawFn, counts: Sequence[int] = COUNTS) -> Wish:
    """Draw wishes for any of so many players.

    After rounds that were played and with others than played them, some apart, together, fixed.
    """
    count = pick(st.sampled_from(counts))
    players = tuple(pick(st.permutations(range(1, count + 1))))
    played: tuple[Round, ...] = ()
    if pick(st.booleans()):
        before = pick(st.sampled_from([one for one in counts if abs(one - count) < 5]))
        gone = pick(st.integers(0, 3))
        played = tuple(by_lot(before, gone, number) for number in range(pick(st.integers(1, 3))))
    groups = st.frozensets(st.sampled_from((*players, 99)), min_size=2, max_size=5)
    return Wish(
        players,
        pick(st.integers(1, 3)),
        played,
        apart=tuple(pick(st.lists(groups, max_size=3))),
        together=tuple(pick(st.lists(groups, max_size=2))),
        fixed=pick(st.dictionaries(st.sampled_from((*players, 99)), st.integers(1, count // 4), max_size=2)),
    )
