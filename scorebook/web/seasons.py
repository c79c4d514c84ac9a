"""Seasons: the list, a new one, and what one is: name and days, its end, who plays without a rank, other clubs."""

from typing import Any

from flask import Blueprint, Response, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.errors import ConflictError
from scorebook.services import RefusedError, naming, schemes, season_clubs, seasons
from scorebook.services.access import Action
from scorebook.store.db import db
from scorebook.web.evening_form import ReasonForm
from scorebook.web.seasons_form import JoinForm, SeasonForm, SubstituteForm
from scorebook.web.security import checks_itself, secretive
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("seasons", __name__, url_prefix="/saisons")


@blueprint.get("")
@needs(Action.READ)
def overview() -> Response:
    """The seasons of the club and those in which it takes part; with `archiv` those in the archive."""
    return _list(JoinForm(formdata=None))


def _list(form: JoinForm, status: int = 200) -> Response:
    archived = bool(request.args.get("archiv"))
    found = seasons.list_seasons(db.session, actor(), archived=archived)
    html = render_template("seasons.html", seasons=found, archived=archived, form=form, club_id=actor().club_id)
    return make_response(html, status)


@blueprint.get("/neu")
@needs(Action.SEASON)
def new() -> Response:
    """The form of a new season."""
    return _new(SeasonForm(formdata=None))


@blueprint.post("/neu")
@needs(Action.SEASON)
@checks_itself
def create() -> BaseResponse:
    """Make a season, and go on to what is in it."""
    form = SeasonForm(formdata=request.form)
    if not form.validate():
        return _new(form, 400 if form.stale else 422)
    try:
        season_id = seasons.make(db.session, actor(), form.season())
    except RefusedError as error:
        form.show(error.findings)
        return _new(form, 422)
    flash(_("Die Saison ist angelegt. Welche Abende gehören dazu?"))
    return redirect(url_for("season_evenings.show", season_id=season_id), 303)


def _new(form: SeasonForm, status: int = 200) -> Response:
    return make_response(render_template("season_new.html", form=form), status)


@blueprint.post("/dabei")
@needs(Action.CLUB)
@checks_itself
def join() -> BaseResponse:
    """Come into the season of another club with its code."""
    form = JoinForm(formdata=request.form)
    if not form.validate():
        return _list(form, 400)
    try:
        season_id = season_clubs.join(db.session, actor(), form.code.data or "", address=request.remote_addr or "")
    except RefusedError as error:
        form.show(error.findings)
        return _list(form, 422)
    except ConflictError as error:
        form.top.append(error.told(_))
        return _list(form, 409)
    flash(_("Euer Verein ist dabei. Welche Abende gehören dazu?"))
    return redirect(url_for("season_evenings.show", season_id=season_id), 303)


@blueprint.get("/<int:season_id>/einstellungen")
@needs(Action.SEASON)
def show(season_id: int) -> Response:
    """What a season is, and all that can be changed of it."""
    return page(season_id)


def page(season_id: int, status: int = 200, **refused: Any) -> Response:
    """Show a season with the form that was refused under its name: `form`, `reason`, `substitute`; `code` is new."""
    who = actor()
    season = seasons.find(db.session, who, season_id)
    people = schemes.substitutes(db.session, who, season_id)
    html = render_template(
        "season.html",
        season=season,
        own=season.club_id == who.club_id,
        club_id=who.club_id,
        schemes=schemes.schemes(db.session, who, season_id),
        people=people,
        together=season_clubs.together(db.session, who, season_id),
        events=seasons.history(db.session, who, season_id),
        form=refused.get("form") or SeasonForm.of(season),
        reason=refused.get("reason") or ReasonForm(formdata=None),
        substitute=refused.get("substitute") or SubstituteForm(formdata=None),
        known=naming.suggestions(db.session, who),
        problem=refused.get("problem", ""),
        code=refused.get("code", ""),
    )
    return make_response(html, status)


def _again(season_id: int, text: str = "") -> BaseResponse:
    """Go back to the season after something was done."""
    if text:
        flash(text)
    return redirect(url_for("seasons.show", season_id=season_id), 303)


@blueprint.post("/<int:season_id>/einstellungen")
@needs(Action.SEASON)
@checks_itself
def change(season_id: int) -> BaseResponse:
    """Give a season another name or other days."""
    form = SeasonForm(formdata=request.form)
    if not form.validate():
        return page(season_id, 400 if form.stale else 422, form=form)
    try:
        seasons.change(db.session, actor(), season_id, form.season())
    except RefusedError as error:
        form.show(error.findings)
        return page(season_id, 422, form=form)
    except ConflictError as error:
        form.top.append(error.told(_))
        return page(season_id, 409, form=form)
    return _again(season_id, _("Gespeichert."))


@blueprint.post("/<int:season_id>/abschliessen")
@needs(Action.SEASON)
def close(season_id: int) -> BaseResponse:
    """Close a season, if all its evenings have ended."""
    try:
        seasons.close(db.session, actor(), season_id)
    except ConflictError as error:
        return page(season_id, 409, problem=error.told(_))
    return _again(season_id, _("Die Saison ist abgeschlossen."))


@blueprint.post("/<int:season_id>/oeffnen")
@needs(Action.SEASON)
@checks_itself
def reopen(season_id: int) -> BaseResponse:
    """Open a season again, with a reason."""
    form = ReasonForm(formdata=request.form)
    if not form.validate():
        return page(season_id, 400, reason=form)
    try:
        seasons.reopen(db.session, actor(), season_id, form.reason.data or "")
    except RefusedError as error:
        form.show(error.findings)
        return page(season_id, 422, reason=form)
    return _again(season_id, _("Die Saison ist wieder offen."))


@blueprint.post("/<int:season_id>/archiv")
@needs(Action.SEASON)
def archive(season_id: int) -> BaseResponse:
    """Put a closed season into the archive, or fetch it back."""
    back = bool(request.form.get("zurueck"))
    try:
        seasons.archive(db.session, actor(), season_id, back=back)
    except ConflictError as error:
        return page(season_id, 409, problem=error.told(_))
    return _again(season_id, _("Aus dem Archiv geholt.") if back else _("Ins Archiv gelegt."))


@blueprint.post("/<int:season_id>/aushilfen")
@needs(Action.SEASON)
@checks_itself
def substitute(season_id: int) -> BaseResponse:
    """Let somebody play without a rank, or with one again."""
    form = SubstituteForm(formdata=request.form)
    if not form.validate():
        return page(season_id, 400, substitute=form)
    back = request.form.get("zurueck", type=int)
    try:
        person_id = back or schemes.person_called(db.session, actor(), season_id, form.person.data or "")
        schemes.set_substitute(db.session, actor(), season_id, person_id, is_one=back is None)
    except RefusedError as error:
        form.show(error.findings)
        return page(season_id, 422, substitute=form)
    except ConflictError as error:
        return page(season_id, 409, problem=error.told(_))
    return _again(season_id)


@blueprint.post("/<int:season_id>/code")
@needs(Action.CLUB)
@secretive
def code(season_id: int) -> BaseResponse:
    """Make a code for other clubs, and show it this once."""
    try:
        made = season_clubs.new_code(db.session, actor(), season_id)
    except ConflictError as error:
        return page(season_id, 409, problem=error.told(_))
    return page(season_id, code=made)


@blueprint.post("/<int:season_id>/code/zuruecknehmen")
@needs(Action.CLUB)
def revoke(season_id: int) -> BaseResponse:
    """Let nobody else in."""
    season_clubs.revoke_code(db.session, actor(), season_id)
    return _again(season_id, _("Der Code gilt nicht mehr."))


@blueprint.post("/<int:season_id>/vereine/<int:club_id>/austreten")
@needs(Action.CLUB)
def leave(season_id: int, club_id: int) -> BaseResponse:
    """Let a club take part no more: one's own, or another in one's own season."""
    who = actor()
    try:
        if club_id == who.club_id:
            season_clubs.leave(db.session, who, season_id)
        else:
            season_clubs.take_out(db.session, who, season_id, club_id)
    except ConflictError as error:
        return page(season_id, 409, problem=error.told(_))
    flash(_("Der Verein ist nicht mehr dabei."))
    if club_id == who.club_id:
        return redirect(url_for("seasons.overview"), 303)
    return redirect(url_for("seasons.show", season_id=season_id), 303)
