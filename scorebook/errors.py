"""The exceptions that cross layers. Everything a person may cause derives from `ScorebookError`."""


class ScorebookError(Exception):
    """A problem that can be told in one line.

    `message` is that line, in German. It never carries a traceback, SQL or a secret.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class SettingError(ScorebookError):
    """An environment setting that makes no sense."""


class NotFoundError(ScorebookError):
    """The thing asked for does not exist in this club."""


class ForbiddenError(ScorebookError):
    """The actor may not do that; the message says why."""


class ConflictError(ScorebookError):
    """Somebody else has changed the thing in the meantime, or it is in the wrong state."""


class StorageError(ScorebookError):
    """The database cannot be used: locked, unreachable, or of another version."""
