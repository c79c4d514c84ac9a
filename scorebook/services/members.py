"""Who belongs to a club, and as what: invited, given other roles, let in again, taken out. One admin always stays.

Whatever changes that waits for its turn, and asks for the actor's roles again when it has it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from sqlalchemy import Connection

from scorebook.errors import GoneError, NotFoundError
from scorebook.rules import Finding
from scorebook.services.access import OF_PEOPLE, RIGHTS, Action, Actor, Role, can, require
from scorebook.services.accounts import GONE, invite
from scorebook.services.log import Event, note
from scorebook.services.refusals import RefusedError
from scorebook.services.texts import normalised, objections
from scorebook.services.transactions import transaction
from scorebook.store import accounts, clubs, rows
from scorebook.store import members as store
from scorebook.store.columns import TITLE_LENGTH
from scorebook.store.db import AnySession, reading
from scorebook.store.links import revoke_links
from scorebook.store.log import made_by
from scorebook.store.members import MemberRow, OpenInvitation
from scorebook.wording import Marked

NO_MEMBER: Marked[str] = "Dieses Mitglied gibt es nicht, oder nicht mehr."


@dataclass(frozen=True, slots=True)
class ClubPage:
    """A club as its members see it; the invitations are for those who may invite."""

    name: str
    members: tuple[MemberRow, ...]
    invitations: tuple[OpenInvitation, ...]


def club_page(session: AnySession, actor: Actor, *, now: datetime | None = None) -> ClubPage:
    """Give the actor's club with its members."""
    require(actor, Action.READ, actor.club)
    connection, club_id = reading(session), actor.club_id
    may_invite = can(actor, Action.MEMBERS, actor.club).allowed
    invitations = store.open_invitations(connection, club_id, now or datetime.now(UTC)) if may_invite else ()
    return ClubPage(clubs.club_name(connection, club_id), store.members_of(connection, club_id), invitations)


def member(session: AnySession, actor: Actor, account_id: int) -> MemberRow:
    """Give a member to somebody who may change him. Raises `NotFoundError` for one who is not the club's."""
    found = store.members_of(reading(session), actor.club_id)
    one = next((row for row in found if row.account_id == account_id), None)
    if one is None:
        raise NotFoundError(NO_MEMBER)
    require(actor, Action.MEMBERS, actor.club)
    return one


def name_club(session: AnySession, actor: Actor, name: str, *, now: datetime | None = None) -> None:
    """Give the club another name. Raises `RefusedError` with a finding at `name`."""
    require(actor, Action.CLUB, actor.club)
    with transaction(session) as connection:
        store.lock_members(connection, actor.club_id)
        require(as_of_now(connection, actor), Action.CLUB, actor.club)
        refuse(wrong_club_name(name))
        old, new = clubs.club_name(connection, actor.club_id), normalised(name)
        if new != old:
            clubs.name_club(connection, actor.club_id, new)
            was, called = {"name": old}, {"name": new}
            note(connection, actor, Event.CLUB_NAMED, f"club:{actor.club_id}", old=was, new=called, at=now)


def wrong_club_name(name: str) -> tuple[Finding, ...]:
    """Find what is wrong with the name of a club, at the field `name`."""
    return tuple(objections(name, "name", "club", TITLE_LENGTH, required=True))


def refuse(findings: Iterable[Finding]) -> None:
    """Raise `RefusedError` if there is anything."""
    found = tuple(findings)
    if found:
        raise RefusedError(found)


def invite_member(session: AnySession, actor: Actor, roles: Iterable[str], *, now: datetime | None = None) -> str:
    """Make a link for somebody new, and give its secret. Raises `RefusedError` with a finding at `roles`."""
    require(actor, Action.MEMBERS, actor.club)
    with transaction(session) as connection:
        _turn(connection, actor)
        return invite(connection, actor, _chosen(roles), now=now)


def invite_again(
    session: AnySession, actor: Actor, account_id: int, *, afresh: bool, now: datetime | None = None
) -> str:
    """Make a link for a member who lost his way in, and give its secret.

    `afresh` ends his logins, his tokens and his password at once; his login name stays his. Raises `RefusedError` for
    a member of another club too, where the link would let in as well.
    """
    at = now or datetime.now(UTC)
    with transaction(session) as connection:
        _member(connection, actor, account_id)
        if store.is_elsewhere(connection, actor.club_id, account_id):
            raise RefusedError([Finding("account.elsewhere", "account", {})])
        if afresh:
            store.end_logins(connection, account_id, at)
            store.end_tokens(connection, actor.club_id, account_id, at)
            store.forget_password(connection, account_id)
        store.revoke_for(connection, actor.club_id, account_id, at)
        return invite(connection, actor, (), account_id, now=at)


def revoke_invitation(session: AnySession, actor: Actor, invitation_id: int, *, now: datetime | None = None) -> None:
    """Take an invitation back. Raises `GoneError` for one that was used, or is over."""
    at = now or datetime.now(UTC)
    with transaction(session) as connection:
        if not rows.is_id(invitation_id) or not store.has_invitation(connection, actor.club_id, invitation_id):
            raise NotFoundError("Diese Einladung gibt es nicht.")
        _turn(connection, actor)
        if not store.revoke_invitation(connection, invitation_id, at):
            raise GoneError(GONE)
        note(connection, actor, Event.INVITATION_REVOKED, f"invitation:{invitation_id}", at=at)


def change_roles(
    session: AnySession, actor: Actor, account_id: int, roles: Iterable[str], *, now: datetime | None = None
) -> None:
    """Give a member exactly these roles. Raises `RefusedError` with a finding at `roles`, also for the last admin."""
    at = now or datetime.now(UTC)
    with transaction(session) as connection:
        before, after = _member(connection, actor, account_id), _chosen(roles)
        if set(before) == set(after):
            return
        _change(connection, actor, account_id, after, at)
        old, new = {"roles": list(before)}, {"roles": list(after)}
        note(connection, actor, Event.MEMBER_CHANGED, f"account:{account_id}", old=old, new=new, at=at)


def remove_member(session: AnySession, actor: Actor, account_id: int, *, now: datetime | None = None) -> None:
    """Take a member out of the club; he may do nothing there from now on. Raises `RefusedError` for the last admin."""
    at = now or datetime.now(UTC)
    with transaction(session) as connection:
        before = _member(connection, actor, account_id)
        _change(connection, actor, account_id, (), at)
        note(connection, actor, Event.MEMBER_REMOVED, f"account:{account_id}", old={"roles": list(before)}, at=at)


def leave_club(session: AnySession, actor: Actor, login_id: int, *, now: datetime | None = None) -> None:
    """Leave the actor's club; his browser looks at another of his clubs, where he has one.

    Raises `RefusedError` for the last admin, `NotFoundError` for somebody who belongs to it no more.
    """
    at, account_id = now or datetime.now(UTC), actor.account_id or 0
    with transaction(session) as connection:
        store.lock_members(connection, actor.club_id)
        before = accounts.roles_in(connection, actor.club_id, account_id)
        if not before:
            raise NotFoundError(NO_MEMBER)
        _change(connection, actor, account_id, (), at)
        others = accounts.clubs_of(connection, account_id)
        if others:
            store.look_at_club(connection, login_id, next(iter(others)))
        note(connection, actor, Event.MEMBER_LEFT, f"account:{account_id}", old={"roles": list(before)}, at=at)


def _turn(connection: Connection, actor: Actor) -> None:
    """Wait until nobody else changes who belongs to the club, and ask whether the actor still may."""
    store.lock_members(connection, actor.club_id)
    require(as_of_now(connection, actor), Action.MEMBERS, actor.club)


def as_of_now(connection: Connection, actor: Actor) -> Actor:
    """Give the actor with the roles that he has now: his request may have waited while somebody took them away."""
    if actor.account_id is None:
        return actor
    roles = accounts.roles_in(connection, actor.club_id, actor.account_id)
    return replace(actor, roles=frozenset(map(Role, roles)))


def _member(connection: Connection, actor: Actor, account_id: int) -> tuple[str, ...]:
    """Give the roles of a member, whom nobody else changes until the transaction ends."""
    store.lock_members(connection, actor.club_id)
    roles = accounts.roles_in(connection, actor.club_id, account_id) if rows.is_id(account_id) else ()
    if not roles:
        raise NotFoundError(NO_MEMBER)
    require(as_of_now(connection, actor), Action.MEMBERS, actor.club)
    return roles


def _change(connection: Connection, actor: Actor, account_id: int, roles: tuple[Role, ...], at: datetime) -> None:
    """Give a member other roles, or none. What he may make no more, he leaves no secret of behind."""
    store.set_roles(connection, actor.club_id, account_id, roles)
    if not accounts.admins(connection, actor.club_id):
        raise RefusedError([Finding("roles.last_admin", "roles", {})])
    take_back_made(connection, actor.club_id, account_id, roles, at)
    if not roles:
        store.revoke_for(connection, actor.club_id, account_id, at)
        store.end_tokens(connection, actor.club_id, account_id, at)


def take_back_made(connection: Connection, club_id: int, account_id: int, roles: Iterable[Role], at: datetime) -> None:
    """Take back the ways in that an account made in a club, as far as it may make none like them with these roles."""
    may = frozenset[Action]().union(*(RIGHTS[role] for role in roles))
    for action, event, revoke in (
        (Action.MEMBERS, Event.INVITATION_MADE, store.revoke_invitations),
        (Action.SHARE, Event.LINK_MADE, revoke_links),
    ):
        if action not in may:
            revoke(connection, club_id, made_by(connection, club_id, f"account:{account_id}", event.value), at)


def _chosen(roles: Iterable[str]) -> tuple[Role, ...]:
    """Give the chosen roles in their own order. Raises `RefusedError` for none, and for one that people cannot have."""
    wanted = set(roles)
    if not wanted:
        raise RefusedError([Finding("roles.missing", "roles", {})])
    if not wanted <= {role.value for role in OF_PEOPLE}:
        raise RefusedError([Finding("roles.unknown", "roles", {})])
    return tuple(role for role in OF_PEOPLE if role in wanted)
