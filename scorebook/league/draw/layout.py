"""A wish made ready to be drawn: players as numbers from 0, who moves as one, which tables hold five."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from scorebook.league.draw.refusals import (
    ApartTogetherError,
    NoRoomError,
    NoTableError,
    TooManyTogetherError,
    TornError,
)
from scorebook.league.draw.wish import FIVE, FOUR, Wish, sizes

Unit = tuple[int, ...]
"""Players who are together at every table, by their numbers from 0; most are alone."""


@dataclass(frozen=True, slots=True)
class Layout:
    """What all rounds have in common. `seats` says by table how many it holds, `unit` by player with whom he moves.

    `pinned` are the tables, from 0, of units that have a fixed one. `apart` are pairs of players, the lower one first.
    `grouped` tells whether anybody moves with others or has a fixed table.
    """

    players: tuple[int, ...]
    seats: tuple[int, ...]
    unit: tuple[Unit, ...]
    pinned: Mapping[Unit, int]
    apart: frozenset[tuple[int, int]]
    grouped: bool

    @property
    def units(self) -> list[Unit]:
        """Everybody, as he moves."""
        return list(dict.fromkeys(self.unit))


def layout(wish: Wish) -> Layout:
    """Make a wish ready. Raises a `WishError` for wishes that contradict each other."""
    number = {player: at for at, player in enumerate(wish.players)}
    held = sizes(len(wish.players))
    fixed = {number[player]: table - 1 for player, table in wish.fixed.items() if player in number}
    _demand_tables(wish, fixed, len(held))
    groups = [[number[one] for one in group if one in number] for group in wish.together]
    groups += [[one for one, at in fixed.items() if at == table] for table in set(fixed.values())]
    unit = _joined(len(wish.players), groups)
    pinned = _pinned(wish, unit, fixed)
    seats = _seats(held, {table: len(one) for one, table in pinned.items()})
    grouped = bool(pinned) or any(len(one) > 1 for one in unit)
    made = Layout(wish.players, seats, unit, pinned, frozenset(_apart(wish, number)), grouped)
    _demand_room(made)
    return made


def _demand_tables(wish: Wish, fixed: Mapping[int, int], tables: int) -> None:
    for one, table in fixed.items():
        if not 0 <= table < tables:
            raise NoTableError([wish.players[one]], table + 1, tables)


def _joined(players: int, groups: Iterable[Sequence[int]]) -> tuple[Unit, ...]:
    """Put together who is in a group with somebody, or with somebody who is with him."""
    unit: list[Unit] = [(one,) for one in range(players)]
    for group in groups:
        whole = tuple(sorted({mate for one in group for mate in unit[one]}))
        for one in whole:
            unit[one] = whole
    return tuple(unit)


def _pinned(wish: Wish, unit: Sequence[Unit], fixed: Mapping[int, int]) -> dict[Unit, int]:
    pinned: dict[Unit, int] = {}
    for one, table in sorted(fixed.items()):
        if pinned.setdefault(unit[one], table) != table:
            raise TornError(wish.players[mate] for mate in unit[one])
    return pinned


def _seats(held: Sequence[int], pinned: Mapping[int, int]) -> tuple[int, ...]:
    """Say which tables hold five: those that have to, then the last ones at which nobody has his fixed place."""
    fives = held.count(FIVE)
    order = sorted(range(len(held)), key=lambda table: (pinned.get(table, 0) < FIVE, table in pinned, -table))
    chosen = set(order[:fives])
    return tuple(FIVE if table in chosen else FOUR for table in range(len(held)))


def _apart(wish: Wish, number: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    for group in wish.apart:
        yield from combinations(sorted(number[one] for one in group if one in number), 2)


def _demand_room(made: Layout) -> None:
    """Raise a `WishError` where some who move as one do not fit at a table, or shall be apart."""
    for one in made.units:
        named = [made.players[player] for player in one]
        room = made.seats[made.pinned[one]] if one in made.pinned else max(made.seats)
        if len(one) > room:
            raise TooManyTogetherError(named, room)
        torn = [pair for pair in combinations(one, 2) if pair in made.apart]
        if torn:
            raise ApartTogetherError(made.players[player] for player in torn[0])
    if packed(made) is None:
        together = sorted(made.players[player] for one in made.units if len(one) > 1 for player in one)
        raise NoRoomError(together, len(made.seats))


def packed(made: Layout, order: Sequence[int] | None = None) -> list[int] | None:
    """Find tables at which all find room who move as one: a table for each of the `parties`; None where there are none.

    Of tables with the same room the first in `order` is taken.

    >>> made = layout(Wish(tuple(range(8)), 1, together=(frozenset({0, 1, 2}), frozenset({4, 5, 6}))))
    >>> packed(made), packed(made, [1, 0])
    ([0, 1], [1, 0])
    """
    room = list(made.seats)
    for one, table in made.pinned.items():
        room[table] -= len(one)
    order = range(len(room)) if order is None else order
    found = _placed([len(one) for one in parties(made)], [room[table] for table in order])
    return None if found is None else [order[at] for at in found]


def parties(made: Layout) -> list[Unit]:
    """Give the units of several who have no fixed table, the largest first."""
    return sorted((one for one in made.units if len(one) > 1 and one not in made.pinned), key=len, reverse=True)


def _placed(need: Sequence[int], room: list[int]) -> list[int] | None:
    """Find a place for each need, the tightest first, and back where none is left. What failed is not tried twice."""
    chosen: list[int] = []
    failed: set[tuple[int, ...]] = set()
    options = [_options(need, 0, room)]
    while len(chosen) < len(need):
        place = next(options[-1], None)
        if place is not None:
            room[place] -= need[len(chosen)]
            chosen.append(place)
            left = (len(chosen), *sorted(room))
            options.append(iter(()) if left in failed else _options(need, len(chosen), room))
        elif chosen:
            failed.add((len(chosen), *sorted(room)))
            options.pop()
            back = chosen.pop()
            room[back] += need[len(chosen)]
        else:
            return None
    return chosen


def _options(need: Sequence[int], at: int, room: Sequence[int]) -> Iterator[int]:
    """Give one place for each amount of room that would do, the smallest first."""
    if at == len(need):
        return iter(())
    first = {left: place for place, left in reversed(list(enumerate(room)))}
    return iter([first[left] for left in sorted(first) if left >= need[at]])
