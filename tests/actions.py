"""What people do with the pages, for tests: start an evening, record a game, take one back; how they read a page."""

from collections import defaultdict
from html.parser import HTMLParser
from typing import Any
from uuid import UUID, uuid4

from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

FOUR = ("Sepp", "Vroni", "Xaver", "Zenzi")
SAUSPIEL = {"who": "0", "contract": "sauspiel", "partner": "2", "result": "won"}
"""A plain won Sauspiel: Sepp with Xaver, 0,20 €."""
VOID = {"input", "link", "meta", "img", "source", "br"}


class Page(HTMLParser):
    """A page as a person sees it: texts, what the inputs hold, errors by field."""

    def __init__(self, answer: TestResponse) -> None:
        super().__init__()
        self.status = answer.status_code
        self.inputs: dict[str, list[str]] = defaultdict(list)
        self.offered: dict[str, list[str]] = defaultdict(list)
        self.links: list[str] = []
        self.ids: set[str] = set()
        self._texts: dict[str, list[str]] = defaultdict(list)
        self._open: list[set[str]] = []
        self._select = ""
        self.feed(answer.get_data(as_text=True))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if "id" in values:
            self.ids.add(values["id"])
        if tag == "a":
            self.links.append(values["href"])
        if tag == "select":
            self._select = values["name"]
        if tag == "option" and self._select:
            self.offered[self._select].append(values["value"])
            if "selected" in values:
                self.inputs[self._select].append(values["value"])
        if tag == "input":
            self.offered[values["name"]].append(values.get("value", ""))
            if values.get("type") not in ("radio", "checkbox") or "checked" in values:
                self.inputs[values["name"]].append(values.get("value", ""))
        if tag not in VOID:
            self._open.append({values.get("id", ""), *values.get("class", "").split()})

    def handle_endtag(self, tag: str) -> None:
        self._select = "" if tag == "select" else self._select
        if tag == "p":
            self.handle_data(" ")
        if tag not in VOID:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        for place in {""}.union(*self._open):
            self._texts[place].append(data)

    def text(self, place: str = "") -> str:
        """All text, or that inside the elements with this id or class; single spaces."""
        return " ".join("".join(self._texts[place]).split())

    def link(self, part: str) -> str:
        """Give the first link with this in its address."""
        return next(link for link in self.links if part in link)

    def errors(self, field: str) -> str:
        """What stands as an error at a field."""
        return self.text(f"{field}-errors")

    def value(self, name: str) -> str:
        """What an input holds; "" where nothing is chosen."""
        return (self.inputs[name] or [""])[0]


class Table:
    """One table with its sheet."""

    def __init__(self, client: FlaskClient, names: tuple[str, ...] = FOUR, **evening: Any) -> None:
        self.client = client
        self.started = start(client, names, **evening)
        assert self.started.status_code == 303, self.started.text
        self.address = self.started.location

    @property
    def page(self) -> Page:
        """The sheet as it is now."""
        return Page(self.client.get(self.address))

    def record(self, **answers: Any) -> TestResponse:
        """Fill in a fresh form and send it. `None` leaves an input out; hidden inputs can be given too."""
        page = self.page
        kept = ("uuid", "after_number", "players", "opposite", "dealer", "sitting_out", "contract", "csrf_token")
        sent = {name: page.inputs[name] for name in kept if name in page.inputs} | answers
        return self.client.post(
            f"{self.address}/spiele", data={name: value for name, value in sent.items() if value is not None}
        )

    def recorded(self, **answers: Any) -> UUID:
        """Record a game that has to go through, and give its UUID."""
        uuid = uuid4()
        answer = self.record(uuid=str(uuid), **answers)
        assert answer.status_code == 303, Page(answer).text("summary") or answer.text
        return uuid

    def refused(self, status: int = 422, **answers: Any) -> Page:
        """Record a game that must not go through, and give the page that comes back."""
        answer = self.record(**answers)
        assert answer.status_code == status, answer.status
        return Page(answer)

    def cancel(self, game: UUID, reason: str = "verschrieben") -> TestResponse:
        """Take a game back."""
        return self.client.post(f"/spiele/{game}/stornieren", data={"reason": reason})

    def totals(self) -> list[str]:
        """The running totals in the order of the seats."""
        amounts = self.page.text("total").split(" €")[:-1]
        return [amount.split()[-1] for amount in amounts]


def start(client: FlaskClient, names: tuple[str, ...] = FOUR, **evening: Any) -> TestResponse:
    """Send the form that starts an evening."""
    filled = {"preset": "bayern_10_20_50", "first_dealer": "0", "title": "Stammtisch", "place": "Lamm"}
    return client.post("/abende/neu", data={"names": [*names, *[""] * (7 - len(names))], **filled, **evening})


def filled_rules(client: FlaskClient, key: str = "bayern_10_20_50") -> dict[str, list[str]]:
    """Give what a browser would send of the editor as it first stands there."""
    page = Page(client.get(f"/regeln/neu?vorlage={key}"))
    assert page.status == 200
    return dict(page.inputs)


def send_rules(client: FlaskClient, key: str = "bayern_10_20_50", tun: str = "sichern", **changes: Any) -> TestResponse:
    """Fill the editor in and send it; double underscores stand for the dots of the places."""
    sent = filled_rules(client, key) | {name.replace("__", "."): value for name, value in changes.items()}
    return client.post(f"/regeln/neu?vorlage={key}", data=MultiDict({**sent, "tun": tun}))
