"""The exchange format (FORMAT.md): the one parser and writer for command line, HTTP, forms, files and attachments."""

from scorebook.exchange.answers import Scorer, assessment_json, finding_json, refusal, score_json
from scorebook.exchange.evenings import evening_json, evening_text, parse_evening
from scorebook.exchange.games import game_json, parse_game
from scorebook.exchange.rulesets import complete_rules, parse_rules, rules_json
from scorebook.exchange.strict import JsonError, ShapeError, load_json

__all__ = [
    "JsonError",
    "Scorer",
    "ShapeError",
    "assessment_json",
    "complete_rules",
    "evening_json",
    "evening_text",
    "finding_json",
    "game_json",
    "load_json",
    "parse_evening",
    "parse_game",
    "parse_rules",
    "refusal",
    "rules_json",
    "score_json",
]
