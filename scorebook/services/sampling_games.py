"""Games that are made up: what people might have played, as often as they do."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from scorebook.ledger.evening import sitters
from scorebook.rules import Contract, Game, LaufendeSide, Result, RuleSet, Score, Suit, Unit, assess
from scorebook.rules.contracts import TRAITS
from scorebook.rules.game import ACTIVE_PLAYERS
from scorebook.rules.switches import AllPass, KlopferMode, StockMode
from scorebook.store.made_up import ReadyGame, ready

POOLED = 64
"""So many games there are by each rule set for each size of a table and each dealer: then they come again."""
POOLED_WITH_STOCK = 6
"""So many for each Stock that they find, besides."""
FREQUENCY = {
    Contract.SAUSPIEL: 70,
    Contract.SOLO: 13,
    Contract.WENZ: 9,
    Contract.GEIER: 3,
    Contract.FARBWENZ: 2,
    Contract.FARBGEIER: 1,
    Contract.BETTEL: 1,
    Contract.HOCHZEIT: 1,
    Contract.MUSS: 4,
    Contract.KREUZSPIEL: 2,
    Contract.RAMSCH: 7,
    Contract.ALL_PASS: 0,  # where it is written down, it comes from `PASSED`
    Contract.PARTNERSPIEL: 70,
    Contract.ZWANGSSPIEL: 10,
    Contract.DS_SOLO: 15,
}
"""How often contracts are played, against each other."""
PASSED = 0.07
"""The share of all games in which everybody passes."""
TOUT = 0.04
"""The share of those in which one can be announced."""
RAMSCH = (((50, 40, 20, 10), (3, 2, 2, 1)), ((61, 30, 19, 10), (4, 2, 1, 1)), ((70, 26, 24, 0), (4, 2, 2, 0)))
"""How Augen and tricks may be spread."""


@dataclass(slots=True)
class Pool:
    """Games by one rule set, to draw from, ready to be written.

    Each game finds its own in a Stock: those with one in it are pooled by what that is.
    """

    random: Random
    rules: RuleSet
    _made: dict[tuple[int, int, int], list[ReadyGame]] = field(default_factory=lambda: defaultdict(list))

    def draw(self, players: int, dealer: int, stock: int) -> ReadyGame:
        """Give a game of a table of some size; before it so much lies in the Stock."""
        made = self._made[players, dealer, stock]
        if len(made) == (POOLED_WITH_STOCK if stock else POOLED):
            return made[int(self.random.random() * len(made))]
        made.append(self._new(players, dealer, stock))
        return made[-1]

    def _new(self, players: int, dealer: int, stock: int) -> ReadyGame:
        known: dict[str, Any] = {"dealer": dealer}
        if players > ACTIVE_PLAYERS:
            known |= {"players": players, "sitting_out": sitters(players, dealer)}
        if stock:
            known["stock"] = stock
        return ready(*_played(self.random, self.rules, known), self.rules)


def _played(random: Random, rules: RuleSet, known: Mapping[str, Any]) -> tuple[Game, Score]:
    """Make up games until the rules have nothing to say against one, nor to ask."""
    while True:
        keys = {**_wish(random, rules, known), **known}
        game = Game(given=frozenset(keys), **keys)
        assessment = assess(game, rules)
        if assessment.score is not None and not assessment.warnings:
            return game, assessment.score


def _wish(random: Random, rules: RuleSet, known: Mapping[str, Any]) -> dict[str, Any]:
    active = [seat for seat in range(known.get("players", ACTIVE_PLAYERS)) if seat not in known.get("sitting_out", ())]
    passed = rules.stock.mode is not StockMode.OFF or rules.all_pass is AllPass.THROW_IN
    if passed and rules.unit is Unit.CENT and random.random() < PASSED:
        return {"contract": Contract.ALL_PASS}
    (contract,) = random.choices(rules.offered, [FREQUENCY[offered] for offered in rules.offered])
    if contract is Contract.RAMSCH:
        return {"contract": contract, **_ramsch(random, active, known.get("players", ACTIVE_PLAYERS))}
    wish: dict[str, Any] = {"contract": contract, "declarer": random.choice(active)}
    kind = TRAITS[contract]
    if contract is Contract.BETTEL:
        return wish | {"result": random.choice(list(Result))}
    if kind.needs_suit:
        wish["suit"] = random.choice(list(Suit))
    if "tout" in kind.keys and random.random() < TOUT:
        return wish | {"tout": True, "result": random.choice(list(Result))}
    wish["augen"] = round(random.triangular(12, 112, 66))
    if "partner" in kind.keys:
        place = active.index(wish["declarer"]) + (2 if kind.opposite else random.randint(1, 3))
        wish["partner"] = active[place % 4]
    if contract is Contract.SAUSPIEL:
        wish["called"] = random.choice([suit for suit in Suit if suit is not Suit.HERZ])
    return wish | _extras(random, rules, active) if "laufende" in kind.keys else wish


def _extras(random: Random, rules: RuleSet, active: Sequence[int]) -> dict[str, Any]:
    """Add Laufende, Klopfer and a Kontra to some games."""
    extras: dict[str, Any] = {}
    if rules.laufende.value and random.random() < 0.25:
        extras |= {"laufende": random.randint(2, 5), "laufende_side": random.choice(list(LaufendeSide))}
    if rules.klopfer.mode is not KlopferMode.OFF and random.random() < 0.15:
        extras["klopfer"] = tuple(sorted(random.sample(active, random.randint(1, 2))))
    if rules.stoss.max and random.random() < 0.08:
        extras["stoss"] = 1
    return extras


def _ramsch(random: Random, active: Sequence[int], players: int) -> dict[str, Any]:
    augen, tricks = random.choice(RAMSCH)
    order = random.sample(active, len(active))
    spread = {seat: (augen[place], tricks[place]) for place, seat in enumerate(order)}
    by_seat = [spread.get(seat, (0, 0)) for seat in range(players)]
    return {"augen_by_seat": tuple(one for one, _ in by_seat), "tricks_by_seat": tuple(one for _, one in by_seat)}
