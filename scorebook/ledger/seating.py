"""Who sits where, pure: somebody comes, leaves, two change seats. People are ids in clockwise order, by seat."""

from collections.abc import Sequence

MOST_PLAYERS = 7
"""So many find room at one table."""


def joined(people: Sequence[int], person: int, after: int) -> tuple[int, ...]:
    """Give the table with somebody new on the left of `after`. Raises `ValueError` if that one does not sit there.

    >>> joined((1, 2, 3, 4), 9, 2), joined((1, 2, 3, 4), 9, 4)
    ((1, 2, 9, 3, 4), (1, 2, 3, 4, 9))
    """
    place = list(people).index(after) + 1
    return (*people[:place], person, *people[place:])


def left(people: Sequence[int], person: int) -> tuple[int, ...]:
    """Give the table without one of them; the others close up. Who does not sit there makes no difference.

    >>> left((1, 2, 3, 4, 5), 2)
    (1, 3, 4, 5)
    """
    return tuple(one for one in people if one != person)


def swapped(people: Sequence[int], one: int, other: int) -> tuple[int, ...]:
    """Give the table after two changed seats.

    >>> swapped((1, 2, 3, 4), 1, 3)
    (3, 2, 1, 4)
    """
    instead = {one: other, other: one}
    return tuple(instead.get(person, person) for person in people)
