"""`verify book` finds what is not what comes out; what samples, recording and import write stands up to it."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from sqlalchemy import text

from scorebook.exchange import evening_json
from scorebook.ledger.evening import Cancellation
from scorebook.ledger.stock_closing import CHOICES, MoveKind
from scorebook.rules import Contract, Unit
from scorebook.services import sampling
from scorebook.services.exporting import export_evening
from scorebook.services.importing import import_evening
from scorebook.services.stock import kept_stocks
from scorebook.services.transactions import transaction
from scorebook.services.verifying import DifferenceError, Verified, verify_book
from scorebook.store import games as store
from scorebook.store.db import db
from tests.book import LOST_SOLO, ON_SQLITE, PASSED, SAUSPIEL, WITH_STOCK, Book
from tests.processes import environment
from tests.test_import import corrected


def recorded(book: Book) -> None:
    """Record five games, of which the third is taken back."""
    begun = book.start_with(WITH_STOCK)
    for number, game in enumerate((PASSED, SAUSPIEL, LOST_SOLO, PASSED, LOST_SOLO), start=1):
        done = book.record(begun.sheet_id, game)
        if number == 3:
            book.cancel(done.game.uuid)


def tamper(book: Book, statement: str) -> None:
    """Change the book as nobody can who does not go behind its back."""
    with transaction(db.session) as connection:
        if connection.dialect.name == "sqlite":
            triggers = connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).scalars().all()
            for trigger in triggers:
                connection.execute(text(f"DROP TRIGGER {trigger}"))
        else:
            connection.execute(text("SET LOCAL session_replication_role = replica"))
        connection.execute(text(statement))


def test_what_was_written_stands_up(book: Book) -> None:
    """Recorded games, cancelled ones and imported corrections are right, and all are counted."""
    assert verify_book(db.session) == Verified(0, 0, 0, 0)
    recorded(book)
    import_evening(db.session, book.actor, json.dumps(evening_json(corrected())))
    found = verify_book(db.session)
    assert found == Verified(2, 2, book.count("games"), book.count("entries"))
    assert found.games == 16


@pytest.mark.parametrize(
    ("statement", "number", "what"),
    [
        ("UPDATE games SET value = 70 WHERE place = 2 * 4294967296", 2, "der Wert"),
        ("UPDATE games SET payouts = '[99,-33,-33,-33]' WHERE place = 5 * 4294967296", 5, "die Beträge"),
        ("UPDATE games SET stock_after = 90 WHERE place = 4 * 4294967296", 4, "der Stock"),
        ("UPDATE games SET stock_before = 90 WHERE place = 4 * 4294967296", 4, "Geber oder Stock"),
        ("UPDATE games SET dealer = 3 WHERE place = 1 * 4294967296", 1, "Geber oder Stock"),
        ("UPDATE games SET steps = '[]' WHERE place = 3 * 4294967296", 3, "der Rechenweg"),
        ("UPDATE games SET schneider = true WHERE place = 2 * 4294967296", 2, "Schneider"),
        ('UPDATE games SET game = \'{"contract":"solo"}\' WHERE place = 1 * 4294967296', 1, "so kann es nicht sein"),
        ("UPDATE games SET game = '{\"contract\"' WHERE place = 2 * 4294967296", 2, "kein Spiel"),
        ("UPDATE games SET game = '[]' WHERE place = 2 * 4294967296", 2, "kein Spiel"),
        ("UPDATE games SET steps = '[1]' WHERE place = 2 * 4294967296", 2, "kein Spiel"),
        ("DELETE FROM evening_rule_sets", 1, "Regelsatz"),
        ("UPDATE entries SET amount = amount + 1 WHERE game_id = 2 AND person_id = 1", 2, "die Buchungen"),
        ("UPDATE entries SET person_id = 4 WHERE game_id = 2 AND person_id = 1", 2, "die Buchungen"),
        ("UPDATE entries SET unit = 'point' WHERE game_id = 2", 2, "die Buchungen"),
        ("DELETE FROM entries WHERE game_id = 2", 2, "die Buchungen"),
        ("DELETE FROM entries WHERE reversal_id IS NOT NULL", 3, "die Gegenbuchungen"),
        ("UPDATE entries SET amount = 2 * amount WHERE reversal_id IS NOT NULL", 3, "die Gegenbuchungen"),
        ("UPDATE seats SET person_id = 2 WHERE seat = 0", 1, "die Buchungen"),
        ("UPDATE seats SET to_place = 4 * 4294967296 - 1 WHERE seat = 0", 4, "andere Leute"),
    ],
)
def test_each_kind_of_change_is_found(book: Book, statement: str, number: int, what: str) -> None:
    """Whatever is changed behind the book's back is named, with its game."""
    recorded(book)
    tamper(book, statement)
    with pytest.raises(DifferenceError) as caught:
        verify_book(db.session)
    assert f"Liste 1, Spiel {number}: " in caught.value.message
    assert what in caught.value.message


def test_a_stock_that_nobody_left_is_found(book: Book) -> None:
    """A game that finds another amount in the Stock than those before it left is named."""
    recorded(book)
    first = book.evening(1).sheets[0].games[0]
    with transaction(db.session) as connection:
        game = store.find_game(connection, first.uuid)
        assert game is not None
        store.add_reversal(connection, game, Cancellation(first.recorded_at, "Tisch", "heimlich"))
    with pytest.raises(DifferenceError, match="Spiel 2: davor lag im Stock ein anderer Betrag"):
        verify_book(db.session)


def closed(book: Book) -> None:
    """Close a Stock in every way: one is divided, comes back and is kept, the next evening takes it and boxes it."""
    first = book.start_with(WITH_STOCK)
    book.record(first.sheet_id, PASSED)
    book.end(first.evening_id, {first.sheet_id: "divided"})
    book.reopen(first.evening_id)
    book.end(first.evening_id, {first.sheet_id: "kept"})
    second = book.start(rule_set=book.rule_set(WITH_STOCK), stocks=(3,))
    book.record(second.sheet_id, PASSED)
    book.end(second.evening_id, {second.sheet_id: "boxed"})


def test_what_became_of_stocks_stands_up(book: Book) -> None:
    """Divided, returned, kept, taken along and boxed: all is right, and all entries are counted."""
    closed(book)
    assert book.count("stock_moves") == 5
    assert verify_book(db.session) == Verified(2, 2, 2, book.count("entries"))


@pytest.mark.parametrize(
    ("statement", "table", "what"),
    [
        ("UPDATE stock_moves SET amount = 90 WHERE id = 1", 1, "die Buchungen"),
        ("UPDATE entries SET amount = 19 WHERE stock_move_id = 1 AND person_id = 1", 1, "die Buchungen"),
        ("DELETE FROM entries WHERE stock_move_id = 1", 1, "die Buchungen"),
        ("DELETE FROM entries WHERE stock_move_id = 1 AND kind = 'player'", 1, "die Buchungen"),
        ("UPDATE entries SET amount = amount + 1 WHERE stock_move_id = 2 AND person_id = 1", 1, "die Gegenbuchungen"),
        ("UPDATE stock_moves SET amount = 79 WHERE id = 2", 1, "das nicht heraus war"),
        ("UPDATE stock_moves SET of_id = 5 WHERE id = 2", 1, "das nicht heraus war"),
        ("UPDATE stock_moves SET kind = 'boxed' WHERE id = 3", 1, "die Buchungen"),
        ("UPDATE entries SET kind = 'box' WHERE stock_move_id = 3 AND kind = 'kept'", 1, "die Buchungen"),
        ("UPDATE entries SET sheet_id = 2 WHERE stock_move_id = 3 AND kind = 'kept'", 1, "die Buchungen"),
        ("UPDATE entries SET amount = amount * 2 WHERE stock_move_id = 3", 1, "die Buchungen"),
        ("UPDATE evenings SET ended_at = NULL WHERE id = 1", 1, "der Abend geht weiter"),
        ("UPDATE stock_moves SET of_id = 5 WHERE id = 4", 2, "das nicht liegen geblieben war"),
        ("UPDATE entries SET unit = 'point' WHERE stock_move_id = 4", 2, "die Buchungen"),
        ("UPDATE entries SET amount = amount * 2 WHERE stock_move_id = 4", 2, "die Buchungen"),
        ("UPDATE entries SET amount = amount * 2 WHERE stock_move_id = 5", 2, "die Buchungen"),
    ],
)
def test_each_change_of_a_stock_is_found(book: Book, statement: str, table: int, what: str) -> None:
    """Whatever is changed about what became of a Stock is named, with its evening."""
    closed(book)
    tamper(book, statement)
    with pytest.raises(DifferenceError) as caught:
        verify_book(db.session)
    assert caught.value.message.startswith(f"Abend {table} (")
    assert "Liste 1, Stock: " in caught.value.message
    assert what in caught.value.message


@pytest.mark.parametrize(
    ("before", "statement", "what"),
    [
        ("UPDATE sheets SET stock = 80 WHERE id = 2", "", "Spiel 1: davor lag im Stock ein anderer Betrag"),
        (
            "UPDATE stock_moves SET amount = 90 WHERE id = 5",
            "UPDATE entries SET amount = CASE WHEN amount < 0 THEN -90 ELSE 90 END WHERE stock_move_id = 5",
            "Stock: heraus kam nicht, was darin lag",
        ),
        (
            "UPDATE sheets SET stock = 80 WHERE id = 2",
            "UPDATE stock_moves SET kind = 'kept', of_id = NULL WHERE id = 4",
            "Stock: ",
        ),
    ],
)
def test_changes_that_fit_one_another_are_found(book: Book, before: str, statement: str, what: str) -> None:
    """Who changes a move together with its entries, or with the beginning of its sheet, is found by what lay there."""
    closed(book)
    tamper(book, before)
    if statement:
        with transaction(db.session) as connection:
            if connection.dialect.name != "sqlite":
                connection.execute(text("SET LOCAL session_replication_role = replica"))
            connection.execute(text(statement))
    with pytest.raises(DifferenceError) as caught:
        verify_book(db.session)
    assert what in caught.value.message


def test_samples_are_what_recording_would_have_written(book: Book) -> None:
    """Random evenings stand up to `verify`, have as many games as asked for, and among them all that happens."""
    assert sampling.fill(db.session, book.actor, 2000, seed=1) == book.count("evenings")
    assert verify_book(db.session).games == 2000
    read = [book.evening(number) for number in range(1, book.count("evenings") + 1)]
    games = [game for evening in read for game in evening.sheets[0].games]
    assert sum(not game.stands for game in games) > sum(game.replaces is not None for game in games) > 0
    assert any(game.game.stock for game in games)
    assert any(game.game.tout for game in games)
    assert {evening.unit for evening in read} == set(Unit)
    assert {len(evening.people) for evening in read} == {4, 5}
    often = Counter(game.game.contract for game in games)
    assert often[Contract.SAUSPIEL] > often[Contract.SOLO] > often[Contract.WENZ]
    assert len(often) >= 8
    assert any(len(evening.rule_sets) == 2 for evening in read)
    assert [evening.ended is None for evening in read] == [False] * (len(read) - 2) + [True] * 2
    assert [evening.date for evening in read] == sorted(evening.date for evening in read)
    ends = Counter(sheet.closed.kind for evening in read for sheet in evening.sheets if sheet.closed)
    assert set(ends) == set(CHOICES)
    assert ends[MoveKind.KEPT] == len(kept_stocks(db.session, book.actor)) == 1


def test_samples_travel(book: Book) -> None:
    """What was made up, corrections and all, passes the checks of an import."""
    for number in range(1, sampling.fill(db.session, book.actor, 300, seed=5) + 1):
        assert import_evening(db.session, book.actor, export_evening(db.session, book.actor, number)).repeated


def test_the_same_seed_makes_the_same_evenings(book: Book) -> None:
    """Seed by seed the evenings are the same; in a book that has them already others come."""
    first = sampling.fill(db.session, book.actor, 120, seed=3)
    code = book.evening(1).check_code()
    sampling.fill(db.session, book.actor, 120, seed=3)
    codes = Counter(book.evening(number).check_code() for number in range(1, book.count("evenings") + 1))
    assert max(codes.values()) == 1
    assert book.evening(first + 1).check_code() != code
    assert verify_book(db.session).games == 240


def test_an_evening_goes_on_after_a_sample(book: Book) -> None:
    """Recording takes up a sampled sheet where it stands: number, dealer, Stock; one that ended is opened before."""
    sampling.fill(db.session, book.actor, 200, seed=2)
    for number in range(1, book.count("evenings") + 1):
        book.reopen(number)
        evening = book.evening(number)
        sheet = evening.sheets[0]
        if evening.unit is Unit.CENT and len(evening.people) == 4:
            done = book.record(sheet.id, LOST_SOLO).game
            assert (done.number, done.game.dealer) == (sheet.next_number, sheet.next_dealer)
            assert done.game.stock == sheet.stock_now
    verify_book(db.session)


@ON_SQLITE
def test_the_sample_is_the_same_everywhere(book: Book) -> None:
    """The first evening of a seed does not depend on the machine."""
    sampling.fill(db.session, book.actor, 30, seed=1)
    assert str(book.evening(1).id) == "26df536e-0fda-4ed5-a441-5446ab666831"


def test_commands_fill_and_verify_in_little_memory(tmp_path: Path) -> None:
    """`sample` fills an empty folder, `verify book` agrees in one line with less than 200 MB, and exits 1 where not."""
    settings = {"SCOREBOOK_INSTANCE": str(tmp_path)}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        program = (
            "import resource, subprocess, sys\n"
            "status = subprocess.run([sys.executable, '-c', 'from scorebook.app import main; main()', *sys.argv[1:]])\n"
            "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)\n"
            "sys.exit(status.returncode)\n"
        )
        command = [sys.executable, "-c", program, *arguments]
        return subprocess.run(command, check=False, capture_output=True, text=True, env=environment(**settings))

    assert run("sample", "--games", "4000").returncode == 0
    done = run("verify", "book")
    said, megabytes = done.stdout.splitlines()
    assert said.startswith("Stimmt: ")
    assert "4000 Spiele" in said
    assert int(megabytes) < 200
    assert run("sample", "--games", "0").returncode == 2

    import sqlite3

    with sqlite3.connect(tmp_path / "scorebook.sqlite") as connection:
        connection.execute("DROP TRIGGER games_no_update")
        connection.execute("UPDATE games SET value = value + 10 WHERE id = 2000")
    connection.close()
    wrong = run("verify", "book")
    assert wrong.returncode == 1
    assert len(wrong.stderr.splitlines()) == 1
    assert "der Wert ist anders" in wrong.stderr
