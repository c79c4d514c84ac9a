"""The price table of a rule set as JSON: what a page needs to say a game's price without a network (FORMAT.md 5)."""

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Literal

from pydantic import BaseModel

from scorebook.exchange.answers import step_json
from scorebook.exchange.games import STRICT
from scorebook.exchange.rulesets import parse_rules, rules_json
from scorebook.exchange.shapes import StepModel
from scorebook.exchange.strict import load_json
from scorebook.rules import TRAITS, Contract, LaufendeSide, Model, Parties, Result, RuleSet, Score, Unit
from scorebook.rules.price_table import (
    BOCK,
    DOUBLING,
    REVOKED,
    TIERS,
    ContractPrices,
    PriceTable,
    RamschPrices,
    Ranges,
    Subtotal,
    price_table,
)
from scorebook.rules.switches import Durchmarsch, Jungfrau, RamschTie, RevokeMode, SchwarzBy

Tier = Literal[(*TIERS, *REVOKED)]  # type: ignore[valid-type]
Factor = Literal[DOUBLING]  # type: ignore[valid-type]
PARTIES = {Parties.PAIR: "pair", Parties.ALONE: "alone"}


class SubtotalModel(BaseModel):
    """What a game is worth before Klopfer, Bock and Stoß. `side` is null where it does not matter, or there is no run.

    The tier `revoke` (`revoke_sie` where a Sie was announced) is that of a broken rule of play: its side loses at this
    price, or at that of the tier that was played where it had lost anyway and that is dearer.
    """

    model_config = STRICT

    result: Result
    tier: Tier
    laufende: int
    side: LaufendeSide | None
    value: int
    steps: list[StepModel]


class ThresholdsModel(BaseModel):
    """What the Augen of the declarer's side decide, null where they do not.

    It wins from `won` on; from `weak` on in a Muss announced with few trumps, from its `target` on where there is one;
    after an odd number of Stöße by as many earlier as `after_stoss` is below `won`. With `void` nothing is paid, unless
    that border is another than `won`, something was announced, or a rule of play was broken. Where no Augen win, it
    takes a game without a trick. The losing side is Schneider with
    at most `declarer_schneider` or `opponent_schneider` Augen of its own.
    """

    model_config = STRICT

    won: int | None
    after_stoss: int | None
    weak: int | None
    void: int | None
    declarer_schneider: int | None
    opponent_schneider: int | None


class ContractPricesModel(BaseModel):
    """One contract. `herz`: the Solo with Herz as trumps; `alone`: a game in which a partner could be, and is not.

    `stock`: whether it moves the Stock. `floors`: the Augen that whoever held n Laufende has at least, by n from none.
    """

    model_config = STRICT

    contract: Contract
    herz: bool
    alone: bool
    offered: bool
    parties: Literal["pair", "alone"]
    stock: bool
    factors: list[Factor]
    thresholds: ThresholdsModel
    floors: list[int]
    subtotals: list[SubtotalModel]


class PricedModel(BaseModel):
    """One game that is no product: its value, and the payouts where seat 0 loses (or makes the Durchmarsch)."""

    model_config = STRICT

    value: int
    payouts: list[int]
    steps: list[StepModel]


class RamschPricesModel(BaseModel):
    """What a Ramsch costs: plain, with one and with two Jungfrauen (seats 1 and 2), as Durchmarsch; and its rules.

    `jungfrauen` is empty where they change nothing. `durchmarsch_from` Augen make a Durchmarsch (null: none do); three
    Jungfrauen always do.
    """

    model_config = STRICT

    offered: bool
    plain: PricedModel
    jungfrauen: list[PricedModel]
    durchmarsch: PricedModel | None
    factors: list[Factor]
    jungfrau_rule: Jungfrau
    durchmarsch_rule: Durchmarsch
    durchmarsch_from: int | None
    tie: RamschTie
    losers: int


class FactorsModel(BaseModel):
    """By what a subtotal is multiplied: `klopfer` and `stoss` by how many there are, from none on; Bock is a choice."""

    model_config = STRICT

    klopfer: list[int]
    bock: list[int]
    stoss: list[int]


class PriceTableModel(BaseModel):
    """All prices of a rule set: find the subtotal, multiply by the factors of its contract.

    `pair`: each winner gets the value, each loser pays it. `alone`: the declarer settles with each of the others, and
    with who sits out where `sitting_out_pays`. With `winners_only` only winners are written. `stake` is what everybody
    pays into the Stock when all pass. `announcements` are those that the forms offer. Of Augen there can be those in
    the ranges of `augen`, with so many tricks (from none on) those of `augen_by_tricks`.
    """

    model_config = STRICT

    unit: Unit
    tricks: int
    winners_only: bool
    sitting_out_pays: bool
    schwarz_by: SchwarzBy
    augen: list[tuple[int, int]]
    augen_by_tricks: list[list[tuple[int, int]]]
    weak_trumps: int | None
    revoke: RevokeMode
    announcements: list[Literal["tout", "sie"]]
    contracts: list[ContractPricesModel]
    factors: FactorsModel
    ramsch: RamschPricesModel | None
    stake: int | None
    stock: dict[str, Any]


def price_table_json(rules: RuleSet) -> dict[str, Any]:
    """Work out the price table of a rule set and write it; one that was asked for lately is still there."""
    return _worked_out(json.dumps(rules_json(rules)))


@lru_cache(maxsize=16)
def _worked_out(text: str) -> dict[str, Any]:
    """Work out the price table of complete rules."""
    rules = parse_rules(load_json(text))
    table, striche = price_table(rules), rules.model is Model.STRICHE
    return {
        "unit": rules.unit,
        "tricks": rules.deck.tricks,
        "winners_only": rules.winners_only or striche,
        "sitting_out_pays": rules.sitting_out_pays and (rules.winners_only or not striche),
        "schwarz_by": rules.schwarz_by,
        "augen": _lists(table.augen),
        "augen_by_tricks": [_lists(ranges) for ranges in table.augen_by_tricks],
        "weak_trumps": rules.muss.sixty_max_trumps,
        "revoke": rules.revoke.mode,
        "announcements": [name for name in ("tout", "sie") if name in rules.contracts],
        "contracts": [_contract(one, rules) for one in table.contracts],
        "factors": {"klopfer": list(table.klopfer), "bock": list(BOCK), "stoss": list(table.stoss)},
        "ramsch": None if table.ramsch is None else _ramsch(table.ramsch, rules, table),
        "stake": table.stake,
        "stock": rules_json(rules)["stock"] | {"mode": rules.stock_mode},
    }


def _contract(one: ContractPrices, rules: RuleSet) -> dict[str, Any]:
    limits = one.thresholds
    return {
        "contract": one.contract,
        "herz": one.herz,
        "alone": one.alone,
        "offered": one.contract in rules.offered,
        "parties": "alone" if one.alone else PARTIES[TRAITS[one.contract].parties],
        "stock": one.stock,
        "factors": list(one.factors),
        "floors": list(one.floors),
        "thresholds": {name: getattr(limits, name) for name in ThresholdsModel.model_fields},
        "subtotals": [_subtotal(row) for row in one.subtotals],
    }


def _subtotal(row: Subtotal) -> dict[str, Any]:
    data = {name: getattr(row, name) for name in SubtotalModel.model_fields}
    return data | {"steps": [step_json(step) for step in row.steps]}


def _ramsch(prices: RamschPrices, rules: RuleSet, table: PriceTable) -> dict[str, Any]:
    known: Iterable[str] = DOUBLING if rules.ramsch.stoss and len(table.stoss) > 1 else ("klopfer", "bock")
    return {
        "offered": Contract.RAMSCH in rules.offered,
        "plain": _priced(prices.plain),
        "jungfrauen": [_priced(one) for one in prices.jungfrauen],
        "durchmarsch": None if prices.durchmarsch is None else _priced(prices.durchmarsch),
        "factors": list(known),
        "jungfrau_rule": rules.ramsch.jungfrau,
        "durchmarsch_rule": rules.ramsch.durchmarsch,
        "durchmarsch_from": prices.durchmarsch_from,
        "tie": rules.ramsch.tie,
        "losers": rules.ramsch.losers,
    }


def _priced(score: Score) -> dict[str, Any]:
    return {"value": score.value, "payouts": list(score.payouts), "steps": [step_json(step) for step in score.steps]}


def _lists(ranges: Ranges) -> list[list[int]]:
    return [list(pair) for pair in ranges]
