"""Clubs: the first that is open, a new one, how much one has, and one that is given up with all that is its own."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, Table, delete, exists, func, or_, select, union, update

from scorebook.store.account_tables import accounts, invitations, links, logins, memberships, tokens
from scorebook.store.columns import metadata
from scorebook.store.forgetting import forget_account
from scorebook.store.league_tables import seasons
from scorebook.store.rows import add
from scorebook.store.seasons import release
from scorebook.store.tables import ORDINARY, clubs, evenings, games, log, people, sheets
from scorebook.store.tournament_tables import tournaments

OF_ACCOUNTS = (memberships, logins, tokens, invitations)


def first_open(connection: Connection) -> int | None:
    """Give the id of the first club that was not given up."""
    query = select(clubs.c.id).where(clubs.c.closed_at.is_(None)).order_by(clubs.c.id).limit(1)
    return connection.execute(query).scalar()


def club_name(connection: Connection, club_id: int) -> str:
    """Give the name of a club."""
    return str(connection.execute(select(clubs.c.name).where(clubs.c.id == club_id)).scalar_one())


def all_clubs(connection: Connection) -> dict[int, str]:
    """Give all clubs that are not given up, by id."""
    query = select(clubs.c.id, clubs.c.name).where(clubs.c.closed_at.is_(None)).order_by(clubs.c.id)
    return {row.id: row.name for row in connection.execute(query)}


def add_club(connection: Connection, name: str) -> int:
    """Add an empty club and give its id."""
    return add(connection, clubs, {"name": name})


def name_club(connection: Connection, club_id: int, name: str) -> None:
    """Give a club another name."""
    connection.execute(update(clubs).where(clubs.c.id == club_id).values(name=name))


def sizes(connection: Connection, club_id: int) -> dict[str, int]:
    """Count what a club has: evenings, games, people, accounts."""
    counted = {"evenings": evenings, "games": games, "people": people}
    found = {
        name: connection.execute(select(func.count()).where(table.c.club_id == club_id)).scalar_one()
        for name, table in counted.items()
    }
    members = select(func.count(memberships.c.account_id.distinct())).where(memberships.c.club_id == club_id)
    return found | {"accounts": connection.execute(members).scalar_one()}


def evening_ids(connection: Connection, club_id: int, *, of_tournaments: bool = True) -> Sequence[int]:
    """Give the ids of all evenings of a club, the first first; on demand without the tables of tournaments."""
    query = select(evenings.c.id).where(evenings.c.club_id == club_id).order_by(evenings.c.begun_at, evenings.c.id)
    return connection.execute(query if of_tournaments else query.where(ORDINARY)).scalars().all()


def lock_whole(connection: Connection, club_id: int) -> None:
    """Wait for all who write in a club, and keep others from it until the transaction ends.

    In the order in which they lock too: the club, tournaments, evenings, sheets, seasons, then the ways in. Last the
    club altogether, which lets no row be added any more that refers to it: who holds one of the others has added his.
    """
    connection.execute(select(clubs.c.id).where(clubs.c.id == club_id).with_for_update(key_share=True))
    for table in (tournaments, evenings, sheets, seasons, invitations, links, logins, tokens, memberships):
        query = select(table.c.id).where(table.c.club_id == club_id).order_by(table.c.id)
        connection.execute(query.with_for_update()).all()
    connection.execute(select(clubs.c.id).where(clubs.c.id == club_id).with_for_update())


def close(connection: Connection, club_id: int, at: datetime) -> None:
    """Take out a club with all its rows, and the accounts that belong to no other. The caller has locked it whole."""
    known = union(*(select(table.c.account_id).where(table.c.club_id == club_id) for table in OF_ACCOUNTS))
    had = [key for key in connection.execute(known).scalars() if key is not None]
    connection.execute(update(clubs).where(clubs.c.id == club_id).values(closed_at=at))
    release(connection, club_id)
    for table in own_tables():
        connection.execute(delete(table).where(table.c.club_id == club_id))
    connection.execute(delete(clubs).where(clubs.c.id == club_id))
    for account_id in had:
        _drop_account(connection, account_id)


def own_tables() -> list[Table]:
    """Give the tables whose rows belong to a club, those first to which no other of them refers."""
    return [table for table in reversed(metadata.sorted_tables) if "club_id" in table.c]


def _drop_account(connection: Connection, account_id: int) -> None:
    """Take out an account that belongs to no club; where another club's log knows it, its number stays without a name.

    A number that was free could become somebody else's, who would then have done what stands there.
    """
    if connection.execute(select(memberships.c.id).where(memberships.c.account_id == account_id)).first():
        return
    forget_account(connection, account_id, f"Ehemals {account_id}")
    who = f"account:{account_id}"
    noted = select(exists().where(or_(log.c.who == who, log.c.subject == who)))
    if not connection.execute(noted).scalar():
        connection.execute(delete(accounts).where(accounts.c.id == account_id))
