"""The pages that put in a forgotten game, ask about later games, count the Bock and know what comes when all pass."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorebook.exchange import parse_game, parse_rules
from scorebook.ledger.evening import NamedRuleSet
from scorebook.services import access, evenings, recording
from scorebook.store.db import db
from tests.actions import SAUSPIEL, Page, Table

LOST = {"who": "1", "contract": "solo-herz", "result": "lost"}


@pytest.fixture
def table(client: FlaskClient) -> Table:
    """Give a table of four with the default rules."""
    return Table(client)


def with_rules(client: FlaskClient, rules: dict[str, Any]) -> Table:
    """Give a table that plays by changes to the default rules."""
    with client.application.app_context():
        named = NamedRuleSet("Hausregeln", "bayern_10_20_50", parse_rules(rules))
        key = evenings.keep_rule_set(db.session, access.local_actor(db.session), named)
    return Table(client, preset=str(key))


def send(table: Table, address: str, **answers: object) -> TestResponse:
    """Open a form, fill it in and send it; `None` leaves an answer out."""
    form = Page(table.client.get(address))
    assert form.status == 200
    sent = {**form.inputs, **answers}
    return table.client.post(address, data={name: value for name, value in sent.items() if value is not None})


def accepted(table: Table, address: str, asked: TestResponse, answer: int = 0) -> TestResponse:
    """Say yes to what a page asks about later games; everything typed is still there."""
    assert asked.status_code == 422
    form = Page(asked)
    sent = {**form.inputs, "accept": form.offered["accept"][answer]}
    return table.client.post(address, data=sent)


# --- Forgotten games ---


def test_a_forgotten_game_is_put_in(table: Table) -> None:
    """From a game's page to the form for its place; what becomes of later games is shown; then it is in the list."""
    games = [table.recorded(**SAUSPIEL) for _ in range(3)]
    address = f"/spiele/{games[1]}/davor"
    assert address in Page(table.client.get(f"/spiele/{games[1]}")).links
    form = Page(table.client.get(address))
    assert (form.value("dealer"), form.value("contract")) == ("1", "sauspiel")
    asked = send(table, address, **LOST)
    question = Page(asked)
    told = "Der Geber wechselt: Spiel 3 Vroni → Xaver, Spiel 4 Xaver → Zenzi"
    assert told in question.text("question")
    assert (question.value("who"), question.value("contract")) == ("1", "solo-herz")
    done = accepted(table, address, asked)
    assert done.status_code == 303
    page = Page(table.client.get(done.location))
    assert "Spiel 2 eingetragen: Solo Herz, Vroni" in page.text("message")
    assert "Spiel 5 · Geber Sepp" in page.text("top")
    assert table.totals() == ["+1,10", "−2,10", "+1,10", "−0,10"]
    assert "korrigiert" not in page.text("games")


def test_the_dealers_can_stay(table: Table) -> None:
    """The second answer puts the game in and leaves the dealers of the later ones alone."""
    games = [table.recorded(**SAUSPIEL) for _ in range(2)]
    address = f"/spiele/{games[1]}/davor"
    assert accepted(table, address, send(table, address, **LOST), 1).status_code == 303
    assert "Spiel 4 · Geber Xaver" in table.page.text("top")


def test_a_forgotten_game_that_cannot_be_is_told_at_its_field(table: Table) -> None:
    """Refused, the form comes again with the reason at its place and everything that was typed."""
    game = table.recorded(**SAUSPIEL)
    answer = send(table, f"/spiele/{game}/davor", who="0", partner="2", augen="119")
    assert answer.status_code == 422
    form = Page(answer)
    assert "119" in form.errors("augen")
    assert (form.value("who"), form.value("augen")) == ("0", "119")
    empty = send(table, f"/spiele/{game}/davor")
    assert "Wer hat gespielt?" in Page(empty).errors("who")


def test_a_form_for_a_forgotten_game_is_sent_twice(table: Table) -> None:
    """A double tap puts one game in; another game under the same mark is asked about; a stale list is told."""
    game = table.recorded(**SAUSPIEL)
    address = f"/spiele/{game}/davor"
    form = Page(table.client.get(address))
    sent = {**form.inputs, **SAUSPIEL}
    sent["accept"] = Page(table.client.post(address, data=sent)).offered["accept"][0]
    assert [table.client.post(address, data=sent).status_code for _ in range(2)] == [303, 303]
    assert "Spiel 3 · " in table.page.text("top")
    other = table.client.post(address, data={**sent, "partner": "3"})
    assert other.status_code == 409
    assert "neues Spiel" in Page(other).text("summary")
    stale = table.client.post(address, data={**sent, "uuid": str(uuid4())})
    assert stale.status_code == 409
    assert "Spiel 2 in der Liste" in Page(stale).text("summary")


def test_nothing_is_put_into_an_ended_evening(table: Table) -> None:
    """The page says that the evening has ended, and so does a form that was sent all the same."""
    game = table.recorded(**SAUSPIEL)
    address = f"/spiele/{game}/davor"
    form = Page(table.client.get(address))
    assert table.client.post("/abende/1/beenden").status_code == 303
    assert table.client.get(address).status_code == 409
    sent = table.client.post(address, data={**form.inputs, **SAUSPIEL})
    assert sent.status_code == 409
    assert "beendet" in Page(sent).text("summary")


# --- Corrections that others hang on ---


def test_a_correction_asks_about_later_games(client: FlaskClient) -> None:
    """What the Stock becomes is said game by game; the reason typed before is still there; a yes does it."""
    table = with_rules(client, {"all_pass": "stock"})
    passed = table.recorded(who="all_pass")
    table.recorded(**SAUSPIEL)
    address = f"/spiele/{passed}/korrigieren"
    asked = send(table, address, who="3", contract="wenz", result="won", reason="war ein Wenz")
    question = Page(asked)
    assert "Spiel 2: Im Stock davor: 0,80 € → –; Gezahlt: Sepp +0,60" in question.text("question")
    assert question.value("reason") == "war ein Wenz"
    assert accepted(table, address, asked).status_code == 303
    assert table.totals() == ["−0,30", "−0,70", "−0,30", "+1,30"]
    later = f"/spiele/{uuid_of(table)}"
    assert "Folge von Spiel 1: war ein Wenz" in Page(client.get(later)).text("list")


# --- Bock, and when all pass ---


def test_the_bock_is_announced_and_counted(client: FlaskClient) -> None:
    """The sheet says what the next game counts; the form does not ask for it, the book sets it."""
    table = with_rules(client, {"all_pass": "bock"})
    assert "danach Bock" in table.page.text("row-who")
    table.recorded(who="all_pass")
    page = table.page
    assert "Bock: dieses Spiel zählt 2-fach, offen sind 4." in page.text("bock")
    assert "bock" not in page.inputs
    table.recorded(**SAUSPIEL)
    assert table.totals() == ["+0,40", "−0,40", "+0,40", "−0,40"]
    assert "offen sind 3" in table.page.text("bock")


@pytest.mark.parametrize(
    ("rules", "told", "offered"),
    [
        ({}, "Alle weiter zusammenwerfen", "all_pass"),
        ({"all_pass": "stock"}, "Alle weiter je 0,20 € in den Stock", "all_pass"),
        ({"all_pass": "ramsch"}, "Ramsch wenn alle weiter sagen", "ramsch"),
        ({"all_pass": "muss"}, "0,20 € wenn alle weiter sagen", "muss"),
        ({"all_pass": "kreuzspiel"}, "0,20 € wenn alle weiter sagen", "kreuzspiel"),
        ({"all_pass": "bock"}, "Alle weiter danach Bock", "all_pass"),
    ],
)
def test_the_form_knows_what_comes_when_all_pass(
    client: FlaskClient, rules: dict[str, Any], told: str, offered: str
) -> None:
    """Beside the choices stands what this table does when nobody plays, and that can be entered."""
    page = with_rules(client, rules).page
    assert told in page.text("entry")
    assert offered in [*page.offered["who"], *page.offered["contract"]]


# --- What the form cannot ask about ---


def test_a_correction_keeps_who_gave_the_stoss(table: Table) -> None:
    """Who gave Kontra and Re was said elsewhere; correcting the Augen does not forget it."""
    uuid = uuid4()
    game = {"contract": "sauspiel", "declarer": 0, "partner": 2, "augen": 70, "stoss": [1, 0]}
    with table.client.application.app_context():
        recording.record_game(db.session, access.local_actor(db.session), 1, uuid, parse_game(game))
    assert send(table, f"/spiele/{uuid}/korrigieren", augen="80", reason="verzählt").status_code == 303
    assert last_game(table).stoss == (1, 0)
    assert send(table, f"/spiele/{uuid_of(table)}/korrigieren", stoss="1", reason="kein Re").status_code == 303
    assert last_game(table).stoss == 1


def test_what_was_wrong_is_told_and_kept(table: Table) -> None:
    """The reason of a broken rule is asked for, shown, and survives a correction; free text from elsewhere too."""
    uuid = table.recorded(**SAUSPIEL, revoke="0", revoke_reason="not_followed")
    assert "Regelverstoß Sepp (nicht bedient)" in Page(table.client.get(f"/spiele/{uuid}")).text("card")
    form = Page(table.client.get(f"/spiele/{uuid}/korrigieren"))
    assert form.value("revoke_reason") == "not_followed"
    alone = table.refused(**SAUSPIEL, revoke_reason="not_followed")
    assert "wer gegen die Regel verstoßen hat" in alone.errors("revoke_reason")


def last_game(table: Table) -> Any:
    """Give the last game that counts."""
    with table.client.application.app_context():
        return evenings.load_sheet(db.session, access.local_actor(db.session), 1)[1].standing[-1].game


def uuid_of(table: Table) -> UUID:
    """Give the UUID of the last game that counts."""
    with table.client.application.app_context():
        return evenings.load_sheet(db.session, access.local_actor(db.session), 1)[1].standing[-1].uuid
