"""Protocols that stop early: what is known by then, what still has to be said, and what that may not contradict."""

from copy import deepcopy

from scorebook.exchange.replays import Replayer
from tests.replays import RAMSCH, SOLO, replayed, told
from tests.test_vectors import rows


def stopped(row, plies):
    """The row with its protocol cut off."""
    row = deepcopy(row)
    row["game"]["protocol"]["played"] = row["game"]["protocol"]["played"][:plies]
    return row


def test_a_truncated_protocol_needs_a_result():
    """Where it stops, who won has to be said; the seat whose turn it was is named, and what is known is given."""
    row = stopped(SOLO, 29)
    answer = replayed(row)
    error = told(answer, "protocol.stops")
    assert error["field"] == "result"
    assert "Stich 8, 2. Karte" in error["message"]
    assert answer["facts"]["winners"] == SOLO["expected"]["facts"]["winners"][:7]
    assert len(answer["legal"]) == 29
    agreed = replayed(row, result="won")
    assert agreed["ok"]
    assert (agreed["facts"]["schneider"], agreed["facts"]["schwarz"]) == (None, None)
    assert told(replayed(stopped(RAMSCH, 5)), "protocol.stops")["field"] == "loser"


def test_a_result_that_the_play_had_decided_otherwise_is_asked_about():
    """From 61 Augen on the declarer's side has won, from 60 on the others have; before that both may be agreed."""
    seen = set()
    for row in (row.values[0] for row in rows("random_games")):
        game = {key: row["game"][key] for key in ("contract", "declarer", "suit", "called") if key in row["game"]}
        if game["contract"] not in ("sauspiel", "solo", "wenz", "geier"):
            continue
        for plies in range(8, len(row["game"]["protocol"]["played"]), 4):
            game["protocol"] = stopped(row, plies)["game"]["protocol"]
            rules = {"deck": row["rules"].get("deck", "long"), "schneider": {"announce": True}}
            answers = {result: asked_so_far(rules, game | {"result": result}) for result in ("won", "lost")}
            own, others = answers["won"][0]
            assert answers == {"won": ((own, others), others >= 60), "lost": ((own, others), own >= 61)}
            seen |= {("own", own), ("others", others)}
            if own >= 61:
                for more in ({"tout": True}, {"schneider_announced": True}, {"schwarz_announced": True}):
                    if "tout" not in more or game["contract"] != "sauspiel":
                        assert not asked_so_far(rules, game | {"result": "lost"} | more)[1]
    assert seen >= {("own", 60), ("own", 61), ("others", 59), ("others", 60)}


def asked_so_far(rules, game):
    """The Augen of both sides so far, and whether the result is asked about."""
    answer = Replayer().answer({"rules": rules, "game": game})
    facts = answer["facts"]
    asked = "result.so_far" in [warning["code"] for warning in answer["warnings"]]
    return (facts["augen"], sum(facts["augen_by_seat"]) - facts["augen"]), asked


def test_a_stopped_game_cannot_have_fewer_augen_than_were_there():
    """Augen and tricks of the summary are held against what lay on the table when play stopped."""
    row = stopped(SOLO, 28)
    facts = replayed(row, result="won")["facts"]
    assert told(replayed(row, result="lost", augen=max(0, facts["augen"] - 5)), "augen.so_far")["field"] == "augen"
    others = sum(facts["augen_by_seat"]) - facts["augen"]
    for wrong in (120 - facts["augen"] + 1, others - 1):
        if 0 <= wrong <= 120:
            error = told(replayed(row, result="won", augen=None, opponent_augen=wrong), "augen.so_far")
            assert error["field"] == "opponent_augen"
    agreed = replayed(row, result="won", augen=None, opponent_augen=others)
    assert "augen.so_far" not in [error["code"] for error in agreed.get("errors", [])]
    most = 8 - (7 - facts["tricks"])
    assert told(replayed(row, result="won", tricks=most + 1), "tricks.so_far")["field"] == "tricks"
    assert replayed(row, result="won", tricks=most)["ok"]


def test_a_bettel_with_a_trick_and_a_tout_without_one_are_lost():
    """What the cards have decided needs no result."""
    bettel = next(row.values[0] for row in rows("real_games") if row.values[0]["game"]["contract"] == "bettel")
    declarer, winners = bettel["game"]["declarer"], bettel["expected"]["facts"]["winners"]
    if declarer in winners:
        cut = stopped(bettel, 4 * (winners.index(declarer) + 1))
        assert replayed(cut)["payouts"] == bettel["expected"]["payouts"]
    else:
        assert told(replayed(stopped(bettel, 4)), "protocol.stops")
    tout = next(
        row.values[0]
        for row in [*rows("random_games"), *rows("real_games")]
        if row.values[0]["game"].get("tout") and set(row.values[0]["expected"]["facts"]["winners"]) != {0}
    )
    declarer, winners = tout["game"]["declarer"], tout["expected"]["facts"]["winners"]
    lost = next(place for place, seat in enumerate(winners) if seat != declarer)
    answer = replayed(stopped(tout, 4 * (lost + 1)))
    assert answer["ok"], answer
    assert answer["payouts"][declarer] < 0


def test_a_sie_may_have_no_plies():
    """A Sie is shown, not played; its hand has to be one."""
    hand = ["EO", "GO", "HO", "SO", "EU", "GU", "HU", "SU"]
    others = [card for card in (s + r for s in "EGHS" for r in "SZK987") if card not in hand]
    hands = [hand, *(others[start : start + 8] for start in (0, 8, 16))]
    game = {"contract": "solo", "suit": "herz", "declarer": 0, "sie": True}
    game["protocol"] = {"hands": hands, "lead": 0, "played": []}
    answer = Replayer().answer(game)
    assert answer["payouts"] == [1560, -520, -520, -520]
    game["declarer"] = 1
    assert Replayer().answer(game)["ok"] is False


def test_a_broken_rule_that_is_ruled_on_needs_no_result():
    """With `revoke` the game is over where it stopped."""
    row = stopped(SOLO, 9)
    answer = replayed(row, revoke=(row["game"]["declarer"] + 1) % 4)
    assert answer["ok"]
    assert answer["payouts"][row["game"]["declarer"]] > 0


def test_hands_may_be_left_out_when_all_was_played():
    """Who played all his cards had just these; cut off, the hands are missing."""
    row = deepcopy(SOLO)
    del row["game"]["protocol"]["hands"]
    assert replayed(row)["facts"] == replayed(SOLO)["facts"]
    assert told(replayed(stopped(row, 30)), "hands.missing")["field"] == "protocol.hands"


def test_who_sits_out_has_an_empty_hand():
    """With five at the table the hands stand by seat, and the play goes round him."""
    row = deepcopy(SOLO)
    game = row["game"] | {"players": 5, "sitting_out": [2]}
    place = [0, 1, 3, 4]
    cards = game["protocol"]
    hands = [cards["hands"][place.index(seat)] if seat in place else [] for seat in range(5)]
    game["declarer"] = place[game["declarer"]]
    game.pop("klopfer", None), game.pop("stoss", None)
    played = [[place[seat], card] for seat, card in cards["played"]]
    game["protocol"] = {"hands": hands, "lead": place[cards["lead"]], "played": played}
    answer = Replayer().answer({"rules": row["rules"], "game": game})
    assert answer["ok"], answer
    assert answer["facts"]["winners"] == [place[seat] for seat in row["expected"]["facts"]["winners"]]
    game["protocol"]["hands"][2] = ["EO"]
    assert Replayer().answer({"rules": row["rules"], "game": game})["ok"] is False
