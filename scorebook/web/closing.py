"""Ending an evening, and opening it again: buttons of the overview."""

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.services import RefusedError, access, closing, evenings
from scorebook.store.db import db
from scorebook.web.evening_form import ReasonForm
from scorebook.web.evenings import overview
from scorebook.web.security import checks_itself

blueprint = Blueprint("closing", __name__)


@blueprint.post("/abende/<int:evening_id>/beenden")
def end(evening_id: int) -> BaseResponse:
    """End the evening and show what came out."""
    closing.end_evening(db.session, access.local_actor(db.session), evening_id)
    return redirect(url_for("evenings.show", evening_id=evening_id), 303)


@blueprint.post("/abende/<int:evening_id>/weiterspielen")
@checks_itself
def reopen(evening_id: int) -> BaseResponse:
    """Open the evening again, with a reason, and go to its sheet."""
    actor = access.local_actor(db.session)
    form = ReasonForm(formdata=request.form)
    if not form.validate():
        return overview(evening_id, form, 400)
    try:
        closing.reopen_evening(db.session, actor, evening_id, form.reason.data or "")
    except RefusedError as error:
        form.show(error.findings)
        return overview(evening_id, form, 422)
    evening = evenings.load_evening(db.session, actor, evening_id)
    return redirect(url_for("sheets.show", sheet_id=evening.sheets[0].id), 303)
