"""JSON text to plain objects, strictly: no key twice, no NaN, UTF-8 only; and shape errors as findings."""

import json
from collections.abc import Container, Iterable, Sequence
from typing import Any, NoReturn

from pydantic import ValidationError

from scorebook.errors import ScorebookError
from scorebook.rules import Finding
from scorebook.wording import message


class ShapeError(ScorebookError):
    """Data that is not in the form of FORMAT.md; `findings` name every field that is wrong."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__(" ".join(message(finding) for finding in self.findings))


class JsonError(ShapeError):
    """A text that is no JSON; `detail` says where it breaks off."""

    def __init__(self, detail: str) -> None:
        super().__init__([Finding("json.invalid", "", {"detail": detail})])


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; a key twice is marked, since the place is known only further up."""
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ShapeError([Finding("key.twice", next(key for key in keys if keys.count(key) > 1))])
    return made


def _constant(name: str) -> NoReturn:
    raise JsonError(f"{name} is no JSON")


BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""What some editors put before the first character of a file."""
_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant)


def load_json(text: str | bytes) -> Any:
    """Read one JSON value. Raises `JsonError` for what is no JSON, `ShapeError` for a key that stands twice.

    >>> load_json('{"augen": 70}')
    {'augen': 70}
    """
    try:
        return _DECODER.decode((text if isinstance(text, str) else text.decode()).removeprefix(BOM))
    except UnicodeDecodeError as error:
        raise JsonError("not UTF-8") from error
    except RecursionError as error:
        raise JsonError("nested too deeply") from error
    except json.JSONDecodeError as error:
        raise JsonError(f"{error.msg}, line {error.lineno}, column {error.colno}") from error
    except ValueError as error:
        raise JsonError("a number is too long") from error


_CODES = {
    "extra_forbidden": "key.unknown",
    "missing": "key.missing",
    "value_error": "value.choice",
    "enum": "value.choice",
    "literal_error": "value.choice",
    "greater_than_equal": "value.range",
    "less_than_equal": "value.range",
    "string_too_long": "value.range",
    "too_long": "value.range",
    "too_short": "value.range",
    "string_pattern_mismatch": "value.range",
}


def findings_of(error: ValidationError, prefix: str = "", *, deep: Container[str] | None = None) -> list[Finding]:
    """What a model refused, one finding a field. Places are named too, with `deep` only within these keys."""
    found: dict[str, Finding] = {}
    for detail in error.errors(include_url=False):
        place = [part for part in detail["loc"] if isinstance(part, int) or part.isidentifier()]
        if deep is not None and place and place[0] not in deep:
            place = place[:1]
        whole = [prefix, *place] if prefix else place
        field = ".".join(map(str, whole))
        context = detail.get("ctx") or {}
        params: dict[str, object] = {key: context[key] for key in ("ge", "le", "expected") if key in context}
        code = _CODES.get(detail["type"], "value.type")
        found.setdefault(field, Finding(code, field, {**params, "key": _key_at(whole)}))
    return list(found.values())


def _key_at(place: Sequence[str | int]) -> str:
    """The last key of a place and where in its list: "augen", "played[3][1]"."""
    last = max((at for at, part in enumerate(place) if isinstance(part, str)), default=0)
    return "".join(part if isinstance(part, str) else f"[{part}]" for part in place[last:])
