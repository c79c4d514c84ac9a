"""What programs send and what they are answered: JSON, strictly, and kept by nobody on the way."""

import json
import re
from typing import Any
from uuid import UUID

from flask import Response, request

from scorebook.errors import ScorebookError
from scorebook.exchange import JsonError, ShapeError, load_json
from scorebook.rules import Finding
from scorebook.store.rows import LARGEST_ID

IDEMPOTENCY_KEY = "Idempotency-Key"
CANONICAL = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


class ApiError(ScorebookError):
    """What only programs do wrong."""

    def __init__(self, status: int, code: str, field: str, text: str) -> None:
        super().__init__(text)
        self.status, self.code, self.field = status, code, field


def answer(data: object, status: int = 200, location: str = "") -> Response:
    """Give JSON. A lone surrogate, which is no text in UTF-8, is written as the escape as which it came."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
    made = Response(text.encode("utf-8", "backslashreplace"), status, mimetype="application/json")
    made.cache_control.no_store = True
    if location:
        made.headers["Location"] = location
    return made


def body() -> object:
    """Read what was sent. Raises `ApiError` for another media type, `JsonError` and `ShapeError`."""
    if not request.is_json:
        text = "Erwartet wird JSON: „Content-Type: application/json“."
        raise ApiError(415, "media_type", "Content-Type", text)
    return load_json(request.get_data())


def json_object() -> dict[str, Any]:
    """Read an object. Raises what `body` raises, and `JsonError` for what is none."""
    data = body()
    if not isinstance(data, dict):
        raise JsonError
    return data


def idempotency_key(sent: UUID | None) -> UUID | None:
    """Give the UUID that a program made for what it wants, if any; `sent` is the one in the body.

    Raises `ApiError` for one that is none, or not the same in both places.
    """
    text = request.headers.get(IDEMPOTENCY_KEY)
    if text is None:
        return sent
    if not CANONICAL.fullmatch(text):
        raise ApiError(400, "idempotency_key.invalid", IDEMPOTENCY_KEY, "Die Kennung ist keine UUID.")
    if sent not in (None, UUID(text)):
        raise ApiError(422, "uuid.differs", "uuid", "Die Kennung im Kopf ist eine andere als die im Text.")
    return UUID(text)


def needed_key(sent: UUID | None) -> UUID:
    """Give the same where there has to be one. Raises `ApiError` where it is missing."""
    key = idempotency_key(sent)
    if key is None:
        raise ApiError(400, "idempotency_key.missing", IDEMPOTENCY_KEY, "Es fehlt die Kennung: eine neue UUID.")
    return key


def number_in_query(name: str) -> int | None:
    """Give the number that a query names; None where it does not. Raises `ShapeError`, for other names too."""
    findings = [Finding("key.unknown", key, {"key": key}) for key in request.args if key != name]
    texts = request.args.getlist(name)
    if any(not re.fullmatch("[0-9]{1,10}", text) or int(text) > LARGEST_ID for text in texts) or len(texts) > 1:
        findings.append(Finding("value.type", name, {"key": name}))
    if findings:
        raise ShapeError(findings)
    return int(texts[0]) if texts else None
