"""What the scripts of the entry form need to work without a network: prices, and every text that they show."""

from typing import Any

from flask import Blueprint, Response, jsonify, request

from scorebook import wording
from scorebook.exchange.pricing import price_table_json
from scorebook.ledger.bock import has_bock
from scorebook.ledger.consequences import state_before
from scorebook.rules import TRAITS, RuleSet, Unit
from scorebook.services.access import Action
from scorebook.web.book import Book
from scorebook.web.detours import Origin, book_of, origin
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import needs

blueprint = Blueprint("tablet", __name__)


@blueprint.get("/listen/<int:sheet_id>/tablett.json")
@needs(Action.READ)
def kit(sheet_id: int) -> Response:
    """The kit of the form for the next game, or for the game that is corrected, or before which one is put in."""
    page = origin(sheet_id)
    form = page.offer(page.form_type(formdata=None))
    answer = jsonify(
        prices=price_table_json(form.rules),
        rules={"opposite": [contract for contract, traits in TRAITS.items() if traits.opposite]},
        names=form.table.names,
        **_state(page, form.rules),
        words=words(),
        steps=wording.step_names(_),
        figures=_figures(form.rules.unit),
    )
    answer.add_etag()
    answer.make_conditional(request)
    return answer


def words() -> dict[str, str]:
    """Give the texts of the scripts in the language of the page, each under the name by which a script asks for it."""
    return {
        "times": _(wording.TIMES),
        "void": _("zählt nicht"),
    }


def _state(page: Origin, rules: RuleSet) -> dict[str, Any]:
    """What lies in the Stock before the game, and what the Bock makes of it; null where the book counts no Bock."""
    book = book_of(page)
    number = book.sheet.next_number if isinstance(page, Book) else page.beside.number
    state = state_before(book.sheet, book.evening.rule_sets, number)
    return {"stock": state.stock, "bock": state.bock.factor if has_bock(rules) else None}


def _figures(unit: Unit) -> dict[str, Any]:
    """How figures and amounts are written."""
    one, many = wording.unit_texts(unit, _)
    group = "." if _.decimal == "," else ","
    return {"decimal": _.decimal, "group": group, "places": 2 if unit is Unit.CENT else 0, "one": one, "many": many}
