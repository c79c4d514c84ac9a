"""The table of a tournament is no evening as others are: what is agreed on there, the tournament says."""

from sqlalchemy import Connection

from scorebook.errors import ConflictError
from scorebook.store.evenings import tournament_of
from scorebook.wording import Marked

OF_TOURNAMENT: Marked[str] = (
    "Das ist ein Tisch bei einem Turnier. Wer hier sitzt, was gilt und wann Schluss ist, sagt die Turnierleitung."
)


def require_ordinary(connection: Connection, evening_id: int) -> None:
    """Raise `ConflictError` for the table of a tournament: nobody else sits down, pays, ends or changes the rules."""
    if tournament_of(connection, evening_id) is not None:
        raise ConflictError(OF_TOURNAMENT)
