"""Protocols beside a summary, protocols that stop early, and what is wrong with a protocol."""

import json
from copy import deepcopy

import pytest

from scorebook.exchange import complete_rules, parse_game, parse_rules
from scorebook.exchange.replays import Replayer
from scorebook.exchange.schema import RefusedReplayModel
from scorebook.rules import assess
from scorebook.rules.cards import CARDS
from tests.replays import RAMSCH, SAUSPIEL, SHORT, SOLO, replayed, row_of, told
from tests.test_vectors import rows

# --- A summary beside its cards ---


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("partner", 1),
        ("augen", 60),
        ("opponent_augen", 60),
        ("tricks", 4),
        ("laufende", 3),
        ("result", "lost"),
        ("schneider", False),
        ("schwarz", True),
    ],
)
def test_a_summary_that_contradicts_its_cards_is_refused(key, value):
    """Each key that was entered otherwise than the cards say is refused at its field; the facts are given too."""
    more = {"laufende_side": "mit"} if key == "laufende" else {}
    answer = replayed(SAUSPIEL, **{key: value}, **more)
    assert answer["ok"] is False
    assert key in {error["field"] for error in answer["errors"]}
    assert answer["facts"]["augen"] == SAUSPIEL["expected"]["facts"]["augen"]
    RefusedReplayModel.model_validate_json(json.dumps(answer))


@pytest.mark.parametrize("key", ["augen_by_seat", "tricks_by_seat", "jungfrauen", "loser"])
def test_a_ramsch_that_contradicts_its_cards_is_refused(key):
    """The piles, Jungfrauen and the loser of a Ramsch are held against its cards."""
    facts = RAMSCH["expected"]["facts"]
    least = facts["augen_by_seat"].index(min(facts["augen_by_seat"]))
    wrong = {
        "augen_by_seat": [30, 30, 30, 30],
        "tricks_by_seat": [2, 2, 2, 2],
        "jungfrauen": [facts["augen_by_seat"].index(max(facts["augen_by_seat"]))],
        "loser": least,
    }
    assert key in {error["field"] for error in replayed(RAMSCH, **{key: wrong[key]})["errors"]}


def test_a_summary_that_agrees_is_accepted():
    """All that the cards say may stand beside them, Laufende that are too few to count included or not."""
    facts = SAUSPIEL["expected"]["facts"]
    same = {key: facts[key] for key in ("partner", "augen", "tricks")}
    run = {key: facts[key] for key in ("laufende", "laufende_side")}
    answers = [replayed(SAUSPIEL), replayed(SAUSPIEL, **same), replayed(SAUSPIEL, **same, **run)]
    answers.append(replayed(SAUSPIEL, laufende=0))
    assert [answer.get("payouts") for answer in answers] == [SAUSPIEL["expected"]["payouts"]] * 4


def test_laufende_of_the_wrong_side_are_refused():
    """A side that is given alone is held against the run of the cards."""
    row = next(
        row.values[0] for row in rows("real_games") if row.values[0]["expected"]["facts"].get("laufende", 0) >= 3
    )
    other = {"mit": "ohne", "ohne": "mit"}[row["expected"]["facts"]["laufende_side"]]
    assert told(replayed(row, laufende_side=other), "protocol.contradicts")["field"] == "laufende"


def test_laufende_that_were_left_at_nothing_are_held_against_the_cards():
    """Entered as none, a run that is paid is contradicted in words; one below the minimum is not."""
    found = [row.values[0] for row in rows("real_games") if "laufende" in row.values[0]["expected"]["facts"]]
    paid = next(row for row in found if row["expected"]["facts"]["laufende"] >= 3)
    error = told(replayed(paid, laufende=0, laufende_side=None), "protocol.contradicts")
    assert error["field"] == "laufende"
    assert "keine" in error["message"]
    short = next(
        row for row in found if row["expected"]["facts"]["laufende"] < 3 and row["game"]["contract"] == "sauspiel"
    )
    assert replayed(short, laufende=0, laufende_side=None)["ok"]


def test_the_called_card_has_to_be_named():
    """With cards a Sauspiel says what it calls."""
    assert told(replayed(SAUSPIEL, called=None, partner=3), "called.missing")["field"] == "called"


def test_nobody_calls_his_own_card():
    """Who holds the called Sau cannot call it."""
    owner = SAUSPIEL["expected"]["facts"]["partner"]
    assert told(replayed(SAUSPIEL, declarer=owner), "called.own")["field"] == "called"


def test_a_call_that_the_hand_does_not_allow_is_asked_about():
    """Without a plain card of the called suit, and for a Zehn without the three Sauen, the answer has a warning."""
    hands = [
        ["EO", "GO", "HO", "SO", "GU", "HS", "HZ", "ES"],
        ["EU", "HU", "SU", "HK", "GS", "EZ", "EK", "SZ"],
        ["H9", "H8", "GZ", "GK", "SK", "S9", "E9", "E8"],
        ["H7", "G9", "G8", "G7", "S8", "S7", "E7", "SS"],
    ]
    game = {"contract": "sauspiel", "declarer": 0, "called": "gras", "result": "won"}
    game["protocol"] = {"hands": hands, "lead": 0, "played": []}
    answer = Replayer().answer(game)
    assert answer["ok"], answer
    assert told(answer, "called.no_card")["field"] == "called"
    hands[0][4], hands[2][2] = "GZ", "GU"
    assert "called.no_card" not in [one["code"] for one in Replayer().answer(game)["warnings"]]
    game |= {"called": "eichel", "called_rank": "zehn"}
    answer = Replayer().answer({"rules": {"called_ten": True}, "game": game})
    assert told(answer, "called.no_sauen")["message"].startswith(
        "Eine Zehn ruft, wer die drei Sauen selbst hat. Platz 0"
    )


def muss(hand, called, **rules):
    """The game, its rules and its answer where seat 0 has to play with that hand, and nothing was played yet."""
    others = [str(card) for card in CARDS if str(card) not in hand]
    hands = [hand, *(others[start : start + 8] for start in (0, 8, 16))]
    game = {"contract": "muss", "declarer": 0, "called": called, "result": "lost"}
    game["protocol"] = {"hands": hands, "lead": 0, "played": []}
    return game, rules, Replayer().answer({"rules": rules, "game": game})


def test_who_has_to_play_may_call_a_suit_that_he_does_not_hold():
    """In a Muss a Renonce is no question, in a Sauspiel it is one."""
    hand = ["EO", "GU", "SU", "H9", "H7", "E9", "E8", "SZ"]
    game, _rules, answer = muss(hand, "gras")
    assert answer["ok"], answer
    assert "called.no_card" not in [warning["code"] for warning in answer["warnings"]]
    assert told(Replayer().answer(game | {"contract": "sauspiel"}), "called.no_card")


@pytest.mark.parametrize("most", [None, 3])
def test_the_trumps_of_a_muss_are_counted_where_the_rules_ask_for_them(most):
    """They are filled in where a Muss with few trumps needs fewer Augen, and held against what was entered."""
    game, rules, _answer = muss(
        ["EO", "GU", "SU", "H9", "H7", "E9", "E8", "SZ"], "gras", muss={"sixty_max_trumps": most}
    )
    whole = assess(parse_game(game), parse_rules(complete_rules(rules))).completed
    assert (whole.caller_trumps if "caller_trumps" in whole.given else None) == (None if most is None else 5)
    wrong = Replayer().answer({"rules": rules, "game": game | {"caller_trumps": 3}})
    assert told(wrong, "protocol.contradicts")["field"] == "caller_trumps"
    assert "5" in told(wrong, "protocol.contradicts")["message"]


def test_a_muss_is_played_by_the_owner_of_the_eichel_ober():
    """Who had to play holds the Alte."""
    row = row_of("muss", "more_games")
    holder = row["game"]["declarer"]
    wrong = next(seat for seat in range(4) if seat not in (holder, row["expected"]["facts"]["partner"]))
    assert told(replayed(row, declarer=wrong), "declarer.not_alter")["field"] == "declarer"
    zwang = row_of("zwangsspiel", "more_games")
    wrong, opposite = (zwang["game"]["declarer"] + 1) % 4, (zwang["game"]["declarer"] + 3) % 4
    assert told(replayed(zwang, declarer=wrong, partner=opposite), "declarer.not_alter")["field"] == "declarer"


DEAL = [
    ["ES", "EZ", "EK", "EU", "E9", "E8", "E7", "GU"],
    ["GS", "GZ", "GK", "HU", "G9", "G8", "G7", "SU"],
    ["HS", "HZ", "HK", "HO", "H9", "H8", "H7", "SO"],
    ["SS", "SZ", "SK", "S9", "S8", "S7", "EO", "GO"],
]
"""Seat 3 has both black Ober."""


def with_black_obers(declarer, owners, partner=None):
    """A game where the black Ober play together; `owners` have the one of Eichel and the one of Gras."""
    hands = deepcopy(DEAL)
    for owner, card in zip(owners, ("EO", "GO"), strict=True):
        if owner != 3:
            spare = hands[owner][0]
            hands[owner][0] = card
            hands[3][hands[3].index(card)] = spare
    rules = {"preset": "deutscher_striche", "striche": {"partners": "black_obers"}}
    game = {"contract": "partnerspiel", "suit": "herz", "declarer": declarer, "result": "won"}
    game["protocol"] = {"hands": hands, "lead": 0, "played": []}
    return Replayer().answer({"rules": rules, "game": game | ({} if partner is None else {"partner": partner})})


@pytest.mark.parametrize(
    ("declarer", "owners", "by_cards"),
    [(0, (0, 1), 1), (0, (1, 0), 1), (3, (3, 0), 0), (0, (1, 2), 3), (1, (3, 0), 2), (2, (3, 1), 0), (3, (3, 3), None)],
)
def test_black_obers_make_partners(declarer, owners, by_cards):
    """Who has one plays with who has the other, who has none with who has none either, who has both alone."""
    answer = with_black_obers(declarer, owners)
    assert answer["ok"], answer
    assert answer["facts"]["partner"] == by_cards
    winners = [seat for seat, payout in enumerate(answer["payouts"]) if payout > 0]
    assert winners == sorted({declarer, declarer if by_cards is None else by_cards})
    for entered in {0, 1, 2, 3} - {declarer}:
        answer = with_black_obers(declarer, owners, entered)
        assert answer["ok"] is (entered == by_cards)
        if entered != by_cards:
            said = "niemand" if by_cards is None else f"Platz {by_cards}"
            assert told(answer, "protocol.contradicts")["message"].endswith(f"sagen {said}.")


def test_where_another_has_both_black_obers_the_game_says_who_plays_with_whom():
    """The cards give the declarer no partner then, and contradict none."""
    for entered in (None, 1, 2):
        answer = with_black_obers(0, (3, 3), entered)
        assert answer["ok"], answer
        assert answer["facts"]["partner"] == entered


def test_a_called_herz_is_refused_as_such():
    """The first thing that is wrong with it is the suit, whoever holds the Herz-Sau."""
    hands = SAUSPIEL["game"]["protocol"]["hands"]
    holder = next(seat for seat, hand in enumerate(hands) if "HS" in hand)
    for declarer in {holder, SAUSPIEL["game"]["declarer"]}:
        answer = replayed(SAUSPIEL, called="herz", declarer=declarer, partner=None)
        assert answer["errors"][0]["code"] == "called.herz"
        assert "called.own" not in [error["code"] for error in answer["errors"]]


def test_caller_needs_honour_where_the_rules_say_so():
    """A Sauspiel of somebody without Ober and Unter is a violation before the first card."""
    row = deepcopy(SAUSPIEL)
    hands = row["game"]["protocol"]["hands"]
    caller = row["game"]["declarer"]
    spare = [card for seat, hand in enumerate(hands) if seat != caller for card in hand if card[1] not in "OU"]
    weak = [card for card in hands[caller] if card[1] not in "OU"]
    spare = [card for card in spare if card != "GS"][: 8 - len(weak)]
    honours = [card for card in hands[caller] if card[1] in "OU"]
    swapped = dict(zip(spare, honours, strict=True)) | dict(zip(honours, spare, strict=True))
    row["game"]["protocol"] = {
        "hands": [[swapped.get(card, card) for card in hand] for hand in hands],
        "lead": row["game"]["protocol"]["lead"],
        "played": [],
    }
    row["game"]["result"] = "won"
    assert replayed(row)["violations"] == []
    row["rules"] = row["rules"] | {"caller_needs_honour": True}
    answer = replayed(row)
    assert answer["ok"]
    assert answer["violations"] == [{"ply": -1, "seat": caller, "card": "", "rule": "caller_needs_honour", "legal": []}]
    assert told(answer, "play.violation")["message"]


# --- What is wrong with a protocol ---


def broken(change, row=SOLO):
    """The answer for a protocol that was changed by hand."""
    row = deepcopy(row)
    change(row["game"]["protocol"])
    return replayed(row)


def play_other(ply, seat=None, card=None):
    """Change one ply."""

    def change(cards):
        before = cards["played"][ply]
        cards["played"][ply] = [before[0] if seat is None else seat, card or before[1]]

    return change


def hold_other(seat, place, card):
    """Change one card of a hand."""

    def change(cards):
        cards["hands"][seat][place] = card

    return change


FIRST = SOLO["game"]["protocol"]["played"][0]
BAD = {
    "card.twice": (hold_other(1, 0, SOLO["game"]["protocol"]["hands"][0][0]), "protocol.hands.1", "Platz 1"),
    "card.unknown": (hold_other(2, 3, "X1"), "protocol.hands.2", "X1"),
    "hand.size": (lambda cards: cards["hands"][3].pop(), "protocol.hands.3", "7 statt 8 Karten"),
    "hands.count": (lambda cards: cards["hands"].pop(), "protocol.hands", "3"),
    "ply.turn": (
        play_other(6, seat=(SOLO["game"]["protocol"]["played"][6][0] + 1) % 4),
        "protocol.played.6",
        "Stich 2",
    ),
    "card.played": (play_other(4, card=SOLO["game"]["protocol"]["played"][0][1]), "protocol.played.4", "Stich 2"),
    "ply.too_many": (lambda cards: cards["played"].append(FIRST), "protocol.played.32", "alle Karten"),
    "lead.seat": (lambda cards: cards.update(lead=5), "protocol.lead", "Platz 5"),
}


@pytest.mark.parametrize("code", BAD)
def test_what_is_wrong_with_a_protocol_is_named(code):
    """A card twice, 31 cards, the wrong turn and so on: the error names where, who and which card."""
    change, field, said = BAD[code]
    if code == "card.played":
        winner = SOLO["expected"]["facts"]["winners"][0]
        card = next(card for seat, card in SOLO["game"]["protocol"]["played"][:4] if seat == winner)
        change = play_other(4, card=card)
    error = told(broken(change), code)
    assert error["field"] == field
    assert said in error["message"]


@pytest.mark.parametrize("text", ["Q9", "", "eo", "E10", "Schellen-Sieben", "\N{BLACK SPADE SUIT}9"])
def test_an_unknown_card_in_the_play_is_named(text):
    """The ply, the seat and the text of the card; a whole name is no code either."""
    cards = SOLO["game"]["protocol"]
    answer = broken(lambda changed: changed["played"][10].__setitem__(1, text))
    error = told(answer, "card.unknown")
    assert error["field"] == "protocol.played.10"
    assert "Stich 3, 3. Karte" in error["message"]
    assert f"Platz {cards['played'][10][0]}" in error["message"]
    assert text in error["message"]


def test_a_hand_that_contradicts_the_play_is_named():
    """A card that its player never held."""
    cards = SOLO["game"]["protocol"]
    seat = cards["played"][5][0]
    foreign = cards["hands"][(seat + 1) % 4][0]
    error = told(broken(play_other(5, card=foreign)), "card.not_in_hand")
    assert error["field"] == "protocol.played.5"
    assert f"Platz {seat}" in error["message"]


def test_a_seven_in_the_short_deck_is_named():
    """The short deck has no 7 and no 8."""
    error = told(broken(hold_other(0, 0, "G7"), SHORT), "card.not_in_deck")
    assert "Gras-Sieben" in error["message"]


def test_a_game_without_cards_cannot_be_replayed():
    """The command says that the cards are missing."""
    assert told(replayed(SOLO, protocol=None), "protocol.missing")["field"] == "protocol"


@pytest.mark.parametrize(
    "protocol", [[], {}, {"lead": 0}, {"lead": 0, "played": [["x", "EO"]]}, {"lead": "0", "played": []}]
)
def test_a_protocol_of_another_shape_is_refused(protocol):
    """What is no protocol at all is refused like other values of a wrong type."""
    answer = replayed(SOLO, protocol=protocol)
    assert answer["ok"] is False
    assert {error["field"].partition(".")[0] for error in answer["errors"]} == {"protocol"}
