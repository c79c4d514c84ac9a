"""Who sits at a table from its next game on: somebody comes, leaves, two change seats, all sit down anew."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection

from scorebook.errors import ConflictError, NotFoundError
from scorebook.ledger.drawing import Stake, outcome, ranked, wrong_draw
from scorebook.ledger.evening import Pattern, Sheet, next_dealer
from scorebook.ledger.last_round import after_a_change
from scorebook.ledger.seating import MOST_PLAYERS, joined, left, swapped
from scorebook.rules import Card, Finding
from scorebook.rules.cards import CARD
from scorebook.rules.game import ACTIVE_PLAYERS
from scorebook.services import log
from scorebook.services.access import Action, Actor, Resource, require
from scorebook.services.log import Event
from scorebook.services.naming import seat_people, wrong_name
from scorebook.services.ordinary import require_ordinary
from scorebook.services.refusals import OVERTAKEN, RefusedError, SeatsChangedError
from scorebook.services.season_evenings import ended_error
from scorebook.services.texts import normalised, same_name
from scorebook.services.transactions import transaction
from scorebook.store import evenings as stored
from scorebook.store import seating as store
from scorebook.store.closing import lock_evening
from scorebook.store.columns import NAME_LENGTH
from scorebook.store.db import AnySession
from scorebook.store.events import EveningEvent, EventKind, events, note
from scorebook.store.games import SheetState, sheet_state
from scorebook.wording import card_name

DRAWN_NAME = 50
"""So much of a name is noted beside the card that was drawn: seven names and cards have room."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the sender knew: who sat there, by seat, and the number of the last game; None where he does not say."""

    seated: tuple[int, ...] | None = None
    after_number: int | None = None


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits at the table from game `number` on, by seat. `repeated`: they did before, nothing was written."""

    people: tuple[int, ...]
    number: int
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Desk:
    """A sheet that is locked with all its evening, as it is now."""

    connection: Connection
    actor: Actor
    evening_id: int
    state: SheetState

    def load_sheet(self) -> Sheet:
        """Read the sheet with its games, as it is by now."""
        found = stored.load_sheet(self.connection, self.actor.club_id, self.state.sheet_id)
        if found is None:
            raise NotFoundError("Diese Liste gibt es nicht.")
        return found[1]

    def note(self, told: EveningEvent, event: Event, old: Any, new: Any) -> None:
        """Note what happened at this table, for the evening and in the log: the last thing in the transaction."""
        here = replace(told, sheet_id=self.state.sheet_id)
        note(self.connection, self.actor.club_id, self.evening_id, here)
        subject = f"sheet:{self.state.sheet_id}"
        log.note(self.connection, self.actor, event, subject, old=old, new=new)


@dataclass(frozen=True, slots=True)
class Change:
    """How people are to sit, by seat, and what to note of that. `first`: who is to deal first, where that is said."""

    people: tuple[int, ...]
    kind: EventKind
    what: str = ""
    reason: str = ""
    first: int | None = None


Move = Callable[[Desk, tuple[int, ...]], Change]
"""Gives for people by seat how they are to sit; raises `RefusedError` for what cannot be."""


def locked_desk(connection: Connection, actor: Actor, sheet_id: int) -> Desk:
    """Lock a sheet with the club and its evening, for those who sit there to change.

    Raises `NotFoundError`, and `ConflictError` if the evening has ended or is of a tournament.
    """
    desk = _any_desk(connection, actor, sheet_id)
    require_ordinary(connection, desk.evening_id)
    return desk


def _any_desk(connection: Connection, actor: Actor, sheet_id: int) -> Desk:
    """Lock a sheet, of a tournament's table too."""
    stored.lock_club(connection, actor.club_id)
    evening_id = stored.evening_of_sheet(connection, actor.club_id, sheet_id)
    if evening_id is None:
        raise NotFoundError("Diese Liste gibt es nicht.")
    require(actor, Action.SEAT, Resource(actor.club_id, evening_id, sheet_id))
    _known, ended = lock_evening(connection, actor.club_id, evening_id)
    state = sheet_state(connection, sheet_id)
    if state is None:
        raise NotFoundError("Diese Liste gibt es nicht.")
    if ended is not None:
        raise ended_error(connection, evening_id)
    return Desk(connection, actor, evening_id, state)


def come(  # noqa: PLR0913 - what a sender may say
    session: AnySession,
    actor: Actor,
    sheet_id: int,
    name: str,
    after: int,
    *,
    seen: Seen | None = None,
    now: datetime | None = None,
) -> Seating:
    """Let somebody sit down on the left of the person `after`, from the next game on.

    Who sits so already changes nothing. Raises `RefusedError` at `name` for a name that is none, sits at this table or
    at another of the evening, or has no room, and at `after` for somebody who does not sit there; `NotFoundError` for a
    sheet that is not the club's, `ConflictError` if the evening has ended, or others sit there or have recorded games
    by now.
    """

    def move(desk: Desk, people: tuple[int, ...]) -> Change:
        findings = list(wrong_name(name, "name"))
        if after not in people:
            findings.append(Finding("seat.left", "after", {}))
        known = store.names_of(desk.connection, actor.club_id, people).values()
        if same_name(name) in map(same_name, known):
            findings.append(Finding("name.twice", "name", {"name": normalised(name)}))
        elif len(people) >= MOST_PLAYERS:
            findings.append(Finding("names.too_many", "name", {"count": len(people) + 1, "most": MOST_PLAYERS}))
        _refuse(findings)
        (person,) = seat_people(desk.connection, actor, [name], ["name"], desk.evening_id)
        if person in people:
            _refuse([Finding("name.twice", "name", {"name": normalised(name)})])
        table = store.tables_now(desk.connection, desk.evening_id).get(person)
        if person not in desk.state.people and table is not None:
            _refuse([Finding("name.elsewhere", "name", {"name": normalised(name), "table": table})])
        return Change(joined(people, person, after), EventKind.CAME, normalised(name))

    return _reseat(session, actor, sheet_id, move, seen, now)


def leave(
    session: AnySession,
    actor: Actor,
    sheet_id: int,
    person: int,
    *,
    seen: Seen | None = None,
    now: datetime | None = None,
) -> Seating:
    """Let somebody get up after the last game; the others close up. Who has gone already changes nothing.

    Raises `RefusedError` at `person` where fewer than four would be left, and the errors of `come`.
    """

    def move(desk: Desk, people: tuple[int, ...]) -> Change:
        stay = left(people, person)
        if stay != people and len(stay) < ACTIVE_PLAYERS:
            _refuse([Finding("seats.too_few", "person", {})])
        names = store.names_of(desk.connection, actor.club_id, [person])
        return Change(stay, EventKind.LEFT, names.get(person, ""))

    return _reseat(session, actor, sheet_id, move, seen, now)


def swap(  # noqa: PLR0913 - what a sender may say
    session: AnySession,
    actor: Actor,
    sheet_id: int,
    one: int,
    other: int,
    *,
    seen: Seen | None = None,
    now: datetime | None = None,
) -> Seating:
    """Let two people change seats from the next game on.

    Raises `RefusedError` at `one` or `other` for somebody who does not sit there or is the same, and the errors of
    `come`.
    """

    def move(desk: Desk, people: tuple[int, ...]) -> Change:
        fields = {"one": one, "other": other}
        findings = [Finding("seat.left", field, {}) for field, person in fields.items() if person not in people]
        _refuse(findings or ([Finding("swap.same", "other", {})] if one == other else []))
        names = store.names_of(desk.connection, actor.club_id, [one, other])
        pair = _pair(names.get(one, ""), names.get(other, ""))
        return Change(swapped(people, one, other), EventKind.SWAPPED, pair)

    return _reseat(session, actor, sheet_id, move, seen, now)


def rearrange(
    session: AnySession,
    actor: Actor,
    sheet_id: int,
    order: Sequence[int],
    *,
    seen: Seen | None = None,
    now: datetime | None = None,
) -> Seating:
    """Let all sit down anew in this order, clockwise.

    Raises `RefusedError` at `order` where that are not the people of the table, and the errors of `come`.
    """

    def move(_desk: Desk, people: tuple[int, ...]) -> Change:
        if sorted(order) != sorted(people):
            _refuse([Finding("order.differs", "order", {"count": len(people)})])
        return Change(tuple(order), EventKind.SWAPPED)

    return _reseat(session, actor, sheet_id, move, seen, now)


def seat_as_drawn(  # noqa: PLR0913 - what a sender may say
    session: AnySession,
    actor: Actor,
    sheet_id: int,
    drawn: Mapping[int, str],
    stake: Stake = Stake.SEATS,
    *,
    seen: Seen | None = None,
    now: datetime | None = None,
) -> Seating:
    """Seat people by the cards that they drew, by the ids of the people and the codes of the cards.

    Before the first game the highest card deals first; later the deal goes on as after every change of seats. For
    `Stake.DEALER` all keep their seats. The same draw again changes nothing. Raises `RefusedError` at `cards.<seat>`,
    by the seats that the sender knew, and the errors of `come`; `ConflictError` where a first dealer is drawn for a
    list that has games.
    """
    seen = seen or Seen()
    if stake is Stake.DEALER:
        seen = replace(seen, after_number=0)

    def move(desk: Desk, people: tuple[int, ...]) -> Change:
        rules = desk.state.rules
        _refuse(wrong_draw([drawn.get(person, "") for person in people], rules))
        cards = {person: CARD[drawn[person]] for person in people}
        done = outcome(people, cards, stake, rules)
        goes_on = stake is Stake.SEATS and desk.state.last_number
        first = None if goes_on else done.people[done.highest]
        return Change(done.people, EventKind.SWAPPED, stake.value, _cards_told(desk, cards), first)

    return _reseat(session, actor, sheet_id, move, seen, now)


def choose_pattern(
    session: AnySession, actor: Actor, sheet_id: int, pattern: Pattern, *, now: datetime | None = None
) -> None:
    """Say who sits out with the dealer at a table of six or seven. The one that holds already changes nothing.

    Raises `NotFoundError` and `ConflictError` as `locked_desk`.
    """
    with transaction(session) as connection:
        desk = locked_desk(connection, actor, sheet_id)
        before = desk.load_sheet().pattern
        if before is not pattern:
            store.change_sheet(connection, sheet_id, pattern=pattern.value)
            told = EveningEvent(EventKind.PATTERN, now or datetime.now(UTC), actor.name, what=pattern.value)
            desk.note(told, Event.SEATS_PATTERN, {"pattern": before.value}, {"pattern": pattern.value})


def take_seat(
    connection: Connection, actor: Actor, sheet_id: int, people: tuple[int, ...], came: str, *, now: datetime
) -> None:
    """Let `people` sit at a table, by seat, from the next game on, in a transaction that is under way.

    Whoever came has the seat of somebody else, with his turn to deal. Raises as `come` does; the table of a tournament
    is what it is for.
    """
    desk = _any_desk(connection, actor, sheet_id)
    if desk.state.people != people:
        first = people[desk.load_sheet().first_dealer]
        _write(desk, Change(people, EventKind.CAME, came, first=first), now)


def _reseat(
    session: AnySession, actor: Actor, sheet_id: int, move: Move, seen: Seen | None, now: datetime | None
) -> Seating:
    """Seat people anew, unless they sit so already: a double tap changes nothing."""
    seen = seen or Seen()
    with transaction(session) as connection:
        desk = locked_desk(connection, actor, sheet_id)
        state = desk.state
        change = move(desk, seen.seated or state.people)
        if change.people == state.people and _begins(desk, change.first) and _told(desk, change):
            return Seating(state.people, state.last_number + 1, repeated=True)
        if seen.seated not in (None, state.people):
            raise SeatsChangedError
        if seen.after_number not in (None, state.last_number):
            raise ConflictError(OVERTAKEN, number=state.last_number)
        _write(desk, change, now)
    return Seating(change.people, state.last_number + 1)


def _event(change: Change) -> Event:
    """Say for the log what kind of change it is; where cards were drawn, they are the reason."""
    if change.reason:
        return Event.SEATS_DRAWN
    return {EventKind.CAME: Event.SEATS_CAME, EventKind.LEFT: Event.SEATS_LEFT}.get(change.kind, Event.SEATS_CHANGED)


def _begins(desk: Desk, first: int | None) -> bool:
    """Tell whether this is who deals first at the table, or did; nobody where nothing was said of that."""
    if first is None:
        return True
    sheet = desk.load_sheet()
    return sheet.people_at(1)[sheet.first_dealer] == first


def _told(desk: Desk, change: Change) -> bool:
    """Tell whether the book has the reason of a change, such as the cards by which all sit as they did before."""
    known = events(desk.connection, desk.actor.club_id, desk.evening_id) if change.reason else ()
    noted = ((event.what, event.reason) for event in known if event.sheet_id == desk.state.sheet_id)
    return not change.reason or (change.what, change.reason) in noted


def _write(desk: Desk, change: Change, now: datetime | None) -> None:
    """Seat people from the next game on, before the first as if they had sat so from the beginning; and note it."""
    wanted = change.people
    connection, state, before = desk.connection, desk.state, desk.load_sheet()
    start = state.place if state.last_number else 0
    store.reseat(connection, state.club_id, state.sheet_id, wanted, start)
    if not state.last_number:
        first = next_dealer(None, before.first_dealer, state.people, wanted)
        if change.first is not None:
            first = wanted.index(change.first)
        store.change_sheet(connection, state.sheet_id, first_dealer=first)
    if before.last_round is not None:
        goal = after_a_change(before, replace(before, seats=desk.load_sheet().seats))
        store.change_sheet(connection, state.sheet_id, last_round=goal)
    told = EveningEvent(change.kind, now or datetime.now(UTC), desk.actor.name, change.reason, change.what)
    desk.note(told, _event(change), {"people": list(state.people)}, {"people": list(wanted)})


def _cards_told(desk: Desk, cards: Mapping[int, Card]) -> str:
    """Tell who drew what, the highest card first."""
    rules = desk.state.rules
    names = store.names_of(desk.connection, desk.actor.club_id, tuple(cards))
    return ", ".join(
        f"{names.get(person, '')[:DRAWN_NAME]} {card_name(cards[person], names=rules.words.cards)}"
        for person in ranked(cards, rules)
    )


def _pair(one: str, other: str) -> str:
    """Two names in one line, cut where both are as long as names can be."""
    return f"{one[: NAME_LENGTH - 2]} ⇄ {other[: NAME_LENGTH - 2]}"


def _refuse(findings: Iterable[Finding]) -> None:
    """Raise `RefusedError` if something was found."""
    found = tuple(findings)
    if found:
        raise RefusedError(found)
