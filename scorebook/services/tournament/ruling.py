"""What is decided besides the lists: penalties, rulings, who takes over a seat; and what of it is taken back."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from scorebook.errors import ConflictError
from scorebook.league.tournament.allowed import objections as speaks_against
from scorebook.league.tournament.allowed_taking_back import revocable
from scorebook.league.tournament.entries import (
    Confirmed,
    CountsFor,
    Entry,
    Penalised,
    Ruled,
    Stamped,
    Substituted,
    TakenBack,
)
from scorebook.league.tournament.preview import Preview
from scorebook.league.tournament.state import Tournament
from scorebook.rules import Finding
from scorebook.services.access import Actor
from scorebook.services.refusals import RefusedError
from scorebook.services.texts import normalised, objections, wrong_reason
from scorebook.services.tournament.desk import CHANGED, Desk, act, at_desk, look_ahead
from scorebook.services.tournament.listing import table_of
from scorebook.services.tournament.sheets import follow
from scorebook.store.columns import REASON_LENGTH
from scorebook.store.db import AnySession

DECIDED = (Penalised, Ruled, Substituted, Confirmed)
"""What is decided besides the lists."""
NONE = -1
"""What is no number, or none that there is."""


@dataclass(frozen=True, slots=True)
class NewPenalty:
    """Points that somebody loses, as they were typed; None where there was no number."""

    player: int | None
    round: int | None
    points: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class NewRuling:
    """What was decided, as it was typed; without a table it is about the whole round. `NONE` is no number."""

    round: int | None
    table: int | None
    text: str


@dataclass(frozen=True, slots=True)
class NewSubstitute:
    """Who takes over which seat of a table, as it was typed. `counts_for` is one of `CountsFor`."""

    round: int
    table: int
    seat: int | None
    came: int | None
    counts_for: str


def penalise(
    session: AnySession,
    actor: Actor,
    tournament_id: int,
    uuid: UUID,
    new: NewPenalty,
    *,
    version: int | None = None,
) -> Stamped:
    """Take points from somebody in a round, beside what his list says. `version` is how many entries are known.

    Raises `RefusedError` with findings at `player`, `round`, `points` and `reason`, `ConflictError` where the
    tournament has gone on.
    """
    return act(session, actor, tournament_id, uuid, lambda state: [_penalty(state, new)], version=version)[0]


def foresee_penalty(
    session: AnySession, actor: Actor, tournament_id: int, uuid: UUID, new: NewPenalty
) -> Preview | None:
    """Give what a penalty would change that is out already; None for nothing. Raises as `penalise`."""
    return _of_published(look_ahead(session, actor, tournament_id, lambda state: _penalty(state, new), uuid))


def _penalty(state: Tournament, new: NewPenalty) -> Penalised:
    made = Penalised(
        NONE if new.player is None else new.player, new.round or 0, new.points or 0, normalised(new.reason)
    )
    typed = [Finding("player.missing", "player", {})] if new.player is None else []
    _demand(state, made, [*typed, *wrong_reason(new.reason)])
    return made


def _of_published(found: Preview) -> Preview | None:
    return found if found.published else None


def rule(session: AnySession, actor: Actor, tournament_id: int, uuid: UUID, new: NewRuling) -> Stamped:
    """Write down what the director has decided at a table, or for a whole round.

    Raises `RefusedError` with findings at `round`, `table` and `text`.
    """

    def decide(state: Tournament) -> Sequence[Entry]:
        made = Ruled(new.round or 0, normalised(new.text), new.table)
        typed = [Finding("table.missing", "table", {})] if new.table == NONE else []
        _demand(state, made, [*typed, *objections(new.text, "text", "ruling", REASON_LENGTH, required=True)])
        return [made]

    return act(session, actor, tournament_id, uuid, decide)[0]


def substitute(session: AnySession, actor: Actor, tournament_id: int, uuid: UUID, new: NewSubstitute) -> Stamped:
    """Let somebody take over a seat at a table, and on its tablet.

    Raises `RefusedError` with findings at `seat`, `came` and `counts_for`, `NotFoundError` for a table that is not
    there.
    """

    def decide(state: Tournament) -> Sequence[Entry]:
        table_of(state, new.round, new.table)
        known = new.counts_for in list(CountsFor)
        made = Substituted(
            new.round,
            new.table,
            NONE if new.seat is None else new.seat,
            NONE if new.came is None else new.came,
            CountsFor(new.counts_for) if known else CountsFor.LEFT,
        )
        typed = [Finding("player.missing", "came", {})] if new.came is None else []
        _demand(state, made, typed if known else [*typed, Finding("substitute.counts", "counts_for", {})])
        return [made]

    return _at_table(session, actor, tournament_id, uuid, decide)


def take_back(  # noqa: PLR0913 - what a sender may say
    session: AnySession,
    actor: Actor,
    tournament_id: int,
    uuid: UUID,
    entry: int,
    reason: str,
    *,
    version: int | None = None,
) -> Stamped:
    """Take back a penalty, a ruling, a confirmation or a substitute, with a reason; it stays to be read.

    `version` is how many entries are known. Raises `ConflictError` for one that does not hold, and where the tournament
    has gone on, `RefusedError` at `reason`.
    """
    return _at_table(
        session, actor, tournament_id, uuid, lambda state: [_taken_back(state, entry, reason)], version=version
    )


def foresee_taking_back(
    session: AnySession, actor: Actor, tournament_id: int, uuid: UUID, entry: int, reason: str
) -> Preview | None:
    """Give what taking something back would change that is out already; None for nothing. Raises as `take_back`."""
    found = look_ahead(session, actor, tournament_id, lambda state: _taken_back(state, entry, reason), uuid)
    return _of_published(found)


def _taken_back(state: Tournament, entry: int, reason: str) -> TakenBack:
    if entry not in {one.number for one in standing(state)}:
        raise ConflictError(CHANGED)
    made = TakenBack(entry, normalised(reason))
    _demand(state, made, wrong_reason(reason))
    return made


def _at_table(
    session: AnySession,
    actor: Actor,
    tournament_id: int,
    uuid: UUID,
    decide: Callable[[Tournament], Sequence[Entry]],
    *,
    version: int | None = None,
) -> Stamped:
    """Append an entry; where it changes who sits at a table, the sheet on its tablet follows."""

    def work(desk: Desk) -> Stamped:
        done = desk.done(uuid, version)
        if done:
            return done[0]
        before = {one.number: one.entry for one in standing(desk.state)}
        (added,) = desk.append(uuid, decide(desk.state))
        entry = before.get(added.entry.entry) if isinstance(added.entry, TakenBack) else added.entry
        if isinstance(entry, Substituted):
            follow(desk, entry.round, entry.table)
        return added

    return at_desk(session, actor, tournament_id, work, with_club=True)


def standing(state: Tournament) -> list[Stamped]:
    """Give the penalties, rulings, substitutes and confirmations that hold, in their order."""
    return [one for one in revocable(state) if isinstance(one.entry, DECIDED)]


def _demand(state: Tournament, made: Entry, typed: Iterable[Finding]) -> None:
    """Raise `RefusedError` with all that is wrong: with what was typed, and at other fields what the state says."""
    findings = list(typed)
    fields = {one.field for one in findings}
    findings += [one for one in speaks_against(state, made) if one.field not in fields]
    if findings:
        raise RefusedError(findings)
