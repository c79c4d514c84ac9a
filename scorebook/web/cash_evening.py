"""What somebody has open at an evening, put down to his account in the club: a part of the overview."""

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook import wording
from scorebook.errors import ConflictError
from scorebook.rules import Unit
from scorebook.services import paying
from scorebook.services.access import Action
from scorebook.store.db import db
from scorebook.web.cash_form import CarryForm
from scorebook.web.clock import timezone
from scorebook.web.evenings import load, overview
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("cash_evening", __name__)


@blueprint.post("/abende/<int:evening_id>/anschreiben")
@needs(Action.PAY)
@checks_itself
def carry(evening_id: int) -> BaseResponse:
    """Put it down, and show what is still open."""
    form = CarryForm(formdata=request.form)
    if not form.validate():
        return overview(evening_id, status=400, carrying=form)
    try:
        done = paying.pay(db.session, actor(), evening_id, form.payment(), timezone=timezone())
    except ConflictError as error:
        form.top.append(error.told(_))
        return overview(evening_id, status=409, carrying=form)
    person = max(done.payment.payer, done.payment.payee)
    amount = wording.amount(done.payment.amount, Unit.CENT, _)
    name = load(evening_id).name_of(person)
    flash(_("%(name)s: %(amount)s stehen auf dem Konto beim Verein.", name=name, amount=amount))
    return redirect(url_for("evenings.show", evening_id=evening_id, _anchor="zahlen"), 303)
