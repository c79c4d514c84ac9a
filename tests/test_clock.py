"""A server whose clock was wrong for a while: what was noted then shuts nobody out when it is right again."""

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorebook.errors import ConflictError, NotFoundError
from scorebook.services import evenings
from scorebook.services.access import local_actor
from scorebook.services.attempts import MOST_A_THING, TooManyError, counted
from scorebook.services.logins import NOTED_EVERY, find_login, touch
from scorebook.services.paper_jobs import State, begin_job, job_state, take_job
from scorebook.store.db import db
from tests.actions import FOUR
from tests.book import SAUSPIEL, Book
from tests.doors import ADMIN

YEAR = timedelta(days=365)


def test_attempts_of_the_future_count_for_nobody(app: Flask) -> None:
    """A name that was locked while the clock went ahead is free when it is right again."""
    now = datetime.now(UTC)
    with app.app_context():
        for _ in range(MOST_A_THING):
            with pytest.raises((NotFoundError, TooManyError)), counted(db.session, "x", "192.0.2.1", now + YEAR):
                raise NotFoundError("")
        with pytest.raises(TooManyError), counted(db.session, "x", "192.0.2.1", now + YEAR):
            pass
        with counted(db.session, "x", "192.0.2.1", now):
            pass


def test_a_job_of_the_future_runs_no_more(book: Book) -> None:
    """Papers whose maker died while the clock went ahead were interrupted, and hinder no others."""
    with book.app.app_context():
        book.start(FOUR)
        now, actor = datetime.now(UTC), local_actor(db.session)
        job = begin_job(db.session, actor, [1], "de", now=now + YEAR)
        take_job(db.session, actor, job, now=now + YEAR)
        assert job_state(db.session, actor, job, now=now + YEAR).state is State.RUNNING
        with pytest.raises(ConflictError):
            begin_job(db.session, actor, [1], "de", now=now + YEAR)
        assert job_state(db.session, actor, job, now=now).state is State.INTERRUPTED
        assert begin_job(db.session, actor, [1], "de", now=now) != job


def test_a_login_of_the_future_is_noted_anew(app: Flask) -> None:
    """When a login was used last is right again with the clock."""
    now = datetime.now(UTC)
    with app.app_context():
        for at in (now + NOTED_EVERY * 9, now):
            found = find_login(db.session, ADMIN, now=now)
            assert found is not None
            touch(db.session, found, now=at)
            again = find_login(db.session, ADMIN, now=now)
            assert again is not None
            assert again.used_at == at


def test_games_stand_in_the_order_in_which_they_came(app: Flask, client: FlaskClient) -> None:
    """A clock that is set back between two games changes nothing: numbers, sums and the book's own proof hold."""
    now = datetime.now(UTC)
    with app.app_context():
        book = Book(app)
        book.start(FOUR)
        for jump in (timedelta(), YEAR, -timedelta(days=1), timedelta(hours=-1)):
            book.record(1, SAUSPIEL, now=now + jump)
        sheet = evenings.load_sheet(db.session, local_actor(db.session), 1)[1]
        assert [game.number for game in sheet.standing] == [1, 2, 3, 4]
    assert client.get("/listen/1").status_code == 200
