"""The evenings of a season, or of a club from one day to another, looked back on: who was most of what."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, case, func, select

from scorebook.league.results import Measure
from scorebook.league.stats import Fact, Pair, Stat
from scorebook.league.titles import Title
from scorebook.store.league_tables import results
from scorebook.store.one_person import everybody, name_told_apart, names_of
from scorebook.store.stats_reading import IS_LAST, MET, Peak, pair, peak, peaks
from scorebook.store.stats_tables import pairs, tallies
from scorebook.store.tables import clubs, evenings

DRAWN = 7
"""People whose course is drawn: more lines cannot be told apart."""


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
    def leading(self) -> Sequence[Standing]:
        """Those at the head, whose course is drawn."""
        return self.standings[:DRAWN]

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


def records_of(connection: Connection, span: Span, measure: Measure, fact: Fact) -> list[Record]:
    """Give what was most, of all to whom it happened alike: for each the first time, the first first."""
    size = tallies.c.amount if fact in (Fact.BEST, Fact.WORST) else tallies.c.count
    most = func.min(size) if fact is Fact.WORST else func.max(size)
    here = (tallies.c.measure == measure.value, tallies.c.key == fact.value, _in(span))
    of_span = (
        select(everybody.c.one_id)
        .select_from(tallies)
        .join(evenings)
        .join(everybody, everybody.c.id == tallies.c.person_id)
        .where(*here)
    )
    highest = of_span.with_only_columns(most).scalar_subquery()
    first = of_span.with_only_columns(func.min(tallies.c.id)).where(size == highest).group_by(everybody.c.one_id)
    query = _recorded(span, measure, fact).where(tallies.c.id.in_(first)).order_by(evenings.c.date, tallies.c.id)
    return [Record(row.one_id, row.name, peak(row)) for row in connection.execute(query)]


def sums_of(connection: Connection, span: Span, measure: Measure) -> dict[str, dict[int, Stat]]:
    """Add up how often what was so for everybody, by key and person."""
    query = (
        select(
            *(tallies.c.key, everybody.c.one_id),
            *(func.sum(tallies.c.count), func.sum(tallies.c.won), func.sum(tallies.c.amount)),
        )
        .select_from(tallies)
        .join(everybody, everybody.c.id == tallies.c.person_id)
        .join(evenings, evenings.c.id == tallies.c.evening_id)
        .where(_in(span), tallies.c.measure == measure.value, tallies.c.game_id.is_(None))
        .group_by(tallies.c.key, everybody.c.one_id)
    )
    found: dict[str, dict[int, Stat]] = {}
    for key, person, times, won, amount in connection.execute(query):
        found.setdefault(key, {})[person] = Stat(int(times), int(won), int(amount))
    return found


def couples_of(connection: Connection, span: Span, measure: Measure) -> list[Couple]:
    """Give the two who won most together, all who won as much; what both got counts."""
    own, other = everybody.alias("own"), everybody.alias("other_one")
    one = case((own.c.one_id < other.c.one_id, own.c.one_id), else_=other.c.one_id)
    two = case((own.c.one_id < other.c.one_id, other.c.one_id), else_=own.c.one_id)
    met = (
        select(one.label("one"), two.label("two"), *MET)
        .join_from(pairs, evenings, evenings.c.id == pairs.c.evening_id)
        .join(own, own.c.id == pairs.c.person_id)
        .join(other, other.c.id == pairs.c.other_id)
        .where(_in(span), pairs.c.measure == measure.value)
        .group_by(one, two)
        .subquery()
    )
    most = select(func.max(met.c.with_amount)).scalar_subquery()
    query = select(met).where(met.c.with_amount == most, met.c.with_amount > 0).order_by(met.c.one, met.c.two)
    rows = connection.execute(query).all()
    names = names_of(connection, {person for row in rows for person in (row.one, row.two)})
    return [Couple((row.one, row.two), (names[row.one], names[row.two]), _halved(pair(row))) for row in rows]


def _halved(both: Pair) -> Stat:
    """Count each game of two once; the amount is that of both."""
    return Stat(both.together.times // 2, both.together.won // 2, both.together.amount)


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
    query = _recorded(span, measure, Fact.BEST).order_by(tallies.c.amount.desc(), tallies.c.game_id, tallies.c.id)
    found: dict[int, Record] = {}
    for row in connection.execute(query):
        if row.evening_id not in found:
            found[row.evening_id] = Record(row.one_id, row.name, peak(row))
    return found


def _recorded(span: Span, measure: Measure, fact: Fact) -> Select[Any]:
    """Ask for what was most of evenings, with whose it was."""
    return (
        peaks()
        .add_columns(everybody.c.one_id, name_told_apart.label("name"))
        .join(everybody, everybody.c.id == tallies.c.person_id)
        .where(tallies.c.measure == measure.value, tallies.c.key == fact.value, _in(span))
    )
