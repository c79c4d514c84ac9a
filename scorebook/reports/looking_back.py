"""A look back on paper: on a year or a season, and the book of it with every evening."""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorebook.league.results import Measure
from scorebook.league.scheme import Scheme
from scorebook.reports.abrechnung import environment
from scorebook.reports.charts import line_chart
from scorebook.reports.page import Page
from scorebook.reports.review_view import MOST_NAMES, peak_game, review_view
from scorebook.reports.season_charts import season_lines
from scorebook.reports.standings import Entry, Standings, standings
from scorebook.reports.view import Figure
from scorebook.store.review import Night, Review, Section
from scorebook.wording import GERMAN, Language
from scorebook.wording.stats import figure, money

STYLE = "review"
ACROSS = 8
"""People in one row of an evening."""


@dataclass(frozen=True, slots=True)
class Final:
    """Where everybody stands in the end by one of a season's schemes, in one measure."""

    name: str
    scheme: Scheme
    measure: Measure
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class NightPage:
    """An evening in a book: when and where, who won it, its biggest game, and everybody's amount, in rows."""

    day: str
    place: str
    winners: str
    biggest: str
    rows: tuple[tuple[tuple[str, Figure], ...], ...]


def review_page(review: Review, finals: Sequence[Final] = (), say: Language = GERMAN) -> Page:
    """Give a look back to be printed; on a season, with its final standings."""
    return Page(_html(review, finals, say), STYLE)


def book_page(review: Review, finals: Sequence[Final] = (), say: Language = GERMAN) -> Page:
    """Give the book of a season or a year to be printed, with every evening."""
    return Page(_html(review, finals, say, with_nights=True), STYLE)


def _html(review: Review, finals: Sequence[Final], say: Language, *, with_nights: bool = False) -> str:
    view = review_view(review, say)
    parts = [
        (shown, _chart(section, say), _finals(finals, section, say), [*_nights(section, say)] if with_nights else [])
        for section, shown in zip(review.sections, view.sections, strict=True)
    ]
    return environment().get_template("review.html").render(view=view, parts=parts, book=with_nights, _=say)


def _finals(finals: Sequence[Final], section: Section, say: Language) -> list[tuple[str, Standings]]:
    """Put the final standings in the measure of a section into words."""
    return [
        (final.name, standings(final.entries, final.scheme, final.measure, {}, say))
        for final in finals
        if final.measure is section.numbers.measure
    ]


def _chart(section: Section, say: Language) -> str:
    lines = season_lines(section.course, say("Verlauf über die Abende"), say)
    return b64encode(line_chart(lines, "print", say, (640, 300))).decode()


def _nights(section: Section, say: Language) -> Iterator[NightPage]:
    names = {one.id: one.name for one in section.standings}
    for night in section.every:
        cells = [(names[person], _figure(amount, section, say)) for person, amount in night.amounts.items()]
        rows = (tuple(cells[start : start + ACROSS]) for start in range(0, len(cells), ACROSS))
        yield NightPage(
            day=say.day(night.date, "full"),
            place=night.place,
            winners=_winners(night, section, names, say),
            biggest=_biggest(night, section, say),
            rows=tuple(rows),
        )


def _figure(units: int, section: Section, say: Language) -> Figure:
    return Figure(figure(units, section.numbers.measure, say), units < 0)


def _winners(night: Night, section: Section, names: dict[int, str], say: Language) -> str:
    """Say who won an evening, and with what."""
    most = max(night.amounts.values())
    best = [names[person] for person, amount in night.amounts.items() if amount == most]
    told = ", ".join(best[:MOST_NAMES]) + (
        f" {say('und %(num)d weitere', num=len(best) - MOST_NAMES)}" if len(best) > MOST_NAMES else ""
    )
    return f"{told} {money(most, section.numbers.measure, say)}"


def _biggest(night: Night, section: Section, say: Language) -> str:
    """Say which game of an evening was the biggest; "" where nothing was won."""
    record = section.biggest.get(night.id)
    if record is None:
        return ""
    won = money(record.peak.stat.amount, section.numbers.measure, say)
    return f"{peak_game(record.peak, say)}, {record.name} {won}"
