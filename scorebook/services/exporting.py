"""An evening as data (FORMAT.md 6)."""

from scorebook.exchange import evening_text
from scorebook.services.access import Actor
from scorebook.services.evenings import load_evening
from scorebook.store.db import AnySession


def export_evening(session: AnySession, actor: Actor, evening_id: int) -> str:
    """Write an evening as JSON text. Raises `NotFoundError` for one that is not the club's."""
    return evening_text(load_evening(session, actor, evening_id))
