"""An evening as a value: people, rule sets, sheets with their games. What pages and papers show is folded from it.

The same value comes out of the database (`scorebook.store`) and out of an exported file (`scorebook.exchange`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from enum import StrEnum
from uuid import UUID

from scorebook.ledger.check_code import check_code
from scorebook.ledger.levy import Levy
from scorebook.ledger.payment import Payment
from scorebook.ledger.price import Price
from scorebook.ledger.stock_closing import StockClosing
from scorebook.rules import Game, RuleSet, Score, Unit
from scorebook.rules.game import ACTIVE_PLAYERS


class Pattern(StrEnum):
    """Who sits out with the dealer at a table of six or seven: those as evenly around as can be, or the next ones."""

    OPPOSITE = "opposite"
    NEXT = "next"


def next_dealer(last: int | None, first: int, then: Sequence[int], now: Sequence[int]) -> int:
    """Give the seat that deals next: the deal goes round clockwise, whoever came, left or moved meanwhile.

    Seat `last` dealt the last game that counts, when the people `then` sat there; with None no game counts, and seat
    `first` of them begins. `now` are those who sit there now, by seat. Who is new to the left of the last dealer deals
    next; where the dealer has left, the next one clockwise who is still there. Where people changed seats, the cards go
    on from chair to chair, so that nobody who stayed in his is passed over.

    >>> next_dealer(3, 0, (1, 2, 3, 4), (1, 2, 3, 4)), next_dealer(None, 1, (1, 2, 3, 4), (1, 2, 3, 4))
    (0, 1)
    >>> next_dealer(3, 0, (1, 2, 3, 4), (5, 1, 2, 3)), next_dealer(1, 0, (1, 2, 3, 4), (1, 2, 5, 3, 4))
    (1, 2)
    >>> next_dealer(0, 0, (1, 2, 3, 4), (3, 2, 1, 4))
    1
    """
    if last is None:
        return _first_still_there((*then[first:], *then[:first]), now)
    stayed, sitting = [p for p in then if p in now], [p for p in now if p in then]
    if not _same_round(stayed, sitting):
        chairs = dict(zip(stayed, sitting, strict=True))
        then = tuple(chairs.get(person, person) for person in then)
    if then[last] in now:
        return (now.index(then[last]) + 1) % len(now)
    return _first_still_there((*then[last:], *then[:last]), now)


def _first_still_there(order: Sequence[int], now: Sequence[int]) -> int:
    """Give the seat of the first who sits there now; the first seat where nobody does."""
    return next((now.index(person) for person in order if person in now), 0)


def _same_round(one: Sequence[int], other: Sequence[int]) -> bool:
    """Tell whether the same people sit in the same order around a table, whoever counts as the first."""
    if not one:
        return True
    start = other.index(one[0])
    return [*one] == [*other[start:], *other[:start]]


def sitters(players: int, dealer: int, pattern: Pattern = Pattern.OPPOSITE) -> tuple[int, ...]:
    """Propose who sits out: nobody of four, of five the dealer, of more he and others by the pattern.

    >>> sitters(4, 1), sitters(5, 1), sitters(6, 1), sitters(7, 1)
    ((), (1,), (1, 4), (1, 3, 5))
    >>> sitters(6, 5, Pattern.NEXT), sitters(7, 1, Pattern.NEXT)
    ((0, 5), (1, 2, 3))
    """
    out = players - ACTIVE_PLAYERS
    steps = (place * players // out if pattern is Pattern.OPPOSITE else place for place in range(out))
    return tuple(sorted((dealer + step) % players for step in steps))


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays; `id` is unique within the club, the name need not be.

    `former` are names under which he was written at this evening, before he was merged with who is called `name`.
    """

    id: int
    name: str
    nickname: str = ""
    former: tuple[str, ...] = ()

    @property
    def called(self) -> str:
        """What he is called at the table: by his nickname where he has one."""
        return self.nickname or self.name


@dataclass(frozen=True, slots=True)
class NamedRuleSet:
    """A rule set with the name under which the club knows it, and the shipped preset it comes from."""

    name: str
    preset: str
    rules: RuleSet


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sat where: from game number `from_number` on, up to and including `to_number` (None: still sitting)."""

    seat: int
    person: int
    from_number: int = 1
    to_number: int | None = None

    def holds(self, number: int) -> bool:
        """Whether this person sat here in game `number`."""
        return self.from_number <= number and (self.to_number is None or number <= self.to_number)


@dataclass(frozen=True, slots=True)
class Cancellation:
    """Who took a game back, when (UTC) and why."""

    at: datetime
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """One recorded game; never changed, only cancelled. `rule_set` indexes the evening's rule sets."""

    uuid: UUID
    number: int
    rule_set: int
    recorded_at: datetime
    by: str
    game: Game
    score: Score
    replaces: UUID | None = None
    cancelled: Cancellation | None = None

    @property
    def stands(self) -> bool:
        """Whether the game counts."""
        return self.cancelled is None

    def only_dealt_otherwise(self, other: "RecordedGame") -> bool:
        """Whether nothing but the dealer tells this version from another."""
        dealt = replace(other.game, dealer=self.game.dealer)
        return dealt == self.game and self.score.payouts == other.score.payouts

    def only_stands_otherwise(self, other: "RecordedGame") -> bool:
        """Whether nothing but the dealer and what lay in the Stock before it tells this version from another."""
        game = replace(self.game, stock=other.game.stock, given=other.game.given)
        return replace(self, game=game).only_dealt_otherwise(other)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One table's list of games by number; a game that replaces another has its number and stands behind it.

    `stock` is what lay in the Stock at its start, in units; `first_dealer` a seat. `last_round`: so often everybody is
    to have dealt at its end; None while nobody has called it. `closed`: what became of the Stock when the evening
    ended; None where nothing was left, or the evening goes on.
    """

    id: int
    first_dealer: int
    seats: tuple[Seat, ...]
    games: tuple[RecordedGame, ...] = ()
    stock: int = 0
    pattern: Pattern = Pattern.OPPOSITE
    last_round: int | None = None
    closed: StockClosing | None = None

    @property
    def standing(self) -> tuple[RecordedGame, ...]:
        """The games that count, in order."""
        return tuple(game for game in self.games if game.stands)

    @property
    def replaced(self) -> frozenset[UUID]:
        """The games in whose place a corrected one stands."""
        return frozenset(game.replaces for game in self.games if game.replaces is not None)

    def before(self, corrected: RecordedGame) -> RecordedGame | None:
        """Give the version in whose place a corrected game stands; None for one that corrects nothing."""
        if corrected.replaces is None:
            return None
        return next((game for game in self.games if game.uuid == corrected.replaces), None)

    def versions(self, number: int) -> tuple[RecordedGame, ...]:
        """Give all versions of game `number`, the first first."""
        return tuple(game for game in self.games if game.number == number)

    def like(self, number: int) -> RecordedGame:
        """Give the game whose people and rules one has that is put in before game `number`.

        The one before it; for the first game the one after. Raises `IndexError` on a sheet without games.
        """
        before = [game for game in self.games if game.number == number - 1]
        return before[-1] if before else self.versions(number)[-1]

    @property
    def next_number(self) -> int:
        """The number of the next game: one above the highest that was ever used."""
        return max((game.number for game in self.games), default=0) + 1

    @property
    def sitting(self) -> tuple[int, ...]:
        """The ids of those who sit at the table now, by seat."""
        return self.people_at(self.next_number)

    @property
    def players(self) -> int:
        """How many sit at the table now."""
        return len(self.sitting)

    @property
    def next_dealer(self) -> int:
        """The seat that deals next: clockwise on from the last game that counts, at first `first_dealer`."""
        return self.dealer_among(self.sitting)

    def dealer_among(self, people: Sequence[int]) -> int:
        """Give the seat that would deal next if these people sat at the table, by seat."""
        last = next((game for game in reversed(self.standing) if game.game.dealer is not None), None)
        then = self.people_at(1 if last is None else last.number)
        dealt = None if last is None else last.game.dealer
        return next_dealer(dealt, self.first_dealer, then, people)

    @property
    def next_sitters(self) -> tuple[int, ...]:
        """The seats that sit out in the next game, by the pattern of the table."""
        return sitters(self.players, self.next_dealer, self.pattern)

    def people_at(self, number: int) -> tuple[int, ...]:
        """The ids of the people at the table in game `number`, by seat."""
        return tuple(s.person for s in sorted(self.seats, key=lambda s: s.seat) if s.holds(number))

    @property
    def people(self) -> tuple[int, ...]:
        """The ids of everybody who ever sat here, by seat, then in order of arrival."""
        seats = sorted(self.seats, key=lambda s: (s.seat, s.from_number))
        return tuple(dict.fromkeys(s.person for s in seats))

    def came(self, person: int) -> int:
        """Give the number of the first game in which somebody sat here. Raises `ValueError` for a stranger."""
        return min(seat.from_number for seat in self.seats if seat.person == person)

    @property
    def stock_now(self) -> int:
        """What lies in the Stock, in units: after all games that count, and after the end of the evening."""
        return self.stock_left - (self.closed.amount if self.closed else 0)

    @property
    def stock_left(self) -> int:
        """What the games that count have left in the Stock, in units, whatever became of it then."""
        return self.stock + sum(game.score.stock - game.game.stock for game in self.standing)

    @property
    def has_stock(self) -> bool:
        """Whether there ever was something in the Stock, by the games that count."""
        return bool(self.stock) or any(game.score.stock or game.game.stock for game in self.standing)

    def totals(self) -> dict[int, int]:
        """Units won or lost on this sheet, by person id, with the shares of a Stock that was divided."""
        totals = dict.fromkeys(self.people, 0)
        for _, after in self.running():
            totals = after
        for person, share in (self.closed.shares if self.closed else {}).items():
            totals[person] += share
        return totals

    def running(self) -> Iterator[tuple[RecordedGame, dict[int, int]]]:
        """Each game that counts with the totals after it, by person id."""
        totals = dict.fromkeys(self.people, 0)
        for game in self.standing:
            for person, amount in zip(self.people_at(game.number), game.score.payouts, strict=True):
                totals[person] += amount
            yield game, dict(totals)


@dataclass(frozen=True, slots=True)
class Evening:
    """Everything about one evening. `date` is the local day on which it began; times are UTC.

    `price` is what a Strich, a head or a point costs, where people agreed on that. `payments` are those that were made
    and not taken back, the first first; `round_to` is the step in cents to which people pay. `levies`
    are due besides the games, as far as they were not taken back. `undone` are payments that were, each with what takes
    it back: nothing is worked out of them, and no file has them. `tournament` is the one at whose table it is.
    """

    id: UUID
    club: str
    date: date
    begun: datetime
    ended: datetime | None
    place: str
    people: tuple[Person, ...]
    rule_sets: tuple[NamedRuleSet, ...]
    sheets: tuple[Sheet, ...]
    payments: tuple[Payment, ...] = field(default=())
    price: Price | None = None
    round_to: int = 1
    levies: tuple[Levy, ...] = ()
    undone: tuple[tuple[Payment, Payment], ...] = field(default=(), compare=False)
    tournament: int | None = field(default=None, compare=False)

    @property
    def unit(self) -> Unit:
        """The unit of all amounts; an evening keeps to one."""
        return self.rule_sets[0].rules.unit

    @property
    def zero_sum(self) -> bool:
        """Whether payouts and Stock sum to zero, so that people can settle."""
        return not any(named.rules.winners_only or named.rules.unit is Unit.STRICH for named in self.rule_sets)

    def sheet(self, sheet_id: int) -> Sheet:
        """The sheet with that id. Raises `KeyError` for one that is not of this evening."""
        return {sheet.id: sheet for sheet in self.sheets}[sheet_id]

    def name_of(self, person: int) -> str:
        """The name of a person of this evening. Raises `KeyError` for a stranger."""
        return self.names[person]

    @property
    def names(self) -> Mapping[int, str]:
        """Names by person id."""
        return {person.id: person.name for person in self.people}

    @property
    def called(self) -> Mapping[int, str]:
        """What people are called at the table, by person id: short, where they have a nickname."""
        return {person.id: person.called for person in self.people}

    def totals(self) -> dict[int, int]:
        """Units won or lost over all sheets, by person id."""
        totals = dict.fromkeys((person.id for person in self.people), 0)
        for sheet in self.sheets:
            for person, amount in sheet.totals().items():
                totals[person] += amount
        return totals

    def check_code(self) -> str:
        """Eight characters that prove a printed sheet against the book: see `scorebook.ledger.check_code`."""
        return check_code(self)
