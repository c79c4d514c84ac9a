"""What may happen at a table of a tournament and what not: lists, seats, and what is taken back."""

from dataclasses import replace

import pytest

from scorebook.league.tournament.allowed import director_decides, objections
from scorebook.league.tournament.entries import (
    Claimed,
    Confirmed,
    CountsFor,
    Entry,
    Left,
    Listed,
    Penalised,
    Published,
    Registered,
    Returned,
    Ruled,
    Substituted,
    TakenBack,
)
from scorebook.league.tournament.settings import Scoring
from scorebook.wording import message
from tests.tournament_folds import EIGHT, SPARE
from tests.tournament_refusals import (
    AHEAD,
    DRAWN,
    GONE,
    HERE,
    LISTS,
    MORE,
    PLAYED,
    SETTINGS,
    folded,
    found,
)

# --- At the table ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "entry", "expected"),
    [
        ((), LISTS[0], ("list.no_round", "round")),
        ((DRAWN,), replace(LISTS[0], table=3), ("list.no_table", "table")),
        (PLAYED, LISTS[0], ("list.there", "table")),
        (PLAYED, replace(LISTS[0], replaces=13, reason="x"), ("list.overtaken", "table")),
        (PLAYED, replace(LISTS[0], replaces=12), ("reason.missing", "reason")),
        ((DRAWN,), replace(LISTS[0], replaces=12, reason="x"), ("list.none", "table")),
        ((DRAWN,), replace(LISTS[0], points=(30, 10, -20, -15)), ("list.sum", "points")),
        ((DRAWN,), replace(LISTS[0], points=(20, -10, -10)), ("list.seats", "points")),
        ((DRAWN,), replace(LISTS[0], games=31), ("list.games", "games")),
        ((DRAWN,), replace(LISTS[0], games=33), ("list.games", "games")),
        ((DRAWN,), replace(LISTS[0], games=0), ("list.games_range", "games")),
        ((DRAWN,), replace(LISTS[0], solos_won=(1, 0)), ("list.counters", "solos_won")),
        ((DRAWN,), replace(LISTS[0], solos_lost=(0, -1, 0, 0)), ("list.negative", "solos_lost.1")),
        ((DRAWN,), replace(LISTS[0], solos_won=(30, 0, 0, 0), solos_lost=(3, 0, 0, 0)), ("list.solos", "solos_won")),
        ((DRAWN,), replace(LISTS[0], touts_won=(0, 0, 1, 0)), ("list.touts", "touts_won.2")),
        ((DRAWN, GONE), LISTS[0], ("list.gone", "points.2")),
        ((AHEAD, GONE, Returned(3, 2)), LISTS[0], ("list.gone", "points.2")),
        (PLAYED, Confirmed(11), ("list.other_holds", "entry")),
        ((*PLAYED, Confirmed(12)), Confirmed(12), ("list.confirmed", "entry")),
        ((), Claimed(1, 1, 7), ("list.no_round", "round")),
        ((*PLAYED, Published(1)), Claimed(1, 1, 7), ("round.published", "round")),
        (PLAYED, Penalised(77, 1, 5, "x"), ("player.unknown", "player")),
        (PLAYED, Penalised(SPARE, 1, 5, "x"), ("penalty.not_there", "player")),
        (PLAYED, Penalised(1, 1, 0, "x"), ("penalty.points", "points")),
        (PLAYED, Penalised(1, 1, 5, ""), ("reason.missing", "reason")),
        (PLAYED, Ruled(1, " "), ("ruling.missing", "text")),
        (PLAYED, Ruled(1, "x", 3), ("list.no_table", "table")),
        (PLAYED, Ruled(2, "x"), ("list.no_round", "round")),
    ],
)
def test_tables(before: tuple[Entry, ...], entry: Entry, expected: tuple[str, str]) -> None:
    """Lists, confirmations, penalties and rulings that cannot be, each at its field."""
    assert found(folded(*before), entry) == [expected]


def test_what_a_player_reads() -> None:
    """The sum, the number of games and the table that has its list already are said as somebody at the table would."""
    drawn = folded(DRAWN)
    said = [
        message(next(objections(state, entry)))
        for state, entry in (
            (drawn, replace(LISTS[0], points=(30, 10, -20, -15))),
            (drawn, replace(LISTS[0], games=31)),
            (HERE, LISTS[0]),
        )
    ]
    assert said == [
        "Die Liste geht nicht auf: zusammen +5 statt 0.",
        "31 Spiele statt 32. Warum? Mit einem Grund trägt die Turnierleitung das so ein.",
        "Tisch 1 hat schon eine Liste, von Vroni. Ist es der richtige Tisch?",
    ]


def test_winners_only_has_no_sum() -> None:
    """Where only winners' points are written any sum can be, but nobody has less than nothing."""
    state = folded(DRAWN, settings=replace(SETTINGS, scoring=Scoring.WINNERS_ONLY))
    assert found(state, replace(LISTS[0], points=(30, 10, 20, 0))) == []
    assert found(state, replace(LISTS[0], points=(30, 10, -20, 0))) == [("list.negative", "points.2")]


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (replace(LISTS[0], points=(3, 1, 2, 0)), [("list.too_little", "points")]),
        (replace(LISTS[0], points=(3, 1, 2, 0), reason="fast nur Unentschieden"), []),
        (replace(LISTS[0], points=(30, 10, 20, 0), solos_won=(1, 0, 0, 0)), []),
        (replace(LISTS[0], points=(30, 10, 20, 0), solos_won=(0, 0, 0, 1)), [("list.solo_for_nothing", "points.3")]),
    ],
)
def test_winners_points_that_hardly_can_be(entry: Listed, expected: list[tuple[str, str]]) -> None:
    """Fewer points than games need a reason; who won a Solo has points."""
    assert found(folded(DRAWN, settings=replace(SETTINGS, scoring=Scoring.WINNERS_ONLY)), entry) == expected


def test_forty_games_at_five() -> None:
    """A table of five plays more games, so that everybody plays as many."""
    five = replace(DRAWN, rounds=(((1, 2, 3, 4, 10), (5, 6, 7, 8)),), players=(*EIGHT, 10))
    state = folded(Registered(10), five)
    assert found(state, Listed(1, 1, (0, 0, 0, 0, 0), 40)) == []
    assert found(state, Listed(1, 1, (0, 0, 0, 0, 0), 32)) == [("list.games", "games")]


def test_a_fifth_takes_a_round_off_and_returns() -> None:
    """Who left in round 2 and returned for it may have a list; while he is gone his table needs somebody else."""
    gone = folded(AHEAD, *LISTS, Left(3, 2))
    assert found(gone, MORE[0]) == [("list.gone", "points.2")]
    assert found(folded(AHEAD, *LISTS, Left(3, 2), Returned(3, 2)), MORE[0]) == []
    assert found(folded(AHEAD, *LISTS, Left(3, 2), Substituted(2, 1, 2, SPARE)), MORE[0]) == []


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (replace(LISTS[0], replaces=12, reason="verrechnet"), True),
        (replace(MORE[0], games=31, reason="Feueralarm"), True),
        (MORE[0], False),
        (Penalised(1, 1, 5, "x"), False),
    ],
)
def test_what_the_director_decides(entry: Entry, *, expected: bool) -> None:
    """A list of a round that is out, and one with too few games, is for whoever leads the tournament."""
    assert director_decides(folded(AHEAD, *LISTS, Published(1)), entry) == expected


# --- A seat ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "entry", "expected"),
    [
        ((DRAWN,), Substituted(1, 1, 4, SPARE), ("substitute.seat", "seat")),
        ((DRAWN,), Substituted(1, 1, 0, 77), ("player.unknown", "came")),
        ((DRAWN,), Substituted(1, 1, 0, 5), ("substitute.sits", "came")),
        ((DRAWN,), Substituted(1, 1, 0, 1), ("substitute.sits", "came")),
        ((DRAWN, Registered(10, waits=True)), Substituted(1, 1, 0, 10), ("player.waits", "came")),
        ((DRAWN, Registered(10), Left(10, 1)), Substituted(1, 1, 0, 10), ("player.gone", "came")),
        ((*PLAYED, Published(1)), Substituted(1, 1, 0, SPARE), ("round.published", "round")),
        (
            (DRAWN, Substituted(1, 1, 0, SPARE)),
            Substituted(1, 2, 0, 1, CountsFor.CAME),
            ("substitute.counts_twice", "counts_for"),
        ),
    ],
)
def test_substitutes(before: tuple[Entry, ...], entry: Entry, expected: tuple[str, str]) -> None:
    """Nobody sits at two tables of a round, and no two lists of it count for one."""
    assert expected in found(folded(*before), entry)


def test_the_last_substitute_goes_first() -> None:
    """Of two who took over one seat the second is taken back before the first."""
    twice = (DRAWN, Registered(10), Substituted(1, 1, 0, SPARE), Substituted(1, 1, 0, 10))
    assert found(folded(*twice), TakenBack(13)) == [("substitute.not_last", "entry")]
    assert found(folded(*twice), TakenBack(14)) == []
    assert found(folded(*twice, TakenBack(14)), TakenBack(13)) == []


def test_his_seat_is_elsewhere_by_now() -> None:
    """Who gave up his seat and took another cannot get the first one back while he has the other."""
    moved = (DRAWN, Substituted(1, 1, 0, SPARE), Substituted(1, 2, 0, 1))
    assert ("substitute.sits", "came") in found(folded(*moved), TakenBack(12))
    assert found(folded(*moved, TakenBack(13)), TakenBack(12)) == []


@pytest.mark.parametrize(
    ("before", "entry", "expected"),
    [
        ((), TakenBack(1), ("taken_back.not_there", "entry")),
        ((), TakenBack(77), ("taken_back.not_there", "entry")),
        ((*PLAYED, Ruled(1, "x"), TakenBack(14, "x")), TakenBack(14, "x"), ("taken_back.not_there", "entry")),
        ((*PLAYED, Ruled(1, "x")), TakenBack(14), ("reason.missing", "reason")),
        ((*PLAYED, Confirmed(12), Published(1)), TakenBack(14), ("round.published", "entry")),
        (
            (DRAWN, Substituted(1, 1, 0, SPARE), *LISTS, Published(1)),
            TakenBack(12),
            ("round.published", "entry"),
        ),
        (
            (DRAWN, Substituted(1, 1, 0, SPARE), replace(DRAWN, reason="x")),
            TakenBack(12),
            ("taken_back.not_there", "entry"),
        ),
    ],
)
def test_taking_back(before: tuple[Entry, ...], entry: Entry, expected: tuple[str, str]) -> None:
    """Only what holds is taken back, with a reason where others ask; what was published stays."""
    assert found(folded(*before), entry) == [expected]
