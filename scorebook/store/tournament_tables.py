"""The tables of tournaments: what happened at one, appended and never changed, and who its start numbers are."""

from sqlalchemy import Boolean, Column, Date, Index, Integer, String, Table, Text, UniqueConstraint, Uuid, false

from scorebook.store.columns import NAME_LENGTH, UtcDateTime, club_column, id_column, metadata, reference

tournaments = Table(
    "tournaments",
    metadata,
    id_column(),
    club_column(),
    Column("name", String(NAME_LENGTH), nullable=False),
    Column("date", Date, nullable=False),
    Column("place", String(NAME_LENGTH), nullable=False, server_default=""),
    Column("practice", Boolean, nullable=False, server_default=false()),  # to try it out: it counts for nothing
    Column("created_at", UtcDateTime, nullable=False),
    Column("secret", String(64)),  # of the next draw, until it is said
    Column("share", Integer),  # the number of the public pages' address; none: there are none
    Index(None, "club_id", "date"),
)

# All that happened, in order: where a tournament stands is the fold of these (`scorebook.league.tournament.state`).
# Several that were sent at once have one UUID, and are its parts.
tournament_entries = Table(
    "tournament_entries",
    metadata,
    id_column(),
    club_column(),
    reference("tournaments", "tournament_id"),
    Column("number", Integer, nullable=False),  # from 1 in each tournament
    Column("uuid", Uuid, nullable=False),
    Column("part", Integer, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("by", String(NAME_LENGTH), nullable=False),
    Column("entry", Text, nullable=False),
    UniqueConstraint("tournament_id", "number"),
    UniqueConstraint("uuid", "part"),
)

# Who a start number is, and what prizes ask of him; nothing of it stands in the entries.
tournament_players = Table(
    "tournament_players",
    metadata,
    id_column(),
    club_column(),
    reference("tournaments", "tournament_id"),
    Column("number", Integer, nullable=False),
    reference("people", "person_id", index=True),
    Column("woman", Boolean, nullable=False, server_default=false()),
    Column("born", Integer),  # the year
    Column("local", Boolean, nullable=False, server_default=false()),
    Column("team", String(NAME_LENGTH), nullable=False, server_default=""),
    Column("town", String(NAME_LENGTH), nullable=False, server_default=""),
    UniqueConstraint("tournament_id", "number"),
    UniqueConstraint("tournament_id", "person_id"),
)
