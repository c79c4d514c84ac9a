"""The pages of a club and of one's own account, and what a link to them says."""

from collections.abc import Callable
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update

from scorebook.services import accounts, members
from scorebook.services.access import OF_LINKS, Actor, Role
from scorebook.services.log import Event
from scorebook.services.transactions import transaction
from scorebook.store import log
from scorebook.store.account_tables import invitations
from scorebook.store.db import db, reading
from scorebook.store.tables import FIRST_CLUB
from tests.actions import SAUSPIEL, Page, Table, start
from tests.doors import browser, nobody
from tests.people import PASSWORD, invited, link_of, member
from tests.test_web_safety import contents

RESI = {"name": "Resi", "login_name": "resi", "password": PASSWORD}
SECRET = {"Referrer-Policy": "no-referrer", "Cache-Control": "no-store", "X-Robots-Tag": "noindex, nofollow"}


# --- In by a link ---


def test_an_invitation_from_hand_to_hand(app: Flask, client: FlaskClient) -> None:
    """The admin makes a link, sees it once; who opens it says who he is, and is in, with that role and no other."""
    link = invited(client, "scorer")
    guest = nobody(app)
    shown = Page(guest.get(link))
    assert "Tisch lädt dich in diesen Verein ein. Du bist dann: Schreiber." in shown.text()
    joined = guest.post(link, data=RESI)
    assert (joined.status_code, joined.location) == (303, "/")
    assert guest.get("/abende/neu").status_code == 200
    assert "Resi Schreiber" in Page(client.get("/verein")).text()
    assert guest.post("/verein/einladungen", data={"roles": ["admin"]}).status_code == 403
    assert link.rpartition("/")[2] not in client.get("/verein").text


def test_looking_at_a_link_uses_nothing_up(app: Flask, client: FlaskClient) -> None:
    """Previews and impatient readers ask as often as they like; nothing is written, and it still opens."""
    link = invited(client, "player")
    before = contents(app)
    for _ in range(3):
        for answer in (nobody(app).get(link), nobody(app).head(link), client.get(link)):
            assert answer.status_code == 200
    assert contents(app) == before
    assert nobody(app).post(link, data=RESI).status_code == 303


def test_links_that_do_not_hold(app: Flask, client: FlaskClient) -> None:
    """A mangled one is a 404, one that is used, over or taken back a 410; each says so in words, and writes nothing."""
    used, revoked, over = (invited(client, "player") for _ in range(3))
    assert nobody(app).post(used, data=RESI).status_code == 303
    shown = client.get("/verein")
    take_back = [part.partition('"')[0] for part in shown.text.split('action="') if "zuruecknehmen" in part]
    assert client.post(take_back[1]).status_code == 303
    with app.app_context(), transaction(db.session) as connection:
        expired = update(invitations).values(expires_at=datetime.now(UTC) - timedelta(seconds=1))
        connection.execute(expired.where(invitations.c.id == 3))
    before = contents(app)
    for link, status, words in (
        (used, 410, "Dieser Link gilt nicht mehr"),
        (revoked, 410, "Dieser Link gilt nicht mehr"),
        (over, 410, "Dieser Link gilt nicht mehr"),
        (used[:-1], 404, "Diesen Link gibt es nicht"),
        (f"{used}.", 404, "Diesen Link gibt es nicht"),
        ("/einladung/%00", 404, "Diesen Link gibt es nicht"),
        (f"/einladung/{'x' * 5000}", 404, "Diesen Link gibt es nicht"),
    ):
        for answer in (nobody(app).get(link), nobody(app).post(link, data=RESI | {"login_name": "vroni"})):
            assert (answer.status_code, words in Page(answer).text()) == (status, True), link
            assert {name: answer.headers[name] for name in SECRET} == SECRET
    assert contents(app) == before


@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({"name": ""}, "name", "Hier fehlt ein Name."),
        ({"name": "x" * 61}, "name", "61 Zeichen"),
        ({"name": "a\u202eb"}, "name", "die man nicht sieht"),
        ({"login_name": " "}, "login_name", "mit dem du dich anmelden willst"),
        ({"login_name": "x" * 61}, "login_name", "61 Zeichen"),
        ({"login_name": "a\0b"}, "login_name", "die man nicht sieht"),
        ({"password": ""}, "password", "Hier fehlt ein Passwort."),
        ({"password": "kurz"}, "password", "10 bis 200 Zeichen"),
        ({"password": "x" * 201}, "password", "10 bis 200 Zeichen"),
    ],
)
def test_what_an_invited_one_cannot_be(
    app: Flask, client: FlaskClient, typed: dict[str, str], field: str, words: str
) -> None:
    """It is refused at its field, what else was typed is still there, and the link is not used up."""
    link = invited(client, "scorer")
    answer = nobody(app).post(link, data=RESI | typed)
    page = Page(answer)
    assert answer.status_code == 422
    assert words in page.errors(field)
    assert page.value("name") == (RESI | typed)["name"] or field == "name"
    assert PASSWORD not in answer.text
    assert nobody(app).post(link, data=RESI).status_code == 303


def test_who_has_an_account_joins_with_it(app: Flask, client: FlaskClient) -> None:
    """Whoever is logged in is offered one button, and stays who he is; a new account is the other choice."""
    resi, number = member(app, Role.VIEWER)
    link = invited(client, "scorer")
    shown = Page(resi.get(link))
    assert "Als Resi beitreten" in shown.text()
    assert "Als" not in Page(nobody(app).get(link)).text("actions")
    assert resi.post(link, data={"tun": "beitreten"}).status_code == 303
    assert "Resi Schreiber, Zuschauer" in Page(client.get("/verein")).text()
    assert resi.post(link, data={"tun": "beitreten"}).status_code == 410
    other = invited(client, "player")
    assert nobody(app).post(other, data={"tun": "beitreten"}).status_code == 401
    assert resi.post(other, data=RESI).status_code == 303
    with app.app_context():
        assert [one.name for one in members.club_page(db.session, Actor("", 1)).members] == ["Tisch", "Resi", "Resi"]
        (own_login,) = [
            row for row in log.rows_from(reading(db.session), FIRST_CLUB) if row.action == Event.LOGIN_ENDED
        ]
    assert own_login.who == f"account:{number}"


def test_a_known_one_comes_in_again(app: Flask, client: FlaskClient) -> None:
    """His link calls him by name, asks for nothing he said before, and lets him choose another password."""
    guest = nobody(app)
    guest.post(invited(client, "scorer"), data=RESI)
    link = link_of(client.post("/verein/mitglieder/2/zugang", data={"afresh": "y"}))
    assert guest.get("/").status_code == 303
    page = Page(guest.get(link))
    assert "Hier kommst du wieder herein, Resi." in page.text()
    assert "name" not in page.inputs
    assert guest.post("/anmelden", data={"login_name": "resi", "password": PASSWORD}).status_code == 422
    answer = guest.post(link, data={"login_name": "resi", "password": "kurz"})
    assert "10 bis 200" in Page(answer).errors("password")
    again = {"login_name": "resi", "password": "ein anderes Passwort"}
    assert guest.post(link, data=again).status_code == 303
    assert nobody(app).post("/anmelden", data=again).status_code == 303
    kept = link_of(client.post("/verein/mitglieder/2/zugang"))
    page = Page(guest.get(kept))
    assert "Du meldest dich an als „resi“." in page.text()
    assert "login_name" not in page.inputs
    assert nobody(app).post(kept, data={}).status_code == 303
    assert nobody(app).post("/anmelden", data=again).status_code == 303


def test_pages_with_a_secret_keep_it(app: Flask, client: FlaskClient) -> None:
    """Pages whose address or text carries one are kept by nobody, told to no other site, and listed by no engine."""
    link = invited(client, "scorer")
    for answer in (
        nobody(app).get(link),
        nobody(app).post(link, data={}),
        client.post("/verein/einladungen", data={"roles": "player"}),
        client.post("/verein/mitglieder/1/zugang"),
    ):
        assert {name: answer.headers[name] for name in SECRET} == SECRET
    for ordinary in ("/verein", "/konto", "/anmelden"):
        answer = client.get(ordinary)
        assert answer.headers["Cache-Control"] == "private, no-cache"
        assert answer.headers["Referrer-Policy"] == "same-origin"


def test_forms_of_a_page_with_a_secret_work_under_https(make_app: Callable[..., Flask]) -> None:
    """A browser that tells no referrer, as such a page wants it, still chooses a language there; without token, no."""
    guarded = make_app(WTF_CSRF_ENABLED=True)
    with guarded.app_context(), transaction(db.session) as connection:
        secret = accounts.invite(connection, Actor("Tisch", FIRST_CLUB), [Role.SCORER])
    guest, base = nobody(guarded), "https://localhost"
    page = Page(guest.get(f"/einladung/{secret}", base_url=base))
    sent = {"seite": f"/einladung/{secret}", "sprache": "en"}
    assert guest.post("/sprache", data=sent, base_url=base).status_code == 400
    chosen = guest.post("/sprache", data=sent | {"csrf_token": page.value("csrf_token")}, base_url=base)
    assert chosen.location == f"/einladung/{secret}"
    stale = guest.post(f"/einladung/{secret}", data=RESI, base_url=base)
    assert stale.status_code == 400
    assert Page(stale).value("name") == "Resi"
    sent = RESI | {"csrf_token": page.value("csrf_token")}
    assert guest.post(f"/einladung/{secret}", data=sent, base_url=base).status_code == 303


@pytest.mark.parametrize("root", ["", "/buch"])
def test_links_have_the_address_that_was_set(app: Flask, client: FlaskClient, root: str) -> None:
    """Where the settings name one, it stands in every link; else the path, which the admin's browser completes."""
    there = {"base_url": f"http://localhost:5000{root}", "data": {"roles": "player"}}
    shown = Page(client.post("/verein/einladungen", **there)).text("link")
    assert shown.startswith(f"{root}/einladung/")
    settings = app.config["SETTINGS"]
    known = {one.name: getattr(settings, one.name) for one in fields(settings)}
    app.config["SETTINGS"] = SimpleNamespace(**known | {"base_url": "https://verein.example/buch"})
    shown = Page(client.post("/verein/einladungen", **there)).text("link")
    assert shown.startswith("https://verein.example/buch/einladung/")


# --- The club ---


def test_a_club_is_renamed(client: FlaskClient) -> None:
    """Its new name stands above its page; one that cannot be is refused at its field, and stays to be read."""
    assert client.post("/verein/name", data={"name": "Zum Löwen"}).status_code == 303
    assert "Zum Löwen" in Page(client.get("/verein")).text()
    for typed, words in (("", "Wie heißt der Verein?"), ("x" * 121, "121 Zeichen"), ("a\u202eb", "nicht sieht")):
        answer = client.post("/verein/name", data={"name": typed})
        assert answer.status_code == 422
        assert words in Page(answer).errors("name")
        assert Page(answer).value("name") == typed
    assert "Zum Löwen" in Page(client.get("/verein")).text()


@pytest.mark.parametrize("roles", [[], ["king"], ["table"], ["admin", "wall"], ["\0"]])
def test_roles_that_cannot_be(app: Flask, client: FlaskClient, roles: list[str]) -> None:
    """An invitation or a change with none, an unknown one or one of links is refused at its field."""
    _, number = member(app, Role.SCORER)
    for address in ("/verein/einladungen", f"/verein/mitglieder/{number}/rollen"):
        answer = client.post(address, data={"roles": roles})
        assert answer.status_code == 422
        assert Page(answer).errors("roles")
    assert "Resi Schreiber" in Page(client.get("/verein")).text()


def test_a_member_is_changed(app: Flask, client: FlaskClient) -> None:
    """His page shows what he is; what is chosen holds at his next tap."""
    resi, number = member(app, Role.SCORER)
    assert Page(client.get(f"/verein/mitglieder/{number}")).inputs["roles"] == ["scorer"]
    assert client.post(f"/verein/mitglieder/{number}/rollen", data={"roles": ["viewer"]}).status_code == 303
    assert start(resi).status_code == 403
    assert resi.get("/verein").status_code == 200


def test_the_last_admin_is_told(client: FlaskClient) -> None:
    """He can neither drop the role, nor be taken out, nor leave, and reads why."""
    for address, data in (
        ("/verein/mitglieder/1/rollen", {"roles": ["viewer"]}),
        ("/verein/mitglieder/1/entfernen", {}),
        ("/konto/austreten", {}),
    ):
        answer = client.post(address, data=data)
        assert answer.status_code == 422
        assert "Einen Admin braucht der Verein." in Page(answer).text("summary")
    assert "Tisch du Admin" in Page(client.get("/verein")).text()


@pytest.mark.parametrize("number", ["99", "0", "9" * 30])
def test_members_that_are_not_there(client: FlaskClient, number: str) -> None:
    """A number that is nobody's is a 404, also before it is asked who may."""
    for suffix in ("", "/rollen", "/zugang", "/entfernen"):
        address = f"/verein/mitglieder/{number}{suffix}"
        assert (client.post(address, data={"roles": "viewer"}) if suffix else client.get(address)).status_code == 404
    assert client.post(f"/verein/einladungen/{number}/zuruecknehmen").status_code == 404
    assert client.post(f"/konto/anmeldungen/{number}/beenden").status_code == 404
    for club in (number, "", "x", "-1"):
        assert client.post("/konto/verein", data={"verein": club}).status_code == 404


# --- A session after a role was taken away ---


def test_whoever_is_taken_out_is_out_at_once(app: Flask, client: FlaskClient) -> None:
    """His open pages do nothing any more, whatever they send, and say what he can do; his account is still his."""
    resi, number = member(app, Role.SCORER)
    table = Table(resi)
    assert client.post(f"/verein/mitglieder/{number}/entfernen").status_code == 303
    before = contents(app)
    for answer in (
        resi.get("/"), resi.get(table.address), resi.get("/abende/1.json"), resi.get("/verein"), start(resi),
        table.record(**SAUSPIEL), resi.post("/abende/1/beenden"),
    ):  # fmt: skip
        assert answer.status_code == 403
        assert "Du gehörst zu keinem Verein mehr" in Page(answer).text()
    assert contents(app)["games"] == before["games"]
    assert resi.get("/nirgends").status_code == 404
    account = resi.get("/konto")
    assert account.status_code == 200
    assert "/verein" not in Page(account).links
    link = invited(client, "player")
    assert resi.post(link, data={"tun": "beitreten"}).status_code == 303
    assert resi.get(table.address).status_code == 200


@pytest.mark.parametrize("left", ["viewer", "treasurer", "player"])
def test_a_session_after_a_role_was_taken_away(app: Flask, client: FlaskClient, left: str) -> None:
    """With fewer roles an open page does only what those allow, from the next request on."""
    resi, number = member(app, Role.SCORER, Role.ADMIN)
    assert start(resi).status_code == 303
    assert client.post(f"/verein/mitglieder/{number}/rollen", data={"roles": [left]}).status_code == 303
    assert start(resi).status_code == 403
    assert resi.get(f"/verein/mitglieder/{number}").status_code == 403
    assert resi.post("/verein/name", data={"name": "Unser"}).status_code == 403
    assert resi.get("/abende/1").status_code == 200


@pytest.mark.parametrize(
    "body", [{"data": b"\xff=%FF"}, {"json": {"roles": 1}}, {"data": {"roles": ["x" * 9999] * 20}}]
)
def test_nothing_sent_breaks_these_pages(client: FlaskClient, body: dict[str, Any]) -> None:
    """Whatever is sent to a form of club or account, it is refused or passed over, and never a fault."""
    for address in (
        "/verein/name", "/verein/einladungen", "/verein/mitglieder/1/rollen", "/verein/mitglieder/1/entfernen",
        "/konto/name", "/konto/anmeldung", "/konto/verein", "/konto/austreten", "/einladung/x",
    ):  # fmt: skip
        assert 400 <= client.post(address, **body).status_code < 500, address


def test_roles_are_called_alike_in_english(app: Flask) -> None:
    """The English page has the words of the table of rights: no word of the game takes the place of a role's."""
    page = Page(browser(app, Role.ADMIN).get("/verein", headers={"Accept-Language": "en"})).text()
    for role in Role:
        if role not in OF_LINKS:
            assert role.value.capitalize() in page, role
    assert "Declarer" not in page
