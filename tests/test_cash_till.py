"""The till counted: sums, coins and notes, the difference as an entry, and what changes meanwhile."""

from uuid import uuid4

import pytest
from sqlalchemy import insert

from scorebook.ledger.cash import PIECES, CashKind, counted
from scorebook.services import RefusedError, cash_till
from scorebook.services.cash_till import NewCount, sum_of
from scorebook.services.transactions import transaction
from scorebook.services.verifying import verify_book
from scorebook.store.db import db
from scorebook.store.tables import people
from tests.book import Book, codes
from tests.cash import Box


@pytest.fixture
def box(book: Book) -> Box:
    """Give the box of the first club, with a hundred euros in it."""
    box = Box()
    box.enter("opening", "100")
    return box


def test_too_little_is_booked(box: Box) -> None:
    """What is missing becomes an entry of its own kind; after that the book says what is there."""
    count_id = box.count("97,50", "Wechselgeld falsch")
    _club, found = cash_till.find_count(db.session, box.actor, count_id)
    assert (found.expected, found.counted, found.difference, found.number) == (10000, 9750, -250, 2)
    entry = box.year(2026).entries[-1]
    assert (entry.kind, entry.amount, entry.text) == (CashKind.DIFFERENCE, -250, "Wechselgeld falsch")
    assert box.balance == 9750
    verify_book(db.session)


def test_right_is_right(box: Box) -> None:
    """Where all is there, the counting is kept and nothing is booked."""
    box.count("100")
    (found,) = box.till.counts
    assert (found.difference, found.number, box.last) == (0, None, 1)


def test_coins_and_notes_add_up(box: Box) -> None:
    """Every piece from one cent to two hundred euros counts; the sum need not be typed, but has to be that one."""
    assert counted(dict.fromkeys(PIECES, 1)) == 38888
    box.count(pieces={5000: "1", 2000: "2", 200: "5", 50: " 1 ", 1: "0"})
    (found,) = box.till.counts
    assert (found.counted, found.pieces) == (10050, {5000: 1, 2000: 2, 200: 5, 50: 1})
    assert box.count("100,50", pieces={5000: "2", 50: "1"}) > found.id


@pytest.mark.parametrize(
    ("wrong", "found"),
    [
        ({}, ("till.missing", "sum")),
        ({"sum": "x"}, ("euros.wrong", "sum")),
        ({"sum": "-1"}, ("euros.range", "sum")),
        ({"pieces": {5: "zwei"}}, ("till.pieces", "pieces")),
        ({"pieces": {5: "-1"}}, ("till.pieces", "pieces")),
        ({"pieces": {5: "100000"}}, ("till.pieces", "pieces")),
        ({"pieces": {20000: "99999"}}, ("till.pieces", "pieces")),
        ({"pieces": {3: "1"}}, ("till.pieces", "pieces")),
        ({"sum": "3", "pieces": {200: "1"}}, ("till.sum", "sum")),
        ({"sum": "3", "note": "x" * 501}, ("note.too_long", "note")),
        ({"sum": "3", "after": 0}, ("till.later", "")),
        ({"sum": "3", "after": None}, ("till.later", "")),
    ],
)
def test_what_cannot_be_counted(box: Box, wrong: dict[str, object], found: tuple[str, str]) -> None:
    """Each kind of wrong input has its message at its field, and nothing is written."""
    with pytest.raises(RefusedError) as error:
        box.count(**wrong)
    assert codes(error) == [found]
    assert (box.till.counts, box.last) == ((), 1)


def test_an_empty_till_is_counted_too(box: Box) -> None:
    """Nothing in it is a sum; so are no coins at all where somebody typed so."""
    assert sum_of(NewCount("0", {})) == (0, ())
    assert sum_of(NewCount("", {1: "0"})) == (0, ())
    box.count("0")
    assert box.balance == 0


def test_a_second_tap_counts_once(box: Box) -> None:
    """The same form sent twice is one counting, and one difference."""
    uuid = uuid4()
    first = box.count("90", uuid=uuid, after=1)
    assert box.count("90", uuid=uuid, after=1) == first
    assert (len(box.till.counts), box.last) == (1, 2)


def test_marks_of_forms_are_those_of_a_club(book: Book) -> None:
    """What another club has entered, charged or counted by the same mark hinders nobody, and shows nothing."""
    mark, stranger = uuid4(), book.stranger()
    book.start()
    with transaction(db.session) as connection:
        anna = {"club_id": stranger.club_id, "name": "Anna", "name_key": "anna"}
        person = connection.execute(insert(people), anna).inserted_primary_key[0]
    for box, whose in ((Box(), 1), (Box(stranger), person)):
        assert box.enter("opening", "100", uuid=mark) == 1
        assert box.count("100", uuid=mark) > 0
        assert box.charge(whose, uuid=mark) > 0
    assert [book.count(table) for table in ("cash_entries", "till_counts", "account_moves")] == [2, 2, 2]
