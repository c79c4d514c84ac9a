"""Before something is read in, a page says what it will do; people are asked about; then all goes in, or nothing."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from scorebook.errors import ForbiddenError, NotFoundError
from scorebook.exchange.clubs import Batch
from scorebook.services import import_plan, privacy
from scorebook.services.access import Role
from scorebook.services.import_plan import KEPT
from scorebook.store.db import db, reading
from scorebook.store.parcel_tables import uploads
from tests import evenings
from tests.actions import Page
from tests.book import Book
from tests.doors import browser
from tests.import_files import as_json, counts, looked_at

# --- What it will do ---


def test_the_preview_says_what_comes(client: FlaskClient, app: Flask) -> None:
    """Day, place, games, sums, rules and check code are told, and who is new; nothing is written by looking."""
    evening = evenings.evening(9)
    address, page = looked_at(client, as_json(evening))
    text = page.text()
    for said in (
        "27. November 2026",
        "Gasthaus Lamm",
        evening.check_code(),
        "Bayerisch 10/20/50",
        "Xaver",
        "neu im Verein",
    ):
        assert said in text
    with app.app_context():
        assert counts(Book(app)) == [0] * 5
    assert client.post(address, data=page.inputs).location == "/abende/1"
    with app.app_context():
        assert Book(app).evening(1).check_code() == evening.check_code()


def test_people_are_asked_about(client: FlaskClient, app: Flask) -> None:
    """Whose name the club knows is asked about: the same stays one; another one gets the name that is typed."""
    with app.app_context():
        Book(app).start(("Sepp", "vroni", "Xaver", "Wastl"))
    address, page = looked_at(client, as_json(evenings.evening(3)))
    assert dict(zip(page.inputs["name"], page.inputs["who"], strict=True)) == {
        "Sepp": "1", "Vroni": "neu", "Xaver": "3", "Zenzi": "neu",
    }  # fmt: skip
    sent = {**page.inputs, "who": ["neu", "2", "3", "neu"], "called": ["Sepp Huber", "", "", "Zenzi"]}
    assert client.post(address, data=sent).status_code == 303
    with app.app_context():
        there = {person.name: person.id for person in Book(app).evening(2).people}
    assert (there["vroni"], there["Xaver"]) == (2, 3)
    assert there["Sepp Huber"] not in (1, 2, 3, 4)
    again = client.post(address, data=sent)
    assert "Dieser Abend steht schon da." in Page(client.get(again.location)).text()


@pytest.mark.parametrize(
    ("who", "called", "said"),
    [
        (["neu", "neu", "3", "neu"], ["", "", "", "Zenzi"], "Hier fehlt ein Name"),
        (["neu", "neu", "3", "neu"], ["Wastl", "V", "", "Z"], "heißt schon jemand Wastl"),
        (["neu", "neu", "3", "neu"], ["Neuer", "neuer", "", "Z"], "heißt schon jemand neuer"),
        (["99", "neu", "3", "neu"], ["", "V", "", "Z"], "gibt es im Verein nicht mehr"),
        (["1", "1", "3", "neu"], ["", "", "", "Z"], "spielen am selben Abend"),
        (["neu", "neu", "3", "neu"], ["x" * 61, "V", "", "Z"], "höchstens 60"),
    ],
)
def test_a_wrong_answer_is_told_at_the_person(
    client: FlaskClient, app: Flask, who: list[str], called: list[str], said: str
) -> None:
    """What cannot be is told where it was answered; what was typed is still there, and nothing is written."""
    with app.app_context():
        Book(app).start(("Sepp", "vroni", "Xaver", "Wastl"))
        before = counts(Book(app))
    address, page = looked_at(client, as_json(evenings.evening(3)))
    answer = Page(client.post(address, data={**page.inputs, "who": who, "called": called}))
    assert answer.status == 422
    assert said in answer.text("errors")
    assert answer.inputs["called"] == called
    assert who[0] == "99" or answer.inputs["who"] == who
    with app.app_context():
        assert counts(Book(app)) == before


def test_a_file_that_is_there_offers_nothing(client: FlaskClient) -> None:
    """Where all is in the book, the page says so; where it is otherwise there, with the first difference."""
    evening = evenings.evening(4)
    address, page = looked_at(client, as_json(evening))
    client.post(address, data=page.inputs)
    assert "Es gibt nichts einzulesen" in looked_at(client, as_json(evening))[1].text()
    changed = replace(evening, place="Daheim")
    address, page = looked_at(client, as_json(changed))
    assert "anders: der Ort" in page.text()
    assert "Es gibt nichts einzulesen" in page.text()
    assert "der Ort" in Page(client.post(address, data=page.inputs)).text("summary")


def test_a_waiting_file_goes_after_an_hour(book: Book) -> None:
    """It waits for its yes for an hour, in its own club alone; then it is gone, and so are those of others."""
    now = datetime.now(UTC)
    batch = Batch((evenings.evening(2),))
    upload = import_plan.keep_batch(db.session, book.actor, batch, "a.json", now=now)
    name, kept = import_plan.kept_batch(db.session, book.actor, upload, now=now + KEPT)
    assert (name, kept.evenings[0].check_code()) == ("a.json", batch.evenings[0].check_code())
    with pytest.raises(NotFoundError):
        import_plan.kept_batch(db.session, book.stranger(), upload, now=now)
    late = now + KEPT + timedelta(seconds=1)
    with pytest.raises(NotFoundError):
        import_plan.kept_batch(db.session, book.actor, upload, now=late)
    import_plan.keep_batch(db.session, book.actor, batch, "b.json", now=late)
    db.session.rollback()
    assert reading(db.session).execute(select(uploads.c.name)).scalars().all() == ["b.json"]


def test_a_file_can_be_thrown_away(client: FlaskClient) -> None:
    """Whoever does not want it says so, and its page is gone; what was never there is no page either."""
    address, _ = looked_at(client, as_json(evenings.evening(2)))
    assert client.post(f"{address}/verwerfen").location == "/abende/einlesen"
    for gone in (address, "/abende/einlesen/99", f"/abende/einlesen/{10**18}"):
        answer = client.get(gone)
        assert answer.status_code in (404, 410)
        assert client.post(gone).status_code in (404, 410)


def test_a_deleted_name_takes_waiting_files_along(book: Book) -> None:
    """Where somebody's name is deleted, nothing that waits has it any more."""
    begun = book.start(("Sepp", "Vroni", "Xaver", "Wastl"))
    book.end(begun.evening_id)
    import_plan.keep_batch(db.session, book.actor, Batch((evenings.evening(2),)), "a.json")
    privacy.anonymise(db.session, book.actor, 1, privacy.Farewell("Sepp"))
    assert reading(db.session).execute(select(uploads.c.id)).all() == []


def test_only_who_may_import_sees_it(app: Flask, client: FlaskClient) -> None:
    """A scorer sees no file that waits."""
    address, _ = looked_at(client, as_json(evenings.evening(2)))
    assert browser(app, Role.SCORER).get(address).status_code == 403
    with app.app_context():
        actor = replace(Book(app).actor, roles=frozenset({Role.SCORER}))
        with pytest.raises(ForbiddenError):
            import_plan.import_batch(db.session, actor, Batch((evenings.evening(2),)))
