"""The whole book, read once from its first game to its last, a few hundred games at a time."""

from collections import defaultdict
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Connection, exists, func, select

from scorebook.ledger.evening import NamedRuleSet, RecordedGame, Sheet
from scorebook.store.db import AnySession
from scorebook.store.evenings import rule_sets_of, seats_held
from scorebook.store.games import NUMBER, RECORDED
from scorebook.store.rows import recorded_game, score_columns
from scorebook.store.stock import brought, moves_of
from scorebook.store.tables import entries, evening_rule_sets, evenings, games, reversals, seats, sheets

AT_ONCE = 500
"""Games that are held at once."""


@dataclass(frozen=True, slots=True)
class SheetPlace:
    """A sheet without its games, and how to tell it from others; `table` counts from 1 within the evening.

    `last`: no sheet of the evening that comes after it has games.
    """

    evening_id: int
    date: date
    table: int
    sheet: Sheet
    rule_sets: tuple[NamedRuleSet, ...]
    last: bool


@dataclass(frozen=True, slots=True)
class Booked:
    """An entry as it stands in the book. `back`: it belongs to the reversal of its game."""

    kind: str
    person: int | None
    amount: int
    unit: str
    back: bool


@dataclass(frozen=True, slots=True)
class AuditedGame:
    """A game as it stands in the book, with its entries in the order in which they were booked."""

    place: SheetPlace
    number: int
    version: int
    row: Any
    booked: tuple[Booked, ...]

    def recorded(self) -> RecordedGame:
        """Read the game. Raises `ShapeError`, `ValueError`, `TypeError` or `KeyError` for what is no game."""
        return recorded_game(self.row, self.number)

    def columns_differ(self, recorded: RecordedGame) -> bool:
        """Tell whether the columns say something else than the game and its score."""
        wanted = {
            **score_columns(recorded.score),
            "dealer": recorded.game.dealer,
            "stock_before": recorded.game.stock,
        }
        return any(getattr(self.row, name) != value for name, value in wanted.items())


@contextmanager
def snapshot(session: AnySession) -> Iterator[Connection]:
    """Give a connection on which everything that is read is of one moment, while others go on writing."""
    session.rollback()
    engine = session.get_bind().engine
    options = {} if engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
    with engine.connect().execution_options(**options) as connection:
        yield connection


def game_without_rules(connection: Connection) -> tuple[int, int] | None:
    """Give sheet and number of the first game whose rule set is none of its evening's."""
    known = exists().where(
        evening_rule_sets.c.evening_id == sheets.c.evening_id,
        evening_rule_sets.c.rule_set_id == games.c.rule_set_id,
    )
    query = select(games.c.sheet_id, NUMBER).join(sheets).where(~known).order_by(games.c.id).limit(1)
    row = connection.execute(query).first()
    return None if row is None else (row[0], row[1])


def count(connection: Connection) -> dict[str, int]:
    """Count evenings, sheets, entries."""
    tables = {"evenings": evenings, "sheets": sheets, "entries": entries}
    return {
        name: connection.execute(select(func.count()).select_from(table)).scalar_one() for name, table in tables.items()
    }


def audited_games(connection: Connection) -> Generator[AuditedGame, None, None]:
    """Give every game of every club, by sheet, number and version. Who stops early closes the generator."""
    query = RECORDED.order_by(games.c.sheet_id, games.c.place, games.c.version)
    place: SheetPlace | None = None
    number = 0
    with connection.execute(query, execution_options={"yield_per": AT_ONCE}) as result:
        for rows in result.partitions():
            booked = _booked(connection, [row.id for row in rows])
            for row in rows:
                if place is None or place.sheet.id != row.sheet_id:
                    place, number, last = sheet_place(connection, row.sheet_id), 0, 0
                number, last = number + (row.place != last), row.place
                yield AuditedGame(place, number, row.version, row, tuple(booked[row.id]))


def sheet_place(connection: Connection, sheet_id: int) -> SheetPlace:
    """Read a sheet without its games."""
    after = sheets.alias("after")
    more = exists().where(
        after.c.evening_id == sheets.c.evening_id, after.c.id > sheet_id, games.c.sheet_id == after.c.id
    )
    query = select(sheets, evenings.c.date, more.label("more")).join(evenings).where(sheets.c.id == sheet_id)
    row = connection.execute(query).one()
    sitting = connection.execute(select(seats).where(seats.c.sheet_id == sheet_id).order_by(seats.c.id))
    places = select(games.c.place).where(games.c.sheet_id == sheet_id, games.c.version == 0).order_by(games.c.place)
    held = seats_held(sitting, connection.execute(places).scalars().all())
    opening = row.stock + brought(moves_of(connection, [sheet_id])[sheet_id])
    sheet = Sheet(sheet_id, row.first_dealer, held, (), opening)
    named = rule_sets_of(connection, row.evening_id)
    return SheetPlace(row.evening_id, row.date, row.position + 1, sheet, named, not row.more)


def _booked(connection: Connection, ids: Sequence[int]) -> dict[int, list[Booked]]:
    """Read the entries of games; one that lies on another sheet, or under another game's reversal, is of no kind."""
    query = (
        select(entries, games.c.sheet_id.label("own_sheet"), reversals.c.game_id.label("own_game"))
        .join(games, games.c.id == entries.c.game_id)
        .outerjoin(reversals, reversals.c.id == entries.c.reversal_id)
        .where(entries.c.game_id.in_(ids))
        .order_by(entries.c.id)
    )
    found: dict[int, list[Booked]] = defaultdict(list)
    for row in connection.execute(query):
        astray = row.sheet_id != row.own_sheet or (row.reversal_id is not None and row.own_game != row.game_id)
        kind = "" if astray else row.kind
        found[row.game_id].append(Booked(kind, row.person_id, row.amount, row.unit, row.reversal_id is not None))
    return found
