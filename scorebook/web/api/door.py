"""Who asks through the API: whoever has a key. Cookies say nothing here, so that no other page can use them."""

from collections.abc import Callable
from typing import Any, TypeVar

from flask import request

from scorebook.services import tokens
from scorebook.services.access import Actor
from scorebook.services.logins import as_actor
from scorebook.store.db import db
from scorebook.web.api.bodies import ApiError
from scorebook.web.security import checks_itself
from scorebook.web.visitor import SAFE, public

View = TypeVar("View", bound=Callable[..., Any])

BEARER = "bearer"


def outside(view: View) -> View:
    """Mark a view that asks for no login and no token of a form: it asks for a key, or for nothing at all."""
    return public(checks_itself(view))


def caller() -> Actor:
    """Give who acts; note when a key was last used to write. Raises `ApiError` for a key that opens nothing."""
    scheme, _space, secret = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != BEARER or not secret.strip():
        raise ApiError(401, "token.missing", "Authorization", "Hierfür braucht es einen Schlüssel.")
    found = tokens.find_token(db.session, secret.strip())
    if found is None:
        raise ApiError(401, "token.invalid", "Authorization", "Dieser Schlüssel gilt nicht, oder nicht mehr.")
    if request.method not in SAFE:
        tokens.touch(db.session, found)
    return as_actor(found)
