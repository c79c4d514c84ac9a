"""Which backups stay, and which make room for newer ones. Pure: it knows moments alone."""

from collections.abc import Callable, Collection, Hashable
from datetime import datetime, timedelta
from itertools import islice

SLACK = timedelta(hours=1)
"""So far two clocks may differ; what lies further ahead was made under a wrong one, and says nothing of its age."""
SPREAD: tuple[tuple[Callable[[datetime], Hashable], int | None], ...] = (
    (lambda made: made.date(), 7),
    (lambda made: made.isocalendar()[:2], 4),
    (lambda made: (made.year, made.month), 12),
    (lambda made: made.year, None),
)
"""The newest of each of the last seven days, four weeks and twelve months that have any, and of every year."""


def known_past(made: Collection[datetime], now: datetime) -> list[datetime]:
    """Give the moments that are not ahead of the clock, the newest first.

    >>> from datetime import UTC
    >>> [one.year for one in known_past([datetime(2036, 1, 1, tzinfo=UTC)], datetime(2026, 1, 1, tzinfo=UTC))]
    []
    """
    return sorted((moment for moment in made if moment <= now + SLACK), reverse=True)


def staying(made: Collection[datetime], now: datetime) -> set[datetime]:
    """Give those that stay. The newest always does, whatever the clock says.

    Those ahead of the clock are thinned by themselves: they push nothing out, nor does a clock set back.

    >>> from datetime import UTC
    >>> days = [datetime(2026, 3, day, 12, tzinfo=UTC) for day in range(1, 31)]
    >>> sorted(moment.day for moment in staying(days, days[-1]))
    [15, 22, 24, 25, 26, 27, 28, 29, 30]
    """
    past = known_past(made, now)
    return _spread(past) | _spread(sorted(set(made) - set(past), reverse=True))


def _spread(newest_first: Collection[datetime]) -> set[datetime]:
    kept: set[datetime] = set()
    for period, count in SPREAD:
        last: dict[Hashable, datetime] = {}
        for moment in newest_first:
            last.setdefault(period(moment), moment)
        kept.update(islice(last.values(), count))
    return kept
