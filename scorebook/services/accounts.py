"""Accounts: how somebody gets in by an invitation, or with name and password, and what he can change of his own."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from scorebook.errors import ForbiddenError, GoneError, NotFoundError
from scorebook.rules import Finding
from scorebook.services.access import LINK_CANNOT, Actor, Role
from scorebook.services.attempts import counted
from scorebook.services.log import Event, note
from scorebook.services.logins import LASTS, begin_login
from scorebook.services.refusals import RefusedError
from scorebook.services.secret import MAX_PASSWORD, MIN_PASSWORD, digest, fits, hashed, new_secret
from scorebook.services.texts import normalised, objections, same_name
from scorebook.services.transactions import transaction
from scorebook.store import accounts as store
from scorebook.store import clubs, members
from scorebook.store.accounts import AccountRow, InvitationRow
from scorebook.store.columns import NAME_LENGTH
from scorebook.store.db import AnySession, reading
from scorebook.wording import Marked

FIRST_NAME: Marked[str] = "Wirt"
"""What the first one is called until he says otherwise."""
INVITED_FOR = timedelta(days=14)

UNKNOWN: Marked[str] = "Diesen Link gibt es nicht. Vielleicht fehlt ein Stück: öffne ihn so, wie du ihn bekommen hast."
GONE: Marked[str] = "Dieser Link gilt nicht mehr. Er wurde schon benutzt, ist abgelaufen oder wurde zurückgenommen."


@dataclass(frozen=True, slots=True)
class NewAccount:
    """What somebody says of himself, as typed. Without login name and password only his link lets him in."""

    name: str = ""
    login_name: str = ""
    password: str = ""


def first_invitation(session: AnySession, club_id: int, *, now: datetime | None = None) -> str | None:
    """Make a link for the first admin of a club, and give its secret; None where there is one, or no club any more.

    Earlier links of that kind, which nobody has used, open nothing any more.
    """
    at = now or datetime.now(UTC)
    with transaction(session) as connection:
        members.lock_members(connection, club_id)
        if club_id not in clubs.all_clubs(connection) or store.admins(connection, club_id):
            return None
        members.revoke_first(connection, club_id, at)
        return invite(connection, machine(club_id), [Role.ADMIN], now=at)


def machine(club_id: int) -> Actor:
    """Give who invites when a command does: nobody, whose links everybody trusts who can read what it prints."""
    return Actor("", club_id)


def invite(
    connection: Connection,
    actor: Actor,
    roles: Sequence[Role],
    account_id: int | None = None,
    *,
    now: datetime | None = None,
) -> str:
    """Make a link that lets in once, and give its secret. The caller has asked whether the actor may.

    The last thing in its transaction, since it notes it.
    """
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
    subject = f"invitation:{store.add_invitation(connection, row)}"
    new = {"roles": list(roles), "account": account_id}
    note(connection, actor, Event.INVITATION_MADE, subject, new=new, at=at)
    return secret


def find_invitation(session: AnySession, secret: str, *, now: datetime | None = None) -> InvitationRow:
    """Give the invitation of a link. Raises `NotFoundError` for none, `GoneError` for one that holds no longer."""
    return _open(reading(session), secret, now or datetime.now(UTC))


def invited_again(session: AnySession, found: InvitationRow) -> AccountRow | None:
    """Give the account that an invitation lets in again; None where it is for somebody new."""
    return None if found.account_id is None else store.account_by_id(reading(session), found.account_id)


def is_first(session: AnySession, found: InvitationRow) -> bool:
    """Tell whether this invitation is for the first admin of its club, who owns the book from then on."""
    return _is_first(reading(session), found)


def _is_first(connection: Connection, found: InvitationRow) -> bool:
    return Role.ADMIN in found.roles and not store.admins(connection, found.club_id)


def _open(connection: Connection, secret: str, now: datetime) -> InvitationRow:
    found = store.invitation_by_secret(connection, digest(secret))
    if found is None:
        raise NotFoundError(UNKNOWN)
    if found.open_until is None or found.open_until <= now or not _theirs(connection, found):
        raise GoneError(GONE)
    return found


def _theirs(connection: Connection, found: InvitationRow) -> bool:
    """Tell whether whom an invitation lets in again is still the club's, and the club's alone.

    An account opens all its clubs: the admin of one hands out no key to another. The machine's owner may.
    """
    if found.account_id is None:
        return True
    if not store.roles_in(connection, found.club_id, found.account_id):
        return False
    return not found.created_by or not members.is_elsewhere(connection, found.club_id, found.account_id)


def join(session: AnySession, secret: str, new: NewAccount, device: str = "", *, now: datetime | None = None) -> str:
    """Use an invitation: make the account, or give a known one another password, and let its browser in.

    Gives the secret for the cookie. Raises `NotFoundError` for a link that does not hold, `RefusedError` with findings
    at `name`, `login_name` and `password`. Who is the first admin needs to say nothing at all; who chooses another
    password is logged out everywhere else, and his keys for programs open nothing any more.
    """
    at = now or datetime.now(UTC)
    try:
        with transaction(session) as connection:
            found = _locked(connection, secret, at)
            findings = list(_wrong_for(connection, found, new))
            if findings:
                raise RefusedError(findings)
            _use(connection, found, at)
            return _let_in(connection, found, new, device, at)
    except IntegrityError as error:
        raise RefusedError([Finding("login_name.taken", "login_name", {})]) from error


def join_as(session: AnySession, secret: str, actor: Actor, login_id: int, *, now: datetime | None = None) -> None:
    """Use an invitation with the account that is logged in: it gets the roles, and its browser looks at that club.

    Into a further club no other browser comes along: the admin of the one before could have let himself into one.
    Raises `NotFoundError` for a link that does not hold, or is for an account that has one already.
    """
    if actor.account_id is None:
        raise ForbiddenError(LINK_CANNOT)
    at = now or datetime.now(UTC)
    with transaction(session) as connection:
        found = _locked(connection, secret, at)
        if found.account_id is not None:
            raise NotFoundError(UNKNOWN)
        _use(connection, found, at)
        if found.club_id not in store.clubs_of(connection, actor.account_id):
            members.end_logins(connection, actor.account_id, at, but=login_id)
        store.add_roles(connection, found.club_id, actor.account_id, found.roles)
        members.look_at_club(connection, login_id, found.club_id)
        _note_joined(connection, _actor(connection, actor.account_id, found.club_id), found, at)


def _locked(connection: Connection, secret: str, at: datetime) -> InvitationRow:
    """Find an invitation while nobody else changes who belongs to its club."""
    members.lock_members(connection, _open(connection, secret, at).club_id)
    return _open(connection, secret, at)


def _use(connection: Connection, found: InvitationRow, at: datetime) -> None:
    """Use an invitation up. Raises `GoneError` where somebody else was faster."""
    if not store.use_invitation(connection, found.id, at):
        raise GoneError(GONE)


def _let_in(connection: Connection, found: InvitationRow, new: NewAccount, device: str, at: datetime) -> str:
    account_id = found.account_id or store.add_account(connection, normalised(new.name) or FIRST_NAME, at)
    if new.password:
        members.end_logins(connection, account_id, at)
        members.end_all_tokens(connection, account_id, at)
    _keep(connection, account_id, new)
    store.add_roles(connection, found.club_id, account_id, found.roles)
    actor = _actor(connection, account_id, found.club_id)
    secret = begin_login(connection, actor, device, at + LASTS, at)
    _note_joined(connection, actor, found, at)
    return secret


def _note_joined(connection: Connection, actor: Actor, found: InvitationRow, at: datetime) -> None:
    note(connection, actor, Event.ACCOUNT_JOINED, actor.who, new={"roles": list(found.roles)}, at=at)


def _keep(connection: Connection, account_id: int, new: NewAccount) -> None:
    """Keep what was typed; what was left out stays as it is."""
    values = {"name": normalised(new.name)} if normalised(new.name) else {}
    if normalised(new.login_name):
        values |= {"login_name": normalised(new.login_name), "login_key": same_name(new.login_name)}
    if new.password:
        values["password"] = hashed(new.password)
    if values:
        store.change_account(connection, account_id, **values)


def _actor(connection: Connection, account_id: int, club_id: int) -> Actor:
    account = store.account_by_id(connection, account_id)
    if account is None:
        raise NotFoundError("Diesen Zugang gibt es nicht.")
    roles = frozenset(map(Role, store.roles_in(connection, club_id, account_id)))
    return Actor(account.name, club_id, roles, account_id=account_id)


def _wrong_for(connection: Connection, found: InvitationRow, new: NewAccount) -> Iterator[Finding]:
    """Find what is wrong with what somebody says of himself who was invited."""
    if found.account_id is None:
        required = not _is_first(connection, found)
        yield from objections(new.name, "name", "name", NAME_LENGTH, required=required)
        yield from wrong_login(new, required=required)
        return
    account = store.account_by_id(connection, found.account_id)
    yield from objections(new.name, "name", "name", NAME_LENGTH, required=False)
    yield from wrong_login(new, named=account is not None and account.login_name is not None)


def wrong_login(new: NewAccount, *, required: bool = False, named: bool = False) -> Iterator[Finding]:
    """Find what is wrong with login name and password, which come in pairs; who is `named` has the first already."""
    paired = required or bool(new.password or normalised(new.login_name))
    yield from objections(new.login_name, "login_name", "login_name", NAME_LENGTH, required=paired and not named)
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
        account = None if "\0" in key else store.account_by_login_name(reading(session), key)
        right = fits(password[: MAX_PASSWORD + 1], None if account is None else account.password)
        club_id = None if account is None or not right else _club_of(session, account.id)
        if account is None or club_id is None:
            raise RefusedError([Finding("login.wrong", "password", {})])
    with transaction(session) as connection:
        return begin_login(connection, _actor(connection, account.id, club_id), device, at + LASTS, at)


def check_own(
    session: AnySession,
    account: AccountRow,
    password: str,
    wrong: Finding,
    *,
    address: str,
    now: datetime | None = None,
) -> None:
    """Ask somebody who is logged in for the password of his account; one without has nothing to be asked for.

    Raises `RefusedError` with the finding `wrong`, or at its field where nothing was typed, and `TooManyError`. It
    counts apart from logging in: strangers who guess from outside keep the owner of an account from nothing.
    """
    if account.password is None:
        return
    if not password:
        raise RefusedError([Finding("password.missing", wrong.field, {})])
    with counted(session, f"own:{account.id}", address, now, inside=True):
        if not fits(password[: MAX_PASSWORD + 1], account.password):
            raise RefusedError([wrong])


def has_password(session: AnySession, actor: Actor) -> bool:
    """Tell whether whoever acts could sign in again with a password; who has none needs another link."""
    account = None if actor.account_id is None else store.account_by_id(reading(session), actor.account_id)
    return account is not None and account.password is not None


def _club_of(session: AnySession, account_id: int) -> int | None:
    """Give the club at which an account looks first: that of its latest login, where it belongs to it.

    Who belongs to no club any more looks at the last one, which tells him so; None where that is given up too.
    """
    known = store.clubs_of(reading(session), account_id)
    last = store.last_club(reading(session), account_id)
    return last if last in known else next(iter(known), last)
