"""Recording: the state of a sheet, and what is added to it. Written for speed: few statements, built once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import Connection, bindparam, exists, func, select

from scorebook.league.results import measure_of, tallies_of
from scorebook.ledger.bock import Bock
from scorebook.ledger.entries import AccountKind, Entry, reversed_entries
from scorebook.ledger.evening import Cancellation, RecordedGame, next_dealer
from scorebook.rules import RuleSet
from scorebook.store.results import add_tallies, measured
from scorebook.store.rows import add, add_rows, game_columns, is_id, recorded_game, reversal_row, rules_of
from scorebook.store.tables import (
    SPACING,
    entries,
    evening_rule_sets,
    evenings,
    games,
    reversals,
    rule_sets,
    seats,
    sheets,
)


@dataclass(frozen=True, slots=True)
class SheetState:
    """What a sheet knows about its next game. `people` are ids by seat, `rule_set` indexes the evening's rule sets.

    `place` is where it goes. `taken`: a game with the UUID that was asked for is in the book, wherever. `ended`: its
    evening. `bock` is counted by who needs it.
    """

    club_id: int
    evening_id: int
    sheet_id: int
    rule_set_id: int
    rule_set: int
    rules: RuleSet
    last_number: int
    place: int
    next_dealer: int
    stock: int
    people: tuple[int, ...]
    taken: bool
    ended: bool
    bock: Bock = field(default_factory=Bock)


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A recorded game and where it lies; `digest` is that of the game as it was sent."""

    id: int
    club_id: int
    evening_id: int
    sheet_id: int
    digest: str
    place: int
    version: int
    rule_set_id: int
    recorded: RecordedGame


_replaced = games.alias("replaced")

RECORDED = (
    select(
        games,
        sheets.c.evening_id,
        evening_rule_sets.c.position,
        reversals.c.id.label("reversal_id"),
        reversals.c.cancelled_at,
        reversals.c.cancelled_by,
        reversals.c.reason,
        _replaced.c.uuid.label("replaces"),
    )
    .join(sheets, sheets.c.id == games.c.sheet_id)
    .join(
        evening_rule_sets,
        (evening_rule_sets.c.evening_id == sheets.c.evening_id)
        & (evening_rule_sets.c.rule_set_id == games.c.rule_set_id),
    )
    .outerjoin(reversals, reversals.c.game_id == games.c.id)
    .outerjoin(_replaced, _replaced.c.id == games.c.replaces_id)
)
"""Games with what `rows.recorded_game` needs."""

_before = games.alias("before")
NUMBER = (
    select(func.count())
    .where(_before.c.sheet_id == games.c.sheet_id, _before.c.place <= games.c.place, _before.c.version == 0)
    .correlate(games)
    .scalar_subquery()
)
"""How manieth game of its sheet a game is."""
_BY_UUID = RECORDED.add_columns(NUMBER.label("number")).where(games.c.uuid == bindparam("wanted"))

_evening = (
    select(evenings.c.id)
    .join(sheets, sheets.c.evening_id == evenings.c.id)
    .where(sheets.c.id == bindparam("wanted"))
    .with_for_update(read=True, key_share=True, of=evenings)
    .cte("evening")
    .prefix_with("MATERIALIZED", dialect="postgresql")
)
_LOCK = (
    select(sheets.c.id)
    .join(_evening, _evening.c.id == sheets.c.evening_id)
    .where(sheets.c.id == bindparam("wanted"))
    .with_for_update(key_share=True, of=sheets)
)
"""Locks a sheet, and before it its evening against being taken out: results that are added refer to both."""

_ENDED = (
    select(evenings.c.ended_at)
    .join(sheets, sheets.c.evening_id == evenings.c.id)
    .where(sheets.c.id == bindparam("wanted"))
)

_last_number = (
    select(func.count())
    .where(games.c.sheet_id == sheets.c.id, games.c.version == 0)
    .correlate(sheets)
    .scalar_subquery()
)
_last_place = (
    select(func.coalesce(func.max(games.c.place), 0))
    .where(games.c.sheet_id == sheets.c.id)
    .correlate(sheets)
    .scalar_subquery()
)
_dealt = (
    select(games.c.dealer, games.c.place)
    .outerjoin(reversals, reversals.c.game_id == games.c.id)
    .where(reversals.c.id.is_(None), games.c.dealer.is_not(None))
    .order_by(games.c.place.desc())
    .limit(1)
)
_last_dealer = (
    _dealt.with_only_columns(games.c.dealer).where(games.c.sheet_id == sheets.c.id).correlate(sheets).scalar_subquery()
)
_LAST_DEALT = _dealt.where(games.c.sheet_id == bindparam("wanted"))
_SEATED = (
    select(seats.c.person_id)
    .where(
        seats.c.sheet_id == bindparam("wanted"),
        seats.c.from_place <= bindparam("place"),
        seats.c.to_place.is_(None) | (seats.c.to_place >= bindparam("place")),
    )
    .order_by(seats.c.seat)
)
# Few entries belong to nobody, so that the index finds those of the Stock however many games there are.
_moved = (
    select(func.coalesce(func.sum(entries.c.amount), 0))
    .where(
        entries.c.sheet_id == sheets.c.id,
        entries.c.person_id.is_(None),
        entries.c.kind == AccountKind.STOCK.value,
    )
    .correlate(sheets)
    .scalar_subquery()
)
_same = games.alias("same")

# One row for each who sits there in the next game.
_STATE = (
    select(
        sheets,
        rule_sets.c.rules,
        evening_rule_sets.c.position.label("rule_set"),
        _last_number.label("last_number"),
        _last_place.label("last_place"),
        _last_dealer.label("last_dealer"),
        _moved.label("moved"),
        exists().where(_same.c.uuid == bindparam("uuid")).label("taken"),
        seats.c.person_id,
        seats.c.from_place,
        evenings.c.ended_at,
    )
    .join(evenings, evenings.c.id == sheets.c.evening_id)
    .join(rule_sets, rule_sets.c.id == sheets.c.rule_set_id)
    .join(
        evening_rule_sets,
        (evening_rule_sets.c.evening_id == sheets.c.evening_id)
        & (evening_rule_sets.c.rule_set_id == sheets.c.rule_set_id),
    )
    .join(seats, seats.c.sheet_id == sheets.c.id)
    .where(sheets.c.id == bindparam("wanted"), seats.c.to_place.is_(None))
    .order_by(seats.c.seat)
)

_ENTRY = ("club_id", "sheet_id", "game_id", "reversal_id", "kind", "person_id", "amount", "unit")
_RULES = select(rule_sets.c.rules).where(rule_sets.c.id == bindparam("wanted"))


def lock_sheet(connection: Connection, sheet_id: int) -> None:
    """Keep others from writing on the sheet until the transaction ends. On SQLite a writing transaction does anyway."""
    if connection.dialect.name != "sqlite" and is_id(sheet_id):
        connection.execute(_LOCK, {"wanted": sheet_id})


def sheet_state(connection: Connection, sheet_id: int, uuid: UUID | None = None) -> SheetState | None:
    """Give what the sheet knows about its next game, and whether `uuid` is taken; None for an unknown sheet."""
    if not is_id(sheet_id):
        return None
    rows = connection.execute(_STATE, {"wanted": sheet_id, "uuid": uuid}).all()
    if not rows:
        return None
    row, sitting = rows[0], tuple(row.person_id for row in rows)
    return SheetState(
        row.club_id,
        row.evening_id,
        sheet_id,
        row.rule_set_id,
        row.rule_set,
        rules_of(row.rules),
        row.last_number,
        row.last_place + SPACING,
        _next_dealer(connection, rows, sitting),
        row.stock + int(row.moved),
        sitting,
        row.taken,
        row.ended_at is not None,
    )


def _next_dealer(connection: Connection, rows: Sequence[Any], sitting: tuple[int, ...]) -> int:
    """Give the seat that deals next. Where people changed seats it depends on who sat there when the last one dealt.

    Whoever leaves the last seat changes nobody else's: then only the dealer tells, who sat where nobody sits any more.
    """
    row = rows[0]
    gone = row.last_dealer is not None and row.last_dealer >= len(sitting)
    if not gone and not any(seat.from_place for seat in rows):
        return next_dealer(row.last_dealer, row.first_dealer, sitting, sitting)
    dealt = connection.execute(_LAST_DEALT, {"wanted": row.id}).first()
    place = 0 if dealt is None else dealt.place
    then = connection.execute(_SEATED, {"wanted": row.id, "place": place}).scalars()
    return next_dealer(row.last_dealer, row.first_dealer, tuple(then), sitting)


def is_replaced(connection: Connection, game: StoredGame) -> bool:
    """Tell whether a corrected version stands in the place of a game."""
    return connection.execute(select(games.c.id).where(games.c.replaces_id == game.id)).first() is not None


def is_ended(connection: Connection, sheet_id: int) -> bool:
    """Tell whether the evening of a sheet has ended."""
    return connection.execute(_ENDED, {"wanted": sheet_id}).scalar() is not None


def room_before(connection: Connection, game: StoredGame) -> int | None:
    """Give a place between a game and the one before it on the sheet; None where there is none left."""
    before = select(func.coalesce(func.max(games.c.place), 0)).where(
        games.c.sheet_id == game.sheet_id, games.c.place < game.place
    )
    last = int(connection.execute(before).scalar_one())
    place = (last + game.place) // 2
    return place if place > last else None


def find_game(connection: Connection, uuid: UUID) -> StoredGame | None:
    """Give the recorded game with that UUID, of whichever club."""
    row = connection.execute(_BY_UUID, {"wanted": uuid}).first()
    if row is None:
        return None
    recorded = recorded_game(row, row.number)
    return StoredGame(
        row.id,
        row.club_id,
        row.evening_id,
        row.sheet_id,
        row.digest,
        row.place,
        row.version,
        row.rule_set_id,
        recorded,
    )


def add_game(
    connection: Connection,
    state: SheetState,
    recorded: RecordedGame,
    booked: Iterable[Entry],
    digest: str,
    replaced: StoredGame | None = None,
) -> None:
    """Add a game to the sheet, and its entries. One that corrects another is the next version of the `replaced` one.

    Raises `sqlalchemy.exc.IntegrityError` if the UUID or the place is taken.
    """
    row = {
        "club_id": state.club_id,
        "sheet_id": state.sheet_id,
        "place": state.place,
        "version": 0 if replaced is None else replaced.version + 1,
        "replaces_id": None if replaced is None else replaced.id,
        "rule_set_id": state.rule_set_id,
        "digest": digest,
        **game_columns(recorded),
    }
    shared = (state.club_id, state.sheet_id, add(connection, games, row), None)
    _add_entries(connection, shared, booked, state.rules.unit)
    tallies = tallies_of(recorded.game, recorded.score, state.people)
    add_tallies(connection, state.club_id, state.evening_id, measure_of(state.rules), tallies)


def add_reversal(connection: Connection, game: StoredGame, cancelled: Cancellation) -> None:
    """Take a game back: note who did so, undo its entries, and take it out of what the evening was for people.

    Raises `sqlalchemy.exc.IntegrityError` if that was done before.
    """
    reversal_id = add(connection, reversals, reversal_row(game.club_id, game.id, uuid4(), cancelled))
    booked = connection.execute(select(entries).where(entries.c.game_id == game.id)).all()
    if booked:
        undone = reversed_entries(Entry(AccountKind(row.kind), row.person_id, row.amount) for row in booked)
        shared = (game.club_id, game.sheet_id, game.id, reversal_id)
        _add_entries(connection, shared, undone, booked[0].unit)
    rules = connection.execute(_RULES, {"wanted": game.rule_set_id}).scalar_one()
    people = connection.execute(_SEATED, {"wanted": game.sheet_id, "place": game.place}).scalars().all()
    tallies = ((person, -tally) for person, tally in tallies_of(game.recorded.game, game.recorded.score, people))
    add_tallies(connection, game.club_id, game.evening_id, measured(rules), tallies)


def _add_entries(connection: Connection, shared: tuple[int | None, ...], booked: Iterable[Entry], unit: str) -> None:
    rows = [(*shared, entry.kind.value, entry.person, entry.amount, str(unit)) for entry in booked]
    if rows:
        add_rows(connection, entries, _ENTRY, rows)
