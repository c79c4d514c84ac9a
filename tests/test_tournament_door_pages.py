"""The pages of the door: one line a person, many at once, and nothing typed is lost."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorebook.services.access import local_actor
from scorebook.services.tournament.desk import Seen, see
from scorebook.services.tournament.pasting import read_names
from scorebook.services.tournament.registering import Newcomer
from scorebook.store.db import db
from tests.actions import Page
from tests.tournaments import Hall, hall

DOOR = "/turniere/1/anmeldung"


def come(client: FlaskClient, **typed: str) -> TestResponse:
    """Fill in the line at the door as it stands there, and send it."""
    fresh = Page(client.get(DOOR))
    return client.post(DOOR, data={"uuid": fresh.value("uuid"), "paid": fresh.value("paid")} | typed)


def seen(app: Flask) -> Seen:
    """Read the tournament."""
    with app.app_context():
        return see(db.session, local_actor(db.session), 1)


def names(app: Flask) -> list[str]:
    """Give who is on the list, by number."""
    return [entrant.name for entrant in seen(app).entrants.values()]


# --- One by one ---


def test_one_after_the_other(client: FlaskClient, app: Flask) -> None:
    """A name and the fee that stands there already: the next number, what is in the till, and the line is empty."""
    hall(app, 0, fee=1000)
    answer = come(client, name="Sepp Huber")
    assert answer.status_code == 303
    page = Page(client.get(answer.location))
    assert "Nummer 1: Sepp Huber" in page.text("message")
    assert (page.value("name"), page.value("paid")) == ("", "10,00")
    assert "10,00 €" in page.text("tally")


def test_who_pays_later(client: FlaskClient, app: Flask) -> None:
    """Where one pays nothing yet, the line stands so for the next one too; what is owed is told."""
    hall(app, 0, fee=1000)
    page = Page(client.get(come(client, name="Sepp", paid="").location))
    assert page.value("paid") == ""
    assert "1 ohne Startgeld" in page.text("tally")


@pytest.mark.parametrize(
    ("typed", "field"),
    [({"name": "Sepp", "paid": "zehn"}, "paid"), ({"name": "x" * 61}, "name"), ({"name": " "}, "name")],
)
def test_wrong_at_the_door(client: FlaskClient, app: Flask, typed: dict[str, str], field: str) -> None:
    """What is wrong is said at its field; what was typed stands there still, and nobody is on the list."""
    hall(app, 0)
    answer = come(client, town="Landshut", **typed)
    page = Page(answer)
    assert answer.status_code == 422
    assert page.errors(field)
    assert page.value("town") == "Landshut"
    assert page.value(field) == typed[field]
    assert names(app) == []


def test_wishes_at_the_door(client: FlaskClient, app: Flask) -> None:
    """Who comes says with whom he sits, with whom not, and at which table; all of that counts for the draw."""
    hall(app, 6)
    assert come(client, name="Neuer Nachbar", apart="1, 2", together="3", table="1").status_code == 303
    wished = [(str(one.entry.wish), one.entry.players, one.entry.table) for one in seen(app).state.wishes]
    assert wished == [
        ("apart", (7, 1), None),
        ("apart", (7, 2), None),
        ("together", (7, 3), None),
        ("fixed", (7,), 1),
    ]


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"apart": "Vroni"}, "apart"),
        ({"apart": "99"}, "apart"),
        ({"together": "99"}, "together"),
        ({"together": "1 2 3 4 5"}, "together"),
        ({"apart": "3", "together": "3"}, "together"),
        ({"table": "vorn"}, "table"),
        ({"table": "0"}, "table"),
    ],
)
def test_wrong_wishes_at_the_door(client: FlaskClient, app: Flask, typed: dict[str, str], field: str) -> None:
    """A wish that cannot be is said at its field, with what was typed; nobody is on the list, nobody has paid."""
    hall(app, 6, fee=1000)
    page = Page(come(client, name="Neuer Nachbar", paid="10", **typed))
    assert page.status == 422
    assert page.errors(field)
    assert page.value(field) == typed[field]
    assert len(names(app)) == 6
    assert not seen(app).state.cash


def test_asked_at_the_door(client: FlaskClient, app: Flask) -> None:
    """A name that is on the list is asked about; said to be somebody else, he comes in; then which one is asked."""
    hall(app, 0)
    come(client, name="Sepp")
    page = Page(come(client, name="sepp"))
    assert "steht schon auf der Liste" in page.errors("name")
    come(client, name="Sepp", namesake="1")
    assert len(names(app)) == 2
    asked = client.post(DOOR, data={"name": "Sepp"})
    who = re.findall(r'name="who" value="(Sepp \(\d+\))"', asked.text)
    assert len(who) == 2
    again = Page(come(client, name="Sepp", who=who[0]))
    assert "steht schon auf der Liste" in again.errors("name")


def test_back_at_the_door(client: FlaskClient, app: Flask) -> None:
    """Who had left and stands at the door again is back with one tap."""
    hall(app, 4)
    uuid = Page(client.get("/turniere/1/leute/2")).value("uuid")
    assert client.post("/turniere/1/leute/2/gehen", data={"uuid": uuid, "from_round": "1"}).status_code == 303
    assert '<button type="submit" name="back" value="2">' in come(client, name=names(app)[1]).text
    assert come(client, name=names(app)[1], back="2").status_code == 303
    assert seen(app).state.players[2].plays(1)


def test_waiting_at_the_door(client: FlaskClient, app: Flask) -> None:
    """After the last place one waits; where one is free again, a tap lets in who waits longest."""
    hall(app, 4, capacity=4)
    answer = come(client, name="Warti")
    assert "Warti wartet" in Page(client.get(answer.location)).text("message")
    page = Page(client.post(f"{DOOR}/nachruecken", data={}))
    assert (page.status, "kein Platz frei" in page.text("summary")) == (422, True)
    client.post("/turniere/1/leute/2/gehen", data={"from_round": "1"})
    answer = client.post(f"{DOOR}/nachruecken", data={})
    assert "Nachgerückt: Warti" in Page(client.get(answer.location)).text("message")


def test_who_waits_pays_later(client: FlaskClient, app: Flask) -> None:
    """Where no place is free, the fee is not asked for beforehand; it is again once one is."""
    hall(app, 3, fee=1000, capacity=4)
    assert Page(client.get(DOOR)).value("paid") == "10,00"
    come(client, name="Neuer Nachbar", paid="10")
    assert Page(client.get(DOOR)).value("paid") == ""
    then = come(client, name="Noch Einer", paid="").location
    client.post("/turniere/1/leute/1/gehen", data={"from_round": "1", "reason": ""})
    assert Page(client.get(then)).value("paid") == "10,00"


def test_nobody_comes_in_after_the_draw(client: FlaskClient, app: Flask) -> None:
    """Who waits is named before the draw; when it is too late for him, no page offers what would be refused."""
    with app.app_context():
        there = Hall(6, capacity=5)
    client.post("/turniere/1/leute/1/gehen", data={"from_round": "1", "reason": ""})
    draw = "/turniere/1/auslosung"
    assert "Noch auf der Warteliste:" in Page(client.get(draw)).text()
    assert "/nachruecken" in client.get(DOOR).text
    with app.app_context():
        there.draw()
    assert "Noch auf der Warteliste:" not in Page(client.get(draw)).text()
    assert "/nachruecken" not in client.get(DOOR).text
    assert "nachrücken" not in Page(client.get("/turniere/1")).text()
    assert "Nachmelden bis Runde" in Page(client.get(DOOR)).text()


def test_too_late(client: FlaskClient, app: Flask) -> None:
    """Once the last round for late entries is drawn, nobody comes onto the list but to help out."""
    with app.app_context():
        Hall(8).draw()
    page = Page(come(client, name="Spätzünder"))
    assert page.status == 422
    assert page.text("summary")
    assert come(client, name="Spätzünder", substitute="y").status_code == 303


def test_who_sounds_like_another(client: FlaskClient, app: Flask) -> None:
    """A name that is nearly one of the list comes in all the same, and the page points at both."""
    hall(app, 0)
    come(client, name="Sepp Huber")
    page = Page(client.get(come(client, name="Sep Huber").location))
    assert "Nummer 2, Sep Huber, klingt wie Nummer 1, Sepp Huber." in page.text("question")


# --- Many at once ---

MESS = """
1.\tSepp Huber;\t2) Änne Weiß\r
;;\t
  3 Girgl 'Alt'\t\t\t
12
Nr. 4: Vroni; Xaver von und zu

"""


def test_names_from_anywhere() -> None:
    """Tabs, semicolons, empty lines and numbers before the names do not hinder; numbers alone are nobody."""
    found = [one.name for one in read_names(MESS)]
    assert found == ["Sepp Huber", "Änne Weiß", "Girgl 'Alt", "Vroni", "Xaver von und zu"]


def test_names_under_a_heading() -> None:
    """Under a heading each line is one person, with what the columns say; a short line lacks what it lacks."""
    text = "Nr;Nachname;Vorname;Ort;Mannschaft;Jahrgang\n1;Huber;Sepp;Landshut;Die Wilden;1950\n\n2;Weiß;Änne\n;;;;;"
    assert read_names(text) == (
        Newcomer("Sepp Huber", town="Landshut", team="Die Wilden", born="1950"),
        Newcomer("Änne Weiß"),
    )


def paste(client: FlaskClient, text: str, **decided: str) -> TestResponse:
    """Send the list, to be read or to be registered."""
    return client.post(f"{DOOR}/viele", data={"names": text, **decided})


def test_four_hundred_at_once(client: FlaskClient, app: Flask) -> None:
    """Four hundred names, however they are parted, are looked at first and then on the list, those too many waiting."""
    hall(app, 0, capacity=390)
    parts = ("\n", "\t", ";", "\n\n", "; ")
    text = "".join(
        f"{number}. Gast {'abcdefghij'[number % 10]}{number}x{parts[number % 5]}" for number in range(1, 401)
    )
    page = Page(paste(client, text))
    assert "400 Namen gelesen" in page.text()
    assert names(app) == []
    answer = paste(client, text, do="register")
    assert answer.status_code == 303
    assert "400 eingetragen. Davon warten 10." in Page(client.get(answer.location)).text("message")
    assert len(names(app)) == 400


def test_pasted_names_are_asked_about(client: FlaskClient, app: Flask) -> None:
    """Who is on the list already, or stands twice in it, is asked about; nobody is on the list before it is clear."""
    hall(app, 0)
    come(client, name="Sepp")
    text = "Sepp\nVroni\nXaver\nVroni"
    page = Page(paste(client, text, do="register"))
    assert page.status == 422
    assert "Vroni steht hier zweimal." in page.text()
    assert page.inputs["who-0-Sepp"] == ["-"]
    assert page.inputs["who-3-Vroni"] == []
    assert names(app) == ["Sepp"]
    half = Page(paste(client, text, do="register", **{"who-0-Sepp": "-"}))
    assert (half.status, names(app)) == (422, ["Sepp"])
    answer = paste(client, text, do="register", **{"who-0-Sepp": "-", "who-3-Vroni": "+"})
    assert answer.status_code == 303
    assert [name.partition(" (")[0] for name in names(app)] == ["Sepp", "Vroni", "Xaver", "Vroni"]


def test_what_was_decided_of_another_list(client: FlaskClient, app: Flask) -> None:
    """What was decided of a name does not hold for another that stands in its place by now."""
    hall(app, 0)
    assert paste(client, "Vroni\nXaver", do="register", **{"who-0-Sepp": "-"}).status_code == 303
    assert names(app) == ["Vroni", "Xaver"]


@pytest.mark.parametrize("text", ["", " \n;;\t", "1\n2\n3"])
def test_a_list_without_names(client: FlaskClient, app: Flask, text: str) -> None:
    """A list in which no name is, is said so at the field, and stands there still."""
    hall(app, 0)
    page = Page(paste(client, text))
    assert (page.status, page.errors("names")) == (422, "Darin steht kein Name.")


def test_wrong_in_a_list(client: FlaskClient, app: Flask) -> None:
    """A name that is too long is said with the name, and can be left out; left without anybody nothing is done."""
    hall(app, 0)
    long = "x" * 61
    page = Page(paste(client, f"Sepp\n{long}", do="register"))
    assert page.status == 422
    assert "höchstens 60" in page.text("errors")
    assert paste(client, long, do="register", **{f"who-0-{long}": "-"}).status_code == 422
    assert paste(client, f"Sepp\n{long}", do="register", **{f"who-1-{long}": "-"}).status_code == 303


# --- The list, check-in, wishes ---


def test_the_list_in_parts(client: FlaskClient, app: Flask) -> None:
    """The list is by name or by number, of all or of those who wait, owe, left or help out."""
    hall(app, 6, capacity=4, fee=500)
    client.post("/turniere/1/leute/2/startgeld", data={"paid": "5"})
    client.post("/turniere/1/leute/3/gehen", data={"from_round": "1", "reason": "Hunger"})

    def shown(query: str) -> list[str]:
        return re.findall(r'<td class="number">(\d+)</td>', client.get(f"/turniere/1/leute?{query}").text)

    assert sorted(shown("")) == list("123456")
    assert shown("nach=nummer") == list("123456")
    assert (shown("nur=warten&nach=nummer"), shown("nur=weg"), shown("nur=springer")) == (["5", "6"], ["3"], [])
    assert shown("nur=offen&nach=nummer") == ["1", "4"]


def test_by_start_number(client: FlaskClient, app: Flask) -> None:
    """Who is here is said by numbers; a number that is none is said at the field, with what was typed."""
    hall(app, 5)
    assert client.post("/turniere/1/da", data={"round": "1", "players": "1, 3 5"}).status_code == 303
    assert "3 von 5" in Page(client.get("/turniere/1/da")).text("tally")
    assert client.post("/turniere/1/da", data={"round": "1", "away": "3"}).status_code == 303
    assert "2 von 5" in Page(client.get("/turniere/1/da")).text("tally")
    assert "3 fehlen noch" in Page(client.get("/turniere/1")).text("now")
    for typed in ("drei", "99", ""):
        page = Page(client.post("/turniere/1/da", data={"round": "1", "players": typed}))
        assert (page.status, page.value("players")) == (422, typed)
        assert page.errors("players")


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"wish": "apart", "players": "eins"}, "players"),
        ({"wish": "apart", "players": "1"}, "players"),
        ({"wish": "fixed", "players": "1", "table": "vorn"}, "table"),
        ({"wish": "never", "players": "1 2"}, "wish"),
    ],
)
def test_wishes_typed_wrong(client: FlaskClient, app: Flask, typed: dict[str, str], field: str) -> None:
    """A wish that cannot be read, or cannot be, is said at its field."""
    hall(app, 5)
    page = Page(client.post("/turniere/1/leute/wuensche", data=typed))
    assert page.status == 422
    assert page.errors(field)
    assert page.value("players") == typed["players"]


def test_a_wish_noted_and_dropped(client: FlaskClient, app: Flask) -> None:
    """A wish stands on the list, at the person too, until it is dropped."""
    hall(app, 5)
    sent = {"wish": "fixed", "players": "2", "table": "3"}
    assert client.post("/turniere/1/leute/wuensche", data=sent).status_code == 303
    assert "fest an Tisch 3" in Page(client.get("/turniere/1/leute")).text()
    assert "fest an Tisch 3" in Page(client.get("/turniere/1/leute/2")).text()
    entry = seen(app).state.wishes[0].number
    assert client.post(f"/turniere/1/leute/wuensche/{entry}/weg", data={}).status_code == 303
    assert "fest an Tisch" not in Page(client.get("/turniere/1/leute")).text()


def test_nobody_of_that_number(client: FlaskClient, app: Flask) -> None:
    """A start number that nobody has is no page."""
    hall(app, 2)
    assert client.get("/turniere/1/leute/9").status_code == 404
    assert client.post("/turniere/1/leute/9/startgeld", data={"paid": "5"}).status_code == 404


def test_what_else_stands_where_something_is_refused(client: FlaskClient, app: Flask) -> None:
    """A fee that is no amount is said at its field; who goes would still do so from the round that comes."""
    with app.app_context():
        Hall(8, rounds=3).play(1)
    page = Page(client.post("/turniere/1/leute/2/startgeld", data={"paid": "zehn"}))
    assert (page.status, page.value("paid"), page.value("from_round")) == (422, "zehn", "2")
    assert page.errors("paid")
    sent = {"from_round": "1", "reason": "Hunger"}
    page = Page(client.post("/turniere/1/leute/2/gehen", data=sent))
    assert (page.status, page.value("from_round"), page.value("reason")) == (422, "1", "Hunger")
    assert page.errors("from_round")
