"""What people have and owe at the club: the list, a statement each, what is put on an account."""

from flask import Blueprint, Response, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.errors import ConflictError
from scorebook.services import RefusedError, cash_accounts, open_evenings
from scorebook.services.access import Action
from scorebook.store.db import db
from scorebook.web.cash_form import ChargeForm
from scorebook.web.clock import timezone, today
from scorebook.web.evening_form import ReasonForm
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("cash_accounts", __name__, url_prefix="/kasse/konten")


@blueprint.get("")
@needs(Action.CASH)
def overview() -> Response:
    """Who stands where with the club."""
    items = cash_accounts.open_items(db.session, actor())
    known = {account.person_id for account in (*items.owing, *items.credit, *items.even)}
    others = {key: name for key, name in cash_accounts.people(db.session, actor()).items() if key not in known}
    opened = open_evenings.open_people(db.session, actor())
    return make_response(render_template("cash_accounts.html", items=items, others=others, opened=opened))


@blueprint.get("/<int:person_id>")
@needs(Action.CASH)
def show(person_id: int) -> Response:
    """Somebody's statement, the newest first."""
    return _page(person_id)


@blueprint.post("/<int:person_id>")
@needs(Action.CASH)
@checks_itself
def charge(person_id: int) -> BaseResponse:
    """Put something on somebody's account without cash."""
    form = ChargeForm(formdata=request.form)
    if not form.validate():
        return _page(person_id, form, 400)
    try:
        new = form.typed(person_id)
        cash_accounts.charge(db.session, actor(), form.uuid.data, new, timezone=timezone())
    except RefusedError as error:
        form.show(error.findings)
        return _page(person_id, form, 422)
    flash(_("Steht jetzt auf dem Konto."))
    return redirect(url_for("cash_accounts.show", person_id=person_id), 303)


def _page(person_id: int, form: ChargeForm | None = None, status: int = 200) -> Response:
    found = cash_accounts.statement(db.session, actor(), person_id)
    filled = (form or ChargeForm(formdata=None)).offer(today())
    opened = [one for one in open_evenings.open_people(db.session, actor()) if one.person_id == found.person_id]
    html = render_template(
        "cash_account.html", one=found, moves=tuple(reversed(found.moves)), form=filled, opened=opened
    )
    return make_response(html, status)


@blueprint.get("/bewegungen/<int:move_id>")
@needs(Action.CASH)
def move(move_id: int) -> Response:
    """One movement, and the question before it is taken back."""
    return _move(move_id, ReasonForm(formdata=None))


@blueprint.post("/bewegungen/<int:move_id>/zuruecknehmen")
@needs(Action.CASH)
@checks_itself
def take_back(move_id: int) -> BaseResponse:
    """Take it back by a further movement."""
    form = ReasonForm(formdata=request.form)
    if not form.validate():
        return _move(move_id, form, 400)
    try:
        person_id = cash_accounts.take_back(db.session, actor(), move_id, form.reason.data or "")
    except RefusedError as error:
        form.show(error.findings)
        return _move(move_id, form, 422)
    except ConflictError as error:
        form.top.append(error.told(_))
        return _move(move_id, form, 409)
    flash(_("Zurückgenommen."))
    return redirect(url_for("cash_accounts.show", person_id=person_id), 303)


def _move(move_id: int, form: ReasonForm, status: int = 200) -> Response:
    found, obstacle = cash_accounts.move_page(db.session, actor(), move_id)
    name = cash_accounts.people(db.session, actor())[found.person_id]
    said = "" if obstacle is None else obstacle.told(_)
    html = render_template("cash_move.html", move=found, name=name, obstacle=said, form=form)
    return make_response(html, status)
