"""What programs send to the HTTP API (FORMAT.md 5) around a game: under which UUID, after which game, why."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar
from uuid import UUID

from pydantic import BaseModel, Field, SkipValidation, ValidationError

from scorebook.exchange.games import STRICT, GameData, Seat, parse_game
from scorebook.exchange.shapes import LOOSE, Day, Number, Text, Uuid
from scorebook.exchange.strict import ShapeError, findings_of
from scorebook.ledger.evening import Pattern
from scorebook.rules import DEFAULT_PRESET, Finding, Game, preset_names

LONGEST = 2000
"""Characters that a text may have before anybody looks at it; how many there is room for is said where it is kept."""
MOST_PLAYERS = 7

Accept = Annotated[list[Annotated[str, Field(max_length=60)]], Field(max_length=50)]
Reason = Annotated[str, Field(max_length=LONGEST)]
Name = Annotated[str, Field(max_length=LONGEST)]
Ungraded = SkipValidation[GameData]
"""A game inside something else: `parse_game` reads it, which names its fields as FORMAT.md 1 does."""


class RecordModel(BaseModel):
    """A game to be recorded. `after_number` is the last number that the sender knew, `seated` who sat there, by seat.

    `accept` are the codes of questions that are answered with yes. `uuid` and `sheet` are what an outbox keeps with a
    game; they say the same as the header and the address.
    """

    model_config = STRICT

    game: Ungraded
    after_number: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
    seated: Annotated[list[Number], Field(max_length=MOST_PLAYERS)] | None = None
    accept: Accept = []
    uuid: Uuid | None = None
    sheet: Number | None = None


class CorrectionModel(BaseModel):
    """A better game in the place of another, and why; `uuid` says the same as the header."""

    model_config = STRICT

    game: Ungraded
    reason: Reason
    accept: Accept = []
    uuid: Uuid | None = None


class CancellationModel(BaseModel):
    """Why a game is taken back."""

    model_config = STRICT

    reason: Reason
    accept: Accept = []


class EveningWishModel(BaseModel):
    """An evening that begins: who sits where, by which rules; a rule set of the club goes before a preset.

    Without a `season` it goes into the open one whose days fit; 0 is none.
    """

    model_config = STRICT

    names: Annotated[list[Name], Field(min_length=4, max_length=MOST_PLAYERS)]
    preset: Annotated[str, Field(max_length=60, json_schema_extra={"enum": list(preset_names())})] = DEFAULT_PRESET
    rule_set: Number | None = None
    title: Text = ""
    place: Text = ""
    date: Day | None = None
    first_dealer: Seat = 0
    pattern: Annotated[Pattern, LOOSE] = Pattern.OPPOSITE
    season: Annotated[int, Field(ge=0, le=2**31 - 1)] | None = None
    uuid: Uuid | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A game to be recorded, read."""

    game: Game
    after_number: int | None
    seated: tuple[int, ...] | None
    accept: tuple[str, ...]
    uuid: UUID | None
    sheet: int | None


@dataclass(frozen=True, slots=True)
class Correction:
    """A better game and why, read."""

    game: Game
    reason: str
    accept: tuple[str, ...]
    uuid: UUID | None


M = TypeVar("M", bound=BaseModel)
T = TypeVar("T")


def parse_record(data: object) -> Record:
    """Read a game to be recorded: a bare game, or one with what is said about it. Raises `ShapeError`."""
    if isinstance(data, dict) and "contract" in data and "game" not in data:
        data = {"game": data}
    sent, game = _with_game(RecordModel, data)
    seated = None if sent.seated is None else tuple(sent.seated)
    return Record(game, sent.after_number, seated, tuple(sent.accept), sent.uuid, sent.sheet)


def parse_correction(data: object) -> Correction:
    """Read a better game. Raises `ShapeError`."""
    sent, game = _with_game(CorrectionModel, data)
    return Correction(game, sent.reason, tuple(sent.accept), sent.uuid)


def parse_cancellation(data: object) -> CancellationModel:
    """Read why a game is taken back. Raises `ShapeError`."""
    return read(CancellationModel, data)


def parse_evening_wish(data: object) -> EveningWishModel:
    """Read an evening that is to begin. Raises `ShapeError`."""
    return read(EveningWishModel, data)


def _with_game(model: type[M], data: object) -> tuple[M, Game]:
    """Read an object with a game in it; what is wrong with both is said at once."""
    findings: list[Finding] = []
    sent = _or(findings, lambda: read(model, data))
    game = None
    if isinstance(data, dict) and "game" in data:
        game = _or(findings, lambda: parse_game(data["game"]))
    if sent is None or game is None:
        raise ShapeError(findings)
    return sent, game


def _or(findings: list[Finding], read: Callable[[], T]) -> T | None:
    """Read something; None with its findings added where it cannot be read."""
    try:
        return read()
    except ShapeError as error:
        findings += error.findings
        return None


def read(model: type[M], data: Any) -> M:
    """Read an object by its model. Raises `ShapeError`."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise ShapeError(findings_of(error)) from error
