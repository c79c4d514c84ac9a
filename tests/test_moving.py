"""A whole book comes out of PostgreSQL and into it, and is the same book there."""

from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from scorebook.app import create_app
from scorebook.errors import StorageError
from scorebook.services import sampling
from scorebook.services.backup import restore_backup, restore_into_database, save_backup
from scorebook.services.verifying import verify_book
from scorebook.services.verifying_log import verify_log
from scorebook.store.columns import metadata
from scorebook.store.db import db, reading
from scorebook.store.health import check_schema
from tests.book import LOST_SOLO, SAUSPIEL, Book
from tests.cash import Box
from tests.cash import filled as fill_box
from tests.conftest import close, configuration
from tests.tournaments import Hall


def everything(book: Book) -> None:
    """Fill a book with some of all there is: evenings, Striche, the box, a season, a tournament."""
    sampling.fill(db.session, book.actor, 60, seed=1)
    started = book.start()
    book.cancel(book.correct(book.record(started.sheet_id, SAUSPIEL).game.uuid, LOST_SOLO).game.uuid)
    book.end(started.evening_id)
    striche = book.start(preset="deutscher_striche")
    partners = {"contract": "partnerspiel", "suit": "herz", "declarer": 0, "partner": 2, "augen": 70}
    book.record(striche.sheet_id, partners)
    fill_box(Box(), 1)
    Hall(9)
    db.session.remove()


def rows() -> dict[str, list[tuple[Any, ...]]]:
    """Give all that is in all tables."""
    connection = reading(db.session)
    tables = metadata.sorted_tables
    return {
        table.name: [tuple(row) for row in connection.execute(select(table).order_by(table.c.id))] for table in tables
    }


def looked_at(app: Flask) -> dict[str, list[tuple[Any, ...]]]:
    """Give all rows of a book, which has to verify."""
    with app.app_context():
        check_schema(db.engine)
        verify_book(db.session)
        verify_log(db.session)
        return rows()


def test_a_book_goes_both_ways(book: Book, postgres_url: str, tmp_path: Path) -> None:
    """From either database into PostgreSQL and out of it again each row is the same; both verify, and go on."""
    everything(book)
    before = rows()
    db.session.remove()
    save_backup(db.session, tmp_path / "first.zip")
    other = create_app(configuration(tmp_path / "other", DATABASE_URL=postgres_url))
    with other.app_context():
        restore_into_database(db.session, tmp_path / "first.zip")
        with pytest.raises(StorageError, match="schon etwas"):
            restore_into_database(db.session, tmp_path / "first.zip")
        save_backup(db.session, tmp_path / "second.zip")
    assert looked_at(other) == before
    restore_backup(tmp_path / "second.zip", tmp_path / "back")
    back = create_app(configuration(tmp_path / "back"))
    assert looked_at(back) == before
    for app in (other, back):
        with app.app_context():
            again = Book(app)
            again.record(again.start().sheet_id, SAUSPIEL)  # numbers go on, and triggers are there again
            verify_book(db.session)
        close(app)


def test_an_empty_postgres_is_no_book(postgres_url: str, tmp_path: Path) -> None:
    """A database without tables is told, and leaves no backup."""
    other = create_app(configuration(tmp_path / "other", DATABASE_URL=postgres_url))
    with other.app_context(), pytest.raises(StorageError, match="nicht auf Stand"):
        save_backup(db.session, tmp_path / "none.zip")
    assert not (tmp_path / "none.zip").exists()
    close(other)
