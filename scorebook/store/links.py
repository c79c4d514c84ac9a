"""Links for tablets on tables and screens on walls: found by their secret or their handle, made, listed, revoked."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, select, update

from scorebook.store.account_tables import links, logins
from scorebook.store.rows import add, is_id
from scorebook.store.tables import clubs


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A link; `code` is the hash of the second part of its short code, `secret` that of what its address says.

    `ended` tells whether it was revoked, or its club given up; `expires_at` is another thing.
    """

    id: int
    club_id: int
    club: str
    kind: str
    name: str
    evening_id: int
    sheet_id: int | None
    secret: str
    handle: str
    code: str
    created_at: datetime
    created_by: str
    expires_at: datetime
    ended: bool


_QUERY = select(links, clubs.c.name.label("club"), clubs.c.closed_at).join(clubs, clubs.c.id == links.c.club_id)


def link_by_secret(connection: Connection, secret: str) -> LinkRow | None:
    """Find a link by the hash of its secret."""
    return _find(connection, links.c.secret == secret)


def link_by_handle(connection: Connection, handle: str) -> LinkRow | None:
    """Find a link by the first part of its short code."""
    return _find(connection, links.c.handle == handle)


def link_by_id(connection: Connection, club_id: int, link_id: int) -> LinkRow | None:
    """Find a link of a club."""
    return _find(connection, (links.c.id == link_id) & (links.c.club_id == club_id)) if is_id(link_id) else None


def _find(connection: Connection, which: ColumnElement[bool]) -> LinkRow | None:
    row = connection.execute(_QUERY.where(which)).first()
    return None if row is None else _row(row)


def links_of(connection: Connection, evening_id: int, after: datetime) -> tuple[LinkRow, ...]:
    """List the links of an evening that hold beyond a moment, in the order in which they were made."""
    query = _QUERY.where(links.c.evening_id == evening_id, links.c.revoked_at.is_(None), links.c.expires_at > after)
    return tuple(_row(row) for row in connection.execute(query.order_by(links.c.id)))


def _row(row: Any) -> LinkRow:
    kept = {name: getattr(row, name) for name in LinkRow.__slots__ if name != "ended"}
    return LinkRow(**kept, ended=row.revoked_at is not None or row.closed_at is not None)


def add_link(connection: Connection, row: dict[str, Any]) -> int:
    """Add a link and give its id."""
    return add(connection, links, row)


def revoke_links(connection: Connection, club_id: int, ids: Iterable[int], at: datetime) -> int:
    """Revoke links of a club and end the logins that were made with them; give how many were not revoked before."""
    wanted = list(ids)
    query = update(links).where(links.c.club_id == club_id, links.c.id.in_(wanted), links.c.revoked_at.is_(None))
    revoked = connection.execute(query.values(revoked_at=at)).rowcount
    made = update(logins).where(
        logins.c.link_id.in_(wanted), logins.c.club_id == club_id, logins.c.revoked_at.is_(None)
    )
    connection.execute(made.values(revoked_at=at))
    return revoked
