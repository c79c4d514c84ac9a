"""Backups by the day: one a day whatever the clock says, old ones go only after a good new one."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from scorebook.cli import daily
from scorebook.errors import StorageError
from scorebook.services import keeping
from scorebook.services.backup import BackupError, manifest_of, restore_backup
from scorebook.services.keeping import BusyError, all_kept, health, is_due, keep
from scorebook.services.rotation import known_past, staying
from scorebook.store.db import db
from tests.processes import environment
from tests.test_backup import SCOREBOOK

NOW = datetime(2026, 11, 27, 20, 15, tzinfo=UTC)
moments = st.integers(0, 20 * 365 * 24).map(lambda hours: datetime(2016, 1, 1, tzinfo=UTC) + timedelta(hours=hours))


@pytest.fixture
def folder(app: Flask, tmp_path: Path) -> Iterator[Path]:
    """Give the folder of the backups, and an app."""
    with app.app_context():
        yield tmp_path / "backups"


@given(st.sets(moments, min_size=1, max_size=200), moments)
def test_the_newest_always_stays(made: set[datetime], now: datetime) -> None:
    """Whatever was made when, and whatever the clock says, the newest that is not ahead of it stays, and few others."""
    stay = staying(made, now)
    past = known_past(made, now)
    assert max(made) in stay
    assert set(past[:1]) <= stay
    assert stay <= made
    assert staying(stay, now) == stay
    assert len(stay) <= 2 * (7 + 4 + 12 + 21)


def test_ten_years_keep_their_years() -> None:
    """One a day for ten years, thinned each day: days, weeks, months and years stay, and not many in all."""
    kept: set[datetime] = set()
    for day in range(3650):
        now = NOW + timedelta(days=day)
        kept = staying(kept | {now}, now)
    assert {NOW + timedelta(days=3649 - back) for back in range(7)} <= kept
    assert {moment.year for moment in kept} == set(range(2026, 2037))
    assert len(kept) < 40


def test_one_a_day(folder: Path) -> None:
    """One is due where there is none of today; the next day another one, and what is too many goes."""
    for day in range(12):
        now = NOW + timedelta(days=day)
        assert is_due(folder, now)
        kept = keep(db.session, folder, now=now)
        assert not is_due(folder, now + timedelta(hours=2))
        assert health(folder, now).last == kept
        assert kept.file.stat().st_mode & 0o077 == 0
    assert folder.stat().st_mode & 0o077 == 0
    assert len(all_kept(folder)) == 7 + 2  # and the last of a week and of a month
    restore_backup(all_kept(folder)[-1].file, folder / "restored")


def test_a_clock_that_was_wrong(folder: Path) -> None:
    """What was made under a clock that ran ahead neither counts as the last one nor pushes others out."""
    keep(db.session, folder, now=NOW)
    ahead = [keep(db.session, folder, now=NOW + timedelta(days=4000 + day)) for day in range(9)]
    assert is_due(folder, NOW + timedelta(days=1))
    made = keep(db.session, folder, now=NOW + timedelta(days=1))
    found = health(folder, NOW + timedelta(days=1))
    assert found.last == made
    assert {made.file, ahead[-1].file} <= {one.file for one in found.kept}
    assert found.is_old(NOW + timedelta(days=4))


def test_those_before_updates_stay_by_themselves(folder: Path) -> None:
    """The last five that were made before an update stay, and push no other out."""
    for day in range(7):
        keep(db.session, folder, now=NOW + timedelta(days=day), before_update=True)
        keep(db.session, folder, now=NOW + timedelta(days=day, hours=1))
    assert [one.before_update for one in all_kept(folder)].count(True) == keeping.BEFORE_UPDATES
    assert [one.before_update for one in all_kept(folder)].count(False) == 7


@pytest.mark.parametrize(
    "fails", [OSError(28, "No space left on device"), StorageError("Die Platte ist voll."), ValueError("x")]
)
def test_one_that_fails_takes_nothing_away(folder: Path, monkeypatch: pytest.MonkeyPatch, fails: Exception) -> None:
    """On a full disk all old ones stay, no half one lies about, and it is told until one succeeds."""
    for day in range(7):
        keep(db.session, folder, now=NOW + timedelta(days=day))
    before = all_kept(folder)

    def fail(*_arguments: object) -> None:
        raise fails

    later = NOW + timedelta(days=7)
    with monkeypatch.context() as patched:
        patched.setattr("scorebook.services.backup._to_disk", fail)
        with pytest.raises((BackupError, StorageError, ValueError)):
            keep(db.session, folder, now=later)
    assert all_kept(folder) == before
    assert not list(folder.glob(".*.zip.*"))
    found = health(folder, later)
    assert found.failed_at == later
    assert found.reason
    keep(db.session, folder, now=later)
    assert health(folder, later).failed_at is None


def test_one_that_does_not_read_back_is_none(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that does not keep what was written is found before an older one goes."""
    kept = keep(db.session, folder, now=NOW)
    monkeypatch.setattr("scorebook.services.backup._digest", lambda file: file.parent.name + str(file.stat().st_ino))
    monkeypatch.setattr("scorebook.services.backup.revision_of", lambda _file: os.urandom(4).hex())
    with pytest.raises(BackupError):
        keep(db.session, folder, now=NOW + timedelta(days=1))
    assert all_kept(folder) == (kept,)


def test_what_a_killed_one_left_goes(folder: Path) -> None:
    """The next one takes away what lies about of one that was killed in the middle, and nothing else."""
    draft = folder / ".buch-20261126-201500.zip.x1"
    draft.mkdir(parents=True)
    (draft / "scorebook.sqlite").write_bytes(b"half")
    (folder / "notes.zip").write_bytes(b"mine")
    (folder / "buch-20261399-201500.zip").write_bytes(b"no day")
    kept = keep(db.session, folder, now=NOW)
    assert not draft.exists()
    assert (folder / "notes.zip").exists()
    assert all_kept(folder) == (kept,)
    assert manifest_of(kept.file)["format"] == "scorebook-backup/1"


def test_one_at_a_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one is made nobody makes another one, and it is said; afterwards it goes on."""
    begun, go_on = threading.Event(), threading.Event()
    save = keeping.save_backup

    def slowly(*arguments: object) -> None:
        begun.set()
        assert go_on.wait(30)
        save(*arguments)  # type: ignore[arg-type]

    session = db.session
    from flask import current_app

    app = current_app._get_current_object()  # type: ignore[attr-defined]

    def first() -> None:
        with app.app_context():
            keep(db.session, folder, now=NOW)

    monkeypatch.setattr(keeping, "save_backup", slowly)
    thread = threading.Thread(target=first)
    thread.start()
    assert begun.wait(30)
    try:
        assert health(folder, NOW).busy
        with pytest.raises(BusyError):
            keep(session, folder, now=NOW)
    finally:
        go_on.set()
        thread.join()
    assert not health(folder, NOW).busy
    assert len(all_kept(folder)) == 1


def test_the_command_keeps_one_a_day(folder: Path, tmp_path: Path) -> None:
    """`backup` without a file makes one in the folder, `--daily` none that is there already; off has no folder."""

    def run(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
        command = [*SCOREBOOK, "backup", *arguments]
        named = environment(SCOREBOOK_INSTANCE=tmp_path, **settings)
        return subprocess.run(command, check=False, capture_output=True, text=True, env=named)

    assert run("--daily").returncode == 0
    (kept,) = all_kept(folder)
    assert (run("--daily").stdout, all_kept(folder)) == ("", (kept,))
    assert run(SCOREBOOK_BACKUPS="off").returncode == 2
    elsewhere = tmp_path / "elsewhere"
    assert run(SCOREBOOK_BACKUPS=str(elsewhere)).returncode == 0
    assert len(all_kept(elsewhere)) == 1


def test_the_process_beside_the_server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It looks after a while and again and again, and ends with the last process that has the other end of the pipe."""
    reading, writing = os.pipe()
    looked = tmp_path / "looked"
    closing: list[Callable[[], None]] = [lambda: None, lambda: None, lambda: os.close(writing)]

    def run(*_arguments: object, **_options: object) -> None:
        with looked.open("a") as file:
            file.write("x")
        closing.pop(0)()

    monkeypatch.setattr(subprocess, "run", run)
    daily.run(reading, first=0, every=0)
    assert looked.read_text() == "xxx"
    os.close(reading)


def test_it_ends_with_the_server() -> None:
    """A program that started it and becomes another one, as `serve` does, takes it along when it ends."""
    program = "import os; from scorebook.cli import daily; daily.start(); os.execvp('cat', ['cat'])"
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        assert server.stdin is not None
        server.stdin.close()
        assert server.stderr is not None
        assert server.stderr.read() == b""  # it has the same one, and holds it open as long as it lives
