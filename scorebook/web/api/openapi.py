"""The OpenAPI text: what `operations` and the objects of `exchange` say, in the form that other programs read."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from flask import Response

from scorebook import __version__
from scorebook.exchange.schema import schemas
from scorebook.web.api.bodies import IDEMPOTENCY_KEY, answer
from scorebook.web.api.operations import ABOUT, OPERATIONS, TITLES, Operation, blueprint, route
from scorebook.wording import Marked

Json = dict[str, Any]
OPENAPI = "3.1.0"
PLACE = "#/components/schemas/"
STATUS: Marked[dict[int, str]] = {
    200: "Das steht da.",
    201: "Geschrieben.",
    400: "Das war kein JSON-Objekt, oder ein Kopf hat die falsche Form.",
    401: "Der Schlüssel fehlt, oder er gilt nicht mehr.",
    403: "Das darf dieser Schlüssel nicht.",
    404: "Das gibt es nicht, in diesem Verein.",
    405: "So lässt sich diese Adresse nicht aufrufen.",
    409: "Inzwischen ist etwas anderes geschehen; „code“ sagt, was.",
    413: "Das ist zu viel auf einmal.",
    415: "Erwartet wird JSON.",
    422: "Das kann so nicht sein, oder das Buch fragt nach; es wurde nichts geschrieben.",
}
PATHS: Mapping[str, Json] = {
    "int": {"type": "integer", "minimum": 1, "maximum": 2**31 - 1},
    "uuid": {"type": "string", "format": "uuid"},
}
"""What a part of an address may be, by Flask's word for it."""
PART = re.compile(r"<(\w+):(\w+)>")


@route(Operation(method="GET", rule="/openapi.json", given={200: ""}, problems=(405,), right=None))
def openapi() -> Response:
    """The text itself."""
    return answer(document())


@cache
def document() -> Json:
    """Write the OpenAPI text; it is the same as long as the program runs."""
    paths: dict[str, Json] = {}
    for name in TITLES:
        operation = OPERATIONS[name]
        path = blueprint.url_prefix + PART.sub(r"{\2}", operation.rule) if blueprint.url_prefix else ""
        paths.setdefault(path, {})[operation.method.lower()] = _operation(name, operation)
    return {
        "openapi": OPENAPI,
        "info": {"title": "scorebook", "version": __version__},
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": schemas(PLACE),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(name: str, operation: Operation) -> Json:
    data: Json = {"operationId": name, "summary": TITLES[name], "parameters": _parameters(operation)}
    if name in ABOUT:
        data["description"] = ABOUT[name]
    if operation.sent:
        data["requestBody"] = _request(operation)
    data["security"] = [{"token": []}] if operation.right else []
    given = {status: _given(operation, status, name) for status, name in operation.given.items()}
    refused = {status: _problem(operation, status) for status in operation.problems}
    return data | {"responses": {str(status): made for status, made in sorted({**given, **refused}.items())}}


def _parameters(operation: Operation) -> list[Json]:
    found = [
        {"name": name, "in": "path", "required": True, "schema": PATHS[kind]}
        for kind, name in PART.findall(operation.rule)
    ]
    found += [
        {"name": name, "in": "query", "schema": {"type": "integer", "minimum": 0, "maximum": 2**31 - 1}}
        for name in operation.query
    ]
    if operation.key:
        required = operation.key == "needed"
        found.append({"name": IDEMPOTENCY_KEY, "in": "header", "required": required, "schema": PATHS["uuid"]})
    return found


def _request(operation: Operation) -> Json:
    schema = _one_of(operation.sent)
    if operation.most:
        each = {"description": "Was darin falsch ist, wird an seiner Stelle abgelehnt."}
        schema = {"anyOf": [schema, {"type": "array", "maxItems": operation.most, "items": each}]}
    content = {"application/json": {"schema": schema, "example": dict(operation.example)}}
    return {"required": True, "content": content}


def _one_of(names: tuple[str, ...]) -> Json:
    found = [{"$ref": PLACE + name} for name in names]
    return found[0] if len(found) == 1 else {"anyOf": found}


def _given(operation: Operation, status: int, name: str) -> Json:
    schema: Json = {"$ref": PLACE + name} if name else {"type": "object"}
    if operation.most:
        each = {"anyOf": [schema, {"$ref": PLACE + operation.refused}]}
        schema = {"anyOf": [schema, {"type": "array", "maxItems": operation.most, "items": each}]}
    return _answer(status, schema) | _headers({"Location": status == 201})


def _problem(operation: Operation, status: int) -> Json:
    names = {operation.refused, "Problem"} if status == 422 else {"Problem"}
    made = _answer(status, _one_of(tuple(sorted(names))))
    return made | _headers({"WWW-Authenticate": status == 401, "Allow": status == 405})


def _answer(status: int, schema: Json) -> Json:
    return {"description": STATUS[status], "content": {"application/json": {"schema": schema}}}


def _headers(names: Mapping[str, bool]) -> Json:
    found = {name: {"required": True, "schema": {"type": "string"}} for name, there in names.items() if there}
    return {"headers": found} if found else {}
