"""Seasons to write tests with."""

from datetime import UTC, datetime

from sqlalchemy import Connection

from scorebook.services.transactions import transaction
from scorebook.store import league_tables
from scorebook.store.db import db
from scorebook.store.rows import add


def filled(club_id: int, person_id: int) -> int:
    """Give a club a row in every table of seasons but `results`; and the id of its season."""
    with transaction(db.session) as connection:
        season = add(connection, league_tables.seasons, {"club_id": club_id, "name": "2026"})
        event = {"kind": "closed", "at": datetime.now(UTC), "by": "Wirt", "reason": ""}
        add(connection, league_tables.season_events, {"club_id": club_id, "season_id": season, **event})
        scheme = {"club_id": club_id, "season_id": season, "position": 0, "name": "Punkte", "scheme": "{}"}
        takes_part(connection, club_id, season, person_id, add(connection, league_tables.schemes, scheme))
    return season


def takes_part(connection: Connection, club_id: int, season_id: int, person_id: int, scheme_id: int) -> None:
    """Let a club take part in a season, with somebody who plays without a rank, stands somewhere and drew a lot."""
    own = {"club_id": club_id, "season_id": season_id}
    add(connection, league_tables.season_clubs, own)
    add(connection, league_tables.season_substitutes, {**own, "person_id": person_id})
    there = {"club_id": club_id, "scheme_id": scheme_id, "person_id": person_id, "measure": "cent"}
    counts = dict.fromkeys(
        ("score", "evenings", "amount", "games", "squares", "solos_won", "solos_lost", "touts_won"), 1
    )
    add(connection, league_tables.standings, {**there, "ranked": True, **counts})
    add(connection, league_tables.lots, {**there, "number": 1, "at": datetime.now(UTC)})
