"""Correct a game: the old version is undone and stays readable, a better one takes its number."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from sqlalchemy import Connection

from scorebook.errors import ConflictError
from scorebook.ledger.evening import Cancellation, Evening, RecordedGame, Sheet
from scorebook.ledger.stock import built_upon, stock_before
from scorebook.rules import Finding, Game, Score
from scorebook.services.access import Action, Actor
from scorebook.services.cancelling import locked_game, require_open, sheet_of
from scorebook.services.recording import digest_of, work_out, write_game
from scorebook.services.refusals import CORRECTED, ConfirmError, RefusedError
from scorebook.services.texts import normalised, wrong_reason
from scorebook.services.transactions import write_once
from scorebook.store import games as store
from scorebook.store.db import AnySession
from scorebook.store.games import SheetState, StoredGame
from scorebook.store.rows import game_text


@dataclass(frozen=True, slots=True)
class Corrected:
    """The version that counts now. `repeated`: it was there before, nothing was written; `differs`: and is another."""

    game: RecordedGame
    sheet_id: int
    repeated: bool = False
    differs: bool = False


@dataclass(frozen=True, slots=True)
class _Wish:
    """What is to stand in the place of which game, and why."""

    old: UUID
    uuid: UUID
    game: Game
    reason: str
    accept: frozenset[str]
    at: datetime


def correct_game(  # noqa: PLR0913 - what a sender may say about one correction
    session: AnySession,
    actor: Actor,
    uuid: UUID,
    new_uuid: UUID,
    game: Game,
    reason: str,
    *,
    accept: Iterable[str] = (),
    now: datetime | None = None,
) -> Corrected:
    """Put `game` in the place of the game `uuid`, under `new_uuid`, with a reason.

    Number, rule set, people and, where the game says no other, the dealer stay those of the old version; the Stock is
    that of its place in the list. The same `new_uuid` again answers with the first result and writes nothing. Raises
    `RefusedError` for what cannot be, a missing reason or a game that changes nothing, `ConfirmError` for warnings
    that are not accepted, `NotFoundError` for a game that is not the club's, and `ConflictError` if the game was
    corrected or taken back by now, the evening has ended, or a later game would come out otherwise.
    """
    wish = _Wish(uuid, new_uuid, game, reason, frozenset(accept), now or datetime.now(UTC))
    return write_once(session, lambda connection: _correct(connection, actor, wish))


def _correct(connection: Connection, actor: Actor, wish: _Wish) -> Corrected:
    old = locked_game(connection, actor, Action.CORRECT, wish.old)
    before = store.find_game(connection, wish.uuid)
    if before is not None:
        if before.recorded.replaces != wish.old:
            raise ConflictError("Diese Kennung gehört zu einem anderen Spiel.")
        differs = before.digest != digest_of(wish.game)
        return Corrected(before.recorded, old.sheet_id, repeated=True, differs=differs)
    evening, sheet = sheet_of(connection, old)
    require_current(sheet, old.recorded)
    require_open(connection, old)
    state = _state(old, evening, sheet)
    game, score = _agreed(wish, state, old.recorded)
    new = RecordedGame(
        uuid=wish.uuid,
        number=old.recorded.number,
        rule_set=old.recorded.rule_set,
        recorded_at=wish.at,
        by=actor.name,
        game=game,
        score=score,
        replaces=old.recorded.uuid,
    )
    _check_later(evening, sheet, old.recorded, new)
    store.add_reversal(connection, old, Cancellation(wish.at, actor.name, normalised(wish.reason)))
    write_game(connection, state, new, digest_of(wish.game), old)
    return Corrected(new, old.sheet_id)


def require_current(sheet: Sheet, game: RecordedGame) -> None:
    """Raise `ConflictError` if the game does not count any more: what replaced it, or nothing, is to be looked at."""
    if game.uuid in sheet.replaced:
        raise ConflictError(CORRECTED, number=game.number)
    if not game.stands:
        raise ConflictError("Spiel %(number)d ist storniert. Es lässt sich nicht mehr korrigieren.", number=game.number)


def _state(old: StoredGame, evening: Evening, sheet: Sheet) -> SheetState:
    """What the sheet knew when the old game was next: its people, rules and dealer, and the Stock at its place."""
    recorded = old.recorded
    return SheetState(
        club_id=old.club_id,
        sheet_id=old.sheet_id,
        rule_set_id=old.rule_set_id,
        rule_set=recorded.rule_set,
        rules=evening.rule_sets[recorded.rule_set].rules,
        last_number=recorded.number - 1,
        place=old.place,
        next_dealer=sheet.first_dealer if recorded.game.dealer is None else recorded.game.dealer,
        stock=stock_before(sheet, recorded.number),
        people=sheet.people_at(recorded.number),
        taken=False,
        ended=False,
    )


def _agreed(wish: _Wish, state: SheetState, old: RecordedGame) -> tuple[Game, Score]:
    """Work the better game out. What is wrong with it and with the reason is said at once."""
    wrong = wrong_reason(wish.reason)
    try:
        game, score = work_out(wish.game, state, wish.accept)
    except RefusedError as error:
        raise RefusedError((*error.findings, *wrong)) from error
    except ConfirmError:
        if wrong:
            raise RefusedError(wrong) from None
        raise
    if game_text(game) == game_text(old.game):
        wrong = (Finding("game.unchanged", "", {}), *wrong)
    if wrong:
        raise RefusedError(wrong)
    return game, score


def _check_later(evening: Evening, sheet: Sheet, old: RecordedGame, new: RecordedGame) -> None:
    """Raise `ConflictError` if a later game would have come out otherwise after the better one."""
    later = built_upon(sheet, evening.rule_sets, old, new)
    if later is not None:
        raise ConflictError(
            "So läge danach ein anderer Betrag im Stock, und Spiel %(later)d käme anders heraus. "
            "Nimm zuerst Spiel %(later)d zurück.",
            later=later.number,
        )
