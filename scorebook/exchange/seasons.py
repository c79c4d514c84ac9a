"""Seasons of a club as they stand in its archive: days, how they are ranked, which evenings are in them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import BaseModel, Field, ValidationError

from scorebook.exchange.games import STRICT, WORD
from scorebook.exchange.schemes import parse_scheme, scheme_json
from scorebook.exchange.shapes import LOOSE, Day, Number, Text, Time, Uuid, time_text
from scorebook.exchange.strict import ShapeError, findings_of
from scorebook.league.results import Measure
from scorebook.league.scheme import Scheme


@dataclass(frozen=True, slots=True)
class KeptLot:
    """A lot that somebody drew, by his name."""

    measure: Measure
    person: str
    number: int
    at: datetime


@dataclass(frozen=True, slots=True)
class KeptScheme:
    """A way to rank a season, with the lots that were drawn by it."""

    name: str
    scheme: Scheme
    lots: tuple[KeptLot, ...] = ()


@dataclass(frozen=True, slots=True)
class KeptSeason:
    """A season as one takes it away; evenings are named by their UUIDs, people by their names."""

    name: str
    begins: date | None = None
    ends: date | None = None
    closed: datetime | None = None
    archived: datetime | None = None
    schemes: tuple[KeptScheme, ...] = ()
    evenings: tuple[UUID, ...] = ()
    substitutes: tuple[str, ...] = ()


class LotModel(BaseModel):
    """A lot that somebody drew; the lower number stands first."""

    model_config = STRICT

    measure: Annotated[Measure, WORD]
    person: Text
    number: Number
    at: Annotated[Time, LOOSE]


class KeptSchemeModel(BaseModel):
    """A way to rank a season."""

    model_config = STRICT

    name: Annotated[str, Field(min_length=1, max_length=60)]
    scheme: dict[str, Any]
    lots: list[LotModel] = []


class KeptSeasonModel(BaseModel):
    """A season of a club. `evenings` are the ids of those in it, `substitutes` play without a rank."""

    model_config = STRICT

    name: Annotated[str, Field(min_length=1, max_length=60)]
    begins: Day | None = None
    ends: Day | None = None
    closed: Annotated[Time, LOOSE] | None = None
    archived: Annotated[Time, LOOSE] | None = None
    schemes: Annotated[list[KeptSchemeModel], Field(min_length=1, max_length=100)]
    evenings: list[Uuid] = []
    substitutes: list[Text] = []


def season_json(season: KeptSeason) -> dict[str, Any]:
    """Write a season; `parse_season` reads the same again.

    >>> season_json(KeptSeason("2026", date(2026, 1, 1)))["begins"]
    '2026-01-01'
    """
    return {
        "name": season.name,
        "begins": None if season.begins is None else season.begins.isoformat(),
        "ends": None if season.ends is None else season.ends.isoformat(),
        "closed": time_text(season.closed),
        "archived": time_text(season.archived),
        "schemes": [
            {"name": one.name, "scheme": scheme_json(one.scheme), "lots": [_lot_json(lot) for lot in one.lots]}
            for one in season.schemes
        ],
        "evenings": [str(one) for one in season.evenings],
        "substitutes": list(season.substitutes),
    }


def _lot_json(lot: KeptLot) -> dict[str, Any]:
    return {"measure": lot.measure.value, "person": lot.person, "number": lot.number, "at": time_text(lot.at)}


def parse_season(data: object) -> KeptSeason:
    """Read a season. Raises `ShapeError` with all that is wrong."""
    try:
        model = KeptSeasonModel.model_validate(data)
    except ValidationError as error:
        raise ShapeError(findings_of(error)) from error
    return KeptSeason(
        name=model.name,
        begins=model.begins,
        ends=model.ends,
        closed=model.closed,
        archived=model.archived,
        schemes=tuple(_schemes(model.schemes)),
        evenings=tuple(model.evenings),
        substitutes=tuple(model.substitutes),
    )


def _schemes(models: list[KeptSchemeModel]) -> Iterator[KeptScheme]:
    for place, one in enumerate(models):
        lots = tuple(KeptLot(lot.measure, lot.person, lot.number, lot.at) for lot in one.lots)
        yield KeptScheme(one.name, parse_scheme(one.scheme, f"schemes.{place}.scheme"), lots)
