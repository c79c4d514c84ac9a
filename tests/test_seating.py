"""Who deals, who sits out and when the last round is over, pure: whoever comes, leaves and changes seats."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorebook.ledger.days import played_at, sittings
from scorebook.ledger.evening import Cancellation, Pattern, RecordedGame, Seat, Sheet, next_dealer, sitters
from scorebook.ledger.last_round import after_a_change, dealers_left, deals, still_to_deal, target, together_since
from scorebook.ledger.seating import joined, left, swapped
from scorebook.rules import Contract, Game, Score
from tests import evenings

NOW = datetime(2026, 11, 27, 19, 40, tzinfo=UTC)
VOID = Score(value=0, payouts=(0,) * 4, stock=0, steps=())


@dataclass
class Round:
    """A table as one would build it of chairs: people sit in them, and cards go from one to the next."""

    chairs: list[list[int]] = field(default_factory=lambda: [[person] for person in range(4)])
    dealt: list[int] | None = None
    moved: set[int] = field(default_factory=set)
    names: count = field(default_factory=lambda: count(4))

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(chair[0] for chair in self.chairs)

    def come(self, place: int) -> None:
        if len(self.chairs) < 7:
            after = self.people[place % len(self.chairs)]
            new = joined(self.people, next(self.names), after)
            self.chairs.insert(new.index(after) + 1, [new[new.index(after) + 1]])
            self.moved.add(new[new.index(after) + 1])
            assert self.people == new

    def leave(self, place: int) -> None:
        if len(self.chairs) > 4:
            gone = self.chairs[place % len(self.chairs)]
            stay = left(self.people, gone[0])
            if self.dealt is gone:  # the chair before it takes its place in the round
                self.dealt = self.chairs[self.chairs.index(gone) - 1]
            self.chairs.remove(gone)
            assert self.people == stay

    def swap(self, place: int, other: int) -> None:
        one, two = self.chairs[place % len(self.chairs)], self.chairs[other % len(self.chairs)]
        new = swapped(self.people, one[0], two[0])
        self.moved |= {one[0], two[0]}
        one[0], two[0] = two[0], one[0]
        assert self.people == new

    def waiting(self, dealer: int) -> set[int]:
        """Those between the chair that dealt last and the one that deals next."""
        start = -1 if self.dealt is None else self.chairs.index(self.dealt)
        steps = (dealer - start - 1) % len(self.chairs)
        return {self.people[(start + 1 + step) % len(self.chairs)] for step in range(steps)}


moves = st.lists(st.tuples(st.sampled_from(["come", "leave"]), st.integers(0, 6)), max_size=4) | st.tuples(
    st.tuples(st.just("swap"), st.integers(0, 6), st.integers(0, 6))
).map(list)


@given(st.lists(moves, max_size=12), st.sampled_from(Pattern))
def test_nobody_who_stays_is_passed_over(games: list[list[tuple]], pattern: Pattern) -> None:
    """Whoever comes, leaves or swaps: the deal goes round, nobody who stayed in his chair is missed, four play."""
    table = Round()
    then, last = table.people, None
    for changes in games:
        table.moved.clear()
        for name, *places in changes:
            getattr(table, name)(*places)
        dealer = next_dealer(last, 0, then, table.people)
        if last is not None:
            assert table.waiting(dealer) <= table.moved
        out = sitters(len(table.people), dealer, pattern)
        assert len(out) == len(set(out)) == len(table.people) - 4
        assert dealer in out or len(table.people) == 4
        then, last, table.dealt = table.people, dealer, table.chairs[dealer]


def sheet_of(*dealers: int | None, seats: tuple[Seat, ...] | None = None, **other: object) -> Sheet:
    """Give a sheet of games that these seats dealt; None is a game that was taken back."""
    games = []
    for number, dealer in enumerate(dealers, start=1):
        game = Game(contract=Contract.ALL_PASS, dealer=dealer or 0)
        gone = Cancellation(NOW, "Tisch", "vertippt") if dealer is None else None
        games.append(RecordedGame(UUID(int=number), number, 0, NOW, "Tisch", game, VOID, cancelled=gone))
    held = seats or tuple(Seat(seat, 10 + seat) for seat in range(4))
    return Sheet(1, 0, held, tuple(games), **other)  # type: ignore[arg-type]


@given(st.integers(4, 7), st.integers(0, 40), st.integers(0, 6))
def test_the_last_round_ends_when_all_have_dealt_equally_often(players: int, before: int, first: int) -> None:
    """Called at any moment it takes at most one whole round, names who deals in order, and then all are equal."""
    people = tuple(range(10, 10 + players))
    counts, dealer = dict.fromkeys(people, 0), first % players
    for _ in range(before):
        counts[people[dealer]] += 1
        dealer = (dealer + 1) % players
    goal = target(counts)
    expected = still_to_deal(counts, people[dealer:] + people[:dealer], goal)
    assert len(expected) == players - before % players
    for left_over in range(len(expected), 0, -1):
        rest = still_to_deal(counts, people[dealer:] + people[:dealer], goal)
        assert rest == expected[len(expected) - left_over :]
        assert rest[0] == people[dealer]
        counts[people[dealer]] += 1
        dealer = (dealer + 1) % players
    assert set(counts.values()) == {goal}


def test_games_taken_back_are_dealt_again() -> None:
    """A game that no longer counts counts as no deal; where nobody called the last round nobody is asked to deal."""
    assert dealers_left(sheet_of(0, 1, 2)) is None
    assert dealers_left(sheet_of(0, 1, 2, last_round=1)) == (13,)
    assert dealers_left(sheet_of(0, 1, None, last_round=1)) == (12, 13)
    assert dealers_left(sheet_of(0, 1, 2, 3, last_round=1)) == ()


def test_who_came_late_deals_none_that_he_missed() -> None:
    """Deals count from the latest arrival; a change of seats is none, and who left takes his deals with him."""
    late = (*(Seat(seat, 10 + seat) for seat in range(4)), Seat(4, 20, 5, None))
    sheet = sheet_of(0, 1, 2, 3, 4, 0, seats=late, last_round=1)
    assert together_since(sheet) == 5
    assert deals(sheet) == {10: 1, 11: 0, 12: 0, 13: 0, 20: 1}
    assert dealers_left(sheet) == (11, 12, 13)
    gone = replace(sheet, seats=(*late[:4], Seat(4, 20, 5, 6)))
    assert together_since(gone) == 1
    assert deals(gone) == {10: 2, 11: 1, 12: 1, 13: 1}
    moved = (Seat(0, 10, 1, 2), Seat(1, 11, 1, 2), Seat(0, 11, 3), Seat(1, 10, 3), Seat(2, 12), Seat(3, 13))
    assert together_since(sheet_of(0, 1, 2, seats=moved)) == 1


def test_the_last_round_after_a_change_of_seats() -> None:
    """Who comes makes it a whole round; who leaves changes nothing for the rest; one that was over stays over."""
    four = tuple(Seat(seat, 10 + seat) for seat in range(4))
    five = (*four, Seat(4, 20))
    running, over = sheet_of(0, 1, 2, last_round=1), sheet_of(0, 1, 2, 3, last_round=1)
    came = (*four, Seat(4, 20, 4, None)), (*four, Seat(4, 20, 5, None))
    assert after_a_change(running, replace(running, seats=came[0])) == 1
    assert after_a_change(over, replace(over, seats=came[1])) is None
    table = sheet_of(0, 1, seats=five, last_round=1)
    assert after_a_change(table, replace(table, seats=(*four, Seat(4, 20, 1, 2)))) == 1
    late = (*four, Seat(4, 20, 4, None))
    table = sheet_of(0, 1, 2, 3, 4, seats=late, last_round=1)  # since the fourth game 13 and 20 have dealt
    after = replace(table, seats=(*four, Seat(4, 20, 4, 5)))
    assert dealers_left(replace(after, last_round=after_a_change(table, after))) == ()


def test_a_game_was_played_when_it_was_first_entered() -> None:
    """Neither a correction on the next day nor a forgotten game that is put in later moves a game to another day."""
    sheet = sheet_of(0, 1, 2)
    one, two, three = sheet.games
    late = NOW + timedelta(days=1)
    gone = replace(one, cancelled=Cancellation(late, "Tisch", "vertippt"))
    better = replace(one, uuid=UUID(int=9), recorded_at=late, replaces=one.uuid)
    games = (gone, better, replace(two, recorded_at=late), replace(three, recorded_at=NOW + timedelta(minutes=9)))
    times = played_at(replace(sheet, games=games))
    assert times == {1: NOW, 2: NOW + timedelta(minutes=9), 3: NOW + timedelta(minutes=9)}


@pytest.mark.parametrize(("pause", "spells"), [(timedelta(hours=5), 1), (timedelta(hours=20), 2)])
def test_a_long_break_is_no_play(pause: timedelta, spells: int) -> None:
    """An evening that goes on the next day has two spells of play, not one of 26 hours; a late supper is no end."""
    evening = evenings.evening(6, ended=None)
    (sheet,) = evening.sheets
    late = tuple(
        replace(game, recorded_at=game.recorded_at + pause) if game.number > 3 else game for game in sheet.games
    )
    evening = replace(evening, sheets=(replace(sheet, games=late),))
    times = sittings(evening)
    assert len(times) == spells
    assert times[0][0] == evening.begun
    assert times[-1][1] == late[-1].recorded_at
