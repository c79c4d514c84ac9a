"""Asking the referee on the pages."""

from typing import Any
from uuid import UUID, uuid4

from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from scorebook.exchange import parse_game
from scorebook.services import access, recording
from scorebook.store.db import db
from tests.actions import Page, Table

SEARCHED = {"contract": "sauspiel", "suit": "gras", "declarer": "0", "lead": "0"}
TRICKS = ["G8 GK G7 G9", "EO EU H7 HS", "E7 GS EK ES"]
"""The called Gras-Sau is searched in trick 1, and falls in trick 3, from seat 2."""


def query(tricks: list[str], hands: list[str] | None = None, **more: Any) -> MultiDict[str, str]:
    """What a browser sends: every line, also the empty ones."""
    asked = MultiDict({**SEARCHED, **more})
    asked.setlist("tricks", [*tricks, *[""] * (8 - len(tricks))])
    asked.setlist("hands", hands or [""] * 4)
    return asked


def ask(client: FlaskClient, tricks: list[str], hands: list[str] | None = None, /, at: str = "", **more: Any) -> Page:
    """Ask the referee, by itself or at the address of a sheet or a game."""
    return Page(client.get(f"{at}/schiedsrichter", query_string=query(tricks, hands, **more)))


def with_cards(table: Table) -> UUID:
    """Record a Wenz with its cards: in trick 1 seat 3 does not follow, and plays Gras in trick 2."""
    wenz = {
        "contract": "wenz",
        "declarer": 0,
        "result": "lost",
        "protocol": {
            "hands": [
                ["EU", "ES", "EZ", "GS", "GZ", "HS", "HZ", "SS"],
                ["E9", "E8", "G9", "GO", "H9", "H8", "S9", "S8"],
                ["EK", "EO", "G8", "G7", "HK", "HO", "SK", "SO"],
                ["GU", "HU", "SU", "GK", "E7", "H7", "S7", "SZ"],
            ],
            "lead": 1,
            "played": [[1, "G9"], [2, "G8"], [3, "S7"], [0, "GS"], [0, "GZ"], [1, "GO"], [2, "G7"], [3, "GK"]],
        },
    }
    with table.client.application.app_context():
        actor = access.local_actor(db.session)
        done = recording.record_game(db.session, actor, 1, uuid4(), parse_game(wenz), accept=["play.violation"])
        return done.game.uuid
