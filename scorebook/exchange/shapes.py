"""The shapes of times, numbers and texts, and of what several objects are made of."""

import re
from datetime import UTC, date, datetime
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, Field

from scorebook.exchange.games import STRICT

LOOSE = Field(strict=False)
"""Dates, times and UUIDs are read from text."""


def _in_utc(moment: datetime) -> datetime:
    try:
        return moment.astimezone(UTC)
    except OverflowError as error:  # in a year that no calendar has
        raise ValueError from error


def _day(value: object) -> object:
    """Let through a day as FORMAT.md writes it; a number is none, nor is a time."""
    if not isinstance(value, str) or not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        raise ValueError
    return value


Day = Annotated[date, LOOSE, BeforeValidator(_day)]
Time = Annotated[AwareDatetime, LOOSE, AfterValidator(_in_utc)]
Uuid = Annotated[UUID, LOOSE]
Number = Annotated[int, Field(ge=1, le=1_000_000)]
Text = Annotated[str, Field(max_length=200)]
Units = Annotated[int, Field(ge=-(10**12), le=10**12)]


class StepModel(BaseModel):
    """One step of a sum: amounts added, then factors multiplied, give the value."""

    model_config = STRICT

    code: str
    count: int | None = None
    amount: int | None = None
    factor: int | None = None


class FindingModel(BaseModel):
    """What is wrong or asked; `field` is "" for the whole game."""

    model_config = STRICT

    code: str
    field: str
    message: str


def time_text(moment: datetime | None) -> str | None:
    """Write a moment.

    >>> time_text(datetime(2026, 11, 27, 18, 40, tzinfo=UTC))
    '2026-11-27T18:40:00Z'
    """
    return None if moment is None else moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
