"""A ruling of the referee in the book, on SQLite and on PostgreSQL."""

from uuid import uuid4

import pytest

from scorebook.exchange import game_json, parse_game
from scorebook.services import RefusedError, correcting
from scorebook.services.later import LaterError
from scorebook.store.db import db
from tests.book import PASSED, SAUSPIEL, WITH_STOCK, Book, codes

RULED = {"revoke": 2, "revoke_reason": "gesuchte Sau nicht zugegeben"}
WHY = "Schiedsrichter Huber: gesuchte Sau nicht zugegeben"


def test_a_ruling_is_a_correction_with_who_decided(book: Book) -> None:
    """The old version stays with the reason that names the referee; the offender's side loses what it had won."""
    sheet = book.start().sheet_id
    game = book.record(sheet, SAUSPIEL).game
    done = book.correct(game.uuid, {**game_json(game.game), **RULED}, WHY)
    old, new = book.sheet(sheet).games
    assert old.cancelled is not None
    assert (old.cancelled.reason, old.cancelled.by) == (WHY, "Tisch")
    assert (new.game.revoke, new.game.revoke_reason) == (2, RULED["revoke_reason"])
    assert new.score.payouts == (-20, 20, -20, 20)
    assert new == done.game
    assert book.balances(sheet) == book.sheet(sheet).totals()


def test_what_becomes_of_later_games_is_asked_first(book: Book) -> None:
    """A won Sauspiel took the Stock; by the ruling it is lost, and the next one takes what is in there instead."""
    sheet = book.start_with(WITH_STOCK).sheet_id
    book.record(sheet, PASSED)
    game = book.record(sheet, SAUSPIEL).game
    book.record(sheet, SAUSPIEL)
    wish = {**game_json(game.game), **RULED}
    before = book.sheet(sheet)
    with pytest.raises(LaterError) as error:
        correcting.correct_game(db.session, book.actor, game.uuid, uuid4(), parse_game(wish), WHY)
    assert [one.number for one in error.value.ways[0].found] == [3]
    assert book.sheet(sheet) == before
    book.correct(game.uuid, wish, WHY)
    reasons = [one.cancelled.reason for one in book.sheet(sheet).games if one.cancelled is not None]
    assert reasons == [WHY, f"Folge von Spiel 2: {WHY}"]
    people = {person: amount for person, amount in book.balances(sheet).items() if person is not None}
    assert people == book.sheet(sheet).totals()


def test_where_revokes_do_not_count_a_ruling_is_refused(book: Book) -> None:
    """With `revoke.mode: off` nothing is written."""
    sheet = book.start_with({"revoke": {"mode": "off"}}).sheet_id
    game = book.record(sheet, SAUSPIEL).game
    with pytest.raises(RefusedError) as error:
        book.correct(game.uuid, {**game_json(game.game), **RULED}, WHY)
    assert codes(error) == [("revoke.off", "revoke")]
    assert book.sheet(sheet).games == (game,)
