"""What goes wrong under /api, as JSON in the shape of FORMAT.md 3. Words are German there, as on the command line."""

from typing import Any

from flask import Response, request
from werkzeug.exceptions import HTTPException

from scorebook.errors import ConflictError, ForbiddenError, NotFoundError, ScorebookError
from scorebook.exchange import JsonError, ShapeError, finding_json
from scorebook.exchange.bookings import way_json
from scorebook.services import ConfirmError, RefusedError
from scorebook.services.later import LaterError
from scorebook.services.refusals import CORRECTED, ENDED, OVERTAKEN, TAKEN, SeatsChangedError
from scorebook.services.season_evenings import OF_CLOSED
from scorebook.store.health import storage_error
from scorebook.web.api.bodies import IDEMPOTENCY_KEY, ApiError, answer

Json = dict[str, Any]
LATER = "Damit werden spätere Spiele andere. Nimm einen der Wege an („accept“)."
CODES = {
    ENDED: ("evening.ended", ""),
    OF_CLOSED: ("season.closed", ""),
    TAKEN: ("uuid.taken", IDEMPOTENCY_KEY),
    OVERTAKEN: ("sheet.overtaken", "after_number"),
    CORRECTED: ("game.corrected", ""),
}
"""Codes of conflicts that a program may want to tell apart, and their fields; others are `conflict`."""
KINDS: dict[type[ScorebookError], tuple[int, str]] = {
    NotFoundError: (404, "not_found"),
    ForbiddenError: (403, "forbidden"),
}
TEXTS = {
    400: ("request.invalid", "Die Anfrage war nicht zu verstehen. Es wurde nichts geändert."),
    404: ("not_found", "Diese Adresse gibt es nicht."),
    405: ("method.not_allowed", "So lässt sich diese Adresse nicht aufrufen."),
    413: ("body.too_large", "So viel nimmt das Schreibbuch auf einmal nicht an. Es wurde nichts geändert."),
    500: ("fault", "Der Fehler steht im Protokoll des Servers. Bitte versuch es noch einmal."),
}


def is_api() -> bool:
    """Tell whether a program asks: /api itself is a page."""
    return request.path.startswith("/api/")


def problem(status: int, errors: list[Json], **more: Any) -> Response:
    """Give an answer that says why nothing was done."""
    made = answer({"ok": False, "errors": errors, **more}, status)
    if status == 401:
        made.headers["WWW-Authenticate"] = 'Bearer realm="scorebook"'
    return made


def told(error: ScorebookError) -> Response:
    """Answer an error that says itself what it is."""
    match error:
        case ApiError():
            return _single(error.status, error.code, error.message, error.field)
        case ConfirmError():
            return _asked(error)
        case ShapeError() | RefusedError():
            status = 400 if isinstance(error, JsonError) else 422
            return problem(status, [finding_json(finding) for finding in error.findings])
        case ConflictError():
            changed = ("seats.changed", "seated") if isinstance(error, SeatsChangedError) else ("conflict", "")
            code, field = CODES.get(error.text, changed)
            return _single(409, code, error.message, field)
    status, code = next((what for kind, what in KINDS.items() if isinstance(error, kind)), (503, "unavailable"))
    return _single(status, code, error.message)


def _asked(error: ConfirmError) -> Response:
    """Answer a question: which codes, sent again as `accept`, let it pass."""
    if isinstance(error, LaterError):
        ways = [way_json(way.code, way.found, moves_dealers=way.moves_dealers) for way in error.ways]
        return problem(422, [{"code": "game.later", "field": "accept", "message": LATER}], ways=ways)
    asked = [finding.code for finding in error.findings]
    return problem(422, [finding_json(finding) for finding in error.findings], accept=asked)


def refused(error: HTTPException) -> Response:
    """Answer whatever Flask refuses."""
    status = error.code or 500
    made = _single(status, *TEXTS.get(status, ("request.refused", "Es wurde nichts geändert.")))
    allowed = error.get_response().headers.get("Allow")
    if allowed:
        made.headers["Allow"] = allowed
    return made


def broken(error: Exception) -> Response:
    """Answer where the database cannot be used, or the program has a fault."""
    unusable = storage_error(error)
    if unusable is not None:
        return told(unusable)
    return _single(500, *TEXTS[500])


def _single(status: int, code: str, message: str, field: str = "") -> Response:
    return problem(status, [{"code": code, "field": field, "message": message}])
