"""What a change in the middle of a list does to the games after it: it is shown first, then done by reversals."""

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID, uuid4

import pytest

from scorebook.errors import ConflictError, ForbiddenError, NotFoundError
from scorebook.exchange import parse_game
from scorebook.ledger.evening import RecordedGame
from scorebook.reports import view
from scorebook.services import RefusedError, cancelling, correcting, exporting, importing, inserting
from scorebook.services.access import Actor, Role
from scorebook.services.later import LaterError
from scorebook.services.verifying import verify_book
from scorebook.store.db import db
from tests.book import KEEP_DEALERS, LOST_SOLO, MOVE_DEALERS, PASSED, SAUSPIEL, WITH_STOCK, Book, codes

WITH_BOCK = {"all_pass": "bock", "bock": {"triggers": ["lost_solo"], "games": 2, "stack": True}}
FIVE = ("Sepp", "Vroni", "Xaver", "Zenzi", "Korbinian")


def standing(book: Book, sheet: int) -> list[RecordedGame]:
    """Give the games that count."""
    return list(book.sheet(sheet).standing)


def dealers(book: Book, sheet: int) -> list[int | None]:
    """Say who dealt the games that count."""
    return [game.game.dealer for game in standing(book, sheet)]


def asked(book: Book, kind: str, uuid: UUID, game: dict[str, Any]) -> LaterError:
    """Ask for a change without accepting anything; nothing may be written."""
    rows = book.count("games"), book.count("reversals"), book.count("entries")
    tried: dict[str, Callable[[], object]] = {
        "cancel": lambda: cancelling.cancel_game(db.session, book.actor, uuid, "vertippt"),
        "insert": lambda: inserting.insert_game(db.session, book.actor, uuid, uuid4(), parse_game(game)),
        "correct": lambda: correct(book, uuid, game, ()),
    }
    with pytest.raises(LaterError) as error:
        tried[kind]()
    assert rows == (book.count("games"), book.count("reversals"), book.count("entries"))
    return error.value


def correct(book: Book, uuid: UUID, game: dict[str, Any], accept: Sequence[str]) -> correcting.Corrected:
    """Ask for a correction and accept just that."""
    wish = parse_game(game)
    return correcting.correct_game(db.session, book.actor, uuid, uuid4(), wish, "vertippt", accept=accept)


# --- The Stock -------------------------------------------------------------------------------------------------------


def test_the_stock_of_later_games_is_shown_and_then_carried_on(book: Book) -> None:
    """Who won an amount that turns out never to have lain there gives it back, by a reversal and a new version."""
    sheet = book.start_with(WITH_STOCK).sheet_id
    passed = book.record(sheet, PASSED).game
    book.record(sheet, LOST_SOLO)
    taken = book.record(sheet, SAUSPIEL).game
    error = asked(book, "correct", passed.uuid, LOST_SOLO)
    (way,) = error.ways
    assert [(one.number, one.before.game.stock, one.game.stock) for one in way.found] == [(2, 80, 0), (3, 80, 0)]
    assert [one.only_dealer for one in way.found] == [False, False]
    assert way.found[1].score.payouts == (20, -20, 20, -20)
    book.correct(passed.uuid, LOST_SOLO, "war ein Solo")
    last = standing(book, sheet)[-1]
    assert (last.number, last.replaces, last.game.stock, last.score.stock) == (3, taken.uuid, 0, 0)
    before = book.sheet(sheet).before(last)
    assert before is not None
    assert before.cancelled is not None
    assert before.cancelled.reason == "Folge von Spiel 1: war ein Solo"
    assert sum(book.balances(sheet).values()) == 0
    assert book.sheet(sheet).stock_now == 0
    verify_book(db.session)


def test_paper_lists_later_games_only_where_somebody_pays_otherwise(book: Book) -> None:
    """A game that only found another Stock is not among the corrections: all that they tell of it is the same."""
    started = book.start_with(WITH_STOCK)
    passed = book.record(started.sheet_id, PASSED).game
    book.record(started.sheet_id, LOST_SOLO)
    book.record(started.sheet_id, SAUSPIEL)
    book.correct(passed.uuid, LOST_SOLO, "war ein Solo")
    (paper,) = view.abrechnung(book.evening(started.evening_id)).sheets
    assert [one.number for one in paper.corrected] == [1, 3]
    assert all(one.game != one.instead for one in paper.corrected)


def test_taking_back_who_took_the_stock_leaves_it_to_the_next_winner(book: Book) -> None:
    """A later winner gets what nobody took before him."""
    sheet = book.start_with(WITH_STOCK).sheet_id
    book.record(sheet, PASSED)
    taken = book.record(sheet, SAUSPIEL).game
    book.record(sheet, SAUSPIEL)
    book.cancel(taken.uuid)
    assert standing(book, sheet)[-1].score.payouts == (60, -20, 60, -20)
    assert book.sheet(sheet).stock_now == 0
    verify_book(db.session)


def test_what_was_accepted_is_what_is_done(book: Book) -> None:
    """A yes to other consequences than those of now is none: they are shown again."""
    sheet = book.start_with(WITH_STOCK).sheet_id
    passed = book.record(sheet, PASSED).game
    taken = book.record(sheet, SAUSPIEL).game
    (way,) = asked(book, "correct", passed.uuid, LOST_SOLO).ways
    book.correct(taken.uuid, {**SAUSPIEL, "declarer": 1, "partner": 3})
    with pytest.raises(LaterError):
        correct(book, passed.uuid, LOST_SOLO, [way.code])
    assert book.count("reversals") == 1


def test_a_correction_sent_twice_changes_later_games_once(book: Book) -> None:
    """A double tap answers with the first result; the later games are not reversed a second time."""
    sheet = book.start_with(WITH_STOCK).sheet_id
    passed = book.record(sheet, PASSED).game
    book.record(sheet, SAUSPIEL)
    new = uuid4()
    first = book.correct(passed.uuid, LOST_SOLO, new=new)
    rows = book.count("games")
    again = book.correct(passed.uuid, LOST_SOLO, new=new)
    assert (again.repeated, again.game) == (True, first.game)
    assert (book.count("games"), book.count("reversals")) == (rows, 2)


# --- The dealers -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("way", "after"), [(MOVE_DEALERS, [0, 1, 2]), (KEEP_DEALERS, [0, 2, 3])])
def test_the_deal_goes_round_anew_or_stays(book: Book, way: int, after: list[int]) -> None:
    """Taking a game back lets the dealers move up, or leaves them as they dealt: both are offered."""
    sheet = book.start().sheet_id
    games = [book.record(sheet, SAUSPIEL).game for _ in range(4)]
    both = asked(book, "cancel", games[1].uuid, {}).ways
    assert [[one.game.dealer for one in way.found] for way in both] == [[1, 2], []]
    book.cancel(games[1].uuid, way=way)
    assert dealers(book, sheet) == after
    assert book.sheet(sheet).next_dealer == (after[-1] + 1) % 4


def test_a_dealer_set_by_hand_stays(book: Book) -> None:
    """From the game on at which people themselves said who dealt, nothing moves."""
    sheet = book.start().sheet_id
    first = book.record(sheet, SAUSPIEL).game
    book.record(sheet, SAUSPIEL)
    book.record(sheet, {**SAUSPIEL, "dealer": 3})
    book.record(sheet, SAUSPIEL)
    book.correct(first.uuid, {**SAUSPIEL, "dealer": 1}, way=MOVE_DEALERS)
    assert dealers(book, sheet) == [1, 2, 3, 0]


def test_who_sat_out_stays_right_after_a_change(book: Book) -> None:
    """At a table of five the dealer sits out: a recorded game says who did, so its dealer stays."""
    sheet = book.start(FIVE).sheet_id
    five = {**SAUSPIEL, "players": 5}
    first = book.record(sheet, {**five, "sitting_out": [0], "declarer": 1}).game
    book.record(sheet, {**five, "sitting_out": [1]})
    book.cancel(first.uuid)
    assert [(game.game.dealer, game.game.sitting_out) for game in standing(book, sheet)] == [(1, (1,))]
    assert (book.sheet(sheet).next_dealer, book.sheet(sheet).next_sitters) == (2, (2,))


# --- The Bock --------------------------------------------------------------------------------------------------------


def test_the_bock_is_counted_by_the_book(book: Book) -> None:
    """A lost Solo doubles the next games; a second one in between makes it fourfold; a game thrown in uses up none."""
    sheet = book.start_with(WITH_BOCK).sheet_id
    played = [LOST_SOLO, SAUSPIEL, LOST_SOLO, PASSED, SAUSPIEL, SAUSPIEL, SAUSPIEL]
    games = [book.record(sheet, game).game for game in played]
    assert [game.game.bock for game in games] == [1, 2, 2, 1, 4, 4, 1]
    assert [game.score.value for game in games if game.game.contract == "sauspiel"] == [40, 80, 80, 20]
    verify_book(db.session)


def test_another_factor_than_the_books_is_refused(book: Book) -> None:
    """A Bock that the list does not give is refused at its field; without triggers people set it by hand."""
    sheet = book.start_with(WITH_BOCK).sheet_id
    with pytest.raises(RefusedError) as error:
        book.record(sheet, {**SAUSPIEL, "bock": 2})
    assert codes(error) == [("sheet.bock", "bock")]
    assert book.record(book.start().sheet_id, {**SAUSPIEL, "bock": 2}).game.score.value == 40


def test_the_bock_of_later_games_follows_a_correction(book: Book) -> None:
    """A Solo that turns out to be won opened no Bock: the games after it cost the plain price."""
    sheet = book.start_with(WITH_BOCK).sheet_id
    solo = book.record(sheet, LOST_SOLO).game
    book.record(sheet, SAUSPIEL)
    book.correct(solo.uuid, {**LOST_SOLO, "augen": 75})
    assert [(game.game.bock, game.score.value) for game in standing(book, sheet)] == [(1, 50), (1, 20)]
    verify_book(db.session)


# --- A forgotten game ------------------------------------------------------------------------------------------------


def test_a_forgotten_game_goes_in_at_its_place(book: Book) -> None:
    """It gets the number of the game before which it belongs, that one the next; dealers move on; sums add up."""
    begun = book.start()
    sheet = begun.sheet_id
    games = [book.record(sheet, SAUSPIEL).game for _ in range(3)]
    ways = asked(book, "insert", games[1].uuid, LOST_SOLO).ways
    assert [(one.number, one.game.dealer) for one in ways[0].found] == [(3, 2), (4, 3)]
    done = book.insert(games[1].uuid, LOST_SOLO).game
    assert (done.number, done.game.dealer) == (2, 1)
    assert [game.number for game in standing(book, sheet)] == [1, 2, 3, 4]
    assert [str(game.game.contract) for game in standing(book, sheet)] == ["sauspiel", "solo", "sauspiel", "sauspiel"]
    assert dealers(book, sheet) == [0, 1, 2, 3]
    assert book.sheet(sheet).next_number == 5
    assert book.record(sheet, SAUSPIEL).game.number == 5
    verify_book(db.session)
    evening = book.evening(begun.evening_id)
    again = importing.import_evening(db.session, book.actor, exporting.export_evening(db.session, book.actor, 1))
    assert again.repeated
    assert evening.check_code() == book.evening(1).check_code()


def test_who_may_not_correct_puts_nothing_in(book: Book) -> None:
    """A player records what is next, and changes nothing in the middle of a list."""
    game = book.record(book.start().sheet_id, SAUSPIEL).game
    book.actor = Actor("Resi", 1, frozenset({Role.PLAYER}), account_id=1)
    with pytest.raises(ForbiddenError):
        book.insert(game.uuid, LOST_SOLO)
    assert book.count("games") == 1


def test_a_forgotten_game_finds_the_stock_of_its_place(book: Book) -> None:
    """Who won before took what lay there: the later winner gets nothing any more."""
    sheet = book.start_with(WITH_STOCK).sheet_id
    book.record(sheet, PASSED)
    later = book.record(sheet, SAUSPIEL).game
    done = book.insert(later.uuid, {**SAUSPIEL, "declarer": 1, "partner": 3}).game
    assert done.score.payouts == (-20, 60, -20, 60)
    assert standing(book, sheet)[-1].score.payouts == (20, -20, 20, -20)
    assert sum(book.balances(sheet).values()) == 0
    verify_book(db.session)


def test_forgotten_games_before_the_first_and_again_before_that(book: Book) -> None:
    """There is room before the first game too, and between games that were put in."""
    sheet = book.start().sheet_id
    first = book.record(sheet, SAUSPIEL).game
    for _ in range(3):
        first = book.insert(first.uuid, LOST_SOLO, way=KEEP_DEALERS).game
        assert first.number == 1
    assert [game.number for game in standing(book, sheet)] == [1, 2, 3, 4]
    verify_book(db.session)


def test_when_there_is_no_more_room_it_is_said(book: Book) -> None:
    """After some thirty games at one place the room is used up; that is told, not hidden behind an error."""
    sheet = book.start().sheet_id
    later = book.record(sheet, SAUSPIEL).game
    for _ in range(32):
        later = book.insert(later.uuid, PASSED, way=KEEP_DEALERS).game
    with pytest.raises(ConflictError, match="kein Platz mehr"):
        book.insert(later.uuid, PASSED, way=KEEP_DEALERS)
    assert book.count("games") == 33
    verify_book(db.session)


def test_a_forgotten_game_goes_by_the_rules_of_its_time(book: Book) -> None:
    """Price and people are those of the game before it, whatever is played now."""
    begun = book.start_with({"base": {"sauspiel": 10}})
    sheet = begun.sheet_id
    book.record(sheet, SAUSPIEL)
    book.change_rules(sheet, "bsv_10_50")
    later = book.record(sheet, {**SAUSPIEL, "augen": 100}).game
    assert (book.insert(later.uuid, SAUSPIEL).game.rule_set, later.rule_set) == (0, 1)
    assert [game.score.value for game in standing(book, sheet)] == [10, 10, later.score.value]


def test_a_forgotten_game_is_sent_twice_and_too_late(book: Book) -> None:
    """A double tap is one game; who did not know the last game is told; another UUID's owner is not overwritten."""
    sheet, other = book.start().sheet_id, book.start().sheet_id
    later = book.record(sheet, SAUSPIEL).game
    uuid = uuid4()
    first = book.insert(later.uuid, LOST_SOLO, uuid)
    again = book.insert(later.uuid, LOST_SOLO, uuid)
    assert (again.repeated, again.differs, again.game) == (True, False, first.game)
    assert book.insert(later.uuid, SAUSPIEL, uuid).differs
    with pytest.raises(ConflictError, match="schon Spiel 2"):
        book.insert(book.sheet(sheet).standing[-1].uuid, SAUSPIEL, after_number=1)
    elsewhere = book.record(other, SAUSPIEL).game
    with pytest.raises(ConflictError, match="anderen Spiel"):
        book.insert(elsewhere.uuid, SAUSPIEL, uuid)
    assert book.count("games") == 4


def test_nothing_is_put_into_an_evening_that_has_ended(book: Book) -> None:
    """As with every other change, the evening has to be opened first; strangers find nothing."""
    begun = book.start()
    later = book.record(begun.sheet_id, SAUSPIEL).game
    book.end(begun.evening_id)
    with pytest.raises(ConflictError, match="beendet"):
        book.insert(later.uuid, SAUSPIEL)
    with pytest.raises(NotFoundError):
        inserting.insert_game(db.session, book.stranger(), later.uuid, uuid4(), parse_game(SAUSPIEL))
    with pytest.raises(NotFoundError):
        book.insert(uuid4(), SAUSPIEL)


def test_what_would_make_a_later_game_impossible_is_refused(book: Book) -> None:
    """Amounts beyond all reason in a later game: the change is refused with the game that stands in its way."""
    rules = {"stock": {"mode": "partners", "on_loss": "double"}, "all_pass": "stock", "base": {"sauspiel": 10_000}}
    sheet = book.start_with(rules).sheet_id
    games = [book.record(sheet, {**SAUSPIEL, "augen": 31}).game for _ in range(14)]
    book.insert(games[0].uuid, PASSED, way=KEEP_DEALERS)
    with pytest.raises(ConflictError, match="Danach ginge Spiel 15 nicht mehr auf"):
        book.insert(book.sheet(sheet).standing[0].uuid, PASSED, way=KEEP_DEALERS)
    verify_book(db.session)
