"""Chance that anybody can work out again: numbers made of a seed by SHA-256 alone.

By hand: block i, counted from 0, is SHA-256 of the seed (a text in UTF-8) followed by i as 8 bytes, the highest first.
A block is cut into eight numbers of 4 bytes, the highest byte first; these are used one after the other. A number below
n is such a number modulo n, where those are passed over that are not below the largest multiple of n up to 2**32. A
list is shuffled from its end: the last place changes with one drawn from all places, then the last but one with one
from all but the last, and so on down to the second.
"""

import hashlib
from collections.abc import Iterable, Sequence
from struct import Struct
from typing import TypeVar

T = TypeVar("T")
RANGE = 1 << 32
"""So many numbers there are for the bytes that are taken at a time."""
WORDS = Struct(">8I")


class Chance:
    """A sequence of random numbers that depends on the seed alone, on every machine and in every version of Python.

    >>> Chance("Zum Löwen").shuffled(range(1, 9))
    [5, 8, 7, 3, 1, 4, 2, 6]
    """

    __slots__ = ("_block", "_left", "_seed")

    def __init__(self, seed: str | bytes) -> None:
        self._seed = seed.encode() if isinstance(seed, str) else bytes(seed)
        self._block = 0
        self._left: list[int] = []

    def below(self, end: int) -> int:
        """Draw a whole number from 0 to `end` - 1, each as likely. Raises `ValueError` where there is none.

        >>> chance = Chance("7")
        >>> [chance.below(6) + 1 for _ in range(8)]
        [5, 2, 1, 2, 2, 1, 3, 4]
        """
        if not 0 < end <= RANGE:
            raise ValueError(end)
        fair = RANGE - RANGE % end
        while True:
            if not self._left:
                self._more()
            number = self._left.pop()
            if number < fair:
                return number % end

    def choice(self, things: Sequence[T]) -> T:
        """Draw one of several things."""
        return things[self.below(len(things))]

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """Give the things in a random order, each as likely."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def _more(self) -> None:
        digest = hashlib.sha256(self._seed + self._block.to_bytes(8, "big")).digest()
        self._left = list(reversed(WORDS.unpack(digest)))
        self._block += 1
