"""`make fuzz`: requests of any kind to every address there is; whatever comes in, nothing breaks.

A request is a page's own form or an example of the API with something bent, or nothing that anybody would send at all.
The same seed makes the same requests.
"""

import argparse
import json
import logging
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, urlencode
from uuid import uuid4

from flask import Flask
from sqlalchemy import insert
from werkzeug.routing import Rule
from werkzeug.test import EnvironBuilder, run_wsgi_app

from scorebook.services.access import Actor
from scorebook.services.transactions import transaction
from scorebook.store import tables
from scorebook.store.db import db
from scorebook.web.api.operations import OPERATIONS
from tests.actions import Page
from tests.api import SAUSPIEL, Program, token_for
from tests.bent import bent, twice_at_the_end
from tests.doors import Browser, cookie, let_in
from tests.tournaments import Hall

SECONDS = 110
A_WORLD = 250
"""So many requests share a club; then there is a fresh one, since one of them may have logged out or ended it all."""
METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "CONNECT", "FOO", "get", "")
TEXTS = (
    "", " ", "0", "1", "-1", "+1", "01", "1.0", "1e9", "NaN", "²", "١", "9" * 30, "9" * 5000, str(2**31), str(2**63),
    "x", "true", "null", "[]", "{}", "[" * 200, '{"a":' * 200, "\x00", "a\x00b", "\x7f\x1b[0m", "\ud800", "\u202e", "ß",
    "İ", "🂡", "e\u0301", "\ufeff", "<b>", "' OR 1=1 --", "%s%n%(x)s", "{0.__class__}", "=1+1", "../../etc/passwd",
    "a" * 500, "ä" * 3000, "a,b;c", "\r\nX: y", "\u2028", "2026-13-45", "9999-12-31", "0000-00-00", "1,2,3,4",
    "EO GO HO SO", "EO:",
)  # fmt: skip
"""What people, programs and nobody at all type."""
MEDIA = (
    "application/json", "application/json; charset=latin-1", "application/json;", "text/plain", "a", "", "/", ";;;",
    "application/x-www-form-urlencoded", "multipart/form-data", "multipart/form-data; boundary=x",
    "multipart/form-data; boundary=" + "x" * 300, "application/vnd.x+json", "text/html; charset=utf-99", "\xff/\xfe",
)  # fmt: skip
HEADERS = (
    "Host", "Host", "Origin", "Referer", "Accept", "Accept-Language", "Accept-Encoding", "If-None-Match",
    "If-Modified-Since", "Range", "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "User-Agent", "Expect",
    "Idempotency-Key", "Content-Length", "Transfer-Encoding", "X-Csrftoken", "X-Http-Method-Override", "Authorization",
    "Cookie", "Content-Encoding", "Date",
)  # fmt: skip
BODIES = (
    b"", b"{", b"[]", b"null", b"5", b'"x"', b"\xff\xfe", b"\x00", b"\xef\xbb\xbf{}", b"[" * 5000, b'{"a":' * 3000,
    b'{"a": 1, "a": 2}', b'{"a": NaN}', b'{"a": 1e999}', b"9" * 6000, b"%", b"%ff=%fe&%00=%00", b"a=1&a=2&&&=&=x;",
    b"--x\r\n",
    b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n{}\r\n--x--\r\n', b"x" * 300_000,
    b'--x\r\nContent-Disposition: form-data; name="who"\r\n\r\n\xff\r\n--x--', "{}".encode("utf-16"),
    b"a=" + b"%00" * 9000, twice_at_the_end(20_000),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Fault:
    """A request that broke something, and how."""

    said: str
    how: str


@dataclass(slots=True)
class Report:
    """What came of it."""

    requests: int = 0
    statuses: dict[int, int] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")
    """Seconds of a processor, and the request that took them; others set the papers, in a time of their own."""


class World:
    """A club with an evening, for some requests: what can be named, and the ways in."""

    def __init__(self, app: Flask, number: int) -> None:
        with app.app_context(), transaction(db.session) as connection:
            row = {"name": f"Verein {number}"}
            club = int(connection.execute(insert(tables.clubs), row).inserted_primary_key[0])
        program = Program(app, token_for(app, "admin", club_id=club))
        sheet = program.sheet()
        games = [program.recorded(sheet)["uuid"] for _ in range(2)]
        secret = let_in(app, "admin", club_id=club, at=datetime.now(UTC))
        found = program.call("GET", f"/sheets/{sheet}").json
        self.cookie = "session=" + cookie(app, secret)
        self.bearer = f"Bearer {program.token}"
        self.browser = Browser(app, secret=secret)
        self.known = {"evening_id": str(found["evening"]), "sheet_id": str(sheet), "uuid": games[0], "scheme": "light"}
        self.known["person_id"] = str(found["people"][0]["id"])
        self.known |= {"key": "bsv_10_50", "filename": "css/base.css", "secret": secret, "token_id": "1"}
        with app.app_context():
            hall = Hall(8, actor=Actor("Resi", club))
            hall.draw()
            self.known |= {"number": str(hall.state.version)}
        self.known |= {"tournament_id": str(hall.id), "round_number": "1", "table": "1"}


class Fuzzer:
    """Makes requests for an app, and looks at the answers."""

    def __init__(self, app: Flask, seed: int) -> None:
        self.app, self.random = app, Random(seed)
        self.rules = list(app.url_map.iter_rules())
        self.world = World(app, seed)
        self.forms = dict(self._forms())
        self.fields = sorted({name for form in self.forms.values() for name in form})
        self.examples = [dict(one.example) for one in OPERATIONS.values() if one.sent] + [SAUSPIEL]

    def _forms(self) -> Iterator[tuple[str, dict[str, list[str]]]]:
        """The inputs of all pages with what they offer, by the addresses of the pages."""
        for rule in self.rules:
            path = _path(rule, self.world.known)
            if "GET" in (rule.methods or ()) and not path.endswith((".pdf", ".svg", ".json", ".zip")):
                answer = self.world.browser.get(path)
                if answer.mimetype == "text/html":
                    yield rule.rule, dict(Page(answer).offered)

    def run(self, count: int, seconds: float = 1e9, report: Report | None = None) -> Report:
        """Send so many requests, or as many as there is time for; with a report, until it has so many."""
        report, end = report or Report(), time.monotonic() + seconds
        while report.requests < count and time.monotonic() < end:
            if report.requests % A_WORLD == A_WORLD - 1:
                self.world = World(self.app, self.random.getrandbits(30))
            self._send(report)
        return report

    def _send(self, report: Report) -> None:
        environ = self._environ()
        said = f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']!r}?{environ['QUERY_STRING']!r}"
        report.requests += 1
        begun = time.process_time()
        try:
            parts, status, _headers = run_wsgi_app(self.app, environ)
            body = b"".join(parts)
            getattr(parts, "close", lambda: None)()
        except Exception as error:  # noqa: BLE001 - that is what is looked for
            report.faults.append(Fault(said, repr(error)))
            return
        if ".pdf" not in environ["PATH_INFO"]:
            report.slowest = max(report.slowest, (time.process_time() - begun, said))
        code = int(status.split()[0])
        report.statuses[code] = report.statuses.get(code, 0) + 1
        if code >= 500:
            report.faults.append(Fault(said, f"{status} {body[:200]!r}"))

    # --- One request ---

    def _environ(self) -> dict[str, Any]:
        rule = self._rule()
        path, query = self._address(rule), self._query()
        body, media = self._body(rule)
        builder = EnvironBuilder(path="/", method="GET", query_string=query)
        environ = builder.get_environ()
        environ["PATH_INFO"] = path.encode("utf-8", "surrogatepass").decode("latin-1")
        environ["REQUEST_METHOD"] = self._method(rule)
        environ["CONTENT_TYPE"], environ["CONTENT_LENGTH"] = media, str(len(body))
        environ["wsgi.input"].write(body)
        environ["wsgi.input"].seek(0)
        environ |= {"HTTP_" + name.upper().replace("-", "_"): text for name, text in self._headers(rule)}
        return environ

    def _rule(self) -> Rule:
        """Some address; papers take a second each, and come seldom."""
        rule = self.random.choice(self.rules)
        while rule.rule.endswith(".pdf") and self.random.random() < 0.99:
            rule = self.random.choice(self.rules)
        return rule

    def _address(self, rule: Rule) -> str:
        random = self.random
        values = {
            name: text if random.random() < 0.8 else random.choice(TEXTS) for name, text in self.world.known.items()
        }
        path = _path(rule, values)
        if random.random() < 0.05:
            path = random.choice((path + "/", path.upper(), "/" + path, path[:-1], path + "\x00", path * 3, "", "*"))
        return path

    def _method(self, rule: Rule) -> str:
        likely = sorted(rule.methods or {"GET"})
        return self.random.choice(likely if self.random.random() < 0.9 else METHODS)

    def _query(self) -> str:
        random = self.random
        if random.random() < 0.7:
            return ""
        if random.random() < 0.1:
            return random.choice(("%", "%ff", "a=%00", "&&&", "=", "a[]=1", "?" * 50, "x" * 5000, "vor=%C0%80"))
        return urlencode(self._pairs(random.randrange(4)), errors="surrogatepass")

    def _pairs(self, count: int) -> list[tuple[str, str]]:
        """Inputs of any pages, with anything."""
        names = [*self.fields, "vor", "before", "weiter", "seite", "spiel", "vorlage", "tricks", "hands", "lead", "x"]
        return [(name, self.random.choice(TEXTS)) for name in self.random.choices(names, k=count)]

    def _filled(self, rule: Rule) -> list[tuple[str, str]]:
        """The form that belongs to an address, filled somehow, with some inputs bent and some that are not its own."""
        random = self.random
        pages = [page for page in self.forms if rule.rule.startswith(page)]
        page = max(pages, key=len) if pages and random.random() < 0.9 else random.choice(sorted(self.forms))
        pairs = [
            (name, random.choice(offered) if random.random() < 0.93 else random.choice(TEXTS))
            for name, offered in self.forms[page].items()
            if offered and random.random() < 0.8
        ]
        pairs = [(name, text or random.choice(("Sepp", "Vroni", "74", "x", ""))) for name, text in pairs]
        return pairs + self._pairs(random.choice((0, 0, 0, 1, 3)))

    def _body(self, rule: Rule) -> tuple[bytes, str]:
        random = self.random
        kind = random.random()
        if kind < 0.15:
            return random.choice(BODIES), random.choice(MEDIA)
        if kind < 0.2 or rule.endpoint.startswith("api."):
            own = OPERATIONS.get(rule.endpoint.removeprefix("api."))
            example = dict(own.example) if own and own.sent and random.random() < 0.9 else random.choice(self.examples)
            text = json.dumps(bent(self.random, example), ensure_ascii=random.random() < 0.5)
            return text.encode("utf-8", "surrogatepass"), random.choice(MEDIA) if random.random() < 0.1 else MEDIA[0]
        pairs = self._filled(rule)
        if kind < 0.3:
            return self._multipart(pairs), "multipart/form-data; boundary=x"
        return urlencode(pairs, errors="surrogatepass").encode(), "application/x-www-form-urlencoded"

    def _multipart(self, pairs: list[tuple[str, str]]) -> bytes:
        parts = []
        for name, text in pairs:
            file = f'; filename="{quote(text[:20], errors="replace")}"' if self.random.random() < 0.3 else ""
            parts.append(f'--x\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n{text}\r\n')
        return ("".join(parts) + "--x--\r\n").encode("utf-8", "surrogatepass")

    def _headers(self, rule: Rule) -> Iterator[tuple[str, str]]:
        random = self.random
        if random.random() < 0.85:
            yield "Cookie", self.world.cookie
        if random.random() < (0.9 if rule.endpoint.startswith("api.") else 0.1):
            yield "Authorization", self.world.bearer
            yield "Idempotency-Key", str(uuid4()) if random.random() < 0.8 else self.world.known["uuid"]
        if random.random() < 0.2:
            name = random.choice(HEADERS)
            text = random.choice((*TEXTS, *self._mangled()))
            yield name, text.encode("utf-8", "surrogatepass").decode("latin-1")

    def _mangled(self) -> list[str]:
        """The ways in, bent."""
        ways = (self.world.cookie, self.world.bearer, self.world.known["secret"])
        place = self.random.randrange(8, 40)
        return [way[:place] + self.random.choice(("", "x", "\x00", ".", "=", "é")) + way[place + 1 :] for way in ways]


def _path(rule: Rule, values: dict[str, str]) -> str:
    """Give an address with these values in it, whatever it takes."""
    path = rule.rule
    for name in rule.arguments:
        path = _put(path, name, values.get(name, "1"))
    return path


def _put(path: str, name: str, value: str) -> str:
    """Put a value in the place of a part of an address, whatever kind it is."""
    start = path.index("<")
    while True:
        end = path.index(">", start)
        if path[start + 1 : end].rpartition(":")[2] == name:
            return path[:start] + value + path[end + 1 :]
        start = path.index("<", end)


def main() -> int:
    """Send requests to an app of its own, and say what came of it. Status 1 if anything broke."""
    parser = argparse.ArgumentParser(
        prog="make fuzz", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--count", type=int, default=10**9, help="requests at most")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help=f"seconds at most, {SECONDS} unless said otherwise"
    )
    parser.add_argument("--seed", type=int, default=int(time.time()), help="what the requests are made of")
    asked = parser.parse_args()
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        report = Fuzzer(fresh_app(Path(folder)), asked.seed).run(asked.count, asked.seconds)
    answers = ", ".join(f"{count}x {status}" for status, count in sorted(report.statuses.items()))
    sys.stdout.write(f"seed {asked.seed}: {report.requests} requests, {len(report.faults)} of them 5xx ({answers})\n")
    for fault in report.faults[:20]:
        sys.stderr.write(f"! {fault.said}\n    {fault.how}\n")
    return 1 if report.faults else 0


def fresh_app(folder: Path) -> Flask:
    """Make an app on an empty, migrated database."""
    from scorebook.app import create_app
    from scorebook.cli.db import upgrade_to
    from tests.conftest import configuration

    app = create_app(configuration(folder))
    with app.app_context():
        upgrade_to("head")
    return app


if __name__ == "__main__":
    sys.exit(main())
