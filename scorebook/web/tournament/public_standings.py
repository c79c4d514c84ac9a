"""The published standings of a tournament, for everybody in the hall: what is not published, nobody reads here."""

from flask import Blueprint, Response, request

from scorebook.reports.tournament.seats import sort_key
from scorebook.services.tournament.results import results_of
from scorebook.web.security import secretive
from scorebook.web.tournament.public import seen_by_all, show_to_all
from scorebook.web.tournament.standings import specials, table, teams
from scorebook.web.visitor import public

blueprint = Blueprint("tournament_public_standings", __name__)


@blueprint.get("/t/<handle>/stand")
@public
@secretive
def show(handle: str) -> Response:
    """The standings after the last round that is published; of whom somebody looks for, his line."""
    club, seen = seen_by_all(handle)
    if not seen.state.published:
        return show_to_all("public_standings.html", handle, club, seen, "standings", board=None)
    found = results_of(seen, after=seen.state.published)
    names, search = found.seen.names, request.args.get("wer", "").strip()
    board, key = table(found, names), sort_key(search)
    rows = [row for row in board.rows if key in sort_key(row.name) or search == str(row.player)]
    known = {"specials": specials(found, names), "teams": teams(found, names), "search": search, "rows": rows}
    return show_to_all("public_standings.html", handle, club, seen, "standings", board=board, last=found.last, **known)
