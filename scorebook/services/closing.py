"""End an evening, and open it again: what happened stays readable."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Connection

from scorebook.errors import NotFoundError
from scorebook.services.access import Action, Actor, Resource, require
from scorebook.services.log import Event, note
from scorebook.services.ordinary import require_ordinary
from scorebook.services.refusals import RefusedError
from scorebook.services.season_evenings import count_again, held_season
from scorebook.services.stock import close_stocks, give_back
from scorebook.services.texts import normalised, wrong_reason
from scorebook.services.transactions import transaction
from scorebook.store import closing as store
from scorebook.store.db import AnySession, reading
from scorebook.store.evenings import load_evening
from scorebook.store.events import EveningEvent, EventKind, events, table_numbers
from scorebook.store.seasons import people_at
from scorebook.store.stock import moves_of_evening


@dataclass(frozen=True, slots=True)
class Closing:
    """When an evening ended; None while it goes on. `repeated`: it was so before, nothing was written."""

    ended: datetime | None
    repeated: bool = False


def end_evening(
    session: AnySession,
    actor: Actor,
    evening_id: int,
    stock: Mapping[int, str] | None = None,
    *,
    now: datetime | None = None,
) -> Closing:
    """End an evening: from now on nothing is written on its sheets. A second time changes nothing.

    `stock` says for each sheet, by id, what becomes of what lies in its Stock: "divided", "kept", "boxed". Raises
    `RefusedError` at `stock.<sheet id>` where that is missing, `NotFoundError` for an evening that is not the club's,
    `ConflictError` for the table of a tournament: it counts there alone, and its list is handed in there.
    """
    event = EveningEvent(EventKind.ENDED, now or datetime.now(UTC), actor.name)
    with transaction(session) as connection:
        ended = _lock(connection, actor, evening_id)
        if ended is not None:
            return Closing(ended, repeated=True)
        evening = load_evening(connection, actor.club_id, evening_id)
        moved = close_stocks(connection, actor, evening, stock or {}, event.at) if evening is not None else []
        season_id = held_season(connection, evening_id)
        store.add_event(connection, actor.club_id, evening_id, event)
        count_again(connection, season_id, people_at(connection, [evening_id]))
        new = {"stocks": moved} if moved else None
        note(connection, actor, Event.EVENING_ENDED, f"evening:{evening_id}", new=new)
    return Closing(event.at)


def reopen_evening(
    session: AnySession, actor: Actor, evening_id: int, reason: str, *, now: datetime | None = None
) -> Closing:
    """Open an evening again, with a reason; its Stocks lie where they lay. One that goes on stays as it is.

    Raises `RefusedError` at `reason` if it is missing, `ConflictError` if another evening has taken up a Stock that was
    kept or its season is closed, `NotFoundError` for an evening that is not the club's.
    """
    event = EveningEvent(EventKind.REOPENED, now or datetime.now(UTC), actor.name, normalised(reason))
    with transaction(session) as connection:
        if _lock(connection, actor, evening_id) is None:
            return Closing(None, repeated=True)
        findings = wrong_reason(reason)
        if findings:
            raise RefusedError(findings)
        season_id, people = held_season(connection, evening_id), people_at(connection, [evening_id])
        back = give_back(connection, actor, evening_id, event.at)
        store.add_event(connection, actor.club_id, evening_id, event)
        count_again(connection, season_id, people)
        new = {"stocks": back} if back else None
        note(connection, actor, Event.EVENING_REOPENED, f"evening:{evening_id}", new=new)
    return Closing(None)


def history(session: AnySession, actor: Actor, evening_id: int) -> tuple[EveningEvent, ...]:
    """List what happened to the evening besides its games, and what became of its Stocks, the first first."""
    require(actor, Action.READ, Resource(actor.club_id, evening_id))
    connection = reading(session)
    moves = moves_of_evening(connection, actor.club_id, evening_id)
    tables = table_numbers(connection, actor.club_id, evening_id) if moves else {}
    moved = [
        EveningEvent(
            move.kind, move.at, move.by, sheet_id=move.sheet_id, table=tables[move.sheet_id], amount=move.amount
        )
        for move in moves
    ]
    return tuple(sorted((*events(connection, actor.club_id, evening_id), *moved), key=lambda event: event.at))


def _lock(connection: Connection, actor: Actor, evening_id: int) -> datetime | None:
    """Lock the evening with its sheets, and tell when it ended."""
    known, ended = store.lock_evening(connection, actor.club_id, evening_id)
    if not known:
        raise NotFoundError("Diesen Abend gibt es nicht.")
    require(actor, Action.END, Resource(actor.club_id, evening_id))
    require_ordinary(connection, evening_id)
    return ended
