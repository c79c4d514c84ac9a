"""The table of a tournament from its own tablet: its list handed in when all games are played."""

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.services.access import Action
from scorebook.services.tournament import sheets
from scorebook.store.db import db
from scorebook.web.evenings import overview
from scorebook.web.fields import FreshUuid
from scorebook.web.page_form import PageForm
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.tournament.steps import refused
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("tournament_own_table", __name__)


class HandingForm(PageForm):
    """One tap, and its mark."""

    uuid = FreshUuid()


@blueprint.post("/abende/<int:evening_id>/abgeben")
@needs(Action.END)
@checks_itself
def hand_in(evening_id: int) -> BaseResponse:
    """Hand in the list of the table."""
    form = HandingForm(formdata=request.form)

    def step() -> str:
        sheets.hand_in_here(db.session, actor(), evening_id, form.uuid.data)
        return _("Eure Liste ist abgegeben. Danke!")

    status = refused(form, step)
    if status is not None:
        return overview(evening_id, status, handing=form)
    return redirect(url_for("evenings.show", evening_id=evening_id), 303)
