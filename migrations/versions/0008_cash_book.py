"""The club's box: its cash book, the accounts of people, countings of the till, years that are closed.

Revision ID: 0008
Revises: 0007
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

TABLES = ("cash_entries", "account_moves", "till_counts", "cash_closings", "levies")
CHANGEABLE = {
    "cash_entries": ("text", "by"),
    "account_moves": ("text", "by"),
    "till_counts": ("note", "by"),
    "cash_closings": ("by",),
    "levies": ("text", "by"),
}
"""What may name somebody."""


def upgrade() -> None:
    _entries()
    _moves()
    _counts()
    _closings()
    _levies()
    sqlite = op.get_bind().dialect.name == "sqlite"
    for table in TABLES:
        (_hold_sqlite if sqlite else _hold_postgres)(table)
    (_order_sqlite if sqlite else _order_postgres)()


def _entries() -> None:
    op.create_table(
        "cash_entries",
        *_always("cash_entries"),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("uuid", sa.Uuid(), nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("text", sa.String(length=500), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("person_id", sa.Integer()),
        sa.Column("evening_id", sa.Integer()),
        sa.Column("payment_id", sa.Integer()),
        sa.Column("of_id", sa.Integer()),
        sa.CheckConstraint("number >= 1", name=op.f("ck_cash_entries_number")),
        sa.CheckConstraint("amount <> 0 OR kind = 'carried'", name=op.f("ck_cash_entries_amount")),
        sa.CheckConstraint(
            "kind IN ('opening', 'carried', 'difference', 'evening') "
            "OR (kind IN ('fee', 'fine', 'donation', 'other_in', 'paid_in') AND (amount > 0) = (of_id IS NULL)) "
            "OR (kind IN ('drinks', 'prizes', 'material', 'other_out', 'paid_out') AND (amount < 0) = (of_id IS NULL))",
            name=op.f("ck_cash_entries_kind"),
        ),
        sa.CheckConstraint(
            "kind NOT IN ('paid_in', 'paid_out') OR person_id IS NOT NULL", name=op.f("ck_cash_entries_person")
        ),
        sa.CheckConstraint("kind <> 'carried' OR of_id IS NULL", name=op.f("ck_cash_entries_carried")),
        sa.CheckConstraint("(kind = 'evening') = (payment_id IS NOT NULL)", name=op.f("ck_cash_entries_payment")),
        sa.CheckConstraint("kind <> 'evening' OR evening_id IS NOT NULL", name=op.f("ck_cash_entries_evening")),
        _reference("cash_entries", "person_id", "people"),
        _reference("cash_entries", "evening_id", "evenings"),
        _reference("cash_entries", "payment_id", "payments"),
        _reference("cash_entries", "of_id", "cash_entries"),
        sa.UniqueConstraint("club_id", "number", name=op.f("uq_cash_entries_club_id_number")),
        sa.UniqueConstraint("club_id", "uuid", name=op.f("uq_cash_entries_club_id_uuid")),
        sa.UniqueConstraint("payment_id", name=op.f("uq_cash_entries_payment_id")),
        sa.UniqueConstraint("of_id", name=op.f("uq_cash_entries_of_id")),
    )
    op.create_index("ix_cash_entries_club_id_date", "cash_entries", ["club_id", "date"])
    op.create_index("ix_cash_entries_person_id", "cash_entries", ["person_id"])
    op.create_index("ix_cash_entries_evening_id", "cash_entries", ["evening_id"])


def _moves() -> None:
    op.create_table(
        "account_moves",
        *_always("account_moves"),
        sa.Column("uuid", sa.Uuid(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("text", sa.String(length=500), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("cash_entry_id", sa.Integer()),
        sa.Column("payment_id", sa.Integer()),
        sa.Column("of_id", sa.Integer()),
        sa.CheckConstraint("amount <> 0", name=op.f("ck_account_moves_amount")),
        sa.CheckConstraint(
            "kind IN ('paid_in', 'paid_out', 'fine', 'share', 'credit', 'carried')", name=op.f("ck_account_moves_kind")
        ),
        sa.CheckConstraint(
            "(kind IN ('paid_in', 'paid_out')) = (cash_entry_id IS NOT NULL)", name=op.f("ck_account_moves_cash")
        ),
        sa.CheckConstraint("(kind = 'carried') = (payment_id IS NOT NULL)", name=op.f("ck_account_moves_payment")),
        _reference("account_moves", "person_id", "people"),
        _reference("account_moves", "cash_entry_id", "cash_entries"),
        _reference("account_moves", "payment_id", "payments"),
        _reference("account_moves", "of_id", "account_moves"),
        sa.UniqueConstraint("club_id", "uuid", name=op.f("uq_account_moves_club_id_uuid")),
        sa.UniqueConstraint("cash_entry_id", name=op.f("uq_account_moves_cash_entry_id")),
        sa.UniqueConstraint("payment_id", name=op.f("uq_account_moves_payment_id")),
        sa.UniqueConstraint("of_id", name=op.f("uq_account_moves_of_id")),
    )
    op.create_index("ix_account_moves_club_id_person_id", "account_moves", ["club_id", "person_id"])


def _counts() -> None:
    op.create_table(
        "till_counts",
        *_always("till_counts"),
        sa.Column("uuid", sa.Uuid(), nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("after", sa.Integer(), nullable=False),
        sa.Column("expected", sa.BigInteger(), nullable=False),
        sa.Column("counted", sa.BigInteger(), nullable=False),
        sa.Column("pieces", sa.Text(), nullable=False),
        sa.Column("note", sa.String(length=500), nullable=False),
        sa.Column("cash_entry_id", sa.Integer()),
        sa.CheckConstraint("counted >= 0", name=op.f("ck_till_counts_counted")),
        sa.CheckConstraint("(counted = expected) = (cash_entry_id IS NULL)", name=op.f("ck_till_counts_difference")),
        _reference("till_counts", "cash_entry_id", "cash_entries"),
        sa.UniqueConstraint("club_id", "uuid", name=op.f("uq_till_counts_club_id_uuid")),
        sa.UniqueConstraint("cash_entry_id", name=op.f("uq_till_counts_cash_entry_id")),
    )
    op.create_index("ix_till_counts_club_id_id", "till_counts", ["club_id", "id"])


def _closings() -> None:
    op.create_table(
        "cash_closings",
        *_always("cash_closings"),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.Column("carried_id", sa.Integer(), nullable=False),
        _reference("cash_closings", "carried_id", "cash_entries"),
        sa.UniqueConstraint("carried_id", name=op.f("uq_cash_closings_carried_id")),
        sa.UniqueConstraint("club_id", "year", name=op.f("uq_cash_closings_club_id_year")),
    )


def _levies() -> None:
    op.create_table(
        "levies",
        *_always("levies"),
        sa.Column("evening_id", sa.Integer(), nullable=False),
        sa.Column("uuid", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("person_id", sa.Integer()),
        sa.Column("people", sa.Text(), nullable=False),
        sa.Column("text", sa.String(length=500), nullable=False),
        sa.Column("of_id", sa.Integer()),
        sa.CheckConstraint("kind IN ('start', 'share', 'fine', 'advance')", name=op.f("ck_levies_kind")),
        sa.CheckConstraint("amount > 0 AND (kind <> 'share' OR amount <= 100)", name=op.f("ck_levies_amount")),
        sa.CheckConstraint("(kind IN ('fine', 'advance')) = (person_id IS NOT NULL)", name=op.f("ck_levies_person")),
        _reference("levies", "evening_id", "evenings"),
        _reference("levies", "person_id", "people"),
        _reference("levies", "of_id", "levies"),
        sa.UniqueConstraint("uuid", name=op.f("uq_levies_uuid")),
        sa.UniqueConstraint("of_id", name=op.f("uq_levies_of_id")),
    )
    op.create_index("ix_levies_evening_id", "levies", ["evening_id"])
    op.create_index("ix_levies_person_id", "levies", ["person_id"])


def _always(table: str) -> list[sa.schema.SchemaItem]:
    """What each of the tables has."""
    return [
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(length=60), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
        _reference(table, "club_id", "clubs"),
    ]


def _reference(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=op.f(f"fk_{table}_{column}_{other}"))


def _kept(table: str) -> str:
    """Name the columns that nobody changes."""
    names = [column["name"] for column in sa.inspect(op.get_bind()).get_columns(table)]
    return ", ".join(f'"{name}"' for name in names if name not in CHANGEABLE[table])


def _hold_sqlite(table: str) -> None:
    """Rows are only ever added; but names in them can go, and all rows of a club that is given up."""
    refuse = f"BEGIN SELECT RAISE(ABORT, '{table}: rows are only ever added'); END"
    op.execute(f"CREATE TRIGGER {table}_no_update BEFORE UPDATE OF {_kept(table)} ON {table} {refuse}")
    given_up = "(SELECT closed_at FROM clubs WHERE id = OLD.club_id) IS NOT NULL"
    op.execute(f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} WHEN NOT {given_up} {refuse}")


def _hold_postgres(table: str) -> None:
    """The same there, with the functions of earlier migrations."""
    never = "FOR EACH STATEMENT EXECUTE FUNCTION only_ever_added()"
    op.execute(f"CREATE TRIGGER {table}_no_update BEFORE UPDATE OF {_kept(table)} ON {table} {never}")
    op.execute(f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} {never}")
    op.execute(
        f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION only_with_their_club()"
    )


def _order_sqlite() -> None:
    """Numbers have no gaps, and what is closed stays as it is."""
    closed = (
        "EXISTS (SELECT 1 FROM cash_closings WHERE club_id = NEW.club_id "
        "AND year >= CAST(strftime('%Y', NEW.date) AS INTEGER))"
    )
    for table in ("cash_entries", "account_moves"):
        refuse = f"BEGIN SELECT RAISE(ABORT, '{table}: the year is closed'); END"
        op.execute(f"CREATE TRIGGER {table}_open BEFORE INSERT ON {table} WHEN {closed} {refuse}")
    op.execute(
        "CREATE TRIGGER cash_entries_next BEFORE INSERT ON cash_entries WHEN NEW.number <> "
        "(SELECT coalesce(max(number), 0) + 1 FROM cash_entries WHERE club_id = NEW.club_id) "
        "BEGIN SELECT RAISE(ABORT, 'cash_entries: numbers have no gaps'); END"
    )


def _order_postgres() -> None:
    """The same there."""
    op.execute(
        "CREATE FUNCTION open_year() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "IF EXISTS (SELECT 1 FROM cash_closings WHERE club_id = NEW.club_id "
        "AND year >= extract(year FROM NEW.date)) THEN "
        "RAISE EXCEPTION '%: the year is closed', TG_TABLE_NAME; END IF; RETURN NEW; END $$"
    )
    op.execute(
        "CREATE FUNCTION next_number() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "IF NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM cash_entries WHERE club_id = NEW.club_id) THEN "
        "RAISE EXCEPTION '%: numbers have no gaps', TG_TABLE_NAME; END IF; RETURN NEW; END $$"
    )
    for table in ("cash_entries", "account_moves"):
        op.execute(f"CREATE TRIGGER {table}_open BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION open_year()")
    op.execute(
        "CREATE TRIGGER cash_entries_next BEFORE INSERT ON cash_entries FOR EACH ROW EXECUTE FUNCTION next_number()"
    )


def downgrade() -> None:
    for table in ("levies", "cash_closings", "till_counts", "account_moves", "cash_entries"):
        op.drop_table(table)
    if op.get_bind().dialect.name != "sqlite":
        op.execute("DROP FUNCTION open_year()")
        op.execute("DROP FUNCTION next_number()")
