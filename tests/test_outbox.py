"""What a tablet kept is taken once, in order, and what is not taken is told in words; nothing is written over."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorebook.services import evenings
from scorebook.services.access import Role, local_actor
from scorebook.store.db import db
from tests.actions import FOUR
from tests.book import SAUSPIEL, Book
from tests.doors import browser, linked, nobody

TO = "/listen/1/ausgang"


@pytest.fixture
def table(app: Flask, client: FlaskClient) -> FlaskClient:
    """Give the browser of a tablet, with an evening that has begun."""
    with app.app_context():
        Book(app).start(FOUR)
    return client


def send(tablet: FlaskClient, to: str = TO, **item: Any) -> TestResponse:
    """Send a game as the outbox does."""
    return tablet.post(to, json={"uuid": str(uuid4()), "sheet": 1, "after_number": 0, "game": SAUSPIEL, **item})


def numbers(app: Flask) -> list[int]:
    """Give the numbers of all games on the sheet."""
    with app.app_context():
        return [game.number for game in evenings.load_sheet(db.session, local_actor(db.session), 1)[1].games]


def test_a_game_is_taken_once(app: Flask, table: FlaskClient) -> None:
    """The same game again, as after an answer that got lost, gives its number and writes nothing."""
    uuid = str(uuid4())
    answers = [send(table, uuid=uuid) for _ in range(3)]
    assert [(answer.status_code, answer.json) for answer in answers] == [
        (201, {"ok": True, "number": 1}),
        (200, {"ok": True, "number": 1}),
        (200, {"ok": True, "number": 1}),
    ]
    assert answers[0].cache_control.no_store
    assert numbers(app) == [1]


def test_another_game_under_the_same_uuid_is_not_taken(app: Flask, table: FlaskClient) -> None:
    """What is in the book stays; the tablet hears that it is there, and under which number."""
    uuid = str(uuid4())
    send(table, uuid=uuid)
    answer = send(table, uuid=uuid, game={**SAUSPIEL, "augen": 95})
    assert (answer.status_code, answer.json["known"], answer.json["number"]) == (409, True, 1)
    assert numbers(app) == [1]


def test_a_game_that_somebody_else_may_have_entered_is_asked_about(app: Flask, table: FlaskClient) -> None:
    """Two tablets that knew the same list: the second hears what came since, and which of it looks like its own."""
    send(table)
    send(table, after_number=1, game={"contract": "wenz", "declarer": 1, "augen": 70})
    answer = send(table, game={**SAUSPIEL, "augen": 80})
    assert answer.status_code == 409
    assert answer.json["last_number"] == 2
    assert answer.json["message"] == "Inzwischen steht schon Spiel 2 in der Liste. Bitte erst nachsehen."
    assert [one["same"] for one in answer.json["since"]] == [True, False]
    assert answer.json["since"][0]["said"].startswith("Spiel 1: Sauspiel, Sepp + Xaver, 0,20")
    assert send(table, after_number=2).status_code == 201
    assert numbers(app) == [1, 2, 3]


@pytest.mark.parametrize(
    ("item", "said"),
    [
        ({"game": {**SAUSPIEL, "augen": 119}}, "119 Augen gibt es nicht."),
        ({"game": {**SAUSPIEL, "partner": 0}}, "Sepp"),
        ({"game": {**SAUSPIEL, "klopfer": 7}}, "Klopfer"),
        ({"game": {"contract": "skat"}}, "Spiel"),
        ({"uuid": None}, "fehlt"),
        ({"sheet": 2}, "das steht nicht zur Wahl"),
        ({"seite": 2}, "seite"),
    ],
)
def test_what_cannot_be_is_told_in_words(app: Flask, table: FlaskClient, item: dict[str, Any], said: str) -> None:
    """The same words as on the form; nothing is written."""
    answer = send(table, **item)
    assert (answer.status_code, answer.json["ok"]) == (422, False)
    assert said in answer.json["message"]
    assert numbers(app) == []


def test_a_question_is_answered_by_its_code(app: Flask, table: FlaskClient) -> None:
    """What can be but hardly is comes back as a question; accepted, it is taken."""
    hardly = {"contract": "wenz", "declarer": 0, "augen": 120}
    asked = send(table, game=hardly)
    assert (asked.status_code, numbers(app)) == (422, [])
    assert "Schwarz" in asked.json["message"]
    assert send(table, game=hardly, accept=["schwarz.unsure"]).status_code == 201


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b"\xff", b'{"uuid": 1}', b"[" * 999])
def test_what_is_no_item_is_refused(app: Flask, table: FlaskClient, body: bytes) -> None:
    """Nothing that is sent breaks anything."""
    assert table.post(TO, data=body, content_type="application/json").status_code == 422
    assert numbers(app) == []


def test_people_who_changed_seats_are_not_taken_for_others(app: Flask, table: FlaskClient) -> None:
    """A game that was entered for other people at the table is not written for those who sit there now."""
    assert send(table, seated=[4, 3, 2, 1]).status_code == 409
    assert send(table, seated=[1, 2, 3, 4]).status_code == 201
    assert numbers(app) == [1]


def test_an_evening_that_ended_elsewhere_is_told(app: Flask, table: FlaskClient) -> None:
    """The tablet hears it, and keeps its game."""
    table.post("/abende/1/beenden", data={"csrf_token": ""})
    answer = send(table)
    assert (answer.status_code, answer.json["ended"]) == (409, True)
    assert answer.json["message"].startswith("Der Abend ist beendet.")
    assert numbers(app) == []


def test_only_who_may_record_is_heard(app: Flask, table: FlaskClient) -> None:
    """A table's link may; a wall, a viewer and a stranger may not, and a page that is not ours has no token."""
    assert send(linked(app, Role.TABLE)).status_code == 201
    assert send(linked(app, Role.WALL)).status_code == 403
    assert send(browser(app, Role.VIEWER)).status_code == 403
    assert send(nobody(app)).status_code == 401
    assert send(browser(app, Role.SCORER, name="Fremd"), to="/listen/99/ausgang", sheet=99).status_code == 404
    assert numbers(app) == [1]


def test_an_item_needs_the_token_of_its_page(make_app: Callable[..., Flask]) -> None:
    """It comes in a header, since the body is JSON."""
    app = make_app(WTF_CSRF_ENABLED=True)
    with app.app_context():
        Book(app).start(FOUR)
    tablet = app.test_client()
    assert send(tablet).status_code == 400
    page = tablet.get("/listen/1").text
    token = page.partition('name="csrf_token" value="')[2].partition('"')[0]
    item = {"uuid": str(uuid4()), "sheet": 1, "after_number": 0, "game": SAUSPIEL}
    assert tablet.post(TO, json=item, headers={"X-CSRFToken": token}).status_code == 201
