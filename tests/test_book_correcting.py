"""Correcting games, ending evenings and opening them again, on SQLite and on PostgreSQL."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest

from scorebook.errors import ConflictError, NotFoundError
from scorebook.exchange import load_json, parse_evening
from scorebook.services import ConfirmError, RefusedError, closing
from scorebook.services.correcting import Corrected
from scorebook.services.exporting import export_evening
from scorebook.store.db import db
from tests.book import LOST_SOLO, ON_SQLITE, PASSED, SAUSPIEL, WITH_STOCK, Book, codes

WON_WENZ = {"contract": "wenz", "declarer": 3, "augen": 70}

# --- Correcting ------------------------------------------------------------------------------------------------------


def test_a_corrected_game_keeps_its_place_and_its_old_version(book: Book) -> None:
    """The better version counts at the old number, under its dealer; the old one stays, with who, when and why."""
    sheet = book.start().sheet_id
    first, second = book.record(sheet, SAUSPIEL).game, book.record(sheet, LOST_SOLO).game
    done = book.correct(first.uuid, WON_WENZ, "  war  ein Wenz ", now=datetime(2026, 11, 27, 22, 0, tzinfo=UTC))
    old, new, last = book.sheet(sheet).games
    assert (new, last) == (done.game, second)
    assert (new.number, new.replaces, new.game.dealer) == (1, first.uuid, first.game.dealer)
    assert old.cancelled is not None
    assert (old.score, old.cancelled.by, old.cancelled.reason) == (first.score, "Tisch", "war ein Wenz")
    assert old.cancelled.at == new.recorded_at == datetime(2026, 11, 27, 22, 0, tzinfo=UTC)
    assert book.sheet(sheet).versions(1) == (old, new)
    assert book.balances(sheet) == book.sheet(sheet).totals()
    assert (book.count("games"), book.count("reversals"), book.count("entries")) == (3, 1, 16)


def test_a_correction_of_a_correction_is_one_more_version(book: Book) -> None:
    """Each version replaces the one before, and all of them stay readable in order."""
    sheet = book.start().sheet_id
    versions = [book.record(sheet, SAUSPIEL).game]
    versions.append(book.correct(versions[-1].uuid, LOST_SOLO).game)
    versions.append(book.correct(versions[-1].uuid, SAUSPIEL, "doch wie zuerst").game)
    kept = book.sheet(sheet).versions(1)
    assert [game.uuid for game in kept] == [game.uuid for game in versions]
    assert [game.stands for game in kept] == [False, False, True]
    assert kept[0].score == kept[2].score


def test_a_changed_dealer_turns_the_deal_from_there(book: Book) -> None:
    """Who corrects the dealer of the last game moves the next deal; without it the dealer stays."""
    sheet = book.start().sheet_id
    book.record(sheet, SAUSPIEL)
    game = book.correct(book.record(sheet, SAUSPIEL).game.uuid, LOST_SOLO).game
    assert (game.game.dealer, book.sheet(sheet).next_dealer) == (1, 2)
    game = book.correct(game.uuid, {**LOST_SOLO, "dealer": 3}).game
    assert (game.game.dealer, book.sheet(sheet).next_dealer) == (3, 0)


def test_the_same_correction_twice_is_one(book: Book) -> None:
    """A double tap, also at the same moment, corrects once; the same mark with another game says so."""
    sheet = book.start().sheet_id
    uuid, new = book.record(sheet, SAUSPIEL).game.uuid, uuid4()
    answers = book.at_once(*[lambda: book.correct(uuid, LOST_SOLO, new=new)] * 3)
    assert sorted(answer.repeated for answer in answers) == [False, True, True]
    assert len({answer.game for answer in answers}) == 1
    again = book.correct(uuid, WON_WENZ, "", new)
    assert (again.repeated, again.differs, again.game) == (True, True, answers[0].game)
    assert (book.count("games"), book.count("entries")) == (2, 12)


def test_of_two_corrections_at_once_one_is_told(book: Book) -> None:
    """Two who correct one game at the same moment do not overwrite each other: the second one is told."""
    sheet = book.start().sheet_id
    uuid = book.record(sheet, SAUSPIEL).game.uuid
    answers = book.at_once(lambda: book.correct(uuid, LOST_SOLO), lambda: book.correct(uuid, WON_WENZ))
    (told,) = [answer for answer in answers if not isinstance(answer, Corrected)]
    assert isinstance(told, ConflictError)
    assert "Spiel 1 wurde inzwischen korrigiert" in told.message
    assert book.count("games") == 2


def test_a_game_taken_back_is_not_corrected(book: Book) -> None:
    """A cancelled game stays cancelled; a mark that belongs to another game is refused."""
    sheet = book.start().sheet_id
    gone, other = book.record(sheet, SAUSPIEL).game, book.record(sheet, SAUSPIEL).game
    book.cancel(gone.uuid)
    with pytest.raises(ConflictError, match="Spiel 1 ist storniert"):
        book.correct(gone.uuid, LOST_SOLO)
    with pytest.raises(ConflictError, match="Kennung"):
        book.correct(other.uuid, LOST_SOLO, new=gone.uuid)
    with pytest.raises(NotFoundError):
        book.correct(uuid4(), LOST_SOLO)
    book.actor = book.stranger()
    with pytest.raises(NotFoundError):
        book.correct(other.uuid, LOST_SOLO)
    assert (book.count("games"), book.count("reversals")) == (2, 1)


def test_a_corrected_version_is_not_taken_back(book: Book) -> None:
    """Who wants to take back what was corrected meanwhile is told; the version that counts can be taken back."""
    sheet = book.start().sheet_id
    old = book.record(sheet, SAUSPIEL).game
    new = book.correct(old.uuid, LOST_SOLO).game
    with pytest.raises(ConflictError, match="Spiel 1 wurde inzwischen korrigiert"):
        book.cancel(old.uuid)
    assert book.sheet(sheet).games[1].stands
    book.cancel(new.uuid)
    assert set(book.balances(sheet).values()) == {0}


@ON_SQLITE
@pytest.mark.parametrize(
    ("reason", "code"),
    [("", "reason.missing"), (" \n ", "reason.missing"), ("x" * 501, "reason.too_long"), ("a\0b", "reason.control")],
)
def test_correcting_needs_a_reason(book: Book, reason: str, code: str) -> None:
    """Without a reason nothing is corrected, and what else is wrong is said at the same time."""
    sheet = book.start().sheet_id
    uuid = book.record(sheet, SAUSPIEL).game.uuid
    with pytest.raises(RefusedError) as error:
        book.correct(uuid, {**SAUSPIEL, "augen": 119}, reason)
    assert codes(error) == [("augen.impossible", "augen"), (code, "reason")]
    with pytest.raises(RefusedError) as error:
        book.correct(uuid, {"contract": "bettel", "declarer": 0, "result": "won"}, reason)
    assert codes(error) == [(code, "reason")]
    assert book.sheet(sheet).games[0].stands


def test_a_correction_that_changes_nothing_is_refused(book: Book) -> None:
    """The same game again is no correction; one that only the rules doubt asks first."""
    sheet = book.start().sheet_id
    uuid = book.record(sheet, SAUSPIEL).game.uuid
    with pytest.raises(RefusedError) as error:
        book.correct(uuid, SAUSPIEL)
    assert codes(error) == [("game.unchanged", "")]
    bettel = {"contract": "bettel", "declarer": 0, "result": "won"}
    with pytest.raises(ConfirmError) as asked:
        book.correct(uuid, bettel)
    assert book.count("games") == 1
    done = book.correct(uuid, bettel, accept=[finding.code for finding in asked.value.findings])
    assert done.game.score.value == 50


def test_a_correction_keeps_the_price_of_its_evening(book: Book) -> None:
    """A tariff that changed since does not touch an old game, nor its correction."""
    sheet = book.start_with({"base": {"sauspiel": 10}}).sheet_id
    uuid = book.record(sheet, LOST_SOLO).game.uuid
    book.start_with({"base": {"sauspiel": 100}})
    assert book.correct(uuid, SAUSPIEL).game.score.value == 10


# --- The Stock -------------------------------------------------------------------------------------------------------


def test_a_corrected_game_finds_the_stock_of_its_place(book: Book) -> None:
    """What lies in the Stock is counted anew at the game's place, not taken from the old version or from the end."""
    sheet = book.start_with(WITH_STOCK).sheet_id
    passed = book.record(sheet, PASSED).game
    solo = book.record(sheet, LOST_SOLO).game
    book.cancel(passed.uuid)
    book.record(sheet, PASSED)
    (solo,) = (game for game in book.sheet(sheet).standing if game.replaces == solo.uuid)
    assert solo.game.stock == 0
    better = book.correct(solo.uuid, WON_WENZ).game
    assert (better.game.stock, better.score.stock, book.sheet(sheet).stock_now) == (0, 0, 80)
    with pytest.raises(RefusedError) as error:
        book.correct(better.uuid, {**SAUSPIEL, "stock": 80})
    assert codes(error) == [("sheet.stock", "stock")]


def test_a_correction_with_the_same_stock_is_in_nobodys_way(book: Book) -> None:
    """Who took the Stock may have been another: as long as it is empty afterwards, later games stay."""
    sheet = book.start_with(WITH_STOCK).sheet_id
    book.record(sheet, PASSED)
    taken = book.record(sheet, SAUSPIEL).game
    last = book.record(sheet, SAUSPIEL).game
    better = book.correct(taken.uuid, {**SAUSPIEL, "declarer": 1, "partner": 3}).game
    assert better.score.payouts == (-20, 60, -20, 60)
    assert book.sheet(sheet).games[-1] == last
    assert sum(book.balances(sheet).values()) == 0


def test_a_corrected_evening_goes_out_and_comes_back(book: Book) -> None:
    """The export carries both versions; what is read back has the same check code and says which replaced which."""
    started = book.start()
    uuid = book.record(started.sheet_id, SAUSPIEL).game.uuid
    before = book.evening(started.evening_id).check_code()
    book.correct(uuid, LOST_SOLO)
    book.end(started.evening_id)
    evening = book.evening(started.evening_id)
    read = parse_evening(load_json(export_evening(db.session, book.actor, started.evening_id)))
    assert read.check_code() == evening.check_code() != before
    assert (read.sheets[0].games, read.ended) == (evening.sheets[0].games, evening.ended)


# --- Ending and opening again ----------------------------------------------------------------------------------------


def test_nothing_is_written_in_an_ended_evening(book: Book) -> None:
    """Recording, taking back and correcting are refused in words until the evening is opened again."""
    started = book.start()
    game = book.record(started.sheet_id, SAUSPIEL).game
    book.end(started.evening_id)
    for attempt in (
        lambda: book.record(started.sheet_id, LOST_SOLO),
        lambda: book.cancel(game.uuid),
        lambda: book.correct(game.uuid, LOST_SOLO),
    ):
        with pytest.raises(ConflictError, match="Der Abend ist beendet"):
            attempt()
    assert book.record(started.sheet_id, SAUSPIEL, game.uuid).repeated
    assert (book.count("games"), book.count("reversals")) == (1, 0)
    book.reopen(started.evening_id)
    assert book.correct(game.uuid, LOST_SOLO).game.stands
    assert book.record(started.sheet_id, SAUSPIEL).game.number == 2


def test_the_history_of_an_evening_says_who_when_and_why(book: Book) -> None:
    """Each end and each reopening stays, with its reason; a double tap writes no second one."""
    evening_id = book.start().evening_id
    ended = book.end(evening_id)
    assert ended.ended == book.evening(evening_id).ended
    assert (book.end(evening_id).ended, book.end(evening_id).repeated) == (ended.ended, True)
    with pytest.raises(RefusedError) as error:
        book.reopen(evening_id, "  ")
    assert codes(error) == [("reason.missing", "reason")]
    book.reopen(evening_id, " noch  eine Runde ")
    assert book.reopen(evening_id, "").repeated
    assert book.evening(evening_id).ended is None
    book.end(evening_id)
    told = closing.history(db.session, book.actor, evening_id)
    assert [(event.kind.value, event.by, event.reason) for event in told] == [
        ("ended", "Tisch", ""),
        ("reopened", "Tisch", "noch eine Runde"),
        ("ended", "Tisch", ""),
    ]
    assert told[-1].at == book.evening(evening_id).ended


@pytest.mark.parametrize("number", [0, -1, 2**31, 999])
def test_evenings_that_are_not_there_do_not_end(book: Book, number: int) -> None:
    """A number that nobody has, or that is another club's, is not found."""
    own = book.start().evening_id
    for attempt in (lambda: book.end(number), lambda: book.reopen(number)):
        with pytest.raises(NotFoundError):
            attempt()
    book.actor = book.stranger()
    with pytest.raises(NotFoundError):
        book.end(own)
    assert closing.history(db.session, book.actor, own) == ()
    assert closing.history(db.session, book.actor, number) == ()
    assert book.count("evening_events") == 0


def test_an_evening_that_ends_while_somebody_writes_is_whole(book: Book) -> None:
    """Of a game and an end at the same moment, either the game is in, or it is told that the evening has ended."""
    started = book.start()
    for _ in range(3):
        told, ended = book.at_once(
            lambda: book.record(started.sheet_id, SAUSPIEL), lambda: book.end(started.evening_id)
        )
        assert isinstance(ended, closing.Closing)
        games = book.sheet(started.sheet_id).games
        if isinstance(told, Exception):
            assert isinstance(told, ConflictError)
        else:
            assert told.game == games[-1]
        book.reopen(started.evening_id)
