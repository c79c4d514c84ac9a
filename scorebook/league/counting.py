"""What the evenings of one person make in a season: his score, what of them is dropped, and whether he has a rank."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

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


def count(person: int, results: Sequence[Result], scheme: Scheme, outside: Unranked | None = None) -> Standing:
    """Work out what somebody has from his results of a season, all of one measure.

    `outside` is why he has no rank whatever he plays. Not checked: that the results are his.

    >>> from datetime import date
    >>> days = [Result(n, date(2026, 1, n), 7, 1, Tally(amount, 20, 900)) for n, amount in ((1, 50), (2, -30), (3, 40))]
    >>> standing = count(7, days, Scheme(best=2, min_games=100))
    >>> standing.score, standing.evenings, standing.dropped, str(standing.unranked)
    (90, 3, (2,), 'games')
    """
    kept, dropped = sifted(results, scheme)
    tally = sum((result.tally for result in results), Tally())
    why = outside or missing(scheme, len(results), tally.games)
    return Standing(person, score(kept, scheme), len(results), tally, dropped, why)


def sifted(results: Iterable[Result], scheme: Scheme) -> tuple[list[Result], tuple[int, ...]]:
    """Part the results that count from the evenings that are dropped, both in the order in which the book has them.

    Of evenings that are worth the same, the one with more of the measure counts, else the one that came first.

    >>> sifted([], Scheme(best=1))
    ([], ())
    """
    in_order = sorted(results, key=lambda result: result.evening)
    if scheme.best is None or len(in_order) <= scheme.best:
        return in_order, ()
    best = sorted(in_order, key=lambda result: (worth(result, scheme), result.tally.amount), reverse=True)
    kept = {result.evening for result in best[: scheme.best]}
    dropped = tuple(result.evening for result in in_order if result.evening not in kept)
    return [result for result in in_order if result.evening in kept], dropped


def worth(result: Result, scheme: Scheme) -> int:
    """Tell what one evening is worth by a scheme, in what its scores are counted in.

    >>> from datetime import date
    >>> second = Result(1, date(2026, 1, 1), 7, 2, Tally(50, 20))
    >>> [worth(second, Scheme(kind)) for kind in Kind]
    [50, 2500, 18]
    """
    return score([result], scheme)


def score(results: Sequence[Result], scheme: Scheme) -> int:
    """Work out what these evenings are worth together."""
    if scheme.kind is Kind.PLACES:
        return sum(place_points(scheme, result.place) for result in results)
    amount = sum(result.tally.amount for result in results)
    return amount if scheme.kind is Kind.TOTAL else per_game(amount, sum(result.tally.games for result in results))


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
