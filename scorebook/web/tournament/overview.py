"""The list of tournaments, and a new one: from a usual one, or from one that was there."""

from typing import Any

from flask import Blueprint, Response, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.services import RefusedError
from scorebook.services.access import Action
from scorebook.services.tournament import making
from scorebook.services.tournament.usual import usual
from scorebook.store.db import db
from scorebook.web.clock import today
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.tournament.places import see
from scorebook.web.tournament.settings_form import SettingsForm, filled
from scorebook.web.visitor import actor, needs
from scorebook.wording.tournament_door import USUAL

blueprint = Blueprint("tournaments", __name__, url_prefix="/turniere")


@blueprint.get("")
@needs(Action.READ)
def overview() -> str:
    """The tournaments of the club, the latest first."""
    return render_template("tournament/list.html", tournaments=making.list_tournaments(db.session, actor()))


@blueprint.get("/neu")
@needs(Action.TOURNAMENT)
def new() -> BaseResponse:
    """What a new one can begin with; with `art` or `von` the form."""
    data = _beginning()
    if data is not None:
        return _form(form_of(formdata=None, data=data))
    settings = {one.key: one.settings for one in usual()}
    kinds = [(key, _(words), settings[key]) for key, words in USUAL.items()]
    earlier = making.list_tournaments(db.session, actor())
    return make_response(render_template("tournament/choose.html", kinds=kinds, earlier=earlier))


def _beginning() -> dict[str, Any] | None:
    """Give what the form shows at first; None where nothing was chosen to begin with."""
    earlier = request.args.get("von", type=int)
    if earlier is not None:
        settings = see(earlier).state.settings
        return {**filled(settings, making.rules_key(db.session, actor(), settings)), "date": today()}
    for one in usual():
        if one.key == request.args.get("art"):
            return {**filled(one.settings, one.rules), "date": today()}
    return None


def form_of(**kwargs: Any) -> SettingsForm:
    """Make the form with the rule sets that can be chosen."""
    presets, own = making.rules_to_play_by(db.session, actor())
    return SettingsForm(presets, own, **kwargs)


@blueprint.post("/neu")
@needs(Action.TOURNAMENT)
@checks_itself
def create() -> BaseResponse:
    """Make a tournament, and go on to what is next."""
    form = form_of(formdata=request.form)
    if not form.validate():
        return _form(form, 400 if form.stale else 422)
    try:
        tournament_id = making.make(db.session, actor(), form.tournament())
    except RefusedError as error:
        form.show(error.findings)
        return _form(form, 422)
    flash(_("Das Turnier ist angelegt."))
    return redirect(url_for("tournament_home.home", tournament_id=tournament_id), 303)


def _form(form: SettingsForm, status: int = 200) -> Response:
    return make_response(render_template("tournament/new.html", form=form), status)
