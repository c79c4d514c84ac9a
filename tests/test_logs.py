"""The log of the server: a line for each request and failure, and nothing in it that anybody typed or is called."""

import json
import logging
import logging.config
import sys
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from scorebook import logs
from scorebook.store.db import db
from scorebook.web.visitor import public
from tests.doors import ADMIN, Browser, nobody

MARK = "Geheimnis"
"""It stands in all that is sent, and must stand in no line."""
IBAN = "DE89370400440532013000"


@pytest.fixture
def written() -> Iterator[StringIO]:
    """Give what is written while a test runs, as JSON lines of all loggers."""
    stream, handler = StringIO(), logging.StreamHandler()
    handler.setStream(stream)
    handler.setFormatter(logs.JsonLines())
    root, own = logging.getLogger(), logging.getLogger(logs.NAME)
    before = own.level
    root.addHandler(handler)
    own.setLevel(logging.INFO)
    yield stream
    root.removeHandler(handler)
    own.setLevel(before)


def lines(written: StringIO) -> list[dict[str, Any]]:
    """Read the lines."""
    return [json.loads(line) for line in written.getvalue().splitlines()]


def breaking(app: Flask) -> None:
    """Add views that fail with secrets in their messages: a fault, an SQL error, and a database that is locked."""

    def fault(secret: str) -> str:
        raise ValueError(f"{secret} {MARK} {IBAN}")

    def statement(secret: str) -> str:
        db.session.execute(text(f"SELECT * FROM {MARK} WHERE iban = :iban"), {"iban": IBAN + secret})
        return ""

    def locked(secret: str) -> str:
        cause = RuntimeError(f"database is locked {MARK}")
        raise OperationalError(f"SELECT '{MARK}'", {"name": MARK + secret}, cause)

    for view in (fault, statement, locked):
        view.__module__, view.__qualname__ = __name__, f"breaking.{view.__name__}"
        app.add_url_rule(f"/{view.__name__}/<secret>", view.__name__, public(view), methods=["GET", "POST"])


def test_no_secret_comes_into_the_log(app: Flask, written: StringIO) -> None:
    """No name, token, code, password, cookie, query or SQL parameter is told, whatever is asked and whatever fails."""
    breaking(app)
    browser, stranger = Browser(app), nobody(app)
    sent = {"login_name": MARK, "password": MARK, "code": MARK, "iban": IBAN, "names": [MARK] * 4, "name": MARK}
    headers = {"Authorization": f"Bearer {MARK}", "User-Agent": MARK, "Cookie": f"x={MARK}", "Referer": MARK}
    addresses = (
        "/", "/anmelden", "/code", f"/einladung/{MARK}", f"/herein/{MARK}", f"/t/1-{MARK}", f"/stand/1-{MARK}",
        f"/{MARK}", "/abende/neu", "/abende/1", "/verein", "/konto/name", "/kasse", "/health", "/api/v1/evenings",
        "/api/v1/score", f"/fault/{MARK}", f"/statement/{MARK}", f"/locked/{MARK}",
    )  # fmt: skip
    for who in (browser, stranger):
        for address in addresses:
            who.get(f"{address}?q={MARK}").close()
            who.post(f"{address}?q={MARK}", data=sent).close()
            stranger.open(address, method="POST", json=sent, headers=headers).close()
            stranger.open(address, method=MARK).close()
    told = written.getvalue()
    assert len(lines(written)) > len(addresses) * 4
    for secret in (MARK, IBAN, ADMIN, browser.get_cookie("session").value):  # type: ignore[union-attr]
        assert secret not in told
    assert str(sys.prefix) not in told
    assert {"request", "failure"} == {line["event"] for line in lines(written)}


def test_a_line_for_a_request(app: Flask, written: StringIO) -> None:
    """It says the pattern of the address, not the address, under the number that went with the answer."""
    answer = Browser(app).get("/abende/77?q=1")
    answer.close()  # the line comes when all is sent
    (line,) = lines(written)
    assert line.pop("time").endswith("Z")
    assert line.pop("ms") >= 0
    assert line.pop("pid") > 0
    assert line == {
        "level": "info",
        "event": "request",
        "request": answer.headers["X-Request-ID"],
        "method": "GET",
        "route": "/abende/<int:evening_id>",
        "status": 404,
    }


def test_a_failure_says_where(app: Flask, written: StringIO) -> None:
    """Type, causes and places of a failure are told; its number is on the page, for whoever keeps the server."""
    breaking(app)
    answer = nobody(app).get("/fault/x")
    answer.close()
    failure, request = lines(written)
    assert answer.status_code == 500
    assert answer.headers["X-Request-ID"] in answer.text
    assert failure["request"] == request["request"] == answer.headers["X-Request-ID"]
    assert (failure["error"], failure["level"], request["level"]) == ("ValueError", "error", "error")
    assert failure["frames"][-1].startswith("tests/test_logs.py:")
    nobody(app).get("/statement/x").close()
    failure = lines(written)[-2]
    assert failure["error"].endswith("OperationalError")
    assert failure["causes"] == ["sqlite3.OperationalError"]
    assert failure["code"] == "SQLITE_ERROR"


def test_what_is_asked_all_the_time_is_told_where_it_fails(app: Flask, written: StringIO) -> None:
    """A monitor, a tablet or a file of style that gets its answer leaves no line; one that does not leaves one."""
    Browser(app).get("/health").close()
    assert lines(written) == []
    Browser(app).get("/abende/77/stand.json").close()
    assert [line["status"] for line in lines(written)] == [404]


def test_each_request_has_a_number_of_its_own(app: Flask) -> None:
    """What a request says of its number is not believed."""
    client = Browser(app)
    answers = [client.get("/", headers={"X-Request-ID": MARK}) for _ in range(3)]
    given = [answer.headers.getlist("X-Request-ID") for answer in answers]
    assert len({number for (number,) in given}) == 3
    assert MARK not in str(given)


@pytest.mark.parametrize(
    ("message", "filled", "event"),
    [
        ("Booting worker with pid: %s", (7,), "Booting worker with pid: 7"),
        ("Error handling request %s", (f"/einladung/{MARK}",), "Error handling request …"),
        (f"Invalid request from ip={MARK}: {MARK}", (), "Invalid request from ip"),
        (f"Something: {MARK}", (), "Something"),
        ("%d of %s", (MARK, MARK), "%d of %s"),
        (ValueError(MARK), (), "failure"),
    ],
)
def test_lines_of_others_are_cut(message: Any, filled: tuple[Any, ...], event: str) -> None:
    """Of another library's message stands what its program says, with numbers, and nothing else that it filled in."""
    record = logging.LogRecord("gunicorn.error", logging.ERROR, "x.py", 1, message, filled, None)
    assert logs.facts_of(record)["event"] == event


def test_text_for_people() -> None:
    """On a terminal a request is a short line, a failure has its places below; there too nothing else is told."""
    logs.request_id.set(None)
    with pytest.raises(ValueError, match=MARK) as caught:
        int(MARK)
    failed = (caught.type, caught.value, caught.tb)
    record = logging.LogRecord(logs.NAME, logging.ERROR, "x.py", 1, "failure", None, failed)
    first, *frames = logs.ShortLines().format(record).splitlines()
    assert first.endswith("! failure ValueError")
    assert [frame.partition(":")[0] for frame in frames] == ["    tests/test_logs.py"]
    record = logging.LogRecord(logs.NAME, logging.INFO, "x.py", 1, "request", None, None)
    record.facts = {"method": "GET", "route": "/", "status": 200, "ms": 3.1}
    assert logs.ShortLines().format(record).split(" ", 1)[1] == "request GET / 200 3.1 ms"


def test_the_form_fits_who_reads() -> None:
    """A terminal gets text, all else JSON, unless the setting says otherwise; gunicorn's logger writes the same."""

    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    assert logs.form_for(None, Terminal()) == "text"
    assert logs.form_for(None, StringIO()) == "json"
    assert (logs.form_for("json", Terminal()), logs.form_for("text", StringIO())) == ("json", "text")
    for form in ("json", "text"):
        made = logs.configuration(form)
        assert made["root"]["handlers"] == ["stderr"]
        assert (
            made["loggers"]["gunicorn.error"] | {"handlers": [], "propagate": True} == made["loggers"]["gunicorn.error"]
        )
