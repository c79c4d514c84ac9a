"""What is decided besides the lists: penalties, rulings, who takes over a seat; and what of it is taken back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from uuid import UUID

from scorebook.errors import ConflictError
from scorebook.league.tournament.entries import (
    REVOCABLE,
    CountsFor,
    Entry,
    Penalised,
    Ruled,
    Stamped,
    Substituted,
    TakenBack,
)
from scorebook.league.tournament.state import Tournament
from scorebook.rules import Finding
from scorebook.services.access import Actor
from scorebook.services.refusals import RefusedError
from scorebook.services.texts import normalised, objections, wrong_reason
from scorebook.services.tournament.desk import CHANGED, Desk, act, at_desk
from scorebook.services.tournament.listing import table_of
from scorebook.services.tournament.sheets import follow
from scorebook.store.columns import REASON_LENGTH
from scorebook.store.db import AnySession

MOST_POINTS = 9_999


@dataclass(frozen=True, slots=True)
class NewPenalty:
    """Points that somebody loses, as they were typed; None where there was no number."""

    player: int | None
    round: int | None
    points: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class NewRuling:
    """What was decided, as it was typed; without a table it is about the whole round. Table 0 is what is no number."""

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


def penalise(session: AnySession, actor: Actor, tournament_id: int, uuid: UUID, new: NewPenalty) -> Stamped:
    """Take points from somebody in a round, beside what his list says.

    Raises `RefusedError` with findings at `player`, `round`, `points` and `reason`.
    """

    def decide(state: Tournament) -> Sequence[Entry]:
        findings = [*_wrong_player(state, new.player, "player"), *_wrong_round(state, new.round)]
        if new.points is None or not 1 <= new.points <= MOST_POINTS:
            findings.append(Finding("penalty.points", "points", {}))
        findings += wrong_reason(new.reason)
        _raise(findings)
        return [Penalised(new.player or 0, new.round or 0, new.points or 0, normalised(new.reason))]

    return act(session, actor, tournament_id, uuid, decide)[0]


def rule(session: AnySession, actor: Actor, tournament_id: int, uuid: UUID, new: NewRuling) -> Stamped:
    """Write down what the director has decided at a table, or for a whole round.

    Raises `RefusedError` with findings at `round`, `table` and `text`.
    """

    def decide(state: Tournament) -> Sequence[Entry]:
        findings = [
            *_wrong_round(state, new.round),
            *objections(new.text, "text", "ruling", REASON_LENGTH, required=True),
        ]
        if new.table is not None and not findings and state.table(new.round or 0, new.table) is None:
            unknown = Finding("list.no_table", "table", {"table": new.table})
            findings.append(unknown if new.table else Finding("table.missing", "table", {}))
        _raise(findings)
        return [Ruled(new.round or 0, normalised(new.text), new.table)]

    return act(session, actor, tournament_id, uuid, decide)[0]


def substitute(session: AnySession, actor: Actor, tournament_id: int, uuid: UUID, new: NewSubstitute) -> Stamped:
    """Let somebody take over a seat at a table, and on its tablet.

    Raises `RefusedError` with findings at `seat`, `came` and `counts_for`, `NotFoundError` for a table that is not
    there.
    """

    def decide(state: Tournament) -> Sequence[Entry]:
        table = table_of(state, new.round, new.table)
        findings = [*_wrong_player(state, new.came, "came")]
        if new.seat is None or not 0 <= new.seat < len(table.seated):
            findings.append(Finding("substitute.seat", "seat", {}))
        if new.counts_for not in list(CountsFor):
            findings.append(Finding("substitute.counts", "counts_for", {}))
        _raise(findings)
        return [Substituted(new.round, new.table, new.seat or 0, new.came or 0, CountsFor(new.counts_for))]

    return _at_table(session, actor, tournament_id, uuid, decide)


def take_back(session: AnySession, actor: Actor, tournament_id: int, uuid: UUID, entry: int, reason: str) -> Stamped:
    """Take back a penalty, a ruling, a confirmation or a substitute, with a reason; it stays to be read.

    Raises `ConflictError` for one that does not hold, `RefusedError` at `reason`.
    """

    def decide(state: Tournament) -> Sequence[Entry]:
        if entry not in {one.number for one in standing(state)}:
            raise ConflictError(CHANGED)
        _raise(list(wrong_reason(reason)))
        return [TakenBack(entry, normalised(reason))]

    return _at_table(session, actor, tournament_id, uuid, decide)


def _at_table(
    session: AnySession, actor: Actor, tournament_id: int, uuid: UUID, decide: Callable[[Tournament], Sequence[Entry]]
) -> Stamped:
    """Append an entry; where it changes who sits at a table, the sheet on its tablet follows."""

    def work(desk: Desk) -> Stamped:
        done = desk.before(uuid)
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
    found = [*state.penalties]
    for played in state.rounds:
        found += played.rulings
        for table in played.tables:
            found += [*table.rulings, *table.substituted]
            found += [] if table.confirmed is None else [table.confirmed]
    return sorted((one for one in found if isinstance(one.entry, REVOCABLE)), key=lambda one: one.number)


def _wrong_player(state: Tournament, player: int | None, field: str) -> list[Finding]:
    if player is None:
        return [Finding("player.missing", field, {})]
    return [] if player in state.players else [Finding("player.unknown", field, {"number": player})]


def _wrong_round(state: Tournament, round_number: int | None) -> list[Finding]:
    if round_number is None or state.round(round_number) is None:
        return [Finding("list.no_round", "round", {"round": round_number or 0})]
    return []


def _raise(findings: Sequence[Finding]) -> None:
    if findings:
        raise RefusedError(findings)
