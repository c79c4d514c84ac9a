"""The pages: where they lead, what they show, and what they change."""

import io
import re
import threading
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pypdf import PdfReader
from sqlalchemy import text

from scorebook.exchange import evening_json, load_json, parse_evening
from scorebook.services.transactions import transaction
from scorebook.settings import Settings
from scorebook.store.db import db
from tests.actions import FOUR, SAUSPIEL, Page, Table, start


@pytest.fixture
def table(client: FlaskClient) -> Table:
    """Give a table of four with the default rules."""
    return Table(client)


# --- A first evening ---


def test_an_empty_book_leads_to_a_first_evening(client: FlaskClient) -> None:
    """Without an evening the start leads straight to the form; with one it lists it."""
    answer = client.get("/")
    assert (answer.status_code, answer.location) == (302, "/abende/neu")
    table = Table(client)
    table.recorded(**SAUSPIEL)
    page = Page(client.get("/"))
    assert "Stammtisch" in page.text("list")
    assert "Sepp, Vroni, Xaver, Zenzi · 1 Spiel" in page.text("list")
    assert "/abende/neu" in page.links


def test_an_evening_starts_with_four_names(client: FlaskClient) -> None:
    """Four names are enough: rules and day are there already; the sheet follows at once."""
    answer = client.post("/abende/neu", data={"names": [*FOUR, "", "", ""]})
    assert answer.status_code == 303
    page = Page(client.get(answer.location))
    assert page.text("name") == "".join(FOUR)
    assert "Spiel 1 · Geber Sepp" in page.text("top")
    assert client.get("/abende/1.json").json["date"] == datetime.now(Settings.read({}).timezone).date().isoformat()


def test_known_names_are_offered(table: Table) -> None:
    """Who has played before need not be typed again."""
    shown = table.client.get("/abende/neu").text
    assert all(f'<option value="{name}">' in shown for name in FOUR)


@pytest.mark.parametrize(
    ("change", "place", "words"),
    [
        ({"names": ["Sepp", "", "Xaver", "Zenzi"]}, "names-1-errors", "Hier fehlt ein Name."),
        ({"names": ["Sepp", "Vroni", " sepp ", "Zenzi"]}, "names-2-errors", "sepp"),
        ({"names": ["Sepp", "Vroni", "Xaver", "Z" * 61]}, "names-3-errors", "60"),
        ({"names": [*FOUR, "A", "B", "C", "D"]}, "summary", "höchstens 7"),
        ({"first_dealer": "5"}, "first_dealer-errors", "keiner"),
        ({"first_dealer": "x"}, "first_dealer-errors", "keiner"),
        ({"preset": "watten"}, "preset-errors", "gibt es nicht"),
        ({"date": "1812-01-01"}, "date-errors", "Datum"),
        ({"date": "gestern"}, "date-errors", "Datum"),
        ({"title": "x" * 200}, "title-errors", "120"),
    ],
)
def test_what_is_wrong_with_a_new_evening(client: FlaskClient, change: dict[str, Any], place: str, words: str) -> None:
    """Each error stands at its field, nothing is begun, and everything that was typed is still there."""
    sent: dict[str, Any] = {"names": [*FOUR], "title": "Stammtisch", "place": "Lamm", "first_dealer": "2"} | change
    answer = start(client, **sent)
    page = Page(answer)
    assert answer.status_code == 422
    assert words in page.text(place)
    assert page.value("title") == sent["title"]
    assert [name for name in page.inputs["names"] if name] == [name for name in sent["names"][:7] if name]
    assert client.get("/").location == "/abende/neu"


def test_the_same_form_begins_one_evening(client: FlaskClient) -> None:
    """A double tap on the button begins one evening, and leads to the same sheet."""
    uuid = str(uuid4())
    assert start(client, uuid=uuid).location == start(client, uuid=uuid).location
    assert Page(client.get("/")).text("list").count("Stammtisch") == 1


# --- Recording ---


def test_a_game_is_told_in_words(table: Table) -> None:
    """After recording the sheet says what was booked, who got and who paid."""
    answer = table.client.post(f"{table.address}/spiele", data=SAUSPIEL, follow_redirects=True)
    said = Page(answer).text("message")
    assert said == (
        "Spiel 1 eingetragen: Sauspiel, Sepp + Xaver, 0,20 €: Sepp +0,20 · Vroni −0,20 · Xaver +0,20 · Zenzi −0,20."
    )


def test_the_dealer_turns(table: Table) -> None:
    """Each game has the next dealer, and one that is taken back gives the deal back."""
    assert "Spiel 1 · Geber Sepp" in table.page.text("top")
    game = table.recorded(**SAUSPIEL)
    assert "Spiel 2 · Geber Vroni" in table.page.text("top")
    shown = table.client.get(table.address).text
    assert re.findall(r'data-deals="(\d)"(?! hidden)', shown) == ["1"]
    table.cancel(game)
    assert "Spiel 2 · Geber Sepp" in table.page.text("top")


def test_a_double_tap_books_once(table: Table) -> None:
    """The same form twice is one game, and the second answer shows the first result."""
    sent = {**SAUSPIEL, "uuid": str(uuid4()), "after_number": "0", "dealer": "0"}
    first, second = table.record(**sent), table.record(**sent)
    assert first.location == second.location
    assert second.status_code == 303
    assert table.totals() == ["+0,20", "−0,20", "+0,20", "−0,20"]


def test_another_game_in_a_used_form_is_asked_about(table: Table) -> None:
    """Whoever goes back and sends another game in the same form is asked; a second tap books it."""
    uuid = table.recorded(**SAUSPIEL)
    page = table.refused(409, **SAUSPIEL | {"partner": "1", "uuid": str(uuid)})
    assert "Ist das ein neues Spiel?" in page.text("summary")
    assert page.value("partner") == "1"
    assert page.value("uuid") != str(uuid)
    table.recorded(**SAUSPIEL | {"partner": "1"})
    assert table.page.text("game").count("Sauspiel") == 2


def test_two_tablets_do_not_book_past_each_other(table: Table) -> None:
    """A form that does not know the other tablet's game is not booked but comes back, with the new dealer."""
    table.recorded(**SAUSPIEL)
    page = table.refused(409, **SAUSPIEL, after_number="0", dealer="0")
    assert "Inzwischen steht schon Spiel 1 in der Liste" in page.text("summary")
    assert page.value("after_number") == "1"
    assert page.value("dealer") == "1"
    assert page.value("partner") == "2"


def test_a_locked_database_loses_nothing(table: Table, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """While another program holds the database the form comes back, with one clear line and all that was typed."""
    monkeypatch.setattr("scorebook.store.db.BUSY_MS", 1)
    with app.app_context():
        db.engine.dispose()
        holder = db.engine.raw_connection()
    holder.execute("BEGIN IMMEDIATE")
    page = table.refused(503, **SAUSPIEL)
    assert "Die Datenbank ist gerade gesperrt" in page.text("summary")
    assert page.value("partner") == "2"
    holder.execute("ROLLBACK")
    holder.close()
    table.recorded(**SAUSPIEL)


# --- Looking at a game, taking it back ---


def test_a_game_shows_its_sum(table: Table) -> None:
    """The page of a game works its price out in words and says who entered it."""
    game = table.recorded(**SAUSPIEL | {"augen": "94", "klopfer": ["1"], "laufende": "mit-3"})
    page = Page(table.client.get(f"/spiele/{game}"))
    assert "20 Grundpreis + 10 Schneider + 30 Laufende = 60, mal 2 (1 Klopfer) = 1,20 €" in page.text()
    assert "eingetragen von „Tisch“" in page.text()


def test_a_game_is_taken_back_with_a_reason(table: Table) -> None:
    """A cancelled game no longer counts, stays in sight with its reason, and a second time changes nothing."""
    game = table.recorded(**SAUSPIEL)
    page = Page(table.client.get(table.cancel(game, "Xaver war Gegner").location))
    assert page.text("message").startswith("Spiel 1 ist storniert.")
    assert table.totals() == ["0,00"] * 4
    assert "storniert" in page.text("gone")
    assert "Grund: Xaver war Gegner" in Page(table.client.get(f"/spiele/{game}")).text()
    assert table.cancel(game, "noch einmal").status_code == 303
    assert "noch einmal" not in Page(table.client.get(f"/spiele/{game}")).text()


def test_a_reason_is_needed(table: Table) -> None:
    """Without a reason the game stays, and the page says what is missing."""
    game = table.recorded(**SAUSPIEL)
    answer = table.cancel(game, "  ")
    assert answer.status_code == 422
    assert "Warum?" in Page(answer).errors("reason")
    assert table.totals()[0] == "+0,20"


def test_the_last_game_is_undone_in_one_tap(table: Table) -> None:
    """The button beside the list takes back the last game that counts, without a question."""
    table.recorded(**SAUSPIEL)
    last = table.recorded(**SAUSPIEL | {"result": "lost"})
    shown = table.client.get(table.address).text
    assert "Spiel 2 rückgängig" in shown
    assert re.search(rf'action="/spiele/{last}/stornieren".*?name="reason" value="Rückgängig gemacht"', shown, re.S)


def test_a_wrong_entry_is_entered_again_and_better(table: Table) -> None:
    """After cancelling, one link brings the form as it was; with the one thing changed it is booked anew."""
    game = table.recorded(**SAUSPIEL | {"augen": "94", "klopfer": ["1"]})
    sheet = Page(table.client.get(table.cancel(game).location))
    link = next(link for link in sheet.links if "vorlage=" in link)
    form = Page(table.client.get(link))
    assert [form.value(n) for n in ("who", "contract", "partner", "augen")] == ["0", "sauspiel", "2", "94"]
    assert form.inputs["klopfer"] == ["1"]
    assert form.value("uuid") != str(game)


def test_what_a_cancellation_does_to_later_games_is_asked(client: FlaskClient) -> None:
    """The game's page says what becomes of later games, keeps the reason, and does it after a yes."""
    table = Table(client)
    with client.application.app_context(), transaction(db.session) as connection:
        connection.execute(text("DROP TRIGGER rule_sets_no_update"))
        rules = connection.execute(text("SELECT rules FROM rule_sets")).scalar_one()
        changed = rules.replace('"all_pass":"throw_in"', '"all_pass":"stock"')
        assert changed != rules
        connection.execute(text("UPDATE rule_sets SET rules = :rules"), {"rules": changed})
    passed = table.recorded(who="all_pass")
    table.recorded(**SAUSPIEL)
    answer = table.cancel(passed)
    assert answer.status_code == 422
    asked = Page(answer)
    assert "Spiel 2: Geber: Vroni → Sepp; Im Stock davor: 0,80 € → –; Gezahlt: Sepp +0,60" in asked.text("question")
    assert asked.value("reason") == "verschrieben"
    sent = {"reason": "verschrieben", "accept": asked.offered["accept"][0]}
    assert client.post(f"/spiele/{passed}/stornieren", data=sent).status_code == 303
    assert table.totals() == ["+0,20", "−0,20", "+0,20", "−0,20"]


# --- The overview ---


def test_the_overview_settles(table: Table) -> None:
    """The overview has the totals, who pays whom, and the same list as the sheet."""
    table.recorded(**SAUSPIEL)
    table.recorded(who="3", contract="solo-herz", augen="96", laufende="mit-4")
    page = Page(table.client.get("/abende/1"))
    assert "Zenzi" in page.text("totals")
    assert "+2,80" in page.text("totals")
    assert "an Zenzi" in page.text("owed")
    assert "Solo Herz, Zenzi" in page.text("scroll")


def test_winners_only_pay_nobody(client: FlaskClient) -> None:
    """Where only winners are written there is nothing to pay, and no plan."""
    Table(client, preset="turnier_gutpunkte").recorded(**SAUSPIEL)
    assert "Wer zahlt wem" not in Page(client.get("/abende/1")).text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_chart_has_both_schemes(table: Table, scheme: str) -> None:
    """The course is a picture of its own for each scheme; a browser that has it does not get it again."""
    table.recorded(**SAUSPIEL)
    answer = table.client.get(f"/abende/1/verlauf-{scheme}.svg")
    assert answer.mimetype == "image/svg+xml"
    assert b"<svg" in answer.data
    again = table.client.get(f"/abende/1/verlauf-{scheme}.svg", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_the_pdf(client: FlaskClient) -> None:
    """The Abrechnung is a PDF with a proper name, umlauts too, and is not made twice for one browser."""
    table = Table(client, title="Stammtisch Bräuß/Lamm")
    table.recorded(**SAUSPIEL)
    answer = client.get("/abende/1/abrechnung.pdf")
    assert answer.mimetype == "application/pdf"
    assert "Stammtisch%20Br%C3%A4u%C3%9F%20Lamm" in answer.headers["Content-Disposition"]
    assert "Vroni" in PdfReader(io.BytesIO(answer.data)).pages[0].extract_text()
    tag = answer.headers["ETag"]
    assert client.get("/abende/1/abrechnung.pdf", headers={"If-None-Match": tag}).status_code == 304
    table.recorded(**SAUSPIEL)
    assert client.get("/abende/1/abrechnung.pdf", headers={"If-None-Match": tag}).status_code == 200


def test_the_export_is_the_evening(table: Table) -> None:
    """What is downloaded reads back as the same evening."""
    table.recorded(**SAUSPIEL)
    answer = table.client.get("/abende/1.json")
    assert answer.headers["Content-Disposition"].startswith("attachment; filename=")
    data = load_json(answer.data)
    assert evening_json(parse_evening(data)) == data


# --- Names ---

NAMES = ("<script>alert(1)</script>", "Weiß & Söhne", "=1+1", "Maximilian von und zu Oberwallenstadt-Lang")


def test_names_are_text(client: FlaskClient) -> None:
    """A name that is HTML is shown as it is and never becomes a tag, on no page."""
    table = Table(client, NAMES)
    game = table.recorded(**SAUSPIEL)
    for address in ("/", "/abende/neu", "/abende/1", table.address, f"/spiele/{game}", "/abende/1/verlauf-light.svg"):
        shown = client.get(address).text
        assert "<script>" not in shown  # those of the pages name a file
        assert "&lt;script&gt;" in shown
        assert "Weiß &amp; S" in shown or "svg" in address


def test_reasons_are_text(table: Table) -> None:
    """A reason that is HTML stays text."""
    game = table.recorded(**SAUSPIEL)
    table.cancel(game, "<img src=x onerror=alert(1)>")
    assert "<img" not in table.client.get(f"/spiele/{game}").text


def test_two_tablets_at_once_get_two_numbers(app: Flask, table: Table) -> None:
    """Two forms sent at the same moment, without knowing of each other, become two games or one and a question."""
    page = table.page
    answers: list[int] = []

    def send(partner: str) -> None:
        data = SAUSPIEL | {"partner": partner, "uuid": str(uuid4()), "after_number": page.value("after_number")}
        answers.append(app.test_client().post(f"{table.address}/spiele", data=data).status_code)

    threads = [threading.Thread(target=send, args=(partner,)) for partner in ("1", "2")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [303, 409]
    assert Page(table.client.get(table.address)).text("game").count("Sauspiel") == 1


def test_times_are_local(table: Table) -> None:
    """What happened is told in the time of the table's clock, not in UTC."""
    game = table.recorded(**SAUSPIEL)
    shown = Page(table.client.get(f"/spiele/{game}")).text()
    told = re.search(r"(\d\d:\d\d): eingetragen", shown)
    assert told
    clock = datetime.strptime(told[1], "%H:%M").replace(tzinfo=UTC)
    local = datetime.now(Settings.read({}).timezone)
    assert (local.hour * 60 + local.minute - clock.hour * 60 - clock.minute) % 1440 <= 1
