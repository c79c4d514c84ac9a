"""A season of several clubs: the one that it belongs to makes a code, an admin of another comes in with it."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection

from scorebook.errors import ConflictError
from scorebook.rules import Finding
from scorebook.services import secret
from scorebook.services.access import Action, Actor, require
from scorebook.services.attempts import counted
from scorebook.services.log import Event, note
from scorebook.services.refusals import RefusedError
from scorebook.services.seasons import find, locked, locked_own, require_open
from scorebook.services.standings_update import refresh
from scorebook.services.transactions import transaction
from scorebook.store import seasons as store
from scorebook.store.db import AnySession, reading
from scorebook.store.season_reading import SeasonRow, find_season

CODE_LENGTH = 12
GROUP = 4


@dataclass(frozen=True, slots=True)
class Together:
    """The other clubs of a season by id, and whether a code lets in more of them."""

    clubs: Mapping[int, str]
    invited: bool


def together(session: AnySession, actor: Actor, season_id: int) -> Together:
    """Give who takes part in a season."""
    find(session, actor, season_id)
    connection = reading(session)
    return Together(store.clubs_in(connection, season_id), store.is_invited(connection, season_id))


def new_code(session: AnySession, actor: Actor, season_id: int) -> str:
    """Make a code with which other clubs come into a season, and give it; one that was made before ends."""
    code = secret.new_code(CODE_LENGTH)
    with transaction(session) as connection:
        require_open(_own(connection, actor, season_id))
        store.set_season(connection, season_id, {"invitation": secret.digest(code)})
        note(connection, actor, Event.SEASON_INVITED, f"season:{season_id}")
    return "-".join(code[start : start + GROUP] for start in range(0, CODE_LENGTH, GROUP))


def revoke_code(session: AnySession, actor: Actor, season_id: int) -> None:
    """Let nobody else in: the code holds no more."""
    with transaction(session) as connection:
        _own(connection, actor, season_id)
        if store.is_invited(connection, season_id):
            store.set_season(connection, season_id, {"invitation": None})
            note(connection, actor, Event.SEASON_INVITATION_REVOKED, f"season:{season_id}")


def _own(connection: Connection, actor: Actor, season_id: int) -> SeasonRow:
    season = locked_own(connection, actor, season_id)
    require(actor, Action.CLUB, actor.club)
    return season


def join(session: AnySession, actor: Actor, code: str, *, address: str = "") -> int:
    """Let the actor's club take part in the season for which a code is, and give its id. A second time changes nothing.

    Raises `RefusedError` at `code` for one that is none or is of the club's own season, `TooManyError` after too many
    of them, `ConflictError` for a season that is closed by now.
    """
    require(actor, Action.CLUB, actor.club)
    digest = secret.digest("".join(letter for letter in code.upper() if letter in secret.CODE_ALPHABET))
    with counted(session, f"season:{actor.club_id}", address), transaction(session) as connection:
        season_id = store.season_invited(connection, digest)
        if season_id is None:
            raise RefusedError([Finding("season.no_code", "code", {})])
        store.lock_season(connection, season_id)
        before = find_season(connection, actor.club_id, season_id)
        if before is not None and before.club_id == actor.club_id:
            raise RefusedError([Finding("season.own_code", "code", {})])
        if before is not None:
            return season_id
        store.join(connection, season_id, actor.club_id)
        require_open(locked(connection, actor, season_id))
        note(connection, actor, Event.SEASON_JOINED, f"season:{season_id}")
        return season_id


def leave(session: AnySession, actor: Actor, season_id: int) -> None:
    """Let the actor's club take part no more; its evenings stay, and count in no season."""
    with transaction(session) as connection:
        require(actor, Action.CLUB, actor.club)
        _leave(connection, actor, season_id, actor.club_id)


def take_out(session: AnySession, actor: Actor, season_id: int, club_id: int) -> None:
    """Let another club take part no more in a season of the actor's own. One that does not is left alone."""
    with transaction(session) as connection:
        _leave(connection, actor, season_id, club_id, own=True)


def _leave(connection: Connection, actor: Actor, season_id: int, club_id: int, *, own: bool = False) -> None:
    store.lock_evenings_of(connection, season_id, club_id)
    season = (_own if own else locked)(connection, actor, season_id)
    require_open(season)
    if season.club_id == club_id:
        raise ConflictError("Die Saison gehört diesem Verein: er kann nicht aus ihr austreten.")
    if club_id not in season.clubs:
        return
    evenings = store.leave(connection, season_id, club_id)
    people = store.people_at(connection, evenings)
    for evening_id in evenings:
        store.assign(connection, evening_id, None)
    refresh(connection, season_id, people)
    note(connection, actor, Event.SEASON_LEFT, f"season:{season_id}", new={"club": club_id})
