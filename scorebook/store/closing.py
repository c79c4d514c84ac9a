"""The end of evenings: whether they go on, and what happened to that."""

from datetime import datetime

from sqlalchemy import Connection, select, update

from scorebook.store.events import EveningEvent, EventKind, note
from scorebook.store.results import forget_places, set_places
from scorebook.store.rows import is_id
from scorebook.store.stats import count_evening, drop_stats
from scorebook.store.tables import evenings, sheets


def lock_evening(connection: Connection, club_id: int, evening_id: int) -> tuple[bool, datetime | None]:
    """Keep others from writing on the evening's sheets until the transaction ends.

    Gives whether the club has that evening, and when it ended. Locks are taken in this order everywhere: club, evening,
    sheets by id. A table that was opened while this waited for the evening is among its sheets.
    """
    if not is_id(evening_id):
        return False, None
    query = select(evenings.c.ended_at).where(evenings.c.club_id == club_id, evenings.c.id == evening_id)
    row = connection.execute(query.with_for_update(key_share=True)).first()
    on_it = select(sheets.c.id).where(sheets.c.club_id == club_id, sheets.c.evening_id == evening_id)
    connection.execute(on_it.order_by(sheets.c.id).with_for_update(key_share=True)).all()
    return (False, None) if row is None else (True, row.ended_at)


def add_event(connection: Connection, club_id: int, evening_id: int, event: EveningEvent) -> None:
    """Note that an evening ended or goes on, and keep which of it is true now; its results count once it ended."""
    note(connection, club_id, evening_id, event)
    ended = event.at if event.kind is EventKind.ENDED else None
    connection.execute(update(evenings).where(evenings.c.id == evening_id).values(ended_at=ended))
    if ended is None:
        forget_places(connection, evening_id)
        drop_stats(connection, evening_id)
    else:
        set_places(connection, evening_id)
        count_evening(connection, club_id, evening_id)
