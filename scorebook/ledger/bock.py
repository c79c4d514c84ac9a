"""The Bock of a sheet: which of its games count double or fourfold, by the triggers of the rule set (FORMAT.md 2)."""

from dataclasses import dataclass

from scorebook.rules import TRAITS, Contract, Game, RuleSet, Score, Suit
from scorebook.rules.contracts import Parties
from scorebook.rules.switches import AllPass, BockTrigger

MOST_ROUNDS = 2
"""So many rounds of Bock count at once at most: a game is doubled twice (RULES.md 3.8)."""


def has_bock(rules: RuleSet) -> bool:
    """Whether the rule set knows a Bock that the book counts.

    >>> from scorebook.rules import preset
    >>> has_bock(preset())
    False
    """
    return bool(triggers(rules))


def triggers(rules: RuleSet) -> frozenset[BockTrigger]:
    """Give what opens a round of Bock; `all_pass: bock` says as much as the trigger of that name."""
    passed = {BockTrigger.ALL_PASS} if rules.all_pass is AllPass.BOCK else set()
    return frozenset(rules.bock.triggers) | passed


def opens(game: Game, score: Score, rules: RuleSet) -> bool:
    """Whether a game opens a round of Bock.

    Lost is what is paid as lost. `lost_solo`: by whoever played alone, `lost_herz_solo`: in a Herz-Solo; `kontra_lost`:
    by those who gave the Kontra.
    """
    lost, level = score.declarer_won is False, game.stoss_level
    happened = {
        BockTrigger.ALL_PASS: game.contract is Contract.ALL_PASS,
        BockTrigger.LOST_SOLO: lost and TRAITS[game.contract].parties is Parties.ALONE,
        BockTrigger.LOST_HERZ_SOLO: lost and game.contract is Contract.SOLO and game.suit is Suit.HERZ,
        BockTrigger.KONTRA_LOST: score.declarer_won is True and level > 0,
    }
    return any(happened[trigger] for trigger in triggers(rules))


@dataclass(frozen=True, slots=True)
class Bock:
    """The rounds of Bock that are open, as games left in each.

    >>> Bock((4,)).factor, Bock((2, 4)).factor, Bock().factor
    (2, 4, 1)
    """

    rounds: tuple[int, ...] = ()

    @property
    def factor(self) -> int:
        """What the next game is multiplied by: 1, 2 or 4."""
        return int(2 ** min(len(self.rounds), MOST_ROUNDS))

    @property
    def left(self) -> int:
        """How many games will be doubled at least, if no round is added."""
        return max(self.rounds, default=0)

    def after(self, game: Game, score: Score, rules: RuleSet) -> "Bock":
        """Give the rounds after a game.

        A game that was thrown in uses up none. A new round has as many games as the rule set says, else one for each at
        the table; it counts beside the open ones (`stack`), or is added behind them.

        >>> from dataclasses import replace
        >>> from scorebook.rules import assess, preset
        >>> rules = replace(preset(), all_pass=AllPass.BOCK)
        >>> passed = Game(contract=Contract.ALL_PASS)
        >>> Bock().after(passed, assess(passed, rules).score, rules)
        Bock(rounds=(4,))
        """
        thrown_in = game.contract is Contract.ALL_PASS
        left = self.rounds if thrown_in else tuple(games - 1 for games in self.rounds if games > 1)
        if not opens(game, score, rules):
            return Bock(left)
        games = rules.bock.games or game.players
        if rules.bock.stack or not left:
            return Bock((*left, games))
        return Bock((*left[:-1], left[-1] + games))


def asked_for(bock: Bock, game: Game, rules: RuleSet) -> int | None:
    """Give the factor that the book sets for a game; None where the rule set has no Bock, or the game none."""
    return bock.factor if has_bock(rules) and "bock" in TRAITS[game.contract].keys else None
