"""What is due at an evening besides its games: a form of the overview, and the way back."""

from dataclasses import replace
from uuid import UUID

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.errors import ConflictError
from scorebook.services import RefusedError, levies
from scorebook.services.access import Action
from scorebook.store.db import db
from scorebook.web.evenings import load, overview
from scorebook.web.levies_form import LevyForm
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs
from scorebook.wording.levies import levy_told

blueprint = Blueprint("levies", __name__)


@blueprint.post("/abende/<int:evening_id>/dazu")
@needs(Action.PAY)
@checks_itself
def add(evening_id: int) -> BaseResponse:
    """Levy it, and show who pays whom then."""
    form = LevyForm(formdata=request.form)
    if not form.validate():
        return overview(evening_id, status=400, levying=form)
    try:
        levy = levies.add_levy(db.session, actor(), evening_id, form.levy())
    except RefusedError as error:
        form.show(replace(finding, field=f"levy_{finding.field}") for finding in error.findings)
        return overview(evening_id, status=422, levying=form)
    except ConflictError as error:
        form.top.append(error.told(_))
        return overview(evening_id, status=409, levying=form)
    flash(_("%(what)s. Das ist mitgerechnet.", what=levy_told(levy, load(evening_id).names, _)))
    return _back(evening_id)


@blueprint.post("/abende/<int:evening_id>/dazu/<uuid:uuid>/zuruecknehmen")
@needs(Action.PAY)
def take_back(evening_id: int, uuid: UUID) -> BaseResponse:
    """Take it back, and show who pays whom then."""
    levy = levies.take_back(db.session, actor(), evening_id, uuid)
    flash(_("%(what)s: zurückgenommen.", what=levy_told(levy, load(evening_id).names, _)))
    return _back(evening_id)


def _back(evening_id: int) -> BaseResponse:
    return redirect(url_for("evenings.show", evening_id=evening_id, _anchor="zahlen"), 303)
