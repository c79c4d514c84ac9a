"""The auction of Deutscher Schafkopf: everybody reports how many trumps he could have, and the most trumps play.

Source: RULES.md 1.3 and seed 001, "Spielansage beim Partnerspiel" and "Zwangsspiel".
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorebook.rules.cards import Card, Suit
from scorebook.rules.contracts import Contract
from scorebook.rules.order import DEUTSCH, order_of, trump_suit
from scorebook.rules.ruleset import RuleSet

FEWEST = 5
"""With fewer possible trumps one has to pass."""


@dataclass(frozen=True, slots=True)
class Reported:
    """What somebody reports: how many trumps he could have (0 to 8), their Augen, the highest of them, and which suit.

    `augen` and `highest` are None as long as nobody asked: they decide only among equals.
    """

    trumps: int
    augen: int | None = None
    highest: Card | None = None
    suit: Suit | None = None


class Why(StrEnum):
    """What decided who plays."""

    TRUMPS = "trumps"
    AUGEN = "augen"
    HIGHEST = "highest"
    FORCED = "forced"


@dataclass(frozen=True, slots=True)
class Announced:
    """Who plays, and why him. Without a seat it is still open: `tied` are those who have to say more about `why`."""

    why: Why
    seat: int | None = None
    tied: tuple[int, ...] = ()


def report(hand: Iterable[Card], rules: RuleSet) -> Reported:
    """The best that a hand can report: its Wenzel and its longest suit, of two as long the one with more Augen.

    >>> from scorebook.rules.cards import CARD
    >>> from scorebook.rules.presets import preset
    >>> hand = [CARD[code] for code in ("EU", "SU", "GS", "GK", "G7", "ES", "E9", "H8")]
    >>> found = report(hand, preset("deutscher_striche"))
    >>> found.trumps, found.augen, str(found.highest), found.suit.value
    (5, 19, 'EU', 'gras')
    """
    held = frozenset(hand)
    named = trump_suit(Contract.PARTNERSPIEL, None, rules)
    possible = [_with(held, suit, rules) for suit in ([named] if named else Suit)]
    return max(possible, key=lambda one: (one.trumps, one.augen or 0, _height(one.highest, rules)))


def _with(held: frozenset[Card], suit: Suit, rules: RuleSet) -> Reported:
    """What a hand would report with that suit as trump."""
    trumps = [card for card in order_of(Contract.PARTNERSPIEL, suit, rules).trumps if card in held]
    return Reported(len(trumps), sum(card.augen for card in trumps), trumps[0] if trumps else None, suit)


def _height(card: Card | None, rules: RuleSet) -> int:
    """How high a trump is, whichever suit is trump: the Wenzel, then the ranks, of two as high the higher suit."""
    if card is None:
        return 0
    wenzel = order_of(Contract.PARTNERSPIEL, card.suit, rules).trumps[: rules.striche.wenzel]
    if card in wenzel:
        return 100 - wenzel.index(card)
    return 50 - 4 * DEUTSCH.index(card.rank) - tuple(Suit).index(card.suit)


def decide(reports: Mapping[int, Reported], rules: RuleSet, alter: int | None = None) -> Announced:
    """Who plays by what was reported; `alter` is the seat that owns the Alte, None where nobody said so yet.

    Most trumps play, of as many those with more Augen, of as many the one with the highest trump (seed 001). Where
    nobody reports five, the owner of the Alte has to play.

    >>> from scorebook.rules.presets import preset
    >>> decide({1: Reported(6, 20), 2: Reported(5), 3: Reported(6, 24), 0: Reported(4)}, preset("deutscher_striche"))
    Announced(why=<Why.AUGEN: 'augen'>, seat=3, tied=())
    """
    able = [seat for seat, one in reports.items() if one.trumps >= FEWEST]
    if not able:
        return Announced(Why.FORCED, alter)
    tied = _best(able, {seat: reports[seat].trumps for seat in able})
    if len(tied) == 1:
        return Announced(Why.TRUMPS, tied[0])
    augen = {seat: known for seat in tied if (known := reports[seat].augen) is not None}
    if len(augen) < len(tied):
        return Announced(Why.AUGEN, None, tuple(tied))
    tied = _best(tied, augen)
    if len(tied) == 1:
        return Announced(Why.AUGEN, tied[0])
    if any(reports[seat].highest is None for seat in tied):
        return Announced(Why.HIGHEST, None, tuple(tied))
    return Announced(Why.HIGHEST, _best(tied, {seat: _height(reports[seat].highest, rules) for seat in tied})[0])


def _best(seats: Sequence[int], values: Mapping[int, int]) -> list[int]:
    """Those of the seats that have the most."""
    most = max(values[seat] for seat in seats)
    return [seat for seat in seats if values[seat] == most]
