"""Wandering by rank: after a round the first of each table goes one table on, the second two, and so on."""

from collections.abc import Sequence
from itertools import permutations

from scorebook.league.draw.wish import Round, Table


def wander(one: Round, ranks: Sequence[Sequence[int]]) -> Round:
    """Give the round after a round; `ranks` are the players of each table from the first to the last.

    Who was k-th goes k tables on; after the last table comes the first. With four tables or more nobody of four meets
    anybody again. The fifth of a table of five goes five on: every table gets four and those five, so there are as many
    tables of five as before, and he is at one of them again. With five tables he stays at his and the others leave it,
    with four he meets the first of his table again. Nobody keeps his seat where that can be. Raises `ValueError` where
    `ranks` are not those who sit at the tables.

    >>> wander(((1, 2, 3, 4), (5, 6, 7, 8)), [(4, 3, 2, 1), (5, 6, 7, 8)])
    ((3, 1, 5, 7), (4, 8, 2, 6))
    """
    if [sorted(table) for table in one] != [sorted(table) for table in ranks]:
        raise ValueError(ranks)
    tables: list[list[int]] = [[] for _ in one]
    for at, ranked in enumerate(ranks):
        for rank, player in enumerate(ranked, start=1):
            tables[(at + rank) % len(one)].append(player)
    seat = {player: place for table in one for place, player in enumerate(table)}
    return tuple(_elsewhere(table, [seat[player] for player in table]) for table in tables)


def _elsewhere(people: Sequence[int], before: Sequence[int]) -> Table:
    """Seat people so that as few as can be keep their seats; of such orders the first."""
    places = range(len(people))
    order = min(permutations(places), key=lambda order: sum(before[who] == seat for seat, who in enumerate(order)))
    return tuple(people[who] for who in order)
