"""Lots, for where nothing else decides: drawn from a seed, so that anybody can draw them again from the log."""

import hashlib
from collections.abc import Collection, Iterable
from itertools import count

from scorebook.league.ranking import Row

BITS = 31
"""A lot is a number of so many bits."""


def draw(seed: str, people: Iterable[int], taken: Collection[int] = ()) -> dict[int, int]:
    """Draw a lot for each of some people: a number that nobody else has, the lower the better.

    >>> draw("x", [7, 8]) == draw("x", [8, 7]), draw("x", [7]) == draw("y", [7])
    (True, False)
    """
    numbers: dict[int, int] = {}
    for person in sorted(people):
        there = {*taken, *numbers.values()}
        tries = (_number(f"{seed}:{person}:{attempt}") for attempt in count())
        numbers[person] = next(number for number in tries if number not in there)
    return numbers


def _number(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4]) >> (32 - BITS)


def undecided(rows: Iterable[Row], lots: Collection[int]) -> list[int]:
    """Give those who share a rank and have no lot yet.

    >>> from scorebook.league.counting import Standing
    >>> from scorebook.league.results import Tally
    >>> undecided([Row(1, Standing(person, 0, 1, Tally()), None, tied=True) for person in (7, 8)], [8])
    [7]
    """
    return [row.standing.person for row in rows if row.tied and row.standing.person not in lots]
