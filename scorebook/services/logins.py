"""Browsers that were let in: what one of them may do, and its end."""

from contextlib import nullcontext
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection

from scorebook.services.access import Actor, Role
from scorebook.services.log import Event, note
from scorebook.services.secret import digest, new_secret
from scorebook.services.transactions import transaction
from scorebook.store import accounts as store
from scorebook.store.accounts import Pass
from scorebook.store.columns import NAME_LENGTH
from scorebook.store.db import AnySession, beside, reading

LASTS = timedelta(days=180)
"""How long a browser of an account stays logged in."""
NOTED_EVERY = timedelta(hours=1)
"""How exactly it is noted when a login was last used to write."""


def begin_login(connection: Connection, actor: Actor, device: str, until: datetime, at: datetime) -> str:
    """Let a browser in as the actor, who came by an account or a link, and give the secret for its cookie."""
    secret = new_secret()
    row = {
        "club_id": actor.club_id,
        "secret": digest(secret),
        "account_id": actor.account_id,
        "link_id": actor.link_id,
        "device": device[:NAME_LENGTH],
        "created_at": at,
        "used_at": at,
        "expires_at": until,
    }
    login_id = store.add_login(connection, row)
    note(connection, actor, Event.LOGIN_BEGUN, f"login:{login_id}", at=at)
    return secret


def find_login(session: AnySession, secret: str, *, now: datetime | None = None, to_write: bool = False) -> Pass | None:
    """Find a login that holds; `to_write` says that who asks is about to write (`store.db.beside`)."""
    with beside(session) if to_write else nullcontext(reading(session)) as connection:
        found = store.pass_of_login(connection, digest(secret))
    return still_valid(found, now or datetime.now(UTC))


def still_valid(found: Pass | None, now: datetime) -> Pass | None:
    """Give what was found if it still opens something."""
    return found if found is not None and found.valid_until is not None and found.valid_until > now else None


def as_actor(found: Pass) -> Actor:
    """Give who acts with a pass."""
    if found.account_id is not None:
        roles = frozenset(map(Role, found.roles))
        return Actor(found.account or "", found.club_id, roles, account_id=found.account_id)
    return Actor(
        found.link or "",
        found.club_id,
        frozenset({Role(found.link_kind or Role.WALL)}),
        link_id=found.link_id,
        evening_id=found.evening_id,
        sheet_id=found.sheet_id,
    )


def touch(session: AnySession, found: Pass, *, now: datetime | None = None) -> None:
    """Note that a login was used to write; only now and then, so that it costs recording nothing."""
    at = now or datetime.now(UTC)
    if found.used_at is None or abs(at - found.used_at) >= NOTED_EVERY:
        with transaction(session) as connection:
            store.touch_login(connection, found.id, at)


def end_login(session: AnySession, secret: str, *, now: datetime | None = None) -> None:
    """Log a browser out; one that is not logged in stays so."""
    at = now or datetime.now(UTC)
    found = find_login(session, secret, now=at)
    if found is None:
        return
    with transaction(session) as connection:
        if store.end_login(connection, found.id, at):
            note(connection, as_actor(found), Event.LOGIN_ENDED, f"login:{found.id}", at=at)
