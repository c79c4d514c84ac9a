"""The rounds that are being drawn, with what they cost: kept up to date while players change tables."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from scorebook.league.draw.layout import Layout, Unit
from scorebook.league.draw.wish import FIVE, Round

Rounds = Sequence[Sequence[Sequence[int]]]
"""Rounds by table, players by their numbers from 0."""
REPEAT = 10**10
"""What a meeting costs for each earlier one of the same two."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What it costs that two sit together who wished not to, and to be at a table of five for each earlier time."""

    apart: int
    twice: int


EVEN = Weights(REPEAT, REPEAT)
"""All weigh the same: where everything can be had, that is found so most quickly."""
STRICT = Weights(10**5, 1)
"""No number of the lesser ones outweighs a greater one."""


class Board:
    """Rounds by table, without seats, and their cost beyond that of the rounds that were played.

    `meet` says by player what one more meeting with another would cost, `fives` how often he was at a table of five.
    `hot` are pairs whose meeting costs something, and who is at a table of five again, as a pair with himself; `mild`
    are those of them where it costs less than a repeat.
    """

    def __init__(self, made: Layout, played: Sequence[Round], rounds: Rounds, weights: Weights) -> None:
        self.made, self.weights = made, weights
        self.tables: list[list[list[int]]] = [[[] for _ in made.seats] for _ in rounds]
        self.where: list[list[int]] = [[-1] * len(made.players) for _ in rounds]
        self.cost = 0
        self.meet, self.fives = _past(made, played, weights.apart)
        self.hot, self.mild = Bag(), Bag()
        self.lesser = self.mild if weights.twice < REPEAT else self.hot
        for at, tables in enumerate(rounds):
            for table, people in enumerate(tables):
                self._sit(at, table, people)

    def taken(self) -> list[list[list[int]]]:
        """Give the rounds as they are now."""
        return [[list(table) for table in tables] for tables in self.tables]

    def put(self, rounds: Rounds) -> None:
        """Seat all anew, as they were `taken`."""
        for at, tables in enumerate(rounds):
            for table in range(len(tables)):
                self._rise_all(at, table)
        for at, tables in enumerate(rounds):
            for table, people in enumerate(tables):
                self._sit(at, table, people)

    def change(self, at: int, one: Sequence[int], other: Sequence[int]) -> int:
        """Give what the cost would change by if as many of two tables changed places in a round."""
        tables, where = self.tables[at], self.where[at]
        here, there = tables[where[one[0]]], tables[where[other[0]]]
        stay = [player for player in here if player not in one]
        keep = [player for player in there if player not in other]
        change = REPEAT * (len(one) * len(stay) + len(other) * len(keep))
        for player in one:
            known = self.meet[player].get
            for mate in keep:
                change += known(mate, 0)
            for mate in stay:
                change -= known(mate, 0)
        for player in other:
            known = self.meet[player].get
            for mate in stay:
                change += known(mate, 0)
            for mate in keep:
                change -= known(mate, 0)
        if len(here) == len(there):
            return change
        up, down = (one, other) if len(there) == FIVE else (other, one)
        fives = self.fives
        return change + self.weights.twice * (
            sum(fives[player] for player in up) - sum(fives[player] - 1 for player in down)
        )

    def swap(self, at: int, one: Sequence[int], other: Sequence[int]) -> None:
        """Let as many of two tables change places in a round."""
        here, there = self.where[at][one[0]], self.where[at][other[0]]
        tables = self.tables[at]
        left = [player for player in tables[here] if player not in one]
        kept = [player for player in tables[there] if player not in other]
        self._rise(at, here, one, left)
        self._rise(at, there, other, kept)
        self._join(at, here, other, left)
        self._join(at, there, one, kept)

    def meetings(self, one: int, other: int) -> list[int]:
        """Give the rounds in which two are at the same table; of one and himself those at a table of five."""
        if one == other:
            return [at for at, where in enumerate(self.where) if self.made.seats[where[one]] == FIVE]
        return [at for at, where in enumerate(self.where) if where[one] == where[other]]

    def _rise_all(self, at: int, table: int) -> None:
        while people := self.tables[at][table]:
            unit = list(self.made.unit[people[0]])
            left = [player for player in people if player not in unit]
            self._rise(at, table, unit, left)
            self.tables[at][table] = left

    def _sit(self, at: int, table: int, people: Iterable[int]) -> None:
        for player in people:
            self._join(at, table, [player], list(self.tables[at][table]))

    def _join(self, at: int, table: int, people: Sequence[int], there: list[int]) -> None:
        """Let some come to a table at which others sit."""
        self.tables[at][table] = [*there, *people]
        for player in people:
            self.where[at][player] = table
            mates = self.made.unit[player]
            for other in there:
                if other not in mates:
                    self._met(player, other)
        if self.made.seats[table] == FIVE:
            for player in people:
                self._five(player)

    def _rise(self, at: int, table: int, people: Sequence[int], left: Sequence[int]) -> None:
        """Take some away from a table at which others stay."""
        for player in people:
            for other in left:
                cost = self.meet[player][other] - REPEAT
                self.meet[player][other] = self.meet[other][player] = cost
                self.cost -= cost
                pair = (player, other) if player < other else (other, player)
                self.mild.drop(pair)
                if cost <= REPEAT:
                    self.hot.drop(pair)
        if self.made.seats[table] == FIVE:
            for player in people:
                self.fives[player] -= 1
                self.cost -= self.weights.twice * self.fives[player]
                if self.fives[player] < 2:
                    self.lesser.drop((player, player))

    def _met(self, one: int, other: int) -> None:
        cost = self.meet[one].get(other, 0)
        self.cost += cost
        self.meet[one][other] = self.meet[other][one] = cost + REPEAT
        if cost:
            (self.hot if cost >= REPEAT else self.mild).add((one, other) if one < other else (other, one))

    def _five(self, player: int) -> None:
        self.cost += self.weights.twice * self.fives[player]
        self.fives[player] += 1
        if self.fives[player] > 1:
            self.lesser.add((player, player))


class Bag:
    """Things of which any can be picked at random; their order depends only on what came and went."""

    def __init__(self) -> None:
        self.things: list[tuple[int, int]] = []
        self._at: dict[tuple[int, int], int] = {}

    def add(self, thing: tuple[int, int]) -> None:
        """Put something in that may be there already."""
        if thing not in self._at:
            self._at[thing] = len(self.things)
            self.things.append(thing)

    def drop(self, thing: tuple[int, int]) -> None:
        """Take something out that may not be there; the last one takes its place."""
        at = self._at.pop(thing, None)
        if at is None:
            return
        last = self.things.pop()
        if at < len(self.things):
            self.things[at] = last
            self._at[last] = at


def _past(made: Layout, played: Sequence[Round], apart: int) -> tuple[list[dict[int, int]], list[int]]:
    """Give what was before the first round that is drawn: by player what meetings would cost, and tables of five."""
    number = {player: at for at, player in enumerate(made.players)}
    meet: list[dict[int, int]] = [{} for _ in number]
    fives = [0] * len(number)
    for one, other in made.apart:
        meet[one][other] = meet[other][one] = apart
    for table in (table for one in played for table in one):
        there = [number[player] for player in table if player in number]
        for one, other in combinations(there, 2):
            if other not in made.unit[one]:
                meet[one][other] = meet[other][one] = meet[one].get(other, 0) + REPEAT
        for one in there:
            fives[one] += len(table) >= FIVE
    return meet, fives


def choices(made: Layout, table: Sequence[int], size: int) -> Iterator[Unit]:
    """Give who of a table can leave it as so many: whole units that have no fixed table."""
    units = [one for one in dict.fromkeys(made.unit[player] for player in table) if one not in made.pinned]
    for count in range(1, size + 1):
        for some in combinations(units, count):
            if sum(map(len, some)) == size:
                yield tuple(player for one in some for player in one)
