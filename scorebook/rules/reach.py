"""Which Augen are possible at all: by number of tricks, and for the four piles of a Ramsch.

Sets of Augen are bit masks: bit a stands for a Augen, 0 to 120.
Source: RULES.md 5.1 and 5.2 (brute force over card sets).
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import product

from scorebook.rules.cards import ALL_AUGEN, AUGEN, Deck

VALUES = (11, 10, 4, 3, 2)
"""The Augen of the valued ranks; each stands four times in the deck."""


def at_least(augen: int) -> int:
    """The mask of all Augen from `augen` (0 to 121) up to 120.

    >>> at_least(119) == 1 << 119 | 1 << 120
    True
    """
    return (1 << ALL_AUGEN + 1) - (1 << augen)


def at_most(augen: int) -> int:
    """The mask of all Augen from 0 up to `augen` (-1 to 120).

    >>> bin(at_most(2))
    '0b111'
    """
    return (1 << augen + 1) - 1


@cache
def reachable(deck: Deck, tricks: int) -> int:
    """The mask of Augen that a party with so many tricks (0 to 8, short deck 6) can have.

    >>> [augen for augen in range(121) if reachable(Deck.LONG, 1) >> augen & 1][:3]
    [0, 2, 3]
    >>> reachable(Deck.SHORT, 6) == 1 << 120
    True
    """
    wanted = 4 * tricks
    by_size = [1] + [0] * wanted
    for value in sorted(AUGEN[rank] for rank in deck.ranks for _ in range(4)):
        for size in range(wanted, 0, -1):
            by_size[size] |= by_size[size - 1] << value
    return by_size[wanted]


@cache
def possible(deck: Deck) -> int:
    """The mask of Augen that any party can have, whatever its tricks: all but 1 and 119.

    >>> possible(Deck.LONG) & at_most(3) == 0b1101
    True
    """
    mask = 0
    for tricks in range(deck.tricks + 1):
        mask |= reachable(deck, tricks)
    return mask


@cache
def _piles() -> dict[int, tuple[tuple[int, ...], ...]]:
    """By Augen: how many cards of each of `VALUES` make them up."""
    found: dict[int, list[tuple[int, ...]]] = {}
    for counts in product(range(5), repeat=len(VALUES)):
        found.setdefault(sum(n * v for n, v in zip(counts, VALUES, strict=True)), []).append(counts)
    return {augen: tuple(piles) for augen, piles in found.items()}


@lru_cache(maxsize=4096)
def split_reachable(deck: Deck, augen: tuple[int, ...], tricks: tuple[int, ...]) -> bool:
    """Whether four players with so many tricks can have just these Augen (sums 120 and 8, short deck 6).

    >>> split_reachable(Deck.SHORT, (116, 2, 2, 0), (4, 1, 1, 0))
    False
    """
    if not all(reachable(deck, k) >> a & 1 for a, k in zip(augen, tricks, strict=True)):
        return False
    order = sorted(range(4), key=lambda i: len(_piles().get(augen[i], ())))
    return _deal(tuple(augen[i] for i in order), tuple(4 * tricks[i] for i in order), (4,) * len(VALUES), {})


_Seen = dict[tuple[int, tuple[int, ...]], bool]


def _deal(augen: tuple[int, ...], room: tuple[int, ...], left: tuple[int, ...], seen: _Seen) -> bool:
    """Whether the cards `left` of each value can be dealt to the remaining players; zero cards fill what is free."""
    if len(augen) == 1:
        return sum(left) <= room[0] and sum(n * v for n, v in zip(left, VALUES, strict=True)) == augen[0]
    key = (len(augen), left)
    if key not in seen:
        seen[key] = any(
            _deal(augen[1:], room[1:], tuple(n - m for n, m in zip(left, pile, strict=True)), seen)
            for pile in _piles().get(augen[0], ())
            if sum(pile) <= room[0] and all(m <= n for n, m in zip(left, pile, strict=True))
        )
    return seen[key]


def some_split_reachable(deck: Deck, augen: tuple[int, ...], trickless: tuple[bool, ...] | None) -> bool:
    """The same with the tricks unknown; `trickless` says who has none (everybody else has one), None: nothing known.

    >>> some_split_reachable(Deck.SHORT, (114, 2, 2, 2), None)
    False
    """
    return any(split_reachable(deck, augen, tricks) for tricks in _distributions(deck.tricks, trickless))


def _distributions(total: int, trickless: tuple[bool, ...] | None) -> Iterator[tuple[int, ...]]:
    """All ways to share `total` tricks among four players."""
    choices = [
        range(total + 1) if trickless is None else (range(1) if none else range(1, total + 1))
        for none in trickless or (False,) * 4
    ]
    for first in product(*choices[:3]):
        last = total - sum(first)
        if last in choices[3]:
            yield (*first, last)
