"""Who may come in, by account, link or token; the log of what they do; clubs that are given up, names that go.

Revision ID: 0006
Revises: 0005
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

APPEND_ONLY = ("games", "entries", "reversals", "rule_sets", "stock_moves", "evening_events")
CHANGEABLE = {
    "games": ("recorded_by", "game"),
    "reversals": ("cancelled_by", "reason"),
    "stock_moves": ("by",),
    "evening_events": ("by", "what", "reason"),
}
"""What may name somebody. Of a game it is the reason of a revoke alone: the rest of it is held by `games_same_game`."""


def upgrade() -> None:
    op.add_column("clubs", sa.Column("closed_at", sa.DateTime(timezone=True)))
    _accounts()
    _ways_in()
    op.create_table(
        "log",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("who", sa.String(length=30), nullable=False),
        sa.Column("action", sa.String(length=30), nullable=False),
        sa.Column("subject", sa.String(length=60), nullable=False),
        sa.Column("old", sa.Text(), nullable=False),
        sa.Column("new", sa.Text(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.CheckConstraint("number >= 1", name=op.f("ck_log_number")),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name=op.f("fk_log_club_id_clubs")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_log")),
        sa.UniqueConstraint("club_id", "number", name=op.f("uq_log_club_id_number")),
    )
    _let_go()
    _hold((*APPEND_ONLY, "log"))


def _accounts() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("login_name", sa.String(length=60)),
        sa.Column("login_key", sa.String(length=120)),
        sa.Column("password", sa.String(length=200)),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("(login_name IS NULL) = (login_key IS NULL)", name=op.f("ck_accounts_login_name")),
        sa.CheckConstraint("(login_name IS NULL) = (password IS NULL)", name=op.f("ck_accounts_password")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_accounts")),
        sa.UniqueConstraint("login_key", name=op.f("uq_accounts_login_key")),
    )
    op.create_table(
        "memberships",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.CheckConstraint(
            "role IN ('admin', 'treasurer', 'director', 'scorer', 'player', 'viewer')", name=op.f("ck_memberships_role")
        ),
        *_references("memberships", "club", "account"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_memberships")),
        sa.UniqueConstraint("club_id", "account_id", "role", name=op.f("uq_memberships_club_id_account_id_role")),
    )
    op.create_index("ix_memberships_account_id", "memberships", ["account_id"])
    op.create_table(
        "attempts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attempts")),
    )
    op.create_index("ix_attempts_key_at", "attempts", ["key", "at"])
    op.create_index("ix_attempts_at", "attempts", ["at"])


def _ways_in() -> None:
    op.create_table(
        "invitations",
        *_secret("invitations"),
        sa.Column("roles", sa.String(length=60), nullable=False),
        sa.Column("account_id", sa.Integer()),
        sa.Column("created_by", sa.String(length=60), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True)),
        sa.CheckConstraint("(roles = '') = (account_id IS NOT NULL)", name=op.f("ck_invitations_roles")),
        *_references("invitations", "club", "account"),
    )
    op.create_table(
        "links",
        *_secret("links"),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("evening_id", sa.Integer(), nullable=False),
        sa.Column("sheet_id", sa.Integer()),
        sa.Column("handle", sa.String(length=10), nullable=False),
        sa.Column("code", sa.String(length=200), nullable=False),
        sa.Column("created_by", sa.String(length=60), nullable=False),
        sa.CheckConstraint("kind IN ('table', 'wall')", name=op.f("ck_links_kind")),
        sa.UniqueConstraint("handle", name=op.f("uq_links_handle")),
        *_references("links", "club", "evening", "sheet"),
    )
    op.create_index("ix_links_evening_id", "links", ["evening_id"])
    op.create_table(
        "logins",
        *_secret("logins"),
        sa.Column("account_id", sa.Integer()),
        sa.Column("link_id", sa.Integer()),
        sa.Column("device", sa.String(length=60), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("(account_id IS NULL) <> (link_id IS NULL)", name=op.f("ck_logins_whose")),
        *_references("logins", "club", "account", "link"),
    )
    op.create_index("ix_logins_account_id", "logins", ["account_id"])
    op.create_index("ix_logins_link_id", "logins", ["link_id"])
    op.create_table(
        "tokens",
        *_secret("tokens"),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True)),
        *_references("tokens", "club", "account"),
    )
    op.create_index("ix_tokens_account_id", "tokens", ["account_id"])


def _secret(table: str) -> list[sa.schema.SchemaItem]:
    """What every way in has."""
    return [
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
        sa.UniqueConstraint("secret", name=op.f(f"uq_{table}_secret")),
    ]


def _references(table: str, *things: str) -> list[sa.ForeignKeyConstraint]:
    return [
        sa.ForeignKeyConstraint([f"{thing}_id"], [f"{thing}s.id"], name=op.f(f"fk_{table}_{thing}_id_{thing}s"))
        for thing in things
    ]


def _let_go() -> None:
    """Take away what holds the rows so far."""
    sqlite = op.get_bind().dialect.name == "sqlite"
    for table in APPEND_ONLY:
        for trigger in (f"{table}_no_update", f"{table}_no_delete") if sqlite else (f"{table}_no_change",):
            op.execute(f"DROP TRIGGER {trigger}" + ("" if sqlite else f" ON {table}"))


def _hold(tables: tuple[str, ...]) -> None:
    """Rows are only ever added; but names in them can go, and all rows of a club that is given up."""
    (_hold_sqlite if op.get_bind().dialect.name == "sqlite" else _hold_postgres)(tables)


def _kept(table: str) -> str:
    """Name the columns that nobody changes."""
    names = [column["name"] for column in sa.inspect(op.get_bind()).get_columns(table)]
    return ", ".join(f'"{name}"' for name in names if name not in CHANGEABLE.get(table, ()))


def _hold_sqlite(tables: tuple[str, ...]) -> None:
    for table in tables:
        refuse = f"BEGIN SELECT RAISE(ABORT, '{table}: rows are only ever added'); END"
        op.execute(f"CREATE TRIGGER {table}_no_update BEFORE UPDATE OF {_kept(table)} ON {table} {refuse}")
        given_up = "(SELECT closed_at FROM clubs WHERE id = OLD.club_id) IS NOT NULL"
        op.execute(f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} WHEN NOT {given_up} {refuse}")
    op.execute(
        "CREATE TRIGGER games_same_game BEFORE UPDATE OF game ON games "
        "WHEN json_remove(OLD.game, '$.revoke_reason') <> json_remove(NEW.game, '$.revoke_reason') "
        "BEGIN SELECT RAISE(ABORT, 'games: rows are only ever added'); END"
    )


def _hold_postgres(tables: tuple[str, ...]) -> None:
    op.execute(
        "CREATE FUNCTION only_with_their_club() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "IF EXISTS (SELECT 1 FROM clubs WHERE id = OLD.club_id AND closed_at IS NOT NULL) THEN RETURN OLD; END IF; "
        "RAISE EXCEPTION '%: rows are only ever added', TG_TABLE_NAME; END $$"
    )
    op.execute(
        "CREATE FUNCTION same_game() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "IF OLD.game::jsonb - 'revoke_reason' = NEW.game::jsonb - 'revoke_reason' THEN RETURN NEW; END IF; "
        "RAISE EXCEPTION '%: rows are only ever added', TG_TABLE_NAME; END $$"
    )
    for table in tables:
        never = "FOR EACH STATEMENT EXECUTE FUNCTION only_ever_added()"
        op.execute(f"CREATE TRIGGER {table}_no_update BEFORE UPDATE OF {_kept(table)} ON {table} {never}")
        op.execute(f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} {never}")
        op.execute(
            f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION only_with_their_club()"
        )
    op.execute(
        "CREATE TRIGGER games_same_game BEFORE UPDATE OF game ON games FOR EACH ROW EXECUTE FUNCTION same_game()"
    )


def downgrade() -> None:
    sqlite = op.get_bind().dialect.name == "sqlite"
    for table in APPEND_ONLY:
        for change in ("update", "delete") if sqlite else ("update", "delete", "truncate"):
            op.execute(f"DROP TRIGGER {table}_no_{change}" + ("" if sqlite else f" ON {table}"))
    op.execute("DROP TRIGGER games_same_game" + ("" if sqlite else " ON games"))
    for table in ("log", "logins", "links", "tokens", "invitations", "memberships", "attempts", "accounts"):
        op.drop_table(table)
    op.drop_column("clubs", "closed_at")
    if not sqlite:
        op.execute("DROP FUNCTION only_with_their_club()")
        op.execute("DROP FUNCTION same_game()")
    _hold_as_before()


def _hold_as_before() -> None:
    """Hold rows as the earlier migrations did."""
    sqlite = op.get_bind().dialect.name == "sqlite"
    for table in APPEND_ONLY:
        if sqlite:
            for change in ("update", "delete"):
                op.execute(
                    f"CREATE TRIGGER {table}_no_{change} BEFORE {change} ON {table} "
                    f"BEGIN SELECT RAISE(ABORT, '{table}: rows are only ever added'); END"
                )
        else:
            op.execute(
                f"CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
                "FOR EACH STATEMENT EXECUTE FUNCTION only_ever_added()"
            )
