"""What happened to evenings besides their games: who did it and when. Rows are only ever added."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import Connection, select

from scorebook.ledger.stock_closing import MoveKind
from scorebook.store.columns import TITLE_LENGTH
from scorebook.store.rows import add, is_id
from scorebook.store.tables import evening_events, sheets


class EventKind(StrEnum):
    """What can happen to an evening after it began."""

    ENDED = "ended"
    REOPENED = "reopened"
    TABLE = "table"
    CAME = "came"
    LEFT = "left"
    SWAPPED = "swapped"
    PATTERN = "pattern"
    LAST_ROUND = "last_round"
    RULES = "rules"


@dataclass(frozen=True, slots=True)
class EveningEvent:
    """What happened to an evening, when (UTC), who did it and why; `reason` is empty where none is asked for.

    `what` says more, as it was called then: the name of who came or left, of the rule set, of the pattern, of what was
    drawn for (the cards are the reason then). `sheet_id` is that of the table, None for the whole evening; `table`
    counts from 1, and is known of what was read. `amount` is what lay in a Stock that was moved, in units.
    """

    kind: EventKind | MoveKind
    at: datetime
    by: str
    reason: str = ""
    what: str = ""
    sheet_id: int | None = None
    table: int | None = None
    amount: int = 0


def note(connection: Connection, club_id: int, evening_id: int, event: EveningEvent) -> None:
    """Add an event. What is too long for its column loses its end."""
    row = {
        "club_id": club_id,
        "evening_id": evening_id,
        "sheet_id": event.sheet_id,
        "kind": event.kind.value,
        "what": event.what[:TITLE_LENGTH],
        "at": event.at,
        "by": event.by,
        "reason": event.reason,
    }
    add(connection, evening_events, row)


def events(connection: Connection, club_id: int, evening_id: int) -> tuple[EveningEvent, ...]:
    """List what happened to an evening of the club, the first first."""
    if not is_id(evening_id):
        return ()
    query = (
        select(evening_events, sheets.c.position)
        .outerjoin(sheets, sheets.c.id == evening_events.c.sheet_id)
        .where(evening_events.c.club_id == club_id, evening_events.c.evening_id == evening_id)
        .order_by(evening_events.c.id)
    )
    return tuple(
        EveningEvent(
            EventKind(row.kind),
            row.at,
            row.by,
            row.reason,
            row.what,
            row.sheet_id,
            None if row.position is None else row.position + 1,
        )
        for row in connection.execute(query)
    )


def table_numbers(connection: Connection, club_id: int, evening_id: int) -> dict[int, int]:
    """Give the numbers of an evening's tables, from 1, by the ids of their sheets."""
    if not is_id(evening_id):
        return {}
    query = select(sheets.c.id, sheets.c.position).where(sheets.c.club_id == club_id, sheets.c.evening_id == evening_id)
    return {row.id: row.position + 1 for row in connection.execute(query)}
