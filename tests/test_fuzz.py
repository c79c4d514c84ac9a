"""Over ten thousand requests of any kind: whatever comes in, nothing breaks."""

import gc
import logging
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask

from tests.fuzz import BODIES, TEXTS, Fuzzer
from tests.processes import ROOT, environment

CHUNKS, A_CHUNK = 4, 2500
ON_POSTGRES, GUARDED = 600, 500


pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
"""The client leaves files open that it keeps a request in, where headers break."""


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Tell nothing about refused requests, and leave no open file to the next test."""
    caplog.set_level(logging.CRITICAL)
    yield
    gc.collect()


@pytest.mark.parametrize("seed", range(CHUNKS))
def test_no_request_breaks_anything(app: Flask, seed: int) -> None:
    """Some thousand requests, bent forms and examples or nothing at all, are answered without a fault."""
    report = Fuzzer(app, seed).run(A_CHUNK)
    assert report.requests == A_CHUNK
    assert report.faults == []
    assert {200, 303, 401, 404, 405, 422} <= set(report.statuses)


def test_no_request_breaks_anything_on_postgres(postgres_app: Flask) -> None:
    """What SQLite takes and PostgreSQL does not, as a NUL in a text, breaks nothing there either."""
    report = Fuzzer(postgres_app, 77).run(ON_POSTGRES)
    assert (report.requests, report.faults) == (ON_POSTGRES, [])


def test_no_request_breaks_anything_behind_csrf(make_app: Callable[..., Flask]) -> None:
    """Nor where forms need their token, as in real life."""
    report = Fuzzer(make_app(WTF_CSRF_ENABLED=True), 78).run(GUARDED)
    assert (report.requests, report.faults) == (GUARDED, [])


def test_the_fuzzer_sees_what_breaks(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault in a page, and one that no page is made of, are both found: the tests above can fail."""
    fuzzer = Fuzzer(app, 1)
    monkeypatch.setattr("scorebook.web.rules.render_template", lambda *_args, **_kwargs: 1 / 0)
    first = fuzzer.run(600)
    assert any("500" in fault.how for fault in first.faults)
    monkeypatch.setattr("scorebook.web.security.HEADERS", None)
    assert any("TypeError" in fault.how for fault in fuzzer.run(20).faults)


def test_the_same_seed_makes_the_same_requests(make_app: Callable[..., Flask], monkeypatch: Any) -> None:
    """What was found can be looked for again."""
    monkeypatch.setattr("tests.fuzz.uuid4", lambda: "6fa459ea-ee8a-3ca4-894e-db77e160355e")

    def asked() -> list[tuple[str, str]]:
        fuzzer = Fuzzer(make_app(), 5)
        return [(e["REQUEST_METHOD"], e["CONTENT_TYPE"]) for e in (fuzzer._environ() for _ in range(50))]

    assert asked() == asked()


def test_there_is_something_of_each_kind() -> None:
    """Texts and bodies hold NUL, lone surrogates, huge numbers, deep nesting, a key twice and what is no UTF-8."""
    assert any("\x00" in text for text in TEXTS)
    assert any("\ud800" in text for text in TEXTS)
    assert any(re.fullmatch("9{1000,}", text) for text in TEXTS)
    assert any(body.startswith(b"[" * 1000) for body in BODIES)
    assert any(body.count(b'"a"') == 2 for body in BODIES)
    assert any(body.startswith(b"\xff") for body in BODIES)


def test_the_target_tells_what_came_of_it() -> None:
    """`make fuzz` prints the number of requests and of faults, and is content where there is none."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", "--count", "60", "--seed", "3"],
        cwd=ROOT, check=False, capture_output=True, text=True, env=environment(), timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("seed 3: 60 requests, 0 of them 5xx (")
