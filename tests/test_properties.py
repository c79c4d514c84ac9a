"""What holds for every game and every rule set, whatever the switches."""

import json

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scorebook.exchange import Scorer, ShapeError, game_json, parse_game, parse_rules, rules_json
from scorebook.exchange.strict import load_json
from tests import strategies

STRICHE = {"partnerspiel", "zwangsspiel", "ds_solo"}


def prices(game, rules):
    """The rules with a price for the contract, where its model has prices."""
    return rules | ({} if rules["preset"] == "deutscher_striche" else {"base": {game["contract"]: 30, "solo": 50}})


@given(strategies.plausible_games(), strategies.rule_changes())
@settings(max_examples=600)
def test_money_is_conserved(game, rules):
    """Payouts and the change of the Stock sum to zero under every zero-sum rule set; a Stock is never negative."""
    if game["contract"] in STRICHE:
        rules = rules | {"preset": "deutscher_striche"}
    answer = Scorer().answer({"rules": prices(game, rules), "game": game})
    assume(answer["ok"])
    winners_only = rules["preset"] in ("turnier_gutpunkte", "deutscher_striche")
    rest = sum(answer["payouts"]) + answer["stock"] - game.get("stock", 0)
    assert winners_only or rest == 0
    assert answer["stock"] >= 0
    assert all(type(amount) is int for amount in answer["payouts"])
    if winners_only and not game.get("stock"):
        assert min(answer["payouts"]) >= 0


@given(strategies.plausible_games(), strategies.rule_changes())
@settings(max_examples=300)
def test_steps_work_out_to_the_value(game, rules):
    """Amounts added, then factors multiplied, give the value of every game that counts."""
    if game["contract"] in STRICHE:
        rules = rules | {"preset": "deutscher_striche"}
    answer = Scorer().answer({"rules": prices(game, rules), "game": game})
    assume(answer["ok"] and not answer["void"])
    value = sum(step.get("amount", 0) for step in answer["steps"])
    for step in answer["steps"]:
        value *= step.get("factor", 1)
    assert value == answer["value"]


@given(strategies.plausible_games(), st.integers(1, 3))
@settings(max_examples=200)
def test_moving_round_the_table_moves_the_payouts(game, places):
    """The same game with everybody some seats further pays the same people (rests of a tie aside)."""
    assume(game["players"] == 4)
    moved = dict(game)
    for key in ("declarer", "partner"):
        if key in game:
            moved[key] = (game[key] + places) % 4
    for key in ("augen_by_seat", "tricks_by_seat"):
        if key in game:
            moved[key] = game[key][-places:] + game[key][:-places]
    rules = {"preset": "deutscher_striche"} if game["contract"] in STRICHE else {"base": {game["contract"]: 30}}
    here, there = (Scorer().answer({"rules": rules, "game": g}) for g in (game, moved))
    assert here["ok"] is there["ok"]
    assume(here["ok"])
    assert there["payouts"] == here["payouts"][-places:] + here["payouts"][:-places]


@given(strategies.any_games, strategies.rule_changes())
@settings(max_examples=1500)
def test_any_combination_of_keys_has_an_answer(game, rules):
    """Whatever keys come together, the answer is a score or errors with words; nothing raises."""
    answer = Scorer().answer({"rules": rules, "game": game})
    if answer["ok"]:
        assert len(answer["payouts"]) == game.get("players", 4)
    else:
        assert all(error["message"] and "{" not in error["message"] for error in answer["errors"])
    assert all(warning["message"] for warning in answer.get("warnings", []))


@given(strategies.json_values, strategies.json_values)
@settings(max_examples=300)
def test_any_json_has_an_answer(game, rules):
    """Games and rule sets of any shape are refused in words."""
    answer = Scorer().answer({"id": "x", "game": game, "rules": rules})
    assert answer["id"] == "x"
    assert answer["ok"] is False
    json.dumps(answer)


@given(strategies.any_games)
def test_a_game_reads_as_it_was_written(game):
    """Writing a game and reading it again gives the same game."""
    try:
        parsed = parse_game(game)
    except ShapeError:
        assume(False)
    assert parse_game(load_json(json.dumps(game_json(parsed)))) == parsed
    assert game_json(parsed) == {key: value for key, value in game.items() if value is not None}


@given(strategies.rule_changes())
def test_a_rule_set_reads_as_it_was_written(changes):
    """A rule set written complete is the same when read again, whatever preset is the default by then."""
    rules = parse_rules(changes)
    assert parse_rules(load_json(json.dumps(rules_json(rules)))) == rules
    assert parse_rules(rules_json(rules), {"unit": "nonsense"}) == rules
