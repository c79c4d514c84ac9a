"""Somebody's statistics, and the games behind them; two people head to head."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection

from scorebook.errors import NotFoundError
from scorebook.league.results import Measure
from scorebook.league.stats import KEYS, PEAKS, Fact, Pair, Stat
from scorebook.services.access import Action, Actor, require
from scorebook.services.people import PEOPLE_A_PAGE, PeoplePage
from scorebook.services.texts import same_name
from scorebook.store import people as people_store
from scorebook.store import stats_reading as store
from scorebook.store.db import AnySession, reading
from scorebook.store.one_person import all_ids, names_of, one_of
from scorebook.store.people import PersonRow
from scorebook.store.stats import StandingGame, standing_games
from scorebook.store.stats_reading import Behind, Company, EveningOf, Peak, Scope, SharedEvening, Sums

EVENINGS_SHOWN = 12
"""The latest evenings on somebody's page; the others are those of his course."""
GAMES_A_PAGE = 40
"""So many games a list has at least, where there are more: whole evenings."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody wants to see: a season or all, a measure or that of most games."""

    season_id: int | None = None
    measure: Measure | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody, what can be shown of him, and what is: `scope` is None for who has no result yet."""

    person: PersonRow
    seasons: Mapping[int, str]
    measures: tuple[Measure, ...]
    scope: Scope | None


@dataclass(frozen=True, slots=True)
class PlayerStats:
    """All of somebody's page. `extremes` are his best and his worst evening; None where he has none."""

    sums: Sums
    stats: Mapping[str, Stat]
    peaks: Mapping[Fact, Peak]
    extremes: tuple[EveningOf, EveningOf] | None
    evenings: Sequence[EveningOf]
    company: Sequence[Company]

    @property
    def partners(self) -> list[Company]:
        """Those at whose side he won something, the best first."""
        found = [one for one in self.company if one.pair.together.amount > 0]
        return sorted(found, key=lambda one: -one.pair.together.amount)

    @property
    def opponents(self) -> list[Company]:
        """Those against whom he lost something, the worst first."""
        found = [one for one in self.company if one.pair.against.amount < 0]
        return sorted(found, key=lambda one: one.pair.against.amount)


def list_players(session: AnySession, actor: Actor, search: str = "", after: int | None = None) -> PeoplePage:
    """List the people of the actor's club by name, those with `search` in their name and behind the person `after`."""
    require(actor, Action.READ, actor.club)
    connection = reading(session)
    found = people_store.list_people(connection, actor.club_id, PEOPLE_A_PAGE + 1, same_name(search), after)
    shown = tuple(found[:PEOPLE_A_PAGE])
    return PeoplePage(shown, shown[-1].id if len(found) > len(shown) else None)


def player(session: AnySession, actor: Actor, person_id: int, wanted: Wanted = Wanted()) -> Player:
    """Find somebody of the actor's club, and what to show of him.

    Raises `NotFoundError` for anybody else, and for a season or a measure in which he has no result.
    """
    require(actor, Action.READ, actor.club)
    return _player(reading(session), actor, person_id, wanted)


def _player(connection: Connection, actor: Actor, person_id: int, wanted: Wanted) -> Player:
    one = one_of(connection, actor.club_id, person_id)
    person = None if one is None else people_store.find_person(connection, actor.club_id, one)
    if person is None:
        raise NotFoundError("Diese Person gibt es nicht.")
    seasons = store.seasons_of(connection, person_id)
    measures = store.measures_of(connection, person_id, wanted.season_id)
    if wanted.season_id not in (None, *seasons) or wanted.measure not in (None, *measures):
        raise NotFoundError("Dazu hat diese Person kein Ergebnis.")
    measure = wanted.measure or next(iter(measures), None)
    return Player(person, seasons, measures, None if measure is None else Scope(measure, wanted.season_id))


def player_stats(session: AnySession, actor: Actor, person_id: int, scope: Scope) -> PlayerStats:
    """Read somebody's statistics. Whose they are, `player` has found out."""
    require(actor, Action.READ, actor.club)
    connection = reading(session)
    found = {fact: store.peak_of(connection, person_id, scope, fact) for fact in PEAKS}
    return PlayerStats(
        sums=store.sums_of(connection, person_id, scope),
        stats=store.stats_of(connection, person_id, scope),
        peaks={fact: peak for fact, peak in found.items() if peak is not None},
        extremes=store.extreme_evenings(connection, person_id, scope),
        evenings=store.evenings_of(connection, person_id, scope, EVENINGS_SHOWN),
        company=store.company_of(connection, person_id, scope),
    )


def course(session: AnySession, actor: Actor, person_id: int, wanted: Wanted) -> tuple[Player, tuple[EveningOf, ...]]:
    """Give all of somebody's evenings, the first first."""
    require(actor, Action.READ, actor.club)
    connection = reading(session)
    found = _player(connection, actor, person_id, wanted)
    evenings = [] if found.scope is None else store.evenings_of(connection, person_id, found.scope)
    return found, tuple(reversed(evenings))


@dataclass(frozen=True, slots=True)
class BehindGame:
    """A game behind a figure: what it brought, and whether it was won."""

    game: StandingGame
    amount: int
    won: bool | None


@dataclass(frozen=True, slots=True)
class BehindPage:
    """Some games, the latest evening first, with everybody's name; `more` is the evening behind which it goes on."""

    games: tuple[BehindGame, ...]
    names: Mapping[int, str]
    days: Mapping[int, date]
    more: int | None


def games_behind(
    session: AnySession, actor: Actor, person_id: int, scope: Scope, behind: Behind, before: int | None = None
) -> BehindPage:
    """List the games behind a figure, whole evenings at a time. Raises `NotFoundError` for what is no figure."""
    require(actor, Action.READ, actor.club)
    if behind.key not in KEYS - PEAKS:
        raise NotFoundError("Diese Zahl gibt es nicht.")
    connection = reading(session)
    found = store.evenings_behind(connection, person_id, scope, behind, GAMES_A_PAGE + 1, before)
    own = all_ids(connection, person_id)
    others = None if behind.other_id is None else all_ids(connection, behind.other_id)
    days: dict[int, date] = {}
    count = 0
    for evening_id, day, games in found:
        if count >= GAMES_A_PAGE:
            break
        days[evening_id] = day
        count += games
    played = [one for game in standing_games(connection, [*days]) if (one := _behind(game, own, others, scope, behind))]
    places = {evening_id: place for place, evening_id in enumerate(days)}
    played.sort(key=lambda one: places[one.game.evening_id])
    names = names_of(connection, sorted({person for one in played for person in one.game.people}))
    return BehindPage(tuple(played), names, days, [*days][-1] if len(found) > len(days) else None)


def _behind(
    game: StandingGame, own: Set[int], others: Set[int] | None, scope: Scope, behind: Behind
) -> BehindGame | None:
    """Give a game if it stands behind the figure of who has the ids `own`, with or against who has those `others`."""
    played = game.played
    seat = next((seat for seat, person in enumerate(game.people) if person in own), None)
    if played is None or seat is None or played.measure is not scope.measure:
        return None
    fact = played.facts.seats[seat]
    if fact is None or behind.key not in fact.keys:
        return None
    if others is not None:
        with_him, against = sorted(played.facts.sides, key=lambda side: seat not in side) or ((), ())
        there = {game.people[place] for place in (against if behind.against else with_him)}
        if not there & others:
            return None
    return BehindGame(game, fact.amount, fact.won)


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two people: how each did with and against the other, and the evenings at which both played."""

    one: Pair
    other: Pair
    evenings: Sequence[SharedEvening]

    @property
    def ahead(self) -> tuple[int, int]:
        """On how many evenings the one had more, and on how many the other."""
        return (
            sum(evening.own > evening.other for evening in self.evenings),
            sum(evening.own < evening.other for evening in self.evenings),
        )


def head_to_head(session: AnySession, actor: Actor, one_id: int, other_id: int, scope: Scope) -> HeadToHead:
    """Hold two people against each other. Whose they are, `player` has found out."""
    require(actor, Action.READ, actor.club)
    connection = reading(session)
    one = store.company_of(connection, one_id, scope, other_id)
    other = store.company_of(connection, other_id, scope, one_id)
    return HeadToHead(
        one[0].pair if one else Pair(),
        other[0].pair if other else Pair(),
        store.shared_evenings(connection, one_id, other_id, scope),
    )
