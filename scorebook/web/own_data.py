"""One's own account: what is kept of it, and its end."""

from flask import Blueprint, Response, make_response, render_template
from werkzeug.wrappers import Response as BaseResponse

from scorebook.services import leaving
from scorebook.store.db import db
from scorebook.web.farewell import say_farewell
from scorebook.web.farewell_form import SureForm
from scorebook.web.privacy import as_file
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, with_account

blueprint = Blueprint("own_data", __name__)


@blueprint.get("/konto/daten")
@with_account
def show() -> Response:
    """What can be done with what is kept of one's own account."""
    return _page(SureForm(formdata=None))


def _page(form: SureForm, status: int = 200) -> Response:
    account = leaving.own_account(db.session, actor())
    return make_response(render_template("own_data.html", form=form, account=account), status)


@blueprint.get("/konto/daten.json")
@with_account
def export() -> Response:
    """All that is kept of one's own account, but for secrets."""
    data = leaving.own_data(db.session, actor())
    return as_file(data, str(data["name"]))


@blueprint.post("/konto/daten")
@with_account
@checks_itself
def delete() -> BaseResponse:
    """Give up one's own account, and log out."""
    return say_farewell(leaving.leave, _page, _("Dein Zugang ist gelöscht."))
