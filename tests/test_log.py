"""The log: every change writes one row, by whoever made it, and the log of a club stays one chain."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask

from scorebook.exchange import evening_json
from scorebook.ledger.drawing import Stake
from scorebook.ledger.evening import Pattern
from scorebook.services import RefusedError, accounts, last_round, paying, rulesets, sampling, seating
from scorebook.services.importing import import_evening
from scorebook.services.log import Event
from scorebook.services.logins import end_login
from scorebook.services.paying import NewPayment
from scorebook.services.season_evenings import choose
from scorebook.services.transactions import transaction
from scorebook.services.verifying_log import verify_log
from scorebook.store.db import db, reading
from scorebook.store.log import LogRow, Wanted, newest_rows, rows_from
from scorebook.store.tables import FIRST_CLUB
from scorebook.wording.log import EVENTS
from tests.book import LOST_SOLO, PASSED, SAUSPIEL, WITH_STOCK, Book
from tests.cards import CALLED, CARDS
from tests.doors import let_in
from tests.test_import import corrected

NAMES = ("Sepp", "Vroni", "Xaver", "Zenzi", "Hias", "Resi", "Tisch", "vertippt", "geht weiter", "Hausregeln")
"""What stands in the book of these tests, and nowhere in the log."""


OF_THE_BOOK = ("evening", "game", "last_round", "payment", "rules", "seats", "table")
"""What begins the names of events that are changes of the book itself."""


@pytest.fixture
def own(book: Book) -> Book:
    """Give a book in which account 1 acts, and not whoever owns the machine."""
    book.actor = replace(book.actor, account_id=1)
    return book


def rows() -> list[LogRow]:
    """Give the log of the first club, the first row first."""
    db.session.rollback()
    return list(rows_from(reading(db.session), FIRST_CLUB))


def changes(book: Book) -> Iterator[tuple[Event, Callable[[], Any]]]:
    """Give what can be done in a book, in an order in which it can be done, each with what it is in the log."""
    session, actor = db.session, book.actor
    yield Event.RULES_KEPT, lambda: book.rule_set(WITH_STOCK)
    uuid = uuid4()
    yield Event.EVENING_BEGUN, lambda: book.start(rule_set=1, uuid=uuid)
    for event, game in ((Event.GAME_RECORDED, PASSED), (Event.GAME_RECORDED, SAUSPIEL)):
        key = uuid4()
        yield event, lambda game=game, key=key: book.record(1, game, key)
    _first, second = (game.uuid for game in book.sheet(1).games)
    forgotten, better, held, ruled = (uuid4() for _ in range(4))
    yield Event.GAME_INSERTED, lambda: book.insert(second, LOST_SOLO, forgotten)
    latest = book.sheet(1).standing[-1].uuid
    wenz = {"contract": "wenz", "declarer": 0, "result": "lost"}
    yield Event.GAME_CORRECTED, lambda: book.correct(latest, wenz, new=better)
    with_cards = CALLED | {"protocol": CARDS, "dealer": (CARDS["lead"] - 1) % 4}
    yield Event.GAME_WITH_CARDS, lambda: book.correct(better, with_cards, new=held)
    revoked = {"contract": "wenz", "declarer": 0, "revoke": 1, "revoke_reason": "bedienen"}
    yield Event.GAME_RULED, lambda: book.correct(held, revoked, new=ruled)
    yield Event.GAME_CANCELLED, lambda: book.cancel(ruled)
    four = book.ids(1, "Sepp", "Vroni", "Xaver", "Zenzi")
    yield Event.SEATS_CAME, lambda: book.come(1, "Hias", "Zenzi", seated=four)
    (guest,) = book.ids(1, "Hias")
    yield Event.SEATS_LEFT, lambda: seating.leave(session, actor, 1, guest)
    yield Event.SEATS_CHANGED, lambda: book.swap(1, "Sepp", "Vroni", seated=four)
    drawn = {"Sepp": "EO", "Vroni": "GO", "Xaver": "HO", "Zenzi": "SO"}
    yield Event.SEATS_DRAWN, lambda: book.sit_as_drawn(1, drawn, stake=Stake.SEATS)
    yield Event.SEATS_PATTERN, lambda: seating.choose_pattern(session, actor, 1, Pattern.NEXT)
    yield Event.LAST_ROUND_CALLED, lambda: last_round.call_last_round(session, actor, 1)
    yield Event.LAST_ROUND_OFF, lambda: last_round.call_off(session, actor, 1)
    yield Event.RULES_CHANGED, lambda: rulesets.change_rules(session, actor, 1, "bayern_10_20_50")
    yield Event.TABLE_OPENED, lambda: book.open_table(1, "Resi", "Anni", "Kathi", "Jule", known=1)
    yield Event.EVENING_ENDED, lambda: book.end(1, {1: "kept", 2: "kept"})
    yield Event.EVENING_REOPENED, lambda: book.reopen(1)
    season = book.season()
    yield Event.EVENING_ASSIGNED, lambda: choose(session, actor, 1, season)
    striche = book.start(preset="deutscher_striche", names=("A", "B", "C", "D")).evening_id
    yield Event.EVENING_PRICED, lambda: book.price(striche)
    loser, winner = book.ids(1, "Xaver", "Zenzi")
    paid = NewPayment(loser, winner, "0,10", sure=True)
    yield Event.PAYMENT_MADE, lambda: paying.pay(session, actor, 1, paid)
    yield Event.PAYMENT_TAKEN_BACK, lambda: paying.take_back(session, actor, 1, paid.uuid)
    yield Event.EVENING_ROUNDED, lambda: paying.set_rounding(session, actor, 1, "5")
    exported = json.dumps(evening_json(corrected()))
    yield Event.EVENING_IMPORTED, lambda: import_evening(session, actor, exported)


def test_every_change_writes_one_row(own: Book) -> None:
    """Whatever is done in the book writes one row, by who did it; the same once more is no change and writes none."""
    seen = set()
    for event, change in changes(own):
        before = len(rows())
        change()
        written = rows()[before:]
        assert [(row.action, row.who) for row in written] == [(event.value, "account:1")], event
        change()
        assert len(rows()) == before + 1, f"{event} twice"
        seen.add(event)
    assert {event for event in Event if event.value.partition(".")[0] in OF_THE_BOOK} == seen
    told = " ".join(row.old + row.new + row.subject + row.who for row in rows())
    assert not [name for name in NAMES if name in told]
    (club,) = verify_log(db.session)
    assert club.rows == len(rows())


def test_what_became_of_later_games_stands_in_the_row(own: Book) -> None:
    """A row about a game that changed others says what they are paid now and were before."""
    begun = own.start_with(WITH_STOCK)
    first = own.record(begun.sheet_id, PASSED).game.uuid
    own.record(begun.sheet_id, SAUSPIEL)
    own.cancel(first)
    (row,) = newest_rows(reading(db.session), FIRST_CLUB, 1, Wanted())
    assert json.loads(row.old) == {
        "sheet": 1, "number": 1, "people": [1, 2, 3, 4], "payouts": [-20] * 4, "unit": "cent", "stock": 80,
    }  # fmt: skip
    assert json.loads(row.new) == {
        "later": [{"number": 2, "old": [60, -20, 60, -20], "new": [20, -20, 20, -20]}],
        "later_games": 1,
    }


def test_what_is_refused_writes_nothing(own: Book) -> None:
    """Who is told no has changed nothing, and the log says nothing."""
    begun = own.start()
    game = own.record(begun.sheet_id, SAUSPIEL).game.uuid
    before = rows()
    for refused in (
        lambda: own.record(begun.sheet_id, {"contract": "sauspiel", "declarer": 0, "partner": 0, "result": "won"}),
        lambda: own.cancel(game, ""),
        lambda: own.correct(game, SAUSPIEL),
        lambda: own.come(begun.sheet_id, "", "Sepp"),
    ):
        with pytest.raises(RefusedError):
            refused()
    assert rows() == before


def test_samples_are_one_row(own: Book) -> None:
    """A run of samples is one row, however many games it makes; each run says what made it."""
    for run in range(2):
        sampling.fill(db.session, own.actor, 150, seed=3)
        assert len(rows()) == run + 1
    assert json.loads(rows()[-1].new) == {"games": 150, "seed": 3}


def test_who_comes_and_goes_is_noted(own: Book) -> None:
    """Inviting writes a row, using the invitation two, for the account and its login; logging out writes one."""
    with transaction(db.session) as connection:
        secret = accounts.invite(connection, own.actor, ["viewer"])
    new = accounts.NewAccount("Resi", "resi", "ein langes Passwort")
    browser = accounts.join(db.session, secret, new)
    end_login(db.session, browser)
    assert [row.action for row in rows()] == ["invitation.made", "login.begun", "account.joined", "login.ended"]
    assert [row.who for row in rows()] == ["account:1", *["account:2"] * 3]


def test_many_writers_never_wait_for_each_other_in_a_ring(own: Book, app: Flask) -> None:
    """Whoever writes at one moment, in whatever places, all get through, and the log stays one chain."""
    sheets = [own.start([f"{name}{table}" for name in "ABCD"]).sheet_id for table in range(3)]
    games = [own.record(sheet, SAUSPIEL).game.uuid for sheet in sheets]
    growing = own.start("ABCD").sheet_id
    for turn in range(3):
        tasks = [lambda sheet=sheet: own.record(sheet, SAUSPIEL) for sheet in sheets]
        tasks += [lambda game=game: own.cancel(game) for game in games]
        name, rules = f"Hias{turn}", ("bsv_10_50", "bayern_10_20_50")[turn % 2]
        tasks += [
            lambda name=name: own.come(growing, name, "A"),
            lambda names=tuple(f"{letter}{turn}neu" for letter in "ABCD"): own.start(names),
            lambda name=name: let_in(own.app, "viewer", name=name),
            lambda rules=rules: rulesets.change_rules(db.session, own.actor, sheets[1], rules),
        ]
        failed = [one for one in own.at_once(*tasks) if isinstance(one, Exception)]
        assert failed == []
    (club,) = verify_log(db.session)
    assert club.rows == own.count("log")
    changed = sum(row.action == Event.RULES_CHANGED for row in rows())
    assert changed >= 2
    assert club.rows == 3 + 3 + 1 + 3 * (3 + 1 + 1 + 1) + 3 + changed


def test_everything_that_is_noted_has_words() -> None:
    """The page of the log knows a text for everything that can stand in it."""
    assert {event.value for event in Event} <= EVENTS.keys()
