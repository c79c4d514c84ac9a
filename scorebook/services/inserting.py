"""Put a forgotten game in at its place: the later games keep theirs, and count one further."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from uuid import UUID

from sqlalchemy import Connection

from scorebook.errors import ConflictError
from scorebook.ledger.consequences import Edit, state_before
from scorebook.ledger.evening import Cancellation, Evening, RecordedGame, Sheet
from scorebook.rules import Game
from scorebook.services.access import Action, Actor
from scorebook.services.later import agreed_consequences, follows_from, write_consequences
from scorebook.services.locked import locked_game, require_open, sheet_of, state_at
from scorebook.services.log import Event, note
from scorebook.services.log_facts import game_facts
from scorebook.services.recording import Recorded, digest_of, work_out, write_game
from scorebook.services.refusals import OVERTAKEN, TAKEN
from scorebook.services.transactions import write_once
from scorebook.store import games as store
from scorebook.store.db import AnySession
from scorebook.store.games import SheetState, StoredGame

FORGOTTEN = "ein vergessenes Spiel ist nachgetragen"
"""Why later games become others."""


@dataclass(frozen=True, slots=True)
class _Wish:
    """Which game is to stand before which."""

    later: UUID
    uuid: UUID
    game: Game
    after_number: int | None
    accept: frozenset[str]
    at: datetime


def insert_game(  # noqa: PLR0913 - what a sender may say about one game
    session: AnySession,
    actor: Actor,
    later: UUID,
    uuid: UUID,
    game: Game,
    *,
    after_number: int | None = None,
    accept: Iterable[str] = (),
    now: datetime | None = None,
) -> Recorded:
    """Record a forgotten game before the game `later`, whose number it gets.

    People, rule set, dealer, Stock and Bock are those of its place: of the game before it, for the first game those of
    the one after it. The same UUID again answers with the first result and writes nothing. `after_number` is the last
    number that the sender knew. Raises `RefusedError` for what cannot be, `ConfirmError` for warnings that are not
    accepted, `LaterError` with what becomes of later games as long as that is not accepted, `NotFoundError` for a game
    that is not the club's, and `ConflictError` if there are other games by now, the evening has ended, or there is no
    more room at that place.
    """
    wish = _Wish(later, uuid, game, after_number, frozenset(accept), now or datetime.now(UTC))
    return write_once(session, lambda connection: _insert(connection, actor, wish))


def _insert(connection: Connection, actor: Actor, wish: _Wish) -> Recorded:
    later = locked_game(connection, actor, Action.CORRECT, wish.later)
    there = store.find_game(connection, wish.uuid)
    if there is not None:
        if there.sheet_id != later.sheet_id:
            raise ConflictError(TAKEN)
        return Recorded(there.recorded, repeated=True, differs=there.digest != digest_of(wish.game))
    require_open(connection, later)
    evening, sheet = sheet_of(connection, later)
    last = sheet.next_number - 1
    if wish.after_number not in (None, last):
        raise ConflictError(OVERTAKEN, number=last)
    state = _state(connection, later, evening, sheet)
    game, score = work_out(wish.game, state, wish.accept)
    new = RecordedGame(
        uuid=wish.uuid,
        number=later.recorded.number,
        rule_set=state.rule_set,
        recorded_at=wish.at,
        by=actor.name,
        game=game,
        score=score,
    )
    found = agreed_consequences(evening, sheet, Edit(new.number, new=new), wish.accept)
    why = Cancellation(wish.at, actor.name, follows_from(new.number, FORGOTTEN))
    write_consequences(connection, evening, sheet, found, why, wish.uuid)
    write_game(connection, state, new, digest_of(wish.game))
    facts = game_facts(new, later.sheet_id, state.people, evening.unit, found) | {"digest": digest_of(wish.game)}
    note(connection, actor, Event.GAME_INSERTED, f"game:{wish.uuid}", new=facts)
    return Recorded(new)


def _state(connection: Connection, later: StoredGame, evening: Evening, sheet: Sheet) -> SheetState:
    """What the sheet knew when the forgotten game was next."""
    number = later.recorded.number
    like = store.find_game(connection, sheet.like(number).uuid) or later
    before = state_before(sheet, evening.rule_sets, number)
    base = state_at(like, evening, sheet)
    place = store.room_before(connection, later)
    if place is None:
        raise ConflictError("Vor Spiel %(number)d ist kein Platz mehr für ein vergessenes.", number=number)
    return replace(
        base,
        place=place,
        last_number=number - 1,
        next_dealer=before.dealer(base.people),
        stock=before.stock,
        bock=before.bock,
    )
