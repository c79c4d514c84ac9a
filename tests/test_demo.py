"""The demo: real games, priced as they were, in evenings that add up."""

import json
from pathlib import Path

import pytest
from flask import Flask

from scorebook.exchange import parse_evening, parse_game
from scorebook.rules import assess
from scorebook.services import access, evenings
from scorebook.services.demo import MANY_SEATS, demo_evenings, fill, moved, turning
from scorebook.store.db import db
from tests.book import Book

GAMES = [(evening, game) for evening in demo_evenings() for game in evening.games]


@pytest.fixture
def filled(app: Flask) -> Book:
    """Give a book with the demo evenings."""
    with app.app_context():
        book = Book(app)
        fill(db.session, book.actor)
        return book


def test_every_real_game_costs_what_it_cost() -> None:
    """All 187 games, under the rule set of their evening, pay exactly what was paid, without a doubt left."""
    assert len({game.id for _, game in GAMES}) == 187
    for evening, game in GAMES:
        assessment = assess(parse_game(game.game), evening.rules.rules)
        assert assessment.score is not None, game.id
        assert (game.id, assessment.score.payouts) == (game.id, game.payouts)
        assert (game.id, assessment.warnings) == (game.id, ())


def test_moving_around_the_table_changes_no_price() -> None:
    """A game moved to other seats pays the same people the same; who sits out gets nothing."""
    for evening in demo_evenings():
        players = len(evening.names)
        for number, (played, game) in enumerate(turning(evening.games, players)):
            score = assess(game, evening.rules.rules).score
            assert score is not None
            seats = moved(played.game["dealer"], number % players, players)
            assert tuple(score.payouts[seat] for seat in seats) == played.payouts
            assert sum(score.payouts) == 0
            assert game.dealer == number % players


def test_the_moved_games_name_seats_in_every_way() -> None:
    """The games hold all keys with seats that moving has to know, lists of seats too."""
    keys = {key for _, game in GAMES for key in game.game}
    assert {"declarer", "partner", "klopfer", "stoss", "augen_by_seat", "tricks_by_seat"} <= keys
    assert any(isinstance(game.game.get(key), list) for _, game in GAMES for key in MANY_SEATS)


def test_the_evenings_are_in_the_book(app: Flask, filled: Book) -> None:
    """There are seven evenings, one of five people, one with a name of 40 letters; all add up and settle."""
    with app.app_context():
        listed = evenings.list_evenings(db.session, filled.actor).evenings
        assert sum(summary.games for summary in listed) == 187
        loaded = [filled.evening(summary.id) for summary in listed]
        assert len(loaded) == 7
        assert {len(evening.people) for evening in loaded} == {4, 5}
        assert 40 in {len(person.name) for evening in loaded for person in evening.people}
        for evening in loaded:
            totals = evening.totals()
            assert sum(totals.values()) == 0
            assert any(totals.values())


def test_a_second_time_adds_nothing(app: Flask, filled: Book) -> None:
    """Filling the book again leaves it as it was."""
    with app.app_context():
        before = {table: filled.count(table) for table in ("evenings", "games", "entries", "people", "rule_sets")}
        ids = fill(db.session, filled.actor)
        db.session.rollback()
        assert {table: filled.count(table) for table in before} == before
        assert len(set(ids)) == 7


def test_the_command_fills_an_empty_database_and_writes_papers(tmp_path: Path) -> None:
    """`scorebook demo` migrates, fills and prints the papers' places; `scorebook export` writes an evening of it."""
    from scorebook.app import create_app
    from tests.conftest import close, configuration

    app = create_app(configuration(tmp_path))
    runner = app.test_cli_runner()
    from scorebook.cli.demo import demo
    from scorebook.cli.export import export

    done = runner.invoke(demo, catch_exceptions=False)
    papers = [Path(line) for line in done.output.split()]
    assert len(papers) == 7
    assert all(paper.parent == tmp_path / "demo" and paper.read_bytes().startswith(b"%PDF") for paper in papers)
    with app.app_context():
        actor = access.local_actor(db.session)
        known = {summary.uuid: summary.id for summary in evenings.list_evenings(db.session, actor).evenings}
    file = tmp_path / "evening.json"
    for uuid, number in list(known.items())[:2]:
        written = runner.invoke(export, ["--evening", str(number), "-o", str(file)], catch_exceptions=False)
        assert written.exit_code == 0
        assert parse_evening(json.loads(file.read_text("utf-8"))).id == uuid
    close(app)
