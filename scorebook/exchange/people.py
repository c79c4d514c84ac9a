"""What a club knows of its people, as its file says it: who they are besides their names, and who was merged."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from scorebook.exchange.games import STRICT
from scorebook.exchange.shapes import Day
from scorebook.rules import Finding

Name = Annotated[str, Field(max_length=200)]
Id = Annotated[int, Field(ge=1, le=2**31 - 1)]


class PersonModel(BaseModel):
    """Somebody of a club; what is not said is as with most people."""

    model_config = STRICT

    id: Id
    name: Name
    nickname: Name = ""
    guest: bool = False
    left: Day | None = None
    shown: Literal["full", "short", "hidden"] = "full"
    merged_with: Id | None = None


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """Somebody of a club, by his number in the file; `merged_with` is that of whom he was merged with."""

    id: int
    name: str
    nickname: str = ""
    guest: bool = False
    left: date | None = None
    shown: str = "full"
    merged_with: int | None = None


def known_person(model: PersonModel) -> KnownPerson:
    """Give the value of what was read."""
    return KnownPerson(**model.model_dump())


def person_json(one: KnownPerson) -> dict[str, Any]:
    """Write somebody as files have him; what is as with most people is left out.

    >>> person_json(KnownPerson(4, "Sepp", guest=True)), person_json(KnownPerson(5, "Seppl", merged_with=4))
    ({'id': 4, 'name': 'Sepp', 'guest': True}, {'id': 5, 'name': 'Seppl', 'merged_with': 4})
    """
    known = {
        "nickname": one.nickname,
        "guest": one.guest,
        "left": None if one.left is None else one.left.isoformat(),
        "shown": "" if one.shown == "full" else one.shown,
        "merged_with": one.merged_with,
    }
    return {"id": one.id, "name": one.name, **{key: value for key, value in known.items() if value}}


def end_of_merges(people: Mapping[int, KnownPerson], one: KnownPerson) -> KnownPerson | None:
    """Give who stands in somebody's place in the end; None where nobody does, or the merges go round in a ring.

    >>> people = {1: KnownPerson(1, "Sepp"), 2: KnownPerson(2, "Seppl", merged_with=1)}
    >>> end_of_merges(people, people[2]).name
    'Sepp'
    """
    seen: set[int] = set()
    at: KnownPerson | None = one
    while at is not None and at.merged_with is not None:
        if at.id in seen:
            return None
        seen.add(at.id)
        at = people.get(at.merged_with)
    return at


def wrong_people(people: Iterable[KnownPerson]) -> Iterator[Finding]:
    """Find who stands there twice, and who was merged with nobody."""
    known: dict[int, KnownPerson] = {}
    for one in people:
        if one.id in known:
            yield Finding("person.twice", f"people.{one.id}", {"id": one.id})
        known[one.id] = one
    for one in known.values():
        if end_of_merges(known, one) is None:
            yield Finding("person.merged_wrong", f"people.{one.id}", {"name": one.name})
