"""What is trump in a contract, what follows what, and what beats what.

Sources: RULES.md 1 (game types; trumps high to low, plain suits) and 1.3 (Deutscher Schafkopf, seed 001), FORMAT.md 2
(`wenz_ober`, `bettel`, `striche.wenzel`, `striche.trumpf`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from scorebook.rules.cards import CARDS, Card, Deck, Rank, Suit
from scorebook.rules.cardset import mask_of
from scorebook.rules.contracts import TRAITS, WENZ_LIKE, Contract
from scorebook.rules.ruleset import RuleSet
from scorebook.rules.switches import Trumpf, WenzOber

BELOW_KOENIG, ABOVE_KOENIG, DEUTSCH = "SZKOU987", "SZOUK987", "SKOUZ987"
"""A suit by the second letters of its cards, highest first. Ober and Unter stand there for where they are no trumps."""
STRONGEST_PLAIN = 50
"""No plain card is stronger than this, every trump is."""
_OBER = tuple(Card(suit, Rank.OBER) for suit in Suit)
_UNTER = tuple(Card(suit, Rank.UNTER) for suit in Suit)
_WENZEL = {4: _UNTER, 6: _OBER[:2] + _UNTER, 8: _OBER + _UNTER}


@dataclass(frozen=True, slots=True)
class Order:
    """The order of the cards in a contract.

    `trumps` and the four `plain` suits (Eichel, Gras, Herz, Schellen) are highest first and hold each card of the deck
    once; `trump_mask` is the set of all trumps. `followers` gives for each card, by its place in `CARDS`, the set of
    cards that follow it when it is led; `strength` a number that is higher for the card that wins among those that
    follow or are trump, 0 for cards that the deck does not have.
    """

    trumps: tuple[Card, ...]
    plain: tuple[tuple[Card, ...], ...]
    trump_mask: int
    followers: tuple[int, ...]
    strength: tuple[int, ...]

    def of(self, suit: Suit) -> tuple[Card, ...]:
        """The plain cards of a suit, highest first: those that serve it, which its trumps do not."""
        return self.plain[tuple(Suit).index(suit)]


class _Switches(NamedTuple):
    """What of a rule set has a say in the order of the cards."""

    deck: Deck
    above_koenig: bool
    wenzel: int
    bettel_trumps: bool
    bettel_order: str


def trump_suit(contract: Contract, suit: Suit | None, rules: RuleSet) -> Suit | None:
    """The suit that is trump; None where there is none, or none was named.

    >>> from scorebook.rules.presets import preset
    >>> trump_suit(Contract.SAUSPIEL, None, preset()), trump_suit(Contract.WENZ, None, preset())
    (<Suit.HERZ: 'herz'>, None)
    """
    if TRAITS[contract].needs_suit:
        stays = TRAITS[contract].deutscher and rules.striche.trumpf is Trumpf.BLEIBEND
        return Suit.SCHELLEN if stays else suit
    if contract in WENZ_LIKE or (contract is Contract.BETTEL and not rules.bettel.trumps):
        return None
    return Suit.HERZ


def order_of(contract: Contract, suit: Suit | None, rules: RuleSet) -> Order:
    """The order of the cards in a contract; `suit` is the trump suit where one has to be named.

    Raises `ValueError` where that is missing, and for `all_pass`, which is not played.

    >>> from scorebook.rules.presets import preset
    >>> wenz = order_of(Contract.WENZ, None, preset())
    >>> " ".join(map(str, wenz.trumps)), " ".join(map(str, wenz.of(Suit.GRAS)))
    ('EU GU HU SU', 'GS GZ GK GO G9 G8 G7')
    """
    return _order(contract, trump_suit(contract, suit, rules), _switches(rules))


def laufende_floor(contract: Contract, rules: RuleSet) -> tuple[int, ...]:
    """Augen that the owner of the n top trumps has at least, by n from 0 (RULES.md 5.3): the sum of their Augen.

    They win every trick in which they fall. Empty for contracts without Laufende.

    >>> from scorebook.rules.presets import preset
    >>> laufende_floor(Contract.SOLO, preset())
    (0, 3, 6, 9, 12, 14, 16, 18, 20, 31, 41, 45, 45, 45, 45)
    >>> laufende_floor(Contract.BETTEL, preset())
    ()
    """
    return _floor(contract, _switches(rules)) if TRAITS[contract].mit is not None else ()


@cache
def _floor(contract: Contract, switches: _Switches) -> tuple[int, ...]:
    trumps = _order(contract, None if contract in WENZ_LIKE else Suit.HERZ, switches).trumps
    return tuple(accumulate((card.augen for card in trumps), initial=0))


def _switches(rules: RuleSet) -> _Switches:
    above = rules.wenz_ober is WenzOber.ABOVE_KOENIG
    return _Switches(rules.deck, above, rules.striche.wenzel, rules.bettel.trumps, rules.bettel.order)


@cache
def _order(contract: Contract, suit: Suit | None, switches: _Switches) -> Order:
    if contract is Contract.ALL_PASS or (suit is None and TRAITS[contract].needs_suit):
        raise ValueError(f"no order of cards for {contract} with suit {suit}")
    ranks = [Rank(letter) for letter in _ranks(contract, switches) if Rank(letter) in switches.deck.ranks]
    top = _top(contract, switches)
    suits = [tuple(Card(one, rank) for rank in ranks if Card(one, rank) not in top) for one in Suit]
    lower = () if suit is None else suits[tuple(Suit).index(suit)]
    plain = tuple(() if one is suit else cards for one, cards in zip(Suit, suits, strict=True))
    return _made(top + lower, plain)


def _ranks(contract: Contract, switches: _Switches) -> str:
    """The order of a suit."""
    if TRAITS[contract].deutscher:
        return DEUTSCH
    if contract is Contract.BETTEL:
        return BELOW_KOENIG if switches.bettel_trumps else switches.bettel_order
    return ABOVE_KOENIG if switches.above_koenig else BELOW_KOENIG


def _top(contract: Contract, switches: _Switches) -> tuple[Card, ...]:
    """The trumps that belong to no suit."""
    if TRAITS[contract].deutscher:
        return _WENZEL[switches.wenzel]
    if contract is Contract.BETTEL and not switches.bettel_trumps:
        return ()
    if contract in (Contract.WENZ, Contract.FARBWENZ):
        return _UNTER
    return _OBER if contract in (Contract.GEIER, Contract.FARBGEIER) else _OBER + _UNTER


def _made(trumps: Sequence[Card], plain: Sequence[tuple[Card, ...]]) -> Order:
    """Work out who follows and who beats whom: trumps above all, and in each suit its own order."""
    trump_mask = mask_of(trumps)
    followers = dict.fromkeys(trumps, trump_mask)
    strength = {card: 100 - place for place, card in enumerate(trumps)}
    for cards in plain:
        followers.update(dict.fromkeys(cards, mask_of(cards)))
        strength.update({card: STRONGEST_PLAIN - place for place, card in enumerate(cards)})
    return Order(
        tuple(trumps),
        tuple(plain),
        trump_mask,
        tuple(followers.get(card, 0) for card in CARDS),
        tuple(strength.get(card, 0) for card in CARDS),
    )
