"""Who asks: the login that the cookie names, found by Flask-Login, and the actor that it makes.

Each view says what it needs: `needs` a right, `with_account` an account, `signed_in` one or a link, `public` nobody.
Whoever lacks that gets no further; which evening or table it is about, the services ask. The API asks for a key.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask, Response, current_app, g, redirect, request, url_for
from flask import session as cookie
from flask_login import LoginManager, UserMixin, current_user, login_user
from flask_login import logout_user as forget
from werkzeug.wrappers import Response as BaseResponse

from scorebook.errors import ForbiddenError, ScorebookError
from scorebook.services import access, logins
from scorebook.services.access import LINK_CANNOT, Action, Actor, Resource
from scorebook.store.accounts import Pass
from scorebook.store.db import db
from scorebook.web.security import SAFE, is_for_all_alike

View = TypeVar("View", bound=Callable[..., Any])

API = "api"
"""The blueprint of the API."""

manager = LoginManager()
_needs: dict[str, Action | None] = {}
"""What a view needs, by its name; None for the login alone. What stands not here is public, or not there at all."""
_accounts: set[str] = set()
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
    manager.init_app(app, add_context_processor=False)  # who asks, it asked for the page of a broken database too
    app.config["SESSION_REFRESH_EACH_REQUEST"] = False
    app.config["PERMANENT_SESSION_LIFETIME"] = logins.LASTS
    app.before_request(ask)
    app.after_request(say_whose)
    app.jinja_env.globals.update(visitor=visitor, may=may, whose=whose)


@manager.user_loader  # type: ignore[untyped-decorator]
def _load(secret: str) -> Visitor | None:
    found = logins.find_login(db.session, secret, to_write=request.method not in SAFE)
    return None if found is None else Visitor(secret, found)


def public(view: View) -> View:
    """Mark a view that everybody may see."""
    _public.add(_name(view))
    return view


def needs(action: Action) -> Callable[[View], View]:
    """Mark a view for those who may do that somewhere in their club."""

    def mark(view: View) -> View:
        _needs[_name(view)] = action
        return view

    return mark


def signed_in(view: View) -> View:
    """Mark a view for everybody who is logged in."""
    _needs[_name(view)] = None
    return view


def with_account(view: View) -> View:
    """Mark a view for everybody who is logged in with an account: a link has none."""
    _accounts.add(_name(view))
    return signed_in(view)


def is_public(endpoint: str | None) -> bool:
    """Tell whether everybody may see what answers at an endpoint; what nobody answers is nobody's secret."""
    view = current_app.view_functions.get(endpoint or "")
    return view is None or _name(view) in _public


def needed_by(endpoint: str) -> Action | None:
    """Give the right that an endpoint needs; None: a login is enough. Raises `KeyError` for one that says nothing."""
    return _needs[_name(current_app.view_functions[endpoint])]


def needs_account(endpoint: str) -> bool:
    """Tell whether an endpoint is for those alone who have an account."""
    return _name(current_app.view_functions[endpoint]) in _accounts


def _name(view: Callable[..., Any]) -> str:
    return f"{view.__module__}.{view.__qualname__}"


def ask() -> BaseResponse | None:
    """Let nobody in who lacks what the view needs; note when a login was last used to write.

    Cookies say nothing to the API: it asks for a key itself.
    """
    if is_for_all_alike(request.endpoint) or request.blueprint == API:
        return None
    who, g.asked = visitor(), True
    if not is_public(request.endpoint):
        if who is None:
            return refuse()
        action = needed_by(request.endpoint or "")
        if action is not None:
            access.require_anywhere(who.actor, action)
        if who.found.account_id is None and needs_account(request.endpoint or ""):
            raise ForbiddenError(LINK_CANNOT)
    if who is not None and request.method not in SAFE:
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


def whose() -> str | None:
    """Give the number of the login whose page this is, "" where nobody is in; None where nobody was asked.

    The service worker goes by it: what it keeps is of one login, and goes with it.
    """
    if "asked" not in g:
        return None
    who = visitor()
    return str(who.found.id) if who else ""


def say_whose(response: Response) -> Response:
    """Let the service worker know whose page this is."""
    login = whose()
    if login is not None:
        response.headers["X-Login"] = login
    return response


def actor() -> Actor:
    """Give who acts. Raises `SignInError` where nobody is logged in."""
    who = visitor()
    if who is None:
        raise SignInError
    return who.actor


def login_id() -> int:
    """Give the id of the login with which somebody asks. Raises `SignInError` where nobody is logged in."""
    who = visitor()
    if who is None:
        raise SignInError
    return who.found.id


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
    """Let this browser in; what its cookie knew before is gone, and a login that it had is over."""
    found, before = logins.find_login(db.session, secret), visitor()
    if found is None:
        raise SignInError
    if before is not None:
        logins.end_login(db.session, before.secret)
    cookie.clear()
    g.pop("csrf_token", None)  # it was made from what the cookie knew
    cookie.permanent = True
    login_user(Visitor(secret, found))


def leave() -> None:
    """Log this browser out. Forms that lie open in it still know it, so that what is typed there can be kept."""
    who = visitor()
    if who is not None:
        logins.end_login(db.session, who.secret)
    forget()
    token = cookie.get("csrf_token")
    cookie.clear()
    if token is not None:
        cookie["csrf_token"] = token


def device() -> str:
    """Give what the browser calls itself, short: for the list of logins."""
    agent = request.user_agent.string
    browser = next((name for name in ("Firefox", "Edg", "OPR", "Chrome", "Safari") if name in agent), "")
    system = next((name for name in ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux") if name in agent), "")
    known = {"Edg": "Edge", "OPR": "Opera"}
    return ", ".join(filter(None, (known.get(browser, browser), system))) or "?"
