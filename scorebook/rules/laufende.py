"""How many Laufende these are: from the top trumps that one side held, in the order of a contract, to what they make.

Source: RULES.md 5.3; FORMAT.md 2 (`laufende`). The engine says what they are worth, never a formula of its own.
"""

from collections.abc import Collection
from dataclasses import dataclass

from scorebook.rules.assess import assess
from scorebook.rules.cards import Card, Suit
from scorebook.rules.cardset import mask_of
from scorebook.rules.contracts import TRAITS, Contract
from scorebook.rules.findings import Finding
from scorebook.rules.game import Game, LaufendeSide, Result, opposite
from scorebook.rules.order import order_of
from scorebook.rules.replay import laufende_of
from scorebook.rules.ruleset import RuleSet
from scorebook.rules.score import Assessment
from scorebook.rules.scoring import fewest_laufende


@dataclass(frozen=True, slots=True)
class Run:
    """Laufende: the unbroken run of `cards` from the top trump, and whose they were, seen from the declarer's side.

    They count from `fewest` on. `won` and `lost` are what they add, in units before any factor, where the declarer's
    side wins or loses. `wrong` says why there can be no such run; then it adds nothing.
    """

    cards: tuple[Card, ...]
    side: LaufendeSide
    fewest: int
    won: int
    lost: int
    wrong: tuple[Finding, ...] = ()

    @property
    def count(self) -> int:
        """How many they are."""
        return len(self.cards)

    @property
    def counts(self) -> bool:
        """Whether they are worth something, however the game ends."""
        return bool(self.won or self.lost)


def run_of(contract: Contract, suit: Suit | None, rules: RuleSet, held: Collection[Card], by: LaufendeSide) -> Run:
    """The Laufende where one side held just these of the trumps: `mit` the declarer's side, `ohne` the others.

    Who holds the highest trump has them; that need not be the side of which the cards are known. Raises `ValueError`
    for a contract without Laufende, or a suit that is missing.

    >>> from scorebook.rules.cards import CARD
    >>> from scorebook.rules.presets import preset
    >>> run = run_of(Contract.SAUSPIEL, None, preset(), [CARD["EO"], CARD["GO"], CARD["HO"]], LaufendeSide.OHNE)
    >>> run.side, run.count, run.won
    (<LaufendeSide.OHNE: 'ohne'>, 3, 30)
    """
    if TRAITS[contract].mit is None:
        raise ValueError(f"no Laufende in {contract}")
    order = order_of(contract, suit, rules)
    known = mask_of(held) & order.trump_mask
    count, side = laufende_of(order, known if by is LaufendeSide.MIT else order.trump_mask & ~known)
    won, lost = (assess(_plain(contract, suit, count, side, result), rules) for result in Result)
    fewest = fewest_laufende(contract, rules)
    return Run(order.trumps[:count], side, fewest, _worth(won), _worth(lost), won.errors)


def _plain(contract: Contract, suit: Suit | None, count: int, side: LaufendeSide, result: Result) -> Game:
    """A game of which nothing is known but its Laufende and its end."""
    partner = opposite((0, 1, 2, 3), 0) if "partner" in TRAITS[contract].keys else None
    return Game(
        contract=contract,
        declarer=0,
        partner=partner,
        suit=suit,
        result=result,
        laufende=count,
        laufende_side=side,
    )


def _worth(assessment: Assessment) -> int:
    """What the Laufende of a game add to its sum."""
    steps = () if assessment.score is None else assessment.score.steps
    return sum(step.amount or 0 for step in steps if step.code == "laufende")
