"""Statistics of an evening: written when it ends, taken away when it goes on; and the games that they are about."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from scorebook.league.results import Measure, measure_of
from scorebook.league.stats import EveningStats, Played, evening_stats, facts_of
from scorebook.ledger.evening import RecordedGame
from scorebook.rules import RuleSet
from scorebook.store.games import RECORDED
from scorebook.store.rows import recorded_game, rules_of
from scorebook.store.stats_tables import pairs, tallies
from scorebook.store.tables import games, rule_sets, seats, sheets

TALLY = ("club_id", "evening_id", "person_id", "measure", "key", "count", "won", "amount", "game_id")
"""The columns of a tally, in the order of `stat_rows`."""
PAIR = (
    *("club_id", "evening_id", "person_id", "other_id", "measure"),
    *("with_games", "with_won", "with_amount", "against_games", "against_won", "against_amount"),
)
"""Those of a pair."""
Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class StandingGame:
    """A game that counts: where it lies, who sat there by seat, and by which rules it was played."""

    id: int
    evening_id: int
    sheet_id: int
    recorded: RecordedGame
    people: tuple[int, ...]
    rules: RuleSet

    @property
    def played(self) -> Played | None:
        """The game as statistics count it; None for one that was none."""
        return played_game(self.recorded, self.people, measure_of(self.rules), self.id)


def played_game(recorded: RecordedGame, people: Sequence[int], measure: Measure, game_id: int) -> Played | None:
    """Give a game as statistics count it; None for one that was none."""
    facts = facts_of(recorded.game, recorded.score)
    return None if facts is None else Played(facts, people, measure, game_id)


def add_stats(connection: Connection, club_id: int, evening_id: int, played: Iterable[Played]) -> None:
    """Write the statistics of an evening that ended; `played` are its games by sheet and number."""
    counted, met = stat_rows(club_id, evening_id, evening_stats(played))
    for table, names, rows in ((tallies, TALLY, counted), (pairs, PAIR, met)):
        if rows:
            connection.execute(insert(table), [dict(zip(names, row, strict=True)) for row in rows])


def stat_rows(club_id: int, evening_id: int, stats: EveningStats) -> tuple[list[Row], list[Row]]:
    """Give the rows of an evening: of `tallies` with the columns `TALLY`, of `pairs` with the columns `PAIR`."""
    counted: list[Row] = []
    for (person, measure), found in stats.tallies.items():
        whose = (club_id, evening_id, person, measure.value)
        counted += [(*whose, key, *stat) for key, stat in found.items()]
    met: list[Row] = []
    for (person, measure), others in stats.pairs.items():
        unit = measure.value
        met += [
            (club_id, evening_id, person, other, unit, *pair.together[:3], *pair.against[:3])
            for other, pair in others.items()
        ]
    return counted, met


def drop_stats(connection: Connection, evening_id: int) -> None:
    """Take the statistics of an evening away: it goes on."""
    for table in (tallies, pairs):
        connection.execute(delete(table).where(table.c.evening_id == evening_id))


def count_evening(connection: Connection, club_id: int, evening_id: int) -> None:
    """Write the statistics of an evening anew, from its games in the book."""
    drop_stats(connection, evening_id)
    standing = standing_games(connection, [evening_id])
    add_stats(connection, club_id, evening_id, filter(None, (game.played for game in standing)))


def standing_games(connection: Connection, evening_ids: Sequence[int]) -> Iterator[StandingGame]:
    """Give the games of evenings that count, by sheet and number."""
    sitting = _sitting(connection, evening_ids)
    query = (
        RECORDED.add_columns(rule_sets.c.rules)
        .join(rule_sets, rule_sets.c.id == games.c.rule_set_id)
        .where(sheets.c.evening_id.in_(evening_ids))
        .order_by(games.c.sheet_id, games.c.place, games.c.version)
    )
    number, last = 0, (0, 0)
    for row in connection.execute(query):
        here = row.sheet_id, row.place
        number = 1 if here[0] != last[0] else number + (here != last)
        last = here
        if row.cancelled_at is None:
            people = tuple(seat.person_id for seat in sitting[row.sheet_id] if _holds(seat, row.place))
            recorded = recorded_game(row, number)
            yield StandingGame(row.id, row.evening_id, row.sheet_id, recorded, people, rules_of(row.rules))


def _sitting(connection: Connection, evening_ids: Sequence[int]) -> dict[int, list[Any]]:
    """Give who sat at the sheets of evenings, by seat."""
    query = select(seats).join(sheets).where(sheets.c.evening_id.in_(evening_ids)).order_by(seats.c.seat)
    found = defaultdict(list)
    for row in connection.execute(query):
        found[row.sheet_id].append(row)
    return found


def _holds(seat: Any, place: int) -> bool:
    return bool(seat.from_place <= place and (seat.to_place is None or place <= seat.to_place))
