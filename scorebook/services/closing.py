"""End an evening, and open it again: what happened stays readable."""

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Connection

from scorebook.errors import NotFoundError
from scorebook.services.access import Action, Actor, require
from scorebook.services.refusals import RefusedError
from scorebook.services.texts import normalised, wrong_reason
from scorebook.services.transactions import transaction
from scorebook.store import closing as store
from scorebook.store.closing import EveningEvent, EventKind
from scorebook.store.db import AnySession, reading


@dataclass(frozen=True, slots=True)
class Closing:
    """When an evening ended; None while it goes on. `repeated`: it was so before, nothing was written."""

    ended: datetime | None
    repeated: bool = False


def end_evening(session: AnySession, actor: Actor, evening_id: int, *, now: datetime | None = None) -> Closing:
    """End an evening: from now on nothing is written on its sheets. A second time changes nothing.

    Raises `NotFoundError` for an evening that is not the club's.
    """
    event = EveningEvent(EventKind.ENDED, now or datetime.now(UTC), actor.name)
    with transaction(session) as connection:
        ended = _lock(connection, actor, evening_id)
        if ended is not None:
            return Closing(ended, repeated=True)
        store.add_event(connection, actor.club_id, evening_id, event)
    return Closing(event.at)


def reopen_evening(
    session: AnySession, actor: Actor, evening_id: int, reason: str, *, now: datetime | None = None
) -> Closing:
    """Open an evening again, with a reason. One that goes on stays as it is.

    Raises `RefusedError` at `reason` if it is missing, `NotFoundError` for an evening that is not the club's.
    """
    event = EveningEvent(EventKind.REOPENED, now or datetime.now(UTC), actor.name, normalised(reason))
    with transaction(session) as connection:
        if _lock(connection, actor, evening_id) is None:
            return Closing(None, repeated=True)
        findings = wrong_reason(reason)
        if findings:
            raise RefusedError(findings)
        store.add_event(connection, actor.club_id, evening_id, event)
    return Closing(None)


def history(session: AnySession, actor: Actor, evening_id: int) -> tuple[EveningEvent, ...]:
    """List who ended the evening and opened it again, the first first."""
    require(actor, Action.READ, actor.club_id)
    return store.events(reading(session), actor.club_id, evening_id)


def _lock(connection: Connection, actor: Actor, evening_id: int) -> datetime | None:
    """Lock the evening with its sheets, and tell when it ended."""
    require(actor, Action.END, actor.club_id)
    known, ended = store.lock_evening(connection, actor.club_id, evening_id)
    if not known:
        raise NotFoundError("Diesen Abend gibt es nicht.")
    return ended
