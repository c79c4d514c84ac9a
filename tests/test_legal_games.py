"""A legal game is never refused: thousands dealt and played at random, noted in every way that people note them."""

import pytest

from scorebook.exchange import Scorer, complete_rules
from scorebook.rules import preset, preset_names
from tests import playout

GAMES = 150
RULES = {
    "stoss": {"max": 6},
    "base": dict.fromkeys((*playout.BAVARIAN, "ramsch"), 20),
    "ramsch": {"jungfrau": "individual"},
}


def notes(game, facts, deck):
    """The same game as different people note it."""
    if game["contract"] == "ramsch":
        yield game | {"augen_by_seat": facts["augen_by_seat"]}
        yield game | {"augen_by_seat": facts["augen_by_seat"], "tricks_by_seat": facts["tricks_by_seat"]}
        return
    run = {}
    if "laufende" in facts:
        run = {"laufende": facts["laufende"], "laufende_side": facts["laufende_side"]}
    augen, tricks = facts["augen"], facts["tricks"]
    if game["contract"] == "bettel":
        yield game | {"tricks": tricks}
        yield game | {"tricks": tricks, "augen": augen, "result": "lost" if tricks else "won"}
        yield game | {"result": "lost" if tricks else "won"}
        return
    yield game | run | {"augen": augen}
    yield game | run | {"opponent_augen": 120 - augen, "augen": augen, "tricks": tricks}
    won, few = augen > 60, min(augen, 120 - augen)
    limit = 30 if not won or game["contract"] in playout.DEUTSCH else 29
    everything = 8 if deck == "long" else 6
    loser_tricks = everything - tricks if won else tricks
    claims = {"result": "won" if won else "lost", "schneider": few <= limit, "schwarz": loser_tricks == 0}
    yield game | run | claims | {"augen": augen, "tricks": tricks}
    yield game | run | claims
    yield game | run | claims | {"tricks": tricks}


@pytest.mark.parametrize("stacked", [False, True], ids=["dealt", "stacked"])
@pytest.mark.parametrize(
    ("contract", "deck"),
    [(c, deck) for c in playout.BAVARIAN for deck in ("long", "short")] + [(c, "long") for c in playout.DEUTSCH],
)
def test_no_legal_game_is_refused(contract, deck, stacked):
    """Every summary of a game that follows the rules passes, and its payouts sum to zero."""
    rules = {"preset": "deutscher_striche"} if contract in playout.DEUTSCH else {"deck": deck, **RULES}
    scorer = Scorer()
    for number in range(GAMES):
        game, facts = playout.play(f"{contract}{deck}{stacked}{number}", contract, deck, stacked=stacked)
        values = set()
        for note in notes(game, facts, deck):
            answer = scorer.answer({"rules": rules, "game": note})
            assert answer["ok"], (note, facts, answer["errors"])
            if contract not in playout.DEUTSCH:
                assert sum(answer["payouts"]) == 0
            values.add(answer["value"])
        unsure = 0 in facts["tricks_by_seat"] or facts.get("augen") in (0, 120)
        assert unsure or len(values) == 1, (game, facts, values)


@pytest.mark.parametrize("name", preset_names())
def test_every_offered_contract_of_every_preset_is_scored(name):
    """What a preset offers can be recorded under it: nothing offered lacks a price."""
    scorer = Scorer(complete_rules({"preset": name}))
    for contract in preset(name).offered:
        game, facts = playout.play(f"{name}{contract}", contract.value, preset(name).deck.value)
        for note in notes(game, facts, preset(name).deck.value):
            answer = scorer.answer(note)
            assert answer["ok"], (note, answer["errors"])
            assert not [w for w in answer["warnings"] if w["code"] == "contract.not_offered"]


@pytest.mark.parametrize("contract", ["solo", "wenz", "farbwenz", "geier", "farbgeier"])
@pytest.mark.parametrize("announced", ["tout", "schwarz_announced"])
def test_announced_tricks_are_won_with_all_of_them_alone(contract, announced):
    """A Tout and an announced Schwarz are won exactly with all tricks, however the game is noted."""
    rules = {"schneider": {"announce": True}, "base": {contract: 20}}
    scorer, seen = Scorer(), set()
    for number in range(5000):
        if number >= 150 and len(seen) == 2:
            break
        game, facts = playout.play(f"{announced}{contract}{number}", contract, stacked=True)
        won = facts["tricks"] == 8
        seen.add(won)
        notes = [{"tricks": facts["tricks"]}, {"augen": facts["augen"], "result": "won" if won else "lost"}]
        for note in notes:
            answer = scorer.answer({"rules": rules, "game": game | {announced: True} | note})
            assert answer["ok"], (note, facts, answer["errors"])
            assert (answer["payouts"][game["declarer"]] > 0) is won
    assert seen == {True, False}
