"""Evenings, people and rule sets: what begins an evening, and an evening read as a whole."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Connection, Table, func, literal, select, tuple_

from scorebook.ledger.evening import Evening, NamedRuleSet, Pattern, Seat, Sheet
from scorebook.store.cash_tables import levies
from scorebook.store.games import RECORDED
from scorebook.store.levies import levies_of
from scorebook.store.one_person import everybody, held, people_called
from scorebook.store.paying import rows_of, standing, undone
from scorebook.store.pricing import price_of
from scorebook.store.rows import add, is_id, recorded_game, rules_of, rules_text
from scorebook.store.seating import NewSheetRow, add_sheet
from scorebook.store.stock import brought, closed_by, moves_of, open_closing
from scorebook.store.tables import (
    ORDINARY,
    clubs,
    evening_rule_sets,
    evenings,
    games,
    payments,
    rule_sets,
    seats,
    sheets,
)


@dataclass(frozen=True, slots=True)
class EveningSummary:
    """An evening in a list: its ids, what stands above it, who played, how many games count or were taken back."""

    id: int
    uuid: UUID
    date: date
    begun: datetime
    title: str
    place: str
    names: tuple[str, ...]
    sheet_ids: tuple[int, ...]
    games: int


@dataclass(frozen=True, slots=True)
class NewEveningRow:
    """What a new evening is made of. `date` is local, `begun` any moment with its zone.

    `tournament_id` is that of the tournament whose table it is.
    """

    uuid: UUID
    title: str
    place: str
    date: date
    begun: datetime
    sheet: NewSheetRow
    tournament_id: int | None = None


def lock_club(connection: Connection, club_id: int) -> None:
    """Keep others from beginning evenings in the club until the transaction ends.

    This lock, like all others here, lets rows be added that refer to the locked one: who only records does not wait.
    """
    connection.execute(select(clubs.c.id).where(clubs.c.id == club_id).with_for_update(key_share=True))


def rule_set_in(connection: Connection, club_id: int, rule_set_id: int) -> bool:
    """Tell whether the club has that rule set."""
    query = select(rule_sets.c.id).where(rule_sets.c.club_id == club_id, rule_sets.c.id == rule_set_id)
    return is_id(rule_set_id) and connection.execute(query).first() is not None


def keep_rule_set(connection: Connection, club_id: int, named: NamedRuleSet) -> int:
    """Give the id of a rule set: that of the newest version under its name if it is the same, else of a new version."""
    text = rules_text(named.rules)
    newest = _newest(connection, club_id, named.name)
    if newest is not None and newest.rules == text:
        return int(newest.id)
    return add_rule_set(connection, club_id, named, 1 if newest is None else newest.version + 1)


def newest_of(connection: Connection, club_id: int, name: str) -> int | None:
    """Give the id of the newest version of a rule set under a name."""
    row = _newest(connection, club_id, name)
    return None if row is None else int(row.id)


def _newest(connection: Connection, club_id: int, name: str) -> Any:
    query = select(rule_sets).where(rule_sets.c.club_id == club_id, rule_sets.c.name == name)
    return connection.execute(query.order_by(rule_sets.c.version.desc()).limit(1)).first()


def add_rule_set(connection: Connection, club_id: int, named: NamedRuleSet, version: int) -> int:
    """Add a version of a rule set and give its id."""
    row = {
        "club_id": club_id,
        "name": named.name,
        "version": version,
        "preset": named.preset,
        "rules": rules_text(named.rules),
        "unit": named.rules.unit.value,
    }
    return add(connection, rule_sets, row)


def add_evening(connection: Connection, club_id: int, new: NewEveningRow) -> tuple[int, int]:
    """Add an evening with one sheet; give the ids of both. Raises `IntegrityError` if the UUID is taken."""
    row = {
        "club_id": club_id,
        "uuid": new.uuid,
        "title": new.title,
        "place": new.place,
        "date": new.date,
        "begun_at": new.begun,
        "tournament_id": new.tournament_id,
    }
    evening_id = add(connection, evenings, row)
    used = {"club_id": club_id, "evening_id": evening_id, "position": 0, "rule_set_id": new.sheet.rule_set_id}
    add(connection, evening_rule_sets, used)
    return evening_id, add_sheet(connection, club_id, evening_id, 0, new.sheet)


def evening_of_uuid(connection: Connection, club_id: int, uuid: UUID) -> tuple[int, int] | None:
    """Give the ids of the evening with that UUID and of its first sheet."""
    query = (
        select(evenings.c.id, sheets.c.id)
        .join(sheets, sheets.c.evening_id == evenings.c.id)
        .where(evenings.c.club_id == club_id, evenings.c.uuid == uuid)
        .order_by(sheets.c.position)
    )
    row = connection.execute(query).first()
    return None if row is None else (row[0], row[1])


def evening_in(connection: Connection, club_id: int, evening_id: int) -> bool:
    """Tell whether an evening is the club's."""
    query = select(evenings.c.id).where(evenings.c.club_id == club_id, evenings.c.id == evening_id)
    return is_id(evening_id) and connection.execute(query).first() is not None


def tournament_of(connection: Connection, evening_id: int) -> int | None:
    """Give the tournament whose table an evening is."""
    return connection.execute(select(evenings.c.tournament_id).where(evenings.c.id == evening_id)).scalar()


def evening_of_sheet(connection: Connection, club_id: int, sheet_id: int) -> int | None:
    """Give the id of the evening to which a sheet of the club belongs."""
    query = select(sheets.c.evening_id).where(sheets.c.club_id == club_id, sheets.c.id == sheet_id)
    return connection.execute(query).scalar() if is_id(sheet_id) else None


def load_sheet(connection: Connection, club_id: int, sheet_id: int) -> tuple[Evening, Sheet] | None:
    """Read a sheet of the club, with its evening."""
    evening_id = evening_of_sheet(connection, club_id, sheet_id)
    evening = None if evening_id is None else load_evening(connection, club_id, evening_id)
    return None if evening is None else (evening, evening.sheet(sheet_id))


def _has(table: Table) -> ColumnElement[bool]:
    """Whether an evening has rows in a table: most have none, and so cost no further question."""
    return select(table.c.id).where(table.c.evening_id == evenings.c.id).exists()


def load_evening(connection: Connection, club_id: int, evening_id: int) -> Evening | None:
    """Read an evening of the club as a whole. Its rule sets come in the order in which they came into use."""
    if not is_id(evening_id):
        return None
    row = connection.execute(
        select(evenings, clubs.c.name.label("club"), _has(payments).label("paid"), _has(levies).label("levied"))
        .join(clubs, clubs.c.id == evenings.c.club_id)
        .where(evenings.c.club_id == club_id, evenings.c.id == evening_id)
    ).first()
    if row is None:
        return None
    tables = tuple(_sheets(connection, evening_id))
    sitting = dict.fromkeys(person for sheet in tables for person in sheet.people)
    paid = rows_of(connection, evening_id) if row.paid else ()
    return Evening(
        id=row.uuid,
        club=row.title or row.club,
        date=row.date,
        begun=row.begun_at,
        ended=row.ended_at,
        place=row.place,
        people=people_called(connection, tuple(sitting)),
        rule_sets=rule_sets_of(connection, evening_id),
        sheets=tables,
        payments=standing(paid),
        price=price_of(row),
        round_to=row.round_to,
        levies=levies_of(connection, evening_id) if row.levied else (),
        undone=undone(paid),
        tournament=row.tournament_id,
    )


def rule_sets_of(connection: Connection, evening_id: int) -> tuple[NamedRuleSet, ...]:
    """Give the rule sets of an evening in the order in which they came into use."""
    return rule_sets_of_many(connection, [evening_id])[evening_id]


def rule_sets_of_many(connection: Connection, evening_ids: Collection[int]) -> dict[int, tuple[NamedRuleSet, ...]]:
    """Give the rule sets of each of some evenings in the order in which they came into use."""
    query = (
        select(rule_sets, evening_rule_sets.c.evening_id)
        .join(evening_rule_sets, evening_rule_sets.c.rule_set_id == rule_sets.c.id)
        .where(evening_rule_sets.c.evening_id.in_(evening_ids))
        .order_by(evening_rule_sets.c.position)
    )
    found: dict[int, tuple[NamedRuleSet, ...]] = dict.fromkeys(evening_ids, ())
    for row in connection.execute(query):
        found[row.evening_id] += (NamedRuleSet(row.name, row.preset, rules_of(row.rules)),)
    return found


def _sheets(connection: Connection, evening_id: int) -> Iterable[Sheet]:
    query = select(sheets).where(sheets.c.evening_id == evening_id).order_by(sheets.c.position)
    rows = connection.execute(query).all()
    ids = [row.id for row in rows]
    sitting, played = defaultdict(list), defaultdict(list)
    in_order = select(seats).where(seats.c.sheet_id.in_(ids)).order_by(seats.c.seat, seats.c.from_place)
    for seat in connection.execute(in_order):
        sitting[seat.sheet_id].append(seat)
    for game in connection.execute(RECORDED.where(games.c.sheet_id.in_(ids)).order_by(games.c.place, games.c.version)):
        played[game.sheet_id].append(game)
    moves = moves_of(connection, ids)
    for row in rows:
        places = list(dict.fromkeys(game.place for game in played[row.id]))
        numbers = {place: number for number, place in enumerate(places, start=1)}
        sheet = Sheet(
            id=row.id,
            first_dealer=row.first_dealer,
            seats=seats_held(sitting[row.id], places),
            games=tuple(recorded_game(game, numbers[game.place]) for game in played[row.id]),
            stock=row.stock + brought(moves[row.id]),
            pattern=Pattern(row.pattern),
            last_round=row.last_round,
        )
        yield replace(sheet, closed=closed_by(open_closing(moves[row.id]), sheet))


def seats_held(rows: Iterable[Any], places: Sequence[int]) -> tuple[Seat, ...]:
    """Give who sat where from which game to which; `places` are those of the games of the sheet, in order.

    Who came and left again without a game held no seat.
    """
    held = []
    for row in rows:
        first = bisect_left(places, row.from_place) + 1
        last = None if row.to_place is None else bisect_right(places, row.to_place)
        if last is None or last >= first:
            held.append(Seat(row.seat, row.person_id, first, last))
    return tuple(held)


def list_evenings(
    connection: Connection, club_id: int, most: int, before: int | None = None
) -> tuple[EveningSummary, ...]:
    """List the newest evenings of the club, the latest first, or those older than the evening `before`.

    An evening that the club does not have is before none: then it is the newest that are listed.
    """
    query = select(evenings).where(evenings.c.club_id == club_id, ORDINARY)
    if before is not None and is_id(before):
        key = select(evenings.c.begun_at).where(evenings.c.club_id == club_id, evenings.c.id == before)
        begun = connection.execute(key).scalar()
        if begun is not None:
            at = literal(begun, evenings.c.begun_at.type)
            query = query.where(tuple_(evenings.c.begun_at, evenings.c.id) < tuple_(at, before))
    query = query.order_by(evenings.c.begun_at.desc(), evenings.c.id.desc()).limit(most)
    return _summaries(connection, connection.execute(query).all())


def evenings_between(
    connection: Connection, club_id: int, first: date | None, last: date | None, most: int
) -> tuple[EveningSummary, ...]:
    """List the evenings of the club from one day to another, the latest first; None: from or to wherever there are."""
    query = select(evenings).where(evenings.c.club_id == club_id, ORDINARY)
    query = query if first is None else query.where(evenings.c.date >= first)
    query = query if last is None else query.where(evenings.c.date <= last)
    query = query.order_by(evenings.c.date.desc(), evenings.c.begun_at.desc(), evenings.c.id.desc()).limit(most)
    return _summaries(connection, connection.execute(query).all())


def _summaries(connection: Connection, rows: Sequence[Any]) -> tuple[EveningSummary, ...]:
    ids = [row.id for row in rows]
    names, tables = _names_of(connection, ids), _counted_sheets(connection, ids)
    return tuple(
        EveningSummary(
            row.id,
            row.uuid,
            row.date,
            row.begun_at,
            row.title,
            row.place,
            tuple(dict.fromkeys(names[row.id])),
            tuple(sheet for sheet, _ in tables[row.id]),
            sum(count for _, count in tables[row.id]),
        )
        for row in rows
    )


def _names_of(connection: Connection, evening_ids: Sequence[int]) -> dict[int, list[str]]:
    """Give who sat at the tables of evenings, table by table and seat by seat."""
    query = (
        select(sheets.c.evening_id, everybody.c.name)
        .join(seats, seats.c.sheet_id == sheets.c.id)
        .join(everybody, everybody.c.id == seats.c.person_id)
        .where(sheets.c.evening_id.in_(evening_ids), held)
        .order_by(sheets.c.position, seats.c.seat, seats.c.from_place)
    )
    found = defaultdict(list)
    for evening_id, name in connection.execute(query):
        found[evening_id].append(name)
    return found


def _counted_sheets(connection: Connection, evening_ids: Sequence[int]) -> dict[int, list[tuple[int, int]]]:
    """Give the sheets of evenings, each with how many games it has."""
    # A count for each sheet: to join them, PostgreSQL would rather read all games there are.
    played = (
        select(func.count())
        .where(games.c.sheet_id == sheets.c.id, games.c.version == 0)
        .correlate(sheets)
        .scalar_subquery()
    )
    query = (
        select(sheets.c.evening_id, sheets.c.id, played)
        .where(sheets.c.evening_id.in_(evening_ids))
        .order_by(sheets.c.position)
    )
    found = defaultdict(list)
    for evening_id, sheet_id, count in connection.execute(query):
        found[evening_id].append((sheet_id, count))
    return found
