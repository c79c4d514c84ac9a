"""Accounts that go: by somebody himself, or with his name, when the club lets go of that."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection

from scorebook.errors import ForbiddenError, NotFoundError
from scorebook.rules import Finding
from scorebook.services.access import LINK_CANNOT, Actor, Role
from scorebook.services.accounts import check_own
from scorebook.services.log import Event, note
from scorebook.services.members import take_back_made
from scorebook.services.refusals import RefusedError
from scorebook.services.texts import normalised
from scorebook.services.transactions import transaction
from scorebook.store import accounts as store
from scorebook.store import forgetting
from scorebook.store.account_data import account_rows
from scorebook.store.accounts import AccountRow
from scorebook.store.db import AnySession, reading
from scorebook.store.evenings import lock_club
from scorebook.store.log import clubs_of_author

FORMAT = "scorebook-account/1"
WRONG_PASSWORD = Finding("password.wrong", "password", {})


def own_account(session: AnySession, actor: Actor) -> AccountRow:
    """Give the actor's own account. Raises `ForbiddenError` for whoever came by a link."""
    return _own(reading(session), actor)


def _own(connection: Connection, actor: Actor) -> AccountRow:
    if actor.account_id is None:
        raise ForbiddenError(LINK_CANNOT)
    account = store.account_by_id(connection, actor.account_id)
    if account is None:
        raise NotFoundError("Diesen Zugang gibt es nicht.")
    return account


def own_data(session: AnySession, actor: Actor) -> dict[str, Any]:
    """Give all that is kept of the actor's own account, but for secrets."""
    account = own_account(session, actor)
    return {"format": FORMAT, **account_data(reading(session), account.id, None)}


def account_data(connection: Connection, account_id: int, club_id: int | None) -> dict[str, Any]:
    """Give what is kept of an account; with a club, what that may see of it."""
    return account_rows(connection, account_id, club_id)


def leave(session: AnySession, actor: Actor, typed: str, password: str, *, address: str) -> None:
    """Give up the actor's own account, in all clubs: what he wrote stays, without his name.

    Raises `RefusedError` at `name` for another name than his, at `password` for a wrong one where he has one, and
    without a field where he is the last admin of a club; `TooManyError` after too many wrong passwords.
    """
    at, account = datetime.now(UTC), own_account(session, actor)
    check_own(session, account, password, WRONG_PASSWORD, address=address)
    if normalised(typed) != account.name:
        raise RefusedError([Finding("name.not_typed", "name", {"name": account.name})])
    with transaction(session) as connection:
        clubs = store.clubs_of(connection, account.id)
        for club_id in clubs:
            lock_club(connection, club_id)
        alone = [name for club_id, name in clubs.items() if last_admin(connection, account.id, club_id)]
        if alone:
            raise RefusedError([Finding("account.own_last_admin", "", {"club": alone[0]})])
        let_go(connection, account.id, at)
        for club_id in clubs:
            here = Actor("", club_id, account_id=account.id)
            note(connection, here, Event.ACCOUNT_LEFT, f"account:{account.id}")


def last_admin(connection: Connection, account_id: int, club_id: int) -> bool:
    """Tell whether an account is the only admin of a club. The caller holds the club."""
    own = Role.ADMIN in store.roles_in(connection, club_id, account_id)
    return own and store.admins(connection, club_id) == 1


def let_go(connection: Connection, account_id: int, at: datetime, club_id: int | None = None) -> None:
    """Take an account out of all clubs, those too that it left before, or out of one; what it made there opens nothing.

    Its name goes from what it wrote there; without any club left, from the account as well.
    """
    account = store.account_by_id(connection, account_id)
    if account is None:
        return
    new, clubs = f"Ehemals {account_id}", set(store.clubs_of(connection, account_id))
    for known in {club_id} if club_id is not None else clubs | clubs_of_author(connection, f"account:{account_id}"):
        take_back_made(connection, known, account_id, (), at)
        if not forgetting.others_called(connection, known, account_id, account.name):
            forgetting.rename_author(connection, known, account.name, new)
    if club_id is not None and clubs != {club_id}:
        forgetting.shut_out(connection, account_id, club_id)
    else:
        forgetting.forget_account(connection, account_id, new)
