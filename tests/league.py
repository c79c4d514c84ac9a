"""Seasons to write tests with."""

from datetime import UTC, datetime

from scorebook.services import schemes, seasons
from scorebook.services.transactions import transaction
from scorebook.store import league_tables
from scorebook.store.db import db
from scorebook.store.rows import add
from tests.book import SAUSPIEL, Book


def filled(book: Book) -> int:
    """Give a club a row in every table of seasons, by an evening that counts; give the id of its season."""
    club, season = book.actor.club_id, book.season("2026")
    begun = book.start()
    book.record(begun.sheet_id, SAUSPIEL)
    book.end(begun.evening_id)
    person = book.ids(begun.sheet_id, "Sepp")[0]
    schemes.set_substitute(db.session, book.actor, season, person, is_one=True)
    scheme = schemes.schemes(db.session, book.actor, season)[0].id
    lot = {"scheme_id": scheme, "person_id": person, "measure": "cent", "number": 1, "at": datetime.now(UTC)}
    with transaction(db.session) as connection:
        add(connection, league_tables.season_clubs, {"club_id": club, "season_id": season})
        add(connection, league_tables.lots, {"club_id": club, **lot})
    seasons.close(db.session, book.actor, season)
    seasons.reopen(db.session, book.actor, season, "doch noch")
    return season
