"""Take a game back: it stays in the book, with the entries that undo it, and who did so when and why."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from uuid import UUID

from scorebook.errors import ConflictError
from scorebook.ledger.consequences import Edit
from scorebook.ledger.evening import Cancellation, RecordedGame
from scorebook.services.access import Action, Actor
from scorebook.services.later import agreed_consequences, follows_from, write_consequences
from scorebook.services.locked import locked_game, require_open, sheet_of
from scorebook.services.log import Event, note
from scorebook.services.log_facts import game_facts, later_facts
from scorebook.services.refusals import CORRECTED, RefusedError
from scorebook.services.texts import normalised, wrong_reason
from scorebook.services.transactions import transaction
from scorebook.store import games as store
from scorebook.store.db import AnySession


@dataclass(frozen=True, slots=True)
class Cancelled:
    """A game that no longer counts. `repeated`: it did not before, nothing was written."""

    game: RecordedGame
    sheet_id: int
    repeated: bool = False


def cancel_game(
    session: AnySession,
    actor: Actor,
    uuid: UUID,
    reason: str,
    *,
    accept: Iterable[str] = (),
    now: datetime | None = None,
) -> Cancelled:
    """Take a game back, with a reason. A second time answers with the first cancellation and writes nothing.

    Raises `RefusedError` at `reason` if it is missing, `NotFoundError` for a game that is not the club's, and
    `ConflictError` if the game was corrected or the evening has ended by now, and `LaterError` with what becomes of
    later games, as long as that is not accepted.
    """
    accepted = frozenset(accept)
    cancelled = Cancellation(now or datetime.now(UTC), actor.name, normalised(reason))
    with transaction(session) as connection:
        game = locked_game(connection, actor, Action.CANCEL, uuid)
        if game.recorded.cancelled is not None:
            if store.is_replaced(connection, game):
                raise ConflictError(CORRECTED, number=game.recorded.number)
            return Cancelled(game.recorded, game.sheet_id, repeated=True)
        require_open(connection, game)
        findings = wrong_reason(reason)
        if findings:
            raise RefusedError(findings)
        evening, sheet = sheet_of(connection, game)
        found = agreed_consequences(evening, sheet, Edit(game.recorded.number, old=game.recorded), accepted)
        store.add_reversal(connection, game, cancelled)
        why = replace(cancelled, reason=follows_from(game.recorded.number, cancelled.reason))
        write_consequences(connection, evening, sheet, found, why, uuid)
        old = game_facts(game.recorded, game.sheet_id, sheet.people_at(game.recorded.number), evening.unit)
        new = later_facts(found) or None
        note(connection, actor, Event.GAME_CANCELLED, f"game:{uuid}", old=old, new=new)
    return Cancelled(replace(game.recorded, cancelled=cancelled), game.sheet_id)
