"""Migrations up and down on both databases, and databases that cannot be used."""

import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from flask import Flask
from sqlalchemy import inspect, text
from sqlalchemy.exc import DBAPIError

from scorebook.app import create_app
from scorebook.cli.db import upgrade_to
from scorebook.errors import StorageError
from scorebook.ledger.price import Price, PricePer
from scorebook.services import paying
from scorebook.services.paying import NewPayment
from scorebook.services.stock import kept_stocks
from scorebook.services.verifying import verify_book
from scorebook.store.columns import metadata
from scorebook.store.db import db
from scorebook.store.health import check_schema, storage_error
from tests.book import LOST_SOLO, PASSED, SAUSPIEL, WITH_STOCK, Book
from tests.conftest import close, configuration
from tests.processes import free_port
from tests.quick import waiting_for_the_disk


def downgrade(revision: str) -> None:
    """Take the database back to a revision."""
    from alembic import command
    from flask import current_app

    command.downgrade(current_app.extensions["migrate"].migrate.get_config(), revision)


def tables_now() -> set[str]:
    """List the tables that there are."""
    return set(inspect(db.engine).get_table_names())


def test_up_down_and_up_again_with_a_game_in_the_book(book: Book) -> None:
    """The last migration can be taken back and run again, with rows in all tables; nothing of it stays behind."""
    started = book.start()
    book.cancel(book.correct(book.record(started.sheet_id, SAUSPIEL).game.uuid, LOST_SOLO).game.uuid)
    book.end(started.evening_id)
    db.session.remove()
    downgrade("base")
    assert tables_now() == {"alembic_version"}
    upgrade_to("head")
    check_schema(db.engine)
    assert Book(book.app).record(book.start().sheet_id, SAUSPIEL).game.number == 1


def test_the_games_survive_the_way_down_and_up(book: Book) -> None:
    """Back at the first revision and up again, every game is still there; an ended evening stays ended."""
    started = book.start()
    book.correct(book.record(started.sheet_id, SAUSPIEL).game.uuid, LOST_SOLO)
    book.end(started.evening_id)
    evening = book.evening(started.evening_id)
    db.session.remove()
    downgrade("0001")
    assert "evening_events" not in tables_now()
    upgrade_to("head")
    assert book.evening(started.evening_id) == evening
    book.reopen(started.evening_id)
    assert book.count("evening_events") == 1


def test_a_price_goes_with_its_columns_and_the_evening_stays(book: Book) -> None:
    """One revision down the price is gone and all else is there, up again nobody has agreed on one; then one can."""
    started = book.start(preset="deutscher_striche")
    book.record(
        started.sheet_id, {"contract": "partnerspiel", "suit": "herz", "declarer": 0, "partner": 2, "augen": 70}
    )
    book.price(started.evening_id, "0,20", "head")
    evening = book.evening(started.evening_id)
    assert evening.price == Price(20, PricePer.HEAD)
    db.session.remove()
    downgrade("0002")
    assert "price" not in {column["name"] for column in inspect(db.engine).get_columns("evenings")}
    assert "ix_evenings_club_id_date" in {index["name"] for index in inspect(db.engine).get_indexes("evenings")}
    upgrade_to("head")
    assert book.evening(started.evening_id) == replace(evening, price=None)
    for wrong in ("price = 0, price_per = 'head'", "price = 10", "price = 10, price_per = 'card'"):
        with pytest.raises(DBAPIError), db.engine.begin() as connection:
            connection.execute(text(f"UPDATE evenings SET {wrong}"))
    book.price(started.evening_id, "0,20", "head")
    assert book.evening(started.evening_id) == evening


def test_payments_go_with_their_table_and_the_evening_stays(book: Book) -> None:
    """One revision down what was paid is gone and all is open again; up again, people can pay."""
    started = book.start()
    book.record(started.sheet_id, LOST_SOLO)
    parties = book.ids(started.sheet_id, "Vroni", "Sepp")
    paying.pay(db.session, book.actor, started.evening_id, NewPayment(*parties))
    paying.set_rounding(db.session, book.actor, started.evening_id, "50")
    evening = book.evening(started.evening_id)
    db.session.remove()
    downgrade("0006")
    assert "payments" not in tables_now()
    upgrade_to("head")
    assert book.evening(started.evening_id) == replace(evening, payments=(), round_to=1)
    with pytest.raises(DBAPIError), db.engine.begin() as connection:
        connection.execute(text("UPDATE evenings SET round_to = 7"))
    paying.pay(db.session, book.actor, started.evening_id, NewPayment(*parties))
    assert len(book.evening(started.evening_id).payments) == 1


def test_a_stock_that_was_taken_along_survives_the_way_down_and_up(book: Book) -> None:
    """Without its move it is what lay in the Stock at the start; what became of Stocks is gone, but no game is."""
    first = book.start_with(WITH_STOCK)
    book.record(first.sheet_id, PASSED)
    book.end(first.evening_id, {first.sheet_id: "kept"})
    (kept,) = kept_stocks(db.session, book.actor)
    second = book.start(rule_set=book.rule_set(WITH_STOCK), stocks=(kept.id,))
    book.record(second.sheet_id, SAUSPIEL)
    sheet = book.sheet(second.sheet_id)
    db.session.remove()
    downgrade("0002")
    upgrade_to("head")
    assert book.sheet(second.sheet_id) == sheet
    assert (book.sheet(first.sheet_id).stock_now, book.count("stock_moves")) == (80, 0)
    assert verify_book(db.session).games == 2


def test_forgotten_games_and_seats_that_changed_survive_the_way_down_and_up(book: Book) -> None:
    """Somebody left, another came for nothing, games were put in around that, taken back, corrected: all is there."""
    started = book.start_with(WITH_STOCK, ("Sepp", "Vroni", "Xaver", "Zenzi", "Hias"))
    sheet_id = started.sheet_id
    book.play(sheet_id, 3)
    book.leave(sheet_id, "Sepp")
    book.play(sheet_id, 2)
    played = book.sheet(sheet_id).games
    book.insert(played[3].uuid, {**PASSED, "sitting_out": [3]})
    book.insert(played[0].uuid, {**PASSED, "sitting_out": [0]})
    book.come(sheet_id, "Kathi", "Vroni")
    book.leave(sheet_id, "Kathi")
    book.cancel(book.sheet(sheet_id).standing[0].uuid)
    book.correct(book.sheet(sheet_id).standing[-1].uuid, SAUSPIEL)
    book.play(sheet_id)
    book.end(started.evening_id, {sheet_id: "divided"})
    before = replace(book.sheet(sheet_id), closed=None)
    verify_book(db.session)
    db.session.remove()
    downgrade("0002")
    upgrade_to("head")
    assert book.sheet(sheet_id) == before
    assert verify_book(db.session).games == len(before.games)
    book.reopen(started.evening_id)
    book.play(sheet_id)
    book.end(started.evening_id, {sheet_id: "kept"})
    verify_book(db.session)


def test_migrations_make_the_tables_that_the_code_knows(book: Book) -> None:
    """Between the migrated database and the tables of the code there is no difference."""
    with db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    assert tables_now() == {*metadata.tables, "alembic_version"}
    assert book.count("clubs") == 1


def test_a_failed_migration_leaves_no_traces(app: Flask) -> None:
    """On SQLite, too, a migration that breaks off in the middle is undone as a whole."""
    with app.app_context():
        downgrade("base")
        with db.engine.begin() as connection:
            connection.execute(text("CREATE TABLE sheets (id INTEGER)"))
        with pytest.raises(DBAPIError, match="already exists"):
            upgrade_to("head")
        assert tables_now() == {"alembic_version", "sheets"}


def test_sqlite_is_opened_safely(app: Flask) -> None:
    """Each connection writes ahead, waits for the disk at each commit, keeps references, and waits for locks."""
    with waiting_for_the_disk(), app.app_context(), db.engine.connect() as connection:
        asked = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        said = [connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in asked]
    assert said == ["wal", 2, 1, 5000]


def test_a_database_of_this_version_is_fine(book: Book) -> None:
    """A database at the newest revision passes."""
    check_schema(db.engine)
    assert book.count("games") == 0


def test_an_empty_database_is_told(tmp_path: Path) -> None:
    """Without tables one line says what to type; the database stays empty."""
    app = create_app(configuration(tmp_path))
    with app.app_context():
        with pytest.raises(StorageError, match="scorebook db upgrade"):
            check_schema(db.engine)
        assert tables_now() == set()
    close(app)


def test_a_database_of_another_version_is_told(book: Book) -> None:
    """A revision that this version does not know stops it with one line, and stays."""
    with db.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'from_the_future'"))
    with pytest.raises(StorageError, match="neueren Version") as error:
        check_schema(db.engine)
    assert "\n" not in error.value.message
    with db.engine.connect() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one() == "from_the_future"
    assert book.count("clubs") == 1


def test_a_locked_file_is_told(make_app: Callable[..., Flask], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that another program keeps locked is told in one line, nothing is lost, and afterwards it goes on."""
    monkeypatch.setattr("scorebook.store.db.BUSY_MS", 10)
    app = make_app()
    with app.app_context():
        book = Book(app)
        sheet = book.start().sheet_id
        other = sqlite3.connect(tmp_path / "scorebook.sqlite", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DBAPIError) as error:
            book.record(sheet, SAUSPIEL)
        other.execute("ROLLBACK")
        other.close()
        told = storage_error(error.value)
        assert told is not None
        assert "gesperrt" in told.message
        assert "INSERT" not in told.message
        assert book.record(sheet, SAUSPIEL).game.number == 1


def test_an_unreachable_postgres_is_told(tmp_path: Path) -> None:
    """A PostgreSQL that does not answer is told in one line without the password."""
    address = f"postgresql://sepp:hush@127.0.0.1:{free_port()}/book"
    app = create_app(configuration(tmp_path, DATABASE_URL=address))
    with app.app_context(), pytest.raises(StorageError, match="PostgreSQL ist nicht erreichbar") as error:
        check_schema(db.engine)
    assert "hush" not in error.value.message
    assert "\n" not in error.value.message
    close(app)


def test_a_connection_that_was_cut_is_told(postgres_app: Flask) -> None:
    """A server that ends the connection in the middle is told as that, and the next request works again."""
    with postgres_app.app_context():
        book = Book(postgres_app)
        with pytest.raises(DBAPIError) as error:
            db.session.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))
        told = storage_error(error.value)
        assert told is not None
        assert "PostgreSQL" in told.message
        db.session.rollback()
        assert book.start().sheet_id == 1


def test_missing_tables_are_told(book: Book) -> None:
    """A table that is not there says that the database is not up to date, on both databases."""
    with pytest.raises(DBAPIError) as error:
        book.count("payments_of_next_year")
    told = storage_error(error.value)
    assert told is not None
    assert "nicht auf Stand" in told.message


@pytest.mark.usefixtures("book")
def test_faults_of_the_program_are_not_translated() -> None:
    """Wrong SQL is no failure of the database: it is not told away."""
    with pytest.raises(DBAPIError) as error:
        db.session.execute(text("SELEKT 1"))
    assert storage_error(error.value) is None
    assert storage_error(ValueError("x")) is None
