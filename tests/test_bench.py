"""What the measurements stand on goes on working: a floor that no longer runs measures nothing."""

from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page

from bench import floor, polling, tapping
from scorebook.web.visitor import signed_in
from tests.actions import Table
from tests.book import Book


def test_the_floor_writes_what_recording_writes(
    make_app: Callable[..., Flask], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bare route against which recording is measured books a game that the book can read."""
    app = make_app()
    with app.app_context():
        book = Book(app)
        sheet = book.start().sheet_id
        monkeypatch.setenv("BENCH_DATABASE", str(tmp_path / "scorebook.sqlite"))
        sent = {"uuid": str(uuid4()), "number": "1"}
        answer = floor.create_app().test_client().post(f"/listen/{sheet}/spiele", data=sent)
        assert answer.status_code == 303
        assert list(book.sheet(sheet).totals().values()) == [20, -20, 20, -20]
        assert (book.count("games"), book.count("entries")) == (1, 4)


def test_the_polls_that_are_measured_find_nothing_new(app: Flask) -> None:
    """What is measured is the answer that nothing has changed."""
    app.add_url_rule("/leer", "empty", signed_in(polling.empty))
    client = app.test_client()
    polling.polled(client, 2)()
    polling.poll(client, "/leer", {})


def test_tapping_is_measured_where_a_price_is_painted(page: Page, live_server: str, client: FlaskClient) -> None:
    """Each round has its two times, and a form that shows no price would be told; how long they are is no test."""
    rows = tapping.tapped(page, live_server + Table(client).address)
    assert len(rows) == tapping.ROUNDS
    assert all(len(row) == 2 for row in rows)
