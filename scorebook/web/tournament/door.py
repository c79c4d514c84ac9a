"""The door: one line a person, Enter, the next. And all at once, pasted from a list."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, flash, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.league.tournament.attendance import fees, free_places, is_late, next_round, owing, taking_part, waiting
from scorebook.rules import Finding
from scorebook.services import RefusedError, naming
from scorebook.services.access import Action
from scorebook.services.tournament import attending, pasting, registering
from scorebook.services.tournament.desk import Seen
from scorebook.services.tournament.registering import Newcomer, OnList
from scorebook.store.db import db
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.tournament.door_form import DoorForm, PasteForm, UuidForm, told
from scorebook.web.tournament.places import see, show
from scorebook.web.tournament.settings_form import euros_text
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("tournament_door", __name__, url_prefix="/turniere/<int:tournament_id>/anmeldung")

LATEST = 8
"""So many of those who came last are shown."""
UNPAID = "offen"
"""What the address says where the last one paid nothing yet: the next will not either."""
AWAY, NEW = "-", "+"
"""What is chosen for a name of many that is not clear: it is left out, or is somebody else; else who it is."""


@blueprint.get("")
@needs(Action.DOOR)
def door(tournament_id: int) -> Response:
    """The line for the next one, and who came last."""
    seen = see(tournament_id)
    return _page(seen, _blank(seen))


def _blank(seen: Seen) -> DoorForm:
    """Give the line for the next one: with the fee, unless the last one paid nothing, or whoever comes has to wait."""
    pays = not request.args.get(UNPAID) and free_places(seen.state) != 0
    return DoorForm(formdata=None, data={"paid": euros_text(seen.state.settings.fee) if pays else ""})


def counted(seen: Seen) -> dict[str, Any]:
    """Give what is counted at the door."""
    state = seen.state
    return {
        "there": len(taking_part(state)),
        "waiting": waiting(state),
        "free": free_places(state),
        "owing": owing(state),
        "cash": sum(fees(state).values()),
        "late": is_late(state),
        "next_round": next_round(state),
    }


def _page(seen: Seen, form: DoorForm, status: int = 200) -> Response:
    last = sorted(seen.state.players, reverse=True)[:LATEST]
    on_list = [entrant.person_id for entrant in seen.entrants.values()]
    known = naming.suggestions(db.session, actor(), but=on_list)
    paid = fees(seen.state)
    return show(
        "door.html",
        seen,
        "door",
        status,
        form=form,
        last=last,
        paid=paid,
        known=known,
        alike=registering.sounds_like(seen, last[0]) if last else (),
        more=UuidForm(formdata=None),
        **counted(seen),
    )


@blueprint.post("")
@needs(Action.DOOR)
@checks_itself
def register(tournament_id: int) -> BaseResponse:
    """Put somebody on the list, or let him come back, and be ready for the next."""
    form, seen = DoorForm(formdata=request.form), see(tournament_id)
    if not form.validate():
        return _page(seen, form, 400)
    try:
        text = _come(tournament_id, seen, form)
    except RefusedError as error:
        form.show(error.findings)
        return _page(see(tournament_id), form, 422)
    flash(text)
    unpaid = seen.state.settings.fee and free_places(seen.state) != 0 and not (form.paid.data or "").strip()
    return redirect(url_for("tournament_door.door", tournament_id=tournament_id, offen=1 if unpaid else None), 303)


def _come(tournament_id: int, seen: Seen, form: DoorForm) -> str:
    """Do what was asked for, and say it."""
    back = request.form.get("back", type=int)
    if back is not None:
        begin = next_round(seen.state)
        attending.come_back(db.session, actor(), tournament_id, form.uuid.data, back, begin)
        return _("Nummer %(number)d spielt ab Runde %(round)d wieder mit.", number=back, round=begin)
    namesake = bool(request.form.get("namesake"))
    newcomer = form.newcomer(request.form.get("who", ""), namesake=namesake)
    (added,) = registering.register(db.session, actor(), tournament_id, form.uuid.data, [newcomer])
    return _added(added, see(tournament_id).name(added.number))


def _added(added: OnList, name: str) -> str:
    if added.waits:
        return _("Nummer %(number)d: %(name)s wartet auf einen Platz.", number=added.number, name=name)
    return _("Nummer %(number)d: %(name)s", number=added.number, name=name)


@blueprint.post("/nachruecken")
@needs(Action.DOOR)
@checks_itself
def admit(tournament_id: int) -> BaseResponse:
    """Let those in who wait, as many as there are places."""
    form, seen = UuidForm(formdata=request.form), see(tournament_id)
    page = _blank(seen)
    if not form.validate():
        page.top = form.top
        return _page(seen, page, 400)
    try:
        admitted = attending.admit(db.session, actor(), tournament_id, form.uuid.data)
    except RefusedError as error:
        page.show(error.findings)
        return _page(see(tournament_id), page, 422)
    flash(_("Nachgerückt: %(names)s", names=", ".join(map(seen.name, admitted))))
    return redirect(url_for("tournament_door.door", tournament_id=tournament_id), 303)


# --- Many at once ---


@blueprint.get("/viele")
@needs(Action.DOOR)
def many(tournament_id: int) -> Response:
    """The field into which a list is pasted."""
    return _many(see(tournament_id), PasteForm(formdata=None))


@blueprint.post("/viele")
@needs(Action.DOOR)
@checks_itself
def paste(tournament_id: int) -> BaseResponse:
    """Show what was read of a list, and ask what is not clear; then put them on the list."""
    form, seen = PasteForm(formdata=request.form), see(tournament_id)
    if not form.validate():
        return _many(seen, form, 400)
    read = pasting.read_names(form.names.data or "")
    if not read:
        form.show([Finding("door.no_names", "names")])
        return _many(seen, form, 422)
    decided = _decided(read)
    coming = [one for one in decided if one is not None]
    if request.form.get("do") != "register":
        return _look(seen, form, read, decided)
    try:
        added = registering.register(db.session, actor(), tournament_id, form.uuid.data, coming)
    except RefusedError:
        return _look(seen, form, read, decided, 422)
    wait = sum(one.waits for one in added)
    text = _("%(count)d eingetragen.", count=len(added))
    flash(f"{text} {_('Davon warten %(count)d.', count=wait)}" if wait else text)
    return redirect(url_for("tournament_people.people", tournament_id=tournament_id), 303)


def _decided(read: Sequence[Newcomer]) -> list[Newcomer | None]:
    """Give whom each name means as it was decided on the page; None for who is left out.

    What was decided of a name holds for that name at that place of the list alone: the list may be another by now.
    """
    return [_decide(one, request.form.get(f"who-{place}-{one.name}", "")) for place, one in enumerate(read)]


def _decide(one: Newcomer, chosen: str) -> Newcomer | None:
    if chosen == AWAY:
        return None
    return replace(one, namesake=True) if chosen == NEW else replace(one, name=chosen or one.name)


def _look(
    seen: Seen, form: PasteForm, read: Sequence[Newcomer], decided: Sequence[Newcomer | None], status: int = 200
) -> Response:
    places = [place for place, one in enumerate(decided) if one is not None]
    findings = registering.look_at(db.session, actor(), seen.row.id, [one for one in decided if one is not None])
    asked: dict[int, list[Finding]] = {}
    form.top += told([one for one in findings if "." not in one.field]) if places else [_("So bleibt niemand übrig.")]
    for one in findings:
        _name, _dot, place = one.field.partition(".")
        if place and places:
            asked.setdefault(places[int(place)], []).append(one)
    return _many(seen, form, status, read=read, coming=len(places), asked=asked, chosen=_chosen(read, asked))


def _chosen(read: Sequence[Newcomer], asked: Mapping[int, Sequence[Finding]]) -> list[tuple[int, Newcomer, str]]:
    """Give which names have been decided, or have to be, and what is chosen; who is on the list is left out."""
    found = []
    for place, one in enumerate(read):
        said = request.form.get(f"who-{place}-{one.name}", "")
        there = any(finding.code == "door.on_list" for finding in asked.get(place, ()))
        if said or place in asked:
            found.append((place, one, said or (AWAY if there else "")))
    return found


def _many(seen: Seen, form: PasteForm, status: int = 200, **known: Any) -> Response:
    return show("many.html", seen, "door", status, form=form, told=told, AWAY=AWAY, NEW=NEW, **known, **counted(seen))
