"""Where one can go in a tournament, by what one may do; and its pages, which all begin with that."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flask import Response, make_response, render_template

from scorebook.services.access import Action
from scorebook.services.tournament import desk
from scorebook.services.tournament.desk import Seen
from scorebook.store.db import db
from scorebook.web.texts import gettext
from scorebook.web.visitor import actor, may
from scorebook.wording import Marked


@dataclass(frozen=True, slots=True)
class Place:
    """Where one can go: its key, which page that is, and who may."""

    key: str
    endpoint: str
    action: Action


LABELS: Marked[dict[str, str]] = {
    "home": "Übersicht",
    "door": "Anmeldung",
    "draw": "Auslosung",
    "seats": "Plätze",
    "lists": "Listen",
    "standings": "Stand",
    "prizes": "Preise",
    "papers": "Papiere",
}
"""What the places are called."""
PLACES = (
    Place("home", "tournament_home.home", Action.READ),
    Place("door", "tournament_door.door", Action.DOOR),
    Place("draw", "tournament_draw.drawing", Action.READ),
    Place("seats", "tournament_seats.seats", Action.READ),
    Place("lists", "tournament_lists.current", Action.READ),
    Place("standings", "tournament_standings.show", Action.READ),
    Place("prizes", "tournament_prizes.show", Action.READ),
    Place("papers", "tournament_papers.papers_page", Action.READ),
)
"""All there are, in the order of an evening. A page that belongs to one of them says its key when it is shown."""


def places() -> Iterator[tuple[str, str, str]]:
    """Give where whoever asks may go: key, words, endpoint."""
    return ((one.key, gettext(LABELS[one.key]), one.endpoint) for one in PLACES if may(one.action))


def see(tournament_id: int) -> Seen:
    """Read a tournament for whoever asks."""
    return desk.see(db.session, actor(), tournament_id)


def show(template: str, seen: Seen, place: str, status: int = 200, **known: Any) -> Response:
    """Show a page of a tournament: `tournament/<template>`, which extends `tournament/base.html`."""
    html = render_template(f"tournament/{template}", seen=seen, place=place, places=list(places()), **known)
    return make_response(html, status)
