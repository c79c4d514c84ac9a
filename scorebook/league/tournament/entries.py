"""What can happen at a tournament. Players are start numbers from 1; rounds and tables count from 1, seats from 0.

Nothing here names anybody: names, teams and years of birth lie elsewhere, and can be forgotten.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Literal
from uuid import UUID

from scorebook.league.draw.wish import Round
from scorebook.league.tournament.settings import Settings


class WishKind(StrEnum):
    """What some want of a draw: never, or always, to share a table; or to sit at one table that has a number."""

    APART = "apart"
    TOGETHER = "together"
    FIXED = "fixed"


class Source(StrEnum):
    """Where a list comes from: written on paper, or game by game on a tablet."""

    PAPER = "paper"
    SHEET = "sheet"


class CashKind(StrEnum):
    """What money was for. Fees and whatever else comes in are above zero, what goes out is below."""

    FEE = "fee"
    PRIZE = "prize"
    GOODS = "goods"
    PENALTY = "penalty"
    OTHER = "other"


class CountsFor(StrEnum):
    """For whom a list counts in which somebody took over a seat."""

    LEFT = "left"
    CAME = "came"


@dataclass(frozen=True, slots=True)
class SetUp:
    """The tournament was set up, or its settings changed."""

    settings: Settings
    kind: Literal["set_up"] = "set_up"


@dataclass(frozen=True, slots=True)
class Registered:
    """Somebody is on the list; who waits comes in when a place is free. A substitute takes no rank."""

    player: int
    waits: bool = False
    substitute: bool = False
    kind: Literal["registered"] = "registered"


@dataclass(frozen=True, slots=True)
class Admitted:
    """Somebody who waited is in."""

    player: int
    kind: Literal["admitted"] = "admitted"


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody is no more there from a round on (1: he never played)."""

    player: int
    from_round: int
    reason: str = ""
    kind: Literal["left"] = "left"


@dataclass(frozen=True, slots=True)
class Returned:
    """Somebody who had left plays again from a round on."""

    player: int
    from_round: int
    kind: Literal["returned"] = "returned"


@dataclass(frozen=True, slots=True)
class CheckedIn:
    """These have said that they are here for a round; or were marked so by mistake (`here` is false)."""

    round: int
    players: tuple[int, ...]
    here: bool = True
    kind: Literal["checked_in"] = "checked_in"


@dataclass(frozen=True, slots=True)
class Wished:
    """Some have a wish for the draws that come; `table` only where it is fixed."""

    wish: WishKind
    players: tuple[int, ...]
    table: int | None = None
    kind: Literal["wished"] = "wished"


@dataclass(frozen=True, slots=True)
class Committed:
    """The hash of list and secret of the next draw was published."""

    commitment: str
    players: tuple[int, ...]
    kind: Literal["committed"] = "committed"


@dataclass(frozen=True, slots=True)
class Drawn:
    """Seats were drawn for the rounds from `first` on; whatever had been drawn for them does not hold any more.

    `seed` repeats it, with the players in that order. A draw that was checkable says the secret, and the number that
    was called in the hall. `reason` says why it was drawn again. `broken` are wishes that could not be kept: a round,
    and two who share a table in it. `by_rank`: people wandered by their ranks at the tables of the round before.
    """

    first: int
    rounds: tuple[Round, ...]
    players: tuple[int, ...]
    seed: str
    repeats: int
    bound: int
    secret: str = ""
    called: int | None = None
    reason: str = ""
    broken: tuple[tuple[int, int, int], ...] = ()
    by_rank: bool = False
    kind: Literal["drawn"] = "drawn"


@dataclass(frozen=True, slots=True)
class Substituted:
    """Somebody took over a seat of a round that is drawn; for whom the list counts was said."""

    round: int
    table: int
    seat: int
    came: int
    counts_for: CountsFor = CountsFor.LEFT
    kind: Literal["substituted"] = "substituted"


@dataclass(frozen=True, slots=True)
class Claimed:
    """A table of a round is written game by game, on the sheet that has this id."""

    round: int
    table: int
    sheet: int
    kind: Literal["claimed"] = "claimed"


@dataclass(frozen=True, slots=True)
class Listed:
    """A table's list was handed in: points by seat, and how many Soli and Tout each won and lost.

    `games` is how many were played. One that replaces another says which entry, and why. `sheet` is that of the tablet.
    """

    round: int
    table: int
    points: tuple[int, ...]
    games: int
    solos_won: tuple[int, ...] = ()
    solos_lost: tuple[int, ...] = ()
    touts_won: tuple[int, ...] = ()
    source: Source = Source.PAPER
    sheet: int | None = None
    replaces: int | None = None
    reason: str = ""
    kind: Literal["listed"] = "listed"


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A second person has looked at a list and says that it is right; `entry` is the list's."""

    entry: int
    kind: Literal["confirmed"] = "confirmed"


@dataclass(frozen=True, slots=True)
class Penalised:
    """Somebody loses points in a round, beside what his list says."""

    player: int
    round: int
    points: int
    reason: str
    kind: Literal["penalised"] = "penalised"


@dataclass(frozen=True, slots=True)
class Ruled:
    """The director has decided something at a table of a round, in words."""

    round: int
    text: str
    table: int | None = None
    kind: Literal["ruled"] = "ruled"


@dataclass(frozen=True, slots=True)
class Published:
    """The standings after a round were published: its lists change only by a correction with a reason."""

    round: int
    kind: Literal["published"] = "published"


@dataclass(frozen=True, slots=True)
class LotsDrawn:
    """Lots were drawn among players whom nothing else parted."""

    players: tuple[int, ...]
    seed: str
    kind: Literal["lots_drawn"] = "lots_drawn"


@dataclass(frozen=True, slots=True)
class CashMoved:
    """Money came in or went out, in cents; with whom, where it was a player."""

    what: CashKind
    cents: int
    player: int | None = None
    text: str = ""
    kind: Literal["cash_moved"] = "cash_moved"


@dataclass(frozen=True, slots=True)
class GoodsChosen:
    """Somebody whose turn it was has chosen from what there is to win; `goods` counts from 0 in `Settings.goods`."""

    player: int
    goods: int
    kind: Literal["goods_chosen"] = "goods_chosen"


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Another entry does not hold any more: a wish, a penalty, a ruling, money, a confirmation, goods, a substitute."""

    entry: int
    reason: str = ""
    kind: Literal["taken_back"] = "taken_back"


@dataclass(frozen=True, slots=True)
class Ended:
    """The tournament is over."""

    kind: Literal["ended"] = "ended"


@dataclass(frozen=True, slots=True)
class Reopened:
    """It goes on all the same."""

    reason: str
    kind: Literal["reopened"] = "reopened"


Entry = (
    SetUp
    | Registered
    | Admitted
    | Left
    | Returned
    | CheckedIn
    | Wished
    | Committed
    | Drawn
    | Substituted
    | Claimed
    | Listed
    | Confirmed
    | Penalised
    | Ruled
    | Published
    | LotsDrawn
    | CashMoved
    | GoodsChosen
    | TakenBack
    | Ended
    | Reopened
)
REVOCABLE = (Wished, Substituted, Confirmed, Penalised, Ruled, CashMoved, GoodsChosen)
"""What can be taken back; everything else is answered by a further entry of its own."""


@dataclass(frozen=True, slots=True)
class Stamped:
    """An entry in its tournament: the how-manieth it is (from 1), who made it and when."""

    number: int
    uuid: UUID
    at: datetime
    by: str
    entry: Entry
