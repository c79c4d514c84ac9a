"""The result for whoever only wants that: on a phone, and as a text to send on."""

from flask import Blueprint, Response, make_response, render_template

from scorebook.reports.result import result
from scorebook.services import evenings
from scorebook.services.access import Action
from scorebook.store.db import db
from scorebook.web.clock import timezone
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("result", __name__)


@blueprint.get("/abende/<int:evening_id>/ergebnis")
@needs(Action.READ)
def show(evening_id: int) -> Response:
    """Who got what, who pays whom, and that as a text."""
    evening = evenings.load_evening(db.session, actor(), evening_id)
    html = render_template("result.html", evening=evening, evening_id=evening_id, result=result(evening, _, timezone()))
    return make_response(html)


@blueprint.get("/abende/<int:evening_id>/ergebnis.txt")
@needs(Action.READ)
def text(evening_id: int) -> Response:
    """The text alone."""
    evening = evenings.load_evening(db.session, actor(), evening_id)
    return Response(f"{result(evening, _, timezone()).text}\n", mimetype="text/plain")
