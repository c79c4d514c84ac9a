"""The report of an evening on one page: who won, how it went, and what people will talk about."""

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from scorebook import wording
from scorebook.league.results import Measure, measure_of
from scorebook.league.stats import CALLED, EveningStats, Fact, Part, Played, Stat, evening_stats, facts_of, part_key
from scorebook.league.titles import SOLI
from scorebook.ledger.evening import Evening, RecordedGame
from scorebook.reports import award
from scorebook.reports.abrechnung import environment
from scorebook.reports.charts import course, course_chart
from scorebook.reports.names import short_names
from scorebook.reports.page import Page
from scorebook.reports.review_view import Honour, peak_figure, shared
from scorebook.reports.view import BERLIN, Figure, about
from scorebook.wording import GERMAN, Language
from scorebook.wording.stats import FACTS, figure, money, share

STYLE = "review"
STEPS = 12
"""Rows of the table beside the chart, about."""


@dataclass(frozen=True, slots=True)
class Row:
    """Somebody's evening: his place, what he has, his games and how many of them he won, his Soli."""

    place: str
    name: str
    total: Figure
    games: int
    share: str
    solos: str


@dataclass(frozen=True, slots=True)
class Step:
    """What everybody has after a game."""

    number: str
    totals: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """Everything on the paper."""

    title: str
    club: str
    about: tuple[str, ...]
    winners: str
    won: str
    rows: tuple[Row, ...]
    honours: tuple[Honour, ...]
    columns: tuple[str, ...]
    steps: tuple[Step, ...]


def page(evening: Evening, say: Language = GERMAN, zone: ZoneInfo = BERLIN) -> Page:
    """Give the report of an evening to be printed."""
    return Page(html(evening, say, zone), STYLE)


def html(evening: Evening, say: Language = GERMAN, zone: ZoneInfo = BERLIN) -> str:
    """Write the report as one complete page, the chart inside it."""
    chart = b64encode(course_chart(evening, "print", say, (640, 330))).decode()
    return environment().get_template("report.html").render(report=report(evening, say, zone), chart=chart, _=say)


def report(evening: Evening, say: Language = GERMAN, zone: ZoneInfo = BERLIN) -> Report:
    """Put an evening into words, for those who were not there."""
    best, totals = award.best(evening), evening.totals()
    measure = measure_of(evening.rule_sets[0].rules)
    counted = _Counted.of(evening, measure)
    _games, courses = course(evening)
    short = short_names(evening.names)
    return Report(
        title=" · ".join(filter(None, (say("Bericht"), evening.club, say.day(evening.date, "long")))),
        club=evening.club,
        about=about(evening, say, zone),
        winners=", ".join(evening.name_of(person) for person in best),
        won=money(totals[best[0]], measure, say) if best else "",
        rows=tuple(_rows(evening, counted, say)),
        honours=tuple(_honours(evening, counted, say)) if best else (),
        columns=tuple(short[person] for person in courses),
        steps=tuple(_steps(courses, measure, say)),
    )


@dataclass(frozen=True, slots=True)
class _Counted:
    """The statistics of an evening, and the games that they name by their place in it."""

    measure: Measure
    stats: EveningStats
    games: Sequence[RecordedGame]

    @classmethod
    def of(cls, evening: Evening, measure: Measure) -> "_Counted":
        """Count an evening. Games whose amounts are counted in something else are left out."""
        games: list[RecordedGame] = []
        played: list[Played] = []
        for sheet in evening.sheets:
            for game in sheet.standing:
                facts = facts_of(game.game, game.score)
                if facts is not None and measure_of(evening.rule_sets[game.rule_set].rules) is measure:
                    played.append(Played(facts, sheet.people_at(game.number), measure, len(games)))
                games.append(game)
        return cls(measure, evening_stats(played), games)

    def stat(self, person: int, *keys: str) -> Stat:
        """Add up what these keys count for somebody."""
        tallies = self.stats.tallies.get((person, self.measure), {})
        found = [tallies.get(key, Stat()) for key in keys]
        return Stat(sum(one.times for one in found), sum(one.won for one in found), sum(one.amount for one in found))

    def peaks(self, fact: Fact) -> list[tuple[int, Stat]]:
        """Give those for whom something was most, of all, with what it was."""
        found = [(person, tallies[fact]) for (person, _), tallies in self.stats.tallies.items() if fact in tallies]
        most = max((_size(fact, stat) for _, stat in found), default=0)
        alike = [(person, stat) for person, stat in found if _size(fact, stat) == most]
        return sorted(alike, key=lambda one: one[1].game or 0)


def _size(fact: Fact, stat: Stat) -> int:
    """Say how much something is, to find the most."""
    return {Fact.BEST: stat.amount, Fact.WORST: -stat.amount}.get(fact, stat.times)


def _rows(evening: Evening, counted: _Counted, say: Language) -> Iterator[Row]:
    totals = evening.totals()
    for person, place in award.places(evening).items():
        played, solos = counted.stat(person, Fact.PLAYED), counted.stat(person, *SOLI)
        yield Row(
            place=f"{place}.",
            name=evening.name_of(person),
            total=Figure(figure(totals[person], counted.measure, say), totals[person] < 0),
            games=played.times,
            share=share(played),
            solos=say("%(won)d von %(all)d", won=solos.won, all=solos.times) if solos.times else "–",
        )


def _honours(evening: Evening, counted: _Counted, say: Language) -> Iterator[Honour]:
    names = evening.names
    for fact in (Fact.BEST, Fact.WORST, Fact.LAUFENDE, Fact.RUN):
        found = counted.peaks(fact)
        if found:
            people = [(person, names[person]) for person, _ in found]
            first = found[0][1]
            text = peak_figure(fact, first, counted.measure, say)
            yield shared(say(FACTS[fact]), people, text, _where(evening, counted, fact, first, say))
    yield from _couple(names, counted, say)
    called = tuple(part_key(Part.PARTNER, contract) for contract in CALLED)
    for title, keys in (
        (say("Am öftesten gerufen"), called),
        (say("Meiste Soli"), SOLI),
        (say(FACTS[Fact.SCHNEIDER_GIVEN]), (Fact.SCHNEIDER_GIVEN,)),
        (say(FACTS[Fact.SCHNEIDER_SUFFERED]), (Fact.SCHNEIDER_SUFFERED,)),
    ):
        counts = {person: counted.stat(person, *keys).times for person in names}
        most = max(counts.values())
        if most:
            yield shared(title, [(one, names[one]) for one, count in counts.items() if count == most], str(most))


def _where(evening: Evening, counted: _Counted, fact: Fact, stat: Stat, say: Language) -> str:
    """Say in which game something was most; of a run, with which game it ended."""
    game = counted.games[stat.game or 0]
    if fact is Fact.RUN:
        return say("bis Spiel %(number)d", number=game.number)
    cards = evening.rule_sets[game.rule_set].rules.words.cards
    return f"{wording.game_name(game.game, say.playing(cards))}, {say('Spiel %(number)d', number=game.number)}"


def _couple(names: Mapping[int, str], counted: _Counted, say: Language) -> Iterator[Honour]:
    """Say which two won most together."""
    pairs = {person: others for (person, _), others in counted.stats.pairs.items()}
    together = {
        (one, two): pair.together.amount + pairs[two][one].together.amount
        for one, others in pairs.items()
        for two, pair in others.items()
        if one < two
    }
    most = max(together.values(), default=0)
    if most > 0:
        one, two = next(ids for ids, amount in together.items() if amount == most)
        games = pairs[one][two].together
        note = say.plural("%(num)d Spiel", "%(num)d Spiele", games.times)
        text = money(most, counted.measure, say)
        yield shared(say("Bestes Gespann"), [(one, names[one]), (two, names[two])], text, note)


def _steps(courses: Mapping[int, Sequence[int]], measure: Measure, say: Language) -> Iterator[Step]:
    """Give the course in figures: after every game of a short evening, after every few of a long one, and the end."""
    last = len(next(iter(courses.values()), [0])) - 1
    width = max(1, -(-last // STEPS))
    for number in range(last % width or width, last + 1, width) if last else ():
        after = tuple(Figure(figure(line[number], measure, say), line[number] < 0) for line in courses.values())
        yield Step(str(number), after)
