"""What one Strich, one whole head or one point costs at the end of an evening."""

from dataclasses import dataclass
from enum import StrEnum


class PricePer(StrEnum):
    """What is counted for money: Striche, whole heads of nine of them, or points."""

    STRICH = "strich"
    HEAD = "head"
    POINT = "point"


@dataclass(frozen=True, slots=True)
class Price:
    """A price in cents for one of what is counted."""

    cents: int
    per: PricePer
