"""Who the people of a club's file are in the book: found by their names, or added with what the file knows of them."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import Connection

from scorebook.exchange.people import KnownPerson, end_of_merges
from scorebook.ledger.evening import Evening
from scorebook.ledger.people import numbered
from scorebook.rules import Finding
from scorebook.services.access import Actor
from scorebook.services.naming import new_person, people_named, several
from scorebook.services.refusals import RefusedError
from scorebook.services.texts import same_name
from scorebook.store import merging
from scorebook.store.known import By, people_by_keys
from scorebook.store.people import change_person


def several_in(people: Sequence[KnownPerson]) -> set[str]:
    """Give the names that several people of a file have who stand for themselves."""
    times = Counter(one.name for one in people if one.merged_with is None)
    return {name for name, count in times.items() if count > 1}


class Register:
    """Gives people of a file their ids in the book, each once.

    `decided` are ids by name that somebody chose, `new` those of them that were just added.
    """

    def __init__(
        self,
        connection: Connection,
        actor: Actor,
        people: Sequence[KnownPerson],
        decided: Mapping[str, int],
        new: Collection[int],
    ) -> None:
        self._connection, self._actor = connection, actor
        self._people = {one.id: one for one in people}
        self._several = several_in(people)
        self._decided, self._new = decided, new
        self._ids: dict[int, int] = {}

    def chosen(self, evening: Evening) -> dict[int, int]:
        """Give the ids in the book of the people of an evening, by their numbers in it, as far as these are known."""
        found = {}
        for one in evening.people:
            row = self._people.get(one.id)
            end = None if row is None else end_of_merges(self._people, row)
            if row is not None and end is not None and end.name == one.name:
                found[one.id] = self._id_of(row, end)
            elif one.name in self._decided:
                found[one.id] = self._decided[one.name]
        return found

    def finish(self) -> None:
        """Add the names under which people stood once, who have been added or found: who types one finds them."""
        for row in self._people.values():
            end = end_of_merges(self._people, row)
            if end is not None and end.id in self._ids:
                self._id_of(row, end)

    def numbered(self) -> dict[str, int]:
        """Give who those of the file are in the book, by name and number: so its seasons tell namesakes apart."""
        return {numbered(self._people[one].name, one): person for one, person in self._ids.items()}

    def _id_of(self, row: KnownPerson, end: KnownPerson) -> int:
        if row.id not in self._ids:
            self._ids[row.id] = self._standing(row) if row is end else self._merged(row, self._id_of(end, end))
        return self._ids[row.id]

    def _standing(self, row: KnownPerson) -> int:
        """Give the id of who stands for himself: whom somebody chose, who is called so, else somebody new."""
        known = people_named(self._connection, self._actor, [row.name])[row.name]
        if row.name in self._several and {one.id for one in known} - {*self._ids.values()}:
            raise RefusedError([Finding("person.several_in_file", f"people.{row.name}", {"name": row.name})])
        if row.name in self._decided and row.name not in self._several:
            person = self._decided[row.name]
            if person in self._new:
                self._fill(person, row)
            return person
        if row.name not in self._several and known:
            if len(known) > 1:
                raise RefusedError([several(self._connection, known, f"people.{row.name}")])
            return known[0].id
        person = new_person(self._connection, self._actor, row.name)
        self._fill(person, row)
        return person

    def _fill(self, person: int, row: KnownPerson) -> None:
        """Keep what the file knows of somebody new; a nickname that somebody else has by now he does not get."""
        key = same_name(row.nickname)
        taken = [one for one in people_by_keys(self._connection, self._actor.club_id, [key]) if one.by is not By.FORMER]
        nickname = "" if taken or not key else row.nickname
        called = {"nickname": nickname, "nickname_key": same_name(nickname)}
        change_person(self._connection, person, guest=row.guest, left_on=row.left, shown=row.shown, **called)

    def _merged(self, row: KnownPerson, end: int) -> int:
        """Give the id of who was merged with somebody: the row that says so, or a new one if nobody is called so."""
        rows = merging.merged_into(self._connection, self._actor.club_id, end)
        known = next((one.id for one in rows if one.name == row.name), None)
        if known is not None:
            return known
        if people_named(self._connection, self._actor, [row.name])[row.name]:
            return end
        before = self._people[row.merged_with or row.id]
        other = self._id_of(before, end_of_merges(self._people, before) or before)
        person = new_person(self._connection, self._actor, row.name)
        change_person(self._connection, person, merged_with=other, merged_into=end)
        return person
