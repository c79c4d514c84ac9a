"""Cards and decks: suits, ranks, Augen.

Source: RULES.md 0 (seeds 000 and 004): Sau 11, Zehn 10, König 4, Ober 3, Unter 2; 30 a suit, 120 in both decks.
"""

from enum import StrEnum
from typing import NamedTuple


class Suit(StrEnum):
    """The four suits, highest first."""

    EICHEL = "eichel"
    GRAS = "gras"
    HERZ = "herz"
    SCHELLEN = "schellen"

    @property
    def letter(self) -> str:
        """The first letter of a card's code.

        >>> Suit.GRAS.letter
        'G'
        """
        return self.value[0].upper()


class Rank(StrEnum):
    """The ranks by the second letter of a card's code, in the order of a plain suit."""

    SAU = "S"
    ZEHN = "Z"
    KOENIG = "K"
    OBER = "O"
    UNTER = "U"
    NEUN = "9"
    ACHT = "8"
    SIEBEN = "7"


AUGEN: dict[Rank, int] = {
    Rank.SAU: 11,
    Rank.ZEHN: 10,
    Rank.KOENIG: 4,
    Rank.OBER: 3,
    Rank.UNTER: 2,
    Rank.NEUN: 0,
    Rank.ACHT: 0,
    Rank.SIEBEN: 0,
}
ALL_AUGEN = 120


class Card(NamedTuple):
    """One card. Its code is two letters, suit and rank (FORMAT.md 4); `CARD` finds it by its code.

    >>> str(Card(Suit.EICHEL, Rank.OBER)), Card(Suit.EICHEL, Rank.OBER).augen
    ('EO', 3)
    >>> CARD["GS"] == Card(Suit.GRAS, Rank.SAU)
    True
    """

    suit: Suit
    rank: Rank

    @property
    def augen(self) -> int:
        """What the card counts, 0 to 11."""
        return AUGEN[self.rank]

    def __str__(self) -> str:
        return self.suit.letter + self.rank.value


CARDS: tuple[Card, ...] = tuple(Card(suit, rank) for suit in Suit for rank in Rank)
"""All 32 cards; where one stands here is its bit in a set of cards (`scorebook.rules.cardset`)."""
CARD: dict[str, Card] = {str(card): card for card in CARDS}


class Deck(StrEnum):
    """Long: 32 cards, 8 tricks. Short: without the 7 and 8, 24 cards, 6 tricks.

    >>> Deck.LONG.tricks, Deck.SHORT.tricks
    (8, 6)
    """

    LONG = "long"
    SHORT = "short"

    tricks: int
    """Tricks in a game, which is also the number of cards in a hand: 8 or 6."""

    def __init__(self, name: str) -> None:
        self.tricks = 8 if name == "long" else 6

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks that this deck has."""
        return tuple(Rank) if self is Deck.LONG else tuple(Rank)[:-2]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that this deck has.

        >>> len(Deck.LONG.cards), len(Deck.SHORT.cards)
        (32, 24)
        """
        return _OF_DECK[self]


_OF_DECK = {deck: tuple(card for card in CARDS if card.rank in deck.ranks) for deck in Deck}
