"""Whether drawn rounds are what they claim, found out from the rounds alone: nothing here is taken from the draw."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations

from scorebook.league.draw.wish import Drawn, Table, Wish


class Fault(StrEnum):
    """What can be wrong with a draw. The last three are found by `proof.verify` alone."""

    ROUNDS = "rounds"
    MISSING = "missing"
    TWICE = "twice"
    STRANGER = "stranger"
    SIZE = "size"
    SIZES = "sizes"
    PARTED = "parted"
    MOVED = "moved"
    REPEATS = "repeats"
    BOUND = "bound"
    OPTIMAL = "optimal"
    UNSAID = "unsaid"
    NOT_BROKEN = "not_broken"
    COMMITMENT = "commitment"
    LIST = "list"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is wrong with a draw: what, in which of its rounds from 1 (0 for none), and the figures."""

    fault: Fault
    round: int = 0
    params: Mapping[str, object] = field(default_factory=dict)


def check(wish: Wish, drawn: Drawn) -> list[Problem]:
    """Find what is wrong with a draw: who sits where, what was wished, and all that it says of itself.

    That `bound` cannot be beaten is not checked, only that no draw is said to be below it.

    >>> check(Wish((1, 2, 3, 4), 1), Drawn((((4, 3, 1, 2),),), repeats=0, bound=0, optimal=True))
    []
    >>> [str(one.fault) for one in check(Wish((1, 2, 3, 4), 1), Drawn((((4, 3, 1, 1),),), 0, 0, optimal=True))]
    ['missing', 'twice']
    """
    found = [*_counts(wish, drawn)]
    for number, tables in enumerate(drawn.rounds, start=1):
        found += _people(wish, number, tables)
        found += _sizes(wish, number, tables)
        found += _wishes(wish, number, tables)
    return [*found, *_figures(wish, drawn), *_apart(wish, drawn)]


def _counts(wish: Wish, drawn: Drawn) -> Iterator[Problem]:
    if len(drawn.rounds) != wish.rounds:
        yield Problem(Fault.ROUNDS, 0, {"there": len(drawn.rounds), "due": wish.rounds})


def _people(wish: Wish, number: int, tables: tuple[Table, ...]) -> Iterator[Problem]:
    there = [player for table in tables for player in table]
    for fault, players in (
        (Fault.MISSING, set(wish.players) - set(there)),
        (Fault.TWICE, {player for player in there if there.count(player) > 1} if len(set(there)) < len(there) else ()),
        (Fault.STRANGER, set(there) - set(wish.players)),
    ):
        if players:
            yield Problem(fault, number, {"players": _listed(players)})


def _sizes(wish: Wish, number: int, tables: tuple[Table, ...]) -> Iterator[Problem]:
    for at, table in enumerate(tables, start=1):
        if len(table) not in (4, 5):
            yield Problem(Fault.SIZE, number, {"table": at, "there": len(table)})
    fives, due = sum(len(table) == 5 for table in tables), len(wish.players) % 4
    if fives != due:
        yield Problem(Fault.SIZES, number, {"there": fives, "due": due})


def _wishes(wish: Wish, number: int, tables: tuple[Table, ...]) -> Iterator[Problem]:
    for group in wish.together:
        here = group & set(wish.players)
        if len([table for table in tables if here & set(table)]) > 1:
            yield Problem(Fault.PARTED, number, {"players": _listed(here)})
    for player, table in wish.fixed.items():
        sits = [at for at, one in enumerate(tables, start=1) if player in one]
        if player in wish.players and sits != [table]:
            yield Problem(Fault.MOVED, number, {"players": str(player), "table": table})


def _figures(wish: Wish, drawn: Drawn) -> Iterator[Problem]:
    repeats = _repeats(wish, drawn)
    if repeats != drawn.repeats:
        yield Problem(Fault.REPEATS, 0, {"there": repeats, "said": drawn.repeats})
    if drawn.bound > drawn.repeats:
        yield Problem(Fault.BOUND, 0, {"there": drawn.repeats, "said": drawn.bound})
    if drawn.optimal != (drawn.bound == drawn.repeats):
        yield Problem(Fault.OPTIMAL, 0, {"there": drawn.repeats, "said": drawn.bound})


def _repeats(wish: Wish, drawn: Drawn) -> int:
    """Count the repeats: of all pairs at a table but those whose groups, one after the other, lead to each other."""
    head = {player: player for player in wish.players}
    groups = [set(group & head.keys()) for group in wish.together]
    groups += [{one for one in wish.fixed if wish.fixed[one] == at and one in head} for at in set(wish.fixed.values())]
    for group in groups:
        heads = {head[player] for player in group}
        head = {player: min(heads) if top in heads else top for player, top in head.items()}
    met: dict[tuple[int, ...], int] = {}
    repeats = 0
    for table in (table for one in (*wish.played, *drawn.rounds) for table in one):
        for pair in combinations(sorted(set(table)), 2):
            if head.get(pair[0], pair[0]) != head.get(pair[1], pair[1]):
                repeats += met.get(pair, 0)
                met[pair] = met.get(pair, 0) + 1
    return repeats


def _apart(wish: Wish, drawn: Drawn) -> Iterator[Problem]:
    """Hold who sits with whom he wished to be apart from against what the draw says of that."""
    said = {(one.round, frozenset(one.players)) for one in drawn.broken}
    there = {
        (number, frozenset(pair))
        for number, tables in enumerate(drawn.rounds, start=1)
        for table in tables
        for group in wish.apart
        for pair in combinations(group & set(table) & set(wish.players), 2)
    }
    for fault, found in ((Fault.UNSAID, there - said), (Fault.NOT_BROKEN, said - there)):
        for number, players in sorted(found, key=lambda one: (one[0], sorted(one[1]))):
            yield Problem(fault, number, {"players": _listed(players)})


def _listed(players: object) -> str:
    return ", ".join(map(str, sorted(players)))  # type: ignore[call-overload]
