"""Papers as answers: made elsewhere, given from the shelf where they lie, and not at all to a browser that has them."""

import hashlib
from collections.abc import Callable

from flask import Response, current_app, request

from scorebook import __version__
from scorebook.reports import jobs
from scorebook.reports.page import Page
from scorebook.reports.shelf import Shelf
from scorebook.reports.styles import fingerprint
from scorebook.services import stand
from scorebook.settings import Settings
from scorebook.store.db import db
from scorebook.web.clock import timezone
from scorebook.web.files import file
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor

FOLDER = "papers"
"""Where the shelf is, in the instance folder."""


def shelf() -> Shelf:
    """Give the shelf of this installation."""
    settings: Settings = current_app.config["SETTINGS"]
    return Shelf(settings.instance / FOLDER)


def printed(page: Page, title: str) -> Response:
    """Answer with a paper, from the shelf where it lies."""
    return _given(page.key, title) or _made(page, title)


def printed_of(evening_id: int, asked: str, write: Callable[[], tuple[Page, str]]) -> Response:
    """Answer with a paper of an evening; `asked` says which one, `write` gives its page and its title.

    As long as nothing has changed, neither the evening is read nor the page written.
    """
    state = stand.evening_state(db.session, actor(), evening_id)
    words = hashlib.sha256(
        repr((__version__, fingerprint(), state, asked, _.code, str(timezone()))).encode()
    ).hexdigest()
    answer = _given(*shelf().noted(words))
    if answer is not None:
        return answer
    page, title = write()
    shelf().note(words, page.key, title)
    return printed(page, title)


def _given(key: str, title: str) -> Response | None:
    """Give the paper with this key, or that the browser has it; None where it does not lie on the shelf."""
    if key and key in request.if_none_match:
        return Response(status=304, headers={"ETag": f'"{key}"'})
    paper = shelf().find(key) if key else None
    return None if paper is None else file(paper, title, "pdf", keep=False, etag=key)


def _made(page: Page, title: str) -> Response:
    paper = jobs.made(page)
    shelf().put(page.key, paper)
    return file(paper, title, "pdf", keep=False, etag=page.key)
