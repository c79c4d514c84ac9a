"""Whatever is merged and parted while games go on: sums are kept, and undone the book is the same."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from sqlalchemy import select

from scorebook.services import RefusedError, cash_accounts, merging, open_evenings, people
from scorebook.services.people import Known
from scorebook.services.verifying import verify_book
from scorebook.store.db import db, reading
from scorebook.store.tables import people as rows
from tests.book import LOST_SOLO, SAUSPIEL, Book, in_any_order

NAMES = ("Sepp", "Seppl", "Josef", "Vroni", "Veronika", "Xaver", "Zenzi", "Hias", "Resi", "Anna")
SEATED = ((0, 3, 5, 6), (1, 4, 7, 8), (2, 3, 7, 9), (0, 8, 9, 5))


class Merges(RuleBasedStateMachine):
    """People of a club who are merged and parted; a model knows with whom each was merged."""

    book: Book

    def __init__(self) -> None:
        super().__init__()
        book = self.book
        book.actor = book.stranger()
        self.ids = [people.add(db.session, book.actor, Known(name)) for name in NAMES]
        self.sheets = [book.start([NAMES[one] for one in seats]).sheet_id for seats in SEATED]
        self.merged: dict[int, int] = {}
        self.won: Counter[int] = Counter()
        self.before = self.stored()

    def stored(self) -> list[Any]:
        """Give the people as the table has them."""
        return list(reading(db.session).execute(select(rows).where(rows.c.id.in_(self.ids)).order_by(rows.c.id)))

    def one(self, person: int) -> int:
        """Give who stands in somebody's place, by the model."""
        while person in self.merged:
            person = self.merged[person]
        return person

    def evenings(self, person: int) -> set[int]:
        """Give the evenings of somebody with all who were merged with him, by the model."""
        own = {other for other in self.ids if self.one(other) == self.one(person)}
        return {place for place, seats in enumerate(SEATED) for seat in seats if self.ids[seat] in own}

    @rule(one=st.integers(0, 9), other=st.integers(0, 9))
    def merge(self, one: int, other: int) -> None:
        """Put two together; refused is what the model would refuse, and nothing else."""
        gone, kept = self.ids[one], self.ids[other]
        free = gone not in self.merged and kept not in self.merged and gone != kept
        possible = free and not self.evenings(gone) & self.evenings(kept)
        try:
            merging.merge(db.session, self.book.actor, gone, kept)
        except RefusedError:
            assert not possible
            return
        assert possible
        self.merged[gone] = kept

    @precondition(lambda self: self.merged)
    @rule(data=st.data())
    def part(self, data: st.DataObject) -> None:
        """Undo one of the merges, whichever it is."""
        person = data.draw(st.sampled_from(sorted(self.merged)))
        merging.unmerge(db.session, self.book.actor, person)
        del self.merged[person]

    @rule(place=st.integers(0, 3), game=st.sampled_from([SAUSPIEL, LOST_SOLO]))
    def play(self, place: int, game: dict[str, Any]) -> None:
        """Record a game; it is whose seat it is."""
        done = self.book.record(self.sheets[place], game).game
        for seat, amount in zip(SEATED[place], done.score.payouts, strict=True):
            self.won[self.ids[seat]] += amount

    @invariant()
    def sums_are_those_of_the_ones(self) -> None:
        """Who stands for himself has what all of his have, over all evenings, and is called so at each."""
        wanted: Counter[int] = Counter()
        for person, amount in self.won.items():
            wanted[self.one(person)] += amount
        opened = open_evenings.open_people(db.session, self.book.actor)
        assert {one.person_id: one.open for one in opened if one.open} == {
            person: amount for person, amount in wanted.items() if amount
        }
        standing = {person for person in self.ids if person not in self.merged}
        assert set(cash_accounts.people(db.session, self.book.actor)) == standing
        for place, sheet in enumerate(self.sheets):
            evening, ids = self.book.sheet(sheet), [self.ids[seat] for seat in SEATED[place]]
            assert list(evening.sitting) == ids
            assert self.book.ids(sheet, *(NAMES[self.ids.index(self.one(one))] for one in ids)) == tuple(ids)

    def teardown(self) -> None:
        """Undo all that is left: the rows are those of before; the book is right all the while."""
        verify_book(db.session)
        for person in sorted(self.merged):
            merging.unmerge(db.session, self.book.actor, person)
        assert self.stored() == self.before
        verify_book(db.session)


@pytest.mark.parametrize("book", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)], indirect=True)
def test_any_merges_and_undos(book: Book) -> None:
    """Sums are kept, names follow, and undone everything is as it was."""
    in_any_order(Merges, book, {"sqlite": (15, 14), "postgresql": (4, 12)})
