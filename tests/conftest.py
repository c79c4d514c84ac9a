"""What tests may ask for: an app on a fresh database, a server, a browser, a PostgreSQL."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from argon2 import PasswordHasher
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings
from jinja2 import FileSystemBytecodeCache
from werkzeug.routing import Rule

from scorebook.app import create_app
from scorebook.cli.db import upgrade_to
from scorebook.services import secret
from scorebook.settings import NAMES
from tests.doors import Browser, first_admin
from tests.live import served

# A busy machine makes no test fail; in CI every run draws the same examples.
settings.register_profile("ours", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("ours")

pytest_plugins = ("tests.book", "tests.browser", "tests.entry", "tests.postgres")

# Passwords and codes are hashed as quickly as it goes; `test_secret` holds against what runs in earnest.
secret._hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)

# Thousands of tests make an app each: the functions that build the addresses of its pages are compiled once.
_compile = Rule._compile_builder
_builders: dict[tuple[object, ...], Callable[..., tuple[str, str]]] = {}


def _compiled_once(self: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
    key = (self.rule, self.host, self.subdomain, repr(self.defaults), append_unknown)
    if key not in _builders:
        _builders[key] = _compile(self, append_unknown)
    return _builders[key]


Rule._compile_builder = _compiled_once  # type: ignore[method-assign]

# The settings of whoever runs the tests must not reach them.
for setting in NAMES:
    os.environ.pop(setting, None)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by what they ask for; those of one PostgreSQL, or of one file for the browser, share a worker.

    These are the longest groups and go first: at the end small tests keep all workers busy.
    """
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        if "chromium" in fixtures or "page" in fixtures or "browser" in fixtures:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group(item.path.stem))
        if "postgres_server" in fixtures:
            item.add_marker(pytest.mark.postgres)
        if item.get_closest_marker("postgres"):
            item.add_marker(pytest.mark.xdist_group(f"postgres {crc32(item.nodeid.partition('::')[0].encode()) % 2}"))
    items.sort(key=lambda item: item.get_closest_marker("xdist_group") is None)


SECRET_KEY = "a key that only the tests know"


def configuration(instance: Path, **changes: Any) -> dict[str, Any]:
    """Give the configuration of an app that lives in a folder of its own."""
    return {
        "SCOREBOOK_INSTANCE": str(instance),
        "SECRET_KEY": SECRET_KEY,
        "TESTING": True,
        "WTF_CSRF_ENABLED": False,
        **changes,
    }


def close(app: Flask) -> None:
    """Close the app's connections to its databases."""
    from scorebook.store.db import db

    with app.app_context():
        for engine in db.engines.values():
            engine.dispose()


@pytest.fixture(scope="session")
def base_url() -> None:
    """Give none: a test names the server it asks for. (pytest-playwright's own fixture warns under pytest 9.)"""


@pytest.fixture(scope="session")
def migrated_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Migrate an SQLite file once; the tests copy it."""
    instance = tmp_path_factory.mktemp("migrated")
    app = create_app(configuration(instance))
    with app.app_context():
        upgrade_to("head")
        first_admin()
    close(app)
    return instance / "scorebook.sqlite"


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> FileSystemBytecodeCache:
    """Keep templates compiled: each app would do so again."""
    return FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))


@pytest.fixture
def make_app(
    tmp_path: Path, migrated_database: Path, compiled: FileSystemBytecodeCache
) -> Iterator[Callable[..., Flask]]:
    """Make apps on one fresh, migrated SQLite file; keywords change the configuration. Its clients are logged in."""
    shutil.copy(migrated_database, tmp_path / "scorebook.sqlite")
    made: list[Flask] = []

    def make(**changes: Any) -> Flask:
        made.append(create_app(configuration(tmp_path, **changes)))
        made[-1].test_client_class = Browser
        made[-1].jinja_env.bytecode_cache = compiled
        return made[-1]

    yield make
    for app in made:
        close(app)


@pytest.fixture
def app(make_app: Callable[..., Flask]) -> Flask:
    """Make an app on a fresh, migrated SQLite file, without CSRF."""
    return make_app()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Give a client of that app."""
    return app.test_client()


@pytest.fixture
def live_app(make_app: Callable[..., Flask]) -> Flask:
    """Make the app, with CSRF, that `live_server` serves."""
    return make_app(WTF_CSRF_ENABLED=True)


@pytest.fixture
def live_server(live_app: Flask) -> Iterator[str]:
    """Serve an app on a free port of 127.0.0.1, and give its address without a slash at the end."""
    with served(live_app) as url:
        yield url
