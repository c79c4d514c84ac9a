"""The pages of one's own account: name, password, browsers, clubs, and the way there and out."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import insert

from scorebook.services.access import Role
from scorebook.services.transactions import transaction
from scorebook.store.db import db
from scorebook.store.tables import clubs
from tests.actions import Page, Table, start
from tests.doors import ADMIN, Browser, browser, linked, nobody
from tests.people import PASSWORD, invited, link_of


def test_a_password_and_all_that_is_wrong_with_one(app: Flask, client: FlaskClient) -> None:
    """First chosen without an old one, then changed with it; each fault at its field, nothing else changed."""
    first = {"login_name": "wirt", "password": PASSWORD}
    assert Page(client.post("/konto/anmeldung", data={})).errors("login_name")
    assert "old_password" not in Page(client.get("/konto")).inputs
    assert client.post("/konto/anmeldung", data=first).status_code == 303
    assert "Du meldest dich an als „wirt“." in Page(client.get("/konto")).text()
    for typed, field in (
        ({"password": "ein anderes Passwort"}, "old_password"),
        ({"old_password": "falsch", "password": "ein anderes Passwort"}, "old_password"),
        ({"old_password": PASSWORD, "password": "kurz"}, "password"),
        ({"old_password": PASSWORD, "login_name": "x" * 61}, "login_name"),
    ):
        answer = client.post("/konto/anmeldung", data=typed)
        assert answer.status_code == 422
        assert Page(answer).errors(field)
    other = nobody(app)
    assert other.post("/anmelden", data=first).status_code == 303
    changed = {"login_name": "wirt", "old_password": PASSWORD, "password": "ein anderes Passwort"}
    assert client.post("/konto/anmeldung", data=changed).status_code == 303
    assert other.get("/konto").status_code == 303
    assert client.get("/konto").status_code == 200


def test_a_change_says_what_it_ended(app: Flask, client: FlaskClient) -> None:
    """Other browsers, and the keys for programs unless their box is ticked; who has no keys is not asked."""
    first = {"login_name": "wirt", "password": PASSWORD}
    assert Page(client.post("/konto/anmeldung", data=first, follow_redirects=True)).text("message") == "Gespeichert."
    assert "keep_keys" not in Page(client.get("/konto")).offered
    key = Page(client.post("/konto/tokens", data={"name": "Bot"})).text("secret")
    assert "keep_keys" in Page(client.get("/konto")).offered
    nobody(app).post("/anmelden", data=first)
    changed = {"old_password": PASSWORD, "password": "ein anderes Passwort"}
    kept = client.post("/konto/anmeldung", data=changed | {"keep_keys": "y"}, follow_redirects=True)
    assert Page(kept).text("message") == "Gespeichert. Alle anderen Browser sind abgemeldet."
    program, head = nobody(app), {"Authorization": f"Bearer {key}"}
    assert program.get("/api/v1/evenings", headers=head).status_code == 200
    again = {"old_password": "ein anderes Passwort", "password": PASSWORD}
    ended = client.post("/konto/anmeldung", data=again, follow_redirects=True)
    assert Page(ended).text("message") == "Gespeichert. Deine Schlüssel für Programme gelten nicht mehr."
    assert program.get("/api/v1/evenings", headers=head).status_code == 401


def test_who_lost_his_password_to_an_admin_chooses_another(app: Flask, client: FlaskClient) -> None:
    """His page names his login name and asks for no password that he has no more."""
    mine = browser(app, Role.SCORER, name="Resi")
    mine.post("/konto/anmeldung", data={"login_name": "resi", "password": PASSWORD})
    link = link_of(client.post("/verein/mitglieder/2/zugang", data={"afresh": "y"}))
    mine.post(link)
    page = Page(mine.get("/konto"))
    assert "„resi“" in page.text()
    assert "old_password" not in page.inputs
    assert page.value("login_name") == "resi"
    chosen = {"login_name": "resi", "password": "ein anderes Passwort"}
    assert mine.post("/konto/anmeldung", data=chosen).status_code == 303
    assert nobody(app).post("/anmelden", data=chosen).status_code == 303


def test_too_many_old_passwords(client: FlaskClient) -> None:
    """After so many nothing is looked at any more, and the page says so."""
    client.post("/konto/anmeldung", data={"login_name": "wirt", "password": PASSWORD})
    wrong = {"old_password": "falsch", "password": "ein anderes Passwort"}
    said = [client.post("/konto/anmeldung", data=wrong).status_code for _ in range(11)]
    assert said == [422] * 10 + [429]
    answer = client.post("/konto/anmeldung", data=wrong | {"old_password": PASSWORD})
    assert "Viertelstunde" in Page(answer).text("summary")


def test_a_name_is_changed(client: FlaskClient) -> None:
    """It stands above the page; one that cannot be is refused at its field."""
    assert client.post("/konto/name", data={"name": "Da Wirt"}).status_code == 303
    answer = client.post("/konto/name", data={"name": " "})
    assert answer.status_code == 422
    assert Page(answer).errors("name")
    assert "Da Wirt" in Page(client.get("/konto")).text()


def test_browsers_are_listed_and_logged_out(app: Flask, client: FlaskClient) -> None:
    """Each with what it calls itself, this one marked; the others one by one or all together."""
    client.post("/konto/anmeldung", data={"login_name": "wirt", "password": PASSWORD})
    agents = (
        "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1",
        "<b>x</b>",
    )
    others = [nobody(app) for _ in agents]
    for other, agent in zip(others, agents, strict=True):
        sent = {"login_name": "wirt", "password": PASSWORD}
        assert other.post("/anmelden", data=sent, headers={"User-Agent": agent}).status_code == 303
    shown = client.get("/konto")
    text = Page(shown).text()
    assert "Firefox, Linux" in text
    assert "Safari, iPhone" in text
    assert text.count("dieser Browser") == 1
    ends = [part.partition('"')[0] for part in shown.text.split('action="') if "/beenden" in part]
    assert len(ends) == 3
    assert client.post(ends[0]).status_code == 303
    assert [other.get("/konto").status_code for other in others] == [200, 200, 303]
    assert client.post("/konto/anmeldungen/andere-beenden").status_code == 303
    assert [other.get("/konto").status_code for other in others] == [303] * 3
    assert client.get("/konto").status_code == 200
    assert browser(app, Role.ADMIN).post(ends[0]).status_code == 404


def test_clubs_are_switched_and_left(app: Flask, client: FlaskClient) -> None:
    """Whoever belongs to two goes from one to the other by a button, sees only one's evenings, and may leave."""
    assert start(client).status_code == 303
    with app.app_context(), transaction(db.session) as connection:
        connection.execute(insert(clubs), {"name": "Nachbarn"})
    resi = browser(app, Role.ADMIN, club_id=2)
    link = invited(resi, "scorer")
    assert client.post(link, data={"tun": "beitreten"}).status_code == 303
    assert client.get("/abende/1").status_code == 404
    assert "Nachbarn hier bist du" in Page(client.get("/konto")).text()
    assert client.post("/konto/verein", data={"verein": "1"}).status_code == 303
    assert client.get("/abende/1").status_code == 200
    assert client.post("/konto/verein", data={"verein": "2"}).status_code == 303
    assert client.post("/konto/austreten").status_code == 303
    assert client.get("/abende/1").status_code == 200
    assert client.post("/konto/verein", data={"verein": "2"}).status_code == 404
    assert resi.post("/konto/verein", data={"verein": "1"}).status_code == 404


# --- The way there ---


def test_the_foot_leads_to_club_and_account(app: Flask, client: FlaskClient) -> None:
    """On every page but the sheet, where nobody looks for it; not for who is not in."""
    table = Table(client)
    for address in ("/", "/abende/1", "/regeln", "/verein", "/konto"):
        page = Page(client.get(address))
        assert {"/verein", "/konto"} <= set(page.links), address
        assert "Abmelden" in page.text("foot")
        assert "Tisch · Stammtisch" in page.text("foot"), "who is in here, and in which club"
    assert not {"/verein", "/konto"} & set(Page(client.get(table.address)).links)
    assert "Abmelden" not in Page(nobody(app).get("/anmelden")).text()


def test_what_nothing_brings_back_is_asked_first(client: FlaskClient) -> None:
    """A link, a key and an invitation are taken back by a second button, which stands folded beside what it does."""
    Table(client)
    client.post("/abende/1/links", data={"kind": "table", "name": "Tisch 1", "lasts": "tonight"})
    client.post("/konto/tokens", data={"name": "Bot"})
    invited(client, "scorer")
    for address, name, back in (
        ("/abende/1/links", "Tisch 1", "/links/1/zuruecknehmen"),
        ("/konto/tokens", "Bot", "/konto/tokens/1/zuruecknehmen"),
        ("/verein", "Schreiber", "/verein/einladungen/1/zuruecknehmen"),
    ):
        answer = client.get(address)
        folded = answer.text.partition('<details class="sure">')[2].partition("</details>")[0]
        assert f'action="{back}"' in folded
        assert answer.text.count(back) == 1
        assert "Das lässt sich nicht rückgängig machen." in Page(answer).text("sure")
        assert name in Page(answer).text("sure")
        assert Page(client.post(back, follow_redirects=True)).text("message")
        assert back not in client.get(address).text


@pytest.mark.parametrize(
    ("address", "typed", "status"),
    [
        ("/konto/name", {"name": ""}, 422),
        ("/konto/anmeldung", {}, 422),
        ("/konto/tokens", {"name": ""}, 422),
        ("/konto/tokens", {"name": "Bot"}, 201),
        ("/konto/daten", {}, 422),
        ("/verein/name", {"name": ""}, 422),
        ("/verein/einladungen", {}, 422),
        ("/verein/einladungen", {"roles": "scorer"}, 200),
        ("/verein/loeschen", {}, 422),
        ("/abende/neu", {}, 422),
        ("/abende/einlesen", {}, 422),
        ("/abende/1/links", {"kind": "table", "lasts": "tonight"}, 200),
        ("/regeln/neu", {"tun": "sichern"}, 422),
        ("/nirgends", {}, 404),
        ("/konto/verein", {"verein": "99"}, 404),
    ],
)
def test_so_does_that_of_an_answer_to_a_form(client: FlaskClient, address: str, typed: Any, status: int) -> None:
    """Whoever sent a form that was refused, or gets its answer at once, finds his way on as from any page."""
    Table(client)
    answer = client.post(address, data=typed)
    assert answer.status_code == status
    page = Page(answer)
    assert {"/verein", "/konto"} <= set(page.links)
    assert "Abmelden" in page.text("foot")
    assert "seite" not in page.inputs, "an answer to a form has no address to come back to"


@pytest.mark.parametrize("password", [True, False])
def test_nobody_locks_himself_out(app: Flask, client: FlaskClient, password: bool) -> None:
    """Whom no password would let in again is asked before he is out, and led to choose one; a tablet is not."""
    mine = browser(app, Role.PLAYER)
    if password:
        chosen = mine.post("/konto/anmeldung", data={"login_name": "resi", "password": PASSWORD})
        assert chosen.status_code == 303
    answer = mine.post("/abmelden")
    assert answer.status_code == (303 if password else 409)
    assert (mine.get("/konto").status_code == 200) is not password
    if not password:
        assert "kein Passwort" in Page(answer).text()
        assert "/konto" in Page(answer).links
        assert mine.post("/abmelden", data={"tun": "abmelden"}).status_code == 303
        assert mine.get("/konto").status_code == 303
    start(client)
    assert linked(app, Role.TABLE).post("/abmelden").status_code == 303


def test_logging_out(app: Flask, client: FlaskClient) -> None:
    """This browser is out at once, also with its old cookie, and logging out twice hurts nobody."""
    assert client.post("/abmelden", data={"tun": "abmelden"}).location == "/anmelden"
    assert client.get("/verein").status_code == 303
    assert Browser(app, secret=ADMIN).get("/verein").status_code == 303
    assert client.post("/abmelden").status_code == 303
