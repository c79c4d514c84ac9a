"""Penalties, rulings and substitutes at a table: entered by the director, shown where they count, taken back."""

import re
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorebook.league.tournament.entries import Listed
from scorebook.league.tournament.state import Tournament
from scorebook.services.access import Role, local_actor
from scorebook.services.tournament import desk, listing, results
from scorebook.services.tournament.registering import Newcomer
from scorebook.store.db import db
from tests.doors import browser
from tests.tournaments import Hall

AT = "/turniere/1/runden/1/listen/1"


@pytest.fixture
def drawn(app: Flask) -> FlaskClient:
    """Give the director's browser at a tournament of eight and a substitute, whose first round is drawn."""
    with app.app_context():
        hall = Hall(8)
        hall.register(Newcomer("Springer Schorsch", substitute=True))
        hall.draw()
    return app.test_client()


def state(app: Flask) -> Tournament:
    """Give where the tournament stands."""
    with app.app_context():
        return desk.see(db.session, local_actor(db.session), 1).state


def send(client: FlaskClient, address: str, **typed: Any) -> TestResponse:
    """Send a form."""
    return client.post(address, data={"uuid": str(uuid4()), **typed})


def number_of(client: FlaskClient) -> str:
    """Give the number of the entry that stands first among what was decided."""
    found = re.search(r"/eintraege/(\d+)/zuruecknehmen", client.get("/turniere/1/entscheidungen").text)
    assert found is not None
    return found[1]


def test_penalty(app: Flask, drawn: FlaskClient) -> None:
    """Somebody loses points with a reason; it stands in the list of decisions and at his table."""
    typed = {"player": "3", "round": "1", "points": "20", "reason": "Karten vermischt"}
    assert send(drawn, "/turniere/1/strafen", **typed).status_code == 303
    (penalty,) = state(app).penalties
    assert (penalty.entry.player, penalty.entry.points) == (3, 20)  # type: ignore[union-attr]
    table = next(one.number for one in state(app).rounds[0].tables if 3 in one.seated)
    for address in ("/turniere/1/entscheidungen", f"/turniere/1/runden/1/listen/{table}"):
        assert "20 Strafpunkte" in drawn.get(address).text


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"player": ""}, "Welche Startnummer?"),
        ({"player": "99"}, "Die Startnummer 99 gibt es nicht."),
        ({"player": "zwei"}, "Welche Startnummer?"),
        ({"points": "0"}, "Eine Zahl von 1 bis 99999."),
        ({"points": "-20"}, "Eine Zahl von 1 bis 99999."),
        ({"points": "2O"}, "Eine Zahl von 1 bis 99999."),
        ({"reason": " "}, "Warum? Ein Wort genügt."),
        ({"round": "2"}, "Runde 2 ist noch nicht ausgelost."),
        ({"round": ""}, "noch nicht ausgelost."),
    ],
)
def test_penalties_that_cannot_be(app: Flask, drawn: FlaskClient, wrong: dict[str, str], said: str) -> None:
    """What is wrong with a penalty is said at its field; what was typed is still there, and nothing is written."""
    typed = {"player": "3", "round": "1", "points": "20", "reason": "Karten vermischt", **wrong}
    answer = send(drawn, "/turniere/1/strafen", **typed)
    assert answer.status_code == 422
    assert said in answer.text
    assert f'name="player" value="{typed["player"]}"' in answer.text
    assert state(app).penalties == ()


def test_penalty_sent_twice(app: Flask, drawn: FlaskClient) -> None:
    """A double tap is one penalty."""
    typed = {"uuid": str(uuid4()), "player": "3", "round": "1", "points": "20", "reason": "zu spät"}
    for _ in range(2):
        assert send(drawn, "/turniere/1/strafen", **typed).status_code == 303
    assert len(state(app).penalties) == 1


def published(app: Flask) -> None:
    """Hand in all lists of the first round and publish its standings."""
    with app.app_context():
        who, uuid = local_actor(db.session), uuid4()
        lists = [Listed(1, table, (30, 10, -10, -30), 32) for table in (1, 2)]
        listing.hand_in_all(db.session, who, 1, uuid, lists)
        results.publish(db.session, who, 1, uuid4(), 1)


def test_looked_at_before(app: Flask, drawn: FlaskClient) -> None:
    """A penalty that changes standings that are out shows ranks and totals first, and is written at the second tap."""
    published(app)
    typed = {"uuid": str(uuid4()), "player": "3", "round": "1", "points": "200", "reason": "Karten gezeigt"}
    shown = send(drawn, "/turniere/1/strafen", **typed)
    assert shown.status_code == 200
    assert "Der Stand nach Runde 1 ist schon draußen. Er ändert sich." in shown.text
    assert "Ja, so eintragen" in shown.text
    assert state(app).penalties == ()
    sure = re.search(r'name="sure" value="(\d+)"', shown.text)
    assert sure is not None
    for _ in range(2):
        assert send(drawn, "/turniere/1/strafen", **typed, sure=sure[1]).status_code == 303
    assert len(state(app).penalties) == 1


def test_taken_back_after_a_look(app: Flask, drawn: FlaskClient) -> None:
    """Taking a penalty back shows the same before; a change meanwhile is shown anew."""
    send(drawn, "/turniere/1/strafen", player="3", round="1", points="20", reason="zu spät")
    published(app)
    address, typed = f"/turniere/1/eintraege/{number_of(drawn)}/zuruecknehmen", {"reason": "Irrtum"}
    shown = send(drawn, address, **typed)
    assert shown.status_code == 200
    assert "Ja, zurücknehmen" in shown.text
    sure = re.search(r'name="sure" value="(\d+)"', shown.text)
    assert sure is not None
    send(drawn, "/turniere/1/entscheidungen", round="1", table="1", text="So ist es.")
    assert send(drawn, address, **typed, sure=sure[1]).status_code == 200
    last = {"uuid": str(uuid4()), **typed, "sure": str(int(sure[1]) + 1)}
    for _ in range(2):
        assert send(drawn, address, **last).status_code == 303
    assert state(app).penalties == ()


def test_ruling(app: Flask, drawn: FlaskClient) -> None:
    """What was decided at a table stands there; what is for all stands in the list. It can be taken back, once."""
    for table in ("1", ""):
        typed = {"round": "1", "table": table, "text": "Das Spiel wird wiederholt."}
        assert send(drawn, "/turniere/1/entscheidungen", **typed).status_code == 303
    assert len(state(app).rounds[0].tables[0].rulings) == len(state(app).rounds[0].rulings) == 1
    assert "Das Spiel wird wiederholt." in drawn.get(AT).text
    number = number_of(drawn)
    address = f"/turniere/1/eintraege/{number}/zuruecknehmen"
    without = send(drawn, address, reason="")
    assert without.status_code == 422
    assert f'id="reason-{number}-errors"' in without.text
    assert send(drawn, address, reason="Irrtum").status_code == 303
    assert state(app).rounds[0].rulings == ()
    assert send(drawn, address, reason="Irrtum").status_code == 409


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"text": ""}, "Was ist entschieden?"),
        ({"text": "x" * 501}, "Das ist zu lang"),
        ({"table": "9"}, "Tisch 9 gibt es in dieser Runde nicht."),
        ({"table": "x"}, "Welcher Tisch?"),
    ],
)
def test_rulings_that_cannot_be(app: Flask, drawn: FlaskClient, wrong: dict[str, str], said: str) -> None:
    """What is wrong with a ruling is said, and nothing is written."""
    answer = send(drawn, "/turniere/1/entscheidungen", **{"round": "1", "table": "1", "text": "So ist es.", **wrong})
    assert answer.status_code == 422
    assert said in answer.text
    assert state(app).rounds[0].tables[0].rulings == ()


def test_somebody_takes_over(app: Flask, drawn: FlaskClient) -> None:
    """A substitute sits down; the list still counts for who left, and says so. Taken back, all is as it was."""
    before = state(app).rounds[0].tables[0].seated
    assert "9 Springer Schorsch" in drawn.get(f"{AT}/springer").text
    typed = {"seat": "1", "came": "9", "counts_for": "left"}
    assert send(drawn, f"{AT}/springer", **typed).location == AT
    table = state(app).rounds[0].tables[0]
    assert (table.seated[1], table.counts[1]) == (9, before[1])
    assert "Springer Schorsch ist eingesprungen" in drawn.get(AT).text
    address = f"/turniere/1/eintraege/{number_of(drawn)}/zuruecknehmen"
    assert send(drawn, address, reason="doch da").status_code == 303
    assert state(app).rounds[0].tables[0].seated == before


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"seat": ""}, "Für wen?"),
        ({"seat": "7"}, "Für wen?"),
        ({"came": ""}, "Welche Startnummer?"),
        ({"came": "55"}, "Die Startnummer 55 gibt es nicht."),
        ({"came": "8"}, "sitzt in dieser Runde schon an Tisch"),
        ({"counts_for": "x"}, "Für wen zählt die Liste?"),
    ],
)
def test_substitutes_that_cannot_be(app: Flask, drawn: FlaskClient, wrong: dict[str, str], said: str) -> None:
    """Who sits elsewhere, or is nobody, takes over no seat: it is said at the field."""
    answer = send(drawn, f"{AT}/springer", **{"seat": "1", "came": "9", "counts_for": "left", **wrong})
    assert answer.status_code == 422
    assert said in answer.text
    assert state(app).rounds[0].tables[0].substituted == ()


def test_the_director_decides(app: Flask, drawn: FlaskClient) -> None:
    """Helpers see what was decided, and decide nothing."""
    helper = browser(app, Role.SCORER)
    assert "<form" not in helper.get("/turniere/1/entscheidungen").text.partition("<main")[2].partition("</main")[0]
    for address in ("/turniere/1/strafen", "/turniere/1/entscheidungen", f"{AT}/springer"):
        assert send(helper, address).status_code == 403
