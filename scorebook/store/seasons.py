"""Seasons: which evenings belong to one, who takes part, and how it is ranked."""

from sqlalchemy import Connection, delete, select, update

from scorebook.store.league_tables import lots, results, schemes, season_clubs, season_substitutes, seasons, standings
from scorebook.store.tables import evenings


def release(connection: Connection, club_id: int) -> None:
    """Let other clubs go out of the seasons of a club that is given up: their evenings stay, and count in none."""
    own = select(seasons.c.id).where(seasons.c.club_id == club_id)
    ranked = select(schemes.c.id).where(schemes.c.season_id.in_(own))
    for table in (standings, lots):
        connection.execute(delete(table).where(table.c.scheme_id.in_(ranked)))
    for table in (season_clubs, season_substitutes):
        connection.execute(delete(table).where(table.c.season_id.in_(own)))
    for table in (evenings, results):
        connection.execute(update(table).where(table.c.season_id.in_(own)).values(season_id=None))
