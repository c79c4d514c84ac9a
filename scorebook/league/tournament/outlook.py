"""What is next at a tournament, and what is missing: the steps of an evening, from the door to the end."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from scorebook.league.tournament.state import Tournament

FEWEST = 4
"""Fewer people sit at no table."""


class Kind(StrEnum):
    """What there is to do."""

    REGISTER = "register"
    DRAW = "draw"
    LISTS = "lists"
    PUBLISH = "publish"
    END = "end"


@dataclass(frozen=True, slots=True)
class Step:
    """Something to do, in a round where it is of one. `missing` are the tables whose list is not there."""

    kind: Kind
    done: bool
    round: int = 0
    missing: tuple[int, ...] = ()


def outlook(state: Tournament) -> tuple[Step, ...]:
    """Give all steps in order; the first that is not done is the next.

    Registering is done as far as it has to be once a table is full.

    >>> from scorebook.league.tournament.settings import Settings
    >>> [str(step.kind) for step in outlook(Tournament(1, Settings(rule_set=1, rounds=1), {}))]
    ['register', 'draw', 'lists', 'publish', 'end']
    """
    return tuple(_steps(state))


def next_step(state: Tournament) -> Step | None:
    """Give what is to be done now; None where all is."""
    return next((step for step in outlook(state) if not step.done), None)


def _steps(state: Tournament) -> Iterator[Step]:
    there = sum(not (player.waits or player.substitute) for player in state.players.values())
    yield Step(Kind.REGISTER, there >= FEWEST)
    for number in range(1, state.settings.rounds + 1):
        played = state.round(number)
        yield Step(Kind.DRAW, played is not None, number)
        missing = tuple(table.number for table in played.tables if not table.lists) if played else ()
        yield Step(Kind.LISTS, played is not None and not missing, number, missing)
        yield Step(Kind.PUBLISH, number <= state.published, number)
    yield Step(Kind.END, state.ended)
