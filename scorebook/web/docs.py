"""The page that tells programmers about the API: the OpenAPI text itself, set for people."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, make_response, render_template

from scorebook.web.addresses import public_address
from scorebook.web.api.openapi import PLACE, document
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import public
from scorebook.wording import Marked

blueprint = Blueprint("docs", __name__)

Json = dict[str, Any]
TYPES: Marked[dict[str, str]] = {
    "string": "Text",
    "integer": "ganze Zahl",
    "number": "Zahl",
    "boolean": "wahr oder falsch",
    "object": "Objekt",
    "null": "null",
}
FORMATS: Marked[dict[str, str]] = {
    "uuid": "UUID",
    "date": "Tag (2026-11-27)",
    "date-time": "Zeit (2026-11-27T18:40:00Z)",
}
STANDS_FOR = {"integer": "1", "string": "$UUID"}
"""What an example writes for a part of an address, by its type."""
NEW_UUID = "$(python3 -c 'import uuid; print(uuid.uuid4())')"
"""How an example makes a UUID: many machines have no uuidgen."""


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of text, or the name of an object that is told about further down."""

    text: str
    object: str = ""


@dataclass(frozen=True, slots=True)
class Key:
    """One key of an object, or one parameter."""

    name: str
    parts: tuple[Part, ...]
    required: bool
    place: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """One method of an address."""

    name: str
    method: str
    path: str
    title: str
    about: str
    token: bool
    parameters: tuple[Key, ...]
    sent: tuple[Part, ...]
    curl: str
    answers: tuple[tuple[str, str, tuple[Part, ...]], ...]


@blueprint.get("/api")
@public
def show() -> Response:
    """The page."""
    text = document()
    objects = {name: tuple(_keys(schema)) for name, schema in text["components"]["schemas"].items()}
    told = {name: keys for name, keys in objects.items() if keys}
    html = render_template("api.html", operations=list(_operations(text)), objects=told, short=short, setting=setting())
    return make_response(html)


def _operations(text: Json) -> Iterator[Shown]:
    for path, methods in text["paths"].items():
        for method, one in methods.items():
            body = one.get("requestBody", {}).get("content", {}).get("application/json", {})
            yield Shown(
                name=one["operationId"],
                method=method.upper(),
                path=path,
                title=_(one["summary"]),
                about=_(one["description"]) if "description" in one else "",
                token=bool(one["security"]),
                parameters=tuple(_parameter(parameter) for parameter in one["parameters"]),
                sent=tuple(_parts(body["schema"])) if body else (),
                curl=curl(method.upper(), path, one, body.get("example")),
                answers=tuple(
                    (status, _(made["description"]), tuple(_parts(made["content"]["application/json"]["schema"])))
                    for status, made in one["responses"].items()
                ),
            )


def setting() -> str:
    """Write the lines that set what the calls use; the address is that of the settings, never what a request claims."""
    base = public_address("") or "http://192.168.178.20:8000"
    return f"export BASE={base}\nexport TOKEN=…\nexport UUID=…"


def curl(method: str, path: str, one: Json, example: Json | None) -> str:
    """Write a call that works once what `setting` names is set; what host that is only the reader knows."""
    for parameter in one["parameters"]:
        if parameter["in"] == "path":
            path = path.replace(f"{{{parameter['name']}}}", STANDS_FOR[parameter["schema"]["type"]])
    lines = [f'curl {f"-X {method} " if method != "GET" else ""}"$BASE{path}"']
    if one["security"]:
        lines.append('-H "Authorization: Bearer $TOKEN"')
    lines += [f'-H "{p["name"]}: {NEW_UUID}"' for p in one["parameters"] if p["in"] == "header"]
    if example:
        lines.append('-H "Content-Type: application/json"')
        lines.append(f"-d '{json.dumps(example, ensure_ascii=False)}'")
    return " \\\n  ".join(lines)


def _parameter(parameter: Json) -> Key:
    parts = tuple(_parts(parameter["schema"]))
    return Key(parameter["name"], parts, parameter.get("required", False), parameter["in"])


def _keys(schema: Json) -> Iterator[Key]:
    """The keys of an object; nothing for what is none."""
    required = schema.get("required", ())
    for name, inner in schema.get("properties", {}).items():
        yield Key(name, tuple(_parts(inner)), name in required)


def _parts(schema: Json) -> Iterator[Part]:
    """Say in words what may stand there."""
    if "$ref" in schema:
        yield from _named(schema["$ref"].removeprefix(PLACE))
    elif "anyOf" in schema:
        for place, inner in enumerate(schema["anyOf"]):
            if place:
                yield Part(" " + _("oder") + " ")
            yield from _parts(inner)
    elif schema.get("type") == "array":
        yield Part(_("Liste:") + " ")
        yield from _parts(schema.get("items", {}))
    else:
        yield Part(_plain(schema))


def _named(name: str) -> Iterator[Part]:
    """The name of an object; a word of several is written out."""
    schema = document()["components"]["schemas"][name]
    if "$ref" in schema:
        yield from _named(schema["$ref"].removeprefix(PLACE))
    elif "properties" in schema:
        yield Part(short(name), name)
    else:
        yield from _parts(schema)


def short(name: str) -> str:
    """Name an object without what only Python calls it."""
    return name.removesuffix("Model").removesuffix("Data")


def _plain(schema: Json) -> str:
    words = schema.get("enum") or ([schema["const"]] if "const" in schema else [])
    if words:
        return " · ".join(map(str, words))
    if "format" in schema:
        return _(FORMATS[schema["format"]])
    if "type" not in schema:
        return _("beliebig")
    said, low, high = _(TYPES[schema["type"]]), schema.get("minimum"), schema.get("maximum")
    if low is None:
        return said
    return f"{said} {low}–{high}" if high is not None else _("%(what)s ab %(least)d", what=said, least=low)
