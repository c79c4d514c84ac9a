"""A recorded game beside its cards: what fits, what does not, and the game as it is when the cards hold."""

from dataclasses import replace
from typing import Any

import pytest

from scorebook.exchange import parse_game, parse_rules
from scorebook.rules import Contract, LaufendeSide, Result, RuleSet, assess, preset
from scorebook.rules.comparison import Comparison, compare
from scorebook.wording.comparison import compared_in_words
from tests.cards import CALLED, CARDS, FACTS, protocol, stopped

NAMES = ("Sepp", "Vroni", "Xaver", "Zenzi")
WON = {**CALLED, "partner": 1, "augen": 91}


def held(entry: dict[str, Any], cards: dict[str, Any], rules: RuleSet | None = None) -> Comparison:
    """Book an entry without cards, then hold cards against it."""
    rules = rules or preset()
    score = assess(parse_game(entry), rules).score
    assert score is not None
    return compare(parse_game({**entry, "protocol": cards}), score, rules)


def said(found: Comparison) -> dict[str, tuple[str, str, str]]:
    """Give the rows in words by their label."""
    return {label: rest for label, *rest in (compared_in_words(row, names=NAMES) for row in found.rows)}


def test_what_fits_is_completed() -> None:
    """Nothing contradicts: the cards add what was not entered, and the price becomes what they are worth."""
    found = held(WON, CARDS)
    assert not found.differs
    assert said(found) == {
        "Mitspieler": ["Vroni", "Vroni", "stimmt"],
        "Ergebnis": ["Gewonnen", "Gewonnen", "stimmt"],
        "Augen": ["91", "91", "stimmt"],
        "Stiche": ["–", "6", "nicht eingetragen"],
        "Laufende": ["–", "Mit 3", "nicht eingetragen"],
        "Schneider": ["ja", "ja", "stimmt"],
        "Schwarz": ["nein", "nein", "stimmt"],
    }
    assert {key: getattr(found.game, key) for key in FACTS} == FACTS
    assert found.assessment.score.value == 60


def test_what_contradicts_is_marked_and_the_cards_hold() -> None:
    """Wrong partner, Augen, Laufende and winner are marked; the game that follows is that of the cards."""
    entry = {**CALLED, "partner": 2, "opponent_augen": 70, "laufende": 4, "laufende_side": "ohne", "klopfer": [3]}
    found = held(entry, CARDS)
    rows = said(found)
    assert rows["Mitspieler"] == ["Xaver", "Vroni", "widerspricht"]
    assert rows["Augen"] == ["50", "91", "widerspricht"]
    assert rows["Ergebnis"] == ["Verloren", "Gewonnen", "widerspricht"]
    assert rows["Laufende"] == ["Ohne 4", "Mit 3", "widerspricht"]
    assert rows["Schneider"] == ["nein", "ja", "widerspricht"]
    assert (found.game.klopfer, found.game.opponent_augen, found.assessment.errors) == ((3,), None, ())
    assert found.assessment.score.payouts == (120, 120, -120, -120)


def test_cards_that_stop_early_leave_the_rest_as_it_was() -> None:
    """A play that stopped tells partner and Laufende; Augen and result stay those that were entered."""
    found = held({**CALLED, "partner": 2, "augen": 91}, stopped(CARDS, 9))
    rows = said(found)
    assert rows["Mitspieler"][2] == "widerspricht"
    assert rows["Augen"] == ["91", "33 bis 120", "stimmt"]
    assert (found.game.partner, found.game.augen, found.game.laufende) == (1, 91, 3)
    assert found.assessment.score.value == 60


@pytest.mark.parametrize("entry", [{"augen": 20}, {"opponent_augen": 100, "tricks": 1}])
def test_cards_that_stop_early_contradict_what_cannot_be_any_more(entry: dict[str, Any]) -> None:
    """Fewer Augen or tricks than lay there, and a loser who had won by then, stand beside what the cards say."""
    found = held({**CALLED, "partner": 1, **entry}, stopped(CARDS, 28))
    rows = said(found)
    facts = found.replay.facts
    assert facts.augen >= 61
    assert rows["Augen"][1:] == [f"{facts.augen} bis {120 - facts.opponent_augen}", "widerspricht"]
    assert rows["Ergebnis"] == ["Verloren", "Gewonnen", "widerspricht"]
    assert "tricks" not in entry or rows["Stiche"] == ["1", f"{facts.tricks} bis {facts.tricks + 1}", "widerspricht"]
    assert (found.errors, found.assessment.warnings) == ((), ())
    assert (found.game.result, found.game.augen, found.game.tricks) == (Result.WON, None, None)


def test_the_piles_of_a_ramsch_are_compared() -> None:
    """A Ramsch is told by its piles, with names; the loser follows from them."""
    cards = protocol({"contract": "ramsch"}, 3)
    found = held({"contract": "ramsch", "loser": 0}, cards, preset("bsv_10_50"))
    (augen, tricks, loser) = found.rows
    assert (augen.entered, sum(augen.by_cards), tricks.key) == (None, 120, "tricks_by_seat")
    assert said(found)["Augen"][1].startswith(f"Sepp\N{NO-BREAK SPACE}{augen.by_cards[0]}, Vroni")
    assert (loser.entered, loser.by_cards, loser.differs) == (0, augen.by_cards.index(max(augen.by_cards)), True)
    assert "loser" not in found.game.given
    piles = list(augen.by_cards)
    wrong = held({"contract": "ramsch", "augen_by_seat": piles[::-1]}, cards, preset("bsv_10_50"))
    assert wrong.rows[0].differs is (piles != piles[::-1])


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ({**CARDS, "hands": CARDS["hands"][:3]}, "hands.count"),
        ({"lead": CARDS["lead"], "played": CARDS["played"][:31]}, "hands.missing"),
        ({**CARDS, "lead": (CARDS["lead"] + 1) % 4}, "ply.turn"),
    ],
)
def test_cards_that_cannot_be_have_no_rows(cards: dict[str, Any], code: str) -> None:
    """Where the cards cannot have been played there is nothing to compare, and it is said why."""
    found = held(WON, cards)
    assert ([finding.code for finding in found.errors], found.rows, found.replay) == ([code], (), None)


def test_the_called_sau_has_to_be_known() -> None:
    """Cards of a Sauspiel need to know which Sau was called."""
    found = held({**WON, "called": None}, CARDS)
    assert ("called.missing", "called") in {(finding.code, finding.field) for finding in found.errors}


def test_a_partner_who_is_not_by_the_cards_stays() -> None:
    """In a Hochzeit the cards do not say who is the partner; he stays, and with him the side."""
    rules = parse_rules({"contracts": ["hochzeit", "sauspiel"]})
    entry = {"contract": "hochzeit", "declarer": 0, "partner": 2, "result": "won"}
    cards = protocol(entry, 4, rules)
    found = held(entry, cards, rules)
    assert (found.game.partner, found.errors) == (2, ())
    assert found.game.augen == found.replay.facts.augen


def test_a_game_with_its_own_cards_fits() -> None:
    """What the book keeps of a game with cards has nothing left to be entered."""
    for contract in (Contract.WENZ, Contract.SOLO):
        entry = {"contract": contract, "declarer": 1, **({"suit": "gras"} if contract is Contract.SOLO else {})}
        game = parse_game({**entry, "protocol": protocol(entry, 8, lead=3)})
        assessment = assess(game, preset())
        found = compare(assessment.completed, assessment.score, preset())
        assert (found.differs, found.game) == (False, assessment.completed)
        assert {row.entered for row in found.rows} >= {Result.WON if assessment.score.declarer_won else Result.LOST}
        assert replace(found.game, laufende_side=LaufendeSide.MIT).given == assessment.completed.given
