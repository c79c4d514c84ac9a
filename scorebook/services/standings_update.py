"""Where people stand, worked out anew whenever one of their results, or how it counts, becomes another."""

from collections.abc import Collection

from sqlalchemy import Connection

from scorebook.store import standings as store
from scorebook.store.season_reading import schemes_of


def refresh(connection: Connection, season_id: int, people: Collection[int] | None = None) -> None:
    """Work out where people stand in a season by each of its schemes, from their results; None: everybody.

    However often it is done the same stands there. The caller holds the season (`store.seasons.lock_season`), so that
    nobody else counts at the same time. A large season is never held as a whole.
    """
    schemes = schemes_of(connection, season_id)
    without = store.outside(connection, season_id)
    store.clear(connection, season_id, people)
    if schemes:
        found = store.played(connection, season_id, people)
        store.add_rows(connection, (store.row_of(one, scheme, without) for one in found for scheme in schemes))
