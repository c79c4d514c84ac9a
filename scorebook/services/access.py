"""Who may do what. Every service asks here before it reads or writes; `docs/rights.md` is the same as a table."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from scorebook.errors import ForbiddenError
from scorebook.store import clubs
from scorebook.store.db import AnySession, reading
from scorebook.store.tables import FIRST_CLUB
from scorebook.wording import Marked


class Action(StrEnum):
    """What somebody may be allowed to do in a club."""

    READ = "read"
    RECORD = "record"
    CANCEL = "cancel"
    CORRECT = "correct"
    SEAT = "seat"
    END = "end"
    RULES = "rules"
    START_EVENING = "start_evening"
    SHARE = "share"
    PRICE = "price"
    PAY = "pay"
    CASH = "cash"
    SEASON = "season"
    TOURNAMENT = "tournament"
    DOOR = "door"
    LIST = "list"
    IMPORT = "import"
    LOG = "log"
    PRIVACY = "privacy"
    MEMBERS = "members"
    CLUB = "club"


class Role(StrEnum):
    """What somebody is in a club; several at a time count together. The last two are those of links, not of people."""

    ADMIN = "admin"
    TREASURER = "treasurer"
    DIRECTOR = "director"
    SCORER = "scorer"
    PLAYER = "player"
    VIEWER = "viewer"
    TABLE = "table"
    WALL = "wall"


OF_LINKS = (Role.TABLE, Role.WALL)
OF_PEOPLE = tuple(role for role in Role if role not in OF_LINKS)

_AT_THE_TABLE = {
    Action.READ,
    Action.RECORD,
    Action.CANCEL,
    Action.CORRECT,
    Action.SEAT,
    Action.END,
    Action.RULES,
    Action.PRICE,
    Action.PAY,
}
_SCORER = _AT_THE_TABLE | {Action.START_EVENING, Action.SHARE, Action.DOOR, Action.LIST}
RIGHTS: Mapping[Role, frozenset[Action]] = MappingProxyType(
    {
        Role.ADMIN: frozenset(Action),
        Role.TREASURER: frozenset(
            {Action.READ, Action.PRICE, Action.PAY, Action.CASH, Action.DOOR, Action.LOG, Action.PRIVACY}
        ),
        Role.DIRECTOR: frozenset(_SCORER | {Action.SEASON, Action.TOURNAMENT, Action.IMPORT, Action.LOG}),
        Role.SCORER: frozenset(_SCORER),
        Role.PLAYER: frozenset({Action.READ, Action.RECORD, Action.CANCEL}),
        Role.VIEWER: frozenset({Action.READ}),
        Role.TABLE: frozenset(_AT_THE_TABLE),
        Role.WALL: frozenset({Action.READ}),
    }
)
"""What each role may do in its club; those of links only in the evening that the link is for."""


@dataclass(frozen=True, slots=True)
class Resource:
    """What is to be read or written: something of a club, of one of its evenings, of one of the tables there."""

    club_id: int
    evening_id: int | None = None
    sheet_id: int | None = None


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts: the name that stands beside what he records, the club in which he does so, and as what.

    `account_id` and `link_id` say how he came in; whoever owns the machine has neither. `evening_id` and `sheet_id` are
    all that a link is for.
    """

    name: str
    club_id: int
    roles: frozenset[Role] = frozenset({Role.ADMIN})
    account_id: int | None = None
    link_id: int | None = None
    evening_id: int | None = None
    sheet_id: int | None = None

    @property
    def who(self) -> str:
        """How the log calls him: without a name."""
        if self.account_id is not None:
            return f"account:{self.account_id}"
        return "machine" if self.link_id is None else f"link:{self.link_id}"

    @property
    def club(self) -> Resource:
        """His club as a whole."""
        return Resource(self.club_id)


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether something is allowed, and why not."""

    allowed: bool
    reason: str = ""


ALLOWED = Decision(allowed=True)
OTHER_CLUB: Marked[str] = "Das darfst du nur in deinem eigenen Verein."
NOT_YOUR_PART: Marked[str] = "Das darfst du in diesem Verein nicht. Wer sein Admin ist, kann es dir erlauben."
LINK_CANNOT: Marked[str] = "Das geht mit diesem Link nicht, nur mit einem eigenen Zugang."
OTHER_EVENING: Marked[str] = "Dieser Link gilt nur für seinen Abend."
OTHER_TABLE: Marked[str] = "Dieser Link gilt nur für seinen Tisch."
REASONS: tuple[Marked[str], ...] = (OTHER_CLUB, NOT_YOUR_PART, LINK_CANNOT, OTHER_EVENING, OTHER_TABLE)

LOCAL_NAME = "Tisch"
"""The name beside what the owner of the machine records by a command."""


def local_actor(session: AnySession, club_id: int | None = None) -> Actor:
    """Give whoever types commands on the machine itself: he may do everything in a club, else in the first open one."""
    return Actor(LOCAL_NAME, club_id or clubs.first_open(reading(session)) or FIRST_CLUB)


def can_anywhere(actor: Actor, action: Action) -> Decision:
    """Decide whether the actor may do that at all, wherever in his club."""
    if any(action in RIGHTS[role] for role in actor.roles):
        return ALLOWED
    return Decision(allowed=False, reason=NOT_YOUR_PART if actor.evening_id is None else LINK_CANNOT)


def can(actor: Actor, action: Action, resource: Resource) -> Decision:
    """Decide whether the actor may do that there. Asks no database; the reason is for people to read."""
    if actor.club_id != resource.club_id:
        return Decision(allowed=False, reason=OTHER_CLUB)
    anywhere = can_anywhere(actor, action)
    if not anywhere.allowed:
        return anywhere
    if actor.evening_id not in (None, resource.evening_id):
        return Decision(allowed=False, reason=LINK_CANNOT if resource.evening_id is None else OTHER_EVENING)
    if actor.sheet_id not in (None, resource.sheet_id) and action is not Action.READ:
        return Decision(allowed=False, reason=OTHER_TABLE)
    return ALLOWED


def require(actor: Actor, action: Action, resource: Resource) -> None:
    """Raise `ForbiddenError` with the reason unless the actor may do that there."""
    _enforce(can(actor, action, resource))


def require_anywhere(actor: Actor, action: Action) -> None:
    """Raise `ForbiddenError` with the reason unless the actor may do that somewhere in his club."""
    _enforce(can_anywhere(actor, action))


def _enforce(decision: Decision) -> None:
    if not decision.allowed:
        raise ForbiddenError(decision.reason)
