"""Protocols played again: facts, broken rules, payouts; and the command that does it for files."""

import json
import subprocess
from copy import deepcopy

import pytest

from scorebook.exchange import Scorer
from scorebook.exchange.replays import Replayer
from scorebook.exchange.schema import ReplayModel
from tests import playout
from tests.replays import SAUSPIEL, SOLO, replayed
from tests.test_score_command import SCOREBOOK
from tests.test_vectors import rows

GAMES = 40


# --- The vectors ---


@pytest.mark.parametrize("row", [*rows("real_games"), *rows("random_games"), *rows("more_games")])
def test_replay_of_a_worked_game(row):
    """Facts, legal cards, violations, value and payouts are the expected ones."""
    answer, expected = replayed(row), row["expected"]
    assert answer["ok"], answer
    ReplayModel.model_validate_json(json.dumps(answer))
    facts = answer["facts"]
    assert {key: facts[key] or None for key in expected["facts"]} == {
        key: value or None for key, value in expected["facts"].items()
    }
    assert {key: answer[key] for key in ("payouts", "value", "void") if key in expected} == {
        key: expected[key] for key in ("payouts", "value", "void") if key in expected
    }
    if "legal" in row:
        assert [sorted(cards) for cards in answer["legal"]] == [sorted(cards) for cards in row["legal"]]
    wanted = expected.get("violations", [])
    found = [violation | {"legal": sorted(violation["legal"])} for violation in answer["violations"]]
    assert [{key: violation[key] for key in one} for violation, one in zip(found, wanted, strict=True)] == wanted
    assert ("play.violation" in {warning["code"] for warning in answer["warnings"]}) is bool(wanted)


# --- Our own random games ---


@pytest.mark.parametrize("stacked", [False, True], ids=["dealt", "stacked"])
@pytest.mark.parametrize(
    ("contract", "deck"),
    [(c, deck) for c in playout.BAVARIAN for deck in ("long", "short")] + [(c, "long") for c in playout.DEUTSCH],
)
def test_cards_say_what_was_played(contract, deck, stacked):
    """Facts are those of the reference; the same game noted without cards is accepted and costs the same."""
    prices = dict.fromkeys((*playout.BAVARIAN, "ramsch"), 20)
    rules = {"preset": "deutscher_striche"} if contract in playout.DEUTSCH else {"deck": deck, "base": prices}
    replayer = Replayer()
    for number in range(GAMES):
        game, facts = playout.play(f"cards{contract}{deck}{stacked}{number}", contract, deck, stacked=stacked)
        called = {key: game[key] for key in ("partner",) if contract in ("sauspiel", "muss")}
        bare = {key: value for key, value in game.items() if key not in called}
        answer = replayer.answer({"rules": rules, "game": bare | {"protocol": facts["protocol"]}})
        assert answer["ok"], answer
        assert answer["violations"] == []
        found = answer["facts"]
        keys = ("augen_by_seat", "tricks_by_seat", "augen", "tricks", "laufende", "laufende_side")
        assert {key: found[key] for key in keys if key in facts} == {key: facts[key] for key in keys if key in facts}
        assert {key: found[key] for key in called} == called
        known = ("augen_by_seat", "tricks_by_seat") if contract == "ramsch" else ("partner", "augen", "tricks")
        summary = game | {key: found[key] for key in known if found.get(key) is not None}
        if found.get("laufende"):
            summary |= {"laufende": found["laufende"], "laufende_side": found["laufende_side"]}
        noted = Scorer().answer({"rules": rules, "game": summary})
        assert (noted["ok"], noted.get("payouts")) == (True, answer["payouts"]), (summary, noted)


# --- The command ---


def run(text, *options):
    """Pipe a text through `scorebook replay`."""
    return subprocess.run([SCOREBOOK, "replay", *options], input=text, capture_output=True, text=True, check=False)


def test_the_rest_of_a_file_is_replayed():
    """A bad line is answered in its place; the lines after it have their facts, and the status says that one failed."""
    bad = deepcopy(SOLO)
    bad["game"]["protocol"]["hands"][0][0] = "XX"
    lines = [json.dumps({key: row[key] for key in ("id", "rules", "game")}) for row in (SAUSPIEL, bad, SOLO)]
    done = run("\n".join([*lines[:2], "", "{", lines[2]]) + "\n")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["ok"] for answer in answers] == [True, False, False, True]
    assert answers[3]["facts"]["winners"] == SOLO["expected"]["facts"]["winners"]
    assert "legal" not in answers[0]
    assert done.returncode == 2
    assert run("\n".join(lines) + "\n").returncode == 1


def test_legal_cards_on_demand():
    """With --legal every ply has its legal cards, the played one among them."""
    done = run(json.dumps({"id": 1, "rules": SOLO["rules"], "game": SOLO["game"]}), "--legal")
    answer = json.loads(done.stdout)
    played = [card for _, card in SOLO["game"]["protocol"]["played"]]
    assert all(card in legal for card, legal in zip(played, answer["legal"], strict=True))
    assert done.returncode == 0
