"""Which evenings are in which season: a new one, several at once, one that moves; what ended counts at once."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection

from scorebook.errors import ConflictError, NotFoundError
from scorebook.rules import Finding
from scorebook.services.access import Action, Actor, Resource, require
from scorebook.services.log import Event, note
from scorebook.services.refusals import ENDED
from scorebook.services.seasons import NO_SEASON, locked, require_open
from scorebook.services.standings_update import refresh
from scorebook.services.transactions import transaction
from scorebook.store import seasons as store
from scorebook.store.db import AnySession, reading
from scorebook.store.season_reading import SeasonRow, find_season
from scorebook.store.seasons import ListedEvening
from scorebook.wording import Marked

EVENINGS_A_PAGE = 50
FITTING = -1
"""Asks for the open season whose days fit."""
NO_ONE = 0
"""Asks for no season."""
OF_CLOSED: Marked[str] = (
    "Der Abend gehört zur Saison %(name)s, und die ist abgeschlossen. Solange sie nicht wieder offen ist, bleibt er, "
    "wie er ist."
)
"""Why nothing of an evening of a closed season is changed."""


@dataclass(frozen=True, slots=True)
class EveningsPage:
    """Evenings to choose from, the latest first, and how the list goes on; those of other clubs are for reading."""

    season: SeasonRow
    evenings: tuple[ListedEvening, ...]
    older: int | None
    others: tuple[ListedEvening, ...]


def evenings_page(session: AnySession, actor: Actor, season_id: int, before: int | None = None) -> EveningsPage:
    """List the evenings of the actor's club, to put them into a season or take them out: the latest, or older ones."""
    require(actor, Action.READ, actor.club)
    connection = reading(session)
    season = find_season(connection, actor.club_id, season_id)
    if season is None:
        raise NotFoundError(NO_SEASON)
    require(actor, Action.SEASON, actor.club)
    day = None if before is None else store.day_of(connection, actor.club_id, before)
    mark = None if before is None or day is None else (day, before)
    found = store.listed_evenings(connection, actor.club_id, EVENINGS_A_PAGE + 1, mark)
    shown = found[:EVENINGS_A_PAGE]
    others = () if mark else store.evenings_of_others(connection, actor.club_id, season_id, EVENINGS_A_PAGE)
    return EveningsPage(season, shown, shown[-1].id if len(found) > len(shown) else None, others)


def open_seasons(session: AnySession, actor: Actor) -> dict[int, str]:
    """Give the seasons into which evenings of the actor's club can go, by id."""
    require(actor, Action.READ, actor.club)
    return store.open_seasons(reading(session), actor.club_id)


def fitting_season(session: AnySession, actor: Actor, day: date) -> int | None:
    """Give the season into which an evening of that day goes, where nobody says another."""
    require(actor, Action.READ, actor.club)
    return store.fitting(reading(session), actor.club_id, day)


def season_of(session: AnySession, actor: Actor, evening_id: int) -> SeasonRow | None:
    """Give the season in which an evening of the actor's club is."""
    require(actor, Action.READ, Resource(actor.club_id, evening_id))
    connection = reading(session)
    season_id = store.season_of(connection, evening_id, actor.club_id)
    return None if season_id is None else find_season(connection, actor.club_id, season_id)


def choose(session: AnySession, actor: Actor, evening_id: int, season_id: int) -> None:
    """Put an evening into a season of several, or with `NO_ONE` into none.

    Raises `ConflictError` for a season that is closed, be it the one it comes from, and `NotFoundError` for what is not
    there.
    """
    with transaction(session) as connection:
        seasons = store.lock_evenings(connection, actor.club_id, [evening_id])
        if evening_id not in seasons:
            raise NotFoundError("Diesen Abend gibt es nicht.")
        require(actor, Action.SEASON, actor.club)
        _move(connection, actor, seasons, season_id or None)


def put_in(
    session: AnySession, actor: Actor, season_id: int, come: Collection[int], go: Collection[int] = ()
) -> tuple[int, int]:
    """Put some evenings of the actor's club into a season, and take others out of it; give how many of each moved.

    One that is not the club's, or that is no longer in the season, is left where it is. Raises as `choose` does.
    """
    with transaction(session) as connection:
        seasons = store.lock_evenings(connection, actor.club_id, {*come, *go})
        if find_season(connection, actor.club_id, season_id) is None:
            raise NotFoundError(NO_SEASON)
        require(actor, Action.SEASON, actor.club)
        leaving = {key: season_id for key in seasons if key in go and key not in come and seasons[key] == season_id}
        coming = {key: seasons[key] for key in seasons if key in come and seasons[key] != season_id}
        _move(connection, actor, coming, season_id)
        _move(connection, actor, leaving, None)
    return len(coming), len(leaving)


def _move(connection: Connection, actor: Actor, evenings: Mapping[int, int | None], to: int | None) -> None:
    """Move evenings, given with the seasons that they are in, into one season; the caller holds the evenings."""
    moved = {key: season for key, season in evenings.items() if season != to}
    if not moved:
        return
    touched = sorted({season for season in (*moved.values(), to) if season is not None})
    for season_id in touched:
        require_open(locked(connection, actor, season_id))
    people = store.people_at(connection, moved)
    for evening_id, was in moved.items():
        store.assign(connection, evening_id, to)
        old, new = ({"season": one} if one is not None else None for one in (was, to))
        note(connection, actor, Event.EVENING_ASSIGNED, f"evening:{evening_id}", old=old, new=new)
    for season_id in touched:
        refresh(connection, season_id, people)


# --- For what else happens to evenings -------------------------------------------------------------------------------


def season_objections(connection: Connection, actor: Actor, wanted: int) -> Iterator[Finding]:
    """Find why an evening cannot go into a season that is wanted, at the field `season`."""
    if wanted in (FITTING, NO_ONE):
        return
    season = store.locked_season(connection, actor.club_id, wanted)
    if season is None:
        yield Finding("season.unknown", "season", {})
    elif season.closed_at is not None:
        yield Finding("season.closed", "season", {"name": season.name})


def begin_in(connection: Connection, actor: Actor, evening_id: int, wanted: int, day: date) -> int | None:
    """Put a new evening, with what was recorded of it, into the season that is wanted; give its id.

    Raises `ConflictError` for a closed one and `NotFoundError` for one that is not there.
    """
    season_id = store.fitting(connection, actor.club_id, day) if wanted == FITTING else wanted or None
    if season_id is None:
        return None
    season = store.locked_season(connection, actor.club_id, season_id)
    if season is None:
        raise NotFoundError(NO_SEASON)
    require_open(season)
    store.assign(connection, evening_id, season_id)
    refresh(connection, season_id, store.people_at(connection, [evening_id]))
    return season_id


def held_season(connection: Connection, evening_id: int) -> int | None:
    """Lock the season of an evening that is to end or to go on; the caller holds the evening.

    Raises `ConflictError` where the season is closed.
    """
    season_id = store.season_of(connection, evening_id)
    if season_id is not None:
        store.lock_season(connection, season_id)
        closed = store.closed_season_of(connection, evening_id)
        if closed is not None:
            raise ConflictError(OF_CLOSED, name=closed)
    return season_id


def count_again(connection: Connection, season_id: int | None, people: Iterable[int]) -> None:
    """Work out anew where people stand in a season, where there is one."""
    if season_id is not None:
        refresh(connection, season_id, set(people))


def ended_error(connection: Connection, evening_id: int) -> ConflictError:
    """Say why nothing is written in an evening that has ended: that, or that its season is closed."""
    closed = store.closed_season_of(connection, evening_id)
    return ConflictError(ENDED) if closed is None else ConflictError(OF_CLOSED, name=closed)
