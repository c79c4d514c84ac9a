"""What is kept of accounts, for their owners."""

from typing import Any

from sqlalchemy import Connection, select

from scorebook.store.account_tables import accounts, logins, memberships, tokens
from scorebook.store.tables import clubs


def account_rows(connection: Connection, account_id: int, club_id: int | None) -> dict[str, Any]:
    """Give what is kept of an account, but for its secrets: everywhere, or what one club may see of it."""
    row = connection.execute(select(accounts).where(accounts.c.id == account_id)).one()
    data: dict[str, Any] = {
        "name": row.name,
        "login_name": row.login_name,
        "password": bool(row.password),
        "created_at": row.created_at.isoformat(),
    }
    of_account = [memberships.c.account_id == account_id]
    roles = select(clubs.c.name, memberships.c.role).join(clubs, clubs.c.id == memberships.c.club_id)
    roles = roles.where(*of_account).order_by(clubs.c.id, memberships.c.role)
    if club_id is not None:
        roles = roles.where(memberships.c.club_id == club_id)
    data["roles"] = [{"club": one.name, "role": one.role} for one in connection.execute(roles)]
    for table, label in ((logins, "device"), (tokens, "name")):
        query = select(table).where(table.c.account_id == account_id).order_by(table.c.id)
        if club_id is not None:
            query = query.where(table.c.club_id == club_id)
        data[table.name] = [_way_in(one, label) for one in connection.execute(query)]
    return data


def _way_in(row: Any, label: str) -> dict[str, Any]:
    """Give a login or a token without its secret."""
    moments = ("created_at", "used_at", "expires_at", "revoked_at")
    found = {name: getattr(row, name) for name in moments}
    return {label: getattr(row, label)} | {
        name: None if moment is None else moment.isoformat() for name, moment in found.items()
    }
