"""The page "Auslosen": cards drawn by the tablet or at the table, for seats and for who deals first."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorebook.web import drawing
from tests.actions import FOUR, SAUSPIEL, Page, Table, start
from tests.book import Book
from tests.test_web_seating import Seats, followed

DRAWN = ("E9", "SS", "EK", "HZ")
"""By these Vroni is the first, then Zenzi, Xaver, Sepp."""


class Draw:
    """The page "Auslosen" of a table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.address = f"{table.address}/plaetze/auslosen"

    @property
    def page(self) -> Page:
        """The page as it first is."""
        return Page(self.table.client.get(self.address))

    def show(self, *cards: str, page: Page | None = None, **fields: Any) -> Page:
        """Say which cards were drawn, by seat, as the page had asked for them."""
        return Page(self.table.client.get(self.address, query_string=self.sent(cards, page, fields)))

    def seat(self, *cards: str, page: Page | None = None, **fields: Any) -> TestResponse:
        """Let them sit down so."""
        return self.table.client.post(self.address, data=self.sent(cards, page, fields))

    def sent(self, cards: tuple[str, ...], page: Page | None, fields: dict[str, Any]) -> dict[str, Any]:
        """Give what a browser sends."""
        page = page or self.page
        kept = {name: page.value(name) for name in ("seated", "after_number", "stake")}
        return kept | {"cards": list(cards)} | fields


@pytest.fixture
def draw(client: FlaskClient) -> Draw:
    """Give the page of a table of four."""
    return Draw(Table(client))


def test_seats_and_sheet_lead_there_before_play(draw: Draw) -> None:
    """Sheet and seats offer seats and dealer; once games stand there the seats alone, and the sheet no longer."""
    table, seats = draw.table, Seats(draw.table)
    assert draw.address in table.page.links
    assert "Auslosen, wer wo sitzt und gibt" in seats.page.text()
    assert draw.address in seats.page.links
    assert draw.page.offered["stake"] == ["seats", "dealer"]
    table.recorded(**SAUSPIEL)
    assert draw.address not in table.page.links
    assert draw.address in seats.page.links
    assert "Auslosen, wer wo sitzt und gibt" not in seats.page.text()
    assert draw.page.offered["stake"] == ["seats"]
    assert "Gegeben wird reihum weiter wie bisher." in draw.page.text()


def test_the_tablet_draws_and_nothing_happens_until_they_sit(draw: Draw, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same chance draws the same; the address keeps the cards; sheet and seats change with the one button."""
    client, table = draw.table.client, draw.table
    places = []
    for _ in range(2):
        monkeypatch.setattr(drawing, "CHANCE", Random(7))
        answer = client.get(draw.address, query_string={"tun": "ziehen", "stake": "seats"})
        assert answer.status_code == 303
        places.append(answer.location)
    assert places[0] == places[1]
    pages = [Page(client.get(places[0])) for _ in range(2)]
    lots = pages[0].text("lots")
    assert lots == pages[1].text("lots")
    assert all(name in lots for name in FOUR)
    assert "Noch ist nichts geändert." in pages[0].text()
    assert Seats(table).names == [*FOUR]
    cards = pages[0].inputs["cards"][:4]
    assert len(set(cards)) == 4
    shown = followed(table, draw.seat(*cards, page=pages[0]))
    assert "Ab Spiel 1 sitzen im Uhrzeigersinn: " in shown.text("message")
    assert [name for name in lots.split() if name in FOUR] == Seats(table).names
    assert f"{Seats(table).names[0]} gibt zuerst." in shown.text("message")


def test_two_draws_are_two(draw: Draw) -> None:
    """Nobody knows beforehand: of many draws no two need be alike, and each card comes up."""
    found = set()
    for _ in range(60):
        answer = draw.table.client.get(draw.address, query_string={"tun": "ziehen", "stake": "seats"})
        found.add(tuple(Page(draw.table.client.get(answer.location)).inputs["cards"][:4]))
    assert len(found) > 50
    assert len({card for cards in found for card in cards}) > 20


def test_the_table_draws_and_says_what(draw: Draw) -> None:
    """Real cards, chosen for each name: who sits where, who deals, and then it is so; twice is once."""
    page = draw.page
    assert page.offered["cards"][:2] == ["", "ES"]
    shown = draw.show(*DRAWN)
    assert shown.text("lots") == (
        "1 SSchellen-Sau Vroni gibt 2 10Herz-Zehn Zenzi 3 KEichel-König Xaver 4 9Eichel-Neun Sepp"
    )
    assert "Die höchste Karte gibt zuerst: Vroni." in shown.text()
    assert shown.inputs["cards"][:4] == [*DRAWN]
    for _ in range(2):
        said = followed(draw.table, draw.seat(*DRAWN, page=page)).text("message")
        assert "Ab Spiel 1 sitzen im Uhrzeigersinn: Vroni – Zenzi – Xaver – Sepp. Vroni gibt zuerst." in said
    assert "Geber Vroni" in draw.table.page.text("top")
    happened = Page(draw.table.client.get("/abende/1")).text("events")
    assert happened.count("Plätze ausgelost: Vroni Schellen-Sau, Zenzi Herz-Zehn, Xaver Eichel-König, Sepp") == 1
    assert "Grund" not in happened


def test_the_first_dealer_alone(draw: Draw) -> None:
    """All stay where they sit; whoever drew highest deals."""
    shown = draw.show(*DRAWN, stake="dealer")
    assert shown.text("lots").startswith("1 9Eichel-Neun Sepp 2 SSchellen-Sau Vroni gibt 3")
    said = followed(draw.table, draw.seat(*DRAWN, stake="dealer")).text("message")
    assert said == "Vroni gibt zuerst."
    assert Seats(draw.table).names == [*FOUR]
    assert "ersten Geber ausgelost: Vroni Schellen-Sau" in Page(draw.table.client.get("/abende/1")).text("events")


def test_once_games_were_played_the_page_says_who_deals(draw: Draw) -> None:
    """The page names the next dealer as the sheet then has him, and shows him in his new seat."""
    draw.table.recorded(**SAUSPIEL)
    draw.table.recorded(**SAUSPIEL)
    shown = draw.show(*DRAWN)
    assert "Gegeben wird reihum weiter: als Nächstes gibt Xaver." in shown.text()
    assert "Xaver gibt" in shown.text("lots")
    said = followed(draw.table, draw.seat(*DRAWN)).text("message")
    assert said == "Ab Spiel 3 sitzen im Uhrzeigersinn: Vroni – Zenzi – Xaver – Sepp. Als Nächstes gibt Xaver."
    assert "Spiel 3 · Geber Xaver" in draw.table.page.text("top")


@pytest.mark.parametrize(
    ("cards", "seat", "words"),
    [
        (("E9", "", "EK", "GK"), 1, "Welche Karte war es?"),
        (("E9", "SS", "EK"), 3, "Welche Karte war es?"),
        (("E9", "SS", "XX", "GK"), 2, "Eine Karte „XX“ gibt es nicht."),
        (("E9", "SS", "EK", "H7"), 3, "Herz-Sieben ist nicht im Spiel, ihr spielt mit der kurzen Karte."),
        (("E9", "SS", "E9", "GK"), 2, "Eichel-Neun hat schon Sepp."),
    ],
)
@pytest.mark.parametrize("send", ["show", "seat"])
def test_what_cannot_be_is_said_at_its_name(
    client: FlaskClient, send: str, cards: tuple[str, ...], seat: int, words: str
) -> None:
    """Looked at or to be written: the error stands at that person, all cards are still chosen, and nobody moved."""
    draw = Draw(Table(client, preset="kurz_10_20_50"))
    page = draw.show(*cards) if send == "show" else Page(draw.seat(*cards))
    assert page.status == 422
    assert page.errors(f"cards-{seat}") == words
    assert [place for place in range(4) if page.errors(f"cards-{place}")] == [seat]
    assert f"{FOUR[seat]}: {words}" in page.text("summary")
    assert page.inputs["cards"] == [*cards, ""][:4]
    assert "lots" not in page.ids
    assert not page.text("lots")
    assert Seats(draw.table).names == [*FOUR]


def test_it_has_to_be_said_what_for(draw: Draw) -> None:
    """Something else than seats or dealer is refused at the question, whoever draws; the cards stay."""
    for page in (
        draw.show(*DRAWN, stake="x"),
        draw.show(stake="x", tun="ziehen"),
        Page(draw.seat(*DRAWN, stake="x")),
    ):
        assert page.status == 422
        assert page.errors("stake") == "Um die Plätze, oder nur um den ersten Geber?"
    assert page.inputs["cards"] == [*DRAWN]


def test_partners_are_named(client: FlaskClient) -> None:
    """In Deutscher Schafkopf the page says who plays with whom; a König is above a Zehn there."""
    draw = Draw(Table(client, preset="deutscher_striche"))
    assert "Die zwei höchsten sitzen sich gegenüber und spielen zusammen." in draw.page.text()
    assert "Sau, König, Ober, Unter, Zehn, Neun" in draw.page.text()
    assert "Vroni spielt mit Xaver. Zenzi spielt mit Sepp." in draw.show(*DRAWN).text()
    assert "spielt mit" not in draw.show(*DRAWN, stake="dealer").text()
    five = Draw(Table(client, (*FOUR, "Hias"), preset="deutscher_striche"))
    assert "Die zwei höchsten sitzen sich gegenüber, so gut es geht." in five.page.text()
    assert "spielt mit" not in five.show(*DRAWN, "E7").text()


def test_cards_are_called_as_the_table_calls_them(client: FlaskClient, app: Flask) -> None:
    """With French cards the choices, the order, the cards and the errors are French; in English too."""
    with app.app_context():
        rules = str(Book(app).rule_set({"words": {"cards": "french"}}))
    draw = Draw(Table(client, preset=rules))
    assert "Ass, Zehn, König, Dame, Bube, Neun" in draw.page.text()
    assert "Kreuz, Pik, Herz, Karo." in draw.page.text()
    assert draw.show("ES", "GU", "ES", "HS").errors("cards-2") == "Kreuz-Ass hat schon Sepp."
    assert "Pik-Bube Vroni" in draw.show("ES", "GU", "SS", "HS").text("lots")
    client.set_cookie("sprache", "en")
    assert "Spades-Jack Vroni" in draw.show("ES", "GU", "SS", "HS").text("lots")


def test_others_were_quicker(client: FlaskClient) -> None:
    """Who came meanwhile is asked for his card, who left is not missed; the cards of the others are kept."""
    draw = Draw(Table(client, (*FOUR, "Hias")))
    old, seats = draw.page, Seats(draw.table)
    seats.send("geht", person=seats.id_of("Vroni"))
    for page in (draw.show(*DRAWN, "S7", page=old), Page(draw.seat(*DRAWN, "S7", page=old))):
        assert page.status == 409
        assert "Inzwischen sitzen am Tisch andere" in page.text("summary")
        assert page.text("lots").startswith("1 10Herz-Zehn Zenzi gibt 2 KEichel-König Xaver 3 9Eichel-Neun Sepp 4")
    older = draw.page
    seats.send("kommt", name="Kathi", after=seats.id_of("Zenzi"))
    page = Page(draw.seat("E9", "EK", "HZ", "S7", page=older))
    assert page.status == 409
    assert page.inputs["cards"] == ["E9", "EK", "HZ", "", "S7"]
    assert page.errors("cards-3") == "Welche Karte war es?"
    now = draw.page
    seats.send("tauschen", one=seats.id_of("Sepp"), other=seats.id_of("Kathi"))
    page = Page(draw.seat("E9", "EK", "HZ", "GO", "S7", page=now))
    assert page.status == 409
    assert followed(draw.table, draw.seat(*page.inputs["cards"][:5], page=page)).status == 200
    assert seats.names == ["Zenzi", "Xaver", "Kathi", "Sepp", "Hias"]


def test_a_game_was_quicker(draw: Draw) -> None:
    """Seats that were drawn before it can be taken after it; the first dealer has dealt."""
    old = draw.page
    draw.table.recorded(**SAUSPIEL)
    page = Page(draw.seat(*DRAWN, page=old))
    assert page.status == 409
    assert "Inzwischen steht schon Spiel 1 in der Liste." in page.text("summary")
    assert "Gegeben wird reihum weiter" in page.text()
    for late in (draw.show(*DRAWN, page=old, stake="dealer"), Page(draw.seat(*DRAWN, page=old, stake="dealer"))):
        assert late.status == 409
        assert "Inzwischen steht schon Spiel 1 in der Liste." in late.text("summary")
        assert not late.text("lots")
        assert late.inputs["cards"] == [*DRAWN]
        assert late.inputs["stake"] == ["seats"]
    assert followed(draw.table, draw.seat(*page.inputs["cards"][:4], page=page)).status == 200


def test_a_table_can_begin_with_a_draw(client: FlaskClient) -> None:
    """A new evening and a further table lead to the draw where that was ticked; refused, the tick is still there."""
    page = Page(client.get("/abende/neu"))
    assert "drawing" in page.offered
    assert not page.value("drawing")
    refused = start(client, ("Sepp",), drawing="y")
    assert refused.status_code == 422
    assert Page(refused).value("drawing") == "y"
    assert start(client, drawing="y").location == "/listen/1/plaetze/auslosen"
    assert start(client).location == "/listen/2"
    page = Page(client.get("/abende/1/tisch"))
    sent = {"names": ["Resi", "Toni", "Leni", "Hans"], "first_dealer": "1", "drawing": "y"}
    kept = {name: page.value(name) for name in ("preset", "known")}
    assert Page(client.post("/abende/1/tisch", data=kept | sent | {"names": ["Resi"]})).value("drawing") == "y"
    answer = client.post("/abende/1/tisch", data=kept | sent)
    assert answer.location == "/listen/3/plaetze/auslosen"
    assert "Tisch 2" in Page(client.get(answer.location)).text("top")


def test_an_evening_that_has_ended_draws_no_more(draw: Draw) -> None:
    """The page says so and offers nothing, drawn or not; what is sent late comes back with the reason."""
    old = draw.page
    assert draw.table.client.post("/abende/1/beenden").status_code == 303
    for fields in ({}, {"tun": "ziehen"}):
        page = draw.show(*DRAWN, page=old, **fields)
        assert "Der Abend ist beendet." in page.text()
        assert not page.text("lots")
    late = draw.seat(*DRAWN, page=old)
    assert late.status_code == 409
    assert "Der Abend ist beendet." in Page(late).text("summary")


def test_no_token_no_change(make_app: Callable[..., Flask]) -> None:
    """Without this browser's token nothing happens, and the cards come back."""
    client = make_app(WTF_CSRF_ENABLED=True).test_client()
    page = Page(client.get("/abende/neu"))
    names = [*FOUR, "", "", ""]
    sent = {"csrf_token": page.value("csrf_token"), "names": names, "preset": "bayern_10_20_50"}
    sheet = client.post("/abende/neu", data=sent).location
    answer = client.post(f"{sheet}/plaetze/auslosen", data={"stake": "seats", "cards": [*DRAWN]})
    assert answer.status_code == 400
    assert Page(answer).inputs["cards"][:4] == [*DRAWN]
    assert "Geber Sepp" in Page(client.get(sheet)).text("top")


def test_no_such_table(client: FlaskClient) -> None:
    """A list that is not there has no seats to draw for."""
    for answer in (client.get("/listen/9/plaetze/auslosen"), client.post("/listen/9/plaetze/auslosen", data={})):
        assert answer.status_code == 404
