"""The HTTP API: games recorded, corrected and taken back, each of them once."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask

from tests.api import PASSED, SAUSPIEL, Program, errors, games_in, is_a
from tests.book import WITH_STOCK, Book
from tests.test_web_safety import contents


@pytest.fixture
def program(app: Flask) -> Program:
    """Give a program whose key may do everything."""
    return Program(app)


# --- Recording ---


def test_a_game_is_recorded_once(program: Program) -> None:
    """A game is 201 with its address; the same key again answers the same with 200 and writes nothing."""
    sheet, key = program.sheet(), uuid4()
    first = program.record(sheet, key=key, after_number=0)
    assert (first.status_code, first.headers["Location"]) == (201, f"/api/v1/games/{key}")
    is_a("Booked", first.json)
    assert (first.json["uuid"], first.json["number"], first.json["by"]) == (str(key), 1, "Resi")
    before = contents(program.app)
    again = program.record(sheet, key=str(key).upper(), after_number=0)
    assert (again.status_code, again.json) == (200, first.json)
    assert contents(program.app) == before


def test_a_bare_game_and_an_outbox_are_read_too(program: Program) -> None:
    """A game may come alone, or as an outbox keeps it: with its UUID and its sheet."""
    sheet, uuid = program.sheet(), str(uuid4())
    assert program.call("POST", f"/sheets/{sheet}/games", SAUSPIEL, uuid4()).status_code == 201
    kept = {"uuid": uuid, "sheet": sheet, "after_number": 1, "game": SAUSPIEL}
    assert program.call("POST", f"/sheets/{sheet}/games", kept).json["uuid"] == uuid
    assert program.call("POST", f"/sheets/{sheet}/games", kept, uuid).status_code == 200
    other = program.call("POST", f"/sheets/{sheet}/games", kept, uuid4())
    assert (other.status_code, errors(other)) == (422, [("uuid.differs", "uuid")])
    elsewhere = program.call("POST", f"/sheets/{sheet}/games", {**kept, "sheet": sheet + 1})
    assert (elsewhere.status_code, errors(elsewhere)) == (422, [("sheet.differs", "sheet")])


def test_a_key_with_another_game_is_a_conflict(program: Program) -> None:
    """The same key with another game is 409, on the same list and on another one; nothing is written."""
    sheet, other, key = program.sheet(), program.sheet(), uuid4()
    program.record(sheet, key=key)
    again = program.record(sheet, {**SAUSPIEL, "augen": 95}, key)
    assert (again.status_code, errors(again)) == (409, [("idempotency_key.reused", "Idempotency-Key")])
    moved = program.record(other, key=key)
    assert (moved.status_code, errors(moved)) == (409, [("uuid.taken", "Idempotency-Key")])
    assert games_in(program.app) == 1


@pytest.mark.parametrize(
    "key", ["", "x", "1", "{6fa459ea-ee8a-3ca4-894e-db77e160355e}", "6fa459eaee8a3ca4894edb77e160355e"]
)
def test_a_key_is_a_uuid(program: Program, key: str) -> None:
    """A key that is no UUID as programs write it is 400, and a missing one too."""
    sheet = program.sheet()
    answer = program.record(sheet, key=key) if key else program.call("POST", f"/sheets/{sheet}/games", SAUSPIEL)
    code = "idempotency_key.invalid" if key else "idempotency_key.missing"
    assert (answer.status_code, errors(answer)) == (400, [(code, "Idempotency-Key")])
    assert games_in(program.app) == 0


def test_who_knew_less_is_told(program: Program) -> None:
    """Another game came in between, or people changed seats: 409, nothing is written, and the code says which."""
    sheet = program.sheet()
    program.recorded(sheet)
    late = program.record(sheet, after_number=0)
    assert (late.status_code, errors(late)) == (409, [("sheet.overtaken", "after_number")])
    moved = program.record(sheet, seated=[4, 3, 2, 1])
    assert (moved.status_code, errors(moved)) == (409, [("seats.changed", "seated")])
    assert program.record(sheet, after_number=1, seated=[1, 2, 3, 4]).status_code == 201
    with program.app.app_context():
        Book(program.app).end(1)
    ended = program.record(sheet)
    assert (ended.status_code, errors(ended)) == (409, [("evening.ended", "")])


def test_a_question_is_answered_with_its_code(program: Program) -> None:
    """A game that hardly can be is asked about; with the codes that the answer names it is written."""
    sheet, game = program.sheet(), {"contract": "solo", "suit": "gras", "declarer": 0, "augen": 0}
    asked = program.record(sheet, game)
    assert asked.status_code == 422
    is_a("Problem", asked.json)
    assert asked.json["accept"] == [code for code, _field in errors(asked)]
    assert games_in(program.app) == 0
    assert program.record(sheet, game, accept=asked.json["accept"]).status_code == 201


def test_a_game_that_cannot_be_names_its_fields(program: Program) -> None:
    """What is wrong with the game and with what is said about it is told at once, each at its field."""
    sheet = program.sheet()
    answer = program.record(sheet, {**SAUSPIEL, "augen": "74", "klopfa": 1}, after_number=-1, accept="x")
    assert (answer.status_code, sorted(errors(answer))) == (
        422,
        [("key.unknown", "klopfa"), ("value.range", "after_number"), ("value.type", "accept"), ("value.type", "augen")],
    )
    assert errors(program.record(sheet, {**SAUSPIEL, "augen": 119})) == [("augen.impossible", "augen")]
    assert errors(program.record(sheet, {**SAUSPIEL, "stock": 5})) == [("sheet.stock", "stock")]


# --- Correcting, taking back ---


def test_a_game_is_corrected_once(program: Program) -> None:
    """The better game takes the number of the old one, which stays readable, with the reason; again is the same."""
    sheet, key = program.sheet(), uuid4()
    old = program.recorded(sheet)
    sent = {"game": {**SAUSPIEL, "augen": 95}, "reason": "verzählt"}
    done = program.call("PUT", f"/games/{old['uuid']}", sent, key)
    assert (done.status_code, done.json["uuid"], done.json["value"]) == (200, str(key), 30)
    is_a("Booked", done.json)
    before = contents(program.app)
    assert program.call("PUT", f"/games/{old['uuid']}", sent, key).json == done.json
    other = program.call("PUT", f"/games/{old['uuid']}", {**sent, "game": SAUSPIEL}, key)
    assert (other.status_code, errors(other)) == (409, [("idempotency_key.reused", "Idempotency-Key")])
    late = program.call("PUT", f"/games/{old['uuid']}", sent, uuid4())
    assert (late.status_code, errors(late)) == (409, [("game.corrected", "")])
    assert contents(program.app) == before
    told = program.call("GET", f"/games/{old['uuid']}").json
    is_a("BookedWithHistory", told)
    assert [(one["value"], one["reason"]) for one in told["history"]] == [(20, "verzählt"), (30, None)]
    assert told["history"][1]["replaces"] == old["uuid"]


def test_a_correction_needs_a_reason_and_a_change(program: Program) -> None:
    """Without a reason, or with the same game, nothing is corrected; all that is wrong is said at once."""
    old = program.recorded(program.sheet())
    path = f"/games/{old['uuid']}"
    assert errors(program.call("PUT", path, {"game": SAUSPIEL}, uuid4())) == [("key.missing", "reason")]
    both = program.call("PUT", path, {"game": SAUSPIEL, "reason": " "}, uuid4())
    assert (both.status_code, errors(both)) == (422, [("game.unchanged", ""), ("reason.missing", "reason")])
    missing = program.call("PUT", path, {"game": SAUSPIEL, "reason": "x"})
    assert (missing.status_code, errors(missing)) == (400, [("idempotency_key.missing", "Idempotency-Key")])


@pytest.mark.parametrize("way", [0, -1])
@pytest.mark.parametrize(
    ("method", "sent"),
    [
        ("PUT", {"game": {"contract": "wenz", "declarer": 0, "result": "won"}, "reason": "x"}),
        ("DELETE", {"reason": "x"}),
    ],
)
def test_later_games_are_asked_about(program: Program, app: Flask, method: str, sent: dict[str, Any], way: int) -> None:
    """A change that makes others of later games names the ways; the code of one does exactly that."""
    with app.app_context():
        rule_set = Book(app).rule_set(WITH_STOCK)
    sheet = program.sheet(rule_set=rule_set)
    first = program.recorded(sheet, PASSED)
    program.recorded(sheet)
    path = f"/games/{first['uuid']}"
    asked = program.call(method, path, sent, key := uuid4())
    assert (asked.status_code, errors(asked)) == (422, [("game.later", "accept")])
    is_a("Problem", asked.json)
    assert games_in(app) == 2
    chosen = asked.json["ways"][way]
    assert chosen["games"][0]["payouts"] == [20, -20, 20, -20]
    for _again in range(2):
        done = program.call(method, path, {**sent, "accept": [chosen["accept"]]}, key)
        assert done.status_code == 200, done.text
        second = program.call("GET", f"/sheets/{sheet}").json["games"][-1]
        assert (second["number"], second["payouts"], second["cancelled"]) == (2, [20, -20, 20, -20], None)
        assert second["game"]["dealer"] == chosen["games"][0]["dealer"]


def test_a_game_is_taken_back_once(program: Program) -> None:
    """A game that is taken back says when and why; again is the same and writes nothing."""
    sheet = program.sheet()
    game = program.recorded(sheet)
    path = f"/games/{game['uuid']}"
    assert errors(program.call("DELETE", path, {"reason": ""})) == [("reason.missing", "reason")]
    done = program.call("DELETE", path, {"reason": "doppelt"})
    assert (done.status_code, done.json["reason"]) == (200, "doppelt")
    assert done.json["cancelled"] is not None
    before = contents(program.app)
    assert program.call("DELETE", path, {"reason": "noch einmal"}).json == done.json
    assert contents(program.app) == before
    assert [one["amount"] for one in program.call("GET", f"/sheets/{sheet}").json["totals"]] == [0, 0, 0, 0]
    gone = program.call("PUT", path, {"game": {**SAUSPIEL, "augen": 95}, "reason": "x"}, uuid4())
    assert (gone.status_code, errors(gone)) == (409, [("conflict", "")])


# --- One key at the same time ---


def test_one_key_at_the_same_time_is_one_game(book: Book) -> None:
    """Eight senders with one key write one game: one of them 201, the others 200 with the same."""
    program = Program(book.app)
    sheet, key = program.sheet(), uuid4()
    senders = [Program(book.app, program.token) for _ in range(8)]
    answers = book.at_once(*[lambda one=one: one.record(sheet, key=key) for one in senders])
    assert sorted(answer.status_code for answer in answers) == [200] * 7 + [201]
    assert len({answer.text for answer in answers}) == 1
    assert len(program.call("GET", f"/sheets/{sheet}").json["games"]) == 1


def test_one_key_for_several_games_is_one_of_them(book: Book) -> None:
    """Several senders with one key and games of their own: one is written, the others are told."""
    program = Program(book.app)
    sheet, key = program.sheet(), uuid4()

    def sending(augen: int) -> Callable[[], Any]:
        return lambda: Program(book.app, program.token).record(sheet, {**SAUSPIEL, "augen": augen}, key)

    answers = book.at_once(*[sending(augen) for augen in range(61, 67)])
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 5
    assert len(program.call("GET", f"/sheets/{sheet}").json["games"]) == 1
