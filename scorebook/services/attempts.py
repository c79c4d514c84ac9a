"""Whoever guesses passwords and codes is stopped: per account or code first, per address much later.

A hall shares one address, so that this one alone would lock out those who have mistyped nothing. What is counted is
noted before it is known whether it was right, so that many tries at one moment count as many.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from scorebook.errors import ScorebookError
from scorebook.services.transactions import transaction
from scorebook.store import attempts as store
from scorebook.store.db import AnySession

WINDOW = timedelta(minutes=15)
MOST_A_THING, MOST_AN_ADDRESS = 10, 200
"""Failures within the window, after which nothing is looked at any more."""


class TooManyError(ScorebookError):
    """Somebody tried too often; nothing was looked at."""

    def __init__(self) -> None:
        super().__init__("Zu viele Versuche. Bitte in einer Viertelstunde noch einmal.")


@contextmanager
def counted(session: AnySession, thing: str, address: str, now: datetime | None = None) -> Iterator[None]:
    """Try to get in, in the block: at `thing` ("account:sepp", "code:K7P"), from a network address.

    What raises a `ScorebookError` in the block was a failure and stays counted. Raises `TooManyError` before the block
    where too much was tried.
    """
    at = now or datetime.now(UTC)
    keys = [_key(thing), _key(f"address:{address}")]
    with transaction(session) as connection:
        store.lock(connection, keys)
        store.forget_older(connection, at - WINDOW)
        for key, most in zip(keys, (MOST_A_THING, MOST_AN_ADDRESS), strict=True):
            if store.count_attempts(connection, key, at - WINDOW) >= most:
                raise TooManyError
        noted = store.add_attempts(connection, keys, at)
    yield
    with transaction(session) as connection:
        store.forget(connection, noted)


def _key(thing: str) -> str:
    """Give a key of a fixed length that says nothing about whom it is for."""
    return hashlib.sha256(thing.encode()).hexdigest()
