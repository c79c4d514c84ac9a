"""What an evening was for one person, in numbers that add up: all that standings are made of."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from enum import StrEnum
from operator import attrgetter

from scorebook.rules import Contract, Game, RuleSet, Score, Unit
from scorebook.rules.contracts import TRAITS, Parties


class Measure(StrEnum):
    """What amounts are counted in. Gutpunkte are points too, but those of winners alone: never added to the others."""

    CENT = "cent"
    POINT = "point"
    GOOD = "good"
    STRICH = "strich"


def measure_of(rules: RuleSet) -> Measure:
    """Give what games under these rules are counted in.

    >>> from scorebook.rules import preset
    >>> str(measure_of(preset("turnier_gutpunkte"))), str(measure_of(preset("bayern_10_20_50")))
    ('good', 'cent')
    """
    if rules.unit is Unit.POINT and rules.winners_only:
        return Measure.GOOD
    return Measure(rules.unit.value)


@dataclass(frozen=True, slots=True)
class Tally:
    """What games were for one person: `amount` in whole units, `squares` the sum of the amounts squared.

    `games` are those that he played himself and that counted. Soli are all games of one against three, `touts_won`
    those of them that were announced as Tout or Sie and won.
    """

    amount: int = 0
    games: int = 0
    squares: int = 0
    solos_won: int = 0
    solos_lost: int = 0
    touts_won: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        """Add the games of another."""
        return Tally(
            self.amount + other.amount,
            self.games + other.games,
            self.squares + other.squares,
            self.solos_won + other.solos_won,
            self.solos_lost + other.solos_lost,
            self.touts_won + other.touts_won,
        )

    def __neg__(self) -> "Tally":
        """Give what takes these games back."""
        return Tally(-self.amount, -self.games, -self.squares, -self.solos_won, -self.solos_lost, -self.touts_won)


NOTHING = Tally()
WIDTH = len(fields(Tally))
numbers_in: Callable[[Tally], tuple[int, ...]] = attrgetter(*(field.name for field in fields(Tally)))
"""Give the numbers of a tally in their order; `dataclasses.astuple` copies each and takes twenty times as long."""


def tallies_of(game: Game, score: Score, people: Sequence[int]) -> Iterator[tuple[int, Tally]]:
    """Give what one game was for everybody whom it concerned; `people` are ids by seat.

    A game in which nobody played (all passed) counts for nobody as a game, but what it cost does.

    >>> game = Game(contract=Contract.WENZ, declarer=1)
    >>> score = Score(value=50, payouts=(-50, 150, -50, -50), stock=0, steps=(), declarer_won=True)
    >>> dict(tallies_of(game, score, [7, 8, 9, 10]))[8]
    Tally(amount=150, games=1, squares=22500, solos_won=1, solos_lost=0, touts_won=0)
    """
    played = game.contract is not Contract.ALL_PASS and not score.void
    alone = TRAITS[game.contract].parties is Parties.ALONE
    for seat, (person, amount) in enumerate(zip(people, score.payouts, strict=True)):
        plays = played and seat not in game.sitting_out
        if not plays and not amount:
            continue
        declared = plays and alone and seat == game.declarer
        won = declared and score.declarer_won is True
        yield (
            person,
            Tally(
                amount=amount,
                games=int(plays),
                squares=amount * amount if plays else 0,
                solos_won=int(won),
                solos_lost=int(declared and score.declarer_won is False),
                touts_won=int(won and bool(game.tout or game.sie)),
            ),
        )


def numbers_of(game: Game, score: Score) -> tuple[int, ...]:
    """Give what one game was for each seat, also for one that it did not concern: their numbers, one after the other.

    >>> game = Game(contract=Contract.WENZ, declarer=1)
    >>> score = Score(value=50, payouts=(-50, 150, -50, -50), stock=0, steps=(), declarer_won=True)
    >>> numbers_of(game, score)[:12]
    (-50, 1, 2500, 0, 0, 0, 150, 1, 22500, 1, 0, 0)
    """
    found = dict(tallies_of(game, score, range(game.players)))
    return tuple(number for seat in range(game.players) for number in numbers_in(found.get(seat, NOTHING)))


def added(people: Sequence[int], games: Iterable[tuple[int, ...]]) -> Iterator[tuple[int, Tally]]:
    """Add up the numbers of games at which the same people sat, their ids by seat; who had none of them is left out.

    >>> [(person, tally.amount, tally.games) for person, tally in added([7, 8], [(5, 1, 25, 0, 0, 0) + (0,) * 6] * 3)]
    [(7, 15, 3)]
    """
    numbers = [sum(column) for column in zip(*games, strict=True)]
    for seat, person in enumerate(people):
        own = numbers[seat * WIDTH : (seat + 1) * WIDTH]
        if any(own):
            yield person, Tally(*own)


def places(tallies: Mapping[int, Tally]) -> dict[int, int]:
    """Rank those who played at an evening by what they have, by person: 1, 2, 2, 4.

    >>> places({7: Tally(50, 3), 8: Tally(-50, 3), 9: Tally(50, 2), 10: Tally(90)})
    {7: 1, 8: 3, 9: 1}
    """
    played = {person: tally.amount for person, tally in tallies.items() if tally.games}
    in_order = sorted(played.values(), reverse=True)
    first = {amount: place for place, amount in reversed(list(enumerate(in_order, start=1)))}
    return {person: first[amount] for person, amount in played.items()}


@dataclass(frozen=True, slots=True)
class Result:
    """What one evening was for one person; `place` is his rank among all at it, from 1 (competition rank)."""

    evening: int
    date: date
    person: int
    place: int
    tally: Tally
