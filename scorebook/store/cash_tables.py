"""The tables of the club's box: the cash book, the accounts of people, countings of the till, years that are closed.

All are only ever added to. Amounts are cents. What takes something back has its kind, and its amount with the other
sign: so sums by kind come out right.
"""

from sqlalchemy import (
    BigInteger,
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
)

from scorebook.store.columns import (
    NAME_LENGTH,
    REASON_LENGTH,
    UtcDateTime,
    club_column,
    id_column,
    metadata,
    reference,
)

# Numbers have no gaps, and nothing comes into a year that is closed: triggers of the migration see to both.
cash_entries = Table(
    "cash_entries",
    metadata,
    id_column(),
    club_column(),
    Column("number", Integer, nullable=False),  # in the club, from 1
    Column("uuid", Uuid, nullable=False),  # of the form that made it
    Column("date", Date, nullable=False),  # local, the day for which it counts
    Column("kind", String(10), nullable=False),
    Column("text", String(REASON_LENGTH), nullable=False),
    Column("amount", BigInteger, nullable=False),  # what came in; what went out stands below zero
    reference("people", "person_id", nullable=True, index=True),
    reference("evenings", "evening_id", nullable=True, index=True),
    reference("payments", "payment_id", nullable=True, unique=True),  # what was paid there, or taken back
    reference("cash_entries", "of_id", nullable=True, unique=True),  # the entry that this one takes back
    Column("at", UtcDateTime, nullable=False),
    Column("by", String(NAME_LENGTH), nullable=False),
    UniqueConstraint("club_id", "number"),
    Index(None, "club_id", "date"),
    CheckConstraint("number >= 1", name="number"),
    CheckConstraint("amount <> 0 OR kind = 'carried'", name="amount"),
    CheckConstraint(
        "kind IN ('opening', 'carried', 'difference', 'evening') "
        "OR (kind IN ('fee', 'fine', 'donation', 'other_in', 'paid_in') AND (amount > 0) = (of_id IS NULL)) "
        "OR (kind IN ('drinks', 'prizes', 'material', 'other_out', 'paid_out') AND (amount < 0) = (of_id IS NULL))",
        name="kind",
    ),
    CheckConstraint("kind NOT IN ('paid_in', 'paid_out') OR person_id IS NOT NULL", name="person"),
    CheckConstraint("kind <> 'carried' OR of_id IS NULL", name="carried"),
    CheckConstraint("(kind = 'evening') = (payment_id IS NOT NULL)", name="payment"),
    CheckConstraint("kind <> 'evening' OR evening_id IS NOT NULL", name="evening"),
    UniqueConstraint("club_id", "uuid"),
)

account_moves = Table(
    "account_moves",
    metadata,
    id_column(),
    club_column(),
    Column("uuid", Uuid, nullable=False),  # of the form that made it
    reference("people", "person_id"),
    Column("date", Date, nullable=False),
    Column("kind", String(10), nullable=False),
    Column("text", String(REASON_LENGTH), nullable=False),
    Column("amount", BigInteger, nullable=False),  # what the club owes him more; what he owes stands below zero
    reference("cash_entries", "cash_entry_id", nullable=True, unique=True),  # the cash that it was
    reference("payments", "payment_id", nullable=True, unique=True),  # what was carried over from an evening, or back
    reference("account_moves", "of_id", nullable=True, unique=True),  # the movement that this one takes back
    Column("at", UtcDateTime, nullable=False),
    Column("by", String(NAME_LENGTH), nullable=False),
    Index(None, "club_id", "person_id"),
    CheckConstraint("amount <> 0", name="amount"),
    CheckConstraint("kind IN ('paid_in', 'paid_out', 'fine', 'share', 'credit', 'carried')", name="kind"),
    CheckConstraint("(kind IN ('paid_in', 'paid_out')) = (cash_entry_id IS NOT NULL)", name="cash"),
    CheckConstraint("(kind = 'carried') = (payment_id IS NOT NULL)", name="payment"),
    UniqueConstraint("club_id", "uuid"),
)

# What is due at an evening besides its games: given to the box, or laid out for others.
levies = Table(
    "levies",
    metadata,
    id_column(),
    club_column(),
    reference("evenings", "evening_id", index=True),
    Column("uuid", Uuid, nullable=False, unique=True),
    Column("kind", String(10), nullable=False),
    Column("amount", BigInteger, nullable=False),  # in cents, of a share in percent
    reference("people", "person_id", nullable=True, index=True),  # who is fined, or laid it out
    Column("people", Text, nullable=False),  # those who give it, as JSON; empty: all of the evening
    Column("text", String(REASON_LENGTH), nullable=False),
    reference("levies", "of_id", nullable=True, unique=True),  # the levy that is taken back
    Column("at", UtcDateTime, nullable=False),
    Column("by", String(NAME_LENGTH), nullable=False),
    CheckConstraint("kind IN ('start', 'share', 'fine', 'advance')", name="kind"),
    CheckConstraint("amount > 0 AND (kind <> 'share' OR amount <= 100)", name="amount"),
    CheckConstraint("(kind IN ('fine', 'advance')) = (person_id IS NOT NULL)", name="person"),
)

till_counts = Table(
    "till_counts",
    metadata,
    id_column(),
    club_column(),
    Column("uuid", Uuid, nullable=False),  # of the form that made it
    Column("date", Date, nullable=False),
    Column("after", Integer, nullable=False),  # the number of the last entry that counted when it was expected
    Column("expected", BigInteger, nullable=False),
    Column("counted", BigInteger, nullable=False),
    Column("pieces", Text, nullable=False),  # as JSON, how many by their cents; none where only the sum was said
    Column("note", String(REASON_LENGTH), nullable=False),
    reference("cash_entries", "cash_entry_id", nullable=True, unique=True),  # the difference
    Column("at", UtcDateTime, nullable=False),
    Column("by", String(NAME_LENGTH), nullable=False),
    Index(None, "club_id", "id"),
    CheckConstraint("counted >= 0", name="counted"),
    CheckConstraint("(counted = expected) = (cash_entry_id IS NULL)", name="difference"),
    UniqueConstraint("club_id", "uuid"),
)

cash_closings = Table(
    "cash_closings",
    metadata,
    id_column(),
    club_column(),
    Column("year", Integer, nullable=False),
    Column("balance", BigInteger, nullable=False),
    reference("cash_entries", "carried_id", unique=True),  # the entry with which the next year begins
    Column("at", UtcDateTime, nullable=False),
    Column("by", String(NAME_LENGTH), nullable=False),
    UniqueConstraint("club_id", "year"),
)
