"""Clubs and who belongs to them: members with their roles, open invitations, and the logins of an account."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from scorebook.store.account_tables import TAKEN_AWAY, accounts, invitations, logins, memberships, tokens
from scorebook.store.tables import clubs


@dataclass(frozen=True, slots=True)
class MemberRow:
    """An account in a club. `known` is whether it has a password, without which only a link lets it in."""

    account_id: int
    name: str
    known: bool
    roles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenInvitation:
    """An invitation that still lets somebody in: with `roles`, or somebody known again, whose name is `account`."""

    id: int
    roles: tuple[str, ...]
    account: str | None
    created_by: str
    created_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class LoginRow:
    """A browser in which an account is logged in."""

    id: int
    device: str
    created_at: datetime
    used_at: datetime


def lock_members(connection: Connection, club_id: int) -> None:
    """Keep others from changing who belongs to the club, and as what, until the transaction ends."""
    connection.execute(select(clubs.c.id).where(clubs.c.id == club_id).with_for_update(key_share=True))


def members_of(connection: Connection, club_id: int) -> tuple[MemberRow, ...]:
    """List the members of a club, in the order of their accounts."""
    query = (
        select(accounts.c.id, accounts.c.name, accounts.c.password, memberships.c.role)
        .join(memberships, memberships.c.account_id == accounts.c.id)
        .where(memberships.c.club_id == club_id)
        .order_by(accounts.c.id)
    )
    found: dict[int, MemberRow] = {}
    for row in connection.execute(query):
        before = found[row.id].roles if row.id in found else ()
        found[row.id] = MemberRow(row.id, row.name, bool(row.password), (*before, row.role))
    return tuple(found.values())


def set_roles(connection: Connection, club_id: int, account_id: int, roles: Iterable[str]) -> None:
    """Give an account exactly these roles in a club; none takes it out."""
    of_member = (memberships.c.club_id == club_id) & (memberships.c.account_id == account_id)
    connection.execute(delete(memberships).where(of_member))
    rows = [{"club_id": club_id, "account_id": account_id, "role": role} for role in roles]
    if rows:
        connection.execute(insert(memberships), rows)


def end_tokens(connection: Connection, club_id: int, account_id: int, at: datetime) -> None:
    """Revoke the tokens that an account has for a club."""
    mine = (tokens.c.club_id == club_id) & (tokens.c.account_id == account_id)
    connection.execute(update(tokens).where(mine, tokens.c.revoked_at.is_(None)).values(revoked_at=at))


def count_tokens(connection: Connection, account_id: int, at: datetime) -> int:
    """Count the tokens that an account has in all clubs, as far as they hold."""
    holds = tokens.c.revoked_at.is_(None) & (tokens.c.expires_at > at)
    query = select(func.count()).where(tokens.c.account_id == account_id, holds)
    return int(connection.execute(query).scalar_one())


def end_all_tokens(connection: Connection, account_id: int, at: datetime) -> int:
    """Revoke the tokens that an account has in all clubs, and give how many of them held."""
    held = count_tokens(connection, account_id, at)
    mine = (tokens.c.account_id == account_id) & tokens.c.revoked_at.is_(None)
    connection.execute(update(tokens).where(mine).values(revoked_at=at))
    return held


def forget_password(connection: Connection, account_id: int) -> None:
    """Take the password away from an account, and leave it its login name."""
    here = (accounts.c.id == account_id) & accounts.c.login_name.is_not(None)
    connection.execute(update(accounts).where(here).values(password=TAKEN_AWAY))


# --- Invitations ---


def _open(at: datetime) -> ColumnElement[bool]:
    """Say which invitations still let somebody in."""
    return invitations.c.used_at.is_(None) & invitations.c.revoked_at.is_(None) & (invitations.c.expires_at > at)


def open_invitations(connection: Connection, club_id: int, at: datetime) -> tuple[OpenInvitation, ...]:
    """List the invitations of a club that still let somebody in, the newest first."""
    query = (
        select(invitations, accounts.c.name.label("account"))
        .outerjoin(accounts, accounts.c.id == invitations.c.account_id)
        .where(invitations.c.club_id == club_id, _open(at))
        .order_by(invitations.c.id.desc())
    )
    return tuple(
        OpenInvitation(
            id=row.id,
            roles=tuple(role for role in row.roles.split(",") if role),
            account=row.account,
            created_by=row.created_by,
            created_at=row.created_at,
            expires_at=row.expires_at,
        )
        for row in connection.execute(query)
    )


def has_invitation(connection: Connection, club_id: int, invitation_id: int) -> bool:
    """Tell whether an invitation, open or not, is one of the club."""
    query = select(invitations.c.id).where(invitations.c.club_id == club_id, invitations.c.id == invitation_id)
    return connection.execute(query).first() is not None


def revoke_invitation(connection: Connection, invitation_id: int, at: datetime) -> bool:
    """Revoke an invitation; False if it does not let anybody in any more."""
    query = update(invitations).where(invitations.c.id == invitation_id, _open(at)).values(revoked_at=at)
    return connection.execute(query).rowcount == 1


def revoke_first(connection: Connection, club_id: int, at: datetime) -> None:
    """Revoke what invites a first admin: the machine's own invitations, which nobody made."""
    of_machine = (invitations.c.club_id == club_id) & (invitations.c.created_by == "") & (invitations.c.roles != "")
    connection.execute(update(invitations).where(of_machine, _open(at)).values(revoked_at=at))


def revoke_for(connection: Connection, club_id: int, account_id: int, at: datetime) -> None:
    """Revoke what lets an account in again, in a club."""
    of_account = (invitations.c.club_id == club_id) & (invitations.c.account_id == account_id)
    connection.execute(update(invitations).where(of_account, _open(at)).values(revoked_at=at))


def revoke_invitations(connection: Connection, club_id: int, ids: Iterable[int], at: datetime) -> None:
    """Revoke those of some invitations of a club that still let somebody in."""
    wanted = (invitations.c.club_id == club_id) & invitations.c.id.in_(list(ids))
    connection.execute(update(invitations).where(wanted, _open(at)).values(revoked_at=at))


# --- Logins ---


def logins_of(connection: Connection, account_id: int, at: datetime) -> tuple[LoginRow, ...]:
    """List the browsers in which an account is logged in, the one that wrote last first."""
    query = (
        select(logins)
        .where(logins.c.account_id == account_id, logins.c.revoked_at.is_(None), logins.c.expires_at > at)
        .order_by(logins.c.used_at.desc(), logins.c.id.desc())
    )
    return tuple(LoginRow(row.id, row.device, row.created_at, row.used_at) for row in connection.execute(query))


def end_logins(connection: Connection, account_id: int, at: datetime, *, but: int | None = None) -> int:
    """Log an account out everywhere, but for one login, and give how many that were."""
    query = update(logins).where(logins.c.account_id == account_id, logins.c.revoked_at.is_(None))
    return connection.execute(query.where(logins.c.id != (but or 0)).values(revoked_at=at)).rowcount


def is_login_of(connection: Connection, login_id: int, account_id: int) -> bool:
    """Tell whether a login is one of an account."""
    query = select(logins.c.id).where(logins.c.id == login_id, logins.c.account_id == account_id)
    return connection.execute(query).first() is not None


def look_at_club(connection: Connection, login_id: int, club_id: int) -> None:
    """Let a browser look at another club."""
    connection.execute(update(logins).where(logins.c.id == login_id).values(club_id=club_id))


def is_elsewhere(connection: Connection, club_id: int, account_id: int) -> bool:
    """Tell whether an account belongs to another club too."""
    query = select(func.count()).where(memberships.c.account_id == account_id, memberships.c.club_id != club_id)
    return bool(connection.execute(query).scalar_one())
