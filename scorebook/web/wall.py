"""The second screen: an evening for a screen on the wall, which refreshes itself."""

from datetime import UTC, datetime

from flask import Blueprint, Response, make_response, render_template

from scorebook.reports import charts
from scorebook.reports.wall import wall
from scorebook.services import evenings, stand
from scorebook.services.access import Action
from scorebook.store.db import db
from scorebook.web.clock import timezone
from scorebook.web.evenings import picture
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("wall", __name__)


@blueprint.get("/abende/<int:evening_id>/wand")
@needs(Action.READ)
def show(evening_id: int) -> Response:
    """What hangs on the wall. How far it is, is asked first: then it is never newer than it says."""
    version = stand.evening_stand(db.session, actor(), evening_id).version
    evening = evenings.load_evening(db.session, actor(), evening_id)
    html = render_template(
        "wall.html",
        evening=evening,
        evening_id=evening_id,
        version=version,
        wall=wall(evening, _),
        games=any(sheet.standing for sheet in evening.sheets),
        now=datetime.now(UTC),
        zone=timezone().key,
    )
    return make_response(html)


@blueprint.get("/abende/<int:evening_id>/wand-<any(light, dark):scheme>.svg")
@needs(Action.READ)
def course(evening_id: int, scheme: str) -> Response:
    """The course of the evening as a picture that can be read from afar."""
    evening = evenings.load_evening(db.session, actor(), evening_id)
    return picture(charts.course_chart(evening, scheme, _, charts.FROM_AFAR))
