"""The folder of backups: one made a day, old ones rotated away, and whether all is well with them.

For whoever owns the machine no actor is asked; `server_backups` is the same for the admins of clubs.
"""

import fcntl
import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from scorebook.errors import ScorebookError
from scorebook.services.backup import BackupError, save_backup
from scorebook.services.rotation import known_past, staying
from scorebook.store.db import AnySession
from scorebook.store.health import storage_error
from scorebook.wording import Marked

OLD = timedelta(hours=48)
"""After so long without a good backup admins are warned."""
BEFORE_UPDATES = 5
"""So many of those that were made before an update stay; they do not count with the others."""
DAILY, UPDATE = "buch", "vor-update"
NAME = re.compile(rf"({DAILY}|{UPDATE})-([0-9]{{8}}-[0-9]{{6}})\.zip")
STAMP = "%Y%m%d-%H%M%S"
LOCK, FAILED = ".sichern", ".misslungen"
BUSY: Marked[str] = "Es wird gerade schon gesichert."
UNEXPECTED: Marked[str] = "Dabei ist ein Fehler aufgetreten, der im Protokoll des Servers steht."


class BusyError(BackupError):
    """Somebody else is making a backup."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A backup in the folder: it has its name only since it was read again and compared."""

    file: Path
    made: datetime
    size: int
    before_update: bool


@dataclass(frozen=True, slots=True)
class Health:
    """All backups, the newest first; which is the last one that counts, and what the last attempt failed of.

    What lies ahead of the clock does not count: nobody knows how old it is.
    """

    kept: tuple[Kept, ...] = ()
    last: Kept | None = None
    failed_at: datetime | None = None
    reason: str = ""
    busy: bool = False

    def is_old(self, now: datetime, began: datetime | None = None) -> bool:
        """Tell whether the last good one is too old; where there is none yet, whether the book is."""
        since = self.last.made if self.last else began
        return since is not None and now - since > OLD


def all_kept(folder: Path) -> tuple[Kept, ...]:
    """List the backups of a folder, the newest first; other files in it are nobody's business."""
    found = []
    for file in folder.glob("*.zip") if folder.is_dir() else ():
        kept = _kept(file)
        if kept is not None:
            found.append(kept)
    return tuple(sorted(found, key=lambda kept: (kept.made, kept.file.name), reverse=True))


def _kept(file: Path) -> Kept | None:
    name = NAME.fullmatch(file.name)
    try:
        made = datetime.strptime(name[2], STAMP).replace(tzinfo=UTC) if name else None
        return Kept(file, made, file.stat().st_size, name[1] == UPDATE) if name and made else None
    except (ValueError, OSError):  # a day that is none; a file that has just gone
        return None


def health(folder: Path, now: datetime | None = None) -> Health:
    """Say how it stands with the backups of a folder."""
    kept = all_kept(folder)
    past = known_past([one.made for one in kept], now or datetime.now(UTC))
    last = next((one for one in kept if past and one.made == past[0]), None)
    failed_at, reason = _failure(folder)
    return Health(kept, last, failed_at, reason, _is_busy(folder))


def is_due(folder: Path, now: datetime | None = None) -> bool:
    """Tell whether there is none of today yet (in UTC), made by the day."""
    now = now or datetime.now(UTC)
    made = [one.made for one in all_kept(folder) if not one.before_update]
    return not any(now.date() <= moment.date() for moment in known_past(made, now))


def keep(
    session: AnySession, folder: Path, *, now: datetime | None = None, before_update: bool = False, wait: bool = False
) -> Kept:
    """Make a backup in a folder, and then let those go that are too many.

    Whatever goes wrong, the old ones stay, and that it did is kept for `health`. Raises `BackupError` and
    `StorageError`, and `BusyError` where another process makes one, unless it is to `wait`.
    """
    now = now or datetime.now(UTC)
    with _alone(folder, wait=wait):
        _sweep(folder)
        file = folder / f"{UPDATE if before_update else DAILY}-{now.strftime(STAMP)}.zip"
        try:
            save_backup(session, file)
        except Exception as error:
            told = error if isinstance(error, ScorebookError) else storage_error(error)
            _note(folder, now, told.message if told else UNEXPECTED)
            raise
        (folder / FAILED).unlink(missing_ok=True)
        _rotate(folder, now, file)
    made = _kept(file)
    assert made is not None  # noqa: S101 - it was written a moment ago, and nobody else is here
    return made


def _rotate(folder: Path, now: datetime, made: Path) -> None:
    """Let go of what is too old; what was made just now stays."""
    kept = all_kept(folder)
    stay = staying([one.made for one in kept if not one.before_update], now)
    updates = [one for one in kept if one.before_update][:BEFORE_UPDATES]
    for one in kept:
        if one.file != made and one not in updates and (one.before_update or one.made not in stay):
            one.file.unlink(missing_ok=True)


def _sweep(folder: Path) -> None:
    """Take away what a backup left that was killed; nobody else is writing."""
    for draft in folder.glob(".*.zip.*"):
        shutil.rmtree(draft, ignore_errors=True)


@contextmanager
def _alone(folder: Path, *, wait: bool) -> Iterator[None]:
    """Hold the folder, made where it is missing; a process that ends lets go of it."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise BackupError(f"{folder} lässt sich nicht beschreiben ({error.strerror}).") from error
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError as error:
            raise BusyError(BUSY) from error
        yield
    finally:
        os.close(lock)


def _is_busy(folder: Path) -> bool:
    try:
        lock = os.open(folder / LOCK, os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(lock)
    return False


def _note(folder: Path, now: datetime, reason: str) -> None:
    """Keep that it failed; where not even that can be written, the age of the last one tells."""
    draft = folder / f"{FAILED}.neu"
    with suppress(OSError):
        draft.write_text(json.dumps({"at": now.isoformat(), "reason": reason}), encoding="utf-8")
        draft.replace(folder / FAILED)


def _failure(folder: Path) -> tuple[datetime | None, str]:
    try:
        noted = json.loads((folder / FAILED).read_text(encoding="utf-8"))
        return datetime.fromisoformat(noted["at"]), str(noted["reason"])
    except (OSError, ValueError, KeyError, TypeError):
        return None, ""
