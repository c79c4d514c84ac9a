"""Drawing for seats and for who deals first, pure: one order of the cards, and what it makes of every draw."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorebook.exchange import parse_rules
from scorebook.ledger.drawing import (
    Stake,
    cards_to_draw,
    draw,
    faces_highest,
    outcome,
    ranked,
    seated_by,
    wrong_draw,
)
from scorebook.rules import Card, Deck, Rank, RuleSet, Suit, preset, preset_names
from scorebook.rules.cards import CARD

BAVARIAN, DEUTSCH = preset("bayern_10_20_50"), preset("deutscher_striche")
SHORT = next(rules for rules in map(preset, preset_names()) if rules.deck is Deck.SHORT)
BLACK_OBERS = parse_rules({"preset": "deutscher_striche", "striche": {"partners": "black_obers"}})
ALL = (BAVARIAN, DEUTSCH, SHORT, BLACK_OBERS)


tables = st.sampled_from(ALL)


@st.composite
def draws(draw: st.DrawFn, rules: st.SearchStrategy[RuleSet] = tables) -> tuple[RuleSet, dict]:
    """Four to seven people, each with a card of a table's deck."""
    table = draw(rules)
    people = draw(st.lists(st.integers(1, 99), min_size=4, max_size=7, unique=True))
    cards = draw(st.permutations(cards_to_draw(table)))
    return table, dict(zip(people, cards, strict=False))


@pytest.mark.parametrize("rules", ALL)
def test_one_order_of_all_cards(rules: RuleSet) -> None:
    """Each card of the deck stands there once; the rank goes before the suit, and suits are as in all games."""
    cards = cards_to_draw(rules)
    assert sorted(cards) == sorted(rules.deck.cards)
    assert [card.suit for card in cards[:4]] == list(Suit)
    ranks = "".join(card.rank for card in cards[::4])
    assert ranks == ("SKOUZ987" if rules in (DEUTSCH, BLACK_OBERS) else "SZKOU987")[: len(ranks)]
    assert all(one.rank == other.rank for one, other in zip(cards[::4], cards[3::4], strict=True))


@given(draws())
def test_nobody_is_lost_and_the_highest_begins(table: tuple[RuleSet, dict[int, Card]]) -> None:
    """Whatever was drawn, all sit down once, and the highest card of all has the first seat and the deal."""
    rules, drawn = table
    done = outcome(tuple(drawn), drawn, Stake.SEATS, rules)
    assert sorted(done.people) == sorted(drawn)
    assert done.highest == 0
    assert drawn[done.people[0]] == min(drawn.values(), key=cards_to_draw(rules).index)


@given(draws(), st.randoms(use_true_random=False))
def test_who_drew_decides_not_where_he_sat(table: tuple[RuleSet, dict[int, Card]], chance: Random) -> None:
    """The same cards in other hands put other people into the same seats; where they sat before has no say."""
    rules, drawn = table
    people = list(drawn)
    chance.shuffle(people)
    instead = dict(zip(drawn, people, strict=True))
    moved = {instead[person]: card for person, card in drawn.items()}
    assert seated_by(moved, rules) == tuple(instead[person] for person in seated_by(drawn, rules))
    mixed = {person: drawn[person] for person in people}
    assert seated_by(mixed, rules) == seated_by(drawn, rules)


@given(draws(st.just(DEUTSCH)))
def test_the_two_highest_sit_opposite(table: tuple[RuleSet, dict[int, Card]]) -> None:
    """In Deutscher Schafkopf: at an even table exactly, at an odd one nobody sits farther from the first."""
    rules, drawn = table
    seats, (first, second, *others) = seated_by(drawn, rules), ranked(drawn, rules)
    away = (seats.index(second) - seats.index(first)) % len(seats)
    assert away == len(seats) // 2
    assert [person for person in seats if person in others] == others


@given(draws(st.sampled_from((BAVARIAN, SHORT, BLACK_OBERS))))
def test_elsewhere_they_sit_in_the_order_of_their_cards(table: tuple[RuleSet, dict[int, Card]]) -> None:
    """Clockwise from the highest down; where the black Obers play together no seat makes partners."""
    rules, drawn = table
    assert not faces_highest(rules)
    assert list(seated_by(drawn, rules)) == sorted(drawn, key=lambda person: cards_to_draw(rules).index(drawn[person]))


@given(draws())
def test_for_the_dealer_alone_all_stay(table: tuple[RuleSet, dict[int, Card]]) -> None:
    """Everybody keeps his seat, and the seat with the highest card deals."""
    rules, drawn = table
    done = outcome(tuple(drawn), drawn, Stake.DEALER, rules)
    assert done.people == tuple(drawn)
    assert done.people[done.highest] == ranked(drawn, rules)[0]


@given(st.integers(0, 2**32), st.integers(4, 7), st.sampled_from(ALL))
def test_the_tablet_draws_from_the_deck(seed: int, players: int, rules: RuleSet) -> None:
    """Everybody gets a card of the table's deck, none twice; the same chance draws the same."""
    people = range(10, 10 + players)
    drawn = draw(people, rules, Random(seed))
    assert tuple(drawn) == tuple(people)
    assert len(set(drawn.values())) == players
    assert not list(wrong_draw(list(map(str, drawn.values())), rules))
    assert drawn == draw(people, rules, Random(seed))


@pytest.mark.parametrize(
    ("codes", "found"),
    [
        (["ES", "", "GS", "HS"], [("drawn.missing", "cards.1")]),
        (["ES", "GS", "es", "XX"], [("drawn.unknown", "cards.2"), ("drawn.unknown", "cards.3")]),
        (["ES", "E7", "GS", "H8"], [("drawn.not_in_deck", "cards.1"), ("drawn.not_in_deck", "cards.3")]),
        (["ES", "GS", "ES", "ES"], [("drawn.twice", "cards.2"), ("drawn.twice", "cards.3")]),
        (["", "", "", ""], [("drawn.missing", f"cards.{seat}") for seat in range(4)]),
        (["ES", "GS", "HS", "SS"], []),
    ],
)
def test_wrong_cards_are_found_where_they_are(codes: list[str], found: list[tuple[str, str]]) -> None:
    """A missing, unknown or second card, and one that the short deck lacks, each at the seat of who drew it."""
    findings = list(wrong_draw(codes, SHORT))
    assert [(finding.code, finding.field) for finding in findings] == found
    assert {finding.params["seat"] for finding in findings if finding.code == "drawn.twice"} <= {0}


def test_a_card_that_the_deck_lacks_has_no_rank() -> None:
    """Who forgets to look for what is wrong hears of it, and gets no order made up."""
    with pytest.raises(ValueError, match="not in"):
        ranked({1: CARD["E7"], 2: Card(Suit.GRAS, Rank.SAU)}, SHORT)
