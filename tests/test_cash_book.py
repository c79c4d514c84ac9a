"""The cash book: numbers without gaps, wrong entries taken back, and what the database itself refuses."""

from datetime import date, timedelta
from uuid import uuid4

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from scorebook.errors import ConflictError, ForbiddenError, NotFoundError
from scorebook.ledger.cash import CashKind, by_kind
from scorebook.services import RefusedError, cash_book
from scorebook.services.access import Role
from scorebook.services.transactions import transaction
from scorebook.services.verifying import DifferenceError, verify_book
from scorebook.store.db import db
from tests.book import Book, codes
from tests.cash import NOW, Box, filled
from tests.people import somebody


@pytest.fixture
def box(book: Book) -> Box:
    """Give the box of the first club, where Sepp is person 1."""
    book.start()
    return Box()


def test_numbers_and_what_lies_in_the_till(box: Box) -> None:
    """Entries are numbered from 1; what comes in and goes out adds up, day by day."""
    assert box.enter("opening", "100") == 1
    assert box.enter("drinks", "12,50") == 2
    assert box.enter("fee", "5", date=date(2026, 2, 1)) == 3
    year = box.year(2026)
    assert [(entry.number, entry.amount, after) for entry, after in year.lines] == [
        (3, 500, 500),
        (1, 10000, 10500),
        (2, -1250, 9250),
    ]
    assert (year.before, year.after, year.balance) == (0, 9250, 9250)


def test_whole_euros_are_euros(box: Box) -> None:
    """Here "20" are twenty euros, as on a receipt, though at the table it is twenty cents."""
    box.enter("fee", "20")
    box.enter("fee", "0,20")
    assert box.balance == 2020


def test_a_wrong_one_is_taken_back_by_a_further_one(box: Box) -> None:
    """The entry stays, one for the same day and of the same kind undoes it; both say so, the kind comes to nothing."""
    wrong = box.enter("drinks", "8", date=date(2026, 1, 5))
    assert box.take_back(wrong, "doppelt") == 2
    entry, back = box.year(2026).entries
    assert (entry.taken_back, back.takes_back, back.amount, back.date) == (2, 1, 800, date(2026, 1, 5))
    assert (back.text, box.balance) == ("doppelt", 0)
    assert by_kind((one.kind, one.amount) for one in (entry, back)) == {CashKind.DRINKS: 0}


@pytest.mark.parametrize(("what", "message"), [("twice", "schon storniert"), ("back", "lässt sich nicht stornieren")])
def test_what_cannot_be_taken_back(box: Box, what: str, message: str) -> None:
    """Nothing is taken back twice, and no reversal is reversed."""
    wrong = box.enter("fee")
    back = box.take_back(wrong)
    with pytest.raises(ConflictError, match=message):
        box.take_back(wrong if what == "twice" else back)
    assert box.last == 2


def test_a_reason_is_asked_for(box: Box) -> None:
    """Without a reason nothing is taken back; what is not there cannot be."""
    number = box.enter("fee")
    with pytest.raises(RefusedError) as error:
        box.take_back(number, "  ")
    assert codes(error) == [("reason.missing", "reason")]
    for nowhere in (2, 10**12, 0):
        with pytest.raises(NotFoundError):
            box.take_back(nowhere)


@pytest.mark.parametrize(
    ("wrong", "found"),
    [
        ({"kind": "gold"}, ("cash.kind", "kind")),
        ({"kind": "carried"}, ("cash.kind", "kind")),
        ({"kind": "difference"}, ("cash.kind", "kind")),
        ({"amount": ""}, ("euros.missing", "amount")),
        ({"amount": "viel"}, ("euros.wrong", "amount")),
        ({"amount": "0"}, ("euros.range", "amount")),
        ({"amount": "-5"}, ("euros.range", "amount")),
        ({"amount": "1000001"}, ("euros.range", "amount")),
        ({"text": ""}, ("cash_text.missing", "text")),
        ({"text": "x" * 501}, ("cash_text.too_long", "text")),
        ({"text": "a\tb"}, ("cash_text.control", "text")),
        ({"date": NOW.date() + timedelta(days=1)}, ("cash.day", "date")),
        ({"date": date(1999, 12, 31)}, ("cash.day", "date")),
        ({"kind": "paid_in"}, ("cash.person_missing", "person")),
        ({"person_id": 99}, ("cash.person", "person")),
        ({"evening_id": 99}, ("cash.evening", "evening")),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(box: Box, wrong: dict[str, object], found: tuple[str, str]) -> None:
    """Each kind of wrong input has its message at its field, and nothing is written."""
    with pytest.raises(RefusedError) as error:
        box.enter(**({"kind": "fee"} | wrong))
    assert codes(error) == [found]
    assert box.last == 0


def test_the_till_is_opened_once(box: Box) -> None:
    """A second opening balance is refused, until the first is taken back."""
    first = box.enter("opening", "100")
    with pytest.raises(RefusedError) as error:
        box.enter("opening", "100")
    assert codes(error) == [("cash.opening", "kind")]
    box.take_back(first)
    box.enter("opening", "90")
    assert box.balance == 9000


def test_a_second_tap_writes_nothing(box: Box) -> None:
    """The same form sent twice is one entry."""
    uuid = uuid4()
    assert box.enter("fee", uuid=uuid) == box.enter("fee", uuid=uuid) == 1
    assert box.balance == 1000


def test_writers_at_a_time_leave_no_gap(book: Book, box: Box) -> None:
    """Twelve people enter something at once: twelve numbers, none twice, none left out."""
    numbers = book.at_once(*[lambda: Box().enter("fee", "1")] * 12)
    assert sorted(numbers) == list(range(1, 13))
    verify_book(db.session)


def test_another_club_has_numbers_of_its_own(book: Book, box: Box) -> None:
    """Each club counts from 1 and sees its own entries alone; people of the other cannot be named."""
    box.enter("fee")
    other = Box(book.stranger())
    assert other.enter("fee", "3") == 1
    assert (box.balance, other.balance) == (1000, 300)
    with pytest.raises(RefusedError) as error:
        other.enter("donation", person_id=1)
    assert codes(error) == [("cash.person", "person")]


@pytest.mark.parametrize("role", [role for role in Role if role not in (Role.ADMIN, Role.TREASURER)])
def test_others_may_not(book: Book, box: Box, role: Role) -> None:
    """The box is for treasurers and admins."""
    with pytest.raises(ForbiddenError):
        Box(somebody(book, Role.PLAYER) if role in (Role.TABLE, Role.WALL) else somebody(book, role)).enter("fee")
    assert Box(somebody(book, Role.TREASURER, name="Kassier")).enter("fee") == 1


def row(**changes: object) -> str:
    """Write a statement that adds an entry past the services."""
    values = {"number": 3, "kind": "'fee'", "amount": 500, "date": "'2026-03-01'", "person_id": "NULL"} | changes
    names = ", ".join(values)
    given = ", ".join(str(value) for value in values.values())
    return (
        f'INSERT INTO cash_entries (club_id, uuid, text, at, "by", {names}) '
        f"VALUES (1, '{uuid4().hex}', 'x', '2026-03-01 12:00:00', 'x', {given})"
    )


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"number": 9}, "numbers have no gaps"),
        ({"number": 2}, "numbers have no gaps"),
        ({"date": "'2025-12-31'"}, "the year is closed"),
        ({"amount": 0}, "ck_cash_entries_amount"),
        ({"amount": -1}, "ck_cash_entries_kind"),
        ({"kind": "'drinks'"}, "ck_cash_entries_kind"),
        ({"kind": "'gold'"}, "ck_cash_entries_kind"),
        ({"kind": "'paid_in'"}, "ck_cash_entries_person"),
    ],
)
def test_the_database_itself_refuses(box: Box, changes: dict[str, object], message: str) -> None:
    """Gaps, a year that is closed, and amounts that do not go with their kind get in past no service."""
    box.enter("opening", "100", date=date(2025, 1, 2))
    box.close(2025)
    with transaction(db.session) as connection:
        connection.execute(text(row()))
    with pytest.raises(DBAPIError, match=message), transaction(db.session) as connection:
        connection.execute(text(row(**({"number": 4} | changes))))


def test_verify_finds_what_was_changed_past_the_triggers(book: Book, box: Box) -> None:
    """A sound box is right; changed amounts, missing numbers and other sums are found, with the club."""
    filled(box, 1)
    verify_book(db.session)
    sqlite = db.engine.dialect.name == "sqlite"
    tables = ("cash_entries", "account_moves", "till_counts", "cash_closings")
    for table in tables:
        drop(f"{table}_no_update", table, sqlite=sqlite)
    for statement, found in FAULTS:
        with pytest.raises(DifferenceError, match=found), undone(statement):
            verify_book(db.session)
    verify_book(db.session)


FAULTS = (
    ("UPDATE cash_entries SET number = 70 WHERE number = 7", "Buchung 7 fehlt"),
    ("UPDATE cash_entries SET amount = -400 WHERE number = 6", "Buchung 6 nimmt etwas anderes zurück"),
    ("UPDATE cash_entries SET amount = 1600 WHERE number = 4", "auf dem Konto steht etwas anderes als in Buchung 4"),
    ("UPDATE account_moves SET amount = 1600 WHERE id = 1", "auf dem Konto steht etwas anderes als in Buchung 4"),
    ("UPDATE cash_entries SET amount = 7900 WHERE number = 3", "der Vortrag aus 2025"),
    ("UPDATE cash_entries SET amount = 9900 WHERE number = 1", "der Abschluss 2025"),
    ("UPDATE cash_closings SET balance = 1", "der Abschluss 2025"),
    ("UPDATE till_counts SET expected = 9400", "der Kassensturz vom 15.03.2026"),
    ("UPDATE cash_entries SET date = '2025-12-31' WHERE number = 7", "der Abschluss 2025"),
)


def drop(trigger: str, table: str, *, sqlite: bool) -> None:
    """Take a trigger away, as somebody could who owns the machine."""
    with db.engine.begin() as connection:
        connection.execute(text(f"DROP TRIGGER {trigger}" + ("" if sqlite else f" ON {table}")))


class undone:  # noqa: N801 - reads as a word
    """Change something for the block, and put it back."""

    def __init__(self, statement: str) -> None:
        self.statement, self.table = statement, statement.split()[1]

    def __enter__(self) -> None:
        with db.engine.begin() as connection:
            self.rows = connection.execute(text(f"SELECT * FROM {self.table} ORDER BY id")).mappings().all()
            connection.execute(text(self.statement))

    def __exit__(self, *_: object) -> None:
        db.session.rollback()
        with db.engine.begin() as connection:
            for row in self.rows:
                sets = ", ".join(f'"{name}" = :{name}' for name in row if name != "id")
                connection.execute(text(f"UPDATE {self.table} SET {sets} WHERE id = :id"), dict(row))


def test_years_have_pages(box: Box) -> None:
    """There is a page for each year from the first entry to now; another one is not there."""
    box.enter("fee", date=date(2024, 5, 1))
    assert box.year(2024).years[-1] == 2024
    assert box.year(2025).before == 1000
    with pytest.raises(NotFoundError):
        box.year(2023)


def test_what_is_offered(book: Book, box: Box) -> None:
    """People of the club by name, its last evenings, and the opening balance while there is none."""
    choices = cash_book.choices(db.session, box.actor)
    assert list(choices.people.values()) == ["Sepp", "Vroni", "Xaver", "Zenzi"]
    assert list(choices.evenings) == [1]
    assert choices.opening
    box.enter("opening")
    assert not cash_book.choices(db.session, box.actor).opening
