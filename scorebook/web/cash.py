"""The club's cash book: a year of it, a new entry, one entry and what takes it back."""

from flask import Blueprint, Response, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.errors import ConflictError
from scorebook.ledger.cash import ON_ACCOUNT, CashKind, MoveKind
from scorebook.services import RefusedError, cash_book
from scorebook.services.access import Action
from scorebook.store.cash import CashEntry
from scorebook.store.cash_accounts import Move
from scorebook.store.db import db
from scorebook.web.cash_form import CashForm
from scorebook.web.clock import timezone, today
from scorebook.web.evening_form import ReasonForm
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs
from scorebook.wording.cash import cash_kind, entry_text, move_kind, move_text

blueprint = Blueprint("cash", __name__, url_prefix="/kasse")


@blueprint.app_template_filter("cash_kind")
def _cash_kind(kind: CashKind) -> str:
    return cash_kind(kind, _)


@blueprint.app_template_filter("move_kind")
def _move_kind(kind: MoveKind) -> str:
    return move_kind(kind, _)


@blueprint.app_template_filter("entry_text")
def _entry_text(entry: CashEntry) -> str:
    return entry_text(entry.kind, entry.date, entry.text, entry.takes_back, _)


@blueprint.app_template_filter("move_text")
def _move_text(move: Move) -> str:
    return move_text(move.kind, move.text, takes_back=move.of_id is not None, say=_)


@blueprint.get("")
@needs(Action.CASH)
def book() -> Response:
    """A year of the cash book, the newest first; by default the one that runs."""
    year = cash_book.cash_year(db.session, actor(), request.args.get("jahr", type=int), timezone=timezone())
    return make_response(render_template("cash_book.html", book=year, lines=tuple(reversed(year.lines))))


@blueprint.get("/neu")
@needs(Action.CASH)
def new() -> Response:
    """The form of an entry; `art` and `person` say what is filled in."""
    form = CashForm(formdata=None)
    form.kind.data = request.args.get("art", "")
    form.person.data = request.args.get("person", "")
    return _form(form)


@blueprint.post("/neu")
@needs(Action.CASH)
@checks_itself
def enter() -> BaseResponse:
    """Enter it."""
    form = CashForm(formdata=request.form)
    if not form.validate():
        return _form(form, 400)
    typed = form.typed()
    try:
        number = cash_book.enter(db.session, actor(), form.uuid.data, typed, timezone=timezone())
    except RefusedError as error:
        form.show(error.findings)
        return _form(form, 422)
    flash(_("Eingetragen als Nr. %(number)d.", number=number))
    if typed.kind in set(ON_ACCOUNT):
        return redirect(url_for("cash_accounts.show", person_id=typed.person_id), 303)
    return redirect(url_for("cash.book", jahr=(typed.date or today()).year), 303)


def _form(form: CashForm, status: int = 200) -> Response:
    form.offer(cash_book.choices(db.session, actor()), today())
    return make_response(render_template("cash_new.html", form=form), status)


@blueprint.get("/buchungen/<int:number>")
@needs(Action.CASH)
def entry(number: int) -> Response:
    """One entry, and the question before it is taken back."""
    return _entry(number, ReasonForm(formdata=None))


@blueprint.post("/buchungen/<int:number>/stornieren")
@needs(Action.CASH)
@checks_itself
def take_back(number: int) -> BaseResponse:
    """Take it back by a further entry."""
    form = ReasonForm(formdata=request.form)
    if not form.validate():
        return _entry(number, form, 400)
    try:
        made = cash_book.take_back(db.session, actor(), number, form.reason.data or "")
    except RefusedError as error:
        form.show(error.findings)
        return _entry(number, form, 422)
    except ConflictError as error:
        form.top.append(error.told(_))
        return _entry(number, form, 409)
    flash(_("Storniert mit Nr. %(number)d.", number=made))
    return redirect(url_for("cash.entry", number=number), 303)


def _entry(number: int, form: ReasonForm, status: int = 200) -> Response:
    found, obstacle = cash_book.entry_page(db.session, actor(), number)
    said = "" if obstacle is None else obstacle.told(_)
    return make_response(render_template("cash_entry.html", entry=found, obstacle=said, form=form), status)
