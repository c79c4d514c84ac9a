"""Rows to values and back."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, Insert, Table, insert

from scorebook.exchange import game_json, load_json, parse_game, parse_rules, rules_json
from scorebook.exchange.schemes import scheme_json
from scorebook.league.scheme import Scheme
from scorebook.ledger.entries import Entry
from scorebook.ledger.evening import Cancellation, RecordedGame
from scorebook.rules import Game, RuleSet, Score, Step

_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
"""Made once: `json.dumps` would make a new one for each text, several times a game."""
LARGEST_ID = 2**31 - 1


def is_id(value: int) -> bool:
    """Tell whether a number can be an id at all; the databases refuse larger ones with an error."""
    return 0 < value <= LARGEST_ID


def add(connection: Connection, table: Table, row: Mapping[str, Any]) -> int:
    """Add a row and give its id. Raises `sqlalchemy.exc.IntegrityError` where something in it has to be unique."""
    key = connection.execute(_insert(table), row).inserted_primary_key
    return int(key[0]) if key else 0


@cache
def _insert(table: Table) -> Insert:
    return insert(table)


def add_rows(
    connection: Connection, table: Table, names: Sequence[str], rows: Sequence[tuple[Any, ...]], then: str = ""
) -> None:
    """Add rows of these columns, whose values the databases take as they are: numbers and texts.

    Straight to the driver, since each game does so twice. `then` is what SQL says about rows that are there.
    """
    connection.exec_driver_sql(_many(connection.dialect.paramstyle, table, tuple(names), then), list(rows))


@cache
def _many(paramstyle: str, table: Table, names: tuple[str, ...], then: str) -> str:
    marks = ", ".join(["?" if paramstyle == "qmark" else "%s"] * len(names))
    return f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({marks}) {then}"  # noqa: S608 - our own names


def rules_text(rules: RuleSet) -> str:
    """Write a rule set as the table keeps it; equal rule sets give equal texts."""
    return _compact(rules_json(rules))


@lru_cache(maxsize=128)
def rules_of(text: str) -> RuleSet:
    """Read a rule set as the table keeps it."""
    return parse_rules(load_json(text))


def scheme_text(scheme: Scheme) -> str:
    """Write how a season is ranked as the table keeps it."""
    return _compact(scheme_json(scheme))


def game_text(game: Game) -> str:
    """Write a game as the table keeps it; equal games give equal texts."""
    return _compact(game_json(game))


def digest_of(text: str) -> str:
    """Give what tells a game, as it was sent, from another under the same UUID; `text` is what `game_text` gave."""
    return hashlib.sha256(text.encode()).hexdigest()


def game_columns(recorded: RecordedGame) -> dict[str, Any]:
    """Give the columns of a recorded game that say what it is, without where it stands in the book."""
    return {
        "uuid": recorded.uuid,
        "recorded_at": recorded.recorded_at,
        "recorded_by": recorded.by,
        **played_columns(recorded.game, recorded.score),
    }


def played_columns(game: Game, score: Score) -> dict[str, Any]:
    """Give the columns of a game that say what was played and what it cost, whenever and by whomever."""
    return {
        "game": game_text(game),
        "dealer": game.dealer,
        "stock_before": game.stock,
        **score_columns(score),
    }


def score_columns(score: Score) -> dict[str, Any]:
    """Give the columns of a game that hold its score."""
    return {
        "value": score.value,
        "payouts": _compact(score.payouts),
        "stock_after": score.stock,
        "void": score.void,
        "steps": _compact([[step.code, step.amount, step.factor, step.count] for step in score.steps]),
        "declarer_won": score.declarer_won,
        "schneider": score.schneider,
        "schwarz": score.schwarz,
    }


def reversal_row(club_id: int, game_id: int, uuid: UUID, cancelled: Cancellation) -> dict[str, Any]:
    """Give the row that says that a game was taken back."""
    return {
        "club_id": club_id,
        "game_id": game_id,
        "uuid": uuid,
        "cancelled_at": cancelled.at,
        "cancelled_by": cancelled.by,
        "reason": cancelled.reason,
    }


def entry_columns(entry: Entry, unit: str) -> dict[str, Any]:
    """Give the columns of an entry that say what it is, without what it belongs to."""
    return {"kind": entry.kind.value, "person_id": entry.person, "amount": entry.amount, "unit": str(unit)}


def recorded_game(row: Any, number: int) -> RecordedGame:
    """Make the value of a row of `store.games.RECORDED`; `number` is how manieth game of its sheet it is."""
    return recorded_as(row, number, *played_of(row))


def played_of(row: Any) -> tuple[Game, Score]:
    """Read what was played and what it cost, of a row of games."""
    score = Score(
        value=row.value,
        payouts=tuple(json.loads(row.payouts)),
        stock=row.stock_after,
        steps=tuple(Step(*step) for step in json.loads(row.steps)),
        void=row.void,
        declarer_won=row.declarer_won,
        schneider=row.schneider,
        schwarz=row.schwarz,
    )
    return parse_game(json.loads(row.game)), score


def recorded_as(row: Any, number: int, game: Game, score: Score) -> RecordedGame:
    """Make the value of a row of `store.games.RECORDED` of which one knows what was played."""
    cancelled = None if row.cancelled_at is None else Cancellation(row.cancelled_at, row.cancelled_by, row.reason)
    return RecordedGame(
        uuid=row.uuid,
        number=number,
        rule_set=row.position,
        recorded_at=row.recorded_at,
        by=row.recorded_by,
        game=game,
        score=score,
        replaces=row.replaces,
        cancelled=cancelled,
    )


def _compact(data: Sequence[Any] | dict[str, Any]) -> str:
    return _JSON.encode(data)
