"""A few games to show what a rule set costs, the same for every table, so that two rule sets can be compared."""

from scorebook.rules.cards import Suit
from scorebook.rules.contracts import Contract
from scorebook.rules.game import Game, LaufendeSide
from scorebook.rules.ruleset import RuleSet
from scorebook.rules.switches import KlopferMode, Model


def example_games(rules: RuleSet) -> tuple[Game, ...]:
    """Games with Schneider, Laufende, Klopfer, Kontra and Jungfrau, as far as the rule set knows them.

    Not checked: whether it has a price for each; `scorebook.rules.assess` says so.

    >>> from scorebook.rules import assess, preset
    >>> [assess(game, preset()).score.value for game in example_games(preset())]
    [20, 200, 100, 20]
    """
    if rules.model is Model.STRICHE:
        return (
            Game(contract=Contract.PARTNERSPIEL, suit=Suit.SCHELLEN, declarer=0, partner=2, augen=70),
            Game(contract=Contract.ZWANGSSPIEL, suit=Suit.SCHELLEN, declarer=0, partner=2, augen=25),
            Game(contract=Contract.DS_SOLO, suit=Suit.SCHELLEN, declarer=0, augen=45),
            Game(contract=Contract.DS_SOLO, suit=Suit.SCHELLEN, declarer=0, augen=120, tricks=rules.deck.tricks),
        )
    return (
        Game(contract=Contract.SAUSPIEL, declarer=0, partner=2, augen=70),
        Game(
            contract=Contract.SOLO,
            suit=Suit.HERZ,
            declarer=0,
            augen=100,
            laufende=4,
            laufende_side=LaufendeSide.MIT,
            klopfer=0 if rules.klopfer.mode is KlopferMode.OFF else min(1, rules.klopfer.max),
        ),
        Game(contract=Contract.WENZ, declarer=0, augen=45, stoss=min(1, rules.stoss.max)),
        Game(contract=Contract.RAMSCH, loser=0, jungfrauen=(1,)),
    )
