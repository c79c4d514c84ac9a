"""How seldom something is dealt: counted from the deck, exactly.

Source: RULES.md 1: a Sie is all four Ober and all four Unter in one hand; with the short deck the six highest trumps.
"""

from fractions import Fraction
from math import comb

from scorebook.rules.cards import Card, Deck, Rank, Suit
from scorebook.rules.game import ACTIVE_PLAYERS

SIE_CARDS: tuple[Card, ...] = tuple(Card(suit, rank) for rank in (Rank.OBER, Rank.UNTER) for suit in Suit)
"""The eight highest trumps of a Solo, the highest first."""


def sie_cards(deck: Deck) -> tuple[Card, ...]:
    """Give the hand that is a Sie: as many of the highest trumps as a hand has cards.

    >>> [str(card) for card in sie_cards(Deck.SHORT)]
    ['EO', 'GO', 'HO', 'SO', 'EU', 'GU']
    """
    return SIE_CARDS[: deck.tricks]


def sie_odds(deck: Deck, hands: int = 1) -> Fraction:
    """Give how likely it is that one of so many hands, dealt at random, is a Sie: 1 for somebody, 4 for the table.

    Two of them cannot have the same cards, so that the chances add up. Raises `ValueError` for more hands than are
    dealt, or none.

    >>> sie_odds(Deck.LONG), sie_odds(Deck.LONG, 4)
    (Fraction(1, 10518300), Fraction(1, 2629575))
    >>> sie_odds(Deck.SHORT), sie_odds(Deck.SHORT, 4)
    (Fraction(1, 134596), Fraction(1, 33649))
    """
    if not 1 <= hands <= ACTIVE_PLAYERS:
        raise ValueError(f"no hands of a game: {hands}")
    return Fraction(hands, comb(len(deck.cards), deck.tricks))
