"""Seasons: made, named, closed and opened again. What is closed stays as it is, until somebody says why it opens."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime

from sqlalchemy import Connection

from scorebook.errors import ConflictError, ForbiddenError, NotFoundError
from scorebook.league.scheme import Scheme
from scorebook.rules import Finding
from scorebook.services.access import Action, Actor, require
from scorebook.services.log import Event, note
from scorebook.services.refusals import RefusedError
from scorebook.services.texts import normalised, objections, wrong_reason
from scorebook.services.transactions import transaction
from scorebook.store import seasons as store
from scorebook.store.columns import NAME_LENGTH
from scorebook.store.db import AnySession, reading
from scorebook.store.evenings import lock_club
from scorebook.store.schemes import add_scheme
from scorebook.store.season_reading import SeasonRow, find_season, schemes_of
from scorebook.store.seasons import SeasonEvent, SeasonLine
from scorebook.wording import Marked

NO_SEASON: Marked[str] = "Diese Saison gibt es nicht."
SEASON_CLOSED: Marked[str] = "Die Saison %(name)s ist abgeschlossen. Wer etwas ändern will, öffnet sie erst wieder."
"""Why nothing of a closed season is changed."""
NOT_YOUR_SEASON: Marked[str] = "Das macht der Verein %(club)s: ihm gehört die Saison."
GOES_ON: Marked[str] = "Der Abend vom %(date)s läuft noch. Beendet ihn, dann lässt sich die Saison abschließen."
FIRST_SCHEME: Marked[str] = "Gesamtwertung"
"""What the first scheme of a season is called until somebody calls it otherwise: a name, as those that are typed."""


@dataclass(frozen=True, slots=True)
class NewSeason:
    """A season as it was typed: days from which and up to which its evenings are, what its first scheme is called."""

    name: str
    begins: date | None = None
    ends: date | None = None
    scheme: str = FIRST_SCHEME


def list_seasons(session: AnySession, actor: Actor, *, archived: bool = False) -> tuple[SeasonLine, ...]:
    """List the seasons of the actor's club and those in which it takes part: those in the archive, or the others."""
    require(actor, Action.READ, actor.club)
    return store.list_seasons(reading(session), actor.club_id, archived=archived)


def find(session: AnySession, actor: Actor, season_id: int) -> SeasonRow:
    """Give a season. Raises `NotFoundError` for one in which the actor's club does not take part."""
    require(actor, Action.READ, actor.club)
    return _there(find_season(reading(session), actor.club_id, season_id))


def history(session: AnySession, actor: Actor, season_id: int) -> tuple[SeasonEvent, ...]:
    """Give when a season was closed, and why it was opened again."""
    find(session, actor, season_id)
    return store.events(reading(session), season_id)


def _there(season: SeasonRow | None) -> SeasonRow:
    if season is None:
        raise NotFoundError(NO_SEASON)
    return season


def locked(connection: Connection, actor: Actor, season_id: int) -> SeasonRow:
    """Lock a season in which the actor's club takes part, for somebody who may change what is in it."""
    season = _there(store.locked_season(connection, actor.club_id, season_id))
    require(actor, Action.SEASON, actor.club)
    return season


def locked_own(connection: Connection, actor: Actor, season_id: int) -> SeasonRow:
    """Lock a season of the actor's own club. Raises `ForbiddenError` for one of another that it takes part in."""
    season = locked(connection, actor, season_id)
    if season.club_id != actor.club_id:
        raise ForbiddenError(NOT_YOUR_SEASON, club=season.club)
    return season


def require_open(season: SeasonRow) -> None:
    """Raise `ConflictError` for a season that is closed."""
    if season.closed_at is not None:
        raise ConflictError(SEASON_CLOSED, name=season.name)


def make(session: AnySession, actor: Actor, new: NewSeason) -> int:
    """Make a season, ranked by all that everybody has; give its id.

    Raises `RefusedError` with findings at `name` and `ends`.
    """
    require(actor, Action.SEASON, actor.club)
    with transaction(session) as connection:
        lock_club(connection, actor.club_id)
        findings = tuple(_wrong(connection, actor, new, None))
        if findings:
            raise RefusedError(findings)
        season_id = _write(connection, actor, new)
        note(connection, actor, Event.SEASON_MADE, f"season:{season_id}", new=_facts(new))
    return season_id


def _write(connection: Connection, actor: Actor, new: NewSeason) -> int:
    season_id = store.add_season(connection, actor.club_id, _columns(new))
    season = _there(find_season(connection, actor.club_id, season_id))
    add_scheme(connection, season, new.scheme, Scheme())
    return season_id


def for_samples(connection: Connection, actor: Actor, first: date, last: date) -> int:
    """Give the season into which evenings go that were made up, from the year of one day to that of another.

    It is the club's own of that name, else a new one, which nobody ranks yet (`rank_samples`). Raises `ConflictError`
    for one that is closed.
    """
    years = f"{first.year}" if first.year == last.year else f"{first.year} bis {last.year}"
    new = NewSeason(f"Saison {years}", date(first.year, 1, 1), date(last.year, 12, 31))
    known = store.season_called(connection, actor.club_id, new.name)
    if known is None:
        return store.add_season(connection, actor.club_id, _columns(new))
    require_open(locked(connection, actor, known))
    return known


def rank_samples(connection: Connection, actor: Actor, season_id: int) -> bool:
    """Rank a season of evenings that were made up where nobody did; say whether that was so."""
    season = locked(connection, actor, season_id)
    if schemes_of(connection, season_id):
        return False
    add_scheme(connection, season, FIRST_SCHEME, Scheme())
    return True


def change(session: AnySession, actor: Actor, season_id: int, new: NewSeason) -> None:
    """Give a season another name or other days. Raises as `make` does, and `ConflictError` for a closed one."""
    with transaction(session) as connection:
        lock_club(connection, actor.club_id)
        season = locked_own(connection, actor, season_id)
        require_open(season)
        findings = tuple(_wrong(connection, actor, new, season_id))
        if findings:
            raise RefusedError(findings)
        before, columns = NewSeason(season.name, season.begins, season.ends), _columns(new)
        changed = [name for name, value in columns.items() if getattr(season, name) != value]
        if changed:
            store.set_season(connection, season_id, columns)
            now = {"changed": changed, **(_facts(new) or {})}
            note(connection, actor, Event.SEASON_CHANGED, f"season:{season_id}", old=_facts(before), new=now)


def _columns(new: NewSeason) -> dict[str, object]:
    return {"name": normalised(new.name), "begins": new.begins, "ends": new.ends}


def _facts(new: NewSeason) -> dict[str, str] | None:
    """Give what the log keeps of a season: its days. A name may be somebody's."""
    days = {"begins": new.begins, "ends": new.ends}
    return {key: day.isoformat() for key, day in days.items() if day is not None} or None


def _wrong(connection: Connection, actor: Actor, new: NewSeason, own: int | None) -> Iterator[Finding]:
    wrong = tuple(objections(new.name, "name", "name", NAME_LENGTH, required=True))
    yield from wrong
    if not wrong and store.season_called(connection, actor.club_id, normalised(new.name)) not in (None, own):
        yield Finding("season.same_name", "name", {"name": normalised(new.name)})
    if new.begins is not None and new.ends is not None and new.ends < new.begins:
        yield Finding("season.dates", "ends", {})


def close(session: AnySession, actor: Actor, season_id: int, *, now: datetime | None = None) -> None:
    """Close a season: from now on nothing of it changes. A second time changes nothing.

    Raises `ConflictError` while one of its evenings goes on.
    """
    with transaction(session) as connection:
        season = locked_own(connection, actor, season_id)
        if season.closed_at is not None:
            return
        day = store.going_on(connection, season_id)
        if day is not None:
            raise ConflictError(GOES_ON, date=day)
        store.add_event(connection, season, SeasonEvent("closed", now or datetime.now(UTC), actor.name))
        note(connection, actor, Event.SEASON_CLOSED, f"season:{season_id}")


def reopen(session: AnySession, actor: Actor, season_id: int, reason: str, *, now: datetime | None = None) -> None:
    """Open a closed season again, with a reason; it comes out of the archive too. An open one stays as it is.

    Raises `RefusedError` at `reason` if it is missing.
    """
    with transaction(session) as connection:
        season = locked_own(connection, actor, season_id)
        if season.closed_at is None:
            return
        findings = wrong_reason(reason)
        if findings:
            raise RefusedError(findings)
        event = SeasonEvent("reopened", now or datetime.now(UTC), actor.name, normalised(reason))
        store.add_event(connection, season, event)
        note(connection, actor, Event.SEASON_REOPENED, f"season:{season_id}")


def archive(session: AnySession, actor: Actor, season_id: int, *, back: bool, now: datetime | None = None) -> None:
    """Put a closed season into the archive, or take it `back` out of it. Raises `ConflictError` for an open one."""
    with transaction(session) as connection:
        season = locked_own(connection, actor, season_id)
        if season.closed_at is None and not back:
            raise ConflictError("Erst abschließen: ins Archiv kommt nur, was fertig ist.")
        if (season.archived_at is None) != back:
            store.set_season(connection, season_id, {"archived_at": None if back else now or datetime.now(UTC)})
            event = Event.SEASON_FETCHED if back else Event.SEASON_ARCHIVED
            note(connection, actor, event, f"season:{season_id}")
