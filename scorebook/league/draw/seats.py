"""Seats at the tables: nobody twice in the same one in four rounds, where that can be.

A player in a round is an edge between him and his table, its seat a colour, and no colour may be twice at a player nor
at a table. With four rounds and tables of four that always goes (König), by changing two colours along a path. At a
table of five who pauses first is chosen beforehand. Rounds that were played keep their seats: a path that would change
one of those is not taken, and where no other is left, somebody sits where he sat before. After four rounds it begins
anew.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from scorebook.league.draw.chance import Chance
from scorebook.league.draw.wish import FIVE, FOUR, Round, Table

Tables = Sequence[Sequence[Sequence[int]]]
"""Rounds by table, without seats."""
BLOCK = 4
"""In so many rounds nobody sits twice in the same seat."""
PASSES = 20
"""So many times each table is seated anew at most where not everybody can have another seat."""
Place = tuple[int, int]
"""A round and a table, from 0."""


def with_seats(
    rounds: Tables, played: Sequence[Round], wanted: Mapping[tuple[int, int], int], chance: Chance
) -> tuple[Round, ...]:
    """Put the players of each table in the order of their seats; `rounds` come after those that were `played`.

    Where a seat is `wanted` for somebody in a round, he gets it if he can.
    """
    done: list[Round] = []
    for start in range(0, len(played) + len(rounds), BLOCK):
        before = played[start : start + BLOCK]
        first = max(0, start - len(played))
        block = rounds[first : max(0, start + BLOCK - len(played))]
        if block:
            begun = _Block(before, [*played, *done], block, chance)
            done += begun.seated({} if done else wanted)
    return tuple(done)


def fifths(tables: Mapping[Place, Sequence[int]], paused: Counter[int]) -> dict[Place, int]:
    """Say who pauses first at each table of five: who has paused first least often, nobody twice where that can be."""
    place_of: dict[int, Place] = {}

    def placed(place: Place, asked: set[int]) -> bool:
        """Find somebody for a place; who is taken already gives way where his place finds another."""
        for player in sorted(tables[place], key=lambda one: paused[one]):
            if player not in asked:
                asked.add(player)
                if player not in place_of or placed(place_of[player], asked):
                    place_of[player] = place
                    return True
        return False

    left = [place for place in tables if not placed(place, set())]
    found = {place: player for player, place in place_of.items()}
    return found | {place: min(tables[place], key=lambda one: paused[one]) for place in left}


class _Block:
    """The rounds of one block. `at_player` says who sits where by seat: a place, or None for one that was played."""

    def __init__(self, before: Sequence[Round], past: Sequence[Round], rounds: Tables, chance: Chance) -> None:
        self.chance = chance
        self.played: dict[int, list[int]] = {}
        self.at_player: dict[int, dict[int, Place | None]] = {}
        for table in (table for one in before for table in one):
            for seat, player in enumerate(table[:FOUR]):
                self.at_player.setdefault(player, {})[seat] = None
                self.played.setdefault(player, []).append(seat)
        people = {
            (at, number): chance.shuffled(table)
            for at, tables in enumerate(rounds)
            for number, table in enumerate(tables)
        }
        paused = Counter(table[FOUR] for one in past for table in one if len(table) >= FIVE)
        self.fifth = fifths({place: table for place, table in people.items() if len(table) == FIVE}, paused)
        self.at_table: dict[Place, dict[int, int]] = {place: {} for place in people}
        self.left = [(one, place) for place, table in people.items() for one in table if one != self.fifth.get(place)]

    def seated(self, wanted: Mapping[tuple[int, int], int]) -> Iterator[Round]:
        """Give the rounds with everybody in his seat, the wanted ones first."""
        for player, place in self.left:
            seat = wanted.get((place[0], player))
            if seat is not None and seat not in self.at_player.get(player, {}) and seat not in self.at_table[place]:
                self.at_player.setdefault(player, {})
                self._put(player, place, seat)
        self.left = [(one, place) for one, place in self.left if one not in self.at_table[place].values()]
        unseated = [one for one in self.chance.shuffled(self.left) if not self._seat(*one)]
        for player, place in unseated:
            table = self.at_table[place]
            table[next(seat for seat in range(FOUR) if seat not in table)] = player
        if unseated:
            self._even_out()
        at = 0
        tables: list[Table] = []
        for place in self.at_table:
            if place[0] != at:
                yield tuple(tables)
                at, tables = place[0], []
            last = (self.fifth[place],) if place in self.fifth else ()
            tables.append((*(self.at_table[place][seat] for seat in range(FOUR)), *last))
        yield tuple(tables)

    def _seat(self, player: int, place: Place) -> bool:
        """Find a seat for somebody at his table; tell whether there is one."""
        used, table = self.at_player.setdefault(player, {}), self.at_table[place]
        own = self.chance.shuffled(seat for seat in range(FOUR) if seat not in used)
        free = self.chance.shuffled(seat for seat in range(FOUR) if seat not in table)
        for seat in own:
            if seat not in table:
                self._put(player, place, seat)
                return True
        for seat in own:
            for other in free:
                if self._change(place, seat, other):
                    self._put(player, place, seat)
                    return True
        return False

    def _put(self, player: int, place: Place, seat: int) -> None:
        self.at_player[player][seat] = place
        self.at_table[place][seat] = player

    def _change(self, place: Place, seat: int, other: int) -> bool:
        """Make a seat of a table free, whose other one is so: change both along the path that begins there."""
        path: list[tuple[int, Place, int]] = []
        here = place
        while seat in self.at_table[here]:
            player = self.at_table[here][seat]
            path.append((player, here, other))
            if other not in self.at_player[player]:
                break
            there = self.at_player[player][other]
            if there is None:  # that one was played
                return False
            path.append((player, there, seat))
            here = there
        for player, at, _ in path:
            for old in (seat, other):
                self.at_player[player].pop(old, None)
                self.at_table[at].pop(old, None)
        for player, at, new in path:
            self._put(player, at, new)
        return True

    def _even_out(self) -> None:
        """Where somebody sits where he sat before, seat his table so that this happens least, again and again."""
        times = Counter((player, seat) for player, seats in self.played.items() for seat in seats)
        times.update((player, seat) for table in self.at_table.values() for seat, player in table.items())
        for _ in range(PASSES):
            for table in self.chance.shuffled(self.at_table.values()):
                if all(times[player, seat] == 1 for seat, player in table.items()):
                    continue
                times.subtract((player, seat) for seat, player in table.items())
                orders = self.chance.shuffled(permutations(table.values()))
                best = min(orders, key=lambda order: sum(times[one, seat] for seat, one in enumerate(order)))
                table.update(enumerate(best))
                times.update((player, seat) for seat, player in enumerate(best))
