"""Links that let somebody in: once, somebody new or somebody known, and nowhere else. On both databases."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import insert, update

from scorebook.errors import ForbiddenError, GoneError, NotFoundError
from scorebook.services import RefusedError, accounts, clubs, members, own, tokens
from scorebook.services.access import Actor, Role
from scorebook.services.accounts import NewAccount
from scorebook.services.own import NewLogin
from scorebook.services.transactions import transaction
from scorebook.store import accounts as stored
from scorebook.store.db import db, reading
from scorebook.store.tables import FIRST_CLUB
from scorebook.store.tables import clubs as club_table
from tests.book import Book, codes
from tests.doors import ADMIN, let_in
from tests.people import PASSWORD, admin, ended, gone, login_of, roles_of, who

RESI = NewAccount("Resi", "resi", PASSWORD)


# --- Invitations ---


def test_an_invitation_lets_in_once(book: Book) -> None:
    """Whoever has the link becomes what it says, under the name that he gives; a second time it is over."""
    secret = members.invite_member(db.session, admin(), ["scorer", "viewer"])
    entered = who(accounts.join(db.session, secret, RESI))
    assert (entered.name, entered.roles) == ("Resi", {Role.SCORER, Role.VIEWER})
    with pytest.raises(GoneError):
        accounts.join(db.session, secret, NewAccount("Zenzi", "zenzi", PASSWORD))
    with pytest.raises(GoneError):
        accounts.find_invitation(db.session, secret)


def test_two_with_one_link_at_once(book: Book) -> None:
    """Of two who press the button at the same moment one gets in."""
    secret = members.invite_member(db.session, admin(), ["player"])
    names = ("Resi", "Zenzi", "Vroni")
    tasks = [lambda name=name: accounts.join(db.session, secret, NewAccount(name, name, PASSWORD)) for name in names]
    done = book.at_once(*tasks)
    assert sorted(type(one).__name__ for one in done) == ["GoneError", "GoneError", "str"]
    assert book.count("accounts") == 2


def test_a_link_that_does_not_hold_says_so(book: Book) -> None:
    """A mangled link is unknown; one that is over, taken back or of a club that is given up is gone."""
    now = datetime.now(UTC)
    secret = members.invite_member(db.session, admin(), ["player"], now=now)
    for mangled in ("", "x", secret[:-1], secret + "x", secret.swapcase(), "\0", "ä" * 500):
        with pytest.raises(NotFoundError) as caught:
            accounts.find_invitation(db.session, mangled)
        assert not isinstance(caught.value, GoneError)
    assert accounts.find_invitation(db.session, secret, now=now + accounts.INVITED_FOR - timedelta(seconds=1))
    with pytest.raises(GoneError):
        accounts.find_invitation(db.session, secret, now=now + accounts.INVITED_FOR)
    with pytest.raises(GoneError):
        accounts.join(db.session, secret, RESI, now=now + accounts.INVITED_FOR)
    (open_one,) = members.club_page(db.session, admin()).invitations
    members.revoke_invitation(db.session, admin(), open_one.id)
    with pytest.raises(GoneError):
        accounts.join(db.session, secret, RESI)
    with pytest.raises(GoneError):
        members.revoke_invitation(db.session, admin(), open_one.id)
    other = members.invite_member(db.session, admin(), ["player"])
    with transaction(db.session) as connection:
        connection.execute(update(club_table).values(closed_at=now))
    with pytest.raises(GoneError):
        accounts.find_invitation(db.session, other)


def test_an_account_joins_another_club(book: Book) -> None:
    """Who is logged in joins with the account that he has, and his browser looks at that club."""
    there = clubs.add_club(db.session, "Nachbarn")
    secret = accounts.first_invitation(db.session, there)
    assert secret
    accounts.join_as(db.session, secret, admin(), login_of(ADMIN))
    assert admin().club_id == there
    assert (roles_of(1), roles_of(1, there)) == ({"admin"}, {"admin"})
    with pytest.raises(GoneError):
        accounts.join_as(db.session, secret, admin(), login_of(ADMIN))


def test_no_other_browser_comes_along_into_another_club(book: Book) -> None:
    """An admin who let himself in as a member is out when that one joins a further club; roles anew change nothing."""
    secret = let_in(book.app, Role.SCORER)
    resi = who(secret)
    by_admin = accounts.join(
        db.session, members.invite_again(db.session, admin(), resi.account_id, afresh=False), NewAccount()
    )
    more = members.invite_member(db.session, admin(), ["director"])
    accounts.join_as(db.session, more, resi, login_of(secret))
    assert (ended(by_admin), ended(secret)) == (False, False)
    there = clubs.add_club(db.session, "Nachbarn")
    accounts.join_as(db.session, accounts.first_invitation(db.session, there) or "", resi, login_of(secret))
    assert (ended(by_admin), ended(secret)) == (True, False)


def test_a_link_of_a_table_joins_nothing(book: Book) -> None:
    """A tablet that came by a link has no account to join with."""
    secret = members.invite_member(db.session, admin(), ["player"])
    tablet = Actor("Tisch 1", FIRST_CLUB, frozenset({Role.TABLE}), link_id=1, evening_id=1)
    with pytest.raises(ForbiddenError):
        accounts.join_as(db.session, secret, tablet, 1)
    assert accounts.find_invitation(db.session, secret)


def test_every_start_makes_the_earlier_first_link_void(book: Book) -> None:
    """Without an admin each call gives a new link, and the one before opens nothing; with one there is none."""
    assert accounts.first_invitation(db.session, FIRST_CLUB) is None
    there = clubs.add_club(db.session, "Nachbarn")
    first, second = (accounts.first_invitation(db.session, there) for _ in range(2))
    with pytest.raises(GoneError):
        accounts.find_invitation(db.session, first or "")
    accounts.join(db.session, second or "", NewAccount())
    assert accounts.first_invitation(db.session, there) is None
    with transaction(db.session) as connection:
        empty = {"name": "Aufgegeben", "closed_at": datetime.now(UTC)}
        given_up = connection.execute(insert(club_table), empty).inserted_primary_key[0]
    assert accounts.first_invitation(db.session, given_up) is None


def test_starts_at_the_same_moment_leave_one_link(book: Book) -> None:
    """Two servers that start at once print two links, and one of them opens the book."""
    there = clubs.add_club(db.session, "Nachbarn")
    secrets = book.at_once(*[lambda: accounts.first_invitation(db.session, there)] * 3)
    assert len(set(secrets)) == 3
    held = [secret for secret in secrets if not gone(secret)]
    assert len(held) == 1


# --- Let in again ---


@pytest.mark.parametrize("afresh", [True, False])
def test_a_new_way_in(book: Book, afresh: bool) -> None:
    """A link lets a member in again as he was; old logins and the password end at once if that is wanted."""
    joined = accounts.join(db.session, members.invite_member(db.session, admin(), ["scorer"]), RESI)
    resi = who(joined)
    first, secret = (members.invite_again(db.session, admin(), resi.account_id, afresh=afresh) for _ in range(2))
    assert gone(first)
    assert ended(joined) is afresh
    account = stored.account_by_id(reading(db.session), resi.account_id)
    assert account is not None
    assert (account.login_name, account.password is None) == ("resi", afresh)
    known = {one.name: one.known for one in members.club_page(db.session, admin()).members}
    assert known["Resi"] is not afresh
    entered = who(accounts.join(db.session, secret, NewAccount()))
    assert (entered.account_id, entered.name, entered.roles) == (resi.account_id, "Resi", {Role.SCORER})


@pytest.mark.parametrize("password", ["", "x", PASSWORD])
def test_a_password_that_was_taken_away_is_none(book: Book, password: str) -> None:
    """Nothing lets in with it; its login name stays its owner's, who chooses another password without an old one."""
    resi = who(accounts.join(db.session, members.invite_member(db.session, admin(), ["scorer"]), RESI))
    secret = members.invite_again(db.session, admin(), resi.account_id, afresh=True)
    with pytest.raises(RefusedError):
        accounts.sign_in(db.session, "resi", password, address="x")
    other = members.invite_member(db.session, admin(), ["scorer"])
    with pytest.raises(RefusedError) as caught:
        accounts.join(db.session, other, RESI)
    assert codes(caught) == [("login_name.taken", "login_name")]
    entered = accounts.join(db.session, secret, NewAccount())
    with pytest.raises(RefusedError) as caught:
        own.choose_login(db.session, who(entered), login_of(entered), NewLogin(), address="")
    assert codes(caught) == [("password.missing", "password")]
    wanted = NewLogin(password="ein anderes Passwort")
    own.choose_login(db.session, who(entered), login_of(entered), wanted, address="")
    assert accounts.sign_in(db.session, "resi", "ein anderes Passwort", address="x")


def test_a_new_password_by_a_link_ends_keys_for_programs(book: Book) -> None:
    """Whoever lost his password may have lost them with it; without a new password they go on."""
    resi = who(accounts.join(db.session, members.invite_member(db.session, admin(), ["scorer"]), RESI))
    key = tokens.make_token(db.session, resi, "Bot")
    for password, holds in (("", True), ("ein anderes Passwort", False)):
        secret = members.invite_again(db.session, admin(), resi.account_id, afresh=False)
        accounts.join(db.session, secret, NewAccount(password=password))
        assert (tokens.find_token(db.session, key) is not None) is holds


def test_a_new_password_by_a_link_ends_old_logins(book: Book) -> None:
    """Who chooses another password keeps his login name, and is logged out wherever he was."""
    joined = accounts.join(db.session, members.invite_member(db.session, admin(), ["scorer"]), RESI)
    resi = who(joined)
    secret = members.invite_again(db.session, admin(), resi.account_id, afresh=False)
    entered = accounts.join(db.session, secret, NewAccount(password="ein anderes Passwort"))
    assert (ended(joined), ended(entered)) == (True, False)
    assert accounts.sign_in(db.session, "resi", "ein anderes Passwort", address="x")
    with pytest.raises(RefusedError):
        accounts.sign_in(db.session, "resi", PASSWORD, address="x")


def test_no_admin_opens_another_club(book: Book) -> None:
    """An account of two clubs gets no new way in from one of them, nor keeps one from before; the machine's holds."""
    there = clubs.add_club(db.session, "Nachbarn")
    secret = let_in(book.app, Role.SCORER)
    resi = who(secret)
    before = members.invite_again(db.session, admin(), resi.account_id, afresh=False)
    accounts.join_as(db.session, accounts.first_invitation(db.session, there) or "", resi, login_of(secret))
    assert gone(before)
    with pytest.raises(RefusedError) as caught:
        members.invite_again(db.session, admin(), resi.account_id, afresh=True)
    assert codes(caught) == [("account.elsewhere", "account")]
    assert not ended(secret)
    by_machine = clubs.admin_link(db.session, there)
    entered = who(accounts.join(db.session, by_machine, NewAccount()))
    assert (entered.account_id, entered.club_id) == (resi.account_id, there)
