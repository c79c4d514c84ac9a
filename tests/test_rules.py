"""The tables of the rules (reachable Augen, floors, limits, factors) and the kinds of faults that others have."""

import itertools

import pytest

from scorebook.exchange import Scorer
from scorebook.rules import Contract, Deck, preset
from scorebook.rules.contracts import TRAITS
from scorebook.rules.order import laufende_floor
from scorebook.rules.reach import possible, reachable, some_split_reachable, split_reachable
from scorebook.rules.scoring import klopfer_factor

REACH = {
    "long": [
        "0",
        "0 2-37 40-44",
        "0 2-78 84",
        "0 2-100",
        "8-112",
        "20-118 120",
        "36 42-118 120",
        "76-80 83-118 120",
        "120",
    ],
    "short": ["0", "0 2-37 40-44", "8-78 84", "20-100", "36 42-112", "76-80 83-118 120", "120"],
}
FLOORS = {
    Contract.SOLO: (3, 6, 9, 12, 14, 16, 18, 20, 31, 41, 45, 45, 45, 45),
    Contract.SAUSPIEL: (3, 6, 9, 12, 14, 16, 18, 20, 31, 41, 45, 45, 45, 45),
    Contract.WENZ: (2, 4, 6, 8),
    Contract.GEIER: (3, 6, 9, 12),
    Contract.FARBWENZ: (2, 4, 6, 8, 19, 29, 33, 36, 36, 36, 36),
    Contract.FARBGEIER: (3, 6, 9, 12, 23, 33, 37, 39, 39, 39, 39),
}
SAUSPIEL = {"contract": "sauspiel", "declarer": 0, "partner": 2}
SOLO = {"contract": "solo", "suit": "herz", "declarer": 0}


def numbers(text):
    """The numbers of "0 2-4": {0, 2, 3, 4}."""
    spans = [part.split("-") for part in text.split()]
    return {number for span in spans for number in range(int(span[0]), int(span[-1]) + 1)}


def score(game, **rules):
    """The answer for a game under the default rules with changes."""
    return Scorer().answer({"rules": rules, "game": game})


def codes(answer):
    """The codes of what was refused."""
    return {error["code"] for error in answer.get("errors", [])}


@pytest.mark.parametrize("deck", list(Deck))
def test_reachable_augen_are_those_of_all_card_sets(deck):
    """By number of tricks the Augen are those found by going through all sets of cards; never 1 or 119."""
    for tricks, text in enumerate(REACH[deck]):
        assert {a for a in range(121) if reachable(deck, tricks) >> a & 1} == numbers(text)
    assert {a for a in range(121) if not possible(deck) >> a & 1} == {1, 119}


def test_short_deck_has_475_ramsch_splits_that_no_deal_gives():
    """Of all splits without 1 and 119 the short deck cannot give 475, the long deck gives every one."""
    impossible = 0
    for a, b, c in itertools.combinations_with_replacement(range(61), 3):
        d = 120 - a - b - c
        if d < c or {1, 119} & {a, b, c, d}:
            continue
        impossible += not some_split_reachable(Deck.SHORT, (a, b, c, d), None)
    assert impossible == 475


def test_a_split_needs_room_in_the_tricks():
    """A pile needs enough tricks to hold its cards, and enough cards to fill its tricks."""
    assert split_reachable(Deck.LONG, (120, 0, 0, 0), (5, 1, 1, 1))
    assert not split_reachable(Deck.LONG, (120, 0, 0, 0), (4, 2, 1, 1))
    assert not split_reachable(Deck.SHORT, (116, 2, 2, 0), (4, 1, 1, 0))


@pytest.mark.parametrize(("contract", "floor"), FLOORS.items())
def test_floors_are_the_augen_of_the_top_trumps(contract, floor):
    """The owner of the n top trumps has at least their Augen."""
    assert laufende_floor(contract, preset())[1:] == floor


def test_floors_follow_the_order_of_the_trumps():
    """With the Ober above the König a run of seven in a Farbwenz counts its three Augen before the four."""
    assert laufende_floor(Contract.FARBWENZ, preset("leitfaden_multiplikativ"))[7:9] == (32, 36)


def test_no_run_is_longer_than_its_trumps():
    """The limits of Laufende never exceed the number of trumps."""
    for contract, traits in TRAITS.items():
        for rules, index in ((preset(), 0), (preset("kurz_10_20_50"), 1)):
            if traits.mit and traits.ohne:
                trumps = len(laufende_floor(contract, rules)) - 1
                assert max(traits.mit[index], traits.ohne[index]) <= trumps


@pytest.mark.parametrize(("mode", "expected"), [("double", 16), ("plus_one", 5), ("fibonacci", 8), ("triple", 81)])
def test_four_klopfer_multiply_as_the_table_says(mode, expected):
    """2^d, d+1, Fibonacci, 3^d."""
    answer = score(SAUSPIEL | {"augen": 70, "klopfer": [0, 1, 2, 3]}, klopfer={"mode": mode})
    assert answer["value"] == 20 * expected
    assert klopfer_factor(preset(), 4) == 16


@pytest.mark.parametrize(
    ("augen", "payout"),
    [(120, 30), (91, 30), (90, 20), (61, 20), (60, -20), (31, -20), (30, -30), (2, -30)],
)
def test_thresholds_of_a_sauspiel(augen, payout):
    """61 wins; the others are Schneider with 29, the declarer's side with 30."""
    assert score(SAUSPIEL | {"augen": augen})["payouts"] == [payout, -payout, payout, -payout]


def test_schwarz_is_no_trick_and_not_no_augen():
    """0 Augen with a trick is Schneider alone; without knowing the tricks it is asked about."""
    assert score(SAUSPIEL | {"augen": 120, "tricks": 7})["value"] == 30
    assert score(SAUSPIEL | {"augen": 120, "tricks": 8})["value"] == 40
    assert [w["code"] for w in score(SAUSPIEL | {"augen": 120})["warnings"]] == ["schwarz.unsure"]
    assert score(SAUSPIEL | {"augen": 120}, schwarz={"by": "augen"})["value"] == 40


def test_amounts_come_first_and_factors_last():
    """The sum of the seeds: Herz-Solo mit 4, Schneider, aufgestellt, 10/20: 1,40 from each."""
    game = SOLO | {"augen": 105, "laufende": 4, "laufende_side": "mit", "klopfer": [0]}
    assert score(game, preset="schafkopf3d_10_20")["payouts"] == [420, -140, -140, -140]
    without = score(SAUSPIEL | {"augen": 70}, preset="leitfaden_multiplikativ")["value"]
    run = score(SAUSPIEL | {"augen": 70, "laufende": 4, "laufende_side": "mit"}, preset="leitfaden_multiplikativ")
    assert run["value"] - without == 40


def test_schneider_costs_what_the_tariff_says():
    """No fixed Schneider price: 5 where the tariff says 5, nothing where it says 0."""
    assert score(SAUSPIEL | {"augen": 95}, schneider={"value": 5})["value"] == 25
    assert score(SAUSPIEL | {"augen": 95}, schneider={"value": 0})["value"] == 20


def test_a_run_of_fourteen_is_possible_and_a_solo_mit_nine_is_not():
    """Laufende are limited by the cards of a side and by nothing else."""
    assert score(SAUSPIEL | {"augen": 110, "laufende": 14, "laufende_side": "mit"})["value"] == 170
    assert codes(score(SOLO | {"augen": 100, "laufende": 9, "laufende_side": "mit"})) == {"laufende.too_many"}


@pytest.mark.parametrize("players", [5, 6, 7])
def test_a_sitter_neither_pays_nor_gets(players):
    """Four play and settle among themselves, whoever watches."""
    sitting = list(range(4, players))
    for game in (SAUSPIEL, SOLO, {"contract": "hochzeit", "declarer": 1, "partner": 3}):
        payouts = score(game | {"players": players, "sitting_out": sitting, "augen": 70})["payouts"]
        assert sum(payouts) == 0
        assert payouts[4:] == [0] * (players - 4)


def test_a_tied_ramsch_loses_no_cent():
    """Three tied losers share 20 as 7, 7 and 6."""
    game = {"contract": "ramsch", "augen_by_seat": [40, 40, 40, 0], "tricks_by_seat": [3, 2, 2, 1]}
    assert score(game)["payouts"] == [-7, -7, -6, 20]


def test_everything_wrong_is_told_at_once():
    """Errors in different fields come together, not one after the other."""
    game = {"contract": "sauspiel", "declarer": 0, "partner": 0, "called": "herz", "augen": 119, "klopfer": 5}
    fields = {error["field"] for error in score(game)["errors"]}
    assert fields == {"partner", "called", "augen", "klopfer"}


@pytest.mark.parametrize(
    ("key", "value"),
    [("laufende", 0), ("schneider", False), ("jungfrauen", []), ("partner", 1), ("tout", False), ("suit", "herz")],
)
def test_a_key_without_use_is_refused_even_as_nothing(key, value):
    """false, 0 and [] count as given."""
    assert "key.not_here" in codes(score({"contract": "bettel", "declarer": 0, "tricks": 0, key: value}))
    assert score({"contract": "bettel", "declarer": 0, "tricks": 0, key: None})["ok"]


SITUATIONS = [
    # Steigern: the target moves the threshold, nothing else
    (SOLO | {"augen": 70, "target": 71}, {}, -50),
    (SOLO | {"augen": 100, "target": 110}, {}, -50),
    # Muss: 60 is enough with few trumps, 59 after a Stoß that takes over
    ({"contract": "muss", "declarer": 0, "partner": 2, "augen": 60, "caller_trumps": 4}, {"sixty_max_trumps": 3}, -20),
    (
        {"contract": "muss", "declarer": 0, "partner": 2, "augen": 59, "caller_trumps": 3, "stoss": 1},
        {"sixty_max_trumps": 3, "takes_over": True},
        40,
    ),
    # Tout and Sie
    (SOLO | {"augen": 120, "tricks": 8, "tout": True}, {"tout": {"schneider": True}}, 140),
    (SOLO | {"augen": 110, "tricks": 7, "tout": True}, {"tout": {"schneider": True}}, -100),
    (SOLO | {"sie": True}, {"sie": {"laufende": False}}, 200),
    (SOLO | {"sie": True}, {"laufende": {"table": {"2": 10, "4": 45}}}, 380),
    # a table of Laufende: the next lower entry, below the lowest nothing
    (SOLO | {"augen": 70, "laufende": 6, "laufende_side": "mit"}, {"laufende": {"table": {"4": 5}}}, 55),
    (SOLO | {"augen": 70, "laufende": 3, "laufende_side": "mit"}, {"laufende": {"table": {"4": 5}}}, 50),
    # whose Laufende count
    (SOLO | {"augen": 50, "laufende": 3, "laufende_side": "mit"}, {"laufende": {"mode": "asymmetric"}}, -80),
    (SOLO | {"augen": 70, "laufende": 3, "laufende_side": "mit"}, {"laufende": {"mode": "asymmetric"}}, 50),
    # announced Schneider with Schwarz on top, in both modes
    (SOLO | {"augen": 120, "tricks": 8, "schneider_announced": True}, {"schneider": {"announce": True}}, 80),
    (
        SOLO | {"augen": 120, "tricks": 8, "schneider_announced": True},
        {"schneider": {"announce": True}, "schwarz": {"mode": "double"}},
        140,
    ),
    # a Herz-Solo with a price of its own
    (SOLO | {"augen": 70}, {"base": {"herz_solo": 60, "solo": None}}, 60),
    # a revoke: the dearer price where that side had lost anyway, no tier where it had won
    (SOLO | {"augen": 100, "revoke": 0}, {}, -50),
    (SOLO | {"augen": 120, "tricks": 8, "tout": True, "revoke": 2}, {}, 100),
    (SOLO | {"tricks": 0, "revoke": 0}, {}, -70),
]


@pytest.mark.parametrize(("game", "changes", "declarer"), SITUATIONS)
def test_sums_of_special_situations(game, changes, declarer):
    """What the declarer gets from one opponent, by the words of the exchange format."""
    rules = dict(changes)
    muss = {key: rules.pop(key) for key in ("sixty_max_trumps",) if key in rules}
    stoss = {key: rules.pop(key) for key in ("takes_over",) if key in rules}
    answer = score(game, **rules, muss=muss, stoss=stoss)
    assert answer["ok"], answer
    side = 3 if answer["payouts"].count(answer["payouts"][1]) == 3 else 1
    assert answer["payouts"][0] == side * declarer


def test_two_losers_of_a_ramsch_pay_one_each():
    """With two losers the price is paid once by each of the two with most Augen; four times 30 is void."""
    rules = {"losers": 2}
    game = {"contract": "ramsch", "augen_by_seat": [50, 40, 20, 10], "tricks_by_seat": [3, 2, 2, 1]}
    assert score(game, ramsch=rules)["payouts"] == [-20, -20, 20, 20]
    assert score(game | {"augen_by_seat": [30] * 4}, ramsch=rules)["void"]


def test_black_obers_in_one_hand_play_alone():
    """Without a partner a game of Deutscher Schafkopf is paid like a Solo."""
    rules = {"preset": "deutscher_striche", "striche": {"partners": "black_obers"}}
    game = {"contract": "partnerspiel", "declarer": 1, "suit": "gras", "augen": 40}
    assert score(game, **rules)["payouts"] == [2, 0, 2, 2]
    assert codes(score(game, preset="deutscher_striche")) == {"partner.missing"}


def test_what_the_contract_does_not_decide_is_asked():
    """A Tout with 120 Augen and a Bettel with 0 Augen need the tricks or the result; Schwarz will do for the Tout."""
    assert codes(score(SOLO | {"augen": 120, "tout": True})) == {"result.missing"}
    assert score(SOLO | {"augen": 120, "tout": True, "schwarz": True})["payouts"][0] == 300
    assert codes(score({"contract": "bettel", "declarer": 0, "augen": 0})) == {"result.missing"}
    assert codes(score({"contract": "ramsch"})) == {"loser.missing"}
