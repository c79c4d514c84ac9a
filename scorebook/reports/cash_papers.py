"""The club's box on paper: cash book, statement, open items, counting of the till, a year added up."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from scorebook import wording
from scorebook.ledger.cash import PIECES, CashKind
from scorebook.reports.abrechnung import environment
from scorebook.rules import Unit
from scorebook.store.cash import CashEntry
from scorebook.store.cash_accounts import Account, Move
from scorebook.store.cash_till import TillCount
from scorebook.wording import GERMAN, Language
from scorebook.wording.cash import cash_kind, entry_text, move_text

NARROW = "\N{NARROW NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class BookPaper:
    """A year of the cash book: what lay there before, each entry with what lies there after it."""

    club: str
    year: int
    before: int
    lines: tuple[tuple[CashEntry, int], ...]
    closed: bool
    check_code: str

    @property
    def after(self) -> int:
        """What lies in the till after the last entry."""
        return self.lines[-1][1] if self.lines else self.before


@dataclass(frozen=True, slots=True)
class AccountPaper:
    """Somebody's account on a day: each movement with the balance after it."""

    club: str
    name: str
    day: date
    moves: tuple[tuple[Move, int], ...]
    check_code: str

    @property
    def balance(self) -> int:
        """What the club owes him; what he owes stands below zero."""
        return self.moves[-1][1] if self.moves else 0


@dataclass(frozen=True, slots=True)
class OpenItemsPaper:
    """Who owes the club something, and who has something there, on a day; by name what of which evening is open."""

    club: str
    day: date
    owing: tuple[Account, ...]
    credit: tuple[Account, ...]
    evenings: tuple[tuple[str, date, int], ...]
    check_code: str


@dataclass(frozen=True, slots=True)
class TillPaper:
    """The protocol of a counting; `at` is by the clock on the wall."""

    club: str
    count: TillCount
    at: datetime
    check_code: str


@dataclass(frozen=True, slots=True)
class YearPaper:
    """A year added up; `closed` is when and by whom it was closed, None while it is open."""

    club: str
    year: int
    before: int
    kinds: Mapping[CashKind, int]
    after: int
    closed: tuple[date, str] | None
    check_code: str


def paper_day(day: date, say: Language = GERMAN) -> str:
    """Write a day as it stands on paper: in German with narrow spaces between its parts.

    >>> paper_day(date(2026, 12, 1)).split(NARROW)
    ['1.', '12.', '2026']
    """
    return NARROW.join((f"{day.day}.", f"{day.month}.", str(day.year))) if say.locale == "de" else say.day(day)


def book_html(paper: BookPaper, say: Language = GERMAN) -> str:
    """Write the cash book of a year as one complete page."""
    rows = [
        (
            entry.number,
            paper_day(entry.date, say),
            entry_text(entry.kind, entry.date, entry.text, entry.takes_back, say),
            ", ".join(filter(None, (cash_kind(entry.kind, say), entry.person))),
            entry.amount,
            after,
        )
        for entry, after in paper.lines
    ]
    return _render("cash_book.html", say, paper=paper, rows=rows)


def account_html(paper: AccountPaper, say: Language = GERMAN) -> str:
    """Write somebody's statement as one complete page."""
    rows = [
        (
            paper_day(move.date, say),
            move_text(move.kind, move.text, takes_back=move.of_id is not None, say=say),
            _where(move, say),
            move.amount,
            after,
        )
        for move, after in paper.moves
    ]
    return _render("cash_account.html", say, paper=paper, rows=rows)


def _where(move: Move, say: Language) -> str:
    """Say where a movement comes from: the cash book, or an evening."""
    if move.cash is not None:
        return say("Nr. %(number)d", number=move.cash)
    return "" if move.evening is None else say("Abend %(day)s", day=paper_day(move.evening, say))


def open_items_html(paper: OpenItemsPaper, say: Language = GERMAN) -> str:
    """Write who stands where as one complete page."""
    evenings = [(name, paper_day(day, say), cents) for name, day, cents in paper.evenings]
    return _render("cash_open.html", say, paper=paper, evenings=evenings)


def till_html(paper: TillPaper, say: Language = GERMAN) -> str:
    """Write the protocol of a counting as one complete page."""
    count = paper.count
    pieces = [
        (wording.amount(cents, Unit.CENT, say), count.pieces[cents], cents * count.pieces[cents])
        for cents in reversed(PIECES)
        if count.pieces.get(cents)
    ]
    return _render("cash_till.html", say, paper=paper, count=count, time=f"{paper.at:%H:%M}", pieces=pieces)


def year_html(paper: YearPaper, say: Language = GERMAN) -> str:
    """Write a year added up as one complete page."""
    income = [(cash_kind(kind, say), cents) for kind, cents in paper.kinds.items() if cents > 0]
    expenses = [(cash_kind(kind, say), cents) for kind, cents in paper.kinds.items() if cents < 0]
    return _render("cash_year.html", say, paper=paper, income=income, expenses=expenses)


def _render(name: str, say: Language, **values: object) -> str:
    def money(cents: int) -> str:
        return wording.amount(cents, Unit.CENT, say)

    def figure(cents: int) -> str:
        return say.figure(cents, Unit.CENT)

    def day(moment: date) -> str:
        return paper_day(moment, say)

    return environment().get_template(name).render(_=say, money=money, figure=figure, day=day, **values)
