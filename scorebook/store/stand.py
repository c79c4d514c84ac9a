"""How far a sheet or an evening is: a value that is another as soon as its page would be. It is asked all the time."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, ScalarSelect, Select, bindparam, func, select

from scorebook.store.cash_tables import levies
from scorebook.store.one_person import everybody
from scorebook.store.rows import is_id
from scorebook.store.tables import clubs, evenings, games, log, payments, reversals, seats, sheets, stock_moves


@dataclass(frozen=True, slots=True)
class Stand:
    """How far a sheet or an evening is; `version` is another as soon as something on its page is.

    `last_number` counts the games that got a number; those of an evening on all its sheets.
    """

    evening_id: int
    version: str
    last_number: int
    ended: bool


def _last(query: Select[Any]) -> ScalarSelect[Any]:
    return query.correlate(sheets).scalar_subquery()


# What is only ever added, is as new as the last of it; all else is there as it is.
_STAND = (
    select(
        sheets,
        clubs.c.name,
        evenings.c.title,
        evenings.c.place,
        evenings.c.ended_at,
        evenings.c.price,
        evenings.c.price_per,
        evenings.c.round_to,
        select(func.max(payments.c.id))
        .where(payments.c.evening_id == evenings.c.id)
        .correlate(evenings)
        .scalar_subquery()
        .label("last_payment"),
        select(func.max(levies.c.id))
        .where(levies.c.evening_id == evenings.c.id)
        .correlate(evenings)
        .scalar_subquery()
        .label("last_levy"),
        _last(select(func.count()).where(games.c.sheet_id == sheets.c.id, games.c.version == 0)).label("last_number"),
        _last(select(func.max(games.c.id)).where(games.c.sheet_id == sheets.c.id)).label("last_game"),
        _last(
            select(func.max(reversals.c.id))
            .join(games, games.c.id == reversals.c.game_id)
            .where(games.c.sheet_id == sheets.c.id)
        ).label("last_reversal"),
        _last(select(func.max(stock_moves.c.id)).where(stock_moves.c.sheet_id == sheets.c.id)).label("last_move"),
    )
    .join(evenings, evenings.c.id == sheets.c.evening_id)
    .join(clubs, clubs.c.id == sheets.c.club_id)
    .where(sheets.c.club_id == bindparam("club"))
    .order_by(sheets.c.position)
)
_OF_SHEET = _STAND.where(sheets.c.id == bindparam("wanted"))
_OF_EVENING = _STAND.where(sheets.c.evening_id == bindparam("wanted"))
_SEATED = (
    select(
        seats.c.sheet_id,
        seats.c.person_id,
        everybody.c.name,
        everybody.c.nickname,
        seats.c.id,
        seats.c.seat,
        seats.c.from_place,
        seats.c.to_place,
    )
    .join(sheets, sheets.c.id == seats.c.sheet_id)
    .join(everybody, everybody.c.id == seats.c.person_id)
    .where(sheets.c.evening_id == bindparam("evening"))
    .order_by(seats.c.id)
)
_STATE = select(
    select(log.c.hash)
    .where(log.c.club_id == bindparam("club"))
    .order_by(log.c.number.desc())
    .limit(1)
    .scalar_subquery()
    .label("state")
).where(evenings.c.id == bindparam("wanted"), evenings.c.club_id == bindparam("club"))


def sheet_stand(connection: Connection, club_id: int, sheet_id: int) -> Stand | None:
    """Give how far a sheet of the club is; None for one that is not there.

    Games at other tables do not change it, people there do: names are as short as those of the whole evening allow.
    """
    rows = _rows(connection, _OF_SHEET, club_id, sheet_id)
    if not rows:
        return None
    seated = _seated(connection, rows[0].evening_id)
    here = [tuple(row) for row in seated if row.sheet_id == sheet_id]
    return _stand(rows, here, [(row.sheet_id, row.person_id, row.name, row.nickname) for row in seated])


def evening_stand(connection: Connection, club_id: int, evening_id: int) -> Stand | None:
    """Give how far an evening of the club is, with all its sheets; None for one that is not there."""
    rows = _rows(connection, _OF_EVENING, club_id, evening_id)
    return _stand(rows, [tuple(row) for row in _seated(connection, evening_id)]) if rows else None


def evening_state(connection: Connection, club_id: int, evening_id: int) -> str | None:
    """Give the hash of the last row in the club's log; "" where it has none, None for an evening that is not there."""
    row = connection.execute(_STATE, {"club": club_id, "wanted": evening_id}).first() if is_id(evening_id) else None
    return None if row is None else str(row.state or "")


def _rows(connection: Connection, query: Select[Any], club_id: int, wanted: int) -> Sequence[Any]:
    return connection.execute(query, {"club": club_id, "wanted": wanted}).all() if is_id(wanted) else ()


def _seated(connection: Connection, evening_id: int) -> Sequence[Any]:
    return connection.execute(_SEATED, {"evening": evening_id}).all()


def _stand(rows: Sequence[Any], *seated: Sequence[tuple[Any, ...]]) -> Stand:
    told = repr(([tuple(row) for row in rows], seated))
    return Stand(
        rows[0].evening_id,
        hashlib.sha256(told.encode()).hexdigest()[:16],
        sum(row.last_number for row in rows),
        rows[0].ended_at is not None,
    )
