"""What was paid to the club's box at an evening that is read in: told before, booked with it, or not if one says so."""

import json
from datetime import date
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorebook.exchange import evening_json, parse_evening
from scorebook.exchange.clubs import Batch
from scorebook.services import import_plan, paying
from scorebook.services.access import local_actor
from scorebook.services.cash_accounts import open_items
from scorebook.services.cash_import import ForBox
from scorebook.services.verifying import verify_book
from scorebook.store.db import db, reading
from scorebook.store.paying import rows_of
from tests import evenings
from tests.actions import Page
from tests.cash import Box
from tests.test_printing import command


def paid_data(when: str = "2026-03-01T20:00:00Z") -> dict[str, Any]:
    """Give an evening of a file: one paid the box in cash, one by the bank, one had it put down; the box paid one."""
    data = evening_json(evenings.evening(8))
    ways = [
        (11, "box", 250, "cash"),
        (12, "box", 300, "transfer"),
        (13, "box", 120, "carried"),
        ("box", 14, 50, "cash"),
    ]
    data["payments"] = [
        {"from": payer, "to": payee, "amount": cents, "paid_at": when, "by": "Resi", "way": way}
        for payer, payee, cents, way in ways
    ]
    return data


def looked_at(app: Flask, data: dict[str, Any]) -> ForBox:
    """Give what an import would book."""
    with app.app_context():
        return import_plan.plan_import(db.session, local_actor(db.session), Batch((parse_evening(data),), ())).box


def read(app: Flask, data: dict[str, Any], *, box: bool = True) -> int:
    """Read it in, and give the id of the evening."""
    with app.app_context():
        batch = Batch((parse_evening(data),), ())
        return import_plan.import_batch(db.session, local_actor(db.session), batch, import_plan.Choices(box=box)).new[0]


def test_it_is_told_and_booked(app: Flask) -> None:
    """Cash is in the cash book for the day on which it was paid, what was put down on an account; the book verifies."""
    assert looked_at(app, paid_data()) == ForBox(entries=2, cents=200, moves=1)
    evening_id = read(app, paid_data())
    with app.app_context():
        entries = Box().year(2026).entries
        assert [(one.amount, one.date, one.person, one.by) for one in entries] == [
            (250, date(2026, 3, 1), "Sepp", "Tisch"),
            (-50, date(2026, 3, 1), "Zenzi", "Tisch"),
        ]
        owing = open_items(db.session, Box().actor).owing
        assert [(one.name, one.balance) for one in owing] == [("Xaver", -120)]
        verify_book(db.session)
        uuid = rows_of(reading(db.session), evening_id)[0].payment.uuid
        db.session.rollback()
        assert uuid is not None
        paying.take_back(db.session, Box().actor, evening_id, uuid)
        assert Box().balance == -50
        verify_book(db.session)


def test_it_is_booked_once(app: Flask) -> None:
    """Who reads the same file again books nothing again, and is told that there is nothing to book."""
    read(app, paid_data())
    assert not looked_at(app, paid_data())
    with app.app_context():
        batch = Batch((parse_evening(paid_data()),), ())
        assert import_plan.import_batch(db.session, local_actor(db.session), batch).new == ()
        assert Box().balance == 200


def test_what_the_box_has_already_is_not_booked(app: Flask) -> None:
    """Whoever says that the cash book has it leaves it as it is; the payments stand at the evening all the same."""
    evening_id = read(app, paid_data(), box=False)
    with app.app_context():
        assert Box().year(2026).entries == ()
        assert len(rows_of(reading(db.session), evening_id)) == 4
        verify_book(db.session)


def test_a_year_that_is_closed_stays_closed(app: Flask) -> None:
    """Payments of such a year come in without the box; those of the others are booked."""
    with app.app_context():
        Box().enter("opening", "100", "Geldbeutel", date=date(2025, 1, 2))
        Box().close(2025)
    data = paid_data()
    data["payments"][0]["paid_at"] = "2025-12-31T22:59:00Z"
    data["payments"][1]["paid_at"] = data["payments"][2]["paid_at"] = "2025-12-31T23:00:00Z"
    assert looked_at(app, data) == ForBox(entries=1, cents=-50, moves=1, closed=1)
    read(app, data)
    with app.app_context():
        assert Box().balance == 10000 - 50
        verify_book(db.session)


@pytest.mark.parametrize(("tick", "balance"), [(True, 200), (False, 0)])
def test_the_page_asks(app: Flask, client: FlaskClient, tick: bool, balance: int) -> None:
    """The preview says what would be booked, with a box to tick that is ticked at first; without it nothing is."""
    file = (BytesIO(json.dumps(paid_data()).encode()), "abend.json")
    looked = client.post("/abende/einlesen", data={"file": file})
    page = Page(client.get(looked.location))
    text = " ".join(page.text().split())
    assert "Für die Vereinskasse Ins Kassenbuch kommen 2 Buchungen: +2,00 €" in text
    assert "Auf Konten kommt 1 Bewegung." in text
    assert 'name="box" value="y" checked' in client.get(looked.location).text
    sent = {name: value for name, value in page.inputs.items() if name != "box"} | ({"box": "y"} if tick else {})
    assert client.post(looked.location, data=sent).status_code == 303
    with app.app_context():
        assert Box().balance == balance


def test_what_does_not_touch_the_box_is_not_asked_about(client: FlaskClient) -> None:
    """An evening at which people paid each other says nothing of the box."""
    file = (BytesIO(json.dumps(evening_json(evenings.evening(8))).encode()), "abend.json")
    looked = client.post("/abende/einlesen", data={"file": file})
    assert "Vereinskasse" not in client.get(looked.location).text


def test_the_command_says_and_books(
    app: Flask, tmp_path: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--check` says it; `--without-box` leaves the cash book alone."""
    monkeypatch.setenv("SCOREBOOK_INSTANCE", app.instance_path)
    file = tmp_path / "x.json"
    file.write_text(json.dumps(paid_data()))
    assert command("import", "--check", file) == 0
    said = capsys.readouterr().out.replace("\N{NO-BREAK SPACE}", " ")
    assert "Kassenbuch: 2 Buchungen, +2,00 €\nKonten: 1 Bewegungen\n" in said
    assert command("import", "--without-box", file) == 0
    with app.app_context():
        assert Box().balance == 0
