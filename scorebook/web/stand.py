"""How far a sheet or an evening is, as JSON: what tablets and screens ask every few seconds."""

import hashlib

from flask import Blueprint, Response, jsonify, request
from flask import session as cookie
from flask_wtf.csrf import generate_csrf

from scorebook.services import stand
from scorebook.services.access import Action
from scorebook.store.db import db
from scorebook.store.stand import Stand
from scorebook.web.journal import asked_often
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("stand", __name__)


@blueprint.get("/listen/<int:sheet_id>/stand.json")
@needs(Action.READ)
@asked_often
def of_sheet(sheet_id: int) -> Response:
    """How far a sheet is."""
    return _answer(stand.sheet_stand(db.session, actor(), sheet_id))


@blueprint.get("/abende/<int:evening_id>/stand.json")
@needs(Action.READ)
@asked_often
def of_evening(evening_id: int) -> Response:
    """How far an evening is."""
    return _answer(stand.evening_stand(db.session, actor(), evening_id))


def _answer(found: Stand) -> Response:
    """Say it, with what a form of this browser needs; to one that knows it already, that it is still so.

    A token is written anew each time, for the same secret of the browser: it is that secret which has to be the same.
    """
    token = generate_csrf()
    answer = jsonify(version=found.version, last_number=found.last_number, ended=found.ended, csrf=token)
    answer.set_etag(hashlib.sha256(f"{found.version} {cookie['csrf_token']}".encode()).hexdigest()[:32])
    answer.make_conditional(request)
    del answer.headers["Date"]  # the server says it too, and twice is one time too often for who reads the clock there
    return answer
