"""The end of a tournament: who gets what, goods chosen by rank, money handed out, the till, and that it is over."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from uuid import UUID

from scorebook.errors import ConflictError
from scorebook.league.tournament.cash import CashReport, cash_report
from scorebook.league.tournament.entries import (
    CashKind,
    CashMoved,
    Ended,
    Entry,
    GoodsChosen,
    Reopened,
    Stamped,
    TakenBack,
)
from scorebook.league.tournament.gate import missing
from scorebook.league.tournament.prizes import Prizes, choosers, goods_left, prizes
from scorebook.league.tournament.standings import Line, standings
from scorebook.league.tournament.state import Tournament
from scorebook.money import LARGEST, read_euros
from scorebook.rules import Finding
from scorebook.services.access import Action, Actor
from scorebook.services.refusals import RefusedError
from scorebook.services.texts import normalised, objections, wrong_reason
from scorebook.services.tournament.desk import Desk, Seen, at_desk, see
from scorebook.store import tournaments as store
from scorebook.store.db import AnySession
from scorebook.wording import Marked

NOTHING_DUE: Marked[str] = "Inzwischen ist hier etwas anderes auszuzahlen, oder nichts mehr. Bitte nachsehen."
TEXT_LENGTH = 200
"""Characters of what other money was for."""
IN, OUT = 1, -1
"""Which way money goes."""


@dataclass(frozen=True, slots=True)
class Prizing:
    """Who gets what as it stands; `lacking` is what has to come before it holds.

    `choosers` are those whose turn it is to choose goods, `waiting` all who have not chosen yet; `left` are the goods
    that are still there, by their places in the settings.
    """

    seen: Seen
    lines: tuple[Line, ...]
    prizes: Prizes
    report: CashReport
    choosers: tuple[int, ...]
    waiting: tuple[int, ...]
    left: tuple[int, ...]
    lacking: tuple[Finding, ...]

    @property
    def chosen(self) -> tuple[Stamped, ...]:
        """What was chosen so far, in the order in which it was."""
        return self.seen.state.chosen

    @property
    def paid(self) -> tuple[Stamped, ...]:
        """Prizes that were handed out."""
        moves = self.seen.state.cash
        return tuple(one for one in moves if isinstance(one.entry, CashMoved) and one.entry.what is CashKind.PRIZE)


@dataclass(frozen=True, slots=True)
class TeamShare:
    """What a team has won, in cents, and who of it takes the money; None: nobody was named."""

    team: str
    player: int | None
    cents: int


@dataclass(frozen=True, slots=True)
class Booking:
    """Other money as it was typed: what it was for, whether it comes `IN` or goes `OUT`, how much, and what exactly."""

    what: CashKind
    way: int
    amount: str
    text: str


def prizing(session: AnySession, actor: Actor, tournament_id: int) -> Prizing:
    """Give who gets what. Raises `NotFoundError` for a tournament that is not the club's."""
    return prizing_of(see(session, actor, tournament_id))


def prizing_of(seen: Seen) -> Prizing:
    """Give who gets what at a tournament that was read."""
    state, known = seen.state, seen.profiles
    lines = tuple(standings(state))
    won = prizes(state, lines, known)
    done = {one.entry.player for one in state.chosen if isinstance(one.entry, GoodsChosen)}
    return Prizing(
        seen,
        lines,
        won,
        cash_report(state, won, known),
        tuple(line.player for line in choosers(state, lines)),
        tuple(line.player for line in lines if line.rank is not None and line.player not in done),
        goods_left(state),
        tuple(lacking(state)),
    )


def lacking(state: Tournament) -> list[Finding]:
    """Find what has to be played or handed in before anybody has won anything."""
    found = [finding for played in state.rounds for finding in missing(state, played)]
    if len(state.rounds) < state.settings.rounds:
        found.append(Finding("round.to_play", "", {"round": len(state.rounds) + 1}))
    return found


def choose(session: AnySession, actor: Actor, tournament_id: int, uuid: UUID, player: int | None, goods: int) -> None:
    """Let somebody choose from the goods. Raises `RefusedError` at `player` or `goods`."""
    if player is None:
        raise RefusedError([Finding("player.missing", "player")])
    _append(session, actor, tournament_id, uuid, lambda _desk: [GoodsChosen(player, goods)])


def hand_out(session: AnySession, actor: Actor, tournament_id: int, uuid: UUID, player: int, cents: int) -> None:
    """Hand out the money that somebody has won and not got yet; `cents` is what he is told that it is.

    Raises `ConflictError` where it is another sum by now, or nothing.
    """

    def decide(desk: Desk) -> list[Entry]:
        if cents <= 0 or _report(desk).due.get(player, 0) != cents:
            raise ConflictError(NOTHING_DUE)
        return [CashMoved(CashKind.PRIZE, -cents, player)]

    _append(session, actor, tournament_id, uuid, decide)


def hand_out_to_team(session: AnySession, actor: Actor, tournament_id: int, uuid: UUID, share: TeamShare) -> None:
    """Hand out what a team has won to one of its people, beside what is due to him alone.

    Raises `RefusedError` at `player` for who is not in the team, and as `hand_out` does.
    """

    def decide(desk: Desk) -> list[Entry]:
        known = store.entrants(desk.connection, desk.row.id)
        if share.player not in known or known[share.player].team != share.team:
            raise RefusedError([Finding("prize.not_in_team", "player", {"team": share.team})])
        if share.cents <= 0 or _report(desk).teams.get(share.team, 0) != share.cents:
            raise ConflictError(NOTHING_DUE)
        return [CashMoved(CashKind.PRIZE, -share.cents, share.player, share.team)]

    _append(session, actor, tournament_id, uuid, decide)


def book(session: AnySession, actor: Actor, tournament_id: int, uuid: UUID, booking: Booking) -> None:
    """Book other money than fees and prizes. Raises `RefusedError` at `amount` and `text`."""
    required = booking.what is CashKind.OTHER
    findings = [
        *_wrong_amount(booking.amount),
        *objections(booking.text, "text", "cash_text", TEXT_LENGTH, required=required),
    ]
    if findings:
        raise RefusedError(findings)
    moved = CashMoved(booking.what, booking.way * read_euros(booking.amount), None, normalised(booking.text))
    _append(session, actor, tournament_id, uuid, lambda _desk: [moved], Action.DOOR)


def return_goods(session: AnySession, actor: Actor, tournament_id: int, uuid: UUID, entry: int) -> None:
    """Take back that somebody chose something. Raises `RefusedError` where that does not hold any more."""
    _append(session, actor, tournament_id, uuid, lambda desk: [_taken_back(desk, entry, "", GoodsChosen)])


def take_money_back(session: AnySession, actor: Actor, tournament_id: int, uuid: UUID, booked: tuple[int, str]) -> None:
    """Take back money that was booked, a prize too: which entry, and why. Raises `RefusedError` at `reason`."""
    entry, reason = booked
    _explained(reason)
    _append(
        session, actor, tournament_id, uuid, lambda desk: [_taken_back(desk, entry, reason, CashMoved)], Action.DOOR
    )


def _taken_back(desk: Desk, entry: int, reason: str, kind: type[GoodsChosen | CashMoved]) -> TakenBack:
    if not any(one.number == entry and isinstance(one.entry, kind) for one in desk.entries):
        raise RefusedError([Finding("taken_back.not_there", "entry")])
    return TakenBack(entry, normalised(reason))


def end(session: AnySession, actor: Actor, tournament_id: int, uuid: UUID) -> None:
    """End a tournament: nothing about it changes any more. Raises `RefusedError` with what is missing."""
    _append(session, actor, tournament_id, uuid, lambda _desk: [Ended()])


def reopen(session: AnySession, actor: Actor, tournament_id: int, uuid: UUID, reason: str) -> None:
    """Open a tournament again that has ended. Raises `RefusedError` at `reason`, which it needs."""
    _explained(reason)
    _append(session, actor, tournament_id, uuid, lambda _desk: [Reopened(normalised(reason))])


def _append(
    session: AnySession,
    actor: Actor,
    tournament_id: int,
    uuid: UUID,
    decide: Callable[[Desk], Sequence[Entry]],
    action: Action = Action.TOURNAMENT,
) -> None:
    """Append what is decided at the desk, once for each UUID."""

    def work(desk: Desk) -> None:
        if not desk.before(uuid):
            desk.append(uuid, decide(desk))

    at_desk(session, actor, tournament_id, work, action=action)


def _report(desk: Desk) -> CashReport:
    """Work out at the desk what is due to whom."""
    seen = Seen(desk.row, desk.state, store.entrants(desk.connection, desk.row.id))
    known = seen.profiles
    return cash_report(seen.state, prizes(seen.state, standings(seen.state), known), known)


def _explained(reason: str) -> None:
    findings = wrong_reason(reason)
    if findings:
        raise RefusedError(findings)


def _wrong_amount(text: str) -> list[Finding]:
    try:
        cents = read_euros(text)
    except ValueError:
        return [Finding("fee.no_amount", "amount")]
    if cents <= 0:
        return [Finding("cash.nothing", "amount")]
    return [Finding("amount.too_large", "amount")] if cents > LARGEST else []
