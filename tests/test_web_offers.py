"""What somebody may not do is not offered: a crawl as each role, over all links and forms of all pages it can read."""

from html.parser import HTMLParser
from typing import Any
from urllib.parse import urldefrag, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from scorebook.rules import DEFAULT_PRESET, preset_names
from scorebook.services.access import OF_LINKS, OF_PEOPLE, RIGHTS, Action, Role
from tests.actions import SAUSPIEL, Page, Table
from tests.book import Book
from tests.doors import browser, linked

ASKS = {
    "sheets.record": Action.RECORD,
    "sheets.cancel": Action.CANCEL,
    "correcting.correct": Action.CORRECT,
    "attaching.attach": Action.CORRECT,
    "inserting.insert": Action.CORRECT,
    "cards.new": Action.RECORD,
    "seating.come": Action.SEAT,
    "seating.leave": Action.SEAT,
    "seating.swap": Action.SEAT,
    "seating.call": Action.SEAT,
    "closing.end": Action.END,
    "closing.reopen": Action.END,
    "rules.changed": Action.RULES,
    "tables.create": Action.START_EVENING,
    "evenings.create": Action.START_EVENING,
    "links.make": Action.SHARE,
    "pricing.agree": Action.PRICE,
    "importing.read": Action.IMPORT,
    "rules.keep": Action.RULES,
}
"""What the forms of the pages ask for, by the view that takes them; the others ask for nothing."""
OTHER_PRESETS = {name for name in preset_names() if name != DEFAULT_PRESET}
"""Their pages are for everybody; those of one are enough."""
OF_THE_CLUB = {"evenings.create", "importing.read", "rules.keep"}
"""Those that are for the whole club, and not for a link."""
ONLY_IN_CLUB = {"closing.reopen", "pricing.agree"}
"""Those that the evening of the links has no place for."""


class Offers(HTMLParser):
    """The links and the forms of a page; each form has its address, its method, and what it would send at first."""

    def __init__(self, page: str, address: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.forms: list[tuple[str, str, MultiDict[str, str]]] = []
        self._here, self._select = address, ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag in ("a", "img", "source"):
            self.links.add(values.get("href") or values.get("src") or values.get("srcset") or "")
        elif tag == "form":
            self.forms.append((values.get("action") or self._here, values.get("method", "get"), MultiDict()))
        elif tag == "select":
            self._select = values["name"]
        elif tag == "option" and "selected" in values:
            self.forms[-1][2].add(self._select, values["value"])
        elif tag == "input" and (values.get("type") not in ("radio", "checkbox") or "checked" in values):
            self.forms[-1][2].add(values["name"], values.get("value", ""))
        elif tag == "button" and "formaction" in values:
            self.forms.append((values["formaction"], "post", self.forms[-1][2].copy()))


class Crawl:
    """What somebody meets who follows every link from the first page on, and looks at every form."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.seen: dict[str, int] = {}
        self.forms: dict[tuple[str, str], tuple[str, MultiDict[str, str]]] = {}
        waiting = ["/"]
        while waiting:
            address = waiting.pop()
            if address not in self.seen and not set(address.split("/")) & OTHER_PRESETS:
                waiting += self._look(address)

    def _look(self, address: str) -> set[str]:
        with self.client.get(address) as answer:
            self.seen[address] = answer.status_code
            if answer.status_code in (302, 303):
                return {answer.location}
            if answer.mimetype != "text/html" or answer.status_code != 200:
                return set()
            offers = Offers(answer.text, address)
        found = {urldefrag(link)[0] or address for link in offers.links}
        for target, method, fields in offers.forms:
            if method == "get":
                found.add(target)
            else:
                self.forms.setdefault((target, self.view(target)), (address, fields))
        return found

    def view(self, address: str) -> str:
        """Name the view that takes a form."""
        adapter = self.client.application.url_map.bind("localhost")
        return str(adapter.match(urlsplit(address).path, method="POST")[0])

    @property
    def offered(self) -> set[str]:
        """The views to which the forms go."""
        return {view for _target, view in self.forms}


@pytest.fixture
def evenings(client: FlaskClient, app: Flask) -> None:
    """Fill the book: a running evening with all kinds of games by the club's own rules, and an ended one."""
    with app.app_context():
        own = str(Book(app).rule_set({"laufende": {"min": 2}}))
    table = Table(client, preset=own)
    game = table.recorded(**SAUSPIEL)
    assert client.post(f"/spiele/{game}/korrigieren", data=SAUSPIEL | {"who": "1", "reason": "x"}).status_code == 303
    table.cancel(table.recorded(**SAUSPIEL))
    table.recorded(who="0", contract="wenz", result="won")
    assert client.post(f"{table.address}/letzte-runde", data={"tun": "ansagen"}).status_code == 303
    heads = Table(client, preset="deutscher_striche")
    heads.recorded(who="0", contract="partnerspiel-herz", augen="70")
    assert client.post("/abende/2/beenden").status_code == 303


def visitors(app: Flask, role: Role, sheet_id: int | None) -> FlaskClient:
    """Give the browser of somebody with a role."""
    return linked(app, role, 1, sheet_id) if role in OF_LINKS else browser(app, role)


LEAVING = ["own.end_others", "members.remove", "own.leave", "club_data.close", "own_data.delete", "signing_in.sign_out"]
"""After these forms one may less than before, or nothing."""
CASES: list[Any] = [(role, None) for role in Role] + [(Role.TABLE, 1), (Role.WALL, 1)]


def wanted(role: Role, sheet_id: int | None) -> set[str]:
    """Name the forms that somebody has to find."""
    allowed = {view for view, action in ASKS.items() if action in RIGHTS[role]}
    if role not in OF_LINKS:
        return allowed
    return allowed - OF_THE_CLUB - ONLY_IN_CLUB - ({"closing.end"} if sheet_id is not None else set())


def _when(view: str, last: list[str]) -> int:
    if view == "paying.show_code":  # before anything changes who pays whom
        return -2
    return last.index(view) if view in last else -1


@pytest.mark.usefixtures("evenings")
@pytest.mark.parametrize(("role", "sheet_id"), CASES)
def test_what_is_offered_is_what_is_allowed(app: Flask, role: Role, sheet_id: int | None) -> None:
    """Whatever link somebody follows and whatever form he sends, from every page that he can read: never a 403.

    The forms that he finds are those of what his role may do, all of them and no others.
    """
    crawl = Crawl(visitors(app, role, sheet_id))
    refused = {address: status for address, status in crawl.seen.items() if status not in (200, 302, 303, 304)}
    assert refused == {}
    assert len(crawl.seen) >= 10
    assert crawl.offered & ASKS.keys() == wanted(role, sheet_id)
    last = ["closing.end", *LEAVING]
    for (target, view), (page, fields) in sorted(crawl.forms.items(), key=lambda form: _when(form[0][1], last)):
        with crawl.client.post(target, data=fields) as answer:
            assert answer.status_code not in (401, 403, 404, 405, 500), f"{view} on {page}"


@pytest.mark.usefixtures("evenings")
@pytest.mark.parametrize("role", OF_PEOPLE)
def test_a_page_that_only_shows_a_form_refuses(app: Flask, role: Role) -> None:
    """Whoever types the address of a form that he may not send is told why, and offered a way on."""
    visitor = visitors(app, role, None)
    game = Page(visitor.get("/listen/1")).links
    current = next(link for link in reversed(game) if link.startswith("/spiele/"))
    pages = {
        "/abende/neu": Action.START_EVENING,
        "/abende/einlesen": Action.IMPORT,
        "/abende/1/tisch": Action.START_EVENING,
        "/abende/1/links": Action.SHARE,
        "/regeln/neu": Action.RULES,
        "/listen/1/regeln": Action.RULES,
        "/listen/1/plaetze": Action.SEAT,
        "/listen/1/plaetze/auslosen": Action.SEAT,
        "/listen/1/karten": Action.RECORD,
        "/listen/1/schiedsrichter/eintragen": Action.RECORD,
        f"{current}/davor": Action.CORRECT,
        f"{current}/korrigieren": Action.CORRECT,
        f"{current}/karten": Action.CORRECT,
        f"{current}/schiedsrichter/eintragen": Action.CORRECT,
    }
    for address, action in pages.items():
        answer = visitor.get(address)
        assert (answer.status_code == 403) is (action not in RIGHTS[role]), address
        if answer.status_code == 403:
            page = Page(answer)
            assert "Wer sein Admin ist, kann es dir erlauben." in page.text()
            assert "/" in page.links
            assert "Abmelden und anders anmelden" in page.text()


@pytest.mark.usefixtures("evenings")
def test_a_wall_is_calm(app: Flask) -> None:
    """A wall sees totals and games, and no form but that of the language; also where a sheet would have one."""
    wall = linked(app, Role.WALL)
    for address in ("/abende/1", "/listen/1"):
        page = wall.get(address)
        assert "Wenz" in Page(page).text()
        assert {target for target, _method, _fields in Offers(page.text, address).forms} == {"/sprache"}


@pytest.mark.usefixtures("evenings")
@pytest.mark.parametrize("role", [Role.VIEWER, Role.TREASURER])
def test_a_form_sent_without_the_right_shows_no_form(app: Flask, role: Role) -> None:
    """Whoever sends a game that he may not record, right or wrong, gets no form to send it again."""
    visitor = browser(app, role)
    for answers in (SAUSPIEL, {"who": "x"}, {}):
        answer = visitor.post("/listen/1/spiele", data=answers)
        assert answer.status_code in (403, 422)
        assert "/listen/1/spiele" not in {form[0] for form in Offers(answer.text, "").forms}
