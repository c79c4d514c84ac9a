"""What a game is worth: the answer of the engine, with the steps that lead to it."""

from dataclasses import dataclass

from scorebook.rules.findings import Finding
from scorebook.rules.game import Game
from scorebook.rules.replay import Replay


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the sum. Amounts of all steps added, then all factors multiplied, give the value.

    `code` names the step (`base`, `schneider`, `laufende`, `klopfer`, …), `count` says how many there were of it.
    """

    code: str
    amount: int | None = None
    factor: int | None = None
    count: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """`value`: what one loser pays one winner (0 where `void`); `payouts`: one amount a seat; `stock`: the Stock then.

    All in whole units of the rule set. The payouts and the change of the Stock sum to zero, except where the rule set
    writes winners only. `declarer_won` is None where there is no declarer, or nothing was decided.
    """

    value: int
    payouts: tuple[int, ...]
    stock: int
    steps: tuple[Step, ...]
    void: bool = False
    declarer_won: bool | None = None
    schneider: bool = False
    schwarz: bool = False


@dataclass(frozen=True, slots=True)
class Assessment:
    """What the rules say about a game: errors refuse it (then there is no score), warnings ask.

    With a protocol that could be played again, `replay` is what came out, and `completed` the game with what its cards
    say filled in; both are None otherwise.
    """

    errors: tuple[Finding, ...]
    warnings: tuple[Finding, ...]
    score: Score | None
    replay: Replay | None = None
    completed: Game | None = None
