"""How a season is ranked, as data: what counts, how many evenings of it, and what decides where two have the same."""

from dataclasses import dataclass
from enum import StrEnum

PLACE_POINTS = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
"""What the places of an evening are worth, from the first on; those after them nothing."""


class Kind(StrEnum):
    """What a score is: the sum of the evenings, so much a game, or points for the places at the evenings."""

    TOTAL = "total"
    PER_GAME = "per_game"
    PLACES = "places"


class TieBreak(StrEnum):
    """What decides between those of one score. The first four are kept in a `Tally`, of all evenings.

    Of lost Soli fewer are better, of everything else more; of lots the lower stands first.
    """

    AMOUNT = "amount"
    SOLOS_WON = "solos_won"
    TOUTS_WON = "touts_won"
    SOLOS_LOST = "solos_lost"
    DIRECT = "direct"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class Scheme:
    """How a season is ranked.

    `best` is how many evenings count, the best ones (none: all). Who was at fewer than `min_evenings`, or played fewer
    than `min_games` games, has no rank. `tie_breaks` are asked in turn. The first `qualified` are through.
    """

    kind: Kind = Kind.TOTAL
    best: int | None = None
    min_evenings: int = 0
    min_games: int = 0
    place_points: tuple[int, ...] = PLACE_POINTS
    tie_breaks: tuple[TieBreak, ...] = tuple(TieBreak)
    qualified: int | None = None
