"""A look back as plain texts in their places: the same for the page and for paper."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from uuid import UUID

from scorebook import wording
from scorebook.league.results import Measure
from scorebook.league.stats import Fact, Part, Stat
from scorebook.league.titles import Title
from scorebook.reports.names import short_names
from scorebook.reports.season_charts import totals as totals_of
from scorebook.reports.view import Figure
from scorebook.rules import Contract
from scorebook.store.review import Night, Record, Review, Section, Standing
from scorebook.store.stats_reading import Peak
from scorebook.wording import GERMAN, Language
from scorebook.wording.league import MEASURES
from scorebook.wording.stats import FACTS, figure, money, share
from scorebook.wording.titles import TITLES

MOST_NAMES = 3
"""Names that stand at one thing; how many more there are is said."""
WON = (Title.SOLI, Title.DECLARER, Title.CALLED, Title.TOUT)
"""Titles of games that can be won or lost."""
PLAYERS = 4
"""How many play a game: in a Ramsch each of them for himself."""


@dataclass(frozen=True, slots=True)
class Honour:
    """Something that somebody was, or some: ids and names, what it was, how it came about, and where to see it."""

    title: str
    people: tuple[tuple[int, str], ...]
    more: int
    figure: str
    note: str = ""
    game: UUID | None = None
    evening: int | None = None


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A row of the final standings; `place` is empty for who shares that of the row above."""

    place: str
    person: int
    name: str
    club: str
    total: Figure
    evenings: int
    games: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class ContractRow:
    """How often a contract was played, how often it was won by who played it, and what that brought him."""

    name: str
    count: int
    share: str
    total: Figure


@dataclass(frozen=True, slots=True)
class NightRow:
    """An evening in the course: the day, and everybody's total after it, in the order of the columns."""

    evening: int
    day: str
    totals: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class SectionView:
    """All that was played in one measure."""

    measure: Measure
    heading: str
    numbers: tuple[tuple[str, str], ...]
    honours: tuple[Honour, ...]
    standings: tuple[StandingRow, ...]
    contracts: tuple[ContractRow, ...]
    columns: tuple[str, ...]
    nights: tuple[NightRow, ...]
    left_out: int


@dataclass(frozen=True, slots=True)
class ReviewView:
    """A look back. `several`: people of several clubs, each shown with his."""

    title: str
    club: str
    several: bool
    sections: tuple[SectionView, ...]


def review_view(review: Review, say: Language = GERMAN) -> ReviewView:
    """Put a look back into words."""
    return ReviewView(
        title=review_title(review, say),
        club=review.club,
        several=review.several,
        sections=tuple(_section(section, say) for section in review.sections),
    )


def review_title(review: Review, say: Language = GERMAN) -> str:
    """Name a look back: that of a year, or of a season."""
    return review.name if review.year is None else say("Jahresrückblick %(year)d", year=review.year)


def _section(section: Section, say: Language) -> SectionView:
    numbers, measure = section.numbers, section.numbers.measure
    drawn = section.course.leading
    names = short_names({one.id: one.name for one in drawn})
    return SectionView(
        measure=measure,
        heading=say(MEASURES[measure]),
        numbers=(
            (say("Abende"), str(numbers.evenings)),
            (say("Spiele"), str(numbers.games)),
            (say("Leute"), str(numbers.people)),
        ),
        honours=tuple(honours(section, say)),
        standings=tuple(_standings(section, say)),
        contracts=tuple(_contracts(section, say)),
        columns=tuple(names[one.id] for one in drawn),
        nights=tuple(_nights(section, say)),
        left_out=len(section.standings) - len(drawn),
    )


def honours(section: Section, say: Language) -> Iterator[Honour]:
    """Say who was most of what, the most important first. What nobody was is left out."""
    measure = section.numbers.measure
    yield from _of_standings(section, say)
    for fact in (Fact.BEST, Fact.WORST, Fact.LAUFENDE, Fact.RUN):
        if fact in section.records:
            yield record_honour(say(FACTS[fact]), fact, section.records[fact], measure, say)
    for couple in section.couples[:1]:
        people = zip(couple.ids, couple.names, strict=True)
        note = _games(couple.together, say)
        yield Honour(say("Bestes Gespann"), tuple(people), 0, money(couple.together.amount, measure, say), note)
    yield from _of_nights(section, say)
    for title in Title:
        most = section.titles.get(title, ())
        if most:
            count = most[0].stat.times
            note = _won(most[0].stat, say) if len(most) == 1 and title in WON else ""
            yield shared(say(TITLES[title]), [(one.person_id, one.name) for one in most], str(count), note)


def _of_standings(section: Section, say: Language) -> Iterator[Honour]:
    measure = section.numbers.measure
    for title, found in ((say("Ganz vorn"), section.champions), (say("Rote Laterne"), section.lanterns)):
        if found:
            note = say.plural("an %(num)d Abend", "an %(num)d Abenden", found[0].evenings) if len(found) == 1 else ""
            yield shared(title, _whose(found), money(found[0].amount, measure, say), note)
    often = ((say("Meiste Abendsiege"), attrgetter("first")), (say("Am öftesten Letzter"), attrgetter("last")))
    for title, count in often:
        most = max(map(count, section.standings), default=0)
        if most:
            yield shared(title, _whose([one for one in section.standings if count(one) == most]), str(most))


def _whose(found: Iterable[Standing]) -> list[tuple[int, str]]:
    return [(one.id, one.name) for one in found]


def shared(title: str, people: Sequence[tuple[int, str]], text: str, note: str = "") -> Honour:
    """Say what somebody was, or some alike: the first are named."""
    return Honour(title, tuple(people[:MOST_NAMES]), max(len(people) - MOST_NAMES, 0), text, note)


def record_honour(
    title: str, fact: Fact, records: Sequence[Record], measure: Measure, say: Language = GERMAN
) -> Honour:
    """Put what was most into words. Of several people in one game, and of several games, the first are named."""
    first = records[0]
    people = list(dict.fromkeys((one.person_id, one.name) for one in records))
    return Honour(
        title,
        tuple(people[:MOST_NAMES]),
        max(len(people) - MOST_NAMES, 0),
        peak_figure(fact, first.peak.stat, measure, say),
        peak_note(fact, first.peak, say),
        first.peak.uuid,
        first.peak.evening_id,
    )


def peak_figure(fact: Fact, stat: Stat, measure: Measure, say: Language = GERMAN) -> str:
    """Say how much most was: an amount, so many Laufende, so many games."""
    if fact is Fact.RUN:
        return say.plural("%(num)d Spiel", "%(num)d Spiele", stat.times)
    return str(stat.times) if fact is Fact.LAUFENDE else money(stat.amount, measure, say)


def peak_note(fact: Fact, peak: Peak, say: Language = GERMAN) -> str:
    """Say in which game it was, and when."""
    day = say.day(peak.date)
    return day if fact is Fact.RUN else f"{peak_game(peak, say)}, {day}"


def peak_game(peak: Peak, say: Language = GERMAN) -> str:
    """Name the game that was most."""
    return wording.game_name(peak.game, say.playing(peak.cards))


def _of_nights(section: Section, say: Language) -> Iterator[Honour]:
    """Say whose the best evening was, and whose the worst."""
    for title, found, sign in ((say("Bester Abend"), section.best, 1), (say("Schlechtester Abend"), section.worst, -1)):
        if found and found[0].amount * sign > 0:
            people = dict.fromkeys((one.person_id, one.name) for one in found)
            night, text = found[0].night, money(found[0].amount, section.numbers.measure, say)
            yield replace(shared(title, [*people], text, night_text(night, say)), evening=night.id)


def night_text(night: Night, say: Language = GERMAN) -> str:
    """Say when and where an evening was."""
    return ", ".join(filter(None, (say.day(night.date), night.place)))


def _games(stat: Stat, say: Language) -> str:
    return ", ".join((say.plural("%(num)d Spiel", "%(num)d Spiele", stat.times), _won(stat, say)))


def _won(stat: Stat, say: Language) -> str:
    return say("%(share)s gewonnen", share=share(stat))


def _standings(section: Section, say: Language) -> Iterator[StandingRow]:
    place, last = 0, None
    for number, one in enumerate(section.standings, start=1):
        same = one.amount == last
        place, last = (place if same else number), one.amount
        yield StandingRow(
            f"{place}.",
            one.id,
            one.name,
            one.club,
            _figure(one.amount, section, say),
            one.evenings,
            one.games,
            one.first,
            one.last,
        )


def _figure(units: int, section: Section, say: Language) -> Figure:
    return Figure(figure(units, section.numbers.measure, say), units < 0)


def _contracts(section: Section, say: Language) -> Iterator[ContractRow]:
    """Give the contracts that were played, the most frequent first. A Ramsch nobody played."""
    found = []
    for contract in Contract:
        stat = section.totals.get(f"{Part.DECLARER}.{contract}")
        each = section.totals.get(f"{Part.EACH}.{contract}")
        name = wording.contract_name(contract, say)
        if stat is not None:
            found.append(ContractRow(name, stat.times, share(stat), _figure(stat.amount, section, say)))
        elif each is not None:
            found.append(ContractRow(name, each.times // PLAYERS, "", Figure("", negative=False)))
    yield from sorted(found, key=lambda row: -row.count)


def _nights(section: Section, say: Language) -> Iterator[NightRow]:
    """Give everybody's total after each evening; before his first one he has none, not 0."""
    totals = totals_of(section.course)
    there: set[int] = set()
    for place, night in enumerate(section.nights, start=1):
        there |= night.amounts.keys()
        after = (
            _figure(line[place], section, say) if person in there else Figure("", negative=False)
            for person, line in totals.items()
        )
        yield NightRow(night.id, say.day(night.date), tuple(after))
