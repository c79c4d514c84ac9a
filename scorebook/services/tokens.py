"""Keys for programs: made and taken back by whose they are. One may what its account may in its club at that time."""

from datetime import UTC, datetime, timedelta

from scorebook.errors import ForbiddenError, NotFoundError
from scorebook.services.access import NOT_YOUR_PART, Action, Actor, require
from scorebook.services.log import Event, note
from scorebook.services.logins import NOTED_EVERY, still_valid
from scorebook.services.refusals import RefusedError
from scorebook.services.secret import digest, new_secret
from scorebook.services.texts import normalised, objections
from scorebook.services.transactions import transaction
from scorebook.store import tokens as store
from scorebook.store.accounts import Pass, pass_of_token
from scorebook.store.columns import NAME_LENGTH
from scorebook.store.db import AnySession, reading
from scorebook.store.tokens import TokenRow

LASTS = timedelta(days=365)
PREFIX = "sb_"
"""With this every key begins, so that whoever finds one somewhere sees what it is."""


def make_token(session: AnySession, actor: Actor, name: str, *, now: datetime | None = None) -> str:
    """Make a key for programs of the actor's account, and give its secret, which nobody can see again.

    Raises `RefusedError` at `name`, and `ForbiddenError` for whoever has no account.
    """
    account_id, at = _account(actor), now or datetime.now(UTC)
    findings = tuple(objections(name, "name", "name", NAME_LENGTH, required=True))
    if findings:
        raise RefusedError(findings)
    secret = PREFIX + new_secret()
    row = {"club_id": actor.club_id, "account_id": account_id, "name": normalised(name), "secret": digest(secret)}
    with transaction(session) as connection:
        token_id = store.add_token(connection, row | {"created_at": at, "expires_at": at + LASTS})
        note(connection, actor, Event.TOKEN_MADE, f"token:{token_id}", at=at)
    return secret


def own_tokens(session: AnySession, actor: Actor) -> tuple[TokenRow, ...]:
    """List the keys that the actor's account has in his club, the newest first."""
    return store.tokens_of(reading(session), actor.club_id, _account(actor))


def revoke_token(session: AnySession, actor: Actor, token_id: int, *, now: datetime | None = None) -> None:
    """Take a key back; one that was stays so. Raises `NotFoundError` for one that is not the actor's in his club."""
    account_id, at = _account(actor), now or datetime.now(UTC)
    with transaction(session) as connection:
        if not store.has_token(connection, actor.club_id, account_id, token_id):
            raise NotFoundError("Diesen Schlüssel gibt es nicht.")
        if store.end_token(connection, token_id, at):
            note(connection, actor, Event.TOKEN_REVOKED, f"token:{token_id}", at=at)


def _account(actor: Actor) -> int:
    """Give whose keys they are; a link has none, nor has somebody who is nothing in the club."""
    require(actor, Action.READ, actor.club)
    if actor.account_id is None:
        raise ForbiddenError(NOT_YOUR_PART)
    return actor.account_id


def find_token(session: AnySession, secret: str, *, now: datetime | None = None) -> Pass | None:
    """Find a key that holds."""
    return still_valid(pass_of_token(reading(session), digest(secret)), now or datetime.now(UTC))


def touch(session: AnySession, found: Pass, *, now: datetime | None = None) -> None:
    """Note that a key was used to write; only now and then, so that it costs recording nothing."""
    at = now or datetime.now(UTC)
    if found.used_at is None or at - found.used_at >= NOTED_EVERY:
        with transaction(session) as connection:
            store.touch_token(connection, found.id, at)
