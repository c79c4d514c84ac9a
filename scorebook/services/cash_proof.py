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

State = tuple[str, CashPaper, datetime | None]
"""A code, what kind of paper had it, and when the last of that was booked."""


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
    found = chain(
        _years_with(connection, actor, code, timezone),
        _accounts_with(connection, actor, code),
        _countings_with(connection, actor, code, timezone),
        _open_items_with(session, actor, code),
    )
    return CashProof(code, min(found, key=lambda printed: printed.added, default=None))


def _years_with(connection: Connection, actor: Actor, code: str, timezone: ZoneInfo) -> Iterator[Printed]:
    """Find the cash book of a year and the year added up, as they were after any entry."""
    entries = cash.all_entries(connection, actor.club_id)
    closings = {closing.carried_id: closing for closing in cash.closings(connection, actor.club_id)}
    for year in years(connection, actor.club_id, today(timezone).year):
        yield from _with(code, year, _of_year(entries, closings, year))


def _of_year(entries: Iterable[CashEntry], closings: Mapping[int, Closing], year: int) -> Iterator[list[State]]:
    """Give both papers of a year as they were before its first entry, and after each that changed them.

    What was booked before there was such a year to be printed, counts as one.
    """
    papers = _YearPapers(year)
    yield papers.state()
    early = False
    for entry in entries:
        closing, of = closings.get(entry.id), entry.date.year
        printable = papers.begun or of == year or entry.at.year >= year - 1  # by the clock on the wall, it may be later
        if printable and early:
            yield papers.state()
            early = False
        papers.add(entry, closing)
        if of <= year or (closing is not None and closing.year == year):
            if printable:
                yield papers.state()
            early = not printable
    if early:
        yield papers.state()


class _YearPapers:
    """The cash book of a year and the year added up, while entries come."""

    def __init__(self, year: int) -> None:
        self.year, self.begun = year, False
        self._paper, self._sums, self._closed = Running(), dict[int, int](), dict[int, Closing]()
        self._at: datetime | None = None

    def add(self, entry: CashEntry, closing: Closing | None) -> None:
        """Take an entry in; with `closing` it is the one that carries that year over."""
        of = entry.date.year
        self._at = entry.at
        self._sums[of] = self._sums.get(of, 0) + entry.amount
        if of == self.year:
            self.begun = True
            cash_codes.add_entry(self._paper, entry)
        if closing is not None:
            self._closed[closing.year] = closing

    def state(self) -> list[State]:
        """Give both codes as they are now."""
        year, done = self.year, max((one for one in self._closed if one < self.year), default=0)
        before = sum(cents for of, cents in self._sums.items() if done < of < year) if done != year - 1 else 0
        book = cash_codes.end_book(self._paper, year, before, closed=year in self._closed)
        added = cash_codes.end_year(self._paper, year, before, self._closed.get(year))
        return [(book, CashPaper.BOOK, self._at), (added, CashPaper.YEAR, self._at)]


def _accounts_with(connection: Connection, actor: Actor, code: str) -> Iterator[Printed]:
    """Find somebody's statement, as it was after any movement."""
    moves: dict[int, list[Move]] = {}
    for move in cash_accounts.all_moves(connection, actor.club_id):
        moves.setdefault(move.person_id, []).append(move)
    for person_id, name in cash_accounts.names(connection, actor.club_id).items():
        yield from _with(code, name, _of_account(name, moves.get(person_id, [])))


def _of_account(name: str, moves: Iterable[Move]) -> Iterator[list[State]]:
    paper = Running()
    yield [(cash_codes.end_account(paper, name), CashPaper.ACCOUNT, None)]
    for move in moves:
        cash_codes.add_move(paper, move)
        yield [(cash_codes.end_account(paper, name), CashPaper.ACCOUNT, move.at)]


def _countings_with(connection: Connection, actor: Actor, code: str, timezone: ZoneInfo) -> Iterator[Printed]:
    """Find a protocol: it never changes."""
    for count in cash_till.counts(connection, actor.club_id):
        if cash_codes.count_code(count) == code:
            yield Printed(CashPaper.TILL, count.at.astimezone(timezone).date(), at=count.at)


def _open_items_with(session: AnySession, actor: Actor, code: str) -> Iterator[Printed]:
    """Find who stands where as it is now."""
    if cash_codes.open_code(open_items(session, actor), open_people(session, actor)) == code:
        yield Printed(CashPaper.OPEN)


def _with(code: str, of: int | str, states: Iterator[list[State]]) -> Iterator[Printed]:
    """Find a code among the states of a paper, and say how much was booked since."""
    for added, state in enumerate(reversed(list(states))):
        yield from (Printed(paper, of, added, at) for known, paper, at in state if known == code)
