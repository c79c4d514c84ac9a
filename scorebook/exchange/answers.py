"""Answers: what `scorebook score` and the HTTP API write for a game (FORMAT.md 3)."""

from collections.abc import Mapping
from typing import Any

from scorebook.exchange.games import parse_game
from scorebook.exchange.rulesets import parse_rules
from scorebook.exchange.strict import ShapeError
from scorebook.rules import Assessment, Finding, Game, RuleSet, Score, Step, Unit, assess
from scorebook.wording import message

Json = dict[str, Any]
REMEMBERED = 256
"""Rule sets that a `Scorer` keeps at most."""


class Scorer:
    """Scores objects one after the other: games, or envelopes of which `id`, `rules` and `game` are read.

    `default` are complete rules (`complete_rules`) for objects that name no preset.
    """

    def __init__(self, default: Mapping[str, Any] | None = None) -> None:
        self._default = default
        self._known: dict[str, RuleSet] = {}

    def answer(self, data: Mapping[str, Any]) -> Json:
        """The answer for one object. Never raises for what it holds: what is wrong with it is in the answer."""
        envelope = "game" in data or "contract" not in data
        key = data.get("id") if envelope else None
        try:
            rules = self._rules(data.get("rules") if envelope else None)
            game = parse_game(_game_in(data) if envelope else data)
        except ShapeError as error:
            return refusal(key, error.findings)
        return self.look_at(key, game, rules)

    def look_at(self, key: object, game: Game, rules: RuleSet) -> Json:
        """The answer for a game that could be read."""
        return assessment_json(key, assess(game, rules), rules.unit)

    def _rules(self, data: object) -> RuleSet:
        """Read a rule set, or find it among those read before."""
        text = repr(data)
        rules = self._known.get(text)
        if rules is None:
            rules = parse_rules({} if data is None else data, self._default)
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            self._known[text] = rules
        return rules


def _game_in(envelope: Mapping[str, Any]) -> object:
    if "game" not in envelope:
        raise ShapeError([Finding("key.missing", "game", {"key": "game"})])
    return envelope["game"]


def assessment_json(key: object, assessment: Assessment, unit: Unit) -> Json:
    """The answer for a game that was looked at."""
    score = assessment.score
    if score is None:
        return refusal(key, assessment.errors, assessment.warnings)
    return {
        "id": key,
        "ok": True,
        "unit": unit,
        **score_json(score),
        "warnings": [finding_json(finding) for finding in assessment.warnings],
    }


def refusal(key: object, errors: tuple[Finding, ...], warnings: tuple[Finding, ...] = ()) -> Json:
    """The answer for something that cannot be."""
    data: Json = {"id": key, "ok": False, "errors": [finding_json(finding) for finding in errors]}
    if warnings:
        data["warnings"] = [finding_json(finding) for finding in warnings]
    return data


def score_json(score: Score) -> Json:
    """The part of an answer that says what the game is worth."""
    return {
        "value": score.value,
        "payouts": list(score.payouts),
        "stock": score.stock,
        "void": score.void,
        "steps": [step_json(step) for step in score.steps],
    }


def step_json(step: Step) -> Json:
    """One step, without what it does not have."""
    data: Json = {"code": step.code}
    if step.count is not None:
        data["count"] = step.count
    if step.amount is not None:
        data["amount"] = step.amount
    if step.factor is not None:
        data["factor"] = step.factor
    return data


def finding_json(finding: Finding) -> Json:
    """One finding with its words in German."""
    return {"code": finding.code, "field": finding.field, "message": message(finding)}
