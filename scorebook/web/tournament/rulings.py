"""Penalties, rulings and substitutes: entered by the director, listed, and taken back."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.league.tournament.preview import Preview
from scorebook.services.access import Action
from scorebook.services.tournament import ruling
from scorebook.store.db import db
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.tournament.list_form import TakingBackForm
from scorebook.web.tournament.lists import address, table_of
from scorebook.web.tournament.places import see, show
from scorebook.web.tournament.rulings_form import PenaltyForm, RulingForm, SubstituteForm
from scorebook.web.tournament.steps import refused, tried
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("tournament_rulings", __name__, url_prefix="/turniere/<int:tournament_id>")
PLACE = "lists"


@blueprint.get("/entscheidungen")
@needs(Action.READ)
def overview(tournament_id: int) -> Response:
    """What was decided, with the forms for more."""
    return _page(tournament_id)


def _page(tournament_id: int, status: int = 200, **shown: Any) -> Response:
    seen = see(tournament_id)
    return show(
        "rulings.html",
        seen,
        PLACE,
        status,
        decided=[one for one in ruling.standing(seen.state) if one.entry.kind != "confirmed"],
        penalty=(shown.get("penalty") or PenaltyForm(formdata=None)).offer(seen),
        ruling=(shown.get("ruling") or RulingForm(formdata=None)).offer(seen),
        asked=shown.get("asked", 0),
        taking_back=shown.get("taking_back") or TakingBackForm(formdata=None),
        foreseen=shown.get("foreseen"),
        fresh=uuid4,
    )


@blueprint.post("/strafen")
@needs(Action.TOURNAMENT)
@checks_itself
def penalise(tournament_id: int) -> BaseResponse:
    """Take points from somebody; where that changes standings that are out, show first what it changes."""
    form = PenaltyForm(formdata=request.form)

    def ahead() -> Preview | None:
        return ruling.foresee_penalty(db.session, actor(), tournament_id, form.uuid.data, form.typed())

    def step() -> str:
        ruling.penalise(db.session, actor(), tournament_id, form.uuid.data, form.typed(), version=form.sure.data)
        return _("Die Strafe ist eingetragen.")

    return _taken(tournament_id, form, step, ahead, penalty=form)


@blueprint.post("/entscheidungen")
@needs(Action.TOURNAMENT)
@checks_itself
def rule(tournament_id: int) -> BaseResponse:
    """Write down what was decided."""
    form = RulingForm(formdata=request.form)

    def step() -> str:
        ruling.rule(db.session, actor(), tournament_id, form.uuid.data, form.typed())
        return _("Die Entscheidung ist eingetragen.")

    return _taken(tournament_id, form, step, ruling=form)


@blueprint.post("/eintraege/<int:number>/zuruecknehmen")
@needs(Action.TOURNAMENT)
@checks_itself
def take_back(tournament_id: int, number: int) -> BaseResponse:
    """Take a penalty, a ruling or a substitute back, with a reason; what is out already and changes is shown first."""
    form = TakingBackForm(formdata=request.form)

    def ahead() -> Preview | None:
        why = form.reason.data or ""
        return ruling.foresee_taking_back(db.session, actor(), tournament_id, form.uuid.data, number, why)

    def step() -> str:
        why, known = form.reason.data or "", form.sure.data
        ruling.take_back(db.session, actor(), tournament_id, form.uuid.data, number, why, version=known)
        return _("Zurückgenommen.")

    return _taken(tournament_id, form, step, ahead, asked=number, taking_back=form)


def _taken(
    tournament_id: int,
    form: PenaltyForm | RulingForm | TakingBackForm,
    step: Callable[[], str],
    ahead: Callable[[], Preview | None] = lambda: None,
    **shown: Any,
) -> BaseResponse:
    """Take a step and go back to all that is decided; refused, or to be looked at before, its form is shown again."""
    version = see(tournament_id).state.version
    if not isinstance(form, RulingForm) and form.sure.data != version:
        status, foreseen = tried(form, ahead)
        form.sure.data = version if foreseen is not None else None
        if status is not None or foreseen is not None:
            return _page(tournament_id, status or 200, foreseen=foreseen, **shown)
    status = refused(form, step)
    if status is not None:
        return _page(tournament_id, status, **shown)
    return redirect(url_for(".overview", tournament_id=tournament_id), 303)


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

    def step() -> str:
        new = form.typed(round_number, table)
        ruling.substitute(db.session, actor(), tournament_id, form.uuid.data, new)
        return _("%(name)s sitzt jetzt an Tisch %(table)d.", name=see(tournament_id).name(new.came or 0), table=table)

    status = refused(form, step)
    if status is not None:
        return _substitution(tournament_id, round_number, table, form, status)
    return redirect(address(see(tournament_id), round_number, table), 303)


def _substitution(
    tournament_id: int, round_number: int, table: int, form: SubstituteForm, status: int = 200
) -> Response:
    seen = see(tournament_id)
    there = table_of(seen, round_number, table)
    free = [one.number for one in seen.state.players.values() if one.substitute]
    known = {"round_number": round_number, "table": there, "form": form.offer(there, seen), "free": free}
    return show("substitute.html", seen, "lists", status, **known)
