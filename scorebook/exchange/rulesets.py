"""Rule sets: JSON objects of FORMAT.md 2 to `scorebook.rules.RuleSet` and back.

The models are made from the dataclasses of `scorebook.rules.ruleset`, so that there is one list of keys;
this module adds the ranges.
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, cast, get_args, get_origin, get_type_hints

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, create_model

from scorebook.exchange.strict import ShapeError, findings_of
from scorebook.rules import DEFAULT_PRESET, Contract, Finding, RuleSet, preset_names
from scorebook.rules.presets import build, merge, preset_data
from scorebook.rules.ruleset import ANNOUNCEMENTS

HIGHEST_PRICE = 100_000
PRICE = (0, HIGHEST_PRICE)
FACTOR = (1, 10)
LIMITS: dict[str, tuple[int, int]] = {
    "schneider.declarer_max": (0, 59),
    "schneider.opponent_max": (0, 59),
    "laufende.min": (1, 14),
    "laufende.min_wenz": (1, 14),
    "laufende.max": (0, 14),
    "tout.factor": FACTOR,
    "sie.factor": FACTOR,
    "klopfer.max": (0, 4),
    "stoss.max": (0, 6),
    "stoss.factor": FACTOR,
    "ramsch.losers": (1, 2),
    "bock.games": (1, 100),
    "muss.win_factor": FACTOR,
    "muss.loss_factor": FACTOR,
    "muss.sixty_max_trumps": (0, 8),
    "kreuzspiel.factor": FACTOR,
    "runaway.long": (2, 8),
    "runaway.short": (2, 6),
    "multiplicative.schneider": FACTOR,
    "multiplicative.schneider_announced": FACTOR,
    "multiplicative.schwarz": FACTOR,
    "multiplicative.schwarz_announced": FACTOR,
    "multiplicative.tout": FACTOR,
    "striche.schneider_min": (61, 120),
    "striche.wenzel": (4, 8),
}
"""Ranges of whole numbers by place; every other one is a price."""
TIERS = frozenset({"striche.declarer", "striche.opponents", "striche.zwang_opponents"})
PRICED = (*Contract, "herz_solo")
OFFERED = (*Contract, *ANNOUNCEMENTS)


def _unique(items: tuple[Any, ...]) -> tuple[Any, ...]:
    if len(set(items)) < len(items):
        raise ValueError
    return items


def _even(wenzel: int) -> int:
    if wenzel % 2:
        raise ValueError
    return wenzel


def _bettel_order(order: str) -> str:
    if sorted(order) != sorted("SKOUZ987"):
        raise ValueError
    return order


SPECIAL: dict[str, Any] = {
    "base": dict[Literal[PRICED], Annotated[int, Field(ge=PRICE[0], le=PRICE[1])] | None],  # type: ignore[valid-type]
    "laufende.table": dict[
        Annotated[str, Field(pattern="^[1-9][0-9]?$")], Annotated[int, Field(ge=PRICE[0], le=PRICE[1])]
    ]
    | None,
    "contracts": Annotated[tuple[Literal[OFFERED], ...], Field(strict=False), AfterValidator(_unique)],  # type: ignore[valid-type]
    "striche.wenzel": Annotated[int, Field(ge=4, le=8), AfterValidator(_even)],
    "bettel.order": Annotated[str, AfterValidator(_bettel_order)],
    "words.klopfer": Annotated[str, Field(min_length=1, max_length=30)],
    "words.stoss": Annotated[tuple[Annotated[str, Field(min_length=1, max_length=30)], ...], Field(strict=False)],
}
"""Places whose form a type and a range do not tell."""


def _model(kind: type, place: str = "") -> type[BaseModel]:
    """A strict model of one of the rule dataclasses; an optional key may be left out, which means none."""
    hints = get_type_hints(kind)
    made: dict[str, Any] = {}
    for field in (field for field in fields(kind) if field.init):
        at = f"{place}{field.name}"
        hint = hints[field.name]
        shape = SPECIAL.get(at) or _shape(hint, at)
        made[field.name] = (shape, None) if NoneType in get_args(hint) else (shape, ...)
    doc = (kind.__doc__ or "").strip()
    config = ConfigDict(strict=True, extra="forbid")
    return cast(type[BaseModel], create_model(f"{kind.__name__}Model", __config__=config, __doc__=doc, **made))


def _shape(hint: Any, place: str) -> Any:
    """The model type of one field."""
    if is_dataclass(hint):
        return _model(cast(type, hint), f"{place}.")
    if isinstance(hint, UnionType):
        inner = next(arg for arg in get_args(hint) if arg is not NoneType)
        return _shape(inner, place) | None
    if get_origin(hint) is tuple:
        length = 3 if place in TIERS else None
        item: Any = _shape(get_args(hint)[0], place)
        return Annotated[
            tuple[item, ...],
            Field(strict=False, min_length=length, max_length=length),
            AfterValidator(_unique if length is None else tuple),
        ]
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return Annotated[hint, Field(strict=False)]
    if hint is int:
        low, high = LIMITS.get(place, PRICE)
        return Annotated[int, Field(ge=low, le=high)]
    return hint


RuleSetModel = _model(RuleSet)


def complete_rules(data: object, default: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Lay the keys of `data` over the preset that it names, else over `default` (complete data or the default preset).

    The answer has every key of FORMAT.md 2 but `preset`. Raises `ShapeError` for an unknown preset; keys and values are
    not checked here.
    """
    if not isinstance(data, dict):
        raise ShapeError([Finding("rules.not_object", "rules")])
    changes = dict(data)
    if "preset" not in changes:
        return merge(preset_data(DEFAULT_PRESET) if default is None else default, changes)
    name = changes.pop("preset")
    if not isinstance(name, str) or name not in preset_names():
        raise ShapeError([Finding("preset.unknown", "rules.preset", {"known": ", ".join(preset_names())})])
    return merge(preset_data(name), changes)


def parse_rules(data: object, default: Mapping[str, Any] | None = None) -> RuleSet:
    """Read a rule set; what it leaves out comes from its preset, or `default`. Raises `ShapeError` (`rules.…`)."""
    return build_rules(complete_rules(data, default))


def build_rules(complete: Mapping[str, Any]) -> RuleSet:
    """Check complete data and make the rule set. Raises `ShapeError`."""
    try:
        model = RuleSetModel.model_validate(complete)
    except ValidationError as error:
        raise ShapeError(findings_of(error, "rules")) from error
    return build(model.model_dump())


def rules_json(rules: RuleSet) -> dict[str, Any]:
    """Write a rule set complete, every key of FORMAT.md 2 with its value; `parse_rules` reads the same again.

    `base` names every contract, those without a price as null.
    """
    data = _plain(rules)
    data["base"] = {key: rules.price(key) for key in PRICED}
    if rules.laufende.table is not None:
        data["laufende"]["table"] = {str(number): amount for number, amount in rules.laufende.table}
    return cast(dict[str, Any], data)


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value) if field.init}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value
