"""What is due at an evening besides its games: to the cent, never changed, in files and on the page."""

from collections.abc import Mapping
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from scorebook.errors import ConflictError, ForbiddenError, NotFoundError
from scorebook.exchange import ShapeError, load_json, parse_evening
from scorebook.ledger.levies import parts, with_levies
from scorebook.ledger.levy import Levy, LevyKind
from scorebook.ledger.paying import reckon
from scorebook.ledger.payment import BOX
from scorebook.services import RefusedError, access, exporting, importing, levies, open_evenings, paying, privacy
from scorebook.services.access import Role
from scorebook.services.paying import NewPayment
from scorebook.services.privacy import Farewell
from scorebook.services.transactions import transaction
from scorebook.services.verifying import DifferenceError, verify_book
from scorebook.store.db import db, reading
from scorebook.store.tables import clubs
from tests.actions import SAUSPIEL as TAPPED
from tests.actions import Page, Table
from tests.book import LOST_SOLO, Book, codes
from tests.cash import NOW, Box, levied
from tests.doors import browser
from tests.people import somebody

SEPP, VRONI, XAVER, ZENZI = 1, 2, 3, 4


@pytest.fixture
def evening(book: Book) -> int:
    """Give an evening at which Vroni (2) lost a Solo: she owes each of the others 0,50 €."""
    started = book.start()
    book.record(started.sheet_id, LOST_SOLO)
    return started.evening_id


def still_open(book: Book, evening_id: int) -> Mapping[int, int]:
    """Say who has what open at an evening."""
    found = reckon(book.evening(evening_id))
    assert found is not None
    return {party: account.open for party, account in found.accounts.items() if account.open}


# --- To the cent ---


@given(
    st.dictionaries(st.integers(1, 9), st.integers(-5000, 5000), min_size=2, max_size=9),
    st.sampled_from(list(LevyKind)),
    st.integers(1, 100),
    st.data(),
)
def test_every_levy_sums_to_zero(won: dict[int, int], kind: LevyKind, amount: int, data: st.DataObject) -> None:
    """Whatever is levied, nothing is lost; shares are rounded down, advances are off by less than a cent."""
    person = data.draw(st.sampled_from(sorted(won))) if kind in (LevyKind.FINE, LevyKind.ADVANCE) else None
    some = tuple(sorted(data.draw(st.sets(st.sampled_from(sorted(won))))))
    people = some if kind in (LevyKind.START, LevyKind.ADVANCE) else ()
    levy = Levy(kind, amount, person, people, "", NOW, "Tisch")
    found = parts(levy, won)
    assert sum(found.values()) == 0
    if kind is LevyKind.SHARE:
        assert all(
            0 <= -found.get(one, 0) * 100 <= cents * amount < (-found.get(one, 0) + 1) * 100
            for one, cents in won.items()
            if cents > 0
        )
        assert not any(found.get(one) for one, cents in won.items() if cents <= 0)
    if kind is LevyKind.ADVANCE:
        of = people or tuple(won)
        given_by = {one: -found.get(one, 0) + (amount if one == person else 0) for one in of}
        assert max(given_by.values()) - min(given_by.values()) <= 1
        assert sum(given_by.values()) == amount


def test_shares_are_of_what_was_won_in_the_games() -> None:
    """A fine or a Startgeld makes no share smaller, in whatever order they come."""
    share = Levy(LevyKind.SHARE, 10, None, (), "", NOW, "Tisch")
    start = Levy(LevyKind.START, 200, None, (), "", NOW, "Tisch")
    for order in ((share, start), (start, share)):
        assert with_levies({1: 500, 2: -500}, order) == {1: 250, 2: -700, BOX: 450}


# --- In the book ---


def test_the_box_is_a_party_of_the_settlement(book: Book, evening: int) -> None:
    """Startgeld, share and fine are owed to the box, and paid to it; then they are in its cash book."""
    levied(evening)
    levied(evening, "share", "10 %")
    levied(evening, "fine", "0,30", person=ZENZI, text="kein Hut")
    assert still_open(book, evening) == {SEPP: -55, VRONI: -250, XAVER: -55, ZENZI: -85, BOX: 445}
    found = reckon(book.evening(evening))
    assert found is not None
    assert {one.payee for one in found.transfers} == {BOX}
    for one in found.transfers:
        paying.pay(db.session, book.actor, evening, NewPayment(one.payer, one.payee), now=NOW)
    assert (still_open(book, evening), Box().balance) == ({}, 445)
    verify_book(db.session)


def test_an_advance_is_split_among_all_or_some(book: Book, evening: int) -> None:
    """Who laid it out gets it back, less his own part; those for whom it was not give nothing."""
    levied(evening, "advance", "10", person=SEPP, text="Brotzeit")
    levied(evening, "advance", "0,05", person=SEPP, people=(XAVER, ZENZI), text="Karten")
    assert still_open(book, evening) == {SEPP: 805, VRONI: -400, XAVER: -203, ZENZI: -202}


def test_it_is_taken_back(book: Book, evening: int) -> None:
    """Taken back it is as if it had never been; a second time changes nothing; both rows stay."""
    before = still_open(book, evening)
    levy = levied(evening)
    assert levy.uuid is not None
    for _ in range(2):
        levies.take_back(db.session, book.actor, evening, levy.uuid, now=NOW)
    assert (still_open(book, evening), book.count("levies")) == (before, 2)
    with pytest.raises(NotFoundError):
        levies.take_back(db.session, book.actor, evening, uuid4())
    verify_book(db.session)


def test_a_payment_stays_when_something_is_levied_later(book: Book, evening: int) -> None:
    """What was paid is paid; the rest that comes is owed to the box."""
    for person in (SEPP, XAVER, ZENZI):
        paying.pay(db.session, book.actor, evening, NewPayment(VRONI, person), now=NOW)
    levied(evening, people=(SEPP, VRONI))
    assert still_open(book, evening) == {SEPP: -100, VRONI: -100, BOX: 200}
    db.session.rollback()
    (found,) = open_evenings.open_evenings(reading(db.session), 1)
    assert found.open == still_open(book, evening)


@pytest.mark.parametrize(
    ("wrong", "found"),
    [
        ({"kind": "gold"}, [("levy.kind", "kind")]),
        ({"amount": ""}, [("euros.missing", "amount")]),
        ({"amount": "x"}, [("euros.wrong", "amount")]),
        ({"amount": "0"}, [("euros.range", "amount")]),
        ({"kind": "share", "amount": "0"}, [("levy.percent", "amount")]),
        ({"kind": "share", "amount": "101"}, [("levy.percent", "amount")]),
        ({"kind": "share", "amount": "12,5"}, [("levy.percent", "amount")]),
        ({"kind": "fine", "text": "x"}, [("levy.person", "person")]),
        ({"kind": "fine", "person": 99, "text": "x"}, [("levy.person", "person")]),
        ({"kind": "fine", "person": SEPP}, [("cash_text.missing", "text")]),
        ({"kind": "advance", "person": SEPP, "people": (99,), "text": "x"}, [("levy.people", "people")]),
        ({"text": "x" * 501}, [("cash_text.too_long", "text")]),
    ],
)
def test_what_cannot_be_levied(book: Book, evening: int, wrong: dict[str, object], found: list[object]) -> None:
    """Each kind of wrong input has its message at its field, and nothing is written."""
    new = {"kind": "start", "amount": "1"} | wrong
    with pytest.raises(RefusedError) as error:
        levied(evening, **new)  # type: ignore[arg-type]
    assert codes(error) == found
    assert book.count("levies") == 0


def test_only_where_money_is_due_and_only_by_those_who_may(book: Book, evening: int) -> None:
    """Striche without a price cost nothing; players and other clubs get nowhere; a second tap is one levy."""
    striche = book.start(preset="deutscher_striche")
    with pytest.raises(ConflictError, match="nicht um Geld"):
        levied(striche.evening_id)
    with pytest.raises(ForbiddenError):
        levied(evening, actor=somebody(book, Role.PLAYER))
    with pytest.raises(NotFoundError):
        levied(evening, actor=book.stranger())
    uuid = uuid4()
    assert levied(evening, uuid=uuid) == levied(evening, uuid=uuid)
    with pytest.raises(ConflictError):
        levied(book.start().evening_id, uuid=uuid)


def test_his_name_goes_out_of_it(book: Book, evening: int) -> None:
    """Texts lose a name that is deleted; what is due stays."""
    levied(evening, "fine", "1", person=SEPP, text="Sepp ohne Hut")
    before = still_open(book, evening)
    book.end(evening)
    new = privacy.anonymise(db.session, book.actor, SEPP, Farewell("Sepp"))
    (levy,) = book.evening(evening).levies
    assert (levy.text, still_open(book, evening)) == (f"{new} ohne Hut", before)


def test_verify_finds_what_was_changed(book: Book, evening: int) -> None:
    """A levy on a stranger, and one that was taken back otherwise than it was, are found."""
    levy = levied(evening, "fine", "1", person=SEPP, text="x")
    assert levy.uuid is not None
    levies.take_back(db.session, book.actor, evening, levy.uuid, now=NOW)
    other = book.start(("Anni", "Bene", "Cilli", "Doni"))
    with db.engine.begin() as connection:
        on = "" if db.engine.dialect.name == "sqlite" else " ON levies"
        connection.execute(text(f"DROP TRIGGER levies_no_update{on}"))
    for change, back, found in (
        ("amount = 101 WHERE id = 2", "amount = 100 WHERE id = 2", "etwas anderes, als fällig war"),
        (f"person_id = {max(book.evening(other.evening_id).names)}", f"person_id = {SEPP}", "nicht da war"),
    ):
        with db.engine.begin() as connection:
            connection.execute(text(f"UPDATE levies SET {change}"))
        with pytest.raises(DifferenceError, match=found):
            verify_book(db.session)
        with db.engine.begin() as connection:
            connection.execute(text(f"UPDATE levies SET {back}"))
    verify_book(db.session)


# --- In files ---


def exported(book: Book, evening_id: int) -> str:
    """Write an evening as a file."""
    return exporting.evening_text(book.evening(evening_id))


def test_a_file_carries_it(book: Book, evening: int) -> None:
    """Read into another club, the same is open; into its own, it is the same; other files have no such key."""
    assert '"levies"' not in exported(book, evening)
    levied(evening)
    levied(evening, "advance", "3", person=SEPP, people=(SEPP, XAVER), text="Weißwürste")
    written = exported(book, evening)
    assert importing.import_evening(db.session, book.actor, written.encode()).repeated
    names = book.evening(evening).names
    was = {names.get(party, "box"): cents for party, cents in still_open(book, evening).items()}
    with transaction(db.session) as connection:
        other = connection.execute(clubs.insert(), {"name": "Nachbarn"}).inserted_primary_key[0]
    fresh = written.replace(str(book.evening(evening).id), str(uuid4()))
    for game in book.evening(evening).sheets[0].games:
        fresh = fresh.replace(str(game.uuid), str(uuid4()))
    there = access.Actor("Tisch", other)
    done = importing.import_evening(db.session, there, fresh.encode())
    book.actor = there
    now = book.evening(done.evening_id)
    assert {now.names.get(party, "box"): cents for party, cents in still_open(book, done.evening_id).items()} == was
    verify_book(db.session)


@pytest.mark.parametrize(
    ("levy", "code"),
    [
        ({"kind": "fine"}, "levy.person"),
        ({"kind": "start", "person": 1}, "levy.person"),
        ({"kind": "start", "people": [99]}, "person.unknown"),
        ({"kind": "share", "amount": 101}, "levy.percent"),
        ({"kind": "gold"}, "value.choice"),
        ({"kind": "start", "amount": 0}, "value.range"),
    ],
)
def test_a_file_that_cannot_be(book: Book, evening: int, levy: dict[str, object], code: str) -> None:
    """A wrong levy in a file is refused, and its place is said."""
    data = load_json(exported(book, evening).encode())
    data["levies"] = [{"amount": 1, "at": "2026-03-01T10:00:00Z"} | levy]  # type: ignore[index]
    with pytest.raises(ShapeError) as error:
        parse_evening(data)
    (finding,) = error.value.findings
    assert (finding.code, finding.field.split(".")[0]) == (code, "levies")


# --- On the page ---


def test_on_the_page(app: Flask, client: FlaskClient) -> None:
    """The overview takes it, says it in words, and takes it back; the paper and the log say it too."""
    Table(client).recorded(**TAPPED)
    sent = {"levy_kind": "fine", "levy_amount": "1,50", "levy_person": "4", "levy_text": "kein Hut"}
    done = client.post("/abende/1/dazu", data=sent, follow_redirects=True)
    assert "Strafe: 1,50\xa0€ von Zenzi (kein Hut). Das ist mitgerechnet." in done.text
    assert "Mit dem, was außer den Spielen fällig ist." in done.text
    assert "Strafe: 1,50 €" in Page(client.get("/protokoll")).text()
    with app.app_context():
        (levy,) = Book(app).evening(1).levies
    back = client.post(f"/abende/1/dazu/{levy.uuid}/zuruecknehmen", follow_redirects=True)
    assert "(kein Hut): zurückgenommen." in back.text
    assert client.post(f"/abende/1/dazu/{uuid4()}/zuruecknehmen").status_code == 404


def test_wrong_input_on_the_page(client: FlaskClient) -> None:
    """Messages stand at their fields, and what was typed is still there."""
    Table(client).recorded(**TAPPED)
    sent = {"levy_kind": "fine", "levy_amount": "x", "levy_text": "", "levy_people": ["1"]}
    answer = client.post("/abende/1/dazu", data=sent)
    page = Page(answer)
    assert answer.status_code == 422
    assert {"levy_amount-errors", "levy_person-errors", "levy_text-errors"} <= page.ids
    assert (page.inputs["levy_amount"], page.inputs["levy_kind"]) == (["x"], ["fine"])
    Table(client, preset="deutscher_striche")
    refused = client.post("/abende/2/dazu", data=sent)
    assert (refused.status_code, "nicht um Geld" in refused.text) == (409, True)


def test_who_only_looks_sees_it(app: Flask, client: FlaskClient) -> None:
    """A viewer sees what is due, and no button."""
    Table(client).recorded(**TAPPED)
    with app.app_context():
        levied(1, now=datetime.now(UTC))
    viewer = browser(app, Role.VIEWER, name="Vitus")
    shown = viewer.get("/abende/1").text
    assert "Startgeld: 1,00\xa0€ von jedem" in shown
    assert "/dazu" not in shown
    assert viewer.post("/abende/1/dazu", data={}).status_code == 403
