"""What goes around the pages: static files, and what lets a browser install them and show them without a network."""

import json

from flask import Blueprint, Response, make_response, render_template, url_for

from scorebook import __version__
from scorebook.web.assets import answer, asset, assets
from scorebook.web.journal import asked_often
from scorebook.web.security import for_all_alike
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import public

blueprint = Blueprint("shell", __name__)

WORKER = "js/worker.js"
PAPER, BAR = "#faf6ee", "#204d3a"
"""Two colours of `base.css`, for the moment before it is there. (In the dark, `base.html` says which.)"""
ICONS = {
    "img/icon.svg": ("any", "any"),
    "img/icon-192.png": ("192x192", "any"),
    "img/icon-512.png": ("512x512", "any"),
    "img/maskable-512.png": ("512x512", "maskable"),
}
"""Size and purpose; `make icons` draws the PNG from the SVG."""


@blueprint.get("/static/<version>/<path:filename>")
@public
@for_all_alike
@asked_often
def static(version: str, filename: str) -> Response:
    """A static file."""
    return answer(version, filename)


@blueprint.get("/manifest.webmanifest")
@public
@for_all_alike
def manifest() -> Response:
    """What a browser has to know to install the pages like a program."""
    start = url_for("evenings.start")
    icons = [
        {"src": asset(name), "sizes": sizes, "type": assets().files[name].kind, "purpose": purpose}
        for name, (sizes, purpose) in ICONS.items()
    ]
    told = {
        "name": _("Schreibbuch für den Schafkopf"),
        "short_name": _("Schreibbuch"),
        "lang": _.code,
        "id": start,
        "start_url": start,
        "scope": start,
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": BAR,
        "icons": icons,
    }
    return Response(json.dumps(told, ensure_ascii=False), mimetype="application/manifest+json")


@blueprint.get("/worker.js")
@public
@for_all_alike
def worker() -> Response:
    """The service worker. It is another one as soon as any file is, or the program; then the browser exchanges it."""
    files = [asset(name) for name in assets().files if name != WORKER and not name.endswith(".png")]
    shell = {"version": f"{__version__}-{assets().version}", "files": files, "offline": url_for("shell.offline")}
    script = assets().files[WORKER]
    response = Response(f"const SHELL = {json.dumps(shell)};\n{script.body.decode()}", mimetype=script.kind)
    response.headers["Cache-Control"] = "public, no-cache"
    return response


@blueprint.get("/offline")
@public
@for_all_alike
def offline() -> Response:
    """The page instead of one that cannot be fetched; it lies on the device beforehand."""
    response = make_response(render_template("offline.html"))
    response.content_language.add(_.code)
    return response
