"""The least that recording a game can cost: a Flask route that writes the rows with SQLAlchemy Core, no more."""

import hashlib
import os
import sqlite3
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from flask import Flask, redirect, request
from sqlalchemy import Connection, create_engine, event, insert, select
from werkzeug.wrappers import Response

from scorebook.store.tables import SPACING, entries, games, log

ADD_GAME, ADD_ENTRIES, ADD_LOG = insert(games), insert(entries), insert(log)
LAST_OF_LOG = select(log.c.number, log.c.hash).where(log.c.club_id == 1).order_by(log.c.number.desc()).limit(1)
CHANGE = '{"number":1,"payouts":[20,-20,20,-20],"people":[1,2,3,4],"sheet":1,"unit":"cent"}'
GAME = '{"contract":"sauspiel","dealer":0,"declarer":0,"partner":2,"result":"won"}'
STEPS = '[["base",20,null,null]]'


def create_app() -> Flask:
    """Make the app for the database that BENCH_DATABASE names."""
    app = Flask("floor")
    engine = create_engine(f"sqlite:///{os.environ['BENCH_DATABASE']}")

    @event.listens_for(engine, "connect")
    def set_up(connection: sqlite3.Connection, _record: object) -> None:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
            connection.execute(f"PRAGMA {pragma}").close()

    @app.post("/listen/<int:sheet>/spiele")
    def record(sheet: int) -> Response:
        with engine.begin() as connection:
            key: Any = connection.execute(ADD_GAME, game_row(sheet)).inserted_primary_key
            rows = [
                entry_row(sheet, key[0], person, amount) for person, amount in enumerate((20, -20, 20, -20), start=1)
            ]
            connection.execute(ADD_ENTRIES, rows)
            connection.execute(ADD_LOG, log_row(connection))
        return redirect(f"/listen/{sheet}", 303)

    return app


def game_row(sheet: int) -> dict[str, Any]:
    """Give the row of a plain won Sauspiel; its UUID and place come with the request."""
    return {
        "club_id": 1,
        "sheet_id": sheet,
        "uuid": UUID(request.form["uuid"]),
        "place": int(request.form["number"]) * SPACING,
        "version": 0,
        "rule_set_id": 1,
        "game": GAME,
        "digest": "0" * 64,
        "dealer": 0,
        "value": 20,
        "payouts": "[20,-20,20,-20]",
        "stock_before": 0,
        "stock_after": 0,
        "steps": STEPS,
        "void": False,
        "declarer_won": True,
        "schneider": False,
        "schwarz": False,
        "recorded_at": datetime.now(UTC),
        "recorded_by": "Tisch",
    }


def entry_row(sheet: int, game: int, person: int, amount: int) -> dict[str, Any]:
    """Give the row of one player's entry."""
    return {
        "club_id": 1,
        "sheet_id": sheet,
        "game_id": game,
        "reversal_id": None,
        "kind": "player",
        "person_id": person,
        "amount": amount,
        "unit": "cent",
    }


def log_row(connection: Connection) -> dict[str, Any]:
    """Give the row of the log, with a hash over the one before it."""
    last = connection.execute(LAST_OF_LOG).first()
    number, before = (1, "") if last is None else (last.number + 1, last.hash)
    return {
        "club_id": 1,
        "number": number,
        "at": datetime.now(UTC),
        "who": "account:1",
        "action": "game.recorded",
        "subject": f"game:{request.form['uuid']}",
        "old": "null",
        "new": CHANGE,
        "hash": hashlib.sha256(f"{before}{number}{CHANGE}".encode()).hexdigest(),
    }
