"""The switches of a rule set one by one, as a form shows them: texts to data of FORMAT.md 2 and back.

The list is made from the dataclasses of `scorebook.rules.ruleset`, so that a new switch is in every form.
"""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum, StrEnum, auto
from functools import cache
from types import NoneType
from typing import Any, cast, get_args, get_type_hints

from scorebook.exchange.rulesets import LIMITS, OFFERED, PRICE, PRICED, TIERS
from scorebook.money import read_amount
from scorebook.rules import TRAITS, Contract, RuleSet

UNPRICED = {Contract.ALL_PASS, *(contract for contract, traits in TRAITS.items() if traits.deutscher)}
"""Contracts whose base price nothing reads."""


class Kind(Enum):
    """How a switch is typed or tapped."""

    CHOICE = auto()
    FLAG = auto()
    SEVERAL = auto()
    NUMBER = auto()
    PRICE = auto()
    NUMBERS = auto()
    TABLE = auto()
    TEXT = auto()
    TEXTS = auto()


@dataclass(frozen=True, slots=True)
class Switch:
    """One switch: its place ("laufende.min"), how it is set, what may be chosen (`choices`) or typed (`low`, `high`).

    `optional` means that nothing may stand there.
    """

    place: str
    kind: Kind
    choices: tuple[str, ...] = ()
    low: int = PRICE[0]
    high: int = PRICE[1]
    optional: bool = False


@cache
def switches() -> tuple[Switch, ...]:
    """All switches in the order of FORMAT.md 2, a base price each for every contract that has one.

    >>> [switch.place for switch in switches()][:4]
    ['unit', 'deck', 'model', 'winners_only']
    """
    return tuple(_of(RuleSet, ""))


def _of(rule: type, before: str) -> Iterator[Switch]:
    hints = get_type_hints(rule)
    for field in (field for field in fields(rule) if field.init):
        place, hint = f"{before}{field.name}", hints[field.name]
        if place == "base":
            yield from (Switch(f"base.{name}", Kind.PRICE, optional=True) for name in PRICED if name not in UNPRICED)
        elif is_dataclass(hint):
            yield from _of(cast(type, hint), f"{place}.")
        else:
            yield _switch(place, hint)


def _switch(place: str, hint: Any) -> Switch:
    """One switch by its type."""
    leaves = _leaves(hint)
    optional, listed = NoneType in leaves, str(hint).startswith("tuple")
    enums = [leaf for leaf in leaves if isinstance(leaf, type) and issubclass(leaf, StrEnum)]
    choices = tuple(map(str, OFFERED if place == "contracts" else enums[0] if enums else ()))
    if choices:
        several = listed or "tuple" in str(hint)
        return Switch(place, Kind.SEVERAL if several else Kind.CHOICE, choices, optional=optional)
    if place == "laufende.table":
        return Switch(place, Kind.TABLE, optional=True)
    if place in TIERS:
        return Switch(place, Kind.NUMBERS)
    if bool in leaves:
        return Switch(place, Kind.FLAG)
    if str in leaves:
        return Switch(place, Kind.TEXTS if listed else Kind.TEXT)
    low, high = LIMITS.get(place, PRICE)
    return Switch(place, Kind.NUMBER if place in LIMITS else Kind.PRICE, (), low, high, optional)


def _leaves(hint: Any) -> list[Any]:
    args = [arg for arg in get_args(hint) if arg is not ...]
    return [leaf for arg in args for leaf in _leaves(arg)] if args else [hint]


def value_at(data: Mapping[str, Any], place: str) -> Any:
    """Give what stands at a place of a complete rule set; None where nothing does.

    >>> value_at({"laufende": {"min": 3}}, "laufende.min")
    3
    """
    value: Any = data
    for key in place.split("."):
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def texts_of(switch: Switch, value: Any) -> list[str]:
    """Write a value as the form holds it: one text, or one for each that is chosen.

    >>> contracts = next(switch for switch in switches() if switch.place == "contracts")
    >>> texts_of(contracts, ["solo", "wenz"])
    ['solo', 'wenz']
    """
    if switch.kind is Kind.SEVERAL:
        return [str(item) for item in value or ()]
    if switch.kind is Kind.FLAG:
        return ["y"] if value else []
    if value is None:
        return [""]
    if switch.kind is Kind.TABLE:
        return [", ".join(f"{number}={amount}" for number, amount in value.items())]
    if switch.kind in (Kind.NUMBERS, Kind.TEXTS):
        return [", ".join(str(item) for item in value)]
    return [str(value)]


def value_of(switch: Switch, texts: Sequence[str], unit: str) -> Any:
    """Read what the form holds. A text that says nothing sensible stays a text, for `parse_rules` to refuse.

    >>> price = next(switch for switch in switches() if switch.place == "base.solo")
    >>> value_of(price, ["0,50"], "cent"), value_of(price, [""], "cent"), value_of(price, ["viel"], "cent")
    (50, None, 'viel')
    """
    if switch.kind is Kind.SEVERAL:
        return None if switch.optional and not texts else list(texts)
    if switch.kind is Kind.FLAG:
        return bool(texts)
    text = texts[0].strip() if texts else ""
    if switch.optional and not text:
        return None
    return _typed(switch, text, unit)


def _typed(switch: Switch, text: str, unit: str) -> Any:
    """Read a text that says something."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    match switch.kind:
        case Kind.NUMBER | Kind.PRICE:
            return _number(text, unit if switch.kind is Kind.PRICE else "")
        case Kind.NUMBERS:
            return [_number(part, "") for part in parts]
        case Kind.TABLE:
            pairs = [part.partition("=") for part in parts]
            read = {number.strip(): _number(amount, "") for number, _sign, amount in pairs}
            return read if len(read) == len(pairs) and all(pair[1] for pair in pairs) else text
        case Kind.TEXTS:
            return parts
    return text


def _number(text: str, unit: str) -> int | str:
    try:
        return read_amount(text, unit)
    except ValueError:
        return text


def changed(data: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Give complete data with other values at some places.

    >>> changed({"laufende": {"min": 3, "max": None}}, {"laufende.min": 2})
    {'laufende': {'min': 2, 'max': None}}
    """
    made = deepcopy(dict(data))
    for place, value in changes.items():
        *above, key = place.split(".")
        inner = made
        for name in above:
            inner = inner.setdefault(name, {})
        inner[key] = value
    return made


def tariff(text: str, unit: str) -> dict[str, Any]:
    """Read a tariff as tables say it: surcharge, Sauspiel and Solo; of two prices the lower is the surcharge too.

    Gives values by place. Raises `ValueError` for anything else.

    >>> made = tariff("10/20/50", "cent")
    >>> made["schneider.value"], made["base.sauspiel"], made["base.wenz"]
    (10, 20, 50)
    """
    prices = [read_amount(part, unit) for part in text.split("/")]
    if not 2 <= len(prices) <= 3 or any(not PRICE[0] <= price <= PRICE[1] for price in prices):
        raise ValueError(f"no tariff: {text}")
    surcharge, sauspiel, solo = prices if len(prices) == 3 else (min(prices), *prices)
    cheap = dict.fromkeys(("sauspiel", "hochzeit", "muss", "kreuzspiel", "ramsch"), sauspiel)
    dear = dict.fromkeys(("solo", "wenz", "farbwenz", "geier", "farbgeier", "bettel"), solo)
    extras = dict.fromkeys(("schneider.value", "schwarz.value", "laufende.value"), surcharge)
    prices_by_place = {f"base.{name}": price for name, price in (cheap | dear).items()}
    return {**extras, "laufende.table": None, "base.herz_solo": None, **prices_by_place}
