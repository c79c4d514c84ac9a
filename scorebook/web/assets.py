"""Static files: read, made small and packed once at the start, at addresses that change with any of them.

The version stands before the path of a file, so that what one file names beside itself (`import "./price.js"`) has it
too, and all files of a page are of one version. An address of another version gives the file of today: a page that was
opened before an update goes on, and asks again the next time.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from flask import Flask, Response, abort, current_app, request, url_for
from rjsmin import jsmin

from scorebook.settings import folder
from scorebook.web import compression

TYPES = {".css": "text/css", ".js": "text/javascript", ".png": "image/png", ".svg": "image/svg+xml"}
"""What is served, and as what; other files have no business there."""
FOR_EVER = "public, max-age=31536000, immutable"
PLACE = "scorebook.assets"


@dataclass(frozen=True, slots=True)
class Asset:
    """A file, a script without its comments; `packed` is None where that is not worth it."""

    kind: str
    body: bytes
    packed: bytes | None
    digest: str


@dataclass(frozen=True, slots=True)
class Assets:
    """All static files by their names, which are their paths below the folder."""

    version: str
    files: Mapping[str, Asset]

    @classmethod
    def read(cls, place: Path) -> "Assets":
        """Read a folder."""
        paths = {path.relative_to(place).as_posix(): path for path in place.rglob("*") if path.suffix in TYPES}
        files = {name: _asset(paths[name]) for name in sorted(paths)}
        told = "".join(f"{name} {file.digest}\n" for name, file in files.items())
        return cls(_digest(told.encode()), files)


def _asset(path: Path) -> Asset:
    kind, body = TYPES[path.suffix], path.read_bytes()
    if path.suffix == ".js":
        body = jsmin(body)
    worth = kind in compression.TYPES and len(body) >= compression.LEAST
    return Asset(kind, body, compression.packed(body, 9) if worth else None, _digest(body))


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:10]


def init_app(app: Flask) -> None:
    """Read the files, and let templates name them."""
    app.extensions[PLACE] = Assets.read(folder("static"))
    app.jinja_env.globals.update(asset=asset)


def assets() -> Assets:
    """Give the files of this server."""
    found: Assets = current_app.extensions[PLACE]
    return found


def asset(name: str) -> str:
    """Give the address of a file. Raises `KeyError` for one that is not there."""
    if name not in assets().files:
        raise KeyError(name)
    return url_for("shell.static", version=assets().version, filename=name)


def answer(version: str, name: str) -> Response:
    """Give a file, or say that the browser has it already."""
    file = assets().files.get(name) or abort(404)
    packed = file.packed is not None and compression.accepted()
    response = Response(file.packed if packed else file.body, mimetype=file.kind)
    response.set_etag(file.digest)
    if packed:
        compression.mark(response)
    response.headers["Cache-Control"] = FOR_EVER if version == assets().version else "public, no-cache"
    response.make_conditional(request)
    return response
