"""How seasons are ranked: their schemes, made, changed, put into an order, taken out."""

from collections.abc import Sequence

from sqlalchemy import Connection, delete, func, select, update

from scorebook.league.scheme import Scheme
from scorebook.store.league_tables import lots, schemes, standings
from scorebook.store.rows import add, scheme_text
from scorebook.store.season_reading import SeasonRow


def add_scheme(connection: Connection, season: SeasonRow, name: str, scheme: Scheme) -> int:
    """Add a way to rank a season behind the others, and give its id."""
    last = select(func.coalesce(func.max(schemes.c.position) + 1, 0)).where(schemes.c.season_id == season.id)
    position = connection.execute(last).scalar_one()
    own = {"club_id": season.club_id, "season_id": season.id}
    return add(connection, schemes, {**own, "position": position, "name": name, "scheme": scheme_text(scheme)})


def set_scheme(connection: Connection, scheme_id: int, name: str, scheme: Scheme) -> None:
    """Change how a season is ranked."""
    values = {"name": name, "scheme": scheme_text(scheme)}
    connection.execute(update(schemes).where(schemes.c.id == scheme_id).values(values))


def order_schemes(connection: Connection, ids: Sequence[int]) -> None:
    """Put the ways to rank a season into an order: all of them, by id."""
    highest = select(func.coalesce(func.max(schemes.c.position), 0)).where(schemes.c.id.in_(list(ids)))
    for start in (connection.execute(highest).scalar_one() + len(ids), 0):  # no two may have one position meanwhile
        for place, key in enumerate(ids):
            connection.execute(update(schemes).where(schemes.c.id == key).values(position=start + place))


def drop_scheme(connection: Connection, scheme_id: int) -> None:
    """Take out a way to rank, with where people stand by it."""
    connection.execute(delete(standings).where(standings.c.scheme_id == scheme_id))
    connection.execute(delete(schemes).where(schemes.c.id == scheme_id))


def has_lots(connection: Connection, scheme_id: int) -> bool:
    """Tell whether lots were drawn by a way to rank."""
    return connection.execute(select(lots.c.id).where(lots.c.scheme_id == scheme_id).limit(1)).first() is not None
