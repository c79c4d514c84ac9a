"""Answers are packed where that is right: texts of some size, and nothing that another site could measure."""

import gzip
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient

from scorebook.services.access import Role
from scorebook.web.compression import LEAST
from tests.actions import SAUSPIEL, Table
from tests.api import Program
from tests.doors import Browser, link, nobody

GZIP = {"Accept-Encoding": "gzip, deflate, br"}
ANSWERS = {
    "/html": ("text/html", "<p>Grüß Gott</p>" * 100),
    "/json": ("application/json", "[" + "1," * 999 + "1]"),
    "/svg": ("image/svg+xml", "<svg/>" * 200),
    "/small": ("text/html", "x" * (LEAST - 1)),
    "/pdf": ("application/pdf", "x" * 5000),
    "/zip": ("application/zip", "x" * 5000),
    "/png": ("image/png", "x" * 5000),
    "/secret": ("text/html", "x" * 5000),
}
NEVER = {"/small", "/pdf", "/zip", "/png", "/secret"}


@pytest.fixture
def kinds(app: Flask) -> Browser:
    """Give a client of an app that answers in all kinds, to nobody in particular."""

    def view(name: str) -> Callable[[], Response]:
        kind, body = ANSWERS[name]
        headers = {"Cache-Control": "no-store"} if name == "/secret" else {}
        return lambda: Response(body, mimetype=kind, headers={"ETag": '"tag"', **headers})

    from scorebook.web import visitor

    for name in ANSWERS:
        made = view(name)
        made.__module__, made.__qualname__ = __name__, f"kinds{name}"
        app.add_url_rule(name, name.strip("/"), visitor.public(made))
    return Browser(app)


@pytest.mark.parametrize("name", ANSWERS)
def test_texts_are_packed_and_nothing_else(kinds: Browser, name: str) -> None:
    """HTML, JSON and SVG come packed to whoever takes that; what is small, packed already or secret comes as it is."""
    kind, body = ANSWERS[name]
    answer, plain = kinds.get(name, headers=GZIP), kinds.get(name)
    assert ("Content-Encoding" in answer.headers) is (name not in NEVER)
    assert (answer.data if name in NEVER else gzip.decompress(answer.data)).decode() == body
    assert plain.data.decode() == body
    assert answer.content_length == len(answer.data)
    for got in (answer, plain):
        packable = kind.startswith("text/") or kind in ("application/json", "image/svg+xml")
        assert ("Accept-Encoding" in got.headers.get("Vary", "")) is packable


@pytest.mark.parametrize("name", ANSWERS)
def test_head_says_what_get_would(kinds: Browser, name: str) -> None:
    """HEAD has the headers of GET, the length too, and no body."""
    head, got = kinds.head(name, headers=GZIP), kinds.get(name, headers=GZIP)
    assert head.data == b""
    for answer in (head, got):
        answer.headers.pop("X-Request-ID")  # each request has its own
    assert [*head.headers] == [*got.headers]


@pytest.mark.parametrize(
    ("asked", "packed"),
    [("gzip", True), ("br, gzip;q=0.5", True), ("*", True), ("gzip;q=0", False), ("br", False), ("", False)],
)
def test_only_who_takes_it_gets_it_packed(kinds: Browser, asked: str, packed: bool) -> None:
    """What the browser says that it takes decides."""
    assert ("Content-Encoding" in kinds.get("/html", headers={"Accept-Encoding": asked}).headers) is packed


def test_the_etag_of_a_packed_answer_is_weak(client: FlaskClient) -> None:
    """The same picture has one tag, weak where it is packed, and what the browser has is not sent again either way."""
    table = Table(client)
    table.recorded(**SAUSPIEL)
    address = "/abende/1/verlauf-light.svg"
    plain, packed = client.get(address), client.get(address, headers=GZIP)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.headers["ETag"] == f"W/{plain.headers['ETag']}"
    for tag in (plain.headers["ETag"], packed.headers["ETag"]):
        again = client.get(address, headers={**GZIP, "If-None-Match": tag})
        assert (again.status_code, again.data) == (304, b"")
        assert "Content-Encoding" not in again.headers
        assert "Accept-Encoding" in again.headers["Vary"]


def test_a_page_packs_well_and_a_file_comes_whole(client: FlaskClient) -> None:
    """The sheet is a third of its size on the wire; an exported evening, a file, reads the same packed."""
    table = Table(client)
    page = client.get(table.address, headers=GZIP)
    assert len(page.data) * 3 < len(gzip.decompress(page.data))
    assert gzip.decompress(client.get("/abende/1.json", headers=GZIP).data) == client.get("/abende/1.json").data


def test_a_refusal_is_packed_too(client: FlaskClient) -> None:
    """A page that comes back with errors is the largest of all."""
    table = Table(client)
    answer = client.post(f"{table.address}/spiele", data={}, headers=GZIP)
    assert answer.status_code == 422
    assert "wer gespielt hat" in gzip.decompress(answer.data).decode()


# --- BREACH ---


def sent_by(client: Any, site: str | None, scheme: str = "https") -> bool:
    """Ask for a page as a browser that was sent by such a site, and tell whether it came packed."""
    headers = GZIP | ({"Sec-Fetch-Site": site} if site else {})
    answer = client.get("/abende/neu", headers=headers, base_url=f"{scheme}://localhost")
    assert answer.status_code == 200
    return "Content-Encoding" in answer.headers


@pytest.mark.parametrize(
    ("site", "scheme", "packed"),
    [
        ("same-origin", "https", True),
        ("none", "https", True),
        ("cross-site", "https", False),
        ("same-site", "https", False),
        (None, "https", False),
        ("cross-site", "http", False),
        (None, "http", True),
    ],
)
def test_what_another_site_asks_for_is_not_packed(
    guarded: FlaskClient, site: str | None, scheme: str, packed: bool
) -> None:
    """Nobody else's words are packed with the token of a form, where the wire hides it but not its length."""
    assert sent_by(guarded, site, scheme) is packed


@pytest.fixture
def guarded(make_app: Callable[..., Flask]) -> FlaskClient:
    """Give a client of an app with CSRF tokens."""
    return make_app(WTF_CSRF_ENABLED=True).test_client()


def test_without_a_cookie_there_is_nothing_to_measure(app: Flask) -> None:
    """Programs with keys, and whoever is a stranger here, get all packed whoever sent them."""
    Table(app.test_client())
    headers = GZIP | {"Sec-Fetch-Site": "cross-site"}
    assert Program(app).call("GET", "/sheets/1/prices", headers=headers).headers["Content-Encoding"] == "gzip"
    assert nobody(app).get("/regeln", headers=headers).headers["Content-Encoding"] == "gzip"


def test_a_page_with_a_secret_is_never_packed(app: Flask, client: FlaskClient) -> None:
    """The page behind a link's address, and the one that shows a new link, to somebody who is in."""
    Table(client)
    shown = client.post("/abende/1/links", data={"kind": "wall", "lasts": "week"}, headers=GZIP)
    opened = client.get(f"/herein/{link(app, Role.TABLE).secret}", headers=GZIP)
    for answer in (shown, opened):
        assert answer.headers["Cache-Control"] == "no-store"
        assert "Content-Encoding" not in answer.headers
