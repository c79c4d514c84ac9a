"""Deutscher Schafkopf: nine strokes to a head, who counts together, and what Striche are worth in the end."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorebook.ledger.dues import Dues, dues, price_kinds, shares, whole
from scorebook.ledger.evening import Evening, Person, Seat
from scorebook.ledger.price import Price, PricePer
from scorebook.ledger.settlement import settle
from scorebook.ledger.striche import Side, heads, opponents, pairs_at, sides
from scorebook.reports.heads import SINGLY, STROKES, drawing
from scorebook.rules import Contract, RuleSet, Suit, Unit, preset
from scorebook.rules.switches import Partners
from scorebook.wording.striche import heads_told, in_heads, share_told
from tests.evenings import cancelled, evening

STRICHE = preset("deutscher_striche")
ELSEWHERE = replace(STRICHE, striche=replace(STRICHE.striche, partners=Partners.BLACK_OBERS))
SEPP, VRONI, XAVER, ZENZI, ANNI = 11, 12, 13, 14, 15
FIVE = ("Sepp", "Vroni", "Xaver", "Zenzi", "Anni")
CHEAP = Price(10, PricePer.STRICH)
PLAIN: Mapping[str, Any] = {"contract": Contract.PARTNERSPIEL, "suit": Suit.HERZ, "declarer": 0, "partner": 2}
SIMPLE = {**PLAIN, "augen": 70}
"""Sepp and Xaver win one Strich each."""
LOST = {**PLAIN, "augen": 50}
"""Vroni and Zenzi win two each."""
SOLO = {"contract": Contract.DS_SOLO, "suit": Suit.HERZ, "declarer": 0, "augen": 70}
"""Sepp alone wins one."""
SAUSPIEL = {"contract": Contract.SAUSPIEL, "declarer": 0, "partner": 2, "augen": 80}


def played(*plays: Mapping[str, Any], names: Iterable[str] = FIVE[:4], rules: RuleSet = STRICHE) -> Evening:
    """An evening with these games."""
    return evening(len(plays), tuple(names), rules, plays or [SIMPLE])


def counted(*striche: int, opposite: bool = False, price: Price = CHEAP) -> list[int]:
    """What people with so many Striche get, in cents."""
    book = written(striche, opposite=opposite)
    return [share.cents for share in shares(book, book.sheets[0], price)]


def written(striche: Iterable[int], *, opposite: bool) -> Evening:
    """An evening of one game in which somebody wrote so many Striche for each: a value that no rule has to make."""
    counts = tuple(striche)
    names = tuple(f"Gast {place}" for place in range(len(counts)))
    rules = STRICHE if opposite else ELSEWHERE
    plays = [{"contract": Contract.ALL_PASS}]
    book = evening(1, names, rules, plays)
    (game,) = book.sheets[0].games
    paid = replace(game, score=replace(game.score, payouts=counts))
    return replace(book, sheets=(replace(book.sheets[0], games=(paid,)),))


def strokes(striche: int) -> tuple[list[str], list[str], int]:
    """The strokes that stand and those that are missing in the started head, and how many whole heads are drawn."""
    picture = drawing(striche)
    on, off = (re.findall(rf'class="{kind}" d="([^"]+)"', picture) for kind in ("on", "off"))
    return on, off, picture.count('class="head"')


# --- The drawing ---


@pytest.mark.parametrize("striche", range(41))
def test_a_drawing_has_its_strokes_in_order(striche: int) -> None:
    """Nine strokes are a head: square, eyes, horns, nose. Those that are there stand first, the others are faint."""
    number, rest = heads(striche)
    on, off, whole_ones = strokes(striche)
    assert 9 * number + rest == striche
    assert (on, off) == (list(STROKES[:rest]), list(STROKES[rest:]))
    assert whole_ones == number


def test_the_strokes_of_a_head() -> None:
    """Four strokes surround the others but the horns, which stand above; the nose is between and below the eyes."""
    starts = [tuple(map(float, re.findall(r"[\d.]+", path)[-2:])) for path in STROKES]
    square, eyes, horns, (nose,) = starts[:4], starts[4:6], starts[6:8], starts[8:]
    assert len(starts) == len(set(starts)) == 9
    low, high = min(x for x, _ in square), max(x for x, _ in square)
    top = min(y for _, y in square)
    assert all(low < x < high and y > top for x, y in (*eyes, nose))
    assert all(y < top for _, y in horns)
    assert eyes[0][0] < nose[0] < eyes[1][0]
    assert nose[1] > max(y for _, y in eyes)


def test_many_heads_stay_readable() -> None:
    """From seven whole heads on one stands for all, with their number; the picture is never wider than four heads."""
    assert strokes(9 * SINGLY)[2] == SINGLY
    assert strokes(9 * (SINGLY + 1))[2] == 1
    assert "12 ×" in drawing(113)
    for striche in range(2000):
        across = int(re.findall(r'viewBox="0 0 (\d+) 24"', drawing(striche))[0])
        assert 24 <= across <= 96


def test_a_drawing_is_told() -> None:
    """Who does not see the picture hears heads, strokes and their sum; beside it stands the same, shorter."""
    assert "<title>2\xa0Schafköpfe und 4\xa0Striche (22)</title>" in drawing(22)
    assert in_heads(22) == "2\xa0Köpfe + 4"
    assert heads_told(10) == "1\xa0Schafkopf und 1\xa0Strich (10)"
    assert "style=" not in drawing(113)


def test_there_are_no_striche_below_zero() -> None:
    """A number below zero is a programmer's error."""
    with pytest.raises(ValueError, match="-1"):
        drawing(-1)


# --- Who counts together ---


def test_partners_who_are_level_are_one_side() -> None:
    """Who sits opposite plays together: one drawing for both while they hold the same."""
    book = played(SIMPLE, LOST)
    assert sides(book, book.sheets[0]) == (Side((SEPP, XAVER), 1), Side((VRONI, ZENZI), 2))
    assert [side.striche for side in sides(played(), played().sheets[0])] == [0, 0]


def test_a_solo_parts_a_pair() -> None:
    """The Striche of a Solo are the soloist's: he and his partner are drawn apart, the other pair stays together."""
    book = played(SIMPLE, SOLO)
    assert sides(book, book.sheets[0]) == (Side((SEPP,), 2), Side((VRONI, ZENZI), 0), Side((XAVER,), 1))
    assert sides(undone := cancelled(book, 2, "doch nicht"), undone.sheets[0])[0] == Side((SEPP, XAVER), 1)


def test_nobody_sits_opposite_where_partners_are_found_otherwise() -> None:
    """With the black Ober, and with five at the table, everybody counts for himself."""
    five = played(names=FIVE)
    for book in (played(SIMPLE, rules=ELSEWHERE), five):
        people = book.sheets[0].people
        assert sides(book, book.sheets[0]) == tuple(Side((person,), book.totals()[person]) for person in people)
    assert pairs_at(five.sheets[0], 1) == ()


def test_other_units_have_no_sides() -> None:
    """Money and points are not drawn."""
    assert sides(evening(3), evening(3).sheets[0]) == ()


def substituted(book: Evening) -> Evening:
    """The same evening with Anni on Sepp's seat from the second game on."""
    sheet = book.sheets[0]
    first, *others = sheet.seats
    seats = (replace(first, to_number=1), Seat(0, ANNI, from_number=2), *others)
    return replace(book, people=(*book.people, Person(ANNI, "Anni")), sheets=(replace(sheet, seats=seats),))


def test_who_takes_a_seat_counts_against_all() -> None:
    """Where somebody took another's seat, no two sat opposite all the time: everybody counts against all others."""
    book = substituted(played(SIMPLE, SIMPLE))
    assert sides(book, book.sheets[0])[0] == Side((SEPP,), 1)
    assert opponents(book, book.sheets[0])[ANNI] == (SEPP, VRONI, XAVER, ZENZI)
    assert settle_to(replace(book, price=CHEAP)) == 0


def moved(book: Evening, *to: int) -> Evening:
    """The same evening, but from the second game on the people sit on these seats."""
    sheet = book.sheets[0]
    before = tuple(replace(seat, to_number=1) for seat in sheet.seats)
    after = tuple(Seat(place, seat.person, from_number=2) for place, seat in zip(to, sheet.seats, strict=True))
    return replace(book, sheets=(replace(sheet, seats=(*before, *after)),))


def test_partners_may_change_seats() -> None:
    """Two partners who change seats with one another are still partners; with a neighbour they are not."""
    book = played(SIMPLE, SIMPLE)
    same, others = moved(book, 2, 1, 0, 3), moved(book, 1, 0, 2, 3)
    assert opponents(same, same.sheets[0])[SEPP] == (VRONI, ZENZI)
    assert sides(same, same.sheets[0])[0].striche == 2
    assert opponents(others, others.sheets[0])[SEPP] == (VRONI, XAVER, ZENZI)


def test_who_played_no_game_pays_nothing() -> None:
    """Somebody who sat down and played no game that counts is nobody's opponent."""
    book = substituted(played(SIMPLE))
    assert opponents(book, book.sheets[0])[SEPP] == (VRONI, ZENZI)
    assert ANNI not in opponents(book, book.sheets[0])
    assert dict(opponents(played(), played().sheets[0])) == {}


def settle_to(book: Evening) -> int:
    """Settle an evening, and give what is left over."""
    due = dues(book)
    assert due is not None
    settle(due.people)
    return sum(due.people.values())


# --- What they are worth ---


def test_two_pairs_pay_the_difference() -> None:
    """Twelve against five at ten cents: seven Striche, 0,70 € for each of the winners."""
    book = replace(written((12, 5, 12, 5), opposite=True), price=CHEAP)
    assert counted(12, 5, 12, 5, opposite=True) == [70, -70, 70, -70]
    share = shares(book, book.sheets[0], CHEAP)[0]
    assert share_told(share, CHEAP) == "12\xa0Striche, Gegner im Schnitt 5: 7\xa0×\xa00,10\xa0€ = 0,70\xa0€"
    assert dues(book) == Dues(Unit.CENT, {11: 70, 12: -70, 13: 70, 14: -70})


def test_after_a_solo_everybody_counts_alone() -> None:
    """Sepp 14, Xaver 12 against Vroni 6, Zenzi 5: each against the average of the two others."""
    assert counted(14, 6, 12, 5, opposite=True) == [85, -70, 65, -80]


def test_whole_heads_at_a_price() -> None:
    """22 and 22 against 8 and 17 Striche are 2 heads each against none and one, at one euro a head."""
    head = Price(100, PricePer.HEAD)
    assert counted(22, 8, 22, 17, opposite=True, price=head) == [150, -200, 150, -100]
    book = written((22, 8, 22, 17), opposite=True)
    told = [share_told(share, head) for share in shares(book, book.sheets[0], head)]
    assert told[0] == "2\xa0Köpfe, Gegner im Schnitt 0,5: 1,5\xa0×\xa01,00\xa0€ = 1,50\xa0€"
    assert told[3] == "1\xa0Kopf, Gegner im Schnitt 2: −1\xa0×\xa01,00\xa0€ = −1,00\xa0€"


def test_everybody_against_all() -> None:
    """Five at the table: each against the average of the four others; halves and thirds of a cent go by the seat."""
    assert counted(10, 5, 0, 3, 2) == [75, 13, -50, -13, -25]  # exactly 75, 12.5, -50, -12.5, -25
    assert counted(1, 0, 0, 0, price=Price(1, PricePer.STRICH)) == [1, 0, 0, -1]  # exactly 1 and three times -1/3


def test_sheets_add_up() -> None:
    """Over two sheets of an evening the balances of each sheet add up."""
    first, second = written((3, 1, 3, 1), opposite=True), written((0, 4, 0, 4), opposite=True)
    both = replace(first, sheets=(*first.sheets, *second.sheets), price=CHEAP)
    assert dues(both) == Dues(Unit.CENT, {11: -20, 12: 20, 13: -20, 14: 20})


def test_without_a_price_nobody_pays() -> None:
    """Striche are not money: nobody pays anybody until somebody says what one costs."""
    assert dues(played(SIMPLE)) is None
    assert (
        dues(evening(1, rules=preset("turnier_gutpunkte"), plays=[SAUSPIEL], price=Price(10, PricePer.POINT))) is None
    )


def test_points_at_a_price() -> None:
    """Points that sum to zero are settled as points, or in cents at the price of one."""
    book = evening(3, rules=preset("turnier_plusminus"), plays=[SAUSPIEL])
    points = dues(book)
    cents = dues(replace(book, price=Price(20, PricePer.POINT)))
    assert points is not None
    assert cents is not None
    assert (points.unit, cents.unit) == (Unit.POINT, Unit.CENT)
    assert cents.people == {person: 20 * units for person, units in points.people.items()}
    assert price_kinds(book) == (PricePer.POINT,)
    assert price_kinds(evening(1)) == price_kinds(evening(0, rules=preset("turnier_gutpunkte"))) == ()


@given(
    st.lists(st.integers(0, 300), min_size=4, max_size=7),
    st.booleans(),
    st.sampled_from((PricePer.STRICH, PricePer.HEAD)),
    st.integers(1, 10_000),
)
def test_shares_sum_to_zero_and_are_exact(striche: list[int], opposite: bool, per: PricePer, cents: int) -> None:
    """Whatever the numbers: the sum is zero, and nobody is off by a cent or more from his exact share."""
    price = Price(cents, per)
    book = written(striche, opposite=opposite)
    made = shares(book, book.sheets[0], price)
    assert sum(share.cents for share in made) == 0
    assert len(made) == len(striche)
    for share in made:
        assert abs(share.cents - price.cents * share.difference) < 1
        others = opponents(book, book.sheets[0])[share.person]
        assert len(others) == (2 if opposite and len(striche) == 4 else len(striche) - 1)
    assert settle_to(replace(book, price=price)) == 0


@given(st.lists(st.fractions(-1000, 1000), max_size=9))
def test_rounding_keeps_the_sum(amounts: list[Fraction]) -> None:
    """Amounts with a whole sum become whole ones with that sum, each off by less than one; others are refused."""
    fair = [*amounts, -sum(amounts)]
    rounded = whole(fair)
    assert sum(rounded) == 0
    assert all(abs(one - exact) < 1 for one, exact in zip(rounded, fair, strict=True))
    if sum(amounts).denominator > 1:
        with pytest.raises(ValueError, match="whole sum"):
            whole(amounts)
