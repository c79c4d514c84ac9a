"""Lists of a tournament's tables: those of a round read, and handed in, a hundred at once."""

from flask import Response

from scorebook.exchange.table_lists import lists_of, parse_lists, round_json
from scorebook.services.access import Action
from scorebook.services.tournament import desk, listing
from scorebook.store.db import db
from scorebook.web.api.bodies import answer, json_object, needed_key
from scorebook.web.api.door import caller
from scorebook.web.api.operations import READING, SENDING, Operation, route

RULE = "/tournaments/<int:tournament_id>/rounds/<int:round_number>/lists"
SHOW = Operation(method="GET", rule=RULE, given={200: "RoundState"}, problems=READING)
HAND_IN = Operation(
    method="POST",
    right=Action.LIST,
    rule=RULE,
    sent=("TableLists",),
    given={200: "HandedLists"},
    problems=SENDING,
    example={"lists": [{"table": 1, "points": [30, 10, -10, -30], "games": 32}]},
    key="needed",
)


@route(SHOW)
def show_lists(tournament_id: int, round_number: int) -> Response:
    """A round with its tables, who sits there and which lists are there."""
    seen = desk.see(db.session, caller(), tournament_id)
    played = listing.round_of(seen.state, round_number)
    return answer(round_json(played, seen.state.settings.games, seen.name))


@route(HAND_IN)
def hand_in_lists(tournament_id: int, round_number: int) -> Response:
    """Hand in lists, all of them or none."""
    who = caller()
    listing.round_of(desk.see(db.session, who, tournament_id).state, round_number)
    sent = parse_lists(json_object())
    key, lists = needed_key(sent.uuid), lists_of(sent, round_number)
    handed, missing = listing.hand_in_all(db.session, who, tournament_id, key, lists)
    tables = [(one.table, done.repeated) for one, done in zip(lists, handed, strict=True)]
    return answer(
        {
            "written": [table for table, repeated in tables if not repeated],
            "unchanged": [table for table, repeated in tables if repeated],
            "missing": list(missing),
        }
    )
