"""Evenings that are made up: when, who, by which rules, and how they go on from game to game."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import cycle, islice
from random import Random
from uuid import UUID

from scorebook.ledger.evening import Cancellation, Evening, NamedRuleSet, Seat, Sheet
from scorebook.ledger.stock import sharers
from scorebook.ledger.stock_closing import MoveKind, StockClosing
from scorebook.rules import Unit
from scorebook.services.sampling_games import Pool
from scorebook.services.sampling_people import circles
from scorebook.settings import BERLIN
from scorebook.store.made_up import MadeEvening, MadeGame
from scorebook.store.whole import Places

PLACES = ("Gasthaus Lamm", "Vereinsheim", "Beim Wirt", "Daheim", "")
REASONS = ("vertippt", "falscher Spieler", "doch verloren", "zweimal eingetragen")
LATEST = date(2026, 11, 20)
"""The day of the latest evening; the others lie before it."""
AT_ONCE = 200
"""Evenings that are written in one transaction."""
GAMES_AN_EVENING = 50
SWING = 8
"""So many games earlier or later than evenly an evening may end, and the next one begin to count."""
GOING_ON = 2
"""So many of the latest evenings are not ended yet."""
GUEST = 0.1
"""The share of the evenings at which somebody may sit who plays elsewhere as a rule."""
STEP = timedelta(minutes=5)
"""From game to game."""
CANCELLED = 0.03
CORRECTED = 0.02
"""Shares of all games."""
_BITS = 2**62


@dataclass(frozen=True, slots=True)
class Slot:
    """One of the evenings that are to be made up; `back` counts from the latest, which is 0."""

    back: int
    day: date
    games: int
    circle: range


def slots(random: Random, games: int) -> Iterator[Slot]:
    """Divide games among evenings, the earliest first. Each circle meets twice in three days, each at its own table.

    >>> [slot.games for slot in slots(Random(1), 20)], sum(slot.games for slot in slots(Random(1), 1000))
    ([20], 1000)
    >>> [str(slot.day) for slot in slots(Random(1), 200)]
    ['2026-11-16', '2026-11-17', '2026-11-19', '2026-11-20']
    """
    tables, playing = _tables(games), circles(games)
    done = 0
    for back in reversed(range(tables)):
        until = games - games * back // tables
        if back:
            until += random.randint(-SWING, SWING)
        yield Slot(back, _day(back, playing), until - done, playing[back % len(playing)])
        done = until


def first_day(games: int) -> date:
    """Give the day of the first evening at which so many games are divided."""
    return _day(max(_tables(games) - 1, 0), circles(games))


def _tables(games: int) -> int:
    return -(-games // GAMES_AN_EVENING)


def _day(back: int, playing: Sequence[range]) -> date:
    return LATEST - timedelta(days=back // len(playing) * 3 // 2)


@dataclass(frozen=True, slots=True)
class House:
    """What all evenings draw from: the club, who writes, its rule sets with their ids, and its people's ids."""

    club_id: int
    by: str
    rules: tuple[NamedRuleSet, ...]
    rule_set_ids: tuple[int, ...]
    people: Sequence[int]


def evening_uuid(random: Random) -> UUID:
    """Give the UUID of the next evening: the first that is drawn for it."""
    return UUID(int=random.getrandbits(128), version=4)


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be made up: so many games in all, from one source of chance, for a house."""

    source: str
    games: int
    house: House

    def batches(self) -> Iterator[list[MadeEvening]]:
        """Make up the evenings, some at a time, the earliest first."""
        random, chance = Random(self.source), Random(f"{self.source}.slots")  # noqa: S311 - nothing secret
        pools = [Pool(random, named.rules) for named in self.house.rules]
        evenings = ended(make(random, self.house, pools, slot) for slot in slots(chance, self.games))
        while batch := list(islice(evenings, AT_ONCE)):
            yield batch


def make(random: Random, house: House, pools: Sequence[Pool], slot: Slot) -> MadeEvening:
    """Make an evening; where two rule sets have one unit, the second may come at half time."""
    uuid = evening_uuid(random)
    used = _rule_sets(random, house.rules)
    unit = house.rules[used[0]].rules.unit
    people = _sitting(random, house, slot, 5 if random.random() < 0.2 and unit is Unit.CENT else 4)
    begun = datetime.combine(slot.day, time(19, 5 * random.randrange(12)), BERLIN).astimezone(UTC)
    table = _Table(random, house.by, begun, len(people), [pools[rule_set] for rule_set in used])
    for place in range(slot.games):
        table.go_on(place * len(used) // slot.games)
    evening = Evening(
        id=uuid,
        club="",
        date=slot.day,
        begun=begun,
        ended=None if slot.back < GOING_ON else table.now + STEP,
        place=random.choice(PLACES),
        people=(),
        rule_sets=tuple(house.rules[rule_set] for rule_set in used),
        sheets=(Sheet(0, 0, tuple(Seat(seat, person) for seat, person in enumerate(people))),),
    )
    places = Places(
        house.club_id, [house.rule_set_ids[rule_set] for rule_set in used], dict(zip(people, people, strict=True))
    )
    return MadeEvening.of(evening, places, house.by, table.games, table.stock)


def ended(made: Iterable[MadeEvening]) -> Iterator[MadeEvening]:
    """Say of all evenings what became of their Stock: the latest that leaves one keeps it, the others box or divide it.

    They come in order; each that leaves a Stock is held back until the next such one is there.
    """
    waiting: list[MadeEvening] = []
    kinds = cycle((MoveKind.BOXED, MoveKind.DIVIDED))
    for evening in made:
        if evening.leaves and waiting:
            yield _closed(waiting[0], next(kinds))
            yield from waiting[1:]
            waiting.clear()
        waiting.append(evening)
    if waiting:
        yield _closed(waiting[0], MoveKind.KEPT)
        yield from waiting[1:]


def _closed(made: MadeEvening, kind: MoveKind) -> MadeEvening:
    if made.evening.ended is None or not made.leaves:
        return made
    sheet = made.evening.sheets[0]
    closed = StockClosing(kind, made.stock, made.evening.ended, made.by, sharers(sheet, kind))
    return replace(made, evening=replace(made.evening, sheets=(replace(sheet, closed=closed),)))


def _rule_sets(random: Random, rules: Sequence[NamedRuleSet]) -> list[int]:
    """Choose by which of the rule sets an evening plays."""
    used = random.choices(range(len(rules)), (6, 4, 4, 1, 2))
    other = random.randrange(len(rules))
    if random.random() < 0.2 and other not in used and rules[other].rules.unit is rules[used[0]].rules.unit:
        used.append(other)
    return used


def _sitting(random: Random, house: House, slot: Slot, seats: int) -> list[int]:
    """Choose who sits at the table, by seat; now and then one of them has come from elsewhere."""
    numbers = random.sample(slot.circle, seats)
    guest = random.randrange(len(house.people))
    if random.random() < GUEST and guest not in numbers:
        numbers[random.randrange(seats)] = guest
    return [house.people[number] for number in numbers]


@dataclass(slots=True)
class _Table:
    """A table in the course of an evening."""

    random: Random
    by: str
    now: datetime
    players: int
    pools: Sequence[Pool]
    stock: int = 0
    dealt: int | None = None
    games: list[MadeGame] = field(default_factory=list)

    def go_on(self, rule_set: int) -> None:
        """Correct the last game now and then, or else play the next one."""
        if self.games and self.games[-1].undone is None and self.random.random() < CORRECTED:
            self._correct(self.games[-1])
        else:
            self._play(rule_set)

    def _play(self, rule_set: int) -> None:
        """Play and record the next game; now and then it is taken back at once, and the same one deals again."""
        dealer = 0 if self.dealt is None else (self.dealt + 1) % self.players
        ready = self.pools[rule_set].draw(self.players, dealer, self.stock)
        self.now += STEP
        undone = None
        if self.random.random() < CANCELLED:
            undone = self._cancellation()
        else:
            self.stock, self.dealt = ready.stock_after, dealer
        number = self.games[-1].number + 1 if self.games else 1
        self.games.append(MadeGame(ready, self._uuid(self.now), number, 0, rule_set, self.now, undone))

    def _correct(self, old: MadeGame) -> None:
        """Put another game in the place of the last one."""
        self.stock = old.ready.stock_before
        pool = self.pools[old.rule_set]
        while (ready := pool.draw(self.players, self.dealt or 0, self.stock)).values == old.ready.values:
            pass
        undone = self._cancellation()
        at = undone[1].at
        self.games[-1] = old._replace(undone=undone)
        self.games.append(old._replace(ready=ready, uuid=self._uuid(at), version=old.version + 1, at=at, undone=None))
        self.stock = ready.stock_after

    def _cancellation(self) -> tuple[UUID, Cancellation]:
        at = self.now + timedelta(minutes=1)
        return UUID(self._uuid(at)), Cancellation(at, self.by, self.random.choice(REASONS))

    def _uuid(self, at: datetime) -> str:
        """Give the digits of a UUID of version 7: the time first, so that databases find room for it at their end."""
        first, last = divmod(self.random.getrandbits(74), _BITS)
        return f"{int(at.timestamp()) * 1000 << 80 | 7 << 76 | first << 64 | 2 << 62 | last:032x}"
