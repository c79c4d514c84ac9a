"""The log of the server: a line for each request, under a number that goes with the answer.

What is asked all the time (`asked_often`) has a line only where it fails: two hundred tablets would fill a disk.
"""

import logging
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from flask import Flask, current_app, request
from werkzeug.wsgi import ClosingIterator

from scorebook import logs

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

HEADER = "X-Request-ID"
KEY = "scorebook.noted"
"""Where the environment of a request has its `Noted`."""
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
"""What may stand in a line; what else a request calls its method could be anything."""

View = TypeVar("View", bound=Callable[..., Any])

_often: set[str] = set()


def asked_often(view: View) -> View:
    """Mark a view that machines ask all the time."""
    _often.add(f"{view.__module__}.{view.__name__}")
    return view


@dataclass(slots=True)
class Noted:
    """What is written down of a request: never its address as it was asked, which can carry a secret or a name."""

    method: str
    number: str = field(default_factory=lambda: secrets.token_hex(4))
    began: float = field(default_factory=time.perf_counter)
    route: str | None = None
    often: bool = False
    status: int = 500

    def write(self) -> None:
        """Write the line, when the answer is sent."""
        failed = self.status >= 500
        if not self.often or self.status >= 400:
            spent = round((time.perf_counter() - self.began) * 1000, 1)
            level = logging.ERROR if failed else logging.INFO
            logs.note("request", level, method=self.method, route=self.route, status=self.status, ms=spent)
        logs.request_id.set(None)


class Journal:
    """An app whose requests are written down. It stands before all else, so that nothing is answered without."""

    def __init__(self, app: "WSGIApplication") -> None:
        self.app = app

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request, and write it down once its answer is sent or has failed."""
        method = environ.get("REQUEST_METHOD", "")
        noted = environ[KEY] = Noted(method if method in METHODS else "other")
        logs.request_id.set(noted.number)

        def started(status: str, headers: list[tuple[str, str]], *error: Any) -> Callable[[bytes], object]:
            noted.status = int(status[:3])
            return start_response(status, [*headers, (HEADER, noted.number)], *error)

        try:
            answer = self.app(environ, started)
        except BaseException:
            noted.write()
            raise
        return ClosingIterator(answer, noted.write)


def init_app(app: Flask) -> None:
    """Write down all requests; this comes after whatever else stands before the app."""
    app.wsgi_app = Journal(app.wsgi_app)  # type: ignore[method-assign]
    app.before_request(_note_route)
    app.jinja_env.globals.update(request_number=logs.request_id.get)


def _note_route() -> None:
    """Note the pattern of the address; one that nobody answers has none."""
    noted: Noted | None = request.environ.get(KEY)
    if noted is not None and request.url_rule is not None:
        view = current_app.view_functions[request.url_rule.endpoint]
        noted.route, noted.often = request.url_rule.rule, f"{view.__module__}.{view.__name__}" in _often
