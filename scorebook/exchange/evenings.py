"""Evenings: the export format of FORMAT.md 6 to `scorebook.ledger.Evening` and back.

A sheet whose Stock was closed has one key more, `stock_closed`: see `scorebook.exchange.stock`; one in which another
was to deal first than a reader would think has `first_dealer`. Where something was paid there is more: see
`scorebook.exchange.payments`.
"""

import json
from collections.abc import Sequence
from datetime import date
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field, ValidationError

from scorebook.exchange.games import STRICT, Amount, Seat, parse_game
from scorebook.exchange.games import game_json as write_game
from scorebook.exchange.levies import LevyModel, levies_json, read_levies, wrong_levies
from scorebook.exchange.payments import (
    PaymentModel,
    PriceModel,
    RoundTo,
    broken_links,
    payments_json,
    read_payments,
    read_price,
    wrong_payments,
)
from scorebook.exchange.rulesets import parse_rules, rules_json
from scorebook.exchange.shapes import LOOSE, Number, Text, Time, Units, Uuid, time_text
from scorebook.exchange.stock import StockClosedModel, closed_json, read_closed, wrong_closing
from scorebook.exchange.strict import ShapeError, findings_of
from scorebook.ledger.evening import Cancellation, Evening, NamedRuleSet, Person, RecordedGame, Sheet
from scorebook.ledger.evening import Seat as Place
from scorebook.rules import DEFAULT_PRESET, Assessment, Finding, Game, RuleSet, assess, assess_recorded
from scorebook.wording import preset_title

VERSION = "scorebook/1"


class PersonModel(BaseModel):
    """Somebody who played; `id` is meant within the file."""

    model_config = STRICT

    id: Number
    name: Annotated[str, Field(min_length=1, max_length=60)]


class PlaceModel(BaseModel):
    """Who sat where, from which game to which."""

    model_config = STRICT

    seat: Seat
    person: Number
    start: Annotated[int, Field(ge=1, le=1_000_000, alias="from")]
    end: Annotated[int, Field(ge=0, le=1_000_000)] | None = Field(default=None, alias="to")


class RecordedGameModel(BaseModel):
    """A recorded game; `cancelled` is the time at which it was taken back."""

    model_config = STRICT

    uuid: Uuid
    number: Number
    rule_set: Annotated[int, Field(ge=0)]
    recorded_at: Time
    by: Text
    game: dict[str, Any]
    payouts: list[Units]
    replaces: Uuid | None = None
    cancelled: Time | None = None
    reason: Annotated[str, Field(max_length=500)] | None = None


class SheetModel(BaseModel):
    """One table's list; `stock` is what lay in the Stock at its start, `stock_closed` what became of it in the end.

    `first_dealer` is the seat that was to deal first. Where it is absent, it is the one that dealt the first game, or
    seat 0 if there is none; it is written only where that would be another.
    """

    model_config = STRICT

    seats: Annotated[list[PlaceModel], Field(min_length=4)]
    stock: Amount = 0
    first_dealer: Seat | None = None
    games: list[RecordedGameModel]
    stock_closed: StockClosedModel | None = None


class EveningModel(BaseModel):
    """An exported evening (FORMAT.md 6)."""

    model_config = STRICT

    format: Literal["scorebook/1"]
    id: Uuid
    club: Text
    date: Annotated[date, LOOSE]
    begun: Time
    ended: Time | None = None
    place: Text
    people: list[PersonModel]
    rule_sets: Annotated[list[dict[str, Any]], Field(min_length=1)]
    sheets: Annotated[list[SheetModel], Field(min_length=1)]
    payments: list[PaymentModel] = []
    price: PriceModel | None = None
    round_to: RoundTo = 1
    levies: list[LevyModel] = []


def evening_json(evening: Evening) -> dict[str, Any]:
    """Write an evening; `parse_evening` reads the same again, with the same check code."""
    return {
        "format": VERSION,
        "id": str(evening.id),
        "club": evening.club,
        "date": evening.date.isoformat(),
        "begun": time_text(evening.begun),
        "ended": time_text(evening.ended),
        "place": evening.place,
        "people": [{"id": person.id, "name": person.name} for person in evening.people],
        "rule_sets": [rule_set_json(named) for named in evening.rule_sets],
        "sheets": [_sheet_json(sheet) for sheet in evening.sheets],
        **payments_json(evening),
        **levies_json(evening),
    }


def evening_text(evening: Evening) -> str:
    """Write an evening as the text of a file: the same one on disk, in an answer, and inside a paper."""
    return json.dumps(evening_json(evening), ensure_ascii=False, indent=1) + "\n"


def rule_set_json(named: NamedRuleSet) -> dict[str, Any]:
    """Write a rule set whole, with the preset it comes from."""
    return {**({"preset": named.preset} if named.preset else {}), **rules_json(named.rules)}


def _sheet_json(sheet: Sheet) -> dict[str, Any]:
    first = {} if sheet.first_dealer == _first_dealer(sheet.games) else {"first_dealer": sheet.first_dealer}
    return {
        "seats": [{"seat": s.seat, "person": s.person, "from": s.from_number, "to": s.to_number} for s in sheet.seats],
        "stock": sheet.stock,
        **first,
        "games": [recorded_json(game) for game in sheet.games],
        **({} if sheet.closed is None else {"stock_closed": closed_json(sheet.closed)}),
    }


def _first_dealer(games: Sequence[RecordedGame]) -> int:
    """Give the seat that dealt the first game; where nothing says so, the first."""
    return (games[0].game.dealer or 0) if games else 0


def recorded_json(recorded: RecordedGame) -> dict[str, Any]:
    """Write a recorded game."""
    cancelled = recorded.cancelled
    return {
        "uuid": str(recorded.uuid),
        "number": recorded.number,
        "rule_set": recorded.rule_set,
        "recorded_at": time_text(recorded.recorded_at),
        "by": recorded.by,
        "game": write_game(recorded.game),
        "payouts": list(recorded.score.payouts),
        "replaces": None if recorded.replaces is None else str(recorded.replaces),
        "cancelled": None if cancelled is None else time_text(cancelled.at),
        "reason": None if cancelled is None else cancelled.reason,
    }


def parse_evening(data: object) -> Evening:
    """Read an exported evening and work every game out anew.

    Raises `ShapeError` with all that is wrong: another version, shape, people or rule sets that are named but missing,
    games that cannot be, payouts that differ from what the rule set says (edited by hand).
    """
    _check_version(data)
    try:
        model = EveningModel.model_validate(data)
    except ValidationError as error:
        raise ShapeError(findings_of(error)) from error
    findings = _broken_links(model)
    rule_sets = [_read(findings, f"rule_sets.{i}", named_rules, rules) for i, rules in enumerate(model.rule_sets)]
    sheets = [] if findings else [_sheet(sheet, i, rule_sets, findings) for i, sheet in enumerate(model.sheets)]
    for i, sheet in enumerate(sheets if not findings else ()):
        if sheet.closed is not None:
            findings += wrong_closing(sheet, sheet.closed, model.ended, f"sheets.{i}.stock_closed")
    if findings:
        raise ShapeError(findings)
    evening = Evening(
        id=model.id,
        club=model.club,
        date=model.date,
        begun=model.begun,
        ended=model.ended,
        place=model.place,
        people=tuple(Person(person.id, person.name) for person in model.people),
        rule_sets=tuple(rule_sets),
        sheets=tuple(sheets),
        payments=read_payments(model.payments),
        price=read_price(model.price),
        round_to=model.round_to,
        levies=read_levies(model.levies),
    )
    findings += wrong_payments(evening)
    if findings:
        raise ShapeError(findings)
    return evening


def _check_version(data: object) -> None:
    """Refuse what is no evening at all, or one of a version that is not known here, before anything else is said."""
    version = data.get("format") if isinstance(data, dict) else None
    if not isinstance(version, str) or not version.startswith("scorebook/"):
        raise ShapeError([Finding("format.unknown", "format", {})])
    if version != VERSION:
        raise ShapeError([Finding("format.newer", "format", {"format": version[:40], "known": VERSION})])


def _broken_links(model: EveningModel) -> list[Finding]:
    """People twice, strangers, rule sets that are not there, games twice."""
    findings = []
    ids = [person.id for person in model.people]
    findings += [Finding("person.twice", f"people.{i}", {"id": key}) for i, key in enumerate(ids) if key in ids[:i]]
    seen: set[UUID] = set()
    for i, sheet in enumerate(model.sheets):
        for j, place in enumerate(sheet.seats):
            if place.person not in ids:
                findings.append(Finding("person.unknown", f"sheets.{i}.seats.{j}", {"id": place.person}))
        for j, game in enumerate(sheet.games):
            at = f"sheets.{i}.games.{j}"
            if game.rule_set >= len(model.rule_sets):
                findings.append(Finding("rules.unknown", f"{at}.rule_set", {"index": game.rule_set}))
            if game.uuid in seen:
                findings.append(Finding("game.twice", at, {"number": game.number}))
            seen.add(game.uuid)
    return [*findings, *broken_links(model.payments, ids), *wrong_levies(model.levies, ids)]


def _read(findings: list[Finding], place: str, read: Any, data: object) -> Any:
    """`read(data)`, with what is wrong added to `findings` under `place`."""
    try:
        return read(data)
    except ShapeError as error:
        findings += [Finding(f.code, f"{place}.{f.field}".rstrip("."), f.params) for f in error.findings]
        return None


def named_rules(data: dict[str, Any]) -> NamedRuleSet:
    """Read a rule set; it is called like its preset. Raises `ShapeError`."""
    preset = str(data.get("preset", ""))
    return NamedRuleSet(preset_title(preset or DEFAULT_PRESET), preset, parse_rules(data))


def _sheet(model: SheetModel, index: int, rule_sets: list[NamedRuleSet], findings: list[Finding]) -> Sheet:
    seats = tuple(Place(place.seat, place.person, place.start, place.end) for place in model.seats)
    games = []
    for j, recorded in enumerate(model.games):
        rules = rule_sets[recorded.rule_set]
        game = _recorded(recorded, rules, seats, f"sheets.{index}.games.{j}", findings)
        if game is not None:
            games.append(game)
    first = _first_dealer(games) if model.first_dealer is None else model.first_dealer
    closed = None if model.stock_closed is None else read_closed(model.stock_closed)
    return Sheet(id=index, first_dealer=first, seats=seats, games=tuple(games), stock=model.stock, closed=closed)


def _recorded(
    model: RecordedGameModel, named: NamedRuleSet, seats: tuple[Place, ...], place: str, findings: list[Finding]
) -> RecordedGame | None:
    """One game, worked out anew."""
    game = _read(findings, f"{place}.game", parse_game, model.game)
    if game is None:
        return None
    assessment = _assess(game, named.rules, model.payouts)
    findings += [Finding(f.code, f"{place}.game.{f.field}", f.params) for f in assessment.errors]
    if game.players != sum(seat.holds(model.number) for seat in seats):
        findings.append(Finding("players.differ", place, {"number": model.number}))
    score = assessment.score
    if score is None or list(score.payouts) != model.payouts:
        if score is not None:
            findings.append(Finding("payouts.differ", f"{place}.payouts", {"number": model.number}))
        return None
    cancelled = None
    if model.cancelled is not None:
        cancelled = Cancellation(model.cancelled, model.by, model.reason or "")
    return RecordedGame(
        uuid=model.uuid,
        number=model.number,
        rule_set=model.rule_set,
        recorded_at=model.recorded_at,
        by=model.by,
        game=assessment.completed or game,
        score=score,
        replaces=model.replaces,
        cancelled=cancelled,
    )


def _assess(game: Game, rules: RuleSet, payouts: list[int]) -> Assessment:
    """Look at a game as the book from which it comes may have done: with its cards, or before these were read."""
    recorded = assess_recorded(game, rules)
    by_cards = recorded if recorded.completed is not None else assess(game, rules)
    agrees = by_cards.score is not None and list(by_cards.score.payouts) == payouts
    differs = recorded.score is None or list(recorded.score.payouts) != payouts
    return by_cards if agrees and differs else recorded
