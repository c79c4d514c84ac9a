"""Tables that are written game by game: a sheet for each, and what its games come to when it is handed in."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID, uuid4

from sqlalchemy import Connection

from scorebook.errors import ConflictError, NotFoundError
from scorebook.league.tournament.entries import Claimed, Listed, Substituted
from scorebook.league.tournament.settings import FIVE
from scorebook.league.tournament.state import PlayedRound, SeatedTable, fold
from scorebook.league.tournament.tallying import list_of, says_the_same
from scorebook.ledger.evening import Evening, Pattern, Sheet
from scorebook.rules import Finding
from scorebook.services.access import Action, Actor, Resource, require
from scorebook.services.log import Event, note
from scorebook.services.refusals import RefusedError
from scorebook.services.seating import take_seat
from scorebook.services.tournament.desk import Desk, at_desk
from scorebook.services.tournament.listing import Handed, NewList, hand_in_at, table_of
from scorebook.store import evenings
from scorebook.store import tournaments as store
from scorebook.store.columns import NAME_LENGTH
from scorebook.store.db import AnySession, reading
from scorebook.store.seating import NewSheetRow
from scorebook.wording import Marked

NO_SHEET: Marked[str] = "Dieser Tisch schreibt seine Liste auf Papier."
NO_SUCH_SHEET: Marked[str] = "Diese Liste gibt es nicht."
NO_EVENING: Marked[str] = "Diesen Abend gibt es nicht."
DRAWN_AWAY: Marked[str] = "Dieser Tisch ist inzwischen anders ausgelost. Fragt die Turnierleitung, wo ihr sitzt."
HAS_LIST: Marked[str] = "Dieser Tisch hat seine Liste schon abgegeben."
TITLE: Marked[str] = "%(tournament)s · Runde %(round)d · Tisch %(table)d"


@dataclass(frozen=True, slots=True)
class SheetNow:
    """What the games of a table's sheet come to by now. `differs`: its list was handed in, and says something else."""

    sheet_id: int
    evening_id: int
    listed: Listed
    differs: bool


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """At which table of which tournament an evening is, how many games are to be played there, and what came of it."""

    tournament_id: int
    tournament: str
    round: int
    table: SeatedTable
    wanted: int
    now: SheetNow


def claim(session: AnySession, actor: Actor, tournament_id: int, uuid: UUID, place: tuple[int, int]) -> tuple[int, int]:
    """Let a table of a round (`place`) be written game by game; give the ids of its evening and of its sheet.

    It gets one sheet, with those who sit there and the rules of the tournament, however often that is asked. Raises
    `ConflictError` for a table that has its list, `NotFoundError` for one that is not there.
    """

    def work(desk: Desk) -> tuple[int, int]:
        table = table_of(desk.state, *place)
        if table.sheet is not None:
            return _evening_of(desk.connection, actor, table.sheet), table.sheet
        if table.lists:
            raise ConflictError(HAS_LIST)
        evening_id, sheet_id = _begin(desk, place[0], table)
        desk.append(uuid, [Claimed(*place, sheet_id)])
        return evening_id, sheet_id

    return at_desk(session, actor, tournament_id, work, action=Action.LIST)


def _evening_of(connection: Connection, actor: Actor, sheet_id: int) -> int:
    evening_id = evenings.evening_of_sheet(connection, actor.club_id, sheet_id)
    if evening_id is None:
        raise NotFoundError(NO_SUCH_SHEET)
    return evening_id


def _begin(desk: Desk, round_number: int, table: SeatedTable) -> tuple[int, int]:
    """Begin the evening of a table; who sits fifth pauses first, so he deals."""
    people = store.entrants(desk.connection, desk.row.id)
    seats, rule_set = [people[number].person_id for number in table.seated], desk.state.settings.rule_set
    first = FIVE - 1 if len(seats) == FIVE else 0
    row = evenings.NewEveningRow(
        uuid=uuid4(),
        title=TITLE % {"tournament": desk.row.name, "round": round_number, "table": table.number},
        place=desk.row.place,
        date=desk.row.date,
        begun=desk.at,
        sheet=NewSheetRow(rule_set, first, seats, Pattern.OPPOSITE.value),
        tournament_id=desk.row.id,
    )
    ids = evenings.add_evening(desk.connection, desk.row.club_id, row)
    facts = {"sheet": ids[1], "people": seats, "rule_set": rule_set, "tournament": desk.row.id}
    note(desk.connection, desk.actor, Event.EVENING_BEGUN, f"evening:{ids[0]}", new=facts, at=desk.at)
    return ids


def follow(desk: Desk, round_number: int, table_number: int) -> None:
    """Let those sit on the sheet of a table who sit there by now, if it is written game by game."""
    table = table_of(desk.state, round_number, table_number)
    if table.sheet is None:
        return
    people = store.entrants(desk.connection, desk.row.id)
    last = table.substituted[-1].entry if table.substituted else None
    came = people[last.came].name if isinstance(last, Substituted) else ""
    seats = tuple(people[number].person_id for number in table.seated)
    take_seat(desk.connection, desk.actor, table.sheet, seats, came[:NAME_LENGTH], now=desk.at)


def hand_in_sheet(  # noqa: PLR0913 - what a sender may say
    session: AnySession,
    actor: Actor,
    tournament_id: int,
    uuid: UUID,
    place: tuple[int, int],
    *,
    seen: int = 0,
    reason: str = "",
) -> Handed:
    """Hand in what the games on the sheet of a table (`place`: round, table) come to; again where they changed since.

    Raises as `listing.hand_in` does, and `ConflictError` for a table that is written on paper.
    """

    def work(desk: Desk) -> Handed:
        return _hand_in(desk, uuid, place, seen, reason)

    return at_desk(session, actor, tournament_id, work, action=Action.LIST)


def _hand_in(desk: Desk, uuid: UUID, place: tuple[int, int], seen: int = 0, reason: str = "") -> Handed:
    table = table_of(desk.state, *place)
    if table.sheet is None:
        raise ConflictError(NO_SHEET)
    _evening, sheet = _sheet_of(desk.connection, desk.actor, table.sheet)
    listed = _added_up(sheet, place[0], table, reason)
    if not listed.games:
        raise RefusedError([Finding("sheet.empty", "", {})])
    return hand_in_at(desk, uuid, NewList(listed, seen))


def _sheet_of(connection: Connection, actor: Actor, sheet_id: int) -> tuple[Evening, Sheet]:
    found = evenings.load_sheet(connection, actor.club_id, sheet_id)
    if found is None:
        raise NotFoundError(NO_SUCH_SHEET)
    return found


def _added_up(sheet: Sheet, round_number: int, table: SeatedTable, reason: str = "") -> Listed:
    """Add up the games on the sheet of a table."""
    games = [(one.game, one.score) for one in sheet.standing]
    return list_of(round_number, table.number, sheet.id, games, len(table.seated), reason)


def sheet_now(session: AnySession, actor: Actor, round_number: int, table: SeatedTable) -> SheetNow | None:
    """Give what the sheet of a table comes to by now; None for one that is written on paper."""
    require(actor, Action.READ, actor.club)
    return None if table.sheet is None else _now(reading(session), actor, round_number, table)


def sheets_now(session: AnySession, actor: Actor, played: PlayedRound) -> Mapping[int, SheetNow]:
    """Give what the sheets of a round come to by now, by the tables that are written game by game."""
    require(actor, Action.READ, actor.club)
    connection = reading(session)
    return {
        table.number: _now(connection, actor, played.number, table)
        for table in played.tables
        if table.sheet is not None
    }


def _now(connection: Connection, actor: Actor, round_number: int, table: SeatedTable) -> SheetNow:
    _evening, sheet = _sheet_of(connection, actor, table.sheet or 0)
    return _summed(_evening_of(connection, actor, sheet.id), sheet, round_number, table)


def _summed(evening_id: int, sheet: Sheet, round_number: int, table: SeatedTable) -> SheetNow:
    listed = _added_up(sheet, round_number, table)
    differs = table.listed is not None and not says_the_same(table.listed, listed)
    return SheetNow(sheet.id, evening_id, listed, differs)


def whereabouts(session: AnySession, actor: Actor, evening_id: int, evening: Evening) -> Whereabouts | None:
    """Tell at which table of a tournament an evening of the club is; None for an ordinary one, and after a redraw."""
    if evening.tournament is None:
        return None
    connection, own = reading(session), {sheet.id: sheet for sheet in evening.sheets}
    row = store.find_tournament(connection, actor.club_id, evening.tournament)
    state = None if row is None else fold(store.entries_of(connection, row.id))
    if row is None or state is None:
        return None
    for played in state.rounds:
        for table in played.tables:
            if table.sheet in own:
                now = _summed(evening_id, own[table.sheet], played.number, table)
                wanted = state.settings.games_at(len(table.seated))
                return Whereabouts(row.id, row.name, played.number, table, wanted, now)
    return None


def hand_in_here(session: AnySession, actor: Actor, evening_id: int, uuid: UUID) -> Handed:
    """Hand in the list of a table from its own tablet; the same once more is what was handed in.

    Raises `RefusedError` where games are missing, `ConflictError` where the table has another list, or none that is
    drawn by now, `NotFoundError` for an evening that is no tournament's of the club.
    """
    evening = evenings.load_evening(reading(session), actor.club_id, evening_id)
    if evening is None:
        raise NotFoundError(NO_EVENING)
    at = Resource(actor.club_id, evening_id, evening.sheets[0].id)
    require(actor, Action.END, at)
    if evening.tournament is None:
        raise NotFoundError(NO_EVENING)
    place = whereabouts(session, actor, evening_id, evening)
    if place is None:
        raise ConflictError(DRAWN_AWAY)
    number = place.table.number

    def work(desk: Desk) -> Handed:
        return _hand_in(desk, uuid, (place.round, number))

    return at_desk(session, actor, place.tournament_id, work, action=Action.END, at=at)
