"""Fixtures for tests that drive a real Chromium: ask for `page`, as pytest-playwright gives it."""

import os
import shutil
from typing import Any

import pytest
from flask import Flask

from tests.doors import ADMIN, cookie

NAMES = ("chromium", "chromium-browser", "google-chrome")
# Nothing that Chromium does on its own account: no first run, no updates, no sync.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A name that is no secure context, as an address in the pub's network is none.
    "--host-resolver-rules=MAP tisch.test 127.0.0.1",
]


def find_chromium() -> str:
    """Find the system's Chromium, or the one that CHROMIUM names. Without one the test fails; it is never skipped."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if not found:
        pytest.fail("There is no Chromium. `make test` installs it, and CHROMIUM=/path/to/chromium names another.")
    return found


@pytest.fixture(scope="session")
def chromium() -> str:
    """Give the path of Chromium."""
    return find_chromium()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], chromium: str) -> dict[str, Any]:
    """Make pytest-playwright start that Chromium."""
    return {**browser_type_launch_args, "executable_path": chromium, "args": FLAGS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Speak German, live where the cards are played, and be logged in on the servers of the tests."""
    here = {
        "locale": "de-DE",
        "timezone_id": "Europe/Berlin",
        "storage_state": logged_in(),
    }
    return browser_context_args | here


def logged_in() -> Any:
    """Give what the first admin's browser keeps."""
    from tests.conftest import SECRET_KEY

    app = Flask("scorebook")
    app.secret_key = SECRET_KEY
    kept = {"name": "session", "value": cookie(app, ADMIN), "path": "/", "expires": -1}
    flags = {"httpOnly": True, "secure": False, "sameSite": "Lax"}
    return {"cookies": [{**kept, **flags, "domain": host} for host in ("127.0.0.1", "tisch.test")], "origins": []}


def console_of(page: Any, kept: list[str] | None = None) -> list[str]:
    """Give the list into which goes what the browser has to complain about in a page from here on.

    Not that it left the focus where somebody had just put it: that depends on who is quicker.
    """
    said: list[str] = [] if kept is None else kept
    page.on("console", lambda one: None if one.text.startswith("Autofocus processing") else said.append(one.text))
    return said
