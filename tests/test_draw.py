"""The draw of a tournament: everybody seated, nobody meeting again where that can be; one seed, one draw."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import assume, given, reject, settings

from scorebook.league.draw import (
    ApartTogetherError,
    Chance,
    DrawError,
    Drawn,
    Fault,
    NoRoomError,
    NoTableError,
    PlayersError,
    Round,
    RoundsError,
    TooManyTogetherError,
    TornError,
    TwiceError,
    Wish,
    WishError,
    check,
    draw,
    engine,
    starters,
)
from scorebook.league.draw.board import REPEAT
from scorebook.league.draw.search import Search
from scorebook.league.draw.wish import MOST_PLAYERS, MOST_ROUNDS, sizes
from tests.draws import met_again, most_at_five, most_in_a_seat, numbered, tables_of, wishes

NEEDED = {12: 3, 13: 4, 14: 5, 15: 6, 17: 1, 18: 2, 19: 3}
"""So many repeats any two rounds of so many players have at least."""
MOST = {16: 5, 20: 5, 24: 7, 28: 9, 36: 11, 40: 13}
"""So many rounds without a repeat are found for so many players."""


def group(*players: int) -> frozenset[int]:
    """Give a group of players."""
    return frozenset(players)


@pytest.mark.parametrize("first", range(12, 201, 9))
def test_nobody_meets_again_where_that_can_be(first: int) -> None:
    """Two to four rounds have as few repeats as can be; tables of five and seats are shared out as far as they can."""
    for players in range(first, first + 9):
        for rounds in (2, 3, 4):
            wish = Wish(tuple(range(1, players + 1)), rounds)
            drawn = draw(wish, Chance("7"))
            fives = players % 4
            due = NEEDED.get(players, 0) * rounds * (rounds - 1) // 2
            assert check(wish, drawn) == []
            assert (drawn.repeats, drawn.bound, drawn.optimal) == (due, due, True), (players, rounds)
            assert most_in_a_seat(drawn.rounds) == 1, (players, rounds)
            if players // 4 - fives >= 5 and 5 * fives * rounds <= players:
                assert most_at_five(drawn.rounds) == min(1, fives), (players, rounds)


@pytest.mark.parametrize("players", range(16, 121, 8))
def test_five_rounds_of_fours_have_no_repeat(players: int) -> None:
    """With tables of four alone, five rounds go without a repeat from 16 players on."""
    assert [numbered(count, 5).repeats for count in (players, players + 4)] == [0, 0]


@pytest.mark.parametrize(("players", "rounds"), MOST.items())
def test_as_many_rounds_as_are_known(players: int, rounds: int) -> None:
    """Where a construction is known, so many rounds go without a repeat, and any fewer too."""
    assert [numbered(players, fewer).repeats for fewer in range(2, rounds + 1)] == [0] * (rounds - 1)


@pytest.mark.parametrize("players", [*starters.STARTERS, 20, 21, 22, 23])
def test_known_rounds_have_no_repeat(players: int) -> None:
    """A starter turned and the closed form seat everybody once a round, and no two meet twice."""
    rounds = starters.turned(players) or starters.closed(players)
    assert [sorted(player for table in one for player in table) for one in rounds] == [list(range(players))] * len(
        rounds
    )
    assert [sorted(map(len, one)) for one in rounds] == [list(sizes(players))] * len(rounds)
    assert met_again([tuple(map(tuple, one)) for one in rounds]) == 0


@pytest.mark.parametrize("players", [4, 5, 8, 9, 10, 12, 13])
def test_the_bound_is_what_no_round_can_beat(players: int) -> None:
    """Of all second rounds that there are, the best has as many repeats as the bound says, and the draw finds it."""
    first = numbered(players, 1).rounds
    before = [frozenset(table) for table in first[0]]
    ways = tables_of(frozenset(range(1, players + 1)), sizes(players))
    least = min(sum(len(a & b) * (len(a & b) - 1) // 2 for a in way for b in before) for way in ways)
    drawn = draw(Wish(tuple(range(1, players + 1)), 1, first), Chance("x"))
    assert (drawn.repeats, drawn.bound) == (least, least)


def possible(wish: Wish) -> list[tuple[frozenset[int], ...]]:
    """Give every round that keeps who is together, and who has which table: one of four, if there are enough."""
    people = frozenset(wish.players)
    groups = [group & people for group in wish.together]
    fixed = {one: table for one, table in wish.fixed.items() if one in people}
    found = [
        way
        for way in tables_of(people, sizes(len(people)))
        if all(sum(bool(group & table) for table in way) <= 1 for group in groups)
        if all(len({fixed[one] for one in table & fixed.keys()}) < 2 for table in way)
        if all(len({at for at, t in enumerate(way) for o in t if fixed.get(o) == f}) < 2 for f in set(fixed.values()))
    ]
    of_four = [way for way in found if not any(table & fixed.keys() for table in way if len(table) == 5)]
    return of_four or found


@settings(max_examples=25, deadline=None)
@given(wish=wishes((8, 9)))
def test_no_wish_has_fewer_repeats_than_its_bound(wish: Wish) -> None:
    """Of all rounds that keep what was wished none has fewer repeats than the bound, and the draw finds the fewest."""
    wish = replace(wish, rounds=1, apart=())
    held = sizes(len(wish.players))
    assume(held.count(5) <= len(held) - len({wish.fixed[one] for one in wish.fixed.keys() & set(wish.players)}))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "EFFORT", 1000)
        try:
            drawn = draw(wish, Chance("x"))
        except WishError:
            reject()
    rounds = [tuple(map(tuple, way)) for way in possible(wish)]
    least = min(repeats_of(wish, one) for one in rounds)
    assert drawn.bound <= least == drawn.repeats


def repeats_of(wish: Wish, one: Round) -> int:
    """Let the checker count the repeats that a round would make."""
    found = [problem for problem in check(wish, Drawn((one,), -1, -1, optimal=True)) if problem.fault is Fault.REPEATS]
    return int(str(found[0].params["there"]))


@pytest.mark.parametrize(("players", "rounds", "due"), [(16, 6, 24), (8, 7, 84), (5, 3, 30)])
def test_more_rounds_than_there_are_others_cost_what_they_must(players: int, rounds: int, due: int) -> None:
    """Where everybody has met all others, the bound counts how often he meets them again."""
    drawn = numbered(players, rounds)
    assert drawn.bound == due
    assert drawn.repeats >= due


def test_a_draw_that_is_not_proved_best_says_so() -> None:
    """20 players in six rounds: no way is known, and the draw does not claim that there is none."""
    drawn = numbered(20, 6)
    assert drawn.repeats > drawn.bound == 0
    assert not drawn.optimal


@settings(max_examples=40, deadline=None)
@given(wish=wishes())
def test_any_wish_is_kept_or_refused(wish: Wish) -> None:
    """Whatever is wished: the rounds are sound and say of themselves what is so, or the wish is refused by name."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "EFFORT", 500)
        drawn, refused = None, None
        try:
            drawn = draw(wish, Chance("any"))
        except WishError as error:
            refused = error
        if drawn is None:
            assert refused is not None
            assert set() < set(refused.players) <= set(wish.players)
        else:
            assert check(wish, drawn) == []
            assert drawn == draw(wish, Chance("any"))


def test_the_seed_is_all_that_chance_is() -> None:
    """The same seed gives the same rounds, another one others, and so does another order of the players."""
    wish = Wish(tuple(range(1, 41)), 3)
    assert draw(wish, Chance("1")) == draw(wish, Chance(b"1"))
    assert draw(wish, Chance("1")) != draw(wish, Chance("2"))
    assert draw(Wish(tuple(range(40, 0, -1)), 3), Chance("1")) != draw(wish, Chance("1"))


@pytest.mark.parametrize(
    ("wish", "digest"),
    [
        (Wish(tuple(range(1, 102)), 3), "c0b81c609931e00d"),
        (Wish(tuple(range(1, 24)), 4), "65678f5e0b4e3ee9"),
        (
            Wish(
                tuple(range(3, 46)),
                2,
                played=numbered(44, 1).rounds,
                apart=(group(4, 5, 6),),
                together=(group(7, 8),),
                fixed={9: 1},
            ),
            "99325ecff7b7fbbb",
        ),
    ],
)
def test_a_draw_stays_what_it_was(wish: Wish, digest: str) -> None:
    """Whoever changes the engine so that another draw comes of a seed takes from people what they checked before."""
    rounds = draw(wish, Chance("Zum Löwen")).rounds
    assert hashlib.sha256(repr(rounds).encode()).hexdigest()[:16] == digest


def test_ids_are_only_names() -> None:
    """Players of any ids are drawn as the same places in the list are."""
    few = draw(Wish(tuple(range(1, 18)), 2), Chance("1"))
    many = draw(Wish(tuple(range(1001, 1018)), 2), Chance("1"))
    assert many.rounds == tuple(tuple(tuple(1000 + one for one in table) for table in tables) for tables in few.rounds)


def redrawn(players: Sequence[int], before: int, played: int, rounds: int) -> Wish:
    """Wish for more rounds after some that others played."""
    return Wish(tuple(players), rounds, numbered(before, played).rounds)


@pytest.mark.parametrize(
    "wish",
    [
        redrawn(range(1, 61), 60, 2, 2),
        redrawn([*range(4, 61), 71], 60, 2, 2),
        redrawn([*range(1, 35), 71, 72, 73], 34, 1, 3),
        redrawn(range(1, 401), 400, 3, 1),
    ],
)
def test_rounds_that_stand_are_counted_and_left_alone(wish: Wish) -> None:
    """After drop-outs and late entries nobody meets again, in whichever rounds."""
    drawn = draw(wish, Chance("late"))
    rounds = (*wish.played, *drawn.rounds)
    assert check(wish, drawn) == []
    assert (drawn.repeats, met_again(rounds), len(drawn.rounds)) == (0, 0, wish.rounds)


def test_seats_that_were_played_are_not_given_again() -> None:
    """After one to three rounds that stand everybody gets a seat that he has not had, up to four rounds in all."""
    for players, played in ((60, 1), (60, 2), (60, 3), (400, 3)):
        wish = redrawn(range(1, players + 1), players, played, 4 - played)
        assert most_in_a_seat((*wish.played, *draw(wish, Chance("late")).rounds)) == 1


def test_what_was_played_twice_counts() -> None:
    """Repeats of rounds that stand are in the sum and in the bound, also of those who have left."""
    first = numbered(24, 1).rounds
    wish = Wish(tuple(range(5, 29)), 1, (*first, *first))
    drawn = draw(wish, Chance("7"))
    assert (drawn.repeats, drawn.bound) == (36, 36)


def test_clubs_sit_apart() -> None:
    """Six clubs of ten: nobody meets one of his own in three rounds, and nobody meets anybody again."""
    clubs = tuple(frozenset(range(first, first + 10)) for first in range(1, 61, 10))
    drawn = draw(Wish(tuple(range(1, 61)), 3, apart=clubs), Chance("7"))
    assert (drawn.repeats, drawn.broken) == (0, ())
    assert all(len(club & set(table)) < 2 for one in drawn.rounds for table in one for club in clubs)


def test_a_club_too_large_is_told() -> None:
    """Six who wish to be apart at four tables: two pairs share one in each round, and repeats do not become more."""
    drawn = draw(Wish(tuple(range(1, 17)), 3, apart=(frozenset(range(1, 7)),)), Chance("7"))
    assert drawn.repeats == 0
    assert sorted(one.round for one in drawn.broken) == [1, 1, 2, 2, 3, 3]
    assert all(set(one.players) <= set(range(1, 7)) for one in drawn.broken)


def test_no_longer_search_where_no_wish_can_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a club has more people than there are tables, a draw that parts as many as can be is known to be best."""
    looked = []

    def counted(search: Search, goal: int, effort: int) -> None:
        run(search, goal, effort)
        looked.append((search.board.cost, goal))

    run, before = Search.run, numbered(100, 1).rounds
    monkeypatch.setattr(Search, "run", counted)
    drawn = draw(Wish(tuple(range(1, 101)), 1, before, apart=(group(*range(1, 41)),)), Chance("7"))
    assert (drawn.repeats, len(drawn.broken)) == (0, 15)
    assert looked == [(15 * REPEAT, 15 * REPEAT)]


def test_who_is_together_meets_everybody_else_once() -> None:
    """Couples share every table, whoever leads to whom; their meetings are no repeats."""
    couples = (group(1, 2), group(3, 4), group(4, 5))
    wish = Wish(tuple(range(1, 41)), 3, together=couples)
    drawn = draw(wish, Chance("7"))
    assert check(wish, drawn) == []
    assert (drawn.repeats, met_again(drawn.rounds)) == (0, 3 + 3 * 3)


def test_five_together_have_a_table_of_five() -> None:
    """Five who are together sit at the one table of five in every round."""
    drawn = draw(Wish(tuple(range(1, 22)), 3, together=(frozenset(range(1, 6)),)), Chance("7"))
    assert [set(table) for one in drawn.rounds for table in one if len(table) == 5] == [set(range(1, 6))] * 3


def test_a_fixed_table_holds() -> None:
    """Who cannot change tables sits at his in every round, at one of four if there is another for five."""
    wish = Wish(tuple(range(1, 30)), 4, fixed={5: 7, 8: 1, 9: 1})
    drawn = draw(wish, Chance("7"))
    assert check(wish, drawn) == []
    assert {len(one[6]) for one in drawn.rounds} == {4}
    assert all(5 in one[6] and {8, 9} <= set(one[0]) for one in drawn.rounds)
    assert drawn.repeats == 0


@pytest.mark.parametrize("players", [-4, 0, 1, 2, 3, 6, 7, 11, MOST_PLAYERS + 1])
def test_numbers_that_make_no_tables_are_refused(players: int) -> None:
    """1 to 3, 6, 7 and 11 players are no sum of fours and fives; more than so many are too many."""
    with pytest.raises(PlayersError, match=rf"^{players} Spieler lassen sich nicht"):
        sizes(players)


@pytest.mark.parametrize(
    ("wish", "kind", "players"),
    [
        (Wish(tuple(range(8)), 1, together=(group(1, 2),), apart=(group(2, 1, 3),)), ApartTogetherError, (1, 2)),
        (Wish(tuple(range(8)), 1, fixed={1: 2, 5: 2}, apart=(group(1, 5),)), ApartTogetherError, (1, 5)),
        (Wish(tuple(range(8)), 1, together=(group(1, 2, 3), group(3, 4, 5))), TooManyTogetherError, (1, 2, 3, 4, 5)),
        (Wish(tuple(range(8)), 1, fixed=dict.fromkeys(range(5), 1)), TooManyTogetherError, (0, 1, 2, 3, 4)),
        (Wish(tuple(range(8)), 1, together=(group(1, 2),), fixed={1: 1, 2: 2}), TornError, (1, 2)),
        (Wish(tuple(range(8)), 1, fixed={6: 3}), NoTableError, (6,)),
        (Wish(tuple(range(8)), 1, fixed={6: 0}), NoTableError, (6,)),
        (
            Wish(tuple(range(8)), 1, together=(group(0, 1, 2), group(3, 4, 5), group(6, 7))),
            NoRoomError,
            tuple(range(8)),
        ),
        (Wish((1, 2, 3, 3), 1), TwiceError, (3,)),
        (Wish((1, 2, 3, 4), 1, played=(((1, 2, 3, 4), (4, 5, 6, 1)),)), TwiceError, (1, 4)),
    ],
)
def test_wishes_that_contradict_each_other_name_the_players(
    wish: Wish, kind: type[WishError], players: tuple[int, ...]
) -> None:
    """A wish that cannot be kept whatever is drawn is refused, and says whom it is about."""
    with pytest.raises(kind) as caught:
        draw(wish, Chance("7"))
    assert caught.value.players == players
    assert ", ".join(map(str, players)) in caught.value.message


@pytest.mark.parametrize("wish", [Wish((1, 2, 3, 4), 0), Wish((1, 2, 3, 4), MOST_ROUNDS + 1)])
def test_no_rounds_and_too_many_are_refused(wish: Wish) -> None:
    """At least one round is drawn, and no more than so many."""
    with pytest.raises(RoundsError, match="1 bis 40 Runden"):
        draw(wish, Chance("7"))


def test_who_is_not_there_is_passed_over() -> None:
    """Wishes may name who has left: they change nothing."""
    plain = Wish(tuple(range(1, 17)), 2)
    named = Wish(plain.players, 2, apart=(group(1, 77),), together=(group(2, 78),), fixed={79: 99})
    assert draw(named, Chance("7")) == draw(plain, Chance("7"))


def test_tight_groups_find_room() -> None:
    """Groups fill all tables without a rest: fives, threes with twos, twos with twos; and one more is refused."""
    people = iter(range(1, 19))
    groups = [frozenset(next(people) for _ in range(size)) for size in (5, 3, 2, 2, 2, 4)]
    assert draw(Wish(tuple(range(1, 19)), 2, together=tuple(groups)), Chance("7")).repeats == 0
    threes = tuple(frozenset(range(first, first + 3)) for first in range(1, 16, 3))
    with pytest.raises(DrawError):
        draw(Wish(tuple(range(1, 19)), 2, together=threes), Chance("7"))
