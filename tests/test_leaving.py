"""One's own account: what is kept of it, to take away, and its end; the last admin of a club stays."""

from datetime import timedelta

import pytest
from flask import Flask

from scorebook.errors import GoneError
from scorebook.services import RefusedError, accounts, evenings, leaving, links, members, privacy
from scorebook.services.access import Actor, Role
from scorebook.services.attempts import MOST_FROM_ONE, TooManyError
from scorebook.services.links import NewLink
from scorebook.services.privacy import Farewell
from scorebook.services.transactions import transaction
from scorebook.services.verifying_log import verify_log
from scorebook.store.accounts import add_account
from scorebook.store.db import db, reading
from scorebook.store.log import Wanted, newest_rows
from tests.actions import Page
from tests.book import SAUSPIEL, Book, codes
from tests.doors import browser, nobody
from tests.people import actor_of
from tests.test_privacy import NOW, PASSWORD, everything, member


def test_an_own_account_goes(book: Book) -> None:
    """Who gives up his account is gone from all clubs; what he wrote stays, and says whose number wrote it."""
    account = member(book, "scorer")
    own = Actor("Resi", 1, frozenset({Role.SCORER}), account_id=account)
    started = evenings.start_evening(db.session, own, evenings.NewEvening(("A", "B", "C", "D")))
    book.actor = own
    book.record(started.sheet_id, SAUSPIEL)
    data = leaving.own_data(db.session, own)
    assert (data["login_name"], len(data["logins"])) == ("resi", 1)
    for typed, password, field in (("Rosi", PASSWORD, "name"), ("Resi", "falsches Passwort", "password")):
        with pytest.raises(RefusedError) as refused:
            leaving.leave(db.session, own, typed, password, address="")
        assert [one.field for one in refused.value.findings] == [field]
    leaving.leave(db.session, own, "Resi", PASSWORD, address="")
    assert book.sheet(started.sheet_id).games[0].by == f"Ehemals {account}"
    assert "resi" not in everything().lower()
    row = newest_rows(reading(db.session), 1, 1, Wanted())[0]
    assert (row.action, row.who) == ("account.left", f"account:{account}")
    verify_log(db.session)


@pytest.mark.parametrize("by_himself", [True, False])
def test_an_admin_who_goes_leaves_no_way_in_behind(book: Book, by_himself: bool) -> None:
    """Neither by giving up his account nor with his name does he keep an invitation or a link that he made."""
    begun = book.start(now=NOW - timedelta(days=9))
    account = member(book, "admin")
    resi = Actor("Resi", 1, account_id=account)
    back = members.invite_member(db.session, resi, ["admin"])
    made = links.make_link(db.session, resi, begun.evening_id, NewLink("table", "Tisch"))
    if by_himself:
        leaving.leave(db.session, resi, "Resi", PASSWORD, address="")
    else:
        privacy.anonymise(db.session, book.actor, 1, Farewell("Sepp", account))
    db.session.rollback()
    for gone in (
        lambda: accounts.find_invitation(db.session, back),
        lambda: links.find_link(db.session, made.secret),
    ):
        with pytest.raises(GoneError):
            gone()
    assert "resi" not in everything().lower()


def test_a_club_that_he_left_before_forgets_him_too(book: Book) -> None:
    """His name goes from what he wrote where he belongs no more; a tablet that is called so keeps its own."""
    other = book.stranger()
    account = member(book, "scorer")
    there = Actor("Resi", other.club_id, frozenset({Role.ADMIN}), account_id=account)
    started = evenings.start_evening(db.session, there, evenings.NewEvening(("A", "B", "C", "D")))
    sheet, book.actor = started.sheet_id, there
    game = book.record(sheet, SAUSPIEL).game
    own = Actor("Resi", 1, frozenset({Role.SCORER}), account_id=account)
    leaving.leave(db.session, own, "Resi", PASSWORD, address="")
    assert evenings.find_game(db.session, there, game.uuid).recorded.by == f"Ehemals {account}"


def test_nobody_takes_the_name_of_a_tablet_with_him(book: Book) -> None:
    """Whoever calls himself like a tablet and goes leaves to the tablet what it wrote."""
    begun = book.start()
    made = links.make_link(db.session, book.actor, begun.evening_id, NewLink("table", "Tisch 1"))
    tablet = actor_of(links.redeem(db.session, made.secret))
    assert tablet is not None
    book.actor = tablet
    game = book.record(begun.sheet_id, SAUSPIEL).game
    account = member_called(book, "Tisch 1")
    own = Actor("Tisch 1", 1, frozenset({Role.PLAYER}), account_id=account)
    leaving.leave(db.session, own, "Tisch 1", PASSWORD, address="")
    assert evenings.find_game(db.session, tablet, game.uuid).recorded.by == "Tisch 1"


def member_called(book: Book, name: str) -> int:
    """Let a player of that name join the first club."""
    book.actor = Actor("Tisch", 1, account_id=1)
    return member(book, "player", name=name)


def test_the_last_admin_stays(book: Book) -> None:
    """Who is the last admin of a club cannot go, and is told of which; with another one he can."""
    own = Actor("Tisch", 1, account_id=1)
    with pytest.raises(RefusedError) as refused:
        leaving.leave(db.session, own, "Tisch", "", address="")
    assert refused.value.findings[0].params == {"club": "Stammtisch"}
    member(book, "admin")
    leaving.leave(db.session, own, "Tisch", "", address="")


def test_two_admins_who_go_at_once_leave_one(book: Book) -> None:
    """Of the last two admins who go at the same moment, one stays."""
    other = member(book, "admin")
    actors = [(Actor("Tisch", 1, account_id=1), ""), (Actor("Resi", 1, account_id=other), PASSWORD)]
    done = book.at_once(
        *(lambda who=who, word=word: leaving.leave(db.session, who, who.name, word, address="") for who, word in actors)
    )
    assert sorted(type(one).__name__ for one in done) == ["NoneType", "RefusedError"]


def test_passwords_are_not_guessed_here(book: Book) -> None:
    """After ten wrong passwords nothing is looked at any more, the right one neither."""
    account = member(book, "player")
    own = Actor("Resi", 1, frozenset({Role.PLAYER}), account_id=account)
    for _ in range(10):
        with pytest.raises(RefusedError):
            leaving.leave(db.session, own, "Resi", "falsches Passwort", address="")
    with pytest.raises(TooManyError):
        leaving.leave(db.session, own, "Resi", PASSWORD, address="")


def test_a_missing_password_is_no_attempt(book: Book) -> None:
    """Whoever forgot to type it is told so at its field, as often as he likes."""
    own = Actor("Resi", 1, frozenset({Role.PLAYER}), account_id=member(book, "player"))
    for _ in range(MOST_FROM_ONE + 2):
        with pytest.raises(RefusedError) as caught:
            leaving.leave(db.session, own, "Resi", "", address="")
        assert codes(caught) == [("password.missing", "password")]


def test_own_data_and_the_end(app: Flask) -> None:
    """Everybody takes his own data, and gives up his account; then he is logged out. The last admin is told why not."""
    own = browser(app, "viewer", name="Resi")
    assert own.get("/konto/daten.json").json["name"] == "Resi"
    refused = Page(own.post("/konto/daten", data={"name": "resi", "password": "geheim"}))
    assert (refused.status, refused.value("name"), "geheim" in refused.text()) == (422, "resi", False)
    done = own.post("/konto/daten", data={"name": "Resi"})
    assert done.location == "/anmelden"
    assert Page(own.get(done.location)).text("message") == "Dein Zugang ist gelöscht."
    assert own.get("/konto/daten").status_code == 303
    admin = Page(app.test_client().post("/konto/daten", data={"name": "Tisch"}))
    assert admin.status == 422
    assert "Du bist der letzte Admin von Stammtisch" in admin.text("summary")
    assert nobody(app).get("/konto/daten").status_code == 303


def test_an_account_without_a_club_is_still_its_own(book: Book) -> None:
    """Whose last role was taken away can still give up his account."""
    with transaction(db.session) as connection:
        account = add_account(connection, "Allein", NOW)
    own = Actor("Allein", 1, frozenset(), account_id=account)
    leaving.leave(db.session, own, "Allein", "", address="")
    assert "Allein" not in everything()
