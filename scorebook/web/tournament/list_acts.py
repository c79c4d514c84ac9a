"""What is done with a table's list besides typing it: confirmed, written on a tablet, handed in from there."""

from flask import Blueprint, flash, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from scorebook.errors import ConflictError
from scorebook.services import RefusedError, links
from scorebook.services.access import Action, Role
from scorebook.services.links import NewLink
from scorebook.services.tournament import listing, sheets
from scorebook.store.db import db
from scorebook.web.clock import timezone
from scorebook.web.fields import FreshUuid, KnownNumber
from scorebook.web.links import made_page
from scorebook.web.page_form import PageForm
from scorebook.web.security import checks_itself, secretive
from scorebook.web.texts import gettext as _
from scorebook.web.tournament.list_form import TakingBackForm
from scorebook.web.tournament.lists import address, after, page, table_of
from scorebook.web.tournament.places import see
from scorebook.web.visitor import actor, needs

blueprint = Blueprint(
    "tournament_list_acts",
    __name__,
    url_prefix="/turniere/<int:tournament_id>/runden/<int:round_number>/listen/<int:table>",
)


class ActForm(PageForm):
    """One tap: its mark, and the list that the page knew."""

    uuid = FreshUuid()
    seen = KnownNumber()


@blueprint.post("/bestaetigen")
@needs(Action.LIST)
@checks_itself
def confirm(tournament_id: int, round_number: int, table: int) -> BaseResponse:
    """Confirm the list of a table as somebody else than its writer."""
    form, place = ActForm(formdata=request.form), (round_number, table)
    if form.validate():
        try:
            listing.confirm(db.session, actor(), tournament_id, form.uuid.data, place, form.seen.data or 0)
        except RefusedError as error:
            form.show(error.findings)
        except ConflictError as error:
            form.top.append(error.told(_))
    if form.top:
        seen = see(tournament_id)
        return page(seen, round_number, table_of(seen, *place), 400 if form.stale else 409, refused=form.top)
    flash(_("Die Liste von Tisch %(table)d ist bestätigt.", table=table))
    return redirect(address(see(tournament_id), *place), 303)


@blueprint.post("/tablet")
@needs(Action.LIST)
@secretive
def tablet(tournament_id: int, round_number: int, table: int) -> BaseResponse:
    """Let a table be written game by game, and make a link for its tablet: shown this once."""
    form, who = ActForm(formdata=request.form), actor()
    evening_id, sheet_id = sheets.claim(db.session, who, tournament_id, form.uuid.data, (round_number, table))
    new = NewLink(Role.TABLE, _("Tisch %(number)d", number=table), sheet_id=sheet_id)
    return made_page(links.make_link(db.session, who, evening_id, new, timezone=timezone()))


@blueprint.post("/abgeben")
@needs(Action.LIST)
@checks_itself
def hand_in(tournament_id: int, round_number: int, table: int) -> BaseResponse:
    """Take what the games on a sheet come to as the table's list; once more where they changed since."""
    form, place = ActForm(formdata=request.form), (round_number, table)
    asked = TakingBackForm(formdata=request.form)
    if form.validate():
        reason = asked.reason.data or ""
        try:
            handed = sheets.hand_in_sheet(
                db.session, actor(), tournament_id, form.uuid.data, place, seen=form.seen.data or 0, reason=reason
            )
            return after(tournament_id, round_number, table, handed)
        except RefusedError as error:
            asked.show(error.findings)
        except ConflictError as error:
            form.top.append(error.told(_))
    seen, said = see(tournament_id), [*form.top, *asked.top]
    status = 400 if form.stale else 409 if form.top else 422
    return page(seen, round_number, table_of(seen, *place), status, refused=said, taking_back=asked)
