"""Lists of a tournament by the API: a round read, a hundred lists handed in at once, all of them or none."""

from uuid import uuid4

import pytest
from flask import Flask

from tests.api import Program, errors, is_a
from tests.tournaments import Hall

AT = "/tournaments/1/rounds/1/lists"
LIST = {"table": 1, "points": [30, 10, -10, -30], "games": 32}


@pytest.fixture
def program(app: Flask) -> Program:
    """Give a program at a tournament of 400, whose first round is drawn."""
    with app.app_context():
        hall = Hall(400)
        hall.draw()
    return Program(app, None, "scorer")


def test_a_round_is_read(program: Program) -> None:
    """A program sees who sits where, and which lists are missing."""
    program.call("POST", AT, {"lists": [LIST]}, uuid4())
    told = program.call("GET", AT).json
    is_a("RoundState", told)
    assert (told["games"], len(told["tables"])) == (32, 100)
    assert [one["number"] for one in told["tables"][0]["seats"]] == [1, 101, 201, 301]
    assert told["tables"][0]["list"]["points"] == LIST["points"]
    assert told["tables"][1]["list"] is None


def test_a_hundred_at_once(program: Program) -> None:
    """A hundred lists go in at once; the same key again writes nothing."""
    lists, key = [{**LIST, "table": table} for table in range(1, 101)], uuid4()
    first = program.call("POST", AT, {"lists": lists}, key)
    assert first.status_code == 200, first.text
    is_a("HandedLists", first.json)
    assert first.json == {"written": list(range(1, 101)), "unchanged": [], "missing": []}
    again = program.call("POST", AT, {"lists": lists}, key).json
    assert again == {"written": [], "unchanged": list(range(1, 101)), "missing": []}
    assert program.call("POST", AT, {"lists": lists[:3]}, uuid4()).json["unchanged"] == [1, 2, 3]


def test_a_key_of_other_lists(program: Program) -> None:
    """Other lists under a key that was used are a conflict."""
    key = uuid4()
    program.call("POST", AT, {"lists": [LIST]}, key)
    for other in ({**LIST, "points": [0, 0, 0, 0]}, {**LIST, "table": 2}):
        assert program.call("POST", AT, {"lists": [other]}, key).status_code == 409


def test_all_or_none(program: Program) -> None:
    """What is wrong with any of them is said at its place, and none is written."""
    wrong = [
        LIST,
        {**LIST, "table": 2, "points": [5, 0, 0, 0]},
        {**LIST, "table": 101},
        {**LIST, "table": 3, "games": 31},
    ]
    answer = program.call("POST", AT, {"lists": wrong}, uuid4())
    assert answer.status_code == 422
    assert errors(answer) == [
        ("list.sum", "lists.1.points"),
        ("list.no_table", "lists.2.table"),
        ("list.games", "lists.3.games"),
    ]
    assert program.call("GET", AT).json["tables"][0]["list"] is None


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"lists": []},
        {"lists": [{**LIST, "points": ["30", 10, -10, -30]}]},
        {"lists": [{**LIST, "games": 0}]},
        {"lists": [{**LIST, "table": 0}]},
        {"lists": [{**LIST, "more": 1}]},
    ],
)
def test_wrong_shape(program: Program, sent: dict[str, object]) -> None:
    """What has not the shape of lists is refused, with the field."""
    answer = program.call("POST", AT, sent, uuid4())
    assert answer.status_code == 422
    assert all(field for _code, field in errors(answer))


def test_what_is_not_there(program: Program) -> None:
    """No such tournament, no such round, no key: each has its answer."""
    for address in ("/tournaments/2/rounds/1/lists", "/tournaments/1/rounds/2/lists"):
        assert program.call("GET", address).status_code == 404
        assert program.call("POST", address, {"lists": [LIST]}, uuid4()).status_code == 404
    assert program.call("POST", AT, {"lists": [LIST]}).status_code == 400


def test_a_better_list(program: Program) -> None:
    """A list that stands is replaced with a reason alone."""
    program.call("POST", AT, {"lists": [LIST]}, uuid4())
    better = {"lists": [{**LIST, "points": [0, 0, 0, 0]}]}
    assert errors(program.call("POST", AT, better, uuid4())) == [("list.there", "lists.0.table")]
    done = program.call("POST", AT, {**better, "reason": "verschrieben"}, uuid4())
    assert done.json["written"] == [1]


def test_only_who_may(app: Flask, program: Program) -> None:
    """A key of somebody who may only look hands nothing in."""
    viewer = Program(app, None, "viewer")
    assert viewer.call("GET", AT).status_code == 200
    assert viewer.call("POST", AT, {"lists": [LIST]}, uuid4()).status_code == 403
