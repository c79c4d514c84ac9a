"""Lists to write on, on paper: blank for any rule set, or filled in as far as a table has come."""

from flask import Blueprint, Response, make_response, render_template, request

from scorebook.errors import ConflictError
from scorebook.exchange.asking import MAX_PLAYERS
from scorebook.reports.names import short_names
from scorebook.reports.spielliste import Spielliste, blank, page, running
from scorebook.services import rulesets
from scorebook.services.access import Action
from scorebook.services.refusals import ENDED
from scorebook.store.db import db
from scorebook.web.blank_form import BlankForm, pages_of
from scorebook.web.book import Book
from scorebook.web.printing import printed
from scorebook.web.rules import Shown, find
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs, public

blueprint = Blueprint("blank", __name__)


@blueprint.get("/regeln/<key>/spielliste")
@public
def ask(key: str) -> Response:
    """Ask what is to stand on a blank list."""
    return _page(find(key), BlankForm(formdata=None))


@blueprint.get("/regeln/<key>/spielliste.pdf")
@public
def blank_pdf(key: str) -> Response:
    """A blank list; what cannot be printed is told at its field."""
    shown, form = find(key), BlankForm(formdata=request.args)
    if not form.check():
        return _page(shown, form, 400)
    named = shown.named
    short = short_names({seat: name for seat, name in enumerate(form.names) if name})
    names = [short.get(seat, "") for seat in range(form.players)]
    title, place = (form.titel.data or "").strip(), (form.ort.data or "").strip()
    pages = pages_of(form.seiten.data or "") or 1
    return _paper(blank(named.name, named.rules, names, pages, title=title, place=place))


@blueprint.get("/listen/<int:sheet_id>/spielliste.pdf")
@needs(Action.READ)
def running_pdf(sheet_id: int) -> Response:
    """The list with which a table goes on by hand. Raises `ConflictError` where the evening has ended."""
    book = Book.of(sheet_id)
    if book.evening.ended is not None:
        raise ConflictError(ENDED)
    named = rulesets.current_rule_set(db.session, actor(), sheet_id).named
    return _paper(running(book.evening, book.sheet, named, pages_of(request.args.get("seiten", "")) or 1, _))


def _paper(wanted: Spielliste) -> Response:
    return printed(page(wanted, _), _("Spielliste"))


def _page(shown: Shown, form: BlankForm, status: int = 200) -> Response:
    html = render_template("blank_list.html", shown=shown, form=form.offer(), most=MAX_PLAYERS)
    return make_response(html, status)
