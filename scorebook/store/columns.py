"""What tables are made of: the metadata, moments in UTC, and the columns that most of them have."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Column, DateTime, Dialect, ForeignKey, Integer, MetaData, TypeDecorator

NAME_LENGTH = 60
TITLE_LENGTH = 120
REASON_LENGTH = 500

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class UtcDateTime(TypeDecorator[datetime]):
    """A moment: aware in Python, UTC in the database, also where that keeps no zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Turn a moment into UTC. Raises `ValueError` for one without a zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a moment without a zone: {value}")
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Give a moment in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def id_column() -> Column[int]:
    """Give the column that numbers the rows."""
    return Column("id", Integer, primary_key=True)


def club_column() -> Column[int]:
    """Give the column that says whose a row is."""
    return Column("club_id", Integer, ForeignKey("clubs.id"), nullable=False)


def reference(table: str, column: str, *, nullable: bool = False, **options: Any) -> Column[int]:
    """Give a column that names a row of another table."""
    return Column(column, Integer, ForeignKey(f"{table}.id"), nullable=nullable, **options)
