"""The referee and what cannot have been; and any play at random, held against `replay` and every possible deal."""

import json
from collections import Counter, defaultdict
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorebook.exchange import parse_game, parse_rules
from scorebook.rules import Contract, Game, Suit, preset
from scorebook.rules.cards import CARD
from scorebook.rules.cardset import codes_in, mask_of
from scorebook.rules.evidence import Trick
from scorebook.rules.findings import Report
from scorebook.rules.game import Protocol
from scorebook.rules.play import Position, called_card
from scorebook.rules.referee import Verdict, rule_on
from scorebook.rules.replay import replay
from tests.processes import ROOT
from tests.refereeing import GRAS, LONG, SHORT, WENZ, broken_games, ruled, told, tricks_of, with_cards, wrong

VECTORS = [
    case
    for line in (ROOT / "tests/vectors/more_games.jsonl").read_text().splitlines()
    if "protocol" in (case := json.loads(line))["game"]
]

# --- What cannot have been -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (["G8 XX"], [("card.unknown", "tricks.0", "1", "XX", "1")]),
        (["G8 G9 G8"], [("card.twice", "tricks.0", "2", "G8", "2")]),
        (["GK G7 G8 G9", "E7 G7"], [("card.twice", "tricks.1", "1", "G7", "5")]),
        (["GK G7 G8 G9 GZ"], [("trick.size", "tricks.0")]),
        (["GK G7 G8", "E7"], [("trick.size", "tricks.0")]),
        (["GK G7 G8 G9", "", "E7"], [("trick.missing", "tricks.1")]),
    ],
)
def test_wrong_tricks_name_the_trick_the_seat_and_the_card(lines, found):
    """What cannot have been stands at its trick."""
    assert wrong(WENZ, tricks_of(*lines)) == found


def test_cards_that_the_short_deck_lacks():
    """Seven and Acht are not in it, in tricks and in hands."""
    assert wrong(WENZ, tricks_of("G8"), rules=SHORT) == [("card.not_in_deck", "tricks.0", "0", "G8", "0")]
    assert wrong(WENZ, tricks_of("GK"), {1: "G7 G9 GS GZ GO GU"}, rules=SHORT) == [
        ("card.not_in_deck", "hands.1", "1", "G7", "None")
    ]


def test_a_trick_too_many():
    """After eight tricks there is nothing left to play."""
    suits = ["ES EZ EK E9", "GS GZ GK G9", "HS HZ HK H9", "SS SZ SK S9"]
    low = ["EU GU HU SU", "E8 E7 EO H7", "G8 G7 GO H8", "S8 S7 HO SO"]
    told = [*tricks_of(*suits), *tricks_of(*low), Trick(("EO",))]
    told = [Trick(trick.cards, 0 if not number else None) for number, trick in enumerate(told)]
    assert wrong(WENZ, told) == [("trick.too_many", "tricks.8")]


def test_a_wrong_lead():
    """Who takes the trick leads the next; the first lead must be said, and be somebody's who plays."""
    told = [Trick(("GK", "GS", "G7", "G8"), 0), Trick(("E7",), 2)]
    report = Report()
    assert rule_on(WENZ, LONG, told, {}, report) is None
    (found,) = report.errors
    assert (found.code, found.field, dict(found.params)) == (
        "trick.lead",
        "tricks.1",
        {"trick": 2, "seat": 2, "turn": 1},
    )
    assert ruled(WENZ, "GK GS G7 G8", "E7").plies[4].seat == 1
    assert wrong(WENZ, [Trick(("GK",))]) == [("lead.missing", "lead")]
    five = Game(contract=Contract.WENZ, declarer=0, players=5, sitting_out=(4,))
    assert wrong(five, [Trick(("GK",), 4)]) == [("lead.seat", "lead", "4")]


@pytest.mark.parametrize(
    ("hands", "found"),
    [
        ({2: "G8 E8 E7"}, [("hand.rest", "hands.2", "2")]),
        ({2: "EO E7 E8 E9 EZ EK ES S7"}, [("card.not_in_hand", "hands.2", "2", "G8", "2")]),
        ({2: "G8 E7 E8 E9 EZ EK ES"}, [("card.played", "hands.2", "2", "G8", "2")]),
        ({2: "G8 G7 E7 E8 E9 EZ EK ES"}, [("hand.elsewhere", "hands.2", "2", "G7", "1")]),
        ({2: "G8 E7 E7 E8 E9 EZ EK ES"}, [("card.twice", "hands.2", "2", "E7", "None")]),
        ({2: "G8 E7 ?? E8 E9 EZ EK ES"}, [("card.unknown", "hands.2", "2", "??", "None")]),
        ({1: "G7 EO E8 E9 EZ EK ES S7", 2: "G8 EO HO SO S8 S9 SZ SS"}, [("card.twice", "hands.2", "2", "EO", "None")]),
    ],
)
def test_a_hand_that_contradicts_the_play(hands, found):
    """It stands at the hand, with the seat, the card, and the moment where there is one."""
    assert wrong(WENZ, tricks_of("GK G7 G8 G9"), hands) == found


def test_behind_a_wrong_trick_hands_are_not_blamed():
    """Where a trick is wrong the hands cannot be held against the play; cards that do not exist are still named."""
    assert wrong(WENZ, tricks_of("GK GK"), {1: "E7 E8", 2: "XX E9"}) == [
        ("card.twice", "tricks.0", "1", "GK", "1"),
        ("card.unknown", "hands.2", "2", "XX", "None"),
    ]


def test_who_sits_out_has_no_hand():
    """Cards of somebody who does not play are a mistake."""
    five = Game(contract=Contract.WENZ, declarer=0, players=5, sitting_out=(4,))
    hand = {4: "E7 E8 E9 EZ EK ES S7 S8"}
    assert wrong(five, tricks_of("GK G7 G8 G9"), hand) == [("seat.sits_out", "hands.4", "4")]
    assert wrong(WENZ, tricks_of("GK"), {1: "G7"}) == [("hand.size", "hands.1", "1")]
    assert [one.seat for one in ruled(five, "GK G7 G8 GS", "E7", lead=2).plies] == [2, 3, 0, 1, 1]


@pytest.mark.parametrize(
    ("game", "found"),
    [
        (Game(contract=Contract.SOLO, declarer=0), [("suit.missing", "suit")]),
        (Game(contract=Contract.SAUSPIEL, declarer=0), [("called.missing", "called")]),
        (Game(contract=Contract.SAUSPIEL, declarer=0, called=Suit.HERZ), [("called.herz", "called")]),
        (Game(contract=Contract.ALL_PASS), [("key.not_here", "contract")]),
        (Game(contract=Contract.PARTNERSPIEL, declarer=0, suit=Suit.GRAS), [("contract.not_in_model", "contract")]),
        (Game(contract=Contract.WENZ, declarer=0, players=5), [("sitting_out.count", "sitting_out")]),
        (
            Game(contract=Contract.WENZ, declarer=4, players=5, sitting_out=(4,)),
            [("seat.sits_out", "declarer", "4")],
        ),
    ],
)
def test_what_the_game_lacks(game, found):
    """Without trump suit, called suit or the right people nobody can rule."""
    assert wrong(game, tricks_of("GK")) == found


def test_the_trump_of_deutscher_schafkopf():
    """Where it changes it has to be named; where Schellen stay trump nobody names it."""
    solo = Game(contract=Contract.DS_SOLO, declarer=0)
    assert wrong(solo, tricks_of("GK"), rules=preset("deutscher_striche")) == [("suit.missing", "suit")]
    stays = parse_rules({"preset": "deutscher_striche", "striche": {"trumpf": "bleibend"}})
    ruling = ruled(solo, "S7 SK G7 EU", "EK EZ GK SS", rules=stays, hands={2: "G7 SS G8 G9 H7 H8 HK HZ"})
    assert [(one.ply, str(one.shown[0].card)) for one in ruling.broken] == [(2, "SS")]


def test_the_caller_cannot_hold_what_he_calls():
    """Played or told, the called Sau is another's; the one who is named as its owner must be able to have it."""
    assert wrong(GRAS, tricks_of("GS")) == [("called.own", "called", "0")]
    named = Game(contract=Contract.SAUSPIEL, declarer=0, called=Suit.GRAS, partner=2)
    assert wrong(named, tricks_of("GK GS")) == [("protocol.contradicts", "partner")]
    hand = {2: "G8 E7 E8 E9 EZ EK ES S7"}
    assert wrong(named, tricks_of("GK G7 G8"), hand) == [("called.nobody", "partner", "2", "GS")]


# --- Any play --------------------------------------------------------------------------------------------------------


def test_the_vectors_with_broken_play():
    """On every complete protocol of the vectors the referee says what `replay` says, also without the hands."""
    broken = 0
    for case in VECTORS:
        game, rules = parse_game(case["game"]), parse_rules(case["rules"])
        played = replay(game, rules, Report())
        if played is None or (game.called is None and game.contract in (Contract.SAUSPIEL, Contract.MUSS)):
            continue
        whole = len(game.protocol.played) == 4 * rules.deck.tricks
        for hands in [played.hands] if not whole else [played.hands, ()]:
            agrees(game, rules, played, {seat: codes_in(hand) for seat, hand in enumerate(hands) if hand})
        broken += len(played.violations)
    assert broken > 30


def agrees(game, rules, played, hands):
    """Hold the referee against `replay`, card by card."""
    report = Report()
    ruling = rule_on(game, rules, told(game.protocol), hands, report)
    assert ruling is not None, report.errors
    assert [one.legal for one in ruling.plies] == list(played.legal)
    found = [(one.ply, one.seat, one.card, one.rule) for one in ruling.broken]
    assert found == [(v.ply, v.seat, v.card, v.rule) for v in played.violations]
    assert ruling.open == ()
    assert ruling.end.winners == played.facts.winners


@settings(max_examples=150)
@given(broken_games())
def test_of_a_complete_play_it_says_what_a_replay_says(drawn):
    """With all cards played no hand has to be told, and nothing stays open."""
    game, rules = drawn
    played = replay(game, rules, Report())
    agrees(game, rules, played, {})
    agrees(game, rules, played, {seat: hand for seat, hand in enumerate(game.protocol.hands) if hand})


@settings(max_examples=150)
@given(broken_games(), st.integers(0, 31), st.sets(st.integers(0, 4)), st.booleans())
def test_what_it_is_sure_of_is_true(drawn, stop, known, whole):
    """Wherever the play stops and whichever hands are known: what is broken was, what is allowed was no break."""
    game, rules = drawn
    cut = with_cards(game, Protocol(game.protocol.hands, game.protocol.lead, game.protocol.played[:stop]))
    truth = replay(cut, rules, Report())
    gone = {code for _, code in cut.protocol.played}
    hands = {
        seat: [code for code in hand if whole or code not in gone]
        for seat, hand in enumerate(game.protocol.hands)
        if seat in known
    }
    ruling = rule_on(cut, rules, told(cut.protocol), hands, Report())
    broken = {v.ply: v for v in truth.violations}
    for one in ruling.all:
        assert one.verdict is not Verdict.BROKEN or one.ply in broken
        assert one.verdict is not Verdict.FINE or one.ply not in broken
        if one.ply >= 0:
            assert one.legal in (None, truth.legal[one.ply])
            held = Position.start(cut, rules, truth.hands, cut.protocol.lead)
            for _, code in cut.protocol.played[: one.ply]:
                held = held.play(CARD[code], broken=True)
            assert mask_of(shown.card for shown in one.shown) & ~held.hands[one.seat] == 0
    assert set(broken) <= {one.ply for one in (*ruling.broken, *ruling.open)}


def completions(game, rules, stop):
    """Every deal that goes with the first plies, the caller without what he called."""
    gone = [set() for _ in range(game.players)]
    for seat, code in game.protocol.played[:stop]:
        gone[seat].add(code)
    left = sorted({str(card) for card in rules.deck.cards}.difference(*gone))

    def dealt(seats, rest):
        if not seats:
            yield {}
            return
        seat, *others = seats
        for cards in combinations(rest, rules.deck.tricks - len(gone[seat])):
            if seat == game.declarer and game.called and str(called_card(game)) in gone[seat].union(cards):
                continue
            for more in dealt(others, [card for card in rest if card not in cards]):
                yield {seat: gone[seat].union(cards), **more}

    for by_seat in dealt(list(game.active), left):
        yield tuple(tuple(by_seat.get(seat, ())) for seat in range(game.players))


@settings(max_examples=40)
@given(broken_games(), st.integers(1, 7))
def test_it_leaves_open_exactly_what_the_unknown_cards_decide(drawn, missing):
    """Of all deals that go with the play: broken in all is broken, in none is allowed, in some is open.

    And the legal cards are told exactly where they are the same in all.
    """
    game, rules = drawn
    stop = 4 * rules.deck.tricks - missing
    cut = Protocol(None, game.protocol.lead, game.protocol.played[:stop])
    ruling = rule_on(with_cards(game, cut), rules, told(cut), {}, Report())
    deals, legal, count = Counter(), defaultdict(set), 0
    for hands in completions(game, rules, stop):
        played = replay(with_cards(game, Protocol(hands, cut.lead, cut.played)), rules, Report())
        deals.update(violation.ply for violation in played.violations)
        for ply, cards in enumerate(played.legal):
            legal[ply].add(cards)
        count += 1
    assert count
    for one in ruling.all:
        times = deals[one.ply]
        wanted = Verdict.FINE if not times else Verdict.BROKEN if times == count else Verdict.OPEN
        assert one.verdict is wanted, (one, times, count)
        if one.card is not None:
            (sure, *others) = legal[one.ply]
            assert one.legal == (None if others else sure), one
