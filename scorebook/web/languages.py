"""The choice of a language, at the foot of every page. It is kept in a cookie of the browser, and nowhere else."""

import re

from flask import Blueprint, Flask, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.web.texts import COOKIE, gettext
from scorebook.web.visitor import public
from scorebook.wording import LANGUAGES

YEAR = 365 * 24 * 3600
OWN_PATH = re.compile(r"/(?!/)[^\\\s\x00-\x1f\x7f]*")
"""An address on this server: a path, and none that a browser takes for another host."""

blueprint = Blueprint("languages", __name__)


def init_app(app: Flask) -> None:
    """Let templates say texts and offer the choice, and take the form that chooses."""
    app.jinja_env.globals.update(_=gettext, languages=LANGUAGES.values(), this_page=this_page)
    app.register_blueprint(blueprint)


def this_page() -> str:
    """Give the address to come back to; "" for an answer to a form, which has none of its own."""
    if request.method not in ("GET", "HEAD"):
        return ""
    query = f"?{request.query_string.decode(errors='replace')}" if request.query_string else ""
    return f"{request.script_root}{request.path}{query}"


def own_path(address: str | None) -> str:
    """Give an address that somebody sent, if it is one of ours; else that of the first page."""
    return address if address and OWN_PATH.fullmatch(address) else url_for("evenings.start")


@blueprint.post("/sprache")
@public
def choose() -> BaseResponse:
    """Keep the chosen language, and go back to the page; one that we do not know is passed over."""
    answer = redirect(own_path(request.form.get("seite")), 303)
    chosen = request.form.get("sprache", "")
    if chosen in LANGUAGES:
        answer.set_cookie(COOKIE, chosen, YEAR, secure=request.is_secure, httponly=True, samesite="Lax")
    return answer
