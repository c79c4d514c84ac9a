"""`verify log`: nobody changes a row of the log, takes one out or puts one in without being found."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, insert, select, text, update

from scorebook.services.verifying_log import LogFaultError, verify_log, verify_rows
from scorebook.store.db import db, reading
from scorebook.store.log import LogRow, Wanted, newest_rows, rows_from
from scorebook.store.tables import FIRST_CLUB, log
from tests.book import SAUSPIEL, Book


def rows() -> list[LogRow]:
    """Give the log of the first club, the first row first."""
    db.session.rollback()
    return list(rows_from(reading(db.session), FIRST_CLUB))


def tampering(book: Book, change: Callable[[Connection], None]) -> LogFaultError | None:
    """Change the log behind its back, look whether that is found, and undo it."""
    db.session.rollback()
    with db.engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            for trigger in ("no_update", "no_delete"):
                connection.execute(text(f"DROP TRIGGER log_{trigger}"))
        else:
            connection.execute(text("SET LOCAL session_replication_role = replica"))
        change(connection)
        try:
            verify_rows(connection)
        except LogFaultError as error:
            return error
        finally:
            connection.rollback()
    return None


ROWS = 12
COLUMNS = [column.name for column in log.columns if column.name != "id"]  # which row it is in the table says nothing


@pytest.fixture
def written(book: Book) -> Book:
    """Give a book whose log has so many rows, beside that of another club."""
    sheet = book.start().sheet_id
    for _ in range(ROWS - 1):
        book.record(sheet, SAUSPIEL)
    other = Book(book.app)
    other.actor = book.stranger()
    other.start()
    assert [club.rows for club in verify_log(db.session)] == [ROWS, 1]
    return book


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    number=st.integers(1, ROWS), column=st.sampled_from(COLUMNS), value=st.text("abc019.:", max_size=30), data=st.data()
)
def test_every_change_of_a_column_is_found(written: Book, number: int, column: str, value: str, data: Any) -> None:
    """Whatever column of whatever row is changed, the first row that does not fit is named."""
    row = rows()[number - 1]

    def change(connection: Connection) -> None:
        new: Any = value + "x" if value == getattr(row, column, "") else value
        if column == "at":
            new = row.at + timedelta(microseconds=data.draw(st.integers(1, 10**12)))
        elif column == "number":
            new = data.draw(st.integers(ROWS + 1, 1000))
        elif column == "club_id":
            new = 2 if number > 1 else 3
            connection.execute(text("INSERT INTO clubs (id, name) VALUES (3, 'x')"))
        connection.execute(update(log).where(log.c.club_id == 1, log.c.number == number).values({column: new}))

    error = tampering(written, change)
    assert error is not None
    club, at = (2, 2) if column == "club_id" and number == ROWS else (1, number)
    assert f"Verein {club}, Zeile {at} " in error.message


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(number=st.integers(1, ROWS - 1))
def test_a_missing_row_is_found(written: Book, number: int) -> None:
    """A row that was taken out is named, the first one too."""
    error = tampering(written, lambda connection: delete_row(connection, number))
    assert error is not None
    assert error.message == f"Verein 1, Zeile {number} fehlt."


def delete_row(connection: Connection, number: int) -> None:
    """Take a row of the first club out."""
    connection.execute(log.delete().where(log.c.club_id == 1, log.c.number == number))


def renumber(connection: Connection, old: int, new: int) -> None:
    """Give a row of the first club another number."""
    connection.execute(update(log).where(log.c.club_id == 1, log.c.number == old).values(number=new))


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pair=st.lists(st.integers(1, ROWS), min_size=2, max_size=2, unique=True))
def test_a_swap_is_found(written: Book, pair: list[int]) -> None:
    """Two rows that changed places are found at the first of them."""

    def swap(connection: Connection) -> None:
        for old, new in ((pair[0], 999), (pair[1], pair[0]), (999, pair[1])):
            renumber(connection, old, new)

    error = tampering(written, swap)
    assert error is not None
    assert error.params["row"] == min(pair)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(number=st.integers(1, ROWS), forged=st.booleans(), closed=st.booleans())
def test_a_row_that_was_put_in_is_found(written: Book, number: int, forged: bool, closed: bool) -> None:
    """A row between others, or in the place of one, is found: by itself, or where its own hash is right by the next."""
    before = rows()[number - 2].hash if number > 1 else ""
    put = replace(rows()[number - 1], who="account:9", subject="evening:9")
    digest = put.chained(before) if forged else "0" * 64

    def put_in(connection: Connection) -> None:
        if closed:
            for old in range(ROWS, number - 1, -1):
                renumber(connection, old, old + 1)
        else:
            delete_row(connection, number)
        values = {column: getattr(put, column) for column in COLUMNS}
        connection.execute(insert(log), values | {"hash": digest})

    error = tampering(written, put_in)
    if forged and not closed and number == ROWS:
        assert error is None  # the last row alone, with its hash: only one that was written down tells
        return
    assert error is not None
    assert error.params["row"] == number + forged


def test_what_is_no_row_at_all_is_found(written: Book) -> None:
    """A moment that is none is told like every other change, where the database takes it at all."""
    if db.engine.dialect.name != "sqlite":
        return
    error = tampering(
        written, lambda c: c.execute(text("UPDATE log SET at = 'gestern' WHERE club_id = 1 AND number = 4"))
    )
    assert error is not None
    assert "Verein 1, Zeile" in error.message


def test_a_log_that_was_written_anew_does_not_have_the_hash_that_was_noted(written: Book) -> None:
    """Who writes all rows anew is found by whoever wrote the last hash down; what was added since is no fault."""
    noted = verify_log(db.session)[0].hash
    written.record(1, SAUSPIEL)
    assert verify_log(db.session, (noted,))[0].rows == ROWS + 1
    with pytest.raises(LogFaultError, match="Keine Zeile hat die Prüfsumme 0000"):
        verify_log(db.session, (noted, "0" * 64))


def test_the_command_prints_what_can_be_written_down(app: Flask) -> None:
    """`verify log` says how many rows there are and the last hash; a changed row is one line and status 1."""
    run = app.test_cli_runner(catch_exceptions=False)
    from scorebook.cli.verify import verify

    with app.app_context():
        book = Book(app)
        book.start()
        (club,) = verify_log(db.session)
        done = run.invoke(verify, ["log", "--expect", club.hash.upper()])
        assert done.output == f"Verein 1: 1 Zeile, Prüfsumme {club.hash}\nStimmt: 1 Verein, 1 Zeile.\n"
        missing = run.invoke(verify, ["log", "--expect", "f" * 64])
        assert (missing.exit_code, missing.stdout) == (1, "")
        with db.engine.begin() as connection:
            connection.execute(text("DROP TRIGGER log_no_update"))
            connection.execute(text("UPDATE log SET who = 'machine '"))
        wrong = run.invoke(verify, ["log"])
        assert (wrong.exit_code, wrong.stdout) == (1, "")
        assert "Verein 1, Zeile 1 passt nicht" in wrong.stderr


def test_select_is_by_number(written: Book) -> None:
    """The page reads the newest first, and goes on below a number."""
    connection = reading(db.session)
    assert [row.number for row in newest_rows(connection, 1, 3, Wanted())] == [ROWS, ROWS - 1, ROWS - 2]
    assert [row.number for row in newest_rows(connection, 1, 2, Wanted(before=4))] == [3, 2]
    assert connection.execute(select(log.c.number)).first() is not None
