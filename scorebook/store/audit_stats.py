"""The statistics of evenings as they stand in the book."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection, Table, func, select

from scorebook.store.stats import PAIR, TALLY, Row
from scorebook.store.stats_tables import pairs, tallies
from scorebook.store.tables import evenings


@dataclass(frozen=True, slots=True)
class AuditedStats:
    """An evening with the rows of its statistics, in the order of the columns `TALLY` and `PAIR`."""

    id: int
    club_id: int
    date: date
    ended: bool
    tallies: Counter[Row]
    pairs: Counter[Row]


def audited_stats(connection: Connection, evening_ids: Collection[int]) -> Iterator[AuditedStats]:
    """Read the statistics of some evenings."""
    counted = _rows(connection, tallies, TALLY, evening_ids)
    met = _rows(connection, pairs, PAIR, evening_ids)
    query = select(evenings.c.id, evenings.c.club_id, evenings.c.date, evenings.c.ended_at)
    for row in connection.execute(query.where(evenings.c.id.in_(evening_ids)).order_by(evenings.c.id)).all():
        ended = row.ended_at is not None
        yield AuditedStats(row.id, row.club_id, row.date, ended, counted[row.id], met[row.id])


def _rows(
    connection: Connection, table: Table, names: tuple[str, ...], evening_ids: Collection[int]
) -> Mapping[int, Counter[Row]]:
    query = select(*(table.c[name] for name in names)).where(table.c.evening_id.in_(evening_ids))
    found: dict[int, Counter[Row]] = defaultdict(Counter)
    place = names.index("evening_id")
    for row in connection.execute(query):
        found[row[place]][tuple(row)] += 1
    return found


def count_stats(connection: Connection) -> int:
    """Count the rows of all statistics."""
    return sum(connection.execute(select(func.count()).select_from(table)).scalar_one() for table in (tallies, pairs))
