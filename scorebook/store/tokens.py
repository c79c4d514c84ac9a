"""The keys of programs: what is added, listed and changed. What one opens is found by `store.accounts`."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select, update

from scorebook.store.account_tables import tokens
from scorebook.store.rows import add, is_id


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A key, without its secret; `used_at` is when it last wrote something, to the hour."""

    id: int
    name: str
    created_at: datetime
    used_at: datetime | None
    expires_at: datetime
    revoked_at: datetime | None

    def open_at(self, now: datetime) -> bool:
        """Tell whether it opens something then."""
        return self.revoked_at is None and self.expires_at > now


def add_token(connection: Connection, row: Mapping[str, Any]) -> int:
    """Add a key and give its id."""
    return add(connection, tokens, row)


def tokens_of(connection: Connection, club_id: int, account_id: int) -> tuple[TokenRow, ...]:
    """List the keys of an account in a club, the newest first, those that were taken back too."""
    columns = (tokens.c[name] for name in TokenRow.__dataclass_fields__)
    query = select(*columns).where(tokens.c.club_id == club_id, tokens.c.account_id == account_id)
    return tuple(TokenRow(*row) for row in connection.execute(query.order_by(tokens.c.id.desc())))


def has_token(connection: Connection, club_id: int, account_id: int, token_id: int) -> bool:
    """Tell whether an account has that key in that club."""
    here = (tokens.c.club_id == club_id) & (tokens.c.account_id == account_id) & (tokens.c.id == token_id)
    return is_id(token_id) and connection.execute(select(tokens.c.id).where(here)).first() is not None


def end_token(connection: Connection, token_id: int, at: datetime) -> bool:
    """Take a key back; False if that was done before."""
    query = update(tokens).where(tokens.c.id == token_id, tokens.c.revoked_at.is_(None)).values(revoked_at=at)
    return connection.execute(query).rowcount == 1


def touch_token(connection: Connection, token_id: int, at: datetime) -> None:
    """Note when a key was last used to write."""
    connection.execute(update(tokens).where(tokens.c.id == token_id).values(used_at=at))
