"""All prices of a rule set for a page without a network: looked up, then multiplied; no rule is needed there.

Like the price list it is made of games handed to `assess`, thresholds included, never of a formula of its own.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from scorebook.rules.assess import assess
from scorebook.rules.cards import ALL_AUGEN, Suit
from scorebook.rules.contracts import TRAITS, Contract
from scorebook.rules.game import Game, LaufendeSide, Result, opposite
from scorebook.rules.order import laufende_floor
from scorebook.rules.prices import LEVELS
from scorebook.rules.ramsch import DURCHMARSCH_AUGEN
from scorebook.rules.reach import possible, reachable
from scorebook.rules.ruleset import RuleSet
from scorebook.rules.score import Score, Step
from scorebook.rules.switches import KlopferMode, Partners

TIERS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        **LEVELS,
        "schneider_announced_schwarz": {**LEVELS["schneider_announced"], "schwarz": True},
        "schneider_announced_schwarz_announced": {**LEVELS["schneider_announced"], **LEVELS["schwarz_announced"]},
    }
)
"""What a game of a tier says: the levels of a price list, Schwarz where only Schneider was announced, and both."""
REVOKED: Mapping[str, Mapping[str, Any]] = MappingProxyType({"revoke": {}, "revoke_sie": LEVELS["sie"]})
"""The tiers of a game that is lost by a broken rule of play, unless its side had lost anyway, and dearer."""
DOUBLING = ("klopfer", "bock", "stoss")
BOCK = (1, 2, 4)
AT_HAND = 100
"""Units that lie in the Stock where it is asked whether a contract moves it."""

Ranges = tuple[tuple[int, int], ...]
"""Numbers from and to, both included."""


@dataclass(frozen=True, slots=True)
class Subtotal:
    """What one game is worth before Klopfer, Bock and Stoß, with the steps to it.

    `side` held the run of `laufende`; None where it makes no difference, or there is none.
    """

    result: Result
    tier: str
    laufende: int
    side: LaufendeSide | None
    value: int
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What Augen decide, None where they do not.

    The declarer's side wins from `won` on, from `after_stoss` on after an odd number of Stöße, from `weak` on where a
    Muss was announced with few trumps; with `void` nothing is paid. A losing side is Schneider with at most so many.
    """

    won: int | None
    after_stoss: int | None
    weak: int | None
    void: int | None
    declarer_schneider: int | None
    opponent_schneider: int | None


@dataclass(frozen=True, slots=True)
class ContractPrices:
    """One contract; `herz` is the Solo with Herz as trumps, `alone` one in which a partner can be and is not.

    `stock` says whether it moves the Stock; `floors` are the Augen that n Laufende make at least, by n from none on.
    """

    contract: Contract
    herz: bool
    alone: bool
    stock: bool
    factors: tuple[str, ...]
    thresholds: Thresholds
    floors: tuple[int, ...]
    subtotals: tuple[Subtotal, ...]


@dataclass(frozen=True, slots=True)
class RamschPrices:
    """What a Ramsch costs: seat 0 loses it, or makes the Durchmarsch; with one and two Jungfrauen at seats 1 and 2.

    `durchmarsch_from`: how many Augen make a Durchmarsch; None where it takes all tricks.
    """

    plain: Score
    jungfrauen: tuple[Score, ...]
    durchmarsch: Score | None
    durchmarsch_from: int | None


@dataclass(frozen=True, slots=True)
class PriceTable:
    """Everything that the rule set prices. `klopfer` and `stoss` are factors, by how many there are.

    `ramsch` is None where it has no price, `stake` (what each pays when all pass) where there is none. A side can have
    the Augen of `augen`, with so many tricks those of `augen_by_tricks`.
    """

    contracts: tuple[ContractPrices, ...]
    klopfer: tuple[int, ...]
    stoss: tuple[int, ...]
    ramsch: RamschPrices | None
    stake: int | None
    augen: Ranges
    augen_by_tricks: tuple[Ranges, ...]


def price_table(rules: RuleSet) -> PriceTable:
    """Work out the table of a rule set.

    >>> from scorebook.rules.presets import preset
    >>> table = price_table(preset())
    >>> table.klopfer, table.stoss, table.contracts[0].contract.value, table.contracts[0].thresholds.won
    ((1, 2, 4, 8, 16), (1, 2, 4), 'sauspiel', 61)
    >>> [(one.tier, one.value) for one in table.contracts[0].subtotals if one.result == "won" and one.laufende == 3]
    [('einfach', 50), ('schneider', 60), ('schwarz', 70), ('revoke', 50)]
    """
    klopfer = 0 if rules.klopfer.mode is KlopferMode.OFF else rules.klopfer.max
    plain = [game for game, _herz, _alone in _plain_games(rules) if _score(game, rules, result=Result.WON)]
    passed = _score(Game(contract=Contract.ALL_PASS), rules)
    return PriceTable(
        contracts=tuple(one for plain in _plain_games(rules) if (one := _contract(plain, rules)).subtotals),
        klopfer=_doubled(plain, rules, "klopfer", klopfer),
        stoss=_doubled(plain, rules, "stoss", rules.stoss.max),
        ramsch=_ramsch(rules),
        stake=None if passed is None or passed.void else passed.value,
        augen=_ranges(possible(rules.deck)),
        augen_by_tricks=tuple(_ranges(reachable(rules.deck, tricks)) for tricks in range(rules.deck.tricks + 1)),
    )


def _contract(plain: tuple[Game, bool, bool], rules: RuleSet) -> ContractPrices:
    """One contract; without subtotals where it has no price."""
    game, herz, alone = plain
    return ContractPrices(
        contract=game.contract,
        herz=herz,
        alone=alone,
        stock=_moves_stock(game, rules),
        factors=_factors(game, rules),
        thresholds=_thresholds(game, rules),
        floors=laufende_floor(game.contract, rules),
        subtotals=tuple(_subtotals(game, rules)),
    )


def _moves_stock(game: Game, rules: RuleSet) -> bool:
    won = _score(game, rules, result=Result.WON, stock=AT_HAND)
    return won is not None and won.stock != AT_HAND


def _ramsch(rules: RuleSet) -> RamschPrices | None:
    """Ask for a Ramsch that is lost plainly, with Jungfrauen, and won by a Durchmarsch."""
    game = Game(contract=Contract.RAMSCH)
    plain = _score(game, rules, loser=0)
    with_jungfrauen = (_score(game, rules, loser=0, jungfrauen=seats) for seats in ((1,), (1, 2)))
    all_tricks = (rules.deck.tricks, 0, 0, 0)
    if plain is None:
        return None
    return RamschPrices(
        plain=plain,
        jungfrauen=tuple(score for score in with_jungfrauen if score and score.payouts != plain.payouts),
        durchmarsch=_score(game, rules, augen_by_seat=(ALL_AUGEN, 0, 0, 0), tricks_by_seat=all_tricks),
        durchmarsch_from=DURCHMARSCH_AUGEN.get(rules.ramsch.durchmarsch),
    )


def _ranges(mask: int) -> Ranges:
    """Write a set of Augen, a bit mask, as ranges."""
    inside = [augen for augen in range(ALL_AUGEN + 1) if mask >> augen & 1]
    starts = [augen for augen in inside if not augen or not mask >> augen - 1 & 1]
    ends = [augen for augen in inside if not mask >> augen + 1 & 1]
    return tuple(zip(starts, ends, strict=True))


def _plain_games(rules: RuleSet) -> Iterator[tuple[Game, bool, bool]]:
    """Every contract with a declarer, with nothing said about its end; the Solo twice, and those that may go alone."""
    for contract, traits in TRAITS.items():
        if not traits.has_declarer:
            continue
        suit = Suit.SCHELLEN if traits.needs_suit else None
        partner = opposite((0, 1, 2, 3), 0) if "partner" in traits.keys else None
        game = Game(contract=contract, declarer=0, partner=partner, suit=suit)
        yield game, False, False
        if contract is Contract.SOLO:
            yield replace(game, suit=Suit.HERZ), True, False
        if traits.deutscher and partner is not None and rules.striche.partners is Partners.BLACK_OBERS:
            yield replace(game, partner=None), False, True


def _score(game: Game, rules: RuleSet, **said: Any) -> Score | None:
    """What the engine says to a game about which more is said; None where it refuses it."""
    return assess(replace(game, given=frozenset(), **said), rules).score


def _subtotals(game: Game, rules: RuleSet) -> Iterator[Subtotal]:
    keys = TRAITS[game.contract].keys
    for result in Result:
        for tier, said in TIERS.items():
            if all(key in keys for key in said):
                yield from _with_laufende(game, rules, result, tier, {**said, "result": result})
        if "revoke" in keys:
            offender = 0 if result is Result.LOST else next(seat for seat in range(4) if seat not in (0, game.partner))
            for tier, said in REVOKED.items():
                if all(key in keys for key in said):
                    yield from _with_laufende(game, rules, result, tier, {**said, "revoke": offender})


def _with_laufende(
    game: Game, rules: RuleSet, result: Result, tier: str, said: Mapping[str, Any]
) -> Iterator[Subtotal]:
    """The game without a run, and with every one that it can have; one row where it does not matter who held it."""
    plain = _score(game, rules, **said)
    if plain is None or plain.void:
        return
    yield Subtotal(result, tier, 0, None, plain.value, plain.steps)
    for number in range(1, max(TRAITS[game.contract].longest(rules.deck)) + 1):
        found = {side: _score(game, rules, **said, laufende=number, laufende_side=side) for side in LaufendeSide}
        rows = [Subtotal(result, tier, number, side, one.value, one.steps) for side, one in found.items() if one]
        if len({row.steps for row in rows}) == 1 and len(rows) == len(found):
            rows = [replace(rows[0], side=None)]
        yield from rows


def _factors(game: Game, rules: RuleSet) -> tuple[str, ...]:
    """Which doublings the contract knows."""
    return tuple(key for key in DOUBLING if key in TRAITS[game.contract].keys and (key != "stoss" or rules.stoss.max))


def _thresholds(game: Game, rules: RuleSet) -> Thresholds:
    """Find what Augen decide by asking about every number of them."""
    stoss = rules.stoss.max and "stoss" in TRAITS[game.contract].keys
    trumps = rules.muss.sixty_max_trumps
    weak = trumps is not None and "caller_trumps" in TRAITS[game.contract].keys
    scores = _by_augen(game, rules)
    lost = [augen for augen, score in scores.items() if score.declarer_won is False and score.schneider]
    won = [ALL_AUGEN - augen for augen, score in scores.items() if score.declarer_won and score.schneider]
    return Thresholds(
        won=_first_won(scores),
        after_stoss=_first_won(_by_augen(game, rules, stoss=1)) if stoss else None,
        weak=_first_won(_by_augen(game, rules, caller_trumps=trumps)) if weak else None,
        void=next((augen for augen, score in scores.items() if score.void), None),
        declarer_schneider=max(lost, default=None),
        opponent_schneider=max(won, default=None),
    )


def _by_augen(game: Game, rules: RuleSet, **said: Any) -> dict[int, Score]:
    """The scores by the declarer's Augen, of those games that can be."""
    found = {augen: _score(game, rules, augen=augen, **said) for augen in range(ALL_AUGEN + 1)}
    return {augen: score for augen, score in found.items() if score is not None}


def _first_won(scores: Mapping[int, Score]) -> int | None:
    return next((augen for augen, score in scores.items() if score.declarer_won), None)


def _doubled(games: list[Game], rules: RuleSet, key: str, most: int) -> tuple[int, ...]:
    """The factor by how many there are of it, as the first contract that knows it is priced."""
    game = next((game for game in games if key in TRAITS[game.contract].keys), None)
    scores = (_score(game, rules, result=Result.WON, **{key: n}) for n in range(1, most + 1)) if game else ()
    return (1, *(step.factor or 1 for score in scores if score for step in score.steps if step.code == key))
