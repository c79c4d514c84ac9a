"""A tournament's own page: what is next, and what is missing."""

from flask import Blueprint, Response

from scorebook.services.access import Action
from scorebook.web.tournament.places import see, show
from scorebook.web.visitor import needs

blueprint = Blueprint("tournament_home", __name__, url_prefix="/turniere/<int:tournament_id>")


@blueprint.get("")
@needs(Action.READ)
def home(tournament_id: int) -> Response:
    """Where a tournament stands."""
    return show("home.html", see(tournament_id), "home")
