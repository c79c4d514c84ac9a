"""What has to hold from one game of a sheet to the next: numbers, versions, the Stock."""

from dataclasses import dataclass

from scorebook.ledger.evening import RecordedGame


@dataclass(slots=True)
class Course:
    """A sheet as far as it was looked at; `stock` is what lies in the Stock there, `version` that of the last game.

    It is fed the games by number and version, and keeps none but the last.
    """

    stock: int
    number: int = 0
    version: int = 0
    last: RecordedGame | None = None

    def follow(self, game: RecordedGame) -> str | None:
        """Take the next game; give the code of the first thing that cannot be, None for a game that fits.

        Numbers go up from 1 without a gap; who replaces a game has its number, comes next and finds it cancelled. A
        game that counts finds in the Stock what those before it left. Does not check what the game costs.

        >>> from scorebook.rules import Contract, Game, Score
        >>> from datetime import UTC, datetime
        >>> from uuid import UUID
        >>> score = Score(value=20, payouts=(-20,) * 4, stock=80, steps=())
        >>> passed = RecordedGame(UUID(int=1), 1, 0, datetime.now(UTC), "Sepp", Game(contract=Contract.ALL_PASS), score)
        >>> sheet = Course(stock=0)
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
        if game.stands:
            if game.game.stock != self.stock:
                return "stock.differs"
            self.stock = game.score.stock
        return None
