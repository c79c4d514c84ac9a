"""The referee: what is certain about a play, and what has to stay open."""

from random import Random

import pytest

from scorebook.exchange import parse_game, parse_rules
from scorebook.rules import Contract, Deck, Game, Suit
from scorebook.rules.cards import CARD
from scorebook.rules.cardset import codes_in
from scorebook.rules.play import Position, Rule, deal
from scorebook.rules.referee import Proof, Verdict
from tests.refereeing import GRAS, LONG, SHORT, WENZ, opened, ruled, said

# --- What is certain -------------------------------------------------------------------------------------------------


def test_a_known_hand_proves_who_did_not_follow():
    """Seat 2 lays his hand open: he had Gras when Gras was led, and each of his cards that were allowed is named."""
    ruling = ruled(WENZ, "GS G7 H9 G8", hands={2: "H9 G9 GZ HS HK E7 E8 EU"})
    (one,) = ruling.broken
    assert (one.ply, one.seat, one.rule, one.legal_cards) == (2, 2, Rule.BEDIENEN, (CARD["GZ"], CARD["G9"]))
    assert {(str(held.card), held.proof, held.ply) for held in one.shown} == {
        ("GZ", Proof.TOLD, None),
        ("G9", Proof.TOLD, None),
    }
    assert opened(ruling) == []


def test_what_is_left_of_a_hand_is_enough():
    """Whoever shows only what he still holds has shown his whole hand: what he played is known."""
    whole = ruled(WENZ, "GS G7 H9 G8", hands={2: "H9 G9 GZ HS HK E7 E8 EU"})
    rest = ruled(WENZ, "GS G7 H9 G8", hands={2: "G9 GZ HS HK E7 E8 EU"})
    assert [one.legal for one in rest.plies] == [one.legal for one in whole.plies]
    assert said(rest) == said(whole)


def test_later_play_proves_what_no_hand_shows():
    """Seat 2 threw Herz on Gras in trick 1 and played Gras in trick 3: that proves trick 1, with the moment."""
    ruling = ruled(WENZ, "GS G7 H9 G8", "ES E7 E8 E9", "EZ EK G9")
    assert said(ruling) == [(2, 2, Rule.BEDIENEN)]
    (held,) = ruling.broken[0].shown
    assert (str(held.card), held.proof, held.ply) == ("G9", Proof.LATER, 10)
    assert ruling.broken[0].legal is None


def test_without_a_hand_a_discard_stays_open():
    """Nobody knows whether seat 2 could follow; it is said which rule it would be, and nothing is guessed."""
    ruling = ruled(WENZ, "GS G7 H9 G8")
    assert said(ruling) == []
    assert opened(ruling) == [(2, 2, Rule.BEDIENEN)]
    assert ruling.plies[2].hidden == 7


def test_nothing_stays_open_once_all_cards_of_the_suit_are_known():
    """When the whole of Gras has fallen elsewhere before, a discard on Gras is allowed without any hand."""
    ruling = ruled(WENZ, "GS G7 GO G8", "GZ GK H7 G9", "E7 E8 E9 EZ")
    assert ruling.plies[6].verdict is Verdict.FINE
    assert (said(ruling), opened(ruling)) == ([], [])


def test_three_known_hands_tell_the_fourth():
    """The fourth hand is what is left, and proves as well."""
    hands = deal(Deck.LONG, Random(7))
    text = {seat: " ".join(map(str, hands[seat])) for seat in (1, 2, 3)}
    (first, *_), follower = hands[1], hands[0]
    solo = Game(contract=Contract.SOLO, suit=Suit.HERZ, declarer=0)
    start = Position.start(solo, LONG, hands, 1).play(first)
    others = [start := start.play(start.legal_cards()[0]) for _ in range(2)]
    false = next(card for card in follower if card not in others[-1].legal_cards())
    line = " ".join(map(str, [*others[-1].cards_of_trick, false]))
    ruling = ruled(solo, line, lead=1, hands=text)
    assert said(ruling) == [(3, 0, Rule.BEDIENEN)]
    assert {held.proof for held in ruling.broken[0].shown} == {Proof.LEFT}


# --- The called Sau --------------------------------------------------------------------------------------------------


def test_the_searched_sau_must_fall():
    """Gras is led, seat 2 plays the Gras-Sieben, and the called Gras-Sau only in trick 3: it had to fall before."""
    ruling = ruled(GRAS, "G8 GK G7 G9", "EO EU H7 HS", "E7 GS EK ES")
    assert (1, 1) not in [(one.ply, one.seat) for one in ruling.broken]
    assert said(ruling)[0] == (2, 2, Rule.RUF_SAU_GESUCHT)
    assert [str(held.card) for held in ruling.broken[0].shown] == ["GS"]
    assert ruling.broken[0].legal_cards == (CARD["GS"],)


@pytest.mark.parametrize("trump", ["GO", "GU"])
def test_ober_and_unter_of_the_suit_do_not_search(trump):
    """The Gras-Ober and Gras-Unter are trumps: they never search the Gras-Sau, which must not fall on them either."""
    ruling = ruled(GRAS, f"{trump} H7 H8 H9", hands={2: "H8 GS G7 EK E7 E8 S7 S8"}, lead=0)
    assert (said(ruling), ruling.plies[2].verdict) == ([], Verdict.FINE)
    bound = ruled(GRAS, f"{trump} H7 GS H9", hands={2: "GS G7 EK E7 E8 S7 S8 S9"}, lead=0)
    assert said(bound) == [(2, 2, Rule.RUF_SAU_GEBUNDEN)]


@pytest.mark.parametrize(("fourth", "rule"), [("GO", Rule.DAVONLAUFEN), ("GU", Rule.DAVONLAUFEN), ("G9", None)])
def test_ober_and_unter_do_not_count_towards_running_away(fourth, rule):
    """With Sau, Acht and Sieben the fourth card has to be a plain Gras; Ober and Unter are none."""
    ruling = ruled(GRAS, "G7", hands={2: f"GS G8 G7 {fourth} EK E7 S7 S8"}, lead=2)
    assert [one.rule for one in ruling.broken] == ([rule] if rule else [])


def test_running_away_is_counted_on_the_cards_held_now():
    """Of four one has fallen since: from three nobody runs away (long deck); the short deck asks for three."""
    hand = {2: "GS G9 G8 G7 H8 H9 HK S7"}
    assert said(ruled(GRAS, "G7", hands=hand, lead=2)) == []
    later = ruled(GRAS, "E7 G9 E8 ES", "S9 SS S7 SK", "SZ H9 S8 EZ", "G8", hands=hand, lead=1)
    assert said(later) == [(12, 2, Rule.DAVONLAUFEN)]
    short = Game(contract=Contract.SAUSPIEL, declarer=0, called=Suit.GRAS)
    assert said(ruled(short, "GK", hands={2: "GS GK G9 H9 S9 SK"}, lead=2, rules=SHORT)) == []
    assert said(ruled(short, "GK", hands={2: "GS GK GO H9 S9 SK"}, lead=2, rules=SHORT)) == [(0, 2, Rule.DAVONLAUFEN)]


def test_running_away_needs_the_whole_hand():
    """The owner leads a low Gras; whether he held four is open until his hand is, and what is known of it is told.

    Where too many of Gras are known elsewhere it is certain without it.
    """
    ruling = ruled(GRAS, "G7 E8 E9 S7", "H8 H9 EO H7", "EK EZ GS E7", lead=2)
    assert opened(ruling)[0] == (0, 2, Rule.DAVONLAUFEN)
    assert (ruling.plies[0].of_suit, ruling.plies[0].hidden) == (2, 5)
    few = ruled(GRAS, "G7 G8 GK G9", "EO H7 H8 H9", "EK EZ GS E9", lead=2)
    assert said(few)[0] == (0, 2, Rule.DAVONLAUFEN)


@pytest.mark.parametrize("answer", ["G8", "GS"])
def test_a_sau_run_away_with_need_not_fall(answer):
    """He ran away in trick 1; when seat 3 leads Gras in trick 2 he may keep the Sau, and may play it as well."""
    hand = {2: "GS G9 G8 G7 E7 H8 S7 S8"}
    ruling = ruled(GRAS, "G7 GK E8 E9", f"GZ H9 EK {answer}", hands=hand, lead=2)
    assert said(ruling) == []
    assert set(map(str, ruling.plies[7].legal_cards)) == {"GS", "G8", "G9"}


def test_a_sau_run_away_with_is_not_bound():
    """Without the suit that is led he may throw it on the next trick; without running away he may not."""
    hand = {2: "GS G9 G8 G7 E7 H8 H9 HK"}
    assert said(ruled(GRAS, "G7 GK E8 E9", "SK SZ SS GS", hands=hand, lead=2)) == []
    assert said(ruled(GRAS, "E7 EK E8 E9", "SK SZ SS GS", hands=hand, lead=2)) == [(7, 2, Rule.RUF_SAU_GEBUNDEN)]


def test_the_sau_is_bound_on_trumps_until_it_is_the_last_card():
    """Without a trump he still may not throw the called Sau away; as his last card it must."""
    ruling = ruled(GRAS, "EO HK GS H9", hands={2: "GS EK E7 E8 E9 S7 S8 S9"})
    assert said(ruling) == [(2, 2, Rule.RUF_SAU_GEBUNDEN)]
    assert len(ruling.broken[0].shown) == 7
    lines = ["EO H7 S7 H8", "GO H9 S8 HK", "HO HZ S9 HS", "SO E7 SK ES", "EU E8 SZ EZ", "GU EK SS E9", "HU G7 GK G8"]
    last = ruled(GRAS, *lines, "SU G9 GS GZ")
    assert last.plies[30].verdict is Verdict.FINE
    assert last.plies[26].verdict is Verdict.FINE


def test_a_bound_sau_is_wrong_even_where_the_hand_is_unknown():
    """Whatever else he holds, the called Sau may not be thrown on trumps while he has other cards."""
    ruling = ruled(GRAS, "EO HK GS")
    assert said(ruling) == [(2, 2, Rule.RUF_SAU_GEBUNDEN)]


def test_led_by_another_the_sau_falls_however_many_one_holds():
    """Five of the suit in hand: on one's own lead one could run away, not when another leads it."""
    ruling = ruled(GRAS, "GK GZ G7 H7", hands={2: "GS G9 G8 G7 E7 H8 S7 S8"}, lead=0)
    assert said(ruling) == [(2, 2, Rule.RUF_SAU_GESUCHT)]
    assert ruling.plies[2].legal_cards == (CARD["GS"],)


def test_who_may_hold_the_sau_is_open_and_can_be_told():
    """A low Gras on Gras is open while anybody may hold the Sau; told whose it is, that one broke the rule."""
    ruling = ruled(GRAS, "GK GZ G7 G8")
    assert opened(ruling) == [(1, 1, Rule.RUF_SAU_GESUCHT), (2, 2, Rule.RUF_SAU_GESUCHT), (3, 3, Rule.RUF_SAU_GESUCHT)]
    told = ruled(Game(contract=Contract.SAUSPIEL, declarer=0, called=Suit.GRAS, partner=2), "GK GZ G7 G8")
    assert said(told) == [(2, 2, Rule.RUF_SAU_GESUCHT)]
    assert [held.proof for held in told.broken[0].shown] == [Proof.LEFT]
    assert opened(told) == []


def test_whose_turn_it_is_and_what_he_must_play():
    """Where the play stands the ruling says what may follow; with the owner known even without his hand."""
    owner = Game(contract=Contract.SAUSPIEL, declarer=0, called=Suit.GRAS, partner=2)
    ruling = ruled(owner, "GK GZ")
    assert (ruling.end.turn, codes_in(ruling.legal)) == (2, ("GS",))
    assert ruled(GRAS, "GK GZ").legal is None
    assert codes_in(ruled(WENZ, "GK", hands={1: "G7 EU EO HO E7 E8 S7 S8"}).legal) == ("G7",)


def test_a_called_zehn_is_searched_like_a_sau():
    """Where the Zehn is called it is the Zehn that has to fall."""
    rules = parse_rules({"called_ten": True})
    game = parse_game({"contract": "sauspiel", "declarer": 0, "called": "gras", "called_rank": "zehn"})
    ruling = ruled(game, "GK G9 G7 G8", hands={2: "GZ G7 E7 E8 S7 S8 H7 H8"}, rules=rules)
    assert said(ruling) == [(2, 2, Rule.RUF_SAU_GESUCHT)]


def test_a_caller_without_ober_and_unter():
    """Only where the rule set asks for one: broken with the whole hand, open without, settled once an Ober fell."""
    rules = parse_rules({"caller_needs_honour": True})
    hand = {0: "HS HZ HK H9 H8 G7 G8 G9"}
    assert said(ruled(GRAS, "H8", hands=hand, rules=rules)) == [(-1, 0, Rule.CALLER_NEEDS_HONOUR)]
    assert said(ruled(GRAS, "H8", hands=hand)) == []
    assert (-1, 0, Rule.CALLER_NEEDS_HONOUR) in opened(ruled(GRAS, "H8", rules=rules))
    assert ruled(GRAS, "EO", rules=rules).before.verdict is Verdict.FINE
