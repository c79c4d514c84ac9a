"""The standings in a real browser: what every page promises, on a phone and on a laptop."""

from collections.abc import Callable
from datetime import date

from flask import Flask
from playwright.sync_api import Page

from scorebook.league.scheme import Kind, Scheme
from scorebook.services.transactions import transaction
from scorebook.store.db import db
from tests.browser import faultless
from tests.doors import shared
from tests.seasons import add_evenings, add_people, add_season, played

LONG = "Maximilian von und zu Oberwallenstadt-L."
AMOUNTS = [
    {1: 300, 2: -100, 3: -200, 4: 0},
    {1: -50, 2: 50, 5: 0},
    {1: 20, 3: -20},
    {2: 250, 3: -250},
    {1: -70, 2: 70},
    {6: 5, 7: 5},
    {6: 5, 7: 5},
]


def test_the_standings_are_faultless(make_app: Callable[..., Flask], live_server: str, page: Page) -> None:
    """With ties and lots, with dropped evenings across, with a public page; how a score comes about; and searched."""
    app = make_app()
    with app.app_context():
        add_people(("Sepp", LONG, "Xaver", "Zenzi", "Anni", "Bene", "Cilli"))
        schemes = (Scheme(best=2, min_evenings=2, qualified=2), Scheme(Kind.PLACES), Scheme(Kind.PER_GAME))
        season = add_season(played(AMOUNTS), *schemes, substitutes=[3])
        with transaction(db.session) as connection:
            add_evenings(connection, season, {9: date(2026, 10, 9)}, ended=False)
    public = shared(app)
    for path in (
        "saisons/1",
        "saisons/1/stand/2",
        "saisons/1/stand/1?wertung=2",
        "saisons/1?name=max",
        f"stand/{public}",
    ):
        page.goto(f"{live_server}/{path}")
        faultless(page)
    page.goto(f"{live_server}/saisons/1")
    page.get_by_role("button", name="Lose ziehen").click()
    page.get_by_text("2 Lose gezogen").wait_for()
    assert page.get_by_role("row").filter(has_text="Los 1").count() == 1
