"""What a Strich, a head or a point costs: a form of the overview."""

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.services import RefusedError, pricing
from scorebook.services.access import Action
from scorebook.store.db import db
from scorebook.web.evenings import overview
from scorebook.web.price_form import PriceForm
from scorebook.web.security import checks_itself
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("pricing", __name__)


@blueprint.post("/abende/<int:evening_id>/preis")
@needs(Action.PRICE)
@checks_itself
def agree(evening_id: int) -> BaseResponse:
    """Keep the price, and show who pays whom."""
    form = PriceForm(formdata=request.form)
    if not form.validate():
        return overview(evening_id, status=400, price=form)
    try:
        pricing.set_price(db.session, actor(), evening_id, form.typed())
    except RefusedError as error:
        form.show(error.findings)
        return overview(evening_id, status=422, price=form)
    return redirect(url_for("evenings.show", evening_id=evening_id, _anchor="zahlen"), 303)
