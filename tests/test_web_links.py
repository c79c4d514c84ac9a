"""Tablets und Bildschirme: the page of an evening, what is shown once, the paper, and how a tablet comes in."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorebook.services import accounts, links
from scorebook.services.access import Actor, Role
from scorebook.services.accounts import NewAccount
from scorebook.services.transactions import transaction
from scorebook.store.db import db
from tests.actions import SAUSPIEL, Page, Table, start
from tests.doors import Browser, browser, link, linked, nobody, opened
from tests.papers import bare, pages, read
from tests.qr import decode, of_runs, of_svg

BASE = "https://schafkopf.example"


@pytest.fixture
def known(make_app: Callable[..., Flask]) -> FlaskClient:
    """Give a client of an app that knows its address, with one evening."""
    client = make_app(SCOREBOOK_BASE_URL=BASE).test_client()
    start(client)
    return client


def made(client: FlaskClient, **answers: str) -> Page:
    """Make a link by its form, and give the page that shows it."""
    answer = client.post("/abende/1/links", data={"kind": "table", "lasts": "tonight", **answers})
    page = Page(answer)
    assert answer.status_code == 200, page.text("summary")
    assert "no-store" in answer.headers["Cache-Control"]
    return page


# --- Making ---


def test_what_is_made_is_shown_once(known: FlaskClient) -> None:
    """Address, code and QR code stand on the page that answers, and on no other; both let a tablet in."""
    answer = known.post("/abende/1/links", data={"kind": "table", "lasts": "week", "name": "Tisch am Fenster"})
    page = Page(answer)
    address, code = page.text("address"), page.text("short-code")
    assert decode(of_svg(answer.text)) == address
    assert address.startswith(f"{BASE}/herein/")
    assert f"{BASE}/code" in page.text()
    listed = known.get("/abende/1/links")
    assert "Tisch am Fenster" in Page(listed).text()
    assert code not in listed.text
    assert code[-4:] not in listed.text
    assert address[-20:] not in listed.text
    for way in ("address", "code"):
        tablet = nobody(known.application)
        if way == "address":
            entered = tablet.post(address.removeprefix(BASE))
        else:
            entered = tablet.post("/code", data={"code": code.lower()})
        assert (entered.status_code, entered.location) == (303, "/"), way
        assert tablet.get("/").location == "/listen/1"


def test_without_a_base_url_there_is_no_qr_code(client: FlaskClient) -> None:
    """Where the book does not know its address, neither page nor paper have a QR code, and say what to set."""
    start(client)
    assert "SCOREBOOK_BASE_URL" in Page(client.get("/abende/1/links")).text()
    page = made(client)
    assert page.text("scan") == ""
    assert "SCOREBOOK_BASE_URL" in page.text()
    paper = client.post("/links/1/blatt.pdf", data=page.inputs)
    assert "schafkopf" not in pages(paper.data)[0].lower()
    assert bare(page.text("short-code")) in pages(paper.data)[0]
    assert bare("Code vom Tisch") in pages(paper.data)[0]
    assert "127.0.0.1" not in pages(paper.data)[0]
    assert "localhost" not in pages(paper.data)[0]


def test_the_paper_has_all_that_the_table_needs(known: FlaskClient) -> None:
    """One A5 page with name, club, day, code, where to type it, and the QR code, which can be read."""
    start(known, ("A", "B", "C", "D"), place="Lamm", title="x")
    page = made(known, name="Tisch am Fenster & Ofen", sheet="1")
    paper = known.post("/links/1/blatt.pdf", data=page.inputs)
    assert paper.mimetype == "application/pdf"
    assert "no-store" in paper.headers["Cache-Control"]
    assert paper.headers["Content-Disposition"].startswith("attachment"), "what is shown only once stays on the screen"
    (text,) = pages(paper.data)
    for part in ("Tisch am Fenster & Ofen", "Stammtisch", "Tisch 1", "Lamm", page.text("short-code"), f"{BASE}/code"):
        assert bare(part) in text, part
    (sheet,) = read(paper.data).pages
    assert [round(float(side) * 25.4 / 72) for side in sheet.mediabox[2:]] == [148, 210]
    assert decode(drawn(paper.data)) == page.text("address")


def drawn(pdf: bytes) -> list[list[bool]]:
    """Give the modules of the QR code of a paper, as they are drawn."""
    content = read(pdf).pages[0].get_contents()
    assert content is not None
    number = r"(-?[\d.]+)"
    runs = re.findall(rf"{number} {number} m\s+{number} {number} l", content.get_data().decode("latin-1"))
    size, *dark = [(round(float(x)), round(float(y)), round(float(end) - float(x))) for x, y, end, _ in runs]
    return of_runs(dark, size[2])


def test_names_as_people_type_them(known: FlaskClient) -> None:
    """Without a name the link is called what it is for; markup is a name as any other; long ones fit on the paper."""
    made(known)
    made(known, kind="wall")
    made(known, name="<b>Ümläut</b> 🍺")
    long = made(known, name="Mmmmmmmmmm" * 6)
    listed = known.get("/abende/1/links")
    assert "<b>" not in listed.text
    for name in ("Tablet", "Bildschirm", "<b>Ümläut</b> 🍺"):
        assert name in Page(listed).text()
    assert len(pages(known.post("/links/4/blatt.pdf", data=long.inputs).data)) == 1


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"kind": "admin"}, "kind"),
        ({"kind": ""}, "kind"),
        ({"lasts": "x"}, "lasts"),
        ({"lasts": ""}, "lasts"),
        ({"name": "x" * 61}, "name"),
        ({"name": "a\x00b"}, "name"),
        ({"sheet": "99"}, "sheet"),
        ({"sheet": "x"}, "sheet"),
        ({"sheet": "9" * 30}, "sheet"),
        ({"sheet": "-1"}, "sheet"),
    ],
)
def test_what_cannot_be_comes_again(known: FlaskClient, wrong: dict[str, str], field: str) -> None:
    """A wrong answer is told at its field; what else was chosen and typed stays."""
    sent = {"kind": "wall", "lasts": "week", "name": "Wand", "sheet": ""} | wrong
    answer = known.post("/abende/1/links", data=sent)
    page = Page(answer)
    assert answer.status_code == 422
    assert page.errors(field)
    for name in {"kind", "lasts", "name"} - {field}:
        assert page.value(name) == sent[name]
    assert "Diese gelten" not in Page(known.get("/abende/1/links")).text()


def test_a_stale_form_makes_nothing(make_app: Callable[..., Flask]) -> None:
    """Without its token the form comes again, filled."""
    client = make_app(WTF_CSRF_ENABLED=True).test_client()
    token = Page(client.get("/abende/neu")).value("csrf_token")
    start(client, csrf_token=token)
    answer = client.post("/abende/1/links", data={"kind": "table", "lasts": "week", "name": "Fenster"})
    assert answer.status_code == 400
    assert Page(answer).value("name") == "Fenster"


def test_taken_back_by_its_button(known: FlaskClient) -> None:
    """The button in the list takes a link back; the tablet is out, and says so to whoever opens the address."""
    page = made(known, name="Fenster")
    tablet = nobody(known.application)
    address = page.text("address").removeprefix(BASE)
    tablet.post(address)
    assert tablet.get("/listen/1").status_code == 200
    gone = known.post("/links/1/zuruecknehmen")
    assert (gone.status_code, gone.location) == (303, "/abende/1/links")
    assert "„Fenster“ gilt nicht mehr" in Page(known.get(gone.location)).text("message")
    assert tablet.get("/listen/1").location.startswith("/anmelden")
    for answer in (tablet.get(address), tablet.post(address)):
        assert answer.status_code == 410
        assert "zurückgenommen" in Page(answer).text()
        assert "/code" in Page(answer).links
    by_code = tablet.post("/code", data={"code": page.text("short-code")})
    assert by_code.status_code == 410
    assert "zurückgenommen" in Page(by_code).errors("code"), "where the next code is typed"


@pytest.mark.parametrize("secret", ["x", "x" * 43, "x" * 5000, "%00", "ü", "..", "%ff"])
def test_an_address_that_is_no_link(client: FlaskClient, secret: str) -> None:
    """A mangled secret is not found, in words; whoever sends a form there too."""
    for answer in (client.get(f"/herein/{secret}"), client.post(f"/herein/{secret}")):
        assert answer.status_code == 404
        assert "Das gibt es nicht" in Page(answer).text()


def test_an_expired_link_says_so(client: FlaskClient, app: Flask) -> None:
    """A link that is over is gone, by its address and by its code."""
    start(client)
    old = link(app, Role.TABLE, now=datetime.now(UTC) - timedelta(days=3))
    for answer in (client.get(f"/herein/{old.secret}"), nobody(app).post("/code", data={"code": old.code})):
        assert answer.status_code == 410
        assert "abgelaufen" in Page(answer).text()


# --- Coming in ---


def test_a_preview_uses_nothing_up(known: FlaskClient) -> None:
    """Looking at a link, however often, lets nobody in, changes nothing, and shows a button."""
    one = link(known.application, Role.WALL)
    look = nobody(known.application)
    for _ in range(3):
        assert "Zuschauen" in Page(look.get(f"/herein/{one.secret}")).text()
        assert look.head(f"/herein/{one.secret}").status_code == 200
    assert look.get("/abende/1").location.startswith("/anmelden")
    assert look.post(f"/herein/{one.secret}").location == "/"
    assert look.get("/").location == "/abende/1/wand"


@pytest.mark.parametrize("password", [True, False])
def test_whoever_has_an_account_is_asked(client: FlaskClient, app: Flask, password: bool) -> None:
    """A browser of an account changes only when told to, by address and code; and knows whether it can come back."""
    start(client)
    one = link(app, Role.TABLE)
    with app.app_context(), transaction(db.session) as connection:
        secret = accounts.invite(connection, Actor("", 1), [Role.PLAYER])
    new = NewAccount("Resi", "resi", "ein langes Wort") if password else NewAccount()
    if not password:
        mine = browser(app, Role.PLAYER)
    else:
        with app.app_context():
            mine = Browser(app, secret=accounts.join(db.session, secret, new))
    for address, data in ((f"/herein/{one.secret}", {}), ("/code", {"code": one.code})):
        shown = Page(mine.get(address)).text()
        assert "Resi" in shown
        assert ("hat kein Passwort" in shown) is not password
        asked = mine.post(address, data=data)
        assert asked.status_code == 409
        assert "Soll es wechseln?" in Page(asked).text("summary")
        assert mine.get("/").status_code == 200, "still with the account"
    assert mine.post("/code", data={"code": one.code, "tun": "wechseln"}).status_code == 303
    assert mine.get("/").location == "/listen/1"


def test_a_tablet_may_change_its_table(client: FlaskClient, app: Flask) -> None:
    """A browser with a link takes another without being asked; its old login ends."""
    start(client)
    start(client)
    one, other = link(app, Role.TABLE, 1), link(app, Role.TABLE, 2)
    tablet = nobody(app)
    tablet.post(f"/herein/{one.secret}")
    before = tablet.get_cookie("session")
    tablet.post(f"/herein/{other.secret}")
    assert tablet.get("/").location == "/listen/2"
    assert before is not None
    tablet.set_cookie("session", before.value)
    assert tablet.get("/").location.startswith("/anmelden"), "the login before has ended"


@pytest.mark.parametrize(
    ("typed", "said"),
    [("", "fehlt"), ("K7P4", "zehn Zeichen"), ("K7P4-XMQ-2A0", "kommen nicht vor"), ("K7P4-XMQ-2AC", "stimmt nicht")],
)
def test_a_wrong_code_stays_to_be_mended(app: Flask, typed: str, said: str) -> None:
    """What was typed is still there, with what is wrong with it."""
    answer = nobody(app).post("/code", data={"code": typed})
    page = Page(answer)
    assert answer.status_code == 422
    assert said in page.errors("code")
    assert page.value("code") == typed


def test_too_many_codes_are_told(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """After too many attempts the page says to wait."""
    monkeypatch.setattr("scorebook.services.attempts.MOST_A_THING", 1)
    guesser = nobody(app)
    guesser.post("/code", data={"code": "K7P4-XMQ-2AC"})
    answer = guesser.post("/code", data={"code": "K7P4-XMQ-2AC"})
    assert answer.status_code == 429
    assert "Zu viele Versuche" in Page(answer).text("summary")


def test_what_a_link_records_bears_its_name(client: FlaskClient, app: Flask) -> None:
    """A game that a tablet records has the name of its link, and a wall records none."""
    table = Table(client)
    table.client = linked(app, Role.TABLE)
    table.recorded(**SAUSPIEL)
    assert "Table" in Page(client.get(Page(client.get(table.address)).links[-1])).text()
    wall = linked(app, Role.WALL)
    refused = wall.post(f"{table.address}/spiele", data=SAUSPIEL)
    assert refused.status_code == 403
    assert "nur mit einem eigenen Zugang" in Page(refused).text()


@pytest.mark.parametrize("role", [Role.VIEWER, Role.PLAYER, Role.TREASURER])
def test_who_may_not_share_sees_no_links(client: FlaskClient, app: Flask, role: Role) -> None:
    """The page, its form, taking back and printing are refused with the reason."""
    start(client)
    one = link(app, Role.TABLE)
    visitor = browser(app, role)
    data = {"secret": one.secret, "code": one.code, "kind": "table", "lasts": "week"}
    for answer in (
        visitor.get("/abende/1/links"),
        visitor.post("/abende/1/links", data=data),
        visitor.post("/links/1/zuruecknehmen"),
        visitor.post("/links/1/blatt.pdf", data=data),
    ):
        assert answer.status_code == 403
        assert "Wer sein Admin ist" in Page(answer).text()
    for address in ("/abende/1", "/listen/1"):
        assert "/abende/1/links" not in Page(visitor.get(address)).links
    with app.app_context():
        assert links.find_link(db.session, one.secret)


def test_the_way_to_the_links_and_back(client: FlaskClient, app: Flask) -> None:
    """Whoever may share finds the page from the evening and from each list, and comes back to both."""
    start(client)
    for mine in (client, browser(app, Role.SCORER), browser(app, Role.DIRECTOR)):
        for address in ("/abende/1", "/listen/1"):
            assert "/abende/1/links" in Page(mine.get(address)).links
            assert address in Page(mine.get("/abende/1/links")).links
    assert "/abende/1/links" not in Page(opened(app, link(app, Role.TABLE)).get("/listen/1")).links


@pytest.mark.parametrize("address", ["/abende/99/links", "/abende/99999999999999999999/links"])
def test_links_of_no_evening(client: FlaskClient, address: str) -> None:
    """An evening that is not there has no links."""
    assert client.get(address).status_code == 404
    assert client.post(address, data={"kind": "table", "lasts": "week"}).status_code == 404
    for way in ("zuruecknehmen", "blatt.pdf"):
        assert client.post(f"/links/99/{way}").status_code == 404
