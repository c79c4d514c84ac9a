"""The whole club: to take away, and its end."""

from flask import Blueprint, Response, make_response, render_template
from werkzeug.wrappers import Response as BaseResponse

from scorebook.services import club_data, leaving
from scorebook.services.access import Action
from scorebook.store.db import db
from scorebook.web.farewell import say_farewell
from scorebook.web.farewell_form import SureForm
from scorebook.web.files import file
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("club_data", __name__)


@blueprint.get("/verein/daten")
@needs(Action.CLUB)
def show() -> Response:
    """What the club has, to take it away or give it up."""
    return _page(SureForm(formdata=None))


def _page(form: SureForm, status: int = 200) -> Response:
    who = actor()
    size = club_data.club_size(db.session, who)
    account = leaving.own_account(db.session, who)
    html = render_template("club_data.html", form=form, size=size, account=account)
    return make_response(html, status)


@blueprint.get("/verein/daten.zip")
@needs(Action.CLUB)
def export() -> Response:
    """All that the club has in one file."""
    name = club_data.club_size(db.session, actor()).name
    return file(club_data.export_club(db.session, actor()), name, "zip")


@blueprint.post("/verein/loeschen")
@needs(Action.CLUB)
@checks_itself
def close() -> BaseResponse:
    """Give the club up, and log out: there is nothing more to see."""
    return say_farewell(club_data.close_club, _page, _("Der Verein ist gelöscht, mit allem, was dazugehört."))
