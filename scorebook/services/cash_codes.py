"""The check codes on the papers of the club's box: each over the entries that stand on the paper, as they are booked.

What the paper says in words (titles, kinds, days) depends on the language of whoever prints it, and is not in the code.
"""

from collections.abc import Iterable

from scorebook.ledger.cash import CashPaper
from scorebook.ledger.check_code import Running
from scorebook.services.cash_accounts import OpenItems, Statement
from scorebook.services.cash_book import CashYear
from scorebook.services.cash_closing import YearEnd
from scorebook.services.open_evenings import OpenPerson
from scorebook.store.cash import CashEntry, Closing
from scorebook.store.cash_accounts import Move
from scorebook.store.cash_till import TillCount


def add_entry(paper: Running, entry: CashEntry) -> None:
    """Take an entry of the cash book into the code of a paper."""
    who, back = entry.person or "", entry.takes_back or ""
    paper.add(entry.number, entry.date, entry.kind.value, entry.amount, entry.text, who, back)


def add_move(paper: Running, move: Move) -> None:
    """Take a movement on an account into the code of a paper."""
    where = (move.cash or "", move.evening or "", "" if move.of_id is None else "back")
    paper.add(move.date, move.kind.value, move.amount, move.text, *where)


def end_book(paper: Running, year: int, before: int, *, closed: bool) -> str:
    """Give the code of the cash book of a year, after its entries in the order of their numbers."""
    return paper.code(CashPaper.BOOK.value, year, before, closed)


def end_year(paper: Running, year: int, before: int, closing: Closing | None) -> str:
    """Give the code of a year added up, after its entries in the order of their numbers."""
    done = ("", "") if closing is None else (closing.at.isoformat(), closing.by)
    return paper.code(CashPaper.YEAR.value, year, before, *done)


def end_account(paper: Running, name: str) -> str:
    """Give the code of a statement, after its movements in the order in which they were booked."""
    return paper.code(CashPaper.ACCOUNT.value, name)


def book_code(book: CashYear) -> str:
    """Give the code of the cash book of a year."""
    return end_book(_entries(book), book.year, book.before, closed=book.closed)


def year_code(end: YearEnd) -> str:
    """Give the code of a year added up."""
    return end_year(_entries(end.book), end.book.year, end.book.before, end.closing)


def _entries(book: CashYear) -> Running:
    paper = Running()
    for entry in sorted(book.entries, key=lambda entry: entry.number):
        add_entry(paper, entry)
    return paper


def account_code(statement: Statement) -> str:
    """Give the code of somebody's statement."""
    paper = Running()
    for move, _after in sorted(statement.moves, key=lambda pair: pair[0].id):
        add_move(paper, move)
    return end_account(paper, statement.name)


def open_code(items: OpenItems, opened: Iterable[OpenPerson]) -> str:
    """Give the code of who stands where, at the club and of evenings."""
    paper = Running()
    for account in (*items.owing, *items.credit):
        paper.add(account.name, account.balance)
    for person in opened:
        for _evening_id, day, cents in person.evenings:
            paper.add(person.name, day, cents)
    return paper.code(CashPaper.OPEN.value)


def count_code(count: TillCount) -> str:
    """Give the code of a counting of the till."""
    paper = Running()
    for cents, pieces in sorted(count.pieces.items()):
        paper.add(cents, pieces)
    told = (count.after, count.expected, count.counted, count.note, count.number or "", count.at.isoformat(), count.by)
    return paper.code(CashPaper.TILL.value, *told)
