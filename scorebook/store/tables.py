"""The tables of the book. Amounts are whole units, times UTC; every table belongs to a club.

Games, entries, reversals, rule sets, moves of the Stock, events and the log are only ever added to: triggers of the
migrations refuse the rest. Names in them can be made nameless, and a club that is closed can be taken out as a whole.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
    Uuid,
    false,
    text,
)

from scorebook.store.columns import (
    NAME_LENGTH,
    REASON_LENGTH,
    TITLE_LENGTH,
    UtcDateTime,
    club_column,
    id_column,
    metadata,
    reference,
)

FIRST_CLUB = 1
"""The id of the club that the first migration makes."""
APPEND_ONLY = (
    "games",
    "entries",
    "reversals",
    "rule_sets",
    "stock_moves",
    "payments",
    "evening_events",
    "log",
    "cash_entries",
    "account_moves",
    "till_counts",
    "cash_closings",
    "levies",
    "lots",
)
"""Tables whose rows are never changed and never deleted."""
SPACING = 2**32
"""Between the places of two games that were recorded one after the other: room for forgotten ones."""

clubs = Table(
    "clubs",
    metadata,
    id_column(),
    Column("name", String(TITLE_LENGTH), nullable=False),
    Column("closed_at", UtcDateTime),  # when it was given up: its rows may go then, and nobody gets in any more
)

# Two rows that are one person are merged: the one with `merged_into` keeps all that refers to it, and all that is shown
# of it is the other's. Read them by `scorebook.store.one_person`.
people = Table(
    "people",
    metadata,
    id_column(),
    club_column(),
    Column("name", String(NAME_LENGTH), nullable=False),
    Column("name_key", String(2 * NAME_LENGTH), nullable=False),  # what makes two names the same
    Column("nickname", String(NAME_LENGTH), nullable=False, server_default=""),
    Column("nickname_key", String(2 * NAME_LENGTH), nullable=False, server_default=""),
    Column("guest", Boolean, nullable=False, server_default=false()),
    Column("left_on", Date),  # since when he is no member any more
    Column("shown", String(10), nullable=False, server_default="full"),  # how the name stands on public pages
    reference("people", "merged_with", nullable=True, index=True),  # with whom he was merged: undone, this goes
    reference("people", "merged_into", nullable=True, index=True),  # who stands in his place, at the end of all merges
    Index(None, "club_id", "name_key"),
    Index(None, "club_id", "nickname_key"),
    CheckConstraint("shown IN ('full', 'short', 'hidden')", name="shown"),
    CheckConstraint("(merged_with IS NULL) = (merged_into IS NULL)", name="merged"),
    CheckConstraint("merged_with <> id AND merged_into <> id", name="other"),
)

rule_sets = Table(
    "rule_sets",
    metadata,
    id_column(),
    club_column(),
    Column("name", String(NAME_LENGTH), nullable=False),
    Column("version", Integer, nullable=False),
    Column("preset", String(NAME_LENGTH), nullable=False),
    Column("rules", Text, nullable=False),  # complete, as JSON (FORMAT.md 2)
    Column("unit", String(10), nullable=False),
    UniqueConstraint("club_id", "name", "version"),
    CheckConstraint("unit IN ('cent', 'point', 'strich')", name="unit"),
)

evenings = Table(
    "evenings",
    metadata,
    id_column(),
    club_column(),
    Column("uuid", Uuid, nullable=False, unique=True),
    Column("title", String(TITLE_LENGTH), nullable=False),
    Column("place", String(TITLE_LENGTH), nullable=False),
    Column("date", Date, nullable=False),  # local, of the day on which it began
    Column("begun_at", UtcDateTime, nullable=False),
    Column("ended_at", UtcDateTime),
    Column("price", Integer),  # in cents
    Column("price_per", String(10)),
    Column("round_to", Integer, nullable=False, server_default="1"),  # cents to which people pay
    reference("seasons", "season_id", nullable=True),
    reference("tournaments", "tournament_id", nullable=True, index=True),  # whose table it is
    Index(None, "club_id", "date"),
    Index(None, "club_id", "begun_at", "id"),  # the order in which they are listed
    Index(None, "season_id", "ended_at"),
    CheckConstraint("price > 0", name="price"),
    CheckConstraint("price_per IN ('strich', 'head', 'point')", name="price_per"),
    CheckConstraint("(price IS NULL) = (price_per IS NULL)", name="price_whole"),
    CheckConstraint("round_to IN (1, 5, 10, 50)", name="round_to"),
)

ORDINARY = evenings.c.tournament_id.is_(None)
"""Which evenings are the club's own: the table of a tournament is none, it counts at its tournament alone."""

# What happened to an evening besides its games. What is true now stands where it belongs: `evenings.ended_at`, `seats`.
evening_events = Table(
    "evening_events",
    metadata,
    id_column(),
    club_column(),
    reference("evenings", "evening_id", index=True),
    reference("sheets", "sheet_id", nullable=True),  # none: the whole evening
    Column("kind", String(20), nullable=False),
    Column("what", String(TITLE_LENGTH), nullable=False),  # who came, which rules: as it was called then
    Column("at", UtcDateTime, nullable=False),
    Column("by", String(NAME_LENGTH), nullable=False),
    Column("reason", String(REASON_LENGTH), nullable=False),  # empty where none is asked for
    CheckConstraint(
        "kind IN ('ended', 'reopened', 'table', 'came', 'left', 'swapped', 'pattern', 'last_round', 'rules')",
        name="kind",
    ),
)

# In the order in which they came into use.
evening_rule_sets = Table(
    "evening_rule_sets",
    metadata,
    id_column(),
    club_column(),
    reference("evenings", "evening_id"),
    Column("position", Integer, nullable=False),
    reference("rule_sets", "rule_set_id"),
    UniqueConstraint("evening_id", "position"),
    UniqueConstraint("evening_id", "rule_set_id"),
)

sheets = Table(
    "sheets",
    metadata,
    id_column(),
    club_column(),
    reference("evenings", "evening_id"),
    Column("position", Integer, nullable=False),
    Column("first_dealer", Integer, nullable=False),
    Column("stock", BigInteger, nullable=False),  # what lay in the Stock at the start, but for what was taken up
    reference("rule_sets", "rule_set_id"),  # of the next game
    Column("pattern", String(10), nullable=False, server_default="opposite"),  # who sits out with the dealer
    Column("last_round", Integer),  # so often everybody is to have dealt; none: it was not called
    UniqueConstraint("evening_id", "position"),
    CheckConstraint("stock >= 0", name="stock"),
    CheckConstraint("pattern IN ('opposite', 'next')", name="pattern"),
)

_NOW = text("to_place IS NULL")
# Who sits where from which place in the list on, and up to which; from the beginning: 0, sitting there now: none.
seats = Table(
    "seats",
    metadata,
    id_column(),
    club_column(),
    reference("sheets", "sheet_id"),
    Column("seat", Integer, nullable=False),
    reference("people", "person_id", index=True),
    Column("from_place", BigInteger, nullable=False),
    Column("to_place", BigInteger),
    Index(None, "sheet_id"),
    Index("uq_seats_sitting", "sheet_id", "seat", unique=True, sqlite_where=_NOW, postgresql_where=_NOW),
    CheckConstraint("seat BETWEEN 0 AND 6", name="seat"),
    CheckConstraint("from_place >= 0", name="from_place"),
    CheckConstraint("to_place IS NULL OR to_place >= from_place - 1", name="to_place"),
)

games = Table(
    "games",
    metadata,
    id_column(),
    club_column(),
    reference("sheets", "sheet_id"),
    Column("uuid", Uuid, nullable=False, unique=True),
    Column("place", BigInteger, nullable=False),  # on the sheet; a game's number is how manieth it is
    Column("version", Integer, nullable=False),  # 0; one that replaces another has its place and the next version
    reference("rule_sets", "rule_set_id"),
    Column("game", Text, nullable=False),  # as JSON (FORMAT.md 1), with what the sheet filled in
    Column("digest", String(64), nullable=False),  # of the game as it was sent
    Column("dealer", Integer),
    Column("value", BigInteger, nullable=False),
    Column("payouts", Text, nullable=False),  # as JSON, one amount a seat
    Column("stock_before", BigInteger, nullable=False),
    Column("stock_after", BigInteger, nullable=False),
    Column("steps", Text, nullable=False),  # as JSON, one list a step
    Column("void", Boolean, nullable=False),
    Column("declarer_won", Boolean),
    Column("schneider", Boolean, nullable=False),
    Column("schwarz", Boolean, nullable=False),
    Column("recorded_at", UtcDateTime, nullable=False),
    Column("recorded_by", String(NAME_LENGTH), nullable=False),
    reference("games", "replaces_id", nullable=True, unique=True),
    UniqueConstraint("sheet_id", "place", "version"),
    CheckConstraint("place >= 1", name="place"),
    CheckConstraint("(version = 0) = (replaces_id IS NULL)", name="version"),
    CheckConstraint("stock_before >= 0 AND stock_after >= 0", name="stock"),
    CheckConstraint("value >= 0", name="value"),
)
reversals = Table(
    "reversals",
    metadata,
    id_column(),
    club_column(),
    reference("games", "game_id", unique=True),
    Column("uuid", Uuid, nullable=False, unique=True),
    Column("cancelled_at", UtcDateTime, nullable=False),
    Column("cancelled_by", String(NAME_LENGTH), nullable=False),
    Column("reason", String(REASON_LENGTH), nullable=False),
)

# What became of a Stock that was left: divided, kept for next time, put into the club's box; and back again.
stock_moves = Table(
    "stock_moves",
    metadata,
    id_column(),
    club_column(),
    reference("sheets", "sheet_id", index=True),
    Column("kind", String(10), nullable=False),
    Column("amount", BigInteger, nullable=False),
    reference(
        "stock_moves", "of_id", nullable=True, unique=True
    ),  # the move that is taken back, or whose Stock is taken up
    Column("at", UtcDateTime, nullable=False),
    Column("by", String(NAME_LENGTH), nullable=False),
    Index(None, "club_id", "kind"),
    CheckConstraint("kind IN ('divided', 'kept', 'boxed', 'returned', 'taken')", name="kind"),
    CheckConstraint("(kind IN ('returned', 'taken')) = (of_id IS NOT NULL)", name="of"),
    CheckConstraint("amount > 0", name="amount"),
)

entries = Table(
    "entries",
    metadata,
    id_column(),
    club_column(),
    reference("sheets", "sheet_id"),
    reference("games", "game_id", nullable=True, index=True),
    reference("reversals", "reversal_id", nullable=True),
    reference("stock_moves", "stock_move_id", nullable=True),
    Column("kind", String(10), nullable=False),
    reference("people", "person_id", nullable=True),
    Column("amount", BigInteger, nullable=False),
    Column("unit", String(10), nullable=False),
    Index(None, "sheet_id", "person_id"),
    CheckConstraint("amount <> 0", name="amount"),
    CheckConstraint(
        "(kind = 'player' AND person_id IS NOT NULL) OR (kind IN ('stock', 'kept', 'box') AND person_id IS NULL)",
        name="kind",
    ),
    CheckConstraint("(game_id IS NULL) <> (stock_move_id IS NULL)", name="source"),
    CheckConstraint("unit IN ('cent', 'point', 'strich')", name="unit"),
)

# What somebody gave somebody at an evening, or that it was taken back. Each party is a person or one of the pots: the
# club's box, the Stocks. `uuid` is of the form that was sent, so that a double tap books once.
payments = Table(
    "payments",
    metadata,
    id_column(),
    club_column(),
    reference("evenings", "evening_id", index=True),
    Column("uuid", Uuid, nullable=False, unique=True),
    reference("people", "payer_id", nullable=True, index=True),
    Column("payer_pot", String(10)),
    reference("people", "payee_id", nullable=True, index=True),
    Column("payee_pot", String(10)),
    Column("cents", BigInteger, nullable=False),
    Column("way", String(10), nullable=False),
    reference("payments", "of_id", nullable=True, unique=True),  # the payment that is taken back
    Column("at", UtcDateTime, nullable=False),
    Column("by", String(NAME_LENGTH), nullable=False),
    CheckConstraint("(payer_id IS NULL) <> (payer_pot IS NULL)", name="payer"),
    CheckConstraint("(payee_id IS NULL) <> (payee_pot IS NULL)", name="payee"),
    CheckConstraint("payer_pot IN ('box', 'stock') AND payee_pot IN ('box', 'stock')", name="pot"),
    CheckConstraint("payer_id <> payee_id AND payer_pot <> payee_pot", name="parties"),
    CheckConstraint("cents > 0", name="cents"),
    CheckConstraint("way IN ('cash', 'transfer', 'carried')", name="way"),
)

# Who did what and when. A row's hash is over its content and the hash of the row before it, in the same club. Names of
# people stand nowhere in it: ids, which can lose their name.
log = Table(
    "log",
    metadata,
    id_column(),
    club_column(),
    Column("number", Integer, nullable=False),  # in the club, from 1
    Column("at", UtcDateTime, nullable=False),
    Column("who", String(30), nullable=False),  # "account:3", "link:5", "machine"
    Column("action", String(30), nullable=False),
    Column("subject", String(60), nullable=False),  # "evening:4", "game:<uuid>"
    Column("old", Text, nullable=False),  # as JSON; null where there was nothing
    Column("new", Text, nullable=False),
    Column("hash", String(64), nullable=False),
    UniqueConstraint("club_id", "number"),
    CheckConstraint("number >= 1", name="number"),
)
