"""Games with cards on the pages: typed trick by trick or as JSON, filled in, held against what was entered, shown."""

import json
from io import BytesIO
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorebook.rules import preset
from tests.actions import SAUSPIEL, Page, Table
from tests.book import Book
from tests.cards import CARDS, lines, protocol, stopped
from tests.test_book_cards import violating

KARTEN = "/listen/1/karten"
ON_GRAS = {"who": "0", "contract": "sauspiel", "called": "gras", "lead": str(CARDS["lead"])}
HANDS = [" ".join(hand) for hand in CARDS["hands"]]
NAMES = ("Sepp", "Vroni", "Xaver", "Zenzi")


@pytest.fixture
def table(client: FlaskClient) -> Table:
    """Give a table of four with the default rules."""
    return Table(client)


def typed(table: Table, **answers: Any) -> dict[str, Any]:
    """Give what a browser would send from the form on the sheet and then from the page of the cards."""
    return {**table.page.inputs, "trick": lines(CARDS), "tun": "lesen", **ON_GRAS, **answers}


def read(table: Table, status: int = 200, address: str = KARTEN, **answers: Any) -> Page:
    """Send cards, and give the page that comes back."""
    sent = {name: value for name, value in typed(table, **answers).items() if value is not None}
    answer = table.client.post(address, data=sent, content_type="multipart/form-data")
    assert answer.status_code == status, Page(answer).text("summary")
    return Page(answer)


def changed(trick: int, line: str) -> list[str]:
    """Give the lines of the tricks with another one at a place."""
    return [line if number == trick else old for number, old in enumerate(lines(CARDS))]


# --- A new game ---


def test_cards_fill_the_form(table: Table) -> None:
    """The form comes back with what the cards say; sent as it is, the game is in the list with them."""
    page = read(table, klopfer=["3"])
    shown = {name: page.value(name) for name in ("who", "partner", "augen", "tricks", "laufende", "called")}
    assert shown == {
        "who": "0", "partner": "1", "augen": "91", "tricks": "6", "laufende": "mit-3", "called": "gras",
    }  # fmt: skip
    assert page.inputs["klopfer"] == ["3"]
    assert "Sie sagen: Mitspieler Vroni, Augen 91, Stiche 6, Laufende mit 3" in page.text("message")
    assert [list(ply) for ply in json.loads(page.value("protocol"))["played"]] == CARDS["played"]
    done = table.client.post("/listen/1/spiele", data=page.inputs)
    assert done.status_code == 303
    games = Page(table.client.get(done.location)).text("games").replace("\N{NO-BREAK SPACE}", " ")
    assert "Sauspiel Gras, Sepp + Vroni mit 3, Schneider, 1 Klopfer" in games


def test_nothing_typed_is_lost_on_the_way_with_cards(table: Table) -> None:
    """What was typed in the form, also what cannot be, goes to the page of the cards and back with all."""
    answers = {"who": "0", "stoss": "1", "dealer": "2", "target": "achtzig", "klopfer": ["1", "2"], "lead": None}
    sent = {**table.page.inputs, **answers, "lead": "", "tun": ""}
    there = Page(table.client.post(KARTEN, data={name: value for name, value in sent.items() if value is not None}))
    for step in ("zurueck", "lesen"):
        cards = {"tun": step, "trick": lines(CARDS), "lead": str(CARDS["lead"]), "called": "gras"}
        back = Page(table.client.post(KARTEN, data={**there.inputs, **cards}))
        kept = {name: back.inputs[name] for name in answers if name != "lead"}
        assert kept == {
            "who": ["0"], "stoss": ["1"], "dealer": ["2"], "target": ["achtzig"], "klopfer": ["1", "2"],
        }  # fmt: skip
        assert bool(back.value("protocol")) is (step == "lesen")


def test_what_was_typed_otherwise_is_told(table: Table) -> None:
    """The cards take the place of what was typed otherwise, and each such thing is named."""
    page = read(table, augen="70", partner="2", result="lost", schneider="y", laufende="ohne-4")
    told = page.text("message")
    assert "Mitspieler: getippt war Xaver, die Karten sagen Vroni." in told
    assert "Augen: getippt war 70, die Karten sagen 91." in told
    assert "Laufende: getippt war ohne 4, die Karten sagen mit 3." in told
    assert "Ergebnis: getippt war verloren, das ergibt sich jetzt aus den Karten." in told
    assert (page.value("result"), page.value("schneider"), page.value("partner")) == ("", "", "1")
    assert table.client.post("/listen/1/spiele", data=page.inputs).status_code == 303


def test_the_page_stands_by_itself_too(table: Table) -> None:
    """Opened by its address the page leads into a form of its own, with the dealer whose turn it is."""
    table.recorded(**SAUSPIEL)
    there = Page(table.client.get(KARTEN))
    back = Page(table.client.post(KARTEN, data={**there.inputs, **ON_GRAS, "trick": lines(CARDS), "tun": "lesen"}))
    assert (back.value("dealer"), back.value("augen")) == ("1", "91")
    assert table.client.post("/listen/1/spiele", data=back.inputs).status_code == 303


@pytest.mark.parametrize(
    "cards",
    [CARDS, {"lead": CARDS["lead"], "played": CARDS["played"]}, {"contract": "wenz", "protocol": CARDS}],
    ids=["whole", "without hands", "in a game"],
)
@pytest.mark.parametrize("file", [False, True])
def test_cards_come_as_json(table: Table, cards: dict[str, Any], file: bool) -> None:
    """Pasted or as a file, with hands or without, JSON does what typed tricks do."""
    text = json.dumps(cards)
    sent = {"file": (BytesIO(text.encode()), "spiel.json")} if file else {"json": text}
    assert read(table, trick=["", ""], lead=None, **sent).value("augen") == "91"


def test_a_play_that_stopped_fills_what_is_known(table: Table) -> None:
    """With the hands, tricks may stop early: partner and Laufende are known, the result is asked for."""
    early = lines(stopped(CARDS, 9))
    page = read(table, trick=early, hand=HANDS, augen="70")
    assert (page.value("partner"), page.value("laufende"), page.value("augen")) == ("1", "mit-3", "70")
    refused = table.client.post("/listen/1/spiele", data={**page.inputs, "augen": ""})
    assert "Vor Stich 3, 2. Karte ist Schluss" in Page(refused).errors("result")
    assert Page(refused).value("protocol")
    assert table.client.post("/listen/1/spiele", data={**Page(refused).inputs, "result": "won"}).status_code == 303


def test_the_piles_of_a_ramsch_come_from_its_cards(client: FlaskClient) -> None:
    """A Ramsch with its cards has everybody's Augen and tricks."""
    table = Table(client, preset="bsv_10_50")
    cards = protocol({"contract": "ramsch"}, 3)
    page = read(table, who="ramsch", contract="sauspiel", called=None, lead="0", trick=lines(cards))
    augen = [int(text) for text in page.inputs["augen_by_seat"]]
    assert (sum(augen), sum(map(int, page.inputs["tricks_by_seat"]))) == (120, 8)
    assert table.client.post("/listen/1/spiele", data=page.inputs).status_code == 303


def test_a_broken_rule_is_told_and_asked_about(table: Table) -> None:
    """Cards that were not legal fill the form all the same; who, where and which rule is said, and asked at the end."""
    game = violating()
    cards, hands = game["protocol"], [" ".join(hand) for hand in game["protocol"]["hands"]]
    wenz = {"who": "0", "contract": "wenz", "called": None, "lead": "0", "result": "won"}
    page = read(table, trick=lines(cards), hand=hands, **wenz)
    assert "Stich 1, 2. Karte: Vroni spielt" in page.text("message")
    asked = table.client.post("/listen/1/spiele", data=page.inputs)
    assert asked.status_code == 422
    assert "hätte bedienen müssen" in Page(asked).text("question")
    sent = {**Page(asked).inputs, "accept": Page(asked).offered["accept"][0]}
    assert table.client.post("/listen/1/spiele", data=sent).status_code == 303


WRONG = [
    ({"trick": changed(2, "GS XX G8 GK")}, "trick-2", "Stich 3, 2. Karte, Xaver: eine Karte „XX“ gibt es nicht."),
    ({"trick": changed(2, "GS G8 GK")}, "trick-2", "Stich 3: 3 statt vier Karten."),
    ({"trick": changed(2, "")}, "trick-2", "Stich 3 fehlt."),
    ({"trick": changed(7, "G7 H9 GZ")}, "trick-7", "Stich 8: Sepp fehlt noch."),
    ({"trick": lines(CARDS)[:7]}, "trick-7", "Ohne die Hände braucht es alle 32 Karten, nicht nur 28."),
    ({"trick": changed(4, "GU E7 E8 E9")}, "trick-4", "Stich 5, 1. Karte, Vroni: Gras-Unter gibt es nur einmal."),
    ({"trick": [""]}, "trick-0", "Hier fehlen die Karten."),
    (
        {"hand": HANDS, "trick": changed(2, "GS EZ G8 GK")},
        "trick-2",
        "Stich 3, 2. Karte, Xaver: Eichel-Zehn hat er nicht auf der Hand.",
    ),
    ({"hand": [HANDS[0], HANDS[1], HANDS[2][:2], HANDS[3]]}, "hand-2", "Hand von Xaver: 1 statt 8 Karten."),
    (
        {"hand": [HANDS[0], f"{HANDS[1][:-2]}E6", *HANDS[2:]]},
        "hand-1",
        "Hand von Vroni: eine Karte „E6“ gibt es nicht.",
    ),
    ({"hand": [HANDS[0], HANDS[0], *HANDS[2:]]}, "hand-1", "gibt es nur einmal."),
    ({"lead": None}, "lead", "Wer kam zum ersten Stich heraus?"),
    ({"called": ""}, "called", "Welche Sau ist gerufen?"),
    ({"who": None}, "who", "Wer hat gespielt?"),
    ({"who": "all_pass", "contract": "sauspiel"}, "who", "Da sind keine Karten gefallen."),
    ({"called": "herz"}, "called", "Herz"),
    ({"json": json.dumps(CARDS)[:100]}, "json", "Das ist kein JSON-Objekt"),
    ({"json": json.dumps(stopped({"lead": 3, "played": CARDS["played"]}, 31))}, "json", "nicht nur 31."),
    (
        {"json": json.dumps({**CARDS, "played": [[0, "GU"], *CARDS["played"][1:]]})},
        "json",
        "Stich 1, 1. Karte: Gras-Unter spielt Sepp, dran ist aber Zenzi.",
    ),
    ({"json": '{"lead": 0, "played": [[0, "EO"], [1]]}'}, "json", "played[1]"),
]


@pytest.mark.parametrize(("answers", "field", "words"), WRONG, ids=[f"{f}-{n}" for n, (_, f, _w) in enumerate(WRONG)])
def test_wrong_cards_are_named_at_their_place(table: Table, answers: dict[str, Any], field: str, words: str) -> None:
    """Each kind of mistake is said with trick, player and card at its line, and everything typed is still there."""
    page = read(table, 422, klopfer=["3"], **answers)
    assert words in page.errors(field)
    sent = typed(table, klopfer=["3"], **answers)
    assert page.inputs["klopfer"] == ["3"]
    shown = page.inputs["trick"]
    assert shown == [*sent["trick"], *[""] * (8 - len(sent["trick"]))]
    if "hand" in sent:
        assert page.inputs["hand"] == sent["hand"]
    if "json" in sent:
        assert page.text("json") == sent["json"]


def test_all_that_is_missing_is_said_at_once(table: Table) -> None:
    """Who presses the button on the empty page is told each thing that is missing, at its field."""
    page = read(table, 422, who=None, called=None, lead=None, trick=[""] * 8)
    said = {field: page.errors(field) for field in ("who", "lead", "trick-0")}
    assert said == {
        "who": "Wer hat gespielt?",
        "lead": "Wer kam zum ersten Stich heraus?",
        "trick-0": "Hier fehlen die Karten.",
    }
    page = read(table, 422, lead=None, trick=[""] * 8)
    assert (page.errors("who"), page.errors("lead") != "", page.errors("trick-0") != "") == ("", True, True)
    page = read(table, 422, who=None, lead=None, trick=[""], json=json.dumps(CARDS))
    assert (page.errors("who") != "", page.errors("lead"), page.errors("trick-0")) == (True, "", "")


def test_the_short_deck_has_no_seven(client: FlaskClient) -> None:
    """With the short deck six tricks are asked for, and a 7 is refused by name."""
    table = Table(client, preset="kurz_10_20_50")
    cards = protocol({"contract": "wenz", "declarer": 0}, 2, preset("kurz_10_20_50"))
    wenz = {"who": "0", "contract": "wenz", "called": None, "lead": "0"}
    assert read(table, trick=lines(cards), **wenz).value("protocol")
    wrong = [f"{lines(cards)[0][:-2]}G7", *lines(cards)[1:]]
    page = read(table, 422, trick=wrong, **wenz)
    assert "Gras-Sieben ist nicht im Spiel, ihr spielt mit der kurzen Karte" in page.errors("trick-0")
    assert len(page.inputs["trick"]) == 6


def test_who_sits_out_holds_no_cards(client: FlaskClient) -> None:
    """At a table of five the cards of four are read, and the page asks who sits out."""
    table = Table(client, (*NAMES, "Ödön"))
    game = {"contract": "wenz", "declarer": 1, "players": 5, "sitting_out": [0]}
    cards = protocol(game, 6, lead=2)
    answers = {"who": "1", "contract": "wenz", "called": None, "lead": "2", "sitting_out": ["0"]}
    page = read(table, trick=lines(cards), **answers)
    assert page.value("augen")
    assert table.client.post("/listen/1/spiele", data=page.inputs).status_code == 303
    assert "Wer kam zum ersten Stich heraus?" in read(
        table, 422, trick=lines(cards), **{**answers, "lead": "0"}
    ).errors("lead")


def test_a_hochzeit_needs_its_partner(client: FlaskClient) -> None:
    """Where no card tells the partner, the page asks for him."""
    with client.application.app_context():
        rules = str(Book(client.application).rule_set({"contracts": ["hochzeit", "sauspiel"]}))
    table = Table(client, preset=rules)
    cards = protocol({"contract": "hochzeit", "declarer": 0, "partner": 2, "result": "won"}, 4)
    answers = {"who": "0", "contract": "hochzeit", "called": None, "lead": "0", "trick": lines(cards)}
    assert "Mit wem?" in read(table, 422, **answers).errors("partner")
    assert read(table, partner="2", **answers).value("partner") == "2"


def test_a_correction_and_a_forgotten_game_take_cards(table: Table) -> None:
    """From the form that corrects a game, or puts one in, the cards come back to that form."""
    game = table.recorded(**SAUSPIEL)
    for way in ("davor", "korrigieren"):
        address, form = f"{KARTEN}?{way}={game}", Page(table.client.get(f"/spiele/{game}/{way}")).inputs
        there = Page(table.client.post(address, data={**form, **ON_GRAS, "reason": "mit Karten", "lead": ""}))
        sent = {**there.inputs, **ON_GRAS, "trick": lines(CARDS), "tun": "lesen"}
        back = Page(table.client.post(address, data=sent))
        assert (back.value("augen"), back.value("uuid")) == ("91", form["uuid"][0])
        assert way == "davor" or back.value("reason") == "mit Karten"
        answer = table.client.post(f"/spiele/{game}/{way}", data=back.inputs)
        assert answer.status_code == (303 if way == "korrigieren" else 422)


# --- The form of a game with cards ---


def with_cards(table: Table) -> str:
    """Record the Sauspiel with its cards, and give its UUID."""
    page = read(table)
    done = table.client.post("/listen/1/spiele", data=page.inputs)
    return str(done.location).partition("spiel=")[2]


def test_a_correction_keeps_the_cards(table: Table) -> None:
    """The form that corrects such a game holds its cards; another Klopfer changes the price, and nothing of them."""
    game = with_cards(table)
    form = Page(table.client.get(f"/spiele/{game}/korrigieren"))
    assert form.value("protocol")
    done = table.client.post(f"/spiele/{game}/korrigieren", data={**form.inputs, "klopfer": ["2"], "reason": "klopfte"})
    assert done.status_code == 303
    with table.client.application.app_context():
        old, new = Book(table.client.application).sheet(1).games
        assert (new.game.protocol, new.score.value) == (old.game.protocol, 120)


def test_a_correction_against_the_cards_is_refused_and_may_drop_them(table: Table) -> None:
    """Other Augen than the cards have are refused at their field; without the cards they hold."""
    game = with_cards(table)
    form = Page(table.client.get(f"/spiele/{game}/korrigieren")).inputs
    sent = {**form, "augen": "70", "tricks": "", "reason": "doch"}
    refused = Page(table.client.post(f"/spiele/{game}/korrigieren", data=sent))
    assert "Eingetragen ist 70, die Karten sagen 91." in refused.errors("augen")
    assert (refused.value("augen"), bool(refused.value("protocol"))) == ("70", True)
    del sent["protocol"]
    assert table.client.post(f"/spiele/{game}/korrigieren", data=sent).status_code == 303


def test_broken_cards_in_the_form_are_refused_in_words(table: Table) -> None:
    """Cards that somebody changed by hand on the way are refused at the form, not with a fault of the server."""
    for cards, words in (("{", "Karten"), ("[]", "Karten"), ('{"lead": 0, "played": []}', "alle 32 Karten")):
        page = table.refused(**SAUSPIEL, called="gras", protocol=cards)
        assert words in page.errors("protocol")
        assert page.value("protocol") == cards


def test_cards_on_the_way_are_shown_again(table: Table) -> None:
    """Who goes to the page of the cards with some finds them in its lines, and what nobody can read as it was."""
    page = read(table)
    there = Page(table.client.post(KARTEN, data=page.inputs))
    assert (there.inputs["trick"], there.value("lead")) == (lines(CARDS), str(CARDS["lead"]))
    for broken in ("{", "[" * 5000):
        there = Page(table.client.post(KARTEN, data={**page.inputs, "protocol": broken}))
        assert there.text("json") == broken


def test_a_game_that_came_meanwhile_is_told(table: Table) -> None:
    """Where another tablet booked a game while one typed cards, the form comes back with them and says so."""
    sent = typed(table)
    table.recorded(**SAUSPIEL)
    page = Page(table.client.post(KARTEN, data=sent))
    assert page.status == 409
    assert "Inzwischen steht schon Spiel 1 in der Liste" in page.text("summary")
    assert (page.value("augen"), page.value("dealer"), bool(page.value("protocol"))) == ("91", "1", True)


def test_a_page_by_itself_notices_what_came_meanwhile(table: Table) -> None:
    """Also where nobody came from the form: the same game is not booked on two tablets without a word."""
    fresh = Page(table.client.get(KARTEN)).inputs
    table.recorded(**SAUSPIEL)
    cards = {"trick": lines(CARDS), "lead": str(CARDS["lead"]), "called": "gras", "tun": "lesen"}
    sent = {**fresh, **cards, "who": "0", "contract": "sauspiel"}
    page = Page(table.client.post(KARTEN, data=sent, content_type="multipart/form-data"))
    assert (page.status, page.value("augen")) == (409, "91")
    assert "Inzwischen steht schon Spiel 1 in der Liste" in page.text("summary")


def test_a_page_that_is_too_old_keeps_the_cards(table: Table) -> None:
    """Without the token of the browser nothing is read, and everything typed is still there."""
    sent = typed(table, klopfer=["3"], csrf_token="x")
    table.client.application.config["WTF_CSRF_ENABLED"] = True
    page = Page(table.client.post(KARTEN, data=sent))
    assert page.status == 400
    assert "Diese Seite war zu alt" in page.text("summary")
    assert (page.inputs["trick"], page.inputs["klopfer"]) == (lines(CARDS), ["3"])
    again = Page(table.client.post(KARTEN, data={**page.inputs, "tun": "lesen"}))
    assert (again.status, again.value("augen")) == (200, "91")
