"""Games with their cards in the book, on SQLite and on PostgreSQL: what the cards say is kept and stands up."""

import json
from typing import Any
from uuid import UUID, uuid4

import pytest

from scorebook.exchange import game_json, load_json, parse_evening, parse_game
from scorebook.reports.view import abrechnung
from scorebook.rules import Game, assess, preset
from scorebook.services import ConfirmError, RefusedError
from scorebook.services.exporting import export_evening
from scorebook.services.importing import import_evening
from scorebook.services.verifying import DifferenceError, verify_book
from scorebook.store.db import db
from tests.book import PASSED, SAUSPIEL, WITH_STOCK, Book, codes
from tests.cards import CALLED, CARDS, FACTS, protocol, stopped
from tests.test_verify import tamper

WITH_CARDS = {**CALLED, "protocol": CARDS}
BY_ENTRY = {**CALLED, "partner": 1, "augen": 91, "protocol": CARDS}
"""A game whose entry knows nothing of the Laufende that its cards show."""


def violating() -> dict[str, Any]:
    """Give a Wenz in which somebody does not follow suit, though he could."""
    wenz = {"contract": "wenz", "declarer": 0}
    for seed in range(200):
        cards = protocol(wenz, seed)
        held = [list(hand) for hand in cards["hands"]]
        (_, first), (seat, card) = cards["played"][0], cards["played"][1]
        other = next((c for c in held[seat] if c[0] != first[0] and c[1] != "U"), None)
        if first[1] != "U" and card[0] == first[0] and card[1] != "U" and other:
            return {**wenz, "result": "won", "protocol": {**cards, "played": [cards["played"][0], [seat, other]]}}
    raise AssertionError("no such deal")


def unread(book: Book, uuid: UUID, game: dict[str, Any]) -> None:
    """Let a game stand in the book as it was written before anybody read cards."""
    key = uuid.hex if db.engine.dialect.name == "sqlite" else uuid
    tamper(book, f"UPDATE games SET game = '{json.dumps(game)}' WHERE uuid = '{key}'")


def says(game: Game) -> dict[str, Any]:
    """Give what a game says of the things that its cards know."""
    data = game_json(game)
    return {key: data.get(key) for key in FACTS}


def test_the_book_keeps_what_the_cards_say(book: Book) -> None:
    """A game sent with its cards alone is written with partner, Augen, tricks and Laufende, at the price of these."""
    sheet = book.start().sheet_id
    done = book.record(sheet, WITH_CARDS)
    (kept,) = book.sheet(sheet).games
    assert says(kept.game) == says(done.game.game) == FACTS
    assert kept.game.protocol == parse_game(WITH_CARDS).protocol
    assert kept.score.payouts == (60, 60, -60, -60)
    (row,) = abrechnung(book.evening(1)).sheets[0].rows
    assert (row.augen, row.extras.replace("\N{NO-BREAK SPACE}", " ")) == ("91", "mit 3, Schneider")
    assert verify_book(db.session).games == 1


def test_the_same_game_with_cards_twice_is_one(book: Book) -> None:
    """A double tap is told by the game as it was sent, not by what its cards made of it."""
    sheet, uuid = book.start().sheet_id, uuid4()
    book.record(sheet, WITH_CARDS, uuid)
    again = book.record(sheet, WITH_CARDS, uuid)
    assert (again.repeated, again.differs) == (True, False)
    assert book.record(sheet, {**WITH_CARDS, **FACTS}, uuid).differs
    assert book.count("games") == 1


def test_an_entry_that_the_cards_contradict_is_refused(book: Book) -> None:
    """Whoever enters other Augen than the cards have is told at that key; nothing is written."""
    sheet = book.start().sheet_id
    with pytest.raises(RefusedError) as error:
        book.record(sheet, {**WITH_CARDS, "augen": 70, "partner": 2})
    assert codes(error) == [("protocol.contradicts", "partner"), ("protocol.contradicts", "augen")]
    assert book.count("games") == 0


def test_a_broken_rule_is_asked_about(book: Book) -> None:
    """Cards that were not legal can have been played: the book asks, and writes after a yes."""
    sheet = book.start().sheet_id
    game = violating()
    with pytest.raises(ConfirmError) as asked:
        book.record(sheet, game)
    assert {finding.code for finding in asked.value.findings} == {"play.violation"}
    assert book.count("games") == 0
    book.record(sheet, game, accept=["play.violation"])
    assert verify_book(db.session).games == 1


def test_a_play_that_stopped_needs_a_result(book: Book) -> None:
    """Cards that stop early say partner and Laufende; who won has to be entered."""
    sheet = book.start().sheet_id
    early = {**CALLED, "protocol": stopped(CARDS, 9)}
    with pytest.raises(RefusedError) as error:
        book.record(sheet, early)
    assert ("protocol.stops", "result") in codes(error)
    kept = book.record(sheet, {**early, "result": "won"}).game.game
    assert says(kept) == {**FACTS, "augen": None, "tricks": None}
    assert verify_book(db.session).games == 1


def test_cards_are_attached_by_a_correction_and_dropped_by_one(book: Book) -> None:
    """Cards may come later, and go again; the same game with them once more changes nothing."""
    sheet = book.start().sheet_id
    plain = book.record(sheet, {**CALLED, "partner": 1, "augen": 91}).game
    assert plain.score.value == 30
    attached = book.correct(plain.uuid, WITH_CARDS, "Karten dazu").game
    assert (says(attached.game), attached.score.value) == (FACTS, 60)
    for same in (WITH_CARDS, {**WITH_CARDS, **FACTS}):
        with pytest.raises(RefusedError) as error:
            book.correct(attached.uuid, same)
        assert codes(error) == [("game.unchanged", "")]
    dropped = book.correct(attached.uuid, {**CALLED, **FACTS}, "ohne Karten").game
    assert (dropped.game.protocol, dropped.score.payouts) == (None, attached.score.payouts)
    assert verify_book(db.session).games == 3


def test_a_forgotten_game_comes_with_its_cards(book: Book) -> None:
    """What is put in before another is completed by its cards too."""
    sheet = book.start().sheet_id
    later = book.record(sheet, SAUSPIEL).game
    assert says(book.insert(later.uuid, WITH_CARDS).game.game) == FACTS
    verify_book(db.session)


def test_later_games_keep_their_cards(book: Book) -> None:
    """A change before it gives a game with cards another Stock, and nothing else."""
    sheet = book.start_with({**WITH_STOCK, "contracts": ["sauspiel"]}).sheet_id
    passed = book.record(sheet, PASSED).game
    taken = book.record(sheet, WITH_CARDS).game
    assert taken.score.payouts == (100, 100, -60, -60)
    book.cancel(passed.uuid)
    (left,) = book.sheet(sheet).standing
    assert (left.replaces, left.score.payouts, says(left.game)) == (taken.uuid, (60, 60, -60, -60), FACTS)
    assert left.game.protocol == taken.game.protocol
    verify_book(db.session)


def test_cards_go_out_and_come_back(book: Book) -> None:
    """The export carries the cards; read again it is the same evening, and in another club's book the same games."""
    started = book.start()
    book.record(started.sheet_id, WITH_CARDS)
    text = export_evening(db.session, book.actor, started.evening_id)
    read = parse_evening(load_json(text))
    assert read.sheets[0].games == book.evening(started.evening_id).sheets[0].games
    assert import_evening(db.session, book.actor, text).repeated
    verify_book(db.session)


def test_a_file_may_leave_out_what_the_cards_say(book: Book) -> None:
    """A game in a file that says little but its cards, at their price, is completed; read again it is the same."""
    started = book.start()
    book.record(started.sheet_id, WITH_CARDS)
    data = json.loads(export_evening(db.session, book.actor, started.evening_id))
    data |= {"id": str(uuid4()), "club": "Andere"}
    (game,) = data["sheets"][0]["games"]
    game["uuid"] = str(uuid4())
    for short in (CALLED, {**CALLED, "partner": 1, "augen": 91}):
        game["game"] = {**short, "dealer": 0, "protocol": CARDS}
        (read,) = parse_evening(data).sheets[0].games
        assert says(read.game) == FACTS
    made = import_evening(db.session, book.actor, json.dumps(data))
    assert says(book.evening(made.evening_id).sheets[0].games[0].game) == FACTS
    assert import_evening(db.session, book.actor, json.dumps(data)).repeated
    game["payouts"] = [80, 80, -80, -80]
    with pytest.raises(RefusedError) as error:
        import_evening(db.session, book.actor, json.dumps(data | {"id": str(uuid4())}))
    assert [code for code, _field in codes(error)] == ["payouts.differ"]


# --- Books that are older than the reading of cards ---


def test_a_game_whose_cards_nobody_read_keeps_its_price(book: Book) -> None:
    """A book in which cards lay unread beside an entry stands up, goes out and comes back as it was agreed then."""
    started = book.start_with({**WITH_STOCK, "contracts": ["sauspiel"]})
    passed = book.record(started.sheet_id, PASSED).game
    old = book.record(started.sheet_id, {**BY_ENTRY, "protocol": None}).game
    assert old.score.payouts == (70, 70, -30, -30)
    assert assess(parse_game(BY_ENTRY), preset()).score.value == 60
    unread(book, old.uuid, {**BY_ENTRY, "dealer": 1, "stock": 80})
    assert verify_book(db.session).games == 2
    text = export_evening(db.session, book.actor, started.evening_id)
    assert import_evening(db.session, book.actor, text).repeated
    read = parse_evening(load_json(text)).sheets[0].games[1]
    assert (read.score.value, read.game.laufende, read.game.protocol is None) == (30, 0, False)
    book.cancel(passed.uuid)
    (left,) = book.sheet(started.sheet_id).standing
    assert (left.score.payouts, left.game.laufende) == ((30, 30, -30, -30), 0)
    verify_book(db.session)


@pytest.mark.parametrize(
    ("game", "what"),
    [
        ({**BY_ENTRY, **FACTS, "augen": 74}, "Eingetragen ist 74, die Karten sagen 91"),
        ({**BY_ENTRY, "protocol": {**CARDS, "lead": (CARDS["lead"] + 1) % 4}}, "dran ist aber"),
        ({**BY_ENTRY, "protocol": {**CARDS, "hands": CARDS["hands"][:3]}}, "Es braucht 4 Hände"),
    ],
    ids=["contradicted", "wrong turn", "three hands"],
)
def test_cards_that_cannot_be_are_named(book: Book, game: dict[str, Any], what: str) -> None:
    """Cards that no play can have made, or that contradict all that stands beside them, are named with their game."""
    sheet = book.start().sheet_id
    done = book.record(sheet, WITH_CARDS)
    unread(book, done.game.uuid, {**game, "dealer": 0})
    with pytest.raises(DifferenceError) as caught:
        verify_book(db.session)
    assert "Spiel 1: so kann es nicht sein" in caught.value.message
    assert what in caught.value.message
