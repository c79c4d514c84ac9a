"""The till of a tournament: what came in, what went out, what is left, and what is due yet either way."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scorebook.league.tournament.attendance import fees, taking_part
from scorebook.league.tournament.awards import Profile
from scorebook.league.tournament.entries import CashKind, CashMoved
from scorebook.league.tournament.prizes import Prizes
from scorebook.league.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class CashLine:
    """What came in or went out for one thing: so many times, so much together, below zero where it went out."""

    what: CashKind
    text: str
    count: int
    cents: int


@dataclass(frozen=True, slots=True)
class CashReport:
    """What the till says. Income less outgo is what is left, to the cent.

    `owing` are fees that are due yet, by player; `due` is money won that was not paid yet, by player, and `teams` the
    same by team: paying one of its people more than is due to him alone pays the team. Below zero somebody got more
    than he won.
    """

    income: tuple[CashLine, ...]
    outgo: tuple[CashLine, ...]
    owing: Mapping[int, int]
    due: Mapping[int, int]
    teams: Mapping[str, int]

    @property
    def taken(self) -> int:
        """All that came in."""
        return sum(line.cents for line in self.income)

    @property
    def given(self) -> int:
        """All that went out, as a number above zero."""
        return -sum(line.cents for line in self.outgo)

    @property
    def left(self) -> int:
        """What is in the till."""
        return self.taken - self.given

    @property
    def in_the_end(self) -> int:
        """What will be in the till when all prizes are paid; below zero it does not last."""
        return self.left - sum(self.due.values()) - sum(self.teams.values())


def cash_report(state: Tournament, won: Prizes, profiles: Mapping[int, Profile]) -> CashReport:
    """Work out what the till says.

    A fee that was given back goes out; other things are told one by one by what they were for.

    >>> from scorebook.league.tournament.settings import Settings
    >>> cash_report(Tournament(1, Settings(rule_set=1), {}), Prizes(0), {}).left
    0
    """
    moves = [one.entry for one in state.cash if isinstance(one.entry, CashMoved)]
    due, teams = _due(moves, won), {one.team: one.cents for one in won.won if one.player is None and one.cents}
    for player, cents in due.items():
        team = profiles[player].team if player in profiles else ""
        more = min(-cents, teams.get(team, 0)) if cents < 0 else 0
        if more:
            teams[team] -= more
            due[player] += more
    return CashReport(
        income=_lines(move for move in moves if move.cents > 0),
        outgo=_lines(move for move in moves if move.cents < 0),
        owing=_owing(state),
        due={player: cents for player, cents in due.items() if cents},
        teams={team: cents for team, cents in teams.items() if cents},
    )


def _lines(moves: Iterable[CashMoved]) -> tuple[CashLine, ...]:
    found: dict[tuple[CashKind, str], list[int]] = defaultdict(list)
    for move in moves:
        text = "" if move.what in (CashKind.FEE, CashKind.PRIZE) else move.text.strip()
        found[move.what, text].append(move.cents)
    in_order = sorted(found.items(), key=lambda item: (list(CashKind).index(item[0][0]), item[0][1]))
    return tuple(CashLine(what, text, len(cents), sum(cents)) for (what, text), cents in in_order)


def _owing(state: Tournament) -> dict[int, int]:
    paid = fees(state)
    missing = {number: state.settings.fee - paid.get(number, 0) for number in taking_part(state)}
    return {number: cents for number, cents in missing.items() if cents > 0}


def _due(moves: Iterable[CashMoved], won: Prizes) -> dict[int, int]:
    due: dict[int, int] = defaultdict(int)
    for one in won.won:
        if one.player is not None:
            due[one.player] += one.cents
    for move in moves:
        if move.what is CashKind.PRIZE and move.player is not None:
            due[move.player] += move.cents
    return dict(sorted(due.items()))
