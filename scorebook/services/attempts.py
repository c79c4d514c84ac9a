"""Whoever guesses passwords and codes is stopped: first at one account or code from his address, later from anywhere.

A hall shares one address, so that this one alone would lock out those who have mistyped nothing; an account alone
could be locked by any stranger who knows its name. Whoever is logged in stays so meanwhile, and what he tries at his
own account counts apart. What is counted is noted before it is known whether it was right, so that many tries at one
moment count as many.
"""

import hashlib
import ipaddress
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from scorebook.errors import ScorebookError
from scorebook.services.transactions import transaction
from scorebook.store import attempts as store
from scorebook.store.db import AnySession

WINDOW = timedelta(minutes=15)
MOST_FROM_ONE, MOST_A_THING, MOST_AN_ADDRESS = 10, 50, 200
"""Failures within the window, after which nothing is looked at: at a thing from one address, at it, from an address."""


class TooManyError(ScorebookError):
    """Somebody tried too often; nothing was looked at."""

    def __init__(self) -> None:
        super().__init__("Zu viele Versuche. Bitte in einer Viertelstunde noch einmal.")


@contextmanager
def counted(
    session: AnySession, thing: str, address: str, now: datetime | None = None, *, inside: bool = False
) -> Iterator[None]:
    """Try to get in, in the block: at `thing` ("account:sepp", "code:K7P4"), from a network address.

    Who is `inside` already tries at his own account: what others tried at his address does not count for him.
    What raises a `ScorebookError` in the block was a failure and stays counted. Raises `TooManyError` before the block
    where too much was tried.
    """
    at = now or datetime.now(UTC)
    network = network_of(address)
    most = {_key(f"from {network} at {thing}"): MOST_FROM_ONE, _key(thing): MOST_A_THING}
    if not inside:
        most[_key(f"address:{network}")] = MOST_AN_ADDRESS
    with transaction(session) as connection:
        store.lock(connection, most)
        store.forget_others(connection, at - WINDOW, at + WINDOW)
        if any(store.count_attempts(connection, key, at - WINDOW) >= limit for key, limit in most.items()):
            raise TooManyError
        noted = store.add_attempts(connection, most, at)
    yield
    with transaction(session) as connection:
        store.forget(connection, noted)


def network_of(address: str) -> str:
    """Give what counts as one address: of IPv6 the half that names the network, the rest is free for whoever is in it.

    >>> network_of("2001:db8::1"), network_of("::ffff:192.0.2.1"), network_of("192.0.2.1"), network_of("")
    ('2001:db8::/64', '192.0.2.1', '192.0.2.1', '')
    """
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    if known.version == 4 or known.ipv4_mapped is not None:
        return str(known if known.version == 4 else known.ipv4_mapped)
    return str(ipaddress.ip_network((int(known), 64), strict=False))


def _key(thing: str) -> str:
    """Give a key of a fixed length that says nothing about whom it is for."""
    return hashlib.sha256(thing.encode()).hexdigest()
