"""The box at evenings: cash in its book, rests carried over to accounts, what is open over all evenings."""

from datetime import UTC, date, datetime

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text

from scorebook.errors import ConflictError, ForbiddenError, NotFoundError
from scorebook.ledger.cash import CashKind, MoveKind
from scorebook.ledger.paying import can_be_paid, reckon
from scorebook.ledger.payment import BOX, STOCK, Way
from scorebook.services import RefusedError, cash_accounts, open_evenings, paying
from scorebook.services.access import Role
from scorebook.services.open_evenings import OpenPerson
from scorebook.services.paying import NewPayment
from scorebook.services.verifying import DifferenceError, verify_book
from scorebook.store.db import db, reading
from tests.actions import SAUSPIEL as TAPPED
from tests.actions import Page, Table
from tests.book import LOST_SOLO, PASSED, SAUSPIEL, WITH_STOCK, Book, codes
from tests.cash import NOW, Box
from tests.doors import browser
from tests.people import somebody

SEPP, VRONI, XAVER, ZENZI = 1, 2, 3, 4


@pytest.fixture
def evening(book: Book) -> int:
    """Give an evening at which Vroni (2) lost a Solo: she owes each of the others 0,50 €."""
    started = book.start()
    book.record(started.sheet_id, LOST_SOLO)
    return started.evening_id


def pay(book: Book, evening_id: int, payer: int, payee: int, **more: object) -> paying.Paid:
    """Note a payment."""
    new = NewPayment(payer, payee, **more)  # type: ignore[arg-type]
    return paying.pay(db.session, book.actor, evening_id, new, now=NOW)


def carry(book: Book, evening_id: int, person: int, *, owes: bool) -> paying.Paid:
    """Carry over what somebody has open."""
    payer, payee = (person, BOX) if owes else (BOX, person)
    return pay(book, evening_id, payer, payee, way=Way.CARRIED)


def still_open(book: Book, evening_id: int) -> dict[int, int]:
    """Say who has what open at an evening."""
    found = reckon(book.evening(evening_id))
    assert found is not None
    return {party: account.open for party, account in found.accounts.items() if account.open}


def test_what_is_carried_over_is_settled_for_him(book: Book, evening: int) -> None:
    """Vroni does not pay: her account owes 1,50 €, saying from which evening; the box pays the others for her."""
    carry(book, evening, VRONI, owes=True)
    assert still_open(book, evening) == {SEPP: 50, XAVER: 50, ZENZI: 50, BOX: -150}
    box = Box()
    ((move, after),) = box.account(VRONI).moves
    assert (move.kind, move.amount, after, move.evening_id) == (MoveKind.CARRIED, -150, -150, evening)
    assert (move.evening, box.last) == (book.evening(evening).date, 0)
    carry(book, evening, SEPP, owes=False)
    assert box.account(SEPP).balance == 50
    verify_book(db.session)


def test_cash_of_the_box_stands_in_its_book(book: Book, evening: int) -> None:
    """After that the box pays Xaver in cash: an entry says so, with the evening and the person; taken back, it goes."""
    carry(book, evening, VRONI, owes=True)
    paid = pay(book, evening, BOX, XAVER)
    box = Box()
    (entry,) = box.year(2026).entries
    assert (entry.kind, entry.amount, entry.person_id, entry.evening_id) == (CashKind.EVENING, -50, XAVER, evening)
    assert entry.date == date(2026, 3, 15)
    assert paid.payment.uuid is not None
    paying.take_back(db.session, book.actor, evening, paid.payment.uuid, now=NOW)
    first, second = box.year(2026).entries
    assert (first.taken_back, second.takes_back, box.balance) == (2, 1, 0)
    assert not box.account(XAVER).moves
    verify_book(db.session)


def test_a_carry_over_is_taken_back_at_its_evening(book: Book, evening: int) -> None:
    """Taken back there, the account is even and the evening open again; on the account itself it cannot be."""
    done = carry(book, evening, VRONI, owes=True)
    ((move, _after),) = Box().account(VRONI).moves
    with pytest.raises(ConflictError, match="von einem Abend"):
        cash_accounts.take_back(db.session, book.actor, move.id, "x")
    assert done.payment.uuid is not None
    paying.take_back(db.session, book.actor, evening, done.payment.uuid, now=NOW)
    assert Box().account(VRONI).balance == 0
    assert still_open(book, evening)[VRONI] == -150
    verify_book(db.session)


def test_cash_of_an_evening_is_not_taken_back_in_the_cash_book(book: Book, evening: int) -> None:
    """The payment is: otherwise the evening would say something else than the box."""
    carry(book, evening, VRONI, owes=True)
    pay(book, evening, BOX, SEPP)
    with pytest.raises(ConflictError, match="an einem Abend bezahlt"):
        Box().take_back(1)


def test_payments_among_people_and_by_the_bank_are_nothing_to_the_till(book: Book, evening: int) -> None:
    """What people pay each other passes the box by; what goes through the bank is not in the till."""
    pay(book, evening, VRONI, SEPP)
    carry(book, evening, VRONI, owes=True)
    pay(book, evening, BOX, XAVER, way=Way.TRANSFER)
    assert Box().last == 0
    verify_book(db.session)


def test_the_stock_goes_into_the_till_once(book: Book) -> None:
    """A Stock put into the box is open until somebody says that it was paid; then it is one entry, and not twice."""
    started = book.start_with(WITH_STOCK)
    book.record(started.sheet_id, PASSED)
    book.end(started.evening_id, {started.sheet_id: "boxed"})
    assert Box().last == 0
    transfers = reckon(book.evening(started.evening_id))
    assert transfers is not None
    for one in transfers.transfers:
        pay(book, started.evening_id, one.payer, one.payee)
    assert Box().balance == 80
    assert still_open(book, started.evening_id) == {}
    verify_book(db.session)


def test_what_cannot_be_carried_over(book: Book, evening: int) -> None:
    """Not between people, not for the Stock, not the wrong way round, not what was seen otherwise, not twice."""
    for payer, payee in ((VRONI, SEPP), (STOCK, BOX), (99, BOX)):
        with pytest.raises(NotFoundError):
            pay(book, evening, payer, payee, way=Way.CARRIED)
    with pytest.raises(ConflictError, match="nichts mehr offen"):
        carry(book, evening, VRONI, owes=False)
    with pytest.raises(ConflictError, match="etwas anderes offen"):
        pay(book, evening, VRONI, BOX, way=Way.CARRIED, seen=100)
    with pytest.raises(RefusedError) as more:
        pay(book, evening, VRONI, BOX, way=Way.CARRIED, amount="2")
    assert codes(more) == [("payment.more", "amount")]
    carry(book, evening, VRONI, owes=True)
    with pytest.raises(ConflictError, match="nichts mehr offen"):
        carry(book, evening, VRONI, owes=True)
    assert Box().account(VRONI).balance == -150


def test_a_part_can_be_carried_over(book: Book, evening: int) -> None:
    """The rest stays open at the evening."""
    pay(book, evening, VRONI, BOX, way=Way.CARRIED, amount="0,60")
    assert (Box().account(VRONI).balance, still_open(book, evening)[VRONI]) == (-60, -90)
    verify_book(db.session)


def test_a_payment_in_a_closed_year_stays(book: Book, evening: int) -> None:
    """What the box got last year is not taken back when that year is closed; the payment stays too."""
    carry(book, evening, VRONI, owes=True)
    paid = pay(book, evening, BOX, SEPP)
    Box().close(2026, now=datetime(2027, 1, 3, tzinfo=UTC))
    assert paid.payment.uuid is not None
    with pytest.raises(ConflictError, match="2026 ist abgeschlossen"):
        paying.take_back(db.session, book.actor, evening, paid.payment.uuid)
    assert SEPP not in still_open(book, evening)
    verify_book(db.session)


def test_verify_finds_a_payment_that_is_not_what_the_box_has(book: Book, evening: int) -> None:
    """An amount changed past the triggers, in the payment or in the box, is found."""
    carry(book, evening, VRONI, owes=True)
    pay(book, evening, BOX, SEPP)
    with db.engine.begin() as connection:
        for table in ("payments", "cash_entries", "account_moves"):
            on = "" if db.engine.dialect.name == "sqlite" else f" ON {table}"
            connection.execute(text(f"DROP TRIGGER {table}_no_update{on}"))
    for change, back in (
        ("UPDATE payments SET cents = 51 WHERE id = 2", "UPDATE payments SET cents = 50 WHERE id = 2"),
        ("UPDATE cash_entries SET amount = -49", "UPDATE cash_entries SET amount = -50"),
        ("UPDATE account_moves SET amount = -1", "UPDATE account_moves SET amount = -150"),
    ):
        with db.engine.begin() as connection:
            connection.execute(text(change))
        with pytest.raises(DifferenceError, match="ist eine andere als in der Kasse"):
            verify_book(db.session)
        with db.engine.begin() as connection:
            connection.execute(text(back))
    verify_book(db.session)


# --- Over all evenings ---


def by_reading(book: Book, count: int) -> dict[int, dict[int, int]]:
    """Work out what is open at evenings by reading each whole."""
    found = {}
    for evening_id in range(1, count + 1):
        evening = book.evening(evening_id)
        left = still_open(book, evening_id) if can_be_paid(evening) else {}
        if left:
            found[evening_id] = left
    return found


def test_sums_are_what_whole_evenings_say(book: Book, evening: int) -> None:
    """Of evenings of every kind the short way finds what is open just as reading all their games does."""
    pay(book, evening, VRONI, SEPP)
    corrected = book.start()
    book.correct(book.record(corrected.sheet_id, SAUSPIEL).game.uuid, LOST_SOLO)
    book.cancel(book.record(corrected.sheet_id, SAUSPIEL).game.uuid)
    rounded = book.start()
    book.record(rounded.sheet_id, SAUSPIEL)
    book.record(rounded.sheet_id, LOST_SOLO)
    paying.set_rounding(db.session, book.actor, rounded.evening_id, "50")
    stocks = [book.start_with(WITH_STOCK) for _ in range(3)]
    for begun, fate in zip(stocks, ("boxed", "kept", "divided"), strict=True):
        book.record(begun.sheet_id, PASSED)
        book.end(begun.evening_id, {begun.sheet_id: fate})
    priced = book.start(preset="turnier_plusminus")
    book.record(priced.sheet_id, SAUSPIEL)
    book.price(priced.evening_id, "0,05", "point")
    striche = book.start(preset="deutscher_striche")
    points = book.start(preset="turnier_plusminus")
    book.record(points.sheet_id, SAUSPIEL)
    paid = book.start()
    book.record(paid.sheet_id, LOST_SOLO)
    for person in (SEPP, XAVER, ZENZI):
        pay(book, paid.evening_id, VRONI, person)
    db.session.rollback()
    found = open_evenings.open_evenings(reading(db.session), 1)
    assert {one.id: one.open for one in found} == by_reading(book, paid.evening_id)
    assert {evening, rounded.evening_id, priced.evening_id} <= {one.id for one in found}
    assert not {striche.evening_id, points.evening_id, paid.evening_id} & {one.id for one in found}


def test_who_has_what_open(book: Book, evening: int) -> None:
    """By person, with each evening; who is square at all of them is not there. It is for treasurers."""
    other = book.start()
    book.record(other.sheet_id, LOST_SOLO)
    pay(book, evening, VRONI, SEPP)
    people = {one.name: one for one in open_evenings.open_people(db.session, book.actor)}
    vroni: OpenPerson = people["Vroni"]
    assert (vroni.open, [cents for _id, _day, cents in vroni.evenings]) == (-250, [-150, -100])
    assert [evening_id for evening_id, _day, _cents in people["Sepp"].evenings] == [other.evening_id]
    with pytest.raises(ForbiddenError):
        open_evenings.open_people(db.session, somebody(book, Role.SCORER))


# --- The pages ---


def test_carrying_over_on_the_page(app: Flask, client: FlaskClient) -> None:
    """The overview offers it for each who has something open; a second tap and an old page write nothing."""
    table = Table(client)
    table.recorded(**TAPPED)
    page = Page(client.get("/abende/1"))
    assert "Anschreiben" in page.text()
    sent = {name: page.inputs[name][-1] for name in ("person", "owes", "seen")} | {"uuid": page.inputs["uuid"][-1]}
    done = client.post("/abende/1/anschreiben", data=sent, follow_redirects=True)
    assert "stehen auf dem Konto beim Verein" in done.text
    assert "aufs Vereinskonto" in done.text
    assert client.post("/abende/1/anschreiben", data=sent).status_code == 303
    again = client.post("/abende/1/anschreiben", data=sent | {"uuid": ""})
    assert (again.status_code, "etwas anderes offen" in again.text) == (409, True)
    with app.app_context():
        person = int(sent["person"])
        assert abs(Box().account(person).balance) == int(sent["seen"])
    treasurer = browser(app, Role.TREASURER)
    assert "vom Abend am" in Page(treasurer.get(f"/kasse/konten/{person}")).text()
    assert "Von Abenden noch offen" in Page(treasurer.get("/kasse/konten")).text()
    assert treasurer.get("/kasse/konten/offene-posten.pdf").status_code == 200


def test_only_who_may_say_who_paid_carries_over(app: Flask, client: FlaskClient) -> None:
    """Viewers see no button and get nothing done; an evening without money has none either."""
    table = Table(client)
    table.recorded(**TAPPED)
    viewer = browser(app, Role.VIEWER, name="Vitus")
    assert "/anschreiben" not in viewer.get("/abende/1").text
    assert viewer.post("/abende/1/anschreiben", data={"person": "1"}).status_code == 403
    Table(client, preset="deutscher_striche")
    assert "/anschreiben" not in client.get("/abende/2").text
    refused = client.post("/abende/2/anschreiben", data={"person": "5", "owes": "y"})
    assert (refused.status_code, "nicht um Geld" in refused.text) == (409, True)
