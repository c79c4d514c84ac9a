"""The money of a tournament: what came in and went out, what is due yet, and the report for the treasurer."""

from collections.abc import Callable, Iterator
from uuid import uuid4

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse
from wtforms import HiddenField, StringField
from wtforms.fields.choices import SelectChoice

from scorebook.league.tournament.entries import CashKind, CashMoved, Stamped
from scorebook.services.access import Action
from scorebook.services.tournament import prizing as services
from scorebook.services.tournament.all_papers import cash_paper
from scorebook.services.tournament.prizing import IN, OUT, Booking, Prizing
from scorebook.store.db import db
from scorebook.web.answers import PERSON
from scorebook.web.fields import ChoiceField, FreshUuid
from scorebook.web.page_form import PageForm
from scorebook.web.printing import printed
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext
from scorebook.web.texts import lazy_gettext as _
from scorebook.web.tournament.places import see
from scorebook.web.tournament.places import show as shown
from scorebook.web.tournament.prizes import till
from scorebook.web.tournament.steps import refused
from scorebook.web.visitor import actor, needs
from scorebook.wording.tournament_prizes import cash_kind_name

blueprint = Blueprint("tournament_cash", __name__, url_prefix="/turniere/<int:tournament_id>")

KINDS = {
    "strafe": (CashKind.PENALTY, IN),
    "ein": (CashKind.OTHER, IN),
    "sachpreis": (CashKind.GOODS, OUT),
    "aus": (CashKind.OTHER, OUT),
}
"""What can be booked by hand, by the word of the form: what for, and which way."""


class CashForm(PageForm):
    """Money that is booked, or taken back."""

    uuid = FreshUuid()
    art = ChoiceField(
        _("Was ist es?"),
        choices=[
            SelectChoice("ein", _("kommt herein")),
            SelectChoice("aus", _("geht hinaus")),
            SelectChoice("sachpreis", _("Sachpreise gekauft")),
            SelectChoice("strafe", _("Strafe bezahlt")),
        ],
    )
    amount = StringField(_("Betrag in Euro"))
    text = StringField(_("Wofür?"))
    entry = HiddenField()
    reason = StringField(_("Warum?"))


@blueprint.get("/kasse")
@needs(Action.DOOR)
def show(tournament_id: int) -> Response:
    """What the till says."""
    return _page(tournament_id)


@blueprint.get("/kasse.pdf")
@needs(Action.DOOR)
def paper(tournament_id: int) -> Response:
    """The same to be signed."""
    seen = see(tournament_id)
    return printed(cash_paper(db.session, seen, gettext), f"{gettext('Kassenbericht')} {seen.row.name}")


@blueprint.post("/kasse")
@needs(Action.DOOR)
@checks_itself
def book(tournament_id: int) -> BaseResponse:
    """Other money comes in, or goes out."""

    def step(form: CashForm) -> str:
        kind, way = KINDS[form.art.data]
        booking = Booking(kind, way, form.amount.data or "", form.text.data or "")
        services.book(db.session, actor(), tournament_id, form.uuid.data, booking)
        return gettext("Eingetragen.")

    form = CashForm(formdata=request.form)
    if form.art.data not in KINDS:
        form.validate()
        form.art.errors = [gettext("Kommt es herein, oder geht es hinaus?")]
        return _page(tournament_id, form, 422)
    return _done(tournament_id, form, step)


@blueprint.post("/kasse/zurueck")
@needs(Action.DOOR)
@checks_itself
def back(tournament_id: int) -> BaseResponse:
    """What was booked does not hold."""

    def step(form: CashForm) -> str:
        entry = str(form.entry.data or "")
        booked = int(entry) if PERSON.fullmatch(entry) else 0, form.reason.data or ""
        services.take_money_back(db.session, actor(), tournament_id, form.uuid.data, booked)
        return gettext("Zurückgenommen.")

    return _done(tournament_id, CashForm(formdata=request.form), step)


def _read(tournament_id: int) -> Prizing:
    return services.prizing(db.session, actor(), tournament_id)


def _done(tournament_id: int, form: CashForm, step: Callable[[CashForm], str]) -> BaseResponse:
    """Book it and go back to the till; where it cannot be, say there why, with what was typed."""
    status = refused(form, lambda: step(form))
    if status is None:
        return redirect(url_for("tournament_cash.show", tournament_id=tournament_id), 303)
    return _page(tournament_id, form, status)


def _page(tournament_id: int, wrong: CashForm | None = None, status: int = 200) -> Response:
    found = _read(tournament_id)
    return shown(
        "cash.html",
        found.seen,
        "prizes",
        status,
        till=till(found),
        moves=[_move(one, one.entry, found.seen.names) for one in _moves(found) if isinstance(one.entry, CashMoved)],
        form=wrong or CashForm(formdata=None),
        fresh_uuid=uuid4,
        wrong=wrong,
    )


def _moves(found: Prizing) -> Iterator[Stamped]:
    return reversed(found.seen.state.cash)


def _move(stamped: Stamped, moved: CashMoved, names: dict[int, str]) -> tuple[Stamped, CashMoved, str]:
    """Give a movement with what is said of it."""
    whom = "" if moved.player is None else names[moved.player]
    return stamped, moved, " · ".join(filter(None, (cash_kind_name(moved.what, gettext), whom, moved.text)))
