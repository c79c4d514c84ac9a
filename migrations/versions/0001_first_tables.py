"""The first tables: clubs, people, rule sets, evenings, sheets, games and their entries.

Revision ID: 0001
Revises:
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

APPEND_ONLY = ("games", "entries", "reversals", "rule_sets")


def upgrade() -> None:
    op.create_table(
        "clubs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_clubs")),
    )
    op.create_table(
        "evenings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("uuid", sa.Uuid(), nullable=False),
        sa.Column("title", sa.String(length=120), nullable=False),
        sa.Column("place", sa.String(length=120), nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("begun_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name=op.f("fk_evenings_club_id_clubs")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_evenings")),
        sa.UniqueConstraint("uuid", name=op.f("uq_evenings_uuid")),
    )
    op.create_index("ix_evenings_club_id_date", "evenings", ["club_id", "date"])

    op.create_table(
        "people",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("name_key", sa.String(length=120), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name=op.f("fk_people_club_id_clubs")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
    )
    op.create_index("ix_people_club_id_name_key", "people", ["club_id", "name_key"])

    op.create_table(
        "rule_sets",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("preset", sa.String(length=60), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("unit", sa.String(length=10), nullable=False),
        sa.CheckConstraint("unit IN ('cent', 'point', 'strich')", name=op.f("ck_rule_sets_unit")),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name=op.f("fk_rule_sets_club_id_clubs")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rule_sets")),
        sa.UniqueConstraint("club_id", "name", "version", name=op.f("uq_rule_sets_club_id_name_version")),
    )
    op.create_table(
        "evening_rule_sets",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("evening_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("rule_set_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name=op.f("fk_evening_rule_sets_club_id_clubs")),
        sa.ForeignKeyConstraint(["evening_id"], ["evenings.id"], name=op.f("fk_evening_rule_sets_evening_id_evenings")),
        sa.ForeignKeyConstraint(
            ["rule_set_id"], ["rule_sets.id"], name=op.f("fk_evening_rule_sets_rule_set_id_rule_sets")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_evening_rule_sets")),
        sa.UniqueConstraint("evening_id", "position", name=op.f("uq_evening_rule_sets_evening_id_position")),
        sa.UniqueConstraint("evening_id", "rule_set_id", name=op.f("uq_evening_rule_sets_evening_id_rule_set_id")),
    )
    op.create_table(
        "sheets",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("evening_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("first_dealer", sa.Integer(), nullable=False),
        sa.Column("stock", sa.BigInteger(), nullable=False),
        sa.Column("rule_set_id", sa.Integer(), nullable=False),
        sa.CheckConstraint("stock >= 0", name=op.f("ck_sheets_stock")),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name=op.f("fk_sheets_club_id_clubs")),
        sa.ForeignKeyConstraint(["evening_id"], ["evenings.id"], name=op.f("fk_sheets_evening_id_evenings")),
        sa.ForeignKeyConstraint(["rule_set_id"], ["rule_sets.id"], name=op.f("fk_sheets_rule_set_id_rule_sets")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sheets")),
        sa.UniqueConstraint("evening_id", "position", name=op.f("uq_sheets_evening_id_position")),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("sheet_id", sa.Integer(), nullable=False),
        sa.Column("uuid", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("rule_set_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("dealer", sa.Integer(), nullable=True),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.Column("payouts", sa.Text(), nullable=False),
        sa.Column("stock_before", sa.BigInteger(), nullable=False),
        sa.Column("stock_after", sa.BigInteger(), nullable=False),
        sa.Column("steps", sa.Text(), nullable=False),
        sa.Column("void", sa.Boolean(), nullable=False),
        sa.Column("declarer_won", sa.Boolean(), nullable=True),
        sa.Column("schneider", sa.Boolean(), nullable=False),
        sa.Column("schwarz", sa.Boolean(), nullable=False),
        sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("recorded_by", sa.String(length=60), nullable=False),
        sa.Column("replaces_id", sa.Integer(), nullable=True),
        sa.CheckConstraint("(version = 0) = (replaces_id IS NULL)", name=op.f("ck_games_version")),
        sa.CheckConstraint("number >= 1", name=op.f("ck_games_number")),
        sa.CheckConstraint("stock_before >= 0 AND stock_after >= 0", name=op.f("ck_games_stock")),
        sa.CheckConstraint("value >= 0", name=op.f("ck_games_value")),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name=op.f("fk_games_club_id_clubs")),
        sa.ForeignKeyConstraint(["replaces_id"], ["games.id"], name=op.f("fk_games_replaces_id_games")),
        sa.ForeignKeyConstraint(["rule_set_id"], ["rule_sets.id"], name=op.f("fk_games_rule_set_id_rule_sets")),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheets.id"], name=op.f("fk_games_sheet_id_sheets")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint("replaces_id", name=op.f("uq_games_replaces_id")),
        sa.UniqueConstraint("sheet_id", "number", "version", name=op.f("uq_games_sheet_id_number_version")),
        sa.UniqueConstraint("uuid", name=op.f("uq_games_uuid")),
    )
    op.create_table(
        "seats",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("sheet_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("from_number", sa.Integer(), nullable=False),
        sa.Column("to_number", sa.Integer(), nullable=True),
        sa.CheckConstraint("seat BETWEEN 0 AND 6", name=op.f("ck_seats_seat")),
        sa.CheckConstraint("to_number IS NULL OR to_number >= from_number - 1", name=op.f("ck_seats_numbers")),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name=op.f("fk_seats_club_id_clubs")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_seats_person_id_people")),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheets.id"], name=op.f("fk_seats_sheet_id_sheets")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seats")),
        sa.UniqueConstraint("sheet_id", "seat", "from_number", name=op.f("uq_seats_sheet_id_seat_from_number")),
    )
    op.create_index("ix_seats_person_id", "seats", ["person_id"])

    op.create_table(
        "reversals",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("uuid", sa.Uuid(), nullable=False),
        sa.Column("cancelled_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("cancelled_by", sa.String(length=60), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name=op.f("fk_reversals_club_id_clubs")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_reversals_game_id_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reversals")),
        sa.UniqueConstraint("game_id", name=op.f("uq_reversals_game_id")),
        sa.UniqueConstraint("uuid", name=op.f("uq_reversals_uuid")),
    )
    op.create_table(
        "entries",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("sheet_id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("reversal_id", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("unit", sa.String(length=10), nullable=False),
        sa.CheckConstraint(
            "(kind = 'player' AND person_id IS NOT NULL) OR (kind = 'stock' AND person_id IS NULL)",
            name=op.f("ck_entries_kind"),
        ),
        sa.CheckConstraint("unit IN ('cent', 'point', 'strich')", name=op.f("ck_entries_unit")),
        sa.CheckConstraint("amount <> 0", name=op.f("ck_entries_amount")),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name=op.f("fk_entries_club_id_clubs")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_entries_game_id_games")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_entries_person_id_people")),
        sa.ForeignKeyConstraint(["reversal_id"], ["reversals.id"], name=op.f("fk_entries_reversal_id_reversals")),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheets.id"], name=op.f("fk_entries_sheet_id_sheets")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entries")),
    )
    op.create_index("ix_entries_game_id", "entries", ["game_id"])
    op.create_index("ix_entries_sheet_id_person_id", "entries", ["sheet_id", "person_id"])
    refuse_changes()
    op.execute("INSERT INTO clubs (id, name) VALUES (1, 'Stammtisch')")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("SELECT setval(pg_get_serial_sequence('clubs', 'id'), 1)")


def refuse_changes() -> None:
    """Rows of the book are added, never changed and never deleted."""
    if op.get_bind().dialect.name == "sqlite":
        for table in APPEND_ONLY:
            for change in ("update", "delete"):
                op.execute(
                    f"CREATE TRIGGER {table}_no_{change} BEFORE {change} ON {table} "
                    f"BEGIN SELECT RAISE(ABORT, '{table}: rows are only ever added'); END"
                )
        return
    op.execute(
        "CREATE FUNCTION only_ever_added() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION '%: rows are only ever added', TG_TABLE_NAME; END $$"
    )
    for table in APPEND_ONLY:
        op.execute(
            f"CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION only_ever_added()"
        )


def downgrade() -> None:
    for table in (
        "entries",
        "reversals",
        "seats",
        "games",
        "sheets",
        "evening_rule_sets",
        "rule_sets",
        "people",
        "evenings",
        "clubs",
    ):
        op.drop_table(table)
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION only_ever_added()")
