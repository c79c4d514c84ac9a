"""Accounts, their roles, and the ways in: what is found by a secret, and what is added and changed."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, bindparam, func, insert, select, update

from scorebook.store.account_tables import accounts, invitations, links, logins, memberships, tokens
from scorebook.store.rows import add
from scorebook.store.tables import clubs


@dataclass(frozen=True, slots=True)
class AccountRow:
    """An account; `password` is a hash, None where nobody has chosen one."""

    id: int
    name: str
    login_name: str | None
    password: str | None


@dataclass(frozen=True, slots=True)
class Pass:
    """What a browser's login or a program's token opens: whose it is, in which club, with which roles.

    `account` or `link` is what let it in. `valid_until` is the earliest end of all that it needs, None where something
    of it was revoked, or the club was given up.
    """

    id: int
    club_id: int
    club: str
    used_at: datetime | None
    valid_until: datetime | None
    account_id: int | None
    account: str | None
    roles: tuple[str, ...]
    link_id: int | None = None
    link: str | None = None
    link_kind: str | None = None
    evening_id: int | None = None
    sheet_id: int | None = None


_ROLE = memberships.c.account_id == accounts.c.id
_BY_LOGIN = (
    select(
        logins,
        clubs.c.name.label("club"),
        clubs.c.closed_at,
        accounts.c.name.label("account"),
        memberships.c.role,
        links.c.name.label("link"),
        links.c.kind,
        links.c.evening_id,
        links.c.sheet_id,
        links.c.expires_at.label("link_until"),
        links.c.revoked_at.label("link_revoked"),
    )
    .join(clubs, clubs.c.id == logins.c.club_id)
    .outerjoin(accounts, accounts.c.id == logins.c.account_id)
    .outerjoin(memberships, _ROLE & (memberships.c.club_id == logins.c.club_id))
    .outerjoin(links, links.c.id == logins.c.link_id)
    .where(logins.c.secret == bindparam("secret"))
)
_BY_TOKEN = (
    select(tokens, clubs.c.name.label("club"), clubs.c.closed_at, accounts.c.name.label("account"), memberships.c.role)
    .join(clubs, clubs.c.id == tokens.c.club_id)
    .join(accounts, accounts.c.id == tokens.c.account_id)
    .outerjoin(memberships, _ROLE & (memberships.c.club_id == tokens.c.club_id))
    .where(tokens.c.secret == bindparam("secret"))
)


def pass_of_login(connection: Connection, secret: str) -> Pass | None:
    """Find what a login opens, by the hash of its secret."""
    rows = connection.execute(_BY_LOGIN, {"secret": secret}).all()
    if not rows:
        return None
    row = rows[0]
    revoked = row.revoked_at or row.link_revoked or row.closed_at
    ends = [end for end in (row.expires_at, row.link_until) if end is not None]
    return Pass(
        id=row.id,
        club_id=row.club_id,
        club=row.club,
        used_at=row.used_at,
        valid_until=None if revoked else min(ends),
        account_id=row.account_id,
        account=row.account,
        roles=_roles(rows),
        link_id=row.link_id,
        link=row.link,
        link_kind=row.kind,
        evening_id=row.evening_id,
        sheet_id=row.sheet_id,
    )


def pass_of_token(connection: Connection, secret: str) -> Pass | None:
    """Find what a token opens, by the hash of its secret."""
    rows = connection.execute(_BY_TOKEN, {"secret": secret}).all()
    if not rows:
        return None
    row = rows[0]
    return Pass(
        id=row.id,
        club_id=row.club_id,
        club=row.club,
        used_at=row.used_at,
        valid_until=None if row.revoked_at or row.closed_at else row.expires_at,
        account_id=row.account_id,
        account=row.account,
        roles=_roles(rows),
    )


def oldest(connection: Connection) -> datetime | None:
    """Say when the first of all accounts was made."""
    found: datetime | None = connection.execute(select(func.min(accounts.c.created_at))).scalar_one()
    return found


def _roles(rows: Iterable[Any]) -> tuple[str, ...]:
    return tuple(sorted(row.role for row in rows if row.role is not None))


def account_by_login_name(connection: Connection, key: str) -> AccountRow | None:
    """Find an account by the key of its login name."""
    return _account(connection, select(accounts).where(accounts.c.login_key == key))


def account_by_id(connection: Connection, account_id: int) -> AccountRow | None:
    """Find an account."""
    return _account(connection, select(accounts).where(accounts.c.id == account_id))


def _account(connection: Connection, query: Select[Any]) -> AccountRow | None:
    row = connection.execute(query).first()
    return None if row is None else AccountRow(row.id, row.name, row.login_name, row.password or None)


def add_account(connection: Connection, name: str, at: datetime) -> int:
    """Add an account without a password, and give its id."""
    return add(connection, accounts, {"name": name, "created_at": at})


def change_account(connection: Connection, account_id: int, **values: str | None) -> None:
    """Change an account's name, login name or password.

    Raises `sqlalchemy.exc.IntegrityError` for a login name that another has.
    """
    connection.execute(update(accounts).where(accounts.c.id == account_id).values(**values))


def roles_in(connection: Connection, club_id: int, account_id: int) -> tuple[str, ...]:
    """List the roles of an account in a club, sorted."""
    query = select(memberships.c.role).where(memberships.c.club_id == club_id, memberships.c.account_id == account_id)
    return tuple(sorted(connection.execute(query).scalars()))


def add_roles(connection: Connection, club_id: int, account_id: int, roles: Iterable[str]) -> None:
    """Give an account roles in a club; those that it has stay."""
    had = roles_in(connection, club_id, account_id)
    rows = [{"club_id": club_id, "account_id": account_id, "role": role} for role in roles if role not in had]
    if rows:
        connection.execute(insert(memberships), rows)


def clubs_of(connection: Connection, account_id: int) -> dict[int, str]:
    """Give the clubs in which an account has a role, by id, in the order of their ids."""
    query = (
        select(clubs.c.id, clubs.c.name)
        .join(memberships, memberships.c.club_id == clubs.c.id)
        .where(memberships.c.account_id == account_id, clubs.c.closed_at.is_(None))
        .distinct()
        .order_by(clubs.c.id)
    )
    return {row.id: row.name for row in connection.execute(query)}


def last_club(connection: Connection, account_id: int) -> int | None:
    """Give the club of the account's latest login, of those that are not given up."""
    query = (
        select(logins.c.club_id)
        .join(clubs, clubs.c.id == logins.c.club_id)
        .where(logins.c.account_id == account_id, clubs.c.closed_at.is_(None))
        .order_by(logins.c.id.desc())
        .limit(1)
    )
    return connection.execute(query).scalar()


def admins(connection: Connection, club_id: int) -> int:
    """Count the accounts that are admin of a club."""
    query = select(func.count()).where(memberships.c.club_id == club_id, memberships.c.role == "admin")
    return int(connection.execute(query).scalar_one())


@dataclass(frozen=True, slots=True)
class InvitationRow:
    """A link that lets in once. `open_until` is None where it was used or revoked, or its club given up."""

    id: int
    club_id: int
    club: str
    roles: tuple[str, ...]
    account_id: int | None
    created_by: str
    open_until: datetime | None


def invitation_by_secret(connection: Connection, secret: str) -> InvitationRow | None:
    """Find an invitation by the hash of its secret."""
    query = (
        select(invitations, clubs.c.name.label("club"), clubs.c.closed_at)
        .join(clubs, clubs.c.id == invitations.c.club_id)
        .where(invitations.c.secret == secret)
    )
    row = connection.execute(query).first()
    if row is None:
        return None
    return InvitationRow(
        id=row.id,
        club_id=row.club_id,
        club=row.club,
        roles=tuple(role for role in row.roles.split(",") if role),
        account_id=row.account_id,
        created_by=row.created_by,
        open_until=None if row.used_at or row.revoked_at or row.closed_at else row.expires_at,
    )


def use_invitation(connection: Connection, invitation_id: int, at: datetime) -> bool:
    """Mark an invitation as used; False if it was used or revoked before."""
    query = (
        update(invitations)
        .where(
            invitations.c.id == invitation_id,
            invitations.c.used_at.is_(None),
            invitations.c.revoked_at.is_(None),
        )
        .values(used_at=at)
    )
    return connection.execute(query).rowcount == 1


def add_login(connection: Connection, row: dict[str, Any]) -> int:
    """Add a login, by an account or a link, and give its id."""
    return add(connection, logins, row)


def add_invitation(connection: Connection, row: dict[str, Any]) -> int:
    """Add an invitation and give its id."""
    return add(connection, invitations, row)


def end_login(connection: Connection, login_id: int, at: datetime) -> bool:
    """Revoke a login; False if it was before."""
    query = update(logins).where(logins.c.id == login_id, logins.c.revoked_at.is_(None)).values(revoked_at=at)
    return connection.execute(query).rowcount == 1


def touch_login(connection: Connection, login_id: int, at: datetime) -> None:
    """Note when a login was last used to write."""
    connection.execute(update(logins).where(logins.c.id == login_id).values(used_at=at))
