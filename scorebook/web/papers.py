"""The papers of an evening: the Abrechnung in its formats, report, slips, certificates, the whole list, a Sie."""

from uuid import UUID

from flask import Blueprint, Response, make_response, render_template, request

from scorebook.errors import ConflictError, NotFoundError
from scorebook.ledger.evening import Evening
from scorebook.reports import abrechnung, award, evening_report, sie, slip, spielliste
from scorebook.reports.kept_list import kept_list
from scorebook.reports.page import Page
from scorebook.services import evenings
from scorebook.services.access import Action
from scorebook.store.db import db
from scorebook.web.book import Book
from scorebook.web.clock import timezone
from scorebook.web.evenings import called, load
from scorebook.web.papers_form import ProofForm
from scorebook.web.printing import printed_of
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs
from scorebook.wording.proof import proof

blueprint = Blueprint("papers", __name__)


@blueprint.get("/abende/<int:evening_id>/abrechnung.pdf")
@needs(Action.READ)
def sheet(evening_id: int) -> Response:
    """The Abrechnung, in the `format` that the address names: A4 if none."""
    style = request.args.get("format", abrechnung.A4)
    if style not in abrechnung.STYLES:
        raise NotFoundError("Dieses Format gibt es nicht.")

    def write() -> tuple[Page, str]:
        evening = load(evening_id)
        return abrechnung.page(evening, _, timezone(), style=style), called(evening)

    return printed_of(evening_id, f"abrechnung {style}", write)


@blueprint.get("/abende/<int:evening_id>/zettel.pdf")
@needs(Action.READ)
def slips(evening_id: int) -> Response:
    """A slip for the `person` that the address names, or for everybody."""
    person = _person()

    def write() -> tuple[Page, str]:
        evening = load(evening_id)
        return slip.page(evening, _people(evening, person), _, timezone()), f"{_('Zettel')} {called(evening)}"

    return printed_of(evening_id, f"zettel {person}", write)


@blueprint.get("/abende/<int:evening_id>/urkunde.pdf")
@needs(Action.READ)
def certificate(evening_id: int) -> Response:
    """The certificate of the `person` that the address names, or of the best. Raises `ConflictError` without a game."""
    person = _person()

    def write() -> tuple[Page, str]:
        evening = load(evening_id)
        people = _people(evening, person) or award.best(evening)
        if not award.best(evening):
            raise ConflictError("An diesem Abend ist noch nichts gespielt.")
        return award.page(evening, people, _), f"{_('Urkunde')} {called(evening)}"

    return printed_of(evening_id, f"urkunde {person}", write)


@blueprint.get("/abende/<int:evening_id>/bericht.pdf")
@needs(Action.READ)
def report(evening_id: int) -> Response:
    """The report: who won, how it went, and the highlights."""

    def write() -> tuple[Page, str]:
        evening = load(evening_id)
        return evening_report.page(evening, _, timezone()), f"{_('Bericht')} {called(evening)}"

    return printed_of(evening_id, "bericht", write)


@blueprint.get("/listen/<int:sheet_id>/geschrieben.pdf")
@needs(Action.READ)
def written(sheet_id: int) -> Response:
    """The whole list of a table, as people keep it by hand."""
    evening_id = evenings.evening_of_sheet(db.session, actor(), sheet_id)

    def write() -> tuple[Page, str]:
        book = Book.of(sheet_id)
        return spielliste.page(kept_list(book.evening, book.sheet, _), _), f"{_('Spielliste')} {called(book.evening)}"

    return printed_of(evening_id, f"liste {sheet_id}", write)


@blueprint.get("/spiele/<uuid:uuid>/sie.pdf")
@needs(Action.READ)
def of_sie(uuid: UUID) -> Response:
    """The sheet for whoever was dealt a Sie. Raises `NotFoundError` for a game that was none, or does not count."""
    evening_id = evenings.find_game(db.session, actor(), uuid).evening_id

    def write() -> tuple[Page, str]:
        book, recorded = Book.with_game(uuid)
        if not (recorded.game.sie and recorded.stands):
            raise NotFoundError("In diesem Spiel hatte keiner eine Sie.")
        return sie.page(book.evening, book.sheet, recorded, _), f"{_('Sie')} {called(book.evening)}"

    return printed_of(evening_id, f"sie {uuid}", write)


@blueprint.get("/abende/<int:evening_id>/pruefen")
@needs(Action.READ)
def prove(evening_id: int) -> Response:
    """Hold a check code that stands on a paper against the book."""
    evening = load(evening_id)
    form = ProofForm(formdata=request.args)
    found = proof(evening, form.zeichen.data or "") if "zeichen" in request.args else None
    if found is None and "zeichen" in request.args:
        form.refuse()
    html = render_template("proof.html", evening=evening, evening_id=evening_id, form=form, proof=found)
    return make_response(html, 400 if any(form.wrong()) else 200)


def _person() -> str:
    """Give whom the address names, as it does: "" for nobody."""
    return request.args.get("person", "")


def _people(evening: Evening, person: str) -> tuple[int, ...]:
    """Give the person that an address names: nobody for "". Raises `NotFoundError` for a stranger."""
    known = {str(one.id): one.id for one in evening.people}
    if person and person not in known:
        raise NotFoundError("Der hat an diesem Abend nicht mitgespielt.")
    return (known[person],) if person else ()
