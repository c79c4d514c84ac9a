"""Who asks: the login that the cookie names, found by Flask-Login, and the actor that it makes.

Every address is for those who are logged in, but for those that `public` marks.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask, current_app, redirect, request, url_for
from flask import session as cookie
from flask_login import LoginManager, UserMixin, current_user, login_user
from flask_login import logout_user as forget
from werkzeug.wrappers import Response as BaseResponse

from scorebook.errors import ScorebookError
from scorebook.services import access, logins
from scorebook.services.access import Action, Actor, Resource
from scorebook.store.accounts import Pass
from scorebook.store.db import db

View = TypeVar("View", bound=Callable[..., Any])

SAFE = ("GET", "HEAD", "OPTIONS")

manager = LoginManager()
_public: set[str] = set()


class SignInError(ScorebookError):
    """Nobody is logged in here, and this needs somebody."""

    def __init__(self) -> None:
        super().__init__("Bitte melde dich erst an.")


class Visitor(UserMixin):
    """A browser that is logged in."""

    def __init__(self, secret: str, found: Pass) -> None:
        self.secret, self.found = secret, found
        self.actor = logins.as_actor(found)

    def get_id(self) -> str:
        """Give what the cookie keeps: the secret of this login, not the account's id."""
        return self.secret


def init_app(app: Flask) -> None:
    """Ask for a login at every address that is not public, and let templates ask who it is and what he may."""
    manager.session_protection = None  # a tablet changes its network, a browser its version
    manager.init_app(app)
    app.config["SESSION_REFRESH_EACH_REQUEST"] = False
    app.config["PERMANENT_SESSION_LIFETIME"] = logins.LASTS
    app.before_request(ask)
    app.jinja_env.globals.update(visitor=visitor, may=may)


@manager.user_loader  # type: ignore[untyped-decorator]
def _load(secret: str) -> Visitor | None:
    found = logins.find_login(db.session, secret)
    return None if found is None else Visitor(secret, found)


def public(view: View) -> View:
    """Mark a view that everybody may see."""
    _public.add(f"{view.__module__}.{view.__name__}")
    return view


def is_public(endpoint: str | None) -> bool:
    """Tell whether everybody may see what answers at an endpoint; what nobody answers is nobody's secret."""
    view = current_app.view_functions.get(endpoint or "")
    return view is None or endpoint == "static" or f"{view.__module__}.{view.__name__}" in _public


def ask() -> BaseResponse | None:
    """Let nobody in who is not logged in; note when a login was last used to write."""
    if request.endpoint == "static":
        return None
    who = visitor()
    if who is None:
        return None if is_public(request.endpoint) else refuse()
    if request.method not in SAFE:
        logins.touch(db.session, who.found)
    return None


def refuse() -> BaseResponse:
    """Send whoever looks at a page to log in, and back; a form that was sent needs a login first."""
    if request.method not in SAFE:
        raise SignInError
    back = request.full_path.removesuffix("?")
    return redirect(url_for("signing_in.form", weiter=request.script_root + back), 303)


def visitor() -> Visitor | None:
    """Give who is logged in here; None for nobody."""
    return current_user._get_current_object() if current_user.is_authenticated else None


def actor() -> Actor:
    """Give who acts. Raises `SignInError` where nobody is logged in."""
    who = visitor()
    if who is None:
        raise SignInError
    return who.actor


def may(action: str, evening_id: int | None = None, sheet_id: int | None = None) -> bool:
    """Tell whether who asks may do that in his club, or in an evening or at a table of it: for what pages offer."""
    who = visitor()
    if who is None:
        return False
    return access.can(who.actor, Action(action), Resource(who.actor.club_id, evening_id, sheet_id)).allowed


def only(action: Action, evening_id: int | None = None, sheet_id: int | None = None) -> None:
    """Raise `ForbiddenError` unless who asks may do that: for pages that would ask for it."""
    who = actor()
    access.require(who, action, Resource(who.club_id, evening_id, sheet_id))


def enter(secret: str) -> None:
    """Let this browser in; what its cookie knew before is gone."""
    found = logins.find_login(db.session, secret)
    if found is None:
        raise SignInError
    cookie.clear()
    cookie.permanent = True
    login_user(Visitor(secret, found))


def leave() -> None:
    """Log this browser out."""
    who = visitor()
    if who is not None:
        logins.end_login(db.session, who.secret)
    forget()
    cookie.clear()


def device() -> str:
    """Give what the browser calls itself, short: for the list of logins."""
    agent = request.user_agent.string
    browser = next((name for name in ("Firefox", "Edg", "OPR", "Chrome", "Safari") if name in agent), "")
    system = next((name for name in ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux") if name in agent), "")
    known = {"Edg": "Edge", "OPR": "Opera"}
    return ", ".join(filter(None, (known.get(browser, browser), system))) or "?"
