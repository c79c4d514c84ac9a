"""Sets of cards as bit masks: bit i stands for `CARDS[i]`, so that each suit has a byte of its own, Eichel the lowest.

A mask is a plain `int` from 0 to 2**32-1. Union, intersection and difference are those of integers: `|`, `&`, `& ~`.
"""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from scorebook.rules.cards import CARDS, Card, Deck

Thing = TypeVar("Thing")

BIT: dict[Card, int] = {card: 1 << place for place, card in enumerate(CARDS)}
"""The mask of each card alone."""
CODE_BIT: dict[str, int] = {str(card): bit for card, bit in BIT.items()}
"""The same by the codes of the cards."""
DECK: dict[Deck, int] = {deck: sum(BIT[card] for card in deck.cards) for deck in Deck}
"""The set of all cards of each deck."""
PLACE: dict[str, int] = {str(card): place for place, card in enumerate(CARDS)}
"""Where the card of each code stands in `CARDS`: the number of its bit."""


def mask_of(cards: Iterable[Card]) -> int:
    """The set of these cards.

    >>> mask_of(CARDS) == 2**32 - 1
    True
    """
    mask = 0
    for card in cards:
        mask |= BIT[card]
    return mask


def _tables(things: Sequence[Thing]) -> list[tuple[tuple[Thing, ...], ...]]:
    """For each of the four bytes of a mask and each value of that byte: the things that stand for its bits."""
    suits = [things[start : start + 8] for start in range(0, 32, 8)]
    return [
        tuple(tuple(one for bit, one in enumerate(suit) if byte >> bit & 1) for byte in range(256)) for suit in suits
    ]


_EICHEL, _GRAS, _HERZ, _SCHELLEN = _tables(CARDS)
_CODES = _tables(tuple(map(str, CARDS)))


def cards_in(mask: int) -> tuple[Card, ...]:
    """The cards of a set: Eichel, Gras, Herz, Schellen, each from the Sau down.

    >>> [str(card) for card in cards_in(0b11 | 1 << 31)]
    ['ES', 'EZ', 'S7']
    """
    return _EICHEL[mask & 255] + _GRAS[mask >> 8 & 255] + _HERZ[mask >> 16 & 255] + _SCHELLEN[mask >> 24]


def codes_in(mask: int) -> tuple[str, ...]:
    """The codes of the same cards in the same order.

    >>> codes_in(0b11 | 1 << 31)
    ('ES', 'EZ', 'S7')
    """
    eichel, gras, herz, schellen = _CODES
    return eichel[mask & 255] + gras[mask >> 8 & 255] + herz[mask >> 16 & 255] + schellen[mask >> 24]
