"""Members: nickname, guest, left, how a name is shown, and two rows that are one person.

Revision ID: 0012
Revises: 0011
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

COLUMNS = ("nickname", "nickname_key", "guest", "left_on", "shown", "merged_with", "merged_into")


def upgrade() -> None:
    with op.batch_alter_table("people") as people:
        people.add_column(sa.Column("nickname", sa.String(length=60), nullable=False, server_default=""))
        people.add_column(sa.Column("nickname_key", sa.String(length=120), nullable=False, server_default=""))
        people.add_column(sa.Column("guest", sa.Boolean(), nullable=False, server_default=sa.false()))
        people.add_column(sa.Column("left_on", sa.Date(), nullable=True))
        people.add_column(sa.Column("shown", sa.String(length=10), nullable=False, server_default="full"))
        for name in ("merged_with", "merged_into"):
            people.add_column(sa.Column(name, sa.Integer(), nullable=True))
            people.create_foreign_key(op.f(f"fk_people_{name}_people"), "people", [name], ["id"])
        people.create_check_constraint(op.f("ck_people_shown"), "shown IN ('full', 'short', 'hidden')")
        people.create_check_constraint(op.f("ck_people_merged"), "(merged_with IS NULL) = (merged_into IS NULL)")
        people.create_check_constraint(op.f("ck_people_other"), "merged_with <> id AND merged_into <> id")
    op.create_index("ix_people_club_id_nickname_key", "people", ["club_id", "nickname_key"])
    op.create_index("ix_people_merged_with", "people", ["merged_with"])
    op.create_index("ix_people_merged_into", "people", ["merged_into"])


def downgrade() -> None:
    for index in ("club_id_nickname_key", "merged_with", "merged_into"):
        op.drop_index(f"ix_people_{index}", "people")
    with op.batch_alter_table("people") as people:
        for name in ("shown", "merged", "other"):
            people.drop_constraint(op.f(f"ck_people_{name}"), type_="check")
        for name in ("merged_with", "merged_into"):
            people.drop_constraint(op.f(f"fk_people_{name}_people"), type_="foreignkey")
        for name in COLUMNS:
            people.drop_column(name)
