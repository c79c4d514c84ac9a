"""What the pages refuse, what goes with every answer, and what they say when something breaks."""

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, text

from scorebook.services import closing, season_evenings, seasons
from scorebook.services.access import local_actor
from scorebook.services.seasons import NewSeason
from scorebook.services.transactions import transaction
from scorebook.settings import BERLIN
from scorebook.store.columns import metadata
from scorebook.store.db import db
from scorebook.web import problems
from tests.actions import FOUR, SAUSPIEL, Page, Table, start
from tests.doors import values_for
from tests.tournaments import Hall

UNKNOWN = "00000000-0000-4000-8000-000000000000"
NOT_YET = ("/abende/einlesen/", "/blaetter/", "/kasse/", "/sicherungen/", "/turniere/1/auslosung/")
"""Where files, papers and backups wait, the club's box, and draws that were committed to: there is nothing at first."""


@pytest.fixture
def table(client: FlaskClient) -> Table:
    """Give a table of four with the default rules."""
    return Table(client)


def contents(app: Flask) -> dict[str, list[Any]]:
    """Give every row of every table."""
    with app.app_context(), db.engine.connect() as connection:
        return {name: connection.execute(select(t)).all() for name, t in metadata.tables.items()}


# --- What is refused ---


@pytest.mark.parametrize(
    "address",
    [
        "/nirgends", "/abende/99", "/abende/99.json", "/abende/99/abrechnung.pdf", "/abende/99/verlauf-dark.svg",
        "/abende/1/verlauf-rosa.svg", "/listen/99", f"/spiele/{UNKNOWN}", "/spiele/17", "/abende/-1",
        "/listen/99999999999999999999999",
    ],
)  # fmt: skip
def test_unknown_things_are_not_found(table: Table, address: str) -> None:
    """An unknown number or address is a 404 in German, with a way back."""
    answer = table.client.get(address)
    assert answer.status_code == 404
    assert "Das gibt es nicht" in Page(answer).text()
    assert "/" in Page(answer).links


def test_unknown_sheet_and_game_take_nothing(client: FlaskClient, table: Table) -> None:
    """Sending to a sheet or a game that is not there is a 404 too."""
    assert client.post("/listen/99/spiele", data=SAUSPIEL).status_code == 404
    assert client.post("/listen/99/spiele", data={}).status_code == 404
    assert client.post(f"/spiele/{UNKNOWN}/stornieren", data={"reason": "x"}).status_code == 404


def test_wrong_method_is_refused(table: Table) -> None:
    """An address that only takes forms says so, with the methods it takes."""
    answer = table.client.get(f"{table.address}/spiele")
    assert answer.status_code == 405
    assert "POST" in answer.headers["Allow"]
    assert "So geht das nicht" in Page(answer).text()


def test_too_much_is_refused(table: Table) -> None:
    """More than a form can hold is refused in German."""
    answer = table.client.post(f"{table.address}/spiele", data={"reason": "x" * 300_000})
    assert answer.status_code == 413
    assert "Das ist zu viel" in Page(answer).text()


@pytest.mark.parametrize(
    "body",
    [
        {"data": b"\xff\xfe=\xff&who=%FF", "content_type": "application/x-www-form-urlencoded"},
        {"data": b"{", "content_type": "application/json"},
        {"data": b"--x\r\n", "content_type": "multipart/form-data; boundary=x"},
        {"data": {"who": "9" * 5000, "contract": "-", "uuid": "no", "after_number": "x", "players": "99"}},
        {"data": {"who": "0", "contract": "kreuzspiel", "opposite": "1", "players": "9999", "sitting_out": ["²", "1"]}},
        {"data": {"who": "0", "contract": "sauspiel", "augen_by_seat": ["1"] * 200, "klopfer": ["1"] * 200}},
        {"data": {"who": "\x00", "contract": "sauspiel\x00"}},
        {"data": {"who": "0", "contract": "sauspiel", "laufende": "-"}},
    ],
)
def test_nothing_sent_breaks_the_server(table: Table, body: dict[str, Any]) -> None:
    """Whatever a client sends, the answer is a refusal, never a fault of the server."""
    for address in (f"{table.address}/spiele", "/abende/neu", f"/spiele/{UNKNOWN}/stornieren"):
        assert 400 <= table.client.post(address, **body).status_code < 500


@pytest.mark.parametrize("host", ["a" * 64, "x" * 300 + ".de", "", "[", "a:b:c", "a b", "127.0.0.1:99999999", "<b>"])
def test_a_host_that_is_none_breaks_nothing(table: Table, host: str) -> None:
    """Whatever a request calls the host, it is answered; where no address can be made of it, in plain text."""
    for address in ("/", table.address, "/nirgends", "/api/v1/evenings"):
        answer = table.client.get(address, headers={"Host": host})
        assert answer.status_code < 500, address
        if len(host) > 63:
            assert (answer.status_code, answer.mimetype == "text/html") == (400, False)


# --- CSRF ---


@pytest.fixture
def guarded(make_app: Callable[..., Flask]) -> Flask:
    """Make an app that checks CSRF tokens, as in real life."""
    return make_app(WTF_CSRF_ENABLED=True)


def posts(app: Flask) -> Iterator[str]:
    """Give an address for every route that takes a form."""
    with app.test_request_context():
        adapter = app.create_url_adapter(None) or app.url_map.bind("localhost")
        for rule in app.url_map.iter_rules():
            if {"POST", "PUT", "PATCH", "DELETE"} & (rule.methods or set()) and not rule.endpoint.startswith("api."):
                yield adapter.build(rule.endpoint, dict.fromkeys(rule.arguments, 1) | {"uuid": UNKNOWN}, method="POST")


def test_no_form_goes_through_without_its_token(guarded: Flask) -> None:
    """Every route that takes a form refuses one without a token, and one with another's, and changes nothing."""
    client = guarded.test_client()
    token = Page(client.get("/abende/neu")).value("csrf_token")
    assert start(client, csrf_token=token).status_code == 303
    before = contents(guarded)
    addresses = [address.partition("?")[0] for address in posts(guarded)]
    assert len(addresses) >= 3
    stranger = guarded.test_client()
    for address in addresses:
        for data in (SAUSPIEL, SAUSPIEL | {"names": [*FOUR], "reason": "x", "csrf_token": token}):
            assert stranger.post(address, data=data).status_code in (400, 404), address
    assert contents(guarded) == before


def test_a_stale_form_keeps_what_was_typed(guarded: Flask) -> None:
    """A token that is too old costs one more tap, not the entry."""
    client = guarded.test_client()
    token = Page(client.get("/abende/neu")).value("csrf_token")
    sheet = start(client, csrf_token=token).location
    answer = guarded.test_client().post(f"{sheet}/spiele", data=SAUSPIEL | {"augen": "94"})
    page = Page(answer)
    assert answer.status_code == 400
    assert "Diese Seite war zu alt" in page.text("summary")
    assert (page.value("partner"), page.value("augen")) == ("2", "94")
    assert page.value("csrf_token")


# --- What goes with every answer ---


def test_no_page_changes_anything(app: Flask, table: Table) -> None:
    """Looking at every page there is changes no row. The game is a Sie, which has all papers.

    Pages of seasons, players and tournaments are looked at again when the evening has ended in a season, and there
    is a tournament.
    """
    game = table.recorded(who="0", contract="solo-herz", sie="y")
    changes_nothing(app, table, addresses := every_address(app, game))
    with app.app_context():
        actor = local_actor(db.session)
        season = seasons.make(db.session, actor, NewSeason("Winter"))
        season_evenings.put_in(db.session, actor, season, [1])
        closing.end_evening(db.session, actor, 1)
        Hall(8).play(1)
    missing = changes_nothing(app, table, every_address(app, game))
    missing = {address for address in missing if not address.startswith(NOT_YET)}
    assert not missing, missing
    assert len(addresses) >= 80


def every_address(app: Flask, game: str) -> list[str]:
    """Give an address of every page there is, but for those of the API, which ask for a key."""
    with app.test_request_context():
        adapter = app.url_map.bind("localhost")
        year = datetime.now(BERLIN).year
        values = {"uuid": game, "scheme": "light", "filename": "css/base.css", "key": "bsv_10_50", "year": year}
        rules = [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or set())]
        rules = [rule for rule in rules if not rule.endpoint.startswith("api.")]
        return [str(adapter.build(rule.endpoint, values_for(rule, app, values), method="GET")) for rule in rules]


def changes_nothing(app: Flask, table: Table, addresses: list[str]) -> set[str]:
    """Look at pages, which changes no row; give those that are not there."""
    before, missing = contents(app), set()
    for address in addresses:
        for answer in (table.client.get(address), table.client.head(address)):
            if answer.status_code == 404:
                missing.add(address)
            assert answer.status_code in (200, 303, 404, 409), address
            answer.close()
    assert contents(app) == before
    return missing


def test_every_answer_has_its_headers(table: Table) -> None:
    """Pages, pictures, errors and files forbid scripts of others, framing and guessing of types."""
    files = ("/static/x/css/base.css", "/worker.js", "/manifest.webmanifest", "/abende/1.json")
    for address in ("/", table.address, "/nirgends", "/offline", *files):
        answer = table.client.get(address)
        answer.close()
        headers = answer.headers
        policy = headers["Content-Security-Policy"]
        assert "unsafe" not in policy
        assert "*" not in policy
        assert "http" not in policy
        for part in ("default-src 'none'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"):
            assert part in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"
    assert table.client.get(table.address).headers["Cache-Control"] == "private, no-cache"
    for scheme, opener in (("https", "same-origin"), ("http", None)):
        answer = table.client.get("/offline", base_url=f"{scheme}://localhost")
        assert answer.headers.get("Cross-Origin-Opener-Policy") == opener


def test_pages_ask_nobody_else_and_style_nothing_inline(table: Table) -> None:
    """No page names another host, or carries a style, a handler or a script of its own: all are files of ours."""
    game = table.recorded(**SAUSPIEL)
    for address in ("/", "/abende/neu", "/abende/1", table.address, f"/spiele/{game}", "/nirgends"):
        shown = table.client.get(address).text
        assert not re.search(r"https?://|//[a-z]|\sstyle=|<style|\son[a-z]+=|javascript:", shown), address
        assert re.sub(r'<script type="module" src="/static/[^>]*></script>', "", shown).count("<script") == 0


@pytest.mark.parametrize(("scheme", "secure"), [("http", False), ("https", True)])
def test_cookies_are_secure_exactly_under_https(guarded: Flask, scheme: str, secure: bool) -> None:
    """Cookies are for this site and no script; Secure where there is https, since plain http would lose them."""
    answer = guarded.test_client().get("/abende/neu", base_url=f"{scheme}://localhost")
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert ("Secure" in cookie) is secure


def test_recording_sets_no_cookie(guarded: Flask) -> None:
    """What was booked stands in the book and not in a cookie that grows."""
    client = guarded.test_client()
    token = Page(client.get("/abende/neu")).value("csrf_token")
    sheet = start(client, csrf_token=token).location
    token = Page(client.get(sheet)).value("csrf_token")
    answer = client.post(f"{sheet}/spiele", data=SAUSPIEL | {"csrf_token": token})
    assert answer.status_code == 303
    assert "Set-Cookie" not in answer.headers


# --- What goes wrong inside ---


def test_a_fault_is_told_without_details(table: Table, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of the program is one sentence for the person; the details stay in the log."""
    monkeypatch.setattr("scorebook.web.book.lines", lambda *_: 1 / 0)
    answer = table.client.get(table.address)
    assert answer.status_code == 500
    assert "ZeroDivisionError" not in answer.text
    assert "Da ist etwas schiefgegangen" in Page(answer).text()


def test_a_database_of_another_version_is_told(table: Table, app: Flask) -> None:
    """A database that is not up to date is a 503 with one clear line, and no SQL."""
    with app.app_context(), transaction(db.session) as connection:
        connection.execute(text("ALTER TABLE evenings RENAME TO abende"))
    answer = table.client.get("/")
    assert answer.status_code == 503
    assert "Die Datenbank ist leer oder nicht auf Stand" in Page(answer).text()
    assert "SELECT" not in answer.text


def test_a_database_that_knows_nobody_is_told(table: Table, app: Flask) -> None:
    """Who asks cannot be found out then: the page does without, after a form too."""
    with app.app_context(), transaction(db.session) as connection:
        connection.execute(text("ALTER TABLE logins RENAME TO anmeldungen"))
    for answer in (table.client.get("/"), table.client.post("/konto/name", data={"name": "Sepp"})):
        assert answer.status_code == 503
        assert "Die Datenbank ist leer oder nicht auf Stand" in Page(answer).text()


def test_every_status_has_its_words(app: Flask) -> None:
    """Each page for what goes wrong has a title and a text in German."""
    with app.test_request_context():
        for status in (400, 403, 404, 405, 409, 410, 413, 500, 503):
            assert problems.titles()[status]
            assert Page(problems.page(status, problems.titles()[status], "x")).status == status
