"""Who may call what: the Sau of a Sauspiel, or a Zehn where the table has agreed on it.

Sources: RULES.md 2, line 2 (seeds 000, 002, 004), and FORMAT.md 2 (`called_ten`, `caller_needs_honour`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from scorebook.rules.cards import CARDS, Card, Rank, Suit
from scorebook.rules.cardset import mask_of
from scorebook.rules.contracts import Contract
from scorebook.rules.order import order_of
from scorebook.rules.ruleset import RuleSet

HONOURS = mask_of(card for card in CARDS if card.rank in (Rank.OBER, Rank.UNTER))
"""All Ober and Unter, as a set."""


class NoCall(StrEnum):
    """Why a suit cannot be called, or nothing at all."""

    TRUMP = "trump"
    OWN = "own"
    NO_CARD = "no_card"
    NO_HONOUR = "no_honour"


@dataclass(frozen=True, slots=True)
class Calling:
    """What a hand may call: `cards`, highest suit first; `refused` says for every other suit why it may not."""

    cards: tuple[Card, ...]
    refused: Mapping[Suit, NoCall]

    @property
    def blocked(self) -> bool:
        """Whether nothing can be called: the hand is "gesperrt" and may not announce a Sauspiel."""
        return not self.cards


def calling(hand: Iterable[Card], rules: RuleSet) -> Calling:
    """What a hand may call in a Sauspiel.

    Never Herz, never a card of one's own, and only a suit of which the hand has a plain card: Ober and Unter are
    trumps. Who owns the three Sauen may call a Zehn where the rule set has `called_ten`.

    >>> from scorebook.rules.cards import CARD
    >>> from scorebook.rules.presets import preset
    >>> found = calling([CARD[code] for code in ("EO", "GU", "ES", "E7", "G8", "SO", "H9", "HS")], preset())
    >>> [str(card) for card in found.cards], found.refused[Suit.SCHELLEN].value
    (['GS'], 'no_card')
    """
    held = frozenset(hand)
    plain = [suit for suit in Suit if suit is not Suit.HERZ]
    if rules.caller_needs_honour and not mask_of(held) & HONOURS:
        return Calling((), dict.fromkeys(Suit, NoCall.NO_HONOUR))
    every_sau = all(Card(suit, Rank.SAU) in held for suit in plain)
    rank = Rank.ZEHN if rules.called_ten and every_sau else Rank.SAU
    order = order_of(Contract.SAUSPIEL, None, rules)
    cards, refused = [], {Suit.HERZ: NoCall.TRUMP}
    for suit in plain:
        if Card(suit, rank) in held:
            refused[suit] = NoCall.OWN
        elif held.isdisjoint(order.of(suit)):
            refused[suit] = NoCall.NO_CARD
        else:
            cards.append(Card(suit, rank))
    return Calling(tuple(cards), refused)
