"""Seasons to write tests with."""

from datetime import UTC, datetime
from typing import Any

from scorebook.services import schemes, season_evenings, seasons
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


def guest(book: Book) -> Book:
    """Give the book of another club."""
    other = Book(book.app)
    other.actor = book.stranger()
    return other
