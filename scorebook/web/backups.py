"""The backups of the server: whether all is well, one more now, one to take away."""

from pathlib import Path
from threading import Thread

from flask import Blueprint, Flask, Response, current_app, flash, make_response, redirect, render_template, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.errors import NotFoundError, ScorebookError
from scorebook.services import server_backups
from scorebook.services.access import Action, Actor
from scorebook.services.server_backups import NONE
from scorebook.store.db import db
from scorebook.web.files import file
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("backups", __name__)

PATIENCE = 10.0
"""Seconds that somebody waits for his backup; a large one goes on without him, longer than a request may take."""


def folder() -> Path | None:
    """Give the folder of the backups, or None where somebody else makes them."""
    found: Path | None = current_app.config["SETTINGS"].backups
    return found


@blueprint.get("/sicherungen")
@needs(Action.CLUB)
def show() -> Response:
    """All backups, and what to do where something is wrong with them."""
    where = folder()
    if where is None:
        return make_response(render_template("backups.html", off=True))
    found, is_old = server_backups.state(db.session, actor(), where)
    may_take = server_backups.may_take(db.session, actor())
    html = render_template("backups.html", off=False, health=found, is_old=is_old, may_take=may_take)
    return make_response(html)


@blueprint.post("/sicherungen")
@needs(Action.CLUB)
def make() -> BaseResponse:
    """Make one now; what goes wrong stands on the page afterwards."""
    where = folder()
    if where is not None:
        app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
        made: list[str] = []
        work = Thread(target=_work, args=(app, actor(), where, made), daemon=True)
        work.start()
        work.join(PATIENCE)
        if work.is_alive():
            flash(_("Die Sicherung läuft noch. Lade diese Seite in ein paar Minuten neu."))
        elif made:
            flash(_("Gesichert und geprüft."))
    return redirect(url_for("backups.show"), 303)


def _work(app: Flask, who: Actor, where: Path, made: list[str]) -> None:
    with app.app_context():
        try:
            made.append(server_backups.make(db.session, who, where).file.name)
        except ScorebookError as error:  # it stands on the page
            app.logger.warning("backup: %s", error.message)
        except Exception:
            app.logger.exception("backup")


@blueprint.get("/sicherungen/<name>.zip")
@needs(Action.CLUB)
def take(name: str) -> Response:
    """One of them, to keep it elsewhere."""
    where = folder()
    if where is None:
        raise NotFoundError(NONE)
    found = server_backups.take(db.session, actor(), where, name)
    return file(found.open("rb"), found.stem, "zip", etag=False)
