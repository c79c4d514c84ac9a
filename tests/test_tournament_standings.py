"""Standings of a tournament: by round and total, what decided, who has no rank, and those of each award."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorebook.league.ranking import Decided
from scorebook.league.scheme import TieBreak
from scorebook.league.tournament.awards import Profile, places, team_lines
from scorebook.league.tournament.entries import (
    CountsFor,
    Drawn,
    Left,
    Listed,
    LotsDrawn,
    Penalised,
    Registered,
    Returned,
    Substituted,
)
from scorebook.league.tournament.settings import Award, Teams
from scorebook.league.tournament.standings import Line, Outside, lots_of, standings, undecided
from tests.tournament_folds import EIGHT, FIRST, SETTINGS, drawn, folded

SECOND = ((1, 5, 3, 7), (2, 6, 4, 8))
DRAWN = drawn(FIRST, SECOND)
LISTS = (
    Listed(1, 1, (30, 10, -20, -20), 32),
    Listed(1, 2, (0, 5, 5, -10), 32),
    Listed(2, 1, (-10, 40, -10, -20), 32),
    Listed(2, 2, (20, 5, -15, -10), 32),
)


def told(lines: list[Line]) -> list[tuple[int | None, int, int]]:
    """Give rank, start number and total of each line."""
    return [(line.rank, line.player, line.total) for line in lines]


def test_nothing_drawn() -> None:
    """Before the first draw nobody stands anywhere."""
    assert standings(folded()) == []


def test_rounds_and_total() -> None:
    """Each line has the points of all rounds and their sum; who was never drawn is not there."""
    lines = standings(folded(Registered(10), DRAWN, *LISTS))
    assert told(lines) == [
        (1, 5, 40),
        (2, 2, 30),
        (3, 1, 20),
        (4, 6, 10),
        (5, 7, -15),
        (6, 8, -20),
        (7, 3, -30),
        (8, 4, -35),
    ]
    assert lines[0].rounds == (0, 40)


def test_one_round_alone() -> None:
    """The standings of a round are those of its lists; up to a round they leave out what came after."""
    state = folded(DRAWN, *LISTS)
    assert [line.rounds for line in standings(state, 2, 2)][:2] == [(40,), (20,)]
    assert told(standings(state, last=1))[:2] == [(1, 1, 30), (2, 2, 10)]


def test_a_list_is_missing() -> None:
    """Who has no list yet has nothing of that round, not 0, and is there all the same."""
    lines = {line.player: line for line in standings(folded(DRAWN, *LISTS[:1]))}
    assert lines[1].rounds == (30, None)
    assert lines[5].rounds == (None, None)
    assert (lines[5].total, lines[5].rank) == (0, 3)


def test_penalties_count_in_their_round() -> None:
    """A penalty is seen beside the points, and lowers the total; in a round of its own it is not another's."""
    state = folded(DRAWN, *LISTS, Penalised(5, 1, 12, "zu spät"))
    lines = {line.player: line for line in standings(state)}
    assert (lines[5].rounds, lines[5].penalties, lines[5].total) == ((0, 40), (12, 0), 28)
    assert {line.player: line.total for line in standings(state, 2, 2)}[5] == 40


def test_what_decided_is_shown() -> None:
    """Of equals the one with more won Soli stands first, with what he had."""
    lists = (Listed(1, 1, (10, 10, -10, -10), 32, (1, 2, 0, 0), (0, 0, 1, 0)),)
    lines = standings(folded(DRAWN, *lists), last=1)
    assert [(line.player, line.rank, line.decided) for line in lines[:2]] == [
        (2, 1, Decided(TieBreak.SOLOS_WON, 2)),
        (1, 2, Decided(TieBreak.SOLOS_WON, 1)),
    ]
    assert [(line.player, line.decided) for line in lines[-2:]] == [
        (4, Decided(TieBreak.SOLOS_LOST, 0)),
        (3, Decided(TieBreak.SOLOS_LOST, 1)),
    ]


def test_the_direct_comparison_is_that_of_tables() -> None:
    """Who met at a table are compared there; at different tables of one round nobody met."""
    settings = replace(SETTINGS, tie_breaks=(TieBreak.DIRECT,))
    lists = (
        Listed(1, 1, (20, 0, -10, -10), 32),
        Listed(1, 2, (3, -3, 0, 0), 32),
        Listed(2, 1, (-10, 5, 20, -15), 32),
        Listed(2, 2, (10, 11, -20, -1), 32),
    )
    lines = {line.player: line for line in standings(folded(DRAWN, *lists, settings=settings))}
    # At the first table 1 was before 2, and 2 before 3; at the next one 3 was before 1.
    assert {player: lines[player].decided for player in (1, 3, 2)} == {
        1: Decided(TieBreak.DIRECT, 2, 1),
        3: Decided(TieBreak.DIRECT, 1, 2),
        2: Decided(TieBreak.DIRECT, 1, 1),
    }
    assert (lines[5].rank, lines[5].decided) == (4, Decided(TieBreak.DIRECT, 1, 0))
    assert (lines[6].rank, lines[6].decided) == (5, Decided(TieBreak.DIRECT, 0, 1))


def test_all_tied() -> None:
    """Where all have the same and nothing parts them, all are first until the lot is drawn; then each has his rank."""
    zero = [Listed(number, table, (0, 0, 0, 0), 32) for number in (1, 2) for table in (1, 2)]
    state = folded(DRAWN, *zero)
    assert [line.rank for line in standings(state)] == [1] * 8
    assert undecided(state) == list(range(1, 9))
    after = folded(DRAWN, *zero, LotsDrawn(EIGHT, "Hirsch"))
    assert [line.rank for line in standings(after)] == list(range(1, 9))
    assert [line.decided for line in standings(after)] == [Decided(TieBreak.LOT, place) for place in range(1, 9)]
    assert undecided(after) == []


def test_who_has_a_lot_keeps_it() -> None:
    """Lots that are drawn later, for others, change nothing for those who have one."""
    first = lots_of(folded(DRAWN, LotsDrawn((1, 2), "a")))
    both = lots_of(folded(DRAWN, LotsDrawn((1, 2), "a"), LotsDrawn((1, 2, 3), "b")))
    assert {player: both[player] for player in first} == first
    assert set(both) == {1, 2, 3}


def test_a_substitute_takes_no_rank() -> None:
    """What counts for a substitute is told last and without a rank; the others stand as if he were not there."""
    lines = standings(folded(DRAWN, Substituted(1, 1, 0, 9, CountsFor.CAME), *LISTS))
    assert (lines[-1].player, lines[-1].rank, lines[-1].total) == (9, None, 30)
    assert lines[-1].outside is Outside.SUBSTITUTE
    assert [line.rank for line in lines[:-1]] == list(range(1, 9))


def test_somebody_plays_on_for_who_left() -> None:
    """Where the list still counts for him, who left has his rank; else he keeps his points and has none."""
    gone = (DRAWN, *LISTS[:2], Left(1, 2))
    stays = standings(folded(*gone, Substituted(2, 1, 0, 9), *LISTS[2:]))
    assert {line.player: line.rank for line in stays}[1] == 3
    lost = standings(folded(*gone, Substituted(2, 1, 0, 9, CountsFor.CAME), *LISTS[2:]))
    last = next(line for line in lost if line.player == 1)
    assert (last.rank, last.total, last.rounds, last.outside) == (None, 30, (30, None), Outside.LEFT)


def test_who_returns_has_his_rank_again() -> None:
    """Who missed a round and came back is ranked by what he has; after the round that he missed he was not."""
    second = Drawn(2, (((2, 5, 3, 7), (9, 6, 4, 8)), SECOND), EIGHT, "y", 0, 0)
    state = folded(replace(DRAWN, rounds=(FIRST,)), Left(1, 2), second, Returned(1, 3), *LISTS[:2])
    assert {line.player: line.rank for line in standings(state, last=2)}[1] is None
    assert {line.player: line.rank for line in standings(state)}[1] == 1


def test_five_at_a_table_play_as_many() -> None:
    """At a table of five each plays four of five games."""
    five = Drawn(1, (((1, 2, 3, 4, 10), (5, 6, 7, 8)),), (*range(1, 9), 10), "x", 0, 0)
    lines = standings(folded(Registered(10), five, Listed(1, 1, (20, -5, -5, -5, -5), 40)))
    assert {line.player: line.row.standing.tally.games for line in lines}[10] == 32


# --- Awards ----------------------------------------------------------------------------------------------------------

PEOPLE = {
    1: Profile(woman=True, born=1950),
    2: Profile(born=1950, local=True),
    3: Profile(woman=True, born=2008),
    5: Profile(local=True),
    8: Profile(born=2008),
}


@pytest.mark.parametrize(
    ("award", "expected"),
    [
        (Award.OVERALL, [5, 2, 1, 6, 7, 8, 3, 4]),
        (Award.WOMEN, [1, 3]),
        (Award.LOCAL, [5, 2]),
        (Award.OLDEST, [2, 1, 8, 3]),
        (Award.YOUNGEST, [8, 3, 2, 1]),
        (Award.FROM_END, [4, 3, 8, 7, 6, 1, 2, 5]),
    ],
)
def test_awards(award: Award, expected: list[int]) -> None:
    """Each award has its own people, in order, at ranks of their own."""
    found = places(award, standings(folded(DRAWN, *LISTS)), PEOPLE)
    assert [place.line.player for place in found] == expected
    assert [place.rank for place in found] == list(range(1, len(expected) + 1))


def test_from_the_end_with_ties() -> None:
    """Who share the last rank are both last, and the next one is last but two."""
    lists = (Listed(1, 1, (30, 10, -20, -20), 32), Listed(1, 2, (9, 8, 7, -24), 32))
    found = places(Award.FROM_END, standings(folded(replace(DRAWN, rounds=(FIRST,)), *lists)), {})
    assert [(place.rank, place.line.player, place.tied) for place in found][:4] == [
        (1, 8, False),
        (2, 3, True),
        (2, 4, True),
        (4, 7, False),
    ]


def test_teams() -> None:
    """The best of a team count, who does not count is told; too few, or too many, have no rank."""
    settings = replace(SETTINGS, teams=Teams(size=3, best=2))
    teams = {1: "Alm", 2: "Alm", 3: "Alm", 5: "Berg", 4: "Berg", 6: "Tal"}
    lines = standings(folded(DRAWN, *LISTS, settings=settings))
    found = team_lines(lines, {player: Profile(team=name) for player, name in teams.items()}, settings)
    assert [(team.name, team.row.rank, team.row.standing.score) for team in found] == [
        ("Alm", 1, 50),
        ("Berg", 2, 5),
        ("Tal", None, 10),
    ]
    assert [line.player for line in found[0].counted] == [2, 1]
    assert [line.player for line in found[0].others] == [3]
    small = team_lines(lines, dict.fromkeys((1, 2, 3), Profile(team="Alm")), replace(settings, teams=Teams(2, 2)))
    assert [team.row.rank for team in small] == [None]


def test_teams_share() -> None:
    """Teams that nothing parts share a rank; won Soli part them, with what each had."""
    settings = replace(SETTINGS, teams=Teams(size=2, best=1))
    names = {1: Profile(team="Alm"), 2: Profile(team="Berg")}
    same = (10, 10, -10, -10)
    tied = team_lines(standings(folded(DRAWN, Listed(1, 1, same, 32))), names, settings)
    assert [(team.row.rank, team.row.tied) for team in tied] == [(1, True), (1, True)]
    parted = team_lines(standings(folded(DRAWN, Listed(1, 1, same, 32, (0, 1, 0, 0)))), names, settings)
    assert [(team.name, team.row.decided) for team in parted] == [
        ("Berg", Decided(TieBreak.SOLOS_WON, 1)),
        ("Alm", Decided(TieBreak.SOLOS_WON, 0)),
    ]


@given(points=st.lists(st.tuples(*[st.integers(-50, 50)] * 3), min_size=4, max_size=4), lost=st.integers(1, 9))
def test_what_is_won_is_lost(points: list[tuple[int, int, int]], lost: int) -> None:
    """All totals together are zero less the penalties, every rank is one more than how many stand before it."""
    where = [(number, table) for number in (1, 2) for table in (1, 2)]
    lists = [Listed(*at, (*three, -sum(three)), 32) for at, three in zip(where, points, strict=True)]
    lines = standings(folded(DRAWN, *lists, Penalised(1, 1, lost, "zu spät")))
    assert sum(line.total for line in lines) == -lost
    for line in lines:
        assert line.rank == 1 + sum((other.rank or 0) < (line.rank or 0) for other in lines)
        assert line.total == sum(point or 0 for point in line.rounds) - sum(line.penalties)
