"""How a season is ranked: its schemes, each on a page of its own."""

from flask import Blueprint, Response, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.errors import ConflictError
from scorebook.services import RefusedError, seasons
from scorebook.services import schemes as service
from scorebook.services.access import Action
from scorebook.store.db import db
from scorebook.web.seasons import page
from scorebook.web.seasons_form import SchemeForm
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("schemes", __name__, url_prefix="/saisons/<int:season_id>/wertungen")


@blueprint.get("/neu")
@needs(Action.SEASON)
def new(season_id: int) -> Response:
    """The form of a further scheme."""
    return _page(season_id, None, SchemeForm.of(None))


@blueprint.post("/neu")
@needs(Action.SEASON)
@checks_itself
def create(season_id: int) -> BaseResponse:
    """Rank the season in one more way."""
    return _save(season_id, None)


@blueprint.get("/<int:scheme_id>")
@needs(Action.SEASON)
def show(season_id: int, scheme_id: int) -> Response:
    """The form of a scheme that is there."""
    row = service.find_scheme(db.session, actor(), season_id, scheme_id)
    return _page(season_id, scheme_id, SchemeForm.of(row))


@blueprint.post("/<int:scheme_id>")
@needs(Action.SEASON)
@checks_itself
def change(season_id: int, scheme_id: int) -> BaseResponse:
    """Rank otherwise by a scheme."""
    return _save(season_id, scheme_id)


def _save(season_id: int, scheme_id: int | None) -> BaseResponse:
    form = SchemeForm(formdata=request.form)
    if not form.validate():
        return _page(season_id, scheme_id, form, 400)
    try:
        if scheme_id is None:
            service.add(db.session, actor(), season_id, form.scheme())
        else:
            service.change(db.session, actor(), season_id, scheme_id, form.scheme())
    except RefusedError as error:
        form.show(error.findings)
        return _page(season_id, scheme_id, form, 422)
    except ConflictError as error:
        form.top.append(error.told(_))
        return _page(season_id, scheme_id, form, 409)
    flash(_("Gespeichert. Der Stand ist neu ausgerechnet."))
    return _back(season_id)


def _page(season_id: int, scheme_id: int | None, form: SchemeForm, status: int = 200) -> Response:
    season = seasons.find(db.session, actor(), season_id)
    html = render_template("season_scheme.html", season=season, scheme_id=scheme_id, form=form)
    return make_response(html, status)


def _back(season_id: int) -> BaseResponse:
    return redirect(url_for("seasons.show", season_id=season_id, _anchor="wertungen"), 303)


@blueprint.post("/<int:scheme_id>/hoch")
@needs(Action.SEASON)
def move_up(season_id: int, scheme_id: int) -> BaseResponse:
    """Let a scheme change places with the one before it."""
    try:
        service.move_up(db.session, actor(), season_id, scheme_id)
    except ConflictError as error:
        return page(season_id, 409, problem=error.told(_))
    return _back(season_id)


@blueprint.post("/<int:scheme_id>/loeschen")
@needs(Action.SEASON)
def drop(season_id: int, scheme_id: int) -> BaseResponse:
    """Rank by a scheme no more."""
    try:
        service.drop(db.session, actor(), season_id, scheme_id)
    except ConflictError as error:
        return page(season_id, 409, problem=error.told(_))
    flash(_("Die Wertung ist gelöscht."))
    return _back(season_id)
