"""What goes with every answer: headers, cookies, limits, CSRF."""

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask, Response, current_app, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from flask_wtf import CSRFProtect
from flask_wtf.csrf import validate_csrf
from wtforms import ValidationError

csrf = CSRFProtect()
"""Checks every POST, but for views that `checks_itself` marks."""

View = TypeVar("View", bound=Callable[..., Any])

SAFE = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing."""

_secretive: set[str] = set()
_alike: set[str] = set()

LARGEST = 256 * 1024
"""Bytes that a request may have."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; worker-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
UNDER_HTTPS = {"Cross-Origin-Opener-Policy": "same-origin"}
"""What browsers pass over elsewhere, and complain about."""
SECRETIVE = {"Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex, nofollow"}
"""What goes with a page that carries a secret."""


class SessionInterface(SecureCookieSessionInterface):
    """Cookies that are Secure exactly where the request came over https: a pub's network has none."""

    def get_cookie_secure(self, app: Flask) -> bool:
        """Tell whether this request's cookie may travel over https alone."""
        return request.is_secure

    def should_set_cookie(self, app: Flask, session: SessionMixin) -> bool:
        """Leave the cookie alone where another site sent a form: the browser kept it back, and still has it."""
        away = request.headers.get("Sec-Fetch-Site") == "cross-site" and request.method not in SAFE
        return not away and super().should_set_cookie(app, session)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Leave the cookie out of what anybody may keep: it neither sets one nor depends on one."""
        if not response.cache_control.public:
            super().save_session(app, session, response)


def checks_itself(view: View) -> View:
    """Mark a view whose form checks the token, so that nothing typed is lost where it is missing or stale."""
    csrf.exempt(view)
    return view


def secretive(view: View) -> View:
    """Mark a view whose address or page carries a secret: nobody keeps it, tells it to another site, or lists it."""
    _secretive.add(f"{view.__module__}.{view.__name__}")
    return view


def is_secretive(endpoint: str | None) -> bool:
    """Tell whether what answers at an endpoint carries a secret."""
    return _is_among(_secretive, endpoint)


def for_all_alike(view: View) -> View:
    """Mark a public view that nobody is asked for who he is; it may say itself who keeps its answer, and how long."""
    _alike.add(f"{view.__module__}.{view.__name__}")
    return view


def is_for_all_alike(endpoint: str | None) -> bool:
    """Tell whether what answers at an endpoint is the same whoever asks."""
    return _is_among(_alike, endpoint)


def _is_among(marked: set[str], endpoint: str | None) -> bool:
    view = current_app.view_functions.get(endpoint or "")
    return view is not None and f"{view.__module__}.{view.__name__}" in marked


def secret_key() -> str:
    """Give the secret of this installation, by which addresses are made that nobody guesses."""
    key: str = current_app.config["SECRET_KEY"]
    return key


def token_holds() -> bool:
    """Tell whether what was sent carries this browser's token."""
    if not current_app.config["WTF_CSRF_ENABLED"]:
        return True
    try:
        validate_csrf(request.form.get("csrf_token"))
    except ValidationError:
        return False
    return True


def init_app(app: Flask) -> None:
    """Set limits and cookies, and add the headers to every answer."""
    app.config["MAX_CONTENT_LENGTH"] = app.config["MAX_CONTENT_LENGTH"] or LARGEST
    app.config.update(SESSION_COOKIE_HTTPONLY=True, SESSION_COOKIE_SAMESITE="Lax")
    app.config["WTF_CSRF_TIME_LIMIT"] = None  # a sheet lies open all evening
    app.config["WTF_CSRF_SSL_STRICT"] = False  # it asks the Host header, which may be the proxy's: the token is enough
    app.session_interface = SessionInterface()
    csrf.init_app(app)
    app.after_request(add_headers)


def add_headers(response: Response) -> Response:
    """Add the security headers, and for pages that nobody else may keep them."""
    secret = is_secretive(request.endpoint)
    named = HEADERS | (SECRETIVE if secret else {}) | (UNDER_HTTPS if request.is_secure else {})
    for name, value in named.items():
        response.headers.setdefault(name, value)
    if is_for_all_alike(request.endpoint) and "Cache-Control" in response.headers:
        return response
    if not response.cache_control.no_store:
        response.headers["Cache-Control"] = "no-store" if secret else "private, no-cache"
    response.vary.update(("Cookie", "Accept-Language"))  # by which the language is chosen
    return response
