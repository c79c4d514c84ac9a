"""Who may do what. Every service asks here before it reads or writes."""

from dataclasses import dataclass
from enum import StrEnum

from scorebook.errors import ForbiddenError
from scorebook.store.db import AnySession
from scorebook.store.tables import FIRST_CLUB
from scorebook.wording import Marked


class Action(StrEnum):
    """What somebody may be allowed to do in a club."""

    READ = "read"
    START_EVENING = "start_evening"
    RECORD = "record"
    CANCEL = "cancel"
    IMPORT = "import"
    CORRECT = "correct"
    END = "end"
    PRICE = "price"
    SEAT = "seat"


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts: the name that stands beside what he records, and the club in which he does so."""

    name: str
    club_id: int


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether something is allowed, and why not."""

    allowed: bool
    reason: str = ""


OTHER_CLUB: Marked[str] = "Das darfst du nur in deinem eigenen Verein."

LOCAL_NAME = "Tisch"
"""The name beside what is recorded while there are no accounts."""


def local_actor(_session: AnySession) -> Actor:
    """Give the one user there is until accounts come: he may do everything in the club that the migration made."""
    return Actor(LOCAL_NAME, FIRST_CLUB)


def can(actor: Actor, action: Action, club_id: int) -> Decision:
    """Decide whether the actor may do that in a club."""
    if actor.club_id != club_id:
        return Decision(allowed=False, reason=OTHER_CLUB)
    return Decision(allowed=True)


def require(actor: Actor, action: Action, club_id: int) -> None:
    """Raise `ForbiddenError` with the reason unless the actor may do that in a club."""
    decision = can(actor, action, club_id)
    if not decision.allowed:
        raise ForbiddenError(decision.reason)
