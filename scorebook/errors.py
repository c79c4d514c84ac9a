"""The exceptions that cross layers. Everything a person may cause derives from `ScorebookError`."""

from collections.abc import Callable


class ScorebookError(Exception):
    """A problem that can be told in one line, which never carries a traceback, SQL or a secret.

    `text` is that line in German, with places for the `params` (`%(number)d`): so it can be looked up in a catalogue.
    """

    def __init__(self, text: str, **params: object) -> None:
        self.text, self.params = text, params
        super().__init__(self.message)

    @property
    def message(self) -> str:
        """The line in German."""
        return self.text % self.params if self.params else self.text

    def told(self, say: Callable[..., str]) -> str:
        """Give the line in another language; `say` translates a text and fills its places."""
        return say(self.text, **self.params)


class SettingError(ScorebookError):
    """An environment setting that makes no sense."""


class NotFoundError(ScorebookError):
    """The thing asked for does not exist in this club."""


class GoneError(NotFoundError):
    """The thing asked for was there, and does not hold any more."""


class ForbiddenError(ScorebookError):
    """The actor may not do that; the message says why."""


class ConflictError(ScorebookError):
    """Somebody else has changed the thing in the meantime, or it is in the wrong state."""


class StorageError(ScorebookError):
    """The database cannot be used: locked, unreachable, or of another version."""
