"""Who is here for a round: by start number and Enter, or by a tap on the name."""

from flask import Blueprint, Response, flash, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.league.tournament.attendance import next_round
from scorebook.services import RefusedError
from scorebook.services.access import Action
from scorebook.services.tournament import attending
from scorebook.services.tournament.desk import Seen
from scorebook.store.db import db
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.tournament.door_form import HereForm, numbers
from scorebook.web.tournament.places import see, show
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("tournament_check_in", __name__, url_prefix="/turniere/<int:tournament_id>/da")


@blueprint.get("")
@needs(Action.DOOR)
def who_is_here(tournament_id: int) -> Response:
    """Who is missing, and who is here."""
    seen = see(tournament_id)
    asked = request.args.get("runde", type=int) or next_round(seen.state)
    return _page(seen, HereForm(formdata=None), min(max(asked, 1), seen.state.settings.rounds))


def _page(seen: Seen, form: HereForm, round_number: int, status: int = 200) -> Response:
    state = seen.state
    here = state.here.get(round_number, frozenset())
    due = [number for number, one in state.players.items() if one.plays(round_number) and not one.substitute]
    by_name = sorted(due, key=lambda number: seen.name(number).casefold())
    form.round.data = round_number
    return show(
        "here.html",
        seen,
        "door",
        status,
        form=form,
        round=round_number,
        here=[number for number in by_name if number in here],
        missing=[number for number in by_name if number not in here],
        helping=[number for number, one in state.players.items() if one.substitute and one.plays(round_number)],
        present=here,
    )


@blueprint.post("")
@needs(Action.DOOR)
@checks_itself
def check_in(tournament_id: int) -> BaseResponse:
    """Note who is here, or that somebody is not after all."""
    form, seen = HereForm(formdata=request.form), see(tournament_id)
    number = form.round.data or next_round(seen.state)
    if not form.validate():
        return _page(seen, form, number, 400)
    away = request.form.get("away", "")
    try:
        players = numbers(away or request.form.get("one", "") or form.players.data or "", "players")
        note = attending.check_out if away else attending.check_in
        note(db.session, actor(), tournament_id, form.uuid.data, number, players)
    except RefusedError as error:
        form.show(error.findings)
        return _page(see(tournament_id), form, number, 422)
    names = ", ".join(map(seen.name, players))
    flash(_("Doch nicht da: %(names)s", names=names) if away else _("Da: %(names)s", names=names))
    return redirect(url_for("tournament_check_in.who_is_here", tournament_id=tournament_id, runde=number), 303)
