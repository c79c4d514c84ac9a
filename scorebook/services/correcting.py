"""Correct a game: the old version is undone and stays readable, a better one takes its number."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from uuid import UUID

from sqlalchemy import Connection

from scorebook.errors import ConflictError
from scorebook.ledger.consequences import Edit, state_before
from scorebook.ledger.evening import Cancellation, RecordedGame
from scorebook.rules import Finding, Game, Score
from scorebook.services.access import Action, Actor
from scorebook.services.later import agreed_consequences, follows_from, write_consequences
from scorebook.services.locked import locked_game, require_current, require_open, sheet_of, state_at
from scorebook.services.log import Event, note
from scorebook.services.log_facts import game_facts
from scorebook.services.recording import digest_of, work_out, write_game
from scorebook.services.refusals import TAKEN, ConfirmError, RefusedError
from scorebook.services.texts import normalised, wrong_reason
from scorebook.services.transactions import write_once
from scorebook.store import games as store
from scorebook.store.db import AnySession
from scorebook.store.games import SheetState
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
    that are not accepted, `LaterError` with what becomes of later games as long as that is not accepted,
    `NotFoundError` for a game that is not the club's, and `ConflictError` if the game was corrected or taken back by
    now, or the evening has ended.
    """
    wish = _Wish(uuid, new_uuid, game, reason, frozenset(accept), now or datetime.now(UTC))
    return write_once(session, lambda connection: _correct(connection, actor, wish))


def _correct(connection: Connection, actor: Actor, wish: _Wish) -> Corrected:
    old = locked_game(connection, actor, Action.CORRECT, wish.old)
    before = store.find_game(connection, wish.uuid)
    if before is not None:
        if before.recorded.replaces != wish.old:
            raise ConflictError(TAKEN)
        differs = before.digest != digest_of(wish.game)
        return Corrected(before.recorded, old.sheet_id, repeated=True, differs=differs)
    evening, sheet = sheet_of(connection, old)
    require_current(sheet, old.recorded)
    require_open(connection, old)
    known = state_before(sheet, evening.rule_sets, old.recorded.number)
    state = replace(state_at(old, evening, sheet), bock=known.bock)
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
    found = agreed_consequences(evening, sheet, Edit(new.number, old.recorded, new), wish.accept)
    why = Cancellation(wish.at, actor.name, normalised(wish.reason))
    store.add_reversal(connection, old, why)
    write_game(connection, state, new, digest_of(wish.game), old)
    why = replace(why, reason=follows_from(new.number, why.reason))
    write_consequences(connection, evening, sheet, found, why, wish.uuid)
    was = game_facts(old.recorded, old.sheet_id, state.people, evening.unit) | {"game": str(wish.old)}
    now = game_facts(new, old.sheet_id, state.people, evening.unit, found) | {"digest": digest_of(wish.game)}
    note(connection, actor, _event(old.recorded.game, new.game), f"game:{wish.uuid}", old=was, new=now)
    return Corrected(new, old.sheet_id)


def _event(old: Game, new: Game) -> Event:
    """Say what kind of correction it is: its cards come to a game, a ruling is taken into it, or something else."""
    if new.revoke is not None and old.revoke is None:
        return Event.GAME_RULED
    return Event.GAME_WITH_CARDS if new.protocol is not None and old.protocol is None else Event.GAME_CORRECTED


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
