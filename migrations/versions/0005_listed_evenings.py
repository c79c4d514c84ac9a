"""The newest evenings of a club are found without looking at all of them.

Revision ID: 0005
Revises: 0004
"""

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_evenings_club_id_begun_at_id", "evenings", ["club_id", "begun_at", "id"])


def downgrade() -> None:
    op.drop_index("ix_evenings_club_id_begun_at_id", "evenings")
