"""The standings of a tournament: read as they are, published, and lots drawn among those whom nothing else parts."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from uuid import UUID

from scorebook.errors import ConflictError, NotFoundError
from scorebook.league.scheme import TieBreak
from scorebook.league.tournament.awards import Place, Profile, TeamLine, places, team_lines
from scorebook.league.tournament.entries import Entry, LotsDrawn, Published, Stamped
from scorebook.league.tournament.gate import missing as lacks
from scorebook.league.tournament.gate import without_list
from scorebook.league.tournament.settings import Award
from scorebook.league.tournament.standings import Line, lots_of, standings, undecided
from scorebook.league.tournament.state import Folding, Tournament
from scorebook.services.access import Actor
from scorebook.services.tournament.desk import Seen, act, history, see
from scorebook.store.db import AnySession
from scorebook.wording import Marked

NO_ROUND: Marked[str] = "Diese Runde ist noch nicht ausgelost."
NO_TIES: Marked[str] = "Hier gibt es nichts zu losen: keiner ist mehr gleich, oder es fehlen noch Listen."
SPECIAL = (Award.WOMEN, Award.OLDEST, Award.YOUNGEST, Award.LOCAL, Award.FROM_END)
"""Awards that have standings of people, besides that for all."""
FIRST = 3
"""So many places of an award are shown at least."""
SEED = 16
"""Random bytes of the seed from which lots are drawn."""


@dataclass(frozen=True)
class Results:
    """Standings after the rounds from `first` to `last`, the best first, and all that is said beside them."""

    seen: Seen
    first: int
    last: int
    lines: tuple[Line, ...]

    @property
    def rounds(self) -> tuple[int, ...]:
        """The rounds that count."""
        return tuple(range(self.first, self.last + 1))

    @property
    def whole(self) -> bool:
        """Whether they are those of all rounds so far, and not of one alone."""
        return self.first == 1

    @cached_property
    def missing(self) -> tuple[tuple[int, int], ...]:
        """Tables whose lists are missing: round and number."""
        return missing_lists(self.seen.state, self.first, self.last)

    @cached_property
    def profiles(self) -> dict[int, Profile]:
        """What awards ask of everybody, by start number."""
        return self.seen.profiles

    @property
    def published(self) -> bool:
        """Whether these are out."""
        return self.last <= self.seen.state.published

    def places(self, award: Award) -> list[Place]:
        """Give the places of an award."""
        return places(award, self.lines, self.profiles)

    @cached_property
    def teams(self) -> list[TeamLine]:
        """The standings of the teams; none where there are none."""
        return team_lines(self.lines, self.profiles, self.seen.state.settings)

    @cached_property
    def tied(self) -> tuple[int, ...]:
        """Those among whom a lot would decide: the last round is over, and nothing else parts them."""
        return equals(self.seen.state) if self.whole and self.last == self.seen.state.settings.rounds else ()


def missing_lists(state: Tournament, first: int, last: int) -> tuple[tuple[int, int], ...]:
    """Give the tables of these rounds whose lists are missing: round and number."""
    return tuple((one.number, table) for one in state.rounds[first - 1 : last] for table in without_list(one))


def latest(state: Tournament) -> int:
    """Give the last round of which a list is there; the first where there is none yet, 0 where none is drawn."""
    begun = [one.number for one in state.rounds if any(table.listed for table in one.tables)]
    return max(begun, default=min(1, len(state.rounds)))


def results(
    session: AnySession, actor: Actor, tournament_id: int, *, after: int | None = None, only: int | None = None
) -> Results:
    """Give the standings `after` a round (none: the last of which a list is there), or of one round alone.

    Raises `NotFoundError` for a tournament that is not the club's, and for a round that is not drawn.
    """
    return results_of(see(session, actor, tournament_id), after=after, only=only)


def results_of(seen: Seen, *, after: int | None = None, only: int | None = None) -> Results:
    """Give the standings of a tournament that was read. Raises `NotFoundError` for a round that is not drawn."""
    drawn = len(seen.state.rounds)
    asked = only if only is not None else after
    if asked is not None and not 1 <= asked <= drawn:
        raise NotFoundError(NO_ROUND)
    first, last = (only or 1), (latest(seen.state) if asked is None else asked)
    return Results(seen, first, last, tuple(standings(seen.state, first, last)))


def publish(  # noqa: PLR0913 - what a sender may say
    session: AnySession,
    actor: Actor,
    tournament_id: int,
    uuid: UUID,
    round_number: int,
    *,
    version: int | None = None,
    now: datetime | None = None,
) -> tuple[Stamped, ...]:
    """Publish the standings after a round; the same UUID again publishes them once.

    Raises `RefusedError` with what is missing, `ConflictError` where the tournament has gone on.
    """

    def decide(_state: Tournament) -> Sequence[Entry]:
        return [Published(round_number)]

    return act(session, actor, tournament_id, uuid, decide, version=version, now=now)


def draw_lots(session: AnySession, actor: Actor, tournament_id: int, uuid: UUID, *, now: datetime | None = None) -> int:
    """Draw lots among all whom nothing else parts, and give how many; who has one keeps it. Its seed repeats them.

    Raises `ConflictError` where it decides nothing.
    """

    def decide(state: Tournament) -> Sequence[Entry]:
        equal = equals(state)
        if not equal:
            raise ConflictError(NO_TIES)
        return [LotsDrawn(tuple(sorted(equal)), secrets.token_hex(SEED))]

    done = act(session, actor, tournament_id, uuid, decide, now=now)
    return sum(len(one.entry.players) for one in done if isinstance(one.entry, LotsDrawn))


def equals(state: Tournament) -> tuple[int, ...]:
    """Give those among whom a lot decides: nothing is missing of any round, and nothing else parts them."""
    over = len(state.rounds) == state.settings.rounds and not any(
        True for played in state.rounds for _finding in lacks(state, played)
    )
    return tuple(undecided(state)) if over and TieBreak.LOT in state.settings.tie_breaks else ()


def lots(seen: Seen) -> tuple[tuple[str, int], ...]:
    """Give whom lots were drawn for, with their numbers: the lowest stands first."""
    return tuple((seen.name(player), number) for player, number in sorted(lots_of(seen.state).items(), key=_by_lot))


def _by_lot(drawn: tuple[int, int]) -> int:
    return drawn[1]


def won_by(found: Results) -> dict[Award, tuple[list[Place], int]]:
    """Give the places of those awards for people that can be won, and how many of them are shown: those with prizes."""
    most: dict[Award, int] = {}
    for prize in found.seen.state.settings.prizes:
        if prize.award in SPECIAL:
            most[prize.award] = max(prize.place, most.get(prize.award, FIRST))
    return {award: (found.places(award), most[award]) for award in SPECIAL if award in most}


def then_published(session: AnySession, actor: Actor, tournament_id: int) -> list[Seen]:
    """Give the tournament as it is, and as it was whenever standings were published, the latest first."""
    seen, folding, found = see(session, actor, tournament_id), Folding(), []
    for stamped in history(session, actor, tournament_id):
        folding.take(stamped)
        if isinstance(stamped.entry, Published):
            found.append(replace(seen, state=folding.result()))
    return [seen, *reversed(found)]
