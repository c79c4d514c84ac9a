"""The JSON Schema of all objects of the exchange format."""

from typing import Any, Literal

from pydantic import BaseModel, Field, TypeAdapter, create_model

from scorebook.exchange.bookings import (
    BookedModel,
    EveningListModel,
    EveningStateModel,
    GameModel,
    OwnRulesListModel,
    ProblemModel,
    SettlementModel,
    SheetStateModel,
)
from scorebook.exchange.draws import DrawModel, PlanModel
from scorebook.exchange.evenings import EveningModel
from scorebook.exchange.games import STRICT, GameData
from scorebook.exchange.pricing import PriceTableModel
from scorebook.exchange.rulesets import RuleSetModel
from scorebook.exchange.schemes import SchemeModel
from scorebook.exchange.settlements import EveningSettlementModel
from scorebook.exchange.shapes import FindingModel, StepModel
from scorebook.exchange.standings import StandingsModel
from scorebook.exchange.table_lists import HandedListsModel, RoundStateModel, TableListsModel
from scorebook.exchange.wishes import CancellationModel, CorrectionModel, EveningWishModel, RecordModel
from scorebook.rules import LaufendeSide, preset_names
from scorebook.rules.play import Rule


class AnswerModel(BaseModel):
    """The answer for a game that was accepted."""

    model_config = STRICT

    id: Any = None
    ok: Literal[True]
    unit: Literal["cent", "point", "strich"]
    value: int
    payouts: list[int]
    stock: int
    void: bool
    steps: list[StepModel]
    warnings: list[FindingModel]


class RefusalModel(BaseModel):
    """The answer for something that cannot be."""

    model_config = STRICT

    id: Any = None
    ok: Literal[False]
    errors: list[FindingModel] = Field(min_length=1)
    warnings: list[FindingModel] | None = None


class FactsModel(BaseModel):
    """What the cards of a game say; without two sides only the first three."""

    model_config = STRICT

    winners: list[int]
    augen_by_seat: list[int]
    tricks_by_seat: list[int]
    partner: int | None = None
    augen: int | None = None
    tricks: int | None = None
    laufende: int | None = None
    laufende_side: LaufendeSide | None = None
    schneider: bool | None = None
    schwarz: bool | None = None


class ViolationModel(BaseModel):
    """A broken rule of play; `ply` is -1 and `card` "" where it was broken before the first card."""

    model_config = STRICT

    ply: int
    seat: int
    card: str
    rule: Rule
    legal: list[str]


class ReplayModel(AnswerModel):
    """The answer of `scorebook replay` for a game that was accepted."""

    facts: FactsModel
    violations: list[ViolationModel]
    legal: list[list[str]] | None = None


class RefusedReplayModel(RefusalModel):
    """The answer of `scorebook replay` for a game that was refused; with facts where its cards could be played."""

    facts: FactsModel | None = None
    violations: list[ViolationModel] | None = None
    legal: list[list[str]] | None = None


def _input_rules() -> type[BaseModel]:
    """A rule set as it is given: a preset and what differs from it."""
    fields: dict[str, Any] = {"preset": (Literal[preset_names()], None)}
    for name, field in RuleSetModel.model_fields.items():
        fields[name] = (dict[str, Any] if _is_model(field.annotation) else field.annotation, None)
    return create_model(
        "RuleSetInput", __config__=STRICT, __doc__="A preset and the keys that differ from it.", **fields
    )


def _is_model(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


class EnvelopeModel(BaseModel):
    """What `scorebook score` reads instead of a bare game; other keys are ignored."""

    id: Any = None
    rules: dict[str, Any] | None = None
    game: GameData


OBJECTS: dict[str, type[Any]] = {
    "Game": GameData,
    "RuleSet": RuleSetModel,
    "RuleSetInput": _input_rules(),
    "Envelope": EnvelopeModel,
    "Answer": AnswerModel,
    "Refusal": RefusalModel,
    "Replay": ReplayModel,
    "RefusedReplay": RefusedReplayModel,
    "Evening": EveningModel,
    "Record": RecordModel,
    "Correction": CorrectionModel,
    "Cancellation": CancellationModel,
    "EveningWish": EveningWishModel,
    "Booked": BookedModel,
    "BookedWithHistory": GameModel,
    "SheetState": SheetStateModel,
    "EveningList": EveningListModel,
    "EveningState": EveningStateModel,
    "OwnRulesList": OwnRulesListModel,
    "PriceTable": PriceTableModel,
    "Settlement": SettlementModel,
    "EveningSettlement": EveningSettlementModel,
    "Problem": ProblemModel,
    "Scheme": SchemeModel,
    "Standings": StandingsModel,
    "Plan": PlanModel,
    "Draw": DrawModel,
    "TableLists": TableListsModel,
    "HandedLists": HandedListsModel,
    "RoundState": RoundStateModel,
}
"""Every object that goes in or out, by name."""


def json_schema() -> dict[str, Any]:
    """Make one JSON Schema document whose `$defs` hold every object, by name."""
    named = schemas("#/$defs/")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "scorebook exchange format",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in OBJECTS],
        "$defs": named,
    }


def schemas(place: str) -> dict[str, Any]:
    """Give the schemas of all objects and of what they are made of, which refer to one another at `place`."""
    references, schema = TypeAdapter.json_schemas(
        [(name, "validation", TypeAdapter(model)) for name, model in OBJECTS.items()],
        ref_template=f"{place}{{model}}",
    )
    named = {name: references[(name, "validation")] for name in OBJECTS}
    return {**schema["$defs"], **{name: ref for name, ref in named.items() if name not in schema["$defs"]}}
