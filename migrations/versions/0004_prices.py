"""What a Strich, a whole head or a point costs on an evening.

Revision ID: 0004
Revises: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("evenings") as evenings:
        evenings.add_column(sa.Column("price", sa.Integer(), nullable=True))
        evenings.add_column(sa.Column("price_per", sa.String(length=10), nullable=True))
        evenings.create_check_constraint(op.f("ck_evenings_price"), "price > 0")
        evenings.create_check_constraint(op.f("ck_evenings_price_per"), "price_per IN ('strich', 'head', 'point')")
        evenings.create_check_constraint(op.f("ck_evenings_price_whole"), "(price IS NULL) = (price_per IS NULL)")


def downgrade() -> None:
    with op.batch_alter_table("evenings") as evenings:
        for name in ("price_whole", "price_per", "price"):
            evenings.drop_constraint(op.f(f"ck_evenings_{name}"), type_="check")
        evenings.drop_column("price_per")
        evenings.drop_column("price")
