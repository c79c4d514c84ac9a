"""Seasons of one club and of several: evenings in and out, closed and opened again, on both databases."""

import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from scorebook.cli.import_ import import_command
from scorebook.errors import ConflictError, ForbiddenError, NotFoundError, ScorebookError
from scorebook.exchange import evening_json, load_json
from scorebook.exchange.clubs import Batch
from scorebook.league.scheme import Kind, Scheme
from scorebook.services import RefusedError, access, sampling, schemes, season_clubs, season_evenings, seasons
from scorebook.services.attempts import TooManyError
from scorebook.services.import_plan import Choices, import_batch
from scorebook.services.log import Event
from scorebook.services.schemes import NewScheme
from scorebook.services.season_evenings import FITTING, NO_ONE
from scorebook.services.seasons import NewSeason
from scorebook.services.transactions import transaction
from scorebook.services.verifying import DifferenceError, verify_book
from scorebook.services.verifying_log import verify_log
from scorebook.store.db import db
from scorebook.store.evenings import add_person
from tests.book import LOST_SOLO, ON_SQLITE, SAUSPIEL, Book, codes
from tests.test_import import corrected
from tests.test_verify import tamper

JANUARY, JUNE, DECEMBER = date(2026, 1, 1), date(2026, 6, 30), date(2026, 12, 31)


def played(book: Book, *games: dict[str, Any], end: bool = True, **other: Any) -> int:
    """Play an evening, and give its id."""
    started = book.start(**other)
    for game in games or (SAUSPIEL,):
        book.record(started.sheet_id, game)
    if end:
        book.end(started.evening_id)
    return started.evening_id


def put_in(book: Book, season: int, *evenings: int, go: tuple[int, ...] = ()) -> tuple[int, int]:
    """Put evenings into a season, and take others out of it."""
    return season_evenings.put_in(db.session, book.actor, season, evenings, go)


def close(book: Book, season: int) -> None:
    """Close a season."""
    seasons.close(db.session, book.actor, season)


def season_of(book: Book, evening: int) -> int | None:
    """Give the id of the season in which an evening is."""
    found = season_evenings.season_of(db.session, book.actor, evening)
    return None if found is None else found.id


# --- Made and changed ---


def test_a_season_is_made_and_named(book: Book) -> None:
    """It has a name, days and a first scheme; the same name twice is refused at the name, days the wrong way round at
    the end; nothing is changed then.
    """
    season = book.season("  Saison   2026 ", begins=JANUARY, ends=DECEMBER)
    found = seasons.find(db.session, book.actor, season)
    assert (found.name, found.begins, found.ends, found.clubs) == ("Saison 2026", JANUARY, DECEMBER, (1,))
    (scheme,) = schemes.schemes(db.session, book.actor, season)
    assert (scheme.name, scheme.scheme) == ("Gesamtwertung", Scheme())
    for wrong, where in (
        (NewSeason("Saison 2026"), [("season.same_name", "name")]),
        (NewSeason("", DECEMBER, JANUARY), [("name.missing", "name"), ("season.dates", "ends")]),
        (NewSeason("x" * 61), [("name.too_long", "name")]),
    ):
        with pytest.raises(RefusedError) as refused:
            seasons.make(db.session, book.actor, wrong)
        assert codes(refused) == where
    seasons.change(db.session, book.actor, season, NewSeason("Winter", None, JUNE))
    seasons.change(db.session, book.actor, season, NewSeason("Winter", None, JUNE))
    found = seasons.find(db.session, book.actor, season)
    assert (found.name, found.begins, found.ends) == ("Winter", None, JUNE)
    assert book.count("log WHERE action = 'season.changed'") == 1
    assert [one.name for one in seasons.list_seasons(db.session, book.actor)] == ["Winter"]


def test_a_new_evening_goes_into_the_season_whose_days_fit(book: Book) -> None:
    """Of several open ones into that which began last; one may choose another, or none."""
    year, spring = book.season("2026", begins=JANUARY), book.season("Frühling", begins=date(2026, 3, 1), ends=JUNE)
    closed = book.season("Mai", begins=date(2026, 5, 1), ends=JUNE)
    close(book, closed)
    for day, wanted, found in (
        (date(2026, 5, 5), FITTING, spring),
        (date(2026, 2, 5), FITTING, year),
        (date(2026, 7, 1), FITTING, year),
        (date(2025, 7, 1), FITTING, None),
        (date(2025, 7, 1), spring, spring),
        (date(2026, 5, 5), NO_ONE, None),
    ):
        assert season_of(book, book.start(date=day, season=wanted).evening_id) == found
    for wanted, code in ((closed, "season.closed"), (99, "season.unknown"), (2**40, "season.unknown")):
        with pytest.raises(RefusedError) as refused:
            book.start(season=wanted)
        assert codes(refused) == [(code, "season")]


def test_samples_have_a_season(book: Book) -> None:
    """Evenings that were made up are in one season, there once, and count at once; but not when it is closed."""
    for _ in range(2):
        sampling.fill(db.session, book.actor, 60, seed=3)
    (season,) = seasons.list_seasons(db.session, book.actor)
    assert season.name == "Saison 2006 bis 2026"
    assert season.evenings == book.count("evenings")
    verify_book(db.session)
    assert book.count("standings") == book.count("(SELECT DISTINCT person_id, measure FROM results WHERE place > 0) x")
    for evening in season_evenings.evenings_page(db.session, book.actor, season.id).evenings:
        if not evening.ended:
            book.end(evening.id, {evening.id: "kept"})
    close(book, season.id)
    with pytest.raises(ConflictError, match="abgeschlossen"):
        sampling.fill(db.session, book.actor, 60, seed=3)


# --- Evenings in and out ---


def test_an_evening_counts_once_it_has_ended(book: Book) -> None:
    """While it goes on it is no result; it counts when it ends, and no more when it goes on again."""
    season = book.season()
    started = book.start()
    book.record(started.sheet_id, LOST_SOLO)
    assert book.standings(season) == {}
    book.end(started.evening_id)
    assert book.standings(season)["Vroni"] == (-150, 1, True)
    book.reopen(started.evening_id)
    assert book.standings(season) == {}
    book.record(started.sheet_id, LOST_SOLO)
    book.end(started.evening_id)
    assert book.standings(season)["Vroni"] == (-300, 1, True)
    verify_book(db.session)


def test_several_evenings_at_once(book: Book) -> None:
    """Evenings come in and go out together; what is no evening of the club, or there already, is left alone."""
    one, two, three = (played(book, LOST_SOLO) for _ in range(3))
    season = book.season()
    assert put_in(book, season, one, two, 999) == (2, 0)
    assert book.standings(season)["Sepp"] == (100, 2, True)
    assert put_in(book, season, two, three, go=(one, three)) == (1, 1)
    assert book.standings(season)["Sepp"] == (100, 2, True)
    assert [season_of(book, evening) for evening in (one, two, three)] == [None, season, season]
    page = season_evenings.evenings_page(db.session, book.actor, season)
    assert [(evening.id, evening.season) for evening in page.evenings] == [
        (three, "Saison 2026"),
        (two, "Saison 2026"),
        (one, ""),
    ]
    verify_book(db.session)


def test_an_evening_moves_between_seasons(book: Book) -> None:
    """It counts in the one and no more in the other; another measure is a table of its own, never added."""
    season, other = book.season(), book.season("Andere")
    evening, kept = played(book, LOST_SOLO, season=season), played(book, LOST_SOLO, season=season)
    points = played(book, season=season, preset="turnier_plusminus")
    assert book.standings(season)["Sepp"] == (100, 2, True)
    assert book.standings(season, "point")["Sepp"][1:] == (1, True)
    season_evenings.choose(db.session, book.actor, evening, other)
    assert book.standings(season)["Sepp"] == book.standings(other)["Sepp"] == (50, 1, True)
    season_evenings.choose(db.session, book.actor, points, NO_ONE)
    assert book.standings(season, "point") == {}
    assert season_of(book, kept) == season
    assert book.count("log WHERE action = 'evening.assigned'") == 2
    verify_book(db.session)
    for wrong in (999, 2**40):
        with pytest.raises(NotFoundError):
            season_evenings.choose(db.session, book.actor, evening, wrong)
        with pytest.raises(NotFoundError):
            season_evenings.choose(db.session, book.actor, wrong, season)


def test_an_empty_season_and_one_player(book: Book) -> None:
    """A season without evenings stands up and can be closed."""
    season = book.season()
    assert book.standings(season) == {}
    close(book, season)
    verify_book(db.session)
    assert seasons.find(db.session, book.actor, season).closed_at is not None


# --- Closed ---


def test_a_closed_season_stays_as_it_is(book: Book) -> None:
    """No evening of it is opened again or moved, none comes in, nothing of how it is ranked changes; each in words."""
    season, other = book.season(), book.season("Andere", begins=JUNE)
    inside, outside = played(book, season=season), played(book, season=NO_ONE)
    close(book, season)
    (scheme,) = schemes.schemes(db.session, book.actor, season)
    person = book.ids(1, "Sepp")[0]
    tries: list[Any] = [
        lambda: book.reopen(inside),
        lambda: season_evenings.choose(db.session, book.actor, inside, other),
        lambda: season_evenings.choose(db.session, book.actor, inside, NO_ONE),
        lambda: season_evenings.choose(db.session, book.actor, outside, season),
        lambda: put_in(book, season, outside),
        lambda: put_in(book, season, go=(inside,)),
        lambda: put_in(book, other, inside),
        lambda: seasons.change(db.session, book.actor, season, NewSeason("Neu")),
        lambda: schemes.add(db.session, book.actor, season, NewScheme("Neu", {})),
        lambda: schemes.change(db.session, book.actor, season, scheme.id, NewScheme("Neu", {})),
        lambda: schemes.drop(db.session, book.actor, season, scheme.id),
        lambda: schemes.move_up(db.session, book.actor, season, scheme.id),
        lambda: schemes.set_substitute(db.session, book.actor, season, person, is_one=True),
        lambda: season_clubs.new_code(db.session, book.actor, season),
    ]
    for one in tries:
        with pytest.raises(ConflictError, match=r"Saison 2026.* abgeschlossen") as refused:
            one()
        assert "%" not in refused.value.message
    assert book.standings(season)["Sepp"][1:] == (1, True)
    verify_book(db.session)


def test_a_game_in_a_closed_season(book: Book) -> None:
    """Recording, correcting, taking back, a new table, somebody who comes: each says that the season is closed."""
    season = book.season()
    started = book.start()
    game = book.record(started.sheet_id, SAUSPIEL).game.uuid
    book.end(started.evening_id)
    with pytest.raises(ConflictError, match="Der Abend ist beendet"):
        book.record(started.sheet_id, SAUSPIEL)
    close(book, season)
    for one in (
        lambda: book.record(started.sheet_id, SAUSPIEL),
        lambda: book.correct(game, LOST_SOLO),
        lambda: book.cancel(game),
        lambda: book.insert(game, SAUSPIEL),
        lambda: book.open_table(started.evening_id, "A", "B", "C", "D"),
        lambda: book.come(started.sheet_id, "Hias", "Sepp"),
        lambda: book.change_rules(started.sheet_id, "bsv_10_50"),
    ):
        with pytest.raises(ConflictError, match=r"Der Abend gehört zur Saison Saison 2026, und die ist abgeschlossen"):
            one()


def test_a_season_closes_when_all_its_evenings_ended(book: Book) -> None:
    """As long as one goes on it is said which; once closed it opens again with a reason, which is kept."""
    season = book.season()
    evening = played(book, end=False, date=JUNE)
    with pytest.raises(ConflictError, match="Der Abend vom 2026-06-30 läuft noch"):
        close(book, season)
    with pytest.raises(ConflictError, match="Erst abschließen"):
        seasons.archive(db.session, book.actor, season, back=False)
    book.end(evening)
    seasons.close(db.session, book.actor, season, now=datetime(2026, 12, 31, tzinfo=UTC))
    close(book, season)
    seasons.archive(db.session, book.actor, season, back=False)
    assert seasons.list_seasons(db.session, book.actor) == ()
    assert [one.id for one in seasons.list_seasons(db.session, book.actor, archived=True)] == [season]
    seasons.archive(db.session, book.actor, season, back=True)
    assert [one.id for one in seasons.list_seasons(db.session, book.actor)] == [season]
    seasons.archive(db.session, book.actor, season, back=False)
    with pytest.raises(RefusedError) as refused:
        seasons.reopen(db.session, book.actor, season, " ")
    assert codes(refused) == [("reason.missing", "reason")]
    seasons.reopen(db.session, book.actor, season, "ein Abend fehlt")
    seasons.reopen(db.session, book.actor, season, "noch einmal")
    found = seasons.find(db.session, book.actor, season)
    assert (found.closed_at, found.archived_at) == (None, None)
    told = [(event.kind, event.reason) for event in seasons.history(db.session, book.actor, season)]
    assert told == [("closed", ""), ("reopened", "ein Abend fehlt")]
    book.reopen(evening)


# --- How it is ranked ---


def test_schemes_are_made_changed_ordered_dropped(book: Book) -> None:
    """Each has a table of its own at once; wrong ones are refused at their fields; the last one stays."""
    season = book.season()
    for _ in range(3):
        played(book, LOST_SOLO)
    best = schemes.add(db.session, book.actor, season, NewScheme("Beste zwei", {"best": 2, "min_evenings": 4}))
    assert book.standings(season, scheme=0)["Sepp"] == (150, 3, True)
    assert book.standings(season, scheme=1)["Sepp"] == (100, 3, False)
    schemes.change(db.session, book.actor, season, best, NewScheme("Plätze", {"kind": "places"}))
    assert book.standings(season, scheme=1)["Sepp"] == (75, 3, True)
    schemes.move_up(db.session, book.actor, season, best)
    assert [one.name for one in schemes.schemes(db.session, book.actor, season)] == ["Plätze", "Gesamtwertung"]
    assert book.standings(season, scheme=0)["Sepp"] == (75, 3, True)
    schemes.move_up(db.session, book.actor, season, best)
    verify_book(db.session)
    for new, where in (
        (NewScheme("Gesamtwertung", {}), [("scheme.same_name", "name")]),
        (NewScheme("", {"best": 0}), [("name.missing", "name"), ("number.too_small", "best")]),
        (NewScheme("Neu", {"place_points": [1, 2]}), [("scheme.rising", "place_points.1")]),
    ):
        with pytest.raises(RefusedError) as refused:
            schemes.add(db.session, book.actor, season, new)
        assert [one[1] for one in codes(refused)] == [one[1] for one in where]
    schemes.drop(db.session, book.actor, season, schemes.schemes(db.session, book.actor, season)[1].id)
    assert {row.scheme.kind for row in schemes.schemes(db.session, book.actor, season)} == {Kind.PLACES}
    with pytest.raises(ConflictError, match="braucht die Saison"):
        schemes.drop(db.session, book.actor, season, best)
    with pytest.raises(NotFoundError):
        schemes.find_scheme(db.session, book.actor, season, 99)
    for number in range(11):
        schemes.add(db.session, book.actor, season, NewScheme(f"Nr {number}", {}))
    with pytest.raises(RefusedError) as refused:
        schemes.add(db.session, book.actor, season, NewScheme("zu viel", {}))
    assert codes(refused) == [("scheme.too_many", "")]
    verify_book(db.session)


def test_who_plays_without_a_rank(book: Book) -> None:
    """A substitute keeps his score and loses his rank, and has it again afterwards; nobody else changes."""
    season = book.season()
    played(book)
    sepp = book.ids(1, "Sepp")[0]
    for is_one in (True, True, False, False):
        schemes.set_substitute(db.session, book.actor, season, sepp, is_one=is_one)
        assert book.standings(season)["Sepp"] == (20, 1, not is_one)
        assert book.standings(season)["Xaver"] == (20, 1, True)
        assert (sepp in schemes.substitutes(db.session, book.actor, season).all) == is_one
        verify_book(db.session)
    assert book.count("log WHERE action LIKE 'substitute.%'") == 2
    with pytest.raises(RefusedError) as refused:
        schemes.set_substitute(db.session, book.actor, season, 99, is_one=True)
    assert codes(refused) == [("person.nobody", "person")]


def test_of_two_of_one_name_it_is_who_plays(book: Book) -> None:
    """A name that two have is that of the one who played in the season; where both did, somebody has to part them."""
    season = book.season()
    with transaction(db.session) as connection:
        twin = add_person(connection, 1, "Sepp", "sepp")
    with pytest.raises(RefusedError) as refused:
        schemes.person_called(db.session, book.actor, season, "Kasimir")
    assert codes(refused) == [("person.nobody", "person")]
    assert schemes.person_called(db.session, book.actor, season, "SEPP") == twin
    with transaction(db.session) as connection:
        other = add_person(connection, 1, "Sepp", "sepp")
    with pytest.raises(RefusedError) as refused:
        schemes.person_called(db.session, book.actor, season, "Sepp")
    assert codes(refused) == [("person.several", "person")]
    played(book)
    assert schemes.person_called(db.session, book.actor, season, "Sepp") == book.ids(1, "Sepp")[0] != other


# --- Several clubs ---


def guest(book: Book) -> Book:
    """Give the book of another club."""
    other = Book(book.app)
    other.actor = book.stranger()
    return other


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
