"""The standings apart from the one for all: women, the oldest and youngest, locals, from the end, and teams."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from scorebook.league.counting import Standing
from scorebook.league.ranking import Row, ranked
from scorebook.league.results import Tally
from scorebook.league.scheme import Scheme, TieBreak
from scorebook.league.tournament.settings import Award, Settings, Teams
from scorebook.league.tournament.standings import Line

NOT_FOR_TEAMS = (TieBreak.AMOUNT, TieBreak.DIRECT, TieBreak.LOT)
"""Tie-breaks that ask something of people, not of sums."""
NOBODY_BORN = 0


@dataclass(frozen=True, slots=True)
class Profile:
    """What awards ask of somebody; `born` is a year, where it is known."""

    woman: bool = False
    born: int | None = None
    local: bool = False
    team: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Somebody in the standings of an award; `tied` means that others share the place. From the end, 1 is the last."""

    rank: int
    line: Line
    tied: bool = False


@dataclass(frozen=True, slots=True)
class TeamLine:
    """One line of the standings of teams. `row` has rank, total and what decided; its person is the team's index.

    `counted` are the members whose points count, the best first, `others` those whose points do not. A team of which
    too few, or more than belong to one, have a rank has none itself.
    """

    name: str
    row: Row
    counted: tuple[Line, ...]
    others: tuple[Line, ...]


def places(award: Award, lines: Iterable[Line], profiles: Mapping[int, Profile]) -> list[Place]:
    """Rank those of whom an award is, the first first; only who has a rank in `lines`, in that order.

    The oldest and youngest are by year of birth, of one year the better one is first. Not for teams: `team_lines`.

    >>> def line(player: int, rank: int) -> Line:
    ...     return Line(Row(rank, Standing(player, -rank, 1, Tally())), (), ())
    >>> lines = [line(7, 1), line(8, 2), line(9, 2), line(5, 4)]
    >>> people = {7: Profile(), 8: Profile(woman=True), 9: Profile(woman=True, born=1950), 5: Profile(born=1950)}
    >>> [(place.rank, place.line.player, place.tied) for place in places(Award.WOMEN, lines, people)]
    [(1, 8, True), (1, 9, True)]
    >>> [(place.rank, place.line.player) for place in places(Award.OLDEST, lines, people)]
    [(1, 9), (2, 5)]
    >>> [(place.rank, place.line.player) for place in places(Award.FROM_END, lines, people)]
    [(1, 5), (2, 8), (2, 9), (4, 7)]
    """
    there = [line for line in lines if line.rank is not None]

    def of(line: Line) -> Profile:
        return profiles.get(line.player, Profile())

    match award:
        case Award.WOMEN:
            return _in_order([line for line in there if of(line).woman], _rank)
        case Award.LOCAL:
            return _in_order([line for line in there if of(line).local], _rank)
        case Award.OLDEST:
            return _in_order(_born(there, profiles), lambda line: (of(line).born, line.rank))
        case Award.YOUNGEST:
            return _in_order(_born(there, profiles), lambda line: (-(of(line).born or NOBODY_BORN), line.rank))
        case Award.FROM_END:
            return _in_order(there, lambda line: -(line.rank or 0))
        case _:
            return _in_order(there, _rank)


def _rank(line: Line) -> Any:
    return line.rank


def _born(lines: Iterable[Line], profiles: Mapping[int, Profile]) -> list[Line]:
    return [line for line in lines if line.player in profiles and profiles[line.player].born is not None]


def _in_order(lines: Sequence[Line], key: Callable[[Line], Any]) -> list[Place]:
    """Rank lines by a key, equals at one rank."""
    found: list[Place] = []
    for _key, group in groupby(sorted(lines, key=key), key=key):
        equals, rank = list(group), len(found) + 1
        found += [Place(rank, line, len(equals) > 1) for line in equals]
    return found


def team_lines(lines: Sequence[Line], profiles: Mapping[int, Profile], settings: Settings) -> list[TeamLine]:
    """Rank the teams by the sum of their best; equals by the Soli of these, then they share. None: there are no teams.

    Members without a rank do not count, but are told.

    >>> settings = Settings(rule_set=1, teams=Teams(size=2, best=1))
    >>> lines = [Line(Row(rank, Standing(rank, -rank, 1, Tally())), (), ()) for rank in (1, 2)]
    >>> found = team_lines(lines, {1: Profile(team="Hirsch"), 2: Profile(team="Hirsch")}, settings)
    >>> [(team.name, team.row.rank, team.row.standing.score, len(team.others)) for team in found]
    [('Hirsch', 1, -1, 1)]
    """
    if settings.teams is None:
        return []
    members: dict[str, list[Line]] = defaultdict(list)
    for line in lines:
        name = profiles.get(line.player, Profile()).team
        if name:
            members[name].append(line)
    names = sorted(members)
    chain = tuple(one for one in settings.tie_breaks if one not in NOT_FOR_TEAMS)
    whole = [index for index, name in enumerate(names) if _complete(members[name], settings.teams)]
    rows = ranked((_sum(index, members[names[index]], settings.teams) for index in whole), Scheme(tie_breaks=chain))
    rows += [
        Row(None, _sum(index, members[name], settings.teams)) for index, name in enumerate(names) if index not in whole
    ]
    return [_team_line(names[row.standing.person], row, members, settings.teams) for row in rows]


def _complete(members: Sequence[Line], teams: Teams) -> bool:
    return teams.best <= len(_ranked(members)) and len(members) <= teams.size


def _ranked(members: Iterable[Line]) -> list[Line]:
    return [line for line in members if line.rank is not None]


def _sum(index: int, members: Sequence[Line], teams: Teams) -> Standing:
    counted = _ranked(members)[: teams.best]
    tally = sum((line.row.standing.tally for line in counted), Tally())
    return Standing(index, sum(line.total for line in counted), len(counted), tally)


def _team_line(name: str, row: Row, members: Mapping[str, Sequence[Line]], teams: Teams) -> TeamLine:
    counted = tuple(_ranked(members[name])[: teams.best])
    return TeamLine(name, row, counted, tuple(line for line in members[name] if line not in counted))
