"""The HTTP API: who may come in, and what programs do wrong."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from sqlalchemy import insert

from scorebook.services.transactions import transaction
from scorebook.store import tables
from scorebook.store.db import db
from tests.api import FOUR, SAUSPIEL, Program, errors, token_for
from tests.doors import ADMIN, cookie
from tests.test_web_safety import UNKNOWN, contents


@pytest.fixture
def program(app: Flask) -> Program:
    """Give a program whose key may do everything."""
    return Program(app)


# --- Who may ---


WRITING: list[tuple[str, str, Any]] = [
    ("POST", "/evenings", {"names": FOUR}),
    ("POST", "/sheets/1/games", {"game": SAUSPIEL}),
    ("PUT", "/games/{game}", {"game": {**SAUSPIEL, "augen": 95}, "reason": "x"}),
    ("DELETE", "/games/{game}", {"reason": "x"}),
]
READING = ["/evenings", "/evenings/1", "/evenings/1/export", "/rule_sets", "/sheets/1", "/sheets/1/prices"]
READING += ["/sheets/1/settlement", "/evenings/1/settlement", "/games/{game}"]


def everything(program: Program, game: str) -> list[tuple[str, Any]]:
    """Call every address that needs a key."""
    calls = [(method, path, data) for method, path, data in WRITING] + [("GET", path, None) for path in READING]
    return [
        (f"{method} {path}", program.call(method, path.format(game=game), data, None if method == "GET" else uuid4()))
        for method, path, data in calls
    ]


@pytest.mark.parametrize(
    "header",
    [None, "", "Bearer", "Bearer ", "Bearer x", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "sb_x", "Bearer sb_\xff", "\x00"],
)
def test_without_a_key_nothing_is_told(program: Program, header: str | None) -> None:
    """No key, half a key, another scheme: 401 that says how, before anything is looked up; nothing is written."""
    game = program.recorded(program.sheet())["uuid"]
    before = contents(program.app)
    stranger = Program(program.app, "")
    headers = {} if header is None else {"Authorization": header}
    for method, path in [(m, p) for m, p, _data in WRITING] + [("GET", p) for p in [*READING, "/sheets/99"]]:
        answer = stranger.call(method, path.format(game=game), headers=headers)
        assert answer.status_code == 401, path
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")
        assert errors(answer)[0][1] == "Authorization"
    assert contents(program.app) == before


def test_a_cookie_is_no_key(make_app: Callable[..., Flask]) -> None:
    """The login of a browser opens nothing here, so that no other page can write through it; a key needs no CSRF."""
    app = make_app(WTF_CSRF_ENABLED=True)
    program = Program(app)
    sheet = program.sheet()
    game = program.recorded(sheet)["uuid"]
    stranger = Program(app, "")
    stranger.client.set_cookie("session", cookie(app, ADMIN))
    before = contents(app)
    assert {answer.status_code for _what, answer in everything(stranger, game)} == {401}
    assert contents(app) == before
    answer = program.record(sheet)
    assert answer.status_code == 201
    assert "Set-Cookie" not in answer.headers


def test_exactly_the_api_goes_without_csrf(make_app: Callable[..., Flask]) -> None:
    """No view but those of the API, and those whose forms look for the token themselves, is exempt from the check."""
    from scorebook.web.security import csrf

    app = make_app(WTF_CSRF_ENABLED=True)
    views = {name: f"{view.__module__}.{view.__name__}" for name, view in app.view_functions.items()}
    api = {view for name, view in views.items() if name.startswith("api.")}
    assert len(api) == 17
    assert api <= csrf._exempt_views
    assert {view for view in csrf._exempt_views if view.startswith("scorebook.web.api.")} == api


def test_every_role_meets_its_rights(program: Program) -> None:
    """A viewer writes nothing, a player records and takes back, a scorer does all this; all of them read."""
    game = program.recorded(program.sheet())["uuid"]
    refused = {
        "viewer": {f"{method} {path}" for method, path, _data in WRITING},
        "player": {"POST /evenings", "PUT /games/{game}"},
        "treasurer": {f"{method} {path}" for method, path, _data in WRITING},
        "scorer": set(),
    }
    for role, forbidden in refused.items():
        answers = everything(Program(program.app, None, role), game)
        assert {what for what, answer in answers if answer.status_code == 403} == forbidden, role
        for what, answer in answers:
            assert errors(answer) == [("forbidden", "")] if what in forbidden else answer.status_code != 403


def test_another_club_sees_nothing(program: Program) -> None:
    """Every id of another club is unknown, for its admin too."""
    game = program.recorded(program.sheet())["uuid"]
    with program.app.app_context(), transaction(db.session) as connection:
        connection.execute(insert(tables.clubs).values(id=2, name="Nachbarn"))
    before = contents(program.app)
    stranger = Program(program.app, token_for(program.app, "admin", club_id=2))
    for what, answer in everything(stranger, game):
        if what.endswith(("/evenings", "/rule_sets")):
            assert answer.status_code in (200, 201)
        else:
            assert (answer.status_code, errors(answer)) == (404, [("not_found", "")]), what
    assert stranger.call("GET", "/evenings").json["evenings"][0]["id"] == 2
    assert contents(program.app)["games"] == before["games"]


# --- What programs do wrong ---


def test_every_answer_is_json_that_nobody_keeps(program: Program) -> None:
    """Found or not, allowed or not: JSON, no-store, no cookie, and the headers of every answer."""
    looked_at = ("/evenings", "/nowhere", "/sheets/0", "/sheets/x", "/games/x", "/openapi.json")
    for method, path in [("PATCH", "/evenings"), ("OPTIONS", "/score"), ("POST", "/score")] + [
        ("GET", path) for path in looked_at
    ]:
        answer = program.call(method, path)
        assert answer.mimetype == "application/json", path
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (b"", 400, "json.invalid"), (b"{", 400, "json.invalid"), (b"\xff", 400, "json.invalid"),
        (b'{"a": NaN}', 400, "json.invalid"), (b'{"a": 1e999}', 400, "json.invalid"), (b"5", 400, "json.invalid"),
        (b"[]", 400, "json.invalid"), (b"null", 400, "json.invalid"), (b"[" * 9000, 400, "json.invalid"),
        (b'{"a": ' * 60 + b"1" + b"}" * 60, 400, "json.invalid"), (b"9" * 5000, 400, "json.invalid"),
        ('{"names": 1}'.encode("utf-16"), 400, "json.invalid"), (b'{"a": 1, "a": 2}', 422, "key.twice"),
        (b'"' + b"x" * 300_000 + b'"', 413, "body.too_large"),
    ],
)  # fmt: skip
def test_a_body_that_is_none(program: Program, sent: bytes, status: int, code: str) -> None:
    """What is no JSON object is 400 wherever something is sent, too much is 413; nothing breaks, nothing is written."""
    sheet = program.sheet()
    game = program.recorded(sheet)["uuid"]
    before = contents(program.app)
    for method, path, _data in WRITING:
        answer = program.send(method, path.format(game=game), sent)
        assert (answer.status_code, errors(answer)[0][0]) == (status, code), path
    assert contents(program.app) == before


@pytest.mark.parametrize("media", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "a"])
def test_another_media_type_is_415(program: Program, media: str) -> None:
    """Only JSON is read: a form of another page cannot speak for somebody."""
    answer = program.call("POST", "/evenings", headers={"Content-Type": media} if media else {})
    assert (answer.status_code, errors(answer)) == (415, [("media_type", "Content-Type")])


def test_the_wrong_method_names_the_right_ones(program: Program) -> None:
    """405 says which methods there are, as JSON."""
    answer = program.call("PATCH", f"/games/{UNKNOWN}")
    assert (answer.status_code, errors(answer)) == (405, [("method.not_allowed", "")])
    assert set(answer.headers["Allow"].split(", ")) >= {"GET", "PUT", "DELETE"}


@pytest.mark.parametrize("path", ["/sheets/0", "/sheets/99", f"/sheets/{10**30}", "/evenings/99", f"/games/{UNKNOWN}",
                                  "/sheets/-1", "/sheets/1.0", "/sheets/1/", "/games/1", "/", "/score/1"])  # fmt: skip
def test_what_is_not_there_is_404(program: Program, path: str) -> None:
    """An unknown number, one that cannot be, an unknown address: 404."""
    answer = program.call("GET", path)
    assert (answer.status_code, errors(answer)) == (404, [("not_found", "")])


def test_a_fault_is_told_without_details(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of the program is one sentence of JSON; a database that cannot be used is 503."""
    monkeypatch.setattr("scorebook.web.api.sheets.price_table_json", lambda *_: 1 / 0)
    sheet = program.sheet()
    answer = program.call("GET", f"/sheets/{sheet}/prices")
    assert (answer.status_code, errors(answer)) == (500, [("fault", "")])
    assert "ZeroDivisionError" not in answer.text
    with program.app.app_context(), transaction(db.session) as connection:
        connection.exec_driver_sql("ALTER TABLE evenings RENAME TO abende")
    answer = program.call("GET", "/evenings")
    assert (answer.status_code, errors(answer)) == (503, [("unavailable", "")])


def test_uuids_are_those_of_games(program: Program) -> None:
    """A game's address is its UUID, which the sender made."""
    key = UUID(int=5)
    program.record(program.sheet(), key=key)
    assert program.call("GET", f"/games/{key}").json["uuid"] == str(key)
