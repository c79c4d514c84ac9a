"""Files that wait for somebody to say yes: kept packed, found by their club, gone after a while."""

import zlib
from datetime import datetime

from sqlalchemy import Connection, delete, select

from scorebook.store.parcel_tables import uploads
from scorebook.store.rows import add, is_id


def add_upload(connection: Connection, club_id: int, name: str, content: bytes, now: datetime) -> int:
    """Keep a file; give its number."""
    packed = zlib.compress(content)
    return add(connection, uploads, {"club_id": club_id, "name": name, "content": packed, "created_at": now})


def find_upload(connection: Connection, club_id: int, upload_id: int, since: datetime) -> tuple[str, bytes] | None:
    """Give name and content of a club's file; None where there is none, or only one from before `since`."""
    columns = uploads.c
    query = select(columns.name, columns.content).where(
        columns.club_id == club_id, columns.id == upload_id, columns.created_at >= since
    )
    row = connection.execute(query).first() if is_id(upload_id) else None
    return None if row is None else (str(row.name), zlib.decompress(row.content))


def drop_upload(connection: Connection, club_id: int, upload_id: int) -> None:
    """Throw a file away."""
    connection.execute(delete(uploads).where(uploads.c.club_id == club_id, uploads.c.id == upload_id))


def drop_uploads(connection: Connection, before: datetime, club_id: int | None = None) -> None:
    """Throw away what is older, of one club or of all."""
    query = delete(uploads).where(uploads.c.created_at < before)
    connection.execute(query if club_id is None else query.where(uploads.c.club_id == club_id))
