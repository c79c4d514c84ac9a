"""A tablet while its server cannot write: the game waits, the page says why, and it is booked once by itself after."""

from collections.abc import Callable
from typing import Any

from flask import Flask
from playwright.sync_api import Browser, expect

from scorebook.services import evenings
from scorebook.services.access import local_actor
from scorebook.store.db import db
from tests.actions import FOUR
from tests.book import Book
from tests.live import served
from tests.tablets import Tablet
from tests.test_faults import every_connection


def test_a_game_waits_until_the_book_can_be_written(
    make_app: Callable[..., Flask], browser: Browser, browser_context_args: dict[str, Any]
) -> None:
    """Two games are entered while the book is read-only: both wait, with the reason; then each is there once."""
    app = make_app(WTF_CSRF_ENABLED=True)
    with app.app_context():
        Book(app).start(FOUR)
    with served(app) as url:
        context = browser.new_context(**browser_context_args)
        tablet = Tablet(context, url)
        with every_connection(app, "query_only=ON"):
            tablet.sauspiel()
            tablet.sauspiel(who="Vroni", partner="Zenzi")
            expect(tablet.waiting).to_have_count(2)
            expect(tablet.waiting.first).to_contain_text("lesen geht, eintragen nicht")
            expect(tablet.state).to_have_text("Buch gestört, 2 warten")
        expect(tablet.numbers).to_have_text(["2", "1"])
        expect(tablet.waiting).to_have_count(0)
        expect(tablet.state).to_have_text("gespeichert")
        context.close()
    with app.app_context():
        sheet = evenings.load_sheet(db.session, local_actor(db.session), 1)[1]
        assert [(game.number, game.game.declarer) for game in sheet.standing] == [(1, 0), (2, 1)]
