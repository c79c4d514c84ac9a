"""How tests come in: logins that are there from the start, and the cookie of a browser that has one."""

from datetime import UTC, datetime, timedelta
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from scorebook.services.access import Actor, Role, local_actor
from scorebook.services.accounts import invite
from scorebook.services.links import MadeLink, NewLink, make_link, redeem
from scorebook.services.logins import LASTS, begin_login
from scorebook.services.secret import digest
from scorebook.services.standings_sharing import handle, share
from scorebook.services.tournament import sharing
from scorebook.services.transactions import transaction
from scorebook.store import accounts
from scorebook.store.db import db, reading
from scorebook.store.season_reading import find_season
from scorebook.store.tables import FIRST_CLUB
from scorebook.store.tournaments import find_tournament

ADMIN = "the secret of the first admin's browser, in tests only"
"""The login that every fresh database of the tests has: account 1, called Tisch, who may do everything."""


class Browser(FlaskClient):
    """A client whose browser is logged in, as the first admin unless `secret` says otherwise; "" is nobody."""

    def __init__(self, *args: Any, secret: str = ADMIN, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if secret:
            self.set_cookie("session", cookie(self.application, secret))


def cookie(app: Flask, secret: str) -> str:
    """Give the signed cookie of a browser that is logged in."""
    signer: Any = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
    return str(signer.dumps({"_user_id": secret, "_fresh": True, "_permanent": True}))


def first_admin() -> None:
    """Add the login that tests begin with. Needs an app context."""
    now = datetime.now(UTC)
    with transaction(db.session) as connection:
        account = accounts.add_account(connection, "Tisch", now)
        accounts.add_roles(connection, FIRST_CLUB, account, ["admin"])
        row = {"club_id": FIRST_CLUB, "secret": digest(ADMIN), "account_id": account, "link_id": None, "device": "Test"}
        accounts.add_login(connection, row | {"created_at": now, "used_at": now, "expires_at": now + LASTS})


def let_in(app: Flask, *roles: Role | str, club_id: int = FIRST_CLUB, name: str = "Resi", **login: Any) -> str:
    """Make an account with these roles in a club, and give the secret of its browser."""
    now = login.get("at", datetime.now(UTC))
    with app.app_context(), transaction(db.session) as connection:
        account = accounts.add_account(connection, name, now)
        accounts.add_roles(connection, club_id, account, map(str, roles))
        actor = Actor(name, club_id, frozenset(map(Role, roles)), account_id=account)
        return begin_login(connection, actor, "Test", login.get("until", now + timedelta(days=1)), now)


def invited(*roles: Role) -> str:
    """Give the secret of an invitation that is open. Needs an app context."""
    with transaction(db.session) as connection:
        return invite(connection, local_actor(db.session), roles or [Role.SCORER])


def values_for(rule: Rule, app: Flask, known: dict[str, Any]) -> dict[str, Any]:
    """Give what an address needs: what is known, a secret that opens it, and 1 for all other numbers.

    After a Sauspiel of Sepp's, Vroni pays him: person 2 pays person 1.
    """
    values = {name: known.get(name, 2 if name in ("payer", "other_id") else 1) for name in rule.arguments}
    if "handle" in values:
        values["handle"] = shared_hall(app) if rule.rule.startswith("/t/") else shared(app)
    if "secret" in values:
        with app.app_context():
            values["secret"] = link(app, Role.TABLE).secret if rule.endpoint.startswith("coming_in.") else invited()
    return values


def shared(app: Flask) -> str:
    """Give what stands in the address of the first season's public page; where there is no season, what opens none."""
    with app.app_context():
        season = find_season(reading(db.session), FIRST_CLUB, 1)
        if season is not None and season.share is None:
            share(db.session, Actor("Tisch", FIRST_CLUB), 1)
            season = find_season(reading(db.session), FIRST_CLUB, 1)
        return (season and handle(app.config["SECRET_KEY"], season)) or "1-none"


def shared_hall(app: Flask) -> str:
    """Give what stands in the address of the first tournament's public pages; without one, what opens none."""
    with app.app_context():
        there = find_tournament(reading(db.session), FIRST_CLUB, 1)
        if there is None:
            return "1-none"
        sharing.share(db.session, Actor("Tisch", FIRST_CLUB), 1)
        there = find_tournament(reading(db.session), FIRST_CLUB, 1)
        return (there and sharing.handle(app.config["SECRET_KEY"], there)) or "1-none"


def browser(app: Flask, *roles: Role | str, **account: Any) -> Browser:
    """Give a client whose browser is that of somebody with these roles."""
    return Browser(app, secret=let_in(app, *roles, **account))


def link(app: Flask, kind: Role, evening_id: int = 1, sheet_id: int | None = None, **new: Any) -> MadeLink:
    """Make a link to an evening, or to a table of it; keywords are those of `NewLink`, and `now`."""
    now = new.pop("now", datetime.now(UTC))
    with app.app_context():
        actor = Actor("Tisch", FIRST_CLUB)
        return make_link(db.session, actor, evening_id, NewLink(kind, kind.title(), sheet_id=sheet_id, **new), now=now)


def linked(app: Flask, kind: Role, evening_id: int = 1, sheet_id: int | None = None) -> Browser:
    """Give a client whose browser came in by a link."""
    return opened(app, link(app, kind, evening_id, sheet_id))


def opened(app: Flask, made: MadeLink) -> Browser:
    """Give a client whose browser opened a link just now."""
    with app.app_context():
        return Browser(app, secret=redeem(db.session, made.secret, "Test"))


def nobody(app: Flask) -> Browser:
    """Give a client whose browser is not logged in."""
    return Browser(app, secret="")
