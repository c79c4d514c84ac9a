"""Who belongs to a club: invited, changed, let in again, taken out; the last admin stays. On both databases."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import insert, select

from scorebook.errors import ForbiddenError, GoneError, NotFoundError
from scorebook.services import RefusedError, access, accounts, clubs, links, members, own
from scorebook.services.access import OF_LINKS, OF_PEOPLE, Actor, Role
from scorebook.services.accounts import NewAccount
from scorebook.services.links import NewLink
from scorebook.services.secret import digest, new_secret
from scorebook.services.transactions import transaction
from scorebook.store import accounts as stored
from scorebook.store import log
from scorebook.store.account_tables import invitations, tokens
from scorebook.store.db import db, reading
from scorebook.store.tables import FIRST_CLUB
from tests.book import ON_SQLITE, Book, codes
from tests.doors import ADMIN, let_in
from tests.people import admin, ended, gone, login_of, roles_of, somebody, who

# --- Roles ---


def test_roles_change(book: Book) -> None:
    """A member is exactly what was chosen; the log says what he was, by his number."""
    resi = somebody(book, Role.SCORER)
    members.change_roles(db.session, admin(), resi.account_id, ["viewer", "treasurer", "viewer"])
    assert roles_of(resi.account_id) == {"viewer", "treasurer"}
    row = log.newest_rows(reading(db.session), FIRST_CLUB, 1, log.Wanted())[0]
    assert (row.who, row.action, row.subject) == ("account:1", "member.changed", f"account:{resi.account_id}")
    assert (row.old, row.new) == ('{"roles":["scorer"]}', '{"roles":["treasurer","viewer"]}')


@pytest.mark.parametrize(
    ("roles", "code"),
    [([], "roles.missing"), (["king"], "roles.unknown"), ([""], "roles.unknown"), (["admin", "x"], "roles.unknown")]
    + [([role.value], "roles.unknown") for role in OF_LINKS],
)
@ON_SQLITE
def test_roles_that_cannot_be(book: Book, roles: list[str], code: str) -> None:
    """No role at all, one that does not exist, and those of links are refused at their field, also in invitations."""
    resi = somebody(book, Role.SCORER)
    for refused in (
        lambda: members.change_roles(db.session, admin(), resi.account_id, roles),
        lambda: members.invite_member(db.session, admin(), roles),
    ):
        with pytest.raises(RefusedError) as caught:
            refused()
        assert codes(caught) == [(code, "roles")]
    assert roles_of(resi.account_id) == {"scorer"}
    assert members.club_page(db.session, admin()).invitations == ()


@pytest.mark.parametrize("role", [role for role in OF_PEOPLE if role is not Role.ADMIN])
@ON_SQLITE
def test_only_admins_change_the_club(book: Book, role: Role) -> None:
    """Nobody else names it, invites, takes back, changes or takes out; he sees the members and no invitations."""
    resi, secret = somebody(book, role), members.invite_member(db.session, admin(), ["player"])
    for forbidden in (
        lambda: members.name_club(db.session, resi, "Unser"),
        lambda: members.invite_member(db.session, resi, ["player"]),
        lambda: members.invite_again(db.session, resi, 1, afresh=True),
        lambda: members.revoke_invitation(db.session, resi, 1),
        lambda: members.change_roles(db.session, resi, resi.account_id, ["admin"]),
        lambda: members.remove_member(db.session, resi, 1),
        lambda: members.member(db.session, resi, 1),
    ):
        with pytest.raises(ForbiddenError):
            forbidden()
    page = members.club_page(db.session, resi)
    assert ([one.name for one in page.members], page.invitations) == (["Tisch", "Resi"], ())
    assert accounts.find_invitation(db.session, secret)


def test_what_is_another_clubs_is_not_there(book: Book) -> None:
    """Members and invitations of another club are not found, nor are numbers that nothing can have."""
    there = clubs.add_club(db.session, "Nachbarn")
    stranger = somebody(book, Role.ADMIN, club_id=there, name="Fremder")
    members.invite_member(db.session, admin(), ["player"])
    (invitation,) = members.club_page(db.session, admin()).invitations
    for number in (1, 0, -1, 99, 10**30):
        for unknown in (
            lambda number=number: members.member(db.session, stranger, number),
            lambda number=number: members.change_roles(db.session, stranger, number, ["viewer"]),
            lambda number=number: members.remove_member(db.session, stranger, number),
            lambda number=number: members.invite_again(db.session, stranger, number, afresh=True),
            lambda number=number: members.revoke_invitation(db.session, stranger, number),
            lambda number=number: own.end_login(db.session, stranger, number),
            lambda number=number: own.look_at_club(db.session, stranger, 1, number),
        ):
            with pytest.raises(NotFoundError):
                unknown()
    assert not gone_id(invitation.id)
    assert not ended(ADMIN)


def gone_id(invitation_id: int) -> bool:
    """Tell whether an invitation was revoked."""
    query = select(invitations.c.revoked_at).where(invitations.c.id == invitation_id)
    return reading(db.session).execute(query).scalar() is not None


# --- The last admin ---


def test_the_last_admin_stays(book: Book) -> None:
    """He can neither drop his role, nor be taken out, nor leave; as soon as there is another he can."""
    last = [
        lambda: members.change_roles(db.session, admin(), 1, ["scorer"]),
        lambda: members.remove_member(db.session, admin(), 1),
        lambda: members.leave_club(db.session, admin(), login_of(ADMIN)),
    ]
    for refused in last:
        with pytest.raises(RefusedError) as caught:
            refused()
        assert codes(caught) == [("roles.last_admin", "roles")]
        assert roles_of(1) == {"admin"}
    members.change_roles(db.session, admin(), 1, ["admin", "scorer"])
    somebody(book, Role.ADMIN)
    members.leave_club(db.session, admin(), login_of(ADMIN))
    assert roles_of(1) == set()


def drop(actor: Actor, account_id: int) -> Any:
    """Let an admin make somebody a viewer."""
    return members.change_roles(db.session, actor, account_id, ["viewer"])


def remove(actor: Actor, account_id: int) -> Any:
    """Let an admin take somebody out."""
    return members.remove_member(db.session, actor, account_id)


@pytest.mark.parametrize(("one", "other"), [(drop, drop), (remove, drop), (remove, remove)])
@pytest.mark.parametrize("each_himself", [True, False])
def test_the_last_two_admins_at_once(
    book: Book, one: Callable[..., Any], other: Callable[..., Any], each_himself: bool
) -> None:
    """Two who at one moment drop themselves, or each other, leave one admin, and one of them hears why."""
    tisch, resi = admin(), somebody(book, Role.ADMIN)
    mine, yours = (1, resi.account_id) if each_himself else (resi.account_id, 1)
    done = book.at_once(lambda: one(tisch, mine), lambda: other(resi, yours))
    assert sorted(map(bool, done)) == [False, True]
    assert isinstance(next(filter(None, done)), RefusedError | ForbiddenError | NotFoundError)
    assert "admin" in roles_of(1) | roles_of(resi.account_id)


def test_who_is_no_admin_any_more_does_nothing(book: Book) -> None:
    """A request that waited while its sender lost the role is refused, although it began with it."""
    resi, zenzi = somebody(book, Role.ADMIN), somebody(book, Role.PLAYER, name="Zenzi")
    members.change_roles(db.session, admin(), resi.account_id, ["viewer"])
    assert Role.ADMIN in resi.roles
    for forbidden in (
        lambda: members.invite_member(db.session, resi, ["admin"]),
        lambda: members.change_roles(db.session, resi, resi.account_id, ["admin"]),
        lambda: members.remove_member(db.session, resi, zenzi.account_id),
        lambda: members.name_club(db.session, resi, "Unser"),
    ):
        with pytest.raises(ForbiddenError):
            forbidden()


# --- Taken out ---


def test_who_is_taken_out_has_nothing_left(book: Book) -> None:
    """His browser may do nothing any more, his tokens are over, and so are the links that he made or that were his."""
    secret = let_in(book.app, Role.ADMIN)
    resi = who(secret)
    made, kept = (members.invite_member(db.session, one, ["admin"]) for one in (resi, admin()))
    own.rename(db.session, resi, "Therese")
    again = members.invite_again(db.session, admin(), resi.account_id, afresh=False)
    token = new_secret()
    with transaction(db.session) as connection:
        row = {"club_id": FIRST_CLUB, "account_id": resi.account_id, "name": "x", "secret": digest(token)}
        at = datetime.now(UTC)
        connection.execute(insert(tokens), row | {"created_at": at, "expires_at": at + timedelta(days=1)})
    members.remove_member(db.session, admin(), resi.account_id)
    assert (gone(made), gone(again), gone(kept)) == (True, True, False)
    found = stored.pass_of_token(reading(db.session), digest(token))
    assert found is not None
    assert (found.valid_until, found.roles) == (None, ())
    now = who(secret)
    assert now.roles == frozenset()
    assert not access.can(now, access.Action.READ, now.club).allowed


def test_who_is_admin_no_more_leaves_no_link_behind(book: Book) -> None:
    """With the role go the links that he made as an admin; those of others stay."""
    resi = somebody(book, Role.ADMIN)
    made, kept = (members.invite_member(db.session, one, ["admin"]) for one in (resi, admin()))
    members.change_roles(db.session, admin(), resi.account_id, ["admin", "scorer"])
    assert not gone(made)
    members.change_roles(db.session, admin(), resi.account_id, ["scorer"])
    assert (gone(made), gone(kept)) == (True, False)


def test_who_may_share_no_more_leaves_no_link_behind(book: Book) -> None:
    """Links for tables that a scorer made are over when he is none any more, and whoever is in by one is out."""
    book.start()
    resi = somebody(book, Role.SCORER)
    made, kept = (links.make_link(db.session, one, 1, NewLink("table", "Tisch")) for one in (resi, admin()))
    entered, stays = (links.redeem(db.session, one.secret) for one in (made, kept))
    members.change_roles(db.session, admin(), resi.account_id, ["director"])
    assert (ended(entered), ended(stays)) == (False, False)
    members.change_roles(db.session, admin(), resi.account_id, ["player"])
    assert (ended(entered), ended(stays)) == (True, False)
    with pytest.raises(GoneError):
        links.redeem(db.session, made.secret)


def test_who_leaves_looks_at_another_of_his_clubs(book: Book) -> None:
    """His browser goes on where he still belongs; he cannot leave twice."""
    there = clubs.add_club(db.session, "Nachbarn")
    accounts.join_as(db.session, accounts.first_invitation(db.session, there) or "", admin(), login_of(ADMIN))
    somebody(book, Role.ADMIN, club_id=there)
    before = admin()
    members.leave_club(db.session, before, login_of(ADMIN))
    assert (admin().club_id, roles_of(1, there)) == (FIRST_CLUB, set())
    with pytest.raises(NotFoundError):
        members.leave_club(db.session, before, login_of(ADMIN))


# --- The club, and the machine's owner ---


@pytest.mark.parametrize(
    ("name", "code"),
    [("", "club.missing"), ("  ", "club.missing"), ("x" * 121, "club.too_long"), ("a\u202eb", "club.control")],
)
@ON_SQLITE
def test_names_that_no_club_can_have(book: Book, name: str, code: str) -> None:
    """They are refused at their field, for a new club and for one that is there."""
    for refused in (lambda: members.name_club(db.session, admin(), name), lambda: clubs.add_club(db.session, name)):
        with pytest.raises(RefusedError) as caught:
            refused()
        assert codes(caught) == [(code, "name")]
    assert clubs.list_clubs(db.session) == {1: "Stammtisch"}


@ON_SQLITE
def test_a_club_gets_another_name(book: Book) -> None:
    """It is kept as people write it; the same again changes nothing and is not noted."""
    for _ in range(2):
        members.name_club(db.session, admin(), "  Zum   Löwen ")
    assert clubs.list_clubs(db.session) == {1: "Zum Löwen"}
    rows = log.newest_rows(reading(db.session), FIRST_CLUB, 5, log.Wanted())
    assert [(row.old, row.new) for row in rows if row.action == "club.named"] == [
        ('{"name":"Stammtisch"}', '{"name":"Zum Löwen"}')
    ]


@ON_SQLITE
def test_the_machine_lets_an_admin_in_again(book: Book) -> None:
    """The only one without asking, one of several by number; nobody who is none; the first one where there is none."""
    only = clubs.admin_link(db.session, FIRST_CLUB)
    resi = somebody(book, Role.ADMIN)
    zenzi = somebody(book, Role.SCORER, name="Zenzi")
    for account_id, code in ((None, "account.which"), (zenzi.account_id, "account.no_admin"), (99, "account.no_admin")):
        with pytest.raises(RefusedError) as caught:
            clubs.admin_link(db.session, FIRST_CLUB, account_id)
        assert codes(caught) == [(code, "account")]
    other = clubs.admin_link(db.session, FIRST_CLUB, resi.account_id)
    entered = [who(accounts.join(db.session, one, NewAccount())) for one in (only, other)]
    assert [one.account_id for one in entered] == [1, resi.account_id]
    there = clubs.add_club(db.session, "Nachbarn")
    first = clubs.admin_link(db.session, there)
    assert accounts.is_first(db.session, accounts.find_invitation(db.session, first))
    with pytest.raises(NotFoundError):
        clubs.admin_link(db.session, 99)
