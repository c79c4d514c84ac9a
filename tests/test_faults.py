"""A disk that is full, a file that is locked or gone, a PostgreSQL that goes: told in words, nothing lost or twice.

Whatever goes wrong passes by itself: the same app, not started anew, takes the same game once.
"""

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event, text
from sqlalchemy.exc import TimeoutError as NoConnectionError

from scorebook.services import evenings
from scorebook.services.access import local_actor
from scorebook.store import db as module
from scorebook.store.db import db
from scorebook.store.health import storage_error
from tests.actions import FOUR
from tests.book import SAUSPIEL, Book
from tests.conftest import close
from tests.processes import free_port

SHEET, TO = "/listen/1", "/listen/1/ausgang"


@pytest.fixture
def table(app: Flask) -> FlaskClient:
    """Give the browser of a tablet, with an evening that has begun."""
    return begun(app)


def begun(app: Flask) -> FlaskClient:
    """Begin an evening, and give a browser."""
    with app.app_context():
        Book(app).start(FOUR)
    return app.test_client()


def file_of(app: Flask) -> Path:
    """Give the database's file."""
    return Path(app.instance_path) / "scorebook.sqlite"


def send(tablet: FlaskClient, uuid: str, after: int = 0) -> tuple[int, str]:
    """Send a game as the outbox does; give the status, and what the tablet is told."""
    answer = tablet.post(TO, json={"uuid": uuid, "sheet": 1, "after_number": after, "game": SAUSPIEL})
    assert (answer.status_code == 503) == ("Retry-After" in answer.headers)
    return answer.status_code, answer.json.get("message", "")


def numbers(app: Flask) -> list[int]:
    """Give the numbers of all games on the sheet."""
    with app.app_context():
        return [game.number for game in evenings.load_sheet(db.session, local_actor(db.session), 1)[1].games]


@contextmanager
def every_connection(app: Flask, *pragmas: str) -> Iterator[None]:
    """Open all connections with such pragmas in the block."""

    def opened(connection: Any, _record: object) -> None:
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}").close()

    with app.app_context():
        engine = db.engine
    close(app)
    event.listen(engine, "connect", opened)
    yield
    event.remove(engine, "connect", opened)
    close(app)


def test_full_disk(app: Flask, table: FlaskClient) -> None:
    """Where no page more fits on the disk, games wait and pages come; with room again the same game goes in once."""
    sent, uuid = 0, str(uuid4())
    with every_connection(app, "max_page_count=1"):  # as many as there are
        while (said := send(table, uuid, sent)) == (201, ""):
            sent, uuid = sent + 1, str(uuid4())
            assert sent < 100
        assert said[0] == 503
        assert "die Festplatte ist voll" in said[1]
        assert table.get(SHEET).status_code == 200
    assert [send(table, uuid, sent)[0] for _ in range(2)] == [201, 200]
    assert numbers(app) == list(range(1, sent + 2))


def test_read_only(app: Flask, table: FlaskClient) -> None:
    """A database that takes nothing can be read, and says so to whoever writes: tablets, forms and programs."""
    uuid = str(uuid4())
    with every_connection(app, "query_only=ON"):
        status, said = send(table, uuid)
        assert (status, "lesen geht" in said) == (503, True)
        assert table.get(SHEET).status_code == 200
        form = {"uuid": uuid, "who": "0", "contract": "sauspiel", "partner": "2", "result": "won", "dealer": "0"}
        page = table.post(f"{SHEET}/spiele", data=form)
        assert (page.status_code, "lesen geht" in page.text) == (503, True)
    assert send(table, uuid) == (201, "")
    assert numbers(app) == [1]


def test_locked(app: Flask, table: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """While another program keeps the file locked, games wait and pages come."""
    monkeypatch.setattr(module, "BUSY_MS", 20)
    close(app)
    uuid = str(uuid4())
    with closing(sqlite3.connect(file_of(app), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        status, said = send(table, uuid)
        assert (status, "gesperrt" in said) == (503, True)
        assert table.get(SHEET).status_code == 200
    assert send(table, uuid) == (201, "")


def test_a_file_put_in_the_place_of_another_is_the_book(app: Flask, table: FlaskClient) -> None:
    """A backup laid in the place of the file is written in and read at once: nothing goes into a file that is gone."""
    close(app)
    backup = file_of(app).with_name("backup")
    shutil.copy(file_of(app), backup)
    assert send(table, str(uuid4())) == (201, "")
    with app.app_context():
        db.session.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
    backup.replace(file_of(app))
    assert numbers(app) == []
    assert send(table, str(uuid4())) == (201, "")
    close(app)
    with closing(sqlite3.connect(file_of(app))) as found:
        assert found.execute("SELECT count(*) FROM games").fetchone() == (1,)


def test_a_file_that_is_gone(app: Flask, table: FlaskClient) -> None:
    """Without its file the book says so and makes no empty one; where the file comes back, it goes on."""
    uuid, away = str(uuid4()), file_of(app).with_name("away")
    file_of(app).replace(away)
    status, said = send(table, uuid)
    assert (status, "lässt sich nicht öffnen" in said) == (503, True)
    assert table.get(SHEET).status_code == 503
    assert not file_of(app).exists()
    away.replace(file_of(app))
    assert send(table, uuid) == (201, "")


def test_damaged_file(app: Flask, table: FlaskClient) -> None:
    """Pages of a file that are no pages any more are told in one line, without a traceback."""
    with app.app_context():
        db.session.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
    close(app)
    size = file_of(app).stat().st_size
    with file_of(app).open("r+b") as file:
        file.seek(4096)
        file.write(os.urandom(size - 4096))
    answer = table.get(SHEET)
    assert (answer.status_code, "beschädigt" in answer.text) == (503, True)
    assert "Traceback" not in answer.text


def test_what_the_system_refuses_is_told() -> None:
    """A full disk is told where it is a file for large forms that finds no room, too; and a pool that is exhausted."""
    said = {"voll": OSError(28, "x"), "schreibgeschützt": OSError(30, "x"), "viele": NoConnectionError()}
    for word, error in said.items():
        told = storage_error(error)
        assert told is not None
        assert word in told.message
    assert storage_error(FileNotFoundError(2, "x")) is None


def kill_all(app: Flask) -> None:
    """End all connections of a database but the one that says so."""
    with app.app_context(), db.engine.connect() as connection:
        connection.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        )


def test_connections_that_were_cut_are_made_anew(postgres_app: Flask) -> None:
    """PostgreSQL that was started anew meanwhile is not noticed by anybody."""
    table = begun(postgres_app)
    assert table.get(SHEET).status_code == 200
    kill_all(postgres_app)
    assert table.get(SHEET).status_code == 200
    kill_all(postgres_app)
    assert send(table, str(uuid4())) == (201, "")


def test_a_connection_cut_in_the_middle(postgres_app: Flask) -> None:
    """A recording whose connection is cut before its end is not in the book; sent again, it is so once."""
    table, uuid = begun(postgres_app), str(uuid4())
    with postgres_app.app_context():
        engine = db.engine

    def cut(connection: Any) -> None:
        pid = connection.connection.driver_connection.info.backend_pid
        with engine.connect() as other:
            other.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": pid})

    event.listen(engine, "commit", cut)
    assert send(table, uuid)[0] == 503
    event.remove(engine, "commit", cut)
    assert numbers(postgres_app) == []
    assert [send(table, uuid)[0] for _ in range(2)] == [201, 200]
    assert numbers(postgres_app) == [1]


def test_somebody_else_holds_a_lock(postgres_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has to wait too long for another program's lock is told so, and reads meanwhile."""
    table, uuid = begun(postgres_app), str(uuid4())
    monkeypatch.setitem(module.PATIENCE, "lock_timeout", 50)
    close(postgres_app)
    with postgres_app.app_context(), db.engine.connect() as other:
        other.execute(text("LOCK TABLE games IN EXCLUSIVE MODE"))
        status, said = send(table, uuid)
        assert (status, "gesperrt" in said) == (503, True)
        assert table.get(SHEET).status_code == 200
    assert send(table, uuid) == (201, "")


def test_postgres_that_is_not_there(make_app: Callable[..., Flask]) -> None:
    """Without its PostgreSQL each page says so, to programs too."""
    table = make_app(DATABASE_URL=f"postgresql://u:hush@127.0.0.1:{free_port()}/d").test_client()
    for answer in (table.get(SHEET), table.get("/api/v1/evenings", headers={"Authorization": "Bearer x"})):
        assert (answer.status_code, "nicht erreichbar" in answer.text) == (503, True)
        assert "hush" not in answer.text
    assert send(table, str(uuid4()))[0] == 503
