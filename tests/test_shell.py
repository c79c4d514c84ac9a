"""What lets a browser install the pages and show them without a network, as the server gives it."""

import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorebook import __version__
from scorebook.settings import folder
from scorebook.web import shell
from scorebook.web.assets import PLACE, Asset, Assets
from scorebook.web.texts import COOKIE
from tests.actions import Page, Table, start
from tests.doors import Browser, nobody

BASE = (folder("static") / "css" / "base.css").read_text()
MOST = 40 * 1024
"""Bytes that all scripts of a sheet may have together, unpacked."""


def colours(name: str) -> list[str]:
    """Give the light and the dark value of a variable of the style."""
    return re.findall(rf"--{name}: (#[0-9a-f]{{6}});", BASE)


def told(client: FlaskClient, **headers: str) -> dict[str, Any]:
    """Give the manifest."""
    return dict(json.loads(client.get("/manifest.webmanifest", headers=headers).text))


def shell_of(client: FlaskClient) -> dict[str, Any]:
    """Give what the server writes above the service worker."""
    first, _, rest = client.get("/worker.js").text.partition("\n")
    assert rest == client.application.extensions[PLACE].files[shell.WORKER].body.decode()
    return dict(json.loads(first.removeprefix("const SHELL = ").removesuffix(";")))


def test_the_manifest_has_what_installing_needs(app: Flask) -> None:
    """It names the book, where it starts, in which colours, and pictures that are there; to whoever asks."""
    client = nobody(app)
    manifest = told(client)
    assert manifest["short_name"] == "Schreibbuch"
    assert {manifest[name] for name in ("id", "start_url", "scope")} == {"/"}
    assert manifest["display"] == "standalone"
    assert manifest["theme_color"] == colours("bar")[0]
    assert manifest["background_color"] == colours("paper")[0]
    for icon in manifest["icons"]:
        assert client.get(icon["src"]).mimetype == icon["type"]
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}


def test_the_manifest_speaks_the_language_of_the_browser(app: Flask) -> None:
    """Browsers fetch it without cookies: what they ask for decides."""
    assert told(nobody(app), Accept_Language="en")["short_name"] == "Score book"
    assert told(nobody(app), Accept_Language="en")["lang"] == "en"


def test_under_a_path_of_its_own(make_app: Any) -> None:
    """All addresses of the shell stand below the path at which the book is reached."""
    client = make_app(SCOREBOOK_BASE_URL="https://verein.example/buch").test_client()
    assert told(client)["scope"] == "/buch/"
    named = shell_of(client)
    assert named["offline"] == "/buch/offline"
    assert {address.partition("/static/")[0] for address in named["files"]} == {"/buch"}
    assert 'data-worker="/buch/worker.js"' in client.get("/abende/neu").text
    assert 'data-kept="/buch/listen/"' in client.get("/offline").text


def test_pages_say_their_colours(client: FlaskClient) -> None:
    """The bar of the browser has the colour of the bar of the page, in the light and in the dark."""
    page = client.get("/abende/neu").text
    assert re.findall(r'theme-color" media="\(prefers-color-scheme: (\w+)\)" content="(.*?)"', page) == [
        ("light", colours("bar")[0]),
        ("dark", colours("bar")[1]),
    ]


def test_the_worker_is_never_old(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked for each time, and is another one after any change of a file or of the program."""
    answer = client.get("/worker.js")
    assert answer.headers["Cache-Control"] == "public, no-cache"
    assert answer.mimetype == "text/javascript"
    first, old = shell_of(client), app.extensions[PLACE]
    app.extensions[PLACE] = Assets("another", old.files)
    second = shell_of(client)
    monkeypatch.setattr(shell, "__version__", f"{__version__}+1")
    versions = [first["version"], second["version"], shell_of(client)["version"]]
    assert len(set(versions)) == 3


def test_the_worker_keeps_all_that_pages_name(client: FlaskClient) -> None:
    """Style, scripts and signs are there without a network; what only the system shows is not."""
    named = {name.partition("/static/")[2].partition("/")[2] for name in shell_of(client)["files"]}
    there = {path.relative_to(folder("static")).as_posix() for path in folder("static").rglob("*.*")}
    assert named == {name for name in there if not name.endswith(".png")} - {"js/worker.js"}


def test_the_page_for_no_network_knows_nobody(client: FlaskClient, app: Flask) -> None:
    """It is the same for all, has no form whose token would be old, sets no cookie, and speaks the chosen language."""
    answer = client.get("/offline")
    assert answer.text == nobody(app).get("/offline").text
    assert "<form" not in answer.text
    assert "data-login" not in answer.text
    assert "Set-Cookie" not in answer.headers
    client.set_cookie(COOKIE, "en")
    english = client.get("/offline")
    assert english.headers["Content-Language"] == "en"
    assert "No network" in Page(english).text()


def test_answers_say_whose_they_are(app: Flask, client: FlaskClient) -> None:
    """Each page names the login that it was made for, in its head and in itself; of nobody, of none."""
    start(client)
    page = client.get("/listen/1")
    assert page.headers["X-Login"] == "1"
    assert 'data-login="1"' in page.text
    away = nobody(app).get("/listen/1")
    assert (away.status_code, away.headers["X-Login"]) == (303, "")
    assert 'data-login=""' in nobody(app).get("/anmelden").text
    lost = nobody(app).post("/listen/1/spiele", data={})
    assert (lost.status_code, lost.headers["X-Login"]) == (401, "")
    assert 'data-login=""' in lost.text


def test_a_new_login_is_another_one(app: Flask, client: FlaskClient) -> None:
    """Whoever logs in again is told from before: what was kept for him goes."""
    client.post("/konto/anmeldung", data={"login_name": "wirt", "password": "ein langes Passwort"})
    logins = []
    for _ in range(2):
        browser = Browser(app, secret="")
        sent = {"login_name": "wirt", "password": "ein langes Passwort"}
        assert browser.post("/anmelden", data=sent).status_code == 303
        logins.append(browser.get("/konto").headers["X-Login"])
    assert len({*logins, "1", ""}) == 4


@pytest.mark.parametrize(("scheme", "told"), [("https", '"cache"'), ("http", None)])
def test_logging_out_empties_what_the_browser_kept(client: FlaskClient, scheme: str, told: str | None) -> None:
    """Where browsers obey, they forget the pages they had; not what waits to be sent, which lies elsewhere."""
    client.post("/konto/anmeldung", data={"login_name": "wirt", "password": "ein langes Passwort"})
    answer = client.post("/abmelden", base_url=f"{scheme}://localhost")
    assert answer.status_code == 303
    assert answer.headers.get("Clear-Site-Data") == told


def test_the_scripts_of_a_sheet_are_small(client: FlaskClient) -> None:
    """What the page names, and all that names, the service worker too, have at most 40 KB as they come, unpacked."""
    page = client.get(Table(client).address).text
    found, open_ones = dict[str, int](), re.findall(r'(?:src|data-worker)="(/[^"]+\.js)"', page)
    while open_ones:
        address = open_ones.pop()
        if address not in found:
            script = client.get(address).text
            found[address] = len(script.encode())
            beside = re.findall(r'from ?"\./([a-z_]+\.js)"', script)
            open_ones += [f"{address.rpartition('/')[0]}/{name}" for name in beside]
    assert {address.rpartition("/")[2] for address in found} > {"sheet.js", "shell.js", "price.js", "worker.js"}
    assert sum(found.values()) <= MOST


def test_files_are_known_by_their_kind(app: Flask) -> None:
    """The pictures that are drawn for tablets are PNG, and small."""
    files: dict[str, Asset] = dict(app.extensions[PLACE].files)
    pictures = {name: file for name, file in files.items() if name.endswith(".png")}
    assert len(pictures) == 4
    for file in pictures.values():
        assert file.body.startswith(b"\x89PNG")
        assert len(file.body) < 16 * 1024


def test_the_title_of_a_sheet_tells_it_from_others(client: FlaskClient) -> None:
    """The page for no network lists sheets by their titles."""
    assert "<title>Stammtisch · Spiel 1</title>" in client.get(Table(client).address).text
