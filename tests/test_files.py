"""What files are called that people take away: readable, with nothing that a system or a browser reads otherwise."""

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.http import parse_options_header
from werkzeug.test import TestResponse

from scorebook.services import members
from scorebook.services.access import local_actor
from scorebook.store.db import db
from scorebook.web.files import LONGEST, file_name
from tests.actions import Page, Table

FORTY = "Schafkopffreunde Niederviehbach am Wörth"
EVIL = 'Löwe/„Bräu“ "x"; a=../\\ 🍺'


def named(answer: TestResponse) -> tuple[str, str]:
    """Give how a file is sent, and the name that a browser of today gives it."""
    assert answer.status_code == 200
    answer.close()
    how, options = parse_options_header(answer.headers["Content-Disposition"])
    return how, options["filename"]


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Stammtisch", "Stammtisch.pdf"),
        (EVIL, "Löwe Bräu x a.pdf"),
        (FORTY, f"{FORTY}.pdf"),
        ("Bra\u0308u", "Bräu.pdf"),
        ("..", "scorebook.pdf"),
        ("🍺🂡", "scorebook.pdf"),
        ("", "scorebook.pdf"),
        ("-rf x", "rf x.pdf"),
        ("a\r\nSet-Cookie: x", "a Set-Cookie x.pdf"),
        ("x" * 120, f"{'x' * LONGEST}.pdf"),
    ],
)
def test_a_file_is_named_after_a_title(title: str, name: str) -> None:
    """Letters, digits and umlauts stay; slashes, quotes, line ends and signs that no letter is do not."""
    assert file_name(title, "pdf") == name
    assert len(file_name("𝔖" * 120, "json").encode()) <= 255


@pytest.mark.parametrize(("title", "name"), [(EVIL, "Löwe Bräu x a"), (FORTY, FORTY), ("🍺", "scorebook")])
def test_every_file_has_such_a_name(app: Flask, client: FlaskClient, title: str, name: str) -> None:
    """Club, evening, link and person: a browser reads the name as it is meant, and an old one some of it."""
    Table(client, names=(title, "Vroni", "Xaver", "Zenzi"), title=title)
    with app.app_context():
        members.name_club(db.session, local_actor(db.session), title)
    client.post("/konto/name", data={"name": title})
    made = Page(client.post("/abende/1/links", data={"kind": "table", "name": title, "lasts": "tonight"}))
    kept = {"secret": made.value("secret"), "code": made.value("code")}
    day = client.get("/abende/1.json").get_json()["date"]
    evening = day if name == "scorebook" else f"{day} {name}"
    assert named(client.get("/verein/daten.zip")) == ("attachment", f"{name}.zip")
    assert named(client.get("/verein/leute/1/daten.json")) == ("attachment", f"{name}.json")
    assert named(client.get("/konto/daten.json")) == ("attachment", f"{name}.json")
    assert named(client.post("/links/1/blatt.pdf", data=kept)) == ("attachment", f"{name}.pdf")
    assert named(client.get("/abende/1.json")) == ("attachment", f"{evening}.json")
    assert named(client.get("/abende/1/abrechnung.pdf")) == ("inline", f"{evening}.pdf")
