"""The host that a request names is believed nowhere, nor what a proxy says that nobody set."""

from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from flask import Flask, request
from flask.testing import FlaskClient

from scorebook.cli import workers
from scorebook.services.access import Role
from tests.actions import SAUSPIEL, Page, Table, start
from tests.doors import link, nobody
from tests.papers import pages, read

EVIL = "evil.example"
LIES = {
    "Host": EVIL,
    "X-Forwarded-Host": EVIL,
    "X-Forwarded-Server": EVIL,
    "X-Forwarded-Port": "666",
    "X-Forwarded-Prefix": f"//{EVIL}",
    "X-Original-URL": f"//{EVIL}/",
    "X-Forwarded-For": "192.0.2.66",
    "Forwarded": f"host={EVIL};proto=https",
}


def at_host(client: FlaskClient, host: str) -> FlaskClient:
    """Let a browser be logged in at another name of the server too."""
    kept = client.get_cookie("session")
    assert kept is not None
    client.set_cookie("session", kept.value, domain=host)
    return client


def told(answer: Any) -> str:
    """Give all that an answer says, headers and what a PDF or an archive holds among it."""
    with answer:
        said = f"{answer.headers}"
        if answer.mimetype == "application/pdf":
            notes = [str(note.get_object()) for page in read(answer.data).pages for note in page.get("/Annots", [])]
            return said + "".join([*pages(answer.data), *notes, str(read(answer.data).metadata)])
        if answer.data.startswith(b"PK"):  # ZIP files, and tables for spreadsheets, which are some
            with ZipFile(BytesIO(answer.data)) as archive:
                return said + "".join(name + archive.read(name).decode() for name in archive.namelist())
        return said + str(answer.data.decode())


def every_get(app: Flask, values: dict[str, Any]) -> Iterator[str]:
    """Give the address of every page, picture, file and paper."""
    adapter = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()):
            yield adapter.build(rule.endpoint, {name: values.get(name, 1) for name in rule.arguments}, method="GET")


@pytest.mark.parametrize("base_url", ["", "https://schafkopf.example"])
def test_no_answer_names_the_host_of_its_request(make_app: Callable[..., Flask], base_url: str) -> None:
    """No page, redirect, file or paper has the Host header, or a forwarded one, in it; with a base URL that one."""
    app = make_app(SCOREBOOK_BASE_URL=base_url, SCOREBOOK_PROXIES="1")
    client = at_host(app.test_client(), EVIL)
    table = Table(client)
    game = table.recorded(**SAUSPIEL)
    made = link(app, Role.TABLE)
    values = {"uuid": game, "scheme": "light", "filename": "css/base.css", "key": "bsv_10_50", "secret": made.secret}
    looked = 0
    for address in every_get(app, values):
        for visitor in (client, nobody(app)):
            assert EVIL not in told(visitor.get(address, headers=LIES)), address
            looked += 1
    assert looked >= 60
    shown = client.post("/abende/1/links", data={"kind": "table", "lasts": "week"}, headers=LIES)
    assert EVIL not in told(shown)
    assert shown.status_code == 200
    fields = Page(client.post("/abende/1/links", data={"kind": "wall", "lasts": "week"}, headers=LIES)).inputs
    paper = told(client.post("/links/3/blatt.pdf", data=fields, headers=LIES))
    assert EVIL not in paper
    assert ("schafkopf.example" in paper) is bool(base_url)


@pytest.mark.parametrize(
    ("address", "data"),
    [
        ("/abende/neu", {"names": ["A", "B", "C", "D"], "preset": "bayern_10_20_50", "first_dealer": "0"}),
        ("/sprache", {"sprache": "en", "seite": f"//{EVIL}/"}),
        ("/sprache", {"sprache": "en", "seite": f"https://{EVIL}/"}),
        ("/abmelden", {}),
        ("/abende/1/links", {"kind": "x"}),
        ("/links/1/zuruecknehmen", {}),
        ("/nirgends", {}),
        ("/listen/1", {}),
    ],
)
def test_no_form_answers_with_the_host(client: FlaskClient, app: Flask, address: str, data: dict[str, Any]) -> None:
    """Redirects after forms go to paths of ours, and refusals name no host."""
    start(client)
    link(app, Role.WALL)
    at_host(client, EVIL)
    for visitor in (client, nobody(app)):
        answer = visitor.post(address, data=data, headers=LIES)
        assert EVIL not in told(answer)
        assert answer.headers.get("Location", "/").startswith("/")


@pytest.mark.parametrize("address", ["//abende//1", "//other.example/", "/abende/", "/abende//1", "/herein/"])
def test_no_address_is_mended_by_the_host(client: FlaskClient, address: str) -> None:
    """An address with a slash too many is not found, and not sent to where the request says that we are."""
    start(client)
    answer = client.get("/", headers=LIES, environ_overrides={"PATH_INFO": address})
    assert answer.status_code == 404
    assert EVIL not in told(answer)


# --- Proxies ---


def seen(make_app: Callable[..., Flask], proxies: str, **headers: str) -> tuple[str, str, str]:
    """Give who asks, by which scheme, of which host, as the pages know it."""
    app = make_app(SCOREBOOK_PROXIES=proxies)
    heard: list[tuple[str, str, str]] = []
    app.before_request(lambda: heard.append((request.remote_addr or "", request.scheme, request.host)))
    app.test_client().get("/code", headers={name.replace("_", "-"): text for name, text in headers.items()})
    return heard[0]


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        ("0", "192.0.2.1", ("127.0.0.1", "http", "localhost")),
        ("1", "192.0.2.1", ("192.0.2.1", "https", "localhost")),
        ("1", "198.51.100.6, 192.0.2.1", ("192.0.2.1", "https", "localhost")),
        ("2", "198.51.100.6, 192.0.2.1, 203.0.113.5", ("192.0.2.1", "https", "localhost")),
        ("2", "192.0.2.1", ("127.0.0.1", "http", "localhost")),
    ],
)
def test_as_many_proxies_are_believed_as_are_set(
    make_app: Callable[..., Flask], proxies: str, forwarded: str, expected: tuple[str, str, str]
) -> None:
    """Who asks is the entry that the outermost own proxy wrote; what came before it, anybody can invent."""
    protos = ", ".join("https" for _ in forwarded.split(","))
    got = seen(make_app, proxies, X_Forwarded_For=forwarded, X_Forwarded_Proto=protos, X_Forwarded_Host=EVIL)
    assert got == expected


@pytest.mark.parametrize(
    ("proxies", "proto", "secure"), [("1", "https", True), ("1", "http", False), ("0", "https", False)]
)
def test_cookies_are_secure_exactly_under_https(
    make_app: Callable[..., Flask], proxies: str, proto: str, secure: bool
) -> None:
    """Also behind a proxy that speaks https; where none is set, a header changes nothing."""
    app = make_app(SCOREBOOK_PROXIES=proxies, WTF_CSRF_ENABLED=True)
    visitor, headers = nobody(app), {"X-Forwarded-Proto": proto, "X-Forwarded-For": "192.0.2.1"}
    answer = visitor.get("/code", headers=headers)
    token = Page(answer).value("csrf_token")
    chosen = nobody(app).post("/code", data={"sprache": "en"}, headers=headers)
    for cookie in (answer.headers["Set-Cookie"], chosen.headers["Set-Cookie"]):
        assert ("Secure" in cookie) is secure
        assert "HttpOnly" in cookie
    assert token


def test_a_form_goes_through_behind_a_proxy_of_another_name(make_app: Callable[..., Flask]) -> None:
    """Where the proxy speaks https and passes its own Host on, forms with their token are taken."""
    app = make_app(SCOREBOOK_PROXIES="1", WTF_CSRF_ENABLED=True)
    client = at_host(app.test_client(), "127.0.0.1")
    proxied = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1", "Host": "127.0.0.1:5000"}
    proxied["Referer"] = "https://schafkopf.example/"
    token = Page(client.get("/abende/neu", headers=proxied)).value("csrf_token")
    data = {"csrf_token": token, "sprache": "en", "seite": "/abende/neu"}
    answer = client.post("/sprache", data=data, headers=proxied)
    assert (answer.status_code, answer.location) == (303, "/abende/neu")


def test_the_server_itself_believes_no_proxy() -> None:
    """Gunicorn's own trust in headers from this machine is off: the setting alone decides."""
    assert (workers.forwarded_allow_ips, workers.forwarder_headers, workers.secure_scheme_headers) == ("", "", {})


@pytest.mark.parametrize("kept", [True, False])
def test_under_a_path_of_its_own(make_app: Callable[..., Flask], kept: bool) -> None:
    """With a path in the base URL all links have it, whether the proxy takes it off or leaves it on."""
    app = make_app(SCOREBOOK_BASE_URL="https://verein.example/buch")
    client = app.test_client()
    before = "/buch" if kept else ""
    sheet = client.post(
        f"{before}/abende/neu",
        data={"names": ["A", "B", "C", "D"], "preset": "bayern_10_20_50", "first_dealer": "0"},
    )
    assert sheet.location == "/buch/listen/1"
    own = Page(client.get(f"{before}/listen/1")).links
    assert {link.split("/")[1] for link in own if link.startswith("/")} == {"buch"}
    page = Page(client.post(f"{before}/abende/1/links", data={"kind": "table", "lasts": "week"}))
    assert page.text("address").startswith("https://verein.example/buch/herein/")
    tablet = nobody(app)
    answer = tablet.post(page.text("address").removeprefix("https://verein.example" + ("" if kept else "/buch")))
    assert answer.location == "/buch/"
    assert client.get("/buchstabe").status_code == 404
