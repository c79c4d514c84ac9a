"""Which evenings are in a season: several at once, and one on its own page."""

from flask import Blueprint, Response, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.errors import ConflictError, NotFoundError
from scorebook.services import season_evenings as service
from scorebook.services.access import Action
from scorebook.store.db import db
from scorebook.web.evenings import overview
from scorebook.web.seasons_form import EveningsForm, PlaceForm
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("season_evenings", __name__)


@blueprint.get("/saisons/<int:season_id>/abende")
@needs(Action.SEASON)
def show(season_id: int) -> Response:
    """The evenings of the club, with a box each: ticked are those in the season. `vor` goes on to older ones."""
    return _page(season_id, EveningsForm(formdata=None))


@blueprint.post("/saisons/<int:season_id>/abende")
@needs(Action.SEASON)
@checks_itself
def save(season_id: int) -> BaseResponse:
    """Put evenings in and take others out, as the boxes say."""
    form = EveningsForm(formdata=request.form)
    if not form.validate():
        return _page(season_id, form, 400)
    try:
        came, left = service.put_in(db.session, actor(), season_id, form.come, form.go)
    except ConflictError as error:
        form.top.append(error.told(_))
        return _page(season_id, form, 409)
    flash(_("%(came)d dazu, %(left)d heraus.", came=came, left=left) if came or left else _("Nichts geändert."))
    before = request.args.get("vor", type=int)
    return redirect(url_for("season_evenings.show", season_id=season_id, vor=before), 303)


def _page(season_id: int, form: EveningsForm, status: int = 200) -> Response:
    before = request.args.get("vor", type=int)
    page = service.evenings_page(db.session, actor(), season_id, before)
    ticked = {one.id for one in page.evenings if one.season_id == season_id}
    if status != 200:
        ticked = (ticked | form.come) - form.go
    html = render_template("season_evenings.html", page=page, form=form, ticked=ticked, before=before)
    return make_response(html, status)


@blueprint.post("/abende/<int:evening_id>/saison")
@needs(Action.SEASON)
@checks_itself
def choose(evening_id: int) -> BaseResponse:
    """Put an evening into another season, or into none."""
    form = PlaceForm(formdata=request.form)
    if not form.validate():
        return overview(evening_id, 400, placing=form)
    try:
        service.choose(db.session, actor(), evening_id, form.chosen)
    except NotFoundError as error:
        if service.season_of(db.session, actor(), evening_id) is None and form.chosen == service.NO_ONE:
            raise
        form.season.errors = [error.told(_)]
        return overview(evening_id, 422, placing=form)
    except ConflictError as error:
        form.top.append(error.told(_))
        return overview(evening_id, 409, placing=form)
    flash(_("Gespeichert."))
    return redirect(url_for("evenings.show", evening_id=evening_id, _anchor="saison"), 303)
