"""The people of a club: the list of them, somebody new, and what is known of somebody."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from scorebook.errors import NotFoundError
from scorebook.ledger.people import numbered
from scorebook.rules import Finding
from scorebook.services.access import Action, Actor, require
from scorebook.services.log import Event, note
from scorebook.services.refusals import RefusedError
from scorebook.services.standings_update import refresh
from scorebook.services.texts import normalised, objections, same_name
from scorebook.services.transactions import transaction
from scorebook.settings import BERLIN
from scorebook.store import people as store
from scorebook.store.columns import NAME_LENGTH
from scorebook.store.db import AnySession, reading
from scorebook.store.evenings import lock_club
from scorebook.store.known import By, add_person, namesake_together, people_by_keys
from scorebook.store.one_person import all_ids, one_of
from scorebook.store.parcels import drop_parcels
from scorebook.store.people import Kind, PersonRow
from scorebook.store.seasons import lock_season, open_seasons
from scorebook.wording import Marked
from scorebook.wording.people import SHOWN

NAMELESS = re.compile(r"Ehemals [0-9]+")
NO_PERSON: Marked[str] = "Diese Person gibt es nicht."
PEOPLE_A_PAGE = 100
EARLIEST = date(1900, 1, 1)


@dataclass(frozen=True, slots=True)
class PeoplePage:
    """Some people of a club by name, and whether there are more: the id with which `list_people` goes on."""

    people: tuple[PersonRow, ...]
    more: int | None


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of somebody, as typed. `namesake`: whoever else has that name is somebody else."""

    name: str
    nickname: str = ""
    guest: bool = False
    left_on: date | None = None
    shown: str = "full"
    namesake: bool = False


def list_people(
    session: AnySession, actor: Actor, search: str = "", after: int | None = None, kind: Kind = Kind.ALL
) -> PeoplePage:
    """List the people of the actor's club by name: of one kind, with `search` in one of their names, behind `after`."""
    require(actor, Action.PRIVACY, actor.club)
    found = store.list_people(reading(session), actor.club_id, PEOPLE_A_PAGE + 1, same_name(search), after, kind)
    shown = tuple(found[:PEOPLE_A_PAGE])
    return PeoplePage(shown, shown[-1].id if len(found) > len(shown) else None)


def who(session: AnySession, actor: Actor, person_id: int) -> int:
    """Give who somebody is now: himself, or who stands in his place. Raises `NotFoundError` for nobody of the club."""
    one = one_of(reading(session), actor.club_id, person_id)
    if one is None:
        raise NotFoundError(NO_PERSON)
    require(actor, Action.PRIVACY, actor.club)
    return one


def find_person(session: AnySession, actor: Actor, person_id: int) -> PersonRow:
    """Find somebody of the actor's club who stands for himself. Raises `NotFoundError` for anybody else."""
    return found_person(reading(session), actor, person_id)


def found_person(connection: Connection, actor: Actor, person_id: int) -> PersonRow:
    """Find somebody in a transaction that is open, as `find_person` does."""
    person = store.find_person(connection, actor.club_id, person_id)
    if person is None:
        raise NotFoundError(NO_PERSON)
    require(actor, Action.PRIVACY, actor.club)
    return person


def is_nameless(person: PersonRow) -> bool:
    """Tell whether somebody has no name any more."""
    return NAMELESS.fullmatch(person.name) is not None


def add(session: AnySession, actor: Actor, new: Known, *, now: datetime | None = None, zone: ZoneInfo = BERLIN) -> int:
    """Add somebody to the actor's club who has not played yet, and give the id. Raises `RefusedError` as `change`."""
    require(actor, Action.PRIVACY, actor.club)
    with transaction(session) as connection:
        lock_club(connection, actor.club_id)
        _refuse(connection, actor, new, None, now, zone)
        row = _row(new)
        key, nickname_key = _keys(row).values()
        person_id = add_person(connection, actor.club_id, row.pop("name"), key, nickname_key=nickname_key, **row)
        note(connection, actor, Event.PERSON_ADDED, f"person:{person_id}")
    return person_id


def change(
    session: AnySession,
    actor: Actor,
    person_id: int,
    new: Known,
    *,
    now: datetime | None = None,
    zone: ZoneInfo = BERLIN,
) -> None:
    """Change what is known of somebody; the same again changes nothing.

    Raises `NotFoundError` for somebody who is not of the club, or stands no more for himself, and `RefusedError` with
    findings at `name`, `nickname`, `left_on`, `shown`.
    """
    with transaction(session) as connection:
        lock_club(connection, actor.club_id)
        person = found_person(connection, actor, person_id)
        _refuse(connection, actor, new, person, now, zone)
        row, was = _row(new), _row(_as_it_is(person))
        changed = sorted(column for column, value in row.items() if was[column] != value)
        if changed:
            store.change_person(connection, person_id, **row, **_keys(row))
            _follow(connection, actor, person_id, changed)
            note(connection, actor, Event.PERSON_CHANGED, f"person:{person_id}", new={"changed": changed})


def _as_it_is(person: PersonRow) -> Known:
    return Known(person.name, person.nickname, person.guest, person.left_on, person.shown)


def _row(new: Known) -> dict[str, Any]:
    """Give the columns that hold what is known."""
    return {
        "name": normalised(new.name),
        "nickname": normalised(new.nickname),
        "guest": new.guest,
        "left_on": new.left_on,
        "shown": new.shown,
    }


def _keys(row: dict[str, Any]) -> dict[str, str]:
    return {"name_key": same_name(row["name"]), "nickname_key": same_name(row["nickname"])}


def _follow(connection: Connection, actor: Actor, person_id: int, changed: list[str]) -> None:
    """Do what follows: a guest has no rank in seasons that are open; papers that are kept have the names of before."""
    if "guest" in changed:
        for season_id in sorted(open_seasons(connection, actor.club_id)):
            lock_season(connection, season_id)
            refresh(connection, season_id, [person_id])
    if "name" in changed:
        drop_parcels(connection, actor.club_id)


def _refuse(
    connection: Connection, actor: Actor, new: Known, person: PersonRow | None, now: datetime | None, zone: ZoneInfo
) -> None:
    today = (now or datetime.now(UTC)).astimezone(zone).date()
    findings = [*_wrong_name(connection, actor, new, person), *_wrong_nickname(connection, actor, new, person)]
    if new.left_on is not None and not EARLIEST <= new.left_on <= today:
        findings.append(Finding("left_on.range", "left_on", {}))
    if new.shown not in SHOWN:
        findings.append(Finding("shown.unknown", "shown", {}))
    if findings:
        raise RefusedError(findings)


def _wrong_name(connection: Connection, actor: Actor, new: Known, person: PersonRow | None) -> Iterator[Finding]:
    wrong = list(objections(new.name, "name", "name", NAME_LENGTH, required=True))
    yield from wrong
    name = normalised(new.name)
    if wrong or (person is not None and person.name == name):
        return
    others = _others_called(connection, actor, same_name(name), person)
    day = None if person is None else namesake_together(connection, all_ids(connection, person.id), name)
    if day is not None:
        yield Finding("person.namesake_there", "name", {"date": day, "name": name})
    elif others and not new.namesake:
        yield Finding("person.name_taken", "name", {"name": others[0]})


def _wrong_nickname(connection: Connection, actor: Actor, new: Known, person: PersonRow | None) -> Iterator[Finding]:
    yield from objections(new.nickname, "nickname", "nickname", NAME_LENGTH, required=False)
    key = same_name(new.nickname)
    others = _others_called(connection, actor, key, person) if key else []
    if others:
        yield Finding("nickname.taken", "nickname", {"name": others[0]})


def _others_called(connection: Connection, actor: Actor, key: str, person: PersonRow | None) -> list[str]:
    """Give who else has a name or a nickname with this key, with their numbers."""
    found = people_by_keys(connection, actor.club_id, [key])
    own = None if person is None else person.id
    return [numbered(one.name, one.id) for one in found if one.by is not By.FORMER and one.id != own]
