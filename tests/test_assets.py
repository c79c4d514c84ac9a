"""Static files: at addresses that change with them, kept for ever, and packed once."""

import gzip
import re
import shutil
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorebook.settings import folder
from scorebook.web import compression
from scorebook.web.assets import PLACE, TYPES, Assets
from tests.actions import Table
from tests.doors import nobody

FOR_EVER = "public, max-age=31536000, immutable"
NAMED = re.compile(r'"(/static/([0-9a-f]{10})/([\w./-]+))"')


@pytest.fixture
def changed(tmp_path: Path) -> Assets:
    """Give the files as they are after an update: one of them says something else."""
    place = shutil.copytree(folder("static"), tmp_path / "static")
    (place / "js" / "link.js").write_text("// nothing\nnothing();\n")
    return Assets.read(place)


def test_every_file_is_served_as_what_it_is(app: Flask) -> None:
    """All files of the folder can be asked for, by anybody, packed or not, and come out as they were read."""
    names = [path.relative_to(folder("static")).as_posix() for path in folder("static").rglob("*") if path.is_file()]
    files: Assets = app.extensions[PLACE]
    assert sorted(files.files) == sorted(names)
    for name in names:
        address, body = f"/static/{files.version}/{name}", files.files[name].body
        plain = nobody(app).get(address)
        packed = nobody(app).get(address, headers={"Accept-Encoding": "gzip"})
        assert plain.data == body
        assert name.endswith(".js") or body == (folder("static") / name).read_bytes()
        assert plain.mimetype == packed.mimetype == TYPES[Path(name).suffix]
        small = len(body) < compression.LEAST or name.endswith(".png")
        assert packed.headers.get("Content-Encoding") == (None if small else "gzip")
        assert (packed.data if small else gzip.decompress(packed.data)) == body
        assert "Content-Encoding" not in plain.headers


def test_scripts_come_without_their_comments(app: Flask) -> None:
    """What is for whoever reads the source stays there; the texts in a script stay as they are."""
    body = app.extensions[PLACE].files["js/price.js"].body.decode()
    assert "second rules engine" in (folder("static") / "js" / "price.js").read_text()
    assert "second rules engine" not in body
    assert '.join(" + ")' in body


def test_pages_name_files_that_may_be_kept_for_ever(table_page: str, client: FlaskClient) -> None:
    """Whatever a page names lies at an address with the version of all files, and a browser never asks for it again."""
    found = NAMED.findall(table_page)
    assert {"css/base.css", "css/entry.css", "js/shell.js", "img/icon.svg"} <= {name for _, _, name in found}
    assert table_page.count("/static/") == len(found)
    assert len({version for _, version, _ in found}) == 1
    for address, _version, _name in found:
        answer = client.get(address)
        assert answer.headers["Cache-Control"] == FOR_EVER
        assert answer.headers.get("Vary", "") in ("", "Accept-Encoding")
        assert "Set-Cookie" not in answer.headers


@pytest.fixture
def table_page(client: FlaskClient) -> str:
    """Give the sheet of a table."""
    return client.get(Table(client).address).text


def test_what_a_module_names_beside_itself_has_the_version_too(client: FlaskClient, table_page: str) -> None:
    """A name relative to a file leads to one of the same version: it stands before the path."""
    script = next(address for address, _, name in NAMED.findall(table_page) if name == "js/shell.js")
    assert client.get(script.replace("shell.js", "preview.js")).headers["Cache-Control"] == FOR_EVER


def test_one_changed_file_gives_all_another_version(app: Flask, client: FlaskClient, changed: Assets) -> None:
    """After an update pages name other addresses; the old ones give the files of today, which nobody keeps."""
    before, old = NAMED.findall(client.get("/offline").text), app.extensions[PLACE]
    app.extensions[PLACE] = changed
    after = NAMED.findall(client.get("/offline").text)
    assert [name for _, _, name in before] == [name for _, _, name in after]
    assert {address for address, _, _ in before}.isdisjoint(address for address, _, _ in after)
    answer = client.get(f"/static/{old.version}/js/link.js")
    assert answer.text == "nothing();"
    assert answer.headers["Cache-Control"] == "public, no-cache"
    assert client.get(f"/static/{changed.version}/js/link.js").headers["Cache-Control"] == FOR_EVER


def test_the_version_is_that_of_the_content(changed: Assets, tmp_path: Path) -> None:
    """The same files give the same version wherever they lie; another name or content gives another."""
    again = shutil.copytree(tmp_path / "static", tmp_path / "again")
    assert Assets.read(again).version == changed.version
    (again / "js" / "link.js").rename(again / "js" / "links.js")
    assert Assets.read(again).version != changed.version


def test_a_file_that_the_browser_has_is_not_sent_again(app: Flask, client: FlaskClient) -> None:
    """With the ETag of either form a file is 304, with the headers of the file; of another version too."""
    for headers in ({}, {"Accept-Encoding": "gzip"}):
        first = client.get("/static/old/css/base.css", headers=headers)
        again = client.get("/static/old/css/base.css", headers={"If-None-Match": first.headers["ETag"], **headers})
        assert (again.status_code, again.data) == (304, b"")
        for name in ("ETag", "Vary", "Cache-Control"):
            assert again.headers[name] == first.headers[name]


@pytest.mark.parametrize("name", ["x.css", "../settings.py", "css", "css/", "js/..%2f..%2fREADME.md", ".hidden"])
def test_nothing_else_is_served(client: FlaskClient, name: str) -> None:
    """What is no static file is not there, and its page is nobody's to keep."""
    answer = client.get(f"/static/x/{name}")
    assert answer.status_code == 404
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert client.get(f"/static/{name}").status_code == 404


def test_a_template_cannot_name_what_is_not_there(app: Flask) -> None:
    """A name with a typing error is found by the first look at the page, and not by a person without style."""
    with app.test_request_context(), pytest.raises(KeyError, match=re.escape("css/bose.css")):
        app.jinja_env.globals["asset"]("css/bose.css")
