"""Over four hundred worked games with the right answers, through the one parser and the engine."""

import json
from pathlib import Path

import pytest

from scorebook.exchange import Scorer

VECTORS = Path(__file__).parent / "vectors"


def rows(name):
    """The lines of a file of vectors, with their ids for pytest."""
    lines = (VECTORS / f"{name}.jsonl").read_text("utf-8").splitlines()
    return [pytest.param(row, id=row["id"]) for row in map(json.loads, lines)]


def summary(row):
    """The game of a protocol as people note it: parties, Augen, tricks, Laufende."""
    facts = row["expected"]["facts"]
    game = {key: value for key, value in row["game"].items() if key != "protocol"}
    keys = ("augen_by_seat", "tricks_by_seat") if game["contract"] == "ramsch" else ("augen", "tricks", "partner")
    if game["contract"] not in ("ramsch", "bettel"):
        keys += ("laufende", "laufende_side")
    return game | {key: facts[key] for key in keys if key in facts}


@pytest.mark.parametrize("row", rows("scoring"))
def test_worth_is_what_was_worked_out_by_hand(row):
    """Value, payouts, Stock and void are the expected ones, and the steps work out to the value."""
    answer = Scorer().answer(row)
    assert answer["ok"], answer
    expected = dict(row["expected"])
    warned = set(expected.pop("warnings", []))
    assert {key: answer[key] for key in expected} == expected
    assert warned <= {warning["code"] for warning in answer["warnings"]}
    if not answer["void"] and row["game"]["contract"] != "ramsch":
        value = sum(step.get("amount", 0) for step in answer["steps"])
        for step in answer["steps"]:
            value *= step.get("factor", 1)
        assert value == answer["value"]


@pytest.mark.parametrize("row", rows("invalid"))
def test_what_cannot_be_is_refused_in_words(row):
    """A game that cannot have happened is refused; each error has a code, a field and a sentence."""
    answer = Scorer().answer(row)
    assert answer["ok"] is False
    assert all(error["code"] and error["message"] and isinstance(error["field"], str) for error in answer["errors"])
    if "code" in row["expected"]:
        assert row["expected"]["code"] in {error["code"] for error in answer["errors"]}


@pytest.mark.parametrize("row", rows("real_games"))
def test_games_played_by_people_pay_what_they_paid(row):
    """The summary of a game that people played gives the payouts that were recorded."""
    answer = Scorer().answer({"rules": row["rules"], "game": summary(row)})
    assert answer["ok"], answer
    assert answer["payouts"] == row["expected"]["payouts"]


@pytest.mark.parametrize("row", rows("random_games"))
def test_summaries_of_random_games_are_accepted(row):
    """What a full random game gives is never refused, with and without the number of tricks."""
    facts, game = row["expected"]["facts"], {k: v for k, v in row["game"].items() if k != "protocol"}
    if game["contract"] == "ramsch":
        game["augen_by_seat"] = facts["augen_by_seat"]
        game["tricks_by_seat"] = [facts["winners"].count(seat) for seat in range(4)]
    else:
        side = [game["declarer"]]
        if game["contract"] in ("sauspiel", "muss"):
            sau = game["called"][0].upper() + {"sau": "S", "zehn": "Z"}[game.get("called_rank", "sau")]
            game["partner"] = next(i for i, hand in enumerate(row["game"]["protocol"]["hands"]) if sau in hand)
        side += [game["partner"]] if "partner" in game else []
        game["augen"] = sum(facts["augen_by_seat"][seat] for seat in side)
        game["tricks"] = sum(winner in side for winner in facts["winners"])
    answer = Scorer().answer({"rules": row["rules"], "game": game})
    assert answer["ok"], answer
    assert sum(answer["payouts"]) == 0
