"""A season, or a club's year, looked back on: who was most of what, in each measure for itself."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date

from sqlalchemy import Connection

from scorebook.errors import ConflictError, NotFoundError
from scorebook.league.results import Measure
from scorebook.league.stats import PEAKS, Stat
from scorebook.league.titles import COUNTED, Title
from scorebook.reports.looking_back import Final
from scorebook.reports.standings import Entry
from scorebook.services.access import Action, Actor, require
from scorebook.services.standings import Wish, season_of, whole
from scorebook.services.texts import same_name
from scorebook.store import review as store
from scorebook.store.clubs import club_name
from scorebook.store.db import AnySession, reading
from scorebook.store.review import Most, Numbers, Review, Section, Span
from scorebook.store.season_reading import find_season

FIRST_YEAR, LAST_YEAR = 1900, 9999
MOST_NIGHTS = 500
"""Evenings that a book has at most: more would be no book."""


def years(session: AnySession, actor: Actor) -> list[int]:
    """Give the years in which the actor's club played, the latest first."""
    require(actor, Action.READ, actor.club)
    return store.years_of(reading(session), actor.club_id)


def year_review(session: AnySession, actor: Actor, year: int, *, book: bool = False) -> Review:
    """Look back on a year of the actor's club; for a `book`, with every evening.

    Raises `NotFoundError` for what is no year, `ConflictError` for more evenings than a book has.
    """
    require(actor, Action.READ, actor.club)
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise NotFoundError("Dieses Jahr gibt es nicht.")
    connection = reading(session)
    span = Span(actor.club_id, first=date(year, 1, 1), last=date(year, 12, 31))
    club = club_name(connection, actor.club_id)
    sections = _sections(connection, span, book=book)
    return Review(club, actor.club_id, "", year, None, several=False, sections=sections)


def season_review(session: AnySession, actor: Actor, season_id: int, *, book: bool = False) -> Review:
    """Look back on a season in which the actor's club takes part; for a `book`, with every evening.

    Raises `NotFoundError` for any other, `ConflictError` for more evenings than a book has.
    """
    require(actor, Action.READ, actor.club)
    connection = reading(session)
    season = find_season(connection, actor.club_id, season_id)
    if season is None:
        raise NotFoundError("Diese Saison gibt es nicht.")
    sections = _sections(connection, Span(season.club_id, season_id), book=book)
    several = len(season.clubs) > 1
    return Review(season.club, actor.club_id, season.name, None, season_id, several=several, sections=sections)


def finals(session: AnySession, actor: Actor, season_id: int) -> tuple[Final, ...]:
    """Give the final standings of a season, by each of its schemes and in each measure. Raises as `season_review`."""
    season = season_of(session, actor, season_id, Wish())
    return tuple(
        Final(scheme.name, scheme.scheme, measure, _entries(session, actor, season_id, scheme.position, measure))
        for measure in season.measures
        for scheme in season.schemes
    )


def _entries(session: AnySession, actor: Actor, season_id: int, scheme: int, measure: Measure) -> tuple[Entry, ...]:
    _, placed = whole(session, actor, season_id, Wish(scheme, measure.value))
    return tuple(Entry(one.row, one.name, one.club, one.results) for one in placed)


def _sections(connection: Connection, span: Span, *, book: bool) -> list[Section]:
    found = store.numbers_of(connection, span)
    if book and sum(numbers.evenings for numbers in found) > MOST_NIGHTS:
        raise ConflictError("Das sind zu viele Abende für ein Buch.")
    sections = [_section(connection, span, numbers) for numbers in found]
    return [_with_nights(connection, span, section) for section in sections] if book else sections


def _section(connection: Connection, span: Span, numbers: Numbers) -> Section:
    measure = numbers.measure
    records = {fact: store.records_of(connection, span, measure, fact) for fact in PEAKS}
    sums = store.sums_of(connection, span, measure)
    standings = store.standings_of(connection, span, measure)
    return Section(
        numbers=numbers,
        standings=standings,
        records={fact: found for fact, found in records.items() if found},
        titles=_titles(sums, {one.id: one.name for one in standings}),
        couples=store.couples_of(connection, span, measure),
        totals={key: _sum(found.values()) for key, found in sums.items()},
        nights=store.nights_of(connection, span, measure, [one.id for one in standings[: store.DRAWN]]),
        best=store.extreme_nights(connection, span, measure),
        worst=store.extreme_nights(connection, span, measure, worst=True),
    )


def _titles(sums: Mapping[str, Mapping[int, Stat]], names: Mapping[int, str]) -> dict[Title, Sequence[Most]]:
    """Give who had most of what, all who had as many, in the order of the names; what nobody had is left out."""
    found: dict[Title, Sequence[Most]] = {}
    for title, keys in COUNTED.items():
        whose = [
            Most(one, name, _sum(sums.get(key, {}).get(one, Stat()) for key in keys)) for one, name in names.items()
        ]
        most = max((one.stat.times for one in whose), default=0)
        if most:
            best = [one for one in whose if one.stat.times == most]
            found[title] = sorted(best, key=lambda one: (same_name(one.name), one.person_id))
    return found


def _sum(stats: Iterable[Stat]) -> Stat:
    times = won = amount = 0
    for stat in stats:
        times, won, amount = times + stat.times, won + stat.won, amount + stat.amount
    return Stat(times, won, amount)


def _with_nights(connection: Connection, span: Span, section: Section) -> Section:
    """Add every evening, with what all had and with its biggest game."""
    measure = section.numbers.measure
    every = store.nights_of(connection, span, measure)
    return replace(section, every=every, biggest=store.biggest_of(connection, span, measure))
