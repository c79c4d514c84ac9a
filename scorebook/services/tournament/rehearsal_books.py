"""What people in the hall have at a rehearsal: a line to the server, and their own books, without it."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from scorebook.league.tournament.entries import Drawn
from scorebook.rules import Finding

DIRECTOR, HELPERS = "Leitung", ("Helfer Alois", "Helferin Burgi")
FEE = 1000
HIRE = 5000
"""What everybody pays, and what the hall costs, in cents."""
TOGETHER = (3, 4)
"""Two who always want to share a table."""


@dataclass(frozen=True, slots=True)
class Order:
    """Something to be done at the server: a service, what it is given behind the session and who acts, and his name."""

    service: Callable[..., Any]
    arguments: tuple[Any, ...]
    keywords: Mapping[str, Any]
    by: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """What the server would not do: the kind of error, its text, and the findings at fields."""

    kind: str
    text: str
    findings: tuple[Finding, ...] = ()


class Server(Protocol):
    """Where orders go. Whatever `call` answers is acknowledged."""

    def call(self, order: Order) -> Any:
        """Have something done; give what came of it, or the `Refusal`."""

    def killed_at(self, order: Order, seconds: float) -> bool:
        """Have something begun, and kill the server so many seconds later; tell whether it had not answered by then."""


class RehearsalError(AssertionError):
    """The server did something else than it had to."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is rehearsed: so many players, rounds, and games a round; with faults or without; from which seed."""

    players: int
    rounds: int
    games: int
    faults: bool
    seed: int


@dataclass(slots=True)
class Books:
    """What people in the hall know, without the server: all that was acknowledged, and what it has to come to.

    `lists` are the points that hold by round, table and seat; `counts` for whom by these; `lost` are penalties,
    `till` cents that came in (`fees`) and went out.
    """

    tournament: int = 0
    names: dict[int, str] = field(default_factory=dict)
    draws: list[Drawn] = field(default_factory=list)
    seats: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    counts: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    lists: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    handed: Counter[str] = field(default_factory=Counter)
    lost: Counter[int] = field(default_factory=Counter)
    till: Counter[str] = field(default_factory=Counter)
    happened: Counter[str] = field(default_factory=Counter)


def expected(books: Books) -> dict[int, int]:
    """Add up what everybody has, by the hall's own books."""
    totals: Counter[int] = Counter()
    for place, points in books.lists.items():
        for player, own in zip(books.counts[place], points, strict=True):
            totals[player] += own
    totals.subtract(books.lost)
    return dict(totals)
