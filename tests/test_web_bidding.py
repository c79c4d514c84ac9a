"""The page "Wer spielt?": whose game goes before whose, and what a hand may announce."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from scorebook.rules.auction import bids
from scorebook.rules.presets import preset
from scorebook.wording.bidding import bid_name
from tests.actions import FOUR, SAUSPIEL, Page, Table

PLACES = {bid_name(bid): str(place) for place, bid in enumerate(bids(preset()))}


def asked(table: Table, **answers: Any) -> Page:
    """The page with these answers; games by their names, "" for "weiter"."""
    if "wish" in answers:
        answers["wish"] = [PLACES.get(name, name) for name in answers["wish"]]
    return Page(table.client.get(f"{table.address}/ansage", query_string=answers))


@pytest.fixture
def table(client: FlaskClient) -> Table:
    """Give a table of four where Sepp deals."""
    return Table(client)


@pytest.fixture
def striche(client: FlaskClient) -> Table:
    """Give a table that plays Deutscher Schafkopf."""
    return Table(client, preset="deutscher_striche")


def test_who_speaks_first_is_vorhand(table: Table) -> None:
    """The people stand in the order in which they speak, left of the dealer first; nothing is decided yet."""
    page = asked(table)
    assert page.status == 200
    assert page.text("who") == "Vroni VorhandXaverZenziSepp"
    assert page.text("message") == ""
    assert page.offered["wish"][: len(PLACES) + 1] == ["", *PLACES.values()]


def test_the_way_there(table: Table) -> None:
    """The referee's page of a table leads here."""
    assert f"{table.address}/ansage" in Page(table.client.get(f"{table.address}/schiedsrichter")).links


def test_five_at_the_table(client: FlaskClient) -> None:
    """Who sits out says nothing."""
    page = asked(Table(client, (*FOUR, "Hias")))
    assert page.text("who") == "Vroni VorhandXaverZenziHias"


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        (["Sauspiel", "", "Wenz", "Sauspiel"], "Zenzi spielt Wenz. Das geht vor dem Spiel von Vroni."),
        (["", "Wenz", "Wenz", ""], "Xaver spielt Wenz. Zenzi will dasselbe und sitzt weiter hinten"),
        (["", "", "", "Sauspiel"], "Sepp spielt Sauspiel. Sonst will keiner."),
        (["Solo", "Wenz Tout", "", ""], "Xaver spielt Wenz Tout."),
        (["", "", "", ""], "Alle sagen weiter. Es wird zusammengeworfen"),
        (["99", "x", "", ""], "Alle sagen weiter."),
    ],
)
def test_whose_game_goes_before(table: Table, wishes: list[str], said: str) -> None:
    """The page says who plays what, and why; what is none of the choices counts as "weiter"."""
    page = asked(table, wish=wishes)
    assert page.text("message").startswith(said)
    assert [value for value in page.inputs["wish"] if value] == [PLACES[name] for name in wishes if name in PLACES]


@pytest.mark.parametrize(
    ("preset_name", "said"),
    [
        ("bsv_10_50", "Es wird ein Ramsch gespielt."),
        ("turnier_plusminus", "Es wird ein Kreuzspiel gespielt."),
    ],
)
def test_all_pass_as_the_rules_say(client: FlaskClient, preset_name: str, said: str) -> None:
    """What comes when all pass is what the table has agreed on."""
    page = asked(Table(client, preset=preset_name), wish=["", "", "", ""])
    assert page.text("message") == f"Alle sagen weiter. {said}"


def test_what_a_hand_may_announce(table: Table) -> None:
    """Which games, which Sauen, and why not the others."""
    told = asked(table, hand="eo gu h9 hs es g8 s9 so").text("list")
    assert "Ansagen kannst du: Solo Tout, Wenz Tout, Solo, Wenz, Sauspiel." in told
    assert "Rufen kannst du: Gras-Sau, Schellen-Sau." in told
    assert "Eichel: die hast du selbst." in told
    told = asked(table, hand="EO GU H9 HS ES E7 GS SO").text("list")
    assert "Sauspiel: du bist gesperrt." in told
    assert "Schellen: davon hast du keine Karte, Ober und Unter zählen nicht." in told


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("EO GU H9 HS ES G8 S9", "7 statt 8 Karten."),
        ("EO GU H9 HS ES G8 S9 XX", "Eine Karte „XX“ gibt es nicht."),
        ("EO GU H9 HS ES G8 S9 S9", "Schellen-Neun gibt es nur einmal."),
        ("EO GX", "Eine Karte „GX“ gibt es nicht."),
        ("EO EO", "Eichel-Ober gibt es nur einmal."),
    ],
)
def test_a_hand_that_is_none(table: Table, hand: str, said: str) -> None:
    """One fault is said once, at the hand, which is not named again; what was typed and chosen stays."""
    page = asked(table, hand=hand, wish=["Wenz", "", "", ""])
    assert page.status == 422
    assert page.errors("hand") == said
    assert f"Deine Hand: {said}" in page.text("summary")
    assert page.value("hand") == hand
    assert page.text("message").startswith("Vroni spielt Wenz.")


def test_a_seven_with_the_short_deck(client: FlaskClient) -> None:
    """The short deck has no 7."""
    page = asked(Table(client, preset="kurz_10_20_50"), hand="EO GU H9 HS ES G7")
    assert "Gras-Sieben ist nicht im Spiel" in page.errors("hand")


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ({"trumps": ["5", "6", "", "5"]}, "Xaver spielt: 6 Trümpfe sind die meisten."),
        ({"trumps": ["6", "6", "", "5"]}, "Gleich viele Trümpfe: Vroni, Xaver. Wie viele Augen haben sie?"),
        ({"trumps": ["6", "6", "", "5"], "trump_augen": ["20", "24"]}, "Xaver spielt: von gleich vielen Trümpfen"),
        (
            {"trumps": ["6", "6", "", "5"], "trump_augen": ["20", "20"]},
            "Auch die Augen sind gleich: Vroni, Xaver. Was ist ihr höchster Trumpf?",
        ),
        (
            {"trumps": ["6", "6", "", "5"], "trump_augen": ["20", "20"], "highest": ["SU", "HU"]},
            "Xaver spielt: auch die Augen sind gleich, da entscheidet der höhere Trumpf, Herz-Unter.",
        ),
        (
            {"trumps": ["", "", "", ""]},
            "Keiner meldet 5 Trümpfe: Zwangsspiel. Spielen muss, wer Eichel-Unter hat.",
        ),
    ],
)
def test_reported_trumps(striche: Table, answers: dict[str, list[str]], said: str) -> None:
    """In Deutscher Schafkopf trumps are reported; the page asks for more where they are even."""
    page = asked(striche, **answers)
    assert page.text("message").startswith(said)


def test_augen_that_are_no_number(striche: Table) -> None:
    """The name stands at the field, and the reports stay."""
    page = asked(striche, trumps=["6", "6", "", ""], trump_augen=["20", "viele", "", ""])
    assert page.status == 422
    assert page.errors("trump_augen") == "Xaver: bitte eine Zahl von 0 bis 120."
    assert "viele" in page.inputs["trump_augen"]
    assert [count for count in page.inputs["trumps"] if count] == ["6", "6"]


def test_what_a_hand_reports(striche: Table) -> None:
    """Its best suit with Augen and the highest trump, or that it has to pass."""
    said = asked(striche, hand="EU GU ES EK E7 GS HS SS").text("list")
    assert said == "Du meldest 5 Trümpfe mit Eichel: 19 Augen, der höchste ist Eichel-Unter."
    assert asked(striche, hand="EU E7 E8 GS G7 HS H7 SS").text("list") == "Höchstens 3 Trümpfe: du musst passen."


@pytest.mark.parametrize("preset_name", ["bayern_10_20_50", "deutscher_striche"])
def test_nothing_typed_is_lost_on_the_way(client: FlaskClient, preset_name: str) -> None:
    """From the form of a game one asks who plays, and comes back to all that was typed, also what cannot be."""
    table = Table(client, preset=preset_name)
    deutsch = preset_name == "deutscher_striche"
    typed = {"who": "0", "contract": "partnerspiel-gras" if deutsch else "sauspiel", "augen": "viele", "dealer": "2"}
    way = f"{table.address}/ansage"
    there = Page(client.post(way, data={**table.page.inputs, **typed}))
    assert (there.status, there.text("message")) == (200, "")
    assert "Zurück zum Spiel" in there.text("actions")
    asked = {"trumps": ["6", "", ""], "trump_augen": ["ja"]} if deutsch else {"wish": ["", "0"], "hand": "EX"}
    told = Page(client.post(way, data={**there.inputs, **asked}))
    assert told.status == 422
    assert told.errors("trump_augen" if deutsch else "hand")
    back = Page(client.post(way, data={**told.inputs, "tun": "zurueck"}))
    assert {name: back.value(name) for name in typed} == typed
    assert back.value("uuid") == there.value("uuid")
    done = client.post(f"{table.address}/spiele", data={**back.inputs, "augen": "70", "partner": "2"})
    assert done.status_code == 303


def test_the_form_leads_there_where_a_new_game_is_entered(table: Table) -> None:
    """Beside the other side trips; a game that was played needs no auction any more."""
    assert "Wessen Spiel geht vor?" in table.page.text("more")
    game = table.recorded(**SAUSPIEL)
    assert "Wessen Spiel geht vor?" not in Page(table.client.get(f"/spiele/{game}/korrigieren")).text("more")


def test_a_page_that_is_too_old_says_so(table: Table) -> None:
    """Without the token of the browser the page says so, and all that was typed stays."""
    sent = {**table.page.inputs, "who": "2", "hand": "EO", "tun": "zurueck", "csrf_token": "x"}
    table.client.application.config["WTF_CSRF_ENABLED"] = True
    page = Page(table.client.post(f"{table.address}/ansage", data=sent))
    assert (page.status, page.value("who"), page.value("hand")) == (400, "2", "EO")
    assert "Diese Seite war zu alt" in page.text("summary")


def test_a_sheet_that_is_not_there(client: FlaskClient) -> None:
    """No page for no sheet."""
    assert client.get("/listen/99/ansage").status_code == 404
