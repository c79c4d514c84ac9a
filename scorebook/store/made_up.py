"""Evenings that were made up, many at once, written as fast as the database takes them.

What does not depend on who plays is worked out once for all games that are the same: the texts of a row, the entries.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Connection, insert, select, update

from scorebook.league.results import added, measure_of, numbers_of
from scorebook.league.stats import Facts, Played, evening_stats, facts_of
from scorebook.ledger.entries import Entry, entries_of, reversed_entries, writes_winners
from scorebook.ledger.evening import Cancellation, Evening
from scorebook.rules import Game, RuleSet, Score
from scorebook.store.bulk import add_many, binder, references_known, reserve
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
MOMENTS = 10_000
"""So many moments are kept as the driver takes them: what is made up is recorded at full minutes, at many tables."""

Moved = tuple[str, int, int, str]
"""An entry of whoever sits there: kind, seat, amount, unit. Behind the last seat is what is nobody's."""


class ReadyGame(NamedTuple):
    """A game that was worked out, for as many tables as had the same one.

    `columns` name what was played and what it cost, `values` are these, all of them such as each driver takes; `booked`
    are the entries, `undone` those that undo them. It found `stock_before` in the Stock, and left `stock_after`;
    `numbers` are what it was for each seat, `facts` what statistics count of it.
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

    `uuid` are its 32 hexadecimal digits, which both databases take; `rule_set` indexes the evening's; `undone` says
    that it was taken back, with the UUID of the reversal.
    """

    ready: ReadyGame
    uuid: str
    number: int
    version: int
    rule_set: int
    at: datetime
    undone: tuple[UUID, Cancellation] | None


@dataclass(frozen=True, slots=True)
class MadeEvening:
    """An evening with one sheet, whose games stand beside it; `by` recorded them, `stock` is what they left in it.

    `results`, `tallies` and `pairs` are what it was for everybody, as rows of these tables. They lack what only the
    book gives: where they name the evening stands 0, and for a game how manieth it is of `games`.
    """

    evening: Evening
    places: Places
    by: str
    games: Sequence[MadeGame]
    stock: int
    results: Sequence[Row]
    tallies: Sequence[Row]
    pairs: Sequence[Row]

    @classmethod
    def of(cls, evening: Evening, places: Places, by: str, games: Sequence[MadeGame], stock: int) -> "MadeEvening":
        """Work out what an evening was for everybody."""
        ended = evening.ended is not None
        measures = [measure_of(named.rules) for named in evening.rule_sets]
        people = tuple(places.people[person] for person in evening.sheets[0].sitting)
        standing = [(number, game) for number, game in enumerate(games) if game.undone is None]
        found: Tallies = {}
        for measure in dict.fromkeys(measures):
            counted = (game.ready.numbers for _, game in standing if measures[game.rule_set] is measure)
            found |= {(measure, person): tally for person, tally in added(people, counted)}
        played = (
            Played(game.ready.facts, people, measures[game.rule_set], number)
            for number, game in standing
            if ended and game.ready.facts is not None
        )
        results = tuple(result_rows(places.club_id, 0, found, ended=ended))
        return cls(evening, places, by, games, stock, results, *stat_rows(places.club_id, 0, evening_stats(played)))

    @property
    def leaves(self) -> bool:
        """Whether it has ended with something in the Stock."""
        return self.evening.ended is not None and self.stock > 0


def ready(game: Game, score: Score, rules: RuleSet) -> ReadyGame:
    """Work out what the rows of a game have in common. Raises `UnbalancedError` if it does not sum to zero."""
    columns = played_columns(game, score)
    columns["digest"] = digest_of(columns["game"])
    booked = entries_of(game, score, range(game.players), winners_only=writes_winners(rules))
    return ReadyGame(
        game.stock,
        score.stock,
        tuple(columns),
        tuple(columns.values()),
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
    with references_known(connection):  # seats name all people, and evenings all rule sets: they were asked for above
        _add_counted(connection, list(zip(made, keys, _add_games(connection, made, sheet_keys), strict=True)))
    for one, key, sheet in placed:
        closing = one.evening.sheets[0].closed
        if closing is not None:
            add_closing(connection, one.places.club_id, sheet, closing, one.evening.unit)
            set_places(connection, key)
    return keys


def _add_counted(connection: Connection, found: Sequence[tuple[MadeEvening, int, Sequence[int]]]) -> None:
    """Add what evenings were for everybody; each with its id and those of its games."""
    add_many(connection, results, RESULT, [row for one, key, _ in found for row in _at(key, one.results)])
    counted = [
        (*row[:-1], None if row[-1] is None else own[row[-1]])
        for one, key, own in found
        for row in _at(key, one.tallies)
    ]
    add_many(connection, tallies, TALLY, counted)
    add_many(connection, pairs, PAIR, [row for one, key, _ in found for row in _at(key, one.pairs)])


def put_into(connection: Connection, season_id: int, evening_ids: Sequence[int]) -> None:
    """Put evenings into a season; the results of those that have ended count there."""
    here = evenings.c.id.in_(evening_ids)
    connection.execute(update(evenings).where(here).values(season_id=season_id))
    ended = select(evenings.c.id).where(here, evenings.c.ended_at.is_not(None))
    connection.execute(update(results).where(results.c.evening_id.in_(ended)).values(season_id=season_id))


def _at(evening_id: int, rows: Iterable[Row]) -> Iterator[Row]:
    """Say in rows that lack it which evening they are about."""
    return ((row[0], evening_id, *row[2:]) for row in rows)


def _add_games(connection: Connection, made: Sequence[MadeEvening], sheet_keys: Sequence[int]) -> list[Sequence[int]]:
    """Add games; give the ids of those of each evening."""
    played = [game for one in made for game in one.games]
    keys = reserve(connection, games, len(played))
    rows = _Rows(
        iter(reserve(connection, reversals, sum(game.undone is not None for game in played))),
        lru_cache(MOMENTS)(binder(connection.dialect, games.c.recorded_at)),
    )
    ends = list(accumulate(len(one.games) for one in made))
    own = [keys[first:last] for first, last in pairwise((0, *ends))]
    for one, sheet, ids in zip(made, sheet_keys, own, strict=True):
        rows.add_sheet(one, sheet, ids)
    add_many(connection, games, (*PLACED, *played[0].ready.columns), rows.games)
    if rows.reversals:
        connection.execute(insert(reversals), rows.reversals)
    add_many(connection, entries, BOOKED, rows.entries)
    return own


@dataclass(slots=True)
class _Rows:
    """What is to be added: games, what undoes them, and the entries of both."""

    reversal_keys: Iterator[int]
    moment: Callable[[datetime], Any]
    games: list[Row] = field(default_factory=list)
    reversals: list[dict[str, Any]] = field(default_factory=list)
    entries: list[Row] = field(default_factory=list)

    def add_sheet(self, made: MadeEvening, sheet: int, keys: Sequence[int]) -> None:
        """Add all games of an evening, with these ids."""
        club, rule_sets = made.places.club_id, made.places.rule_sets
        people = (*(made.places.people[person] for person in made.evening.sheets[0].sitting), None)
        before: int | None = None
        for key, (ready, uuid, number, version, rule_set, at, undone) in zip(keys, made.games, strict=True):
            replaced = before if version else None
            placed = (key, club, sheet, rule_sets[rule_set], uuid, number * SPACING, version, replaced)
            self.games.append((*placed, self.moment(at), made.by, *ready.values))
            self.entries += [
                (club, sheet, key, None, kind, people[seat], amount, unit) for kind, seat, amount, unit in ready.booked
            ]
            if undone is not None:
                back = next(self.reversal_keys)
                self.reversals.append({"id": back, **reversal_row(club, key, *undone)})
                self.entries += [
                    (club, sheet, key, back, kind, people[seat], amount, unit)
                    for kind, seat, amount, unit in ready.undone
                ]
            before = key
