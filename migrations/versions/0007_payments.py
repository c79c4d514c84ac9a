"""What was paid at an evening, and to how many cents people pay.

Revision ID: 0007
Revises: 0006
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

KEPT = "id, club_id, evening_id, uuid, payer_id, payer_pot, payee_id, payee_pot, cents, way, of_id, at"
"""What nobody changes: all but the name of who said so."""


def upgrade() -> None:
    with op.batch_alter_table("evenings") as evenings:
        evenings.add_column(sa.Column("round_to", sa.Integer(), nullable=False, server_default="1"))
        evenings.create_check_constraint(op.f("ck_evenings_round_to"), "round_to IN (1, 5, 10, 50)")
    op.create_table(
        "payments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("evening_id", sa.Integer(), nullable=False),
        sa.Column("uuid", sa.Uuid(), nullable=False),
        sa.Column("payer_id", sa.Integer()),
        sa.Column("payer_pot", sa.String(length=10)),
        sa.Column("payee_id", sa.Integer()),
        sa.Column("payee_pot", sa.String(length=10)),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("way", sa.String(length=10), nullable=False),
        sa.Column("of_id", sa.Integer()),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(length=60), nullable=False),
        sa.CheckConstraint("(payer_id IS NULL) <> (payer_pot IS NULL)", name=op.f("ck_payments_payer")),
        sa.CheckConstraint("(payee_id IS NULL) <> (payee_pot IS NULL)", name=op.f("ck_payments_payee")),
        sa.CheckConstraint(
            "payer_pot IN ('box', 'stock') AND payee_pot IN ('box', 'stock')", name=op.f("ck_payments_pot")
        ),
        sa.CheckConstraint("payer_id <> payee_id AND payer_pot <> payee_pot", name=op.f("ck_payments_parties")),
        sa.CheckConstraint("cents > 0", name=op.f("ck_payments_cents")),
        sa.CheckConstraint("way IN ('cash', 'transfer', 'carried')", name=op.f("ck_payments_way")),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name=op.f("fk_payments_club_id_clubs")),
        sa.ForeignKeyConstraint(["evening_id"], ["evenings.id"], name=op.f("fk_payments_evening_id_evenings")),
        sa.ForeignKeyConstraint(["payer_id"], ["people.id"], name=op.f("fk_payments_payer_id_people")),
        sa.ForeignKeyConstraint(["payee_id"], ["people.id"], name=op.f("fk_payments_payee_id_people")),
        sa.ForeignKeyConstraint(["of_id"], ["payments.id"], name=op.f("fk_payments_of_id_payments")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payments")),
        sa.UniqueConstraint("uuid", name=op.f("uq_payments_uuid")),
        sa.UniqueConstraint("of_id", name=op.f("uq_payments_of_id")),
    )
    for column in ("evening_id", "payer_id", "payee_id"):
        op.create_index(f"ix_payments_{column}", "payments", [column])
    (_hold_sqlite if op.get_bind().dialect.name == "sqlite" else _hold_postgres)()


def _hold_sqlite() -> None:
    """Rows are only ever added, but for the name; and all of a club that is given up go."""
    refuse = "BEGIN SELECT RAISE(ABORT, 'payments: rows are only ever added'); END"
    op.execute(f"CREATE TRIGGER payments_no_update BEFORE UPDATE OF {KEPT} ON payments {refuse}")
    given_up = "(SELECT closed_at FROM clubs WHERE id = OLD.club_id) IS NOT NULL"
    op.execute(f"CREATE TRIGGER payments_no_delete BEFORE DELETE ON payments WHEN NOT {given_up} {refuse}")


def _hold_postgres() -> None:
    """Do the same as `_hold_sqlite`, with functions that are there."""
    never = "FOR EACH STATEMENT EXECUTE FUNCTION only_ever_added()"
    op.execute(f"CREATE TRIGGER payments_no_update BEFORE UPDATE OF {KEPT} ON payments {never}")
    op.execute(f"CREATE TRIGGER payments_no_truncate BEFORE TRUNCATE ON payments {never}")
    op.execute(
        "CREATE TRIGGER payments_no_delete BEFORE DELETE ON payments "
        "FOR EACH ROW EXECUTE FUNCTION only_with_their_club()"
    )


def downgrade() -> None:
    op.drop_table("payments")
    with op.batch_alter_table("evenings") as evenings:
        evenings.drop_constraint(op.f("ck_evenings_round_to"), type_="check")
        evenings.drop_column("round_to")
