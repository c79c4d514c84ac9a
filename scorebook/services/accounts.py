"""Accounts: how somebody gets in by an invitation, or with name and password, and what he can change of his own."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from scorebook.errors import NotFoundError
from scorebook.rules import Finding
from scorebook.services.access import Actor, Role
from scorebook.services.attempts import counted
from scorebook.services.log import Event, note
from scorebook.services.logins import LASTS, begin_login
from scorebook.services.refusals import RefusedError
from scorebook.services.secret import MAX_PASSWORD, MIN_PASSWORD, digest, fits, hashed, new_secret
from scorebook.services.texts import normalised, objections, same_name
from scorebook.services.transactions import transaction
from scorebook.store import accounts as store
from scorebook.store.accounts import InvitationRow
from scorebook.store.columns import NAME_LENGTH
from scorebook.store.db import AnySession, reading
from scorebook.wording import Marked

FIRST_NAME: Marked[str] = "Wirt"
"""What the first one is called until he says otherwise."""
INVITED_FOR = timedelta(days=14)

GONE: Marked[str] = "Dieser Link gilt nicht mehr. Er wurde schon benutzt, ist abgelaufen oder wurde zurückgenommen."


@dataclass(frozen=True, slots=True)
class NewAccount:
    """What somebody says of himself, as typed. Without login name and password only his link lets him in."""

    name: str = ""
    login_name: str = ""
    password: str = ""


def first_invitation(session: AnySession, club_id: int, *, now: datetime | None = None) -> str | None:
    """Make a link for the first admin of a club, and give its secret; None where there is one."""
    with transaction(session) as connection:
        if store.admins(connection, club_id):
            return None
        actor = Actor("", club_id)
        return invite(connection, actor, [Role.ADMIN], now=now)


def invite(
    connection: Connection,
    actor: Actor,
    roles: Iterable[Role],
    account_id: int | None = None,
    *,
    now: datetime | None = None,
) -> str:
    """Make a link that lets in once, and give its secret. The caller has asked whether the actor may."""
    secret, at = new_secret(), now or datetime.now(UTC)
    row = {
        "club_id": actor.club_id,
        "secret": digest(secret),
        "roles": ",".join(roles),
        "account_id": account_id,
        "created_at": at,
        "created_by": actor.name,
        "expires_at": at + INVITED_FOR,
    }
    store.add_invitation(connection, row)
    return secret


def find_invitation(session: AnySession, secret: str, *, now: datetime | None = None) -> InvitationRow:
    """Give the invitation of a link. Raises `NotFoundError` for one that does not hold, or no longer."""
    return _open(store.invitation_by_secret(reading(session), digest(secret)), now or datetime.now(UTC))


def is_first(session: AnySession, found: InvitationRow) -> bool:
    """Tell whether this invitation is for the first admin of its club, who owns the book from then on."""
    return _is_first(reading(session), found)


def _is_first(connection: Connection, found: InvitationRow) -> bool:
    return Role.ADMIN in found.roles and not store.admins(connection, found.club_id)


def _open(found: InvitationRow | None, now: datetime) -> InvitationRow:
    if found is None or found.open_until is None or found.open_until <= now:
        raise NotFoundError(GONE)
    return found


def join(session: AnySession, secret: str, new: NewAccount, device: str = "", *, now: datetime | None = None) -> str:
    """Use an invitation: make the account, or give a known one another password, and let its browser in.

    Gives the secret for the cookie. Raises `NotFoundError` for a link that does not hold, `RefusedError` with findings
    at `name`, `login_name` and `password`. Who is the first admin needs to say nothing at all.
    """
    at = now or datetime.now(UTC)
    try:
        with transaction(session) as connection:
            found = _open(store.invitation_by_secret(connection, digest(secret)), at)
            first = _is_first(connection, found)
            findings = list(_wrong(new, required=not first and found.account_id is None))
            if findings:
                raise RefusedError(findings)
            if not store.use_invitation(connection, found.id, at):
                raise NotFoundError(GONE)
            return _let_in(connection, found, new, device, at)
    except IntegrityError as error:
        raise RefusedError([Finding("login_name.taken", "login_name", {})]) from error


def _let_in(connection: Connection, found: InvitationRow, new: NewAccount, device: str, at: datetime) -> str:
    account_id = found.account_id or store.add_account(connection, normalised(new.name) or FIRST_NAME, at)
    _keep(connection, account_id, new)
    store.add_roles(connection, found.club_id, account_id, found.roles)
    actor = _actor(connection, account_id, found.club_id)
    secret = begin_login(connection, actor, device, at + LASTS, at)
    note(connection, actor, Event.ACCOUNT_JOINED, f"account:{account_id}", new={"roles": list(found.roles)}, at=at)
    return secret


def _keep(connection: Connection, account_id: int, new: NewAccount) -> None:
    """Keep what was typed; what was left out stays as it is."""
    values = {"name": normalised(new.name)} if normalised(new.name) else {}
    if new.password:
        values |= {
            "login_name": normalised(new.login_name),
            "login_key": same_name(new.login_name),
            "password": hashed(new.password),
        }
    if values:
        store.change_account(connection, account_id, **values)


def _actor(connection: Connection, account_id: int, club_id: int) -> Actor:
    account = store.account_by_id(connection, account_id)
    if account is None:
        raise NotFoundError("Diesen Zugang gibt es nicht.")
    roles = frozenset(map(Role, store.roles_in(connection, club_id, account_id)))
    return Actor(account.name, club_id, roles, account_id=account_id)


def _wrong(new: NewAccount, *, required: bool) -> Iterator[Finding]:
    """Find what is wrong with what somebody says of himself; login name and password come in pairs."""
    yield from objections(new.name, "name", "name", NAME_LENGTH, required=required)
    paired = required or bool(new.password or normalised(new.login_name))
    yield from objections(new.login_name, "login_name", "login_name", NAME_LENGTH, required=paired)
    if paired:
        yield from wrong_password(new.password)


def wrong_password(password: str) -> Iterator[Finding]:
    """Find what is wrong with a new password."""
    if not password:
        yield Finding("password.missing", "password", {})
    elif not MIN_PASSWORD <= len(password) <= MAX_PASSWORD:
        yield Finding("password.length", "password", {"least": MIN_PASSWORD, "most": MAX_PASSWORD})


def sign_in(
    session: AnySession,
    login_name: str,
    password: str,
    *,
    address: str,
    device: str = "",
    now: datetime | None = None,
) -> str:
    """Let a browser in with name and password, and give the secret for its cookie.

    Whatever is wrong, it is the same refusal after the same time: it does not tell who has an account. Raises
    `RefusedError` at `password`, and `TooManyError` after too many attempts at that name or from that address.
    """
    at = now or datetime.now(UTC)
    key = same_name(login_name)[: 2 * NAME_LENGTH]
    with counted(session, f"account:{key}", address, at):
        account = store.account_by_login_name(reading(session), key)
        right = fits(password[: MAX_PASSWORD + 1], None if account is None else account.password)
        club_id = None if account is None or not right else _club_of(session, account.id)
        if account is None or club_id is None:
            raise RefusedError([Finding("login.wrong", "password", {})])
    with transaction(session) as connection:
        return begin_login(connection, _actor(connection, account.id, club_id), device, at + LASTS, at)


def _club_of(session: AnySession, account_id: int) -> int | None:
    """Give the club at which an account looks first: that of its latest login; None where it has none."""
    known = store.clubs_of(reading(session), account_id)
    last = store.last_club(reading(session), account_id)
    return last if last in known else next(iter(known), None)
