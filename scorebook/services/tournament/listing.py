"""Lists of tables: handed in from paper, one or a hundred at once, corrected, and confirmed by a second person."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from scorebook.errors import ConflictError, NotFoundError
from scorebook.league.tournament.entries import Confirmed, Listed, Stamped
from scorebook.league.tournament.gate import without_list
from scorebook.league.tournament.preview import Preview
from scorebook.league.tournament.state import PlayedRound, SeatedTable, Tournament
from scorebook.league.tournament.tallying import says_the_same
from scorebook.rules import Finding
from scorebook.services.access import Action, Actor
from scorebook.services.refusals import RefusedError, SeatsChangedError
from scorebook.services.texts import normalised, wrong_reason
from scorebook.services.tournament.desk import CHANGED, OTHER_UUID, Desk, act, at_desk, look_ahead
from scorebook.store.db import AnySession
from scorebook.wording import Marked

NO_ROUND: Marked[str] = "Diese Runde ist noch nicht ausgelost."
NO_TABLE: Marked[str] = "Diesen Tisch gibt es in dieser Runde nicht."
NO_LIST: Marked[str] = "Dieser Tisch hat noch keine Liste."
OTHER: Marked[str] = "Dieser Tisch hat inzwischen schon eine Liste, und da steht etwas anderes."


class OtherListError(ConflictError):
    """Somebody was faster: the table has a list that says something else; nothing was written, nothing is lost."""

    def __init__(self, standing: Stamped) -> None:
        super().__init__(OTHER)
        self.standing = standing


@dataclass(frozen=True, slots=True)
class NewList:
    """A list as it was handed in. `seen` is the number of the list that its writer knew of that table; 0: of none.

    `seated` are those for whom he wrote it, by seat; None where he did not say.
    """

    listed: Listed
    seen: int = 0
    seated: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Handed:
    """The list that a table has by now. `repeated`: it had the same before, nothing was written."""

    stamped: Stamped
    repeated: bool = False


def hand_in(session: AnySession, actor: Actor, tournament_id: int, uuid: UUID, new: NewList) -> Handed:
    """Hand in the list of a table, or a better one in the place of one that its writer knew.

    One that the table has already, number by number, is not written again. Raises `RefusedError` with findings at the
    fields, `OtherListError` where somebody else was faster with another one, `SeatsChangedError` where others sit there
    by now, `NotFoundError` for a table that is not there.
    """
    return at_desk(session, actor, tournament_id, lambda desk: hand_in_at(desk, uuid, new), action=Action.LIST)


def hand_in_at(desk: Desk, uuid: UUID, new: NewList) -> Handed:
    """Hand in a list at a desk that is locked, as `hand_in` does."""
    before = desk.before(uuid)
    if before:
        return _again(before[0], new.listed)
    table = table_of(desk.state, new.listed.round, new.listed.table)
    known = _known(table, new)
    if known is not None:
        return known
    return Handed(desk.append(uuid, [_entry(table, new.listed)])[0])


def _again(written: Stamped, listed: Listed) -> Handed:
    """Answer somebody who sends what he sent; what he changed in between is another list."""
    if not isinstance(written.entry, Listed) or not says_the_same(written.entry, listed):
        raise OtherListError(written)
    return Handed(written, repeated=True)


def _known(table: SeatedTable, new: NewList) -> Handed | None:
    """Say what the table has already; None where there is something to be written."""
    standing = table.lists[-1] if table.lists else None
    if new.seated not in (None, table.seated):
        raise SeatsChangedError
    if standing is None and new.seen:
        raise ConflictError(CHANGED)
    if standing is None:
        return None
    if table.listed is not None and says_the_same(table.listed, new.listed):
        return Handed(standing, repeated=True)
    if standing.number != new.seen:
        raise OtherListError(standing)
    return None


def _entry(table: SeatedTable, listed: Listed) -> Listed:
    """Give the entry of a list, in the place of the one that the table has. Raises `RefusedError` at `reason`."""
    findings = wrong_reason(listed.reason) if listed.reason.strip() else ()
    if findings:
        raise RefusedError(findings)
    replaced = table.lists[-1].number if table.lists else None
    return replace(listed, reason=normalised(listed.reason), replaces=replaced)


def foresee(session: AnySession, actor: Actor, tournament_id: int, new: NewList) -> Preview:
    """Give what a better list would change: ranks, prizes, standings that are out, draws by rank. Writes nothing.

    Raises as `hand_in` does.
    """

    def decide(state: Tournament) -> Listed | None:
        table = table_of(state, new.listed.round, new.listed.table)
        return None if _known(table, new) is not None else _entry(table, new.listed)

    return look_ahead(session, actor, tournament_id, decide)


def hand_in_all(
    session: AnySession, actor: Actor, tournament_id: int, uuid: UUID, lists: Sequence[Listed]
) -> tuple[tuple[Handed, ...], tuple[int, ...]]:
    """Hand in lists of one round at once, all of them or none; give what became of each, and which tables miss theirs.

    Raises `RefusedError` with all that speaks against any of them, at `lists.3.points`.
    """

    def work(desk: Desk) -> tuple[tuple[Handed, ...], tuple[int, ...]]:
        done = desk.before(uuid)
        if done:
            return _all_again(desk.state, done, lists)
        round_of(desk.state, lists[0].round)
        findings = [*_twice(lists)]
        handed: dict[int, Handed] = {}
        news: dict[int, Listed] = {}
        for place, one in enumerate(lists):
            try:
                found = _one_of_many(desk, one)
            except RefusedError as error:
                findings += [replace(found, field=f"lists.{place}.{found.field}") for found in error.findings]
                continue
            if isinstance(found, Handed):
                handed[place] = found
            else:
                news[place] = found
        if findings:
            raise RefusedError(findings)
        added = desk.append(uuid, list(news.values())) if news else ()
        handed |= {place: Handed(stamped) for place, stamped in zip(news, added, strict=True)}
        return tuple(handed[place] for place in sorted(handed)), without_list(round_of(desk.state, lists[0].round))

    return at_desk(session, actor, tournament_id, work, action=Action.LIST)


def _all_again(
    state: Tournament, done: Sequence[Stamped], lists: Sequence[Listed]
) -> tuple[tuple[Handed, ...], tuple[int, ...]]:
    """Answer whoever sends the same lists once more; other ones under the same UUID are refused."""
    written = {one.entry.table: one for one in done if isinstance(one.entry, Listed)}
    if not set(written) <= {one.table for one in lists}:
        raise ConflictError(OTHER_UUID)
    tables = {one.table: table_of(state, one.round, one.table) for one in lists}
    handed = (_again(written.get(one.table) or _last(tables[one.table]), one) for one in lists)
    return tuple(handed), without_list(round_of(state, lists[0].round))


def _last(table: SeatedTable) -> Stamped:
    """Give the list that a table has, where lists were sent that stood there before."""
    if not table.lists:
        raise ConflictError(OTHER_UUID)
    return table.lists[-1]


def _one_of_many(desk: Desk, listed: Listed) -> Handed | Listed:
    """Check one of several lists: what is to be written of it, or what the table has already."""
    table = desk.state.table(listed.round, listed.table)
    if table is None:
        raise RefusedError([Finding("list.no_table", "table", {"table": listed.table})])
    if table.listed is not None and says_the_same(table.listed, listed):
        return Handed(table.lists[-1], repeated=True)
    made = _entry(table, listed)
    made = made if made.reason else replace(made, replaces=None)
    findings = desk.against(made)
    if findings:
        raise RefusedError(findings)
    return made


def _twice(lists: Sequence[Listed]) -> Iterator[Finding]:
    """Find tables that are there more than once."""
    seen: set[int] = set()
    for place, one in enumerate(lists):
        if one.table in seen:
            yield Finding("list.table_twice", f"lists.{place}.table", {"table": one.table})
        seen.add(one.table)


def confirm(
    session: AnySession, actor: Actor, tournament_id: int, uuid: UUID, place: tuple[int, int], entry: int
) -> Stamped:
    """Confirm the list of a table of a round (`place`), which is the entry `entry`, as somebody else than its writer.

    One that is confirmed stays so. Raises `ConflictError` where another list holds by now, and for one's own list.
    """

    def decide(state: Tournament) -> Sequence[Confirmed]:
        table = table_of(state, *place)
        if not table.lists:
            raise ConflictError(NO_LIST)
        if table.lists[-1].number != entry or table.confirmed is not None:
            raise ConflictError(CHANGED)
        if table.lists[-1].by == actor.name:
            raise RefusedError([Finding("list.own", "", {})])
        return [Confirmed(entry)]

    return act(session, actor, tournament_id, uuid, decide, action=Action.LIST)[0]


def table_of(state: Tournament, round_number: int, table: int) -> SeatedTable:
    """Give a table of a round. Raises `NotFoundError` where there is none."""
    round_of(state, round_number)
    found = state.table(round_number, table)
    if found is None:
        raise NotFoundError(NO_TABLE)
    return found


def round_of(state: Tournament, round_number: int) -> PlayedRound:
    """Give a round. Raises `NotFoundError` for one that is not drawn."""
    found = state.round(round_number)
    if found is None:
        raise NotFoundError(NO_ROUND)
    return found


def next_missing(played: PlayedRound, after: int) -> int | None:
    """Give the table whose list is to be typed after that of another: the next one that has none, round about."""
    without = without_list(played)
    return next((number for number in without if number > after), without[0] if without else None)
