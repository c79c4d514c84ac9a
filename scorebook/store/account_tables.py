"""The tables of who may come in. Secrets lie here only as hashes; an account belongs to no club, its memberships do.

A secret with 256 random bits is kept as its SHA-256, a password or a short code as its Argon2 hash.
"""

from sqlalchemy import CheckConstraint, Column, Index, String, Table, UniqueConstraint

from scorebook.store.columns import (
    NAME_LENGTH,
    UtcDateTime,
    club_column,
    id_column,
    metadata,
    reference,
)

HASH_LENGTH = 64
PASSWORD_LENGTH = 200

TAKEN_AWAY = ""
"""A password that was taken away: it is none, and its login name waits for the next."""

# A login name and a password come in pairs; who has none got in by a link, and can get in by another one.
accounts = Table(
    "accounts",
    metadata,
    id_column(),
    Column("name", String(NAME_LENGTH), nullable=False),
    Column("login_name", String(NAME_LENGTH)),
    Column("login_key", String(2 * NAME_LENGTH), unique=True),  # what makes two login names the same
    Column("password", String(PASSWORD_LENGTH)),
    Column("created_at", UtcDateTime, nullable=False),
    CheckConstraint("(login_name IS NULL) = (login_key IS NULL)", name="login_name"),
    CheckConstraint("(login_name IS NULL) = (password IS NULL)", name="password"),
)

# One row a role.
memberships = Table(
    "memberships",
    metadata,
    id_column(),
    club_column(),
    reference("accounts", "account_id", index=True),
    Column("role", String(10), nullable=False),
    UniqueConstraint("club_id", "account_id", "role"),
    CheckConstraint("role IN ('admin', 'treasurer', 'director', 'scorer', 'player', 'viewer')", name="role"),
)

# A link that lets in once: somebody new, or somebody known again, who then may choose another password.
invitations = Table(
    "invitations",
    metadata,
    id_column(),
    club_column(),
    Column("secret", String(HASH_LENGTH), nullable=False, unique=True),
    Column("roles", String(60), nullable=False),  # joined by commas; empty for somebody known
    reference("accounts", "account_id", nullable=True),  # somebody known
    Column("created_at", UtcDateTime, nullable=False),
    Column("created_by", String(NAME_LENGTH), nullable=False),
    Column("expires_at", UtcDateTime, nullable=False),
    Column("used_at", UtcDateTime),
    Column("revoked_at", UtcDateTime),
    CheckConstraint("(roles = '') = (account_id IS NOT NULL)", name="roles"),
)

# A link for a tablet on a table or a screen on the wall: whoever has it may do that much, in one evening.
links = Table(
    "links",
    metadata,
    id_column(),
    club_column(),
    Column("kind", String(10), nullable=False),
    Column("name", String(NAME_LENGTH), nullable=False),  # stands beside what is recorded with it
    reference("evenings", "evening_id", index=True),
    reference("sheets", "sheet_id", nullable=True),  # none: all tables of the evening
    Column("secret", String(HASH_LENGTH), nullable=False, unique=True),
    Column("handle", String(10), nullable=False, unique=True),  # the first part of the short code: which link it is
    Column("code", String(PASSWORD_LENGTH), nullable=False),  # the hash of the second part
    Column("created_at", UtcDateTime, nullable=False),
    Column("created_by", String(NAME_LENGTH), nullable=False),
    Column("expires_at", UtcDateTime, nullable=False),
    Column("revoked_at", UtcDateTime),
    CheckConstraint("kind IN ('table', 'wall')", name="kind"),
)

# A browser that was let in, by an account or by a link, and the club that it looks at.
logins = Table(
    "logins",
    metadata,
    id_column(),
    club_column(),
    Column("secret", String(HASH_LENGTH), nullable=False, unique=True),
    reference("accounts", "account_id", nullable=True, index=True),
    reference("links", "link_id", nullable=True, index=True),
    Column("device", String(NAME_LENGTH), nullable=False),  # the browser, as it called itself
    Column("created_at", UtcDateTime, nullable=False),
    Column("used_at", UtcDateTime, nullable=False),  # to the hour, when it last wrote something
    Column("expires_at", UtcDateTime, nullable=False),
    Column("revoked_at", UtcDateTime),
    CheckConstraint("(account_id IS NULL) <> (link_id IS NULL)", name="whose"),
)

# A personal key for programs: whatever its account may do in its club.
tokens = Table(
    "tokens",
    metadata,
    id_column(),
    club_column(),
    reference("accounts", "account_id", index=True),
    Column("name", String(NAME_LENGTH), nullable=False),
    Column("secret", String(HASH_LENGTH), nullable=False, unique=True),
    Column("created_at", UtcDateTime, nullable=False),
    Column("used_at", UtcDateTime),
    Column("expires_at", UtcDateTime, nullable=False),
    Column("revoked_at", UtcDateTime),
)

# Attempts to get in that failed, or are not decided yet; what is older than the window counts no more, and goes.
attempts = Table(
    "attempts",
    metadata,
    id_column(),
    Column("key", String(HASH_LENGTH), nullable=False),  # a hash of whom or what was tried, or from where
    Column("at", UtcDateTime, nullable=False),
    Index(None, "key", "at"),
    Index(None, "at"),
)
