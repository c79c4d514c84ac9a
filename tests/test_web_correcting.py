"""The pages that correct a game, show its history, end an evening and open it again."""

import io
from uuid import uuid4

import pytest
from flask.testing import FlaskClient
from pypdf import PdfReader
from sqlalchemy.exc import OperationalError
from werkzeug.test import TestResponse

from scorebook.exchange import parse_game
from scorebook.services import access, correcting, recording
from scorebook.store.db import db
from tests.actions import SAUSPIEL, Page, Table

REASON = "Vroni hat gespielt"


@pytest.fixture
def table(client: FlaskClient) -> Table:
    """Give a table of four with the default rules."""
    return Table(client)


def form_of(table: Table, game: object) -> Page:
    """Open the form that corrects a game."""
    answer = table.client.get(f"/spiele/{game}/korrigieren")
    assert answer.status_code == 200
    return Page(answer)


def correct(table: Table, game: object, **answers: object) -> TestResponse:
    """Open the form that corrects a game, change some answers and send it; `None` leaves one out."""
    sent = {**form_of(table, game).inputs, "reason": REASON, **answers}
    data = {name: value for name, value in sent.items() if value is not None}
    return table.client.post(f"/spiele/{game}/korrigieren", data=data)


# --- Correcting ---


def test_the_form_is_filled_with_the_game(table: Table) -> None:
    """The form holds every answer of the game as it was, under a mark of its own, for its dealer, not the next one."""
    game = table.recorded(**SAUSPIEL | {"augen": "94", "klopfer": ["1"], "stoss": "1", "laufende": "mit-3"})
    table.recorded(**SAUSPIEL)
    form = form_of(table, game)
    shown = {name: form.value(name) for name in ("who", "contract", "partner", "augen", "stoss", "laufende", "dealer")}
    assert shown == {
        "who": "0",
        "contract": "sauspiel",
        "partner": "2",
        "augen": "94",
        "stoss": "1",
        "laufende": "mit-3",
        "dealer": "0",
    }
    assert (form.inputs["klopfer"], form.value("reason")) == (["1"], "")
    assert form.value("uuid") not in ("", str(game))
    assert f"/spiele/{game}/korrigieren" in Page(table.client.get(f"/spiele/{game}")).links


def test_a_correction_says_what_changed(table: Table) -> None:
    """After saving, the sheet says what changed; totals count the better version, and the list marks it."""
    game = table.recorded(**SAUSPIEL)
    table.recorded(**SAUSPIEL)
    answer = correct(table, game, who="1", partner="3")
    assert answer.status_code == 303
    page = Page(table.client.get(answer.location))
    assert "Spiel 1 korrigiert: Spieler: Sepp + Xaver → Vroni + Zenzi; Gezahlt: " in page.text("message")
    assert table.totals() == ["0,00"] * 4
    assert page.text("games").count("korrigiert") == 1
    assert "storniert" not in page.text("games")
    assert "Spiel 3 · Geber Xaver" in page.text("top")
    assert "2 Spiele" in Page(table.client.get("/")).text("list")


def test_the_history_of_a_game_is_on_its_page(table: Table) -> None:
    """Who, when, what before and after, why; every version has its page and leads to the one that counts."""
    first = table.recorded(**SAUSPIEL)
    second = correct(table, first, result="lost", reason="doch verloren").location.rpartition("=")[2]
    table.cancel(second, "nie gespielt")
    page = Page(table.client.get(f"/spiele/{second}"))
    told = page.text("list")
    assert told.index("eingetragen von „Tisch“") < told.index("korrigiert von „Tisch“") < told.index("storniert von")
    assert "Sauspiel, Sepp + Xaver" in told
    assert "Ergebnis: gewonnen → verloren" in told
    assert "Grund: doch verloren" in told
    assert "Grund: nie gespielt" in told
    assert f"/spiele/{first}" in page.links
    old = Page(table.client.get(f"/spiele/{first}"))
    assert old.text("list").startswith(told[:30])
    assert "Diese Fassung wurde korrigiert" in old.text("actions")
    assert f"/spiele/{second}" in old.links
    assert "reason" not in old.inputs
    listed = Page(table.client.get(table.address)).text("games")
    assert "korrigiert" in listed
    assert "storniert" in listed


@pytest.mark.parametrize(
    ("answers", "field", "said"),
    [
        ({"reason": ""}, "reason", "Warum?"),
        ({"reason": "x" * 501}, "reason", "höchstens 500"),
        ({"augen": "119"}, "augen", "119 Augen gibt es nicht"),
        ({"augen": "viele"}, "augen", "ganze Zahl"),
        ({"who": None}, "who", "Wer hat gespielt?"),
        ({"partner": "0"}, "partner", "Sepp"),
    ],
)
def test_what_cannot_be_is_said_at_its_field(table: Table, answers: dict[str, str], field: str, said: str) -> None:
    """A wrong correction comes back with the error at its field and everything that was typed; nothing is written."""
    game = table.recorded(**SAUSPIEL)
    answer = correct(table, game, **{"stoss": "1", **answers})
    page = Page(answer)
    assert answer.status_code == 422
    assert said in page.errors(field)
    assert page.value("stoss") == "1"
    assert page.value("reason") == answers.get("reason", REASON)
    assert table.totals() == ["+0,20", "−0,20", "+0,20", "−0,20"]


def test_a_correction_that_changes_nothing_is_told(table: Table) -> None:
    """Who sends the form as it came is told that it stands there already."""
    answer = correct(table, table.recorded(**SAUSPIEL))
    assert answer.status_code == 422
    assert "steht schon genau so" in Page(answer).text("summary")


def test_doubts_are_asked_about(table: Table) -> None:
    """What hardly is asks first, with everything kept; one tick more and it is corrected."""
    game = table.recorded(**SAUSPIEL)
    doubtful = {"augen": "120", "result": None}
    answer = correct(table, game, **doubtful)
    page = Page(answer)
    assert (answer.status_code, page.value("reason")) == (422, REASON)
    assert "Stimmt so" in page.text("question")
    assert correct(table, game, **doubtful, accept=page.offered["accept"]).status_code == 303


def test_who_is_too_late_is_told_and_loses_nothing(table: Table) -> None:
    """A game that was corrected or cancelled meanwhile is not overwritten; what was typed is still there."""
    game = table.recorded(**SAUSPIEL)
    form = form_of(table, game)
    late = {**form.inputs, "uuid": str(uuid4()), "reason": "zu spät", "result": "lost"}
    correct(table, game, result="lost")
    answer = table.client.post(f"/spiele/{game}/korrigieren", data=late)
    page = Page(answer)
    assert (answer.status_code, page.value("reason"), page.value("result")) == (409, "zu spät", "lost")
    assert "Spiel 1 wurde inzwischen korrigiert" in page.text("summary")
    assert "korrigiert von „Tisch“: Ergebnis: gewonnen → verloren" in page.text("summary")
    assert table.client.get(f"/spiele/{game}/korrigieren").status_code == 409
    cancelled = table.cancel(game)
    assert cancelled.status_code == 409
    assert "Spiel 1 wurde inzwischen korrigiert" in Page(cancelled).text("summary")
    gone = table.recorded(**SAUSPIEL)
    table.cancel(gone)
    assert table.client.get(f"/spiele/{gone}/korrigieren").status_code == 409
    assert table.client.get(f"/spiele/{uuid4()}/korrigieren").status_code == 404


def test_a_double_tap_corrects_once(table: Table) -> None:
    """The same form twice leads to the same place; changed in between it is told."""
    game = table.recorded(**SAUSPIEL)
    sent = {**form_of(table, game).inputs, "reason": REASON, "result": "lost"}
    answers = [table.client.post(f"/spiele/{game}/korrigieren", data=sent) for _ in range(2)]
    assert answers[0].location == answers[1].location
    answer = table.client.post(f"/spiele/{game}/korrigieren", data={**sent, "stoss": "1"})
    assert answer.status_code == 409
    assert "steht schon in der Liste" in Page(answer).text("summary")
    assert table.totals() == ["−0,20", "+0,20", "−0,20", "+0,20"]


def test_a_stale_form_keeps_what_was_typed(table: Table) -> None:
    """A form without its token is shown again, whole, and nothing is written."""
    game = table.recorded(**SAUSPIEL)
    sent = {**form_of(table, game).inputs, "reason": REASON, "result": "lost", "csrf_token": ""}
    table.client.application.config["WTF_CSRF_ENABLED"] = True
    answer = table.client.post(f"/spiele/{game}/korrigieren", data=sent)
    page = Page(answer)
    assert (answer.status_code, page.value("reason"), page.value("result")) == (400, REASON, "lost")
    assert "zu alt" in page.text("summary")


def test_a_database_that_is_busy_loses_nothing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the database does not take it, the form comes back with one line and everything that was typed."""

    def busy(*_args: object, **_more: object) -> None:
        raise OperationalError("x", None, Exception("database is locked"))

    game = table.recorded(**SAUSPIEL)
    monkeypatch.setattr(correcting, "correct_game", busy)
    answer = correct(table, game, result="lost")
    page = Page(answer)
    assert (answer.status_code, page.value("reason"), page.value("result")) == (503, REASON, "lost")
    assert "gesperrt" in page.text("summary")


def test_what_the_form_cannot_show_is_asked_again(table: Table) -> None:
    """A game that says how many knocked, not who, asks for them; who gave the Stoß becomes how often."""
    sent = {"contract": "sauspiel", "declarer": 0, "partner": 2, "result": "won", "klopfer": 2, "stoss": [1, 0]}
    with table.client.application.app_context():
        uuid = uuid4()
        recording.record_game(db.session, access.local_actor(db.session), 1, uuid, parse_game(sent))
    form = form_of(table, uuid)
    assert (form.value("stoss"), form.inputs["klopfer"]) == ("2", [])
    assert "2 waren es" in form.errors("klopfer")


def test_five_at_the_table_are_corrected_too(client: FlaskClient) -> None:
    """Who sat out at that game sits out in its correction, though another one would by now."""
    table = Table(client, ("Sepp", "Vroni", "Xaver", "Zenzi", "Hias"))
    game = table.recorded(who="1", contract="sauspiel", partner="2", result="won")
    table.recorded(who="0", contract="sauspiel", partner="2", result="won")
    form = form_of(table, game)
    assert (form.inputs["sitting_out"], form.value("dealer")) == (["0"], "0")
    assert correct(table, game, result="lost").status_code == 303


def test_paper_and_overview_tell_corrections_from_cancellations(table: Table) -> None:
    """A corrected game is listed with both sums, and not among those that were cancelled."""
    correct(table, table.recorded(**SAUSPIEL), who="3", contract="wenz", partner=None)
    pdf = PdfReader(io.BytesIO(table.client.get("/abende/1/abrechnung.pdf").data))
    paper = " ".join("".join(page.extract_text() for page in pdf.pages).split())
    for text in (paper, Page(table.client.get("/abende/1")).text()):
        assert "Korrigiert" in text
        assert "Sauspiel, Sepp + Xaver, 0,20 € → Wenz, Zenzi, 0,50 €" in text
        assert REASON in text
        assert "Storniert" not in text
    table.cancel(table.recorded(**SAUSPIEL))
    assert "Storniert" in Page(table.client.get("/abende/1")).text()


def test_a_correction_at_the_same_price_tells_who_paid(table: Table) -> None:
    """Where game, players and price stay as they were, before and after are told apart by what everybody paid."""
    correct(table, table.recorded(**SAUSPIEL), result="lost", augen=None)
    before = "Sauspiel, Sepp + Xaver, 0,20 €: Sepp +0,20 · Vroni −0,20 · Xaver +0,20 · Zenzi −0,20"
    after = "Sauspiel, Sepp + Xaver, 0,20 €: Sepp −0,20 · Vroni +0,20 · Xaver −0,20 · Zenzi +0,20"
    assert f"{before} → {after}" in Page(table.client.get("/abende/1")).text()


# --- Ending and opening again ---


def test_an_evening_ends_and_goes_on(table: Table) -> None:
    """The overview ends the evening and opens it again with a reason; both stay readable there."""
    table.recorded(**SAUSPIEL)
    assert "Abend beenden" in Page(table.client.get("/abende/1")).text()
    assert table.client.post("/abende/1/beenden").location == "/abende/1"
    page = Page(table.client.get("/abende/1"))
    assert "Abend beenden" not in page.text()
    assert "#weiterspielen" in page.links
    assert "weiterspielen" in page.ids
    refused = table.client.post("/abende/1/weiterspielen", data={"reason": " "})
    assert (refused.status_code, Page(refused).errors("reason")) == (422, "Warum? Ein Wort genügt.")
    answer = table.client.post("/abende/1/weiterspielen", data={"reason": "noch eine Runde"})
    assert (answer.status_code, answer.location) == (303, table.address)
    told = Page(table.client.get("/abende/1")).text("events")
    assert told.index("begonnen") < told.index("beendet von „Tisch“") < told.index("wieder geöffnet von „Tisch“")
    assert "Grund: noch eine Runde" in told
    table.recorded(**SAUSPIEL)


def test_the_sheet_of_an_ended_evening_is_a_list(table: Table) -> None:
    """No form, no button that would be refused, here or at its rules; the list and the way to go on are there."""
    game = table.recorded(**SAUSPIEL)
    table.client.post("/abende/1/beenden")
    sheet = Page(table.client.get(table.address))
    assert "who" not in sheet.offered
    assert "rückgängig" not in sheet.text()
    assert "Abend beendet" in sheet.text("top")
    assert "Sauspiel, Sepp + Xaver" in sheet.text("games")
    assert "/abende/1#weiterspielen" in sheet.links
    rules = Page(table.client.get(f"{table.address}/regeln"))
    assert "rules" not in rules.offered
    assert "/abende/1#weiterspielen" in rules.links
    page = Page(table.client.get(f"/spiele/{game}"))
    assert "/abende/1#weiterspielen" in page.links
    assert f"/spiele/{game}/korrigieren" not in page.links
    assert "reason" not in page.offered
    for way in ("korrigieren", "davor", "karten"):
        late = table.client.get(f"/spiele/{game}/{way}")
        assert late.status_code == 409
        assert "Das geht nicht mehr Der Abend ist beendet." in Page(late).text()


def test_what_comes_after_the_end_is_told_and_kept(table: Table) -> None:
    """A form that was open when the evening ended is refused in words, and still there with all that was typed."""
    game = table.recorded(**SAUSPIEL)
    open_form = {**table.page.inputs, **SAUSPIEL, "augen": "91"}
    better = {**form_of(table, game).inputs, "result": "lost", "reason": REASON}
    table.client.post("/abende/1/beenden")
    for address, sent, kept in (
        (f"{table.address}/spiele", open_form, ("augen", "91")),
        (f"/spiele/{game}/korrigieren", better, ("reason", REASON)),
        (f"/spiele/{game}/stornieren", {"reason": "weg"}, ("reason", "weg")),
    ):
        answer = table.client.post(address, data=sent)
        page = Page(answer)
        assert (answer.status_code, page.value(kept[0])) == (409, kept[1])
        assert "Der Abend ist beendet" in page.text("summary")
    table.client.post("/abende/1/weiterspielen", data={"reason": "weiter"})
    assert table.client.post(f"{table.address}/spiele", data=open_form).status_code == 303


def test_a_stale_page_opens_nothing(table: Table) -> None:
    """Without the token of the browser the evening stays as it is, and the reason is still there."""
    table.client.post("/abende/1/beenden")
    table.client.application.config["WTF_CSRF_ENABLED"] = True
    answer = table.client.post("/abende/1/weiterspielen", data={"reason": "weiter"})
    assert (answer.status_code, Page(answer).value("reason")) == (400, "weiter")
    assert "Abend wieder öffnen" in Page(table.client.get("/abende/1")).text()
    assert table.client.post("/abende/1/beenden").status_code == 400


@pytest.mark.parametrize("what", ["beenden", "weiterspielen"])
def test_evenings_that_are_not_there_are_not_found(table: Table, what: str) -> None:
    """An unknown evening, also with a number that no database holds, is not found; a link cannot end one."""
    for number in ("99", str(10**20)):
        assert table.client.post(f"/abende/{number}/{what}", data={"reason": "x"}).status_code == 404
    assert table.client.get(f"/abende/1/{what}").status_code == 405
