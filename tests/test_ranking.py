"""Who stands where in a season, and how sure points a game are."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorebook.league.counting import Standing, Unranked, count
from scorebook.league.interval import interval
from scorebook.league.ranking import Decided, Meetings, Row, ranked, through, winners
from scorebook.league.results import Result, Tally
from scorebook.league.scheme import Scheme, TieBreak
from tests.strategies import schemes, seasons

SEPP, VRONI, XAVER, ZENZI = range(1, 5)


def meetings_of(results: list[Result]) -> Meetings:
    """Give what looks up who met whom in these results."""
    return lambda people: [result for result in results if result.person in people]


def standings_of(results: list[Result], scheme: Scheme) -> list[Standing]:
    """Count everybody in a season."""
    people = sorted({result.person for result in results})
    return [count(person, [one for one in results if one.person == person], scheme) for person in people]


def had(person: int, score: int = 0, **tally: int) -> Standing:
    """Give where somebody stands."""
    return Standing(person, score, 5, Tally(score, 100, **tally))


def told(rows: list[Row]) -> list[tuple[int | None, int]]:
    """Give ranks and people."""
    return [(row.rank, row.standing.person) for row in rows]


def test_nobody_and_one_player() -> None:
    """An empty season has no rows, a single player is first."""
    assert ranked([], Scheme()) == []
    assert ranked([had(SEPP, -5)], Scheme()) == [Row(1, had(SEPP, -5))]


def test_equals_share_a_rank_and_the_next_is_left_out() -> None:
    """1, 2, 2, 4; nothing decided, and that is said."""
    rows = ranked([had(SEPP, 1), had(VRONI, 5), had(XAVER, 5), had(ZENZI, 9)], Scheme())
    assert told(rows) == [(1, ZENZI), (2, VRONI), (2, XAVER), (4, SEPP)]
    assert [row.tied for row in rows] == [False, True, True, False]
    assert {row.decided for row in rows} == {None}


def test_what_decided_is_what_parted_last() -> None:
    """The first is parted from the others by won Soli, those two from each other by lost ones: fewer are better."""
    people = [had(SEPP, solos_won=2, solos_lost=3), had(VRONI, solos_won=2, solos_lost=1), had(XAVER, solos_won=3)]
    rows = ranked(people, Scheme())
    assert told(rows) == [(1, XAVER), (2, VRONI), (3, SEPP)]
    assert [row.decided for row in rows] == [
        Decided(TieBreak.SOLOS_WON, 3),
        Decided(TieBreak.SOLOS_LOST, 1),
        Decided(TieBreak.SOLOS_LOST, 3),
    ]


def test_the_direct_comparison_is_that_of_evenings_with_both() -> None:
    """Sepp was better than Vroni twice and worse once; what Xaver did, and when one was alone, is nothing to it."""
    evenings = [
        {SEPP: 5, VRONI: 1},
        {SEPP: 3, VRONI: 4, XAVER: 9},
        {SEPP: 2, VRONI: 0},
        {VRONI: 9},
        {SEPP: 4, XAVER: 4},
    ]
    results = [
        Result(n, date(2026, 1, n), person, 1, Tally(amount))
        for n, amounts in enumerate(evenings, start=1)
        for person, amount in amounts.items()
    ]
    rows = ranked([had(VRONI), had(SEPP)], Scheme(), meetings_of(results))
    assert [(row.rank, row.decided) for row in rows] == [
        (1, Decided(TieBreak.DIRECT, 2, 1)),
        (2, Decided(TieBreak.DIRECT, 1, 2)),
    ]


def test_a_lot_decides_where_everybody_has_one() -> None:
    """The lower number stands first; with one lot missing all stay equal."""
    people = [had(SEPP), had(VRONI), had(XAVER)]
    rows = ranked(people, Scheme(), lots={SEPP: 900, VRONI: 17, XAVER: 400, ZENZI: 1})
    assert told(rows) == [(1, VRONI), (2, XAVER), (3, SEPP)]
    assert [row.decided for row in rows] == [Decided(TieBreak.LOT, place) for place in (1, 2, 3)]
    assert told(ranked(people, Scheme(), lots={SEPP: 900, VRONI: 17})) == [(1, SEPP), (1, VRONI), (1, XAVER)]


@pytest.mark.parametrize("why", list(Unranked))
def test_without_a_rank_below_all_others(why: Unranked) -> None:
    """Whoever is unranked takes no rank from anybody, whatever he has."""
    rows = ranked([replace(had(SEPP, 99), unranked=why), had(VRONI, 5), had(XAVER, 4)], Scheme())
    assert told(rows) == [(1, VRONI), (2, XAVER), (None, SEPP)]


def test_all_who_share_the_last_rank_are_through() -> None:
    """Where the line goes through equals it cannot part them."""
    rows = ranked([had(SEPP, 9), had(VRONI, 5), had(XAVER, 5), had(ZENZI, 1)], Scheme(qualified=2))
    assert [through(row, Scheme(qualified=2)) for row in rows] == [True, True, True, False]


@given(results=seasons())
def test_every_evening_has_a_winner(results: list[Result]) -> None:
    """Those with most of the evening, and nobody else."""
    most = {evening: max(r.tally.amount for r in results if r.evening == evening) for evening in winners(results)}
    assert set(most) == {result.evening for result in results}
    for result in results:
        assert (result.person in winners(results)[result.evening]) == (result.tally.amount == most[result.evening])


@given(results=seasons(), scheme=schemes, lots=st.dictionaries(st.integers(1, 6), st.integers(1, 99)))
def test_ranks_are_a_competition_ranking(results: list[Result], scheme: Scheme, lots: dict[int, int]) -> None:
    """A rank is one more than how many stand before it, and equal scores alone may share one."""
    rows = ranked(standings_of(results, scheme), scheme, meetings_of(results), lots)
    with_rank = [row for row in rows if row.rank is not None]
    assert rows[: len(with_rank)] == with_rank
    for row in with_rank:
        before = [other for other in with_rank if other.rank is not None and other.rank < (row.rank or 0)]
        same = [other for other in with_rank if other.rank == row.rank]
        assert row.rank == 1 + len(before)
        assert row.tied == (len(same) > 1)
        assert {other.standing.score for other in same} == {row.standing.score}
    scores = [row.standing.score for row in with_rank]
    assert scores == sorted(scores, reverse=True)
    assert all(row.decided is None or scores.count(row.standing.score) > 1 for row in with_rank)


@given(results=seasons(), scheme=schemes, order=st.randoms())
def test_the_order_of_the_people_does_not_matter(results: list[Result], scheme: Scheme, order: Any) -> None:
    """Everybody is there once, and stands where he stands."""
    people = standings_of(results, scheme)
    rows = ranked(people, scheme, meetings_of(results))
    mixed, other = order.sample(people, len(people)), order.sample(results, len(results))
    assert ranked(mixed, scheme, meetings_of(other)) == rows
    assert sorted(row.standing.person for row in rows) == [one.person for one in people]


@given(results=seasons(), scheme=schemes, first=st.integers(1, 500))
def test_a_part_is_ranked_like_the_whole(results: list[Result], scheme: Scheme, first: int) -> None:
    """Those of a few scores, all of each, stand to one another as they do among all, from the first's rank on."""
    people = [one for one in standings_of(results, scheme) if one.unranked is None]
    rows = ranked(people, scheme, meetings_of(results))
    for score in {one.score for one in people}:
        part = [one for one in people if one.score <= score]
        before = len(people) - len(part)
        assert ranked(part, scheme, meetings_of(results), first=before + 1) == rows[before:]


@given(amounts=st.lists(st.integers(-200, 200), min_size=2, max_size=60))
def test_the_interval_is_that_of_the_books(amounts: list[int]) -> None:
    """The middle is the mean; half of the width is no less than the textbook's, and more by a thousandth at most."""
    games = len(amounts)
    found = interval(Tally(sum(amounts), games, sum(amount * amount for amount in amounts)))
    assert found is not None
    mean = Fraction(sum(amounts), games)
    variance = sum((amount - mean) ** 2 for amount in amounts) / (games - 1)
    half = found.high - found.middle
    assert half == found.middle - found.low
    assert abs(found.middle - 1000 * mean) <= Fraction(1, 2)
    assert half**2 >= (1645**2) * variance / games
    if games > 1 and half > 0:
        assert (half - 1) ** 2 < (6314**2) * variance / games


def test_more_games_make_it_surer() -> None:
    """The same game over and over, with four times as many games about half as wide."""
    widths = [found.high - found.low for n in (50, 200, 800) if (found := interval(Tally(0, n, n * 2500)))]
    assert [round(wide / narrow, 1) for wide, narrow in pairwise(widths)] == [2.0, 2.0]


@pytest.mark.parametrize("tally", [Tally(), Tally(50, 1, 2500), Tally(80, 2, 0)])
def test_no_interval_where_nothing_can_be_told(tally: Tally) -> None:
    """No game, one game, and amounts that came out of the Stock."""
    assert interval(tally) is None
