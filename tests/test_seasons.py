"""Seasons of one club: evenings in and out, closed and opened again, ranked in any way, on both databases."""

from datetime import UTC, date, datetime
from typing import Any

import pytest

from scorebook.errors import ConflictError, NotFoundError
from scorebook.league.scheme import Kind, Scheme
from scorebook.services import RefusedError, sampling, schemes, season_clubs, season_evenings, seasons
from scorebook.services.schemes import NewScheme
from scorebook.services.season_evenings import FITTING, NO_ONE
from scorebook.services.seasons import NewSeason
from scorebook.services.transactions import transaction
from scorebook.services.verifying import verify_book
from scorebook.store.db import db
from scorebook.store.known import add_person
from tests.book import LOST_SOLO, SAUSPIEL, Book, codes
from tests.league import close, played, put_in, season_of

JANUARY, JUNE, DECEMBER = date(2026, 1, 1), date(2026, 6, 30), date(2026, 12, 31)


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
    assert season.name == "Saison 2026"
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
    played(book)
    with transaction(db.session) as connection:
        other = add_person(connection, 1, "Sepp", "sepp")
    assert schemes.person_called(db.session, book.actor, season, "Sepp") == twin == book.ids(1, "Sepp")[0]
    assert schemes.person_called(db.session, book.actor, season, f"Sepp ({other})") == other
    with pytest.raises(RefusedError) as refused:
        schemes.person_called(db.session, book.actor, book.season("Ohne Abend"), "Sepp")
    assert codes(refused) == [("name.several", "person")]
