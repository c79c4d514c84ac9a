"""An evening as a table, for spreadsheets."""

from flask import Blueprint, Response

from scorebook.services import evenings, exporting
from scorebook.services.access import Action
from scorebook.store.db import db
from scorebook.web.files import file
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("taking_away", __name__)


@blueprint.get("/abende/<int:evening_id>/spiele.csv")
@needs(Action.READ)
def csv(evening_id: int) -> Response:
    """All games that count, one row each."""
    evening = evenings.load_evening(db.session, actor(), evening_id)
    return file(exporting.evening_csv(evening, _), f"{evening.date} {evening.club}", "csv")


@blueprint.get("/abende/<int:evening_id>.xlsx")
@needs(Action.READ)
def xlsx(evening_id: int) -> Response:
    """The games of each table, and how it stands."""
    evening = evenings.load_evening(db.session, actor(), evening_id)
    return file(exporting.evening_xlsx(evening, _), f"{evening.date} {evening.club}", "xlsx")
