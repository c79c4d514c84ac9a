"""What is due at an evening besides its games: given to the club's box, or laid out for others."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID


class LevyKind(StrEnum):
    """So much a head, a share of what is won, a fine: all for the box. Or what somebody laid out."""

    START = "start"
    SHARE = "share"
    FINE = "fine"
    ADVANCE = "advance"


OF_ONE = (LevyKind.FINE, LevyKind.ADVANCE)
"""What is about one person: who is fined, who laid something out."""
FOR_SOME = (LevyKind.START, LevyKind.ADVANCE)
"""What can be for some of those who were there."""


@dataclass(frozen=True, slots=True)
class Levy:
    """`amount` is in cents, of a share in percent. `people` are those who give it; none: all of the evening.

    Never changed, only taken back as a whole. `at` is UTC, `by` who said so.
    """

    kind: LevyKind
    amount: int
    person: int | None
    people: tuple[int, ...]
    text: str
    at: datetime
    by: str
    uuid: UUID | None = None
