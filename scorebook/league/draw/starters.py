"""Rounds without a repeat for few players and many rounds, where they are rare: made of one round that is turned.

A starter is a round of tables of four. Its points are three rings of `m` each (0 to m - 1, m to 2m - 1, 2m to 3m - 1),
and some that stay where they are. Round k turns all rings by k. Where no two pairs of the starter can be turned into
each other, nobody meets twice in m rounds. They were found by a search, and more rounds than these cannot be had
without a repeat. 20 to 23 players are seated by a closed form.
"""

from scorebook.league.draw.chance import Chance
from scorebook.league.draw.wish import FOUR

Rounds = list[list[list[int]]]

STARTERS = {
    16: (5, "15 4 7 12  13 1 2 11  0 3 5 9  8 6 10 14"),
    24: (7, "21 2 11 20  22 6 16 10  23 17 9 4  14 18 7 19  15 0 3 1  13 12 5 8"),
    28: (9, "27 16 0 26  6 3 22 21  8 10 13 1  5 18 4 25  2 15 7 17  9 23 20 14  24 11 12 19"),
    36: (
        11,
        "33 11 8 26  34 9 14 32  35 27 19 2  10 0 4 12  1 21 23 31  7 22 24 28  25 5 20 16  3 6 30 13  18 17 15 29",
    ),
    40: (
        13,
        """39 0 13 26  1 2 6 38  16 19 18 10  35 31 28 17  3 21 14 30
        22 37 29 12  27 7 9 23  4 32 33 11  25 5 8 20  36 15 24 34""",
    ),
}
"""By number of players: how many rounds there are, and the first."""
PLANE = 5
"""Five tables in five rounds: the lines of an affine plane, without some or all points of one more line."""


def known(players: int, rounds: int, chance: Chance) -> Rounds | None:
    """Give rounds without a repeat where a random search would look for long; None elsewhere. Lots say who is who.

    That is where everybody meets more than half of the others.

    >>> made = known(24, 7, Chance("x"))
    >>> len({frozenset((a, b)) for one in made for table in one for a in table for b in table if a < b})
    252
    >>> known(24, 2, Chance("x"))
    """
    if 2 * (FOUR - 1) * rounds < players:
        return None
    all_rounds = turned(players) or closed(players)
    if len(all_rounds) < rounds:
        return None
    who = chance.shuffled(range(players))
    chosen = chance.shuffled(all_rounds)[:rounds]
    mixed = (sorted(chance.shuffled(one), key=len) for one in chosen)
    return [[[who[point] for point in table] for table in one] for one in mixed]


def turned(players: int) -> Rounds:
    """Give all rounds of a starter, none where there is none."""
    turns, text = STARTERS.get(players, (0, ""))
    points = [int(word) for word in text.split()]
    first = [points[at : at + FOUR] for at in range(0, len(points), FOUR)]
    return [[[_turn(point, turn, turns) for point in table] for table in first] for turn in range(turns)]


def _turn(point: int, turn: int, turns: int) -> int:
    ring, place = divmod(point, turns)
    return point if ring >= FOUR - 1 else ring * turns + (place + turn) % turns


def closed(players: int) -> Rounds:
    """Give all rounds of the closed form for 20 to 23 players, none for others.

    Table i of round k has of each column the point i + k * column, modulo 5; of the fifth column only some are there.
    """
    if not FOUR * PLANE <= players < FOUR * PLANE + FOUR:
        return []
    points = [
        [[column * PLANE + (table + column * turn) % PLANE for column in range(PLANE)] for table in range(PLANE)]
        for turn in range(PLANE)
    ]
    return [[[point for point in table if point < players] for table in one] for one in points]
