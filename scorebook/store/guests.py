"""Who is a guest in a season: whoever is one now; where it is closed, whoever was one then."""

from sqlalchemy import Connection, Integer, cast, func, select

from scorebook.store.league_tables import schemes, seasons, standings
from scorebook.store.one_person import everybody, standing
from scorebook.store.tables import people


def guests_in(connection: Connection, season_id: int) -> set[int]:
    """Give who has no rank in a season as a guest.

    A closed season keeps what it says: who has no rank by any of its schemes has none, whatever he is by now.
    """
    closed = select(seasons.c.closed_at).where(seasons.c.id == season_id)
    if connection.execute(closed).scalar() is None:
        now = select(people.c.id).where(standing, people.c.guest.is_(True))
        return set(connection.execute(now).scalars().all())
    then = (
        select(everybody.c.one_id)
        .join(standings, standings.c.person_id == everybody.c.id)
        .join(schemes, schemes.c.id == standings.c.scheme_id)
        .where(schemes.c.season_id == season_id)
        .group_by(everybody.c.one_id)
        .having(func.max(cast(standings.c.ranked, Integer)) == 0)
    )
    return set(connection.execute(then).scalars().all())
