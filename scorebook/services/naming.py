"""Who is meant by a name that somebody typed; nobody is taken for another silently."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection

from scorebook.ledger.people import numbered, split_number, told_apart
from scorebook.rules import Finding
from scorebook.services.access import Action, Actor, require
from scorebook.services.refusals import RefusedError
from scorebook.services.texts import normalised, objections, same_name
from scorebook.store import known as store
from scorebook.store.columns import NAME_LENGTH
from scorebook.store.db import AnySession, reading
from scorebook.store.known import By, Found
from scorebook.store.one_person import ids_at, ones

MOST_NAMES = 300
NEXT: tuple[By, ...] = tuple(By)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What to type for somebody, and what tells who that is: his nickname where he has one.

    `namesake`: somebody else has the same name; then `last` is when he was there last.
    """

    text: str
    nickname: str
    last: date | None
    namesake: bool


def suggestions(session: AnySession, actor: Actor, but: Iterable[int] = ()) -> tuple[Suggestion, ...]:
    """List whom the club knows and who did not leave, those who came most often first, without those in `but`."""
    require(actor, Action.READ, actor.club)
    connection = reading(session)
    found, merged = store.suggested(connection, actor.club_id, MOST_NAMES), ones(connection, actor.club_id)
    texts, left_out = told_apart({one.id: one.name for one in found}), {merged.get(person, person) for person in but}
    namesakes = [one.id for one in found if texts[one.id] != one.name]
    last = store.last_days(connection, namesakes) if namesakes else {}
    return tuple(
        Suggestion(texts[one.id], one.nickname, last.get(one.id), one.id in namesakes)
        for one in found
        if one.id not in left_out
    )


def wrong_name(text: str, field: str) -> Iterator[Finding]:
    """Find what is wrong with a name that somebody typed to say who sits there."""
    name, _number = split_number(text)
    yield from objections(name, field, "name", NAME_LENGTH, required=True)


def seat_people(
    connection: Connection, actor: Actor, names: Sequence[str], fields: Sequence[str], evening_id: int | None = None
) -> tuple[int, ...]:
    """Give the ids with which people sit down, by their names; whom the club does not know is new.

    Whoever was at the evening `evening_id` before sits with the id that he has there. The caller holds the club. Raises
    `RefusedError` at their fields for a name of several, and for one who would sit there twice.
    """
    meant = find_people(connection, actor, names)
    here = {} if evening_id is None else ids_at(connection, evening_id)
    there = {one.id: one.name for one in store.people_by_number(connection, actor.club_id, here).values()}
    findings = [
        *_several(connection, meant, fields),
        *_twice(meant, names, fields),
        *_alike(meant, names, fields, there),
    ]
    if findings:
        raise RefusedError(findings)
    ids = [
        found[0].id if found else new_person(connection, actor, name) for found, name in zip(meant, names, strict=True)
    ]
    return tuple(here.get(person, person) for person in ids)


def new_person(connection: Connection, actor: Actor, name: str) -> int:
    """Add somebody whom the club did not know, and give the id."""
    return store.add_person(connection, actor.club_id, normalised(name), same_name(name))


def find_people(
    connection: Connection, actor: Actor, names: Sequence[str], *, all_spellings: bool = False
) -> tuple[tuple[Found, ...], ...]:
    """Give for each name whom it may mean: nobody, one, or several who are called so.

    The name that somebody has goes before a nickname, and that before the name of somebody who was merged; one that is
    written exactly so goes before other spellings, unless `all_spellings` are asked for. A number behind a name says
    whose it is.
    """
    split = [split_number(name) for name in names]
    keys = {same_name(text) for text in (*names, *(name for name, _number in split))}
    found = store.people_by_keys(connection, actor.club_id, keys)
    numbers = store.people_by_number(connection, actor.club_id, [number for _name, number in split if number])
    return tuple(
        _meant(name, found, all_spellings) or _by_number(called, number, found, numbers)
        for name, (called, number) in zip(names, split, strict=True)
    )


def people_named(connection: Connection, actor: Actor, names: Sequence[str]) -> dict[str, tuple[Found, ...]]:
    """Give who is, or was, called exactly so, letter by letter, as files name people."""
    found = store.people_by_keys(connection, actor.club_id, {same_name(name) for name in names})
    return {name: _exactly(name, found) for name in names}


def _exactly(name: str, found: Sequence[Found]) -> tuple[Found, ...]:
    for way in (By.NAME, By.FORMER):
        people = {one.id: one for one in found if one.by is way and one.written == name}
        if people:
            return tuple(people.values())
    return ()


def _meant(name: str, found: Sequence[Found], all_spellings: bool) -> tuple[Found, ...]:  # noqa: FBT001
    key, written = same_name(name), normalised(name)
    for way in NEXT:
        people = {one.id: one for one in found if one.by is way and one.key == key}
        exactly = tuple(one for one in people.values() if one.written == written)
        if people:
            return exactly if len(exactly) == 1 and not all_spellings else tuple(people.values())
    return ()


def _by_number(
    called: str, number: int | None, found: Sequence[Found], numbers: Mapping[int, Found]
) -> tuple[Found, ...]:
    """Give who has both the name and the number."""
    if number is None or number not in numbers:
        return ()
    one = numbers[number]
    return (one,) if one.id in {other.id for other in found if other.key == same_name(called)} else ()


def several(connection: Connection, people: Sequence[Found], field: str) -> Finding:
    """Say that several have a name, and what to type for each of them."""
    last = store.last_days(connection, [one.id for one in people])
    told = [(numbered(one.name, one.id), last.get(one.id)) for one in people]
    return Finding("name.several", field, {"namesakes": told})


def _several(connection: Connection, meant: Sequence[Sequence[Found]], fields: Sequence[str]) -> Iterator[Finding]:
    """Find names that several have, and say what to type for each of them."""
    for people, field in zip(meant, fields, strict=True):
        if len(people) > 1:
            yield several(connection, people, field)


def _twice(meant: Sequence[Sequence[Found]], names: Sequence[str], fields: Sequence[str]) -> Iterator[Finding]:
    """Find who was named twice."""
    people: dict[int, str] = {}
    for found, name, field in zip(meant, names, fields, strict=True):
        if len(found) != 1:
            continue
        (one,) = found
        if one.id in people:
            yield Finding("name.same_person", field, {"name": normalised(name), "other": people[one.id]})
        people[one.id] = normalised(name)


def _alike(
    meant: Sequence[Sequence[Found]], names: Sequence[str], fields: Sequence[str], there: Mapping[int, str]
) -> Iterator[Finding]:
    """Find different people of one name at one evening, where `there` are others: no paper could tell them apart."""
    people = dict(there)
    for found, name, field in zip(meant, names, fields, strict=True):
        if len(found) > 1:
            continue
        person, called = (found[0].id, found[0].name) if found else (0, normalised(name))
        if any(other == called and key != person for key, other in people.items()):
            yield Finding("name.alike", field, {"name": called})
        people[person] = called
