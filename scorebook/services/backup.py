"""The whole book in one file, and back into a folder of its own. For whoever owns the machine: no actor is asked."""

import hashlib
import json
import os
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from scorebook import __version__
from scorebook.errors import ScorebookError
from scorebook.exchange import ShapeError, load_json
from scorebook.store.copies import copy_database, fill_database, knows_revision, revision_of
from scorebook.store.db import AnySession

FORMAT = "scorebook-backup/1"
DATABASE = "scorebook.sqlite"
MANIFEST = "manifest.json"
LARGEST_MANIFEST = 64 * 1024
BLOCK = 1024 * 1024

BROKEN = "{file} ist beschädigt oder nicht ganz da. Es wurde nichts zurückgeholt."
FOREIGN = "{file} ist keine Sicherung des Schreibbuchs."
NEWER = "{file} stammt aus einer anderen, wohl neueren Version von scorebook. Es wurde nichts zurückgeholt."


class BackupError(ScorebookError):
    """A backup that cannot be written, or not be brought back."""


def save_backup(session: AnySession, file: Path) -> None:
    """Write the database into a ZIP file while others go on writing; one of that name is replaced when all is written.

    Before that it is read again and compared. The file is its owner's alone; the secret key is not in it. Raises
    `BackupError` for a file that cannot be written and `StorageError` for a database that cannot be copied.
    """
    engine = session.get_bind().engine
    try:
        with tempfile.TemporaryDirectory(prefix=f".{file.name}.", dir=file.absolute().parent) as name:
            copy, packed = Path(name, DATABASE), Path(name, "packed.zip")
            copy_database(engine, copy)
            with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
                archive.writestr(MANIFEST, json.dumps(_manifest(copy), indent=1))
                archive.write(copy, DATABASE)
            copy.unlink()
            packed.chmod(0o600)
            _unpacked(packed, Path(name))
            _to_disk(packed)
            packed.replace(file)
            _to_disk(file.absolute().parent)
    except OSError as error:
        raise BackupError(f"{file} lässt sich nicht schreiben ({error.strerror}).") from error


def _manifest(copy: Path) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": __version__,
        "revision": revision_of(copy),
        "made": datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
        "bytes": copy.stat().st_size,
        "sha256": _digest(copy),
    }


def restore_backup(file: Path, into: Path) -> None:
    """Bring a backup back into a folder that is empty or not there yet; it can be an instance folder then.

    The folder comes to be with all that is in it, or not at all. Raises `BackupError` for a folder with something in
    it, for a file that is damaged or no backup, and for one of a newer version.
    """
    into = into.absolute()
    try:
        if into.exists() and (not into.is_dir() or any(into.iterdir())):
            raise BackupError(f"{into} ist nicht leer. Nimm einen Ordner, den es noch nicht gibt.")
        into.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{into.name}.", dir=into.parent) as name:
            draft = Path(name, "instance")
            draft.mkdir(mode=0o700)
            _unpacked(file, draft)
            draft.replace(into)
    except OSError as error:
        raise BackupError(f"{into} lässt sich nicht anlegen ({error.strerror}).") from error


def restore_into_database(session: AnySession, file: Path) -> None:
    """Bring a backup back into the database, which has to be empty; all of it, or nothing.

    So a book comes into PostgreSQL, and out of it. Raises as `restore_backup`, and `StorageError` for a database that
    is not empty.
    """
    try:
        with tempfile.TemporaryDirectory(prefix="scorebook-") as name:
            fill_database(_unpacked(file, Path(name)), session.get_bind().engine)
    except OSError as error:
        raise BackupError(f"{file} lässt sich nicht auspacken ({error.strerror}).") from error


def manifest_of(file: Path) -> dict[str, Any]:
    """Read what a backup says of itself. Raises `BackupError` for a file that is none, or of a newer version."""
    with _opened(file) as archive:
        return _read_manifest(file, archive)


def _unpacked(file: Path, into: Path) -> Path:
    """Unpack the database of a backup into a folder, looked at from end to end, and give it."""
    with _opened(file) as archive:
        _unpack(file, archive, _read_manifest(file, archive), into / DATABASE)
    return into / DATABASE


def _to_disk(path: Path) -> None:
    """Wait until a file, or what is in a folder, is on the disk: only then an older one may go."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


@contextmanager
def _opened(file: Path) -> Iterator[zipfile.ZipFile]:
    """Open a ZIP file; whatever is wrong with it is one line."""
    try:
        archive = zipfile.ZipFile(file)
    except OSError as error:
        raise BackupError(f"{file} lässt sich nicht lesen ({error.strerror}).") from error
    except (zipfile.BadZipFile, ValueError) as error:
        raise BackupError(BROKEN.format(file=file)) from error
    with archive:
        try:
            yield archive
        # RuntimeError: it wants a password; NotImplementedError: it is packed in a way that nobody asked for.
        except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError) as error:
            raise BackupError(BROKEN.format(file=file)) from error


def _read_manifest(file: Path, archive: zipfile.ZipFile) -> dict[str, Any]:
    names = archive.namelist()
    if sorted(names) != sorted((MANIFEST, DATABASE)) or archive.getinfo(MANIFEST).file_size > LARGEST_MANIFEST:
        raise BackupError(FOREIGN.format(file=file))
    try:
        manifest = load_json(archive.read(MANIFEST))
    except ShapeError as error:
        raise BackupError(BROKEN.format(file=file)) from error
    version = manifest.get("format") if isinstance(manifest, dict) else None
    if not isinstance(version, str) or not version.startswith("scorebook-backup/"):
        raise BackupError(FOREIGN.format(file=file))
    if version != FORMAT or not knows_revision(str(manifest.get("revision"))):
        raise BackupError(NEWER.format(file=file))
    return dict(manifest)


def _unpack(file: Path, archive: zipfile.ZipFile, manifest: dict[str, Any], target: Path) -> None:
    """Unpack the database, and look whether it is the one that was packed."""
    if archive.getinfo(DATABASE).file_size != manifest.get("bytes"):
        raise BackupError(BROKEN.format(file=file))
    with archive.open(DATABASE) as packed, target.open("xb") as made:
        target.chmod(0o600)
        shutil.copyfileobj(packed, made, BLOCK)
    if _digest(target) != manifest.get("sha256") or revision_of(target) != manifest.get("revision"):
        raise BackupError(BROKEN.format(file=file))


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
