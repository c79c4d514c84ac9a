"""Taking games back, on SQLite and on PostgreSQL; recording and taking back in any order."""

from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from scorebook.errors import ConflictError
from scorebook.exchange import parse_rules
from scorebook.ledger.evening import RecordedGame
from scorebook.rules import assess
from scorebook.services import RefusedError
from tests.book import LOST_SOLO, ON_SQLITE, PASSED, SAUSPIEL, WITH_STOCK, Book, codes

# --- Taking back -----------------------------------------------------------------------------------------------------


def test_a_game_taken_back_stays_and_counts_no_more(book: Book) -> None:
    """The game stays with who, when and why; its entries are undone by entries, and nothing is left."""
    sheet = book.start().sheet_id
    game = book.record(sheet, LOST_SOLO).game
    done = book.cancel(game.uuid, "  war  eine Wenz ")
    kept = book.sheet(sheet).games[0]
    assert kept == done.game
    assert kept.cancelled is not None
    assert (kept.cancelled.by, kept.cancelled.reason) == ("Tisch", "war eine Wenz")
    assert kept.cancelled.at.utcoffset() == timedelta(0)
    assert (done.sheet_id, kept.score) == (sheet, game.score)
    assert set(book.balances(sheet).values()) == {0}
    assert (book.count("games"), book.count("entries")) == (1, 8)


def test_taking_back_twice_answers_with_the_first_time(book: Book) -> None:
    """A second cancellation, also at the same moment, gives the first one's reason and writes nothing."""
    sheet = book.start().sheet_id
    uuid = book.record(sheet, SAUSPIEL).game.uuid
    answers = book.at_once(*[lambda: book.cancel(uuid)] * 3)
    assert sorted(answer.repeated for answer in answers) == [False, True, True]
    again = book.cancel(uuid, "")
    assert again.repeated
    assert again.game.cancelled is not None
    assert again.game.cancelled.reason == "vertippt"
    assert (book.count("reversals"), book.count("entries")) == (1, 8)


@ON_SQLITE
@pytest.mark.parametrize(
    ("reason", "code"),
    [("", "reason.missing"), (" \n ", "reason.missing"), ("x" * 501, "reason.too_long"), ("a\0b", "reason.control")],
)
def test_taking_back_needs_a_reason(book: Book, reason: str, code: str) -> None:
    """Without a reason nothing is taken back."""
    sheet = book.start().sheet_id
    uuid = book.record(sheet, SAUSPIEL).game.uuid
    with pytest.raises(RefusedError) as error:
        book.cancel(uuid, reason)
    assert codes(error) == [(code, "reason")]
    assert book.sheet(sheet).games[0].stands


def test_a_game_that_filled_the_stock_cannot_go_once_it_was_taken(book: Book) -> None:
    """Who took the Stock has to give it back first; a game that left the Stock alone is in nobody's way."""
    sheet = book.start_with(WITH_STOCK).sheet_id
    passed = book.record(sheet, PASSED).game
    book.record(sheet, LOST_SOLO)
    taken = book.record(sheet, SAUSPIEL).game
    assert (taken.game.stock, taken.score.stock) == (80, 0)
    with pytest.raises(ConflictError, match="Nimm zuerst Spiel 3 zurück"):
        book.cancel(passed.uuid)
    book.cancel(taken.uuid)
    assert book.sheet(sheet).stock_now == 80
    book.cancel(passed.uuid)
    assert book.sheet(sheet).stock_now == 0
    assert None not in {key for key, amount in book.balances(sheet).items() if amount}


def test_taking_back_who_took_the_stock_is_refused_where_another_won_after_him(book: Book) -> None:
    """A later winner would have got the Stock: his game has to go first."""
    sheet = book.start_with(WITH_STOCK).sheet_id
    book.record(sheet, PASSED)
    taken = book.record(sheet, SAUSPIEL).game
    book.record(sheet, SAUSPIEL)
    with pytest.raises(ConflictError, match="Nimm zuerst Spiel 3 zurück"):
        book.cancel(taken.uuid)


# --- All of it, in any order -----------------------------------------------------------------------------------------

HOUSE = parse_rules({**WITH_STOCK, "contracts": ["solo", "wenz", "sauspiel"]})
SEAT = st.integers(0, 3)


@st.composite
def games(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a game that a table with a Stock may enter."""
    declarer = draw(SEAT)
    result = draw(st.sampled_from(["won", "lost"]))
    doubled = {"klopfer": draw(st.integers(0, 2)), "stoss": draw(st.integers(0, 1))}
    partner = draw(SEAT.filter(lambda seat: seat != declarer))
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
    """Records and takes back in any order, and holds the book against a list of what was answered."""

    book: Book

    def __init__(self) -> None:
        super().__init__()
        self.started = self.book.start_with({**WITH_STOCK, "contracts": ["solo", "wenz", "sauspiel"]})
        self.answered: dict[UUID, RecordedGame] = {}

    @rule(game=games())
    def record(self, game: dict[str, Any]) -> None:
        """Record a game: it gets the next number, and the Stock as it is now."""
        sheet = self.book.sheet(self.started.sheet_id)
        done = self.book.record(self.started.sheet_id, game)
        assert not done.repeated
        assert (done.game.number, done.game.game.stock) == (len(self.answered) + 1, sheet.stock_now)
        assert done.game.game.dealer == sheet.next_dealer
        self.answered[done.game.uuid] = done.game

    @precondition(lambda self: self.answered)
    @rule(data=st.data(), game=games())
    def repeat(self, data: st.DataObject, game: dict[str, Any]) -> None:
        """Send a UUID again: the first answer comes back."""
        uuid = data.draw(st.sampled_from(list(self.answered)))
        again = self.book.record(self.started.sheet_id, game, uuid)
        assert again.repeated
        assert again.game == self.answered[uuid]

    @precondition(lambda self: self.answered)
    @rule(data=st.data())
    def cancel(self, data: st.DataObject) -> None:
        """Take a game back, or be told that another one has to go first: one that counts, and came later."""
        uuid = data.draw(st.sampled_from(list(self.answered)))
        before = self.answered[uuid]
        told = ""
        try:
            done = self.book.cancel(uuid)
        except ConflictError as error:
            told = error.message
        if told:
            later = [game for game in self.answered.values() if game.stands and game.number > before.number]
            assert any(f"Nimm zuerst Spiel {game.number} zurück" in told for game in later)
            return
        assert done.repeated != before.stands
        assert replace(done.game, cancelled=None) == replace(before, cancelled=None)
        self.answered[uuid] = done.game

    @invariant()
    def the_book_is_what_was_answered(self) -> None:
        """Nothing is re-priced, lost or added."""
        assert self.book.sheet(self.started.sheet_id).games == tuple(self.answered.values())

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
        for game in self.book.sheet(self.started.sheet_id).standing:
            score = assess(replace(game.game, stock=stock), HOUSE).score
            assert score is not None
            assert score.payouts == game.score.payouts
            stock = score.stock
            assert stock >= 0


def test_recording_and_taking_back_in_any_order(book: Book) -> None:
    """Whatever is recorded, sent twice and taken back, in any order, the book adds up at every moment."""

    class OnThisDatabase(Evenings):
        pass

    OnThisDatabase.book = book
    run_state_machine_as_test(
        OnThisDatabase,
        settings=settings(max_examples=15, stateful_step_count=15, deadline=None, database=None),
    )
