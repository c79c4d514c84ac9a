"""Who has paid whom at an evening: booked once, taken back as a whole, never changed by what is corrected later."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from scorebook.errors import ConflictError, ForbiddenError, NotFoundError
from scorebook.ledger.paying import reckon
from scorebook.ledger.payment import BOX, STOCK, Way
from scorebook.services import RefusedError, access, paying
from scorebook.services.paying import NewPayment
from scorebook.services.verifying import DifferenceError, verify_book
from scorebook.store.db import db
from tests.book import LOST_SOLO, ON_SQLITE, PASSED, SAUSPIEL, WITH_STOCK, Book, codes

PLAYED = {"contract": "partnerspiel", "suit": "herz", "declarer": 0, "partner": 2, "augen": 70}


def played(book: Book) -> int:
    """Give the id of an evening with a game: Vroni lost a Solo and owes all others the same."""
    started = book.start()
    book.record(started.sheet_id, LOST_SOLO)
    return started.evening_id


def opened(book: Book, evening_id: int) -> list[tuple[str, str, int]]:
    """Say who has still to pay whom how much."""
    evening = book.evening(evening_id)
    found = reckon(evening)
    assert found is not None
    names = {**evening.names, BOX: "Kasse", STOCK: "Stock"}
    return [(names[t.payer], names[t.payee], t.amount) for t in found.transfers]


def wish(book: Book, evening_id: int, payer: str, payee: str, amount: str | None = None, **more: object) -> NewPayment:
    """Make what is asked for, by names."""
    known = {name: key for key, name in book.evening(evening_id).names.items()} | {"Kasse": BOX, "Stock": STOCK}
    return NewPayment(known[payer], known[payee], amount, **more)  # type: ignore[arg-type]


def pay(book: Book, evening_id: int, payer: str, payee: str, amount: str | None = None, **more: object) -> paying.Paid:
    """Note a payment."""
    return paying.pay(db.session, book.actor, evening_id, wish(book, evening_id, payer, payee, amount, **more))


def test_all_is_paid_one_after_another(book: Book) -> None:
    """Each payment leaves the others as they were; at the end nothing is open, and the book proves right."""
    evening_id = played(book)
    plan = opened(book, evening_id)
    assert plan == [("Vroni", "Sepp", 50), ("Vroni", "Xaver", 50), ("Vroni", "Zenzi", 50)]
    code = book.evening(evening_id).check_code()
    while plan:
        payer, payee, amount = plan.pop(1 if len(plan) > 1 else 0)
        paid = pay(book, evening_id, payer, payee)
        assert (paid.payment.amount, paid.payment.by, paid.payment.way) == (amount, "Tisch", Way.CASH)
        assert opened(book, evening_id) == plan
        verify_book(db.session)
    assert book.evening(evening_id).check_code() == code
    assert [payment.amount for payment in book.evening(evening_id).payments] == [50, 50, 50]


def test_a_part_is_paid_and_taken_back(book: Book) -> None:
    """A part leaves the rest open to the same one; taken back, all is open again, and both rows stay in the book."""
    evening_id = played(book)
    part = pay(book, evening_id, "Vroni", "Zenzi", "0,20", way=Way.TRANSFER)
    assert opened(book, evening_id)[-1] == ("Vroni", "Zenzi", 30)
    book.end(evening_id)
    uuid = part.payment.uuid
    assert uuid is not None
    assert paying.take_back(db.session, book.actor, evening_id, uuid).repeated is False
    assert paying.take_back(db.session, book.actor, evening_id, uuid).repeated is True
    assert opened(book, evening_id)[-1] == ("Vroni", "Zenzi", 50)
    rows = paying.list_payments(db.session, book.actor, evening_id)
    assert [(row.payment.amount, row.payment.way, row.of_id) for row in rows] == [
        (20, Way.TRANSFER, None),
        (20, Way.TRANSFER, rows[0].id),
    ]
    verify_book(db.session)


def test_a_double_tap_books_once(book: Book) -> None:
    """The same form again is the same payment, at whichever moment; on another evening its mark is taken."""
    evening_id, other = played(book), played(book)
    once = wish(book, evening_id, "Vroni", "Sepp")
    found = book.at_once(*[lambda: paying.pay(db.session, book.actor, evening_id, once)] * 3)
    assert sorted(paid.repeated for paid in found) == [False, True, True]
    assert book.count("payments") == 1
    with pytest.raises(ConflictError):
        paying.pay(db.session, book.actor, other, once)


def test_two_tablets_do_not_book_twice(book: Book) -> None:
    """Who says that something is paid of which another was faster to say it, is told; nothing is booked twice."""
    evening_id = played(book)
    two = [wish(book, evening_id, "Vroni", "Sepp", seen=50) for _ in range(2)]
    found = book.at_once(*[lambda one=one: paying.pay(db.session, book.actor, evening_id, one) for one in two])  # type: ignore[misc]
    assert sum(isinstance(one, ConflictError) for one in found) == 1
    assert book.count("payments") == 1
    with pytest.raises(ConflictError, match="nichts mehr offen"):
        pay(book, evening_id, "Vroni", "Sepp")


def test_a_correction_changes_what_is_open_and_never_what_was_paid(book: Book) -> None:
    """After all was paid the Solo turns out won: what was paid stays, and it is turned round who owes whom."""
    started = book.start()
    game = book.record(started.sheet_id, LOST_SOLO).game
    for payee in ("Sepp", "Xaver", "Zenzi"):
        pay(book, started.evening_id, "Vroni", payee)
    before = book.evening(started.evening_id).payments
    book.correct(game.uuid, {**LOST_SOLO, "augen": 75})
    assert book.evening(started.evening_id).payments == before
    assert opened(book, started.evening_id) == [
        ("Sepp", "Vroni", 100),
        ("Xaver", "Vroni", 100),
        ("Zenzi", "Vroni", 100),
    ]


@ON_SQLITE
@pytest.mark.parametrize(
    ("amount", "code"),
    [
        ("", "missing"),
        (" ", "missing"),
        ("fünf", "no_amount"),
        ("O,2O", "no_amount"),
        ("0,205", "no_amount"),
        ("1e3", "no_amount"),
        ("9999999999", "no_amount"),
        ("0", "nothing"),
        ("-0,20", "nothing"),
        ("−1", "nothing"),
        ("0,51", "more"),
        ("1", "more"),
    ],
)
def test_what_is_no_payment(book: Book, amount: str, code: str) -> None:
    """Nothing, letters, nought, less, and more than is open are told at the amount; none is booked."""
    evening_id = played(book)
    with pytest.raises(RefusedError) as error:
        pay(book, evening_id, "Vroni", "Zenzi", amount)
    assert codes(error) == [(f"payment.{code}", "amount")]
    assert book.count("payments") == 0


@ON_SQLITE
def test_more_than_is_open_is_paid_by_who_is_sure(book: Book) -> None:
    """A whole number are euros; what was too much is owed back."""
    evening_id = played(book)
    assert pay(book, evening_id, "Vroni", "Zenzi", "2", sure=True).payment.amount == 200
    assert ("Zenzi", "Vroni", 50) in opened(book, evening_id)
    assert sum(amount for _, payee, amount in opened(book, evening_id) if payee != "Vroni") == 100


def test_the_stock_and_the_box_are_paid(book: Book) -> None:
    """What is kept for next time is laid into the Stock, what is the club's goes into its box: both can be paid."""
    for choice, pot in (("kept", "Stock"), ("boxed", "Kasse")):
        started = book.start_with(WITH_STOCK)
        book.record(started.sheet_id, PASSED)
        book.end(started.evening_id, {started.sheet_id: choice})
        assert opened(book, started.evening_id)[0] == ("Sepp", pot, 20)
        for name in ("Sepp", "Vroni", "Xaver", "Zenzi"):
            pay(book, started.evening_id, name, pot)
        assert opened(book, started.evening_id) == []
    verify_book(db.session)


@ON_SQLITE
@pytest.mark.parametrize("preset", ["turnier_gutpunkte", "turnier_plusminus", "deutscher_striche"])
def test_nobody_pays_where_it_is_not_about_money(book: Book, preset: str) -> None:
    """Points and Striche without a price are nobody's debt; nor is anything rounded there."""
    evening_id = book.start(preset=preset).evening_id
    with pytest.raises(ConflictError, match="Geld"):
        pay(book, evening_id, "Sepp", "Vroni", "1", sure=True)
    with pytest.raises(ConflictError, match="Geld"):
        paying.set_rounding(db.session, book.actor, evening_id, "5")


@ON_SQLITE
def test_striche_are_paid_at_their_price(book: Book) -> None:
    """With a price Striche are money; another price changes what is open, not what was paid."""
    started = book.start(preset="deutscher_striche")
    book.record(started.sheet_id, PLAYED)
    book.price(started.evening_id)
    assert opened(book, started.evening_id) == [("Vroni", "Sepp", 10), ("Zenzi", "Xaver", 10)]
    pay(book, started.evening_id, "Vroni", "Sepp")
    book.price(started.evening_id, "0,20")
    assert opened(book, started.evening_id) == [("Zenzi", "Xaver", 20), ("Vroni", "Sepp", 10)]


@ON_SQLITE
def test_amounts_are_rounded_for_who_pays_in_coins(book: Book) -> None:
    """To how many cents people pay is kept with the evening; another step, and no step, are told."""
    started = book.start(preset="deutscher_striche")
    book.record(started.sheet_id, PLAYED)
    book.price(started.evening_id, "0,13")
    assert {amount for _, _, amount in opened(book, started.evening_id)} == {13}
    assert paying.set_rounding(db.session, book.actor, started.evening_id, "5") == 5
    assert {amount for _, _, amount in opened(book, started.evening_id)} <= {10, 15}
    assert book.evening(started.evening_id).round_to == 5
    for wrong in ("", "0", "2", "05", "x", "٥"):
        with pytest.raises(RefusedError) as error:
            paying.set_rounding(db.session, book.actor, started.evening_id, wrong)
        assert codes(error) == [("round_to.unknown", "round_to")]
    rows = book.count("log")
    paying.set_rounding(db.session, book.actor, started.evening_id, "5")
    assert book.count("log") == rows


@ON_SQLITE
def test_who_pays_whom_are_people_of_the_evening(book: Book) -> None:
    """Strangers, somebody of another evening, and somebody who pays himself pay nobody here."""
    evening_id = played(book)
    other = book.evening(book.start(("A", "B", "C", "D")).evening_id).people[0].id
    sepp, vroni = (person.id for person in book.evening(evening_id).people[:2])
    for payer, payee in ((other, sepp), (vroni, other), (sepp, sepp), (0, sepp), (-3, sepp), (10**12, sepp)):
        with pytest.raises(NotFoundError):
            paying.pay(db.session, book.actor, evening_id, NewPayment(payer, payee, "1", sure=True))


@ON_SQLITE
def test_whose_evening_it_is(book: Book) -> None:
    """An evening and a payment of another club are not there for a stranger; nor is a payment at another evening."""
    evening_id, other = played(book), played(book)
    uuid = pay(book, evening_id, "Vroni", "Sepp").payment.uuid
    assert uuid is not None
    stranger = book.stranger()
    for actor, evening, one in ((stranger, evening_id, uuid), (book.actor, other, uuid), (book.actor, other, uuid4())):
        with pytest.raises(NotFoundError):
            paying.take_back(db.session, actor, evening, one)
    for call in (
        lambda: paying.pay(db.session, stranger, evening_id, NewPayment(2, 1)),
        lambda: paying.list_payments(db.session, stranger, evening_id),
        lambda: paying.set_rounding(db.session, stranger, evening_id, "5"),
    ):
        with pytest.raises(NotFoundError):
            call()


@ON_SQLITE
def test_who_may_not(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is not allowed to is told why, and nothing is booked."""
    evening_id = played(book)
    uuid = pay(book, evening_id, "Vroni", "Sepp").payment.uuid
    assert uuid is not None
    asked = []

    def never(_actor: access.Actor, action: access.Action, _club: int) -> access.Decision:
        asked.append(action)
        return access.Decision(allowed=action is access.Action.READ, reason="Nur der Wirt.")

    monkeypatch.setattr(access, "can", never)
    for call in (
        lambda: paying.pay(db.session, book.actor, evening_id, NewPayment(2, 3)),
        lambda: paying.take_back(db.session, book.actor, evening_id, uuid),
        lambda: paying.set_rounding(db.session, book.actor, evening_id, "5"),
    ):
        with pytest.raises(ForbiddenError, match="Nur der Wirt"):
            call()
    assert set(asked) == {access.Action.PAY}
    assert book.count("payments") == 1


def test_payments_are_only_ever_added(book: Book) -> None:
    """The database itself refuses to change or delete one, and rows that cannot be; only a name may go."""
    evening_id = played(book)
    pay(book, evening_id, "Vroni", "Sepp")
    columns = "club_id, evening_id, uuid, payer_id, payer_pot, payee_id, payee_pot, cents, way, of_id, at, by"
    row = "club_id, evening_id, '{uuid}', {parties}, {cents}, '{way}', NULL, at, by"
    good = {"parties": "payer_id, NULL, NULL, 'box'", "cents": 5, "way": "cash"}
    bad = (
        {"parties": "payer_id, 'box', payee_id, NULL"},
        {"parties": "payer_id, NULL, NULL, NULL"},
        {"parties": "payer_id, NULL, payer_id, NULL"},
        {"parties": "NULL, 'box', NULL, 'box'"},
        {"parties": "payer_id, NULL, NULL, 'bank'"},
        {"cents": 0},
        {"cents": -5},
        {"way": "magic"},
    )
    for change in bad:
        values = row.format(uuid=uuid4().hex, **(good | change))
        with pytest.raises(DBAPIError), db.engine.begin() as connection:
            connection.execute(text(f"INSERT INTO payments ({columns}) SELECT {values} FROM payments"))
    for change in ("SET cents = 1", "SET payee_id = payer_id", "SET way = 'carried'", "SET of_id = 1"):
        with pytest.raises(DBAPIError, match="only ever added"), db.engine.begin() as connection:
            connection.execute(text(f"UPDATE payments {change}"))
    with pytest.raises(DBAPIError, match="only ever added"), db.engine.begin() as connection:
        connection.execute(text("DELETE FROM payments"))
    with db.engine.begin() as connection:
        connection.execute(text("UPDATE payments SET by = 'Ehemals 1'"))
    assert book.evening(evening_id).payments[0].by == "Ehemals 1"


@ON_SQLITE
@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("payee_id = {stranger} WHERE id = 1", "Zahlung 1: da zahlt oder bekommt jemand"),
        ("cents = 60 WHERE id = 2", "Zahlung 2: zurückgenommen ist etwas anderes"),
        ("of_id = 3 WHERE id = 2", "Zahlung 2: zurückgenommen ist eine Zahlung, die es davor nicht gab"),
        ("club_id = {club} WHERE id = 3", "Zahlung 3: sie gehört einem anderen Verein"),
    ],
)
def test_verify_tells_what_cannot_be(book: Book, change: str, told: str) -> None:
    """Somebody who was not there, another club, and what was taken back otherwise than it was paid, are found."""
    evening_id = played(book)
    uuid = pay(book, evening_id, "Vroni", "Sepp").payment.uuid
    assert uuid is not None
    paying.take_back(db.session, book.actor, evening_id, uuid)
    pay(book, evening_id, "Vroni", "Xaver")
    verify_book(db.session)
    stranger = book.evening(book.start(("A", "B", "C", "D")).evening_id).people[0].id
    with db.engine.begin() as connection:
        connection.execute(text("DROP TRIGGER payments_no_update"))
        club = connection.execute(text("INSERT INTO clubs (name) VALUES ('x') RETURNING id")).scalar_one()
        connection.execute(text(f"UPDATE payments SET {change.format(stranger=stranger, club=club)}"))
    with pytest.raises(DifferenceError, match=told):
        verify_book(db.session)


@ON_SQLITE
def test_a_payment_keeps_its_moment(book: Book) -> None:
    """When somebody said so is kept to the second, in UTC."""
    evening_id, now = played(book), datetime(2026, 11, 28, 0, 30, tzinfo=UTC)
    paying.pay(db.session, book.actor, evening_id, wish(book, evening_id, "Vroni", "Sepp"), now=now)
    assert book.evening(evening_id).payments[0].paid_at == now


@ON_SQLITE
def test_a_sauspiel_leaves_pairs_alone(book: Book) -> None:
    """Two who won and two who lost the same: who pays whom does not change by who has paid first."""
    started = book.start()
    book.record(started.sheet_id, SAUSPIEL)
    assert opened(book, started.evening_id) == [("Vroni", "Sepp", 20), ("Zenzi", "Xaver", 20)]
    pay(book, started.evening_id, "Zenzi", "Xaver", "0,10")
    assert opened(book, started.evening_id) == [("Vroni", "Sepp", 20), ("Zenzi", "Xaver", 10)]
