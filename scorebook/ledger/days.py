"""The times of an evening: when its games were played, and what it had for breaks. All times are UTC."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from scorebook.ledger.evening import Evening, Sheet

BREAK = timedelta(hours=6)
"""Whoever rests so long goes on another time."""


def played_at(sheet: Sheet) -> dict[int, datetime]:
    """Give when each game was played, by number: when it was first entered, or a later one was, if that came before.

    A correction, and a forgotten game that is put in afterwards, do not move the evening into another night.
    """
    times: dict[int, datetime] = {}
    latest: datetime | None = None
    for game in reversed(sheet.games):
        if game.replaces is None:
            latest = game.recorded_at if latest is None else min(latest, game.recorded_at)
            times[game.number] = latest
    return times


def sittings(evening: Evening) -> tuple[tuple[datetime, datetime | None], ...]:
    """Give from when until when people played: one pair, or several with a long break between them.

    The first begins with the evening, the last ends with it if it was ended soon after the last game; else with that
    game, None where there is none.
    """
    times = sorted(time for sheet in evening.sheets for time in _standing(sheet, played_at(sheet)))
    made = spells([evening.begun, *times])
    start, end = made[-1]
    if evening.ended is not None and evening.ended - end < BREAK:
        return (*made[:-1], (start, evening.ended))
    return made if times else ((evening.begun, None),)


def _standing(sheet: Sheet, times: Mapping[int, datetime]) -> list[datetime]:
    return [times[game.number] for game in sheet.standing]


def spells(times: Sequence[datetime]) -> tuple[tuple[datetime, datetime], ...]:
    """Divide moments in order where a long break lies between two: the first and the last of each group.

    >>> from datetime import UTC
    >>> len(spells([datetime(2026, 11, 27, 19, tzinfo=UTC), datetime(2026, 11, 28, 19, tzinfo=UTC)]))
    2
    """
    made: list[tuple[datetime, datetime]] = []
    for time in times:
        if made and time - made[-1][1] < BREAK:
            made[-1] = (made[-1][0], max(made[-1][1], time))
        else:
            made.append((time, time))
    return tuple(made)
