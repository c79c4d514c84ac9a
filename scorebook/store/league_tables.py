"""The tables of seasons: which evenings belong to one, how it is ranked, and what was rolled up from the entries.

`results` and `standings` are roll-ups: `scorebook verify book` works them out anew from the entries.
"""

from dataclasses import fields

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from scorebook.league.results import Tally
from scorebook.store.columns import NAME_LENGTH, REASON_LENGTH, UtcDateTime, club_column, id_column, metadata, reference


def _tally_columns() -> tuple[Column[int], ...]:
    """Give the columns of a `scorebook.league.results.Tally`."""
    large = ("amount", "squares")
    return tuple(
        Column(field.name, BigInteger if field.name in large else Integer, nullable=False) for field in fields(Tally)
    )


MEASURE = "measure IN ('cent', 'point', 'good', 'strich')"

# A closed season is frozen: none of its evenings is opened again, none comes in or leaves.
seasons = Table(
    "seasons",
    metadata,
    id_column(),
    club_column(),  # whose it is; other clubs can take part
    Column("name", String(NAME_LENGTH), nullable=False),
    Column("begins", Date),
    Column("ends", Date),
    Column("closed_at", UtcDateTime),
    Column("archived_at", UtcDateTime),
    Column("invitation", String(64), unique=True),  # hash of the code with which other clubs come in
    Column("share", Integer),  # the number of the public page's address; none: there is no public page
    Index(None, "club_id"),
    CheckConstraint("archived_at IS NULL OR closed_at IS NOT NULL", name="archived"),
    CheckConstraint("begins <= ends", name="dates"),
)

# When it was closed, and why it was opened again. What is true now stands in `seasons`.
season_events = Table(
    "season_events",
    metadata,
    id_column(),
    club_column(),
    reference("seasons", "season_id", index=True),
    Column("kind", String(10), nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("by", String(NAME_LENGTH), nullable=False),
    Column("reason", String(REASON_LENGTH), nullable=False),  # empty where none is asked for
    CheckConstraint("kind IN ('closed', 'reopened')", name="kind"),
)

season_clubs = Table(
    "season_clubs",
    metadata,
    id_column(),
    club_column(),
    reference("seasons", "season_id"),
    Index(None, "club_id"),
    UniqueConstraint("season_id", "club_id"),
)

# Who plays without a rank.
season_substitutes = Table(
    "season_substitutes",
    metadata,
    id_column(),
    club_column(),
    reference("seasons", "season_id"),
    reference("people", "person_id", index=True),
    UniqueConstraint("season_id", "person_id"),
)

schemes = Table(
    "schemes",
    metadata,
    id_column(),
    club_column(),
    reference("seasons", "season_id"),
    Column("position", Integer, nullable=False),
    Column("name", String(NAME_LENGTH), nullable=False),
    Column("scheme", Text, nullable=False),  # as JSON
    UniqueConstraint("season_id", "position"),
)

# What an evening was for somebody. It changes with every game; `place` and the season count once the evening ended.
results = Table(
    "results",
    metadata,
    id_column(),
    club_column(),
    reference("evenings", "evening_id"),
    reference("people", "person_id"),
    Column("measure", String(10), nullable=False),
    reference("seasons", "season_id", nullable=True),  # that of the evening
    Column("place", Integer),
    *_tally_columns(),
    UniqueConstraint("evening_id", "person_id", "measure"),
    Index(None, "person_id", "evening_id"),
    Index(None, "season_id", "measure", "person_id"),
    CheckConstraint(MEASURE, name="measure"),
)

# Where somebody stands in a season by one of its schemes, from the results of evenings that ended.
standings = Table(
    "standings",
    metadata,
    id_column(),
    club_column(),
    reference("schemes", "scheme_id"),
    Column("measure", String(10), nullable=False),
    reference("people", "person_id", index=True),
    Column("ranked", Boolean, nullable=False),
    Column("score", BigInteger, nullable=False),  # by which is ranked: units, thousandths of a unit, place points
    Column("evenings", Integer, nullable=False),
    *_tally_columns(),
    UniqueConstraint("scheme_id", "measure", "person_id"),
    Index(None, "scheme_id", "measure", "ranked", "score"),
    CheckConstraint(MEASURE, name="measure"),
)

# Drawn where nothing else decides: the lower number stands first. Only ever added.
lots = Table(
    "lots",
    metadata,
    id_column(),
    club_column(),
    reference("schemes", "scheme_id"),
    Column("measure", String(10), nullable=False),
    reference("people", "person_id", index=True),
    Column("number", Integer, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    UniqueConstraint("scheme_id", "measure", "person_id"),
    CheckConstraint(MEASURE, name="measure"),
)
