"""The end of evenings: whether they go on, and what happened to that."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import Connection, select, update

from scorebook.ledger.stock_closing import MoveKind
from scorebook.store.rows import add, is_id
from scorebook.store.tables import evening_events, evenings, sheets


class EventKind(StrEnum):
    """What can happen to an evening after it began."""

    ENDED = "ended"
    REOPENED = "reopened"


@dataclass(frozen=True, slots=True)
class EveningEvent:
    """What happened to an evening, when (UTC), who did it and why; `reason` is empty where none is asked for.

    `amount` is what lay in a Stock that was moved, in units.
    """

    kind: EventKind | MoveKind
    at: datetime
    by: str
    reason: str = ""
    amount: int = 0


def lock_evening(connection: Connection, club_id: int, evening_id: int) -> tuple[bool, datetime | None]:
    """Keep others from writing on the evening's sheets until the transaction ends.

    Gives whether the club has that evening, and when it ended.
    """
    if not is_id(evening_id):
        return False, None
    on_it = select(sheets.c.id).where(sheets.c.club_id == club_id, sheets.c.evening_id == evening_id)
    connection.execute(on_it.order_by(sheets.c.id).with_for_update()).all()
    query = select(evenings.c.ended_at).where(evenings.c.club_id == club_id, evenings.c.id == evening_id)
    row = connection.execute(query.with_for_update()).first()
    return (False, None) if row is None else (True, row.ended_at)


def add_event(connection: Connection, club_id: int, evening_id: int, event: EveningEvent) -> None:
    """Note an event, and keep whether the evening has ended by now."""
    row = {
        "club_id": club_id,
        "evening_id": evening_id,
        "kind": event.kind.value,
        "at": event.at,
        "by": event.by,
        "reason": event.reason,
    }
    add(connection, evening_events, row)
    ended = event.at if event.kind is EventKind.ENDED else None
    connection.execute(update(evenings).where(evenings.c.id == evening_id).values(ended_at=ended))


def events(connection: Connection, club_id: int, evening_id: int) -> tuple[EveningEvent, ...]:
    """List what happened to an evening of the club, the first first."""
    if not is_id(evening_id):
        return ()
    query = (
        select(evening_events)
        .where(evening_events.c.club_id == club_id, evening_events.c.evening_id == evening_id)
        .order_by(evening_events.c.id)
    )
    rows = connection.execute(query)
    return tuple(EveningEvent(EventKind(row.kind), row.at, row.by, row.reason) for row in rows)
