"""Why something that a person entered is not done: with findings, each at its field."""

from collections.abc import Iterable

from scorebook.errors import ConflictError, ScorebookError
from scorebook.rules import Finding
from scorebook.wording import Marked

ENDED: Marked[str] = (
    "Der Abend ist beendet. Wer weiterspielen oder etwas ändern will, öffnet ihn in der Abrechnung wieder."
)
"""Why nothing is written on the sheets of an evening that has ended."""

TAKEN: Marked[str] = "Diese Kennung gehört zu einem anderen Spiel."
"""Why nothing is written under a UUID that another game has."""
OVERTAKEN: Marked[str] = "Inzwischen steht schon Spiel %(number)d in der Liste. Bitte erst nachsehen."
"""Why nothing is written for somebody who knew a shorter list."""
CORRECTED: Marked[str] = "Spiel %(number)d wurde inzwischen korrigiert. Bitte erst nachsehen."
"""Why nothing is done with a game in whose place a better one stands."""


class SeatsChangedError(ConflictError):
    """Somebody knew other seats than those that are taken now; nothing was written."""

    def __init__(self) -> None:
        super().__init__("Inzwischen sitzen am Tisch andere, oder anders. Bitte erst nachsehen.")


class RefusedError(ScorebookError):
    """What was entered cannot be; `findings` say what, nothing was written."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        super().__init__("Das passt so nicht zusammen.")
        self.findings = tuple(findings)


class ConfirmError(ScorebookError):
    """What was entered can be, but hardly is; `findings` ask. Nothing was written: accept their codes and try again."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        super().__init__("Bitte noch einmal hinschauen.")
        self.findings = tuple(findings)
