"""The shapes of times, numbers and texts in an exported evening."""

from datetime import UTC, datetime
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, AwareDatetime, Field

LOOSE = Field(strict=False)
"""Dates, times and UUIDs are read from text."""


def _in_utc(moment: datetime) -> datetime:
    try:
        return moment.astimezone(UTC)
    except OverflowError as error:  # in a year that no calendar has
        raise ValueError from error


Time = Annotated[AwareDatetime, LOOSE, AfterValidator(_in_utc)]
Uuid = Annotated[UUID, LOOSE]
Number = Annotated[int, Field(ge=1, le=1_000_000)]
Text = Annotated[str, Field(max_length=200)]
Units = Annotated[int, Field(ge=-(10**12), le=10**12)]


def time_text(moment: datetime | None) -> str | None:
    """Write a moment.

    >>> time_text(datetime(2026, 11, 27, 18, 40, tzinfo=UTC))
    '2026-11-27T18:40:00Z'
    """
    return None if moment is None else moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
