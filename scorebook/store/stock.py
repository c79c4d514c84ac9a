"""Moves of a whole Stock: what became of it when an evening ended, its return, and its way into the next evening."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import Connection, Select, insert, select

from scorebook.ledger.entries import AccountKind, Entry, reversed_entries
from scorebook.ledger.evening import Sheet
from scorebook.ledger.stock import sharers
from scorebook.ledger.stock_closing import CHOICES, MoveKind, StockClosing, closing_entries, taking_entries
from scorebook.rules import Unit
from scorebook.store.results import add_shares
from scorebook.store.rows import add, entry_columns, is_id
from scorebook.store.tables import entries, evening_rule_sets, evenings, rule_sets, sheets, stock_moves


@dataclass(frozen=True, slots=True)
class StockMove:
    """A move as it stands in the book; `of_id` is the move that it takes back, or whose Stock it takes up."""

    id: int
    sheet_id: int
    kind: MoveKind
    amount: int
    of_id: int | None
    at: datetime
    by: str


@dataclass(frozen=True, slots=True)
class KeptStock:
    """A Stock that was kept for next time: the move that did so, the local day of its evening, what lies in it."""

    id: int
    sheet_id: int
    date: date
    amount: int
    unit: Unit


def moves_of(connection: Connection, sheet_ids: Iterable[int]) -> dict[int, list[StockMove]]:
    """Give the moves of sheets, the first first."""
    found: dict[int, list[StockMove]] = defaultdict(list)
    query = select(stock_moves).where(stock_moves.c.sheet_id.in_(list(sheet_ids))).order_by(stock_moves.c.id)
    for row in connection.execute(query):
        move = StockMove(row.id, row.sheet_id, MoveKind(row.kind), row.amount, row.of_id, row.at, row.by)
        found[move.sheet_id].append(move)
    return found


def moves_of_evening(connection: Connection, club_id: int, evening_id: int) -> list[StockMove]:
    """Give the moves on all sheets of an evening of the club, the first first."""
    if not is_id(evening_id):
        return []
    query = select(sheets.c.id).where(sheets.c.club_id == club_id, sheets.c.evening_id == evening_id)
    found = moves_of(connection, connection.execute(query).scalars())
    return sorted((move for moves in found.values() for move in moves), key=lambda move: move.id)


def open_closing(moves: Iterable[StockMove]) -> StockMove | None:
    """Give the move by which a sheet's Stock is closed now; None where it is not."""
    closing = None
    for move in moves:
        if move.kind is not MoveKind.TAKEN:
            closing = move if move.kind in CHOICES else None
    return closing


def brought(moves: Iterable[StockMove]) -> int:
    """Give what a sheet took up of Stocks that were kept, in units."""
    return sum(move.amount for move in moves if move.kind is MoveKind.TAKEN)


def closed_by(move: StockMove | None, sheet: Sheet) -> StockClosing | None:
    """Make the value of the move that closed a sheet's Stock; it is divided among those who sit there at the end."""
    if move is None:
        return None
    return StockClosing(move.kind, move.amount, move.at, move.by, sharers(sheet, move.kind))


def add_closing(connection: Connection, club_id: int, sheet_id: int, closing: StockClosing, unit: Unit) -> None:
    """Note what became of a sheet's Stock, and book it."""
    row = {"kind": closing.kind.value, "amount": closing.amount, "of_id": None, "at": closing.at, "by": closing.by}
    _add(connection, {"club_id": club_id, "sheet_id": sheet_id, **row}, closing_entries(closing), unit)


def add_return(connection: Connection, club_id: int, closing: StockMove, at: datetime, by: str) -> None:
    """Put a Stock back into its game: undo what was booked when it was closed.

    Raises `sqlalchemy.exc.IntegrityError` if that was done before, or if another evening has taken it up.
    """
    booked = entries_of(connection, closing)
    undone = reversed_entries(Entry(AccountKind(row.kind), row.person_id, row.amount) for row in booked)
    row = {"kind": MoveKind.RETURNED.value, "amount": closing.amount, "of_id": closing.id, "at": at, "by": by}
    _add(connection, {"club_id": club_id, "sheet_id": closing.sheet_id, **row}, undone, booked[0].unit)


def entries_of(connection: Connection, move: StockMove) -> Sequence[Any]:
    """Give what was booked when a Stock moved, on the sheet on which it did: there it is found by an index."""
    here = (entries.c.sheet_id == move.sheet_id, entries.c.stock_move_id == move.id)
    return connection.execute(select(entries).where(*here).order_by(entries.c.id)).all()


def take_up(connection: Connection, club_id: int, sheet_id: int, kept: KeptStock, at: datetime, by: str) -> None:
    """Let a new sheet begin with a Stock that was kept.

    Raises `sqlalchemy.exc.IntegrityError` if another evening has taken it up before, or it was given back.
    """
    row = {"kind": MoveKind.TAKEN.value, "amount": kept.amount, "of_id": kept.id, "at": at, "by": by}
    _add(connection, {"club_id": club_id, "sheet_id": sheet_id, **row}, taking_entries(kept.amount), kept.unit)


def _add(connection: Connection, row: Mapping[str, Any], booked: Iterable[Entry], unit: str) -> None:
    shared = {
        "club_id": row["club_id"],
        "sheet_id": row["sheet_id"],
        "stock_move_id": add(connection, stock_moves, row),
    }
    rows = tuple(booked)
    connection.execute(insert(entries), [{**shared, **entry_columns(entry, unit)} for entry in rows])
    add_shares(connection, row["club_id"], row["sheet_id"], rows)


def kept_stocks(connection: Connection, club_id: int) -> tuple[KeptStock, ...]:
    """List the Stocks that were kept in the club and that nobody has taken up, the latest first."""
    query = _kept().where(stock_moves.c.club_id == club_id)
    rows = connection.execute(query.order_by(evenings.c.date.desc(), stock_moves.c.id))
    return tuple(KeptStock(row.id, row.sheet_id, row.date, row.amount, Unit(row.unit)) for row in rows)


def lock_kept(connection: Connection, club_id: int, ids: Sequence[int]) -> list[KeptStock]:
    """Give those of the kept Stocks that nobody has taken up, and keep others from it until the transaction ends."""
    wanted = list(filter(is_id, ids))
    on_it = select(stock_moves.c.sheet_id).where(stock_moves.c.club_id == club_id, stock_moves.c.id.in_(wanted))
    places = sorted(set(connection.execute(on_it).scalars()))
    query = select(sheets.c.id).where(sheets.c.id.in_(places)).order_by(sheets.c.id)
    connection.execute(query.with_for_update(key_share=True)).all()
    return [kept for kept in kept_stocks(connection, club_id) if kept.id in ids]


def taken_up_on(connection: Connection, kept_id: int) -> date | None:
    """Give the day of the evening that took up a Stock; None where none did."""
    query = (
        select(evenings.c.date)
        .join(sheets, sheets.c.evening_id == evenings.c.id)
        .join(stock_moves, stock_moves.c.sheet_id == sheets.c.id)
        .where(stock_moves.c.of_id == kept_id, stock_moves.c.kind == MoveKind.TAKEN.value)
    )
    day: date | None = connection.execute(query).scalar()
    return day


def _kept() -> Select[Any]:
    after = stock_moves.alias("after")
    return (
        select(stock_moves, evenings.c.date, rule_sets.c.unit)
        .join(sheets, sheets.c.id == stock_moves.c.sheet_id)
        .join(evenings, evenings.c.id == sheets.c.evening_id)
        .join(
            evening_rule_sets,
            (evening_rule_sets.c.evening_id == evenings.c.id) & (evening_rule_sets.c.position == 0),
        )
        .join(rule_sets, rule_sets.c.id == evening_rule_sets.c.rule_set_id)
        .outerjoin(after, after.c.of_id == stock_moves.c.id)
        .where(stock_moves.c.kind == MoveKind.KEPT.value, after.c.id.is_(None))
    )
