"""Draws of tournaments: what `scorebook seat` reads and writes, and the file from which anybody can check a draw."""

import re
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, Field, ValidationError

from scorebook.exchange.games import STRICT
from scorebook.exchange.shapes import Number
from scorebook.exchange.strict import ShapeError, findings_of, load_json
from scorebook.league.draw import Broken, Drawn, Round, Wish
from scorebook.league.draw.wish import MOST_PLAYERS, MOST_ROUNDS
from scorebook.rules import Finding

MOST_AT_TABLE = 7
MOST_WISHES = 1000
LIST = Field(strict=False)
"""A tuple is read from a list."""

TableNumbers = Annotated[tuple[Number, ...], Field(strict=False, min_length=1, max_length=MOST_AT_TABLE)]
Tables = Annotated[tuple[TableNumbers, ...], Field(strict=False, min_length=1, max_length=MOST_PLAYERS)]
Rounds = Annotated[tuple[Tables, ...], Field(strict=False, max_length=MOST_ROUNDS)]
Group = Annotated[tuple[Number, ...], Field(strict=False, max_length=MOST_PLAYERS)]
Groups = Annotated[tuple[Group, ...], Field(strict=False, max_length=MOST_WISHES)]
Count = Annotated[int, Field(ge=0, le=10**9)]


class PlanModel(BaseModel):
    """Rounds by table and seat, as `scorebook seat` writes them; of rounds that are played the rest may be left out."""

    model_config = STRICT

    rounds: Rounds
    repeats: Count | None = None
    bound: Count | None = None
    optimal: bool | None = None


class FixedModel(BaseModel):
    """Somebody who always sits at one table."""

    model_config = STRICT

    player: Number
    table: Number


class DrawWishModel(BaseModel):
    """What was asked of a draw, beside the players."""

    model_config = STRICT

    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)]
    played: Rounds = ()
    apart: Groups = ()
    together: Groups = ()
    fixed: Annotated[tuple[FixedModel, ...], Field(strict=False, max_length=MOST_WISHES)] = ()


class BrokenModel(BaseModel):
    """Two who wished to sit apart and share a table in a round, from 1."""

    model_config = STRICT

    round: Annotated[int, Field(ge=1, le=MOST_ROUNDS)]
    players: Annotated[tuple[Number, Number], LIST]


class DrawModel(BaseModel):
    """A draw with all from which it comes: the list of players in order, the secret, the number called out.

    `commitment` is what was put up before; it and the secret are written in hexadecimal digits.
    `scorebook.league.draw.proof` says how all of this hangs together.
    """

    model_config = STRICT

    list: Annotated[tuple[Number, ...], Field(strict=False, min_length=1, max_length=MOST_PLAYERS)]
    secret: Annotated[str, Field(max_length=256, pattern=r"^[0-9a-f]*$")]
    number: Count
    commitment: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    wish: DrawWishModel
    rounds: Rounds
    repeats: Count
    bound: Count
    optimal: bool
    broken: Annotated[tuple[BrokenModel, ...], LIST] = ()


@dataclass(frozen=True, slots=True)
class OpenDraw:
    """A draw with all that it takes to check it: what was put up before, called out, and told afterwards."""

    secret: bytes
    number: int
    commitment: str
    wish: Wish
    drawn: Drawn


def plan_json(drawn: Drawn) -> dict[str, Any]:
    """Write rounds that were drawn.

    >>> plan_json(Drawn((((1, 2, 3, 4),),), 0, 0, optimal=True))
    {'rounds': [[[1, 2, 3, 4]]], 'repeats': 0, 'bound': 0, 'optimal': True}
    """
    return {
        "rounds": _rounds_json(drawn.rounds),
        "repeats": drawn.repeats,
        "bound": drawn.bound,
        "optimal": drawn.optimal,
    }


def parse_plan(data: object) -> tuple[Round, ...]:
    """Read rounds that were played. Raises `ShapeError` with what is wrong.

    >>> parse_plan({"rounds": [[[1, 2, 3, 4]]]})
    (((1, 2, 3, 4),),)
    """
    if not isinstance(data, dict):
        raise ShapeError([Finding("draw.not_object", "")])
    try:
        return PlanModel.model_validate(data).rounds
    except ValidationError as error:
        raise ShapeError(findings_of(error)) from error


def parse_apart(text: bytes, players: int) -> tuple[frozenset[int], ...]:
    """Read groups who sit apart, of players from 1: a JSON list of lists, or a line of numbers for each group.

    Raises `ShapeError` with what is wrong.

    >>> parse_apart(b"[[1, 2]]", 8) == parse_apart(b"1, 2", 8) == (frozenset({1, 2}),)
    True
    """
    whole = text.decode("utf-8-sig", "replace").strip()
    groups = _json_groups(whole) if whole.startswith(("[", "{")) else _line_groups(whole)
    for number in (number for group in groups for number in group):
        if not 1 <= number <= players:
            raise ShapeError([Finding("draw.apart_unknown", "", {"number": number, "players": players})])
    return tuple(map(frozenset, groups))


def _json_groups(text: str) -> list[list[int]]:
    data = load_json(text)
    if not isinstance(data, list) or not all(isinstance(group, list) for group in data):
        raise ShapeError([Finding("draw.apart_list", "")])
    if any(type(number) is not int for group in data for number in group):
        raise ShapeError([Finding("draw.apart_list", "")])
    return data


def _line_groups(text: str) -> list[list[int]]:
    groups = []
    for at, line in enumerate(text.splitlines(), start=1):
        words = re.split(r"[\s,;]+", line.strip().rstrip(",;"))
        if not all(re.fullmatch(r"[0-9]{1,9}", word) for word in words if word):
            raise ShapeError([Finding("draw.apart", "", {"line": at, "text": line.strip()[:60]})])
        groups.append([int(word) for word in words if word])
    return [group for group in groups if group]


def draw_json(draw: OpenDraw) -> dict[str, Any]:
    """Write a draw with all that it takes to check it; `parse_draw` reads it."""
    wish = draw.wish
    return {
        "list": list(wish.players),
        "secret": draw.secret.hex(),
        "number": draw.number,
        "commitment": draw.commitment,
        "wish": {
            "rounds": wish.rounds,
            "played": _rounds_json(wish.played),
            "apart": [sorted(group) for group in wish.apart],
            "together": [sorted(group) for group in wish.together],
            "fixed": [{"player": player, "table": table} for player, table in sorted(wish.fixed.items())],
        },
        **plan_json(draw.drawn),
        "broken": [{"round": one.round, "players": list(one.players)} for one in draw.drawn.broken],
    }


def parse_draw(data: object) -> OpenDraw:
    """Read a draw with all that it takes to check it. Raises `ShapeError` with what is wrong.

    >>> data = {"list": [1, 2, 3, 4], "secret": "00" * 16, "number": 7, "commitment": "0" * 64, "wish": {"rounds": 1},
    ...         "rounds": [[[4, 2, 3, 1]]], "repeats": 0, "bound": 0, "optimal": True}
    >>> parse_draw(data).drawn.rounds
    (((4, 2, 3, 1),),)
    """
    if not isinstance(data, dict):
        raise ShapeError([Finding("draw.not_object", "")])
    try:
        model = DrawModel.model_validate(data)
    except ValidationError as error:
        raise ShapeError(findings_of(error)) from error
    if len(model.secret) % 2:
        raise ShapeError([Finding("value.type", "secret", {"key": "secret"})])
    broken = tuple(Broken(one.round, one.players) for one in model.broken)
    drawn = Drawn(model.rounds, model.repeats, model.bound, model.optimal, broken)
    return OpenDraw(bytes.fromhex(model.secret), model.number, model.commitment, _wish(model), drawn)


def _wish(model: DrawModel) -> Wish:
    asked = model.wish
    return Wish(
        players=model.list,
        rounds=asked.rounds,
        played=asked.played,
        apart=tuple(map(frozenset, asked.apart)),
        together=tuple(map(frozenset, asked.together)),
        fixed={one.player: one.table for one in asked.fixed},
    )


def _rounds_json(rounds: tuple[Round, ...]) -> list[list[list[int]]]:
    return [[list(table) for table in one] for one in rounds]
