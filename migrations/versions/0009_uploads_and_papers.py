"""Files that wait to be read in, and papers that are made in one go.

Revision ID: 0009
Revises: 0008
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "uploads",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_uploads")),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name=op.f("fk_uploads_club_id_clubs")),
    )
    op.create_index("ix_uploads_created_at", "uploads", ["created_at"])
    op.create_table(
        "paper_jobs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("evenings", sa.Text(), nullable=False),
        sa.Column("language", sa.String(length=10), nullable=False),
        sa.Column("runner", sa.String(length=32), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("beat_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.Column("cancelled", sa.Boolean(), nullable=False),
        sa.CheckConstraint("NOT cancelled OR ended_at IS NOT NULL", name=op.f("ck_paper_jobs_cancelled")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_paper_jobs")),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name=op.f("fk_paper_jobs_club_id_clubs")),
    )
    op.create_index("ix_paper_jobs_created_at", "paper_jobs", ["created_at"])
    op.create_table(
        "papers",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("job_id", sa.Integer(), nullable=False),
        sa.Column("evening_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("content", sa.LargeBinary()),
        sa.Column("problem", sa.Text()),
        sa.CheckConstraint("(content IS NULL) <> (problem IS NULL)", name=op.f("ck_papers_content")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_papers")),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name=op.f("fk_papers_club_id_clubs")),
        sa.ForeignKeyConstraint(["job_id"], ["paper_jobs.id"], name=op.f("fk_papers_job_id_paper_jobs")),
        sa.UniqueConstraint("job_id", "evening_id", name=op.f("uq_papers_job_id_evening_id")),
    )


def downgrade() -> None:
    op.drop_table("papers")
    op.drop_table("paper_jobs")
    op.drop_table("uploads")
