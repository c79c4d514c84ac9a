"""The settings of a tournament, changed."""

from flask import Blueprint, Response, flash, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.errors import ConflictError
from scorebook.services import RefusedError
from scorebook.services.access import Action
from scorebook.services.tournament import making
from scorebook.store.db import db
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.tournament.overview import form_of
from scorebook.web.tournament.places import see, show
from scorebook.web.tournament.settings_form import SettingsForm, filled
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("tournament_settings", __name__, url_prefix="/turniere/<int:tournament_id>/einstellungen")


@blueprint.get("")
@needs(Action.TOURNAMENT)
def settings(tournament_id: int) -> Response:
    """How the tournament is set up."""
    seen = see(tournament_id)
    rules = making.rules_key(db.session, actor(), seen.state.settings)
    data = {**filled(seen.state.settings, rules, seen.row), "version": seen.state.version}
    return _page(tournament_id, form_of(formdata=None, data=data))


@blueprint.post("")
@needs(Action.TOURNAMENT)
@checks_itself
def change(tournament_id: int) -> BaseResponse:
    """Set it up otherwise."""
    see(tournament_id)
    form = form_of(formdata=request.form)
    if not form.validate():
        return _page(tournament_id, form, 400 if form.stale else 422)
    try:
        making.change(db.session, actor(), tournament_id, form.tournament(), version=form.version.data)
    except RefusedError as error:
        form.show(error.findings)
        return _page(tournament_id, form, 422)
    except ConflictError as error:
        form.top.append(error.told(_))
        form.version.data = see(tournament_id).state.version
        return _page(tournament_id, form, 409)
    flash(_("Gespeichert."))
    return redirect(url_for("tournament_home.home", tournament_id=tournament_id), 303)


def _page(tournament_id: int, form: SettingsForm, status: int = 200) -> Response:
    return show("settings.html", see(tournament_id), "home", status, form=form)
