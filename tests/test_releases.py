"""Books of every revision there was, as the code of then filled them, are brought up to date and still add up.

`releases/0007.jsonl.gz` has the rows of one, `["games", {"id": 1, …}]` a line. A new migration brings the file of the
revision before it as well as its own.
"""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import Connection, MetaData, Table, text

from scorebook.app import create_app
from scorebook.cli.db import upgrade_to
from scorebook.services.verifying import verify_book
from scorebook.services.verifying_log import verify_log
from scorebook.store.db import db
from scorebook.store.health import check_schema
from tests.conftest import close, configuration
from tests.doors import ADMIN, cookie, first_admin
from tests.processes import ROOT

RELEASES = ROOT / "tests" / "releases"
REVISIONS = sorted(path.name[:4] for path in (ROOT / "migrations" / "versions").glob("0*.py"))
MOST_KIB = 300
EXPECTED: dict[str, dict[str, int]] = json.loads((RELEASES / "expected.json").read_text())
"""By revision: what the code of then counted (`verify book`), and everybody's sum at the first sheet."""


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Flask]:
    """Give an app on a database without tables, once of each kind."""
    url = {"DATABASE_URL": request.getfixturevalue("postgres_url")} if request.param == "postgres" else {}
    app = create_app(configuration(tmp_path, **url))
    with app.app_context():
        yield app
    close(app)


def rows(revision: str) -> list[tuple[str, dict[str, Any]]]:
    """Read the rows of a book of then."""
    with gzip.open(RELEASES / f"{revision}.jsonl.gz", "rt", encoding="utf-8") as file:
        return [tuple(json.loads(line)) for line in file]


def load(connection: Connection, revision: str) -> None:
    """Put the rows of a book of then into a database of that revision."""
    sqlite = connection.dialect.name == "sqlite"
    connection.execute(text("DELETE FROM clubs"))
    if not sqlite:
        connection.execute(text("SET session_replication_role = replica"))  # they come in any order
    there = MetaData()
    there.reflect(connection)
    for name, row in rows(revision):
        connection.execute(insert_of(there.tables[name]), row)
    if not sqlite:
        connection.execute(text("SET session_replication_role = origin"))
        for name in {name for name, _ in rows(revision)}:
            connection.execute(text(f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), max(id)) FROM {name}"))


def insert_of(table: Table) -> Any:
    """Give what adds a row as it stands in the file: texts and numbers, which the database takes as they are."""
    names = [column.name for column in table.columns]
    bound = ", ".join(
        f"CAST(CAST(:{column.name} AS INTEGER) AS BOOLEAN)" if str(column.type) == "BOOLEAN" else f":{column.name}"
        for column in table.columns
    )
    assert names
    return text(f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({bound})")


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_book_of_then_is_brought_up_to_date(empty: Flask, revision: str) -> None:
    """Every row comes along, the book and its log verify, as many games and the same sums as then, and pages open."""
    upgrade_to(revision)
    with db.engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            driver: Any = connection.connection.driver_connection
            driver.execute("PRAGMA foreign_keys=OFF")
        with connection.begin():
            load(connection, revision)
    db.engine.dispose()
    upgrade_to("head")
    check_schema(db.engine)
    counted = verify_book(db.session)
    verify_log(db.session)
    found = {"evenings": counted.evenings, "games": counted.games, "entries": counted.entries, **sums()}
    assert found == EXPECTED[revision]
    first_admin()
    client = empty.test_client()
    client.set_cookie("session", cookie(empty, ADMIN))
    for address in ("/", "/abende/1", "/listen/1", "/leute", "/verein/leute", "/saisons", "/kasse"):
        assert client.get(address).status_code == 200, address


def sums() -> dict[str, int]:
    """Give everybody's sum, by the number of the person."""
    statement = text("SELECT person_id, SUM(amount) FROM entries WHERE person_id IS NOT NULL GROUP BY person_id")
    return {f"person {person}": int(amount) for person, amount in db.session.execute(statement)}


def test_every_migration_brings_its_book() -> None:
    """For each revision there is a book with games, and what is expected of it; all of them are small."""
    assert sorted(path.name[:4] for path in RELEASES.glob("*.gz")) == REVISIONS == sorted(EXPECTED)
    assert all(EXPECTED[revision]["games"] > 0 for revision in REVISIONS)
    assert sum(path.stat().st_size for path in RELEASES.iterdir()) < MOST_KIB * 1024
