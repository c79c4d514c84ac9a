"""One's own account: name, way to log in, browsers that are logged in, clubs. It belongs to no club, and asks none."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from scorebook.errors import ForbiddenError, NotFoundError
from scorebook.rules import Finding
from scorebook.services.access import LINK_CANNOT, Actor
from scorebook.services.accounts import NewAccount, check_own, wrong_login, wrong_password
from scorebook.services.log import Event, note
from scorebook.services.members import refuse
from scorebook.services.refusals import RefusedError
from scorebook.services.secret import hashed
from scorebook.services.texts import normalised, objections, same_name
from scorebook.services.transactions import transaction
from scorebook.store import accounts, rows
from scorebook.store import members as store
from scorebook.store.accounts import AccountRow
from scorebook.store.columns import NAME_LENGTH
from scorebook.store.db import AnySession, reading
from scorebook.store.members import LoginRow


@dataclass(frozen=True, slots=True)
class OwnAccount:
    """An account as its owner sees it; `keys` are those for programs that hold, in all his clubs.

    Without a login name it has no password. With one it has none after an admin took it away.
    """

    name: str
    login_name: str | None
    has_password: bool
    logins: tuple[LoginRow, ...]
    keys: int
    clubs: dict[int, str]


@dataclass(frozen=True, slots=True)
class NewLogin:
    """How somebody wants to log in, as typed. What he leaves empty stays as it is.

    A new password ends the keys for programs too, unless he wants to keep them.
    """

    login_name: str = ""
    old: str = ""
    password: str = ""
    keep_keys: bool = False


@dataclass(frozen=True, slots=True)
class Ended:
    """What a change of the login ended: so many other browsers, and keys for programs."""

    logins: int = 0
    keys: int = 0


def own_account(session: AnySession, actor: Actor, *, now: datetime | None = None) -> OwnAccount:
    """Give the actor's account. Raises `ForbiddenError` for who came by a link for a table."""
    connection = reading(session)
    account = _account(connection, actor)
    at = now or datetime.now(UTC)
    return OwnAccount(
        name=account.name,
        login_name=account.login_name,
        has_password=account.password is not None,
        logins=store.logins_of(connection, account.id, at),
        keys=store.count_tokens(connection, account.id, at),
        clubs=accounts.clubs_of(connection, account.id),
    )


def rename(session: AnySession, actor: Actor, name: str, *, now: datetime | None = None) -> None:
    """Change the name that stands beside what the actor records. Raises `RefusedError` with a finding at `name`."""
    with transaction(session) as connection:
        account = _account(connection, actor)
        refuse(objections(name, "name", "name", NAME_LENGTH, required=True))
        accounts.change_account(connection, account.id, name=normalised(name))
        note(connection, actor, Event.ACCOUNT_CHANGED, actor.who, new={"changed": ["name"]}, at=now)


def choose_login(
    session: AnySession, actor: Actor, login_id: int, wanted: NewLogin, *, address: str, now: datetime | None = None
) -> Ended:
    """Choose a login name and a password, or change them; all other browsers of the account are logged out.

    With a new password the account's keys for programs end too, in all its clubs, unless they are to be kept. Raises
    `RefusedError` with findings at `login_name`, `old_password` and `password`, and `TooManyError` after too many
    attempts at the old password.
    """
    at, account = now or datetime.now(UTC), _account(reading(session), actor)
    refuse(_wrong(account, wanted))
    check_own(session, account, wanted.old, Finding("password.old_wrong", "old_password", {}), address=address, now=at)
    changes = _changes(wanted)
    if not changes:
        return Ended()
    try:
        with transaction(session) as connection:
            accounts.change_account(connection, account.id, **changes)
            logins = store.end_logins(connection, account.id, at, but=login_id)
            keys = 0
            if wanted.password and not wanted.keep_keys:
                keys = store.end_all_tokens(connection, account.id, at)
            new = {"changed": sorted(changes.keys() - {"login_key"} | ({"tokens"} if keys else set()))}
            note(connection, actor, Event.ACCOUNT_CHANGED, actor.who, new=new, at=at)
            return Ended(logins, keys)
    except IntegrityError as error:
        raise RefusedError([Finding("login_name.taken", "login_name", {})]) from error


def _wrong(account: AccountRow, wanted: NewLogin) -> Iterator[Finding]:
    """Find what is wrong with what was typed, before the old password is looked at."""
    if account.password is None:
        new, named = NewAccount("", wanted.login_name, wanted.password), account.login_name is not None
        yield from wrong_login(new, required=True, named=named)
        return
    yield from objections(wanted.login_name, "login_name", "login_name", NAME_LENGTH, required=False)
    if not wanted.old:
        yield Finding("password.old_missing", "old_password", {})
    if wanted.password:
        yield from wrong_password(wanted.password)


def _changes(wanted: NewLogin) -> dict[str, str]:
    """Give the columns that change."""
    changes = {"password": hashed(wanted.password)} if wanted.password else {}
    if normalised(wanted.login_name):
        changes |= {"login_name": normalised(wanted.login_name), "login_key": same_name(wanted.login_name)}
    return changes


def end_login(session: AnySession, actor: Actor, login_id: int, *, now: datetime | None = None) -> None:
    """Log one of the actor's browsers out. Raises `NotFoundError` for one that is not his."""
    at = now or datetime.now(UTC)
    with transaction(session) as connection:
        account = _account(connection, actor)
        if not rows.is_id(login_id) or not store.is_login_of(connection, login_id, account.id):
            raise NotFoundError("Diese Anmeldung gibt es nicht.")
        if accounts.end_login(connection, login_id, at):
            note(connection, actor, Event.LOGIN_ENDED, f"login:{login_id}", at=at)


def end_other_logins(session: AnySession, actor: Actor, login_id: int, *, now: datetime | None = None) -> None:
    """Log all of the actor's browsers out but this one."""
    at = now or datetime.now(UTC)
    with transaction(session) as connection:
        account = _account(connection, actor)
        others = [row.id for row in store.logins_of(connection, account.id, at) if row.id != login_id]
        if store.end_logins(connection, account.id, at, but=login_id):
            note(connection, actor, Event.LOGIN_ENDED, actor.who, old={"logins": others}, at=at)


def look_at_club(
    session: AnySession, actor: Actor, login_id: int, club_id: int, *, now: datetime | None = None
) -> None:
    """Let the actor's browser look at another of his clubs. Raises `NotFoundError` for one that is not his."""
    with transaction(session) as connection:
        account = _account(connection, actor)
        if club_id not in accounts.clubs_of(connection, account.id):
            raise NotFoundError("Diesen Verein gibt es nicht.")
        if club_id != actor.club_id:
            store.look_at_club(connection, login_id, club_id)
            there = Actor(actor.name, club_id, account_id=account.id)
            note(connection, there, Event.LOGIN_BEGUN, f"login:{login_id}", at=now)


def _account(connection: Connection, actor: Actor) -> AccountRow:
    account = None if actor.account_id is None else accounts.account_by_id(connection, actor.account_id)
    if account is None:
        raise ForbiddenError(LINK_CANNOT)
    return account
