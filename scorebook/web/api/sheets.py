"""A table's list: its games, its prices, who pays whom."""

from flask import Response

from scorebook.exchange.bookings import settlement_json, sheet_json
from scorebook.exchange.pricing import price_table_json
from scorebook.services import evenings, rulesets
from scorebook.store.db import db
from scorebook.web.api.bodies import answer
from scorebook.web.api.door import caller
from scorebook.web.api.operations import READING, Operation, route

SHOW = Operation(method="GET", rule="/sheets/<int:sheet_id>", given={200: "SheetState"}, problems=READING)
PRICES = Operation(method="GET", rule="/sheets/<int:sheet_id>/prices", given={200: "PriceTable"}, problems=READING)
SETTLEMENT = Operation(
    method="GET", rule="/sheets/<int:sheet_id>/settlement", given={200: "Settlement"}, problems=READING
)


@route(SHOW)
def show_sheet(sheet_id: int) -> Response:
    """The list with all its games, and what is next."""
    who = caller()
    evening_id = evenings.evening_of_sheet(db.session, who, sheet_id)
    evening, sheet = evenings.load_sheet(db.session, who, sheet_id)
    return answer(sheet_json(evening_id, evening, sheet, rulesets.current_rules(db.session, who, sheet_id)))


@route(PRICES)
def show_prices(sheet_id: int) -> Response:
    """The price table of the next game's rules."""
    return answer(price_table_json(rulesets.current_rules(db.session, caller(), sheet_id)))


@route(SETTLEMENT)
def show_settlement(sheet_id: int) -> Response:
    """Who pays whom for this list."""
    return answer(settlement_json(*evenings.load_sheet(db.session, caller(), sheet_id)))
