"""Who pays whom, as people tick it off: on the evening's page, on the result, on paper and in a banking app."""

import json
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from segno.helpers import _make_epc_qr_data
from sqlalchemy import text

from scorebook.reports.girocode import girocode
from scorebook.services.access import Role
from scorebook.store.columns import metadata
from scorebook.store.db import db
from tests.actions import Page, Table
from tests.book import WITH_STOCK, Book
from tests.doors import browser, linked
from tests.papers import pages
from tests.qr import decode

IBAN = "DE89 3704 0044 0532 0130 00"
LOST = {"who": "1", "contract": "solo-herz", "result": "lost"}
"""Vroni owes each of the others 0,50 €."""
EVENING = "/abende/1"


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Give a browser, with an evening at which Vroni lost a Solo."""
    browser = app.test_client()
    Table(browser).recorded(**LOST)
    return browser


def overview(client: FlaskClient) -> Page:
    """Give the evening's page."""
    return Page(client.get(EVENING))


def sent(client: FlaskClient, place: int = 0, **change: str) -> dict[str, str]:
    """Give what the form of an open payment sends."""
    page = overview(client)
    names = ("payer", "payee", "seen", "uuid")
    # each payment has two forms: one for all of it, one for a part
    return {name: page.inputs[name][2 * place] for name in names} | change


def pay(client: FlaskClient, place: int = 0, **change: str) -> Page:
    """Tick a payment off, and follow."""
    return Page(client.post(f"{EVENING}/zahlungen", data=sent(client, place, **change), follow_redirects=True))


def test_a_payment_is_ticked_off_and_taken_back(client: FlaskClient) -> None:
    """The page says who paid whom and who said so; taken back it is open again. A reload books nothing."""
    form = sent(client)
    first = client.post(f"{EVENING}/zahlungen", data=form)
    assert (first.status_code, first.location) == (303, f"{EVENING}#zahlen")
    assert client.post(f"{EVENING}/zahlungen", data=form).status_code == 303
    page = overview(client)
    assert "Vroni an Sepp: 0,50 € bezahlt." in page.text("message")
    assert re.fullmatch(r"Vroni an Sepp Tisch, .*\d\d:\d\d 0,50 € Zurücknehmen.*", page.text("paid"))
    assert "Vroni an Sepp" not in page.text("owed")
    (back,) = re.findall(r'action="([^"]+/zuruecknehmen)"', client.get(EVENING).text)
    again = Page(client.post(back, follow_redirects=True))
    assert "gilt nicht mehr als bezahlt" in again.text("message")
    assert re.fullmatch(
        r"Vroni an Sepp Tisch, .*\d\d:\d\d · zurückgenommen: Tisch, .*\d\d:\d\d 0,50 €", again.text("undone")
    )
    assert len(re.findall(r"<s[ >]", client.get(EVENING).text)) == 2
    assert "undone" not in client.get("/abende/1/ergebnis").text
    assert "Vroni an Sepp 0,50 €" in again.text("owed")


def test_a_part_and_more_than_all(client: FlaskClient) -> None:
    """A part leaves the rest; more than is open is asked about at its field, what was typed stays; then it holds."""
    assert "Vroni an Sepp 0,20 €" in pay(client, part="y", amount="0,30").text("owed")
    smallest = 2
    page = pay(client, smallest, part="y", amount="0,25")
    assert page.status == 422
    form = sent(client, smallest)
    assert page.errors(f"teil-{form['payer']}-{form['payee']}") == (
        "Offen sind nur 0,20 €. War es wirklich mehr, dann bestätige es."
    )
    assert "0,25" in page.inputs["amount"]
    assert page.offered["sure"] == ["y"]
    paid = pay(client, smallest, part="y", amount="0,25", sure="y")
    assert "Vroni an Sepp: 0,25 € bezahlt." in paid.text("message")


@pytest.mark.parametrize("amount", ["", "fünf", "0", "-1"])
def test_what_is_no_amount_is_told_at_its_field(client: FlaskClient, amount: str) -> None:
    """The fold is open, the field says what is wrong, and what was typed is still there."""
    page = pay(client, part="y", amount=amount)
    form = sent(client)
    assert page.status == 422
    assert page.errors(f"teil-{form['payer']}-{form['payee']}")
    assert amount in page.inputs["amount"]
    assert page.text("paid") == ""


def test_what_changed_meanwhile_is_told(client: FlaskClient) -> None:
    """Who ticks off what somebody else has ticked off since is told so; it is not booked again."""
    late = sent(client)
    pay(client)
    answer = client.post(f"{EVENING}/zahlungen", data=late | {"uuid": "11111111-1111-4111-8111-111111111111"})
    assert answer.status_code == 409
    assert "Inzwischen ist zwischen den beiden etwas anderes offen" in Page(answer).text("summary")


def test_a_stale_page_books_nothing(app: Flask, client: FlaskClient) -> None:
    """Without the token of the browser nothing is booked, and the page says so."""
    app.config["WTF_CSRF_ENABLED"] = True
    form = sent(client)
    for address, data in ((f"{EVENING}/zahlungen", form), (f"{EVENING}/runden", {"round_to": "5"})):
        answer = client.post(address, data=data)
        assert answer.status_code == 400
        assert "zu alt" in Page(answer).text("summary")
    app.config["WTF_CSRF_ENABLED"] = False
    assert overview(client).text("paid") == ""


def test_why(client: FlaskClient) -> None:
    """Each payment says what both have of the evening, what is paid of it, and who settles with them."""
    pay(client)
    told = overview(client).text("why")
    assert "Vroni hat 1,50 € verloren. Davon schon gezahlt: 0,50 €.Xaver hat 0,50 € gewonnen." in told
    assert "Vroni, Xaver und Zenzi gleichen sich untereinander aus, mit nur 2 Zahlungen." in told


def test_rounded_to_coins(client: FlaskClient) -> None:
    """The choice holds on all pages and on paper; it says whom it changes by how much; another one is told."""
    answer = client.post(f"{EVENING}/runden", data={"round_to": "7"})
    assert answer.status_code == 422
    assert Page(answer).errors("round_to") == "Gerundet wird auf 5, 10 oder 50 Cent, oder gar nicht."
    heads = Table(client, preset="deutscher_striche")
    heads.recorded(who="0", contract="partnerspiel-herz", augen="70")
    assert client.post("/abende/2/preis", data={"price": "0,13", "per": "strich"}).status_code == 303
    assert client.post("/abende/2/runden", data={"round_to": "10"}).status_code == 303
    page = Page(client.get("/abende/2"))
    assert page.value("round_to") == "10"
    assert "Gerundet auf 10 Cent." in page.text("zahlen")
    assert re.search(r"Sepp [+−]0,0\d €", page.text("zahlen"))
    for place in ("ergebnis", "ergebnis.txt"):
        assert "Gerundet auf 10 Cent." in client.get(f"/abende/2/{place}").text
    paper = "".join(pages(client.get("/abende/2/abrechnung.pdf").data))
    assert "Gerundetauf10Cent." in paper


def test_what_is_paid_is_said_everywhere(client: FlaskClient) -> None:
    """Result, text, wall and Abrechnung say what is paid and what is open; when all is paid they say that."""
    before = client.get(f"{EVENING}/abrechnung.pdf").headers["ETag"]
    pay(client)
    lines = client.get(f"{EVENING}/ergebnis.txt").text.split("\n")
    assert lines[1:3] == [
        "Noch offen: Vroni zahlt Xaver 0,50 € · Vroni zahlt Zenzi 0,50 €",
        "Bezahlt: Vroni an Sepp 0,50 €",
    ]
    paper = client.get(f"{EVENING}/abrechnung.pdf", headers={"If-None-Match": before})
    assert "BezahltVroni an Sepp0,50 €".replace(" ", "") in "".join(pages(paper.data)).replace(" ", "")
    pay(client)
    pay(client)
    client.post(f"{EVENING}/beenden")
    assert client.get(f"{EVENING}/ergebnis.txt").text.split("\n")[1] == "Alles ist bezahlt."
    for place in ("", "/ergebnis", "/wand"):
        assert "Alles ist bezahlt." in client.get(EVENING + place).text
    assert "Allesistbezahlt." in "".join(pages(client.get(f"{EVENING}/abrechnung.pdf").data))


@pytest.mark.usefixtures("client")
def test_who_may_only_look(app: Flask) -> None:
    """Who may not say who has paid sees why he pays, and no button; a tablet of the table may."""
    looking = Page(browser(app, Role.VIEWER).get(EVENING))
    assert "Warum?" in looking.text("owed")
    assert "Bezahlt" not in looking.text("owed")
    assert "Bezahlt" in Page(linked(app, Role.TABLE).get(EVENING)).text("owed")


def test_nothing_to_tick_off_without_money(app: Flask) -> None:
    """Points without a price are told, but nobody pays them."""
    client = app.test_client()
    Table(client, preset="turnier_plusminus").recorded(**LOST)
    page = overview(client)
    assert "Vroni an Sepp" in page.text("owed")
    assert not page.offered["payer"]
    assert "Münzen" not in page.text("zahlen")


@pytest.mark.parametrize("preset", ["turnier_plusminus", "turnier_gutpunkte", "deutscher_striche"])
def test_paying_without_money_is_refused_in_words(app: Flask, preset: str) -> None:
    """Whoever sends a payment, or a rounding, where nobody pays anything is told so."""
    client = app.test_client()
    Table(client, preset=preset)
    for place, data in (("zahlungen", {"payer": "1", "payee": "2"}), ("runden", {"round_to": "5"})):
        answer = client.post(f"{EVENING}/{place}", data=data)
        assert answer.status_code == 409
        assert "geht es nicht um Geld" in answer.text


# --- GiroCode ---


def matrix(html: str) -> list[list[bool]]:
    """Read the modules of the code in a page, without the quiet zone."""
    size = int(re.search(r'class="qr" viewBox="0 0 (\d+)', html)[1])  # type: ignore[index]
    rows = [[False] * size for _ in range(size)]
    drawing = re.search(r'fill="#000000" d="([^"]+)"', html)
    assert drawing is not None
    for x, y, length in re.findall(r"M(\d+) (\d+)h(\d+)v1", drawing[1]):
        rows[int(y)][int(x) : int(x) + int(length)] = [True] * int(length)
    return [row[4:-4] for row in rows[4:-4]]


def giro(client: FlaskClient, **change: str) -> tuple[int, Page, str]:
    """Ask for the code of the first open payment."""
    address = overview(client).link("/girocode/")
    answer = client.post(address, data={"name": "Josef Öttl", "iban": IBAN} | change)
    return answer.status_code, Page(answer), answer.text


def test_a_banking_app_reads_the_code(client: FlaskClient) -> None:
    """Service, version, UTF-8, name, IBAN without spaces, amount and purpose stand where the standard says."""
    status, page, html = giro(client)
    assert status == 200
    assert "0,50 €" in page.text("giro")
    lines = decode(matrix(html)).split("\n")
    assert lines[:8] == ["BCD", "002", "1", "SCT", "", "Josef Öttl", IBAN.replace(" ", ""), "EUR0.5"]
    assert lines[8:10] == ["", ""]
    assert re.fullmatch(r"Schafkopf vom \d+\. ?\d+\. ?\d{4}, von Vroni", lines[10].replace("\xa0", " "))
    assert len(lines) == 11


def test_a_transfer_is_ticked_off_beside_its_code(client: FlaskClient) -> None:
    """What went through a bank is told from cash, there and among what is paid."""
    page = Page(client.get(overview(client).link("/girocode/")))
    names = ("payer", "payee", "seen", "uuid", "way")
    form = {name: page.value(name) for name in names}
    done = Page(client.post(f"{EVENING}/zahlungen", data=form, follow_redirects=True))
    assert "überwiesen" in done.text("paid")
    assert json.loads(client.get(f"{EVENING}.json").text)["payments"][0]["way"] == "transfer"


@pytest.mark.parametrize(
    ("iban", "told"),
    [
        ("", "Hier fehlt die IBAN."),
        (" ", "Hier fehlt die IBAN."),
        ("Sepp", "beginnt mit zwei Buchstaben"),
        ("DEXX 3704 0044 0532 0130 00", "beginnt mit zwei Buchstaben"),
        ("DE89 3704 0044 0532 0130 0ü", "beginnt mit zwei Buchstaben"),
        ("DE89 3704 0044 0532 0130", "Eine IBAN aus DE hat 22 Zeichen, diese hat 20."),
        ("AT61 1904 3002 3457 32011", "Eine IBAN aus AT hat 20 Zeichen, diese hat 21."),
        ("XX89 3704", "Eine IBAN hat 15 bis 34 Zeichen, diese hat 8."),
        ("DE89 3704 0044 0532 0130 01", "Diese IBAN stimmt nicht"),
        ("DE89 3704 0044 0532 0103 00", "Diese IBAN stimmt nicht"),
        ("DE98 3704 0044 0532 0130 00", "Diese IBAN stimmt nicht"),
    ],
)
def test_a_wrong_iban_is_told_at_its_field(client: FlaskClient, iban: str, told: str) -> None:
    """Shape, length by country and check digits are looked at; what was typed is still there, and there is no code."""
    status, page, html = giro(client, iban=iban)
    assert status == 422
    assert told in page.errors("iban")
    assert page.value("iban") == iban
    assert page.value("name") == "Josef Öttl"
    assert 'class="qr"' not in html


@pytest.mark.parametrize("iban", ["at611904300234573201", "GB29 NWBK 6016 1331 9268 19", "NO93-8601-1117-947"])
def test_ibans_as_people_type_them(client: FlaskClient, iban: str) -> None:
    """Other countries, small letters, dashes: all the same to it."""
    assert giro(client, iban=iban)[0] == 200


@pytest.mark.parametrize(("name", "told"), [("", "Name"), ("x" * 71, "70")])
def test_a_receiver_has_a_name(client: FlaskClient, name: str, told: str) -> None:
    """No name, and one that is too long, are told at the field."""
    status, page, _html = giro(client, name=name)
    assert (status, page.errors("name") != "", told in page.errors("name")) == (422, True, True)


def test_an_iban_is_kept_nowhere(app: Flask, client: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    """It is in the one answer, which nobody keeps: in no table, no log, no address, no other page."""
    address = overview(client).link("/girocode/")
    answer = client.post(address, data={"name": "Josef Öttl", "iban": IBAN})
    assert answer.headers["Cache-Control"] == "no-store"
    assert IBAN in answer.text
    assert answer.location is None
    bare = IBAN.replace(" ", "")
    with app.app_context(), db.engine.connect() as connection:
        for table in metadata.tables:
            for row in connection.execute(text(f"SELECT * FROM {table}")):
                assert IBAN not in str(row)
                assert bare not in str(row)
    assert bare not in caplog.text.replace(" ", "")
    assert IBAN not in client.get(address).text


def test_a_lost_login_does_not_carry_the_iban_along(app: Flask, client: FlaskClient) -> None:
    """Whoever has to log in again types it again: the page of the login does not hold it."""
    address = overview(client).link("/girocode/")
    answer = app.test_client(secret="").post(address, data={"name": "Josef Öttl", "iban": IBAN})  # type: ignore[call-arg]
    assert answer.status_code == 401
    assert IBAN not in answer.text


def test_no_code_where_nothing_is_open(client: FlaskClient) -> None:
    """What is paid, strangers and the Stock have none."""
    address = overview(client).link("/girocode/")
    pay(client)
    for place in (address, f"{EVENING}/girocode/1/1", f"{EVENING}/girocode/x/kasse", f"{EVENING}/girocode/1/stock"):
        assert client.get(place).status_code == 404
        assert client.post(place, data={"name": "x", "iban": IBAN}).status_code == 404


def test_long_texts_have_room() -> None:
    """Names of umlauts and signs alone leave a code that the standard allows, of at most 331 bytes."""
    for letter in ("x", "Ö", "€", "🂡"):
        html = girocode(letter * 60, "DE89370400440532013000", 99_999_999_999, letter * 200, "Code")
        modules = matrix(str(html))
        assert (len(modules) - 17) // 4 <= 13
    name, purpose = "🂡" * 35, "🂡" * 30
    data = _make_epc_qr_data(name, "DE89370400440532013000", "999999999.99", purpose, encoding="utf-8")
    assert len(data) <= 331
    with pytest.raises(ValueError, match="amount"):
        girocode("Sepp", "DE89370400440532013000", 100_000_000_000, "x", "Code")


def test_the_box_has_an_account(app: Flask) -> None:
    """What goes to the club's box can be transferred to the club."""
    client = app.test_client()
    with app.app_context():
        rules = str(Book(app).rule_set(WITH_STOCK))
    Table(client, preset=rules).recorded(who="all_pass")
    assert client.post(f"{EVENING}/beenden", data={"stock.1": "boxed"}).status_code == 303
    address = overview(client).link("/girocode/")
    assert address.endswith("/kasse")
    assert Page(client.get(address)).value("name") == "Stammtisch"
    assert client.post(address, data={"name": "Stammtisch", "iban": IBAN}).status_code == 200


def test_why_the_box_is_paid(app: Flask) -> None:
    """Of the club's box nobody says that it won: money goes into it."""
    client = app.test_client()
    with app.app_context():
        rules = str(Book(app).rule_set(WITH_STOCK))
    Table(client, preset=rules).recorded(who="all_pass")
    assert client.post(f"{EVENING}/beenden", data={"stock.1": "boxed"}).status_code == 303
    assert "Vereinskasse: da kommen 0,80 € hinein." in overview(client).text("why")
