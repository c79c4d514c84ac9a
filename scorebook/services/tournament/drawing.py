"""Seats drawn for a tournament: all rounds that are left or the one that comes, once more with a reason, checkably."""

import secrets
from dataclasses import dataclass, replace
from uuid import UUID

from scorebook.errors import NotFoundError
from scorebook.exchange.draws import OpenDraw
from scorebook.league.draw import Chance, commitment, draw, seed_of
from scorebook.league.draw import Drawn as Plan
from scorebook.league.tournament.drawing import drawable, plan_of, wandered, wanders, who_plays, wish_of
from scorebook.league.tournament.entries import Committed, Drawn, Entry, Left, Stamped
from scorebook.league.tournament.state import Tournament, fold
from scorebook.rules import Finding
from scorebook.services.access import Actor
from scorebook.services.refusals import RefusedError
from scorebook.services.tournament.desk import Desk, at_desk, history
from scorebook.store import tournaments as store
from scorebook.store.db import AnySession
from scorebook.wording import GERMAN, Language, Marked

SECRET_BYTES = 32
SEED_BYTES = 16
LARGEST_CALLED = 10**9
NO_DRAW: Marked[str] = "Diese Auslosung gibt es nicht, oder sie lässt sich nicht nachrechnen."
NOT_HERE: Marked[str] = "bei der Auslosung nicht da"


@dataclass(frozen=True, slots=True)
class Asked:
    """A draw as somebody asks for it: from which round on, why once more, and for whom.

    With `only_here` those who have not said that they are here do not play from that round on. `helpers` are
    substitutes who are seated as well. `called` is the number from the hall, where the draw is to be checkable.
    """

    first: int
    reason: str = ""
    only_here: bool = False
    helpers: tuple[int, ...] = ()
    called: int | None = None


def draw_seats(  # noqa: PLR0913 - what a sender may say
    session: AnySession,
    actor: Actor,
    tournament_id: int,
    uuid: UUID,
    asked: Asked,
    *,
    version: int | None = None,
    say: Language = GERMAN,
) -> tuple[Stamped, ...]:
    """Draw seats; the same UUID again gives what was drawn then.

    Raises `RefusedError` with what speaks against it, `ConflictError` where somebody was faster, and what `league.draw`
    raises for what cannot be drawn.
    """

    def work(desk: Desk) -> tuple[Stamped, ...]:
        done = desk.done(uuid, version)
        if done:
            return done
        leaving, players = _people(desk.state, _as_announced(desk.state, asked), say)
        entry = _drawn(desk, asked, players)
        added = desk.append(uuid, [*leaving, entry])
        if entry.secret:
            store.set_tournament(desk.connection, tournament_id, {"secret": None})
        return added

    return at_desk(session, actor, tournament_id, work)


def commit(  # noqa: PLR0913 - what a sender may say
    session: AnySession,
    actor: Actor,
    tournament_id: int,
    uuid: UUID,
    asked: Asked,
    *,
    version: int | None = None,
    say: Language = GERMAN,
) -> tuple[Stamped, ...]:
    """Commit to the list of a draw and to a secret, before a number is called out. Raises as `draw_seats` does."""

    def work(desk: Desk) -> tuple[Stamped, ...]:
        done = desk.done(uuid, version)
        if done:
            return done
        leaving, players = _people(desk.state, asked, say)
        secret = secrets.token_bytes(SECRET_BYTES)
        store.set_tournament(desk.connection, tournament_id, {"secret": secret.hex()})
        return desk.append(uuid, [*leaving, Committed(commitment(secret, players), players)])

    return at_desk(session, actor, tournament_id, work)


def _as_announced(state: Tournament, asked: Asked) -> Asked:
    """Seat the substitutes who were on the list that was put up, where one was."""
    committed = state.committed.entry if state.committed else None
    if not isinstance(committed, Committed) or not state.settings.checkable:
        return asked
    helpers = set(who_plays(state, asked.first).helpers) & set(committed.players)
    return replace(asked, helpers=tuple(sorted(helpers)))


def _people(state: Tournament, asked: Asked, say: Language) -> tuple[list[Entry], tuple[int, ...]]:
    """Give who leaves before a draw, since he is not there, and for whom it is; both by start number."""
    if asked.first not in drawable(state):
        raise RefusedError([Finding("draw.first", "first")])
    who = who_plays(state, asked.first)
    strangers = set(asked.helpers) - set(who.helpers)
    if strangers:
        raise RefusedError([Finding("draw.no_helper", "helpers", {"number": min(strangers)})])
    away = who.absent if asked.only_here else ()
    leaving: list[Entry] = [Left(number, asked.first, reason=say(NOT_HERE)) for number in away]
    return leaving, tuple(sorted({*who.players, *asked.helpers} - set(away)))


def _drawn(desk: Desk, asked: Asked, players: tuple[int, ...]) -> Drawn:
    state = desk.state
    wish = wish_of(state, asked.first, players)
    secret = bytes.fromhex(desk.row.secret or "") if state.settings.checkable else b""
    called = asked.called if state.settings.checkable else None
    _demand(state, secret, asked)
    seed = secrets.token_hex(SEED_BYTES) if called is None else seed_of(players, secret, called)
    by_rank = wanders(state, asked.first, players) and all(
        table.lists for table in state.rounds[asked.first - 2].tables
    )
    plan = wandered(state, asked.first, wish, seed) if by_rank else draw(wish, Chance(seed))
    return _entry(plan, asked, players, seed, secret.hex(), by_rank=by_rank)


def _demand(state: Tournament, secret: bytes, asked: Asked) -> None:
    """Raise `RefusedError` for a checkable draw that lacks the number, or what was to be committed to before."""
    if not state.settings.checkable:
        return
    if state.committed is None or not secret:
        raise RefusedError([Finding("draw.not_committed", "")])
    if asked.called is None:
        raise RefusedError([Finding("draw.not_called", "called")])
    if not 0 <= asked.called <= LARGEST_CALLED:
        raise RefusedError([Finding("draw.number", "called", {"most": LARGEST_CALLED})])


def _entry(plan: Plan, asked: Asked, players: tuple[int, ...], seed: str, secret: str, *, by_rank: bool) -> Drawn:
    return Drawn(
        asked.first,
        plan.rounds,
        players,
        seed,
        plan.repeats,
        plan.bound,
        secret=secret,
        called=asked.called if secret else None,
        reason=asked.reason.strip(),
        broken=tuple((asked.first - 1 + one.round, *one.players) for one in plan.broken),
        by_rank=by_rank,
    )


def open_draw(session: AnySession, actor: Actor, tournament_id: int, number: int) -> OpenDraw:
    """Give a draw with all that it takes to check it: `number` is that of its entry.

    Raises `NotFoundError` for an entry that is no draw, or one to which nobody had committed.
    """
    entries = history(session, actor, tournament_id)
    entry = entries[number - 1].entry if 1 <= number <= len(entries) else None
    found = opened(fold(entries[: number - 1]), entry) if isinstance(entry, Drawn) else None
    if found is None:
        raise NotFoundError(NO_DRAW)
    return found


def opened(before: Tournament, entry: Drawn) -> OpenDraw | None:
    """Give a draw with all that it takes to check it, as things stood `before`; None where nobody had committed to it.

    Who wanders by rank is not drawn.
    """
    committed = before.committed.entry if before.committed else None
    if not entry.secret or entry.by_rank or entry.called is None or not isinstance(committed, Committed):
        return None
    wish = wish_of(before, entry.first, entry.players)
    return OpenDraw(bytes.fromhex(entry.secret), entry.called, committed.commitment, wish, _counted(entry))


def _counted(entry: Drawn) -> Plan:
    """Give a draw with its rounds counted from the first that it draws."""
    plan = plan_of(entry)
    broken = tuple(replace(one, round=one.round - entry.first + 1) for one in plan.broken)
    return replace(plan, broken=broken)
