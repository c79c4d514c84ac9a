"""The page "Plätze": who comes, goes, changes seats or sits out, and the last round."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.errors import ConflictError
from scorebook.reports.names import short_names
from scorebook.rules import Finding
from scorebook.services import RefusedError, evenings, last_round, naming, seating
from scorebook.services.access import Action
from scorebook.services.naming import Suggestion
from scorebook.services.seating import Seating
from scorebook.store.db import db
from scorebook.web.book import Book
from scorebook.web.last_round import last_round as last_round_words
from scorebook.web.page_form import PageForm
from scorebook.web.seating_form import ComeForm, LeaveForm, OrderForm, PatternForm, SeatForm, SwapForm
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, may, needs, only

blueprint = Blueprint("seating", __name__)

FORMS: dict[str, type[SeatForm]] = {
    "come": ComeForm,
    "leave": LeaveForm,
    "swap": SwapForm,
    "order": OrderForm,
    "pattern": PatternForm,
    "round": SeatForm,
}
"""The forms of the page by name."""


@blueprint.get("/listen/<int:sheet_id>/plaetze")
@needs(Action.SEAT)
def show(sheet_id: int) -> Response:
    """The seats as they are, and what can be done with them."""
    return _page(sheet_id)


@blueprint.post("/listen/<int:sheet_id>/plaetze/kommt")
@needs(Action.SEAT)
@checks_itself
def come(sheet_id: int) -> BaseResponse:
    """Let somebody sit down."""
    form = ComeForm(formdata=request.form)
    name = (form.name.data or "").strip()

    def act() -> str:
        done = seating.come(db.session, actor(), sheet_id, name, form.chosen("after"), seen=form.seen)
        return _("Ab Spiel %(number)d sitzt %(name)s mit am Tisch.", number=done.number, name=name)

    return _do(sheet_id, "come", form, act)


@blueprint.post("/listen/<int:sheet_id>/plaetze/geht")
@needs(Action.SEAT)
@checks_itself
def leave(sheet_id: int) -> BaseResponse:
    """Let somebody get up."""
    form = LeaveForm(formdata=request.form)
    person = form.chosen("person")

    def act() -> str:
        done = seating.leave(db.session, actor(), sheet_id, person, seen=form.seen)
        return told_order(sheet_id, done)

    return _do(sheet_id, "leave", form, act)


@blueprint.post("/listen/<int:sheet_id>/plaetze/tauschen")
@needs(Action.SEAT)
@checks_itself
def swap(sheet_id: int) -> BaseResponse:
    """Let two change seats."""
    form = SwapForm(formdata=request.form)

    def act() -> str:
        one, other = form.chosen("one"), form.chosen("other")
        return told_order(sheet_id, seating.swap(db.session, actor(), sheet_id, one, other, seen=form.seen))

    return _do(sheet_id, "swap", form, act)


@blueprint.post("/listen/<int:sheet_id>/plaetze/ordnen")
@needs(Action.SEAT)
@checks_itself
def rearrange(sheet_id: int) -> BaseResponse:
    """Let all sit down anew."""
    form = OrderForm(formdata=request.form)

    def act() -> str:
        return told_order(sheet_id, seating.rearrange(db.session, actor(), sheet_id, form.people(), seen=form.seen))

    return _do(sheet_id, "order", form, act)


@blueprint.post("/listen/<int:sheet_id>/plaetze/aussetzer")
@needs(Action.SEAT)
@checks_itself
def pattern(sheet_id: int) -> BaseResponse:
    """Say who sits out with the dealer."""
    form = PatternForm(formdata=request.form)

    def act() -> str:
        chosen = form.choice()
        if chosen is None:
            raise RefusedError([Finding("value.choice", "pattern", {"key": "sitting_out"})])
        seating.choose_pattern(db.session, actor(), sheet_id, chosen)
        return ""

    return _do(sheet_id, "pattern", form, act)


@blueprint.post("/listen/<int:sheet_id>/letzte-runde")
@needs(Action.SEAT)
@checks_itself
def call(sheet_id: int) -> BaseResponse:
    """Call the last round, or call it off."""
    form = SeatForm(formdata=request.form)

    def act() -> str:
        if request.form.get("tun") == "weiter":
            last_round.call_off(db.session, actor(), sheet_id)
            return _("Es geht weiter, keine letzte Runde.")
        last_round.call_last_round(db.session, actor(), sheet_id)
        return ""

    return _do(sheet_id, "round", form, act)


def told_order(sheet_id: int, done: Seating) -> str:
    """Say who sits how from the next game on."""
    names = evenings.load_sheet(db.session, actor(), sheet_id)[0].called
    people = " – ".join(names[person] for person in done.people)
    return _("Ab Spiel %(number)d sitzen im Uhrzeigersinn: %(names)s.", number=done.number, names=people)


def _do(sheet_id: int, name: str, form: SeatForm, act: Callable[[], str]) -> BaseResponse:
    """Do what a form asks and go back to the sheet, with what `act` says; refused, the page comes again."""
    if not form.validate():
        return _page(sheet_id, {name: form}, 400)
    try:
        said = act()
    except RefusedError as error:
        form.show(error.findings)
        return _page(sheet_id, {name: form}, 422)
    except ConflictError as error:
        form.top.append(error.told(_))
        return _page(sheet_id, {name: form}, 409)
    if said:
        flash(said)
    return redirect(url_for("sheets.show", sheet_id=sheet_id), 303)


def _page(sheet_id: int, refused: dict[str, SeatForm] | None = None, status: int = 200) -> Response:
    """Show the seats, with a form that was refused among the fresh ones."""
    book = Book.of(sheet_id)
    only(Action.SEAT, book.evening_id, sheet_id)
    sheet, names = book.sheet, book.evening.called
    people = [(person, names[person]) for person in sheet.sitting]
    forms: dict[str, Any] = {name: kind(formdata=None) for name, kind in FORMS.items()} | (refused or {})
    for form in forms.values():
        form.offer(people)
    if forms["pattern"].pattern.data is None:
        forms["pattern"].pattern.data = sheet.pattern.value
    html = render_template(
        "seats.html",
        book=book,
        evening=book.evening,
        sheet=sheet,
        people=people,
        forms=forms,
        known=_known(book),
        last_round=last_round_words(sheet, short_names(names)),
        form=PageForm(formdata=None),
    )
    return make_response(html, status)


def _known(book: Book) -> tuple[Suggestion, ...]:
    """Give the names that the club knows, to those who may know them."""
    return naming.suggestions(db.session, actor(), book.sheet.sitting) if may("read") else ()
