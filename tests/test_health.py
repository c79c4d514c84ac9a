"""`/health`: whether people can work in the book, for monitors, which are nobody."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from scorebook.app import create_app
from scorebook.services import health
from scorebook.services.keeping import keep
from scorebook.store.db import db
from tests.conftest import close, configuration
from tests.doors import nobody
from tests.processes import free_port


def asked(app: Flask) -> tuple[int, str | None]:
    """Ask, look at what every answer promises, and give status and reason."""
    answer = nobody(app).get("/health")
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in answer.headers
    assert answer.mimetype == "application/json"
    assert set(answer.json) == {"ok", "reason", "warnings"}
    assert answer.json["ok"] is (answer.status_code == 200)
    return answer.status_code, answer.json["reason"]


def test_a_server_that_is_well(app: Flask) -> None:
    """It says so to anybody, by GET and HEAD, whatever host he names, and tells nothing else."""
    assert asked(app) == (200, None)
    head = nobody(app).head("/health")
    assert (head.status_code, head.data) == (200, b"")
    named = nobody(app).get("/health", headers={"Host": "10.0.0.3:9000"})
    assert json.loads(named.data) == {"ok": True, "reason": None, "warnings": []}


def test_under_a_path(make_app: Callable[..., Flask]) -> None:
    """Where the book stands under a path, it is found with it and, past the proxy, without it."""
    app = make_app(SCOREBOOK_BASE_URL="https://verein.example/buch", SCOREBOOK_PROXIES="1")
    assert [nobody(app).get(path).status_code for path in ("/health", "/buch/health")] == [200, 200]


def test_a_well_postgres(postgres_app: Flask) -> None:
    """The same on PostgreSQL, also after its connections were cut off, as by a new start of it."""
    from sqlalchemy import text

    assert asked(postgres_app) == (200, None)
    with postgres_app.app_context(), db.engine.connect() as connection:
        own = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
        others = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> :own"
        )
        connection.execute(text(others), {"own": own})
    assert asked(postgres_app) == (200, None)


@pytest.mark.parametrize(("revision", "reason"), [("from_the_future", "schema_newer"), (None, "schema_behind")])
def test_a_schema_that_does_not_fit(app: Flask, tmp_path: Path, revision: str | None, reason: str) -> None:
    """A database of another version is not well, and stays as it is."""
    with sqlite3.connect(tmp_path / "scorebook.sqlite") as connection:
        connection.execute("DELETE FROM alembic_version")
        if revision:
            connection.execute("INSERT INTO alembic_version VALUES (?)", [revision])
    connection.close()
    assert asked(app) == (503, reason)


def test_an_empty_database(tmp_path: Path) -> None:
    """Before the first migration it says what is missing."""
    app = create_app(configuration(tmp_path))
    assert asked(app) == (503, "schema_behind")
    close(app)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    """A broken file is told by a code, without a traceback."""
    (tmp_path / "scorebook.sqlite").write_text("Liebes Tagebuch. " * 100)
    app = create_app(configuration(tmp_path))
    assert asked(app) == (503, "database_failed")
    close(app)


def test_an_unreachable_postgres(tmp_path: Path) -> None:
    """A PostgreSQL that does not answer is told by a code, and neither its address nor its password."""
    app = create_app(configuration(tmp_path, DATABASE_URL=f"postgresql://u:hush@127.0.0.1:{free_port()}/d"))
    assert asked(app) == (503, "database_unreachable")
    close(app)


def test_a_disk_that_fills_up(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Little room is a warning: people can still work, and somebody has time to see to it."""
    monkeypatch.setattr(health, "LEAST_FREE", 2**80)
    answer = nobody(app).get("/health")
    assert (answer.status_code, answer.json["warnings"]) == (200, ["disk_low"])


def test_backups_that_fail_or_grow_old(app: Flask, tmp_path: Path) -> None:
    """That the last backup is days old, or did not succeed, is told as long as it is so."""
    folder = tmp_path / "backups"
    folder.mkdir(exist_ok=True)
    (folder / "buch-20200101-030000.zip").touch()
    (folder / ".misslungen").write_text('{"at": "2020-01-02T03:00:00+00:00", "reason": "voll"}')
    assert nobody(app).get("/health").json["warnings"] == ["backup_failed", "backup_old"]
    with app.app_context():
        keep(db.session, folder)
    assert nobody(app).get("/health").json["warnings"] == []


def test_a_folder_that_went_away(app: Flask, tmp_path: Path) -> None:
    """Where the instance folder is gone, that is told too."""
    shutil.rmtree(tmp_path)
    assert "instance_missing" in nobody(app).get("/health").json["warnings"]
    tmp_path.mkdir()
