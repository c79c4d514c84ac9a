"""Those on the list of a tournament: who is there, who goes and comes back, who has paid, who wants what of the draw.

A form can be sent twice, or once more with something else in it: what is appended has a UUID made of both.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from uuid import UUID, uuid5

from scorebook.errors import NotFoundError
from scorebook.league.tournament.attendance import fees, free_places, waiting
from scorebook.league.tournament.entries import (
    Admitted,
    CashKind,
    CashMoved,
    CheckedIn,
    Entry,
    Left,
    Returned,
    Stamped,
    TakenBack,
    Wished,
    WishKind,
)
from scorebook.league.tournament.state import Tournament
from scorebook.rules import Finding
from scorebook.services.access import Action, Actor
from scorebook.services.log import Event, note
from scorebook.services.refusals import RefusedError
from scorebook.services.texts import normalised, objections
from scorebook.services.tournament.desk import Desk, act, at_desk
from scorebook.services.tournament.money import fee_of
from scorebook.services.tournament.registering import Newcomer, profile, wrong
from scorebook.store import tournaments as store
from scorebook.store.columns import REASON_LENGTH
from scorebook.store.db import AnySession
from scorebook.wording import Marked

NO_NUMBER: Marked[str] = "Diese Startnummer hat hier niemand."


def _append(session: AnySession, actor: Actor, tournament_id: int, uuid: UUID, entry: Entry) -> tuple[Stamped, ...]:
    once = uuid5(uuid, repr(entry))
    return act(session, actor, tournament_id, once, lambda _state: [entry], action=Action.DOOR)


def require_known(state: Tournament, number: int) -> None:
    """Raise `NotFoundError` for a start number that nobody has."""
    if number not in state.players:
        raise NotFoundError(NO_NUMBER)


# --- There or not ---


def check_in(
    session: AnySession, actor: Actor, tournament_id: int, uuid: UUID, round_number: int, players: Sequence[int]
) -> None:
    """Note that these are here for a round. Raises `RefusedError` at `players` for whom that cannot be said of."""
    _append(session, actor, tournament_id, uuid, CheckedIn(round_number, tuple(players)))


def check_out(
    session: AnySession, actor: Actor, tournament_id: int, uuid: UUID, round_number: int, players: Sequence[int]
) -> None:
    """Note that these are not here for a round after all."""
    _append(session, actor, tournament_id, uuid, CheckedIn(round_number, tuple(players), here=False))


def leave(  # noqa: PLR0913 - who, from when, and why
    session: AnySession,
    actor: Actor,
    tournament_id: int,
    uuid: UUID,
    number: int,
    *,
    from_round: int,
    reason: str = "",
) -> None:
    """Let somebody go, from a round on. Raises `RefusedError` with findings at `player`, `from_round`, `reason`."""
    findings = tuple(objections(reason, "reason", "reason", REASON_LENGTH, required=False))
    if findings:
        raise RefusedError(findings)
    _append(session, actor, tournament_id, uuid, Left(number, from_round, normalised(reason)))


def come_back(session: AnySession, actor: Actor, tournament_id: int, uuid: UUID, number: int, from_round: int) -> None:
    """Let somebody who had left play again, from a round on. Raises `RefusedError` as `leave` does."""
    _append(session, actor, tournament_id, uuid, Returned(number, from_round))


def admit(session: AnySession, actor: Actor, tournament_id: int, uuid: UUID) -> tuple[int, ...]:
    """Let in who waits longest, as many as there are places free, and give their numbers.

    Raises `RefusedError` where nobody waits, or no place is free.
    """

    def decide(state: Tournament) -> list[Entry]:
        free, queue = free_places(state), waiting(state)
        found = queue if free is None else queue[:free]
        if not found:
            raise RefusedError([Finding("door.nobody_waits" if not queue else "door.no_place", "")])
        return [Admitted(number) for number in found]

    added = act(session, actor, tournament_id, uuid, decide, action=Action.DOOR)
    return tuple(one.entry.player for one in added if isinstance(one.entry, Admitted))


# --- Money ---


def pay(session: AnySession, actor: Actor, tournament_id: int, uuid: UUID, number: int, text: str) -> int:
    """Take a fee, and give it in cents. Raises `RefusedError` at `paid` for what is no amount above zero."""
    cents = fee_of(text, "paid")
    if not cents:
        raise RefusedError([Finding("fee.no_amount", "paid", {})])
    _append(session, actor, tournament_id, uuid, CashMoved(CashKind.FEE, cents, number))
    return cents


def give_back(session: AnySession, actor: Actor, tournament_id: int, uuid: UUID, number: int, reason: str) -> None:
    """Take back all that somebody paid as his fee. Raises `RefusedError` at `reason`, which it needs."""
    findings = tuple(objections(reason, "reason", "reason", REASON_LENGTH, required=True))
    if findings:
        raise RefusedError(findings)

    def decide(state: Tournament) -> list[Entry]:
        found = [one.number for one in state.cash if _fee_of(one, number)]
        if not found or number not in fees(state):
            raise RefusedError([Finding("fee.not_paid", "reason", {})])
        return [TakenBack(entry, normalised(reason)) for entry in found]

    act(session, actor, tournament_id, uuid5(uuid, f"{number} {reason}"), decide, action=Action.DOOR)


def _fee_of(stamped: Stamped, number: int) -> bool:
    entry = stamped.entry
    return isinstance(entry, CashMoved) and entry.what is CashKind.FEE and entry.player == number


# --- What is known of somebody ---


def set_profile(session: AnySession, actor: Actor, tournament_id: int, number: int, new: Newcomer) -> None:
    """Change what prizes ask of somebody. His name is that of the club's person, and is changed there.

    Raises `NotFoundError` for a number that nobody has, `RefusedError` at `born`, `team`, `town`.
    """

    def work(desk: Desk) -> None:
        require_known(desk.state, number)
        findings = [
            Finding(one.code, one.field.partition(".")[0], one.params)
            for one in wrong(new, 0, desk.at.year)
            if not one.field.startswith("names.")
        ]
        if findings:
            raise RefusedError(findings)
        was, now = store.entrants(desk.connection, desk.row.id)[number], profile(new)
        changed = sorted(name for name, value in now.items() if getattr(was, name) != value)
        if changed:
            store.set_player(desk.connection, desk.row.id, number, now)
            subject, facts = f"tournament:{desk.row.id}", {"number": number, "changed": changed}
            note(desk.connection, desk.actor, Event.TOURNAMENT_PLAYER, subject, new=facts, at=desk.at)

    at_desk(session, actor, tournament_id, work, action=Action.DOOR)


# --- Wishes ---


def wish(session: AnySession, actor: Actor, tournament_id: int, uuid: UUID, wished: Wished) -> None:
    """Note what some want of the draws that come. Raises `RefusedError` at `players` and `table`."""
    _append(session, actor, tournament_id, uuid, wished)


def drop_wish(session: AnySession, actor: Actor, tournament_id: int, uuid: UUID, entry: int) -> None:
    """Let a wish count no more. Raises `RefusedError` for an entry that is none, or is dropped already."""

    def decide(state: Tournament) -> list[Entry]:
        if entry not in {one.number for one in state.wishes}:
            raise RefusedError([Finding("wish.gone", "")])
        return [TakenBack(entry)]

    act(session, actor, tournament_id, uuid5(uuid, str(entry)), decide, action=Action.DOOR)


def part_teams(session: AnySession, actor: Actor, tournament_id: int, uuid: UUID) -> int:
    """Wish that nobody sits with somebody of his own team, and give for how many teams; those wished before stay.

    Raises `RefusedError` where that is wished of all of them already, or there are no teams.
    """

    def work(desk: Desk) -> int:
        done = desk.before(uuid)
        if not done:
            wished = {frozenset(one.players) for one in _apart(desk.state)}
            teams = [team for team in _teams(desk) if frozenset(team) not in wished]
            if not teams:
                raise RefusedError([Finding("wish.no_team", "")])
            done = desk.append(uuid, [Wished(WishKind.APART, team) for team in teams])
        return len(done)

    return at_desk(session, actor, tournament_id, work, action=Action.DOOR)


def _apart(state: Tournament) -> Iterator[Wished]:
    for stamped in state.wishes:
        if isinstance(stamped.entry, Wished) and stamped.entry.wish is WishKind.APART:
            yield stamped.entry


def _teams(desk: Desk) -> Iterator[tuple[int, ...]]:
    teams: dict[str, list[int]] = defaultdict(list)
    for entrant in store.entrants(desk.connection, desk.row.id).values():
        if entrant.team:
            teams[entrant.team].append(entrant.number)
    return (tuple(team) for team in teams.values() if len(team) > 1)
