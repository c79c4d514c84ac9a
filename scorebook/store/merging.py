"""Merging people who are one, and parting them again: which rows say so, and what stands against it."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from sqlalchemy import ColumnElement, Connection, func, select, update

from scorebook.league.results import Measure
from scorebook.store.cash_tables import account_moves
from scorebook.store.league_tables import results, seasons
from scorebook.store.one_person import held, ids_of, standing
from scorebook.store.season_reading import sees
from scorebook.store.seasons import lock_season
from scorebook.store.tables import evenings, people, seats, sheets
from scorebook.store.tournament_tables import tournament_players, tournaments

_merged = people.alias("merged")


@dataclass(frozen=True, slots=True)
class MergedRow:
    """Somebody who was merged: with whom, and who stands in his place in the end."""

    id: int
    name: str
    club_id: int
    merged_with: int
    merged_into: int


def merged_row(connection: Connection, club_id: int, person_id: int) -> MergedRow | None:
    """Give how somebody of the club is merged; None for who stands for himself."""
    found = _rows(connection, club_id, people.c.id == person_id)
    return next(iter(found), None)


def merged_into(connection: Connection, club_id: int, person_id: int) -> tuple[MergedRow, ...]:
    """Give who was merged into somebody, by name."""
    return tuple(_rows(connection, club_id, people.c.merged_into == person_id))


def _rows(connection: Connection, club_id: int, where: ColumnElement[bool]) -> Iterator[MergedRow]:
    query = select(people).where(people.c.club_id == club_id, ~standing, where)
    for row in connection.execute(query.order_by(people.c.name_key, people.c.id)):
        yield MergedRow(row.id, row.name, row.club_id, row.merged_with, row.merged_into)


def merge(connection: Connection, person_id: int, other_id: int) -> None:
    """Let `other_id` stand in the place of somebody, and of all who were merged with him; both stand for themselves."""
    own = (people.c.id == person_id) | (people.c.merged_into == person_id)
    with_whom = func.coalesce(people.c.merged_with, other_id)
    connection.execute(update(people).where(own).values(merged_into=other_id, merged_with=with_whom))


def part(connection: Connection, row: MergedRow) -> frozenset[int]:
    """Let somebody stand for himself again, with those who were merged with him; give their ids."""
    own = ids_behind(merged_into(connection, row.club_id, row.merged_into), row.id)
    mine = people.c.id.in_(own - {row.id})
    connection.execute(update(people).where(people.c.id == row.id).values(merged_with=None, merged_into=None))
    connection.execute(update(people).where(mine).values(merged_into=row.id))
    return own


def ids_behind(rows: Iterable[MergedRow], person_id: int) -> frozenset[int]:
    """Give the ids of somebody, and of those who were merged with him directly or by others in between."""
    behind: dict[int, list[int]] = defaultdict(list)
    for row in rows:
        behind[row.merged_with].append(row.id)
    found, open_ = {person_id}, [person_id]
    while open_:
        new = [one for one in behind[open_.pop()] if one not in found]
        found.update(new)
        open_ += new
    return frozenset(found)


def together(connection: Connection, ids: Collection[int], others: Collection[int]) -> date | None:
    """Give the day of the last evening, or tournament, at which people of both were; None where they never were."""

    def at(which: Collection[int]) -> ColumnElement[bool]:
        query = select(sheets.c.evening_id).join(seats, seats.c.sheet_id == sheets.c.id)
        return evenings.c.id.in_(query.where(seats.c.person_id.in_(which), held))

    def on_list(which: Collection[int]) -> ColumnElement[bool]:
        query = select(tournament_players.c.tournament_id).where(tournament_players.c.person_id.in_(which))
        return tournaments.c.id.in_(query)

    evening = select(evenings.c.date).where(at(ids), at(others))
    tournament = select(tournaments.c.date).where(on_list(ids), on_list(others))
    return max((*connection.execute(evening).scalars(), *connection.execute(tournament).scalars()), default=None)


def closed_season(connection: Connection, ids: Collection[int], others: Collection[int]) -> str | None:
    """Give what a closed season is called in which both have results."""

    def counted(which: Collection[int]) -> ColumnElement[bool]:
        query = select(results.c.season_id).where(results.c.person_id.in_(which), results.c.place.is_not(None))
        return seasons.c.id.in_(query)

    query = select(seasons.c.name).where(seasons.c.closed_at.is_not(None), counted(ids), counted(others))
    return connection.execute(query.order_by(seasons.c.id).limit(1)).scalar()


def lock_seasons(connection: Connection, club_id: int) -> list[int]:
    """Keep others from counting in the seasons of a club, of its own and of others; give their ids."""
    found = list(connection.execute(select(seasons.c.id).where(sees(club_id)).order_by(seasons.c.id)).scalars())
    for season_id in found:
        lock_season(connection, season_id)
    return found


def sums_of(connection: Connection, person_id: int) -> Mapping[Measure, int]:
    """Give what somebody won and lost at all evenings, by what is counted; these are never added."""
    query = select(results.c.measure, func.sum(results.c.amount).label("sum")).group_by(results.c.measure)
    rows = connection.execute(query.where(results.c.person_id.in_(ids_of(person_id))))
    found = {Measure(row.measure): int(row.sum) for row in rows}
    return {measure: found[measure] for measure in Measure if measure in found}


def balance_of(connection: Connection, person_id: int) -> int:
    """Give what the club owes somebody; what he owes stands below zero."""
    query = select(func.coalesce(func.sum(account_moves.c.amount), 0))
    return int(connection.execute(query.where(account_moves.c.person_id.in_(ids_of(person_id)))).scalar_one())


def all_merged(connection: Connection) -> Iterator[MergedRow]:
    """Give everybody who was merged, in whichever club."""
    for row in connection.execute(select(people).where(~standing).order_by(people.c.id)):
        yield MergedRow(row.id, row.name, row.club_id, row.merged_with, row.merged_into)


def clubs_of(connection: Connection, ids: Collection[int]) -> dict[int, int]:
    """Give the clubs of people, and whether they stand for themselves: those who do not are left out."""
    query = select(people.c.id, people.c.club_id).where(people.c.id.in_(ids), standing)
    return {row.id: row.club_id for row in connection.execute(query)}


def evenings_of_two(connection: Connection) -> tuple[int, int] | None:
    """Give the first evening at which somebody sat with two of his ids, and who that is; None where there is none."""
    one = func.coalesce(people.c.merged_into, people.c.id)
    query = (
        select(sheets.c.evening_id, one)
        .join(seats, seats.c.sheet_id == sheets.c.id)
        .join(people, people.c.id == seats.c.person_id)
        .where(held, one.in_(select(_merged.c.merged_into).where(_merged.c.merged_into.is_not(None))))
        .group_by(sheets.c.evening_id, one)
        .having(func.count(seats.c.person_id.distinct()) > 1)
        .order_by(sheets.c.evening_id)
        .limit(1)
    )
    row = connection.execute(query).first()
    return None if row is None else (row[0], row[1])
