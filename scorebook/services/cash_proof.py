"""Which paper of the box a check code belongs to, and whether what stands on it is still what is booked."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import chain
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from scorebook.ledger.cash import CashPaper
from scorebook.ledger.check_code import Running, typed_code
from scorebook.services import cash_codes
from scorebook.services.access import Action, Actor, require
from scorebook.services.cash_accounts import open_items
from scorebook.services.cash_book import today, years
from scorebook.services.open_evenings import open_people
from scorebook.settings import BERLIN
from scorebook.store import cash, cash_accounts, cash_till
from scorebook.store.cash import CashEntry, Closing
from scorebook.store.cash_accounts import Move
from scorebook.store.db import AnySession, reading
from scorebook.wording.proof import CashProof, Printed

State = tuple[str, Printed]
"""A code, and the paper that had it."""


def prove(session: AnySession, actor: Actor, text: str, *, timezone: ZoneInfo = BERLIN) -> CashProof | None:
    """Find the paper of the box with this code; None for what cannot be a code.

    What is booked is only ever added to, so that a paper of before is found too, and how much came since. Open items
    are found as they are now only; nothing is found that was printed before a name was changed.
    """
    require(actor, Action.CASH, actor.club)
    code = typed_code(text)
    if code is None:
        return None
    connection = reading(session)
    states = chain(
        _of_years(connection, actor, timezone),
        _of_accounts(connection, actor),
        _of_countings(connection, actor, timezone),
        _of_open_items(session, actor),
    )
    found = [printed for known, printed in states if known == code]
    return CashProof(code, min(found, key=lambda printed: printed.added, default=None))


def _of_years(connection: Connection, actor: Actor, timezone: ZoneInfo) -> Iterator[State]:
    """Give the cash book of each year and the year added up, as they were after each entry."""
    entries = cash.all_entries(connection, actor.club_id)
    closings = {closing.carried_id: closing for closing in cash.closings(connection, actor.club_id)}
    for year in years(connection, actor.club_id, today(timezone).year):
        yield from _counted_back(_of_year(entries, closings, year))


def _of_year(entries: Iterable[CashEntry], closings: Mapping[int, Closing], year: int) -> Iterator[list[State]]:
    """Give both papers of a year as they were before its first entry, and after each that changed them."""
    paper, sums, closed = Running(), dict[int, int](), dict[int, Closing]()

    def papers(at: datetime | None) -> list[State]:
        begun = max((one for one in closed if one < year), default=0)
        before = sum(cents for of, cents in sums.items() if begun < of < year)
        before = 0 if begun == year - 1 else before
        books = cash_codes.end_book(paper, year, before, closed=year in closed)
        sheets = cash_codes.end_year(paper, year, before, closed.get(year))
        return [
            (books, Printed(CashPaper.BOOK, year, at=at)),
            (sheets, Printed(CashPaper.YEAR, year, at=at)),
        ]

    yield papers(None)
    for entry in entries:
        done, of = closings.get(entry.id), entry.date.year
        sums[of] = sums.get(of, 0) + entry.amount
        if of == year:
            cash_codes.add_entry(paper, entry)
        if done is not None:
            closed[done.year] = done
        if of <= year or (done is not None and done.year == year):
            yield papers(entry.at)


def _of_accounts(connection: Connection, actor: Actor) -> Iterator[State]:
    """Give everybody's statement, as it was after each movement."""
    moves: dict[int, list[Move]] = {}
    for move in cash_accounts.all_moves(connection, actor.club_id):
        moves.setdefault(move.person_id, []).append(move)
    for person_id, name in cash_accounts.names(connection, actor.club_id).items():
        yield from _counted_back(_of_account(name, moves.get(person_id, [])))


def _of_account(name: str, moves: Iterable[Move]) -> Iterator[list[State]]:
    paper = Running()
    yield [(cash_codes.end_account(paper, name), Printed(CashPaper.ACCOUNT, name))]
    for move in moves:
        cash_codes.add_move(paper, move)
        yield [(cash_codes.end_account(paper, name), Printed(CashPaper.ACCOUNT, name, at=move.at))]


def _of_countings(connection: Connection, actor: Actor, timezone: ZoneInfo) -> Iterator[State]:
    """Give the protocols: they never change."""
    for count in cash_till.counts(connection, actor.club_id):
        day = count.at.astimezone(timezone).date()
        yield cash_codes.count_code(count), Printed(CashPaper.TILL, day, at=count.at)


def _of_open_items(session: AnySession, actor: Actor) -> Iterator[State]:
    """Give who stands where as it is now."""
    yield cash_codes.open_code(open_items(session, actor), open_people(session, actor)), Printed(CashPaper.OPEN)


def _counted_back(states: Iterator[list[State]]) -> Iterator[State]:
    """Say of each state of a paper how much was booked since."""
    known = list(states)
    for added, papers in enumerate(reversed(known)):
        yield from ((code, printed.before(added)) for code, printed in papers)
