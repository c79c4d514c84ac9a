"""Evenings and the club's rule sets."""

from dataclasses import replace

from flask import Response, url_for

from scorebook.exchange import evening_json, rules_json
from scorebook.exchange.bookings import evening_state_json
from scorebook.exchange.settlements import evening_settlement_json
from scorebook.exchange.shapes import time_text
from scorebook.exchange.wishes import EveningWishModel, parse_evening_wish
from scorebook.services import evenings as service
from scorebook.services import rulesets
from scorebook.services.access import Action, Actor
from scorebook.services.evenings import NewEvening
from scorebook.services.season_evenings import FITTING
from scorebook.store.db import db
from scorebook.store.evenings import EveningSummary
from scorebook.web.api.bodies import answer, idempotency_key, json_object, number_in_query
from scorebook.web.api.door import caller
from scorebook.web.api.operations import READING, Operation, route
from scorebook.web.clock import timezone

LIST = Operation(
    method="GET",
    rule="/evenings",
    given={200: "EveningList"},
    problems=(401, 403, 405, 422),
    query=("before",),
)
BEGIN = Operation(
    method="POST",
    right=Action.START_EVENING,
    rule="/evenings",
    sent=("EveningWish",),
    given={201: "EveningState", 200: "EveningState"},
    problems=(400, 401, 403, 405, 409, 413, 415, 422),
    example={"names": ["Sepp", "Vroni", "Xaver", "Zenzi"], "preset": "bayern_10_20_50", "title": "Stammtisch"},
    key="possible",
)
SHOW = Operation(method="GET", rule="/evenings/<int:evening_id>", given={200: "EveningState"}, problems=READING)
EXPORT = Operation(method="GET", rule="/evenings/<int:evening_id>/export", given={200: "Evening"}, problems=READING)
SETTLEMENT = Operation(
    method="GET", rule="/evenings/<int:evening_id>/settlement", given={200: "EveningSettlement"}, problems=READING
)
RULE_SETS = Operation(method="GET", rule="/rule_sets", given={200: "OwnRulesList"}, problems=(401, 403, 405))


@route(LIST)
def list_evenings() -> Response:
    """The newest evenings, or those older than `before`."""
    who = caller()
    page = service.list_evenings(db.session, who, number_in_query("before"))
    return answer({"evenings": [_summary(one) for one in page.evenings], "older": page.older})


def _summary(one: EveningSummary) -> dict[str, object]:
    return {
        "id": one.id,
        "uuid": str(one.uuid),
        "date": one.date.isoformat(),
        "begun": time_text(one.begun),
        "title": one.title,
        "place": one.place,
        "names": list(one.names),
        "sheets": [{"id": sheet_id} for sheet_id in one.sheet_ids],
        "games": one.games,
    }


@route(BEGIN)
def begin_evening() -> Response:
    """Begin an evening; the same key again gives the one that it began."""
    who = caller()
    sent = parse_evening_wish(json_object())
    started = service.start_evening(db.session, who, _new(sent), timezone=timezone())
    address = url_for("api.show_evening", evening_id=started.evening_id)
    return _state(who, started.evening_id, 200 if started.repeated else 201, address)


def _new(sent: EveningWishModel) -> NewEvening:
    new = NewEvening(
        names=tuple(sent.names),
        preset=sent.preset,
        rule_set=sent.rule_set,
        place=sent.place,
        title=sent.title,
        first_dealer=sent.first_dealer,
        pattern=sent.pattern,
        date=sent.date,
        season=FITTING if sent.season is None else sent.season,
    )
    key = idempotency_key(sent.uuid)
    return new if key is None else replace(new, uuid=key)


@route(SHOW)
def show_evening(evening_id: int) -> Response:
    """An evening with its tables."""
    return _state(caller(), evening_id)


def _state(who: Actor, evening_id: int, status: int = 200, address: str = "") -> Response:
    evening = service.load_evening(db.session, who, evening_id)
    return answer(evening_state_json(evening_id, evening), status, address)


@route(EXPORT)
def export_evening(evening_id: int) -> Response:
    """An evening as it can be read in elsewhere."""
    return answer(evening_json(service.load_evening(db.session, caller(), evening_id)))


@route(SETTLEMENT)
def settle_evening(evening_id: int) -> Response:
    """Who still pays whom at an evening, after what was paid and what is due besides the games."""
    return answer(evening_settlement_json(evening_id, service.load_evening(db.session, caller(), evening_id)))


@route(RULE_SETS)
def list_rule_sets() -> Response:
    """The club's own rule sets, which a new evening names by their ids."""
    own = rulesets.own_rule_sets(db.session, caller())
    made = [{"id": kept.id, "name": kept.named.name, "rules": rules_json(kept.named.rules)} for kept in own]
    return answer({"rule_sets": made})
