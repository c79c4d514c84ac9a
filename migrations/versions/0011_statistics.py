"""Statistics of evenings that ended: what somebody played and how it went, and with whom.

Revision ID: 0011
Revises: 0010
"""

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

from scorebook.exchange import parse_game
from scorebook.league.results import Measure
from scorebook.league.stats import EveningStats, Played, evening_stats, facts_of
from scorebook.rules import Score

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

MEASURE = "measure IN ('cent', 'point', 'good', 'strich')"
MET = ("with_games", "with_won", "with_amount", "against_games", "against_won", "against_amount")
AT_ONCE = 1000
"""Rows that are written at once."""


def upgrade() -> None:
    op.create_table(
        "tallies",
        *_always("tallies"),
        sa.Column("measure", sa.String(length=10), nullable=False),
        sa.Column("key", sa.String(length=30), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("game_id", sa.Integer()),
        _reference("tallies", "game_id", "games"),
        sa.CheckConstraint(MEASURE, name=op.f("ck_tallies_measure")),
        sa.UniqueConstraint(
            *("person_id", "measure", "key", "evening_id"),
            name=op.f("uq_tallies_person_id_measure_key_evening_id"),
        ),
    )
    op.create_index("ix_tallies_evening_id", "tallies", ["evening_id"])
    some = sa.text("game_id IS NOT NULL")
    op.create_index("ix_tallies_game_id", "tallies", ["game_id"], sqlite_where=some, postgresql_where=some)
    op.create_table(
        "pairs",
        *_always("pairs"),
        sa.Column("other_id", sa.Integer(), nullable=False),
        _reference("pairs", "other_id", "people"),
        sa.Column("measure", sa.String(length=10), nullable=False),
        *(
            sa.Column(name, sa.BigInteger() if name.endswith("amount") else sa.Integer(), nullable=False)
            for name in MET
        ),
        sa.CheckConstraint(MEASURE, name=op.f("ck_pairs_measure")),
        sa.UniqueConstraint(
            *("person_id", "other_id", "measure", "evening_id"),
            name=op.f("uq_pairs_person_id_other_id_measure_evening_id"),
        ),
    )
    op.create_index("ix_pairs_evening_id", "pairs", ["evening_id"])
    op.create_index("ix_pairs_other_id", "pairs", ["other_id"])
    _roll_up(op.get_bind())


def _always(table: str) -> list[sa.schema.SchemaItem]:
    """What both tables have."""
    return [
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("evening_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
        _reference(table, "club_id", "clubs"),
        _reference(table, "evening_id", "evenings"),
        _reference(table, "person_id", "people"),
    ]


def _reference(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=op.f(f"fk_{table}_{column}_{other}"))


# --- Evenings that ended before. They are counted as those are that end now: the same rules must hold for both. ----------

_EVENINGS = sa.text("SELECT id, club_id FROM evenings WHERE ended_at IS NOT NULL ORDER BY id")
_SEATS = sa.text(
    "SELECT seats.sheet_id, seats.person_id, seats.from_place, seats.to_place FROM seats "
    "JOIN sheets ON sheets.id = seats.sheet_id WHERE sheets.evening_id = :evening ORDER BY seats.seat"
)
_GAMES = sa.text(
    "SELECT games.id, games.sheet_id, games.place, games.game, games.value, games.payouts, games.stock_after, "
    "games.void, games.declarer_won, games.schneider, games.schwarz, rule_sets.rules "
    "FROM games JOIN sheets ON sheets.id = games.sheet_id JOIN rule_sets ON rule_sets.id = games.rule_set_id "
    "LEFT JOIN reversals ON reversals.game_id = games.id "
    "WHERE sheets.evening_id = :evening AND reversals.id IS NULL ORDER BY games.sheet_id, games.place"
)
_ADD_TALLY = sa.text(
    'INSERT INTO tallies (club_id, evening_id, person_id, measure, "key", "count", won, amount, game_id) '
    "VALUES (:club_id, :evening_id, :person_id, :measure, :key, :count, :won, :amount, :game_id)"
)
_ADD_PAIR = sa.text(
    f"INSERT INTO pairs (club_id, evening_id, person_id, other_id, measure, {', '.join(MET)}) "  # noqa: S608 - fixed names
    f"VALUES (:club_id, :evening_id, :person_id, :other_id, :measure, {', '.join(f':{name}' for name in MET)})"
)


def _roll_up(connection: sa.Connection) -> None:
    tallies: list[dict[str, Any]] = []
    pairs: list[dict[str, Any]] = []
    for evening in connection.execute(_EVENINGS).all():
        shared = {"club_id": evening.club_id, "evening_id": evening.id}
        stats = evening_stats(_played(connection, evening.id))
        tallies += ({**shared, **row} for row in _tally_rows(stats))
        pairs += ({**shared, **row} for row in _pair_rows(stats))
        if len(tallies) >= AT_ONCE:
            _add(connection, tallies, pairs)
            tallies, pairs = [], []
    _add(connection, tallies, pairs)


def _add(connection: sa.Connection, tallies: list[dict[str, Any]], pairs: list[dict[str, Any]]) -> None:
    for statement, rows in ((_ADD_TALLY, tallies), (_ADD_PAIR, pairs)):
        if rows:
            connection.execute(statement, rows)


def _played(connection: sa.Connection, evening_id: int) -> Iterator[Played]:
    here = {"evening": evening_id}
    seats = defaultdict(list)
    for seat in connection.execute(_SEATS, here):
        seats[seat.sheet_id].append(seat)
    for row in connection.execute(_GAMES, here):
        facts = facts_of(parse_game(json.loads(row.game)), _score(row))
        if facts is not None:
            people = tuple(seat.person_id for seat in seats[row.sheet_id] if _held(seat, row.place))
            yield Played(facts, people, _measure(row.rules), row.id)


def _score(row: sa.Row[Any]) -> Score:
    return Score(
        value=row.value,
        payouts=tuple(json.loads(row.payouts)),
        stock=row.stock_after,
        steps=(),
        void=bool(row.void),
        declarer_won=None if row.declarer_won is None else bool(row.declarer_won),
        schneider=bool(row.schneider),
        schwarz=bool(row.schwarz),
    )


def _held(seat: sa.Row[Any], place: int) -> bool:
    return bool(seat.from_place <= place and (seat.to_place is None or seat.to_place >= place))


def _measure(rules: str) -> Measure:
    read = json.loads(rules)
    return Measure.GOOD if read["unit"] == "point" and read["winners_only"] else Measure(read["unit"])


def _tally_rows(stats: EveningStats) -> Iterator[dict[str, Any]]:
    for (person, measure), found in stats.tallies.items():
        for key, stat in found.items():
            whose = {"person_id": person, "measure": measure.value, "key": key}
            yield {**whose, "count": stat.times, "won": stat.won, "amount": stat.amount, "game_id": stat.game}


def _pair_rows(stats: EveningStats) -> Iterator[dict[str, Any]]:
    for (person, measure), others in stats.pairs.items():
        for other, pair in others.items():
            met = [number for one in (pair.together, pair.against) for number in (one.times, one.won, one.amount)]
            whose = {"person_id": person, "other_id": other, "measure": measure.value}
            yield {**whose, **dict(zip(MET, met, strict=True))}


def downgrade() -> None:
    op.drop_table("pairs")
    op.drop_table("tallies")
