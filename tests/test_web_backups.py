"""Admins see how it stands with the backups of the server, make one, and take one away where it is theirs alone."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorebook.cli import clubs
from scorebook.services.access import Role
from scorebook.services.keeping import all_kept, keep
from scorebook.store.db import db
from tests.actions import SAUSPIEL, Table
from tests.doors import browser

WARNING = "Mit den Sicherungen stimmt etwas nicht"


def test_an_old_backup_is_told_to_admins_alone(app: Flask, client: FlaskClient, tmp_path: Path) -> None:
    """Three days after the last one an admin is warned, nobody else is; after the button all is well."""
    Table(client).recorded(**SAUSPIEL)
    assert WARNING not in client.get("/").text
    with app.app_context():
        keep(db.session, tmp_path / "backups", now=datetime.now(UTC) - timedelta(days=3))
    assert WARNING in client.get("/").text
    assert "Die letzte gute Sicherung" in client.get("/sicherungen").text
    for role in (Role.TREASURER, Role.DIRECTOR, Role.PLAYER):
        assert WARNING not in browser(app, role).get("/").text
    assert client.post("/sicherungen").status_code == 303
    page = client.get("/sicherungen").text
    assert "Gesichert und geprüft." in page
    assert "Alles in Ordnung." in page
    assert WARNING not in client.get("/").text
    assert len(all_kept(tmp_path / "backups")) == 2


def test_one_that_failed_is_told(client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What went wrong stands on the page, in words, and what to do."""
    Table(client).recorded(**SAUSPIEL)

    def full(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("scorebook.services.backup._to_disk", full)
    assert client.post("/sicherungen").status_code == 303
    page = client.get("/sicherungen").text
    assert "misslungen" in page
    assert "lässt sich nicht schreiben" in page
    assert WARNING in client.get("/").text
    assert not all_kept(tmp_path / "backups")


def test_a_backup_of_several_clubs_is_nobodys(app: Flask, client: FlaskClient, tmp_path: Path) -> None:
    """The only club's admin takes a backup away; where there is another club, nobody does, since that is in it too."""
    client.post("/sicherungen")
    (kept,) = all_kept(tmp_path / "backups")
    address = f"/sicherungen/{kept.file.stem}.zip"
    with client.get(address) as answer:
        assert answer.data == kept.file.read_bytes()
    assert client.get("/sicherungen/secret_key.zip").status_code == 404
    app.test_cli_runner().invoke(clubs.club, ["add", "Nachbarn"])
    assert client.get(address).status_code == 403
    assert address not in client.get("/sicherungen").text


def test_where_somebody_else_makes_them(make_app: type, tmp_path: Path) -> None:
    """Switched off, the page says so, and nobody is warned."""
    client = make_app(SCOREBOOK_BACKUPS="off").test_client()
    assert "abgeschaltet" in client.get("/sicherungen").text
    client.post("/sicherungen")
    assert not (tmp_path / "backups").exists()
