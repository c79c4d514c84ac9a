"""How a tournament is set up: rounds, what counts, how seats are drawn, what there is to win."""

from dataclasses import dataclass
from enum import StrEnum

from scorebook.league.scheme import TieBreak

FIVE = 5
"""People at a large table: whoever deals pauses."""


class Scoring(StrEnum):
    """What a list counts: points that sum to zero at each table, or the points of the winners alone."""

    PLUS_MINUS = "plus_minus"
    WINNERS_ONLY = "winners_only"


class Drawing(StrEnum):
    """When seats are drawn: those of all rounds at once, each before its round, or the first and then by rank."""

    AHEAD = "ahead"
    EACH = "each"
    WANDER = "wander"


class Award(StrEnum):
    """Of whom the best get a prize; from the end it is the last, the last but one and so on."""

    OVERALL = "overall"
    WOMEN = "women"
    OLDEST = "oldest"
    YOUNGEST = "youngest"
    LOCAL = "local"
    TEAM = "team"
    FROM_END = "from_end"


@dataclass(frozen=True, slots=True)
class Prize:
    """What the `place`-th of an award gets (from 1): cents, a share of all fees in thousandths, or goods.

    Several kinds may come together. Goods that are chosen in the order of ranks stand in `Settings.goods`.
    """

    award: Award = Award.OVERALL
    place: int = 1
    cents: int = 0
    permille: int = 0
    goods: str = ""


@dataclass(frozen=True, slots=True)
class Teams:
    """Teams of `size` people, of whom the `best` count; all of them, if it is the same."""

    size: int = 4
    best: int = 4


@dataclass(frozen=True, slots=True)
class Settings:
    """How a tournament is set up. `rule_set` is the id of a rule set of the club.

    `games` are those of a round at a table of four; at a table of five there are more, so that everybody plays as many
    (`games_at`). `fee` is in cents. `capacity` is how many can take part (none: as many as come); who registers after
    that waits. Who comes late can be registered until round `late_until` is drawn, or has begun where all are drawn
    ahead. With `confirmed` a second person confirms each list. With `checkable` the hash of a secret is published
    before a draw. Equals are parted by `tie_breaks`; without a lot among them they share rank and prizes.
    """

    rule_set: int
    scoring: Scoring = Scoring.PLUS_MINUS
    rounds: int = 2
    games: int = 32
    fee: int = 0
    capacity: int | None = None
    late_until: int = 1
    drawing: Drawing = Drawing.EACH
    checkable: bool = False
    confirmed: bool = False
    tie_breaks: tuple[TieBreak, ...] = (TieBreak.SOLOS_WON, TieBreak.TOUTS_WON, TieBreak.SOLOS_LOST, TieBreak.LOT)
    prizes: tuple[Prize, ...] = ()
    goods: tuple[str, ...] = ()
    teams: Teams | None = None

    def games_at(self, seats: int) -> int:
        """Give how many games a table of so many people plays in a round.

        >>> Settings(rule_set=1).games_at(4), Settings(rule_set=1).games_at(5)
        (32, 40)
        """
        return self.games if seats < FIVE else -(-self.games * FIVE // (FIVE - 1))
