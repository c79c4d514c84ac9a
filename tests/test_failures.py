"""Failures that a person can mend: one German line, exit status 2, no traceback, nothing lost."""

import shutil
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scorebook.app import main
from scorebook.cli import failure
from scorebook.errors import StorageError
from tests.processes import environment, free_port


@pytest.fixture
def told(tmp_path: Path) -> Callable[..., str]:
    """Run `scorebook` on an instance in `tmp_path`, expect it to fail, and give its one line."""

    def run(*arguments: str, **settings: str) -> str:
        command = [sys.executable, "-c", "from scorebook.app import main; main()", *arguments]
        settings = {"SCOREBOOK_INSTANCE": str(tmp_path), "PORT": str(free_port()), **settings}
        done = subprocess.run(
            command, check=False, capture_output=True, text=True, env=environment(**settings), timeout=60
        )
        assert done.returncode == 2, done.stderr
        assert "Traceback" not in done.stderr
        lines = [line for line in done.stderr.splitlines() if line.startswith("scorebook: ")]
        assert len(lines) == 1, done.stderr
        assert done.stderr.rstrip().endswith(lines[0])
        return lines[0]

    return run


def test_file_that_is_no_database(told: Callable[..., str], tmp_path: Path) -> None:
    """A file that is no SQLite database is told, and stays as it is."""
    file = tmp_path / "scorebook.sqlite"
    file.write_text("Liebes Tagebuch, heute nur Ramsch. " * 100)
    before = file.read_bytes()
    assert "keine SQLite-Datenbank" in told("serve")
    assert file.read_bytes() == before


def test_database_of_another_version(told: Callable[..., str], tmp_path: Path, migrated_database: Path) -> None:
    """A database that a newer version wrote is told, and stays as it is."""
    file = tmp_path / "scorebook.sqlite"
    shutil.copy(migrated_database, file)
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'from_the_future'")
    connection.close()
    assert "anderen, wohl neueren Version" in told("serve")
    assert "anderen, wohl neueren Version" in told("db", "upgrade")
    connection = sqlite3.connect(file)
    assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("from_the_future",)]
    connection.close()


def test_locked_file(told: Callable[..., str], tmp_path: Path) -> None:
    """A file that another program keeps locked is told after a short wait."""
    connection = sqlite3.connect(tmp_path / "scorebook.sqlite", isolation_level=None)
    connection.execute("BEGIN EXCLUSIVE")
    assert "gesperrt" in told("serve")
    connection.close()


def test_unreachable_postgres(told: Callable[..., str]) -> None:
    """A PostgreSQL that does not answer is told, without the password."""
    line = told("serve", DATABASE_URL=f"postgresql://u:hush@127.0.0.1:{free_port()}/d")
    assert "PostgreSQL ist nicht erreichbar" in line
    assert "hush" not in line


def test_unknown_database_of_postgres(told: Callable[..., str], postgres_url: str) -> None:
    """A database that the PostgreSQL server does not have is told."""
    assert "nicht erreichbar" in told("serve", DATABASE_URL=postgres_url.replace("/test_", "/no_test_"))


def test_busy_port(told: Callable[..., str]) -> None:
    """A port on which somebody listens is told, with the way out."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        assert "ist schon belegt: PORT=" in told("serve", PORT=str(other.getsockname()[1]))


def test_wrong_setting(told: Callable[..., str]) -> None:
    """A wrong setting is told by every command that needs the app."""
    assert told("serve", PORT="5OOO").startswith("scorebook: PORT: ")
    assert told("db", "current", PORT="5OOO").startswith("scorebook: PORT: ")


def test_own_error_is_told_in_its_words() -> None:
    """What the program refuses by itself is told in its own words."""
    assert failure.line(StorageError("So nicht.")) == "So nicht."


@pytest.mark.parametrize("error", [ValueError("x"), KeyError("y"), OSError("z"), ModuleNotFoundError("m", name="m")])
def test_fault_of_the_program_is_not_hidden(error: Exception) -> None:
    """A fault of the program itself keeps its traceback."""
    assert failure.line(error) is None


def test_unknown_command(capsys: pytest.CaptureFixture[str]) -> None:
    """A command that does not exist is a usage error: status 2, with a hint at --help."""
    with pytest.raises(SystemExit) as caught:
        main(["scoer"])
    assert caught.value.code == 2
    assert "--help" in capsys.readouterr().err


def test_missing_psycopg_and_pango_are_told() -> None:
    """Where the driver of PostgreSQL or the library for PDFs is missing, the line says what to install."""
    assert "scorebook[postgres]" in str(failure.line(ModuleNotFoundError("No module named 'psycopg'", name="psycopg")))
    assert "Pango" in str(failure.line(OSError("cannot load library 'libpango-1.0-0'")))
