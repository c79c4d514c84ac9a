"""Seasons of several clubs, at the same moment, in the log, verified, and out of files; on both databases."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from scorebook.cli.import_ import import_command
from scorebook.errors import ConflictError, ForbiddenError, NotFoundError, ScorebookError
from scorebook.exchange import evening_json, load_json
from scorebook.exchange.clubs import Batch
from scorebook.services import RefusedError, access, schemes, season_clubs, season_evenings, seasons
from scorebook.services.attempts import TooManyError
from scorebook.services.import_plan import Choices, import_batch
from scorebook.services.log import Event
from scorebook.services.schemes import NewScheme
from scorebook.services.season_evenings import FITTING, NO_ONE
from scorebook.services.seasons import NewSeason
from scorebook.services.verifying import DifferenceError, verify_book
from scorebook.services.verifying_log import verify_log
from scorebook.store.db import db
from tests.book import LOST_SOLO, ON_SQLITE, Book, codes
from tests.league import close, guest, played, put_in, season_of
from tests.test_import import corrected
from tests.test_verify import tamper

JANUARY, JUNE, DECEMBER = date(2026, 1, 1), date(2026, 6, 30), date(2026, 12, 31)


# --- Several clubs ---


def test_another_club_comes_in_with_a_code(book: Book) -> None:
    """Before that the season is not there for it; then its evenings count, everybody with his club; how it is ranked
    is the business of whoever it belongs to; one that leaves takes its evenings along.
    """
    season, other = book.season(), guest(book)
    with pytest.raises(NotFoundError):
        seasons.find(db.session, other.actor, season)
    with pytest.raises(RefusedError) as refused:
        season_clubs.join(db.session, other.actor, "AAAA-BBBB-CCCC")
    assert codes(refused) == [("season.no_code", "code")]
    code = season_clubs.new_code(db.session, book.actor, season)
    with pytest.raises(RefusedError) as refused:
        season_clubs.join(db.session, book.actor, code)
    assert codes(refused) == [("season.own_code", "code")]
    for typed in (f" {code.lower()} ", code.replace("-", "")):
        assert season_clubs.join(db.session, other.actor, typed) == season
    assert seasons.find(db.session, other.actor, season).clubs == (1, 2)
    played(book)
    theirs = played(other, LOST_SOLO)
    assert season_of(other, theirs) == season
    assert book.count("standings WHERE club_id = 2") == book.count("standings WHERE club_id = 1") == 4
    schemes.set_substitute(db.session, other.actor, season, other.ids(2, "Sepp")[0], is_one=True)
    for one in (
        lambda: seasons.change(db.session, other.actor, season, NewSeason("Unsere")),
        lambda: seasons.close(db.session, other.actor, season),
        lambda: schemes.add(db.session, other.actor, season, NewScheme("Neu", {})),
        lambda: season_clubs.new_code(db.session, other.actor, season),
        lambda: season_clubs.take_out(db.session, other.actor, season, 1),
    ):
        with pytest.raises(ForbiddenError, match="Das macht der Verein Stammtisch"):
            one()
    with pytest.raises(ConflictError, match="gehört diesem Verein"):
        season_clubs.leave(db.session, book.actor, season)
    verify_book(db.session)
    season_clubs.leave(db.session, other.actor, season)
    assert season_of(other, theirs) is None
    assert book.count("standings WHERE club_id = 2") == book.count("season_substitutes") == 0
    verify_book(db.session)
    season_clubs.revoke_code(db.session, book.actor, season)
    with pytest.raises(RefusedError):
        season_clubs.join(db.session, other.actor, code)


def test_a_club_is_taken_out(book: Book) -> None:
    """Whoever the season belongs to takes another out of it; of a closed one nobody leaves or comes in."""
    season, other, third = book.season(), guest(book), guest(book)
    code = season_clubs.new_code(db.session, book.actor, season)
    for club in (other, third):
        season_clubs.join(db.session, club.actor, code)
    played(other)
    season_clubs.take_out(db.session, book.actor, season, third.actor.club_id)
    season_clubs.take_out(db.session, book.actor, season, 99)
    assert season_clubs.together(db.session, book.actor, season).clubs == {other.actor.club_id: "Nachbarn"}
    close(book, season)
    for one in (
        lambda: season_clubs.leave(db.session, other.actor, season),
        lambda: season_clubs.take_out(db.session, book.actor, season, other.actor.club_id),
        lambda: season_clubs.join(db.session, third.actor, code),
    ):
        with pytest.raises(ConflictError, match="abgeschlossen"):
            one()
    assert season_clubs.together(db.session, book.actor, season).invited
    with pytest.raises(NotFoundError):
        seasons.find(db.session, third.actor, season)


@ON_SQLITE
def test_codes_are_not_guessed(book: Book) -> None:
    """After too many wrong ones nothing is looked at."""
    code = season_clubs.new_code(db.session, book.actor, book.season())
    other = guest(book)
    for _ in range(10):
        with pytest.raises(RefusedError):
            season_clubs.join(db.session, other.actor, "A" * 12, address="10.0.0.1")
    with pytest.raises(TooManyError):
        season_clubs.join(db.session, other.actor, code, address="10.0.0.1")


# --- Verified ---


@ON_SQLITE
@pytest.mark.parametrize(
    ("statement", "what"),
    [
        (f"UPDATE standings SET {column} = {column} + 1 WHERE person_id = 2 AND scheme_id = 2", what)
        for column, what in (
            ("score", "die Wertung"),
            ("evenings", "die Zahl der Abende"),
            ("amount", "der Betrag"),
            ("games", "die Zahl der Spiele"),
            ("squares", "die Summe der Quadrate"),
            ("solos_won", "gewonnenen Soli"),
            ("solos_lost", "verlorenen Soli"),
            ("touts_won", "Tout und Sie"),
            ("club_id", "der Verein"),
        )
    ]
    + [
        ("UPDATE standings SET ranked = 0 WHERE person_id = 2 AND scheme_id = 2", "ob jemand einen Platz hat"),
        ("DELETE FROM standings WHERE person_id = 2 AND scheme_id = 2", "er fehlt"),
        ("UPDATE standings SET measure = 'point' WHERE person_id = 2 AND scheme_id = 2", "er fehlt"),
        ("UPDATE standings SET person_id = 5 WHERE person_id = 2 AND scheme_id = 2", "er fehlt"),
    ],
)
def test_each_change_of_a_standing_is_found(book: Book, statement: str, what: str) -> None:
    """Whatever is changed about where somebody stands behind the book's back is named, with season and person."""
    guest(book)
    season = book.season()
    schemes.add(db.session, book.actor, season, NewScheme("Beste", {"best": 1}))
    played(book, LOST_SOLO)
    book.start(("Hias", "Lena", "Girgl", "Anni"))
    verify_book(db.session)
    tamper(book, statement)
    with pytest.raises(DifferenceError) as caught:
        verify_book(db.session)
    assert caught.value.message.startswith("Saison 1, Wertung 2, Stand von Person 2: ")
    assert what in caught.value.message


@ON_SQLITE
def test_a_standing_of_nothing_is_found(book: Book) -> None:
    """A line for somebody who has no result in the season is one too many."""
    season = book.season()
    evening = played(book)
    verify_book(db.session)
    tamper(
        book,
        "INSERT INTO standings SELECT 99, club_id, scheme_id, 'point', person_id, ranked, score, evenings, "
        "amount, games, squares, solos_won, solos_lost, touts_won FROM standings WHERE person_id = 1",
    )
    with pytest.raises(DifferenceError, match=r"Im Stand der Saisons sind 5 Zeilen, es müssten 4 sein"):
        verify_book(db.session)
    tamper(book, f"UPDATE evenings SET season_id = NULL WHERE season_id = {season}")
    with pytest.raises(DifferenceError, match=rf"Abend {evening} .*es zählt in einer anderen Saison"):
        verify_book(db.session)


# --- At once, and by whom ---


def test_evenings_that_end_at_once_all_count(book: Book) -> None:
    """Whatever ends, moves and is ranked otherwise at the same moment, everybody has what the results say."""
    season = book.season()
    begun = [book.start() for _ in range(4)]
    for started in begun:
        book.record(started.sheet_id, LOST_SOLO)
    outside = [played(book, LOST_SOLO, season=NO_ONE) for _ in range(2)]
    tasks = [lambda started=started: book.end(started.evening_id) for started in begun]
    tasks += [lambda evening=evening: put_in(book, season, evening) for evening in outside]
    tasks += [lambda: schemes.add(db.session, book.actor, season, NewScheme("Neu", {"best": 1}))]
    done = book.at_once(*tasks)
    assert not [one for one in done if isinstance(one, Exception)], done
    assert book.standings(season)["Sepp"] == (300, 6, True)
    assert book.standings(season, scheme=1)["Sepp"] == (50, 6, True)
    verify_book(db.session)


def test_closing_and_opening_an_evening_at_once(book: Book) -> None:
    """Either the evening is open again and the season is not closed, or it is closed and the evening stays ended."""
    season = book.season()
    evening = played(book)
    book.at_once(lambda: book.reopen(evening), lambda: close(book, season))
    closed = seasons.find(db.session, book.actor, season).closed_at is not None
    assert closed == (book.evening(evening).ended is not None)
    verify_book(db.session)


@ON_SQLITE
def test_who_may_not(book: Book) -> None:
    """A scorer begins evenings in a season; to move them, to make and to close seasons is not his part."""
    season = book.season()
    evening = played(book)
    book.actor = access.Actor("Schreiber", 1, frozenset({access.Role.SCORER}))
    assert season_of(book, played(book)) == season
    for one in (
        lambda: book.season("Neu"),
        lambda: close(book, season),
        lambda: put_in(book, season, evening),
        lambda: season_evenings.choose(db.session, book.actor, evening, NO_ONE),
        lambda: season_clubs.join(db.session, book.actor, "A"),
        lambda: schemes.set_substitute(db.session, book.actor, season, 1, is_one=True),
    ):
        with pytest.raises(ForbiddenError):
            one()


def test_every_change_of_a_season_writes_one_row(book: Book) -> None:
    """Whatever is done about a season writes one row; the same once more is no change and writes none."""
    season, other = book.season(), guest(book)
    evening, actor, session = played(book), book.actor, db.session
    person = book.ids(1, "Sepp")[0]
    code = season_clubs.new_code(session, actor, season)
    best = schemes.add(session, actor, season, NewScheme("Beste", {"best": 2}))
    assert evening
    changes: list[tuple[Event, Any]] = [
        (Event.SEASON_CHANGED, lambda: seasons.change(session, actor, season, NewSeason("Winter"))),
        (Event.SCHEME_CHANGED, lambda: schemes.change(session, actor, season, best, NewScheme("Beste", {"best": 3}))),
        (Event.SUBSTITUTE_MADE, lambda: schemes.set_substitute(session, actor, season, person, is_one=True)),
        (Event.SUBSTITUTE_TAKEN_BACK, lambda: schemes.set_substitute(session, actor, season, person, is_one=False)),
        (Event.SEASON_JOINED, lambda: season_clubs.join(session, other.actor, code)),
        (Event.SEASON_LEFT, lambda: season_clubs.take_out(session, actor, season, other.actor.club_id)),
        (Event.SEASON_INVITATION_REVOKED, lambda: season_clubs.revoke_code(session, actor, season)),
        (Event.SEASON_CLOSED, lambda: seasons.close(session, actor, season)),
        (Event.SEASON_ARCHIVED, lambda: seasons.archive(session, actor, season, back=False)),
        (Event.SEASON_FETCHED, lambda: seasons.archive(session, actor, season, back=True)),
        (Event.SEASON_REOPENED, lambda: seasons.reopen(session, actor, season, "doch noch")),
    ]
    once: list[tuple[Event, Any]] = [
        (Event.SEASON_MADE, lambda: book.season("Andere")),
        (Event.SEASON_INVITED, lambda: season_clubs.new_code(session, actor, season)),
        (Event.SCHEME_ADDED, lambda: schemes.add(session, actor, season, NewScheme("Neu", {}))),
        (Event.SCHEMES_ORDERED, lambda: schemes.move_up(session, actor, season, best)),
        (Event.SCHEME_DROPPED, lambda: schemes.drop(session, actor, season, best)),
    ]
    for event, change in (*changes, *once):
        before = book.count("log")
        change()
        assert book.count(f"log WHERE action = '{event.value}'") >= 1, event
        assert book.count("log") == before + 1, event
        if (event, change) in changes:
            change()
            assert book.count("log") == before + 1, f"{event} twice"
    told = {event for event, _change in (*changes, *once)} | {
        Event.LOTS_DRAWN,
        Event.SEASON_HIDDEN,
        Event.SEASON_SHARED,
    }
    kinds = ("season", "scheme", "substitute")
    assert {event for event in Event if event.value.partition(".")[0] in kinds} == told
    verify_log(db.session)


def test_what_was_done_stands_in_the_log(book: Book) -> None:
    """Each change has a row with the season as its subject; evenings say where they were and are."""
    season = book.season(begins=JANUARY)
    evening = played(book)
    season_evenings.choose(db.session, book.actor, evening, NO_ONE)
    rows = [
        (row.subject, load_json(row.old), load_json(row.new))
        for row in db.session.connection().exec_driver_sql(
            "SELECT subject, old, new FROM log WHERE action IN ('season.made', 'evening.assigned') ORDER BY id"
        )
    ]
    assert rows == [
        (f"season:{season}", None, {"begins": "2026-01-01"}),
        (f"evening:{evening}", {"season": season}, None),
    ]


# --- From files ---


def test_an_evening_that_is_read_goes_into_a_season(book: Book) -> None:
    """Into the one that is named, or that fits its day; a closed one is refused at the field, and nothing is read."""
    batch = Batch((corrected(),))
    season = book.season(ends=corrected().date)
    closed = book.season("Fertig")
    close(book, closed)
    for wanted, code in ((closed, "season.closed"), (99, "season.unknown")):
        with pytest.raises(RefusedError) as refused:
            import_batch(db.session, book.actor, batch, Choices(season=wanted))
        assert codes(refused) == [(code, "season")]
    assert book.count("evenings") == 0
    done = import_batch(db.session, book.actor, batch, Choices(season=FITTING))
    assert season_of(book, done.new[0]) == season
    verify_book(db.session)


def test_the_command_names_a_season(book: Book, tmp_path: Path) -> None:
    """`scorebook import --season` puts what is new into it; one that is not there is one line, and nothing is read."""
    file = tmp_path / "evening.json"
    file.write_text(json.dumps(evening_json(corrected())))
    run = book.app.test_cli_runner()
    wrong = run.invoke(import_command, [str(file), "--season", "7"])
    assert isinstance(wrong.exception, ScorebookError)
    assert wrong.exception.message == "Diese Saison gibt es nicht. (season) Es wurde nichts eingelesen."
    db.session.rollback()
    assert book.count("evenings") == 0
    season = book.season()
    db.session.rollback()
    assert run.invoke(import_command, [str(file), "--season", str(season)]).exit_code == 0
    db.session.rollback()
    assert season_of(book, 1) == season
