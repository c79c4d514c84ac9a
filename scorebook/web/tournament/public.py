"""The public pages of a tournament: for the telephones in the hall, without an account, to read only.

Each is shown by `public`, which gives it what all of them have; `PUBLIC` are those that there are.
"""

from typing import Any

from flask import Blueprint, Response, make_response, render_template, request

from scorebook.league.tournament.state import PlayedRound
from scorebook.reports.tournament.seats import by_name, by_table, found
from scorebook.services.tournament.desk import Seen
from scorebook.services.tournament.papers import names
from scorebook.services.tournament.sharing import shared_tournament
from scorebook.store.db import db
from scorebook.web.security import secret_key, secretive
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import public
from scorebook.wording import Marked

blueprint = Blueprint("tournament_public", __name__)

MOST_FOUND = 12
"""So many are shown of those whom somebody looks for."""
PUBLIC: list[tuple[str, Marked[str], str]] = [
    ("seats", "Wo sitze ich?", "tournament_public.seats"),
    ("standings", "Stand", "tournament_public_standings.show"),
]
"""Where one can go: key, words, endpoint."""


def seen_by_all(handle: str) -> tuple[str, Seen]:
    """Give the club and the tournament of an address, with names as all may read them."""
    return shared_tournament(db.session, secret_key(), handle, _)


def show_to_all(template: str, handle: str, club: str, seen: Seen, place: str, **known: Any) -> Response:
    """Show a public page: `tournament/<template>`, which extends `tournament/public_base.html`."""
    places = [(key, _(label), endpoint) for key, label, endpoint in PUBLIC]
    html = render_template(
        f"tournament/{template}", handle=handle, club=club, seen=seen, place=place, places=places, **known
    )
    return make_response(html)


@blueprint.get("/t/<handle>")
@public
@secretive
def seats(handle: str) -> Response:
    """Where somebody sits, by his name or start number; and who sits where at all."""
    club, seen = seen_by_all(handle)
    asked = request.args.get("wer", "").strip()
    return show_to_all("public_seats.html", handle, club, seen, "seats", **who_sits_where(seen, asked))


def who_sits_where(seen: Seen, asked: str) -> dict[str, Any]:
    """Give what pages show of the seats of a round: the one that the address names, else the last that is drawn."""
    chosen = request.args.get("runde", 0, type=int)
    played = seen.state.round(chosen) or (seen.state.rounds[-1] if seen.state.rounds else None)
    called = names(seen)
    everybody = by_name(seen.state.rounds, called)
    hits = found(everybody, asked)
    return {
        "played": played,
        "asked": asked,
        "hits": hits[:MOST_FOUND],
        "more": max(len(hits) - MOST_FOUND, 0),
        "mates": {one.number: _mates(played, one.number, called) for one in hits[:MOST_FOUND]},
        "by_table": request.args.get("nach") == "tisch",
        "people": [one for one in by_name((played,), called) if one.anywhere] if played else [],
        "tables": by_table(played, called, seen.state.settings) if played else (),
    }


def _mates(played: PlayedRound | None, number: int, called: dict[int, str]) -> list[str]:
    """Give with whom somebody sits in a round."""
    table = next((one for one in played.tables if number in one.seated), None) if played else None
    return [called[one] for one in table.seated if one != number] if table else []
