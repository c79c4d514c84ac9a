"""Statistics of evenings that ended: what somebody played and how it went, and with whom.

Both are roll-ups of the games that stand: `scorebook verify book` works them out anew.
"""

from sqlalchemy import BigInteger, CheckConstraint, Column, Index, Integer, String, Table, UniqueConstraint, text

from scorebook.store.columns import club_column, id_column, metadata, reference
from scorebook.store.league_tables import MEASURE

KEY_LENGTH = 30

_SOME_GAME = text("game_id IS NOT NULL")
# By `scorebook.league.stats`: how often something was so for somebody, and where it is about one game, which one.
tallies = Table(
    "tallies",
    metadata,
    id_column(),
    club_column(),
    reference("evenings", "evening_id", index=True),
    reference("people", "person_id"),
    Column("measure", String(10), nullable=False),
    Column("key", String(KEY_LENGTH), nullable=False),
    Column("count", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("amount", BigInteger, nullable=False),
    reference("games", "game_id", nullable=True),
    UniqueConstraint("person_id", "measure", "key", "evening_id"),
    Index("ix_tallies_game_id", "game_id", sqlite_where=_SOME_GAME, postgresql_where=_SOME_GAME),
    CheckConstraint(MEASURE, name="measure"),
)

# Somebody's games with another at his side and against him; the amounts are his own.
pairs = Table(
    "pairs",
    metadata,
    id_column(),
    club_column(),
    reference("evenings", "evening_id", index=True),
    reference("people", "person_id"),
    reference("people", "other_id"),
    Column("measure", String(10), nullable=False),
    Column("with_games", Integer, nullable=False),
    Column("with_won", Integer, nullable=False),
    Column("with_amount", BigInteger, nullable=False),
    Column("against_games", Integer, nullable=False),
    Column("against_won", Integer, nullable=False),
    Column("against_amount", BigInteger, nullable=False),
    UniqueConstraint("person_id", "other_id", "measure", "evening_id"),
    Index(None, "other_id"),
    CheckConstraint(MEASURE, name="measure"),
)
