"""Accounts of people at their club: paid in and out as cash, charged without, taken back, and who stands where."""

from datetime import date
from uuid import uuid4

import pytest

from scorebook.errors import ConflictError, ForbiddenError, NotFoundError
from scorebook.services import RefusedError, cash_accounts, privacy
from scorebook.services.access import Role
from scorebook.services.privacy import Farewell
from scorebook.services.verifying import verify_book
from scorebook.store.db import db
from tests.book import Book, codes
from tests.cash import Box
from tests.people import somebody

SEPP, VRONI = 1, 2


@pytest.fixture
def box(book: Book) -> Box:
    """Give the box of the first club, where Sepp is person 1 and Vroni person 2."""
    book.start()
    return Box()


def test_paying_in_is_cash_and_stands_on_the_account(box: Box) -> None:
    """One act makes both: an entry of the cash book, and a movement that names it; paying out likewise."""
    number = box.enter("paid_in", "20", "Schulden", person_id=SEPP)
    box.enter("paid_out", "5", "zurück", person_id=SEPP)
    moves = box.account(SEPP).moves
    assert [(move.cash, move.amount, after) for move, after in moves] == [(number, 2000, 2000), (2, -500, 1500)]
    assert box.balance == box.account(SEPP).balance == 1500


def test_cash_taken_back_goes_back_on_the_account(box: Box) -> None:
    """Taking the entry back takes the movement back; the movement alone cannot be."""
    number = box.enter("paid_in", "20", person_id=SEPP)
    (move, _after), *_ = box.account(SEPP).moves
    with pytest.raises(ConflictError, match=r"Nr\. 1"):
        cash_accounts.take_back(db.session, box.actor, move.id, "x")
    box.take_back(number)
    assert [move.amount for move, _ in box.account(SEPP).moves] == [2000, -2000]
    assert (box.balance, box.account(SEPP).balance) == (0, 0)
    verify_book(db.session)


@pytest.mark.parametrize(("kind", "amount"), [("fine", -200), ("share", -200), ("credit", 200)])
def test_what_is_charged_without_cash(box: Box, kind: str, amount: int) -> None:
    """A fine and a share are owed, a credit is had; the cash book knows nothing of it."""
    box.charge(SEPP, kind)
    assert (box.account(SEPP).balance, box.last) == (amount, 0)


def test_a_charge_is_taken_back_once(box: Box) -> None:
    """A further movement for the same day undoes it, with a reason; twice it does not go."""
    move_id = box.charge(SEPP, date=date(2026, 1, 2))
    with pytest.raises(RefusedError) as error:
        cash_accounts.take_back(db.session, box.actor, move_id, "")
    assert codes(error) == [("reason.missing", "reason")]
    assert cash_accounts.take_back(db.session, box.actor, move_id, "war da") == SEPP
    assert [(move.amount, move.date) for move, _ in box.account(SEPP).moves] == [
        (-200, date(2026, 1, 2)),
        (200, date(2026, 1, 2)),
    ]
    for again in (move_id, move_id + 1):
        with pytest.raises(ConflictError):
            cash_accounts.take_back(db.session, box.actor, again, "x")
    verify_book(db.session)


@pytest.mark.parametrize(
    ("wrong", "found"),
    [
        ({"kind": "paid_in"}, ("cash.kind", "kind")),
        ({"amount": "x"}, ("euros.wrong", "amount")),
        ({"text": ""}, ("cash_text.missing", "text")),
        ({"date": date(2030, 1, 1)}, ("cash.day", "date")),
    ],
)
def test_what_cannot_be_charged(box: Box, wrong: dict[str, object], found: tuple[str, str]) -> None:
    """Each kind of wrong input has its message at its field, and nothing is written."""
    with pytest.raises(RefusedError) as error:
        box.charge(SEPP, **wrong)
    assert codes(error) == [found]
    assert not box.account(SEPP).moves


def test_a_second_tap_charges_nothing(box: Box) -> None:
    """The same form sent twice is one movement."""
    uuid = uuid4()
    assert box.charge(SEPP, uuid=uuid) == box.charge(SEPP, uuid=uuid)
    assert box.account(SEPP).balance == -200


def test_who_stands_where(box: Box) -> None:
    """Who owes, who has credit, who is even; with the sums of both."""
    box.charge(SEPP, amount="7")
    box.enter("paid_in", "12", person_id=VRONI)
    box.charge(3)
    box.charge(3, "credit")
    items = cash_accounts.open_items(db.session, box.actor)
    assert [(one.name, one.balance) for one in items.owing] == [("Sepp", -700)]
    assert [(one.name, one.balance) for one in items.credit] == [("Vroni", 1200)]
    assert [one.name for one in items.even] == ["Xaver"]
    assert (items.owed, items.kept) == (700, 1200)


def test_people_of_another_club_have_no_account_here(book: Book, box: Box) -> None:
    """Nobody is charged, shown or taken back across clubs."""
    move_id = box.charge(SEPP)
    other = Box(book.stranger())
    for attempt in (lambda: other.charge(SEPP), lambda: other.account(SEPP), lambda: box.account(10**12)):
        with pytest.raises(NotFoundError):
            attempt()
    with pytest.raises(NotFoundError):
        cash_accounts.take_back(db.session, other.actor, move_id, "x")
    with pytest.raises(ForbiddenError):
        Box(somebody(book, Role.DIRECTOR)).charge(SEPP)


def test_his_data_and_his_name(book: Book, box: Box) -> None:
    """What the box has of somebody is in his data; with his name gone, texts lose it and sums stay."""
    book.end(1)
    box.enter("paid_in", "3", "von Sepp für Sepp", person_id=SEPP)
    box.charge(SEPP, text="Sepp war zu spät")
    box.count("2", "bei Sepp")
    data = privacy.export_person(db.session, box.actor, SEPP)
    assert data["cash"][0]["text"] == "von Sepp für Sepp"
    assert [move["amount"] for move in data["club_account"]] == [300, -200]
    new = privacy.anonymise(db.session, box.actor, SEPP, Farewell("Sepp"))
    texts = [move.text for move, _ in box.account(SEPP).moves]
    assert texts == [f"von {new} für {new}", f"{new} war zu spät"]
    assert box.till.counts[0].note == f"bei {new}"
    assert box.account(SEPP).balance == 100
    verify_book(db.session)
