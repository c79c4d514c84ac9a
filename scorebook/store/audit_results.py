"""What evenings were for people, as it stands in the book, and what else it is made of besides games."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Connection, exists, select

from scorebook.league.results import Measure, Tally
from scorebook.store.league_tables import results
from scorebook.store.results import COUNTS, Tallies, measured
from scorebook.store.tables import entries, evening_rule_sets, evenings, games, rule_sets, sheets


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


def audited_evening(connection: Connection, evening_id: int) -> AuditedEvening:
    """Read an evening without its games."""
    row = connection.execute(select(evenings).where(evenings.c.id == evening_id)).one()
    found = connection.execute(select(results).where(results.c.evening_id == evening_id).order_by(results.c.id))
    return AuditedEvening(
        evening_id,
        row.club_id,
        row.date,
        row.ended_at is not None,
        row.season_id,
        _shares(connection, evening_id),
        {(Measure(one.measure), one.person_id): _result(one) for one in found},
    )


def _result(row: Any) -> AuditedResult:
    tally = Tally(*(getattr(row, name) for name in COUNTS))
    return AuditedResult(row.club_id, row.season_id, row.place, tally)


def _shares(connection: Connection, evening_id: int) -> Tallies:
    """Sum what people got of the Stocks of an evening by its entries."""
    query = (
        select(entries.c.person_id, entries.c.amount, rule_sets.c.rules)
        .join(sheets, sheets.c.id == entries.c.sheet_id)
        .join(evening_rule_sets, evening_rule_sets.c.evening_id == sheets.c.evening_id)
        .join(rule_sets, rule_sets.c.id == evening_rule_sets.c.rule_set_id)
        .where(
            sheets.c.evening_id == evening_id,
            entries.c.stock_move_id.is_not(None),
            entries.c.person_id.is_not(None),
            evening_rule_sets.c.position == 0,
        )
    )
    found: Tallies = defaultdict(Tally)
    for row in connection.execute(query):
        found[measured(row.rules), row.person_id] += Tally(row.amount)
    return found


def evenings_without_games(connection: Connection) -> Sequence[int]:
    """Give the ids of the evenings at which no game was ever recorded."""
    played = exists().where(sheets.c.evening_id == evenings.c.id, games.c.sheet_id == sheets.c.id)
    return connection.execute(select(evenings.c.id).where(~played).order_by(evenings.c.id)).scalars().all()
