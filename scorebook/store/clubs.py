"""Clubs: the first that is open, a new one, and one that is given up with all that is its own."""

from sqlalchemy import Connection, select

from scorebook.store.tables import clubs


def first_open(connection: Connection) -> int | None:
    """Give the id of the first club that was not given up."""
    query = select(clubs.c.id).where(clubs.c.closed_at.is_(None)).order_by(clubs.c.id).limit(1)
    return connection.execute(query).scalar()
