"""What is about to be changed: an evening, or a recorded game with its sheet; found, locked, and looked at."""

from uuid import UUID

from sqlalchemy import Connection

from scorebook.errors import ConflictError, NotFoundError
from scorebook.ledger.evening import Evening, RecordedGame, Sheet
from scorebook.services.access import Action, Actor, Resource, require
from scorebook.services.ordinary import require_ordinary
from scorebook.services.refusals import CORRECTED
from scorebook.services.season_evenings import ended_error
from scorebook.store import evenings
from scorebook.store import games as store
from scorebook.store.closing import lock_evening
from scorebook.store.games import SheetState, StoredGame
from scorebook.store.results import lock_results


def locked_evening(connection: Connection, actor: Actor, action: Action, evening_id: int) -> Evening:
    """Read an evening, and keep others from writing in it until the transaction ends.

    Raises `NotFoundError` for one that is not the club's, `ConflictError` for the table of a tournament.
    """
    known, _ended = lock_evening(connection, actor.club_id, evening_id)
    evening = evenings.load_evening(connection, actor.club_id, evening_id) if known else None
    if evening is None:
        raise NotFoundError("Diesen Abend gibt es nicht.")
    require(actor, action, Resource(actor.club_id, evening_id))
    require_ordinary(connection, evening_id)
    return evening


def locked_game(connection: Connection, actor: Actor, action: Action, uuid: UUID) -> StoredGame:
    """Find a game and lock its sheet; what it says is read after that.

    Raises `NotFoundError` for a game that is not the club's.
    """
    found = store.find_game(connection, uuid)
    if found is not None:
        store.lock_sheet(connection, found.sheet_id)
        found = store.find_game(connection, uuid)
        lock_results(connection, found.sheet_id if found else 0)
    if found is None or found.club_id != actor.club_id:
        raise NotFoundError("Dieses Spiel gibt es nicht.")
    require(actor, action, Resource(found.club_id, found.evening_id, found.sheet_id))
    return found


def require_open(connection: Connection, game: StoredGame) -> None:
    """Raise `ConflictError` if the evening of the game has ended."""
    if store.is_ended(connection, game.sheet_id):
        raise ended_error(connection, game.evening_id)


def require_current(sheet: Sheet, game: RecordedGame) -> None:
    """Raise `ConflictError` if the game does not count any more: what replaced it, or nothing, is to be looked at."""
    if game.uuid in sheet.replaced:
        raise ConflictError(CORRECTED, number=game.number)
    if not game.stands:
        raise ConflictError("Spiel %(number)d ist storniert. Es lässt sich nicht mehr korrigieren.", number=game.number)


def sheet_of(connection: Connection, game: StoredGame) -> tuple[Evening, Sheet]:
    """Read the sheet on which a game stands, with its evening."""
    found = evenings.load_sheet(connection, game.club_id, game.sheet_id)
    if found is None:
        raise NotFoundError("Dieses Spiel gibt es nicht.")
    return found


def state_at(game: StoredGame, evening: Evening, sheet: Sheet) -> SheetState:
    """What the sheet knew when a game that counts was next: people, rules, Stock, and who dealt."""
    recorded = game.recorded
    return SheetState(
        club_id=game.club_id,
        evening_id=game.evening_id,
        sheet_id=game.sheet_id,
        rule_set_id=game.rule_set_id,
        rule_set=recorded.rule_set,
        rules=evening.rule_sets[recorded.rule_set].rules,
        last_number=recorded.number - 1,
        place=game.place,
        next_dealer=sheet.first_dealer if recorded.game.dealer is None else recorded.game.dealer,
        stock=recorded.game.stock,
        people=sheet.people_at(recorded.number),
        taken=False,
        ended=False,
    )
