"""People come, leave, change seats and change tables between games, in any order, on SQLite and on PostgreSQL."""

from random import Random
from uuid import UUID

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from scorebook.exchange import load_json, parse_evening
from scorebook.ledger.drawing import cards_to_draw, draw
from scorebook.ledger.evening import Sheet
from scorebook.ledger.last_round import dealers_left
from scorebook.rules import preset
from scorebook.services import last_round
from scorebook.services.exporting import export_evening
from scorebook.services.verifying import verify_book
from scorebook.store.db import db, reading
from scorebook.store.games import sheet_state
from tests.book import SAUSPIEL, Book, in_any_order

PLACE = st.integers(0, 6)
SIZE = {"sqlite": (12, 20), "postgresql": (4, 12)}
"""How many evenings are drawn, and how many steps each has at most."""


class Tables(RuleBasedStateMachine):
    """One table of an evening, and beside it another to which people go over."""

    book: Book

    def __init__(self) -> None:
        super().__init__()
        self.evening_id, self.sheet_id = (started := self.book.start(first_dealer=2)).evening_id, started.sheet_id
        self.other = self.book.open_table(self.evening_id, "Resi", "Toni", "Hans", "Leni")
        self.away = ["Hias", "Kathi", "Bene"]
        self.last: list[UUID] = []

    @property
    def sheet(self) -> Sheet:
        return self.book.sheet(self.sheet_id)

    @property
    def names(self) -> list[str]:
        return self.book.seated(self.sheet_id)

    @rule(place=PLACE)
    def play(self, place: int) -> None:
        """Two of those whose turn it is win a Sauspiel."""
        out = self.sheet.next_sitters
        active = [seat for seat in range(self.sheet.players) if seat not in out]
        game = {**SAUSPIEL, "declarer": active[place % 4], "partner": active[(place + 1) % 4]}
        done = self.book.record(self.sheet_id, {**game, **({"sitting_out": list(out)} if out else {})})
        self.last.append(done.game.uuid)

    @precondition(lambda self: self.last)
    @rule()
    def undo(self) -> None:
        """The last game is taken back."""
        self.book.cancel(self.last.pop())

    @precondition(lambda self: self.away)
    @rule(place=PLACE)
    def come(self, place: int) -> None:
        """Somebody sits down, perhaps for the second time."""
        self.book.come(self.sheet_id, self.away.pop(0), self.names[place % len(self.names)])

    @rule(place=PLACE)
    def leave(self, place: int) -> None:
        """Somebody gets up, if enough are left."""
        names = self.names
        if len(names) > 4:
            self.away.append(names[place % len(names)])
            self.book.leave(self.sheet_id, self.away[-1])

    @rule(chance=st.randoms(use_true_random=False))
    def draw(self, chance: Random) -> None:
        """All sit down by cards that they drew; before the first game the highest deals."""
        cards = draw(self.names, preset(), chance)
        begun = bool(self.sheet.games)
        self.book.sit_as_drawn(self.sheet_id, {name: str(card) for name, card in cards.items()})
        assert self.names == sorted(cards, key=lambda name: cards_to_draw(preset()).index(cards[name]))
        assert begun or self.sheet.next_dealer == 0

    @rule(place=PLACE, other=PLACE)
    def swap(self, place: int, other: int) -> None:
        """Two change seats, if they are two."""
        names = self.names
        one, two = names[place % len(names)], names[other % len(names)]
        if one != two:
            self.book.swap(self.sheet_id, one, two)

    @rule()
    def call(self) -> None:
        """The last round is called; who still deals begins with the next dealer."""
        last_round.call_last_round(db.session, self.book.actor, self.sheet_id)

    @invariant()
    def the_database_and_the_value_agree(self) -> None:
        """Who sits there, who deals and how many sit out are the same wherever they are worked out."""
        sheet, state = self.sheet, sheet_state(reading(db.session), self.sheet_id)
        assert state is not None
        assert state.people == sheet.people_at(sheet.next_number)
        assert state.next_dealer == sheet.next_dealer
        assert 4 <= len(state.people) == len(set(state.people)) <= 7
        assert len(sheet.next_sitters) == len(state.people) - 4
        assert len(dealers_left(sheet) or ()) <= 2 * len(state.people)

    @invariant()
    def the_money_is_whole(self) -> None:
        """Entries and fold are the same, and sum to zero, whoever sits there by now."""
        totals = {person: units for person, units in self.sheet.totals().items() if units}
        assert {person: units for person, units in self.book.balances(self.sheet_id).items() if units} == totals
        assert sum(totals.values()) == 0

    def teardown(self) -> None:
        """At the end: the book verifies, what goes out comes back the same, and nobody who sits there is lost."""
        verify_book(db.session)
        evening = self.book.evening(self.evening_id)
        read = parse_evening(load_json(export_evening(db.session, self.book.actor, self.evening_id)))
        assert read.check_code() == evening.check_code()
        assert read.totals() == evening.totals()
        for there, here in zip(read.sheets, evening.sheets, strict=True):
            assert (there.next_dealer, there.people) == (here.next_dealer, here.people)
        if self.last:
            assert set(self.names) | {"Resi", "Toni", "Hans", "Leni"} <= set(evening.names.values())


def test_seats_in_any_order(book: Book) -> None:
    """Whatever happens at a table between its games, deal, sitters and money stay right."""
    in_any_order(Tables, book, SIZE)
