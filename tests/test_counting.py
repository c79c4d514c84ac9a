"""What the evenings of one person make in a season, and the schemes by which they do."""

from dataclasses import replace
from datetime import date
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorebook.exchange.schemes import parse_scheme, scheme_json
from scorebook.exchange.strict import ShapeError
from scorebook.league.counting import Unranked, bare, count, score
from scorebook.league.results import Result, Tally
from scorebook.league.scheme import Kind, Scheme
from scorebook.wording import message
from tests.strategies import json_values, schemes, seasons


def of(person: int, results: list[Result]) -> list[Result]:
    """Give the results of one person."""
    return [result for result in results if result.person == person]


def evenings(*amounts: int, games: int = 20) -> list[Result]:
    """Give an evening for each amount, all of them a second place."""
    return [Result(n, date(2026, 1, n), 1, 2, Tally(amount, games)) for n, amount in enumerate(amounts, start=1)]


def test_each_kind_of_score() -> None:
    """Sums are in units, points a game in thousandths of them over all games, places by the table."""
    days = [*evenings(100, -40), *evenings(5, games=3)]
    assert [count(1, days, Scheme(kind)).score for kind in Kind] == [65, 1512, 54]


def test_the_best_evenings_count() -> None:
    """The worst are dropped by what the scheme looks at; all others stay in the tally."""
    days = [replace(day, place=place) for day, place in zip(evenings(30, 10, 20), (3, 1, 2), strict=True)]
    days[2] = replace(days[2], tally=Tally(20, 5))
    found = {kind: count(1, days, Scheme(kind, best=1)) for kind in Kind}
    assert {kind: standing.dropped for kind, standing in found.items()} == {
        Kind.TOTAL: (2, 3),
        Kind.PER_GAME: (1, 2),
        Kind.PLACES: (1, 3),
    }
    assert {(standing.evenings, standing.tally.amount) for standing in found.values()} == {(3, 60)}


def test_of_equal_evenings_the_better_or_earlier_counts() -> None:
    """Place points alone do not tell: then it is the amount, then the day."""
    assert count(1, evenings(10, 30, 30), Scheme(Kind.PLACES, best=1)).dropped == (1, 3)


@pytest.mark.parametrize(
    ("scheme", "why"),
    [
        (Scheme(min_evenings=3), None),
        (Scheme(min_evenings=4), Unranked.EVENINGS),
        (Scheme(min_games=60), None),
        (Scheme(best=1, min_games=61), Unranked.GAMES),
    ],
)
def test_who_has_no_rank(scheme: Scheme, why: Unranked | None) -> None:
    """Too few evenings or games; a dropped evening was played all the same. Guests and substitutes never have one."""
    days = evenings(10, 20, 30)
    assert count(1, days, scheme).unranked is why
    assert count(1, days, scheme, Unranked.GUEST).unranked is Unranked.GUEST


@given(results=seasons(), scheme=schemes)
def test_dropping_never_lowers_a_score(results: list[Result], scheme: Scheme) -> None:
    """No other choice of so many evenings is worth more; a game is worth no less than without dropping any."""
    own = of(1, results)
    standing = count(1, own, scheme)
    kept = min(scheme.best or len(own), len(own))
    assert len(standing.dropped) == len(own) - kept
    if scheme.kind is Kind.PER_GAME:
        assert standing.score >= count(1, own, replace(scheme, best=None)).score
    else:
        assert standing.score == max(score([bare(one) for one in choice], scheme) for choice in combinations(own, kept))


@given(results=seasons(), scheme=schemes, order=st.randoms())
def test_the_order_of_the_results_does_not_matter(results: list[Result], scheme: Scheme, order: Any) -> None:
    """The same evenings give the same, read in whatever order."""
    own = of(1, results)
    mixed = order.sample(own, len(own))
    assert count(1, own, scheme) == count(1, mixed, scheme)


@given(results=seasons(), scheme=schemes, more=st.integers(0, 3))
def test_fewer_than_k_evenings_are_all_of_them(results: list[Result], scheme: Scheme, more: int) -> None:
    """The best k of at most k is the total."""
    own = of(1, results)
    best = replace(scheme, best=len(own) + more or 1)
    assert count(1, own, best) == count(1, own, replace(scheme, best=None))


@given(scheme=schemes)
def test_a_scheme_is_read_as_it_was_written(scheme: Scheme) -> None:
    """JSON tells all of it."""
    assert parse_scheme(scheme_json(scheme)) == scheme


def test_what_a_scheme_leaves_out() -> None:
    """An empty object is the usual scheme."""
    assert parse_scheme({}) == Scheme()


@pytest.mark.parametrize(
    ("data", "found"),
    [
        ([], [("scheme.not_object", "scheme")]),
        ({"kind": "gold"}, [("value.choice", "scheme.kind")]),
        ({"best": 0}, [("value.range", "scheme.best")]),
        ({"best": "10"}, [("value.type", "scheme.best")]),
        ({"best": True}, [("value.type", "scheme.best")]),
        (
            {"min_evenings": -1, "min_games": 10**6},
            [("value.range", "scheme.min_evenings"), ("value.range", "scheme.min_games")],
        ),
        ({"place_points": []}, [("value.range", "scheme.place_points")]),
        ({"place_points": [5, 2.5]}, [("value.type", "scheme.place_points.1")]),
        ({"place_points": [25, 18, 20]}, [("scheme.rising", "scheme.place_points.2")]),
        ({"tie_breaks": ["lot", "luck"]}, [("value.choice", "scheme.tie_breaks.1")]),
        ({"tie_breaks": ["lot", "direct", "lot"]}, [("scheme.twice", "scheme.tie_breaks.2")]),
        ({"qualified": 0}, [("value.range", "scheme.qualified")]),
        ({"best_of": 3}, [("key.unknown", "scheme.best_of")]),
    ],
)
def test_what_is_no_scheme(data: object, found: list[tuple[str, str]]) -> None:
    """Each kind of wrong input is named at its place, in words."""
    with pytest.raises(ShapeError) as error:
        parse_scheme(data, "scheme")
    assert [(finding.code, finding.field) for finding in error.value.findings] == found
    assert all(message(finding) for finding in error.value.findings)


@given(data=json_values | st.dictionaries(st.sampled_from(list(scheme_json(Scheme()))), json_values))
def test_any_json_is_a_scheme_or_refused(data: object) -> None:
    """Nothing that a client sends gets further than its finding."""
    try:
        scheme = parse_scheme(data)
    except ShapeError as error:
        said = [message(finding) for finding in error.findings]
    else:
        said = [str(parse_scheme(scheme_json(scheme)) == scheme)]
    assert said
    assert "False" not in said
