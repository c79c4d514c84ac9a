"""The tablet at a tournament's table: it hands its list in itself, and changes nothing else of its evening."""

from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorebook.errors import ConflictError
from scorebook.services import seating
from scorebook.services.access import Role
from scorebook.services.tournament import sheets
from scorebook.store.db import db
from tests.actions import Table
from tests.doors import linked
from tests.tournaments import Hall

WENZ = {"who": "1", "contract": "wenz", "result": "won"}


@pytest.fixture
def hall(app: Flask) -> Hall:
    """Give a tournament whose first table is written on a tablet: evening 1, sheet 1, four games."""
    with app.app_context():
        found = Hall(8, games=4)
        found.draw()
        sheets.claim(db.session, found.actor, found.id, uuid4(), (1, 1))
    return found


def play(tablet: FlaskClient, games: int) -> None:
    """Enter games."""
    for _ in range(games):
        assert tablet.post("/listen/1/spiele", data={"uuid": str(uuid4()), **WENZ}).status_code == 303


def hand_in(tablet: FlaskClient, **known: Any) -> Any:
    """Hand the list in."""
    return tablet.post("/abende/1/abgeben", data={"uuid": str(uuid4()), **known})


def lists(app: Flask, hall: Hall) -> list[tuple[str, tuple[int, ...]]]:
    """Give by whom lists of the table were handed in, and their points."""
    with app.app_context():
        table = hall.state.table(1, 1)
        assert table is not None
        return [(one.by, one.entry.points) for one in table.lists]  # type: ignore[union-attr]


def test_handed_in_by_the_table(app: Flask, hall: Hall) -> None:
    """With all games played the table hands its list in; once more it is the same, and the page says so."""
    tablet = linked(app, Role.TABLE, 1, 1)
    play(tablet, 3)
    assert "3 von 4 Spielen" in tablet.get("/abende/1").text
    assert "Liste abgeben" not in tablet.get("/abende/1").text
    play(tablet, 1)
    assert "Liste abgeben" in tablet.get("/abende/1").text
    for _ in range(2):
        assert hand_in(tablet).status_code == 303
    assert len(lists(app, hall)) == 1
    assert "Eure Liste ist abgegeben, um" in tablet.get("/abende/1").text


def test_not_before_all_is_played(app: Flask, hall: Hall) -> None:
    """With games missing the table is told that the director decides; nothing is written."""
    tablet = linked(app, Role.TABLE, 1, 1)
    play(tablet, 3)
    refused = hand_in(tablet)
    assert refused.status_code == 422
    assert "Das ging nicht." in refused.text
    assert lists(app, hall) == []


def test_changed_after_it(app: Flask, hall: Hall) -> None:
    """Games that change afterwards do not change the list: the table is told to ask, and cannot hand in another."""
    tablet = linked(app, Role.TABLE, 1, 1)
    play(tablet, 4)
    hand_in(tablet)
    play(tablet, 1)
    assert "seither hat sich hier etwas geändert" in tablet.get("/abende/1").text
    assert hand_in(tablet).status_code == 409
    assert len(lists(app, hall)) == 1


def test_another_table_cannot(app: Flask, hall: Hall) -> None:
    """A tablet of one table hands nothing in for another."""
    with app.app_context():
        sheets.claim(db.session, hall.actor, hall.id, uuid4(), (1, 2))
    other = linked(app, Role.TABLE, 2, 2)
    play(linked(app, Role.TABLE, 1, 1), 4)
    assert hand_in(other).status_code == 403
    assert lists(app, hall) == []


def test_drawn_away(app: Flask, hall: Hall) -> None:
    """A table that was drawn again has no list to hand in, and says so."""
    with app.app_context():
        hall.draw(first=1, reason="Einer fehlte")
    tablet = linked(app, Role.TABLE, 1, 1)
    assert hand_in(tablet).status_code == 409
    assert "inzwischen anders ausgelost" in tablet.get("/abende/1").text


def test_an_ordinary_evening(table: Table, client: FlaskClient) -> None:
    """An evening that is no tournament's has no list to hand in; nor has one that is not there."""
    assert hand_in(client).status_code == 404
    assert client.post("/abende/99/abgeben", data={"uuid": str(uuid4())}).status_code == 404


@pytest.mark.parametrize(
    ("address", "data"),
    [
        ("/abende/1/tisch", {f"names-{seat}": f"Gast {seat}" for seat in range(4)} | {"rules": "turnier_plusminus"}),
        ("/abende/1/preis", {"amount": "10", "per": "point"}),
        ("/abende/1/runden", {"step": "10"}),
        ("/abende/1/beenden", {}),
        ("/listen/1/regeln", {"rules": "turnier_plusminus"}),
    ],
)
def test_nothing_else_is_agreed_there(
    app: Flask, hall: Hall, client: FlaskClient, address: str, data: dict[str, str]
) -> None:
    """No further table, price, step of rounding, end or other rules at the table of a tournament, by any address."""
    answer = client.post(address, data={"uuid": str(uuid4()), **data})
    assert answer.status_code == 409
    assert "Das ist ein Tisch bei einem Turnier." in answer.text


def test_everybody_stays_in_his_seat(app: Flask, hall: Hall) -> None:
    """Who sits where at a tournament is drawn, and points are by seat: nobody comes, goes or changes there."""
    with app.app_context(), pytest.raises(ConflictError):
        seating.leave(db.session, hall.actor, 1, 1)
