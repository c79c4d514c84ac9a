"""Where a tournament stands after what happened: the fold of its entries, and that they come back from the database."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from scorebook.exchange.tournament_entries import EntryError, entry_json, parse_entry
from scorebook.league.tournament.entries import (
    CheckedIn,
    CountsFor,
    Drawn,
    Entry,
    Left,
    Listed,
    Penalised,
    Registered,
    Returned,
    SetUp,
    Stamped,
    Substituted,
    TakenBack,
)
from scorebook.league.tournament.settings import Settings
from scorebook.league.tournament.state import NothingError, Tournament, fold

AT = datetime(2026, 11, 30, 19, 0, tzinfo=UTC)
TABLES = ((1, 2, 3, 4), (5, 6, 7, 8))
DRAWN = Drawn(1, (TABLES, TABLES), tuple(range(1, 9)), "x", 0, 0)


def folded(*entries: Entry) -> Tournament:
    """Fold entries behind the first nine: set up, and eight people."""
    people = [Registered(number) for number in range(1, 9)]
    whole = [SetUp(Settings(rule_set=1)), *people, *entries]
    return fold(Stamped(number, UUID(int=number), AT, "", entry) for number, entry in enumerate(whole, 1))


def test_nothing_without_a_beginning() -> None:
    """No entries, or none that sets a tournament up, are no tournament."""
    with pytest.raises(NothingError):
        fold([])
    with pytest.raises(NothingError):
        fold([Stamped(1, UUID(int=1), AT, "", Registered(1))])


def test_away_for_a_while() -> None:
    """Who left and came back plays before and after, not between."""
    player = folded(Left(3, 2), Returned(3, 3)).players[3]
    assert [player.plays(number) for number in (1, 2, 3, 4)] == [True, False, True, True]


def test_back_before_it_mattered() -> None:
    """Who comes back for the round for which he left was never away."""
    assert folded(Left(3, 2), Returned(3, 2)).players[3].absent == ()


def test_checked_in_by_mistake() -> None:
    """A mark that somebody is here can go again."""
    assert folded(CheckedIn(1, (1, 2)), CheckedIn(1, (2,), here=False)).here[1] == {1}


def test_drawn_again() -> None:
    """A new draw from round 2 on leaves round 1 with its lists; the old draw stays among all that there were."""
    again = Drawn(2, ((TABLES[1], TABLES[0]),), tuple(range(1, 9)), "y", 1, 0, reason="Nachmeldung")
    state = folded(DRAWN, Listed(1, 1, (3, -1, -1, -1), 32), again)
    assert len(state.draws) == 2
    assert [table.seated for table in state.rounds[1].tables] == [TABLES[1], TABLES[0]]
    first = state.table(1, 1)
    assert first is not None
    assert first.listed == Listed(1, 1, (3, -1, -1, -1), 32)
    assert state.playing == 1


def test_the_last_list_holds() -> None:
    """A list that replaces another holds; the one before stays to be seen."""
    table = folded(DRAWN, Listed(1, 1, (3, -1, -1, -1), 32), Listed(1, 1, (0, 0, 0, 0), 32, replaces=11)).table(1, 1)
    assert table is not None
    assert table.listed is not None
    assert table.listed.points == (0, 0, 0, 0)
    assert len(table.lists) == 2


@pytest.mark.parametrize(("counts_for", "counted"), [(CountsFor.LEFT, 2), (CountsFor.CAME, 8)])
def test_somebody_takes_over(counts_for: CountsFor, counted: int) -> None:
    """Who takes over a seat sits there; for whom the list counts is said with it."""
    table = folded(DRAWN, Substituted(1, 1, 1, 8, counts_for)).table(1, 1)
    assert table is not None
    assert (table.drawn[1], table.seated[1], table.counts[1]) == (2, 8, counted)


def test_taken_back() -> None:
    """What was taken back does not hold; it stays in the entries alone."""
    assert folded(DRAWN, Penalised(1, 1, 5, "zu spät"), TakenBack(11)).penalties == ()


@pytest.mark.parametrize(
    "text",
    ['{"kind":"left","player":"7","from_round":1}', '{"kind":"left","player":7,"from_round":1,"x":1}', "{}", "x"],
)
def test_damaged_entry(text: str) -> None:
    """What is no entry is told as one that is damaged."""
    with pytest.raises(EntryError):
        parse_entry(text)


def test_entries_come_back() -> None:
    """An entry is read as it was written, with all in it."""
    for entry in (DRAWN, SetUp(Settings(rule_set=3)), Substituted(1, 1, 1, 8, CountsFor.CAME)):
        assert parse_entry(entry_json(entry)) == entry


def test_two_substitutes_on_one_seat() -> None:
    """Taking the second one back brings the first back, with for whom the list counted then."""
    twice = (DRAWN, Substituted(1, 1, 1, 7, CountsFor.CAME), Substituted(1, 1, 1, 8))
    table = folded(*twice).table(1, 1)
    assert table is not None
    assert (table.seated[1], table.counts[1]) == (8, 7)
    table = folded(*twice, TakenBack(12)).table(1, 1)
    assert table is not None
    assert (table.seated[1], table.counts[1]) == (7, 7)
    table = folded(*twice, TakenBack(12), TakenBack(11)).table(1, 1)
    assert table is not None
    assert (table.seated, table.counts, table.substituted) == (TABLES[0], TABLES[0], ())
