"""What was rolled up of somebody's evenings, to hand it to him."""

from typing import Any

from sqlalchemy import Connection, Table, select

from scorebook.store.one_person import ids_of
from scorebook.store.stats_tables import pairs, tallies
from scorebook.store.tables import evenings, games

LEFT_OUT = ("id", "club_id", "evening_id", "person_id", "season_id", "game_id", "other_id")
"""Columns that say where a row lies; evenings and games stand there by their own ids, others by none of theirs."""


def rolled_up(connection: Connection, person_id: int) -> dict[str, list[dict[str, Any]]]:
    """Give what was counted of somebody, evening by evening.

    With whom he played it does not say: that is the others' too.
    """
    return {
        "statistics": _rows(connection, tallies, person_id),
        "company": _rows(connection, pairs, person_id),
    }


def _rows(connection: Connection, table: Table, person_id: int) -> list[dict[str, Any]]:
    columns = [column for column in table.c if column.name not in LEFT_OUT]
    query = select(evenings.c.uuid.label("evening"), *columns)
    query = query.join_from(table, evenings, evenings.c.id == table.c.evening_id)
    if "game_id" in table.c:
        query = query.add_columns(games.c.uuid.label("game")).outerjoin(games, games.c.id == table.c.game_id)
    query = query.where(table.c.person_id.in_(ids_of(person_id))).order_by(evenings.c.begun_at, table.c.id)
    return [_plain(row) for row in connection.execute(query).mappings()]


def _plain(row: Any) -> dict[str, Any]:
    return {name: value if isinstance(value, int | str | None) else str(value) for name, value in row.items()}
