"""Pages for what goes wrong, in German and in one clear line; JSON under /api. They ask nothing of the database."""

import logging

from flask import Flask, Response, make_response, render_template, request
from flask.globals import request_ctx
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, InternalServerError

from scorebook import logs
from scorebook.errors import ConflictError, ForbiddenError, GoneError, NotFoundError, ScorebookError, StorageError
from scorebook.reports.worker import PaperError
from scorebook.store.health import storage_error
from scorebook.web.api import problems as api
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import SignInError

STATUS: dict[type[ScorebookError], int] = {
    SignInError: 401,
    GoneError: 410,
    NotFoundError: 404,
    ForbiddenError: 403,
    ConflictError: 409,
    StorageError: 503,
    PaperError: 503,
}

RETRY_AFTER = "5"
"""Seconds after which what did not work just now may be tried again."""


def init_app(app: Flask) -> None:
    """Register the pages."""
    app.register_error_handler(CSRFError, stale)
    app.register_error_handler(HTTPException, refused)
    app.register_error_handler(ScorebookError, told)
    app.register_error_handler(Exception, broken)
    app.after_request(again_soon)


def again_soon(answer: Response) -> Response:
    """Say to programs when to try again what did not work for a reason that passes."""
    if answer.status_code == 503:
        answer.headers.setdefault("Retry-After", RETRY_AFTER)
    return answer


def page(status: int, title: str, text: str) -> Response:
    """Give the page for a status, to scripts of our pages its text as JSON.

    As plain text where the request names a host that can be none, nor so any address.
    """
    if request_ctx.url_adapter is None:
        return Response(f"{title}: {text}\n", status, mimetype="text/plain")
    if request.is_json or request.path.endswith(("/stand.json", "/tablett.json")):
        return make_response({"ok": False, "message": text}, status)
    return make_response(render_template("problem.html", title=title, text=text, status=status), status)


def stale(_error: CSRFError) -> Response:
    """A form without its token: too old, from another browser, or from another page."""
    return page(400, _("Diese Seite war zu alt"), _("Es wurde nichts geändert. Bitte lade die Seite neu."))


def told(error: ScorebookError) -> Response:
    """An error that says itself what it is."""
    if api.is_api():
        return api.told(error)
    status = next((code for kind, code in STATUS.items() if isinstance(error, kind)), 400)
    return page(status, titles().get(status, _("Das ging nicht")), error.told(_))


def refused(error: HTTPException) -> Response:
    """Whatever Flask refuses."""
    if error.code is not None and error.code < 400:  # a redirect
        return make_response(error.get_response())
    if api.is_api():
        return api.refused(error)
    status = error.code or 500
    answer = page(
        status, titles().get(status, _("Das ging nicht")), texts().get(status, _("Es wurde nichts geändert."))
    )
    if status == 405 and error.get_response().headers.get("Allow"):
        answer.headers["Allow"] = error.get_response().headers["Allow"]
    return answer


def broken(error: Exception) -> Response:
    """A database that cannot be used, or a fault of the program."""
    logs.note("failure", logging.ERROR, error)
    if api.is_api():
        return api.broken(error)
    unusable = storage_error(error)
    if unusable is not None:
        return told(unusable)
    return refused(InternalServerError())


def titles() -> dict[int, str]:
    """What stands above the page."""
    return {
        400: _("Das ging nicht"),
        401: _("Du bist nicht angemeldet"),
        403: _("Das darfst du nicht"),
        404: _("Das gibt es nicht"),
        405: _("So geht das nicht"),
        409: _("Das geht nicht mehr"),
        410: _("Das gilt nicht mehr"),
        413: _("Das ist zu viel"),
        500: _("Da ist etwas schiefgegangen"),
        503: _("Gerade geht es nicht"),
    }


def texts() -> dict[int, str]:
    """What it means."""
    return {
        400: _("Die Anfrage war nicht zu verstehen. Es wurde nichts geändert."),
        404: _("Diese Seite gibt es nicht, oder nicht mehr."),
        405: _("Diese Seite lässt sich nur aus einem Formular heraus aufrufen."),
        413: _("So viel Text nimmt das Schreibbuch nicht an. Es wurde nichts geändert."),
        500: _("Der Fehler steht im Protokoll des Servers. Bitte versuch es noch einmal."),
    }
