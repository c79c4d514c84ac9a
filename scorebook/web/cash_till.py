"""The till counted: what should be there, what is, and the countings before."""

from flask import Blueprint, Response, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.services import RefusedError, cash_till
from scorebook.services.access import Action
from scorebook.store.db import db
from scorebook.web.cash_form import CountForm
from scorebook.web.clock import timezone
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("cash_till", __name__, url_prefix="/kasse/sturz")

ADD_UP = "zaehlen"
"""What the button says that only adds up."""


@blueprint.get("")
@needs(Action.CASH)
def show() -> Response:
    """The form, and the countings before."""
    return _page(CountForm(formdata=None))


@blueprint.post("")
@needs(Action.CASH)
@checks_itself
def count() -> BaseResponse:
    """Add up what was typed, or keep it."""
    form = CountForm(formdata=request.form)
    if not form.validate():
        return _page(form, 400)
    if request.form.get("tun") == ADD_UP:
        total, findings = cash_till.sum_of(form.typed())
        form.show(findings)
        return _page(form, 422 if findings else 200, total)
    try:
        cash_till.count(db.session, actor(), form.uuid.data, form.typed(), timezone=timezone())
    except RefusedError as error:
        form.show(error.findings)
        return _page(form, 422)
    flash(_("Der Kassensturz ist festgehalten."))
    return redirect(url_for("cash_till.show"), 303)


def _page(form: CountForm, status: int = 200, total: int | None = None) -> Response:
    till = cash_till.till(db.session, actor())
    form.after.data = till.after
    html = render_template("cash_till.html", till=till, form=form, total=total)
    return make_response(html, status)
