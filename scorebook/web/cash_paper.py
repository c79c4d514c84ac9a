"""The club's box on paper: the cash book of a year, statements, open items, countings of the till, a year added up."""

from flask import Blueprint, Response, make_response, render_template, request

from scorebook.reports import cash_papers
from scorebook.reports.page import Page
from scorebook.services import (
    cash_accounts,
    cash_book,
    cash_closing,
    cash_codes,
    cash_proof,
    cash_till,
    open_evenings,
)
from scorebook.services.access import Action
from scorebook.store.db import db
from scorebook.web.clock import local, timezone, today
from scorebook.web.papers_form import ProofForm
from scorebook.web.printing import printed
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("cash_paper", __name__, url_prefix="/kasse")


@blueprint.get("/<int:year>/kassenbuch.pdf")
@needs(Action.CASH)
def book(year: int) -> Response:
    """The cash book of a year."""
    found = cash_book.cash_year(db.session, actor(), year, timezone=timezone())
    code = cash_codes.book_code(found)
    paper = cash_papers.BookPaper(found.club, year, found.before, found.lines, found.closed, code)
    return _sent(cash_papers.book_html(paper, _), f"{_('Kassenbuch')} {year}")


@blueprint.get("/konten/offene-posten.pdf")
@needs(Action.CASH)
def open_items() -> Response:
    """Who stands where with the club."""
    items = cash_accounts.open_items(db.session, actor())
    people = open_evenings.open_people(db.session, actor())
    opened = tuple((one.name, day, cents) for one in people for _id, day, cents in one.evenings)
    code = cash_codes.open_code(items, people)
    paper = cash_papers.OpenItemsPaper(items.club, today(), items.owing, items.credit, opened, code)
    return _sent(cash_papers.open_items_html(paper, _), _("Offene Posten"))


@blueprint.get("/konten/<int:person_id>/kontoauszug.pdf")
@needs(Action.CASH)
def account(person_id: int) -> Response:
    """Somebody's statement."""
    found = cash_accounts.statement(db.session, actor(), person_id)
    code = cash_codes.account_code(found)
    paper = cash_papers.AccountPaper(found.club, found.name, today(), found.moves, code)
    return _sent(cash_papers.account_html(paper, _), f"{_('Kontoauszug')} {found.name}")


@blueprint.get("/sturz/<int:count_id>/protokoll.pdf")
@needs(Action.CASH)
def till(count_id: int) -> Response:
    """The protocol of a counting, with lines for signatures."""
    club, found = cash_till.find_count(db.session, actor(), count_id)
    paper = cash_papers.TillPaper(club, found, local(found.at), cash_codes.count_code(found))
    return _sent(cash_papers.till_html(paper, _), f"{_('Kassensturz')} {found.date}")


@blueprint.get("/abschluss/<int:year>/jahresabschluss.pdf")
@needs(Action.CASH)
def year(year: int) -> Response:
    """A year added up."""
    found = cash_closing.year_end(db.session, actor(), year, timezone=timezone())
    closing = found.closing
    paper = cash_papers.YearPaper(
        club=found.book.club,
        year=year,
        before=found.before,
        kinds=found.kinds,
        after=found.book.after,
        closed=None if closing is None else (local(closing.at).date(), closing.by),
        check_code=cash_codes.year_code(found),
    )
    return _sent(cash_papers.year_html(paper, _), f"{_('Jahresabschluss')} {year}")


@blueprint.get("/pruefen")
@needs(Action.CASH)
def prove() -> Response:
    """Hold a check code that stands on a paper of the box against the book: the code says which paper it is."""
    form, found = ProofForm(formdata=request.args), None
    if "zeichen" in request.args:
        found = cash_proof.prove(db.session, actor(), form.zeichen.data or "", timezone=timezone())
        if found is None:
            form.refuse()
    return make_response(render_template("cash_proof.html", form=form, proof=found), 400 if any(form.wrong()) else 200)


def _sent(html: str, title: str) -> Response:
    return printed(Page(html, "cash"), title)
