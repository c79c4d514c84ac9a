"""How tests speak to the HTTP API: a program with a key."""

import json
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from flask import Flask
from flask.testing import FlaskClient
from pydantic import TypeAdapter
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from scorebook.exchange.schema import OBJECTS
from scorebook.services.access import Actor, Role
from scorebook.services.tokens import make_token
from scorebook.services.transactions import transaction
from scorebook.store import accounts, tables
from scorebook.store.db import db, reading
from scorebook.store.tables import FIRST_CLUB
from tests.doors import nobody

FOUR = ["Sepp", "Vroni", "Xaver", "Zenzi"]
SAUSPIEL = {"contract": "sauspiel", "declarer": 0, "partner": 2, "augen": 74}
PASSED = {"contract": "all_pass"}


def token_for(app: Flask, *roles: Role | str, club_id: int = FIRST_CLUB, name: str = "Resi", **when: Any) -> str:
    """Make an account with these roles in a club, and a key of it."""
    with app.app_context():
        with transaction(db.session) as connection:
            account = accounts.add_account(connection, name, datetime.now(UTC))
            accounts.add_roles(connection, club_id, account, map(str, roles))
        actor = Actor(name, club_id, frozenset(map(Role, roles)), account_id=account)
        return make_token(db.session, actor, "Skript", **when)


class Program:
    """A program that calls the API of an app; without a token it has none."""

    def __init__(self, app: Flask, token: str | None = None, *roles: Role | str) -> None:
        self.app = app
        self.client: FlaskClient = nobody(app)
        self.game = ""
        self.token = token_for(app, *(roles or ("admin",))) if token is None else token

    def call(self, method: str, path: str, data: object = None, key: object = None, **more: Any) -> TestResponse:
        """Call an address below /api/v1; `data` is sent as JSON, `key` as Idempotency-Key."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers |= {} if key is None else {"Idempotency-Key": str(key)}
        headers |= more.pop("headers", {})
        sent = more if data is None else {"json": data, **more}
        return self.client.open(f"/api/v1{path}", method=method, headers=headers, **sent)

    def send(self, method: str, path: str, body: bytes) -> TestResponse:
        """Send bytes that claim to be JSON."""
        headers = {"Authorization": f"Bearer {self.token}", "Idempotency-Key": str(uuid4())}
        more: dict[str, Any] = {"headers": headers, "content_type": "application/json"}
        return self.client.open(f"/api/v1{path}", method=method, data=body, **more)

    def sheet(self, **evening: Any) -> int:
        """Begin an evening and give the id of its sheet."""
        begun = self.call("POST", "/evenings", {"names": FOUR, **evening})
        assert begun.status_code == 201, begun.text
        return int(begun.json["sheets"][0]["id"])

    def record(self, sheet_id: int, game: object = None, key: object = None, **said: Any) -> TestResponse:
        """Record a game, with what is said about it."""
        return self.call("POST", f"/sheets/{sheet_id}/games", {"game": game or SAUSPIEL, **said}, key or uuid4())

    def recorded(self, sheet_id: int, game: object = None, **said: Any) -> dict[str, Any]:
        """Record a game that has to go through."""
        answer = self.record(sheet_id, game, **said)
        assert answer.status_code == 201, answer.text
        return dict(answer.json)


def errors(answer: TestResponse) -> list[tuple[str, str]]:
    """Code and field of everything that was refused, whose shape is checked on the way."""
    assert answer.json["ok"] is False
    assert answer.mimetype == "application/json"
    assert all(set(one) == {"code", "field", "message"} and one["message"] for one in answer.json["errors"])
    return [(one["code"], one["field"]) for one in answer.json["errors"]]


def is_a(name: str, data: Any) -> None:
    """Check an answer against the published object."""
    TypeAdapter(OBJECTS[name]).validate_json(json.dumps(data), strict=False)


def games_in(app: Flask) -> int:
    """How many rows there are of games, versions included."""
    with app.app_context():
        return int(reading(db.session).execute(select(func.count()).select_from(tables.games)).scalar_one())
