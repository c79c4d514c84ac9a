"""Seasons out of the archive of a club, and back into a book, on both databases."""

import json
from datetime import date
from typing import Any

import pytest

from scorebook.services import RefusedError, access, club_data, schemes, seasons
from scorebook.services.import_plan import import_batch, plan_import, read_file
from scorebook.services.schemes import NewScheme
from scorebook.services.verifying import verify_book
from scorebook.store.db import db, reading
from scorebook.store.season_data import kept_seasons
from tests import league
from tests.book import SAUSPIEL, Book


def test_its_seasons_can_be_read_again(book: Book) -> None:
    """In an empty club a season of the archive is as it was: its days, schemes, lots, evenings, substitutes, its end; a
    second time nothing is written.
    """
    league.filled(book)
    season = book.season("Winter", begins=date(2025, 1, 1))
    schemes.add(db.session, book.actor, season, NewScheme("Beste", {"best": 3, "kind": "places"}))
    begun = book.start(season=season)
    book.record(begun.sheet_id, SAUSPIEL)
    book.end(begun.evening_id)
    seasons.close(db.session, book.actor, season)
    seasons.archive(db.session, book.actor, season, back=False)
    before, standing = kept_seasons(reading(db.session), 1), book.standings(season, scheme=1)
    with club_data.export_club(db.session, book.actor) as file:
        files = (file.read(), club_data.export_club_json(db.session, book.actor).encode())
    club_data.close_club(db.session, book.actor, "Stammtisch", "", address="")
    book.actor = access.local_actor(db.session)
    for number, content in enumerate((*files, files[0])):
        batch = read_file(content)
        plan = plan_import(db.session, book.actor, batch)
        assert plan.seasons == (() if number else ("2026", "Winter"))
        done = import_batch(db.session, book.actor, batch)
        assert done.seasons == (0 if number else 2)
        assert kept_seasons(reading(db.session), book.actor.club_id) == before
    found = {one.name: one.id for one in seasons.list_seasons(db.session, book.actor, archived=True)}
    assert book.standings(found["Winter"], scheme=1) == standing
    verify_book(db.session)


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"name": ""}, "seasons/1"),
        ({"begins": "gestern"}, "seasons/1"),
        ({"schemes": []}, "seasons/1"),
        ({"schemes": [{"name": "x", "scheme": {"best": 0}}]}, "schemes.0.scheme"),
        ({"begins": "2026-02-01", "ends": "2026-01-01"}, "seasons: 2026"),
        ({"name": "a\tb"}, "seasons: a"),
    ],
)
def test_a_season_that_cannot_be_is_refused(book: Book, change: dict[str, Any], where: str) -> None:
    """What is wrong with a season in a file is said with its place, and nothing is written."""
    season = {"name": "2026", "schemes": [{"name": "Alle", "scheme": {}}]} | change
    file = json.dumps({"format": "scorebook-club/1", "seasons": [season]}).encode()
    with pytest.raises(RefusedError) as refused:
        import_batch(db.session, book.actor, read_file(file))
    assert where in refused.value.findings[0].field
    assert book.count("seasons") == 0
