"""The HTTP API: games worked out, evenings, sheets, prices, settlements."""

from typing import Any
from uuid import uuid4

import pytest
from flask import Flask

from scorebook.exchange import Scorer, parse_evening
from scorebook.ledger.payment import BOX
from scorebook.reports.paying import paying as page_paying
from scorebook.services import paying
from scorebook.services.access import local_actor
from scorebook.services.evenings import load_evening
from scorebook.store.db import db
from tests.api import FOUR, PASSED, SAUSPIEL, Program, errors, is_a
from tests.book import WITH_STOCK, Book
from tests.cash import NOW, levied
from tests.test_web_safety import contents


@pytest.fixture
def program(app: Flask) -> Program:
    """Give a program whose key may do everything."""
    return Program(app)


# --- Scoring ---


def test_a_game_is_worked_out_for_everybody(app: Flask) -> None:
    """Without a key a game or an envelope gets the answer of the command line."""
    stranger = Program(app, "")
    for sent in (SAUSPIEL, {"id": "a", "rules": {"preset": "bsv_10_50"}, "game": SAUSPIEL}):
        answer = stranger.call("POST", "/score", sent)
        assert answer.status_code == 200
        assert answer.json == Scorer().answer(sent)


def test_a_game_that_cannot_be_is_422(app: Flask) -> None:
    """A refused game has the shape of FORMAT.md 3, with its id."""
    answer = Program(app, "").call("POST", "/score", {"id": 7, "game": SAUSPIEL | {"augen": 119}})
    assert answer.status_code == 422
    assert (answer.json["id"], errors(answer)) == (7, [("augen.impossible", "augen")])


def test_a_list_is_answered_game_by_game(app: Flask) -> None:
    """A list gets a list, in order, what is no game refused in its place; an empty one an empty one."""
    stranger = Program(app, "")
    answer = stranger.call("POST", "/score", [SAUSPIEL, 5, SAUSPIEL | {"augen": 119}, {"game": SAUSPIEL, "id": []}])
    assert answer.status_code == 200
    assert [one["ok"] for one in answer.json] == [True, False, False, True]
    assert answer.json[1]["errors"][0]["code"] == "json.invalid"
    assert stranger.call("POST", "/score", []).json == []
    assert errors(stranger.call("POST", "/score", [{}] * 1001)) == [("value.range", "")]


def test_scoring_reads_and_writes_nothing(app: Flask) -> None:
    """Scoring asks no database, so that nobody can see or change anything by it."""
    before = contents(app)
    Program(app, "").call("POST", "/score", SAUSPIEL, key=uuid4())
    assert contents(app) == before


# --- Evenings ---


def test_an_evening_begins_once(program: Program) -> None:
    """An evening is begun, 201 with its address; the same key again is the same evening, 200."""
    key, wish = (
        uuid4(),
        {"names": FOUR, "title": "Stammtisch", "place": "Lamm", "first_dealer": 2, "date": "2026-11-27"},
    )
    first = program.call("POST", "/evenings", wish, key)
    assert (first.status_code, first.headers["Location"]) == (201, "/api/v1/evenings/1")
    is_a("EveningState", first.json)
    assert (first.json["uuid"], first.json["date"], first.json["place"]) == (str(key), "2026-11-27", "Lamm")
    again = program.call("POST", "/evenings", {**wish, "uuid": str(key)})
    assert (again.status_code, again.json) == (200, first.json)
    assert len(program.call("GET", "/evenings").json["evenings"]) == 1
    assert program.call("GET", "/evenings/1").json == first.json
    assert program.call("GET", f"/sheets/{first.json['sheets'][0]['id']}").json["next_dealer"] == 2


def test_an_evening_says_what_is_wrong(program: Program) -> None:
    """What cannot be about an evening is named by its field, and nothing begins."""
    wrong: list[tuple[dict[str, Any], tuple[str, str]]] = [
        ({"names": FOUR[:3]}, ("value.range", "names")),
        ({"names": ["Sepp", "sepp", "A", "B"]}, ("name.twice", "names.1")),
        ({"names": ["", "sepp", "A", "B"]}, ("name.missing", "names.0")),
        ({"names": [1, "sepp", "A", "B"]}, ("value.type", "names.0")),
        ({"preset": "nirgends"}, ("preset.unknown", "preset")),
        ({"rule_set": 99}, ("rule_set.unknown", "rule_set")),
        ({"rule_set": True}, ("value.type", "rule_set")),
        ({"first_dealer": 5}, ("first_dealer.empty_seat", "first_dealer")),
        ({"date": "1848-03-18"}, ("date.range", "date")),
        ({"date": 0}, ("value.choice", "date")),
        ({"date": "morgen"}, ("value.choice", "date")),
        ({"title": "\u0007"}, ("title.missing", "title")),
        ({"title": "\ud800"}, ("value.type", "title")),
        ({"stakes": 1}, ("key.unknown", "stakes")),
    ]
    for changes, error in wrong:
        answer = program.call("POST", "/evenings", {"names": FOUR, **changes})
        assert (answer.status_code, errors(answer)) == (422, [error]), changes
    assert program.call("GET", "/evenings").json == {"evenings": [], "older": None}


def test_evenings_come_page_by_page(program: Program) -> None:
    """The newest fifty, then the older ones, each once; what is no number is refused."""
    for number in range(52):
        assert program.call("POST", "/evenings", {"names": FOUR, "title": f"Nr {number}"}).status_code == 201
    newest = program.call("GET", "/evenings").json
    is_a("EveningList", newest)
    older = program.call("GET", f"/evenings?before={newest['older']}").json
    assert [len(newest["evenings"]), len(older["evenings"]), older["older"]] == [50, 2, None]
    assert len({one["id"] for one in newest["evenings"] + older["evenings"]}) == 52
    for query, error in (
        ("before=x", ("value.type", "before")),
        ("before=1&before=2", ("value.type", "before")),
        ("before=2147483648", ("value.type", "before")),
        ("before=99999999999", ("value.type", "before")),
        ("after=1", ("key.unknown", "after")),
    ):
        answer = program.call("GET", f"/evenings?{query}")
        assert (answer.status_code, errors(answer)) == (422, [error])


def test_an_evening_is_exported(program: Program) -> None:
    """The export is what can be read in elsewhere, with the same check code."""
    sheet = program.sheet()
    program.recorded(sheet)
    exported = program.call("GET", "/evenings/1/export").json
    assert parse_evening(exported).check_code() == program.call("GET", "/evenings/1").json["check_code"]


def test_own_rules_begin_evenings(program: Program, app: Flask) -> None:
    """The club's rule sets are listed, and one of them prices the games of an evening."""
    with app.app_context():
        Book(app).rule_set({"base": {"sauspiel": 30}})
    listed = program.call("GET", "/rule_sets").json
    is_a("OwnRulesList", listed)
    (own,) = listed["rule_sets"]
    assert own["name"] == "Hausregeln"
    assert program.recorded(program.sheet(rule_set=own["id"]))["value"] == 30


# --- A sheet ---


def test_a_sheet_tells_what_is_next(program: Program) -> None:
    """A list has its games, totals, who sits there and deals next, and the rules of the next game."""
    sheet = program.sheet(names=[*FOUR, "Zita"])
    game = {**SAUSPIEL, "players": 5, "sitting_out": [0], "declarer": 1}
    booked = program.recorded(sheet, game)
    state = program.call("GET", f"/sheets/{sheet}").json
    is_a("SheetState", state)
    assert state["games"] == [booked]
    assert [one["amount"] for one in state["totals"]] == [0, 20, 20, -20, -20]
    assert (state["next_number"], state["next_dealer"], state["next_sitters"]) == (2, 1, [1])
    assert state["rules"]["base"]["sauspiel"] == 20
    assert [person["name"] for person in state["people"]] == [*FOUR, "Zita"]


def test_a_sheet_is_settled(program: Program) -> None:
    """Who pays whom, by name and by number, with what lies in the Stock; nobody pays where winners are written."""
    sheet = program.sheet()
    program.recorded(sheet, {"contract": "wenz", "declarer": 1, "result": "won"})
    plan = program.call("GET", f"/sheets/{sheet}/settlement").json
    is_a("Settlement", plan)
    assert [(one["from"], one["to"], one["amount"]) for one in plan["transfers"]] == [
        ("Sepp", "Vroni", 50),
        ("Xaver", "Vroni", 50),
        ("Zenzi", "Vroni", 50),
    ]
    assert plan["transfers"][0]["payee"] == plan["balances"][1]["person"]
    heads = program.sheet(preset="deutscher_striche")
    plan = program.call("GET", f"/sheets/{heads}/settlement").json
    is_a("Settlement", plan)
    assert (plan["transfers"], plan["unit"]) == (None, "strich")


def test_the_stock_takes_part_in_a_settlement(program: Program, app: Flask) -> None:
    """What was paid into the Stock is owed to it; two tables of an evening are settled each for itself."""
    with app.app_context():
        rule_set = Book(app).rule_set(WITH_STOCK)
    sheet = program.sheet(rule_set=rule_set)
    program.recorded(sheet, PASSED)
    plan = program.call("GET", f"/sheets/{sheet}/settlement").json
    is_a("Settlement", plan)
    assert {(one["to"], one["payee"], one["amount"]) for one in plan["transfers"]} == {("Stock", None, 20)}
    assert sum(one["amount"] for one in plan["balances"]) + plan["stock"] == 0


def test_an_evening_is_settled_after_what_was_paid_and_levied(program: Program, app: Flask) -> None:
    """What is open is what the evening's page has; accounts say of what it is made, and sum to zero."""
    sheet = program.sheet()
    program.recorded(sheet, {"contract": "wenz", "declarer": 1, "result": "won"})
    with app.app_context():
        actor = local_actor(db.session)
        levied(1)
        levied(1, "fine", "0,30", person=1, text="kein Hut")
        paying.pay(db.session, actor, 1, paying.NewPayment(3, BOX, "1", sure=True), now=NOW)
        paying.set_rounding(db.session, actor, 1, "10")
    plan = program.call("GET", "/evenings/1/settlement").json
    is_a("EveningSettlement", plan)
    sepp, vroni, xaver, _zenzi, box = plan["accounts"]
    wanted = {"games": -50, "besides": -130, "due": -180, "paid": 0, "got": 0, "open": -180}
    assert sepp == {"person": 1, "name": "Sepp", **wanted}
    assert (vroni["games"], vroni["besides"], vroni["open"]) == (150, -100, 50)
    assert (xaver["paid"], xaver["open"]) == (100, -50)
    assert (box["person"], box["name"], box["due"], box["got"]) == (None, "Vereinskasse", 430, 100)
    for figure in ("games", "besides", "due", "open"):
        assert sum(account[figure] for account in plan["accounts"]) == 0, figure
    with app.app_context():
        pay = page_paying(load_evening(db.session, local_actor(db.session), 1))
    assert pay is not None
    shown = [(one.transfer.payer, one.transfer.amount) for one in pay.open]
    assert [(one["payer"], one["amount"]) for one in plan["transfers"]] == shown
    assert {(one["payee"], one["to"]) for one in plan["transfers"]} == {(2, "Vroni"), (None, "Vereinskasse")}
    assert [(one["from"], one["to"], one["amount"]) for one in plan["payments"]] == [(3, "box", 100)]
    assert [(one["kind"], one["amount"]) for one in plan["levies"]] == [("start", 100), ("fine", 30)]
    assert (plan["evening"], plan["unit"], plan["round_to"]) == (1, "cent", 10)
    assert program.call("GET", f"/sheets/{sheet}/settlement").json["balances"][0]["amount"] == -50


def test_an_evening_at_which_nobody_pays_says_so(program: Program) -> None:
    """Striche without a price have no transfers; points are settled in points; what is not there is 404."""
    program.sheet(preset="deutscher_striche")
    program.recorded(program.sheet(preset="turnier_plusminus"), SAUSPIEL)
    heads, points = (program.call("GET", f"/evenings/{number}/settlement").json for number in (1, 2))
    for plan in (heads, points):
        is_a("EveningSettlement", plan)
    assert (heads["transfers"], heads["accounts"], heads["unit"]) == (None, [], "strich")
    assert (points["unit"], len(points["accounts"]), points["payments"]) == ("point", 4, [])
    assert sum(one["amount"] for one in points["transfers"]) == sum(max(0, one["due"]) for one in points["accounts"])
    assert program.call("GET", "/evenings/9/settlement").status_code == 404


def test_the_prices_are_those_of_the_next_game(program: Program, app: Flask) -> None:
    """The price table is that of the rules by which the table goes on."""
    sheet = program.sheet(preset="turnier_plusminus")
    prices = program.call("GET", f"/sheets/{sheet}/prices").json
    is_a("PriceTable", prices)
    assert prices["unit"] == "point"
