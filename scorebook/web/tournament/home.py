"""A tournament's own page: what is next, and what is missing."""

from flask import Blueprint, Response

from scorebook.league.tournament.attendance import absent
from scorebook.league.tournament.outlook import Kind, next_step, outlook
from scorebook.services.access import Action
from scorebook.web.tournament.door import counted
from scorebook.web.tournament.places import see, show
from scorebook.web.visitor import needs

blueprint = Blueprint("tournament_home", __name__, url_prefix="/turniere/<int:tournament_id>")

WHERE = {
    Kind.REGISTER: "door",
    Kind.DRAW: "draw",
    Kind.LISTS: "lists",
    Kind.PUBLISH: "standings",
    Kind.END: "prizes",
}
"""Which place a step is done at."""


@blueprint.get("")
@needs(Action.READ)
def home(tournament_id: int) -> Response:
    """Where a tournament stands."""
    seen = see(tournament_id)
    steps, now = outlook(seen.state), next_step(seen.state)
    missing = len(absent(seen.state, now.round)) if now else 0
    return show("home.html", seen, "home", steps=steps, now=now, where=WHERE, absent=missing, **counted(seen))
