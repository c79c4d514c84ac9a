"""Rounds with as little cost as can be found: lots, and then changes of places where a meeting costs something.

Somebody of a costly meeting changes places with whoever makes the round cheapest, or least dearer: a tabu search. It is
bounded by how many changes it looks at, never by the clock, so that the same seed gives the same rounds anywhere.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from scorebook.league.draw.board import REPEAT, Board, choices
from scorebook.league.draw.chance import Chance
from scorebook.league.draw.layout import Layout, Unit, packed, parties
from scorebook.league.draw.wish import FIVE

SHAKEN = 4
TABLES = 30
"""At so many other tables at most somebody is looked for with whom to change places."""
GROUPED = 3
"""Where some move together a change takes so many times as long to look at, and counts as so many."""
PATIENCE = 60
"""After so many changes a player that nothing came of, what was best is taken up again, with some changes at random."""
REST = (2, 8)
"""For so many changes at least, and less than so many more, who changed places in a round stays there."""

Tables = list[list[int]]


def lots(made: Layout, fives: Sequence[int], chance: Chance) -> Tables:
    """Draw a round by lot alone. At tables of five sits who was there least often, `fives` says how often by player."""
    tables: Tables = [[] for _ in made.seats]
    for one, table in made.pinned.items():
        tables[table] += one
    some = parties(made)
    if some:
        found = packed(made, chance.shuffled(range(len(tables)))) or []
        for one, table in zip(some, found, strict=True):
            tables[table] += one
    alone = chance.shuffled(one[0] for one in made.units if len(one) == 1 and one not in made.pinned)
    free = [table for table, seats in enumerate(made.seats) for _ in range(seats - len(tables[table]))]
    at_five = [table for table in free if made.seats[table] == FIVE]
    alone.sort(key=lambda player: fives[player])
    others = chance.shuffled(alone[len(at_five) :])
    for player, table in zip(alone, at_five, strict=False):
        tables[table].append(player)
    for player, table in zip(others, (table for table in free if made.seats[table] != FIVE), strict=True):
        tables[table].append(player)
    return tables


@dataclass(slots=True)
class Search:
    """One search: the board, where its chance comes from, and what it has found and used up so far."""

    board: Board
    chance: Chance
    used: int = 0
    steps: int = 0
    resting: dict[tuple[int, int], int] = field(default_factory=dict)

    def run(self, goal: int, effort: int) -> None:
        """Change places until the cost is `goal`, or the effort is used up; leave the board as it was at its best."""
        board = self.board
        best, kept, since = board.cost, board.taken(), 0
        while board.cost > goal and self.used < effort and (board.hot.things or board.mild.things):
            self.step(goal)
            since += 1
            if board.cost < best:
                best, kept, since = board.cost, board.taken(), 0
            if since > PATIENCE * len(board.made.players):
                since = 0
                self.shake()
        if board.cost > best:
            board.put(kept)

    def step(self, goal: int) -> None:
        """Do the best change that a costly meeting can be ended by, of a repeat while there are more than must be."""
        self.used += len(self.board.made.seats)
        board, chance = self.board, self.chance
        greater = board.hot.things and (not board.mild.things or board.cost // REPEAT > goal // REPEAT)
        bag = board.hot if greater else board.mild
        pair = chance.choice(bag.things)
        rounds = board.meetings(*pair)
        if not rounds:  # it was in rounds that were played
            bag.drop(pair)
            return
        at = chance.choice(rounds)
        found = self._best(at, chance.choice(pair))
        if found is None:
            return
        board.swap(at, *found)
        self.steps += 1
        until = self.steps + REST[0] + chance.below(REST[1])
        for player in (*found[0], *found[1]):
            self.resting[at, player] = until

    def _best(self, at: int, player: int) -> tuple[Unit, Unit] | None:
        """Find with whom somebody best changes places in a round; of equals any."""
        board, chance, found, least, equals = self.board, self.chance, None, 0, 0
        for one, other in self._changes(at, player):
            self.used += GROUPED if board.made.grouped else 1
            change = board.change(at, one, other)
            rests = any(self.resting.get((at, mover), 0) > self.steps for mover in (*one, *other))
            if rests and change >= 0:
                continue
            if found is None or change < least:
                found, least, equals = (one, other), change, 1
            elif change == least:
                equals += 1
                if not chance.below(equals):
                    found = (one, other)
        return found

    def _changes(self, at: int, player: int) -> Iterator[tuple[Unit, Unit]]:
        """Give the changes by which somebody comes to another table of a round: all, or some where there are many."""
        board, made = self.board, self.board.made
        tables, here = board.tables[at], board.where[at][player]
        if made.unit[player] in made.pinned:
            return
        others = [table for table in range(len(tables)) if table != here]
        if len(others) > TABLES:
            others = [others[self.chance.below(len(others))] for _ in range(TABLES)]
        if not made.grouped:
            for table in others:
                for other in tables[table]:
                    yield (player,), (other,)
            return
        least = len(made.unit[player])
        for size in range(least, FIVE + 1):
            ones = [one for one in choices(made, tables[here], size) if player in one]
            for table in others if ones else ():
                if size == least or any(len(made.unit[mate]) > 1 for mate in tables[table]):
                    for some in choices(made, tables[table], size):
                        yield from ((one, some) for one in ones)

    def shake(self) -> None:
        """Let some change places at random."""
        for _ in range(SHAKEN):
            at = self.chance.below(len(self.board.tables))
            changes = list(self._changes(at, self.chance.below(len(self.board.made.players))))
            if changes:
                self.board.swap(at, *self.chance.choice(changes))
