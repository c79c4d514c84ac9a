"""Two people who are one: put together so that one name stands wherever the two stood, and parted again.

Nothing that was written is changed by that: what refers to somebody keeps his id, and is read as that of who stands in
his place. Parted, both have what they had; what was written meanwhile is his under whose name it was.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime

from sqlalchemy import Connection

from scorebook.errors import NotFoundError
from scorebook.league.results import Measure
from scorebook.ledger.people import alike
from scorebook.rules import Finding
from scorebook.services.access import Action, Actor, require
from scorebook.services.log import Event, note
from scorebook.services.naming import find_people, several
from scorebook.services.open_evenings import open_evenings
from scorebook.services.people import NAMELESS, NO_PERSON
from scorebook.services.refusals import RefusedError
from scorebook.services.standings_update import refresh
from scorebook.services.transactions import transaction
from scorebook.store import merging as store
from scorebook.store.db import AnySession, reading
from scorebook.store.evenings import lock_club
from scorebook.store.known import namesake_together
from scorebook.store.merging import MergedRow
from scorebook.store.one_person import all_ids
from scorebook.store.parcels import drop_parcels
from scorebook.store.people import PersonRow, find_person, plays_now, standing_names

MOST_PAIRS = 50
"""People who may be one, in a list of them."""


@dataclass(frozen=True, slots=True)
class Side:
    """What the book has of one of two people, before they are merged: `balance` is what the club owes him.

    `open` is what he gets at evenings that are not paid; what he owes stands below zero. `plays` is the day of an
    evening at which he sits now.
    """

    person: PersonRow
    sums: Mapping[Measure, int]
    balance: int
    open: int
    plays: date | None


@dataclass(frozen=True, slots=True)
class Preview:
    """What two people have, and what the one has that they would be; `obstacles` are why they cannot be merged."""

    sides: tuple[Side, Side]
    sums: Mapping[Measure, int]
    obstacles: tuple[Finding, ...]

    @property
    def evenings(self) -> int:
        """At how many evenings the one would have been."""
        return sum(side.person.evenings for side in self.sides)

    @property
    def balance(self) -> int:
        """What the club would owe the one."""
        return sum(side.balance for side in self.sides)

    @property
    def open(self) -> int:
        """What the one would still get at evenings."""
        return sum(side.open for side in self.sides)


def merge(session: AnySession, actor: Actor, person_id: int, kept_id: int) -> None:
    """Put two people of the actor's club together: from now on `kept_id` stands wherever the two stood.

    Raises `NotFoundError` for somebody who is not of the club, `RefusedError` with a finding at `other` for one who is
    merged already or the same, and for two who cannot be one: they were at one evening, or have results in a season
    that is closed.
    """
    with transaction(session) as connection:
        lock_club(connection, actor.club_id)
        require_people(connection, actor, person_id, kept_id)
        seasons = store.lock_seasons(connection, actor.club_id)
        obstacles = tuple(_obstacles(connection, actor, person_id, kept_id))
        if obstacles:
            raise RefusedError(obstacles)
        store.merge(connection, person_id, kept_id)
        _follow(connection, actor, seasons, {person_id, kept_id})
        note(connection, actor, Event.PEOPLE_MERGED, f"person:{person_id}", new={"person": kept_id})


def unmerge(session: AnySession, actor: Actor, person_id: int) -> int:
    """Part somebody from whom he was merged with, and give who that stands for: both have again what they had.

    Who was merged with him before stays so. Raises `NotFoundError` for somebody who is not of the club, `RefusedError`
    with a finding at `other` for one who stands for himself, and where a closed season would change.
    """
    with transaction(session) as connection:
        lock_club(connection, actor.club_id)
        require_people(connection, actor, person_id)
        seasons = store.lock_seasons(connection, actor.club_id)
        row = store.merged_row(connection, actor.club_id, person_id)
        obstacles = tuple(_bonds(connection, actor, person_id, row))
        if row is None or obstacles:
            raise RefusedError(obstacles)
        own = store.part(connection, row)
        _follow(connection, actor, seasons, {*own, row.merged_into})
        note(connection, actor, Event.PEOPLE_PARTED, f"person:{person_id}", old={"person": row.merged_with})
    return row.merged_into


def require_people(connection: Connection, actor: Actor, *ids: int) -> None:
    """Raise `NotFoundError` for somebody who is not of the club, merged or not; then ask for the right."""
    for person_id in ids:
        known = find_person(connection, actor.club_id, person_id) is not None
        if not known and store.merged_row(connection, actor.club_id, person_id) is None:
            raise NotFoundError(NO_PERSON)
    require(actor, Action.PRIVACY, actor.club)


def _follow(connection: Connection, actor: Actor, seasons: Collection[int], people: Collection[int]) -> None:
    """Do what follows when people become one, or two again: standings, and papers that are kept with their names."""
    for season_id in seasons:
        refresh(connection, season_id, people)
    drop_parcels(connection, actor.club_id)


def _obstacles(connection: Connection, actor: Actor, person_id: int, kept_id: int) -> Iterator[Finding]:
    """Find why two people cannot be one, the plainest reason alone."""
    if person_id == kept_id:
        yield Finding("merge.self", "other", {})
        return
    found = [find_person(connection, actor.club_id, one) for one in (person_id, kept_id)]
    for one, person in zip((person_id, kept_id), found, strict=True):
        if person is None:
            yield _merged_already(connection, actor, one)
            return
        if NAMELESS.fullmatch(person.name):
            yield Finding("merge.nameless", "other", {})
            return
    yield from _different(connection, actor, person_id, kept_id)


def _merged_already(connection: Connection, actor: Actor, person_id: int) -> Finding:
    row = store.merged_row(connection, actor.club_id, person_id)
    if row is None:
        raise NotFoundError(NO_PERSON)
    other = standing_names(connection, actor.club_id).get(row.merged_into, "")
    return Finding("merge.merged", "other", {"name": row.name, "other": other})


def _different(connection: Connection, actor: Actor, person_id: int, kept_id: int) -> Iterator[Finding]:
    """Find what says that two people are two, or that one name would stand for two at an evening."""
    names = standing_names(connection, actor.club_id)
    own, others = all_ids(connection, person_id), all_ids(connection, kept_id)
    day = store.together(connection, own, others)
    if day is not None:
        yield Finding("merge.together", "other", {"date": day})
        return
    day = namesake_together(connection, own, names[kept_id])
    if day is not None:
        yield Finding("merge.namesake", "other", {"date": day, "name": names[kept_id]})
    season = store.closed_season(connection, own, others)
    if season is not None:
        yield Finding("merge.closed", "other", {"season": season})


def _bonds(connection: Connection, actor: Actor, person_id: int, row: MergedRow | None) -> Iterator[Finding]:
    """Find why somebody cannot be parted from whom he was merged with."""
    if row is None:
        name = standing_names(connection, actor.club_id)[person_id]
        yield Finding("unmerge.not_merged", "other", {"name": name})
        return
    everybody = all_ids(connection, row.merged_into)
    own = store.ids_behind(store.merged_into(connection, actor.club_id, row.merged_into), row.id)
    season = store.closed_season(connection, own, everybody - own)
    if season is not None:
        yield Finding("unmerge.closed", "other", {"season": season})
    day = namesake_together(connection, own, row.name)
    if day is not None:
        yield Finding("merge.namesake", "other", {"date": day, "name": row.name})


# --- Before it, and to undo it ---------------------------------------------------------------------------------------


def find_other(session: AnySession, actor: Actor, typed: str) -> int:
    """Give whom somebody means with whom to merge, by a name. Raises `RefusedError` at `other` for none or several."""
    require(actor, Action.PRIVACY, actor.club)
    connection = reading(session)
    if not typed.strip():
        raise RefusedError([Finding("merge.nobody", "other", {})])
    (found,) = find_people(connection, actor, [typed])
    if len(found) > 1:
        raise RefusedError([several(connection, found, "other")])
    if not found:
        raise RefusedError([Finding("merge.unknown", "other", {})])
    return found[0].id


def preview(
    session: AnySession, actor: Actor, person_id: int, other_id: int, *, now: datetime | None = None
) -> Preview:
    """Say what two people have, what the one would have that they would be, and what stands against it.

    Raises `NotFoundError` for somebody who is not of the club, `RefusedError` at `other` for one who does not stand for
    himself, and for twice the same.
    """
    connection, at = reading(session), now or datetime.now(UTC)
    require_people(connection, actor, person_id, other_id)
    found = tuple(_obstacles(connection, actor, person_id, other_id))
    sides = [find_person(connection, actor.club_id, one) for one in (person_id, other_id)]
    first, second = sides
    if first is None or second is None or person_id == other_id:
        raise RefusedError(found)
    due = _open(connection, actor)
    one, other = (_side(connection, person, due, at) for person in (first, second))
    both = {measure: one.sums.get(measure, 0) + other.sums.get(measure, 0) for measure in Measure}
    sums = {measure: amount for measure, amount in both.items() if measure in {*one.sums, *other.sums}}
    return Preview((one, other), sums, found)


def _open(connection: Connection, actor: Actor) -> dict[int, int]:
    """Give what people still get at evenings of the club, all evenings together."""
    found: dict[int, int] = {}
    for evening in open_evenings(connection, actor.club_id):
        for party, cents in evening.open.items():
            found[party] = found.get(party, 0) + cents
    return found


def _side(connection: Connection, person: PersonRow, due: Mapping[int, int], at: datetime) -> Side:
    return Side(
        person,
        store.sums_of(connection, person.id),
        store.balance_of(connection, person.id),
        due.get(person.id, 0),
        plays_now(connection, person.id, at),
    )


def merged_with(session: AnySession, actor: Actor, person_id: int) -> tuple[MergedRow, ...]:
    """List who was merged with somebody, by name."""
    require(actor, Action.PRIVACY, actor.club)
    return store.merged_into(reading(session), actor.club_id, person_id)


def likely(session: AnySession, actor: Actor, person_id: int | None = None) -> tuple[tuple[int, int], ...]:
    """List pairs of people who may be one by their names, or those with whom one may be so.

    Who was at an evening with the other is not among them: they are two.
    """
    require(actor, Action.PRIVACY, actor.club)
    connection = reading(session)
    everybody = standing_names(connection, actor.club_id)
    names = {key: name for key, name in everybody.items() if not NAMELESS.fullmatch(name)}
    pairs = alike(names, MOST_PAIRS if person_id is None else len(names) ** 2)
    wanted = [pair for pair in pairs if person_id is None or person_id in pair][:MOST_PAIRS]
    return tuple(pair for pair in wanted if not _met(connection, *pair))


def _met(connection: Connection, one: int, other: int) -> bool:
    return store.together(connection, all_ids(connection, one), all_ids(connection, other)) is not None
