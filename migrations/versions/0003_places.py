"""Room between the games of a sheet, seats that change, and what becomes of a Stock that is left.

A game has a place instead of a number, so that a forgotten one finds room before others.

Revision ID: 0003
Revises: 0002
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy import Connection

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

SPACING = 2**32
APPEND_ONLY = ("games", "entries", "evening_events")
BIG = sa.BigInteger()
GAMES = sa.table("games", *(sa.column(name, BIG) for name in ("id", "sheet_id", "place")))
SEATS = sa.table("seats", *(sa.column(name, BIG) for name in ("id", "sheet_id", "from_place", "to_place")))


def upgrade() -> None:
    allow_changes()
    add_stock_moves()
    with op.batch_alter_table("games") as games:
        games.drop_constraint(op.f("ck_games_number"), type_="check")
        games.drop_constraint("uq_games_sheet_id_number_version", type_="unique")
        games.alter_column("number", new_column_name="place", existing_type=sa.Integer(), type_=sa.BigInteger())
    op.execute(GAMES.update().values(place=GAMES.c.place * SPACING))
    with op.batch_alter_table("games") as games:
        games.create_unique_constraint(op.f("uq_games_sheet_id_place_version"), ["sheet_id", "place", "version"])
        games.create_check_constraint(op.f("ck_games_place"), "place >= 1")
    upgrade_seats()
    op.add_column("sheets", sa.Column("last_round", sa.Integer(), nullable=True))
    with op.batch_alter_table("sheets") as sheets:
        sheets.add_column(sa.Column("pattern", sa.String(length=10), nullable=False, server_default="opposite"))
        sheets.create_check_constraint(op.f("ck_sheets_pattern"), "pattern IN ('opposite', 'next')")
    upgrade_entries()
    upgrade_events()
    forbid_changes()
    refuse_changes("stock_moves")


def add_stock_moves() -> None:
    op.create_table(
        "stock_moves",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("sheet_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("of_id", sa.Integer(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(length=60), nullable=False),
        sa.CheckConstraint(
            "kind IN ('divided', 'kept', 'boxed', 'returned', 'taken')", name=op.f("ck_stock_moves_kind")
        ),
        sa.CheckConstraint("(kind IN ('returned', 'taken')) = (of_id IS NOT NULL)", name=op.f("ck_stock_moves_of")),
        sa.CheckConstraint("amount > 0", name=op.f("ck_stock_moves_amount")),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name=op.f("fk_stock_moves_club_id_clubs")),
        sa.ForeignKeyConstraint(["of_id"], ["stock_moves.id"], name=op.f("fk_stock_moves_of_id_stock_moves")),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheets.id"], name=op.f("fk_stock_moves_sheet_id_sheets")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_stock_moves")),
        sa.UniqueConstraint("of_id", name=op.f("uq_stock_moves_of_id")),
    )
    op.create_index("ix_stock_moves_sheet_id", "stock_moves", ["sheet_id"])
    op.create_index("ix_stock_moves_club_id_kind", "stock_moves", ["club_id", "kind"])


def upgrade_seats() -> None:
    with op.batch_alter_table("seats") as seats:
        seats.drop_constraint(op.f("ck_seats_numbers"), type_="check")
        seats.drop_constraint("uq_seats_sheet_id_seat_from_number", type_="unique")
        for name in ("from", "to"):
            seats.alter_column(
                f"{name}_number", new_column_name=f"{name}_place", existing_type=sa.Integer(), type_=sa.BigInteger()
            )
    first, last = SEATS.c.from_place, SEATS.c.to_place
    op.execute(
        SEATS.update().values(
            from_place=sa.case((first == 1, 0), else_=first * SPACING),
            to_place=sa.case((last == 0, -1), else_=(last + 1) * SPACING - 1),
        )
    )
    with op.batch_alter_table("seats") as seats:
        seats.create_check_constraint(op.f("ck_seats_from_place"), "from_place >= 0")
        seats.create_check_constraint(op.f("ck_seats_to_place"), "to_place IS NULL OR to_place >= from_place - 1")
    op.create_index("ix_seats_sheet_id", "seats", ["sheet_id"])
    now = sa.text("to_place IS NULL")
    op.create_index(
        "uq_seats_sitting", "seats", ["sheet_id", "seat"], unique=True, sqlite_where=now, postgresql_where=now
    )


def upgrade_entries() -> None:
    with op.batch_alter_table("entries") as entries:
        entries.alter_column("game_id", existing_type=sa.Integer(), nullable=True)
        entries.add_column(sa.Column("stock_move_id", sa.Integer(), nullable=True))
        entries.create_foreign_key(
            op.f("fk_entries_stock_move_id_stock_moves"), "stock_moves", ["stock_move_id"], ["id"]
        )
        entries.drop_constraint(op.f("ck_entries_kind"), type_="check")
        entries.create_check_constraint(
            op.f("ck_entries_kind"),
            "(kind = 'player' AND person_id IS NOT NULL) OR (kind IN ('stock', 'kept', 'box') AND person_id IS NULL)",
        )
        entries.create_check_constraint(op.f("ck_entries_source"), "(game_id IS NULL) <> (stock_move_id IS NULL)")


def upgrade_events() -> None:
    with op.batch_alter_table("evening_events") as events:
        events.drop_constraint(op.f("ck_evening_events_kind"), type_="check")
        events.alter_column("kind", existing_type=sa.String(length=10), type_=sa.String(length=20))
        events.add_column(sa.Column("sheet_id", sa.Integer(), nullable=True))
        events.add_column(sa.Column("what", sa.String(length=120), nullable=False, server_default=""))
        events.create_foreign_key(op.f("fk_evening_events_sheet_id_sheets"), "sheets", ["sheet_id"], ["id"])
        events.create_check_constraint(
            op.f("ck_evening_events_kind"),
            "kind IN ('ended', 'reopened', 'table', 'came', 'left', 'swapped', 'pattern', 'last_round', 'rules')",
        )


def downgrade() -> None:
    """Go back to numbers. What an older version has no place for goes: moves of the Stock, and seats nobody sat in."""
    allow_changes()
    taken = "SELECT SUM(amount) FROM stock_moves WHERE sheet_id = sheets.id AND kind = 'taken'"
    op.execute(f"UPDATE sheets SET stock = stock + COALESCE(({taken}), 0)")  # noqa: S608 - a fixed text
    op.execute("DELETE FROM entries WHERE stock_move_id IS NOT NULL")
    op.execute("DELETE FROM evening_events WHERE kind NOT IN ('ended', 'reopened')")
    downgrade_entries()
    op.drop_table("stock_moves")
    with op.batch_alter_table("evening_events") as events:
        events.drop_constraint(op.f("ck_evening_events_kind"), type_="check")
        events.drop_constraint("fk_evening_events_sheet_id_sheets", type_="foreignkey")
        events.drop_column("sheet_id")
        events.drop_column("what")
        events.alter_column("kind", existing_type=sa.String(length=20), type_=sa.String(length=10))
        events.create_check_constraint(op.f("ck_evening_events_kind"), "kind IN ('ended', 'reopened')")
    with op.batch_alter_table("sheets") as sheets:
        sheets.drop_constraint(op.f("ck_sheets_pattern"), type_="check")
        sheets.drop_column("pattern")
        sheets.drop_column("last_round")
    op.drop_index("uq_seats_sitting", "seats")
    op.drop_index("ix_seats_sheet_id", "seats")
    with op.batch_alter_table("seats") as seats:
        seats.drop_constraint(op.f("ck_seats_from_place"), type_="check")
        seats.drop_constraint(op.f("ck_seats_to_place"), type_="check")
    with op.batch_alter_table("games") as games:
        games.drop_constraint(op.f("ck_games_place"), type_="check")
        games.drop_constraint("uq_games_sheet_id_place_version", type_="unique")
    number_again(op.get_bind())
    with op.batch_alter_table("games") as games:
        games.alter_column("place", new_column_name="number", existing_type=sa.BigInteger(), type_=sa.Integer())
    with op.batch_alter_table("games") as games:
        games.create_unique_constraint(op.f("uq_games_sheet_id_number_version"), ["sheet_id", "number", "version"])
        games.create_check_constraint(op.f("ck_games_number"), "number >= 1")
    with op.batch_alter_table("seats") as seats:
        for name in ("from", "to"):
            seats.alter_column(
                f"{name}_place", new_column_name=f"{name}_number", existing_type=sa.BigInteger(), type_=sa.Integer()
            )
    with op.batch_alter_table("seats") as seats:
        seats.create_unique_constraint(op.f("uq_seats_sheet_id_seat_from_number"), ["sheet_id", "seat", "from_number"])
        seats.create_check_constraint(op.f("ck_seats_numbers"), "to_number IS NULL OR to_number >= from_number - 1")
    forbid_changes()


def downgrade_entries() -> None:
    with op.batch_alter_table("entries") as entries:
        entries.drop_constraint(op.f("ck_entries_source"), type_="check")
        entries.drop_constraint(op.f("ck_entries_kind"), type_="check")
        entries.drop_constraint("fk_entries_stock_move_id_stock_moves", type_="foreignkey")
        entries.drop_column("stock_move_id")
        entries.alter_column("game_id", existing_type=sa.Integer(), nullable=False)
        entries.create_check_constraint(
            op.f("ck_entries_kind"),
            "(kind = 'player' AND person_id IS NOT NULL) OR (kind = 'stock' AND person_id IS NULL)",
        )


def number_again(connection: Connection) -> None:
    """Put numbers where the places are: games are counted, seats held from one game to another."""
    places: dict[int, list[int]] = {}
    for sheet, place in connection.execute(sa.select(GAMES.c.sheet_id, GAMES.c.place).distinct().order_by("place")):
        places.setdefault(sheet, []).append(place)
    for sheet, held in places.items():
        for number, place in enumerate(held, start=1):
            here = (GAMES.c.sheet_id == sheet, GAMES.c.place == place)
            connection.execute(GAMES.update().where(*here).values(place=number))
    for row in connection.execute(sa.select(SEATS)).all():
        held = places.get(row.sheet_id, [])
        first = 1 + sum(place < row.from_place for place in held)
        last = None if row.to_place is None else sum(place <= row.to_place for place in held)
        if last is not None and last < first:
            connection.execute(SEATS.delete().where(SEATS.c.id == row.id))
        else:
            connection.execute(SEATS.update().where(SEATS.c.id == row.id).values(from_place=first, to_place=last))


def allow_changes() -> None:
    """Take the triggers away for as long as the migration changes rows."""
    for table in APPEND_ONLY:
        if op.get_bind().dialect.name == "postgresql":
            op.execute(f"ALTER TABLE {table} DISABLE TRIGGER {table}_no_change")
        else:
            for change in ("update", "delete"):
                op.execute(f"DROP TRIGGER {table}_no_{change}")


def forbid_changes() -> None:
    """Rows are only ever added again."""
    for table in APPEND_ONLY:
        if op.get_bind().dialect.name == "postgresql":
            op.execute(f"ALTER TABLE {table} ENABLE TRIGGER {table}_no_change")
        else:
            refuse_changes(table)


def refuse_changes(table: str) -> None:
    if op.get_bind().dialect.name == "sqlite":
        for change in ("update", "delete"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{change} BEFORE {change} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table}: rows are only ever added'); END"
            )
        return
    op.execute(
        f"CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION only_ever_added()"
    )
