"""What evenings were for people, as it stands in the book, and what else it is made of besides games."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Connection, exists, select

from scorebook.league.results import Measure, Tally
from scorebook.store.league_tables import results
from scorebook.store.results import COUNTS, Tallies, measured
from scorebook.store.tables import entries, evening_rule_sets, evenings, games, rule_sets, sheets, stock_moves


@dataclass(frozen=True, slots=True)
class AuditedResult:
    """A row of the results as it stands in the book."""

    club_id: int
    season_id: int | None
    place: int | None
    tally: Tally


@dataclass(frozen=True, slots=True)
class AuditedEvening:
    """An evening with its results, and with what people got of its Stocks. `season_id` is what the evening says."""

    id: int
    club_id: int
    date: date
    ended: bool
    season_id: int | None
    shares: Tallies
    results: dict[tuple[Measure, int], AuditedResult]


def audited_evenings(connection: Connection, evening_ids: Collection[int]) -> Iterator[AuditedEvening]:
    """Read some evenings without their games, by id."""
    found: dict[int, dict[tuple[Measure, int], AuditedResult]] = defaultdict(dict)
    query = select(results).where(results.c.evening_id.in_(evening_ids)).order_by(results.c.id)
    for one in connection.execute(query):
        found[one.evening_id][Measure(one.measure), one.person_id] = _result(one)
    shares = _shares(connection, evening_ids)
    query = select(evenings).where(evenings.c.id.in_(evening_ids)).order_by(evenings.c.id)
    for row in connection.execute(query).all():
        ended = row.ended_at is not None
        yield AuditedEvening(row.id, row.club_id, row.date, ended, row.season_id, shares[row.id], found[row.id])


def _result(row: Any) -> AuditedResult:
    tally = Tally(*(getattr(row, name) for name in COUNTS))
    return AuditedResult(row.club_id, row.season_id, row.place, tally)


def _shares(connection: Connection, evening_ids: Collection[int]) -> dict[int, Tallies]:
    """Sum what people got of the Stocks of some evenings by their entries, where a Stock was moved as a whole."""
    query = (
        select(sheets.c.evening_id, entries.c.person_id, entries.c.amount, rule_sets.c.rules)
        .join(sheets, sheets.c.id == entries.c.sheet_id)
        .join(evening_rule_sets, evening_rule_sets.c.evening_id == sheets.c.evening_id)
        .join(rule_sets, rule_sets.c.id == evening_rule_sets.c.rule_set_id)
        .where(
            sheets.c.evening_id.in_(evening_ids),
            exists().where(stock_moves.c.sheet_id == sheets.c.id),
            entries.c.stock_move_id.is_not(None),
            entries.c.person_id.is_not(None),
            evening_rule_sets.c.position == 0,
        )
    )
    found: dict[int, Tallies] = defaultdict(lambda: defaultdict(Tally))
    for row in connection.execute(query):
        found[row.evening_id][measured(row.rules), row.person_id] += Tally(row.amount)
    return found


def evenings_without_games(connection: Connection) -> Sequence[int]:
    """Give the ids of the evenings at which no game was ever recorded."""
    played = exists().where(sheets.c.evening_id == evenings.c.id, games.c.sheet_id == sheets.c.id)
    return connection.execute(select(evenings.c.id).where(~played).order_by(evenings.c.id)).scalars().all()
