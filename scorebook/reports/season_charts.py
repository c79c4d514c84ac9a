"""Charts over evenings: the course of a season or a year, and that of one person."""

from collections.abc import Sequence
from datetime import date
from itertools import accumulate

from scorebook.league.results import Measure
from scorebook.reports.charts import Lines, ticks
from scorebook.reports.names import short_names
from scorebook.store.review import Course
from scorebook.store.stats_reading import EveningOf
from scorebook.wording import GERMAN, Language
from scorebook.wording.league import UNITS
from scorebook.wording.stats import money

LONG = 366
"""Days after which a chart says the year instead of the day."""


def totals(course: Course) -> dict[int, list[int]]:
    """Give the totals of those who are drawn, before the first evening and after each, by person id."""
    return {
        one.id: [*accumulate((night.amounts.get(one.id, 0) for night in course.nights), initial=0)]
        for one in course.leading
    }


def season_lines(course: Course, title: str, say: Language = GERMAN) -> Lines:
    """Say what the chart of a season or a year shows."""
    names = {one.id: one.name for one in course.leading}
    return _lines(title, totals(course), names, [night.date for night in course.nights], course.measure, say)


def person_lines(
    name: str, evenings: Sequence[EveningOf], measure: Measure, title: str, say: Language = GERMAN
) -> Lines:
    """Say what the chart of one person shows."""
    own = {0: [*accumulate((evening.amount for evening in evenings), initial=0)]} if evenings else {}
    return _lines(title, own, {0: name}, [evening.date for evening in evenings], measure, say)


def _lines(
    title: str,
    after: dict[int, list[int]],
    names: dict[int, str],
    days: Sequence[date],
    measure: Measure,
    say: Language,
) -> Lines:
    ends = (f"{names[person]} {money(line[-1], measure, say)}" for person, line in after.items())
    return Lines(
        title=title,
        told=f"{say('Stand am Ende')}: {', '.join(ends)}" if after else say("Noch kein Abend"),
        totals=after,
        names=short_names(names),
        labels=_labels(days, say),
        unit=UNITS[measure].value,
        nothing=say("Noch kein Abend"),
    )


def _labels(days: Sequence[date], say: Language) -> list[tuple[int, str]]:
    """Give the days below some of the evenings."""
    if not days:
        return []
    years = (days[-1] - days[0]).days > LONG
    marked = set(ticks(0, len(days), 6)) - {0} | {1}
    return [
        (place, f"{day:%m/%y}" if years else say.day(day, "mark"))
        for place, day in enumerate(days, start=1)
        if place in marked
    ]
