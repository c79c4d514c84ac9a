"""Taking games back, on SQLite and on PostgreSQL."""

from datetime import timedelta

import pytest

from scorebook.services import RefusedError
from tests.book import LOST_SOLO, ON_SQLITE, SAUSPIEL, Book, codes

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
