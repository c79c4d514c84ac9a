"""Keys for programs: shown once, kept as hashes, as strong as their account is at the time."""

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import delete, select

from scorebook.errors import ForbiddenError, NotFoundError
from scorebook.services import RefusedError, tokens
from scorebook.services.access import LOCAL_NAME, Actor, Role
from scorebook.services.secret import digest
from scorebook.services.transactions import transaction
from scorebook.store import account_tables as tables
from scorebook.store.db import db, reading
from scorebook.store.tables import FIRST_CLUB, log
from tests.actions import Page
from tests.api import Program, token_for
from tests.book import Book, codes
from tests.doors import browser, nobody
from tests.people import actor_of_token
from tests.test_web_safety import contents

TISCH = Actor(LOCAL_NAME, FIRST_CLUB, account_id=1)
"""The first admin, whose login the tests begin with."""


def test_a_key_is_its_account_for_a_year(book: Book) -> None:
    """A key is found by its secret and acts under its account's name, until a year later."""
    now = datetime.now(UTC)
    secret = tokens.make_token(db.session, TISCH, "  Tafel  im Keller ", now=now)
    assert secret.startswith("sb_")
    assert len(secret) > 40
    actor = actor_of_token(secret)
    assert actor is not None
    assert (actor.name, actor.account_id, actor.club_id, actor.roles) == ("Tisch", 1, FIRST_CLUB, {Role.ADMIN})
    (row,) = tokens.own_tokens(db.session, TISCH)
    assert (row.name, row.used_at, row.expires_at - row.created_at) == ("Tafel im Keller", None, timedelta(days=365))
    assert actor_of_token(secret, now=now + timedelta(days=364)) is not None
    assert actor_of_token(secret, now=now + timedelta(days=365)) is None


def test_only_a_hash_is_kept(app: Flask) -> None:
    """No table holds the secret, the log neither; who reads the database can use no key."""
    with app.app_context():
        secret = tokens.make_token(db.session, TISCH, "x")
        kept = repr(contents(app))
        assert secret not in kept
        assert secret.removeprefix("sb_") not in kept
        assert digest(secret) in kept


def test_a_revoked_key_opens_nothing(book: Book) -> None:
    """A key that was taken back opens nothing; taking it back twice changes and logs nothing."""
    secret = tokens.make_token(db.session, TISCH, "x")
    (row,) = tokens.own_tokens(db.session, TISCH)
    tokens.revoke_token(db.session, TISCH, row.id)
    assert actor_of_token(secret) is None
    (first,) = tokens.own_tokens(db.session, TISCH)
    tokens.revoke_token(db.session, TISCH, row.id)
    assert tokens.own_tokens(db.session, TISCH) == (first,)
    said = reading(db.session).execute(select(log.c.action, log.c.subject, log.c.who).order_by(log.c.number)).all()
    assert [tuple(row) for row in said][-2:] == [
        ("token.made", f"token:{row.id}", "account:1"),
        ("token.revoked", f"token:{row.id}", "account:1"),
    ]


@pytest.mark.parametrize(
    ("name", "code"), [("", "name.missing"), ("x" * 61, "name.too_long"), ("a\u202eb", "name.control")]
)
def test_a_key_needs_a_name(app: Flask, name: str, code: str) -> None:
    """A key without a name, or with one that cannot be read, is not made."""
    with app.app_context():
        with pytest.raises(RefusedError) as error:
            tokens.make_token(db.session, TISCH, name)
        assert codes(error) == [(code, "name")]
        assert tokens.own_tokens(db.session, TISCH) == ()


def test_others_keys_are_not_there(app: Flask) -> None:
    """Nobody sees or takes back another's key, an admin neither; nor one that cannot be a number of the database."""
    with app.app_context():
        tokens.make_token(db.session, TISCH, "x")
        other = Actor("Resi", FIRST_CLUB, frozenset({Role.ADMIN}), account_id=2)
        assert tokens.own_tokens(db.session, other) == ()
        for token_id in (1, 99, -1, 10**30):
            with pytest.raises(NotFoundError):
                tokens.revoke_token(db.session, other, token_id)
        elsewhere = Actor(LOCAL_NAME, 2, account_id=1)
        assert tokens.own_tokens(db.session, elsewhere) == ()
        assert tokens.own_tokens(db.session, TISCH)[0].revoked_at is None


@pytest.mark.parametrize(
    "actor",
    [
        Actor("Tisch 1", FIRST_CLUB, frozenset({Role.TABLE}), link_id=1, evening_id=1),
        Actor("Gast", FIRST_CLUB, frozenset(), account_id=1),
        Actor("Maschine", FIRST_CLUB),
    ],
)
def test_only_a_member_has_keys(app: Flask, actor: Actor) -> None:
    """A link, an account without a role and the machine's owner have no keys, and make none."""
    with app.app_context():
        for ask in (
            lambda: tokens.own_tokens(db.session, actor),
            lambda: tokens.make_token(db.session, actor, "x"),
            lambda: tokens.revoke_token(db.session, actor, 1),
        ):
            with pytest.raises(ForbiddenError):
                ask()


def test_a_key_may_what_its_account_may_now(app: Flask) -> None:
    """Roles are those of the moment: who is no longer a scorer records nothing with his old key."""
    program, admin = Program(app, None, "scorer"), Program(app)
    sheet = admin.sheet()
    assert program.record(sheet).status_code == 201
    with app.app_context():
        account = actor_of_token(program.token)
        assert account is not None
        mine = tables.memberships.c.account_id == account.account_id
        with transaction(db.session) as connection:
            connection.execute(delete(tables.memberships).where(mine))
    assert program.record(sheet).status_code == 403
    assert program.call("GET", f"/sheets/{sheet}").status_code == 403


def test_use_is_noted_now_and_then(app: Flask) -> None:
    """Only writing is noted, and not more often than every hour."""
    program = Program(app)
    sheet = program.sheet()

    def used() -> datetime | None:
        with app.app_context():
            return reading(db.session).execute(select(tables.tokens.c.used_at)).scalar_one()

    first = used()
    assert first is not None
    program.recorded(sheet)
    assert used() == first
    with app.app_context():
        found = tokens.find_token(db.session, program.token)
        assert found is not None
        tokens.touch(db.session, found, now=first + timedelta(minutes=59))
        tokens.touch(db.session, found, now=first + timedelta(minutes=60))
    assert used() == first + timedelta(minutes=60)


def test_reading_notes_nothing(app: Flask) -> None:
    """Looking through the API changes no row."""
    program = Program(app)
    before = contents(app)
    for path in ("/evenings", "/rule_sets", "/evenings/1", "/openapi.json", "/nowhere"):
        program.call("GET", path)
    assert contents(app) == before


# --- The page ---


def test_the_page_shows_a_key_once(app: Flask, client: FlaskClient) -> None:
    """A key is made, shown on that one page, which nobody keeps, used, and taken back."""
    made = client.post("/konto/tokens", data={"name": "Tafel <b>"})
    assert made.status_code == 201
    assert made.headers["Cache-Control"] == "no-store"
    secret = Page(made).text("secret")
    assert Program(app, secret).call("GET", "/evenings").status_code == 200
    page = client.get("/konto/tokens")
    assert "Tafel &lt;b&gt;" in page.text
    assert secret not in page.text
    assert "hat noch nichts geschrieben" in Page(page).text()
    back = client.post("/konto/tokens/1/zuruecknehmen")
    assert (back.status_code, back.location) == (303, "/konto/tokens")
    assert "zurückgenommen am" in Page(client.get("/konto/tokens")).text()
    assert Program(app, secret).call("GET", "/evenings").status_code == 401


def test_the_page_keeps_what_was_typed(client: FlaskClient) -> None:
    """A name that is too long comes back with its error at the field."""
    answer = client.post("/konto/tokens", data={"name": "x" * 61})
    page = Page(answer)
    assert answer.status_code == 422
    assert "61 Zeichen" in page.errors("name")
    assert page.value("name") == "x" * 61


def test_the_page_asks_for_a_login(app: Flask) -> None:
    """Nobody sees keys without a login, and who is nothing in the club has none."""
    assert nobody(app).get("/konto/tokens").status_code == 303
    assert nobody(app).post("/konto/tokens", data={"name": "x"}).status_code == 401
    assert browser(app, "viewer").get("/konto/tokens").status_code == 200
    assert browser(app).get("/konto/tokens").status_code == 403


def test_keys_of_others_are_404_on_the_page(app: Flask, client: FlaskClient) -> None:
    """The number of another's key is no way to take it back."""
    token = token_for(app, "viewer")
    assert client.post("/konto/tokens/1/zuruecknehmen").status_code == 404
    assert Program(app, token).call("GET", "/evenings").status_code == 200
