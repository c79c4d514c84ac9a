"""The game itself: cards, contracts, rule sets, what a game is worth and what cannot have happened. Pure.

assess(game, rules)     errors, warnings, and the score where there are no errors
assess_recorded(...)    the same for a game that stands in a book
preset(name)            a shipped rule set
Position.start(...)     the play of the cards: legal cards, broken rules, who takes the trick
replay(game, rules, …)  what the cards of a protocol say
order_of(contract, …)   what is trump, and what beats what
calling(hand, rules)    which Sau may be called
decide(wishes, rules)   whose game goes before whose

Agreed on:       ruleset, switches, presets
As noted:        game, contracts, validation, outcome, ramsch, reach; findings are what there is to say about it
Worth:           assess, scoring, score, prices, price_table, examples
Cards:           cards, cardset, order; hands reads them, laufende counts them, odds says how seldom some are dealt
Played:          play, replay; protocol and comparison hold a note against its cards
Before the play: calling, auction, reporting
Argued about:    evidence, referee
"""

from scorebook.rules.assess import assess, assess_recorded
from scorebook.rules.auction import Bid, decide
from scorebook.rules.calling import calling
from scorebook.rules.cards import Card, Deck, Rank, Suit
from scorebook.rules.contracts import TRAITS, Contract, Parties, Traits
from scorebook.rules.findings import Finding
from scorebook.rules.game import CalledRank, Game, LaufendeSide, Protocol, Result
from scorebook.rules.order import order_of
from scorebook.rules.play import IllegalCardError, Position, Rule, deal
from scorebook.rules.presets import DEFAULT_PRESET, preset, preset_names
from scorebook.rules.replay import replay
from scorebook.rules.ruleset import RuleSet
from scorebook.rules.score import Assessment, Score, Step
from scorebook.rules.switches import Model, StockMode, Unit

__all__ = [
    "DEFAULT_PRESET",
    "TRAITS",
    "Assessment",
    "Bid",
    "CalledRank",
    "Card",
    "Contract",
    "Deck",
    "Finding",
    "Game",
    "IllegalCardError",
    "LaufendeSide",
    "Model",
    "Parties",
    "Position",
    "Protocol",
    "Rank",
    "Result",
    "Rule",
    "RuleSet",
    "Score",
    "Step",
    "StockMode",
    "Suit",
    "Traits",
    "Unit",
    "assess",
    "assess_recorded",
    "calling",
    "deal",
    "decide",
    "order_of",
    "preset",
    "preset_names",
    "replay",
]
