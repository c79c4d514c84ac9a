"""What became of evenings: who ended them, who opened them again, when and why.

Revision ID: 0002
Revises: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "evening_events",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("evening_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(length=60), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.CheckConstraint("kind IN ('ended', 'reopened')", name=op.f("ck_evening_events_kind")),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name=op.f("fk_evening_events_club_id_clubs")),
        sa.ForeignKeyConstraint(["evening_id"], ["evenings.id"], name=op.f("fk_evening_events_evening_id_evenings")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_evening_events")),
    )
    op.create_index("ix_evening_events_evening_id", "evening_events", ["evening_id"])
    refuse_changes()


def refuse_changes() -> None:
    """Rows of the history are added, never changed and never deleted, like those of the book."""
    if op.get_bind().dialect.name == "sqlite":
        for change in ("update", "delete"):
            op.execute(
                f"CREATE TRIGGER evening_events_no_{change} BEFORE {change} ON evening_events "
                "BEGIN SELECT RAISE(ABORT, 'evening_events: rows are only ever added'); END"
            )
        return
    op.execute(
        "CREATE TRIGGER evening_events_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON evening_events "
        "FOR EACH STATEMENT EXECUTE FUNCTION only_ever_added()"
    )


def downgrade() -> None:
    op.drop_table("evening_events")
