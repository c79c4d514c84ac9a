"""Record a game: whoever asks, form or API, comes this way."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from uuid import UUID

from sqlalchemy import Connection

from scorebook.errors import ConflictError, NotFoundError
from scorebook.ledger.bock import Bock, asked_for, has_bock
from scorebook.ledger.consequences import state_before, with_bock, with_stock
from scorebook.ledger.entries import entries_of, writes_winners
from scorebook.ledger.evening import RecordedGame
from scorebook.money import LARGEST
from scorebook.rules import Assessment, Finding, Game, Score, assess
from scorebook.rules.game import ACTIVE_PLAYERS
from scorebook.services.access import Action, Actor, Resource, require
from scorebook.services.log import Event, note
from scorebook.services.log_facts import game_facts
from scorebook.services.refusals import OVERTAKEN, TAKEN, ConfirmError, RefusedError, SeatsChangedError
from scorebook.services.season_evenings import ended_error
from scorebook.services.transactions import write_once
from scorebook.store import evenings, rows
from scorebook.store import games as store
from scorebook.store.db import AnySession
from scorebook.store.games import SheetState, StoredGame


@dataclass(frozen=True, slots=True)
class Recorded:
    """A game in the book. `repeated`: it was there before, nothing was written; `differs`: and it is another game."""

    game: RecordedGame
    repeated: bool = False
    differs: bool = False


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be recorded, as it was sent, and the digest of that."""

    sheet_id: int
    uuid: UUID
    game: Game
    digest: str
    after_number: int | None
    seated: tuple[int, ...] | None
    accept: frozenset[str]
    at: datetime


def record_game(  # noqa: PLR0913 - what a sender may say about one game
    session: AnySession,
    actor: Actor,
    sheet_id: int,
    uuid: UUID,
    game: Game,
    *,
    after_number: int | None = None,
    seated: tuple[int, ...] | None = None,
    accept: Iterable[str] = (),
    now: datetime | None = None,
) -> Recorded:
    """Record a game on a sheet; what the sheet knows and the game leaves out is filled in (players, dealer, Stock).

    The same UUID again answers with the first result and writes nothing. `after_number` is the last number that the
    sender knew, `seated` who sat there, by seat, `accept` the codes of warnings that were answered with yes. Raises
    `RefusedError` for what cannot be, `ConfirmError` for warnings that are not accepted, `ConflictError` if there are
    other games or people by now, the evening has ended or the UUID is that of a game elsewhere, `NotFoundError` for a
    sheet that is not the club's.
    """
    at = now or datetime.now(UTC)
    wish = Wish(sheet_id, uuid, game, digest_of(game), after_number, seated, frozenset(accept), at)
    return write_once(session, lambda connection: record_wish(connection, actor, wish))


def record_wish(connection: Connection, actor: Actor, wish: Wish) -> Recorded:
    """Record a game in a transaction that is open, as `record_game` does."""
    store.lock_sheet(connection, wish.sheet_id)
    state = _state(connection, actor, wish.sheet_id, Action.RECORD, wish.uuid)
    before = store.find_game(connection, wish.uuid) if state.taken else None
    if before is not None:
        if before.sheet_id != wish.sheet_id:
            raise ConflictError(TAKEN)
        return Recorded(before.recorded, repeated=True, differs=before.digest != wish.digest)
    if state.ended:
        raise ended_error(connection, state.evening_id)
    if wish.after_number not in (None, state.last_number):
        raise ConflictError(OVERTAKEN, number=state.last_number)
    if wish.seated not in (None, state.people):
        raise SeatsChangedError
    if has_bock(state.rules):
        state = replace(state, bock=_bock(connection, state))
    game, score = work_out(wish.game, state, wish.accept)
    recorded = RecordedGame(
        uuid=wish.uuid,
        number=state.last_number + 1,
        rule_set=state.rule_set,
        recorded_at=wish.at,
        by=actor.name,
        game=game,
        score=score,
    )
    write_game(connection, state, recorded, wish.digest)
    facts = game_facts(recorded, wish.sheet_id, state.people, state.rules.unit) | {"digest": wish.digest}
    note(connection, actor, Event.GAME_RECORDED, f"game:{recorded.uuid}", new=facts)
    return Recorded(recorded)


def _bock(connection: Connection, state: SheetState) -> Bock:
    """Count the Bock of the next game from all that were played; only tables that play it wait for this."""
    found = evenings.load_sheet(connection, state.club_id, state.sheet_id)
    if found is None:
        raise NotFoundError("Diese Liste gibt es nicht.")
    evening, sheet = found
    return state_before(sheet, evening.rule_sets, sheet.next_number).bock


def digest_of(game: Game) -> str:
    """Give what tells a game, as it was sent, from another under the same UUID."""
    return rows.digest_of(rows.game_text(game))


def work_out(sent: Game, state: SheetState, accept: Collection[str]) -> tuple[Game, Score]:
    """Fill in what the sheet and the cards of the game know and the game leaves out, and score it.

    Raises `RefusedError` for what cannot be, `ConfirmError` for warnings that are not accepted.
    """
    game = _filled(sent, state)
    assessment = _assess(game, sent, state)
    return assessment.completed or game, _agreed(assessment, accept)


def write_game(
    connection: Connection,
    state: SheetState,
    recorded: RecordedGame,
    digest: str,
    replaced: StoredGame | None = None,
) -> None:
    """Add a game with its entries, in the place of the `replaced` one if there is one."""
    entries = entries_of(recorded.game, recorded.score, state.people, winners_only=writes_winners(state.rules))
    store.add_game(connection, state, recorded, entries, digest, replaced)


def _state(connection: Connection, actor: Actor, sheet_id: int, action: Action, uuid: UUID | None = None) -> SheetState:
    state = store.sheet_state(connection, sheet_id, uuid)
    if state is None or state.club_id != actor.club_id:
        raise NotFoundError("Diese Liste gibt es nicht.")
    require(actor, action, Resource(state.club_id, state.evening_id, sheet_id))
    return state


def _filled(game: Game, state: SheetState) -> Game:
    """Add what the sheet knows and the game leaves out. What it does not leave out is checked by `_assess`."""
    known: dict[str, int] = {}
    if "players" not in game.given and len(state.people) != ACTIVE_PLAYERS:
        known["players"] = len(state.people)
    if "dealer" not in game.given:
        known["dealer"] = state.next_dealer
    filled = replace(game, given=game.given.union(known), **known) if known else game  # type: ignore[arg-type]
    if "stock" not in game.given:
        filled = with_stock(filled, state.stock)
    factor = asked_for(state.bock, game, state.rules)
    return filled if factor is None or "bock" in game.given else with_bock(filled, factor)


def _assess(game: Game, sent: Game, state: SheetState) -> Assessment:
    """Ask the sheet, then the rules."""
    findings = []
    if game.players != len(state.people):
        findings.append(Finding("sheet.players", "players", {"players": len(state.people)}))
    if "stock" in sent.given and game.stock != state.stock:
        findings.append(Finding("sheet.stock", "stock", {"stock": state.stock}))
    if "bock" in sent.given and asked_for(state.bock, game, state.rules) not in (None, game.bock):
        findings.append(Finding("sheet.bock", "bock", {"factor": state.bock.factor}))
    if findings:
        return Assessment(tuple(findings), (), None)
    assessment = assess(game, state.rules)
    if assessment.score is not None and too_large(assessment.score):
        return Assessment((Finding("amount.too_large", "", {"most": LARGEST}),), (), None)
    return assessment


def too_large(score: Score) -> bool:
    """Tell whether an amount is beyond all that the book takes."""
    return max(score.stock, score.value, *map(abs, score.payouts)) > LARGEST


def _agreed(assessment: Assessment, accept: Collection[str]) -> Score:
    """Give the score, if nothing stands against it."""
    if assessment.score is None:
        raise RefusedError(assessment.errors)
    asked = [finding for finding in assessment.warnings if finding.code not in accept]
    if asked:
        raise ConfirmError(asked)
    return assessment.score
