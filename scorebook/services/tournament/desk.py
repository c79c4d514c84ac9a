"""The desk of a tournament: where it stands, read whole, and whatever happens next, appended in one transaction.

Everything that changes a tournament comes by here: one after the other, checked against where it stands by then
(`scorebook.league.tournament.allowed`), once for each UUID, and noted in the club's log.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TypeVar
from uuid import UUID

from sqlalchemy import Connection

from scorebook.errors import ConflictError, NotFoundError
from scorebook.exchange.tournament_entries import entry_digest, entry_json
from scorebook.league.tournament.allowed import beginning, director_decides, objections
from scorebook.league.tournament.awards import Profile
from scorebook.league.tournament.entries import Entry, Stamped
from scorebook.league.tournament.preview import Preview, preview
from scorebook.league.tournament.state import Folding, Tournament, fold
from scorebook.rules import Finding
from scorebook.services.access import Action, Actor, Resource, can, require
from scorebook.services.log import Event, note
from scorebook.services.refusals import RefusedError
from scorebook.services.transactions import write_once
from scorebook.store import tournaments as store
from scorebook.store.db import AnySession, reading
from scorebook.store.evenings import lock_club
from scorebook.store.tournaments import Entrant, TournamentRow
from scorebook.wording import Marked

NO_TOURNAMENT: Marked[str] = "Dieses Turnier gibt es nicht."
OTHER_UUID: Marked[str] = "Diese Kennung gehört zu etwas anderem."
CHANGED: Marked[str] = "Inzwischen hat jemand anders hier etwas geändert. Bitte erst nachsehen."

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Seen:
    """A tournament as it is read: its row, where it stands, and who its start numbers are."""

    row: TournamentRow
    state: Tournament
    entrants: Mapping[int, Entrant]

    def name(self, number: int) -> str:
        """Give the name of a start number."""
        return self.entrants[number].name

    @property
    def names(self) -> dict[int, str]:
        """What everybody is called, by start number."""
        return {number: one.name for number, one in self.entrants.items()}

    @property
    def profiles(self) -> dict[int, Profile]:
        """What awards ask of everybody."""
        return {number: Profile(one.woman, one.born, one.local, one.team) for number, one in self.entrants.items()}


@dataclass(slots=True)
class Desk:
    """A tournament that is locked: what was there, and what is appended to it in this transaction."""

    connection: Connection
    actor: Actor
    row: TournamentRow
    entries: Sequence[Stamped]
    at: datetime
    folding: Folding = field(default_factory=Folding)

    def __post_init__(self) -> None:
        """Go through what is there."""
        for stamped in self.entries:
            self.folding.take(stamped)

    @property
    def state(self) -> Tournament:
        """Where the tournament stands by now."""
        return self.folding.result()

    def before(self, uuid: UUID) -> tuple[Stamped, ...]:
        """Give what was written under a UUID: somebody sends it once more. Raises `ConflictError` for one elsewhere."""
        found = tuple(one for one in self.entries if one.uuid == uuid)
        if not found and store.tournament_of(self.connection, uuid) is not None:
            raise ConflictError(OTHER_UUID)
        return found

    def done(self, uuid: UUID, version: int | None) -> tuple[Stamped, ...]:
        """Give what was written under a UUID, for somebody who knew so many entries (`version`), if he said it.

        Raises `ConflictError` where the tournament has gone on since, and for a UUID of something else.
        """
        found = self.before(uuid)
        if not found and version not in (None, self.folding.version):
            raise ConflictError(CHANGED)
        return found

    def append(self, uuid: UUID, entries: Sequence[Entry]) -> tuple[Stamped, ...]:
        """Append what happens; the first of all is how the tournament is set up.

        Raises `RefusedError` with all that speaks against the first entry that cannot be, and `ConflictError` where
        something was written under the UUID.
        """
        if self.before(uuid):
            raise ConflictError(OTHER_UUID)
        added: list[Stamped] = []
        for entry in entries:
            findings = self.against(entry)
            if findings:
                raise RefusedError(findings)
            number = self.folding.version + 1
            added.append(Stamped(number, uuid, self.at, self.actor.name, entry))
            self.folding.take(added[-1])
        store.add_entries(self.connection, self.row.club_id, self.row.id, added)
        for one in added:
            facts = {"number": one.number, "kind": one.entry.kind, "digest": entry_digest(entry_json(one.entry))}
            note(
                self.connection, self.actor, Event.TOURNAMENT_ENTRY, f"tournament:{self.row.id}", new=facts, at=self.at
            )
        return tuple(added)

    def against(self, entry: Entry) -> tuple[Finding, ...]:
        """Find what speaks against an entry by now, and what only whoever leads the tournament may decide."""
        if not self.folding.version:
            return tuple(beginning(entry))
        state = self.state
        found = tuple(objections(state, entry))
        if not found and director_decides(state, entry) and not self._leads:
            return (Finding("list.director", "games"),)
        return found

    @property
    def _leads(self) -> bool:
        return can(self.actor, Action.TOURNAMENT, self.actor.club).allowed


def see(session: AnySession, actor: Actor, tournament_id: int) -> Seen:
    """Give where a tournament stands. Raises `NotFoundError` for one that is not the club's."""
    require(actor, Action.READ, actor.club)
    connection = reading(session)
    row = _there(store.find_tournament(connection, actor.club_id, tournament_id))
    return Seen(row, fold(store.entries_of(connection, row.id)), store.entrants(connection, row.id))


def look_ahead(
    session: AnySession,
    actor: Actor,
    tournament_id: int,
    decide: Callable[[Tournament], Entry | None],
    uuid: UUID | None = None,
) -> Preview:
    """Give what an entry would change, and write nothing: ranks, prizes, standings that are out, draws by rank.

    `decide` makes it of where the tournament stands; None is nothing, as is what was written under the UUID already.
    Raises `RefusedError` with what speaks against it.
    """
    seen, entries = see(session, actor, tournament_id), history(session, actor, tournament_id)
    written = uuid is not None and any(one.uuid == uuid for one in entries)
    entry = None if written else decide(seen.state)
    if entry is None:
        return Preview((), (), (), ())
    findings = tuple(objections(seen.state, entry))
    if findings:
        raise RefusedError(findings)
    return preview(entries, entry, seen.profiles)


def history(session: AnySession, actor: Actor, tournament_id: int) -> list[Stamped]:
    """Give all that happened at a tournament, in order."""
    require(actor, Action.READ, actor.club)
    connection = reading(session)
    return store.entries_of(connection, _there(store.find_tournament(connection, actor.club_id, tournament_id)).id)


def at_desk(  # noqa: PLR0913 - what the work needs
    session: AnySession,
    actor: Actor,
    tournament_id: int,
    work: Callable[[Desk], T],
    *,
    action: Action = Action.TOURNAMENT,
    at: Resource | None = None,
    with_club: bool = False,
    now: datetime | None = None,
) -> T:
    """Do some work at the desk of a tournament, in one transaction; once more if somebody else was faster.

    It needs the right to do that `at` a table, or else in the club. `with_club` locks the club too, before the
    tournament: for work that adds people or rule sets. Raises `NotFoundError`, `ForbiddenError`, and what the
    work raises.
    """

    def write(connection: Connection) -> T:
        if with_club:
            lock_club(connection, actor.club_id)
        row = _there(store.locked_tournament(connection, actor.club_id, tournament_id))
        require(actor, action, at or actor.club)
        return work(Desk(connection, actor, row, store.entries_of(connection, row.id), now or datetime.now(UTC)))

    return write_once(session, write)


def _there(row: TournamentRow | None) -> TournamentRow:
    if row is None:
        raise NotFoundError(NO_TOURNAMENT)
    return row


def act(  # noqa: PLR0913 - what a sender may say
    session: AnySession,
    actor: Actor,
    tournament_id: int,
    uuid: UUID,
    decide: Callable[[Tournament], Sequence[Entry]],
    *,
    action: Action = Action.TOURNAMENT,
    version: int | None = None,
    now: datetime | None = None,
) -> tuple[Stamped, ...]:
    """Append what `decide` makes of where the tournament stands; the same UUID again gives what was appended then.

    `version` is how many entries the sender knew, where it matters that there are no others. Raises `RefusedError` with
    what speaks against it, `ConflictError` where the tournament has gone on, `NotFoundError`, `ForbiddenError`.
    """

    def work(desk: Desk) -> tuple[Stamped, ...]:
        return desk.done(uuid, version) or desk.append(uuid, decide(desk.state))

    return at_desk(session, actor, tournament_id, work, action=action, now=now)
