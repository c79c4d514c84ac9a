"""Who may call what, who may bid what, and who has the right to play."""

from itertools import pairwise, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorebook.exchange import parse_rules
from scorebook.rules import Contract, Suit, preset, preset_names
from scorebook.rules.auction import FORCED, Bid, NoBid, Why, bids, decide, objection
from scorebook.rules.calling import NoCall, calling
from scorebook.rules.cards import CARD
from scorebook.rules.play import deal
from scorebook.rules.reporting import Announced, Reported, report
from scorebook.rules.reporting import Why as Decided
from scorebook.rules.reporting import decide as decide_reports
from scorebook.rules.switches import AllPass

RULES = preset()
DEUTSCH = preset("deutscher_striche")
SAUSPIEL, WENZ, SOLO = Bid(Contract.SAUSPIEL), Bid(Contract.WENZ), Bid(Contract.SOLO)


def cards(text):
    """The cards of a text such as "EO GS"."""
    return [CARD[code] for code in text.split()]


def called(text, rules=RULES):
    """What a hand may call, as one text."""
    return " ".join(map(str, calling(cards(text), rules).cards))


# --- Calling ---


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("EO GU H9 HS E7 G8 S9 SK", "ES GS SS"),
        ("EO GU H9 HS ES E7 G8 G9", "GS"),
        ("EO GU SU SO H9 HS E7 E8", "ES"),
        ("EO GO HO SO EU GU HU SU", ""),
        ("EO GU H9 HS ES E7 GS G8", ""),
    ],
    ids=["all three", "not the own one", "an Ober is no card of the suit", "trumps only", "gesperrt"],
)
def test_what_may_be_called(hand, expected):
    """Eichel, Gras or Schellen, of which one has a plain card and not the Sau."""
    assert called(hand) == expected
    assert calling(cards(hand), RULES).blocked is (not expected)


def test_every_refused_suit_has_its_reason():
    """Herz is trump, the own Sau cannot be called, and a suit that one does not have neither."""
    refused = calling(cards("EO GU SU SO H9 HS ES E8"), RULES).refused
    assert refused == {
        Suit.EICHEL: NoCall.OWN,
        Suit.GRAS: NoCall.NO_CARD,
        Suit.HERZ: NoCall.TRUMP,
        Suit.SCHELLEN: NoCall.NO_CARD,
    }


def test_a_zehn_may_be_called_by_who_owns_every_sau():
    """Only where the table has agreed on it, and only with all three Sauen (seed 000)."""
    hand = "ES GS SS EZ G7 EO HS H9"
    assert called(hand) == ""
    assert called(hand, preset("leitfaden_multiplikativ")) == "GZ SZ"
    assert called("ES GS S7 EZ G7 EO HS H9", preset("leitfaden_multiplikativ")) == "SS"


def test_a_caller_without_ober_and_unter():
    """Where the rules ask for one, a hand without can call nothing."""
    rules = parse_rules({"caller_needs_honour": True})
    assert called("HS HZ HK H9 E7 G7 G8 S7", rules) == ""
    assert called("HS HZ HK H9 E7 G7 G8 S7") == "ES GS SS"
    assert called("SU HZ HK H9 E7 G7 G8 S7", rules) == "ES GS SS"


# --- Bidding ---


def test_bids_go_by_the_rank_of_the_rule_set():
    """Sie above Tout above every plain contract; those in the order of the rule set; nothing that nobody bids."""
    assert bids(RULES) == (
        Bid(Contract.SOLO, sie=True),
        Bid(Contract.SOLO, tout=True),
        Bid(Contract.WENZ, tout=True),
        SOLO,
        WENZ,
        SAUSPIEL,
    )
    turned = parse_rules({"contracts": ["wenz", "solo", "sauspiel", "muss"]})
    assert bids(turned) == (WENZ, SOLO, SAUSPIEL)


@pytest.mark.parametrize("name", preset_names())
def test_every_bid_of_a_preset_is_bid_once(name):
    """No bid stands there twice, and none that comes only when all have passed."""
    found = bids(preset(name))
    assert len(set(found)) == len(found)
    assert not any(bid.contract in FORCED for bid in found)


def test_the_higher_game_plays():
    """Whoever sits where, the higher rank wins, over the one that came closest."""
    for seats in permutations(range(4)):
        wishes = dict(zip(seats, (SAUSPIEL, None, WENZ, SAUSPIEL), strict=True))
        found = decide([(seat, wishes[seat]) for seat in range(4)], RULES)
        assert (found.seat, found.bid, found.why) == (seats[2], WENZ, Why.HIGHER)
        assert found.over == min(seats[0], seats[3])


def test_of_two_as_high_the_nearer_plays():
    """Vorhand first, whatever the suit."""
    found = decide([(2, None), (3, SOLO), (0, SAUSPIEL), (1, SOLO)], RULES)
    assert (found.seat, found.why, found.over) == (3, Why.NEARER, 1)


def test_one_alone_plays_what_he_wants():
    """Nobody has to be outbid."""
    found = decide([(0, None), (1, None), (2, SAUSPIEL), (3, None)], RULES)
    assert (found.seat, found.why, found.over) == (2, Why.ONLY_ONE, None)


@pytest.mark.parametrize("follows", AllPass)
def test_when_all_pass_the_rules_say_what_follows(follows):
    """Nobody plays, and the outcome names what the table has agreed on."""
    found = decide([(seat, None) for seat in range(4)], parse_rules({"all_pass": follows.value}))
    assert (found.seat, found.why, found.follows) == (None, Why.ALL_PASS, follows)


def test_a_bid_that_is_not_offered():
    """Nobody bids what the table does not play."""
    with pytest.raises(ValueError, match="not in"):
        decide([(0, Bid(Contract.GEIER))], RULES)


@pytest.mark.parametrize(
    ("bid", "hand", "expected"),
    [
        (SAUSPIEL, "EO GU H9 HS ES E7 GS G8", NoBid.BLOCKED),
        (SAUSPIEL, "EO GU H9 HS E7 E8 GS G8", None),
        (SOLO, "ES EZ EK E9 E8 E7 GS SS", None),
        (Bid(Contract.HOCHZEIT), "H7 EZ EK E9 E8 E7 GS SS", None),
        (Bid(Contract.HOCHZEIT), "H7 EO EK E9 E8 E7 GS SS", NoBid.NOT_ONE_TRUMP),
        (Bid(Contract.HOCHZEIT), "ES EZ EK E9 E8 E7 GS SS", NoBid.NOT_ONE_TRUMP),
        (Bid(Contract.SOLO, sie=True), "EO GO HO SO EU GU HU SU", None),
        (Bid(Contract.SOLO, sie=True), "EO GO HO SO EU GU HU HS", NoBid.NO_SIE),
    ],
)
def test_what_a_hand_may_bid(bid, hand, expected):
    """Who is gesperrt has no Sauspiel, a Hochzeit has just one trump, a Sie all of the highest."""
    assert objection(bid, cards(hand), RULES) is expected


def test_a_short_sie_has_six():
    """In the short deck four Ober and two Unter are enough (RULES.md 1)."""
    short = preset("kurz_10_20_50")
    assert objection(Bid(Contract.SOLO, sie=True), cards("EO GO HO SO EU GU"), short) is None


# --- Reporting ---


@pytest.mark.parametrize(
    ("hand", "changes", "expected"),
    [
        ("EU GU ES EK E7 GS HS SS", {}, (5, 19, "EU", "eichel")),
        ("HU ES EK E7 GS GZ G7 SS", {}, (4, 23, "HU", "gras")),
        ("SU SS SK ES EK EO EZ E7", {"trumpf": "bleibend"}, (3, 17, "SU", "schellen")),
        ("EO GO EU SU GS GK E9 H7", {"wenzel": 6}, (6, 25, "EO", "gras")),
        ("EO GO HO SO GS GK E9 H7", {"wenzel": 8}, (6, 27, "EO", "gras")),
    ],
)
def test_what_a_hand_reports(hand, changes, expected):
    """Its Wenzel and its longest suit, of two as long the one with more Augen; always Schellen where that stays."""
    found = report(cards(hand), parse_rules({"preset": "deutscher_striche", "striche": changes}))
    assert (found.trumps, found.augen, str(found.highest), found.suit) == expected


@pytest.mark.parametrize(
    ("reports", "expected"),
    [
        ([Reported(5), Reported(6), Reported(4), Reported(5)], Announced(Decided.TRUMPS, 1)),
        ([Reported(6), Reported(6), Reported(5), Reported(4)], Announced(Decided.AUGEN, None, (0, 1))),
        ([Reported(6, 20), Reported(6, 24), Reported(5), Reported(4)], Announced(Decided.AUGEN, 1)),
        ([Reported(6, 20), Reported(6, 20), Reported(5), Reported(4)], Announced(Decided.HIGHEST, None, (0, 1))),
        (
            [Reported(6, 20, CARD["GU"]), Reported(6, 20, CARD["EU"]), Reported(5), Reported(4)],
            Announced(Decided.HIGHEST, 1),
        ),
        (
            [Reported(5, 28, CARD["HS"]), Reported(5, 28, CARD["GS"]), Reported(4), Reported(4)],
            Announced(Decided.HIGHEST, 1),
        ),
        ([Reported(4), Reported(4), Reported(3), Reported(4)], Announced(Decided.FORCED, None)),
    ],
)
def test_most_trumps_play(reports, expected):
    """Then more Augen, then the higher trump; as long as that was not said, it is asked of those who are even."""
    assert decide_reports(dict(enumerate(reports)), DEUTSCH) == expected


@pytest.mark.parametrize("wenzel", [4, 6, 8])
def test_every_wenzel_is_higher_than_every_other_trump(wenzel):
    """At the last tie the order is that of the trumps: the Wenzel as they stand, then the ranks, then the suits."""
    rules = parse_rules({"preset": "deutscher_striche", "striche": {"wenzel": wenzel}})
    tops = [*["EO", "GO", "HO", "SO"][: wenzel - 4], *["EU", "GU", "HU", "SU", "ES", "GS", "HS", "SS", "EK"]]
    for higher, lower in pairwise(tops):
        for reports in ({0: higher, 1: lower}, {0: lower, 1: higher}):
            found = decide_reports({seat: Reported(5, 20, CARD[code]) for seat, code in reports.items()}, rules)
            assert found == Announced(Decided.HIGHEST, next(seat for seat in reports if reports[seat] == higher))


def test_of_two_suits_as_long_and_as_dear_the_higher_trump_is_reported():
    """As many trumps, as many Augen: the suit with the highest trump wins a tie rather."""
    for one, other in (("EZ EK E9 E8", "GS GO G9 G8"), ("ES EO E9 E8", "GZ GK G9 G8")):
        assert report(cards(f"{one} {other}"), DEUTSCH).highest.rank.value == "S"


def test_nobody_with_five_trumps_makes_the_alte_play():
    """A Zwangsspiel for the owner of the Eichel-Unter."""
    assert decide_reports(dict.fromkeys(range(4), Reported(4)), DEUTSCH, alter=2) == Announced(Decided.FORCED, 2)


@given(st.integers(), st.sampled_from([4, 6, 8]))
def test_every_deal_has_somebody_who_plays(seed, wenzel):
    """Whatever is dealt, the reports of all hands decide, and nobody reports more than he holds."""
    rules = parse_rules({"preset": "deutscher_striche", "striche": {"wenzel": wenzel}})
    hands = deal(rules.deck, Random(seed))
    reports = {seat: report(hand, rules) for seat, hand in enumerate(hands)}
    alter = next(seat for seat, hand in enumerate(hands) if CARD["EU"] in hand)
    found = decide_reports(reports, rules, alter)
    assert found.seat is not None
    assert found.why is not Decided.FORCED or found.seat == alter
    assert max(one.trumps for one in reports.values()) <= rules.deck.tricks
