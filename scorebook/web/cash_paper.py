"""The club's box on paper: the cash book of a year, statements, open items, countings of the till, a year added up."""

from flask import Blueprint, Response

from scorebook.reports import cash_papers
from scorebook.reports.page import Page
from scorebook.services import cash_accounts, cash_book, cash_closing, cash_till, open_evenings
from scorebook.services.access import Action
from scorebook.store.db import db
from scorebook.web.clock import local, timezone, today
from scorebook.web.printing import printed
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("cash_paper", __name__, url_prefix="/kasse")


@blueprint.get("/<int:year>/kassenbuch.pdf")
@needs(Action.CASH)
def book(year: int) -> Response:
    """The cash book of a year."""
    found = cash_book.cash_year(db.session, actor(), year, timezone=timezone())
    paper = cash_papers.BookPaper(found.club, year, found.before, found.lines, found.closed)
    return _sent(cash_papers.book_html(paper, _), f"{_('Kassenbuch')} {year}")


@blueprint.get("/konten/offene-posten.pdf")
@needs(Action.CASH)
def open_items() -> Response:
    """Who stands where with the club."""
    items = cash_accounts.open_items(db.session, actor())
    opened = [
        (one.name, day, cents)
        for one in open_evenings.open_people(db.session, actor())
        for _id, day, cents in one.evenings
    ]
    paper = cash_papers.OpenItemsPaper(items.club, today(), items.owing, items.credit, tuple(opened))
    return _sent(cash_papers.open_items_html(paper, _), _("Offene Posten"))


@blueprint.get("/konten/<int:person_id>/kontoauszug.pdf")
@needs(Action.CASH)
def account(person_id: int) -> Response:
    """Somebody's statement."""
    found = cash_accounts.statement(db.session, actor(), person_id)
    paper = cash_papers.AccountPaper(found.club, found.name, today(), found.moves)
    return _sent(cash_papers.account_html(paper, _), f"{_('Kontoauszug')} {found.name}")


@blueprint.get("/sturz/<int:count_id>/protokoll.pdf")
@needs(Action.CASH)
def till(count_id: int) -> Response:
    """The protocol of a counting, with lines for signatures."""
    club, found = cash_till.find_count(db.session, actor(), count_id)
    return _sent(cash_papers.till_html(club, found, local(found.at), _), f"{_('Kassensturz')} {found.date}")


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
    )
    return _sent(cash_papers.year_html(paper, _), f"{_('Jahresabschluss')} {year}")


def _sent(html: str, title: str) -> Response:
    return printed(Page(html, "cash"), title)
