"""Recording, correcting, taking back, ending and opening again in any order, on SQLite and on PostgreSQL."""

import re
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from scorebook.errors import ConflictError
from scorebook.exchange import load_json, parse_evening, parse_rules
from scorebook.ledger.evening import RecordedGame
from scorebook.rules import assess
from scorebook.services import RefusedError
from scorebook.services.exporting import export_evening
from scorebook.services.refusals import ENDED
from scorebook.services.verifying import verify_book
from scorebook.store.db import db
from scorebook.wording import amount
from tests.actions import Page
from tests.book import PASSED, WITH_STOCK, Book

HOUSE = {**WITH_STOCK, "contracts": ["solo", "wenz", "sauspiel"]}
RULES = parse_rules(HOUSE)
SEAT = st.integers(0, 3)
SIZE = {"sqlite": (20, 20), "postgresql": (6, 12)}
"""How many evenings are drawn, and how many steps each has at most."""


@st.composite
def games(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a game that a table with a Stock may enter; some say that another deals than the one whose turn it is."""
    declarer, result = draw(SEAT), draw(st.sampled_from(["won", "lost"]))
    partner = draw(SEAT.filter(lambda seat: seat != declarer))
    doubled = {"klopfer": draw(st.integers(0, 2))} | draw(st.sampled_from([{}, {}, {"dealer": draw(SEAT)}]))
    return draw(
        st.sampled_from(
            [
                PASSED,
                {"contract": "sauspiel", "declarer": declarer, "partner": partner, "result": result, **doubled},
                {"contract": "wenz", "declarer": declarer, "result": result, **doubled},
            ]
        )
    )


class Evenings(RuleBasedStateMachine):
    """Does what a table does, and holds the book against a list of what was answered."""

    book: Book

    def __init__(self) -> None:
        super().__init__()
        self.started = self.book.start_with(HOUSE)
        self.kept: dict[UUID, RecordedGame] = {}
        self.ended = False
        self.events = 0

    def _any(self, data: st.DataObject) -> RecordedGame:
        return data.draw(st.sampled_from(list(self.kept.values())))

    def _refused(self, error: ConflictError, game: RecordedGame) -> None:
        """Look at why something was refused: the evening has ended, the game is gone, or a later one hangs on it."""
        if self.ended and game.stands:
            assert error.message == ENDED
        elif game.stands:
            named = re.search(r"Nimm zuerst Spiel (\d+) zurück", error.message)
            assert named
            assert any(g.stands and g.number == int(named[1]) > game.number for g in self.kept.values())
        elif game.uuid in {kept.replaces for kept in self.kept.values()}:
            assert "inzwischen korrigiert" in error.message
        else:
            assert "ist storniert" in error.message

    def _unchanged(self, error: RefusedError) -> None:
        """The only thing that can be wrong with these games is that they change nothing."""
        assert [finding.code for finding in error.findings] == ["game.unchanged"]

    @rule(game=games())
    def record(self, game: dict[str, Any]) -> None:
        """Record a game: it gets the next number, dealer and Stock, or the evening has ended."""
        sheet = self.book.sheet(self.started.sheet_id)
        if self.ended:
            with pytest.raises(ConflictError, match="beendet"):
                self.book.record(self.started.sheet_id, game)
            return
        done = self.book.record(self.started.sheet_id, game).game
        numbers = {kept.number for kept in self.kept.values()}
        assert (done.number, done.game.stock) == (len(numbers) + 1, sheet.stock_now)
        assert done.game.dealer == game.get("dealer", sheet.next_dealer)
        self.kept[done.uuid] = done

    @precondition(lambda self: self.kept)
    @rule(data=st.data(), game=games())
    def repeat(self, data: st.DataObject, game: dict[str, Any]) -> None:
        """Send a UUID again, whatever became of the evening: the first answer comes back."""
        kept = self._any(data)
        again = self.book.record(self.started.sheet_id, game, kept.uuid)
        assert again.repeated
        assert again.game == kept

    @precondition(lambda self: self.kept)
    @rule(data=st.data(), game=games())
    def correct(self, data: st.DataObject, game: dict[str, Any]) -> None:
        """Correct a game: the better one has its number, dealer and rules; or it is said why not."""
        old = self._any(data)
        try:
            done = self.book.correct(old.uuid, game)
        except ConflictError as error:
            self._refused(error, old)
            return
        except RefusedError as error:
            self._unchanged(error)
            return
        new = done.game
        assert old.stands
        assert not self.ended
        assert (new.number, new.rule_set, new.replaces) == (old.number, old.rule_set, old.uuid)
        assert new.game.dealer == game.get("dealer", old.game.dealer)
        (gone,) = (kept for kept in self.book.sheet(self.started.sheet_id).games if kept.uuid == old.uuid)
        assert gone.cancelled is not None
        assert replace(gone, cancelled=None) == old
        self.kept[old.uuid], self.kept[new.uuid] = gone, new

    @precondition(lambda self: any(game.replaces for game in self.kept.values()))
    @rule(data=st.data())
    def correct_again(self, data: st.DataObject) -> None:
        """Send a correction a second time, whatever became of the evening: the first answer comes back."""
        new = data.draw(st.sampled_from([game for game in self.kept.values() if game.replaces]))
        again = self.book.correct(new.replaces, PASSED, "", new.uuid)
        assert again.repeated
        assert again.game == new

    @precondition(lambda self: self.kept)
    @rule(data=st.data())
    def cancel(self, data: st.DataObject) -> None:
        """Take a game back, or be told why not."""
        old = self._any(data)
        try:
            done = self.book.cancel(old.uuid)
        except ConflictError as error:
            self._refused(error, old)
            return
        assert done.repeated != old.stands
        assert replace(done.game, cancelled=None) == replace(old, cancelled=None)
        self.kept[old.uuid] = done.game

    @rule()
    def end(self) -> None:
        """End the evening; a second time changes nothing."""
        assert self.book.end(self.started.evening_id).repeated == self.ended
        self.events += not self.ended
        self.ended = True

    @rule()
    def reopen(self) -> None:
        """Open the evening again; one that goes on stays as it is."""
        assert self.book.reopen(self.started.evening_id).repeated != self.ended
        self.events += self.ended
        self.ended = False

    @invariant()
    def nothing_is_lost_or_priced_anew(self) -> None:
        """Every version is there as it was answered, in the order of its number, and every event."""
        in_order = sorted(self.kept.values(), key=lambda game: game.number)
        assert self.book.sheet(self.started.sheet_id).games == tuple(in_order)
        assert (self.book.evening(self.started.evening_id).ended is not None) == self.ended
        count = "evening_events WHERE evening_id = " + str(self.started.evening_id)
        assert self.book.count(count) == self.events

    @invariant()
    def the_sums_are_zero(self) -> None:
        """The entries sum to the totals that are shown, the Stock's to the Stock, all of them to zero."""
        sheet = self.book.sheet(self.started.sheet_id)
        balances = self.book.balances(self.started.sheet_id)
        assert {p: v for p, v in sheet.totals().items() if v} == {p: v for p, v in balances.items() if p and v}
        assert balances.get(None, 0) == sheet.stock_now
        assert sum(balances.values()) == 0

    @invariant()
    def played_again_it_comes_out_the_same(self) -> None:
        """The games that count, one after the other from an empty Stock, pay what they paid, and it never runs dry."""
        stock = 0
        standing = self.book.sheet(self.started.sheet_id).standing
        assert len({game.number for game in standing}) == len(standing)
        for game in standing:
            score = assess(replace(game.game, stock=stock), RULES).score
            assert score is not None
            assert score.payouts == game.score.payouts
            stock = score.stock
            assert stock >= 0

    @invariant()
    def the_deal_goes_on_from_the_last_game(self) -> None:
        """After the last game that counts the next seat deals, whatever was corrected or taken back before."""
        sheet = self.book.sheet(self.started.sheet_id)
        dealers = [game.game.dealer for game in sheet.standing]
        assert sheet.next_dealer == (((dealers[-1] or 0) + 1) % 4 if dealers else sheet.first_dealer)

    def teardown(self) -> None:
        """At the end: the book verifies, the overview shows the fold, and what goes out comes back the same."""
        assert verify_book(db.session).evenings >= 1
        evening = self.book.evening(self.started.evening_id)
        read = parse_evening(load_json(export_evening(db.session, self.book.actor, self.started.evening_id)))
        assert read.check_code() == evening.check_code()
        assert (read.totals(), read.ended) == (evening.totals(), evening.ended)
        assert [game.replaces for game in read.sheets[0].games] == [game.replaces for game in evening.sheets[0].games]
        page = Page(self.book.app.test_client().get(f"/abende/{self.started.evening_id}"))
        balances = self.book.balances(self.started.sheet_id)
        for person in evening.people:
            told = amount(balances.get(person.id, 0), evening.unit, sign=True).replace("\N{NO-BREAK SPACE}", " ")
            assert f"{person.name}{told}" in page.text("totals")


def test_an_evening_in_any_order(book: Book) -> None:
    """Whatever is recorded, corrected, taken back, ended and opened again, the book adds up at every moment."""

    class OnThisDatabase(Evenings):
        pass

    OnThisDatabase.book = book
    examples, steps = SIZE[db.engine.dialect.name]
    run_state_machine_as_test(
        OnThisDatabase,
        settings=settings(max_examples=examples, stateful_step_count=steps, deadline=None, database=None),
    )
