"""The whole book, read once from its first game to its last, a few hundred games at a time."""

from collections import defaultdict
from collections.abc import Collection, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from operator import attrgetter
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, exists, func, select

from scorebook.ledger.evening import NamedRuleSet, RecordedGame, Seat, Sheet
from scorebook.rules import Game, RuleSet, Score
from scorebook.store.db import AnySession
from scorebook.store.evenings import rule_sets_of_many, seats_held
from scorebook.store.games import NUMBER, RECORDED
from scorebook.store.rows import played_columns, played_of, recorded_as
from scorebook.store.stock import brought, moves_of
from scorebook.store.tables import entries, evening_rule_sets, evenings, games, seats, sheets

AT_ONCE = 500
"""Games that are held at once."""
WRITTEN = (
    *("dealer", "value", "payouts", "stock_before", "stock_after", "steps"),
    *("void", "declarer_won", "schneider", "schwarz"),
)
"""Columns that say of a game what it says itself."""
_written = attrgetter("rule_set_id", "game", *WRITTEN)


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


class Booked(NamedTuple):
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

    @property
    def written(self) -> tuple[Any, ...]:
        """What was played and what it cost, by which rule set, as it is written."""
        return _written(self.row)

    @property
    def rules(self) -> RuleSet:
        """The rules by which it was played."""
        named: NamedRuleSet = self.place.rule_sets[self.row.position]
        return named.rules

    @property
    def people(self) -> tuple[int, ...]:
        """The ids of the people at the table, by seat."""
        return self.place.sheet.people_at(self.number)

    def played(self) -> tuple[Game, Score]:
        """Read the game. Raises `ShapeError`, `ValueError`, `TypeError` or `KeyError` for what is no game."""
        return played_of(self.row)

    def recorded(self, game: Game, score: Score) -> RecordedGame:
        """Give the game, of which one knows what was played."""
        return recorded_as(self.row, self.number, game, score)

    def columns_differ(self, game: Game, score: Score) -> bool:
        """Tell whether the columns say something else than the game and its score."""
        wanted = played_columns(game, score)
        return any(getattr(self.row, name) != wanted[name] for name in WRITTEN)


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
            booked = _booked(connection, rows)
            places = sheet_places(connection, {row.sheet_id for row in rows})
            for row in rows:
                if place is None or place.sheet.id != row.sheet_id:
                    place, number, last = places[row.sheet_id], 0, 0
                number, last = number + (row.place != last), row.place
                yield AuditedGame(place, number, row.version, row, tuple(booked[row.id]))


def sheet_place(connection: Connection, sheet_id: int) -> SheetPlace:
    """Read a sheet without its games."""
    return sheet_places(connection, [sheet_id])[sheet_id]


_after = sheets.alias("after")
_more = (
    exists()
    .where(_after.c.evening_id == sheets.c.evening_id, _after.c.id > sheets.c.id, games.c.sheet_id == _after.c.id)
    .correlate(sheets)
)


def sheet_places(connection: Connection, sheet_ids: Collection[int]) -> dict[int, SheetPlace]:
    """Read some sheets without their games."""
    query = select(sheets, evenings.c.date, _more.label("more")).join(evenings).where(sheets.c.id.in_(sheet_ids))
    rows = connection.execute(query).all()
    held, moves = _seats_held(connection, sheet_ids), moves_of(connection, sheet_ids)
    named = rule_sets_of_many(connection, {row.evening_id for row in rows})
    return {
        row.id: SheetPlace(
            row.evening_id,
            row.date,
            row.position + 1,
            Sheet(row.id, row.first_dealer, held[row.id], (), row.stock + brought(moves[row.id])),
            named[row.evening_id],
            not row.more,
        )
        for row in rows
    }


def _seats_held(connection: Connection, sheet_ids: Collection[int]) -> dict[int, tuple[Seat, ...]]:
    """Give who sat where on some sheets; only where that changed it takes the places of their games."""
    sitting: dict[int, list[Any]] = defaultdict(list)
    for row in connection.execute(select(seats).where(seats.c.sheet_id.in_(sheet_ids)).order_by(seats.c.id)):
        sitting[row.sheet_id].append(row)
    changed = [key for key, rows in sitting.items() if any(row.from_place or row.to_place is not None for row in rows)]
    places: dict[int, list[int]] = defaultdict(list)
    query = select(games.c.sheet_id, games.c.place).where(games.c.sheet_id.in_(changed), games.c.version == 0)
    for row in connection.execute(query.order_by(games.c.sheet_id, games.c.place)) if changed else ():
        places[row.sheet_id].append(row.place)
    return defaultdict(tuple, {key: seats_held(rows, places[key]) for key, rows in sitting.items()})


def _booked(connection: Connection, rows: Sequence[Any]) -> dict[int, list[Booked]]:
    """Read the entries of games; one that lies on another sheet, or under another game's reversal, is of no kind."""
    own = {row.id: (row.sheet_id, row.reversal_id) for row in rows}
    found: dict[int, list[Booked]] = defaultdict(list)
    for game_id, sheet_id, reversal_id, kind, person, amount, unit in connection.execute(
        _ENTRIES, {"wanted": list(own)}
    ):
        sheet, reversal = own[game_id]
        astray = sheet_id != sheet or reversal_id not in (None, reversal)
        found[game_id].append(Booked("" if astray else kind, person, amount, unit, reversal_id is not None))
    return found


_ENTRIES = (
    select(
        *(entries.c.game_id, entries.c.sheet_id, entries.c.reversal_id),
        *(entries.c.kind, entries.c.person_id, entries.c.amount, entries.c.unit),
    )
    .where(entries.c.game_id.in_(bindparam("wanted", expanding=True)))
    .order_by(entries.c.id)
)
