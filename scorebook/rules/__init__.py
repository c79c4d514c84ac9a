"""The game itself: cards, contracts, rule sets, what a game is worth and what cannot have happened. Pure.

assess(game, rules)     errors, warnings, and the score where there are no errors
assess_recorded(...)    the same for a game that stands in a book
preset(name)            a shipped rule set
"""

from scorebook.rules.assess import assess, assess_recorded
from scorebook.rules.cards import Card, Deck, Rank, Suit
from scorebook.rules.contracts import TRAITS, Contract, Parties, Traits
from scorebook.rules.findings import Finding
from scorebook.rules.game import CalledRank, Game, LaufendeSide, Protocol, Result
from scorebook.rules.presets import DEFAULT_PRESET, preset, preset_names
from scorebook.rules.ruleset import RuleSet
from scorebook.rules.score import Assessment, Score, Step
from scorebook.rules.switches import Model, StockMode, Unit

__all__ = [
    "DEFAULT_PRESET",
    "TRAITS",
    "Assessment",
    "CalledRank",
    "Card",
    "Contract",
    "Deck",
    "Finding",
    "Game",
    "LaufendeSide",
    "Model",
    "Parties",
    "Protocol",
    "Rank",
    "Result",
    "RuleSet",
    "Score",
    "Step",
    "StockMode",
    "Suit",
    "Traits",
    "Unit",
    "assess",
    "assess_recorded",
    "preset",
    "preset_names",
]
