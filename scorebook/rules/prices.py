"""What every offered contract costs at every level: games handed to `assess`, never a formula of its own."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from scorebook.rules.assess import assess
from scorebook.rules.cards import Suit
from scorebook.rules.contracts import TRAITS, Contract
from scorebook.rules.game import Game, LaufendeSide, Result, opposite
from scorebook.rules.ruleset import RuleSet
from scorebook.rules.score import Score
from scorebook.rules.switches import KlopferMode, Model

LEVELS: dict[str, dict[str, Any]] = {
    "einfach": {},
    "schneider": {"schneider": True},
    "schwarz": {"schneider": True, "schwarz": True},
    "schneider_announced": {"schneider": True, "schneider_announced": True},
    "schwarz_announced": {"schneider": True, "schwarz": True, "schwarz_announced": True},
    "tout": {"tout": True},
    "sie": {"sie": True},
}
"""The columns of a price list, and what a game of that level says."""
TIERS = (LEVELS["einfach"], LEVELS["schwarz"])
"""A long run is possible in the one, a run of those who win in the other."""


@dataclass(frozen=True, slots=True)
class Priced:
    """A game, and what the engine says about it."""

    game: Game
    score: Score


@dataclass(frozen=True, slots=True)
class PriceRow:
    """One contract, one cell a level (None: there is no such game). `result` is None where a lost game costs the same.

    `herz` marks the Herz-Solo where that has a price of its own.
    """

    contract: Contract
    herz: bool
    result: Result | None
    cells: tuple[Priced | None, ...]


@dataclass(frozen=True, slots=True)
class PriceList:
    """All prices of a rule set. `laufende` gives one game for each number that counts, by contract."""

    rows: tuple[PriceRow, ...]
    laufende: tuple[tuple[Contract, tuple[Priced, ...]], ...]
    klopfer: tuple[Priced, ...]
    stoss: tuple[Priced, ...]
    ramsch: Priced | None
    jungfrauen: tuple[Priced, ...]
    durchmarsch: Priced | None
    stake: Priced | None


def price_list(rules: RuleSet) -> PriceList:
    """Work out all prices of a rule set.

    >>> from scorebook.rules.presets import preset
    >>> [cell and cell.score.value for cell in price_list(preset()).rows[0].cells]
    [50, 60, 70, None, None, 100, 520]
    """
    contracts = [contract for contract in rules.offered if TRAITS[contract].has_declarer]
    ramsch = Contract.RAMSCH in rules.offered
    return PriceList(
        rows=tuple(row for contract in contracts for row in _rows(contract, rules)),
        laufende=tuple((contract, run) for contract in contracts if (run := tuple(_laufende(contract, rules)))),
        klopfer=_doubled(
            rules, contracts, "klopfer", 0 if rules.klopfer.mode is KlopferMode.OFF else rules.klopfer.max
        ),
        stoss=_doubled(rules, contracts, "stoss", rules.stoss.max),
        ramsch=_priced(Game(contract=Contract.RAMSCH, loser=0), rules) if ramsch else None,
        jungfrauen=_jungfrauen(rules) if ramsch else (),
        durchmarsch=_durchmarsch(rules) if ramsch else None,
        stake=_stake(rules),
    )


def _priced(game: Game, rules: RuleSet) -> Priced | None:
    """The game with its score; None where the rule set refuses it."""
    score = assess(game, rules).score
    return None if score is None else Priced(game, score)


def _plain(contract: Contract, result: Result, *, herz: bool = False) -> Game:
    """A game of which nothing but its end is known."""
    partner = opposite((0, 1, 2, 3), 0) if "partner" in TRAITS[contract].keys else None
    suit = (Suit.HERZ if herz else Suit.SCHELLEN) if TRAITS[contract].needs_suit else None
    return Game(contract=contract, declarer=0, partner=partner, suit=suit, result=result)


def _rows(contract: Contract, rules: RuleSet) -> Iterator[PriceRow]:
    """One row, or one for won and one for lost games where these cost something else; the same for the Herz-Solo."""
    own = contract is Contract.SOLO and rules.model is Model.ADDITIVE and "herz_solo" in rules.base
    for herz in (False, True) if own else (False,):
        won = tuple(_cells(_plain(contract, Result.WON, herz=herz), rules))
        lost = tuple(_cells(_plain(contract, Result.LOST, herz=herz), rules))
        if all(b is None or (a is not None and a.score.value == b.score.value) for a, b in zip(won, lost, strict=True)):
            yield PriceRow(contract, herz, None, won)
        else:
            yield PriceRow(contract, herz, Result.WON, won)
            yield PriceRow(contract, herz, Result.LOST, lost)


def _cells(plain: Game, rules: RuleSet) -> Iterator[Priced | None]:
    """The contract at every level that it has."""
    keys = TRAITS[plain.contract].keys
    for level, said in LEVELS.items():
        allowed = level not in ("tout", "sie") or level in rules.contracts
        fits = allowed and all(key in keys for key in said)
        yield _priced(_with(plain, **said), rules) if fits else None


def _with(game: Game, **said: Any) -> Game:
    """The same game with something more said about it."""
    return replace(game, given=frozenset(), **said)


def _laufende(contract: Contract, rules: RuleSet) -> Iterator[Priced]:
    """One game for each number of Laufende that counts, whoever has to hold them for that."""
    longest = max(TRAITS[contract].longest(rules.deck))
    ends = [(tiers, result, side) for tiers in TIERS for side in LaufendeSide for result in Result]
    for number in range(1, longest + 1):
        games = (
            _with(_plain(contract, result), laufende=number, laufende_side=side, **tiers)
            for tiers, result, side in ends
        )
        yield from islice(_counting(games, rules, "laufende"), 1)


def _counting(games: Iterable[Game], rules: RuleSet, code: str) -> Iterator[Priced]:
    """Those of the games in whose sum a step occurs."""
    for game in games:
        priced = _priced(game, rules)
        if priced is not None and any(step.code == code for step in priced.score.steps):
            yield priced


def _doubled(rules: RuleSet, contracts: list[Contract], key: str, most: int) -> tuple[Priced, ...]:
    """The first offered contract that can be doubled, once for each number of Klopfer or Stöße."""
    fitting = [contract for contract in contracts if key in TRAITS[contract].keys][:1]
    games = (_with(_plain(c, Result.WON), **{key: n}) for c in fitting for n in range(1, most + 1))
    return tuple(_counting(games, rules, key))


def _jungfrauen(rules: RuleSet) -> tuple[Priced, ...]:
    """A Ramsch with one and with two players without a trick, where that costs more."""
    plain = _priced(Game(contract=Contract.RAMSCH, loser=0), rules)
    games = (Game(contract=Contract.RAMSCH, loser=0, jungfrauen=seats) for seats in ((1,), (1, 2)))
    found = (_priced(game, rules) for game in games)
    return tuple(made for made in found if made and plain and made.score.payouts != plain.score.payouts)


def _durchmarsch(rules: RuleSet) -> Priced | None:
    all_tricks = (rules.deck.tricks, 0, 0, 0)
    game = Game(contract=Contract.RAMSCH, augen_by_seat=(120, 0, 0, 0), tricks_by_seat=all_tricks)
    return _priced(game, rules)


def _stake(rules: RuleSet) -> Priced | None:
    """What each pays into the Stock when everybody passes; None where there is none."""
    made = _priced(Game(contract=Contract.ALL_PASS), rules)
    return made if made is not None and made.score.value else None
