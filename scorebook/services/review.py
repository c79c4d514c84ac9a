"""A season, or a club's year, looked back on: who was most of what, in each measure for itself."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import chain

from sqlalchemy import Connection

from scorebook.errors import ConflictError, NotFoundError
from scorebook.league.results import Measure
from scorebook.league.stats import Stat, summed
from scorebook.league.titles import COUNTED, Title
from scorebook.reports.looking_back import Final
from scorebook.reports.standings import Entry
from scorebook.services.access import Action, Actor, require
from scorebook.services.seasons import find
from scorebook.services.standings import Wish, season_of, whole
from scorebook.services.texts import same_name
from scorebook.store import review as store
from scorebook.store.clubs import club_name
from scorebook.store.db import AnySession, reading
from scorebook.store.review import Course, Most, Night, Numbers, Review, Section, Span, Standing

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
    span, connection = _year(actor, year), reading(session)
    club = club_name(connection, actor.club_id)
    sections = _sections(connection, span, book=book)
    return Review(club, actor.club_id, "", year, None, several=False, sections=sections)


def season_review(session: AnySession, actor: Actor, season_id: int, *, book: bool = False) -> Review:
    """Look back on a season in which the actor's club takes part; for a `book`, with every evening.

    Raises `NotFoundError` for any other, `ConflictError` for more evenings than a book has.
    """
    season, connection = find(session, actor, season_id), reading(session)
    sections = _sections(connection, Span(season.club_id, season_id), book=book)
    several = len(season.clubs) > 1
    return Review(season.club, actor.club_id, season.name, None, season_id, several=several, sections=sections)


def _year(actor: Actor, year: int) -> Span:
    require(actor, Action.READ, actor.club)
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise NotFoundError("Dieses Jahr gibt es nicht.")
    return Span(actor.club_id, first=date(year, 1, 1), last=date(year, 12, 31))


def year_course(session: AnySession, actor: Actor, year: int, measure: str = "") -> Course:
    """Give how a year went in a measure, that of most games where none is asked for; all else is left out.

    Raises as `year_review`, and `NotFoundError` where nothing was played in that.
    """
    return _course(session, _year(actor, year), measure)


def season_course(session: AnySession, actor: Actor, season_id: int, measure: str = "") -> Course:
    """Give the same of a season. Raises as `season_review`, and `NotFoundError` where nothing was played in that."""
    season = find(session, actor, season_id)
    return _course(session, Span(season.club_id, season_id), measure)


def _course(session: AnySession, span: Span, asked: str) -> Course:
    connection = reading(session)
    there = (numbers.measure for numbers in store.numbers_of(connection, span))
    measure = next((one for one in there if asked in ("", one.value)), None)
    if measure is None:
        raise NotFoundError("Dazu gibt es noch keinen Abend.")
    standings = store.standings_of(connection, span, measure)
    return Course(measure, standings[: store.DRAWN], _nights(connection, span, measure, standings))


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


def fits_a_book(numbers: Iterable[Numbers]) -> bool:
    """Tell whether there are no more evenings than a book has."""
    return sum(one.evenings for one in numbers) <= MOST_NIGHTS


def _sections(connection: Connection, span: Span, *, book: bool) -> list[Section]:
    found = store.numbers_of(connection, span)
    if book and not fits_a_book(found):
        raise ConflictError("Das sind zu viele Abende für ein Buch.")
    sums, couples = store.sums_of(connection, span), store.couples_of(connection, span)
    records = store.records_of(connection, span)
    sections = []
    for numbers in found:
        measure = numbers.measure
        standings = store.standings_of(connection, span, measure)
        names, own = {one.id: one.name for one in standings}, sums.get(measure, {})
        section = Section(
            numbers=numbers,
            standings=standings,
            records=records.get(measure, {}),
            titles=_titles(own, names),
            couples=couples.get(measure, ()),
            totals={key: summed(stats.values()) for key, stats in own.items()},
            nights=_nights(connection, span, measure, standings),
            best=store.extreme_nights(connection, span, measure),
            worst=store.extreme_nights(connection, span, measure, worst=True),
        )
        sections.append(_with_nights(connection, span, section) if book else section)
    return sections


def _nights(connection: Connection, span: Span, measure: Measure, standings: Sequence[Standing]) -> Sequence[Night]:
    """Give the evenings of those at the head."""
    return store.nights_of(connection, span, measure, [one.id for one in standings[: store.DRAWN]])


def _titles(sums: Mapping[str, Mapping[int, Stat]], names: Mapping[int, str]) -> dict[Title, Sequence[Most]]:
    """Give who had most of what, all who had as many, in the order of the names; what nobody had is left out."""
    found: dict[Title, Sequence[Most]] = {}
    for title, keys in COUNTED.items():
        whose: dict[int, list[Stat]] = {}
        for person, stat in chain.from_iterable(sums.get(key, {}).items() for key in keys):
            whose.setdefault(person, []).append(stat)
        had = {person: summed(stats) for person, stats in whose.items()}
        most = max((stat.times for stat in had.values()), default=0)
        if most:
            best = [Most(person, names[person], stat) for person, stat in had.items() if stat.times == most]
            found[title] = sorted(best, key=lambda one: (same_name(one.name), one.person_id))
    return found


def _with_nights(connection: Connection, span: Span, section: Section) -> Section:
    """Add every evening, with what all had and with its biggest game."""
    measure = section.numbers.measure
    every = store.nights_of(connection, span, measure)
    return replace(section, every=every, biggest=store.biggest_of(connection, span, measure))
