"""What evenings were for people: kept beside the games, in the very transaction that changes them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, bindparam, case, func, select, update

from scorebook.league.results import Measure, Tally, measure_of, numbers_in, places, tallies_of
from scorebook.ledger.entries import Entry
from scorebook.ledger.evening import Evening
from scorebook.store.league_tables import results
from scorebook.store.rows import add_rows, rules_of
from scorebook.store.tables import evening_rule_sets, evenings, rule_sets, seats, sheets

COUNTS = tuple(field.name for field in fields(Tally))
"""The columns that add up."""
KEYS = ("club_id", "evening_id", "person_id", "measure")

Tallies = dict[tuple[Measure, int], Tally]
"""What something was for people, by measure and person id."""

_COLUMNS = (*KEYS, *COUNTS)
_ADDED = "ON CONFLICT (evening_id, person_id, measure) DO UPDATE SET " + ", ".join(
    f"{name} = results.{name} + excluded.{name}" for name in COUNTS
)
"""What becomes of a row that is there; both databases understand it."""
_RULED = (
    select(sheets.c.evening_id, rule_sets.c.rules)
    .join(evening_rule_sets, evening_rule_sets.c.evening_id == sheets.c.evening_id)
    .join(rule_sets, rule_sets.c.id == evening_rule_sets.c.rule_set_id)
    .where(sheets.c.id == bindparam("wanted"), evening_rule_sets.c.position == 0)
)
_SEATED = (
    select(sheets.c.club_id, sheets.c.evening_id, seats.c.person_id, rule_sets.c.rules)
    .join(seats, seats.c.sheet_id == sheets.c.id)
    .join(evening_rule_sets, evening_rule_sets.c.evening_id == sheets.c.evening_id)
    .join(rule_sets, rule_sets.c.id == evening_rule_sets.c.rule_set_id)
    .where(sheets.c.id == bindparam("wanted"))
)


@lru_cache(maxsize=128)
def measured(rules: str) -> Measure:
    """Give what games under a rule set, as the table keeps it, are counted in."""
    return measure_of(rules_of(rules))


def add_tallies(
    connection: Connection, club_id: int, evening_id: int, measure: Measure, tallies: Iterable[tuple[int, Tally]]
) -> None:
    """Add what something at an evening was for people, by their ids; who had none of it yet gets a row.

    Rows are taken in the order of the people, so that two tables at once never wait for each other in a ring.
    """
    rows = [
        (
            *(club_id, evening_id, person, measure.value),
            *(tally.amount, tally.games, tally.squares, tally.solos_won, tally.solos_lost, tally.touts_won),
        )
        for person, tally in sorted(tallies, key=_person)
    ]
    if rows:
        add_rows(connection, results, _COLUMNS, rows, _ADDED)


def _person(pair: tuple[int, Tally]) -> int:
    return pair[0]


def add_shares(connection: Connection, club_id: int, sheet_id: int, booked: Iterable[Entry]) -> None:
    """Add what people got of a Stock, or gave back; it is no game. It counts in what the evening began with."""
    got = [(entry.person, Tally(entry.amount)) for entry in booked if entry.person is not None]
    if got:
        row = connection.execute(_RULED, {"wanted": sheet_id}).one()
        add_tallies(connection, club_id, row.evening_id, measured(row.rules), got)


def lock_results(connection: Connection, sheet_id: int) -> None:
    """Keep others from adding to the results of those at a sheet, for whoever adds several times in one transaction.

    Who has no row yet gets an empty one: a row that was added later would be out of the order in which all take them.
    On SQLite a writing transaction keeps others out anyway.
    """
    if connection.dialect.name == "sqlite":
        return
    seated = {
        (row.club_id, row.evening_id, row.person_id, measured(row.rules).value)
        for row in connection.execute(_SEATED, {"wanted": sheet_id})
    }
    if seated:
        add_rows(connection, results, _COLUMNS, [(*keys, *numbers_in(Tally())) for keys in sorted(seated)], _ADDED)


# --- An evening as a whole -------------------------------------------------------------------------------------------


def tallies_of_evening(evening: Evening, own: Mapping[int, int]) -> Tallies:
    """Give what the games of an evening that count were for everybody; `own` are ids in the book by those in it."""
    measures = [measure_of(named.rules) for named in evening.rule_sets]
    found: Tallies = defaultdict(Tally)
    for sheet in evening.sheets:
        for game in sheet.standing:
            people = [own[person] for person in sheet.people_at(game.number)]
            for person, tally in tallies_of(game.game, game.score, people):
                found[measures[game.rule_set], person] += tally
    return found


RESULT = (*KEYS, "season_id", "place", *COUNTS)
"""The columns of `result_rows`."""


def result_rows(
    club_id: int, evening_id: int, tallies: Tallies, season_id: int | None = None, *, ended: bool
) -> Iterator[tuple[Any, ...]]:
    """Give the rows of an evening that is written as a whole, as the databases take them; none of it is there yet.

    What became of its Stocks is not in it (`add_shares`): where one was divided, `set_places` comes after that.
    """
    by_measure: dict[Measure, dict[int, Tally]] = defaultdict(dict)
    for (measure, person), tally in tallies.items():
        by_measure[measure][person] = tally
    for measure, own in by_measure.items():
        placed = places(own) if ended else {}
        for person, tally in own.items():
            keys = (club_id, evening_id, person, measure.value)
            yield *keys, season_id if ended else None, placed.get(person), *numbers_in(tally)


def add_evening(connection: Connection, rows: Iterable[tuple[Any, ...]]) -> None:
    """Add the results of a whole evening."""
    made = list(rows)
    if made:
        add_rows(connection, results, RESULT, made)


_better = results.alias("better")
_PLACE = (
    select(func.count() + 1)
    .where(
        _better.c.evening_id == results.c.evening_id,
        _better.c.measure == results.c.measure,
        _better.c.games > 0,
        _better.c.amount > results.c.amount,
    )
    .correlate(results)
    .scalar_subquery()
)
_SEASON = select(evenings.c.season_id).where(evenings.c.id == results.c.evening_id).scalar_subquery()
_END = (
    update(results)
    .where(results.c.evening_id == bindparam("wanted"))
    .values(place=case((results.c.games > 0, _PLACE)), season_id=_SEASON)
)
_REOPEN = update(results).where(results.c.evening_id == bindparam("wanted")).values(place=None, season_id=None)


def set_places(connection: Connection, evening_id: int) -> None:
    """Rank those who played at an evening that has ended, and count it in its season."""
    connection.execute(_END, {"wanted": evening_id})


def forget_places(connection: Connection, evening_id: int) -> None:
    """Count an evening that goes on in no season any more: half an evening is no result."""
    connection.execute(_REOPEN, {"wanted": evening_id})
