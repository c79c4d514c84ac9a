"""Seasons out of the archive of a club into the book: those that it does not have, with the evenings that are there."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from sqlalchemy import Connection

from scorebook.exchange.seasons import KeptSeason
from scorebook.rules import Finding
from scorebook.services.access import Action, Actor, can
from scorebook.services.log import Event, note
from scorebook.services.naming import people_named
from scorebook.services.standings_update import refresh
from scorebook.services.texts import normalised, objections
from scorebook.store import season_data
from scorebook.store import seasons as store
from scorebook.store.columns import NAME_LENGTH
from scorebook.store.schemes import add_scheme
from scorebook.store.season_reading import SeasonRow, find_season


def wrong_seasons(seasons: Iterable[KeptSeason]) -> Iterable[Finding]:
    """Find what the book would not take of seasons that were read."""
    for season in seasons:
        at = f"seasons: {season.name}"
        yield from objections(season.name, at, "name", NAME_LENGTH, required=True)
        for scheme in season.schemes:
            yield from objections(scheme.name, at, "name", NAME_LENGTH, required=True)
        if season.begins is not None and season.ends is not None and season.ends < season.begins:
            yield Finding("season.dates", at, {})


def new_seasons(connection: Connection, actor: Actor, seasons: Sequence[KeptSeason]) -> tuple[KeptSeason, ...]:
    """Give those of some seasons that the club does not have, by their names; for who may make seasons."""
    if not can(actor, Action.SEASON, actor.club).allowed:
        return ()
    names: dict[str, KeptSeason] = {}
    for one in seasons:
        names.setdefault(normalised(one.name), one)
    return tuple(one for name, one in names.items() if store.season_called(connection, actor.club_id, name) is None)


def write_seasons(
    connection: Connection,
    actor: Actor,
    seasons: Sequence[KeptSeason],
    called: Mapping[str, str],
    numbered: Mapping[str, int],
) -> int:
    """Write those of the seasons that are new, and give how many these are; the caller holds the club.

    `called` are the names of people in the book by those in the file, where they differ; `numbered` are the ids of
    those who share a name, by it and the number that they have in the file. Evenings that are in a season
    already stay there. One that goes on keeps its season open.
    """
    new = new_seasons(connection, actor, seasons)
    for season in new:
        _write(connection, actor, _renamed(season, called), numbered)
    return len(new)


def _renamed(season: KeptSeason, called: Mapping[str, str]) -> KeptSeason:
    schemes = tuple(
        replace(one, lots=tuple(replace(lot, person=called.get(lot.person, lot.person)) for lot in one.lots))
        for one in season.schemes
    )
    return replace(season, schemes=schemes, substitutes=tuple(called.get(name, name) for name in season.substitutes))


def _write(connection: Connection, actor: Actor, kept: KeptSeason, numbered: Mapping[str, int]) -> None:
    values = {"name": normalised(kept.name), "begins": kept.begins, "ends": kept.ends}
    season_id = store.add_season(connection, actor.club_id, values)
    season = find_season(connection, actor.club_id, season_id)
    drawn = [lot.person for scheme in kept.schemes for lot in scheme.lots]
    own = {**_ids(connection, actor, [*drawn, *kept.substitutes]), **numbered}
    if season is not None:
        _add_schemes(connection, actor, season, kept, own)
    _put_in(connection, actor, season_id, kept, own)
    refresh(connection, season_id)
    if kept.closed is not None and store.going_on(connection, season_id) is None:
        archived = None if kept.archived is None else max(kept.archived, kept.closed)
        store.set_season(connection, season_id, {"closed_at": kept.closed, "archived_at": archived})
    note(connection, actor, Event.SEASON_MADE, f"season:{season_id}")


def _add_schemes(
    connection: Connection, actor: Actor, season: SeasonRow, kept: KeptSeason, own: Mapping[str, int]
) -> None:
    for scheme in kept.schemes:
        scheme_id = add_scheme(connection, season, normalised(scheme.name), scheme.scheme)
        lots = {(lot.measure, own.get(lot.person)): lot for lot in scheme.lots}
        season_data.add_lots(connection, actor.club_id, scheme_id, list(lots.values()), own)


def _ids(connection: Connection, actor: Actor, names: Sequence[str]) -> dict[str, int]:
    """Give the ids of people by their names in the book; of several with one name the first."""
    return {name: found[0].id for name, found in people_named(connection, actor, names).items() if found}


def _put_in(connection: Connection, actor: Actor, season_id: int, kept: KeptSeason, own: Mapping[str, int]) -> None:
    found = season_data.evenings_by_uuid(connection, actor.club_id, list(kept.evenings))
    free = sorted(evening_id for evening_id, other in found.values() if other is None)
    store.lock_evenings(connection, actor.club_id, free)
    for evening_id in free:
        store.assign(connection, evening_id, season_id)
    for person_id in {own[name] for name in kept.substitutes if name in own}:
        store.set_substitute(connection, actor.club_id, season_id, person_id, is_one=True)
