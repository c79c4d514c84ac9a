"""What people remember of an evening: who played what and how it went, with whom, against whom, and what was most.

A game is looked at once (`facts_of`), whoever sits there; an evening adds up the facts of its games (`evening_stats`).
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import NamedTuple

from scorebook.league.results import Measure
from scorebook.rules import Contract, Game, LaufendeSide, Score
from scorebook.rules.contracts import TRAITS, Parties


class Part(StrEnum):
    """As what somebody takes part in a game."""

    DECLARER = "declarer"
    PARTNER = "partner"
    AGAINST = "against"
    EACH = "each"


class Fact(StrEnum):
    """What is kept of somebody's evening besides his games by contract. The last four are the most of it, not a sum."""

    PLAYED = "played"
    TOUT = "tout"
    SCHNEIDER_GIVEN = "schneider_given"
    SCHNEIDER_SUFFERED = "schneider_suffered"
    SCHWARZ_GIVEN = "schwarz_given"
    SCHWARZ_SUFFERED = "schwarz_suffered"
    LAUFENDE = "laufende"
    RUN = "run"
    BEST = "best"
    WORST = "worst"


PEAKS = frozenset({Fact.LAUFENDE, Fact.RUN, Fact.BEST, Fact.WORST})
"""Facts of which an evening has one at most, with the game where it was: never added, only compared."""
CALLED = tuple(contract for contract, traits in TRAITS.items() if "called" in traits.keys)
"""Contracts in which the partner is called by a Sau."""


def part_key(part: Part, contract: Contract) -> str:
    """Give the key under which games of a contract are counted for those who took that part in it.

    >>> part_key(Part.DECLARER, Contract.SOLO)
    'declarer.solo'
    """
    return f"{part.value}.{contract.value}"


KEYS = frozenset(Fact) | {part_key(part, contract) for part in Part for contract in Contract}
"""All keys there can be."""
_PLAYED, _RUN, _BEST, _WORST, _LAUFENDE = (
    str(fact.value) for fact in (Fact.PLAYED, Fact.RUN, Fact.BEST, Fact.WORST, Fact.LAUFENDE)
)
"""As plain texts: a member of an enum takes ten times as long to look up."""


class Seat(NamedTuple):
    """What a game was for one who played it: under which keys it counts, and what it brought.

    `won` is None where his game was neither won nor lost. `laufende`: so many his side had; 0 where nobody said.
    """

    keys: tuple[str, ...]
    won: bool | None
    amount: int
    laufende: int = 0


@dataclass(frozen=True, slots=True)
class Facts:
    """What a game was, by seat: None for who sat out. `sides` are seats that played together; none in a Ramsch.

    `numbers` add up: for each seat whether it has won, and what it got.
    """

    seats: tuple[Seat | None, ...]
    sides: tuple[tuple[int, ...], ...]
    numbers: tuple[int, ...]

    @classmethod
    def of(cls, seats: Iterable[Seat | None], sides: tuple[tuple[int, ...], ...] = ()) -> "Facts":
        """Give the facts of a game by what it was for each seat."""
        found = tuple(seats)
        numbers = ((0, 0) if seat is None else (int(seat.won is True), seat.amount) for seat in found)
        return cls(found, sides, tuple(chain.from_iterable(numbers)))


def facts_of(game: Game, score: Score) -> Facts | None:
    """Look at a game; None for one that was none: everybody passed, or it does not count.

    >>> game = Game(contract=Contract.WENZ, declarer=1)
    >>> facts = facts_of(game, Score(value=50, payouts=(-50, 150, -50, -50), stock=0, steps=(), declarer_won=True))
    >>> facts.seats[1]
    Seat(keys=('played', 'declarer.wenz'), won=True, amount=150, laufende=0)
    >>> facts.sides
    ((1,), (0, 2, 3))
    """
    parties = TRAITS[game.contract].parties
    if score.void or parties is Parties.NONE:
        return None
    if parties is Parties.EACH:
        return Facts.of(_each(game, score, seat) for seat in range(game.players))
    sides = (game.declarer_side, game.opponents)
    return Facts.of((_sided(game, score, seat, sides) for seat in range(game.players)), sides)


def _each(game: Game, score: Score, seat: int) -> Seat | None:
    """Look at a game in which each played for himself: who is paid has won it."""
    if seat in game.sitting_out:
        return None
    amount = score.payouts[seat]
    return Seat((_PLAYED, part_key(Part.EACH, game.contract)), amount > 0 if amount else None, amount)


def _sided(game: Game, score: Score, seat: int, sides: Sequence[tuple[int, ...]]) -> Seat | None:
    if seat not in sides[0] and seat not in sides[1]:
        return None
    own = seat in sides[0]
    won = None if score.declarer_won is None else score.declarer_won is own
    part = Part.AGAINST if not own else Part.DECLARER if seat == game.declarer else Part.PARTNER
    marks = (str(mark.value) for mark in _marks(game, score, won=won, declared=part is Part.DECLARER))
    keys = (_PLAYED, part_key(part, game.contract), *marks)
    holds = game.laufende_side is (LaufendeSide.MIT if own else LaufendeSide.OHNE)
    return Seat(keys, won, score.payouts[seat], game.laufende if holds else 0)


def _marks(game: Game, score: Score, *, won: bool | None, declared: bool) -> Iterator[Fact]:
    """Give what else somebody's game was. Schneider counts where the cards made it, and made who had it lose."""
    announced = game.tout or game.sie
    if announced and declared:
        yield Fact.TOUT
    missed = score.declarer_won is False and (announced or game.schneider_announced or game.schwarz_announced)
    if missed or won is None or game.revoke is not None:
        return
    if score.schneider or score.schwarz:
        yield Fact.SCHNEIDER_GIVEN if won else Fact.SCHNEIDER_SUFFERED
    if score.schwarz:
        yield Fact.SCHWARZ_GIVEN if won else Fact.SCHWARZ_SUFFERED


class Played(NamedTuple):
    """A game as an evening counts it: its facts, who sat where, what amounts are counted in, and which game it is."""

    facts: Facts
    people: Sequence[int]
    measure: Measure
    game: int


class Stat(NamedTuple):
    """How often something was so for somebody, how many of these games he won, and what they brought.

    For one of `PEAKS` it is about one game, or the last game of a run: `times` is how many Laufende, how many games.
    """

    times: int = 0
    won: int = 0
    amount: int = 0
    game: int | None = None


def summed(stats: Iterable[Stat]) -> Stat:
    """Add up what is no peak.

    >>> summed([Stat(3, 1, 50), Stat(2, 2, 80)])
    Stat(times=5, won=3, amount=130, game=None)
    """
    times = won = amount = 0
    for stat in stats:
        times, won, amount = times + stat.times, won + stat.won, amount + stat.amount
    return Stat(times, won, amount)


class Pair(NamedTuple):
    """Somebody's games with another at his side, and against him: how many, how many he won, what they brought him."""

    together: Stat = Stat()
    against: Stat = Stat()


@dataclass(frozen=True, slots=True)
class EveningStats:
    """An evening in statistics, by person and measure: tallies by key, pairs by the other."""

    tallies: Mapping[tuple[int, Measure], Mapping[str, Stat]]
    pairs: Mapping[tuple[int, Measure], Mapping[int, Pair]]


def evening_stats(played: Iterable[Played]) -> EveningStats:
    """Add up the games of an evening that stand, in the order in which they were played.

    Nothing of one measure is added to anything of another. The first of several games that were most is kept.

    >>> won = facts_of(
    ...     Game(contract=Contract.WENZ, declarer=0),
    ...     Score(value=50, payouts=(150, -50, -50, -50), stock=0, steps=(), declarer_won=True),
    ... )
    >>> stats = evening_stats(Played(won, (7, 8, 9, 10), Measure.CENT, number) for number in (1, 2))
    >>> stats.tallies[7, Measure.CENT][Fact.RUN]
    Stat(times=2, won=2, amount=300, game=2)
    >>> stats.pairs[8, Measure.CENT][9].together.amount, stats.pairs[8, Measure.CENT][7].against.amount
    (-100, -100)
    """
    adding = _Adding()
    for one in played:
        adding.take(one)
    return adding.result()


def _stats(played: Iterable[tuple[Seat, int]]) -> dict[str, Stat]:
    """Add up somebody's evening by key: his games in their order, each with its id.

    Written for speed, as one loop: samples have millions of games.
    """
    counted: dict[tuple[tuple[str, ...], bool], list[int]] = {}
    peaks: dict[str, Stat] = {}
    run = brought = longest = best = worst = most = 0
    for (keys, won, amount, laufende), game in played:
        total = counted.setdefault((keys, won is True), [0, 0])
        total[0] += 1
        total[1] += amount
        if won:
            run, brought = run + 1, brought + amount
            if run > longest:
                longest = run
                peaks[_RUN] = Stat(run, run, brought, game)
        elif won is False:
            run = brought = 0
        if amount > best:
            best = amount
            peaks[_BEST] = Stat(1, int(won is True), amount, game)
        elif amount < worst:
            worst = amount
            peaks[_WORST] = Stat(1, int(won is True), amount, game)
        if laufende > most:
            most = laufende
            peaks[_LAUFENDE] = Stat(laufende, int(won is True), amount, game)
    return _by_key(counted) | peaks


def _by_key(counted: Mapping[tuple[tuple[str, ...], bool], Sequence[int]]) -> dict[str, Stat]:
    """Divide games that are alike among the keys under which they count."""
    sums: dict[str, list[int]] = {}
    for (keys, won), (times, amount) in counted.items():
        for key in keys:
            total = sums.setdefault(key, [0, 0, 0])
            total[0] += times
            total[1] += times * won
            total[2] += amount
    return {key: Stat(*total) for key, total in sums.items()}


class _Table:
    """People as they sat, while their games are added up: each of them, and how sides did, by their seats."""

    def __init__(self, people: Sequence[int], sitting: Sequence[list[tuple[Seat, int]]]) -> None:
        self.people = people
        self._sitting = sitting
        self._met: dict[tuple[tuple[int, ...], ...], list[tuple[int, ...]]] = defaultdict(list)

    def take(self, facts: Facts, game: int) -> None:
        """Add a game."""
        for seat, own in zip(facts.seats, self._sitting, strict=True):
            if seat is not None:
                own.append((seat, game))
        if facts.sides:
            self._met[facts.sides].append(facts.numbers)

    def add_pairs(self, met: Sequence[dict[int, list[int]]]) -> None:
        """Add to what each met with the others, by seat: at their side, then against them."""
        people = self.people
        for sides, games in self._met.items():
            counted = [sum(column) for column in zip(*games, strict=True)]
            for own, others in (sides, sides[::-1]):
                for seat in own:
                    here = met[seat]
                    stat = len(games), counted[2 * seat], counted[2 * seat + 1]
                    for place, those in ((0, own), (3, others)):
                        for other in those:
                            if other != seat:
                                sums = here.setdefault(people[other], [0] * 6)
                                sums[place] += stat[0]
                                sums[place + 1] += stat[1]
                                sums[place + 2] += stat[2]


class _Adding:
    """An evening while it is added up: what everybody played, in its order, and who sat together."""

    def __init__(self) -> None:
        self._people: dict[tuple[int, Measure], list[tuple[Seat, int]]] = defaultdict(list)
        self._tables: dict[tuple[tuple[int, ...], Measure], _Table] = {}
        self._last: tuple[Sequence[int], Measure] = (), Measure.CENT
        self._table = _Table((), ())

    def take(self, played: Played) -> None:
        """Add a game; most are of the same people as the one before."""
        if self._last != (played.people, played.measure):
            self._last = played.people, played.measure
            self._table = self._table_of(tuple(played.people), played.measure)
        self._table.take(played.facts, played.game)

    def _table_of(self, people: tuple[int, ...], measure: Measure) -> _Table:
        key = people, measure
        if key not in self._tables:
            sitting = [self._people[person, measure] for person in people]
            self._tables[key] = _Table(people, sitting)
        return self._tables[key]

    def result(self) -> EveningStats:
        """Give what it came to."""
        tallies = {key: _stats(found) for key, found in self._people.items()}
        met: dict[tuple[int, Measure], dict[int, list[int]]] = {key: {} for key in self._people}
        for (people, measure), table in self._tables.items():
            table.add_pairs([met[person, measure] for person in people])
        pairs = {
            key: {other: Pair(Stat(*sums[:3]), Stat(*sums[3:])) for other, sums in found.items()}
            for key, found in met.items()
        }
        return EveningStats(tallies, pairs)
