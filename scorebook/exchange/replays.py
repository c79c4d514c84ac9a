"""What `scorebook replay` writes for a game: the answer of `scorebook score`, and what its cards say (FORMAT.md 3)."""

from collections.abc import Mapping
from typing import Any

from scorebook.exchange.answers import Json, Scorer, assessment_json, refusal
from scorebook.rules import Finding, Game, RuleSet, Score, assess
from scorebook.rules.cardset import codes_in
from scorebook.rules.replay import Facts, Replay, Violation


class Replayer(Scorer):
    """Plays games with a protocol again, one after the other; with `legal` it writes the legal cards at every ply."""

    def __init__(self, default: Mapping[str, Any] | None = None, *, legal: bool = False) -> None:
        super().__init__(default)
        self._legal = legal

    def look_at(self, key: object, game: Game, rules: RuleSet) -> Json:
        """The answer for a game that could be read; a refused one too has facts where its cards could be played."""
        if game.protocol is None:
            return refusal(key, (Finding("protocol.missing", "protocol"),))
        assessment = assess(game, rules)
        data, played = assessment_json(key, assessment, rules.unit), assessment.replay
        return data if played is None else data | replay_json(played, assessment.score, legal=self._legal)


def replay_json(replay: Replay, score: Score | None, *, legal: bool) -> Json:
    """Facts, violations and, with `legal`, the legal cards at every ply."""
    data: Json = {
        "facts": facts_json(replay.facts, score),
        "violations": [violation_json(violation) for violation in replay.violations],
    }
    if legal:
        data["legal"] = [list(codes_in(mask)) for mask in replay.legal]
    return data


def facts_json(facts: Facts, score: Score | None) -> Json:
    """What the cards say; Schneider and Schwarz of a play that stopped early, or of a refused game, are null."""
    data: Json = {
        "winners": list(facts.winners),
        "augen_by_seat": list(facts.augen_by_seat),
        "tricks_by_seat": list(facts.tricks_by_seat),
    }
    if facts.augen is None:
        return data
    known = score if facts.complete else None
    return data | {
        "partner": facts.partner,
        "augen": facts.augen,
        "tricks": facts.tricks,
        "laufende": facts.laufende,
        "laufende_side": facts.laufende_side,
        "schneider": known and known.schneider,
        "schwarz": known and known.schwarz,
    }


def violation_json(violation: Violation) -> Json:
    """One broken rule of play."""
    return {
        "ply": violation.ply,
        "seat": violation.seat,
        "card": "" if violation.card is None else str(violation.card),
        "rule": violation.rule,
        "legal": list(codes_in(violation.legal)),
    }
