"""What has to hold from one game of a sheet to the next: numbers, versions, the Stock, the Bock."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from scorebook.ledger.bock import Bock, asked_for
from scorebook.ledger.evening import NamedRuleSet, RecordedGame


@dataclass(slots=True)
class Course:
    """A sheet as far as it was looked at; `stock` is what lies in the Stock there, `version` that of the last game.

    It is fed the games by number and version, and keeps none but the last. `rule_sets` are the evening's.
    """

    stock: int
    rule_sets: Sequence[NamedRuleSet] = ()
    bock: Bock = field(default_factory=Bock)
    number: int = 0
    version: int = 0
    last: RecordedGame | None = None

    def follow(self, game: RecordedGame) -> str | None:
        """Take the next game; give the code of the first thing that cannot be, None for a game that fits.

        Numbers go up from 1 without a gap; who replaces a game has its number, comes next and finds it cancelled. A
        game that counts finds in the Stock what those before it left, and has the factor of Bock that they give it.
        Does not check what the game costs.

        >>> from scorebook.rules import Contract, Game, Score, preset
        >>> from datetime import UTC, datetime
        >>> from uuid import UUID
        >>> score = Score(value=20, payouts=(-20,) * 4, stock=80, steps=())
        >>> passed = RecordedGame(UUID(int=1), 1, 0, datetime.now(UTC), "Sepp", Game(contract=Contract.ALL_PASS), score)
        >>> sheet = Course(0, [NamedRuleSet("", "", preset())])
        >>> sheet.follow(passed), sheet.stock, sheet.follow(passed)
        (None, 80, 'games.order')
        """
        before, self.last = self.last, game
        if game.replaces is None:
            if game.number != self.number + 1:
                return "games.order"
            self.number, self.version = game.number, 0
        else:
            if before is None or before.stands or (before.uuid, before.number) != (game.replaces, game.number):
                return "games.replaces"
            self.version += 1
        return self._count(game) if game.stands else None

    def _count(self, recorded: RecordedGame) -> str | None:
        game, rules = recorded.game, self.rule_sets[recorded.rule_set].rules
        if game.stock != self.stock:
            return "stock.differs"
        if asked_for(self.bock, game, rules) not in (None, game.bock):
            return "bock.differs"
        self.stock, self.bock = recorded.score.stock, self.bock.after(game, recorded.score, rules)
        return None
