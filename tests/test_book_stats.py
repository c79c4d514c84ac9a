"""Statistics in the book: there once an evening ended, gone when it goes on, and always those of its games."""

import json
from typing import Any

import pytest
from sqlalchemy import select

from scorebook.cli.db import upgrade_to
from scorebook.exchange import evening_json
from scorebook.services import sampling
from scorebook.services.importing import import_evening
from scorebook.services.privacy import export_person
from scorebook.services.verifying import DifferenceError, verify_book
from scorebook.store.db import db, reading
from scorebook.store.stats import PAIR, TALLY
from scorebook.store.stats_tables import pairs, tallies
from tests.book import FOUR, LOST_SOLO, PASSED, SAUSPIEL, Book
from tests.test_import import corrected
from tests.test_migrations import downgrade
from tests.test_verify import tamper

WENZ = {"contract": "wenz", "declarer": 3, "augen": 70}


def rows(table: Any, names: tuple[str, ...]) -> list[tuple[Any, ...]]:
    """Give the rows of a table without their ids."""
    db.session.rollback()
    found = reading(db.session).execute(select(*(table.c[name] for name in names)))
    return sorted((tuple(row) for row in found), key=str)


def everything() -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """Give all statistics there are."""
    return rows(tallies, TALLY), rows(pairs, PAIR)


def played(book: Book) -> tuple[int, int]:
    """Begin an evening and play four games, of which one is taken back; give the ids of evening and sheet."""
    begun = book.start()
    for game in (SAUSPIEL, PASSED, LOST_SOLO, WENZ):
        book.record(begun.sheet_id, game)
    book.cancel(book.record(begun.sheet_id, SAUSPIEL).game.uuid)
    return begun.evening_id, begun.sheet_id


def of(person: int, key: str) -> list[tuple[int, int, int]]:
    """Give count, won and amount of somebody, once an evening."""
    return [(row[5], row[6], row[7]) for row in everything()[0] if row[2] == person and row[4] == key]


def test_an_evening_that_ended_has_statistics(book: Book) -> None:
    """While it goes on there are none; what was taken back is not among them."""
    evening_id, _ = played(book)
    assert everything() == ([], [])
    book.end(evening_id)
    assert of(1, "played") == [(3, 2, 20 + 50 - 50)]
    assert of(2, "declarer.solo") == [(1, 0, -150)]
    assert of(4, "best") == [(1, 1, 150)]
    assert len(everything()[1]) == 12
    verify_book(db.session)


def test_an_evening_that_goes_on_has_none(book: Book) -> None:
    """Opened again there are none; ended again they are of all its games."""
    evening_id, sheet_id = played(book)
    book.end(evening_id)
    book.reopen(evening_id)
    assert everything() == ([], [])
    verify_book(db.session)
    book.record(sheet_id, SAUSPIEL)
    book.end(evening_id)
    assert of(1, "played")[0][0] == 4
    verify_book(db.session)


def test_an_evening_without_games_has_none(book: Book) -> None:
    """Nobody played: nothing is counted, and nothing is missed."""
    book.end(book.start().evening_id)
    only_passed = book.start()
    book.record(only_passed.sheet_id, PASSED)
    book.end(only_passed.evening_id)
    assert everything() == ([], [])
    verify_book(db.session)


def test_an_evening_from_a_file_has_the_same(book: Book) -> None:
    """Read in, an evening with corrections has the statistics that its recording had given."""
    import_evening(db.session, book.actor, json.dumps(evening_json(corrected())))
    there = everything()
    assert there[0]
    book.reopen(1)
    book.end(1)
    assert everything() == there


def test_samples_stand_up(book: Book) -> None:
    """Evenings made up at random, of all kinds, are counted as they are verified."""
    sampling.fill(db.session, book.actor, 900, seed=4)
    assert everything()[0]
    verify_book(db.session)


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("UPDATE tallies SET count = count + 1 WHERE id = 2", "Statistik von Person"),
        ("UPDATE tallies SET amount = amount - 10 WHERE key = 'best' AND person_id = 4", "Statistik von Person 4"),
        ("UPDATE tallies SET game_id = 1 WHERE key = 'best' AND person_id = 4", "Statistik von Person 4"),
        ("UPDATE tallies SET key = 'declarer.geier' WHERE key = 'declarer.wenz'", "Statistik von Person 4"),
        ("UPDATE tallies SET measure = 'point' WHERE person_id = 3", "Statistik von Person 3"),
        ("DELETE FROM tallies WHERE person_id = 1 AND key = 'run'", "Statistik von Person 1"),
        ("DELETE FROM pairs WHERE person_id = 3 AND other_id = 1", "Statistik von Person 3"),
        ("UPDATE pairs SET against_won = 0, with_amount = 7 WHERE person_id = 1 AND other_id = 3", "Person 1"),
        ("UPDATE tallies SET evening_id = 2 WHERE person_id = 1", "Abend 1"),
    ],
)
def test_each_change_is_found(book: Book, statement: str, what: str) -> None:
    """Whatever is changed behind the book's back is named, with evening and person."""
    evening_id, _ = played(book)
    book.end(evening_id)
    book.start()
    tamper(book, statement)
    with pytest.raises(DifferenceError, match=what):
        verify_book(db.session)


def test_statistics_of_an_evening_without_games_are_found(book: Book) -> None:
    """What belongs to no game at all is counted."""
    book.end(book.start().evening_id)
    tamper(
        book,
        "INSERT INTO tallies (club_id, evening_id, person_id, measure, key, count, won, amount) "
        "VALUES (1, 1, 1, 'cent', 'played', 1, 1, 10)",
    )
    with pytest.raises(DifferenceError, match="hat 1 Zeilen Statistik, zu Abenden mit Spielen gehören aber 0"):
        verify_book(db.session)


def test_evenings_that_ended_before_are_counted_by_the_migration(book: Book) -> None:
    """One revision down they are gone, up again they are what they were; an evening that goes on has none."""
    book.end(played(book)[0])
    played(book)
    import_evening(db.session, book.actor, json.dumps(evening_json(corrected())))
    there = everything()
    db.session.remove()
    downgrade("0010")
    upgrade_to("head")
    assert everything() == there
    verify_book(db.session)


def test_who_goes_on_at_another_table_has_one_evening(book: Book) -> None:
    """Sepp leaves a table of five for another: his games at both are one evening's."""
    begun = book.start((*FOUR, "Girgl"))
    book.record(begun.sheet_id, {**SAUSPIEL, "sitting_out": [4], "players": 5, "dealer": 4})
    book.leave(begun.sheet_id, "Sepp")
    book.record(book.open_table(begun.evening_id, "Sepp", "Wastl", "Resi", "Burgi"), SAUSPIEL)
    book.end(begun.evening_id)
    assert of(1, "played") == [(2, 2, 40)]
    assert of(1, "run") == [(2, 2, 40)]
    assert not of(5, "played")
    verify_book(db.session)


def test_who_asks_gets_what_was_counted_of_him(book: Book) -> None:
    """The export of a person has his results and statistics, and names nobody else."""
    book.end(played(book)[0])
    data = export_person(db.session, book.actor, 1)
    assert [(one["amount"], one["place"]) for one in data["results"]] == [(20, 2)]
    kept = {one["key"]: one for one in data["statistics"]}
    assert (kept["played"]["count"], kept["played"]["game"]) == (3, None)
    assert kept["best"]["game"] in {one["id"] for one in data["games"]}
    assert sorted((one["with_games"], one["against_games"]) for one in data["company"]) == [(1, 2), (1, 2), (3, 0)]
    assert not {"other_id", "person_id"} & {key for one in data["company"] for key in one}
