"""What is done with a table's list besides typing it: confirmed, written on a tablet, handed in from there."""

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from scorebook.services import links
from scorebook.services.access import Action, Role
from scorebook.services.links import NewLink
from scorebook.services.tournament import listing, sheets
from scorebook.services.tournament.listing import Handed
from scorebook.store.db import db
from scorebook.web.clock import timezone
from scorebook.web.links import made_page
from scorebook.web.security import checks_itself, secretive
from scorebook.web.texts import gettext as _
from scorebook.web.tournament.list_form import TakingBackForm
from scorebook.web.tournament.lists import address, after, page, table_of
from scorebook.web.tournament.places import see
from scorebook.web.tournament.steps import refused, tried
from scorebook.web.visitor import actor, needs

blueprint = Blueprint(
    "tournament_list_acts",
    __name__,
    url_prefix="/turniere/<int:tournament_id>/runden/<int:round_number>/listen/<int:table>",
)


@blueprint.post("/bestaetigen")
@needs(Action.LIST)
@checks_itself
def confirm(tournament_id: int, round_number: int, table: int) -> BaseResponse:
    """Confirm the list of a table as somebody else than its writer."""
    form, place = TakingBackForm(formdata=request.form), (round_number, table)

    def step() -> str:
        listing.confirm(db.session, actor(), tournament_id, form.uuid.data, place, form.seen.data or 0)
        return _("Die Liste von Tisch %(table)d ist bestätigt.", table=table)

    status = refused(form, step)
    seen = see(tournament_id)
    if status is not None:
        return page(seen, round_number, table_of(seen, *place), status, refused=form.top)
    return redirect(address(seen, *place), 303)


@blueprint.post("/tablet")
@needs(Action.LIST)
@secretive
def tablet(tournament_id: int, round_number: int, table: int) -> BaseResponse:
    """Let a table be written game by game, and make a link for its tablet: shown this once."""
    form, who = TakingBackForm(formdata=request.form), actor()
    evening_id, sheet_id = sheets.claim(db.session, who, tournament_id, form.uuid.data, (round_number, table))
    new = NewLink(Role.TABLE, _("Tisch %(number)d", number=table), sheet_id=sheet_id)
    return made_page(links.make_link(db.session, who, evening_id, new, timezone=timezone()))


@blueprint.post("/abgeben")
@needs(Action.LIST)
@checks_itself
def hand_in(tournament_id: int, round_number: int, table: int) -> BaseResponse:
    """Take what the games on a sheet come to as the table's list; once more where they changed since."""
    form, place = TakingBackForm(formdata=request.form), (round_number, table)

    def step() -> Handed:
        known, why = form.seen.data or 0, form.reason.data or ""
        return sheets.hand_in_sheet(db.session, actor(), tournament_id, form.uuid.data, place, seen=known, reason=why)

    status, handed = tried(form, step)
    if handed is not None:
        return after(tournament_id, round_number, table, handed)
    seen = see(tournament_id)
    return page(seen, round_number, table_of(seen, *place), status or 422, refused=form.top, taking_back=form)
