"""The projector: standings or seats for the whole hall, some lines at a time, which goes on by itself."""

from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, request, url_for

from scorebook.reports.tournament.projector import Slide, seat_slides, standing_slides
from scorebook.reports.tournament.seats import by_name
from scorebook.services.access import Action
from scorebook.services.tournament.desk import Seen
from scorebook.services.tournament.results import missing_lists, results_of
from scorebook.web.clock import timezone
from scorebook.web.texts import gettext as _
from scorebook.web.tournament.places import see
from scorebook.web.tournament.places import show as shown
from scorebook.web.tournament.standings import specials, table, teams
from scorebook.web.visitor import needs

blueprint = Blueprint("tournament_projector", __name__, url_prefix="/turniere/<int:tournament_id>/beamer")

STANDINGS, SEATS = "stand", "plaetze"
SECONDS = 12
"""So long a page stands there."""


@blueprint.get("")
@needs(Action.READ)
def show(tournament_id: int) -> Response:
    """One page of what is shown; where the address does not say what, that which is of use now."""
    seen = see(tournament_id)
    what = _what(seen)
    slides = _seats(seen) if what == SEATS else _standings(seen)
    number = request.args.get("seite", 1, type=int)
    number = number if 1 <= number <= len(slides) else 1
    return shown(
        "projector.html",
        seen,
        "standings",
        what=what,
        slide=slides[number - 1] if slides else None,
        number=number,
        pages=len(slides),
        following=url_for(
            "tournament_projector.show", tournament_id=tournament_id, seite=number % max(1, len(slides)) + 1, **_kept()
        ),
        seconds=SECONDS,
        going_on=_going_on(seen),
        now=datetime.now(UTC),
        zone=timezone().key,
    )


def _kept() -> dict[str, Any]:
    """Give what the address says of what is shown, for the pages that follow."""
    what = request.args.get("was")
    return {"was": what} if what in (STANDINGS, SEATS) else {}


def _what(seen: Seen) -> str:
    """Give what is shown: what the address says, else the seats of a round that was drawn since the last standings."""
    newer = len(seen.state.rounds) > seen.state.published and not _begun(seen)
    return str(_kept().get("was") or (SEATS if newer else STANDINGS))


def _begun(seen: Seen) -> bool:
    """Tell whether lists of a round are there whose standings are not out."""
    return any(table.listed for one in seen.state.rounds[seen.state.published :] for table in one.tables)


def _standings(seen: Seen) -> tuple[Slide, ...]:
    """Give the published standings."""
    if not seen.state.published:
        return ()
    found = results_of(seen, after=seen.state.published)
    names, over = found.seen.names, found.last == seen.state.settings.rounds
    heading = _("Endstand") if over else _("Stand nach Runde %(number)d", number=found.last)
    return standing_slides(table(found, names), specials(found, names), teams(found, names), heading, _)


def _seats(seen: Seen) -> tuple[Slide, ...]:
    """Give who sits where in the round that is played, or comes next."""
    playing = seen.state.round(min(seen.state.published + 1, len(seen.state.rounds)))
    if playing is None:
        return ()
    names = {number: one.name for number, one in seen.entrants.items()}
    return seat_slides(by_name((playing,), names), _("Plätze in Runde %(number)d", number=playing.number), _)


def _going_on(seen: Seen) -> tuple[int, int, int] | None:
    """Give the round whose lists come in, how many are there, and of how many; none where none is played."""
    number = seen.state.published + 1
    played = seen.state.round(number)
    if played is None:
        return None
    tables = len(played.tables)
    return number, tables - len(missing_lists(seen.state, number, number)), tables
