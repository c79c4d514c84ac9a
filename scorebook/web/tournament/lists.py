"""The lists of a round's tables: which are missing, and the form in which they are typed from paper."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

from flask import Blueprint, Response, flash, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.errors import ConflictError, ScorebookError
from scorebook.exchange.strict import ShapeError
from scorebook.league.tournament.entries import Stamped
from scorebook.league.tournament.gate import without_list
from scorebook.league.tournament.preview import Preview, preview
from scorebook.league.tournament.state import SeatedTable
from scorebook.services import RefusedError
from scorebook.services.access import Action
from scorebook.services.refusals import SeatsChangedError
from scorebook.services.tournament import desk, listing, sheets
from scorebook.services.tournament.desk import Seen
from scorebook.services.tournament.listing import Handed, OtherListError
from scorebook.services.tournament.sheets import SheetNow
from scorebook.store.db import db
from scorebook.web.answers import WHOLE_NUMBER
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.tournament.list_form import ListForm, TakingBackForm, counters_of, points_text
from scorebook.web.tournament.places import see, show
from scorebook.web.visitor import actor, may, needs
from scorebook.wording.tournament import suspect_text

blueprint = Blueprint("tournament_lists", __name__, url_prefix="/turniere/<int:tournament_id>")
PLACE = "lists"
NAMED = 12
"""As long as no more tables are missing, it is said who sits at them."""
blueprint.add_app_template_filter(points_text, "points_text")


@blueprint.get("/listen")
@needs(Action.READ)
def current(tournament_id: int) -> Response:
    """The tables of the round that is played now."""
    seen = see(tournament_id)
    if not seen.state.rounds:
        return show("lists_none.html", seen, PLACE)
    return _overview(seen, seen.state.playing)


@blueprint.get("/runden/<int:round_number>/listen")
@needs(Action.READ)
def overview(tournament_id: int, round_number: int) -> BaseResponse:
    """The tables of a round: which lists are there, which are missing. `tisch` is one that somebody looks for."""
    seen = see(tournament_id)
    wanted = request.args.get("tisch", "").strip()
    if WHOLE_NUMBER.fullmatch(wanted) and seen.state.table(round_number, int(wanted)):
        return redirect(address(seen, round_number, int(wanted)))
    return _overview(seen, round_number, wanted)


def _overview(seen: Seen, round_number: int, wanted: str = "") -> Response:
    """Show the tables of a round; `wanted` is one that was looked for and is not there."""
    played = listing.round_of(seen.state, round_number)
    missing = without_list(played)
    return show(
        "lists.html",
        seen,
        PLACE,
        404 if wanted else 200,
        played=played,
        missing=[played.tables[number - 1] for number in missing],
        named=len(missing) <= NAMED,
        now=sheets.sheets_now(db.session, actor(), played),
        wanted=wanted,
    )


@blueprint.get("/runden/<int:round_number>/listen/<int:table>")
@needs(Action.READ)
def table(tournament_id: int, round_number: int, table: int) -> Response:
    """A table: the form of its list, or what became of it. `aendern` asks for the form all the same."""
    seen = see(tournament_id)
    there = table_of(seen, round_number, table)
    form = ListForm(formdata=None).fill(there, seen.state)
    asked = "aendern" in request.args or (not there.lists and there.sheet is None)
    return page(seen, round_number, there, form=form if asked and may("list") else None)


@blueprint.post("/runden/<int:round_number>/listen/<int:table>")
@needs(Action.LIST)
@checks_itself
def save(tournament_id: int, round_number: int, table: int) -> BaseResponse:
    """Hand in a list, and go on with the next table that misses its own. Refused, all that was typed is still there."""
    form = ListForm(formdata=request.form)
    seen = see(tournament_id)
    there = table_of(seen, round_number, table)
    if not form.validate():
        return page(seen, round_number, there, 400 if form.stale else 422, form=form)
    suspect = request.form.get("nimm", "")
    if suspect:
        form.take(suspect)
        return page(seen, round_number, there, form=form)
    try:
        new = form.new_list((round_number, table), len(there.seated))
        if round_number <= seen.state.published and form.sure.data != seen.state.version:
            foreseen = listing.foresee(db.session, actor(), tournament_id, new)
            form.sure.data = seen.state.version
            return page(seen, round_number, there, form=form, foreseen=foreseen)
        handed = listing.hand_in(db.session, actor(), tournament_id, form.uuid.data, new)
    except (ShapeError, RefusedError, ConflictError) as error:
        return _refused(seen, round_number, there, form, error)
    return after(tournament_id, round_number, table, handed)


def _refused(seen: Seen, round_number: int, there: SeatedTable, form: ListForm, error: ScorebookError) -> Response:
    """Show the form again, with the reasons; where somebody else was faster, with his list beside it."""
    match error:
        case ShapeError() | RefusedError():
            form.show(error.findings)
            return page(seen, round_number, there, 422, form=form)
        case OtherListError(standing=standing):
            seen = see(seen.row.id)
            form.uuid.data, form.seen.data = uuid4(), standing.number
            return page(seen, round_number, table_of(seen, round_number, there.number), 409, form=form, other=standing)
        case SeatsChangedError():
            seen = see(seen.row.id)
            there = table_of(seen, round_number, there.number)
            form.seated.data = ",".join(map(str, there.seated))
    form.uuid.data = uuid4()
    form.top.append(error.told(_))
    return page(seen, round_number, there, 409, form=form)


def after(tournament_id: int, round_number: int, table: int, handed: Handed) -> BaseResponse:
    """Say what became of a list, and go on: to the next table that misses its own, else to all of them."""
    seen = see(tournament_id)
    played = listing.round_of(seen.state, round_number)
    left = len(without_list(played))
    said = (
        _("Die Liste von Tisch %(table)d steht schon so da.", table=table)
        if handed.repeated
        else _("Die Liste von Tisch %(table)d ist eingetragen.", table=table)
    )
    rest = _.plural("Es fehlt noch eine.", "Es fehlen noch %(num)d.", left) if left else _("Damit sind alle da.")
    flash(f"{said} {rest}")
    following = listing.next_missing(played, table)
    if following is None:
        all_of_them = url_for("tournament_lists.overview", tournament_id=tournament_id, round_number=round_number)
        return redirect(all_of_them, 303)
    return redirect(address(seen, round_number, following), 303)


def page(
    seen: Seen,
    round_number: int,
    there: SeatedTable,
    status: int = 200,
    *,
    form: ListForm | None = None,
    other: Stamped | None = None,
    **known: Any,
) -> Response:
    """Show a table with its list. `other` is the list of somebody who was faster than this form."""
    played = listing.round_of(seen.state, round_number)
    suspects = form.suspects(seen.state, len(there.seated)) if form is not None and form.is_submitted() else []
    now = sheets.sheet_now(db.session, actor(), round_number, there)
    names = [seen.name(number) for number in there.seated]
    return show(
        "table_list.html",
        seen,
        PLACE,
        status,
        played=played,
        table=there,
        names=names,
        form=form,
        other=other,
        counters=counters_of(seen.state, [one.entry for one in there.lists]),  # type: ignore[misc]
        suspects=[(suspect_text(one, names, _), one) for one in suspects],
        now=now,
        changed_by_tablet=_changed_by(seen, now, there) if round_number <= seen.state.published else None,
        taking_back=known.pop("taking_back", None) or TakingBackForm(formdata=None),
        published=round_number <= seen.state.published,
        penalties=[one for one in seen.state.penalties if _concerns(one, round_number, there)],
        fresh=uuid4,
        **known,
    )


def _changed_by(seen: Seen, now: SheetNow | None, there: SeatedTable) -> Preview | None:
    """Give what changes if the list of a tablet, that has changed since it was handed in, were handed in again."""
    if now is None or not now.differs:
        return None
    better = replace(now.listed, replaces=there.lists[-1].number)
    return preview(desk.history(db.session, actor(), seen.row.id), better, seen.profiles)


def _concerns(penalty: Stamped, round_number: int, there: SeatedTable) -> bool:
    """Tell whether a penalty is about somebody of a table."""
    entry = penalty.entry
    return entry.kind == "penalised" and entry.round == round_number and entry.player in (*there.counts, *there.seated)


def table_of(seen: Seen, round_number: int, table: int) -> SeatedTable:
    """Give a table of a round. Raises `NotFoundError`."""
    return listing.table_of(seen.state, round_number, table)


def address(seen: Seen, round_number: int, table: int) -> str:
    """Give the address of a table."""
    return url_for("tournament_lists.table", tournament_id=seen.row.id, round_number=round_number, table=table)
