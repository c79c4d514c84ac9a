"""What evenings were for people: rolled up as games are recorded, ranked at the end, on both databases."""

import json
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import text

from scorebook.exchange import evening_json
from scorebook.league.results import Tally
from scorebook.services import sampling
from scorebook.services.importing import import_evening
from scorebook.services.verifying import DifferenceError, verify_book
from scorebook.store.db import db, reading
from tests.book import LOST_SOLO, ON_SQLITE, PASSED, SAUSPIEL, WITH_STOCK, Book
from tests.test_import import corrected
from tests.test_migrations import downgrade, upgrade_to
from tests.test_verify import tamper

WON_TOUT = {"contract": "wenz", "declarer": 0, "tout": True, "result": "won"}


def all_rows(book: Book) -> list[Any]:
    """Read all results but for their ids, those in which nothing is left out."""
    query = text(
        "SELECT club_id, evening_id, person_id, measure, season_id, place, amount, games, squares, solos_won, "
        "solos_lost, touts_won FROM results WHERE amount <> 0 OR games <> 0 ORDER BY evening_id, person_id, measure"
    )
    return [tuple(row) for row in reading(db.session).execute(query)]


def test_games_add_up_and_are_taken_back(book: Book) -> None:
    """Each game counts for those who played it, a Solo for who played it alone; what is taken back counts no more."""
    started = book.start()
    book.record(started.sheet_id, SAUSPIEL)
    book.record(started.sheet_id, WON_TOUT)
    lost = book.record(started.sheet_id, LOST_SOLO).game
    tout = 2 * 50
    found = book.results(started.evening_id)
    assert found["cent", "Sepp"][0] == Tally(20 + 3 * tout + 50, 3, 20**2 + (3 * tout) ** 2 + 50**2, 1, 0, 1)
    assert found["cent", "Vroni"][0] == Tally(-20 - tout - 150, 3, 20**2 + tout**2 + 150**2, 0, 1, 0)
    book.cancel(book.correct(lost.uuid, SAUSPIEL).game.uuid)
    found = book.results(started.evening_id)
    assert found["cent", "Vroni"] == (Tally(-20 - tout, 2, 20**2 + tout**2), None)


def test_who_sits_out_and_who_passes_plays_no_game(book: Book) -> None:
    """At a table of five the dealer has no game; where all pass nobody has, but what it cost counts."""
    started = book.start_with(WITH_STOCK, ("Sepp", "Vroni", "Xaver", "Zenzi", "Hias"))
    book.record(started.sheet_id, {**PASSED, "sitting_out": [0]})
    found = {name: tally for (_, name), (tally, _) in book.results(started.evening_id).items()}
    assert found == dict.fromkeys(("Vroni", "Xaver", "Zenzi", "Hias"), Tally(-20))
    book.record(started.sheet_id, {"contract": "wenz", "declarer": 2, "result": "won", "sitting_out": [1]})
    found = {name: tally.games for (_, name), (tally, _) in book.results(started.evening_id).items()}
    assert found == {"Sepp": 1, "Vroni": 0, "Xaver": 1, "Zenzi": 1, "Hias": 1}


def test_a_divided_stock_counts_until_the_evening_goes_on(book: Book) -> None:
    """What somebody got of the Stock is part of his evening; whoever only paid into it has no place."""
    started = book.start_with(WITH_STOCK)
    book.record(started.sheet_id, PASSED)
    book.end(started.evening_id, {started.sheet_id: "divided"})
    assert book.results(started.evening_id) == {}
    book.reopen(started.evening_id)
    assert {tally.amount for tally, _ in book.results(started.evening_id).values()} == {-20}
    verify_book(db.session)


def test_places_come_at_the_end_and_go_when_it_goes_on(book: Book) -> None:
    """Who has the same shares a place, and the next one is left out: 1, 2, 2, 4."""
    started = book.start()
    for game in (SAUSPIEL, {**SAUSPIEL, "declarer": 1, "partner": 0}):
        book.record(started.sheet_id, game)
    book.end(started.evening_id)
    places = {name: place for (_, name), (_, place) in book.results(started.evening_id).items()}
    assert places == {"Sepp": 1, "Xaver": 2, "Vroni": 2, "Zenzi": 4}
    book.reopen(started.evening_id)
    assert {place for _, place in book.results(started.evening_id).values()} == {None}


def test_gutpunkte_are_measured_apart(book: Book) -> None:
    """Points of winners alone are never added to plus and minus; each has its own row."""
    plain, good = book.start(preset="turnier_plusminus"), book.start(preset="turnier_gutpunkte")
    for started in (plain, good):
        book.record(started.sheet_id, SAUSPIEL)
    assert {measure for measure, _ in book.results(plain.evening_id)} == {"point"}
    assert {measure for measure, _ in book.results(good.evening_id)} == {"good"}


def test_two_tablets_at_once(book: Book) -> None:
    """Two tables record, correct and take back at the same moment, one person plays at both: nothing is lost."""
    started = book.start()
    other = book.open_table(started.evening_id, "Hias", "Lena", "Girgl", "Anni")
    sheets = (started.sheet_id, other)
    games = [book.record(sheet, LOST_SOLO).game.uuid for sheet in sheets for _ in range(3)]
    tasks = [lambda sheet=sheet: book.record(sheet, SAUSPIEL) for sheet in sheets * 3]
    tasks += [lambda uuid=uuid: book.cancel(uuid) for uuid in games[::3]]
    tasks += [lambda uuid=uuid: book.correct(uuid, SAUSPIEL) for uuid in games[1::3]]
    done = book.at_once(*tasks)
    assert not [one for one in done if isinstance(one, Exception)], done
    assert verify_book(db.session).games == 6 + 6 + 2
    assert {tally.games for tally, _ in book.results(started.evening_id).values()} == {2 + 3}


def test_whole_evenings_are_rolled_up(book: Book) -> None:
    """What is read from a file, and what is made up, has its results too; of what ended, with places."""
    evening = corrected()
    import_evening(db.session, book.actor, json.dumps(evening_json(replace(evening, ended=None))))
    ended = json.dumps(evening_json(renewed(evening)))
    second = import_evening(db.session, book.actor, ended).evening_id
    sampling.fill(db.session, book.actor, 150, seed=4)
    assert book.results(second)
    verify_book(db.session)


def renewed(evening: Any) -> Any:
    """Give the same evening once more, under other marks, as one that has ended."""
    marks = {game.uuid: uuid4() for sheet in evening.sheets for game in sheet.games}
    sheets = tuple(
        replace(
            sheet,
            games=tuple(
                replace(game, uuid=marks[game.uuid], replaces=marks.get(game.replaces)) for game in sheet.games
            ),
        )
        for sheet in evening.sheets
    )
    return replace(evening, id=uuid4(), sheets=sheets, ended=evening.ended or evening.sheets[0].games[-1].recorded_at)


def test_the_migration_rolls_up_what_is_there(book: Book) -> None:
    """One revision down and up again, every evening was for everybody what it was: with Soli, seats that changed,
    Stocks that were divided, corrections, other units, evenings that go on; but it is in no season any more.
    """
    sampling.fill(db.session, book.actor, 400, seed=7)
    started = book.start_with(WITH_STOCK, ("Sepp", "Vroni", "Xaver", "Zenzi", "Hias"))
    book.play(started.sheet_id, 2)
    book.leave(started.sheet_id, "Vroni")
    book.record(started.sheet_id, WON_TOUT)
    book.cancel(book.record(started.sheet_id, LOST_SOLO).game.uuid)
    book.correct(book.record(started.sheet_id, LOST_SOLO).game.uuid, SAUSPIEL)
    book.play(started.sheet_id, 1)
    book.end(started.evening_id, {started.sheet_id: "divided"})
    for key in ("turnier_gutpunkte", "turnier_plusminus"):
        book.record(book.start(preset=key).sheet_id, SAUSPIEL)
    before = all_rows(book)
    assert {row[3] for row in before} == {"cent", "point", "good", "strich"}
    db.session.remove()
    downgrade("0009")
    upgrade_to("head")
    assert [(*row[:4], None, *row[5:]) for row in before] == all_rows(book)
    verify_book(db.session)


@ON_SQLITE
@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("UPDATE results SET amount = amount + 1 WHERE person_id = 2", "der Betrag"),
        ("UPDATE results SET games = games - 1 WHERE person_id = 2", "die Zahl der Spiele"),
        ("UPDATE results SET squares = 0 WHERE person_id = 2", "die Summe der Quadrate"),
        ("UPDATE results SET solos_won = 1 WHERE person_id = 2", "gewonnenen Soli"),
        ("UPDATE results SET solos_lost = 0 WHERE person_id = 2", "verlorenen Soli"),
        ("UPDATE results SET touts_won = 1 WHERE person_id = 2", "Tout und Sie"),
        ("UPDATE results SET place = 2 WHERE person_id = 2", "der Platz"),
        ("UPDATE results SET place = NULL WHERE person_id = 2", "der Platz"),
        ("UPDATE results SET measure = 'point' WHERE person_id = 2", "anders"),
        ("UPDATE results SET person_id = 5 WHERE person_id = 2", "der Betrag"),
        ("UPDATE results SET club_id = 2 WHERE person_id = 2", "einem anderen Verein"),
        ("UPDATE results SET season_id = 1 WHERE person_id = 2", "in einer anderen Saison"),
        ("DELETE FROM results WHERE person_id = 2", "der Betrag"),
        ("UPDATE results SET evening_id = 2 WHERE person_id = 2", "der Betrag"),
    ],
)
def test_each_change_of_a_result_is_found(book: Book, statement: str, what: str) -> None:
    """Whatever is changed about a result behind the book's back is named, with the evening and the person."""
    book.stranger()
    started = book.start()
    book.record(started.sheet_id, LOST_SOLO)
    book.end(started.evening_id)
    book.start(("Hias", "Lena", "Girgl", "Anni"))
    verify_book(db.session)
    tamper(book, "INSERT INTO seasons (id, club_id, name) VALUES (1, 1, '2026')")
    tamper(book, statement)
    with pytest.raises(DifferenceError) as caught:
        verify_book(db.session)
    assert caught.value.message.startswith("Abend 1 (")
    assert "Ergebnis von Person 2: " in caught.value.message
    assert what in caught.value.message


@ON_SQLITE
def test_a_result_of_an_evening_without_games_is_found(book: Book) -> None:
    """An evening at which nothing was played was nothing for anybody; of two tables the second counts too."""
    started = book.start()
    other = book.open_table(started.evening_id, "Hias", "Lena", "Girgl", "Anni")
    empty = book.start()
    later = book.open_table(started.evening_id, "Zenzl", "Bene", "Quirin", "Jule")
    for sheet in (started.sheet_id, other, later, other):
        book.record(sheet, SAUSPIEL)
    verify_book(db.session)
    tamper(book, f"UPDATE results SET evening_id = {empty.evening_id}, amount = 0, games = 0, squares = 0 WHERE id = 3")
    with pytest.raises(DifferenceError, match=rf"Abend {started.evening_id} .*Person 3: der Betrag"):
        verify_book(db.session)
    tamper(book, f"UPDATE results SET amount = 5 WHERE evening_id = {empty.evening_id}")
    tamper(
        book,
        f"INSERT INTO results SELECT 99, club_id, {started.evening_id}, 3, measure, season_id, place, 20, 1, "
        "400, 0, 0, 0 FROM results WHERE id = 1",
    )
    with pytest.raises(DifferenceError, match=rf"Abend {empty.evening_id} .*Person 3: der Betrag"):
        verify_book(db.session)
