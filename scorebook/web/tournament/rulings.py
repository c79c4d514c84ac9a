"""Penalties, rulings and substitutes: entered by the director, listed, and taken back."""

from typing import Any
from uuid import uuid4

from flask import Blueprint, Response, flash, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.errors import ConflictError
from scorebook.services import RefusedError
from scorebook.services.access import Action
from scorebook.services.tournament import ruling
from scorebook.store.db import db
from scorebook.web.page_form import PageForm
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.tournament.list_form import TakingBackForm
from scorebook.web.tournament.lists import address, table_of
from scorebook.web.tournament.places import see, show
from scorebook.web.tournament.rulings_form import PenaltyForm, RulingForm, SubstituteForm
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("tournament_rulings", __name__, url_prefix="/turniere/<int:tournament_id>")
PLACE = "lists"


@blueprint.get("/entscheidungen")
@needs(Action.READ)
def overview(tournament_id: int) -> Response:
    """What was decided, with the forms for more."""
    return _page(tournament_id)


def _page(tournament_id: int, status: int = 200, **refused: Any) -> Response:
    seen = see(tournament_id)
    return show(
        "rulings.html",
        seen,
        PLACE,
        status,
        decided=[one for one in ruling.standing(seen.state) if one.entry.kind != "confirmed"],
        penalty=(refused.get("penalty") or PenaltyForm(formdata=None)).offer(seen),
        ruling=(refused.get("ruling") or RulingForm(formdata=None)).offer(seen),
        asked=refused.get("asked", 0),
        taking_back=refused.get("taking_back") or TakingBackForm(formdata=None),
        fresh=uuid4,
    )


@blueprint.post("/strafen")
@needs(Action.TOURNAMENT)
@checks_itself
def penalise(tournament_id: int) -> BaseResponse:
    """Take points from somebody."""
    form = PenaltyForm(formdata=request.form)
    if form.validate():
        try:
            ruling.penalise(db.session, actor(), tournament_id, form.uuid.data, form.typed())
        except RefusedError as error:
            form.show(error.findings)
        else:
            flash(_("Die Strafe ist eingetragen."))
            return redirect(url_for(".overview", tournament_id=tournament_id), 303)
    return _page(tournament_id, 400 if form.stale else 422, penalty=form)


@blueprint.post("/entscheidungen")
@needs(Action.TOURNAMENT)
@checks_itself
def rule(tournament_id: int) -> BaseResponse:
    """Write down what was decided."""
    form = RulingForm(formdata=request.form)
    if form.validate():
        try:
            ruling.rule(db.session, actor(), tournament_id, form.uuid.data, form.typed())
        except RefusedError as error:
            form.show(error.findings)
        else:
            flash(_("Die Entscheidung ist eingetragen."))
            return redirect(url_for(".overview", tournament_id=tournament_id), 303)
    return _page(tournament_id, 400 if form.stale else 422, ruling=form)


@blueprint.post("/eintraege/<int:number>/zuruecknehmen")
@needs(Action.TOURNAMENT)
@checks_itself
def take_back(tournament_id: int, number: int) -> BaseResponse:
    """Take a penalty, a ruling or a substitute back, with a reason."""
    form = TakingBackForm(formdata=request.form)
    if form.validate():
        reason = form.reason.data or ""
        try:
            ruling.take_back(db.session, actor(), tournament_id, form.uuid.data, number, reason)
        except RefusedError as error:
            form.show(error.findings)
        except ConflictError as error:
            form.top.append(error.told(_))
        else:
            flash(_("Zurückgenommen."))
            return redirect(url_for(".overview", tournament_id=tournament_id), 303)
    return _page(tournament_id, _status(form), asked=number, taking_back=form)


@blueprint.get("/runden/<int:round_number>/listen/<int:table>/springer")
@needs(Action.TOURNAMENT)
def substitution(tournament_id: int, round_number: int, table: int) -> Response:
    """The form that lets somebody take over a seat."""
    return _substitution(tournament_id, round_number, table, SubstituteForm(formdata=None))


@blueprint.post("/runden/<int:round_number>/listen/<int:table>/springer")
@needs(Action.TOURNAMENT)
@checks_itself
def substitute(tournament_id: int, round_number: int, table: int) -> BaseResponse:
    """Let somebody take over a seat."""
    form = SubstituteForm(formdata=request.form)
    if form.validate():
        new = form.typed(round_number, table)
        try:
            ruling.substitute(db.session, actor(), tournament_id, form.uuid.data, new)
        except RefusedError as error:
            form.show(error.findings)
        else:
            seen = see(tournament_id)
            flash(_("%(name)s sitzt jetzt an Tisch %(table)d.", name=seen.name(new.came or 0), table=table))
            return redirect(address(seen, round_number, table), 303)
    return _substitution(tournament_id, round_number, table, form, 400 if form.stale else 422)


def _substitution(
    tournament_id: int, round_number: int, table: int, form: SubstituteForm, status: int = 200
) -> Response:
    seen = see(tournament_id)
    there = table_of(seen, round_number, table)
    free = [one.number for one in seen.state.players.values() if one.substitute]
    known = {"round_number": round_number, "table": there, "form": form.offer(there, seen), "free": free}
    return show("substitute.html", seen, "lists", status, **known)


def _status(form: PageForm) -> int:
    return 400 if form.stale else 409 if form.top else 422
