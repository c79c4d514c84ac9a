"""What was paid at an evening goes with it into a file and out of it again, and the check code stays."""

import copy
from typing import Any
from uuid import uuid4

import pytest

from scorebook.exchange import evening_json, parse_evening
from scorebook.ledger.paying import reckon
from scorebook.ledger.payment import BOX, Way
from scorebook.ledger.settlement import Transfer
from scorebook.services import RefusedError, paying
from scorebook.services.paying import NewPayment
from scorebook.services.verifying import verify_book
from scorebook.store.db import db
from scorebook.wording import message
from tests import evenings
from tests.book import LOST_SOLO, ON_SQLITE, Book, codes
from tests.test_import import exported, read, without_ids


def paid_evening(book: Book, preset: str = "bayern_10_20_50") -> int:
    """Give the id of an evening at which one paid in cash and one by the bank, and one took that back."""
    started = book.start(preset=preset)
    if preset == "deutscher_striche":
        played = {"contract": "partnerspiel", "suit": "herz", "declarer": 0, "partner": 2, "augen": 70}
        book.record(started.sheet_id, played)
        book.price(started.evening_id, "0,13")
        paying.set_rounding(db.session, book.actor, started.evening_id, "5")
    else:
        book.record(started.sheet_id, LOST_SOLO)
    first, *others = open_transfers(book, started.evening_id)
    for one, way in ((first, Way.CASH), *((one, Way.TRANSFER) for one in others[:1])):
        new = NewPayment(one.payer, one.payee, way=way)
        last = paying.pay(db.session, book.actor, started.evening_id, new).payment.uuid
    assert last is not None
    if len(others) > 1:
        paying.take_back(db.session, book.actor, started.evening_id, last)
        pot = NewPayment(others[1].payer, BOX, "0,07", sure=True)
        paying.pay(db.session, book.actor, started.evening_id, pot)
    return started.evening_id


def open_transfers(book: Book, evening_id: int) -> tuple[Transfer[int], ...]:
    """Give what is still to be paid."""
    reckoning = reckon(book.evening(evening_id))
    assert reckoning is not None
    return reckoning.transfers


@pytest.mark.parametrize("preset", ["bayern_10_20_50", "deutscher_striche"])
def test_what_was_paid_survives(book: Book, preset: str) -> None:
    """Paid is in the other book what was paid in this one, the same is open, and the check code is the same."""
    evening_id = paid_evening(book, preset)
    data, before = exported(book, evening_id), book.evening(evening_id)
    moved = moved_away(book, data)
    there_id = read(book, moved)
    there = exported(book, there_id)
    assert without_ids(there) == without_ids(moved)
    assert [one["paid_at"] is not None for one in data["payments"]].count(True) == len(before.payments)
    assert book.evening(there_id).check_code() == code_of(moved)
    assert read(book, moved) == there_id
    verify_book(db.session)


def moved_away(book: Book, data: dict[str, Any]) -> dict[str, Any]:
    """Give the evening as one of another book would be, with names that this one does not know."""
    data = copy.deepcopy(data)
    data["id"] = str(uuid4())
    for game in data["sheets"][0]["games"]:
        game["uuid"] = str(uuid4())
    for person in data["people"]:
        person |= {"id": person["id"] + 500, "name": f"{person['name']} H."}
    for seat in data["sheets"][0]["seats"]:
        seat["person"] += 500
    for payment in data["payments"]:
        payment |= {key: payment[key] + 500 for key in ("from", "to") if isinstance(payment[key], int)}
    return data


def code_of(data: dict[str, Any]) -> str:
    """Give the check code of what a file says."""
    return parse_evening(data).check_code()


@ON_SQLITE
def test_what_others_wrote_is_read_too(book: Book) -> None:
    """A payment without a name is said by who reads it in; what is open in the file is worked out anew."""
    data = evening_json(evenings.evening(8))
    first = data["payments"][0]
    data["payments"] = [{**first, "paid_at": data["begun"]}, {"from": 11, "to": 12, "amount": 1, "paid_at": None}]
    there = book.evening(read(book, data))
    assert [(paid.amount, paid.by, paid.way) for paid in there.payments] == [(first["amount"], "Tisch", Way.CASH)]
    assert len(exported(book, 1)["payments"]) == len(evening_json(evenings.evening(8))["payments"])


@ON_SQLITE
def test_payments_need_money(book: Book) -> None:
    """Of Striche something can be paid only where the file says by which price."""
    data = exported(book, paid_evening(book, "deutscher_striche"))
    data = moved_away(book, data)
    del data["price"], data["round_to"]
    with pytest.raises(RefusedError) as error:
        read(book, data)
    assert codes(error) == [("payments.no_money", "payments")]


@ON_SQLITE
def test_an_evening_at_which_more_was_paid_is_another(book: Book) -> None:
    """Read again after somebody has paid, the file is told to differ in that."""
    data = evening_json(evenings.evening(8))
    evening_id = read(book, data)
    one = open_transfers(book, evening_id)[0]
    paying.pay(db.session, book.actor, evening_id, NewPayment(one.payer, one.payee))
    with pytest.raises(RefusedError) as error:
        read(book, data)
    assert message(error.value.findings[0]) == "Diesen Abend gibt es im Buch schon, aber anders: was bezahlt ist."
