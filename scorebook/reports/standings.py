"""The standings of a season as they are read: on the page, on paper, and in a spreadsheet. All texts are ready."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from scorebook.league.counting import Standing, bare, worths
from scorebook.league.interval import interval
from scorebook.league.ranking import Row, through
from scorebook.league.results import Measure, Result
from scorebook.league.scheme import Kind, Scheme
from scorebook.reports.view import Figure
from scorebook.wording import GERMAN, Language
from scorebook.wording import league as words

FEW = 3
"""So many dropped results stand in a line of text."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody in the standings: his row, what he is called there, his club, and his results in order of their days."""

    row: Row
    name: str
    club: str
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class EveningCell:
    """What an evening was for somebody; empty where he was not there: that is nothing, not 0."""

    text: str
    negative: bool = False
    dropped: bool = False
    won: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One line. `rank` is "–" for who has none; `why` says why. Below `last` nobody is through."""

    person: int
    rank: str
    name: str
    club: str
    score: Figure
    evenings: int
    games: int
    per_game: str
    decided: str
    why: str
    dropped: str
    struck: tuple[str, ...]
    cells: tuple[EveningCell, ...]
    through: bool
    last: bool
    tied: bool


@dataclass(frozen=True, slots=True)
class Column:
    """An evening as the head of a column: its number, its day in short, and in full."""

    evening: int
    short: str
    day: str


@dataclass(frozen=True, slots=True)
class Standings:
    """A table to be shown: `head` names the scores, `about` says how they come about, `chain` what decides ties.

    `each` names what a game brings.
    """

    head: str
    each: str
    about: str
    chain: str
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]

    @property
    def tied(self) -> bool:
        """Whether some are left who share a rank."""
        return any(line.tied for line in self.lines)

    @property
    def ranked(self) -> tuple[Line, ...]:
        """Those with a rank."""
        return tuple(line for line in self.lines if not line.why)

    @property
    def unranked(self) -> tuple[Line, ...]:
        """Those without one."""
        return tuple(line for line in self.lines if line.why)


def standings(
    entries: Sequence[Entry],
    scheme: Scheme,
    measure: Measure,
    days: Mapping[int, date],
    say: Language = GERMAN,
) -> Standings:
    """Put standings into words; `days` are the evenings that stand across, in their order."""
    later = [*entries, None][1:]
    return Standings(
        words.score_name(scheme, measure, say),
        say(words.EACH_GAME[measure]),
        words.scheme_text(scheme, say) + ".",
        words.chain_text(scheme, say),
        tuple(Column(evening, short_day(day, say), say.day(day, "long")) for evening, day in days.items()),
        tuple(_line(one, after, scheme, measure, days, say) for one, after in zip(entries, later, strict=True)),
    )


def short_day(day: date, say: Language = GERMAN) -> str:
    """Write a day of a season, whose year is known.

    >>> short_day(date(2026, 11, 3))
    '3.11.'
    """
    return f"{day.day}.{day.month}." if say.decimal == "," else f"{day.day}/{day.month}"


def _line(
    one: Entry, after: Entry | None, scheme: Scheme, measure: Measure, days: Mapping[int, date], say: Language
) -> Line:
    row, standing = one.row, one.row.standing
    worth = dict(zip((r.evening for r in one.results), worths([bare(r) for r in one.results], scheme), strict=True))
    is_through = through(row, scheme)
    cells = {result.evening: _cell(result, worth[result.evening], row, scheme, measure, say) for result in one.results}
    return Line(
        person=standing.person,
        rank="–" if row.rank is None else f"{row.rank}.",
        name=one.name,
        club=one.club,
        score=Figure(words.score_figure(standing.score, scheme.kind, measure, say), standing.score < 0),
        evenings=standing.evenings,
        games=standing.tally.games,
        per_game=words.interval_text(interval(standing.tally), measure, say),
        decided="" if row.decided is None else words.decided_text(row.decided, measure, say),
        why="" if standing.unranked is None else words.unranked_text(standing.unranked, say),
        dropped=_dropped(standing, scheme, cells, say),
        struck=tuple(cells[evening].text for evening in standing.dropped if evening in cells),
        cells=tuple(cells.get(evening, EveningCell("")) for evening in days),
        through=is_through,
        last=is_through and (row.rank == scheme.qualified if after is None else not through(after.row, scheme)),
        tied=row.tied,
    )


def _cell(result: Result, worth: int, row: Row, scheme: Scheme, measure: Measure, say: Language) -> EveningCell:
    """Write what one evening was; of points a game as many figures as fit."""
    text = (
        words.tenths(worth, say, sign=measure in words.BOTH_WAYS)
        if scheme.kind is Kind.PER_GAME
        else words.score_figure(worth, scheme.kind, measure, say)
    )
    return EveningCell(text, worth < 0, result.evening in row.standing.dropped, result.place == 1)


def _dropped(standing: Standing, scheme: Scheme, cells: Mapping[int, EveningCell], say: Language) -> str:
    """Say which results are dropped; how many, where these are many or not at hand."""
    number = 0 if scheme.best is None else standing.evenings - scheme.best
    if number <= 0:
        return ""
    texts = [cells[evening].text for evening in standing.dropped if evening in cells]
    if number > FEW or len(texts) < number:
        return say.plural("%(num)d Ergebnis gestrichen", "%(num)d Ergebnisse gestrichen", number)
    return say("gestrichen: %(results)s", results=" · ".join(texts))


@dataclass(frozen=True, slots=True)
class Step:
    """One evening in the account of a score: what somebody had there, and what it is worth."""

    evening: int
    day: str
    had: Figure
    games: int
    place: str
    worth: str
    dropped: bool
    won: bool


def account(one: Entry, scheme: Scheme, measure: Measure, say: Language = GERMAN) -> tuple[Step, ...]:
    """Give the evenings of which somebody's score is made."""
    return tuple(_steps(one, scheme, measure, say))


def _steps(one: Entry, scheme: Scheme, measure: Measure, say: Language) -> Iterator[Step]:
    worth = worths([bare(result) for result in one.results], scheme)
    for result, value in zip(one.results, worth, strict=True):
        amount = result.tally.amount
        yield Step(
            result.evening,
            say.day(result.date, "short"),
            Figure(words.score_figure(amount, Kind.TOTAL, measure, say), amount < 0),
            result.tally.games,
            f"{result.place}.",
            words.score_figure(value, scheme.kind, measure, say),
            result.evening in one.row.standing.dropped,
            result.place == 1,
        )
