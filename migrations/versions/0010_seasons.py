"""Seasons, what evenings were for people, and where they stand.

Revision ID: 0010
Revises: 0009
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

MEASURE = "measure IN ('cent', 'point', 'good', 'strich')"
COUNTS = ("amount", "games", "squares", "solos_won", "solos_lost", "touts_won")
ALONE = {"solo", "wenz", "farbwenz", "geier", "farbgeier", "bettel", "ds_solo"}
"""Contracts of one against three."""
AT_ONCE = 1000
"""Rows that are written at once."""


def upgrade() -> None:
    _seasons()
    with op.batch_alter_table("evenings") as evenings:
        evenings.add_column(sa.Column("season_id", sa.Integer(), nullable=True))
        evenings.create_foreign_key(op.f("fk_evenings_season_id_seasons"), "seasons", ["season_id"], ["id"])
    op.create_index("ix_evenings_season_id_ended_at", "evenings", ["season_id", "ended_at"])
    _results()
    _standings()
    _lots()
    (_hold_sqlite if op.get_bind().dialect.name == "sqlite" else _hold_postgres)()
    _roll_up(op.get_bind())


def _seasons() -> None:
    op.create_table(
        "seasons",
        *_always("seasons"),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("begins", sa.Date()),
        sa.Column("ends", sa.Date()),
        sa.Column("closed_at", sa.DateTime(timezone=True)),
        sa.Column("archived_at", sa.DateTime(timezone=True)),
        sa.Column("invitation", sa.String(length=64)),
        sa.Column("share", sa.Integer()),
        sa.CheckConstraint("archived_at IS NULL OR closed_at IS NOT NULL", name=op.f("ck_seasons_archived")),
        sa.CheckConstraint("begins <= ends", name=op.f("ck_seasons_dates")),
        sa.UniqueConstraint("invitation", name=op.f("uq_seasons_invitation")),
    )
    op.create_index("ix_seasons_club_id", "seasons", ["club_id"])
    op.create_table(
        "season_events",
        *_always("season_events"),
        sa.Column("season_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(length=60), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        _reference("season_events", "season_id", "seasons"),
        sa.CheckConstraint("kind IN ('closed', 'reopened')", name=op.f("ck_season_events_kind")),
    )
    op.create_index("ix_season_events_season_id", "season_events", ["season_id"])
    op.create_table(
        "season_clubs",
        *_always("season_clubs"),
        sa.Column("season_id", sa.Integer(), nullable=False),
        _reference("season_clubs", "season_id", "seasons"),
        sa.UniqueConstraint("season_id", "club_id", name=op.f("uq_season_clubs_season_id_club_id")),
    )
    op.create_index("ix_season_clubs_club_id", "season_clubs", ["club_id"])
    op.create_table(
        "season_substitutes",
        *_always("season_substitutes"),
        sa.Column("season_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        _reference("season_substitutes", "season_id", "seasons"),
        _reference("season_substitutes", "person_id", "people"),
        sa.UniqueConstraint("season_id", "person_id", name=op.f("uq_season_substitutes_season_id_person_id")),
    )
    op.create_index("ix_season_substitutes_person_id", "season_substitutes", ["person_id"])
    op.create_table(
        "schemes",
        *_always("schemes"),
        sa.Column("season_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("scheme", sa.Text(), nullable=False),
        _reference("schemes", "season_id", "seasons"),
        sa.UniqueConstraint("season_id", "position", name=op.f("uq_schemes_season_id_position")),
    )


def _results() -> None:
    op.create_table(
        "results",
        *_always("results"),
        sa.Column("evening_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("measure", sa.String(length=10), nullable=False),
        sa.Column("season_id", sa.Integer()),
        sa.Column("place", sa.Integer()),
        *_counts(),
        _reference("results", "evening_id", "evenings"),
        _reference("results", "person_id", "people"),
        _reference("results", "season_id", "seasons"),
        sa.CheckConstraint(MEASURE, name=op.f("ck_results_measure")),
        sa.UniqueConstraint("evening_id", "person_id", "measure", name=op.f("uq_results_evening_id_person_id_measure")),
    )
    op.create_index("ix_results_person_id_evening_id", "results", ["person_id", "evening_id"])
    op.create_index("ix_results_season_id_measure_person_id", "results", ["season_id", "measure", "person_id"])


def _standings() -> None:
    op.create_table(
        "standings",
        *_always("standings"),
        sa.Column("scheme_id", sa.Integer(), nullable=False),
        sa.Column("measure", sa.String(length=10), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("ranked", sa.Boolean(), nullable=False),
        sa.Column("score", sa.BigInteger(), nullable=False),
        sa.Column("evenings", sa.Integer(), nullable=False),
        *_counts(),
        _reference("standings", "scheme_id", "schemes"),
        _reference("standings", "person_id", "people"),
        sa.CheckConstraint(MEASURE, name=op.f("ck_standings_measure")),
        sa.UniqueConstraint("scheme_id", "measure", "person_id", name=op.f("uq_standings_scheme_id_measure_person_id")),
    )
    op.create_index("ix_standings_person_id", "standings", ["person_id"])
    op.create_index(
        "ix_standings_scheme_id_measure_ranked_score", "standings", ["scheme_id", "measure", "ranked", "score"]
    )


def _lots() -> None:
    op.create_table(
        "lots",
        *_always("lots"),
        sa.Column("scheme_id", sa.Integer(), nullable=False),
        sa.Column("measure", sa.String(length=10), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        _reference("lots", "scheme_id", "schemes"),
        _reference("lots", "person_id", "people"),
        sa.CheckConstraint(MEASURE, name=op.f("ck_lots_measure")),
        sa.UniqueConstraint("scheme_id", "measure", "person_id", name=op.f("uq_lots_scheme_id_measure_person_id")),
    )
    op.create_index("ix_lots_person_id", "lots", ["person_id"])


def _always(table: str) -> list[sa.schema.SchemaItem]:
    """What each of the tables has."""
    return [
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
        _reference(table, "club_id", "clubs"),
    ]


def _counts() -> list[sa.Column[Any]]:
    large = {"amount", "squares"}
    return [sa.Column(name, sa.BigInteger() if name in large else sa.Integer(), nullable=False) for name in COUNTS]


def _reference(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=op.f(f"fk_{table}_{column}_{other}"))


GIVEN_UP = (
    "EXISTS (SELECT 1 FROM clubs WHERE closed_at IS NOT NULL AND id IN (OLD.club_id, (SELECT seasons.club_id "
    "FROM schemes JOIN seasons ON seasons.id = schemes.season_id WHERE schemes.id = OLD.scheme_id)))"
)
"""A lot goes with the club of the person, and with that of the season."""


def _hold_sqlite() -> None:
    """Lots are only ever added; and go with a club that is given up."""
    refuse = "BEGIN SELECT RAISE(ABORT, 'lots: rows are only ever added'); END"
    op.execute(f"CREATE TRIGGER lots_no_update BEFORE UPDATE ON lots {refuse}")
    op.execute(f"CREATE TRIGGER lots_no_delete BEFORE DELETE ON lots WHEN NOT {GIVEN_UP} {refuse}")


def _hold_postgres() -> None:
    """The same there, with a function of earlier migrations and one more."""
    never = "FOR EACH STATEMENT EXECUTE FUNCTION only_ever_added()"
    op.execute(f"CREATE TRIGGER lots_no_update BEFORE UPDATE ON lots {never}")
    op.execute(f"CREATE TRIGGER lots_no_truncate BEFORE TRUNCATE ON lots {never}")
    op.execute(
        "CREATE FUNCTION only_with_a_club_of_theirs() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF {GIVEN_UP} THEN RETURN OLD; END IF; "
        "RAISE EXCEPTION '%: rows are only ever added', TG_TABLE_NAME; END $$"
    )
    op.execute(
        "CREATE TRIGGER lots_no_delete BEFORE DELETE ON lots FOR EACH ROW EXECUTE FUNCTION only_with_a_club_of_theirs()"
    )


# --- What the evenings that are there were for people ------------------------------------------------------------------

_EVENINGS = sa.text(
    "SELECT evenings.id, evenings.club_id, evenings.ended_at, rule_sets.rules FROM evenings "
    "LEFT JOIN evening_rule_sets ON evening_rule_sets.evening_id = evenings.id AND evening_rule_sets.position = 0 "
    "LEFT JOIN rule_sets ON rule_sets.id = evening_rule_sets.rule_set_id ORDER BY evenings.id"
)
_SEATS = sa.text(
    "SELECT seats.sheet_id, seats.person_id, seats.from_place, seats.to_place FROM seats "
    "JOIN sheets ON sheets.id = seats.sheet_id WHERE sheets.evening_id = :evening ORDER BY seats.seat"
)
_GAMES = sa.text(
    "SELECT games.sheet_id, games.place, games.game, games.payouts, games.void, games.declarer_won, rule_sets.rules "
    "FROM games JOIN sheets ON sheets.id = games.sheet_id JOIN rule_sets ON rule_sets.id = games.rule_set_id "
    "LEFT JOIN reversals ON reversals.game_id = games.id "
    "WHERE sheets.evening_id = :evening AND reversals.id IS NULL"
)
_SHARES = sa.text(
    "SELECT entries.person_id, entries.amount FROM entries JOIN sheets ON sheets.id = entries.sheet_id "
    "WHERE sheets.evening_id = :evening AND entries.stock_move_id IS NOT NULL AND entries.person_id IS NOT NULL"
)
_ADD = sa.text(
    "INSERT INTO results (club_id, evening_id, person_id, measure, place, "
    "amount, games, squares, solos_won, solos_lost, touts_won) VALUES (:club_id, :evening_id, :person_id, :measure, "
    ":place, :amount, :games, :squares, :solos_won, :solos_lost, :touts_won)"
)


def _roll_up(connection: sa.Connection) -> None:
    """Write what each evening was for everybody, as recording would have done from the first game on."""
    rows: list[dict[str, Any]] = []
    for evening in connection.execute(_EVENINGS).all():
        rows += _rows_of(connection, evening)
        if len(rows) >= AT_ONCE:
            connection.execute(_ADD, rows)
            rows = []
    if rows:
        connection.execute(_ADD, rows)


def _rows_of(connection: sa.Connection, evening: sa.Row[Any]) -> Iterator[dict[str, Any]]:
    """Give the rows of an evening; once it ended, those who played have a place."""
    here = {"evening": evening.id}
    seats = defaultdict(list)
    for seat in connection.execute(_SEATS, here):
        seats[seat.sheet_id].append(seat)
    counted: dict[tuple[str, int], list[int]] = defaultdict(lambda: [0] * len(COUNTS))
    for game in connection.execute(_GAMES, here):
        people = [seat.person_id for seat in seats[game.sheet_id] if _held(seat, game.place)]
        for person, counts in _tallies(game, people):
            _add(counted[_measure(game.rules), person], counts)
    for person, amount in connection.execute(_SHARES, here):
        _add(counted[_measure(evening.rules), person], [amount])
    for (measure, person), counts in counted.items():
        place = _place(counted, measure, counts) if evening.ended_at is not None and counts[1] else None
        shared = {"club_id": evening.club_id, "evening_id": evening.id, "person_id": person}
        yield {**shared, "measure": measure, "place": place, **dict(zip(COUNTS, counts, strict=True))}


def _held(seat: sa.Row[Any], place: int) -> bool:
    return bool(seat.from_place <= place and (seat.to_place is None or seat.to_place >= place))


def _tallies(row: sa.Row[Any], people: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    game = json.loads(row.game)
    contract, out = game["contract"], game.get("sitting_out", ())
    for seat, (person, amount) in enumerate(zip(people, json.loads(row.payouts), strict=True)):
        plays = contract != "all_pass" and not row.void and seat not in out
        if plays or amount:
            declared = plays and contract in ALONE and seat == game.get("declarer")
            won, lost = (declared and row.declarer_won is not None and row.declarer_won == which for which in (1, 0))
            tout = won and bool(game.get("tout") or game.get("sie"))
            yield person, [amount, int(plays), amount * amount if plays else 0, int(won), int(lost), int(tout)]


def _measure(rules: str) -> str:
    read = json.loads(rules)
    unit = str(read["unit"])
    return "good" if unit == "point" and read["winners_only"] else unit


def _add(counts: list[int], others: Sequence[int]) -> None:
    for index, other in enumerate(others):
        counts[index] += other


def _place(counted: dict[tuple[str, int], list[int]], measure: str, own: Sequence[int]) -> int:
    others = (counts for (other, _), counts in counted.items() if other == measure)
    return 1 + sum(bool(counts[1]) and counts[0] > own[0] for counts in others)


def downgrade() -> None:
    for table in ("lots", "standings", "results"):
        op.drop_table(table)
    op.drop_index("ix_evenings_season_id_ended_at", "evenings")
    with op.batch_alter_table("evenings") as evenings:
        evenings.drop_constraint(op.f("fk_evenings_season_id_seasons"), type_="foreignkey")
        evenings.drop_column("season_id")
    for table in ("schemes", "season_substitutes", "season_clubs", "season_events", "seasons"):
        op.drop_table(table)
    if op.get_bind().dialect.name != "sqlite":
        op.execute("DROP FUNCTION only_with_a_club_of_theirs()")
