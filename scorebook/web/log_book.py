"""The page of the log: who did what and when, the newest first."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request, url_for

from scorebook.services.access import Action
from scorebook.services.log import Event
from scorebook.services.reading_log import LogPage, read_log
from scorebook.store.db import db
from scorebook.store.log import LogRow, Wanted
from scorebook.web.events import rule_set_called
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, may, needs
from scorebook.wording.log import Known, event_words, facts_in_words

blueprint = Blueprint("log_book", __name__)


@dataclass(frozen=True, slots=True)
class Told:
    """A row in words. `address` is where the thing is that it was done to, "" where that has no page."""

    number: int
    at: datetime
    who: str
    what: str
    subject: str
    address: str
    old: str
    new: str


@blueprint.get("/protokoll")
@needs(Action.LOG)
def show() -> Response:
    """The newest rows, or those below a number; by who did it, what was done, of one evening, where that is asked."""
    args = request.args
    evening = args.get("abend", type=int)
    wanted = Wanted(args.get("vor", type=int), args.get("wer", "")[:30], args.get("was", "")[:30], evening)
    page = read_log(db.session, actor(), wanted)
    html = render_template(
        "log.html",
        rows=[_told(row, page) for row in page.rows],
        wanted=wanted,
        older=page.older,
        authors=sorted(((key, _who(key, page.authors)) for key in page.authors), key=lambda one: one[1].lower()),
        events=sorted(((event.value, event_words(event.value, _)) for event in Event), key=lambda one: one[1].lower()),
    )
    return make_response(html)


def _told(row: LogRow, page: LogPage) -> Told:
    called = {key: rule_set_called(name) for key, name in page.rule_sets.items()}
    known = Known(page.people, called, page.seasons)
    return Told(
        number=row.number,
        at=row.at,
        who=_who(row.who, page.who),
        what=event_words(row.action, _),
        subject=_subject(row.subject, page, known),
        address=_address(row.subject, page),
        old=facts_in_words(row.old, known, _),
        new=facts_in_words(row.new, known, _),
    )


def _who(key: str, called: Mapping[str, str]) -> str:
    """Say who that is: by the name that he has now, or by his number where he has none any more."""
    kind, _colon, number = key.partition(":")
    if kind == "machine":
        return _("Kommando am Rechner")
    name = called.get(key)
    if kind == "link":
        return _("Link „%(name)s“", name=name) if name else _("Link %(number)s", number=number)
    return name or _("Zugang %(number)s", number=number)


def _subject(subject: str, page: LogPage, known: Known) -> str:
    """Say to what it was done."""
    kind, _colon, key = subject.partition(":")
    if kind in ("account", "link"):
        return _who(subject, page.who)
    if kind == "person":
        return page.who.get(subject) or key
    if kind in ("rule_set", "season"):
        return (known.rule_sets if kind == "rule_set" else known.seasons).get(int(key), key)
    words = {
        "evening": _("Abend %(number)s", number=key),
        "sheet": _("Liste %(number)s", number=key),
        "game": _("zum Spiel"),
        "cash": _("Buchung %(number)s", number=key),
        "count": _("Kassensturz %(number)s", number=key),
        "year": _("Jahr %(number)s", number=key),
    }
    return words.get(kind, "")


ADDRESSES = {
    "game": ("sheets.game", "uuid"),
    "evening": ("evenings.show", "evening_id"),
    "sheet": ("sheets.show", "sheet_id"),
    "cash": ("cash.entry", "number"),
    "person": ("people.person", "person_id"),
    "season": ("seasons.show", "season_id"),
    "rule_set": ("rules.show", "key"),
}
"""Where that is shown to which something was done, and how its address calls it."""
MAY = {"cash": "cash", "person": "privacy"}
"""The right that this needs."""


def _address(subject: str, page: LogPage) -> str:
    kind, _colon, key = subject.partition(":")
    if kind not in ADDRESSES or not may(MAY.get(kind, "read")) or (kind == "season" and int(key) not in page.seasons):
        return ""
    endpoint, name = ADDRESSES[kind]
    values: dict[str, Any] = {name: key}
    return url_for(endpoint, **values)
