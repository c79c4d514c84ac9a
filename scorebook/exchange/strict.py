"""JSON text to plain objects, strictly: no key twice, no NaN, UTF-8 only; and shape errors as findings."""

import json
import re
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from itertools import islice
from math import isinf
from typing import Any, NoReturn

from pydantic import ValidationError

from scorebook.errors import ScorebookError
from scorebook.rules import Finding
from scorebook.wording import message

MOST_FINDINGS = 1000
"""So many are told at most: nobody reads a hundred thousand, and to put them in words takes seconds."""


class ShapeError(ScorebookError):
    """Data that is not in the form of FORMAT.md; `findings` name what is wrong, the first `MOST_FINDINGS`."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(islice(findings, MOST_FINDINGS))
        super().__init__(" ".join(message(finding) for finding in self.findings))


class JsonError(ShapeError):
    """A text that is no JSON object; `line` and `column`, from 1, say where it is none any more."""

    def __init__(self, line: int = 1, column: int = 1) -> None:
        super().__init__([Finding("json.invalid", "", {"line": line, "column": column})])


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; a key twice is marked, since the place is known only further up."""
    made = dict(pairs)
    if len(made) < len(pairs):
        seen = Counter(key for key, _ in pairs)
        raise ShapeError([Finding("key.twice", next(key for key, times in seen.items() if times > 1))])
    return made


def _constant(name: str) -> NoReturn:
    """Refuse NaN and Infinity; where they stand, `load_json` finds out."""
    raise ConstantError(name)


class ConstantError(Exception):
    """A number that JavaScript knows and JSON does not, or that is beyond all that floats can be."""


def _finite(text: str) -> float:
    """Read a float; one beyond all that floats can be would be written as no JSON."""
    number = float(text)
    if isinf(number):
        raise ConstantError(text)
    return number


BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""What some editors put before the first character of a file."""
_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, parse_float=_finite)
DEEPEST = 50
"""So many objects and lists lie inside one another at most; the format itself has nine."""
_ESCAPED = re.compile(r"\\.")
_SQUARE = bytes.maketrans(b"{}", b"[]")
_ALL_BUT_BRACKETS = bytes(set(range(256)) - set(b'[]{}"'))


def load_json(text: str | bytes) -> Any:
    """Read one JSON value. Raises `JsonError` for what is no JSON, `ShapeError` for a key that stands twice.

    >>> load_json('{"augen": 70}')
    {'augen': 70}
    """
    try:
        whole = (text if isinstance(text, str) else text.decode()).removeprefix(BOM)
    except UnicodeDecodeError as error:
        raise _broken(error.object.decode(errors="replace"), error.start) from error
    try:
        value = _DECODER.decode(whole)
    except json.JSONDecodeError as error:
        raise JsonError(error.lineno, error.colno) from error
    except ConstantError as error:
        raise _broken(whole, whole.find(str(error))) from error
    except (RecursionError, ValueError) as error:  # nested too deeply, a number that is too long
        raise JsonError from error
    if whole.count("[") + whole.count("{") > DEEPEST and _too_deep(whole):
        raise JsonError
    return value


def _broken(text: str, index: int) -> JsonError:
    """Say at which character a text breaks off."""
    before = text[:index]
    return JsonError(before.count("\n") + 1, index - before.rfind("\n"))


def _too_deep(text: str) -> bool:
    """Tell whether more lies inside one another than whoever goes through it could bear; `text` is sound JSON.

    What is left of it are its brackets outside of strings; each round takes the innermost pairs away.
    """
    plain = _ESCAPED.sub("", text) if "\\" in text else text
    brackets = plain.encode().translate(_SQUARE, _ALL_BUT_BRACKETS).replace(b'""', b"")
    if b'"' in brackets:  # a string with brackets
        brackets = "".join(plain.split('"')[::2]).encode().translate(_SQUARE, _ALL_BUT_BRACKETS)
    depth = 0
    while brackets and depth < DEEPEST:
        brackets = brackets.replace(b"[]", b"")
        depth += 1
    return bool(brackets)


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
    """What a model refused, one finding a field, the first `MOST_FINDINGS`.

    Places are named too, with `deep` only within these keys.
    """
    found: dict[str, Finding] = {}
    for detail in error.errors(include_url=False, include_input=False):
        place = [part for part in detail["loc"] if isinstance(part, int) or part.isidentifier()]
        if deep is not None and place and place[0] not in deep:
            place = place[:1]
        whole = [prefix, *place] if prefix else place
        field = ".".join(map(str, whole))
        context = detail.get("ctx") or {}
        params: dict[str, object] = {key: context[key] for key in ("ge", "le", "expected") if key in context}
        code = _CODES.get(detail["type"], "value.type")
        found.setdefault(field, Finding(code, field, {**params, "key": _key_at(whole)}))
        if len(found) == MOST_FINDINGS:
            break
    return list(found.values())


def _key_at(place: Sequence[str | int]) -> str:
    """The last key of a place and where in its list: "augen", "played[3][1]"."""
    last = max((at for at, part in enumerate(place) if isinstance(part, str)), default=0)
    return "".join(part if isinstance(part, str) else f"[{part}]" for part in place[last:])
