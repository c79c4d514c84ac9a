"""The page "Plätze", the last round, further tables and what happened, as people see them."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorebook.services import evenings
from scorebook.services.verifying import verify_book
from scorebook.store.db import db
from tests.actions import FOUR, SAUSPIEL, Page, Table

FIVE = (*FOUR, "Hias")
PASSED = {"who": "all_pass", "contract": None}


class Seats:
    """The page "Plätze" of a table."""

    def __init__(self, table: Table) -> None:
        self.table = table

    @property
    def page(self) -> Page:
        """The page as it is now."""
        return Page(self.table.client.get(f"{self.table.address}/plaetze"))

    def send(self, what: str, page: Page | None = None, **fields: Any) -> TestResponse:
        """Send one of its forms, as the page had made it."""
        page = page or self.page
        kept = {name: page.value(name) for name in ("seated", "after_number")}
        place = what if what == "letzte-runde" else f"plaetze/{what}"
        return self.table.client.post(f"{self.table.address}/{place}", data=kept | fields)

    def id_of(self, name: str) -> str:
        """The id of somebody at the table."""
        return dict(zip(self.names, self.page.value("seated").split(","), strict=True))[name]

    @property
    def names(self) -> list[str]:
        """Who sits there, by seat."""
        told = self.page.text("seats").split("Geht")[:-1]
        return [re.fullmatch(r" ?\d (.*?)( gibt)?( sitzt aus)? ?", one)[1] for one in told]


@pytest.fixture
def seats(client: FlaskClient) -> Seats:
    """Give the page of a table of five."""
    return Seats(Table(client, FIVE))


def followed(table: Table, answer: TestResponse) -> Page:
    """Give the page to which an answer leads."""
    assert answer.status_code == 303, Page(answer).text("summary")
    return Page(table.client.get(answer.location))


def test_the_page_shows_how_they_sit(seats: Seats) -> None:
    """All names in order, who deals and who therefore sits out; the sheet leads there."""
    assert f"{seats.table.address}/plaetze" in seats.table.page.links
    assert seats.names == [*FIVE]
    assert "1 Sepp gibt sitzt aus Geht" in seats.page.text("seats")
    assert seats.page.value("after") == seats.id_of("Hias")


def test_who_comes_sits_down_where_he_is_put(seats: Seats) -> None:
    """A new name, on the left of the chosen one; the sheet says so and asks for two who sit out; twice is once."""
    page = seats.page
    sent = {"name": " Kathi ", "after": seats.id_of("Vroni")}
    answer = seats.send("kommt", page, **sent)
    shown = followed(seats.table, answer)
    assert "Ab Spiel 1 sitzt Kathi mit am Tisch." in shown.text("message")
    assert shown.inputs["sitting_out"] == ["0", "3"]
    assert seats.send("kommt", page, **sent).status_code == 303
    assert seats.names == ["Sepp", "Vroni", "Kathi", "Xaver", "Zenzi", "Hias"]


def test_who_goes_stays_in_the_list(seats: Seats) -> None:
    """After a game somebody goes: four play on, and his total stays to be seen with a mark."""
    seats.table.recorded(**PASSED)
    shown = followed(seats.table, seats.send("geht", person=seats.id_of("Hias")))
    assert "Ab Spiel 2 sitzen im Uhrzeigersinn: Sepp – Vroni – Xaver – Zenzi." in shown.text("message")
    assert "Hias weg" in shown.text("total")
    page = seats.page
    refused = Page(seats.send("geht", page, person=page.value("seated").split(",")[0]))
    assert refused.status == 422
    assert "Zu dritt geht es nicht weiter." in refused.errors("person")


def test_two_change_seats_and_all_sit_down_anew(seats: Seats) -> None:
    """A swap by two choices; new numbers for all; the deal stays with the chair."""
    page = seats.page
    answer = seats.send("tauschen", page, one=seats.id_of("Sepp"), other=seats.id_of("Zenzi"))
    assert "Zenzi – Vroni – Xaver – Sepp – Hias" in followed(seats.table, answer).text("message")
    followed(seats.table, seats.send("ordnen", order=["5", "4", "3", "2", "1"]))
    assert seats.names == ["Hias", "Sepp", "Xaver", "Vroni", "Zenzi"]


@pytest.mark.parametrize("nobody", ["2,3", "9" * 5000, "٢", "x", ""])
def test_nobody_gets_up_where_nobody_is_named(seats: Seats, nobody: str) -> None:
    """What is the number of nobody at the table moves nobody, and breaks nothing."""
    before = seats.names
    assert seats.send("geht", person=nobody).status_code in (303, 422)
    assert seats.names == before


@pytest.mark.parametrize(
    ("what", "fields", "place", "words"),
    [
        ("kommt", {"name": " ", "after": "1"}, "name", "Hier fehlt ein Name."),
        ("kommt", {"name": "vroni", "after": "1"}, "name", "vroni sitzt schon am Tisch."),
        ("kommt", {"name": "Kathi", "after": "99"}, "after", "Auf diesem Platz"),
        ("kommt", {"name": "Kathi", "after": "x"}, "after", "Auf diesem Platz"),
        ("tauschen", {"one": "1", "other": "1"}, "other", "Das ist zweimal derselbe."),
        ("tauschen", {"one": "1"}, "other", "Auf diesem Platz"),
        ("tauschen", {"one": "1", "other": "1,2,3,4"}, "other", "Auf diesem Platz"),
        ("kommt", {"name": "Kathi", "after": "9" * 5000}, "after", "Auf diesem Platz"),
        ("ordnen", {"order": ["1", "1", "2", "3", "4"]}, "order", "Jede Zahl von 1 bis 5"),
        ("ordnen", {"order": ["eins", "", "2", "3", "4"]}, "order", "Jede Zahl von 1 bis 5"),
        ("ordnen", {"order": ["1", "2"]}, "order", "Jede Zahl von 1 bis 5"),
    ],
)
def test_what_cannot_be_is_said_at_its_field(
    seats: Seats, what: str, fields: dict[str, Any], place: str, words: str
) -> None:
    """Each error stands at its field and in the summary, what was typed is still there, and nobody moved."""
    page = Page(seats.send(what, **fields))
    assert page.status == 422
    assert words in page.errors(place)
    assert "Noch nicht geändert." in page.text("summary")
    if "name" in fields:
        assert page.value("name") == fields["name"]
    assert seats.names == [*FIVE]


def test_an_old_page_changes_nothing(seats: Seats) -> None:
    """Somebody else moved people or recorded a game meanwhile: the page comes again and says so."""
    old = seats.page
    seats.send("geht", person=seats.id_of("Hias"))
    answer = seats.send("kommt", old, name="Kathi", after=old.value("after"))
    assert answer.status_code == 409
    assert "Inzwischen sitzen am Tisch andere" in Page(answer).text("summary")
    old = seats.page
    seats.table.recorded(**SAUSPIEL)
    answer = seats.send("kommt", old, name="Kathi", after=old.value("seated").split(",")[0])
    assert answer.status_code == 409
    assert Page(answer).value("name") == "Kathi"


def test_a_game_for_other_seats_is_asked_about(seats: Seats) -> None:
    """A form from before a swap books nobody's game on somebody else: it comes again, without the names tapped."""
    table = seats.table
    old = table.page
    seats.send("tauschen", one=seats.id_of("Vroni"), other=seats.id_of("Hias"))
    answer = table.record(**SAUSPIEL | {"who": "1", "seated": old.value("seated"), "augen": "77"})
    page = Page(answer)
    assert answer.status_code == 409
    assert "Inzwischen sitzen am Tisch andere" in page.text("summary")
    assert (page.value("who"), page.value("partner"), page.value("augen")) == ("", "", "77")
    assert table.record(**SAUSPIEL | {"who": "1", "seated": page.value("seated")}).status_code == 303


def test_no_script_and_no_token_nothing_changes(make_app: Callable[..., Flask]) -> None:
    """Without this browser's token nothing happens, and what was typed comes back."""
    app = make_app(WTF_CSRF_ENABLED=True)
    client = app.test_client()
    page = Page(client.get("/abende/neu"))
    names = [*FOUR, "", "", ""]
    sent = {"csrf_token": page.value("csrf_token"), "names": names, "preset": "bayern_10_20_50"}
    sheet = client.post("/abende/neu", data=sent).location
    answer = client.post(f"{sheet}/plaetze/kommt", data={"name": "Hias"})
    assert answer.status_code == 400
    assert Page(answer).value("name") == "Hias"
    assert client.post(f"{sheet}/letzte-runde", data={"tun": "ansagen"}).status_code == 400


def test_the_last_round_is_told_on_the_sheet(seats: Seats) -> None:
    """Called, the sheet says who still deals; when all have dealt equally often it leads to the end."""
    table = seats.table
    for _ in range(3):
        table.recorded(**PASSED)
    shown = followed(table, seats.send("letzte-runde", tun="ansagen"))
    assert "Letzte Runde: noch 2 Spiele, es geben Zenzi, Hias." in shown.text("message")
    table.recorded(**PASSED)
    assert "Letzte Runde: noch 1 Spiel, es gibt Hias." in table.page.text("message")
    table.recorded(**PASSED)
    assert "Letzte Runde ist aus: alle haben gleich oft gegeben." in table.page.text("message")
    assert "/abende/1#beenden" in table.page.links
    table.recorded(**PASSED)
    seats.send("letzte-runde", tun="weiter")
    assert "Letzte Runde" not in table.page.text()


def test_six_choose_who_sits_out(client: FlaskClient) -> None:
    """At the start and later on a page: the dealer and the one opposite, or the next; fewer are not asked."""
    table = Table(client, (*FIVE, "Kathi"), pattern="next")
    seats = Seats(table)
    assert table.page.inputs["sitting_out"] == ["0", "1"]
    assert seats.page.value("pattern") == "next"
    assert "Aussetzer: das steht nicht zur Wahl." in Page(seats.send("aussetzer", pattern="quer")).errors("pattern")
    seats.send("aussetzer", pattern="opposite")
    assert table.page.inputs["sitting_out"] == ["0", "3"]
    table.recorded(**PASSED, sitting_out=["2", "5"])
    assert table.page.inputs["sitting_out"] == ["1", "4"]
    seats.send("geht", person=seats.id_of("Kathi"))
    assert "pattern" not in seats.page.offered


def test_a_further_table(seats: Seats, app: Flask) -> None:
    """The evening opens a second table; nobody sits at both; somebody changes over; the totals are those of both."""
    client, table = seats.table.client, seats.table
    table.recorded(**SAUSPIEL | {"who": "1", "sitting_out": ["0"]})
    assert "/abende/1/tisch" in Page(client.get("/abende/1")).links
    page = Page(client.get("/abende/1/tisch"))
    assert page.value("preset") == page.offered["preset"][0]
    assert "turnier_plusminus" not in page.offered["preset"]
    sent = {
        "names": ["Resi", "Toni", "Leni", "Sepp"],
        "first_dealer": "1",
        "preset": page.value("preset"),
        "known": "1",
    }
    refused = Page(client.post("/abende/1/tisch", data=sent))
    assert refused.status == 422
    assert "Sepp sitzt gerade an Tisch 1." in refused.errors("names-3")
    assert refused.inputs["names"][:4] == sent["names"]
    sent["names"][3] = "Hans"
    answers = [client.post("/abende/1/tisch", data=sent) for _ in range(2)]
    assert [answer.location for answer in answers] == ["/listen/2"] * 2
    second = Page(client.get("/listen/2"))
    assert "Tisch 2 · Spiel 1 · Geber Toni" in second.text("top")
    seats.send("geht", person=seats.id_of("Hias"))
    here = Page(client.get("/listen/2/plaetze"))
    kept = {name: here.value(name) for name in ("seated", "after_number", "after")}
    assert client.post("/listen/2/plaetze/kommt", data=kept | {"name": "Hias"}).status_code == 303
    game = {**SAUSPIEL, "who": "4", "partner": "0", "players": "5", "sitting_out": "1", "dealer": "1"}
    assert client.post("/listen/2/spiele", data=game).status_code == 303
    overview = Page(client.get("/abende/1"))
    assert "Hias0,00 €" in overview.text("totals")
    assert "Resi+0,20 €" in overview.text("totals")
    assert "Tisch 2: Hias kommt dazu" in overview.text("events")
    assert "Tisch 1: Hias geht" in overview.text("events")
    assert {"list-1", "list-2"} <= overview.ids
    assert "2 Tische" in Page(client.get("/")).text()
    assert client.get("/abende/1/abrechnung.pdf").status_code == 200
    with app.app_context():
        verify_book(db.session)


def test_the_day_changes_in_the_list(client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the local day changes between games the lists say so, and the heading has two spells, not one of a day."""
    from scorebook.services import recording

    table = Table(client)
    with app.app_context():
        from scorebook.services.access import local_actor

        begun = evenings.load_evening(db.session, local_actor(db.session), 1).begun

    class Clock(datetime):
        moment = begun

        @classmethod
        def now(cls, tz: Any = None) -> datetime:
            return cls.moment.astimezone(tz or UTC)

    monkeypatch.setattr(recording, "datetime", Clock)
    table.recorded(**PASSED)
    Clock.moment = begun + timedelta(days=1)
    table.recorded(**PASSED)
    assert "ab Spiel 2: " in table.page.text("day")
    overview = Page(client.get("/abende/1"))
    assert overview.text("day").startswith("ab hier ")
    assert " und " in overview.text("soft")
