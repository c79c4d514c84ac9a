"""Recording games, on SQLite and on PostgreSQL."""

from uuid import uuid4

import pytest
from sqlalchemy import text

from scorebook.errors import ConflictError
from scorebook.rules import Unit
from scorebook.services import ConfirmError, RefusedError
from scorebook.services.transactions import transaction
from scorebook.store import tables
from scorebook.store.db import db, reading
from tests.book import BOTH, FOUR, LOST_SOLO, PASSED, SAUSPIEL, WITH_STOCK, Book, codes

# --- Recording -------------------------------------------------------------------------------------------------------


def test_a_recorded_game_is_read_back_as_it_was_answered(book: Book) -> None:
    """What record_game answers is what the evening holds afterwards, with the number, dealer and score."""
    started = book.start(title="Stammtisch Lamm", place="Gasthaus Lamm", first_dealer=3)
    game = {**SAUSPIEL, "augen": 94, "klopfer": [1], "laufende": 3, "laufende_side": "mit"}
    done = book.record(started.sheet_id, game)
    evening = book.evening(started.evening_id)
    assert evening.sheets[0].games == (done.game,)
    assert (done.game.number, done.game.game.dealer, done.game.by, done.repeated) == (1, 3, "Tisch", False)
    assert done.game.score.payouts == (120, -120, 120, -120)
    assert dict(zip(FOUR, evening.totals().values(), strict=True)) == {
        "Sepp": 120,
        "Vroni": -120,
        "Xaver": 120,
        "Zenzi": -120,
    }
    assert (evening.club, evening.place, evening.unit) == ("Stammtisch Lamm", "Gasthaus Lamm", Unit.CENT)


def test_the_entries_are_the_payouts(book: Book) -> None:
    """The entries of a sheet sum by person to the totals that its games show, and to zero."""
    started = book.start()
    for game in (SAUSPIEL, LOST_SOLO, PASSED):
        book.record(started.sheet_id, game)
    totals = book.sheet(started.sheet_id).totals()
    assert book.balances(started.sheet_id) == totals
    assert sum(totals.values()) == 0
    assert any(totals.values())


def test_the_same_uuid_again_writes_nothing(book: Book) -> None:
    """A second tap answers with the first game; so does one with another game, and says that it differs."""
    sheet = book.start().sheet_id
    uuid = uuid4()
    first = book.record(sheet, SAUSPIEL, uuid)
    again = book.record(sheet, SAUSPIEL, uuid, after_number=0)
    changed = book.record(sheet, LOST_SOLO, uuid)
    assert (again.game, again.repeated, again.differs) == (first.game, True, False)
    assert (changed.game, changed.repeated, changed.differs) == (first.game, True, True)
    assert (book.count("games"), book.count("entries")) == (1, 4)


def test_a_double_tap_at_the_same_moment_is_one_game(book: Book) -> None:
    """Four requests with one UUID at once make one game and four equal answers, one of them the first."""
    sheet = book.start().sheet_id
    uuid = uuid4()
    answers = book.at_once(*[lambda: book.record(sheet, SAUSPIEL, uuid)] * 4)
    assert [answer.game for answer in answers] == [answers[0].game] * 4
    assert sorted(answer.repeated for answer in answers) == [False, True, True, True]
    assert (book.count("games"), book.count("entries")) == (1, 4)


def test_two_tablets_on_one_sheet_get_numbers_of_their_own(book: Book) -> None:
    """Games that two tablets send at once are all recorded, each with its own number and the dealer who is next."""
    sheet = book.start().sheet_id

    def tablet() -> None:
        for _ in range(5):
            book.record(sheet, SAUSPIEL)

    assert book.at_once(tablet, tablet) == [None, None]
    games = book.sheet(sheet).games
    assert [game.number for game in games] == list(range(1, 11))
    assert [game.game.dealer for game in games] == [0, 1, 2, 3, 0, 1, 2, 3, 0, 1]


def test_a_sender_who_missed_a_game_is_told(book: Book) -> None:
    """With `after_number` of an older state the game is not recorded; with the last number it is."""
    sheet = book.start().sheet_id
    book.record(sheet, SAUSPIEL, after_number=0)
    with pytest.raises(ConflictError, match="Spiel 1"):
        book.record(sheet, SAUSPIEL, after_number=0)
    assert book.record(sheet, LOST_SOLO, after_number=1).game.number == 2


def test_of_two_tablets_that_know_the_same_state_one_is_told(book: Book) -> None:
    """The same game entered on both tablets, with the number they know, is booked once and asked about once."""
    sheet = book.start().sheet_id
    answers = book.at_once(*[lambda: book.record(sheet, SAUSPIEL, after_number=0)] * 2)
    assert sorted(type(answer).__name__ for answer in answers) == ["ConflictError", "Recorded"]
    assert book.count("games") == 1


def test_a_uuid_belongs_to_one_sheet(book: Book) -> None:
    """The UUID of a game on another sheet is a conflict, one after the other and at once."""
    one, two = book.start().sheet_id, book.start().sheet_id
    uuid = uuid4()
    book.record(one, SAUSPIEL, uuid)
    with pytest.raises(ConflictError, match="anderen Spiel"):
        book.record(two, SAUSPIEL, uuid)
    other = uuid4()
    answers = book.at_once(lambda: book.record(one, PASSED, other), lambda: book.record(two, PASSED, other))
    assert sorted(type(answer).__name__ for answer in answers) == ["ConflictError", "Recorded"]
    assert book.count("games") == 2


@pytest.mark.parametrize("book", BOTH[1:], indirect=True)
def test_a_uuid_that_another_transaction_takes_meanwhile(book: Book) -> None:
    """Who waits for another one's UUID gets the answer that fits once that one is through: on his sheet a conflict."""
    one, two = book.start().sheet_id, book.start().sheet_id
    first = book.record(one, SAUSPIEL).game
    uuid = uuid4()
    columns = tables.games.c
    row = reading(db.session).execute(tables.games.select().where(columns.uuid == first.uuid)).one()
    taken = {key: value for key, value in row._mapping.items() if key != "id"} | {
        "uuid": uuid,
        "place": 2 * tables.SPACING,
    }
    waits = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    with db.engine.connect() as other, db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as watcher:
        other.execute(tables.games.insert(), taken)

        def commit_when_waited_for() -> None:
            while not watcher.execute(waits).scalar_one():
                pass
            other.commit()

        answer, _ = book.at_once(lambda: book.record(two, SAUSPIEL, uuid), commit_when_waited_for)
    assert isinstance(answer, ConflictError)
    assert "anderen Spiel" in answer.message


def test_a_game_that_cannot_be_is_refused_with_all_findings(book: Book) -> None:
    """Errors come all at once with their fields, nothing is written, and the lock is let go at once."""
    sheet = book.start().sheet_id
    with pytest.raises(RefusedError) as error:
        book.record(sheet, {"contract": "sauspiel", "declarer": 0, "partner": 0, "augen": 119})
    assert {field for _, field in codes(error)} == {"partner", "augen"}
    assert book.at_once(lambda: book.record(sheet, SAUSPIEL).game.number) == [1]


def test_a_doubtful_game_is_asked_about(book: Book) -> None:
    """A warning asks; with its code accepted the game is recorded."""
    sheet = book.start().sheet_id
    doubtful = {"contract": "sauspiel", "declarer": 0, "partner": 1, "augen": 120}
    with pytest.raises(ConfirmError) as error:
        book.record(sheet, doubtful)
    assert codes(error)
    assert book.count("games") == 0
    book.record(sheet, doubtful, accept=[code for code, _ in codes(error)])
    assert book.count("games") == 1


def test_what_the_sheet_knows_is_not_the_senders_to_say(book: Book) -> None:
    """A Stock or a number of players that is not the sheet's is refused at its field."""
    sheet = book.start_with(WITH_STOCK).sheet_id
    with pytest.raises(RefusedError) as error:
        book.record(sheet, {**SAUSPIEL, "stock": 1000})
    assert codes(error) == [("sheet.stock", "stock")]
    with pytest.raises(RefusedError) as error:
        book.record(sheet, {**SAUSPIEL, "players": 5, "sitting_out": [4]})
    assert codes(error) == [("sheet.players", "players")]


def test_amounts_beyond_all_reason_are_refused(book: Book) -> None:
    """A game worth more than the book can hold is refused, not cut or stored."""
    rules = {"base": {"solo": 100_000}, "sie": {"factor": 10}, "stoss": {"max": 6, "factor": 10}}
    sheet = book.start_with(rules).sheet_id
    with pytest.raises(RefusedError) as error:
        book.record(sheet, {**LOST_SOLO, "klopfer": 4, "stoss": 6})
    assert codes(error) == [("amount.too_large", "")]


def test_of_five_it_has_to_be_said_who_sits_out(book: Book) -> None:
    """By five a game without `sitting_out` is refused; who sits out gets nothing, and the game is of five."""
    sheet = book.start((*FOUR, "Hias")).sheet_id
    with pytest.raises(RefusedError) as error:
        book.record(sheet, SAUSPIEL)
    assert codes(error) == [("sitting_out.count", "sitting_out")]
    done = book.record(sheet, {"contract": "wenz", "declarer": 4, "augen": 70, "sitting_out": [0]})
    assert (done.game.game.players, done.game.score.payouts) == (5, (0, -50, -50, -50, 150))
    assert book.balances(sheet) == {p: v for p, v in book.sheet(sheet).totals().items() if v}


def test_tournament_points_need_not_sum_to_zero(book: Book) -> None:
    """Where only winners are written, the entries are those of the winners alone."""
    sheet = book.start(preset="turnier_gutpunkte").sheet_id
    book.record(sheet, {"contract": "sauspiel", "declarer": 0, "partner": 1, "augen": 70})
    assert sorted(book.balances(sheet).values()) == [5, 5]


def test_reading_does_not_wait_for_writing(book: Book) -> None:
    """While one request has its lock, another reads the state before; and a reader keeps nobody from writing."""
    started = book.start()
    with transaction(db.session) as connection:
        connection.execute(tables.sheets.select().where(tables.sheets.c.id == started.sheet_id).with_for_update())
        assert book.at_once(lambda: len(book.sheet(started.sheet_id).games)) == [0]
    assert book.sheet(started.sheet_id).games == ()
    assert book.at_once(lambda: book.record(started.sheet_id, SAUSPIEL).game.number) == [1]


# --- The dealer ------------------------------------------------------------------------------------------------------


def test_the_deal_goes_round_and_comes_back_after_a_cancellation(book: Book) -> None:
    """The dealer turns with every game; taking back the last one brings him back, an earlier one moves nobody."""
    sheet = book.start(first_dealer=2).sheet_id
    games = [book.record(sheet, game).game for game in (SAUSPIEL, PASSED, LOST_SOLO)]
    assert [game.game.dealer for game in games] == [2, 3, 0]
    book.cancel(games[0].uuid)
    assert book.sheet(sheet).next_dealer == 1
    book.cancel(games[2].uuid)
    assert book.sheet(sheet).next_dealer == 0
    assert book.record(sheet, SAUSPIEL).game.game.dealer == 0
    assert book.sheet(sheet).games[-1].number == 4


def test_the_dealer_that_a_game_names_wins(book: Book) -> None:
    """A game may say who dealt; the deal goes on from there."""
    sheet = book.start().sheet_id
    book.record(sheet, {**SAUSPIEL, "dealer": 2})
    assert book.sheet(sheet).next_dealer == 3
    assert book.record(sheet, SAUSPIEL).game.game.dealer == 3
