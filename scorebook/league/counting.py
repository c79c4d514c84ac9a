"""What the evenings of one person make in a season: his score, what of them is dropped, and whether he has a rank."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from operator import neg

from scorebook.league.results import Result, Tally
from scorebook.league.scheme import Kind, Scheme

FINE = 1000
"""So many parts of a unit make one: points a game are counted in them."""


class Unranked(StrEnum):
    """Why somebody has no rank."""

    SUBSTITUTE = "substitute"
    GUEST = "guest"
    EVENINGS = "evenings"
    GAMES = "games"


@dataclass(frozen=True, slots=True)
class Standing:
    """What somebody has in a season, in one measure.

    `score` is in whole units, for points a game in thousandths of one, else in place points. It counts only the
    evenings that are not `dropped`; `evenings` and `tally` count all that he was at.
    """

    person: int
    score: int
    evenings: int
    tally: Tally
    dropped: tuple[int, ...] = ()
    unranked: Unranked | None = None


Evening = tuple[int, int, int, int]
"""An evening as little as it takes to score it: its number, the place at it, the amount, and the games."""


def count(person: int, results: Sequence[Result], scheme: Scheme, outside: Unranked | None = None) -> Standing:
    """Work out what somebody has from his results of a season, all of one measure.

    `outside` is why he has no rank whatever he plays. Not checked: that the results are his.

    >>> from datetime import date
    >>> days = [Result(n, date(2026, 1, n), 7, 1, Tally(amount, 20, 900)) for n, amount in ((1, 50), (2, -30), (3, 40))]
    >>> standing = count(7, days, Scheme(best=2, min_games=100))
    >>> standing.score, standing.evenings, standing.dropped, str(standing.unranked)
    (90, 3, (2,), 'games')
    """
    kept, dropped = sifted([bare(result) for result in results], scheme)
    tally = sum((result.tally for result in results), Tally())
    why = outside or missing(scheme, len(results), tally.games)
    return Standing(person, score(kept, scheme), len(results), tally, dropped, why)


def bare(result: Result) -> Evening:
    """Give of a result what it takes to score it."""
    return result.evening, result.place, result.tally.amount, result.tally.games


def sifted(evenings: Sequence[Evening], scheme: Scheme) -> tuple[Sequence[Evening], tuple[int, ...]]:
    """Part the evenings that count from those that are dropped, of which it gives the numbers.

    Of evenings that are worth the same, the one with more of the measure counts, else the one that came first.

    >>> sifted([(1, 2, 50, 20), (2, 1, 80, 20), (3, 1, 50, 20)], Scheme(best=2))
    ([(2, 1, 80, 20), (1, 2, 50, 20)], (3,))
    """
    if scheme.best is None or len(evenings) <= scheme.best:
        return evenings, ()
    ordered = sorted(zip(map(neg, worths(evenings, scheme)), (-one[2] for one in evenings), evenings, strict=True))
    dropped = sorted(one[2][0] for one in ordered[scheme.best :])
    return [one[2] for one in ordered[: scheme.best]], tuple(dropped)


def worths(evenings: Sequence[Evening], scheme: Scheme) -> list[int]:
    """Tell what each evening is worth by a scheme, in what its scores are counted in.

    >>> [worths([(1, 2, 50, 20)], Scheme(kind)) for kind in Kind]
    [[50], [2500], [18]]
    """
    match scheme.kind:
        case Kind.TOTAL:
            return [amount for _evening, _place, amount, _games in evenings]
        case Kind.PER_GAME:
            return [per_game(amount, games) for _evening, _place, amount, games in evenings]
        case Kind.PLACES:
            return [place_points(scheme, place) for _evening, place, _amount, _games in evenings]


def score(evenings: Sequence[Evening], scheme: Scheme) -> int:
    """Work out what these evenings are worth together; a game of all of them, where that is asked for.

    >>> [score([(1, 2, 50, 20), (2, 1, 80, 30)], Scheme(kind)) for kind in Kind]
    [130, 2600, 43]
    """
    if scheme.kind is Kind.PER_GAME:
        return per_game(sum([one[2] for one in evenings]), sum([one[3] for one in evenings]))
    return sum(worths(evenings, scheme))


def place_points(scheme: Scheme, place: int) -> int:
    """Give the points for a place.

    >>> place_points(Scheme(), 3), place_points(Scheme(), 11)
    (15, 0)
    """
    return scheme.place_points[place - 1] if place <= len(scheme.place_points) else 0


def per_game(amount: int, games: int) -> int:
    """Give thousandths of a unit a game, a half of one rounded up; of no games nothing.

    >>> per_game(100, 3), per_game(-100, 3), per_game(7, 0)
    (33333, -33333, 0)
    """
    return (2 * FINE * amount + games) // (2 * games) if games else 0


def missing(scheme: Scheme, evenings: int, games: int) -> Unranked | None:
    """Say what somebody lacks for a rank; none where he has one.

    >>> missing(Scheme(min_evenings=5), 5, 100)
    """
    if evenings < scheme.min_evenings:
        return Unranked.EVENINGS
    return Unranked.GAMES if games < scheme.min_games else None
