"""Whether the server is well, for monitors and load balancers."""

from flask import Blueprint, Response, current_app, jsonify

from scorebook.services.health import health
from scorebook.settings import Settings
from scorebook.store.db import db
from scorebook.web.journal import asked_often
from scorebook.web.security import for_all_alike
from scorebook.web.visitor import public

blueprint = Blueprint("health", __name__)


@blueprint.get("/health")
@public
@for_all_alike
@asked_often
def show() -> Response:
    """200 where people can work in the book, 503 with the reason where they cannot; nobody keeps the answer."""
    settings: Settings = current_app.config["SETTINGS"]
    found = health(db.session, settings.instance, settings.backups)
    answer = jsonify(ok=found.reason is None, reason=found.reason, warnings=found.warnings)
    answer.status_code = 503 if found.reason else 200
    answer.headers["Cache-Control"] = "no-store"
    return answer
