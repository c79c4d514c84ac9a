"""The play of the cards: what is legal, what is not and why, who takes the trick."""

import itertools
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench import naive
from scorebook.exchange import parse_rules
from scorebook.rules import TRAITS, CalledRank, Contract, Deck, Game, Suit, preset
from scorebook.rules.cards import ALL_AUGEN, CARD, CARDS
from scorebook.rules.cardset import cards_in, codes_in, mask_of
from scorebook.rules.order import order_of
from scorebook.rules.play import IllegalCardError, Position, Rule, deal
from tests.test_vectors import rows

RULES = preset()
SHORT = preset("kurz_10_20_50")
CALLED_GRAS = Game(contract=Contract.SAUSPIEL, declarer=0, called=Suit.GRAS)
PLAYED = [contract for contract in Contract if contract is not Contract.ALL_PASS]


def cards(text):
    """The cards of a text such as "EO GS"."""
    return [CARD[code] for code in text.split()]


def codes(found):
    """The cards as one text."""
    return " ".join(map(str, found))


def position(hands, played="", rules=RULES, game=CALLED_GRAS, lead=0):
    """A position from hands that need not be whole, after some cards, each legal or not."""
    made = Position.start(game, rules, [cards(hand) for hand in hands], lead)
    for card in cards(played):
        made = made.play(card, broken=True)
    return made


@pytest.mark.parametrize("row", rows("legal_positions"))
def test_legal_cards_of_a_position(row):
    """The legal cards of a hand in the middle of a game are the expected ones."""
    rules = parse_rules({"deck": row["deck"], "runaway": {"long": 4, "short": 4}})
    game = Game(
        contract=Contract(row["contract"]),
        declarer=row["declarer"],
        suit=row["suit"] and Suit(row["suit"]),
        called=row["called"] and Suit(row["called"]),
    )
    tricks = [*row["history"], [(row["seat"] - len(row["trick"])) % 4, row["trick"]]]
    plies = [((lead + place) % 4, card) for lead, trick in tricks for place, card in enumerate(trick)]
    hands = [[CARD[card] for seat, card in plies if seat == one] for one in range(4)]
    hands[row["seat"]] += [CARD[card] for card in row["hand"]]
    found = Position.start(game, rules, hands, tricks[0][0])
    for lead, trick in tricks:
        found = found._replace(lead=lead, turn=lead)
        for card in trick:
            found = found.play(CARD[card], broken=True)
    assert sorted(map(str, found.legal_cards())) == sorted(row["legal"])


@pytest.mark.parametrize("contract", PLAYED)
@pytest.mark.parametrize("deck", Deck)
@pytest.mark.parametrize("changes", [{}, {"wenz_ober": "above_koenig", "bettel": {"trumps": True}}])
def test_each_card_has_one_place_in_the_order(contract, deck, changes):
    """Trumps and plain suits of every contract hold each card of the deck once, in an order without ties."""
    order = order_of(contract, Suit.GRAS, parse_rules({"deck": deck.value, **changes}))
    there = [*order.trumps, *itertools.chain(*order.plain)]
    assert sorted(there) == sorted(deck.cards)
    for cards_of_one in (order.trumps, *order.plain):
        power = [order.strength[CARDS.index(card)] for card in cards_of_one]
        assert power == sorted(set(power), reverse=True)


@pytest.mark.parametrize(
    ("preset_name", "changes", "contract", "suit", "trumps"),
    [
        ("bayern_10_20_50", {}, "farbwenz", "eichel", "EU GU HU SU ES EZ EK EO E9 E8 E7"),
        ("leitfaden_multiplikativ", {}, "farbwenz", "eichel", "EU GU HU SU ES EZ EO EK E9 E8 E7"),
        ("bayern_10_20_50", {}, "farbgeier", "schellen", "EO GO HO SO SS SZ SK SU S9 S8 S7"),
        ("kurz_10_20_50", {}, "solo", "gras", "EO GO HO SO EU GU HU SU GS GZ GK G9"),
        ("bayern_10_20_50", {}, "bettel", None, ""),
        ("bayern_10_20_50", {"bettel": {"trumps": True}}, "bettel", None, "EO GO HO SO EU GU HU SU HS HZ HK H9 H8 H7"),
        ("deutscher_striche", {}, "partnerspiel", "herz", "EU GU HU SU HS HK HO HZ H9 H8 H7"),
        ("deutscher_striche", {"striche": {"wenzel": 6}}, "ds_solo", "gras", "EO GO EU GU HU SU GS GK GZ G9 G8 G7"),
        ("deutscher_striche", {"striche": {"wenzel": 6}}, "ds_solo", "herz", "EO GO EU GU HU SU HS HK HO HZ H9 H8 H7"),
        (
            "deutscher_striche",
            {"striche": {"wenzel": 8, "trumpf": "bleibend"}},
            "zwangsspiel",
            None,
            "EO GO HO SO EU GU HU SU SS SK SZ S9 S8 S7",
        ),
    ],
)
def test_trumps_of_a_contract(preset_name, changes, contract, suit, trumps):
    """The trumps, highest first, as RULES.md 1 and 1.3 list them."""
    rules = parse_rules({"preset": preset_name, **changes})
    assert codes(order_of(Contract(contract), suit and Suit(suit), rules).trumps) == trumps


def test_a_bettel_without_trumps_has_its_own_order():
    """Sau, König, Ober, Unter, Zehn (RULES.md 1)."""
    assert codes(order_of(Contract.BETTEL, None, RULES).of(Suit.HERZ)) == "HS HK HO HU HZ H9 H8 H7"


def test_a_set_of_cards_gives_them_back():
    """A set of cards lists its cards, as cards and as codes."""
    some = cards("EO GS H7 S9 SS")
    assert set(cards_in(mask_of(some))) == set(some)
    assert codes_in(mask_of(some)) == tuple(map(str, cards_in(mask_of(some))))


# --- The called Sau ---


def test_ober_of_the_called_suit_does_not_search():
    """A led Ober of the called suit asks for trump, and the Sau stays bound while another card is there."""
    found = position(["GO", "GS E7", "", ""], "GO")
    assert codes(found.legal_cards()) == "E7"


def test_searched_sau_must_fall_however_many_there_are():
    """With four cards of the suit its owner may run away only where he leads himself."""
    found = position(["G9", "GS GZ GK G8 EO", "", ""], "G9")
    assert codes(found.legal_cards()) == "GS"
    assert found.broken_rule(CARD["GZ"]) is Rule.RUF_SAU_GESUCHT
    assert found.broken_rule(CARD["EO"]) is Rule.BEDIENEN


@pytest.mark.parametrize(
    ("rules", "hand", "legal"),
    [
        (RULES, "GS GZ GK G8 E7", "GS GZ GK G8 E7"),
        (RULES, "GS GZ GK E7", "GS E7"),
        (RULES, "GS GZ GK GO GU E7", "GS E7 GO GU"),
        (SHORT, "GS GZ GK E9", "GS GZ GK E9"),
        (SHORT, "GS GZ GU E9", "GS E9 GU"),
    ],
    ids=["four", "three", "Ober and Unter do not count", "three in the short deck", "two in the short deck"],
)
def test_running_away_needs_enough_cards_of_the_suit(rules, hand, legal):
    """The owner on lead needs four cards of the called suit, three in the short deck; Ober and Unter are trumps."""
    found = position([hand, "", "", ""], rules=rules)
    assert set(found.legal_cards()) == set(cards(legal))


def test_after_running_away_the_sau_is_an_ordinary_card():
    """It need not fall when its suit is led, and may be thrown on another suit."""
    ran = position(["GS GZ GK G8", "G9 EZ", "E7", "E8"], "GZ G9 E7 E8")
    again = ran._replace(turn=1, lead=1, hands=(mask_of(cards("GS GK G8")), mask_of(cards("G7")), *ran.hands[2:]))
    searched = again.play(CARD["G7"])._replace(turn=0)
    assert codes(searched.legal_cards()) == "GS GK G8"
    thrown = again._replace(hands=(ran.hands[0], mask_of(cards("EZ")), *ran.hands[2:])).play(CARD["EZ"])
    assert CARD["GS"] in thrown._replace(turn=0).legal_cards()


def test_sau_is_bound_on_trump_until_it_is_the_last_card():
    """Without a trump the owner throws another card; only the last one may be the Sau."""
    assert codes(position(["EO", "GS G7", "", ""], "EO").legal_cards()) == "G7"
    assert codes(position(["EO", "GS", "", ""], "EO").legal_cards()) == "GS"
    bound = position(["EO", "GS G7", "", ""], "EO")
    assert bound.broken_rule(CARD["GS"]) is Rule.RUF_SAU_GEBUNDEN


def test_a_sau_that_was_searched_is_free_even_where_the_rule_was_broken():
    """The play goes on as played."""
    found = position(["G9 EK", "GS G8 S7", "", ""], "G9 G8")
    assert found.free


def test_a_called_zehn_is_bound_like_a_sau():
    """Where a Zehn is called, it is the card that is searched."""
    game = Game(contract=Contract.SAUSPIEL, declarer=0, called=Suit.GRAS, called_rank=CalledRank.ZEHN)
    assert codes(position(["G9", "GZ GS G8", "", ""], "G9", game=game).legal_cards()) == "GZ"


# --- The interface ---


def test_an_illegal_card_is_refused_with_its_reason():
    """`play` raises for a card that breaks a rule, and for one that is not in the hand."""
    found = position(["E7", "E8 HS", "", ""], "E7")
    with pytest.raises(IllegalCardError) as refused:
        found.play(CARD["HS"])
    assert (refused.value.seat, refused.value.card, refused.value.rule) == (1, CARD["HS"], Rule.BEDIENEN)
    with pytest.raises(IllegalCardError) as absent:
        found.play(CARD["EO"], broken=True)
    assert absent.value.rule is None


def test_no_order_without_a_suit():
    """A Solo without its suit, and a game that is not played, have no order of cards."""
    with pytest.raises(ValueError, match="solo"):
        order_of(Contract.SOLO, None, RULES)
    with pytest.raises(ValueError, match="all_pass"):
        order_of(Contract.ALL_PASS, None, RULES)


contracts = st.sampled_from(PLAYED)
decks = st.sampled_from(Deck)
suits = st.sampled_from(Suit)


def rules_for(contract, deck):
    """The rules under which a contract is played, with the given deck where it may be."""
    return preset("deutscher_striche") if TRAITS[contract].deutscher else SHORT if deck is Deck.SHORT else RULES


def random_play(contract, deck, suit, seed, seats=(0, 1, 2, 3)):
    """A game at random to its end; seat i of the deal sits at `seats[i]`."""
    rules, rng = rules_for(contract, deck), Random(seed)
    called = suit if contract in (Contract.SAUSPIEL, Contract.MUSS) and suit is not Suit.HERZ else None
    game = Game(contract=contract, declarer=seats[0], suit=suit, called=called)
    dealt, hands = deal(rules.deck, rng), [()] * 4
    for place, seat in enumerate(seats):
        hands[seat] = dealt[place]
    found = Position.start(game, rules, hands, seats[1])
    while found.turn is not None:
        found = found.play(rng.choice(found.legal_cards()))
    return rules, found


@given(contracts, decks, suits, st.integers())
def test_every_play_ends_with_all_tricks_and_all_augen(contract, deck, suit, seed):
    """Whoever plays what is legal, the game ends with every card played, 120 Augen and 8 or 6 tricks."""
    rules, end = random_play(contract, deck, suit, seed)
    assert sum(end.augen_by_seat) == ALL_AUGEN
    assert sum(end.tricks_by_seat) == len(end.winners) == rules.deck.tricks
    assert not any(end.hands)
    assert end.legal_cards() == ()


@given(contracts, decks, suits, st.integers(), st.integers(1, 3))
def test_moving_round_the_table_moves_the_result(contract, deck, suit, seed, places):
    """The same cards some seats further give the same tricks and Augen there."""
    _, here = random_play(contract, deck, suit, seed)
    _, there = random_play(contract, deck, suit, seed, [(seat + places) % 4 for seat in range(4)])
    assert there.augen_by_seat == here.augen_by_seat[-places:] + here.augen_by_seat[:-places]
    assert there.winners == tuple((seat + places) % 4 for seat in here.winners)


@given(st.sampled_from(["sauspiel", "wenz", "farbgeier", "bettel", "ramsch"]), decks, st.integers())
def test_engine_and_lists_agree_on_every_card(contract, deck, seed):
    """At every ply the legal cards are those that the reference on lists and strings finds, and so is the winner."""
    rng = Random(seed)
    rules = rules_for(Contract(contract), deck)
    hands = naive.deal(rng, deck.value)
    called = "G" if contract == "sauspiel" else None
    table = naive.Table(contract, "H", deck.value, hands, 2, called)
    game = Game(contract=Contract(contract), declarer=0, suit=Suit.HERZ, called=called and Suit.GRAS)
    found = Position.start(game, rules, [[CARD[code] for code in hand] for hand in hands], 2)
    while found.turn is not None:
        assert found.turn == table.turn
        assert set(map(str, found.legal_cards())) == set(table.legal())
        card = rng.choice(sorted(table.legal()))
        table.play(card)
        found = found.play(CARD[card])
    assert list(found.winners) == table.winners
    assert list(found.augen_by_seat) == table.augen
