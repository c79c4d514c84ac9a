"""Tournaments: what happened at one, and who its start numbers are.

Revision ID: 0013
Revises: 0012
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

ENTRIES = "tournament_entries"
KEPT = "id, club_id, tournament_id, number, uuid, part, at"
"""What nobody changes of an entry; what is in it the log knows, but for words somebody wrote."""
OF_TOURNAMENT = "fk_evenings_tournament_id_tournaments"


def upgrade() -> None:
    op.create_table(
        "tournaments",
        *_always("tournaments"),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("place", sa.String(length=60), nullable=False, server_default=""),
        sa.Column("practice", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("secret", sa.String(length=64)),
        sa.Column("share", sa.Integer()),
    )
    op.create_index("ix_tournaments_club_id_date", "tournaments", ["club_id", "date"])
    op.create_table(
        "tournament_entries",
        *_always("tournament_entries"),
        *_of_tournament("tournament_entries"),
        sa.Column("uuid", sa.Uuid(), nullable=False),
        sa.Column("part", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(length=60), nullable=False),
        sa.Column("entry", sa.Text(), nullable=False),
        sa.UniqueConstraint("uuid", "part", name=op.f("uq_tournament_entries_uuid_part")),
    )
    op.create_table(
        "tournament_players",
        *_always("tournament_players"),
        *_of_tournament("tournament_players"),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("woman", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("born", sa.Integer()),
        sa.Column("local", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("team", sa.String(length=60), nullable=False, server_default=""),
        sa.Column("town", sa.String(length=60), nullable=False, server_default=""),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_tournament_players_person_id_people")),
        sa.UniqueConstraint("tournament_id", "person_id", name=op.f("uq_tournament_players_tournament_id_person_id")),
    )
    op.create_index("ix_tournament_players_person_id", "tournament_players", ["person_id"])
    with op.batch_alter_table("evenings") as evenings:
        evenings.add_column(sa.Column("tournament_id", sa.Integer(), nullable=True))
        evenings.create_foreign_key(op.f(OF_TOURNAMENT), "tournaments", ["tournament_id"], ["id"])
    op.create_index("ix_evenings_tournament_id", "evenings", ["tournament_id"])
    op.add_column("paper_jobs", sa.Column("tournament_id", sa.Integer()))
    if op.get_bind().dialect.name == "sqlite":
        _hold_sqlite()
    else:
        _hold_postgres()


def _hold_sqlite() -> None:
    """Entries are only ever added; but names in them can go, and all entries of a club that is given up."""
    refuse = f"BEGIN SELECT RAISE(ABORT, '{ENTRIES}: rows are only ever added'); END"
    op.execute(f"CREATE TRIGGER {ENTRIES}_no_update BEFORE UPDATE OF {KEPT} ON {ENTRIES} {refuse}")
    given_up = "(SELECT closed_at FROM clubs WHERE id = OLD.club_id) IS NOT NULL"
    op.execute(f"CREATE TRIGGER {ENTRIES}_no_delete BEFORE DELETE ON {ENTRIES} WHEN NOT {given_up} {refuse}")


def _hold_postgres() -> None:
    """The same there, with the functions of earlier migrations."""
    never = "FOR EACH STATEMENT EXECUTE FUNCTION only_ever_added()"
    op.execute(f"CREATE TRIGGER {ENTRIES}_no_update BEFORE UPDATE OF {KEPT} ON {ENTRIES} {never}")
    op.execute(f"CREATE TRIGGER {ENTRIES}_no_truncate BEFORE TRUNCATE ON {ENTRIES} {never}")
    op.execute(
        f"CREATE TRIGGER {ENTRIES}_no_delete BEFORE DELETE ON {ENTRIES} "
        "FOR EACH ROW EXECUTE FUNCTION only_with_their_club()"
    )


def _always(table: str) -> list[sa.schema.SchemaItem]:
    """What all of them have."""
    return [
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name=op.f(f"fk_{table}_club_id_clubs")),
    ]


def _of_tournament(table: str) -> list[sa.schema.SchemaItem]:
    """What those have that lie in a tournament, numbered there."""
    return [
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name=op.f(f"fk_{table}_tournament_id_tournaments")
        ),
        sa.UniqueConstraint("tournament_id", "number", name=op.f(f"uq_{table}_tournament_id_number")),
    ]


def downgrade() -> None:
    with op.batch_alter_table("paper_jobs") as jobs:
        jobs.drop_column("tournament_id")
    op.drop_index("ix_evenings_tournament_id", "evenings")
    with op.batch_alter_table("evenings") as evenings:
        evenings.drop_constraint(op.f(OF_TOURNAMENT), type_="foreignkey")
        evenings.drop_column("tournament_id")
    for table in ("tournament_players", "tournament_entries", "tournaments"):
        op.drop_table(table)
