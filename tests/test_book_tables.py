"""The last round, further tables, an evening of two days, and what files keep of all that, on both databases."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import OperationalError

from scorebook.exchange import parse_evening
from scorebook.reports import charts, view
from scorebook.services import RefusedError, closing, evenings, last_round
from scorebook.services.transactions import transaction
from scorebook.services.verifying import verify_book
from scorebook.store import tables
from scorebook.store.closing import lock_evening
from scorebook.store.db import db, reading
from scorebook.store.events import EventKind
from tests.book import BOTH, ON_SQLITE, SAUSPIEL, Book, codes
from tests.test_book_seating import FIVE, told
from tests.test_import import exported, read, without_ids


def test_the_last_round_goes_until_all_have_dealt_equally_often(book: Book) -> None:
    """Called after six games of four it asks two more; twice is once; it is over by itself, and can be called off."""
    sheet_id = book.start().sheet_id
    book.play(sheet_id, 6)
    for _ in range(2):
        assert last_round.call_last_round(db.session, book.actor, sheet_id) == 2
    book.play(sheet_id, 2)
    for _ in range(2):
        last_round.call_off(db.session, book.actor, sheet_id)
    assert told(book, 1) == [(EventKind.LAST_ROUND, "called"), (EventKind.LAST_ROUND, "off")]
    assert book.sheet(sheet_id).last_round is None
    assert last_round.call_last_round(db.session, book.actor, sheet_id) == 3


def moved_about(book: Book) -> int:
    """Give an evening in which people came, left and swapped at one table, and another table that nobody played at."""
    started = book.start(FIVE, first_dealer=1)
    sheet_id = started.sheet_id
    book.play(sheet_id, 3)
    book.come(sheet_id, "Kathi", "Vroni")
    book.play(sheet_id, 2)
    book.leave(sheet_id, "Hias")
    book.swap(sheet_id, "Sepp", "Zenzi")
    book.play(sheet_id, 2, dealer=4, sitting_out=[4])
    book.leave(sheet_id, "Kathi")
    book.open_table(started.evening_id, "Kathi", "Leni", "Toni", "Hans", first_dealer=2)
    return started.evening_id


def test_a_seat_without_a_game_is_no_difference(book: Book) -> None:
    """A file says who came and left again at once: it is read, and the same again; who only did that was not there."""
    data = exported(book, moved_about(book))
    data["id"] = str(uuid4())
    for game in data["sheets"][0]["games"]:
        game["uuid"] = str(uuid4())
    data["sheets"][1]["seats"].append({"seat": 4, "person": data["people"][0]["id"], "from": 1, "to": 0})
    assert read(book, data) == read(book, data)
    data["people"].append({"id": 777, "name": "Geist"})
    data["sheets"][1]["seats"].append({"seat": 4, "person": 777, "from": 1, "to": 0})
    with pytest.raises(RefusedError) as error:
        read(book, data)
    assert codes(error) == [("person.nowhere", f"people.{len(data['people']) - 1}")]


@pytest.mark.parametrize("book", BOTH[1:], indirect=True)
def test_who_waits_for_an_evening_locks_the_table_that_was_opened_meanwhile(book: Book) -> None:
    """Ending an evening while a table is opened: nothing is recorded at that table before the end is written."""
    started = book.start()
    club, evening_id = book.actor.club_id, started.evening_id
    first = reading(db.session).execute(tables.sheets.select()).one()
    row = {key: value for key, value in first._mapping.items() if key != "id"} | {"position": 1}
    db.session.rollback()
    waits = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    free = select(tables.sheets.c.id).where(tables.sheets.c.position == 1).with_for_update(nowait=True, key_share=True)
    with db.engine.connect() as opening, db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as watcher:
        lock_evening(opening, club, evening_id)
        opening.execute(tables.sheets.insert(), row)

        def end() -> None:
            with transaction(db.session) as connection:
                lock_evening(connection, club, evening_id)
                with pytest.raises(OperationalError, match="could not obtain lock"):
                    watcher.execute(free)

        def commit_when_waited_for() -> None:
            with db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as looking:
                while not looking.execute(waits).scalar_one():
                    pass
            opening.commit()

        assert book.at_once(end, commit_when_waited_for) == [None, None]


def test_seats_survive_export_and_import(book: Book) -> None:
    """From and to as numbers of games, the first dealer where nothing else says so: the same book, the same code."""
    data = exported(book, moved_about(book))
    assert "first_dealer" not in data["sheets"][0]
    assert data["sheets"][1]["first_dealer"] == 2
    data["id"] = str(uuid4())
    for game in data["sheets"][0]["games"]:
        game["uuid"] = str(uuid4())
    evening_id = read(book, data)
    assert without_ids(exported(book, evening_id)) == without_ids(data)
    assert book.evening(evening_id).check_code() == parse_evening(data).check_code()
    first, second = (book.evening(evening_id).sheets, parse_evening(data).sheets)
    assert [sheet.next_dealer for sheet in first] == [sheet.next_dealer for sheet in second]
    assert len(book.seated(first[0].id)) == 4
    book.play(first[0].id)
    book.come(first[0].id, "Hias", "Sepp")
    book.play(first[0].id)
    verify_book(db.session)


@ON_SQLITE
@pytest.mark.parametrize(("seat", "code"), [(4, "first_dealer.empty_seat"), (9, "value.range")])
def test_a_first_dealer_who_is_not_there_is_refused(book: Book, seat: int, code: str) -> None:
    """A file in which an empty seat deals first is refused there."""
    data = exported(book, book.start().evening_id)
    data["id"], data["sheets"][0]["first_dealer"] = str(uuid4()), seat
    with pytest.raises(RefusedError) as error:
        read(book, data)
    assert codes(error) == [(code, "sheets.0.first_dealer")]


@ON_SQLITE
@pytest.mark.parametrize("change", [{"from": 9}, {"to": 5}])
def test_seats_in_games_to_come_are_refused(book: Book, change: dict[str, int]) -> None:
    """A file in which somebody sits down, or gets up, in a game that is not there yet is refused at that seat."""
    data = exported(book, book.start().evening_id)
    data["id"] = str(uuid4())
    first = data["sheets"][0]["seats"][0]
    data["sheets"][0]["seats"].append({**first, "from": 6, "to": None} | change)
    first["to"] = change.get("to")
    with pytest.raises(RefusedError) as error:
        read(book, data)
    assert "seats.future" in {code for code, _field in codes(error)}


def test_first_dealer_is_written_where_the_first_game_says_another(book: Book) -> None:
    """Somebody else dealt the first game than was agreed: both are kept."""
    started = book.start(first_dealer=1)
    book.play(started.sheet_id, dealer=3)
    data = exported(book, started.evening_id)
    assert data["sheets"][0]["first_dealer"] == 1
    assert parse_evening(data).sheets[0].first_dealer == 1


@pytest.mark.parametrize("known", [1, None])
def test_a_table_sent_twice_is_one(book: Book, known: int | None) -> None:
    """A double tap opens one table; without what the page knew the second is refused, since all sit already."""
    evening_id = book.start().evening_id
    names = ("Kathi", "Leni", "Toni", "Hans")
    sheet_id = book.open_table(evening_id, *names, known=known)
    if known is None:
        with pytest.raises(RefusedError):
            book.open_table(evening_id, *names)
    else:
        assert book.open_table(evening_id, *names, known=known) == sheet_id
    assert told(book, evening_id) == [(EventKind.TABLE, "")]
    assert len(book.evening(evening_id).sheets) == 2


def test_a_table_keeps_to_the_rules_of_its_evening(book: Book) -> None:
    """Rules that count otherwise, or are unknown, are refused; others become the evening's too."""
    evening_id = book.start().evening_id
    names = ("Kathi", "Leni", "Toni", "Hans")
    for rules, code in (("turnier_plusminus", "other_unit"), ("nichts", "unknown")):
        with pytest.raises(RefusedError) as error:
            book.open_table(evening_id, *names, rules=rules)
        assert codes(error) == [(f"rule_set.{code}", "rules")]
    sheet_id = book.open_table(evening_id, *names, rules="bsv_10_50")
    assert len(book.evening(evening_id).rule_sets) == 2
    assert book.record(sheet_id, SAUSPIEL).game.score.value == 10
    verify_book(db.session)


def test_somebody_changes_tables(book: Book) -> None:
    """Who leaves one table may sit down at the other; his total is that of both; nobody sits at two."""
    started = book.start(FIVE)
    other = book.open_table(started.evening_id, "Kathi", "Leni", "Toni", "Hans")
    book.record(started.sheet_id, {**SAUSPIEL, "declarer": 4, "sitting_out": [0]})
    with pytest.raises(RefusedError):
        book.come(other, "Hias", "Kathi")
    book.leave(started.sheet_id, "Hias")
    book.come(other, "Hias", "Hans")
    book.record(other, {**SAUSPIEL, "declarer": 4, "partner": 1, "sitting_out": [0]})
    evening = book.evening(started.evening_id)
    (hias,) = book.ids(other, "Hias")
    assert evening.totals()[hias] == 40
    assert sum(evening.totals().values()) == 0
    verify_book(db.session)


def test_the_evening_goes_on_the_next_day(book: Book) -> None:
    """Ended, reopened the next day with a reason, played on: the date stays, and what happened says when."""
    begun = datetime(2026, 11, 27, 18, 40, tzinfo=UTC)
    started = book.start(now=begun)
    book.record(started.sheet_id, SAUSPIEL, now=begun)
    closing.end_evening(db.session, book.actor, started.evening_id, now=begun.replace(hour=23))
    morning = begun.replace(day=28, hour=10)
    closing.reopen_evening(db.session, book.actor, started.evening_id, "Frühschoppen", now=morning)
    book.record(started.sheet_id, SAUSPIEL, now=morning)
    evening = book.evening(started.evening_id)
    assert str(evening.date) == "2026-11-27"
    events = closing.history(db.session, book.actor, started.evening_id)
    assert [(event.kind, event.at) for event in events][1] == (EventKind.REOPENED, morning)
    assert "19:40 und Samstag, 28.11., 11:40" in view.abrechnung(evening).about[0]
    assert [row.day for row in view.abrechnung(evening).sheets[0].rows] == ["", "Samstag, 28.11."]


def test_the_list_of_evenings_leaves_out_who_never_played(book: Book) -> None:
    """A name that was mistyped and taken away again before a game stands in no list, on no paper."""
    started = book.start()
    book.come(started.sheet_id, "Haisl", "Sepp")
    book.leave(started.sheet_id, "Haisl")
    (summary,) = evenings.list_evenings(db.session, book.actor).evenings
    assert summary.names == ("Sepp", "Vroni", "Xaver", "Zenzi")
    assert [person.name for person in book.evening(started.evening_id).people] == ["Sepp", "Vroni", "Xaver", "Zenzi"]


@ON_SQLITE
def test_the_paper_has_each_table_and_an_empty_column_before_somebody_came(book: Book) -> None:
    """Two tables, two rule sets, one who came late: headings, spans of the rules, columns, the dearest game's table."""
    started = book.start()
    book.record(started.sheet_id, SAUSPIEL)
    book.come(started.sheet_id, "Hias", "Zenzi")
    book.record(started.sheet_id, {**SAUSPIEL, "partner": 4, "sitting_out": [1]})
    other = book.open_table(started.evening_id, "Kathi", "Leni", "Toni", "Hans", rules="bsv_10_50")
    dear = {"contract": "solo", "suit": "herz", "declarer": 1, "augen": 95}
    book.record(other, dear)
    paper = view.abrechnung(book.evening(started.evening_id))
    assert [sheet.heading for sheet in paper.sheets] == ["Tisch 1", "Tisch 2"]
    assert [row.totals[4].text for row in paper.sheets[0].rows] == ["", "0,20"]
    assert paper.about[1].startswith("Tisch 1 Nr 1 bis 2: Tarif 10/20/50")
    assert paper.about[2].startswith("Tisch 2 Nr 1: Tarif 10/50")
    assert dict(paper.facts)["teuerstes Spiel"].startswith("Tisch 2 Nr 1, Solo")
    assert len(paper.totals) == 9


def test_a_correction_moves_no_game_in_the_chart(book: Book) -> None:
    """Games of two tables stand in the order in which they were played, also where the first was corrected last."""
    started = book.start()
    other = book.open_table(started.evening_id, "Kathi", "Leni", "Toni", "Hans")
    at = datetime(2026, 11, 27, 19, 0, tzinfo=UTC)
    first = book.record(started.sheet_id, SAUSPIEL, now=at).game
    book.record(other, SAUSPIEL, now=at.replace(minute=5))
    book.record(started.sheet_id, SAUSPIEL, now=at.replace(minute=10))
    book.correct(first.uuid, {**SAUSPIEL, "augen": 80}, now=at.replace(hour=21))
    games, _totals = charts.course(book.evening(started.evening_id))
    assert [(game.number, game.recorded_at.minute) for game in games] == [(1, 0), (1, 5), (2, 10)]
