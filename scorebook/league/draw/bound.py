"""How few repeats there must be, proved: nobody can do better, whatever he tries.

Repeats are counted in two ways. As pairs of rounds: those of one table are spread over the tables of another round, and
where there are more of them than tables, some meet again. And by player: so many meetings in so many rounds fall on so
many others. The greater of the two is the bound.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from heapq import nsmallest
from itertools import combinations

from scorebook.league.draw.layout import Layout, parties
from scorebook.league.draw.wish import FIVE, Round, Wish, pairs


def bound(wish: Wish, made: Layout) -> int:
    """Give a number of repeats below which no draw can come."""
    mates = together(made)
    met = Counter(pair for one in wish.played for table in one for pair in pairs(table) if pair not in mates)
    done = sum(times * (times - 1) // 2 for times in met.values())
    return done + max(_by_rounds(wish, made), _by_players(wish, made, met))


def least_broken(wish: Wish, made: Layout) -> int:
    """Give how many pairs share a table in a round at least who wished not to: a group larger than there are tables.

    Groups that share more than one player with others before them are passed over.

    >>> from scorebook.league.draw.layout import layout
    >>> wish = Wish(tuple(range(12)), 1, apart=(frozenset(range(5)), frozenset(range(4, 9)), frozenset({1, 2, 3, 9})))
    >>> least_broken(wish, layout(wish))
    4
    """
    tables, least = len(made.seats), 0
    counted: list[frozenset[int]] = []
    for group in (one.intersection(wish.players) for one in wish.apart if len(one) > tables):
        if all(len(group & other) < 2 for other in counted):
            counted.append(group)
            at_each, more = divmod(len(group), tables)
            least += more * at_each + tables * at_each * (at_each - 1) // 2
    return least


def together(made: Layout) -> set[frozenset[int]]:
    """Give the pairs, by their ids, who are together at every table, and so do not count."""
    return {frozenset(made.players[player] for player in pair) for one in made.units for pair in combinations(one, 2)}


def _by_rounds(wish: Wish, made: Layout) -> int:
    """Give how few repeats come of the new rounds with each other, and of them with those that were played."""
    among = _among(made) * (wish.rounds * (wish.rounds - 1) // 2)
    return among + wish.rounds * sum(_after(one, made) for one in wish.played if one)


def _among(made: Layout) -> int:
    """Give how few repeats two new rounds have with each other: of all ways to seat those who move as one, the best."""
    over = len(made.seats)
    if over >= FIVE:
        return 0
    pinned: list[tuple[int, ...]] = [() for _ in made.seats]
    for one, table in made.pinned.items():
        pinned[table] = (len(one),)
    ways = {tuple(sorted(zip(made.seats, pinned, strict=True)))}
    for one in parties(made):
        ways = {with_it for way in ways for with_it in _seated(way, len(one))}
    return min(sum(_again((*parts, *(1,) * (seats - sum(parts))), over) for seats, parts in way) for way in ways)


Way = tuple[tuple[int, tuple[int, ...]], ...]
"""By table how many it holds, and the sizes of those at it who move as one."""


def _seated(way: Way, size: int) -> Iterator[Way]:
    """Give the ways to seat some more who move as one."""
    for at, (seats, parts) in enumerate(way):
        if sum(parts) + size <= seats:
            yield tuple(sorted((*way[:at], (seats, tuple(sorted((*parts, size)))), *way[at + 1 :])))


def _after(one: Round, made: Layout) -> int:
    """Give how few repeats a new round has with one that was played: by the tables of that one, and by its own.

    At its own tables those who were not in that round meet nobody again; they count where they help most.
    """
    number = {player: at for at, player in enumerate(made.players)}
    rows = [[number[player] for player in table if player in number] for table in one]
    by_played = sum(_again(Counter(made.unit[player] for player in row).values(), len(made.seats)) for row in rows)
    if made.grouped:
        return by_played
    new = len(made.players) - sum(map(len, rows))
    again = sorted((before // len(one) for seats in made.seats for before in range(seats)), reverse=True)
    return max(by_played, sum(again[new:]))


def _again(parts: Iterable[int], tables: int) -> int:
    return spread(tuple(sorted(parts)), tables)


@cache
def spread(parts: tuple[int, ...], tables: int) -> int:
    """Give how few pairs meet again when parts of a table are spread over so many; in a part it does not count.

    >>> spread((1, 1, 1, 1), 3), spread((1, 1, 1, 1, 1), 3), spread((1, 1, 3), 2)
    (1, 2, 1)
    """
    if len(parts) <= tables:
        return 0
    found = []
    for one, other in combinations(range(len(parts)), 2):
        rest = [part for at, part in enumerate(parts) if at not in (one, other)]
        found.append(parts[one] * parts[other] + _again((*rest, parts[one] + parts[other]), tables))
    return min(found)


def _by_players(wish: Wish, made: Layout, met: Counter[frozenset[int]]) -> int:
    """Give how few repeats come of so many meetings of everybody, each pair counted from both sides."""
    known: dict[int, list[int]] = {player: [] for player in made.players}
    for pair, times in met.items():
        if pair <= known.keys():
            for player in pair:
                known[player].append(times)
    total, next_ones = 0, []
    for player, unit in zip(made.players, made.unit, strict=True):
        others = len(made.players) - len(unit) - len(known[player])
        due = max(0, min(made.seats) - len(unit)) * wish.rounds
        costs = cheapest(known[player], others, due + wish.rounds)
        total += sum(costs[:due])
        next_ones += costs[due:]
    extra = 0 if made.grouped else (sum(made.seats) - len(made.seats) * min(made.seats)) * FIVE * wish.rounds
    return (total + sum(nsmallest(extra, next_ones)) + 1) // 2


def cheapest(known: Sequence[int], others: int, meetings: int) -> list[int]:
    """Give what so many more meetings of somebody cost at least, one after the other.

    `known` are the times he met each of those whom he has met, `others` how many there are beside them.

    >>> cheapest([1, 1], 3, 9)
    [0, 0, 0, 1, 1, 1, 1, 1, 2]
    """
    costs: list[int] = []
    levels = Counter(known)
    levels[0] += others
    there, cost = 0, 0
    while len(costs) < meetings and levels.total():
        there += levels[cost]
        costs += [cost] * min(there, meetings - len(costs))
        cost += 1
    return costs
