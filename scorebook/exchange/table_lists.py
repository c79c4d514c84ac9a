"""A table's list of a tournament as people type it, and as programs send it."""

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, Field

from scorebook.exchange.games import STRICT
from scorebook.exchange.shapes import Number, Text, Uuid
from scorebook.exchange.strict import ShapeError
from scorebook.exchange.wishes import read
from scorebook.league.tournament.allowed_tables import MOST_POINTS
from scorebook.league.tournament.entries import Listed
from scorebook.league.tournament.state import PlayedRound
from scorebook.money import MINUS, WHOLE
from scorebook.rules import Finding

MOST_GAMES = 999
MOST_SEATS = 5
MOST_LISTS = 1_000
COUNTERS = ("solos_won", "solos_lost", "touts_won")
"""What is counted of each seat besides its points."""

Points = Annotated[int, Field(ge=-MOST_POINTS, le=MOST_POINTS)]
Count = Annotated[int, Field(ge=0, le=MOST_GAMES)]
BySeat = Annotated[list[Count], Field(max_length=MOST_SEATS)]


class TableListModel(BaseModel):
    """A table's list: points by seat A to D, how many games were played, how many Soli and Tout each won and lost."""

    model_config = STRICT

    table: Number
    points: Annotated[list[Points], Field(min_length=1, max_length=MOST_SEATS)]
    games: Annotated[int, Field(ge=1, le=MOST_GAMES)]
    solos_won: BySeat = []
    solos_lost: BySeat = []
    touts_won: BySeat = []


class TableListsModel(BaseModel):
    """Lists of a round, handed in at once: all of them or none. A table that has its list needs a `reason`."""

    model_config = STRICT

    lists: Annotated[list[TableListModel], Field(min_length=1, max_length=MOST_LISTS)]
    reason: Text = ""
    uuid: Uuid | None = None


class HandedListsModel(BaseModel):
    """What became of lists: tables that have theirs by this, those that had the same, and those that miss theirs."""

    model_config = STRICT

    written: list[int]
    unchanged: list[int]
    missing: list[int]


class TableSeatModel(BaseModel):
    """Who sits on a seat of a table: the start number and the name."""

    model_config = STRICT

    number: int
    name: str


class TableStateModel(BaseModel):
    """A table of a round: who sits there by seat A to D, and the list that it has; null where it misses it."""

    model_config = STRICT

    table: int
    seats: list[TableSeatModel]
    list: TableListModel | None


class RoundStateModel(BaseModel):
    """A round of a tournament with its tables, and how many games each of four has to play."""

    model_config = STRICT

    round: int
    games: int
    tables: list[TableStateModel]


def round_json(played: PlayedRound, games: int, names: Callable[[int], str]) -> dict[str, Any]:
    """Give a round as programs read it."""
    return {
        "round": played.number,
        "games": games,
        "tables": [
            {
                "table": table.number,
                "seats": [{"number": number, "name": names(number)} for number in table.seated],
                "list": None if table.listed is None else list_json(table.listed),
            }
            for table in played.tables
        ],
    }


def list_json(listed: Listed) -> dict[str, Any]:
    """Give a list as programs send it.

    >>> list_json(Listed(1, 17, (30, -30), 32))["points"]
    [30, -30]
    """
    numbers = {name: list(getattr(listed, name)) for name in ("points", *COUNTERS)}
    return {"table": listed.table, "games": listed.games, **numbers}


def parse_lists(data: object) -> TableListsModel:
    """Read the lists of a round. Raises `ShapeError`."""
    return read(TableListsModel, data)


def lists_of(sent: TableListsModel, round_number: int) -> tuple[Listed, ...]:
    """Give lists that were sent as entries of a round."""
    return tuple(
        Listed(
            round=round_number,
            table=one.table,
            points=tuple(one.points),
            games=one.games,
            solos_won=tuple(one.solos_won),
            solos_lost=tuple(one.solos_lost),
            touts_won=tuple(one.touts_won),
            reason=sent.reason,
        )
        for one in sent.lists
    )


@dataclass(frozen=True, slots=True)
class TypedList:
    """A table's list as it was typed, by seat. Counters that are empty count 0; all else has to be there."""

    points: Sequence[str]
    games: str
    solos_won: Sequence[str] = ()
    solos_lost: Sequence[str] = ()
    touts_won: Sequence[str] = ()
    reason: str = ""


def read_list(round_number: int, table: int, typed: TypedList) -> Listed:
    """Read a list that somebody typed. Raises `ShapeError` with a finding for each field: `points.0`, `games`.

    >>> read_list(1, 17, TypedList(("20", " −5", "–10", "+ 5 "), "32")).points
    (20, -5, -10, 5)
    """
    findings: list[Finding] = []
    points = tuple(_points(text, f"points.{seat}", findings) for seat, text in enumerate(typed.points))
    games = _count(typed.games, "games", findings)
    if not typed.games.strip():
        findings.append(Finding("list.games_missing", "games", {}))
    won, lost, touts = (
        tuple(_count(text, f"{name}.{seat}", findings) for seat, text in enumerate(getattr(typed, name)))
        for name in COUNTERS
    )
    if findings:
        raise ShapeError(findings)
    return Listed(round_number, table, points, games, won, lost, touts, reason=typed.reason)


def _points(text: str, field: str, findings: list[Finding]) -> int:
    """Read points; what is wrong with them goes to the findings."""
    if not text.strip():
        findings.append(Finding("list.points_missing", field, {}))
        return 0
    return _number(text, field, findings, MOST_POINTS)


def _count(text: str, field: str, findings: list[Finding]) -> int:
    """Read how many; nothing is none, and less than none is wrong."""
    count = _number(text, field, findings, MOST_GAMES) if text.strip() else 0
    if count < 0:
        findings.append(Finding("list.negative", field, {"number": count}))
    return count


def _number(text: str, field: str, findings: list[Finding], most: int) -> int:
    bare = bare_number(text)
    if not WHOLE.fullmatch(bare):
        letter = "O" in bare.upper() and WHOLE.fullmatch(bare.upper().replace("O", "0"))
        findings.append(Finding("list.letter_o" if letter else "list.no_number", field, {"text": text.strip()}))
        return 0
    if abs(int(bare)) > most:
        findings.append(Finding("list.too_large", field, {"most": most}))
    return int(bare)


def bare_number(text: str) -> str:
    """Give a number as typed with the plainest of its signs: any dash is a minus, spaces and a plus are nothing.

    >>> [bare_number(text) for text in ("− 20", "–5", "+7", "1 250")]
    ['-20', '-5', '7', '1250']
    """
    plain = "".join(unicodedata.normalize("NFKC", text).split())
    signs = ("-" if one == MINUS or unicodedata.category(one) == "Pd" else one for one in plain)
    return "".join(signs).removeprefix("+")
