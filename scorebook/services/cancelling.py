"""Take a game back: it stays in the book, with the entries that undo it, and who did so when and why."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from uuid import UUID

from sqlalchemy import Connection

from scorebook.errors import ConflictError, NotFoundError
from scorebook.ledger.evening import Cancellation, Evening, RecordedGame, Sheet
from scorebook.ledger.stock import built_upon
from scorebook.services.access import Action, Actor, require
from scorebook.services.refusals import CORRECTED, ENDED, RefusedError
from scorebook.services.texts import normalised, wrong_reason
from scorebook.services.transactions import transaction
from scorebook.store import evenings
from scorebook.store import games as store
from scorebook.store.db import AnySession
from scorebook.store.games import StoredGame


@dataclass(frozen=True, slots=True)
class Cancelled:
    """A game that no longer counts. `repeated`: it did not before, nothing was written."""

    game: RecordedGame
    sheet_id: int
    repeated: bool = False


def cancel_game(
    session: AnySession, actor: Actor, uuid: UUID, reason: str, *, now: datetime | None = None
) -> Cancelled:
    """Take a game back, with a reason. A second time answers with the first cancellation and writes nothing.

    Raises `RefusedError` at `reason` if it is missing, `NotFoundError` for a game that is not the club's, and
    `ConflictError` if the game was corrected or the evening has ended by now, and for a game that moved the Stock if a
    later one depends on what it left there.
    """
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
        _check_stock(connection, game)
        store.add_reversal(connection, game, cancelled)
    return Cancelled(replace(game.recorded, cancelled=cancelled), game.sheet_id)


def locked_game(connection: Connection, actor: Actor, action: Action, uuid: UUID) -> StoredGame:
    """Find a game and lock its sheet; what it says is read after that. Raises `NotFoundError` as above."""
    found = store.find_game(connection, uuid)
    if found is not None:
        store.lock_sheet(connection, found.sheet_id)
        found = store.find_game(connection, uuid)
    if found is None or found.club_id != actor.club_id:
        raise NotFoundError("Dieses Spiel gibt es nicht.")
    require(actor, action, found.club_id)
    return found


def require_open(connection: Connection, game: StoredGame) -> None:
    """Raise `ConflictError` if the evening of the game has ended."""
    if store.is_ended(connection, game.sheet_id):
        raise ConflictError(ENDED)


def sheet_of(connection: Connection, game: StoredGame) -> tuple[Evening, Sheet]:
    """Read the sheet on which a game stands, with its evening."""
    evening_id = evenings.evening_of_sheet(connection, game.club_id, game.sheet_id)
    evening = None if evening_id is None else evenings.load_evening(connection, game.club_id, evening_id)
    if evening is None:
        raise NotFoundError("Dieses Spiel gibt es nicht.")
    return evening, next(sheet for sheet in evening.sheets if sheet.id == game.sheet_id)


def _check_stock(connection: Connection, game: StoredGame) -> None:
    """Raise `ConflictError` if a later game would have come out otherwise without this one."""
    if game.recorded.score.stock == game.recorded.game.stock:
        return
    evening, sheet = sheet_of(connection, game)
    later = built_upon(sheet, evening.rule_sets, game.recorded)
    if later is not None:
        raise ConflictError(
            "Spiel %(number)d hat den Stock verändert, und Spiel %(later)d baut darauf auf. "
            "Nimm zuerst Spiel %(later)d zurück.",
            number=game.recorded.number,
            later=later.number,
        )
