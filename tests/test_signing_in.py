"""Getting in with name and password, and one's own account: nothing tells who has one, and nobody guesses for long."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from argon2.exceptions import VerifyMismatchError
from flask import g
from sqlalchemy import update

from scorebook.app import create_app
from scorebook.errors import ForbiddenError
from scorebook.services import RefusedError, accounts, attempts, own, secret, tokens
from scorebook.services import clubs as club_service
from scorebook.services.access import Actor, Role
from scorebook.services.accounts import NewAccount
from scorebook.services.attempts import MOST_A_THING, MOST_AN_ADDRESS, MOST_FROM_ONE, WINDOW, TooManyError
from scorebook.services.own import Ended, NewLogin
from scorebook.services.transactions import transaction
from scorebook.store import accounts as account_store
from scorebook.store import attempts as stored
from scorebook.store import members
from scorebook.store.db import db
from scorebook.store.tables import FIRST_CLUB, clubs
from tests.actions import Page
from tests.book import ON_SQLITE, Book, codes
from tests.conftest import close, configuration
from tests.doors import ADMIN, Browser, nobody
from tests.people import PASSWORD, actor_of, ended, login_of, who


class Hasher:
    """A hasher that is quick, and counts what it is asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def hash(self, word: str) -> str:
        """Give what is kept of a word."""
        return f"kept {word}"

    def verify(self, kept: str, word: str) -> bool:
        """Compare, and raise where they differ, as Argon2 does."""
        self.asked.append(word)
        if kept != f"kept {word}":
            raise VerifyMismatchError
        return True


@pytest.fixture
def hasher(monkeypatch: pytest.MonkeyPatch) -> Hasher:
    """Put that hasher in the place of Argon2."""
    made = Hasher()
    monkeypatch.setattr(secret, "_hasher", made)
    monkeypatch.setattr(secret, "_nobodys", lambda: "kept by nobody")
    return made


@pytest.fixture
def sepp(book: Book, hasher: Hasher) -> Actor:
    """Give the first admin with a login name and a password."""
    own.choose_login(db.session, who(ADMIN), login_of(ADMIN), NewLogin("Sepp", "", PASSWORD), address="")
    return who(ADMIN)


def sign_in(name: str = "sepp", password: str = PASSWORD, address: str = "10.0.0.1", **other: Any) -> str:
    """Log in."""
    return accounts.sign_in(db.session, name, password, address=address, **other)


def refusal(name: str = "sepp", password: str = "falsch", address: str = "10.0.0.1", **other: Any) -> str:
    """Try to log in, and give why that was refused."""
    with pytest.raises((RefusedError, TooManyError)) as caught:
        sign_in(name, password, address, **other)
    return "too many" if caught.type is TooManyError else str(codes(caught))


# --- Nothing tells who has an account ---


@ON_SQLITE
def test_the_right_ones_get_in(book: Book, sepp: Actor) -> None:
    """Spaces and case of the name do not count; those of the password do."""
    for name in ("Sepp", " sepp ", "SEPP"):
        assert who(sign_in(name)).account_id == sepp.account_id
    for password in (PASSWORD.upper(), f" {PASSWORD}", PASSWORD[:-1], ""):
        assert refusal("sepp", password) == "[('login.wrong', 'password')]"


def test_every_wrong_login_is_refused_alike(book: Book, sepp: Actor, hasher: Hasher) -> None:
    """Whatever is wrong, it is the same finding, after one question to the hasher: known names, unknown ones, none."""
    names = ("sepp", "vroni", "", " ", "\0", "sepp\0", "ä" * 1000, "Tisch", "'; --", "\u202e")
    for place, name in enumerate(names):
        for password in ("falsch", "", "x" * 10_000, "\0"):
            hasher.asked.clear()
            refused = refusal(name, password, address=f"10.0.1.{place}")
            assert (refused, len(hasher.asked)) == ("[('login.wrong', 'password')]", 1)
            assert len(hasher.asked[0]) <= secret.MAX_PASSWORD + 1


@ON_SQLITE
def test_the_first_unknown_name_takes_as_long(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands for the password of nobody is made for known names too, not only for the first that is unknown."""
    made = []
    monkeypatch.setattr(secret, "_nobodys", lambda: made.append(1) or "x")
    monkeypatch.setattr(secret, "_hasher", Hasher())
    assert secret.fits("a", "kept a")
    assert not secret.fits("a", None)
    assert made == [1, 1]


@ON_SQLITE
def test_the_page_says_the_same(book: Book, sepp: Actor) -> None:
    """Status and body are the same to the letter for a name that exists and one that does not, also when locked."""
    answers = []
    for name in ("sepp", "xyzw"):
        client, said = nobody(book.app), []
        g.pop("csrf_token", None)  # the requests share it with the test, and each browser has its own
        for _ in range(MOST_FROM_ONE + 1):
            answer = client.post("/anmelden", data={"login_name": name, "password": "falsch"})
            text = answer.text.replace(name, "?").replace(Page(answer).value("csrf_token"), "!")
            said.append((answer.status_code, text, sorted(answer.headers.keys())))
        answers.append(said)
    assert answers[0] == answers[1]
    assert [status for status, *_ in answers[0]] == [422] * MOST_FROM_ONE + [429]


@ON_SQLITE
def test_a_taken_login_name_is_refused(book: Book, sepp: Actor) -> None:
    """Two accounts have two names, whatever their spelling; what was typed is refused at its field."""
    with transaction(db.session) as connection:
        link = accounts.invite(connection, sepp, [Role.SCORER])
    with pytest.raises(RefusedError) as caught:
        accounts.join(db.session, link, NewAccount("Sepp", " SEPP", PASSWORD))
    assert codes(caught) == [("login_name.taken", "login_name")]
    resi = who(accounts.join(db.session, link, NewAccount("Sepp", "resi", PASSWORD)))
    with pytest.raises(RefusedError) as caught:
        own.choose_login(db.session, resi, 0, NewLogin("sepp", PASSWORD), address="")
    assert codes(caught) == [("login_name.taken", "login_name")]


# --- Nobody guesses for long ---


def test_too_many_attempts_lock_a_name(book: Book, sepp: Actor, hasher: Hasher) -> None:
    """After so many the right password is refused as well, unlooked at, from there; for names that nobody has too.

    Other names are free, and when the window is over, this one is again.
    """
    now = datetime.now(UTC)
    for name in ("sepp", "nobody"):
        said = [refusal(name, now=now + timedelta(seconds=place)) for place in range(MOST_FROM_ONE + 2)]
        assert said == ["[('login.wrong', 'password')]"] * MOST_FROM_ONE + ["too many"] * 2
    hasher.asked.clear()
    for name in ("sepp", " SEPP ", "nobody"):
        assert refusal(name, PASSWORD, now=now + timedelta(minutes=1)) == "too many"
    assert hasher.asked == []
    assert refusal("vroni", now=now + timedelta(minutes=1)) == "[('login.wrong', 'password')]"
    assert sign_in(address="10.9.9.9", now=now + timedelta(minutes=1))
    assert sign_in(now=now + WINDOW + timedelta(minutes=1))


@pytest.mark.parametrize("name", ["sepp", "nobody"])
def test_guessing_from_everywhere_locks_a_name_too(book: Book, sepp: Actor, hasher: Hasher, name: str) -> None:
    """Whoever has many addresses is stopped as well, later; that names nobody has are locked alike tells nothing."""
    now, places = datetime.now(UTC), MOST_A_THING // MOST_FROM_ONE
    for turn in range(MOST_A_THING):
        assert refusal(name, address=f"192.0.2.{turn % places}", now=now) == "[('login.wrong', 'password')]"
    hasher.asked.clear()
    assert refusal(name, PASSWORD, "10.9.9.9", now=now) == "too many"
    assert hasher.asked == []


@pytest.mark.parametrize("name", ["sepp from 10.0.0.1", "from 10.0.0.1 at account:sepp", "sepp\0", "at account:sepp"])
def test_no_other_name_locks_a_name(book: Book, sepp: Actor, hasher: Hasher, name: str) -> None:
    """Whatever stands in the name that somebody guesses at, it counts for that name alone."""
    for _ in range(MOST_FROM_ONE):
        assert refusal(name, address="192.0.2.1") == "[('login.wrong', 'password')]"
    assert sign_in(address="10.0.0.1")


def test_strangers_keep_nobody_from_his_own_account(book: Book, sepp: Actor) -> None:
    """While a name is locked, and an address as well, its owner stays in and changes his password with the old one."""
    with transaction(db.session) as connection:
        stored.add_attempts(connection, [attempts._key("account:sepp")] * MOST_A_THING, datetime.now(UTC))
        stored.add_attempts(connection, [attempts._key("address:")] * MOST_AN_ADDRESS, datetime.now(UTC))
    assert refusal("sepp", PASSWORD, "10.9.9.9") == "too many"
    assert refusal("vroni", address="") == "too many"
    assert not ended(ADMIN)
    with pytest.raises(RefusedError) as caught:
        own.choose_login(db.session, sepp, login_of(ADMIN), NewLogin("", "falsch", "ein anderes Passwort"), address="")
    assert codes(caught) == [("password.old_wrong", "old_password")]
    own.choose_login(db.session, sepp, login_of(ADMIN), NewLogin("", PASSWORD, "ein anderes Passwort"), address="")
    assert not ended(ADMIN)


def test_a_hall_is_locked_much_later(book: Book, sepp: Actor) -> None:
    """Mistakes of many at one address lock nobody else out until they are very many; other addresses stay free."""
    now = datetime.now(UTC)
    key = attempts._key("address:10.0.0.1")
    with transaction(db.session) as connection:
        stored.add_attempts(connection, [key] * (MOST_AN_ADDRESS - 1), now)
    assert sign_in(now=now)
    assert refusal("vroni", now=now) == "[('login.wrong', 'password')]"
    assert refusal("sepp", PASSWORD, now=now) == "too many"
    assert sign_in(address="10.0.0.2", now=now)


@ON_SQLITE
def test_a_network_has_but_one_address(book: Book, sepp: Actor) -> None:
    """With IPv6 whoever guesses has as many addresses as he likes: they count together, those of neighbours do not."""
    now = datetime.now(UTC)
    with transaction(db.session) as connection:
        stored.add_attempts(connection, [attempts._key("address:2001:db8:1:2::/64")] * MOST_AN_ADDRESS, now)
    with pytest.raises(TooManyError):
        sign_in(address="2001:db8:1:2:3:4:5:6", now=now)
    assert sign_in(address="2001:db8:1:3::1", now=now)
    assert sign_in(address="::ffff:10.0.0.1", now=now)


@ON_SQLITE
def test_what_went_well_does_not_count(book: Book, sepp: Actor) -> None:
    """Whoever logs in often is not taken for one who guesses."""
    for _ in range(MOST_FROM_ONE + 2):
        assert sign_in()


def test_attempts_at_once_are_counted_together(book: Book, sepp: Actor, hasher: Hasher) -> None:
    """Of many attempts at one moment, in sessions of their own, no more are looked at than one after the other."""
    hasher.asked.clear()
    done = book.at_once(*[lambda: sign_in(password="falsch")] * (2 * MOST_FROM_ONE))
    assert sum(isinstance(one, RefusedError) for one in done) == MOST_FROM_ONE
    assert sum(isinstance(one, TooManyError) for one in done) == MOST_FROM_ONE
    assert len(hasher.asked) == MOST_FROM_ONE


def test_two_servers_count_together(book: Book) -> None:
    """What one process refused, another one on the same database knows."""
    database = {"DATABASE_URL": book.app.config["SQLALCHEMY_DATABASE_URI"]}
    second = create_app(configuration(Path(book.app.instance_path), **database))
    one, other = nobody(book.app), Browser(second, secret="")
    for _ in range(MOST_FROM_ONE):
        answer = one.post("/anmelden", data={"login_name": "sepp", "password": "falsch"})
        assert answer.status_code == 422
    answer = other.post("/anmelden", data={"login_name": "sepp", "password": "falsch"})
    close(second)
    assert answer.status_code == 429
    assert "Viertelstunde" in Page(answer).text("summary")


# --- One's own account ---


@ON_SQLITE
def test_a_name_changes(book: Book) -> None:
    """What stands beside what he records from then on."""
    own.rename(db.session, who(ADMIN), "  Da   Wirt ")
    assert who(ADMIN).name == "Da Wirt"


@pytest.mark.parametrize(
    ("name", "code"), [("", "name.missing"), ("x" * 61, "name.too_long"), ("a\nb\u202e", "name.control")]
)
@ON_SQLITE
def test_names_that_cannot_be(book: Book, name: str, code: str) -> None:
    """They are refused at their field."""
    with pytest.raises(RefusedError) as caught:
        own.rename(db.session, who(ADMIN), name)
    assert codes(caught) == [(code, "name")]


def test_a_password_changes(book: Book, sepp: Actor) -> None:
    """With the old one: others are logged out, this browser stays, and what was left empty stays as it was."""
    other = sign_in()
    own.choose_login(db.session, sepp, login_of(ADMIN), NewLogin("", PASSWORD, "ein anderes Passwort"), address="")
    assert (ended(other), ended(ADMIN)) == (True, False)
    assert refusal("sepp", PASSWORD) == "[('login.wrong', 'password')]"
    assert sign_in("sepp", "ein anderes Passwort")
    wanted = NewLogin("Josef", "ein anderes Passwort")
    own.choose_login(db.session, sepp, login_of(ADMIN), wanted, address="")
    assert sign_in("josef", "ein anderes Passwort")
    assert refusal("sepp", "ein anderes Passwort") == "[('login.wrong', 'password')]"


@pytest.mark.parametrize(
    ("wanted", "left"),
    [
        (NewLogin("", PASSWORD, "ein anderes Passwort"), 0),
        (NewLogin("", PASSWORD, "ein anderes Passwort", keep_keys=True), 2),
        (NewLogin("josef", PASSWORD), 2),
    ],
)
def test_a_new_password_ends_keys_for_programs(book: Book, sepp: Actor, wanted: NewLogin, left: int) -> None:
    """In all clubs, and it is told how many; unless they are to be kept, or the password stays."""
    there = club_service.add_club(db.session, "Nachbarn")
    with transaction(db.session) as connection:
        account_store.add_roles(connection, there, sepp.account_id or 0, ["player"])
    keys = [tokens.make_token(db.session, replace(sepp, club_id=club), "Bot") for club in (sepp.club_id, there)]
    done = own.choose_login(db.session, sepp, login_of(ADMIN), wanted, address="")
    assert done == Ended(logins=0, keys=2 - left)
    assert sum(tokens.find_token(db.session, key) is not None for key in keys) == left
    assert own.own_account(db.session, sepp).keys == left


@pytest.mark.parametrize(
    ("wanted", "code", "field"),
    [
        (NewLogin("", "", "ein anderes Passwort"), "password.old_missing", "old_password"),
        (NewLogin("", "falsch", "ein anderes Passwort"), "password.old_wrong", "old_password"),
        (NewLogin("", PASSWORD, "kurz"), "password.length", "password"),
        (NewLogin("", PASSWORD, "x" * 201), "password.length", "password"),
        (NewLogin("x" * 61, PASSWORD, ""), "login_name.too_long", "login_name"),
        (NewLogin("a\0b", PASSWORD, ""), "login_name.control", "login_name"),
    ],
)
@ON_SQLITE
def test_changes_that_are_refused(book: Book, sepp: Actor, wanted: NewLogin, code: str, field: str) -> None:
    """Each at its field; the old password goes on."""
    with pytest.raises(RefusedError) as caught:
        own.choose_login(db.session, sepp, login_of(ADMIN), wanted, address="")
    assert codes(caught) == [(code, field)]
    assert sign_in()


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (NewLogin(), [("login_name.missing", "login_name"), ("password.missing", "password")]),
        (NewLogin("sepp"), [("password.missing", "password")]),
        (NewLogin("", "", PASSWORD), [("login_name.missing", "login_name")]),
        (NewLogin("sepp", "", "kurz"), [("password.length", "password")]),
    ],
)
@ON_SQLITE
def test_the_first_login_needs_both(book: Book, wanted: NewLogin, found: list[tuple[str, str]]) -> None:
    """Who has neither login name nor password chooses both."""
    with pytest.raises(RefusedError) as caught:
        own.choose_login(db.session, who(ADMIN), login_of(ADMIN), wanted, address="")
    assert codes(caught) == found


@ON_SQLITE
def test_guessing_the_old_password_is_counted(book: Book, sepp: Actor, hasher: Hasher) -> None:
    """In a browser that somebody left open nobody tries for long, and the login elsewhere is not locked by that."""
    for _ in range(MOST_FROM_ONE):
        with pytest.raises(RefusedError):
            own.choose_login(db.session, sepp, 1, NewLogin("", "falsch", "ein anderes Passwort"), address="")
    with pytest.raises(TooManyError):
        own.choose_login(db.session, sepp, 1, NewLogin("", PASSWORD, "ein anderes Passwort"), address="")
    assert sign_in()


@ON_SQLITE
def test_browsers_are_logged_out(book: Book, sepp: Actor) -> None:
    """One by one, or all but this one; over for those that are."""
    first, second, third = (sign_in(device=f"Browser {number}") for number in range(3))
    shown = own.own_account(db.session, who(ADMIN)).logins
    assert [one.device for one in shown] == ["Browser 2", "Browser 1", "Browser 0", "Test"]
    own.end_login(db.session, sepp, login_of(first))
    assert [ended(one) for one in (first, second, third, ADMIN)] == [True, False, False, False]
    own.end_other_logins(db.session, sepp, login_of(third))
    assert [ended(one) for one in (first, second, third, ADMIN)] == [True, True, False, True]


@ON_SQLITE
def test_a_link_has_no_account(book: Book) -> None:
    """A tablet that came by a link neither sees an account nor changes one."""
    tablet = Actor("Tisch 1", FIRST_CLUB, frozenset({Role.TABLE}), link_id=1, evening_id=1)
    for forbidden in (
        lambda: own.own_account(db.session, tablet),
        lambda: own.rename(db.session, tablet, "x"),
        lambda: own.choose_login(db.session, tablet, 1, NewLogin("x", "", PASSWORD), address=""),
        lambda: own.end_login(db.session, tablet, 1),
        lambda: own.end_other_logins(db.session, tablet, 1),
        lambda: own.look_at_club(db.session, tablet, 1, FIRST_CLUB),
    ):
        with pytest.raises(ForbiddenError):
            forbidden()


@ON_SQLITE
def test_who_belongs_to_no_club_logs_in_all_the_same(book: Book, sepp: Actor) -> None:
    """He is told so on the pages; only where the club is given up there is nothing to look at."""
    with transaction(db.session) as connection:
        members.set_roles(connection, FIRST_CLUB, sepp.account_id or 0, ())
    assert who(sign_in()).roles == frozenset()
    with transaction(db.session) as connection:
        connection.execute(update(clubs).values(closed_at=datetime.now(UTC)))
    assert refusal("sepp", PASSWORD) == "[('login.wrong', 'password')]"
    assert actor_of(ADMIN) is None
