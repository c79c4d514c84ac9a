"""Secrets: made at random, kept as hashes. Of a long random one the SHA-256 is enough, of a word it is Argon2."""

import hashlib
import secrets
from functools import cache
from threading import Lock

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

MIN_PASSWORD, MAX_PASSWORD = 10, 200
"""Characters that a password may have."""
CODE_ALPHABET = "ACDEFGHJKLMNPQRTUVWXYZ234679"
"""Letters and digits that nobody takes for one another when they are read out."""

_hasher = PasswordHasher()
_one_at_a_time = Lock()
"""Argon2 takes 64 MiB: who tries many passwords at once shall not get that many times."""


def new_secret() -> str:
    """Make a secret of 256 random bits for an address or a cookie, 43 characters."""
    return secrets.token_urlsafe(32)


def digest(secret: str) -> str:
    """Give what is kept of a long secret, 64 hexadecimal digits.

    >>> digest("x")[:8]
    '2d711642'
    """
    return hashlib.sha256(secret.encode()).hexdigest()


def new_code(length: int) -> str:
    """Make a code that people can read out and type."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(length))


def hashed(word: str) -> str:
    """Give what is kept of a password or a code."""
    with _one_at_a_time:
        return _hasher.hash(word)


def fits(word: str, kept: str | None) -> bool:
    """Tell whether a word is the one that was kept. Where none is kept, no word fits, and to find out takes as long."""
    nobodys = _nobodys()
    try:
        with _one_at_a_time:
            _hasher.verify(kept or nobodys, word)
    except (VerificationError, InvalidHashError):
        return False
    return kept is not None


@cache
def _nobodys() -> str:
    return _hasher.hash(new_secret())
