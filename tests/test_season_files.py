"""Seasons out of the archive of a club, and back into a book, on both databases."""

import json
from datetime import UTC, date, datetime
from typing import Any

import pytest

from scorebook.exchange.seasons import KeptLot
from scorebook.league.results import Measure
from scorebook.services import RefusedError, access, club_data, people, schemes, seasons
from scorebook.services.import_plan import import_batch, plan_import, read_file
from scorebook.services.people import Known
from scorebook.services.schemes import NewScheme
from scorebook.services.transactions import transaction
from scorebook.services.verifying import verify_book
from scorebook.store.db import db, reading
from scorebook.store.league_tables import standings
from scorebook.store.season_data import add_lots, kept_seasons
from scorebook.store.standings_reading import lots_of
from tests import league
from tests.book import LOST_SOLO, SAUSPIEL, Book

NOW = datetime.now(UTC)


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


def test_namesakes_stay_apart_in_a_file(book: Book) -> None:
    """Of two Sepps it is the same one who plays without a rank, and each has the lot that he drew."""
    season = book.season("2026")
    one = league.played(book, SAUSPIEL, season=season)
    other = people.add(db.session, book.actor, Known("Sepp", namesake=True))
    league.played(book, SAUSPIEL, LOST_SOLO, season=season, names=(f"Sepp ({other})", "Anna", "Bene", "Jule"))
    (first,) = book.ids(book.evening(one).sheets[0].id, "Sepp")
    schemes.set_substitute(db.session, book.actor, season, other, is_one=True)
    (scheme,) = schemes.schemes(db.session, book.actor, season)
    drawn = [KeptLot(Measure.CENT, name, number, NOW) for number, name in enumerate(("other", "first"), start=1)]
    with transaction(db.session) as connection:
        add_lots(connection, 1, scheme.id, drawn, {"first": first, "other": other})
    before = standing_with_lots(book, season)
    with club_data.export_club(db.session, book.actor) as file:
        batch = read_file(file.read())
    club_data.close_club(db.session, book.actor, "Stammtisch", "", address="")
    book.actor = access.local_actor(db.session)
    import_batch(db.session, book.actor, batch)
    (made,) = seasons.list_seasons(db.session, book.actor)
    assert standing_with_lots(book, made.id) == before
    verify_book(db.session)


def standing_with_lots(book: Book, season: int) -> list[tuple[int, int, bool, int]]:
    """Give score, evenings, whether there is a rank, and the lot of everybody, whoever that is."""
    (scheme,) = schemes.schemes(db.session, book.actor, season)
    numbers = lots_of(reading(db.session), scheme.id, Measure.CENT)
    rows = reading(db.session).execute(standings.select().where(standings.c.scheme_id == scheme.id))
    return sorted((row.score, row.evenings, row.ranked, numbers.get(row.person_id, 0)) for row in rows)
