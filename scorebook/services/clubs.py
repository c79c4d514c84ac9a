"""Clubs, and the way into them for whoever owns the machine: he asks nobody, his commands print links."""

from datetime import UTC, datetime

from scorebook.errors import NotFoundError
from scorebook.rules import Finding
from scorebook.services.access import Actor, Role, local_actor
from scorebook.services.accounts import first_invitation, invite, machine
from scorebook.services.log import Event, note
from scorebook.services.members import refuse, wrong_club_name
from scorebook.services.refusals import RefusedError
from scorebook.services.texts import normalised
from scorebook.services.transactions import transaction
from scorebook.store import clubs
from scorebook.store import members as store
from scorebook.store.db import AnySession, reading
from scorebook.store.members import MemberRow


def owner(session: AnySession, club_id: int | None = None) -> Actor:
    """Give whoever types commands on the machine itself, in a club. Raises `NotFoundError` for one not there."""
    if club_id is not None and club_id not in list_clubs(session):
        raise NotFoundError("Einen Verein %(number)d gibt es nicht.", number=club_id)
    return local_actor(session, club_id)


def list_clubs(session: AnySession) -> dict[int, str]:
    """Give the names of all clubs, by id."""
    return clubs.all_clubs(reading(session))


def add_club(session: AnySession, name: str, *, now: datetime | None = None) -> int:
    """Add a club and give its id. Raises `RefusedError` with a finding at `name`."""
    refuse(wrong_club_name(name))
    with transaction(session) as connection:
        club_id = clubs.add_club(connection, normalised(name))
        note(connection, machine(club_id), Event.CLUB_ADDED, f"club:{club_id}", new={"name": normalised(name)}, at=now)
    return club_id


def admins(session: AnySession, club_id: int | None = None) -> tuple[MemberRow, ...]:
    """List the admins of a club."""
    club_id = owner(session, club_id).club_id
    return tuple(one for one in store.members_of(reading(session), club_id) if Role.ADMIN in one.roles)


def admin_link(
    session: AnySession, club_id: int | None = None, account_id: int | None = None, *, now: datetime | None = None
) -> str:
    """Make a link that lets an admin of a club in again, or its first one in, and give its secret.

    Raises `RefusedError` with a finding at `account` where it is not said which of several, or that one is no admin.
    """
    club_id = owner(session, club_id).club_id
    at = now or datetime.now(UTC)
    known = [one.account_id for one in admins(session, club_id)]
    if not known and account_id is None:
        secret = first_invitation(session, club_id, now=at)
        if secret is not None:
            return secret
    wanted = account_id if account_id is not None or len(known) != 1 else known[0]
    if wanted not in known or wanted is None:
        code = "account.which" if account_id is None else "account.no_admin"
        raise RefusedError([Finding(code, "account", {})])
    with transaction(session) as connection:
        store.lock_members(connection, club_id)
        store.revoke_for(connection, club_id, wanted, at)
        return invite(connection, machine(club_id), (), wanted, now=at)
