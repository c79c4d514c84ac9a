"""A book of many evenings: pages and recordings ask no more of the database than in a book of one."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from flask import Flask
from sqlalchemy import Connection, event, text
from werkzeug.test import TestResponse

from scorebook.services import sampling
from scorebook.services.access import local_actor
from scorebook.services.evenings import EVENINGS_A_PAGE, EveningPage, list_evenings
from scorebook.services.review import season_course, season_review
from scorebook.store.db import db
from tests.actions import SAUSPIEL, Page, Table
from tests.book import Book
from tests.test_web_correcting import correct

Statement = tuple[str, Any]
BEGUN = datetime(2026, 1, 2, 18, 0, tzinfo=UTC)
WHOLE = re.compile(r"SEARCH (games|entries|reversals|seats|sheets|evenings)\b.*\(club_id=\?\)")
"""How SQLite says that it reads all that a club has of something."""


# --- How much is asked -----------------------------------------------------------------------------------------------


@pytest.fixture
def table(app: Flask) -> Table:
    """Give a table with three games, of which the first is corrected, on the second evening of the book."""
    Table(app.test_client())
    table = Table(app.test_client())
    first = table.recorded(**SAUSPIEL)
    table.recorded(**SAUSPIEL)
    table.recorded(**SAUSPIEL)
    assert correct(table, first, result="lost").status_code == 303
    return table


@contextmanager
def statements(app: Flask) -> Iterator[list[Statement]]:
    """Collect what is sent to the database in the block, with its values."""
    seen: list[Statement] = []

    def note(_connection: Connection, _cursor: object, statement: str, values: Any, *_rest: object) -> None:
        seen.append((statement, values))

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield seen
    finally:
        event.remove(engine, "before_cursor_execute", note)


def sheet_page(table: Table, _game: UUID) -> TestResponse:
    """Open the sheet."""
    return table.client.get(table.address)


def evening_page(table: Table, _game: UUID) -> TestResponse:
    """Open the overview of the evening."""
    return table.client.get("/abende/2")


def wall_page(table: Table, _game: UUID) -> TestResponse:
    """Open the evening as it hangs on the wall."""
    return table.client.get("/abende/2/wand")


def poll(table: Table, _game: UUID) -> TestResponse:
    """Ask how far the sheet is."""
    return table.client.get(f"{table.address}/stand.json")


def game_page(table: Table, game: UUID) -> TestResponse:
    """Open a game."""
    return table.client.get(f"/spiele/{game}")


def start_page(table: Table, _game: UUID) -> TestResponse:
    """Open the list of evenings."""
    return table.client.get("/")


def older_page(table: Table, _game: UUID) -> TestResponse:
    """Open the list of evenings that are older than one."""
    return table.client.get("/?vor=2")


def new_page(table: Table, _game: UUID) -> TestResponse:
    """Open the form that starts an evening."""
    return table.client.get("/abende/neu")


def record(table: Table, _game: UUID) -> TestResponse:
    """Record a game, without opening the sheet first."""
    return table.client.post(f"{table.address}/spiele", data={**SAUSPIEL, "dealer": "0"})


def correcting(table: Table, game: UUID) -> TestResponse:
    """Correct a game, its form included."""
    return correct(table, game, result="lost")


def cancel(table: Table, game: UUID) -> TestResponse:
    """Take a game back."""
    return table.cancel(game)


MOST = {
    sheet_page: 12,
    evening_page: 14,
    wall_page: 10,
    poll: 3,
    game_page: 10,
    start_page: 5,
    older_page: 6,
    new_page: 7,
    record: 7,
    correcting: 36,
    cancel: 20,
}
"""What is asked at most for each, login and log included: a constant, however many games and evenings there are.

The lists of evenings ask how old the book is where it has no backup yet."""
Deed = Callable[[Table, UUID], TestResponse]
deeds = pytest.mark.parametrize("deed", MOST)


@deeds
def test_no_more_is_asked_of_a_full_book(app: Flask, table: Table, deed: Deed) -> None:
    """A page or a recording takes the same few statements in a book of one evening and in one of sixty."""
    asked = []
    for games in (0, 1900):
        with app.app_context():
            sampling.fill(db.session, local_actor(db.session), games, seed=1)
        game = table.recorded(**SAUSPIEL)
        with statements(app) as seen:
            assert deed(table, game).status_code in (200, 303)
        asked.append([statement for statement, _ in seen])
    alone, among_others = ([_shape(statement) for statement in found] for found in asked)
    assert alone == among_others
    assert len(alone) <= MOST[deed]


def _shape(statement: str) -> str:
    """Give a statement without how many values its lists have."""
    return " ".join(statement.replace("?, ", "").split())


@deeds
def test_everything_is_found_by_an_index(app: Flask, table: Table, deed: Deed) -> None:
    """No statement of a page or a recording goes through a table from end to end, nor through all of the club's."""
    with app.app_context():
        sampling.fill(db.session, local_actor(db.session), 500, seed=1)
    game = table.recorded(**SAUSPIEL)
    with statements(app) as seen:
        deed(table, game)
    assert seen
    with app.app_context(), db.engine.connect() as connection:
        for statement, values in seen:
            if statement.startswith("SELECT"):
                plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values).scalars("detail").all()
                whole = [line for line in plan if WHOLE.match(line) and "LIMIT" not in statement]
                assert not [*whole, *(line for line in plan if line.startswith("SCAN"))], (statement, plan)


# --- The list of evenings --------------------------------------------------------------------------------------------


def begin(book: Book, count: int, *, apart: timedelta = timedelta(hours=1)) -> list[int]:
    """Begin evenings one after the other, and give their ids, the latest first."""
    started = [book.start(now=BEGUN + number * apart).evening_id for number in range(count)]
    return started[::-1]


def pages(book: Book) -> list[EveningPage]:
    """Turn the pages of the list from the newest to the last."""
    found = [list_evenings(db.session, book.actor)]
    while found[-1].older is not None:
        found.append(list_evenings(db.session, book.actor, found[-1].older))
    return found


def ids(page: EveningPage) -> list[int]:
    """Give the ids of the evenings of a page."""
    return [summary.id for summary in page.evenings]


@pytest.mark.parametrize("apart", [timedelta(hours=1), timedelta(0)])
def test_pages_hold_each_evening_once(book: Book, apart: timedelta) -> None:
    """Turned to the last page, the list holds every evening once, the latest first, those of one moment too."""
    begun = begin(book, EVENINGS_A_PAGE + 2, apart=apart)
    first, last = pages(book)
    assert (ids(first), ids(last)) == (begun[:EVENINGS_A_PAGE], begun[EVENINGS_A_PAGE:])
    assert first.evenings[0].names == ("Sepp", "Vroni", "Xaver", "Zenzi")


def test_a_full_page_is_the_last(book: Book) -> None:
    """Exactly as many evenings as fit on a page are one page; with one more there is a second, of that one."""
    begin(book, EVENINGS_A_PAGE)
    assert [len(page.evenings) for page in pages(book)] == [EVENINGS_A_PAGE]
    begin(book, 1, apart=timedelta(days=9))
    assert [len(page.evenings) for page in pages(book)] == [EVENINGS_A_PAGE, 1]


def test_a_new_evening_moves_no_older_page(book: Book) -> None:
    """While somebody turns pages, another evening begins: the next page is still what it was."""
    begin(book, EVENINGS_A_PAGE + 3)
    first, last = pages(book)
    book.start(now=BEGUN + timedelta(days=300))
    assert list_evenings(db.session, book.actor, first.older) == last


def test_another_clubs_evening_turns_no_page(book: Book) -> None:
    """The id of another club's evening names no place in the list: it shows the newest."""
    own, foreign = book.actor, book.stranger()
    begun = begin(book, 2)
    book.actor = foreign
    theirs = book.start(now=BEGUN).evening_id
    assert ids(list_evenings(db.session, foreign, begun[0])) == [theirs]
    assert ids(list_evenings(db.session, own, theirs)) == begun


def test_the_start_page_turns(app: Flask) -> None:
    """The start page links to older evenings, these lead back to the newest, and the last page links to no further."""
    with app.app_context():
        begun = begin(Book(app), EVENINGS_A_PAGE + 1)
    client, older = app.test_client(), f"/?vor={begun[EVENINGS_A_PAGE - 1]}"
    first, last = Page(client.get("/")), Page(client.get(older))
    assert older in first.links
    assert f"/abende/{begun[-1]}" not in first.links
    assert [link for link in last.links if link.removeprefix("/abende/").isdecimal()] == [f"/abende/{begun[-1]}"]
    assert "Ältere Abende" not in last.text()
    assert "Neueste Abende" in last.text()


@pytest.mark.parametrize("key", ["", "0", "-1", "x", "²", "1.5", "77", "9" * 30, "9" * 5000])
def test_a_wrong_key_shows_the_newest(app: Flask, key: str) -> None:
    """What names no evening shows the first page."""
    with app.app_context():
        begun = begin(Book(app), 2)
    answer = app.test_client().get("/", query_string={"vor": key})
    assert answer.status_code == 200
    assert f"/abende/{begun[0]}" in Page(answer).links


def test_behind_the_last_evening_is_nothing(app: Flask) -> None:
    """An address behind the last evening leads to the newest; in an empty book to the first evening."""
    client = app.test_client()
    assert client.get("/?vor=1", follow_redirects=True).request.path == "/abende/neu"
    with app.app_context():
        (only,) = begin(Book(app), 1)
    answer = client.get(f"/?vor={only}", follow_redirects=True)
    assert f"/abende/{only}" in Page(answer).links


def test_the_newest_evenings_are_found_by_their_index(book: Book) -> None:
    """The list is read from its index in order, without being sorted; a page of it too."""
    begun = begin(book, 3)
    if db.engine.dialect.name == "sqlite":
        with statements(book.app) as seen:
            list_evenings(db.session, book.actor, begun[0])
        statement, values = next(found for found in seen if "LIMIT" in found[0])
        with db.engine.connect() as connection:
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values).scalars("detail").all()
        assert len(plan) == 1
        assert "ix_evenings_club_id_begun_at_id" in plan[0]
    else:
        found = db.session.execute(text("SELECT 1 FROM pg_indexes WHERE indexname = 'ix_evenings_club_id_begun_at_id'"))
        assert found.all()


# --- Looking back ----------------------------------------------------------------------------------------------------


def test_a_look_back_reads_large_tables_a_few_times(book: Book) -> None:
    """However many games, facts and measures there are, what all games left is read three times, pairs are read once.

    Of each measure no more than five other questions are asked.
    """
    for _again in range(2):
        sampling.fill(db.session, book.actor, 800, seed=1)
        with statements(book.app) as seen:
            found = season_review(db.session, book.actor, 1)
        asked = [statement for statement, _ in seen]
        assert sum("FROM tallies" in statement for statement in asked) == 3
        assert sum("FROM pairs" in statement for statement in asked) == 1
        assert len(asked) <= 8 + 5 * len(found.sections)
        assert len(found.sections) > 1


def test_a_picture_does_not_look_back_on_all(book: Book) -> None:
    """The course of a season is drawn from results alone, which a handful of statements find."""
    sampling.fill(db.session, book.actor, 500, seed=1)
    with statements(book.app) as seen:
        drawn = season_course(db.session, book.actor, 1)
    assert drawn == season_review(db.session, book.actor, 1).sections[0].course
    assert len(seen) <= 5
    assert not any("tallies" in statement or "pairs" in statement for statement, _ in seen)
