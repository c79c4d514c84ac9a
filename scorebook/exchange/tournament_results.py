"""The standings of a tournament as JSON, for programs that go on with them: points and counts as numbers."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from scorebook.league.tournament.awards import Profile, TeamLine
from scorebook.league.tournament.standings import Line

FORMAT = "scorebook-tournament-standings"
VERSION = 1


def results_json(
    title: tuple[str, date],
    rounds: Sequence[int],
    lines: Sequence[Line],
    teams: Sequence[TeamLine],
    names: Mapping[int, str],
    profiles: Mapping[int, Profile],
) -> dict[str, Any]:
    """Give standings as an object; a round of which nothing is there for somebody is null. `title` is name and day.

    >>> results_json(("Preisschafkopf", date(2026, 11, 28)), [1], [], [], {}, {})["rounds"]
    [1]
    """
    name, day = title
    return {
        "format": FORMAT,
        "version": VERSION,
        "name": name,
        "date": day.isoformat(),
        "rounds": list(rounds),
        "standings": [_line(line, names[line.player], profiles.get(line.player, Profile())) for line in lines],
        "teams": [_team(line) for line in teams],
    }


def _line(line: Line, name: str, profile: Profile) -> dict[str, Any]:
    tally, decided = line.row.standing.tally, line.decided
    return {
        "rank": line.rank,
        "number": line.player,
        "name": name,
        "team": profile.team,
        "points": line.total,
        "by_round": list(line.rounds),
        "penalties": list(line.penalties),
        "games": tally.games,
        "solos_won": tally.solos_won,
        "solos_lost": tally.solos_lost,
        "touts_won": tally.touts_won,
        "decided": None if decided is None else {"by": decided.by.value, "value": decided.value},
        "outside": None if line.outside is None else line.outside.value,
    }


def _team(line: TeamLine) -> dict[str, Any]:
    return {
        "rank": line.row.rank,
        "name": line.name,
        "points": line.row.standing.score,
        "counted": [one.player for one in line.counted],
        "others": [one.player for one in line.others],
    }
