"""Prizes, the till, and what a correction would change of them."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorebook.league.tournament.awards import Profile
from scorebook.league.tournament.cash import CashLine, cash_report
from scorebook.league.tournament.entries import (
    CashKind,
    CashMoved,
    GoodsChosen,
    Left,
    Listed,
    LotsDrawn,
    Penalised,
    Published,
)
from scorebook.league.tournament.preview import preview
from scorebook.league.tournament.prizes import Prizes, Rest, Stays, Won, choosers, goods_left, prizes
from scorebook.league.tournament.settings import Award, Drawing, Prize, Settings, Teams
from scorebook.league.tournament.standings import standings
from scorebook.league.tournament.state import Tournament
from tests.tournament_folds import EIGHT, FIRST, SETTINGS, drawn, folded, stamped

DRAWN = drawn(FIRST)
LISTS = (Listed(1, 1, (30, 10, -20, -20), 32), Listed(1, 2, (4, 5, 6, -15), 32))
"""They stand 1, 2, 7, 6, 5, 8 and at the end both 3 and 4."""
FEES = tuple(CashMoved(CashKind.FEE, 1000, number) for number in EIGHT)
THREE = (Prize(place=1, cents=3000), Prize(place=2, cents=2000), Prize(place=3, cents=1000))


def won_by(state: Tournament, profiles: dict[int, Profile] | None = None) -> Prizes:
    """Give who gets what as the tournament stands."""
    return prizes(state, standings(state), profiles or {})


def priced(*there: Prize, teams: Teams | None = None, goods: tuple[str, ...] = ()) -> Settings:
    """Give settings with prizes."""
    return replace(SETTINGS, prizes=there, teams=teams, goods=goods)


def cents(won: Prizes) -> list[tuple[int | None, int]]:
    """Give who gets how much."""
    return [(one.player, one.cents) for one in won.won]


def test_the_first_three() -> None:
    """Each place gets its money, and nothing is left."""
    won = won_by(folded(DRAWN, *LISTS, settings=priced(*THREE)))
    assert cents(won) == [(1, 3000), (2, 2000), (7, 1000)]
    assert won.rests == ()


def test_equals_share_the_money_of_their_places() -> None:
    """Two at the second rank share second and third prize; the cent that does not divide stays in the till."""
    lists = (replace(LISTS[0], points=(30, 6, -16, -20)), LISTS[1])
    odd = (THREE[0], replace(THREE[1], cents=2001), THREE[2])
    won = won_by(folded(DRAWN, *lists, settings=priced(*odd)))
    assert cents(won) == [(1, 3000), (2, 1500), (7, 1500)]
    assert [one.sharing for one in won.won] == [1, 2, 2]
    assert won.rests == (Rest(Award.OVERALL, 2, 1, Stays.DOES_NOT_DIVIDE),)


def test_a_tie_at_the_last_place_with_a_prize() -> None:
    """Who share the third rank share the third prize alone; there is no fourth one."""
    lists = (replace(LISTS[0], points=(30, 10, -34, -6)), replace(LISTS[1], points=(4, 6, 6, -16)))
    won = won_by(folded(DRAWN, *lists, settings=priced(*THREE)))
    assert cents(won) == [(1, 3000), (2, 2000), (6, 500), (7, 500)]


def test_all_tied() -> None:
    """Where all are first they share everything; what does not divide by eight is told. With lots nobody shares."""
    zero = [Listed(1, table, (0, 0, 0, 0), 32) for table in (1, 2)]
    settings = priced(*THREE, Prize(place=4, cents=3))
    won = won_by(folded(DRAWN, *zero, settings=settings))
    assert cents(won) == [(number, 750) for number in EIGHT]
    assert won.rests == (Rest(Award.OVERALL, 1, 3, Stays.DOES_NOT_DIVIDE),)
    lots = won_by(folded(DRAWN, *zero, LotsDrawn(EIGHT, "Hirsch"), settings=settings))
    assert sorted(one.cents for one in lots.won) == [3, 1000, 2000, 3000]


def test_shares_of_a_pot_that_does_not_divide() -> None:
    """Thirds of 80.01 euros: the cent that is left goes to the first, and all of the pot is handed out."""
    thirds = [Prize(place=place, permille=permille) for place, permille in ((1, 334), (2, 333), (3, 333))]
    fees = (*FEES[:7], CashMoved(CashKind.FEE, 1001, 8))
    won = won_by(folded(*fees, DRAWN, *LISTS, settings=priced(*thirds)))
    assert (won.pot, won.extra, won.cents) == (8001, 1, 8001)
    assert cents(won) == [(1, 2673), (2, 2664), (7, 2664)]


def test_fees_given_back_are_not_in_the_pot() -> None:
    """Who got his fee back paid nothing; the shares are of what was taken in."""
    back = CashMoved(CashKind.FEE, -1000, 8)
    won = won_by(folded(*FEES, back, DRAWN, *LISTS, settings=priced(Prize(permille=500))))
    assert cents(won) == [(1, 3500)]


def test_a_place_that_nobody_takes() -> None:
    """A prize for a rank that nobody has stays in the till, and is told; so are its goods."""
    there = (Prize(Award.WOMEN, 2, 500, goods="Blumen"), Prize(place=20, cents=700))
    won = won_by(folded(DRAWN, *LISTS, settings=priced(*there)), {1: Profile(woman=True)})
    assert won.won == ()
    assert won.rests == (
        Rest(Award.OVERALL, 20, 700, Stays.NOBODY),
        Rest(Award.WOMEN, 2, 500, Stays.NOBODY, ("Blumen",)),
    )


def test_goods_cannot_be_shared() -> None:
    """Goods of places that are shared are told for all who share them, with how many they are."""
    lists = (replace(LISTS[0], points=(30, 6, -16, -20)), LISTS[1])
    there = (Prize(place=2, goods="Schinken"), Prize(place=3, cents=1000, goods="Korb"))
    won = won_by(folded(DRAWN, *lists, settings=priced(*there)))
    both = ("Schinken", "Korb")
    assert won.won == tuple(Won(Award.OVERALL, 2, player, "", 500, both, 2) for player in (2, 7))


def test_teams_and_the_last() -> None:
    """A team gets its money as a team; consolation goes by the rank from the end, where two are last."""
    there = (Prize(Award.TEAM, 1, 4000), Prize(Award.FROM_END, 1, 300), Prize(Award.FROM_END, 3, 100))
    teams = {number: Profile(team="Alm" if number < 5 else "Tal") for number in EIGHT}
    won = won_by(folded(DRAWN, *LISTS, settings=priced(*there, teams=Teams(4, 2))), teams)
    assert [(one.player, one.team, one.cents) for one in won.won] == [
        (None, "Alm", 4000),
        (3, "", 150),
        (4, "", 150),
        (8, "", 100),
    ]


def test_goods_are_chosen_by_rank() -> None:
    """The best who has not chosen is next, equals together; nobody once everything is gone."""
    state = folded(DRAWN, *LISTS, settings=priced(goods=("Ster Holz", "Schinken", "Korb")))
    assert [line.player for line in choosers(state, standings(state))] == [1]
    later = folded(DRAWN, *LISTS, GoodsChosen(1, 1), settings=state.settings)
    assert goods_left(later) == (0, 2)
    assert [line.player for line in choosers(later, standings(later))] == [2]
    gone = folded(DRAWN, *LISTS, *(GoodsChosen(number, number - 1) for number in (1, 2, 3)), settings=state.settings)
    assert choosers(gone, standings(gone)) == ()


prize_lists = st.lists(
    st.builds(Prize, place=st.integers(1, 10), cents=st.integers(0, 9999), permille=st.integers(0, 120)),
    max_size=8,
    unique_by=lambda prize: prize.place,
)
tables = st.tuples(*[st.integers(-3, 3)] * 3).map(lambda three: (*three, -sum(three)))


@given(there=prize_lists, points=st.lists(tables, min_size=2, max_size=2), fee=st.integers(0, 1500))
def test_nothing_gets_lost(there: list[Prize], points: list[tuple[int, ...]], fee: int) -> None:
    """Whatever the prizes and however many are equal: won and left in the till are what was announced, to the cent."""
    lists = [Listed(1, table, one, 32) for table, one in enumerate(points, start=1)]
    fees = [CashMoved(CashKind.FEE, fee, number) for number in EIGHT if fee]
    won = won_by(folded(*fees, DRAWN, *lists, settings=priced(*there)))
    shares = won.pot * sum(prize.permille for prize in there) // 1000
    assert won.cents + sum(rest.cents for rest in won.rests) == sum(prize.cents for prize in there) + shares
    for one in won.won:
        assert len({other.cents for other in won.won if other.rank == one.rank}) == 1
        assert one.sharing == sum(other.rank == one.rank for other in won.won)


# --- The till --------------------------------------------------------------------------------------------------------


def test_in_is_out_and_what_is_left() -> None:
    """Fees, fines and what else came in, less prizes, goods, rent and a fee given back, is what is in the till."""
    moves = (
        *FEES,
        CashMoved(CashKind.FEE, -1000, 8),
        CashMoved(CashKind.PENALTY, 200, 3),
        CashMoved(CashKind.OTHER, 5000, text="Spende"),
        CashMoved(CashKind.OTHER, -2500, text="Saal"),
        CashMoved(CashKind.GOODS, -1999, text="Schinken"),
        CashMoved(CashKind.PRIZE, -3000, 1),
    )
    state = folded(*moves, DRAWN, *LISTS, settings=replace(priced(*THREE), fee=1000))
    report = cash_report(state, won_by(state), {})
    assert report.income == (
        CashLine(CashKind.FEE, "", 8, 8000),
        CashLine(CashKind.PENALTY, "", 1, 200),
        CashLine(CashKind.OTHER, "Spende", 1, 5000),
    )
    assert report.outgo == (
        CashLine(CashKind.FEE, "", 1, -1000),
        CashLine(CashKind.PRIZE, "", 1, -3000),
        CashLine(CashKind.GOODS, "Schinken", 1, -1999),
        CashLine(CashKind.OTHER, "Saal", 1, -2500),
    )
    assert (report.taken, report.given, report.left) == (13200, 8499, 4701)
    assert report.taken == report.given + report.left
    assert report.due == {2: 2000, 7: 1000}
    assert report.in_the_end == 1701
    assert report.owing == {8: 1000}


def test_who_left_owes_nothing() -> None:
    """A fee is due from who takes part."""
    report = cash_report(folded(Left(8, 1), settings=replace(SETTINGS, fee=1000)), Prizes(0), {})
    assert report.owing == dict.fromkeys(EIGHT[:7], 1000)


def test_a_team_is_paid_through_one_of_its_people() -> None:
    """What one of a team gets more than is due to him is the team's; what is more than that is told as too much."""
    teams = {number: Profile(team="Alm" if number < 5 else "Tal") for number in EIGHT}
    settings = priced(THREE[0], Prize(Award.TEAM, 1, 4000), teams=Teams(4, 2))
    half = folded(DRAWN, *LISTS, CashMoved(CashKind.PRIZE, -5000, 1), settings=settings)
    assert cash_report(half, won_by(half, teams), teams).teams == {"Alm": 2000}
    too_much = folded(DRAWN, *LISTS, CashMoved(CashKind.PRIZE, -7500, 1), settings=settings)
    report = cash_report(too_much, won_by(too_much, teams), teams)
    assert (report.teams, report.due, report.in_the_end) == ({}, {1: -500}, -7000)


# --- What a correction would change ----------------------------------------------------------------------------------

CORRECTED = replace(LISTS[0], points=(10, 30, -20, -20), replaces=12, reason="vertauscht")


def test_a_correction_moves_ranks_and_prizes() -> None:
    """Two who changed places are told with their ranks and totals, and the prizes that go with them."""
    found = preview(stamped(DRAWN, *LISTS, settings=priced(*THREE)), CORRECTED, {})
    assert [(one.player, one.before and one.before.rank, one.after and one.after.rank) for one in found.moved] == [
        (2, 2, 1),
        (1, 1, 2),
    ]
    assert [(one.player, one.before.cents, one.after.cents) for one in found.repriced] == [
        (2, 2000, 3000),
        (1, 3000, 2000),
    ]
    assert (found.published, found.draws) == ((), ())


def test_a_correction_that_changes_nothing() -> None:
    """The same list with another reason changes nothing; nor do Soli that decide between nobody."""
    entries = stamped(DRAWN, *LISTS, settings=priced(*THREE))
    assert preview(entries, replace(LISTS[0], replaces=12, reason="x"), {}).nothing
    assert preview(entries, replace(LISTS[0], solos_won=(1, 0, 0, 0), replaces=12, reason="x"), {}).nothing


def test_a_prize_is_lost() -> None:
    """Who falls out of the places with prizes is told, with nothing after."""
    found = preview(stamped(DRAWN, *LISTS, settings=priced(*THREE)), Penalised(7, 1, 6, "x"), {})
    assert [(one.player, one.before.cents, one.after.cents) for one in found.repriced] == [(6, 0, 1000), (7, 1000, 0)]


@pytest.mark.parametrize(("drawing", "draws"), [(Drawing.WANDER, (2,)), (Drawing.EACH, ()), (Drawing.AHEAD, ())])
def test_draws_that_used_the_ranks(drawing: Drawing, draws: tuple[int, ...]) -> None:
    """Only where seats go by rank does a list that changes who came where make the next draw doubtful."""
    second = drawn(((1, 6, 3, 8), (5, 2, 7, 4)), first=2)
    entries = stamped(DRAWN, *LISTS, second, settings=replace(SETTINGS, drawing=drawing))
    assert preview(entries, CORRECTED, {}).draws == draws
    assert preview(entries, replace(CORRECTED, points=(32, 8, -20, -20)), {}).draws == ()


def test_published_standings_that_change() -> None:
    """Rounds whose standings hang on the wall are told where they change; those before the round are not."""
    second = drawn(FIRST, first=2)
    more = (Listed(2, 1, (3, 1, -2, -2), 32), Listed(2, 2, (3, 1, -2, -2), 32))
    entries = stamped(DRAWN, *LISTS, Published(1), second, *more, Published(2))
    assert preview(entries, CORRECTED, {}).published == (1, 2)
    late = replace(more[0], points=(-2, 1, 3, -2), replaces=15, reason="x")
    assert preview(entries, late, {}).published == (2,)
