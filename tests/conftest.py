"""What tests may ask for: an app on a fresh database, a server, a browser, a PostgreSQL."""

import os
import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings

from scorebook.app import create_app
from scorebook.cli.db import upgrade_to
from scorebook.settings import NAMES
from tests.doors import Browser, first_admin
from tests.live import served
from tests.quick import STATEMENTS, all_of_it_stays, be_quick

# A busy machine makes no test fail; in CI every run draws the same examples.
settings.register_profile("ours", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("ours")

pytest_plugins = ("tests.book", "tests.browser", "tests.entry", "tests.postgres")

be_quick()

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


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without a look at garbage."""
    with all_of_it_stays():
        return (yield)


SECRET_KEY = "a key that only the tests know"


def configuration(instance: Path, **changes: Any) -> dict[str, Any]:
    """Give the configuration of an app that lives in a folder of its own."""
    return {
        "SCOREBOOK_INSTANCE": str(instance),
        "SECRET_KEY": SECRET_KEY,
        "TESTING": True,
        "WTF_CSRF_ENABLED": False,
        "SQLALCHEMY_ENGINE_OPTIONS": {"execution_options": {"compiled_cache": STATEMENTS}},
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


@pytest.fixture
def make_app(tmp_path: Path, migrated_database: Path) -> Iterator[Callable[..., Flask]]:
    """Make apps on one fresh, migrated SQLite file; keywords change the configuration. Its clients are logged in."""
    shutil.copy(migrated_database, tmp_path / "scorebook.sqlite")
    made: list[Flask] = []

    def make(**changes: Any) -> Flask:
        made.append(create_app(configuration(tmp_path, **changes)))
        made[-1].test_client_class = Browser
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
