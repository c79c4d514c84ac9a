"""The papers for the hall: start cards, lists to hang up, table sheets."""

from flask import Blueprint, Response, request

from scorebook.reports.page import Page
from scorebook.services.access import Action
from scorebook.services.tournament import papers
from scorebook.services.tournament.desk import Seen
from scorebook.services.tournament.papers import Span
from scorebook.store.db import db
from scorebook.web.printing import printed
from scorebook.web.texts import gettext as _
from scorebook.web.tournament.places import see, show
from scorebook.web.tournament.seats import address_of, public_link
from scorebook.web.visitor import needs

blueprint = Blueprint("tournament_papers", __name__, url_prefix="/turniere/<int:tournament_id>")

LARGEST = 10**6


@blueprint.get("/papiere")
@needs(Action.READ)
def papers_page(tournament_id: int) -> Response:
    """All that can be printed for the hall."""
    seen = see(tournament_id)
    rounds = [
        (played.number, papers.spans([table.number for table in played.tables], papers.SHEETS_AT_ONCE))
        for played in seen.state.rounds
    ]
    cards = papers.spans(sorted(seen.entrants), papers.AT_ONCE)
    return show("papers.html", seen, "papers", rounds=rounds, cards=cards, **public_link(seen))


@blueprint.get("/startkarten.pdf")
@needs(Action.READ)
def cards(tournament_id: int) -> Response:
    """Start cards; with a QR code where the hall can reach us."""
    seen = see(tournament_id)
    reached = (address_of(seen) or "/").startswith("/")
    page = papers.cards_page(db.session, seen, None if reached else lambda one: address_of(seen, one) or "", _span(), _)
    return _printed(seen, page, _("Startkarten"))


@blueprint.get("/startliste.pdf")
@needs(Action.READ)
def start_list(tournament_id: int) -> Response:
    """The start list, with what the next draw was committed to where it is checkable."""
    seen = see(tournament_id)
    return _printed(seen, papers.start_list_page(db.session, seen, _), _("Startliste"))


@blueprint.get("/plaetze/namen.pdf")
@needs(Action.READ)
def all_names(tournament_id: int) -> Response:
    """Who sits where in all rounds that are drawn, by name."""
    seen = see(tournament_id)
    return _printed(seen, papers.names_page(db.session, seen, None, _), _("Wer sitzt wo?"))


@blueprint.get("/plaetze/<int:round_number>/namen.pdf")
@needs(Action.READ)
def names(tournament_id: int, round_number: int) -> Response:
    """Who sits where in a round, by name."""
    seen = see(tournament_id)
    return _printed(seen, papers.names_page(db.session, seen, round_number, _), _("Wer sitzt wo?"), round_number)


@blueprint.get("/plaetze/<int:round_number>/tische.pdf")
@needs(Action.READ)
def tables(tournament_id: int, round_number: int) -> Response:
    """Who sits where in a round, by table."""
    seen = see(tournament_id)
    return _printed(seen, papers.tables_page(db.session, seen, round_number, _), _("Tische"), round_number)


@blueprint.get("/plaetze/<int:round_number>/zettel.pdf")
@needs(Action.READ)
def sheets(tournament_id: int, round_number: int) -> Response:
    """The sheets for the tables of a round, with names."""
    seen = see(tournament_id)
    page = papers.sheets_page(db.session, seen, round_number, _span(), _)
    return _printed(seen, page, _("Tischzettel"), round_number)


@blueprint.get("/zettel-leer.pdf")
@needs(Action.READ)
def blank(tournament_id: int) -> Response:
    """Blank sheets: for how many at a table, and how many of them, the address says."""
    seen = see(tournament_id)
    seats, copies = request.args.get("zu", 4, type=int), request.args.get("stueck", 1, type=int)
    return _printed(seen, papers.blank_page(db.session, seen, seats, copies, _), _("Tischzettel leer"))


def _span() -> Span | None:
    """Give which of many the address asks for; None for all."""
    if not {"von", "bis"} & set(request.args):
        return None
    return Span(request.args.get("von", 1, type=int), request.args.get("bis", LARGEST, type=int))


def _printed(seen: Seen, page: Page, what: str, round_number: int | None = None) -> Response:
    about = f"{what} {seen.row.name}"
    return printed(page, about if round_number is None else f"{about} {_('Runde %(number)d', number=round_number)}")
