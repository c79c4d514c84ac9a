"""What the HTTP API answers about the book (FORMAT.md 5): games as they stand, lists, evenings, who pays whom."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from scorebook.exchange.answers import score_json
from scorebook.exchange.evenings import PersonModel, PlaceModel, RecordedGameModel, recorded_json
from scorebook.exchange.games import STRICT, Seat
from scorebook.exchange.rulesets import RuleSetModel, rules_json
from scorebook.exchange.shapes import Day, FindingModel, Number, StepModel, Time, Uuid, time_text
from scorebook.ledger.consequences import Consequence
from scorebook.ledger.dues import dues
from scorebook.ledger.evening import Evening, RecordedGame, Sheet
from scorebook.ledger.paying import parties
from scorebook.ledger.payment import BOX, STOCK
from scorebook.ledger.settlement import Transfer, settle
from scorebook.rules import RuleSet, Unit

PAYERS = {STOCK: "Stock", BOX: "Vereinskasse"}


class BookedModel(RecordedGameModel):
    """A game as it stands in the book: what was recorded, and what it is worth."""

    ok: Literal[True]
    sheet: Number
    unit: Unit
    value: int
    stock: int
    void: bool
    steps: list[StepModel]


class GameModel(BookedModel):
    """A game with all versions of it, the first first."""

    history: list[BookedModel]


class LaterModel(BaseModel):
    """What becomes of a later game."""

    model_config = STRICT

    uuid: Uuid
    number: Number
    dealer: Seat | None
    stock: int
    payouts: list[int]


class WayModel(BaseModel):
    """One way to go on, and the code that accepts it."""

    model_config = STRICT

    accept: str
    moves_dealers: bool
    games: list[LaterModel]


class ProblemModel(BaseModel):
    """Why something was not done; nothing was written.

    `accept`: codes that let it pass, sent again with all of them. `ways`: it changes later games; accept one of these.
    """

    model_config = STRICT

    ok: Literal[False]
    errors: Annotated[list[FindingModel], Field(min_length=1)]
    accept: list[str] | None = None
    ways: list[WayModel] | None = None


class BalanceModel(BaseModel):
    """What somebody got or owes."""

    model_config = STRICT

    person: Number
    name: str
    amount: int


class SheetStateModel(BaseModel):
    """A table's list: who sits and sat there, its games in order, and what is next.

    A game's `rule_set` counts in `rule_sets` from 0; `rules` is the one of the next game.
    """

    model_config = STRICT

    id: Number
    evening: Number
    unit: Unit
    ended: bool
    people: list[PersonModel]
    seats: list[PlaceModel]
    sitting: list[Number]
    next_number: Number
    next_dealer: Seat
    next_sitters: list[Seat]
    stock: int
    totals: list[BalanceModel]
    rules: RuleSetModel  # type: ignore[valid-type]
    rule_sets: list[RuleSetModel]  # type: ignore[valid-type]
    games: list[BookedModel]


class SheetInListModel(BaseModel):
    """A table in an evening."""

    model_config = STRICT

    id: Number


class EveningInListModel(BaseModel):
    """An evening in the list."""

    model_config = STRICT

    id: Number
    uuid: Uuid
    date: Day
    begun: Time
    title: str
    place: str
    names: list[str]
    sheets: list[SheetInListModel]
    games: int


class EveningListModel(BaseModel):
    """Evenings, the latest first; `older` is what `before` takes for the next page, null on the last one."""

    model_config = STRICT

    evenings: list[EveningInListModel]
    older: Number | None


class EveningStateModel(BaseModel):
    """An evening with its tables, and the code that proves a printed sheet against the book."""

    model_config = STRICT

    id: Number
    uuid: Uuid
    date: Day
    begun: Time
    ended: Time | None
    club: str
    place: str
    unit: Unit
    sheets: list[SheetInListModel]
    totals: list[BalanceModel]
    check_code: str


class OwnRulesModel(BaseModel):
    """A rule set of the club, with what a new evening names it by."""

    model_config = STRICT

    id: Number
    name: str
    rules: RuleSetModel  # type: ignore[valid-type]


class OwnRulesListModel(BaseModel):
    """The club's own rule sets, by name."""

    model_config = STRICT

    rule_sets: list[OwnRulesModel]


class TransferModel(BaseModel):
    """A payment; `payer` and `payee` are people, null where the Stock or the club's box pays or is paid."""

    model_config = STRICT

    payer: Number | None
    payee: Number | None
    name_from: Annotated[str, Field(alias="from")]
    name_to: Annotated[str, Field(alias="to")]
    amount: Annotated[int, Field(ge=1)]


class SettlementModel(BaseModel):
    """Who pays whom for one sheet, in as few payments as can be; `transfers` is null where nobody pays anybody."""

    model_config = STRICT

    sheet: Number
    unit: Unit
    balances: list[BalanceModel]
    stock: int
    transfers: list[TransferModel] | None
    minimal: bool | None


def booked_json(recorded: RecordedGame, sheet_id: int, unit: Unit) -> dict[str, Any]:
    """Write a game as it stands in the book."""
    return {"ok": True, **recorded_json(recorded), "sheet": sheet_id, "unit": unit, **score_json(recorded.score)}


def way_json(code: str, found: tuple[Consequence, ...], *, moves_dealers: bool) -> dict[str, Any]:
    """Write what becomes of later games."""
    games = [
        {
            "uuid": str(one.before.uuid),
            "number": one.number,
            "dealer": one.game.dealer,
            "stock": one.score.stock,
            "payouts": list(one.score.payouts),
        }
        for one in found
    ]
    return {"accept": code, "moves_dealers": moves_dealers, "games": games}


def sheet_json(evening_id: int, evening: Evening, sheet: Sheet, rules: RuleSet) -> dict[str, Any]:
    """Write a table's list; `rules` are those of its next game."""
    return {
        "id": sheet.id,
        "evening": evening_id,
        "unit": evening.unit,
        "ended": evening.ended is not None,
        "people": [{"id": person, "name": evening.name_of(person)} for person in sheet.people],
        "seats": [{"seat": s.seat, "person": s.person, "from": s.from_number, "to": s.to_number} for s in sheet.seats],
        "sitting": list(sheet.sitting),
        "next_number": sheet.next_number,
        "next_dealer": sheet.next_dealer,
        "next_sitters": list(sheet.next_sitters),
        "stock": sheet.stock_now,
        "totals": _balances(evening, sheet.totals()),
        "rules": rules_json(rules),
        "rule_sets": [rules_json(named.rules) for named in evening.rule_sets],
        "games": [booked_json(game, sheet.id, evening.rule_sets[game.rule_set].rules.unit) for game in sheet.games],
    }


def evening_state_json(evening_id: int, evening: Evening) -> dict[str, Any]:
    """Write an evening with its tables."""
    return {
        "id": evening_id,
        "uuid": str(evening.id),
        "date": evening.date.isoformat(),
        "begun": time_text(evening.begun),
        "ended": time_text(evening.ended),
        "club": evening.club,
        "place": evening.place,
        "unit": evening.unit,
        "sheets": [{"id": sheet.id} for sheet in evening.sheets],
        "totals": _balances(evening, evening.totals()),
        "check_code": evening.check_code(),
    }


def settlement_json(evening: Evening, sheet: Sheet) -> dict[str, Any]:
    """Write who pays whom for a sheet, as if the evening had no other."""
    people = tuple(person for person in evening.people if person.id in sheet.people)
    due = dues(replace(evening, sheets=(sheet,), people=people))
    if due is None:
        nothing = {"stock": 0, "transfers": None, "minimal": None}
        return {"sheet": sheet.id, "unit": evening.unit, "balances": _balances(evening, sheet.totals()), **nothing}
    plan = settle(parties(due))
    return {
        "sheet": sheet.id,
        "unit": due.unit,
        "balances": _balances(evening, due.people),
        "stock": due.stock,
        "transfers": [transfer_json(transfer, evening) for transfer in plan.transfers],
        "minimal": plan.minimal,
    }


def transfer_json(transfer: Transfer[int], evening: Evening) -> dict[str, Any]:
    """Write a payment that is still to be made."""
    names = {**evening.names, **PAYERS}
    return {
        "payer": None if transfer.payer in PAYERS else transfer.payer,
        "payee": None if transfer.payee in PAYERS else transfer.payee,
        "from": names[transfer.payer],
        "to": names[transfer.payee],
        "amount": transfer.amount,
    }


def _balances(evening: Evening, amounts: Mapping[int, int]) -> list[dict[str, Any]]:
    return [{"person": p, "name": evening.name_of(p), "amount": amount} for p, amount in amounts.items()]
