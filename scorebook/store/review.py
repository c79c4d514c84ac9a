"""The evenings of a season, or of a club from one day to another, looked back on: who was most of what."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import chain
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, case, func, or_, select

from scorebook.league.results import Measure
from scorebook.league.stats import Fact, Stat, summed
from scorebook.league.titles import COUNTED, PLAYED_KEYS, Title
from scorebook.store.league_tables import results
from scorebook.store.one_person import all_ones, everybody, name_told_apart, names_of
from scorebook.store.stats_reading import IS_LAST, Peak, peak, peaks
from scorebook.store.stats_tables import pairs, tallies
from scorebook.store.tables import clubs, evenings

DRAWN = 7
"""People whose course is drawn: more lines cannot be told apart."""
LOOKED_AT = frozenset(chain(PLAYED_KEYS, *COUNTED.values()))
"""Keys of what a look back speaks of: others are more than half of all rows."""


@dataclass(frozen=True, slots=True)
class Span:
    """Evenings that ended: those of a season, whoever's, else those of a club from one day to another."""

    club_id: int
    season_id: int | None = None
    first: date | None = None
    last: date | None = None


@dataclass(frozen=True, slots=True)
class Numbers:
    """How many evenings there were in one measure, how many games, and how many people played."""

    measure: Measure
    evenings: int
    games: int
    people: int


@dataclass(frozen=True, slots=True)
class Standing:
    """Somebody with all his evenings of a span; `club` is his."""

    id: int
    name: str
    club: str
    club_id: int
    amount: int
    games: int
    evenings: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Record:
    """Something that was most, and whose it was."""

    person_id: int
    name: str
    peak: Peak


@dataclass(frozen=True, slots=True)
class Most:
    """Somebody with something added up: how often it was, how often won, what it brought."""

    person_id: int
    name: str
    stat: Stat


@dataclass(frozen=True, slots=True)
class Couple:
    """Two people with what they did together."""

    ids: tuple[int, int]
    names: tuple[str, str]
    together: Stat


@dataclass(frozen=True, slots=True)
class Night:
    """An evening of a span: the amounts of those who played there, by person."""

    id: int
    date: date
    place: str
    amounts: dict[int, int]


@dataclass(frozen=True, slots=True)
class NightOf:
    """An evening as it was for somebody."""

    person_id: int
    name: str
    amount: int
    night: Night


@dataclass(frozen=True, slots=True)
class Course:
    """How those at the head came to where they stand: the evenings at which they were, with what they had."""

    measure: Measure
    leading: Sequence[Standing]
    nights: Sequence[Night]


@dataclass(frozen=True, slots=True)
class Section:
    """All that was played in one measure.

    `nights` are those of the people at the head, with what these had; `best` and `worst` are single evenings. For a
    book there are `every` evening, with what all had, and the `biggest` games by evening.
    """

    numbers: Numbers
    standings: Sequence[Standing]
    records: Mapping[Fact, Sequence[Record]]
    titles: Mapping[Title, Sequence[Most]]
    couples: Sequence[Couple]
    totals: Mapping[str, Stat]
    nights: Sequence[Night]
    best: Sequence[NightOf]
    worst: Sequence[NightOf]
    every: Sequence[Night] = ()
    biggest: Mapping[int, Record] = field(default_factory=dict)

    @property
    def course(self) -> Course:
        """The course of those at the head."""
        return Course(self.numbers.measure, self.standings[:DRAWN], self.nights)

    @property
    def champions(self) -> list[Standing]:
        """Those who have most."""
        return [one for one in self.standings if one.amount == self.standings[0].amount]

    @property
    def lanterns(self) -> list[Standing]:
        """Those who have least; nobody where all have the same."""
        return [] if self._alike else [one for one in self.standings if one.amount == self.standings[-1].amount]

    @property
    def _alike(self) -> bool:
        return not self.standings or self.standings[0].amount == self.standings[-1].amount


@dataclass(frozen=True, slots=True)
class Review:
    """A look back: whose, on what, and what there was in each measure, most games first.

    `name` is that of the season; of a year there is `year`. With several `clubs` people are shown with theirs.
    """

    club: str
    club_id: int
    name: str
    year: int | None
    season_id: int | None
    several: bool
    sections: Sequence[Section]


def years_of(connection: Connection, club_id: int) -> list[int]:
    """Give the years in which a club had evenings that ended, the latest first."""
    ended = (evenings.c.club_id == club_id, evenings.c.ended_at.is_not(None))
    first, last = connection.execute(select(func.min(evenings.c.date), func.max(evenings.c.date)).where(*ended)).one()
    if first is None:
        return []
    years = []
    for year in range(last.year, first.year - 1, -1):
        there = select(evenings.c.id).where(*ended, evenings.c.date.between(date(year, 1, 1), date(year, 12, 31)))
        if connection.execute(there.limit(1)).first() is not None:
            years.append(year)
    return years


def _in(span: Span) -> ColumnElement[bool]:
    """Say which evenings a span has."""
    ended = evenings.c.ended_at.is_not(None)
    if span.season_id is not None:
        return and_(ended, evenings.c.season_id == span.season_id)
    since = [] if span.first is None else [evenings.c.date >= span.first]
    until = [] if span.last is None else [evenings.c.date <= span.last]
    return and_(ended, evenings.c.club_id == span.club_id, *since, *until)


def numbers_of(connection: Connection, span: Span) -> list[Numbers]:
    """Say how much was played, in each measure, most first."""
    query = (
        select(
            results.c.measure,
            func.count(results.c.evening_id.distinct()),
            func.sum(results.c.games),
            func.count(everybody.c.one_id.distinct()),
        )
        .join(evenings)
        .join(everybody, everybody.c.id == results.c.person_id)
        .where(_in(span), results.c.place.is_not(None))
        .group_by(results.c.measure)
        .order_by(func.sum(results.c.games).desc(), results.c.measure)
    )
    return [
        Numbers(Measure(measure), nights, int(games) // 4, players)
        for measure, nights, games, players in connection.execute(query)
    ]


def standings_of(connection: Connection, span: Span, measure: Measure) -> list[Standing]:
    """Add up everybody's evenings of a span: who has most comes first."""
    summed = (
        select(
            everybody.c.one_id,
            func.sum(results.c.amount).label("amount"),
            func.sum(results.c.games).label("games"),
            func.count().label("evenings"),
            func.sum(case((results.c.place == 1, 1), else_=0)).label("first"),
            func.sum(case((IS_LAST, 1), else_=0)).label("last"),
        )
        .join(evenings)
        .join(everybody, everybody.c.id == results.c.person_id)
        .where(_in(span), results.c.place.is_not(None), results.c.measure == measure.value)
        .group_by(everybody.c.one_id)
        .subquery()
    )
    query = (
        select(summed, name_told_apart.label("name"), everybody.c.club_id, clubs.c.name.label("club"))
        .join(everybody, everybody.c.id == summed.c.one_id)
        .join(clubs, clubs.c.id == everybody.c.club_id)
        .order_by(summed.c.amount.desc(), everybody.c.name_key, summed.c.one_id)
    )
    return [
        Standing(
            *(row.one_id, row.name, row.club, row.club_id),
            *map(int, (row.amount, row.games, row.evenings, row.first, row.last)),
        )
        for row in connection.execute(query)
    ]


def records_of(connection: Connection, span: Span) -> dict[Measure, dict[Fact, list[Record]]]:
    """Give what was most in each measure, of all to whom it happened alike: for each the first time, the first first.

    All is asked for at once: a large season is read twice, not once for each fact.
    """
    here = _in(span)
    bounds = (
        select(tallies.c.measure, tallies.c.key)
        .add_columns(func.max(tallies.c.count), func.max(tallies.c.amount), func.min(tallies.c.amount))
        .join(evenings, evenings.c.id == tallies.c.evening_id)
        .where(here, tallies.c.game_id.is_not(None))
        .group_by(tallies.c.measure, tallies.c.key)
    )
    most = [_most(*row) for row in connection.execute(bounds)]
    if not most:
        return {}
    first = (
        select(func.min(tallies.c.id))
        .join(evenings, evenings.c.id == tallies.c.evening_id)
        .join(everybody, everybody.c.id == tallies.c.person_id)
        .where(here, tallies.c.game_id.is_not(None), or_(*most))
        .group_by(tallies.c.measure, tallies.c.key, everybody.c.one_id)
    )
    query = _recorded().where(tallies.c.id.in_(first)).order_by(evenings.c.date, tallies.c.id)
    found: dict[Measure, dict[Fact, list[Record]]] = {}
    for row in connection.execute(query):
        of_measure = found.setdefault(Measure(row.measure), {})
        of_measure.setdefault(Fact(row.key), []).append(Record(row.one_id, row.name, peak(row)))
    return found


def _most(measure: str, key: str, count: int, highest: int, lowest: int) -> ColumnElement[bool]:
    """Say which rows have the most of a fact that there is of it."""
    amount = {Fact.BEST: highest, Fact.WORST: lowest}.get(Fact(key))
    most = tallies.c.count == count if amount is None else tallies.c.amount == amount
    return and_(tallies.c.measure == measure, tallies.c.key == key, most)


def sums_of(connection: Connection, span: Span) -> dict[Measure, dict[str, dict[int, Stat]]]:
    """Add up how often what a look back speaks of was so for everybody, in each measure, by key and person."""
    query = (
        select(
            *(tallies.c.measure, tallies.c.key, tallies.c.person_id),
            *(func.sum(tallies.c.count), func.sum(tallies.c.won), func.sum(tallies.c.amount)),
        )
        .join(evenings, evenings.c.id == tallies.c.evening_id)
        .where(_in(span), tallies.c.key.in_(LOOKED_AT), tallies.c.game_id.is_(None))
        .group_by(tallies.c.measure, tallies.c.key, tallies.c.person_id)
    )
    ones = all_ones(connection)
    found: dict[Measure, dict[str, dict[int, Stat]]] = {}
    for measure, key, person, times, won, amount in connection.execute(query):
        of_key = found.setdefault(Measure(measure), {}).setdefault(key, {})
        one = ones.get(person, person)
        of_key[one] = summed((of_key.get(one, Stat()), Stat(int(times), int(won), int(amount))))
    return found


def couples_of(connection: Connection, span: Span) -> dict[Measure, list[Couple]]:
    """Give the two who won most together in each measure, all who won as much; what both got counts."""
    one = case((pairs.c.person_id < pairs.c.other_id, pairs.c.person_id), else_=pairs.c.other_id)
    two = case((pairs.c.person_id < pairs.c.other_id, pairs.c.other_id), else_=pairs.c.person_id)
    query = (
        select(pairs.c.measure, one, two)
        .add_columns(func.sum(pairs.c.with_games), func.sum(pairs.c.with_won), func.sum(pairs.c.with_amount))
        .join(evenings, evenings.c.id == pairs.c.evening_id)
        .where(_in(span))
        .group_by(pairs.c.measure, one, two)
    )
    ones = all_ones(connection)
    together: dict[str, dict[tuple[int, int], Stat]] = {}
    for measure, first, second, times, won, amount in connection.execute(query):
        of_measure = together.setdefault(measure, {})
        low, high = sorted((ones.get(first, first), ones.get(second, second)))
        stat = Stat(int(times), int(won), int(amount))
        of_measure[low, high] = summed((of_measure.get((low, high), Stat()), stat))
    best = {Measure(measure): _most_won(met) for measure, met in together.items()}
    names = names_of(connection, {person for met in best.values() for ids in met for person in ids})
    return {
        measure: [Couple(ids, (names[ids[0]], names[ids[1]]), _halved(both)) for ids, both in met.items()]
        for measure, met in best.items()
    }


def _most_won(met: Mapping[tuple[int, int], Stat]) -> dict[tuple[int, int], Stat]:
    """Give those who won most together, in their order; nobody where nobody won anything."""
    most = max(both.amount for both in met.values())
    return {ids: met[ids] for ids in sorted(met) if met[ids].amount == most > 0}


def _halved(both: Stat) -> Stat:
    """Count each game of two once; the amount is that of both."""
    return Stat(both.times // 2, both.won // 2, both.amount)


def nights_of(
    connection: Connection, span: Span, measure: Measure, people_ids: Collection[int] | None = None
) -> list[Night]:
    """Give the evenings of a span, the first first, with everybody's amount; or those of some people, with theirs."""
    whose = [] if people_ids is None else [everybody.c.one_id.in_(people_ids)]
    query = (
        select(evenings.c.id, evenings.c.date, evenings.c.place, everybody.c.one_id, results.c.amount)
        .join(results, results.c.evening_id == evenings.c.id)
        .join(everybody, everybody.c.id == results.c.person_id)
        .where(_in(span), results.c.place.is_not(None), results.c.measure == measure.value, *whose)
        .order_by(evenings.c.date, evenings.c.begun_at, evenings.c.id, results.c.place, results.c.id)
    )
    found: dict[int, Night] = {}
    for row in connection.execute(query):
        night = found.setdefault(row.id, Night(row.id, row.date, row.place, {}))
        night.amounts[row.one_id] = row.amount
    return list(found.values())


def extreme_nights(connection: Connection, span: Span, measure: Measure, *, worst: bool = False) -> list[NightOf]:
    """Give whose evening was the best or the worst, all who had as much, the first first."""
    here = (_in(span), results.c.place.is_not(None), results.c.measure == measure.value)
    size = func.min(results.c.amount) if worst else func.max(results.c.amount)
    most = select(size).select_from(results).join(evenings).where(*here).scalar_subquery()
    query = (
        select(everybody.c.one_id, name_told_apart.label("name"), results.c.amount)
        .add_columns(evenings.c.id, evenings.c.date, evenings.c.place)
        .join(evenings, evenings.c.id == results.c.evening_id)
        .join(everybody, everybody.c.id == results.c.person_id)
        .where(*here, results.c.amount == most)
        .order_by(evenings.c.date, evenings.c.id, results.c.id)
    )
    return [
        NightOf(row.one_id, row.name, row.amount, Night(row.id, row.date, row.place, {}))
        for row in connection.execute(query)
    ]


def biggest_of(connection: Connection, span: Span, measure: Measure) -> dict[int, Record]:
    """Give the biggest game of each evening, the first of several."""
    here = (_in(span), tallies.c.measure == measure.value, tallies.c.key == Fact.BEST.value)
    query = _recorded().where(*here).order_by(tallies.c.amount.desc(), tallies.c.game_id, tallies.c.id)
    found: dict[int, Record] = {}
    for row in connection.execute(query):
        if row.evening_id not in found:
            found[row.evening_id] = Record(row.one_id, row.name, peak(row))
    return found


def _recorded() -> Select[Any]:
    """Ask for what was most of evenings, with whose it was."""
    return (
        peaks()
        .add_columns(everybody.c.one_id, name_told_apart.label("name"))
        .join(everybody, everybody.c.id == tallies.c.person_id)
    )
