"""The standings of a season as the services give them: pages, searches, everybody at once, one alone."""

from dataclasses import replace
from datetime import UTC, date, datetime
from json import dumps, loads
from random import Random

import pytest
from click.testing import Result as Answer
from flask import Flask
from hypothesis import HealthCheck, given, settings

from scorebook.cli.standings import standings as standings_command
from scorebook.errors import ForbiddenError, NotFoundError
from scorebook.exchange.standings import StandingsModel
from scorebook.league.counting import Unranked, count
from scorebook.league.ranking import Row, ranked
from scorebook.league.results import Measure, Result, Tally
from scorebook.league.scheme import Kind, Scheme, TieBreak
from scorebook.reports.standings import Entry
from scorebook.reports.standings import standings as shown
from scorebook.services import standings
from scorebook.services.access import Actor, Role
from scorebook.services.standings import Placed, Wish
from scorebook.services.transactions import transaction
from scorebook.store.counting import counted
from scorebook.store.db import db, reading
from scorebook.store.league_tables import lots, results, season_clubs, seasons
from scorebook.store.rows import add
from scorebook.store.season_reading import Winner
from scorebook.store.tables import clubs, evenings
from tests.book import Book
from tests.seasons import FIRST, add_evenings, add_people, add_results, add_season, played
from tests.strategies import schemes
from tests.strategies import seasons as any_seasons

NOON = datetime(2026, 9, 30, 10, tzinfo=UTC)
NAMES = ("Sepp", "Vroni", "Xaver", "Zenzi", "Anni", "Bene")


def expected(results: list[Result], scheme: Scheme, numbers: dict[int, int] | None = None) -> list[Row]:
    """Rank everybody by what the pure functions say."""
    people = sorted({result.person for result in results})
    own = {person: [result for result in results if result.person == person] for person in people}
    counts = [count(person, own[person], scheme) for person in people]
    return ranked(counts, scheme, lambda whose: [r for r in results if r.person in whose], numbers)


def rows(placed: tuple[Placed, ...]) -> list[Row]:
    """Give the rows alone."""
    return [one.row for one in placed]


def told(placed: tuple[Placed, ...]) -> list[tuple[int | None, str]]:
    """Give ranks and names."""
    return [(one.row.rank, one.name) for one in placed]


@pytest.fixture
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three people are a page."""
    monkeypatch.setattr(standings, "PAGE", 3)


def many(count_of: int, seed: int = 1) -> list[Result]:
    """Give some evenings of many people, of whom many have the same."""
    chance = Random(seed)
    found = []
    for evening in range(1, 9):
        amounts = {person: chance.randint(-2, 2) * 10 for person in range(1, count_of + 1) if chance.random() < 0.7}
        for person, amount in amounts.items():
            place = 1 + sum(other > amount for other in amounts.values())
            found.append(Result(evening, date(2026, 9, evening), person, place, Tally(amount, 5, 500, evening % 2)))
    return found


@pytest.fixture
def crowd(book: Book) -> list[Result]:
    """Twenty people with names, and what they played."""
    add_people(f"Spieler {number}" for number in range(1, 21))
    return many(20)


KINDS = [
    Scheme(),
    Scheme(tie_breaks=()),
    Scheme(best=3, min_evenings=4),
    Scheme(Kind.PER_GAME, best=2, min_games=20, tie_breaks=(TieBreak.DIRECT, TieBreak.LOT)),
    Scheme(Kind.PLACES, place_points=(5, 2, 1), tie_breaks=(TieBreak.SOLOS_WON, TieBreak.DIRECT)),
]


@pytest.mark.parametrize("scheme", KINDS)
def test_pages_are_the_whole_in_parts(book: Book, crowd: list[Result], scheme: Scheme, small_pages: None) -> None:
    """Page by page the same rows come as the pure functions give at once: ties at borders, ranks, dropped evenings."""
    season = add_season(crowd, scheme)
    wanted = expected(crowd, scheme)
    first = standings.standings_page(db.session, book.actor, season, Wish())
    assert (first.ranked, first.unranked) == (
        sum(row.rank is not None for row in wanted),
        sum(row.rank is None for row in wanted),
    )
    found = [
        row
        for number in range(1, first.pages + 1)
        for row in rows(standings.standings_page(db.session, book.actor, season, Wish(page=number)).placed)
    ]
    assert found == wanted
    assert rows(standings.whole(db.session, book.actor, season, Wish())[1]) == wanted
    for row in wanted:
        one = standings.place_of(db.session, book.actor, season, row.standing.person, Wish())[1]
        assert one.row == row
        assert sum(result.tally.amount for result in one.results) == row.standing.tally.amount


@pytest.mark.parametrize("scheme", KINDS)
def test_who_is_searched_has_his_rank(book: Book, crowd: list[Result], scheme: Scheme) -> None:
    """A part of a name finds all who have it, in whatever case, each at the rank that he has among all."""
    season = add_season(crowd, scheme)
    found = standings.standings_page(db.session, book.actor, season, Wish(search=" SPIELER  1"))
    wanted = [row for row in expected(crowd, scheme) if row.standing.person in (1, *range(10, 20))]
    assert rows(found.placed) == wanted
    assert standings.standings_page(db.session, book.actor, season, Wish(search="Kathi")).placed == ()


def test_any_scheme_can_be_counted(book: Book, crowd: list[Result]) -> None:
    """One that the season has not is counted from the results; the season's own lots say nothing to it."""
    season = add_season(crowd, Scheme())
    for scheme in KINDS:
        found, placed = standings.whole(db.session, book.actor, season, Wish(), scheme)
        assert (found.scheme, rows(placed)) == (scheme, expected(crowd, scheme))


@pytest.mark.parametrize("book", ["sqlite"], indirect=True)
def test_the_database_counts_as_the_pure_functions_do(book: Book) -> None:
    """Whatever was played, and by whatever scheme: scores, sums, dropped evenings, and who has no rank."""
    add_people(NAMES)

    @settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(results=any_seasons(), scheme=schemes)
    def holds(results: list[Result], scheme: Scheme) -> None:
        clear()
        season = add_season(results)
        found = {
            line.standing.person: line.standing for line in counted(reading(db.session), season, Measure.CENT, scheme)
        }
        db.session.rollback()
        people = {result.person for result in results}
        assert found == {one: count(one, [r for r in results if r.person == one], scheme) for one in people}

    holds()


def clear() -> None:
    """Take out what the last example played."""
    with transaction(db.session) as connection:
        for table in (results, evenings, seasons):
            connection.execute(table.delete())


def test_lots_decide_on_every_page(book: Book) -> None:
    """A lot that was drawn parts those who are equal, and is said."""
    add_people(NAMES[:3])
    season = add_season(played([{1: 10, 2: 10, 3: 10}]), Scheme())
    before = standings.standings_page(db.session, book.actor, season, Wish())
    assert told(before.placed) == [(1, "Sepp"), (1, "Vroni"), (1, "Xaver")]
    with transaction(db.session) as connection:
        for person, number in ((1, 30), (2, 10), (3, 20)):
            row = {"club_id": 1, "scheme_id": 1, "measure": "cent", "person_id": person, "number": number}
            add(connection, lots, {**row, "at": NOON})
    after = standings.standings_page(db.session, book.actor, season, Wish())
    assert told(after.placed) == [(1, "Vroni"), (2, "Xaver"), (3, "Sepp")]
    assert rows(standings.whole(db.session, book.actor, season, Wish())[1]) == rows(after.placed)


def test_substitutes_stand_below_with_the_reason(book: Book) -> None:
    """They take no rank, and each reason is its own."""
    add_people(NAMES[:4])
    evenings_ = [{1: 50, 2: 90, 3: 10}, {1: 20, 2: 90, 3: 10}, {4: 80, 1: 5, 2: 5, 3: 5}]
    season = add_season(played(evenings_), Scheme(min_evenings=2), substitutes=[2])
    page = standings.standings_page(db.session, book.actor, season, Wish())
    assert told(page.placed) == [(1, "Sepp"), (2, "Xaver"), (None, "Vroni"), (None, "Zenzi")]
    assert [one.row.standing.unranked for one in page.placed[2:]] == [Unranked.SUBSTITUTE, Unranked.EVENINGS]
    assert rows(standings.whole(db.session, book.actor, season, Wish())[1]) == rows(page.placed)


def test_measures_are_never_added(book: Book) -> None:
    """Each measure has a table of its own; nobody stands in one of which he has no result."""
    add_people(NAMES[:3])
    season = add_season(played([{1: 50, 2: -50}]), Scheme())
    points = [replace(result, evening=9, date=FIRST) for result in played([{2: 7, 3: 3}])]
    with transaction(db.session) as connection:
        add_evenings(connection, season, {9: FIRST})
        add_results(connection, season, points, Measure.POINT)
    found, placed = standings.whole(db.session, book.actor, season, Wish())
    assert (found.measures, told(placed)) == ((Measure.CENT, Measure.POINT), [(1, "Sepp"), (2, "Vroni")])
    _, placed = standings.whole(db.session, book.actor, season, Wish(measure="point"))
    assert told(placed) == [(1, "Vroni"), (2, "Xaver")]


def test_evenings_that_go_on_count_nothing_and_are_named(book: Book) -> None:
    """Half an evening is no result; the winners are those of evenings that ended."""
    add_people(NAMES[:3])
    season = add_season(played([{1: 50, 2: 50, 3: -100}, {3: 40, 1: -40}]), Scheme())
    with transaction(db.session) as connection:
        add_evenings(connection, season, {7: date(2026, 10, 1)}, ended=False)
        add_results(connection, season, [], Measure.CENT)
    page = standings.standings_page(db.session, book.actor, season, Wish())
    assert [evening.id for evening in page.evenings.going_on] == [7]
    assert [evening.id for evening in page.evenings.ended] == [1, 2]
    assert page.evenings.winners == {
        1: (Winner(1, "Sepp", 50), Winner(2, "Vroni", 50)),
        2: (Winner(3, "Xaver", 40),),
    }
    assert page.evenings.all


def test_an_empty_season(book: Book) -> None:
    """Without results or without a scheme there is nothing to rank, and nothing breaks."""
    season = add_season([], Scheme())
    page = standings.standings_page(db.session, book.actor, season, Wish(page=7, search="Sepp"))
    assert (page.season.board, page.placed, page.pages) == (None, (), 1)
    assert standings.whole(db.session, book.actor, season, Wish())[1] == ()
    with pytest.raises(NotFoundError, match="noch kein Ergebnis"):
        standings.place_of(db.session, book.actor, season, 1, Wish())


def test_what_is_not_there(book: Book) -> None:
    """Seasons, schemes and measures that are not there; a page behind the last one is the last one."""
    add_people(NAMES[:2])
    season = add_season(played([{1: 50, 2: -50}]), Scheme())
    for wish in (Wish(scheme=4), Wish(measure="gold"), Wish(measure="point")):
        with pytest.raises(NotFoundError):
            standings.standings_page(db.session, book.actor, season, wish)
    for wrong in (0, season + 1, 2**40):
        with pytest.raises(NotFoundError, match="Diese Saison"):
            standings.standings_page(db.session, book.actor, wrong, Wish())
    for number, page in ((99, 1), (0, 1), (-3, 1)):
        assert standings.standings_page(db.session, book.actor, season, Wish(page=number)).number == page


def test_other_clubs_see_it_where_they_take_part(book: Book) -> None:
    """Another club's season is not there; one in which one takes part is, and says who is whose."""
    with transaction(db.session) as connection:
        other = add(connection, clubs, {"name": "Nachbarn"})
    mine, theirs = add_people(["Sepp"]), add_people(["Sepp"], other)
    season = add_season(played([{mine[0]: 50, theirs[0]: -50}]), Scheme())
    neighbour = Actor("Nachbar", other, frozenset({Role.VIEWER}))
    with pytest.raises(NotFoundError):
        standings.standings_page(db.session, neighbour, season, Wish())
    with transaction(db.session) as connection:
        add(connection, season_clubs, {"club_id": other, "season_id": season})
    page = standings.standings_page(db.session, neighbour, season, Wish())
    assert [(one.name, one.club) for one in page.placed] == [("Sepp", page.season.season.club), ("Sepp", "Nachbarn")]
    assert page.season.season.clubs == (1, other)


def test_links_of_an_evening_do_not_show_seasons(book: Book) -> None:
    """A tablet of a table sees its evening alone."""
    season = add_season([], Scheme())
    tablet = Actor("Tisch 1", 1, frozenset({Role.TABLE}), link_id=1, evening_id=1)
    with pytest.raises(ForbiddenError):
        standings.standings_page(db.session, tablet, season, Wish())


# --- The command -----------------------------------------------------------------------------------------------------


def typed(app: Flask, *options: str) -> Answer:
    """Type the command."""
    return app.test_cli_runner().invoke(standings_command, ["--season", "1", *options])


@pytest.fixture
def five_evenings(app: Flask) -> Flask:
    """A season of five evenings with a scheme that drops nothing."""
    with app.app_context():
        add_people(("Sepp", "Vroni", "=Xaver"))
        amounts = [{1: 300, 2: -100, 3: -200}, {1: -50, 2: 50}, {1: 20, 3: -20}, {2: 250, 3: -250}, {1: -70, 2: 70}]
        add_season(played(amounts), Scheme())
    return app


def test_the_command_writes_a_table(five_evenings: Flask) -> None:
    """For people: ranks, names, German numbers, why somebody has no rank, and what decides between equals."""
    lines = typed(five_evenings, "--best", "2", "--min", "4").output.splitlines()
    assert lines[:2] == ["Saison 2026/27 · Stammtisch", "Alles zusammen, die 2 besten Abende, ab 4 Abenden."]
    assert [" ".join(line.split()) for line in lines[2:6]] == [
        "Name Geld Abende Spiele",
        "1. Vroni +3,20 4 80 insgesamt +2,70 €, 2 gestrichen",
        "2. Sepp +3,20 4 80 insgesamt +2,00 €, 2 gestrichen",
        "– =Xaver −2,20 3 60 zu wenige Abende, 1 gestrichen",
    ]
    assert "Bei Gleichstand: wer insgesamt mehr hat" in lines[-1]


def test_the_command_writes_json(five_evenings: Flask) -> None:
    """For programs: all of the scheme, and each row with what was dropped and what decided."""
    data = loads(typed(five_evenings, "--best", "2", "--min", "4", "--min-games", "10", "--json").output)
    assert (data["season"], data["measure"]) == ({"id": 1, "name": "Saison 2026/27"}, "cent")
    assert (data["scheme"]["best"], data["scheme"]["min_evenings"], data["scheme"]["min_games"]) == (2, 4, 10)
    StandingsModel.model_validate_json(dumps(data))
    first, second, last = data["standings"]
    assert {key: first[key] for key in ("rank", "name", "score", "evenings", "games", "dropped", "decided_by")} == {
        "rank": 1,
        "name": "Vroni",
        "score": 320,
        "evenings": 4,
        "games": 80,
        "dropped": [1, 2],
        "decided_by": {"tie_break": "amount", "value": 270},
    }
    assert (second["rank"], second["decided_by"]["value"]) == (2, 200)
    assert (last["rank"], last["unranked"], last["dropped"]) == (None, "evenings", [4])


def test_the_command_without_options_takes_the_first_scheme(five_evenings: Flask) -> None:
    """Nothing is dropped, and other kinds are said by options."""
    data = loads(typed(five_evenings, "--json").output)
    assert [(row["rank"], row["name"], row["score"]) for row in data["standings"]] == [
        (1, "Vroni", 270),
        (2, "Sepp", 200),
        (3, "=Xaver", -470),
    ]
    places = loads(typed(five_evenings, "--kind", "places", "--json").output)
    assert [(row["name"], row["score"]) for row in places["standings"]] == [("Vroni", 93), ("Sepp", 86), ("=Xaver", 51)]
    games = loads(typed(five_evenings, "--kind", "per_game", "--json").output)
    assert [row["score"] for row in games["standings"]] == [3375, 2500, -7833]


@pytest.mark.parametrize(
    ("options", "status", "said"),
    [
        (["--best", "0"], 2, "--best"),
        (["--min", "x"], 2, "--min"),
        (["--kind", "gold"], 2, "--kind"),
        (["--measure", "point"], 1, "wird anders gezählt"),
        (["--club", "9"], 1, "Verein 9"),
    ],
)
def test_what_the_command_refuses(five_evenings: Flask, options: list[str], status: int, said: str) -> None:
    """Each wrong option is named."""
    answer = typed(five_evenings, *options)
    told_ = answer.output + str(getattr(answer.exception, "message", ""))
    assert (answer.exit_code, said in told_) == (status, True)


def test_the_command_on_an_empty_season(app: Flask) -> None:
    """It says that nothing was played, and JSON has no rows."""
    with app.app_context():
        add_season([], Scheme(), name="Leer")
    assert "Noch kein Abend" in typed(app).output
    data = loads(typed(app, "--best", "3", "--json").output)
    assert (data["measure"], data["standings"]) == (None, [])


def test_of_many_evenings_a_page_reads_none(book: Book) -> None:
    """Where they do not stand across, a page has no results, and says how many are dropped all the same."""
    add_people(NAMES[:2])
    season = add_season(played([{1: 10 * number, 2: 5} for number in range(standings.ACROSS + 1)]), Scheme(best=20))
    page = standings.standings_page(db.session, book.actor, season, Wish())
    assert (page.evenings.few, [one.results for one in page.placed]) == (False, [(), ()])
    entries = [Entry(one.row, one.name, "", one.results) for one in page.placed]
    view = shown(entries, page.season.scheme, Measure.CENT, {})
    assert [line.dropped for line in view.lines] == ["7 Ergebnisse gestrichen"] * 2
