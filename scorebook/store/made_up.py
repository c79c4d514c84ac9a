"""Evenings that were made up, many at once, written as fast as the database takes them.

What does not depend on who plays is worked out once for all games that are the same: the texts of a row, the entries.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Connection, Dialect, insert, select, update

from scorebook.league.results import added, measure_of, numbers_of
from scorebook.league.stats import Facts, Played, evening_stats, facts_of
from scorebook.ledger.entries import Entry, entries_of, reversed_entries, writes_winners
from scorebook.ledger.evening import Cancellation, Evening
from scorebook.rules import Game, RuleSet, Score
from scorebook.store.bulk import add_many, binder, bound, reserve
from scorebook.store.league_tables import results
from scorebook.store.results import RESULT, Tallies, result_rows, set_places
from scorebook.store.rows import digest_of, entry_columns, played_columns, reversal_row
from scorebook.store.stats import PAIR, TALLY, Row, stat_rows
from scorebook.store.stats_tables import pairs, tallies
from scorebook.store.stock import add_closing
from scorebook.store.tables import SPACING, entries, evening_rule_sets, evenings, games, reversals, seats, sheets
from scorebook.store.whole import Places, evening_row, rule_set_rows, seat_rows, sheet_row

PLACED = (
    *("id", "club_id", "sheet_id", "rule_set_id", "uuid", "place", "version"),
    *("replaces_id", "recorded_at", "recorded_by"),
)
"""Columns that each game has for itself; those of its `ReadyGame` come behind them."""
BOOKED = ("club_id", "sheet_id", "game_id", "reversal_id", "kind", "person_id", "amount", "unit")

AT_ONCE = 500
"""Evenings that one statement names."""

Moved = tuple[str, int, int, str]
"""An entry of whoever sits there: kind, seat, amount, unit. Behind the last seat is what is nobody's."""


class ReadyGame(NamedTuple):
    """A game that was worked out, for as many tables as had the same one.

    `columns` name what was played and what it cost, `values` are these as the driver takes them; `booked` are the
    entries, `undone` those that undo them. It found `stock_before` in the Stock, and left `stock_after`; `numbers` are
    what it was for each seat, `facts` what statistics count of it.
    """

    stock_before: int
    stock_after: int
    columns: tuple[str, ...]
    values: tuple[Any, ...]
    booked: tuple[Moved, ...]
    undone: tuple[Moved, ...]
    numbers: tuple[int, ...]
    facts: Facts | None


class MadeGame(NamedTuple):
    """A game of a made-up sheet; one that replaces another follows it, with its number and the next version.

    `rule_set` indexes the evening's; `undone` says that it was taken back, with the UUID of the reversal.
    """

    ready: ReadyGame
    uuid: UUID
    number: int
    version: int
    rule_set: int
    at: datetime
    undone: tuple[UUID, Cancellation] | None


@dataclass(frozen=True, slots=True)
class MadeEvening:
    """An evening with one sheet, whose games stand beside it; `by` recorded them, `stock` is what they left in it."""

    evening: Evening
    places: Places
    by: str
    games: Sequence[MadeGame]
    stock: int

    @property
    def leaves(self) -> bool:
        """Whether it has ended with something in the Stock."""
        return self.evening.ended is not None and self.stock > 0


def ready(dialect: Dialect, game: Game, score: Score, rules: RuleSet) -> ReadyGame:
    """Work out what the rows of a game have in common. Raises `UnbalancedError` if it does not sum to zero."""
    columns = played_columns(game, score)
    columns["digest"] = digest_of(columns["game"])
    booked = entries_of(game, score, range(game.players), winners_only=writes_winners(rules))
    return ReadyGame(
        game.stock,
        score.stock,
        tuple(columns),
        bound(dialect, games, columns),
        tuple(_moved(booked, game, rules)),
        tuple(_moved(reversed_entries(booked), game, rules)),
        numbers_of(game, score),
        facts_of(game, score),
    )


def _moved(booked: Iterable[Entry], game: Game, rules: RuleSet) -> Iterator[Moved]:
    for entry in booked:
        columns = entry_columns(entry, rules.unit)
        seat = game.players if entry.person is None else entry.person
        yield columns["kind"], seat, columns["amount"], columns["unit"]


def add_made(connection: Connection, made: Sequence[MadeEvening]) -> Sequence[int]:
    """Add evenings, and give their ids. Raises `sqlalchemy.exc.IntegrityError` where a UUID is taken."""
    keys, sheet_keys = reserve(connection, evenings, len(made)), reserve(connection, sheets, len(made))
    placed = list(zip(made, keys, sheet_keys, strict=True))
    rows = [{"id": key, **evening_row(one.evening, "", one.places)} for one, key, _ in placed]
    connection.execute(insert(evenings), rows)
    rows = [row for one, key, _ in placed for row in rule_set_rows(key, one.places)]
    connection.execute(insert(evening_rule_sets), rows)
    rows = [{"id": sheet, **sheet_row(one.evening, key, 0, one.places)} for one, key, sheet in placed]
    connection.execute(insert(sheets), rows)
    rows = [row for one, _, sheet in placed for row in seat_rows(one.evening.sheets[0], sheet, one.places)]
    connection.execute(insert(seats), rows)
    played = _add_games(connection, made, sheet_keys)
    _add_stats(connection, placed, played)
    add_many(connection, results, RESULT, [row for one, key, _ in placed for row in _result_rows(one, key)])
    for one, key, sheet in placed:
        closing = one.evening.sheets[0].closed
        if closing is not None:
            add_closing(connection, one.places.club_id, sheet, closing, one.evening.unit)
            set_places(connection, key)
    return keys


def put_into(connection: Connection, season_id: int, evening_ids: Sequence[int]) -> None:
    """Put many evenings into a season; the results of those that have ended count there."""
    for start in range(0, len(evening_ids), AT_ONCE):
        here = evenings.c.id.in_(evening_ids[start : start + AT_ONCE])
        connection.execute(update(evenings).where(here).values(season_id=season_id))
        ended = select(evenings.c.id).where(here, evenings.c.ended_at.is_not(None))
        connection.execute(update(results).where(results.c.evening_id.in_(ended)).values(season_id=season_id))


def _result_rows(made: MadeEvening, evening_id: int) -> Iterator[tuple[Any, ...]]:
    """Add up what the games of an evening that count were for everybody."""
    measures = [measure_of(named.rules) for named in made.evening.rule_sets]
    people = [made.places.people[person] for person in made.evening.sheets[0].sitting]
    found: Tallies = {}
    for measure in dict.fromkeys(measures):
        games = (game for game in made.games if game.undone is None and measures[game.rule_set] is measure)
        found |= {(measure, person): tally for person, tally in added(people, (game.ready.numbers for game in games))}
    return result_rows(made.places.club_id, evening_id, found, ended=made.evening.ended is not None)


def _add_stats(
    connection: Connection, placed: Sequence[tuple[MadeEvening, int, int]], played: Sequence[Sequence[Played]]
) -> None:
    """Add the statistics of evenings that have ended."""
    counted: list[Row] = []
    met: list[Row] = []
    for (made, key, _), games_there in zip(placed, played, strict=True):
        if made.evening.ended is not None:
            rows = stat_rows(made.places.club_id, key, evening_stats(games_there))
            counted += rows[0]
            met += rows[1]
    add_many(connection, tallies, TALLY, counted)
    add_many(connection, pairs, PAIR, met)


def _add_games(
    connection: Connection, made: Sequence[MadeEvening], sheet_keys: Sequence[int]
) -> Sequence[Sequence[Played]]:
    """Add games; give those of each evening that count, as statistics count them."""
    played = [game for one in made for game in one.games]
    rows = _Rows(
        iter(reserve(connection, games, len(played))),
        iter(reserve(connection, reversals, sum(game.undone is not None for game in played))),
        binder(connection.dialect, games.c.uuid),
        binder(connection.dialect, games.c.recorded_at),
    )
    counted = [rows.add_sheet(one, sheet) for one, sheet in zip(made, sheet_keys, strict=True)]
    add_many(connection, games, (*PLACED, *played[0].ready.columns), rows.games)
    if rows.reversals:
        connection.execute(insert(reversals), rows.reversals)
    add_many(connection, entries, BOOKED, rows.entries)
    return counted


@dataclass(slots=True)
class _Rows:
    """What is to be added: games, what undoes them, and the entries of both, with their ids still to be given."""

    keys: Iterator[int]
    reversal_keys: Iterator[int]
    uuid: Callable[[UUID], Any]
    moment: Callable[[datetime], Any]
    games: list[tuple[Any, ...]] = field(default_factory=list)
    reversals: list[dict[str, Any]] = field(default_factory=list)
    entries: list[tuple[Any, ...]] = field(default_factory=list)

    def add_sheet(self, made: MadeEvening, sheet: int) -> list[Played]:
        """Add all games of an evening, and give those that count."""
        measures = [measure_of(named.rules) for named in made.evening.rule_sets]
        played: list[Played] = []
        club, rule_sets, key = made.places.club_id, made.places.rule_sets, None
        sitting = tuple(made.places.people[person] for person in made.evening.sheets[0].sitting)
        people = (*sitting, None)
        for game in made.games:
            replaced, key = key if game.version else None, next(self.keys)
            place, by_rules = game.number * SPACING, rule_sets[game.rule_set]
            placed = (key, club, sheet, by_rules, self.uuid(game.uuid), place, game.version, replaced)
            self.games.append((*placed, self.moment(game.at), made.by, *game.ready.values))
            self._book((club, sheet, key, None), game.ready.booked, people)
            if game.undone is not None:
                back = next(self.reversal_keys)
                self.reversals.append({"id": back, **reversal_row(club, key, *game.undone)})
                self._book((club, sheet, key, back), game.ready.undone, people)
            elif game.ready.facts is not None:
                played.append(Played(game.ready.facts, sitting, measures[game.rule_set], key))
        return played

    def _book(self, where: tuple[int | None, ...], moved: Iterable[Moved], people: Sequence[int | None]) -> None:
        self.entries += [(*where, kind, people[seat], amount, unit) for kind, seat, amount, unit in moved]
