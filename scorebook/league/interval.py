"""How sure points a game are: between what they are likely to be in the long run. Integers only."""

from bisect import bisect_right
from dataclasses import dataclass
from math import isqrt

from scorebook.league.counting import per_game
from scorebook.league.results import Tally

QUANTILES = {
    1: 6314,
    2: 2920,
    3: 2353,
    4: 2132,
    5: 2015,
    6: 1943,
    7: 1895,
    8: 1860,
    9: 1833,
    10: 1812,
    12: 1782,
    15: 1753,
    20: 1725,
    25: 1708,
    30: 1697,
    40: 1684,
    60: 1671,
    120: 1658,
    1000: 1646,
}
"""The 95 % quantiles of Student's distribution in thousandths, by degrees of freedom; between two it is the wider."""
_DEGREES = list(QUANTILES)


@dataclass(frozen=True, slots=True)
class Interval:
    """Points a game and the bounds between which they lie with 90 %, all in thousandths of a unit."""

    low: int
    middle: int
    high: int


def interval(tally: Tally) -> Interval | None:
    """Estimate what a game brings somebody; none where that cannot be told: of one game, or of a Stock alone.

    >>> interval(Tally(amount=100, games=50, squares=20_000))
    Interval(low=-2788, middle=2000, high=6788)
    >>> interval(Tally(amount=50, games=1, squares=2500))
    """
    games = tally.games
    spread = tally.squares * games - tally.amount**2
    if games < 2 or spread < 0:  # what comes out of the Stock is in the amount alone
        return None
    middle = per_game(tally.amount, games)
    half = _rounded_up_root(quantile(games - 1) ** 2 * spread, games * games * (games - 1))
    return Interval(middle - half, middle, middle + half)


def quantile(degrees: int) -> int:
    """Give the quantile for at least one degree of freedom.

    >>> quantile(1), quantile(13), quantile(5000)
    (6314, 1782, 1646)
    """
    return QUANTILES[_DEGREES[bisect_right(_DEGREES, degrees) - 1]]


def _rounded_up_root(number: int, divisor: int) -> int:
    """Give the root of a fraction, rounded up: an interval is rather too wide than too narrow."""
    root = isqrt(number // divisor)
    return root if root * root * divisor == number else root + 1
