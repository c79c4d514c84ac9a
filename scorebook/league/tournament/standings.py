"""Who stands where at a tournament: by round and in total, with what decided between equals.

A penalty counts in its round. Who has left, and for whom nobody plays on, keeps his points but has no rank any more;
nor has a substitute, whatever counts for him. What was not played counts as nothing.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from scorebook.league import lots
from scorebook.league.counting import Standing
from scorebook.league.ranking import Decided, Row, ranked
from scorebook.league.results import Result, Tally
from scorebook.league.scheme import Scheme
from scorebook.league.tournament.entries import Listed, LotsDrawn, Penalised
from scorebook.league.tournament.state import Tournament

TABLES = 1000
"""More tables than a round has: so the tables of all rounds can be numbered."""
ACTIVE = 4
"""So many play a game at a table, of however many."""
NO_DAY = date.min
"""The rounds of a tournament are told apart by their numbers, not by days."""


class Outside(StrEnum):
    """Why somebody has no rank."""

    SUBSTITUTE = "substitute"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the standings. `row` has rank, total (`row.standing.score`), Soli and what decided.

    `rounds` are the points by round, without the penalties; None where nothing is there for him (yet, or at all).
    `penalties` are the points that he lost by round, as numbers above zero. Both begin with the first round asked for.
    """

    row: Row
    rounds: tuple[int | None, ...]
    penalties: tuple[int, ...]
    outside: Outside | None = None

    @property
    def player(self) -> int:
        """The start number."""
        return self.row.standing.person

    @property
    def rank(self) -> int | None:
        """The rank; none for who has none."""
        return self.row.rank

    @property
    def total(self) -> int:
        """All points, less the penalties."""
        return self.row.standing.score

    @property
    def decided(self) -> Decided | None:
        """What decided between those of one score, and what this one had."""
        return self.row.decided


def standings(state: Tournament, first: int = 1, last: int | None = None) -> list[Line]:
    """Rank all who are seated in the rounds from `first` to `last` (none: the last that is drawn), the best first.

    For one round alone they are the same. Lists that are missing count as nothing until they are there. Who is
    without a rank comes last.

    >>> from scorebook.league.tournament.settings import Settings
    >>> standings(Tournament(1, Settings(rule_set=1), {}))
    []
    """
    end = len(state.rounds) if last is None else min(last, len(state.rounds))
    span = range(first, end + 1)
    played = _played(state, span)
    without = _outside(state, played, end)
    scored = {player: _standing(player, results, _lost(state, player, span)) for player, results in played.items()}
    rows = ranked(
        (standing for player, standing in scored.items() if player not in without),
        scheme_of(state),
        lambda people: _met(played, people),
        lots_of(state),
    )
    below = sorted((scored[player] for player in without), key=lambda one: (-one.score, one.person))
    return [
        Line(row, _by_round(played[player], span), _lost(state, player, span), without.get(player))
        for row in [*rows, *(Row(None, standing) for standing in below)]
        for player in [row.standing.person]
    ]


def scheme_of(state: Tournament) -> Scheme:
    """Give how a tournament is ranked, as the scheme of a season: the sum of everything."""
    return Scheme(tie_breaks=state.settings.tie_breaks)


def lots_of(state: Tournament) -> dict[int, int]:
    """Give the lots that were drawn so far, by player; who has one keeps it."""
    numbers: dict[int, int] = {}
    for stamped in state.lots:
        if isinstance(stamped.entry, LotsDrawn):
            new = [player for player in stamped.entry.players if player not in numbers]
            numbers |= lots.draw(stamped.entry.seed, new, numbers.values())
    return numbers


def undecided(state: Tournament, last: int | None = None) -> list[int]:
    """Give those who share a rank and have no lot yet: `LotsDrawn` decides among them, if the settings want a lot."""
    return lots.undecided((line.row for line in standings(state, last=last)), lots_of(state))


def _played(state: Tournament, span: Iterable[int]) -> dict[int, list[Result]]:
    """Give what was handed in for everybody who is seated in these rounds; nothing for who has no list yet."""
    found: dict[int, list[Result]] = defaultdict(list)
    for number in span:
        for table in state.rounds[number - 1].tables:
            for seat, player in enumerate(table.counts):
                results = found[player]
                if table.listed is not None:
                    evening = number * TABLES + table.number
                    results.append(Result(evening, NO_DAY, player, 1, _tally(table.listed, seat)))
    return found


def _tally(listed: Listed, seat: int) -> Tally:
    counted = (counts[seat] if counts else 0 for counts in (listed.solos_won, listed.solos_lost, listed.touts_won))
    solos_won, solos_lost, touts_won = counted
    games = listed.games * ACTIVE // len(listed.points)
    return Tally(listed.points[seat], games, 0, solos_won, solos_lost, touts_won)


def _lost(state: Tournament, player: int, span: Sequence[int]) -> tuple[int, ...]:
    """Give the points that somebody lost in each round by penalties."""
    lost = dict.fromkeys(span, 0)
    for stamped in state.penalties:
        entry = stamped.entry
        if isinstance(entry, Penalised) and entry.player == player and entry.round in lost:
            lost[entry.round] += entry.points
    return tuple(lost.values())


def _standing(player: int, results: Sequence[Result], lost: Iterable[int]) -> Standing:
    tally = sum((result.tally for result in results), Tally()) + Tally(-sum(lost))
    return Standing(player, tally.amount, len(results), tally)


def _by_round(results: Iterable[Result], span: Iterable[int]) -> tuple[int | None, ...]:
    """Give the points of each round; two lists of one round can count for one who took over a second seat."""
    points: dict[int, int | None] = dict.fromkeys(span)
    for result in results:
        number = result.evening // TABLES
        points[number] = (points[number] or 0) + result.tally.amount
    return tuple(points.values())


def _outside(state: Tournament, people: Iterable[int], last: int) -> dict[int, Outside]:
    """Give who has no rank after a round, and why."""
    counted = {player for table in state.rounds[last - 1].tables for player in table.counts} if last else set()
    found: dict[int, Outside] = {}
    for player in people:
        there = state.players[player]
        if there.substitute:
            found[player] = Outside.SUBSTITUTE
        elif player not in counted and not there.plays(last):
            found[player] = Outside.LEFT
    return found


def _met(played: Mapping[int, Sequence[Result]], people: Collection[int]) -> list[Result]:
    return [result for player in people for result in played[player]]
