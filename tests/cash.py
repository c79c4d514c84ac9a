"""A club's box, for tests: entries, accounts, countings and years that are closed, by the services."""

from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID, uuid4

from scorebook.ledger.cash import PIECES
from scorebook.ledger.levy import Levy
from scorebook.services import cash_accounts, cash_book, cash_closing, cash_till, levies
from scorebook.services.access import Actor, local_actor
from scorebook.services.cash_accounts import NewCharge
from scorebook.services.cash_book import NewEntry
from scorebook.services.cash_till import NewCount
from scorebook.services.levies import NewLevy
from scorebook.store.cash import Closing
from scorebook.store.db import db

NOW = datetime(2026, 3, 15, 18, tzinfo=UTC)
"""When the tests of the box happen."""


class Box:
    """The box of a club. Needs an app context."""

    def __init__(self, actor: Actor | None = None) -> None:
        self.actor = actor or local_actor(db.session)
        db.session.rollback()

    def enter(self, kind: str, amount: str = "10", text: str = "weil", uuid: UUID | None = None, **other: Any) -> int:
        """Enter something, and give its number."""
        now = other.pop("now", NOW)
        new = NewEntry(kind, amount, text, **other)
        return cash_book.enter(db.session, self.actor, uuid or uuid4(), new, now=now)

    def take_back(self, number: int, reason: str = "vertippt") -> int:
        """Take an entry back, and give the number of the one that does."""
        return cash_book.take_back(db.session, self.actor, number, reason, now=NOW)

    def charge(
        self, person_id: int, kind: str = "fine", amount: str = "2", text: str = "kein Hut", **other: Any
    ) -> int:
        """Put something on somebody's account without cash, and give its id."""
        uuid, now = other.pop("uuid", None), other.pop("now", NOW)
        new = NewCharge(person_id, kind, amount, text, **other)
        return cash_accounts.charge(db.session, self.actor, uuid or uuid4(), new, now=now)

    def count(self, sum: str = "", note: str = "", **other: Any) -> int:  # noqa: A002 - as the form calls it
        """Count the till, and give the counting's id; `pieces` are how many by their cents."""
        after = other.pop("after", self.last)
        pieces = dict.fromkeys(PIECES, "") | other.pop("pieces", {})
        new = NewCount(sum, pieces, note, after)
        return cash_till.count(db.session, self.actor, other.pop("uuid", None) or uuid4(), new, now=NOW)

    def close(self, year: int, typed: str | None = "", **other: Any) -> Closing:
        """Close a year."""
        sure = str(year) if typed == "" else typed
        return cash_closing.close_year(db.session, self.actor, year, sure, now=other.pop("now", NOW))

    @property
    def last(self) -> int:
        """The number of the last entry."""
        return self.till.after

    @property
    def till(self) -> cash_till.Till:
        """What should lie in the till."""
        db.session.rollback()
        return cash_till.till(db.session, self.actor)

    @property
    def balance(self) -> int:
        """What should lie in the till, in cents."""
        return self.till.expected

    def year(self, year: int) -> cash_book.CashYear:
        """Give a year of the cash book."""
        db.session.rollback()
        return cash_book.cash_year(db.session, self.actor, year)

    def account(self, person_id: int) -> cash_accounts.Statement:
        """Give somebody's account."""
        db.session.rollback()
        return cash_accounts.statement(db.session, self.actor, person_id)


def filled(box: Box, person_id: int) -> None:
    """Fill a box so that each of its tables has a row; last year is closed."""
    box.enter("opening", "100", "Geldbeutel", date=date(2025, 1, 2))
    box.enter("drinks", "20", "Brotzeit", date=date(2025, 6, 1))
    box.close(2025)
    box.enter("paid_in", "15", "Schulden", person_id=person_id)
    box.take_back(box.enter("fee", "5", "vom Turnier"))
    box.charge(person_id)
    box.count("90", "einer fehlt")


def levied(evening_id: int, kind: str = "start", amount: str = "1", **other: Any) -> Levy:
    """Levy something at an evening of the first club. Needs an app context."""
    actor, now = other.pop("actor", None) or local_actor(db.session), other.pop("now", NOW)
    return levies.add_levy(db.session, actor, evening_id, NewLevy(kind, amount, **other), now=now)
