"""The backups of the server, for the admins of its clubs: whether all is well, one more, one to take away.

A backup holds every club of the server. Only where there is one is it that club's own, to be taken away.
"""

from datetime import UTC, datetime
from pathlib import Path

from scorebook.errors import ForbiddenError, NotFoundError
from scorebook.services.access import Action, Actor, can_anywhere, require
from scorebook.services.keeping import Health, Kept, all_kept, health, keep
from scorebook.store import accounts
from scorebook.store.clubs import all_clubs
from scorebook.store.db import AnySession, reading
from scorebook.wording import Marked

SEVERAL: Marked[str] = (
    "In einer Sicherung stehen alle Vereine dieses Servers. Herunterladen kann sie nur, wer ihn betreibt."
)
NONE: Marked[str] = "Diese Sicherung gibt es nicht mehr."


def state(session: AnySession, actor: Actor, folder: Path, now: datetime | None = None) -> tuple[Health, bool]:
    """Say how it stands with the backups, and whether the last good one is too old."""
    require(actor, Action.CLUB, actor.club)
    now = now or datetime.now(UTC)
    found = health(folder, now)
    began = None if found.last else accounts.oldest(reading(session))
    return found, found.is_old(now, began)


def is_warning(session: AnySession, actor: Actor, folder: Path | None, now: datetime | None = None) -> bool:
    """Tell whether the actor is to be warned: the last one failed, or is too old. Nobody but admins ever is."""
    if folder is None or not can_anywhere(actor, Action.CLUB).allowed:
        return False
    found, is_old = state(session, actor, folder, now)
    return is_old or found.failed_at is not None


def make(session: AnySession, actor: Actor, folder: Path) -> Kept:
    """Make a backup now. Raises as `keep` does."""
    require(actor, Action.CLUB, actor.club)
    return keep(session, folder)


def may_take(session: AnySession, actor: Actor) -> bool:
    """Tell whether the actor may take a backup away."""
    return can_anywhere(actor, Action.CLUB).allowed and len(all_clubs(reading(session))) == 1


def take(session: AnySession, actor: Actor, folder: Path, name: str) -> Path:
    """Give the file of a backup. Raises `ForbiddenError` on a server of several clubs, `NotFoundError` without it."""
    require(actor, Action.CLUB, actor.club)
    found = next((one.file for one in all_kept(folder) if one.file.stem == name), None)
    if found is None:
        raise NotFoundError(NONE)
    if not may_take(session, actor):
        raise ForbiddenError(SEVERAL)
    return found
