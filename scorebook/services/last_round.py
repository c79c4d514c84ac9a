"""Call the last round of a table, and call it off. Nothing is blocked by it: the book says who still deals."""

from datetime import UTC, datetime

from scorebook.ledger.last_round import deals, target
from scorebook.services.access import Actor
from scorebook.services.log import Event
from scorebook.services.seating import locked_desk
from scorebook.services.transactions import transaction
from scorebook.store.db import AnySession
from scorebook.store.events import EveningEvent, EventKind
from scorebook.store.seating import change_sheet

CALLED, OFF = "called", "off"
"""What an event says of the last round."""


def call_last_round(session: AnySession, actor: Actor, sheet_id: int, *, now: datetime | None = None) -> int:
    """Call the last round, and give how often everybody is to have dealt at its end. Called already, it stays so.

    Raises `NotFoundError` for a sheet that is not the club's, `ConflictError` if the evening has ended.
    """
    with transaction(session) as connection:
        desk = locked_desk(connection, actor, sheet_id)
        sheet = desk.load_sheet()
        if sheet.last_round is not None:
            return sheet.last_round
        goal = target(deals(sheet))
        change_sheet(connection, sheet_id, last_round=goal)
        told = EveningEvent(EventKind.LAST_ROUND, now or datetime.now(UTC), actor.name, what=CALLED)
        desk.note(told, Event.LAST_ROUND_CALLED, None, {"deals": goal})
    return goal


def call_off(session: AnySession, actor: Actor, sheet_id: int, *, now: datetime | None = None) -> None:
    """Go on as if the last round had not been called. Where it was not, nothing changes. Raises the same errors."""
    with transaction(session) as connection:
        desk = locked_desk(connection, actor, sheet_id)
        goal = desk.load_sheet().last_round
        if goal is not None:
            change_sheet(connection, sheet_id, last_round=None)
            told = EveningEvent(EventKind.LAST_ROUND, now or datetime.now(UTC), actor.name, what=OFF)
            desk.note(told, Event.LAST_ROUND_OFF, {"deals": goal}, None)
