"""A list that does not balance: where it is most likely wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorebook.league.tournament.suspects import Slip, Suspect, balancing, differences, in_rows, in_totals

totals = st.lists(st.integers(-300, 300), min_size=3, max_size=4).map(lambda most: (*most, -sum(most)))


@pytest.mark.parametrize(
    ("points", "suspect"),
    [
        ((31, 12, -21, 22), Suspect(Slip.SIGN, 3, None, 22, -22)),
        ((31, 12, 0, -22), Suspect(Slip.EMPTY, 2, None, 0, -21)),
        ((31, 21, -21, -22), Suspect(Slip.DIGITS, 1, None, 21, 12)),
        ((310, 12, -21, -22), Suspect(Slip.FACTOR, 0, None, 310, 31)),
        ((30, 12, -2, -22), Suspect(Slip.FACTOR, 2, None, -2, -20)),
    ],
)
def test_one_slip_in_the_sums(points: tuple[int, ...], suspect: Suspect) -> None:
    """A sign, a sum left out, digits that changed places and a zero too many are found; nothing else explains them."""
    found = in_totals(points)
    assert found[0] == suspect
    assert all(sum(points) - one.has + one.should == 0 for one in found)


def test_five_too_many() -> None:
    """Where no slip explains a sum of 5, each seat is told what it would have to have."""
    found = in_totals((31, 12, -21, -17))
    assert [(str(one.slip), one.seat, one.should) for one in found] == [
        ("added", 0, 26),
        ("added", 1, 7),
        ("added", 2, -26),
        ("added", 3, -22),
    ]


def test_a_game_too_few() -> None:
    """A list that does not balance and has 31 games may lack one; one that balances is no suspect here."""
    assert in_totals((31, 12, -21, -17), 31, 32)[-1] == Suspect(Slip.MISSING_GAME, None, None, 31, 32)
    assert in_totals((31, 12, -21, -22), 31, 32) == []


@given(points=totals, seat=st.integers(0, 3))
def test_a_sign_is_always_found(points: tuple[int, ...], seat: int) -> None:
    """Whatever the list, a sum with the wrong sign is first among those that may be wrong."""
    wrong = (*points[:seat], -points[seat], *points[seat + 1 :])
    found = in_totals(wrong)
    if points[seat]:
        assert Suspect(Slip.SIGN, seat, None, -points[seat], points[seat]) in found
        assert found[0].slip is Slip.SIGN
    else:
        assert found == []


@given(points=st.lists(st.integers(-300, 300), min_size=4, max_size=5))
def test_what_is_proposed_balances(points: list[int]) -> None:
    """Each proposal balances the list, and there is one exactly where it does not balance."""
    found = in_totals(points)
    assert bool(found) == bool(sum(points))
    for one in found:
        assert one.seat is not None
        assert points[one.seat] == one.has
        assert sum(points) - one.has + one.should == 0
    assert {one.seat for one in balancing(points)} == (set(range(len(points))) if sum(points) else set())


ROWS = [(5, -5, 5, -5), (-20, 60, -20, -20), (10, 10, -10, -10)]


@pytest.mark.parametrize(
    ("row", "suspect"),
    [
        ((-20, 20, -20, -20), Suspect(Slip.FACTOR, 1, 2, 20, 60)),
        ((-20, 60, -20, 20), Suspect(Slip.SIGN, 3, 2, 20, -20)),
        ((-20, 60, 0, -20), Suspect(Slip.EMPTY, 2, 2, 0, -20)),
        ((-20, 60, -20, -40), Suspect(Slip.FACTOR, 3, 2, -40, -20)),
        ((-20, 6, -20, -20), Suspect(Slip.FACTOR, 1, 2, 6, 60)),
    ],
)
def test_a_row(row: tuple[int, ...], suspect: Suspect) -> None:
    """The row that does not balance is named, with the cell that explains it; the other rows are not."""
    found = in_rows([ROWS[0], row, ROWS[2]])
    assert suspect in found
    assert {one.row for one in found} == {2}


def test_a_sum_that_was_added_up_wrongly() -> None:
    """Rows that balance with a sum below them that is another: that sum is wrong. And games that lack are told."""
    assert in_rows(ROWS, (-5, 65, -25, -53), 4) == [
        Suspect(Slip.ADDED, 3, None, -53, -35),
        Suspect(Slip.MISSING_GAME, None, None, 3, 4),
    ]
    assert in_rows(ROWS, (-5, 65, -25, -35), 3) == []


def test_no_rows() -> None:
    """An empty list has no rows that could be wrong."""
    assert in_rows([], (0, 0, 0, 0)) == []
    assert differences([]) == []
