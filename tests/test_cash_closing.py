"""A year closed: in order, for good, with a carry-forward; nothing comes into it after that."""

from datetime import UTC, date, datetime

import pytest

from scorebook.errors import ConflictError, NotFoundError
from scorebook.ledger.cash import CashKind
from scorebook.services import ConfirmError, RefusedError, cash_accounts, cash_closing
from scorebook.services.verifying import verify_book
from scorebook.store.db import db
from tests.book import Book, codes
from tests.cash import NOW, Box


@pytest.fixture
def box(book: Book) -> Box:
    """Give the box of the first club: opened in 2024, with something in each year since."""
    book.start()
    box = Box()
    box.enter("opening", "100", date=date(2024, 3, 1))
    box.enter("drinks", "30", date=date(2024, 8, 1))
    box.enter("fee", "5", date=date(2025, 1, 1))
    box.enter("donation", "7", date=date(2026, 2, 1))
    return box


def test_a_year_is_carried_over(box: Box) -> None:
    """What lies in the till begins the next year, as its first line; the till holds what it held."""
    assert box.close(2024).balance == 7000
    first, *_ = box.year(2025).entries
    assert (first.kind, first.amount, first.date, first.number) == (CashKind.CARRIED, 7000, date(2025, 1, 1), 5)
    assert box.close(2025).balance == 7500
    assert (box.balance, box.year(2025).after, box.year(2026).before) == (8200, 7500, 0)
    assert [after for _, after in box.year(2026).lines] == [7500, 8200]
    verify_book(db.session)


def test_a_year_added_up(box: Box) -> None:
    """Income and expenses by kind, without what was there before and without what was carried over."""
    box.close(2024)
    end = cash_closing.year_end(db.session, box.actor, 2024, now=NOW)
    assert (end.before, end.kinds, end.book.after) == (10000, {CashKind.DRINKS: -3000}, 7000)
    assert (end.income, end.expenses) == (0, -3000)
    after = cash_closing.year_end(db.session, box.actor, 2025, now=NOW)
    assert (after.before, after.kinds, after.book.after) == (7000, {CashKind.FEE: 500}, 7500)


def test_a_year_is_the_same_before_it_is_carried_over(box: Box) -> None:
    """While the year before is open, a year begins with what lay there, without an entry that says so."""
    open_year = box.year(2025)
    assert (open_year.before, open_year.after) == (7000, 7500)
    assert cash_closing.year_end(db.session, box.actor, 2025, now=NOW).before == 7000


def test_nothing_comes_into_it(box: Box) -> None:
    """Neither an entry nor a reversal, in the cash book and on accounts; the message says which year."""
    move_id = box.charge(1, date=date(2024, 4, 1))
    box.close(2024)
    for attempt in (
        lambda: box.enter("fee", date=date(2024, 12, 31)),
        lambda: box.charge(1, date=date(2024, 12, 31)),
    ):
        with pytest.raises(RefusedError) as refused:
            attempt()
        assert codes(refused) == [("cash.closed", "date")]
    with pytest.raises(ConflictError, match="Das Jahr 2024 ist abgeschlossen"):
        box.take_back(2)
    with pytest.raises(ConflictError, match="Das Jahr 2024 ist abgeschlossen"):
        cash_accounts.take_back(db.session, box.actor, move_id, "x")
    with pytest.raises(ConflictError, match="Vortrag"):
        box.take_back(5)
    box.enter("fee", date=date(2025, 1, 1))


@pytest.mark.parametrize(
    ("year", "message"),
    [(2025, "Schließ erst das Jahr 2024 ab"), (2026, "Das Jahr 2026 ist noch nicht vorbei")],
)
def test_not_out_of_order_and_not_before_its_end(box: Box, year: int, message: str) -> None:
    """Years are closed one after the other, and not while they run."""
    with pytest.raises(ConflictError, match=message):
        box.close(year)
    with pytest.raises(NotFoundError):
        box.close(2023)
    assert box.last == 4


def test_a_year_ends_by_the_clock_on_the_wall(box: Box) -> None:
    """At half past eleven in the evening by UTC the new year has begun in Bavaria, and the old one can be closed."""
    box.close(2024)
    with pytest.raises(ConflictError):
        box.close(2025, now=datetime(2025, 12, 31, 22, 59, tzinfo=UTC))
    box.close(2025, now=datetime(2025, 12, 31, 23, 30, tzinfo=UTC))


def test_it_is_asked_twice(box: Box) -> None:
    """First a question, then the year typed; a wrong one is refused at its field."""
    with pytest.raises(ConfirmError) as asked:
        box.close(2024, None)
    assert codes(asked) == [("cash.sure", "")]
    with pytest.raises(RefusedError) as error:
        box.close(2024, "2025")
    assert codes(error) == [("cash.year", "year")]
    assert box.last == 4
    box.close(2024, " 2024 ")
    with pytest.raises(ConflictError, match="schon abgeschlossen"):
        box.close(2024)


def test_an_empty_till_and_an_empty_year_are_carried_over(box: Box) -> None:
    """Nothing is carried over as nothing, so that each year begins with a line; a year without entries too."""
    box.enter("prizes", "75", date=date(2025, 12, 31))
    for year in (2024, 2025):
        box.close(year)
    assert box.year(2026).entries[0].amount == 0
    box.close(2026, now=datetime(2027, 1, 2, tzinfo=UTC))
    box.close(2027, now=datetime(2028, 1, 2, tzinfo=UTC))
    verify_book(db.session)


def test_two_who_close_it_at_once(book: Book, box: Box) -> None:
    """One of them closes the year, the other one is told that it is closed."""
    done = book.at_once(*[lambda: Box().close(2024)] * 2)
    assert sorted(type(one).__name__ for one in done) == ["Closing", "ConflictError"]
    assert box.last == 5
    verify_book(db.session)


def test_another_clubs_years_are_its_own(book: Book, box: Box) -> None:
    """One club's closing leaves the other one's year open."""
    box.close(2024)
    other = Box(book.stranger())
    other.enter("fee", date=date(2024, 5, 5))
    with pytest.raises(NotFoundError):
        other.close(2023)
    assert other.close(2024).balance == 1000
