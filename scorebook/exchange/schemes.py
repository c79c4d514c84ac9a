"""How a season is ranked, as a JSON object with the keys of `Scheme`.

Like a rule set it may leave keys out, and then means what `Scheme` does without them.
"""

from collections.abc import Iterator
from dataclasses import asdict
from itertools import pairwise
from typing import Annotated, Any

from pydantic import BaseModel, Field, ValidationError

from scorebook.exchange.games import STRICT, WORD
from scorebook.exchange.strict import ShapeError, findings_of
from scorebook.league.scheme import PLACE_POINTS, Kind, Scheme, TieBreak
from scorebook.rules import Finding

MOST_EVENINGS = 1000
MOST_GAMES = 100_000
MOST_PLACES = 100
DEAREST_PLACE = 10_000

Evenings = Annotated[int, Field(ge=0, le=MOST_EVENINGS)]
Count = Annotated[int, Field(ge=1, le=MOST_EVENINGS)]
PlacePoints = Annotated[int, Field(ge=0, le=DEAREST_PLACE)]


class SchemeModel(BaseModel):
    """How a season is ranked. Of `place_points` no place is worth more than the one before it."""

    model_config = STRICT

    kind: Annotated[Kind, WORD] = Kind.TOTAL
    best: Count | None = None
    min_evenings: Evenings = 0
    min_games: Annotated[int, Field(ge=0, le=MOST_GAMES)] = 0
    place_points: Annotated[tuple[PlacePoints, ...], Field(strict=False, min_length=1, max_length=MOST_PLACES)] = (
        PLACE_POINTS
    )
    tie_breaks: Annotated[tuple[Annotated[TieBreak, WORD], ...], WORD] = tuple(TieBreak)
    qualified: Count | None = None


def parse_scheme(data: object, prefix: str = "") -> Scheme:
    """Read a scheme. Raises `ShapeError` with one finding at each place that is wrong, `prefix` before it.

    >>> parse_scheme({"best": 10}).best
    10
    """
    if not isinstance(data, dict):
        raise ShapeError([Finding("scheme.not_object", prefix)])
    try:
        model = SchemeModel.model_validate(data)
    except ValidationError as error:
        raise ShapeError(findings_of(error, prefix)) from error
    scheme = Scheme(**dict(model))
    if findings := list(_wrong(scheme, f"{prefix}." if prefix else "")):
        raise ShapeError(findings)
    return scheme


def _wrong(scheme: Scheme, before: str) -> Iterator[Finding]:
    """Find what has the right form and is no scheme all the same."""
    for place, (better, worse) in enumerate(pairwise(scheme.place_points), start=1):
        if worse > better:
            yield Finding("scheme.rising", f"{before}place_points.{place}", {"place": place + 1})
    for at, tie_break in enumerate(scheme.tie_breaks):
        if tie_break in scheme.tie_breaks[:at]:
            yield Finding("scheme.twice", f"{before}tie_breaks.{at}")


def scheme_json(scheme: Scheme) -> dict[str, Any]:
    """Write a scheme with all its keys; `parse_scheme` reads the same again.

    >>> scheme_json(Scheme(best=10))["best"]
    10
    """
    lists = {"place_points": list(scheme.place_points), "tie_breaks": [str(one) for one in scheme.tie_breaks]}
    return asdict(scheme) | {"kind": str(scheme.kind)} | lists
