"""A form that was sent without a login: kept, offered to be sent again, and never sent anywhere else."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from scorebook.services import accounts, links, logins
from scorebook.services.access import Actor, Role, local_actor
from scorebook.services.accounts import NewAccount
from scorebook.services.transactions import transaction
from scorebook.store.db import db
from tests.actions import FOUR, SAUSPIEL, Page, start
from tests.doors import Browser, link, nobody

PASSWORD = "ein langes Wort"
NAME = {"login_name": "resi", "password": PASSWORD}


@pytest.fixture
def app(make_app: Callable[..., Flask]) -> Flask:
    """Make an app that checks CSRF tokens, as in real life, with an evening and an account "resi"."""
    made = make_app(WTF_CSRF_ENABLED=True)
    client = made.test_client()
    assert start(client, csrf_token=Page(client.get("/abende/neu")).value("csrf_token")).status_code == 303
    with made.app_context():
        with transaction(db.session) as connection:
            secret = accounts.invite(connection, Actor("", 1), [Role.SCORER])
        accounts.join(db.session, secret, NewAccount("Resi", **NAME))
    return made


def sign_in(browser: FlaskClient, page: Page, address: str = "/anmelden", **typed: str) -> TestResponse:
    """Send one of the forms of the sign-in page, with all that it carries."""
    carried = [(name, text) for name, texts in page.inputs.items() for text in _once(name, texts)]
    hidden = [(name, text) for name, text in carried if name.startswith("noch")]
    sent = MultiDict([("csrf_token", page.value("csrf_token")), *hidden, *typed.items()])
    return browser.post(address, data=sent)


def _once(name: str, texts: list[str]) -> list[str]:
    """Give what one of the three forms of the page carries under a name."""
    return texts[: len(texts) // 3] if name.startswith("noch") else texts[:1]


def tablet(app: Flask) -> tuple[FlaskClient, links.MadeLink]:
    """Give a browser that came in by a link, and the link."""
    made = link(app, Role.TABLE)
    browser = nobody(app)
    token = Page(browser.get(f"/herein/{made.secret}")).value("csrf_token")
    assert browser.post(f"/herein/{made.secret}", data={"csrf_token": token}).status_code == 303
    return browser, made


def typed(browser: FlaskClient, **answers: Any) -> dict[str, Any]:
    """Fill in the form of the sheet."""
    page = Page(browser.get("/listen/1"))
    kept = ("uuid", "after_number", "seated", "players", "opposite", "csrf_token")
    return {name: page.value(name) for name in kept} | SAUSPIEL | answers


def games(app: Flask) -> list[str]:
    """List the games of the sheet, by who recorded them."""
    client = app.test_client()
    return [link for link in dict.fromkeys(Page(client.get("/listen/1")).links) if link.startswith("/spiele/")]


def take_back(app: Flask, made: links.MadeLink) -> None:
    """Take a link back."""
    with app.app_context():
        links.revoke_link(db.session, Actor("Tisch", 1), made.link.id)


def lost(app: Flask, **answers: Any) -> tuple[FlaskClient, dict[str, Any], Page]:
    """Send a game from a tablet whose link was just taken back; give the browser, what it sent, and the answer."""
    browser, made = tablet(app)
    sent = typed(browser, **answers)
    take_back(app, made)
    answer = browser.post("/listen/1/spiele", data=sent)
    assert answer.status_code == 401
    assert games(app) == []
    return browser, sent, Page(answer)


def send_again(browser: FlaskClient, answer: TestResponse) -> TestResponse:
    """Press "Noch einmal absenden"."""
    page = Page(answer)
    assert answer.status_code == 200
    assert "Noch einmal absenden" in page.text()
    fields = {name: texts for name, texts in page.inputs.items() if name not in ("seite", "sprache")}
    fields["csrf_token"] = fields["csrf_token"][:1]
    return browser.post("/listen/1/spiele", data=fields)


# --- Nothing is lost ---


def test_a_link_that_was_taken_back_loses_nothing(app: Flask) -> None:
    """The game comes with the sign-in page, is offered again after it, and is booked once, under its UUID."""
    browser, sent, page = lost(app, klopfer=["0", "2"], augen="95")
    assert "ist noch da" in page.text("message")
    answer = sign_in(browser, page, **NAME)
    again = Page(answer)
    assert again.inputs["klopfer"] == ["0", "2"]
    assert again.value("uuid") == sent["uuid"]
    assert again.value("csrf_token") != sent["csrf_token"]
    done = send_again(browser, answer)
    assert (done.status_code, done.location) == (303, f"/listen/1?spiel={sent['uuid']}")
    twice = send_again(browser, answer)
    assert twice.location == done.location
    assert games(app) == [f"/spiele/{sent['uuid']}"]


def test_by_another_code_it_works_as_well(app: Flask) -> None:
    """A tablet goes on with the code of a new link, with all that was typed."""
    browser, sent, page = lost(app)
    new = link(app, Role.TABLE)
    answer = sign_in(browser, page, "/code", code=new.code.lower())
    assert send_again(browser, answer).location == f"/listen/1?spiel={sent['uuid']}"
    assert games(app) == [f"/spiele/{sent['uuid']}"]


def test_by_another_page_it_works_as_well(app: Flask) -> None:
    """Whoever scans a new QR code beside it goes on with "Weiter"; whoever did not is asked again."""
    browser, sent, page = lost(app)
    waiting = sign_in(browser, page, "/weiter")
    assert waiting.status_code == 401
    new = link(app, Role.TABLE)
    token = Page(browser.get(f"/herein/{new.secret}")).value("csrf_token")
    assert browser.post(f"/herein/{new.secret}", data={"csrf_token": token}).status_code == 303
    stale = sign_in(browser, Page(waiting), "/weiter")
    assert stale.status_code == 400, "the page is older than the login"
    assert send_again(browser, sign_in(browser, Page(stale), "/weiter")).location == f"/listen/1?spiel={sent['uuid']}"


def test_whoever_is_in_already_is_not_put_out_by_a_code(app: Flask) -> None:
    """With a form that waits, an account that signed in meanwhile stays in, whatever code is typed."""
    browser, sent, page = lost(app)
    new = link(app, Role.WALL)
    sign_in(browser, page, **NAME)
    stale = Page(sign_in(browser, page, "/code", code=new.code))
    answer = sign_in(browser, stale, "/code", code=new.code)
    assert send_again(browser, answer).location == f"/listen/1?spiel={sent['uuid']}"


@pytest.mark.parametrize("wrong", [{"password": "falsch"}, {"password": ""}, {"login_name": "", "password": PASSWORD}])
def test_a_wrong_password_loses_nothing(app: Flask, wrong: dict[str, str]) -> None:
    """However often somebody mistypes, what he sent before waits."""
    browser, sent, page = lost(app)
    for _ in range(2):
        refused = sign_in(browser, page, **(NAME | wrong))
        assert refused.status_code == 422
        page = Page(refused)
    assert send_again(browser, sign_in(browser, page, **NAME)).location == f"/listen/1?spiel={sent['uuid']}"


@pytest.mark.parametrize("code", ["", "K7P4-XMQ-2AC", "x"])
def test_a_wrong_code_loses_nothing(app: Flask, code: str) -> None:
    """A code that is none leaves everything, both ways in among it."""
    browser, _sent, page = lost(app)
    refused = sign_in(browser, page, "/code", code=code)
    assert refused.status_code == 422
    assert Page(refused).errors("code")
    assert send_again(browser, sign_in(browser, Page(refused), **NAME)).status_code == 303


@pytest.mark.parametrize("old", ["revoked", "expired"])
def test_the_code_of_an_old_link_loses_nothing(app: Flask, old: str) -> None:
    """The sheet on the table bears a code that held until a moment ago: it is typed first; all still waits."""
    browser, sent, page = lost(app)
    made = link(app, Role.TABLE, now=datetime.now(UTC) - timedelta(days=3 if old == "expired" else 0))
    if old == "revoked":
        with app.app_context():
            links.revoke_link(db.session, local_actor(db.session), made.link.id)
    refused = sign_in(browser, page, "/code", code=made.code)
    assert refused.status_code == 410
    assert Page(refused).errors("code")
    answer = sign_in(browser, Page(refused), "/code", code=link(app, Role.TABLE).code)
    assert send_again(browser, answer).location == f"/listen/1?spiel={sent['uuid']}"
    assert games(app) == [f"/spiele/{sent['uuid']}"]


def test_signed_out_in_another_tab(app: Flask) -> None:
    """Whoever logs out in one tab keeps what is typed in another."""
    with app.app_context():
        secret = accounts.sign_in(db.session, "resi", PASSWORD, address="192.0.2.1")
    browser = Browser(app, secret=secret)
    sent = typed(browser)
    assert browser.post("/abmelden", data={"csrf_token": sent["csrf_token"]}).status_code == 303
    answer = browser.post("/listen/1/spiele", data=sent)
    assert answer.status_code == 401
    assert send_again(browser, sign_in(browser, Page(answer), **NAME)).status_code == 303


def test_a_login_that_ran_out(app: Flask) -> None:
    """A login of an account that was ended elsewhere loses nothing either; what is wrong with the game is told then."""
    with app.app_context():
        secret = accounts.sign_in(db.session, "resi", PASSWORD, address="192.0.2.1")
    browser = Browser(app, secret=secret)
    sent = typed(browser, augen="119", tricks="9")
    with app.app_context():
        logins.end_login(db.session, secret)
    answer = browser.post("/listen/1/spiele", data=sent)
    refused = send_again(browser, sign_in(browser, Page(answer), **NAME))
    assert refused.status_code == 422
    assert Page(refused).value("augen") == "119"


# --- What is not kept ---


def test_no_secret_is_carried_along(app: Flask) -> None:
    """Passwords, secrets, codes, tokens and files stay out of the page; of a file it says so."""
    browser, made = tablet(app)
    token = Page(browser.get("/listen/1")).value("csrf_token")
    take_back(app, made)
    hush = {"password": "hush", "new_password": "hush", "secret": "hush", "code": "hush", "Token": "hush"}
    file = {"file": (BytesIO(b"hush"), "hush.json"), "csrf_token": token, "lead": "0"}
    answer = browser.post(f"/spiele/{uuid4()}/karten", data=hush | file, content_type="multipart/form-data")
    assert answer.status_code == 401
    assert "hush" not in answer.text
    assert Page(answer).inputs["noch.lead"][:1] == ["0"]
    assert "Nur die Datei" in Page(answer).text("message")


def test_only_what_our_own_pages_sent(app: Flask) -> None:
    """A form without this browser's token may come from anywhere: nothing of it is kept, and the page says so."""
    for token in ("", "x"):
        answer = nobody(app).post("/listen/1/spiele", data=SAUSPIEL | {"csrf_token": token})
        page = Page(answer)
        assert answer.status_code == 401
        assert "noch" not in page.inputs
        assert "Es wurde nichts geändert" in page.text()


@pytest.mark.parametrize("address", ["/anmelden", "/code", "/weiter"])
def test_no_other_site_has_a_form_kept(app: Flask, address: str) -> None:
    """Another site sends what it likes to the pages of the login, without our cookie: nothing of it waits there."""
    planted = {"noch": "/verein/mitglieder/1/rollen", "noch.roles": "viewer", "login_name": "resi"}
    for token in ({}, {"csrf_token": "x"}):
        answer = nobody(app).post(address, data=planted | token)
        assert answer.status_code == 400
        assert "noch.roles" not in Page(answer).inputs
        assert "rollen" not in answer.text


def test_another_site_logs_nobody_out(app: Flask) -> None:
    """A form that another site sends comes without our cookie: the answer does not put an empty one in its place."""
    away = {"Sec-Fetch-Site": "cross-site"}
    assert "Set-Cookie" not in nobody(app).post("/anmelden", headers=away).headers
    assert "Set-Cookie" in nobody(app).post("/anmelden", headers={"Sec-Fetch-Site": "same-origin"}).headers
    assert "Set-Cookie" in nobody(app).get("/anmelden", headers=away).headers


def test_what_is_too_large_is_not_kept(app: Flask) -> None:
    """What would not go through the form of the login is not carried along, and the page says so."""
    browser, made = tablet(app)
    sent = typed(browser)
    take_back(app, made)
    answer = browser.post("/listen/1/spiele", data=sent | {"reason": "x" * 250_000})
    assert answer.status_code == 401
    assert "noch" not in Page(answer).inputs


@pytest.mark.parametrize(
    "address",
    [
        "https://evil.example/",
        "//evil.example/listen/1/spiele",
        "/\\evil.example",
        "/listen/1/spiele\n",
        "javascript:alert(1)",
        "listen/1/spiele",
        "/nirgends",
        "/listen/1",
        "/abmelden",
        "/anmelden",
        "/sprache",
        "/abende/1.json",
        "/%2F%2Fevil.example",
        "",
    ],
)
def test_it_goes_nowhere_else(app: Flask, address: str) -> None:
    """What waits goes to addresses of ours that take forms of those who are logged in, and to no other."""
    browser, _sent, page = lost(app)
    page.inputs["noch"] = [address] * 3
    answer = sign_in(browser, page, **NAME)
    assert (answer.status_code, answer.location) == (303, "/")


@pytest.mark.parametrize("address", ["https://evil.example/", "//evil.example", "/\\evil.example", "/\tevil", "x"])
def test_after_the_login_no_other_host(app: Flask, address: str) -> None:
    """`weiter` leads to pages of ours alone, by password and by code."""
    made = link(app, Role.TABLE)
    for way, answers in (("/anmelden", NAME), ("/code", {"code": made.code})):
        browser = nobody(app)
        token = Page(browser.get(way)).value("csrf_token")
        answer = browser.post(way, data={"csrf_token": token, "weiter": address, **answers})
        assert (answer.status_code, answer.location) == (303, "/"), way


def test_what_waits_is_text(app: Flask) -> None:
    """Markup in what was typed is text on the pages that carry it along."""
    browser, _sent, page = lost(app, reason='"><script>x</script>')
    answer = sign_in(browser, page, **NAME)
    assert "<script>" not in answer.text
    assert Page(answer).value("reason") == '"><script>x</script>'


def test_what_is_no_form_is_only_refused(app: Flask) -> None:
    """JSON without a login is a 401 in words; an address that is not there stays one."""
    browser = nobody(app)
    assert browser.post("/listen/1/spiele", json={"names": FOUR}).status_code in (400, 401)
    assert browser.post("/nirgends", data={"x": "y"}).status_code in (400, 404)


@pytest.mark.parametrize(
    ("sent", "status"),
    [({"data": {"reason": "x" * 300_000}}, 413), ({"data": b"--x\r\n", "content_type": "multipart/form-data"}, 400)],
)
def test_what_cannot_be_read_is_refused_before_any_login(app: Flask, sent: dict[str, Any], status: int) -> None:
    """A form that is too large, or none at all, is refused as everywhere; it does not break the page of the login."""
    answer = nobody(app).post("/listen/1/spiele", **sent)
    assert answer.status_code in (status, 401)
    assert answer.status_code == status or "Passwort" in answer.text
