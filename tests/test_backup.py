"""A backup is the whole book at one moment; what comes back from it is that book, or nothing."""

import hashlib
import json
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask

from scorebook.app import create_app
from scorebook.cli.db import upgrade_to
from scorebook.errors import StorageError
from scorebook.services import sampling
from scorebook.services.backup import DATABASE, MANIFEST, BackupError, restore_backup, save_backup
from scorebook.services.verifying import verify_book
from scorebook.store.db import db
from scorebook.store.health import check_schema
from tests.book import SAUSPIEL, Book
from tests.conftest import SECRET_KEY, close, configuration
from tests.doors import ADMIN, cookie
from tests.processes import environment, get, serving
from tests.test_migrations import downgrade

SCOREBOOK = [sys.executable, "-c", "from scorebook.app import main; main()"]


@pytest.fixture
def book(app: Flask) -> Iterator[Book]:
    """Give a book on SQLite: PostgreSQL has its own tools."""
    with app.app_context():
        yield Book(app)


@pytest.fixture
def saved(book: Book, tmp_path: Path) -> Path:
    """Give the backup of a book with some evenings."""
    sampling.fill(db.session, book.actor, 60, seed=1)
    save_backup(db.session, tmp_path / "book.zip")
    return tmp_path / "book.zip"


def packed(file: Path, parts: dict[str, bytes]) -> Path:
    """Write a ZIP file."""
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file


def parts(file: Path) -> dict[str, bytes]:
    """Read a ZIP file."""
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def in_folder(folder: Path, look: Callable[[], Any]) -> Any:
    """Look at the book of an instance folder."""
    app = create_app(configuration(folder))
    try:
        with app.app_context():
            return look()
    finally:
        close(app)


def test_what_comes_back_is_the_book(book: Book, saved: Path, tmp_path: Path) -> None:
    """The restored folder holds the same games and entries, for its owner alone, and nothing else than the book."""
    into = tmp_path / "new" / "restored"
    restore_backup(saved, into)
    assert [path.name for path in into.iterdir()] == [DATABASE]
    assert (into.stat().st_mode & 0o777, (into / DATABASE).stat().st_mode & 0o777) == (0o700, 0o600)
    assert in_folder(into, lambda: verify_book(db.session)) == verify_book(db.session)
    assert sorted(parts(saved)) == [MANIFEST, DATABASE]
    assert saved.stat().st_mode & 0o077 == 0


def test_people_go_on_writing(book: Book, tmp_path: Path) -> None:
    """Games that are recorded while backups are made are all in the book, and each backup is whole."""
    sampling.fill(db.session, book.actor, 2000, seed=1)
    sheet = book.start().sheet_id

    def play() -> int:
        return sum(not book.record(sheet, SAUSPIEL).repeated for _ in range(40))

    def save() -> list[Path]:
        files = [tmp_path / f"{number}.zip" for number in range(4)]
        for file in files:
            save_backup(db.session, file)
        return files

    played, files = book.at_once(play, save)
    assert played == 40
    assert len(book.sheet(sheet).games) == 40
    for file in files:
        into = tmp_path / file.stem
        restore_backup(file, into)
        assert 2000 <= in_folder(into, lambda: verify_book(db.session)).games <= 2040


def test_another_process_goes_on_writing(book: Book, tmp_path: Path) -> None:
    """Backups made while another process fills the book are each the book of one moment: whole evenings, all right."""
    sampling.fill(db.session, book.actor, 200, seed=1)
    db.session.remove()
    settings = environment(SCOREBOOK_INSTANCE=str(tmp_path))
    command = [*SCOREBOOK, "sample", "--games", "30000", "--seed", "2"]
    files: dict[str, Path] = {}  # by what is in them: while the other one has not begun, they are all the same
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=settings) as writer:
        while writer.poll() is None:
            file = tmp_path / f"{len(files)}.zip"
            save_backup(db.session, file)
            files.setdefault(json.loads(parts(file)[MANIFEST])["sha256"], file)
    assert writer.returncode == 0
    found = []
    for file in files.values():
        restore_backup(file, tmp_path / file.stem)
        found.append(in_folder(tmp_path / file.stem, lambda: verify_book(db.session)).games)
    assert found == sorted(found)
    assert len(set(found)) > 2
    assert verify_book(db.session).games == 30_200


def test_a_backup_replaces_an_older_one(book: Book, saved: Path, tmp_path: Path) -> None:
    """The file of an older backup is replaced by a whole newer one, and no draft stays beside it."""
    sampling.fill(db.session, book.actor, 60, seed=1)
    before = {path.name for path in tmp_path.iterdir()}
    save_backup(db.session, saved)
    restore_backup(saved, tmp_path / "restored")
    assert in_folder(tmp_path / "restored", lambda: verify_book(db.session)).games == 120
    assert {path.name for path in tmp_path.iterdir()} == before | {"restored"}


def test_a_backup_that_cannot_be_written(book: Book, tmp_path: Path) -> None:
    """A folder that is not there is told."""
    with pytest.raises(BackupError, match="lässt sich nicht schreiben"):
        save_backup(db.session, tmp_path / "nowhere" / "book.zip")


def test_a_full_folder_is_left_alone(saved: Path, tmp_path: Path) -> None:
    """Where something is in the folder, or where it is a file, nothing is touched; an empty one will do."""
    full = tmp_path / "full"
    full.mkdir()
    (full / "diary").write_text("Nur Ramsch.")
    for into in (full, full / "diary"):
        with pytest.raises(BackupError, match="nicht leer"):
            restore_backup(saved, into)
    assert [path.read_text() for path in full.iterdir()] == ["Nur Ramsch."]
    (full / "diary").unlink()
    restore_backup(saved, full)
    assert (full / DATABASE).exists()


def changed(saved: Path, **manifest: Any) -> dict[str, bytes]:
    """Give the parts of a backup with changes to its manifest."""
    there = parts(saved)
    return there | {MANIFEST: json.dumps(json.loads(there[MANIFEST]) | manifest).encode()}


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda saved: changed(saved, format="scorebook-backup/2"), "neueren Version"),
        (lambda saved: changed(saved, revision="from_the_future"), "neueren Version"),
        (lambda saved: changed(saved, format="holiday"), "keine Sicherung"),
        (lambda saved: changed(saved, sha256="0" * 64), "beschädigt"),
        (lambda saved: changed(saved, bytes=1), "beschädigt"),
        (lambda saved: parts(saved) | {MANIFEST: b"{"}, "beschädigt"),
        (lambda saved: parts(saved) | {MANIFEST: b"[]"}, "keine Sicherung"),
        (lambda saved: parts(saved) | {"../../elsewhere": b"!"}, "keine Sicherung"),
        (lambda saved: {DATABASE: parts(saved)[DATABASE]}, "keine Sicherung"),
        (lambda saved: {"holiday.jpg": b"sun"}, "keine Sicherung"),
    ],
)
def test_another_file_is_refused(saved: Path, tmp_path: Path, make: Callable[[Path], Any], said: str) -> None:
    """A newer version, another ZIP file, a manifest that does not fit: one line, and no folder comes to be."""
    file = packed(tmp_path / "other.zip", make(saved))
    before = {path.name for path in tmp_path.iterdir()}
    with pytest.raises(BackupError, match=said):
        restore_backup(file, tmp_path / "restored")
    assert {path.name for path in tmp_path.iterdir()} == before


def repacked(saved: Path, database: bytes, name: str = DATABASE) -> dict[str, bytes]:
    """Give the parts of a backup with another database in it, to which the manifest fits."""
    digest = hashlib.sha256(database).hexdigest()
    manifest = changed(saved, bytes=len(database), sha256=digest)[MANIFEST]
    return {MANIFEST: manifest, name: database}


def edited(saved: Path, folder: Path, statement: str) -> bytes:
    """Give the database of a backup after somebody changed something in it."""
    file = folder / "edited.sqlite"
    file.write_bytes(parts(saved)[DATABASE])
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement)
    found = file.read_bytes()
    file.unlink()
    return found


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE alembic_version SET version_num = 'from_the_future'", "beschädigt"),
        ("DELETE FROM alembic_version", "beschädigt"),
        ("DROP TABLE alembic_version", "beschädigt"),
    ],
)
def test_a_database_of_another_revision_is_refused(saved: Path, tmp_path: Path, statement: str, said: str) -> None:
    """A database that is not of the revision that its manifest names brings back nothing."""
    file = packed(tmp_path / "other.zip", repacked(saved, edited(saved, tmp_path, statement)))
    with pytest.raises(BackupError, match=said):
        restore_backup(file, tmp_path / "restored")
    assert not (tmp_path / "restored").exists()


@pytest.mark.parametrize("content", [b"", b"holiday", b"SQLite format 3\0" + bytes(4080)])
def test_what_is_no_database_is_refused(saved: Path, tmp_path: Path, content: bytes) -> None:
    """A backup with something else under the name of the database brings back nothing, whatever the manifest says."""
    file = packed(tmp_path / "other.zip", repacked(saved, content))
    with pytest.raises(BackupError, match="beschädigt"):
        restore_backup(file, tmp_path / "restored")
    assert not (tmp_path / "restored").exists()


@pytest.mark.parametrize("name", [f"../{DATABASE}", f"/tmp/{DATABASE}", f"x/{DATABASE}", f"..\\{DATABASE}"])
def test_no_name_leads_out_of_the_folder(saved: Path, tmp_path: Path, name: str) -> None:
    """A database that lies under a path is no backup; nothing is written anywhere."""
    file = packed(tmp_path / "other.zip", repacked(saved, parts(saved)[DATABASE], name))
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    with pytest.raises(BackupError, match="keine Sicherung"):
        restore_backup(file, tmp_path / "new" / "restored")
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.name != "new"} == before


def test_an_older_backup_is_brought_up_to_date(book: Book, tmp_path: Path) -> None:
    """A backup that an older version wrote comes back as it is; the next start brings it up to date."""
    sampling.fill(db.session, book.actor, 60, seed=1)
    db.session.remove()
    downgrade("0001")
    save_backup(db.session, tmp_path / "old.zip")
    assert json.loads(parts(tmp_path / "old.zip")[MANIFEST])["revision"] == "0001"
    into = tmp_path / "restored"
    restore_backup(tmp_path / "old.zip", into)

    def start() -> int:
        with pytest.raises(StorageError, match="nicht auf Stand"):
            check_schema(db.engine)
        upgrade_to("head")
        return verify_book(db.session).games

    assert in_folder(into, start) == 60


def test_a_damaged_file_is_refused(saved: Path, tmp_path: Path) -> None:
    """Cut off anywhere, or with any byte changed, a backup brings back the same book or nothing, and says so."""
    whole, random = saved.read_bytes(), Random(1)
    file = tmp_path / "damaged.zip"
    for turn in range(60):
        place = random.randrange(len(whole)) if turn % 2 else random.randrange(len(whole) - 400, len(whole))
        damaged = bytearray(whole)
        damaged[place] ^= 1 << random.randrange(8)
        file.write_bytes(bytes(damaged) if turn % 3 else whole[:place])
        into = tmp_path / f"restored{turn}"
        try:
            restore_backup(file, into)
        except BackupError:
            assert not into.exists()
        else:
            assert (into / DATABASE).read_bytes() == parts(saved)[DATABASE]
    with pytest.raises(BackupError, match="lässt sich nicht lesen"):
        restore_backup(tmp_path / "nothing.zip", tmp_path / "restored")


def test_a_damaged_book_is_not_saved(app: Flask, tmp_path: Path) -> None:
    """An empty file is no book, and leaves no backup."""
    with app.app_context():
        db.session.remove()
        close(app)
        (tmp_path / DATABASE).unlink()
        sqlite3.connect(tmp_path / DATABASE).close()
        with pytest.raises(StorageError, match="nicht auf Stand"):
            save_backup(db.session, tmp_path / "book.zip")
    assert not (tmp_path / "book.zip").exists()


def test_commands_save_and_bring_back(book: Book, tmp_path: Path) -> None:
    """`backup` and `restore` work from the command line, and the restored folder serves the same evenings."""
    book.start(title="Letzter Abend")
    file, into = str(tmp_path / "b.zip"), tmp_path / "restored"

    def run(*arguments: str, folder: Path = tmp_path) -> subprocess.CompletedProcess[str]:
        settings = environment(SCOREBOOK_INSTANCE=str(folder))
        return subprocess.run([*SCOREBOOK, *arguments], check=False, capture_output=True, text=True, env=settings)

    assert run("backup", file).returncode == 0
    assert run("restore", file, "--into", str(into)).returncode == 0
    again = run("restore", file, "--into", str(into))
    assert (again.returncode, len(again.stderr.splitlines())) == (2, 1)
    verified = run("verify", "book", folder=into)
    assert (verified.returncode, verified.stdout) == (0, "Stimmt: 1 Abende, 1 Listen, 0 Spiele, 0 Buchungen.\n")
    serves = {"SCOREBOOK_INSTANCE": into, "SECRET_KEY": SECRET_KEY}
    with serving([*SCOREBOOK, "serve"], tmp_path, tmp_path / "log", **serves) as url:
        assert "Letzter Abend" in get(f"{url}/", Cookie=f"session={cookie(book.app, ADMIN)}")[1]
