"""How a season is ranked: its schemes, and who plays without a rank. What somebody has is counted anew at once."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from scorebook.errors import ConflictError, NotFoundError
from scorebook.exchange import ShapeError
from scorebook.exchange.schemes import parse_scheme, scheme_json
from scorebook.league.scheme import Scheme
from scorebook.rules import Finding
from scorebook.services.access import Action, Actor, require
from scorebook.services.log import Event, note
from scorebook.services.naming import find_people, several
from scorebook.services.refusals import RefusedError
from scorebook.services.seasons import find, locked, locked_own, require_open
from scorebook.services.standings_update import refresh
from scorebook.services.texts import normalised, objections
from scorebook.services.transactions import transaction
from scorebook.store import schemes as ranking
from scorebook.store import seasons as store
from scorebook.store.columns import NAME_LENGTH
from scorebook.store.db import AnySession, reading
from scorebook.store.people import find_person
from scorebook.store.season_reading import SchemeRow, SeasonRow, schemes_of
from scorebook.wording import Marked

MOST_SCHEMES = 12
NO_SCHEME: Marked[str] = "Diese Wertung gibt es nicht, oder nicht mehr."


@dataclass(frozen=True, slots=True)
class NewScheme:
    """A scheme as it was typed: its name, and what `exchange.schemes` reads."""

    name: str
    data: Mapping[str, Any]


def schemes(session: AnySession, actor: Actor, season_id: int) -> tuple[SchemeRow, ...]:
    """Give the schemes of a season in their order."""
    find(session, actor, season_id)
    return schemes_of(reading(session), season_id)


def find_scheme(session: AnySession, actor: Actor, season_id: int, scheme_id: int) -> SchemeRow:
    """Give a scheme of a season. Raises `NotFoundError` for one that is not there."""
    return _of(schemes(session, actor, season_id), scheme_id)


def _of(known: tuple[SchemeRow, ...], scheme_id: int) -> SchemeRow:
    found = next((one for one in known if one.id == scheme_id), None)
    if found is None:
        raise NotFoundError(NO_SCHEME)
    return found


def add(session: AnySession, actor: Actor, season_id: int, new: NewScheme) -> int:
    """Rank a season in one more way, and give the id of that. Raises `RefusedError` with findings at its fields."""
    with transaction(session) as connection:
        season = _open(connection, actor, season_id)
        known = schemes_of(connection, season_id)
        scheme = _read(new, known)
        if len(known) >= MOST_SCHEMES:
            raise RefusedError([Finding("scheme.too_many", "", {"most": MOST_SCHEMES})])
        scheme_id = ranking.add_scheme(connection, season, normalised(new.name), scheme)
        refresh(connection, season_id)
        note(connection, actor, Event.SCHEME_ADDED, f"season:{season_id}", new=_facts(scheme_id, scheme))
    return scheme_id


def change(session: AnySession, actor: Actor, season_id: int, scheme_id: int, new: NewScheme) -> None:
    """Rank otherwise by one of the schemes. Raises as `add` does, and `NotFoundError` for one that is not there."""
    with transaction(session) as connection:
        _open(connection, actor, season_id)
        known = schemes_of(connection, season_id)
        before = _of(known, scheme_id)
        scheme = _read(new, tuple(one for one in known if one is not before))
        name = normalised(new.name)
        if (name, scheme) == (before.name, before.scheme):
            return
        ranking.set_scheme(connection, scheme_id, name, scheme)
        if scheme != before.scheme:
            refresh(connection, season_id)
        old = _facts(before.id, before.scheme)
        note(connection, actor, Event.SCHEME_CHANGED, f"season:{season_id}", old=old, new=_facts(scheme_id, scheme))


def move_up(session: AnySession, actor: Actor, season_id: int, scheme_id: int) -> None:
    """Let a scheme change places with the one before it; the first is what people see who ask for none."""
    with transaction(session) as connection:
        _open(connection, actor, season_id)
        known = schemes_of(connection, season_id)
        place = known.index(_of(known, scheme_id))
        if place:
            ids = [one.id for one in known]
            ids[place - 1 : place + 1] = reversed(ids[place - 1 : place + 1])
            ranking.order_schemes(connection, ids)
            note(connection, actor, Event.SCHEMES_ORDERED, f"season:{season_id}", new={"schemes": ids})


def drop(session: AnySession, actor: Actor, season_id: int, scheme_id: int) -> None:
    """Rank by a scheme no more. Raises `ConflictError` for the only one, and for one by which lots were drawn."""
    with transaction(session) as connection:
        _open(connection, actor, season_id)
        known = schemes_of(connection, season_id)
        scheme = _of(known, scheme_id)
        if len(known) == 1:
            raise ConflictError("Eine Wertung braucht die Saison. Leg erst eine andere an.")
        if ranking.has_lots(connection, scheme_id):
            raise ConflictError("Nach dieser Wertung wurde schon gelost. Sie bleibt.")
        ranking.drop_scheme(connection, scheme_id)
        ranking.order_schemes(connection, [one.id for one in known if one is not scheme])
        old = _facts(scheme_id, scheme.scheme)
        note(connection, actor, Event.SCHEME_DROPPED, f"season:{season_id}", old=old)


def _open(connection: Connection, actor: Actor, season_id: int) -> SeasonRow:
    season = locked_own(connection, actor, season_id)
    require_open(season)
    return season


def _read(new: NewScheme, others: tuple[SchemeRow, ...]) -> Scheme:
    """Read what was typed. All that is wrong with it is said at once."""
    findings = list(objections(new.name, "name", "name", NAME_LENGTH, required=True))
    if normalised(new.name) in {one.name for one in others}:
        findings.append(Finding("scheme.same_name", "name", {"name": normalised(new.name)}))
    try:
        scheme = parse_scheme(dict(new.data))
    except ShapeError as error:
        raise RefusedError([*findings, *error.findings]) from error
    if findings:
        raise RefusedError(findings)
    return scheme


def _facts(scheme_id: int, scheme: Scheme) -> dict[str, Any]:
    """Give what the log keeps of a scheme; its name may be somebody's."""
    return {"ranking": scheme_id, "scheme": scheme_json(scheme)}


# --- Who plays without a rank ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Substitutes:
    """Who plays without a rank in a season, by id; `own` are those of the actor's club."""

    all: Mapping[int, str]
    own: frozenset[int]


def substitutes(session: AnySession, actor: Actor, season_id: int) -> Substitutes:
    """Give who plays without a rank."""
    find(session, actor, season_id)
    connection = reading(session)
    own = store.substitutes(connection, season_id, actor.club_id)
    return Substitutes(store.substitutes(connection, season_id), frozenset(own))


def person_called(session: AnySession, actor: Actor, season_id: int, name: str) -> int:
    """Give the id of somebody of the actor's club by his name.

    Raises `RefusedError` at `person` for a name that nobody has, and for one that several have in this season.
    """
    find(session, actor, season_id)
    connection = reading(session)
    (called,) = find_people(connection, actor, [name])
    if not called:
        raise RefusedError([Finding("person.nobody", "person", {"name": normalised(name)})])
    there = store.who_played(connection, season_id, {one.id for one in called}) if len(called) > 1 else ()
    meant = [one for one in called if one.id in there] or called
    if len(meant) > 1:
        raise RefusedError([several(connection, meant, "person")])
    return meant[0].id


def set_substitute(session: AnySession, actor: Actor, season_id: int, person_id: int, *, is_one: bool) -> None:
    """Let somebody of the actor's club play without a rank, or with one again.

    Raises `RefusedError` at `person` for somebody who is not of the club, `ConflictError` for a closed season.
    """
    with transaction(session) as connection:
        season = locked(connection, actor, season_id)
        require(actor, Action.SEASON, actor.club)
        require_open(season)
        if find_person(connection, actor.club_id, person_id) is None:
            raise RefusedError([Finding("person.nobody", "person", {})])
        if store.set_substitute(connection, actor.club_id, season_id, person_id, is_one=is_one):
            refresh(connection, season_id, [person_id])
            event = Event.SUBSTITUTE_MADE if is_one else Event.SUBSTITUTE_TAKEN_BACK
            note(connection, actor, event, f"season:{season_id}", new={"person": person_id})
