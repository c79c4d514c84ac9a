"""The moves of all Stocks as they stand in the book, sheet by sheet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, select

from scorebook.ledger.entries import AccountKind
from scorebook.store.audit import Booked, SheetPlace, sheet_place
from scorebook.store.stock import StockMove, brought, entries_of, moves_of
from scorebook.store.tables import entries, evenings, games, stock_moves


@dataclass(frozen=True, slots=True)
class AuditedMove:
    """A move with its entries. `before`: what lay in the Stock by the entries before; `of`: the move that it is about.

    `of_booked` are the entries of that one.
    """

    move: StockMove
    before: int
    booked: tuple[Booked, ...]
    of: StockMove | None
    of_booked: tuple[Booked, ...]


@dataclass(frozen=True, slots=True)
class AuditedStock:
    """The moves of one sheet's Stock, the first first.

    `own` is what lay in it at the start without being taken up from another evening; `ended`: its evening. `sitting`
    are those who sit at the table now, by seat.
    """

    place: SheetPlace
    own: int
    ended: bool
    sitting: tuple[int, ...]
    moves: tuple[AuditedMove, ...]


def audited_stocks(connection: Connection) -> Iterator[AuditedStock]:
    """Give the Stocks of all sheets, of every club, that were moved as a whole."""
    moved = select(stock_moves.c.sheet_id).distinct().order_by(stock_moves.c.sheet_id)
    for sheet_id in connection.execute(moved).scalars().all():
        place = sheet_place(connection, sheet_id)
        moves = moves_of(connection, [sheet_id])[sheet_id]
        own = place.sheet.stock - brought(moves)
        ended = select(evenings.c.ended_at).where(evenings.c.id == place.evening_id)
        yield AuditedStock(
            place,
            own,
            connection.execute(ended).scalar() is not None,
            place.sheet.people_at(_next_number(connection, sheet_id)),
            tuple(_audited(connection, move, own) for move in moves),
        )


def _next_number(connection: Connection, sheet_id: int) -> int:
    query = select(func.count()).select_from(games).where(games.c.sheet_id == sheet_id, games.c.version == 0)
    return int(connection.execute(query).scalar_one()) + 1


def _audited(connection: Connection, move: StockMove, own: int) -> AuditedMove:
    rows = entries_of(connection, move)
    of = None if move.of_id is None else _move(connection, move.of_id)
    about = [] if of is None else entries_of(connection, of)
    return AuditedMove(
        move,
        own + (_moved_before(connection, move.sheet_id, rows[0].id) if rows else 0),
        _booked(rows),
        of,
        _booked(about),
    )


def _move(connection: Connection, move_id: int) -> StockMove:
    sheet_id = connection.execute(select(stock_moves.c.sheet_id).where(stock_moves.c.id == move_id)).scalar_one()
    return next(move for move in moves_of(connection, [sheet_id])[sheet_id] if move.id == move_id)


def _moved_before(connection: Connection, sheet_id: int, entry_id: int) -> int:
    """Sum what was booked on a sheet's Stock before an entry."""
    before = (entries.c.sheet_id == sheet_id, entries.c.id < entry_id, entries.c.kind == AccountKind.STOCK.value)
    return int(connection.execute(select(func.coalesce(func.sum(entries.c.amount), 0)).where(*before)).scalar_one())


def _booked(rows: Sequence[Any]) -> tuple[Booked, ...]:
    return tuple(Booked(row.kind, row.person_id, row.amount, row.unit, row.reversal_id is not None) for row in rows)
