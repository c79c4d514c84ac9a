"""One finished game as people write it down (FORMAT.md 1), as a value."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from operator import attrgetter

from scorebook.rules.cards import Suit
from scorebook.rules.contracts import TRAITS, Contract, Parties, Traits

ACTIVE_PLAYERS = 4


class Result(StrEnum):
    """How the game ended for the declarer's side."""

    WON = "won"
    LOST = "lost"


class LaufendeSide(StrEnum):
    """Who held the run of top trumps: the declarer's side (`mit`) or the others (`ohne`)."""

    MIT = "mit"
    OHNE = "ohne"


class CalledRank(StrEnum):
    """What was called in a Sauspiel."""

    SAU = "sau"
    ZEHN = "zehn"


@dataclass(frozen=True, slots=True)
class Protocol:
    """The cards of a game (FORMAT.md 4): `hands` as card codes by seat, who leads, and the plies (seat, card)."""

    hands: tuple[tuple[str, ...], ...] | None
    lead: int
    played: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game as entered; None and the empty tuple mean that nothing was said.

    Field names and meaning are those of FORMAT.md 1; seats run from 0 clockwise to `players`-1, Augen from 0 to 120.
    `given` names the keys that were given (also those given as false, 0 or []), since some contracts refuse keys;
    left out it names the fields that differ from their default.
    Ranges and types are checked where a game is read (`scorebook.exchange`), the rules by `scorebook.rules.assess`.

    >>> sorted(Game(contract=Contract.WENZ, declarer=0, augen=105).given)
    ['augen', 'contract', 'declarer']
    """

    contract: Contract
    given: frozenset[str] = frozenset()
    players: int = ACTIVE_PLAYERS
    sitting_out: tuple[int, ...] = ()
    dealer: int | None = None
    declarer: int | None = None
    partner: int | None = None
    suit: Suit | None = None
    called: Suit | None = None
    called_rank: CalledRank = CalledRank.SAU
    tout: bool = False
    sie: bool = False
    augen: int | None = None
    opponent_augen: int | None = None
    tricks: int | None = None
    result: Result | None = None
    schneider: bool | None = None
    schwarz: bool | None = None
    schneider_announced: bool = False
    schwarz_announced: bool = False
    laufende: int = 0
    laufende_side: LaufendeSide | None = None
    klopfer: tuple[int, ...] | int = 0
    stoss: tuple[int, ...] | int = 0
    bock: int = 1
    target: int | None = None
    caller_trumps: int | None = None
    augen_by_seat: tuple[int, ...] | None = None
    tricks_by_seat: tuple[int, ...] | None = None
    jungfrauen: tuple[int, ...] | None = None
    loser: int | None = None
    stock: int = 0
    revoke: int | None = None
    revoke_reason: str | None = None
    protocol: Protocol | None = None

    def __post_init__(self) -> None:
        """Work out what was given, where nobody said."""
        if not self.given:
            said = {field.name for field in fields(self) if getattr(self, field.name) != field.default}
            object.__setattr__(self, "given", frozenset(said))

    def filled(self, values: Mapping[str, object]) -> "Game":
        """The same game with these keys given too; what `dataclasses.replace` does, in a fifth of the time.

        >>> Game(contract=Contract.WENZ, declarer=0).filled({"augen": 105}).augen
        105
        """
        made = object.__new__(Game)
        for put, value in zip(_PLACES.values(), _values_of(self), strict=True):
            put(made, value)
        for name, value in values.items():
            _PLACES[name](made, value)
        _PLACES["given"](made, self.given.union(values))
        return made

    @property
    def traits(self) -> Traits:
        """What the contract is (`scorebook.rules.contracts.TRAITS`)."""
        return TRAITS[self.contract]

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that play, clockwise."""
        if not self.sitting_out:
            return _ALL[self.players]
        return tuple(seat for seat in range(self.players) if seat not in self.sitting_out)

    @property
    def declarer_side(self) -> tuple[int, ...]:
        """The seats of the declarer's side; empty where there is no declarer."""
        if self.declarer is None:
            return ()
        return (self.declarer,) if self.partner is None else (self.declarer, self.partner)

    @property
    def opponents(self) -> tuple[int, ...]:
        """The active seats that are not on the declarer's side."""
        side = self.declarer_side
        return tuple(seat for seat in self.active if seat not in side)

    @property
    def alone(self) -> bool:
        """Whether one plays against three; also a partner game of Deutscher Schafkopf without a partner."""
        return self.traits.parties is Parties.ALONE or (self.traits.deutscher and self.partner is None)

    @property
    def klopfer_count(self) -> int:
        """How many doubled before the deal was complete."""
        return self.klopfer if isinstance(self.klopfer, int) else len(self.klopfer)

    @property
    def stoss_level(self) -> int:
        """0 without a Stoß, 1 after Kontra, 2 after Re, and so on."""
        return self.stoss if isinstance(self.stoss, int) else len(self.stoss)

    @property
    def price_key(self) -> str:
        """The key of the rule set's `base` that overrides the contract's price, where there is one."""
        return "herz_solo" if self.contract is Contract.SOLO and self.suit is Suit.HERZ else self.contract.value


_ALL = [tuple(range(players)) for players in range(8)]
"""All seats of a table, by how many there are."""
_PLACES = {field.name: getattr(Game, field.name).__set__ for field in fields(Game)}
"""Puts a value into each field of a game that is still being made."""
_values_of = attrgetter(*_PLACES)
NOTHING = Game(contract=Contract.ALL_PASS)
"""Nothing was said; `filled` makes any game of it."""


def following(active: tuple[int, ...], seat: int) -> int:
    """The next active seat clockwise; after the dealer that is Vorhand.

    >>> following((0, 2, 3, 4), 0), following((0, 2, 3, 4), 4)
    (2, 0)
    """
    return next((other for other in active if other > seat), active[0])


def opposite(active: tuple[int, ...], seat: int) -> int:
    """The second next active seat.

    >>> opposite((0, 2, 3, 4), 2)
    4
    """
    return active[(active.index(seat) + 2) % len(active)]
