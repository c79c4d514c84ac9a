"""Taking games back, on SQLite and on PostgreSQL."""

from datetime import timedelta

import pytest

from scorebook.errors import ConflictError
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
