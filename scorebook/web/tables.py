"""A further table in an evening."""

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as BaseResponse

from scorebook import wording
from scorebook.errors import ConflictError
from scorebook.ledger.evening import Evening
from scorebook.rules import RuleSet, preset, preset_names
from scorebook.services import RefusedError, evenings, naming, rulesets, tables
from scorebook.services.access import Action
from scorebook.store.db import db
from scorebook.web.evening_form import TableForm
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("tables", __name__)


@blueprint.get("/abende/<int:evening_id>/tisch")
@needs(Action.START_EVENING)
def new(evening_id: int) -> Response:
    """The form that opens a further table."""
    evening = _load(evening_id)
    form = _form(evening, None)
    form.known.data = len(evening.sheets)
    return _page(evening_id, evening, form)


@blueprint.post("/abende/<int:evening_id>/tisch")
@needs(Action.START_EVENING)
@checks_itself
def create(evening_id: int) -> BaseResponse:
    """Open the table and go to its sheet."""
    evening = _load(evening_id)
    form = _form(evening, request.form)
    if not form.validate():
        return _page(evening_id, evening, form, 400 if form.stale else 422)
    try:
        sheet_id = tables.open_table(db.session, actor(), evening_id, form.table())
    except RefusedError as error:
        form.show(error.findings)
        return _page(evening_id, evening, form, 422)
    except ConflictError as error:
        form.top.append(error.told(_))
        return _page(evening_id, evening, form, 409)
    return redirect(url_for(form.next_page, sheet_id=sheet_id), 303)


def _form(evening: Evening, sent: MultiDict[str, str] | None) -> TableForm:
    offered = _offered(evening)
    return TableForm(offered, offered[0][0], formdata=sent)


def _load(evening_id: int) -> Evening:
    return evenings.load_evening(db.session, actor(), evening_id)


def _offered(evening: Evening) -> list[tuple[str, str, RuleSet]]:
    """The rule sets that go with the evening: that of the first table first, then the club's own, then presets."""
    who = actor()
    first = rulesets.current_rule_set(db.session, who, evening.sheets[0].id)
    others = [(str(own.id), own.named.name, own.named.rules) for own in rulesets.own_rule_sets(db.session, who)]
    others += [(name, wording.preset_title(name, _), preset(name)) for name in preset_names()]
    fitting = [one for one in others if one[2] != first.named.rules and rulesets.fits(first.named.rules, one[2])]
    title = wording.rule_set_title(first.named.name, first.named.preset, _)
    return [(str(first.id), title, first.named.rules), *fitting]


def _page(evening_id: int, evening: Evening, form: TableForm, status: int = 200) -> Response:
    known = naming.suggestions(db.session, actor())
    html = render_template(
        "new_table.html", form=form, known=known, evening=evening, evening_id=evening_id, number=len(evening.sheets) + 1
    )
    return make_response(html, status)
