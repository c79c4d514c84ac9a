"""The list of tournaments."""

from flask import Blueprint, render_template

from scorebook.services.access import Action
from scorebook.services.tournament import making
from scorebook.store.db import db
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("tournaments", __name__, url_prefix="/turniere")


@blueprint.get("")
@needs(Action.READ)
def overview() -> str:
    """The tournaments of the club, the latest first."""
    return render_template("tournament/list.html", tournaments=making.list_tournaments(db.session, actor()))
