"""Games: JSON objects of FORMAT.md 1 and 4 to `scorebook.rules.Game` and back."""

from typing import Annotated, Any, NotRequired, Required

from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter, ValidationError, with_config
from typing_extensions import TypedDict

from scorebook.exchange.strict import ShapeError, findings_of
from scorebook.rules import CalledRank, Contract, Finding, Game, LaufendeSide, Protocol, Result, Suit
from scorebook.rules.cards import CARDS
from scorebook.rules.game import NOTHING

STRICT = ConfigDict(strict=True, extra="forbid")


def _doubling(factor: int) -> int:
    if factor not in (1, 2, 4):
        raise ValueError
    return factor


Seat = Annotated[int, Field(ge=0, le=6)]
Bock = Annotated[int, AfterValidator(_doubling), Field(json_schema_extra={"enum": [1, 2, 4]})]
Augen = Annotated[int, Field(ge=0, le=120)]
Tricks = Annotated[int, Field(ge=0, le=8)]
Amount = Annotated[int, Field(ge=0, le=10**9)]
Card = Annotated[str, Field(max_length=20, json_schema_extra={"enum": [str(card) for card in CARDS]})]
"""Whether there is such a card is judged where the cards are played, which can say whose it is."""

NO_NUL = r"^[^\x00]*$"
"""A text that every database can keep as JSON of its own."""
WORD = Field(strict=False)
"""An enum is read from its word, a tuple from a list."""
Seats = Annotated[tuple[Seat, ...], Field(strict=False, max_length=7)]
Hand = Annotated[tuple[Card, ...], Field(strict=False, max_length=32)]
Ply = Annotated[tuple[Seat, Card], WORD]


@with_config(STRICT)
class ProtocolData(TypedDict):
    """The cards of a game (FORMAT.md 4)."""

    hands: NotRequired[Annotated[tuple[Hand, ...], Field(strict=False, max_length=7)] | None]
    lead: Seat
    played: Annotated[tuple[Ply, ...], Field(strict=False, max_length=64)]


@with_config(STRICT)
class GameData(TypedDict, total=False):
    """A finished game as it was entered (FORMAT.md 1). Seats are numbered clockwise from 0; null means absent."""

    contract: Required[Annotated[Contract, WORD]]
    players: Annotated[int, Field(ge=4, le=7)] | None
    sitting_out: Seats | None
    dealer: Seat | None
    declarer: Seat | None
    partner: Seat | None
    suit: Annotated[Suit, WORD] | None
    called: Annotated[Suit, WORD] | None
    called_rank: Annotated[CalledRank, WORD] | None
    tout: bool | None
    sie: bool | None
    augen: Augen | None
    opponent_augen: Augen | None
    tricks: Tricks | None
    result: Annotated[Result, WORD] | None
    schneider: bool | None
    schwarz: bool | None
    schneider_announced: bool | None
    schwarz_announced: bool | None
    laufende: Annotated[int, Field(ge=0, le=99)] | None
    laufende_side: Annotated[LaufendeSide, WORD] | None
    klopfer: Annotated[int, Field(ge=0, le=99)] | Seats | None
    stoss: Annotated[int, Field(ge=0, le=99)] | Seats | None
    bock: Bock | None
    target: Annotated[int, Field(ge=61, le=120)] | None
    caller_trumps: Tricks | None
    augen_by_seat: Annotated[tuple[Augen, ...], Field(strict=False, max_length=7)] | None
    tricks_by_seat: Annotated[tuple[Tricks, ...], Field(strict=False, max_length=7)] | None
    jungfrauen: Seats | None
    loser: Seat | None
    stock: Amount | None
    revoke: Seat | None
    revoke_reason: Annotated[str, Field(max_length=500, pattern=NO_NUL)] | None
    protocol: ProtocolData | None


GAME: TypeAdapter[GameData] = TypeAdapter(GameData)
PLACED = frozenset({"protocol"})
"""The keys of a game within which what is wrong has a place of its own."""


def parse_game(data: object) -> Game:
    """Read a game. Raises `ShapeError` with one finding for each key that is unknown or has a wrong type or range.

    In a protocol each place is named: "protocol.played.3.1".
    """
    if not isinstance(data, dict):
        raise ShapeError([Finding("game.not_object", "")])
    try:
        checked = GAME.validate_python(data)
    except ValidationError as error:
        raise ShapeError(findings_of(error, deep=PLACED)) from error
    values: dict[str, Any] = {key: value for key, value in checked.items() if value is not None}
    if "protocol" in values:
        values["protocol"] = Protocol(**{"hands": None, **values["protocol"]})
    return NOTHING.filled(values)


def game_json(game: Game) -> dict[str, Any]:
    """Write a game with the keys that were given, in the order of FORMAT.md 1; `parse_game` reads the same again."""
    data: dict[str, Any] = {}
    for key in GameData.__annotations__:
        if key in game.given:
            value = getattr(game, key)
            data[key] = _protocol_json(value) if isinstance(value, Protocol) else _plain(value)
    return data


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _protocol_json(protocol: Protocol) -> dict[str, Any]:
    data = {"lead": protocol.lead, "played": _plain(protocol.played)}
    return data if protocol.hands is None else {"hands": _plain(protocol.hands), **data}
