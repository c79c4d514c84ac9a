"""Addresses of public pages: what stands in one opens it, and nobody guesses it.

It is made from the secret of the installation and a number that is drawn for the page; with another number it is
another address, and the one before is nobody's any more. Nothing of it is kept in the database but that number.
"""

import base64
import hashlib
import hmac
import re
import secrets

from scorebook.store.rows import LARGEST_ID

_BEGIN = re.compile("([0-9]{1,10})-")


def handle(key: str, purpose: bytes, number: int, share: int | None) -> str | None:
    """Give what stands in an address: whose page it is, and a proof; None for a page that there is not.

    The same secret makes nothing else of the same numbers, as long as the `purpose` is another one.

    >>> made = handle("secret", b"some page", 3, 7)
    >>> made[:2], len(made), made == handle("secret", b"some page", 3, 7), made == handle("other", b"some page", 3, 7)
    ('3-', 45, True, False)
    >>> handle("secret", b"some page", 3, None)
    """
    if share is None:
        return None
    told = hmac.digest(key.encode(), purpose + f":{number}:{share}".encode(), hashlib.sha256)
    return f"{number}-{base64.urlsafe_b64encode(told).decode().rstrip('=')}"


def number_in(asked: str) -> int | None:
    """Give whose page an address is about; None where it says nothing.

    >>> number_in("3-abc"), number_in("abc")
    (3, None)
    """
    found = _BEGIN.match(asked)
    return int(found[1]) if found else None


def opens(right: str | None, asked: str) -> bool:
    """Tell whether what was asked for is the right address; how long it takes tells nothing."""
    return right is not None and hmac.compare_digest(right.encode(), asked.encode())


def other_than(share: int | None) -> int:
    """Draw a number for a page that has another one by now, or none."""
    drawn = secrets.randbelow(LARGEST_ID - 1) + 1
    return drawn if drawn != share else drawn % (LARGEST_ID - 1) + 1
