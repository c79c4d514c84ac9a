"""All that lies about for a while: what waits to be read in, and papers that were made in one go."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection

from scorebook.store.paper_jobs import drop_jobs
from scorebook.store.uploads import drop_uploads


def drop_parcels(connection: Connection, club_id: int) -> None:
    """Throw away all that a club has of these: there are names in them."""
    ever = datetime.now(UTC) + timedelta(days=365)
    drop_uploads(connection, ever, club_id)
    drop_jobs(connection, ever, club_id)
