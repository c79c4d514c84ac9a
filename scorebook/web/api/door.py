"""Who asks through the API: whoever has a key. Cookies say nothing here, so that no other page can use them."""

from flask import request

from scorebook.services import tokens
from scorebook.services.access import Actor, require_anywhere
from scorebook.services.logins import as_actor
from scorebook.store.db import db
from scorebook.web.api.bodies import ApiError
from scorebook.web.security import SAFE
from scorebook.web.visitor import needed_by

BEARER = "bearer"


def caller() -> Actor:
    """Give who acts, if he may what the address needs at all; note when a key was last used to write.

    Raises `ApiError` for a key that opens nothing, `ForbiddenError` where it does not open this.
    """
    scheme, _space, secret = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != BEARER or not secret.strip():
        raise ApiError(401, "token.missing", "Authorization", "Hierfür braucht es einen Schlüssel.")
    found = tokens.find_token(db.session, secret.strip())
    if found is None:
        raise ApiError(401, "token.invalid", "Authorization", "Dieser Schlüssel gilt nicht, oder nicht mehr.")
    if request.method not in SAFE:
        tokens.touch(db.session, found)
    actor = as_actor(found)
    action = needed_by(request.endpoint or "")
    if action is not None:
        require_anywhere(actor, action)
    return actor
