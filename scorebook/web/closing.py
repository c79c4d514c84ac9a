"""Ending an evening, and opening it again: buttons of the overview."""

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.errors import ConflictError
from scorebook.services import RefusedError, closing, evenings
from scorebook.services.access import Action
from scorebook.store.db import db
from scorebook.web.end_form import end_form
from scorebook.web.evening_form import ReasonForm
from scorebook.web.evenings import overview
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("closing", __name__)


@blueprint.post("/abende/<int:evening_id>/beenden")
@needs(Action.END)
@checks_itself
def end(evening_id: int) -> BaseResponse:
    """End the evening and show what came out. Refused, the overview asks what becomes of the Stock."""
    who = actor()
    form = end_form(evenings.load_evening(db.session, who, evening_id), formdata=request.form)
    if not form.validate():
        return overview(evening_id, 400, ending=form)
    try:
        closing.end_evening(db.session, who, evening_id, form.answers)
    except RefusedError as error:
        form = end_form(evenings.load_evening(db.session, who, evening_id), formdata=request.form)
        form.show(error.findings)
        return overview(evening_id, 422, ending=form)
    return redirect(url_for("evenings.show", evening_id=evening_id), 303)


@blueprint.post("/abende/<int:evening_id>/weiterspielen")
@needs(Action.END)
@checks_itself
def reopen(evening_id: int) -> BaseResponse:
    """Open the evening again, with a reason, and go on: to its sheet, or to the overview of its tables."""
    who = actor()
    form = ReasonForm(formdata=request.form)
    if not form.validate():
        return overview(evening_id, 400, form=form)
    try:
        closing.reopen_evening(db.session, who, evening_id, form.reason.data or "")
    except RefusedError as error:
        form.show(error.findings)
        return overview(evening_id, 422, form=form)
    except ConflictError as error:
        form.top.append(error.told(gettext))
        return overview(evening_id, 409, form=form)
    evening = evenings.load_evening(db.session, who, evening_id)
    if len(evening.sheets) > 1:
        return redirect(url_for("evenings.show", evening_id=evening_id), 303)
    return redirect(url_for("sheets.show", sheet_id=evening.sheets[0].id), 303)
