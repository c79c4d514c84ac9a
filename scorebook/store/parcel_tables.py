"""The tables of what lies in the book for a day at most: files to be read in, and papers made in one go.

They are no part of the book itself: nothing refers to them, a club's own copy of its data is without them.
"""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from scorebook.store.columns import TITLE_LENGTH, UtcDateTime, club_column, id_column, metadata, reference

# A file that was looked at and waits for somebody to say yes.
uploads = Table(
    "uploads",
    metadata,
    id_column(),
    club_column(),
    Column("name", String(TITLE_LENGTH), nullable=False),
    Column("content", LargeBinary, nullable=False),  # packed JSON: see `scorebook.exchange.clubs`
    Column("created_at", UtcDateTime, nullable=False, index=True),
)

# Papers of many evenings, or all of a tournament, made one after the other. How far it is, its papers say.
paper_jobs = Table(
    "paper_jobs",
    metadata,
    id_column(),
    club_column(),
    Column("evenings", Text, nullable=False),  # ids, as JSON; of a tournament the numbers of its papers
    Column("tournament_id", Integer),  # none: the papers are those of evenings
    Column("language", String(10), nullable=False),
    Column("runner", String(32), nullable=False),  # whoever makes them now: another one stops
    Column("created_at", UtcDateTime, nullable=False, index=True),
    Column("beat_at", UtcDateTime, nullable=False),  # when the runner last gave a sign of life
    Column("ended_at", UtcDateTime),
    Column("cancelled", Boolean, nullable=False),
    CheckConstraint("NOT cancelled OR ended_at IS NOT NULL", name="cancelled"),
)

# One row an evening, or a number of a tournament's papers: the paper, or why there is none.
papers = Table(
    "papers",
    metadata,
    id_column(),
    club_column(),
    reference("paper_jobs", "job_id"),
    Column("evening_id", Integer, nullable=False),
    Column("name", String(TITLE_LENGTH), nullable=False),
    Column("content", LargeBinary),
    Column("problem", Text),
    UniqueConstraint("job_id", "evening_id"),
    CheckConstraint("(content IS NULL) <> (problem IS NULL)", name="content"),
)
