"""Rule sets from data: the shipped presets (the TOML files beside this module), and changes over them.

No preset has a name in the code but the default.
"""

import tomllib
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any, get_args, get_type_hints

from scorebook.rules.ruleset import RuleSet

DEFAULT_PRESET = "bayern_10_20_50"


def build(data: Mapping[str, Any]) -> RuleSet:
    """Make a rule set from complete data in the form of FORMAT.md 2, without the key `preset`.

    An optional key that is absent is None. Types and ranges are not checked here: `scorebook.exchange` does that
    for data from outside. Raises `KeyError` or `ValueError` for data that a shipped preset would never hold.

    >>> build(preset_data("kurz_10_20_50")) == preset("kurz_10_20_50")
    True
    """
    made: RuleSet = _build(RuleSet, data)
    return made


def _build(cls: type, data: Mapping[str, Any]) -> Any:
    """A rule dataclass from a dict, field by field."""
    values = {}
    for name in (field.name for field in fields(cls) if field.init):
        hint = _hints(cls)[name]
        optional = type(None) in _leaves(hint)
        values[name] = _value(hint, data.get(name) if optional else data[name])
    return cls(**values)


@cache
def _hints(cls: type) -> dict[str, Any]:
    return get_type_hints(cls)


def _value(hint: Any, value: Any) -> Any:
    """One field: nested rule, table, list, enum or plain value."""
    if isinstance(hint, type) and is_dataclass(hint):
        return _build(hint, value)
    if isinstance(value, Mapping):
        if hint == Mapping[str, int]:
            return {key: price for key, price in value.items() if price is not None}
        return tuple(sorted((int(count), amount) for count, amount in value.items()))
    enums = [arg for arg in _leaves(hint) if isinstance(arg, type) and issubclass(arg, StrEnum)]
    if isinstance(value, list | tuple):
        return tuple(enums[0](item) if enums else item for item in value)
    return enums[0](value) if enums and value is not None else value


def _leaves(hint: Any) -> list[Any]:
    args = get_args(hint)
    return [leaf for arg in args for leaf in _leaves(arg)] if args else [hint]


@cache
def preset_names() -> tuple[str, ...]:
    """The shipped presets, the default first.

    >>> preset_names()[0], len(preset_names())
    ('bayern_10_20_50', 10)
    """
    names = sorted(entry.name[:-5] for entry in files(__package__).iterdir() if entry.name.endswith(".toml"))
    return (DEFAULT_PRESET, *(name for name in names if name != DEFAULT_PRESET))


@cache
def _load(name: str) -> dict[str, Any]:
    if name not in preset_names():
        raise KeyError(name)
    data = tomllib.loads(files(__package__).joinpath(f"{name}.toml").read_text("utf-8"))
    if name == DEFAULT_PRESET:
        return data
    merged = merge(_load(DEFAULT_PRESET), data)
    if "base" in data:
        merged["base"] = data["base"]
    return merged


def preset_data(name: str) -> dict[str, Any]:
    """The complete data of a preset in the form of FORMAT.md 2 (a fresh copy). Raises `KeyError` for an unknown name.

    A file holds what differs from the default; a `base` there replaces the default's as a whole.

    >>> preset_data("kurz_10_20_50")["deck"]
    'short'
    """
    return deepcopy(_load(name))


@cache
def preset(name: str = DEFAULT_PRESET) -> RuleSet:
    """A shipped preset. Raises `KeyError` for an unknown name.

    >>> preset("kurz_10_20_50").deck.tricks
    6
    """
    return build(_load(name))


def merge(data: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """`changes` over `data`: objects merge key by key, everything else, lists and `laufende.table` too, is replaced.

    >>> merge({"a": {"x": 1, "y": 2}, "l": [1]}, {"a": {"y": 3}, "l": []})
    {'a': {'x': 1, 'y': 3}, 'l': []}
    """
    merged = dict(data)
    for key, value in changes.items():
        old = merged.get(key)
        if isinstance(old, dict) and isinstance(value, dict) and key != "table":
            merged[key] = merge(old, value)
        else:
            merged[key] = value
    return merged
