"""The code on paper: what it is made of, how it is typed, and which state of the book an old paper shows."""

from dataclasses import replace
from datetime import UTC, timedelta
from uuid import uuid4

import pytest

from scorebook.ledger.check_code import past_with, typed_code
from scorebook.ledger.evening import Evening, Person
from scorebook.wording import ENGLISH
from scorebook.wording.proof import proof
from tests.evenings import BEGUN, cancelled, evening


def until(book: Evening, count: int) -> Evening:
    """Give an evening as it was after so many games, whatever was taken back later."""
    (sheet,) = book.sheets
    games = tuple(replace(game, cancelled=None) for game in sheet.games[:count])
    return replace(book, sheets=(replace(sheet, games=games),))


@pytest.mark.parametrize("text", ["8B47 D42B", "8b47d42b", " 8B47-D42B ", "8B47.D42B", "8B47\N{NO-BREAK SPACE}D42B"])
def test_however_it_is_typed(text: str) -> None:
    """Large or small letters, with or without a gap: it is the same code."""
    assert typed_code(text) == "8B47 D42B"


@pytest.mark.parametrize("text", ["", "8B47", "8B47 D42B 1", "8B47 D42G", "Prüfzeichen", "٣B47 D42B"])
def test_what_is_no_code(text: str) -> None:
    """Too short, too long, or with letters that no code has."""
    assert typed_code(text) is None


def test_letters_that_look_like_digits() -> None:
    """No code has an O, an I or an l: who types one meant the digit."""
    assert typed_code("OlI0 D42B") == "0110 D42B"


def test_the_code_of_now_holds() -> None:
    """What was printed just now is in the book."""
    book = evening(9)
    found = proof(book, book.check_code().lower())
    assert found is not None
    assert found.holds
    assert found.past is None
    assert "stimmt" in found.told()


@pytest.mark.parametrize("count", [0, 1, 5, 8])
def test_an_older_paper_is_dated(count: int) -> None:
    """The book knows after which game a paper was printed, and how many came since."""
    book = evening(9)
    past = past_with(book, until(book, count).check_code())
    assert past is not None
    assert (past.games, past.added, past.removed, past.closed) == (count, 9 - count, 0, False)
    assert past.at == (BEGUN + timedelta(minutes=5 * count) if count else BEGUN)
    found = proof(book, until(book, count).check_code())
    assert found is not None
    assert not found.holds
    assert "älter" in found.told()
    assert "older" in found.told(ENGLISH)


def test_what_was_taken_back_counted_once() -> None:
    """A paper from before a game was taken back still shows it; the book says that it counts no more."""
    before = evening(9)
    book = cancelled(before, 2, "doppelt")
    past = past_with(book, before.check_code())
    assert past is not None
    assert (past.games, past.added, past.removed) == (9, 0, 1)


def test_a_correction_is_one_game_gone_and_one_added() -> None:
    """The old version counted when the paper was printed, the new one does now."""
    before = evening(5)
    book = cancelled(before, 3, "falsch")
    (sheet,) = book.sheets
    old = next(game for game in sheet.games if game.number == 3)
    assert old.cancelled is not None
    other = evening(9).sheets[0].games[8]
    new = replace(other, number=3, replaces=old.uuid, recorded_at=old.cancelled.at)
    games = tuple(sorted((*sheet.games, new), key=lambda game: game.number))
    corrected = replace(book, sheets=(replace(sheet, games=games),))
    past = past_with(corrected, before.check_code())
    assert past is not None
    assert (past.games, past.added, past.removed) == (5, 1, 1)


def test_a_code_of_another_evening_is_told() -> None:
    """What the book never was, it does not make up."""
    found = proof(evening(9), evening(9, ("A", "B", "C", "D")).check_code())
    assert found is not None
    assert (found.holds, found.past) == (False, None)
    assert "keinem Stand" in found.told()


def test_another_name_is_another_code() -> None:
    """Who is called what is on the paper, so it is in the code."""
    book = evening(3)
    renamed = replace(book, people=(Person(book.people[0].id, "Seppi"), *book.people[1:]))
    assert renamed.check_code() != book.check_code()


def test_five_hundred_games_and_two_tables() -> None:
    """The first state of a long evening is found among all of them; several tables count together."""
    book = evening(120)
    (sheet,) = book.sheets
    later = tuple(replace(game, uuid=uuid4(), recorded_at=game.recorded_at + timedelta(days=1)) for game in sheet.games)
    both = replace(book, sheets=(sheet, replace(sheet, id=2, games=later)))
    first = replace(both, sheets=(sheet, replace(sheet, id=2, games=())))
    past = past_with(both, first.check_code())
    assert past is not None
    assert (past.games, past.added) == (120, 120)
    assert past.at.astimezone(UTC) == sheet.games[-1].recorded_at
