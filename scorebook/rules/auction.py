"""The auction: who may play what, whose game goes before whose, and what comes when nobody wants to play.

It has two phases (seed 002): from Vorhand on everybody says whether he wants to play; those who do compare the rank of
their games alone, and the suit or the called Sau is named by the one who has won. Deutscher Schafkopf reports its
trumps instead: `scorebook.rules.reporting`.

Sources: RULES.md 1.2 and 2 (seeds 000, 002, 004), FORMAT.md 2 (`contracts`, `all_pass`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorebook.rules.calling import calling
from scorebook.rules.cards import Card
from scorebook.rules.contracts import TRAITS, Contract
from scorebook.rules.order import order_of
from scorebook.rules.ruleset import RuleSet
from scorebook.rules.switches import AllPass

FORCED = frozenset({Contract.MUSS, Contract.KREUZSPIEL})
"""Contracts with a declarer that nobody bids: they come when all have passed."""


@dataclass(frozen=True, slots=True)
class Bid:
    """A game that somebody wants to play; its suit is named only when he has the right to play."""

    contract: Contract
    tout: bool = False
    sie: bool = False


class Why(StrEnum):
    """What decided an auction."""

    ONLY_ONE = "only_one"
    HIGHER = "higher"
    NEARER = "nearer"
    ALL_PASS = "all_pass"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who plays what, and why him; `over` is the seat that came closest, None where nobody else wanted to play.

    Without a seat everybody passed, and `follows` is what the table has agreed on for that.
    """

    why: Why
    seat: int | None = None
    bid: Bid | None = None
    over: int | None = None
    follows: AllPass | None = None


def bids(rules: RuleSet) -> tuple[Bid, ...]:
    """Every bid that the rule set allows, highest first: Sie, Tout by the rank of their contracts, then the contracts.

    >>> from scorebook.rules.presets import preset
    >>> [(bid.contract.value, bid.tout, bid.sie) for bid in bids(preset())][:4]
    [('solo', False, True), ('solo', True, False), ('wenz', True, False), ('solo', False, False)]
    """
    offered = [c for c in rules.offered if TRAITS[c].has_declarer and c not in FORCED and not TRAITS[c].deutscher]
    sie = [Bid(c, sie=True) for c in offered if "sie" in TRAITS[c].keys and "sie" in rules.contracts]
    tout = [Bid(c, tout=True) for c in offered if "tout" in TRAITS[c].keys and "tout" in rules.contracts]
    return (*sie, *tout, *map(Bid, offered))


class NoBid(StrEnum):
    """Why a hand may not make a bid."""

    BLOCKED = "blocked"
    NOT_ONE_TRUMP = "not_one_trump"
    NO_SIE = "no_sie"


def objection(bid: Bid, hand: Iterable[Card], rules: RuleSet) -> NoBid | None:
    """Why this hand may not make this bid; None where it may. A Solo needs no card of its suit (seed 004).

    >>> from scorebook.rules.cards import CARD
    >>> from scorebook.rules.presets import preset
    >>> objection(Bid(Contract.SOLO, sie=True), [CARD["EO"], CARD["ES"]], preset())
    <NoBid.NO_SIE: 'no_sie'>
    """
    held = frozenset(hand)
    if bid.sie:
        highest = order_of(Contract.SAUSPIEL, None, rules).trumps[: rules.deck.tricks]
        return None if held.issuperset(highest) else NoBid.NO_SIE
    if bid.contract is Contract.SAUSPIEL and calling(held, rules).blocked:
        return NoBid.BLOCKED
    if bid.contract is Contract.HOCHZEIT:
        trumps = held.intersection(order_of(Contract.HOCHZEIT, None, rules).trumps)
        return None if len(trumps) == 1 else NoBid.NOT_ONE_TRUMP
    return None


def decide(wishes: Sequence[tuple[int, Bid | None]], rules: RuleSet) -> Outcome:
    """Who has the right to play. `wishes` are the active seats from Vorhand on, each with its game, None for "weiter".

    The higher game wins; of two as high the one nearer to Vorhand, whatever their suits. Raises `ValueError` for a bid
    that the rule set does not allow.

    >>> from scorebook.rules.presets import preset
    >>> wishes = [(1, Bid(Contract.SAUSPIEL)), (2, None), (3, Bid(Contract.WENZ)), (0, Bid(Contract.WENZ))]
    >>> found = decide(wishes, preset())
    >>> found.seat, found.why.value, found.over
    (3, 'nearer', 0)
    """
    ranked = bids(rules)
    willing = [(ranked.index(bid), place, seat, bid) for place, (seat, bid) in enumerate(wishes) if bid is not None]
    if not willing:
        return Outcome(Why.ALL_PASS, follows=rules.all_pass)
    (rank, _, seat, bid), *others = sorted(willing, key=lambda one: one[:2])
    if not others:
        return Outcome(Why.ONLY_ONE, seat, bid)
    return Outcome(Why.NEARER if others[0][0] == rank else Why.HIGHER, seat, bid, others[0][2])
