"""People of a club, for tests: who they are now, and the links that let them in."""

from datetime import datetime

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorebook.errors import GoneError
from scorebook.services import accounts, logins, tokens
from scorebook.services.access import Actor, Role
from scorebook.store import accounts as stored
from scorebook.store.db import db, reading
from scorebook.store.tables import FIRST_CLUB
from tests.actions import Page
from tests.book import Book
from tests.doors import ADMIN, Browser, let_in

PASSWORD = "ein langes Passwort"


def somebody(book: Book, *roles: Role, club_id: int = FIRST_CLUB, name: str = "Resi") -> Actor:
    """Give somebody with these roles, who is logged in."""
    return who(let_in(book.app, *roles, club_id=club_id, name=name))


def actor_of(secret: str, *, now: datetime | None = None) -> Actor | None:
    """Give who a browser with this secret is; None where it is not, or no longer, logged in."""
    found = logins.find_login(db.session, secret, now=now)
    return None if found is None else logins.as_actor(found)


def actor_of_token(secret: str, *, now: datetime | None = None) -> Actor | None:
    """Give who a program with this key is; None where it opens nothing, or no longer."""
    found = tokens.find_token(db.session, secret, now=now)
    return None if found is None else logins.as_actor(found)


def who(secret: str) -> Actor:
    """Give who is logged in with a secret, as he is now."""
    db.session.rollback()
    found = actor_of(secret)
    assert found is not None
    assert found.account_id is not None
    return found


def admin() -> Actor:
    """Give the first admin, account 1."""
    return who(ADMIN)


def roles_of(account_id: int | None, club_id: int = FIRST_CLUB) -> set[str]:
    """Give the roles that an account has now."""
    db.session.rollback()
    return set(stored.roles_in(reading(db.session), club_id, account_id or 0))


def login_of(secret: str) -> int:
    """Give the id of a login."""
    found = logins.find_login(db.session, secret)
    assert found is not None
    return found.id


def ended(secret: str) -> bool:
    """Tell whether a browser is logged out."""
    db.session.rollback()
    return actor_of(secret) is None


def gone(secret: str) -> bool:
    """Tell whether an invitation opens nothing any more."""
    try:
        accounts.find_invitation(db.session, secret)
    except GoneError:
        return True
    return False


def link_of(answer: TestResponse) -> str:
    """Give the path of the link that a page shows."""
    assert answer.status_code == 200, answer.text
    shown = Page(answer).text("link")
    assert shown.startswith("/einladung/")
    return shown


def invited(client: FlaskClient, *roles: str) -> str:
    """Invite somebody, and give the path of his link."""
    return link_of(client.post("/verein/einladungen", data={"roles": list(roles)}))


def member(app: Flask, *roles: Role, name: str = "Resi") -> tuple[Browser, int]:
    """Give the browser and the number of somebody with these roles."""
    secret = let_in(app, *roles, name=name)
    with app.app_context():
        found = actor_of(secret)
    assert found is not None
    assert found.account_id is not None
    return Browser(app, secret=secret), found.account_id
