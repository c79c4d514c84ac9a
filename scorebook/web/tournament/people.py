"""The people of a tournament: the list, one of them with all that can be done with him, and wishes for the draw."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, flash, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.league.tournament.attendance import fees, is_gone, next_round, owing, wishes_of
from scorebook.services import RefusedError
from scorebook.services.access import Action
from scorebook.services.tournament import attending
from scorebook.services.tournament.desk import Seen
from scorebook.store.db import db
from scorebook.store.tournaments import Entrant
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.tournament.door import counted
from scorebook.web.tournament.door_form import (
    GiveBackForm,
    GoForm,
    PayForm,
    ProfileForm,
    UuidForm,
    WishForm,
)
from scorebook.web.tournament.places import see, show
from scorebook.web.tournament.settings_form import euros_text
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("tournament_people", __name__, url_prefix="/turniere/<int:tournament_id>/leute")

ONLY = ("offen", "warten", "weg", "springer")
"""Of whom alone the list can be: who owes his fee, waits, has left, helps out."""


@blueprint.get("")
@needs(Action.READ)
def people(tournament_id: int) -> Response:
    """Everybody on the list, by name or by number."""
    return _list(see(tournament_id), WishForm(formdata=None, data={"players": request.args.get("wer", type=int) or ""}))


def _list(seen: Seen, form: WishForm, status: int = 200) -> Response:
    only = request.args.get("nur", "")
    by_number = request.args.get("nach") == "nummer"
    found = [one for one in seen.entrants.values() if only not in ONLY or _is(seen, one.number, only)]
    found.sort(key=lambda one: one.number if by_number else _sorted(one))
    return show(
        "people.html",
        seen,
        "door",
        status,
        found=found,
        only=only,
        by_number=by_number,
        paid=fees(seen.state),
        gone={number for number, one in seen.state.players.items() if is_gone(one)},
        form=form,
        again=UuidForm(formdata=None),
        teams=any(one.team for one in seen.entrants.values()),
        **counted(seen),
    )


def _sorted(one: Entrant) -> Any:
    return one.name.casefold(), one.number


def _is(seen: Seen, number: int, only: str) -> bool:
    player = seen.state.players[number]
    match only:
        case "offen":
            return number in owing(seen.state)
        case "warten":
            return player.waits and not is_gone(player)
        case "weg":
            return is_gone(player)
        case _:
            return player.substitute


# --- One of them ---


@blueprint.get("/<int:number>")
@needs(Action.DOOR)
def person(tournament_id: int, number: int) -> Response:
    """Somebody on the list, and what can be done with him."""
    return _person(tournament_id, number)


def _person(tournament_id: int, number: int, status: int = 200, **refused: Any) -> Response:
    """Show somebody with the form that was refused under its name: `profile`, `pay`, `go`, `give_back`."""
    seen = see(tournament_id)
    attending.require_known(seen.state, number)
    paid = fees(seen.state).get(number, 0)
    due = max(seen.state.settings.fee - paid, 0)
    go = refused.get("go") or GoForm(formdata=None)
    return show(
        "person.html",
        seen,
        "door",
        status,
        number=number,
        one=seen.entrants[number],
        player=seen.state.players[number],
        gone=is_gone(seen.state.players[number]),
        paid=paid,
        wishes=wishes_of(seen.state, number),
        profile=refused.get("profile") or ProfileForm.of(seen.entrants[number]),
        pay=refused.get("pay") or PayForm(formdata=None, data={"paid": euros_text(due)}),
        go=go.offer(seen.state.settings.rounds, next_round(seen.state)),
        give_back=refused.get("give_back") or GiveBackForm(formdata=None),
        again=UuidForm(formdata=None),
    )


def _do(tournament_id: int, number: int, form: Any, name: str, act: Callable[[], str]) -> BaseResponse:
    """Do something with somebody, and show him again: with what was done, or with the form and what is wrong."""
    attending.require_known(see(tournament_id).state, number)
    if not form.validate():
        return _person(tournament_id, number, 400, **{name: form})
    try:
        text = act()
    except RefusedError as error:
        form.show(error.findings)
        return _person(tournament_id, number, 422, **{name: form})
    flash(text)
    return redirect(url_for("tournament_people.person", tournament_id=tournament_id, number=number), 303)


@blueprint.post("/<int:number>")
@needs(Action.DOOR)
@checks_itself
def change(tournament_id: int, number: int) -> BaseResponse:
    """Change what prizes ask of somebody."""
    form = ProfileForm(formdata=request.form)

    def act() -> str:
        attending.set_profile(db.session, actor(), tournament_id, number, form.profile())
        return _("Gespeichert.")

    return _do(tournament_id, number, form, "profile", act)


@blueprint.post("/<int:number>/startgeld")
@needs(Action.DOOR)
@checks_itself
def pay(tournament_id: int, number: int) -> BaseResponse:
    """Take his fee."""
    form = PayForm(formdata=request.form)

    def act() -> str:
        cents = attending.pay(db.session, actor(), tournament_id, form.uuid.data, number, form.paid.data or "")
        return _("%(amount)s € bezahlt.", amount=euros_text(cents))

    return _do(tournament_id, number, form, "pay", act)


@blueprint.post("/<int:number>/startgeld/zurueck")
@needs(Action.DOOR)
@checks_itself
def give_back(tournament_id: int, number: int) -> BaseResponse:
    """Give his fee back."""
    form = GiveBackForm(formdata=request.form)

    def act() -> str:
        attending.give_back(db.session, actor(), tournament_id, form.uuid.data, number, form.reason.data or "")
        return _("Das Startgeld ist zurückgegeben.")

    return _do(tournament_id, number, form, "give_back", act)


@blueprint.post("/<int:number>/gehen")
@needs(Action.DOOR)
@checks_itself
def leave(tournament_id: int, number: int) -> BaseResponse:
    """Let him go."""
    form = GoForm(formdata=request.form)

    def act() -> str:
        uuid, reason = form.uuid.data, form.reason.data or ""
        attending.leave(db.session, actor(), tournament_id, uuid, number, from_round=form.round, reason=reason)
        return _("Ab Runde %(round)d nicht mehr dabei.", round=form.round)

    return _do(tournament_id, number, form, "go", act)


@blueprint.post("/<int:number>/zurueck")
@needs(Action.DOOR)
@checks_itself
def come_back(tournament_id: int, number: int) -> BaseResponse:
    """Let him play again."""
    form = GoForm(formdata=request.form)

    def act() -> str:
        attending.come_back(db.session, actor(), tournament_id, form.uuid.data, number, form.round)
        return _("Ab Runde %(round)d wieder dabei.", round=form.round)

    return _do(tournament_id, number, form, "go", act)


# --- Wishes ---


def _wishing(tournament_id: int, form: Any, act: Callable[[], str]) -> BaseResponse:
    """Do something with wishes, and show the list again."""
    seen = see(tournament_id)
    page = form if isinstance(form, WishForm) else WishForm(formdata=None)
    if not form.validate():
        page.top = form.top
        return _list(seen, page, 400)
    try:
        text = act()
    except RefusedError as error:
        page.show(error.findings)
        return _list(see(tournament_id), page, 422)
    flash(text)
    return redirect(url_for("tournament_people.people", tournament_id=tournament_id, _anchor="wuensche"), 303)


@blueprint.post("/wuensche")
@needs(Action.DOOR)
@checks_itself
def wish(tournament_id: int) -> BaseResponse:
    """Note what some want of the draw."""
    form = WishForm(formdata=request.form)

    def act() -> str:
        attending.wish(db.session, actor(), tournament_id, form.uuid.data, form.wished())
        return _("Der Wunsch ist notiert.")

    return _wishing(tournament_id, form, act)


@blueprint.post("/wuensche/<int:entry>/weg")
@needs(Action.DOOR)
@checks_itself
def drop_wish(tournament_id: int, entry: int) -> BaseResponse:
    """Let a wish count no more."""
    form = UuidForm(formdata=request.form)

    def act() -> str:
        attending.drop_wish(db.session, actor(), tournament_id, form.uuid.data, entry)
        return _("Der Wunsch gilt nicht mehr.")

    return _wishing(tournament_id, form, act)


@blueprint.post("/wuensche/mannschaften")
@needs(Action.DOOR)
@checks_itself
def part_teams(tournament_id: int) -> BaseResponse:
    """Keep those of a team apart."""
    form = UuidForm(formdata=request.form)

    def act() -> str:
        count = attending.part_teams(db.session, actor(), tournament_id, form.uuid.data)
        return _.plural("Eine Mannschaft sitzt auseinander.", "%(num)d Mannschaften sitzen auseinander.", count)

    return _wishing(tournament_id, form, act)
