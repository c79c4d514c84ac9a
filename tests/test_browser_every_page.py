"""Every page in a real browser, in all sizes and both schemes: what axe knows, sideways scrolling, small targets."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Page

from scorebook.exchange import parse_rules
from scorebook.ledger.evening import NamedRuleSet
from scorebook.services import evenings
from scorebook.services.access import Role, local_actor
from scorebook.store.db import db
from tests.actions import FOUR, SAUSPIEL, Table
from tests.actions import Page as Shown
from tests.book import WITH_STOCK
from tests.browser import faults, unfold
from tests.cash import Box, levied
from tests.cash import filled as fill_box
from tests.doors import Browser, link
from tests.every_page import FOR_STRANGERS, addresses
from tests.people import member
from tests.tournaments import Hall

LONG = "Maximilian von und zu Oberwallenstadt-L."
LONG_RULES = "Stammtischregeln vom Oberwallenstädter Wirtshaus am Donnerst."
SHEETS = (1, 2, 3, 4)
"""With games, a Ramsch among them; with a Stock, by rules of its own; with heads; of six, and ended."""
OWN_PAGES = ("sheets.show", "evenings.show")
"""What looks different from evening to evening; all else is looked at for the first."""


@pytest.fixture
def values(make_app: Callable[..., Flask]) -> dict[str, Any]:
    """Fill the book of the server with something of every kind, and give what the addresses of it need."""
    app = make_app()
    client = app.test_client()
    table = Table(client, (*FOUR[:3], LONG), preset="bsv_10_50")
    table.recorded(**SAUSPIEL)
    table.recorded(who="ramsch", contract=None, augen_by_seat=["60", "40", "15", "5"])
    game = table.recorded(who="1", contract="solo-gras", result="lost", stoss="1")
    table.cancel(table.recorded(**SAUSPIEL))
    with app.app_context():
        named = NamedRuleSet(LONG_RULES, "bayern_10_20_50", parse_rules(WITH_STOCK))
        rules = evenings.keep_rule_set(db.session, local_actor(db.session), named)
    Table(client, preset=str(rules)).recorded(who="all_pass")
    heads = Table(client, ("Sepp", LONG, LONG.replace("Max", "Emil"), "Zenzi"), preset="deutscher_striche")
    heads.recorded(who="0", contract="partnerspiel-herz", augen="95")
    assert client.post("/abende/3/preis", data={"price": "1,00", "per": "head"}).status_code == 303
    Table(client, (*FOUR, "Korbinian", LONG)).recorded(**SAUSPIEL, sitting_out=["4", "5"])
    assert client.post("/abende/4/beenden").status_code == 303
    rest_of_the_club(app, client)
    with app.app_context():
        fill_box(Box(), 4)
        Hall(18, name=LONG, practice=True).play(1)
        for kind in ("start", "share"):
            levied(1, kind, "2")
        levied(1, "advance", "12,50", person=4, people=(1, 4), text="Brotzeit und Weißwürste für zwei, mit allem")
    return {"uuid": game, "scheme": "light", "account_id": 2, "year": 2025, "person_id": 4, **someone_paid(client)}


def someone_paid(client: Browser) -> dict[str, Any]:
    """Have somebody pay a part, and say who owes the rest to whom."""
    overview = Shown(client.get("/abende/1"))
    sent = {name: overview.value(name) for name in ("payer", "payee", "seen")}
    answer = client.post("/abende/1/zahlungen", data=sent | {"part": "y", "amount": "0,10"})
    assert answer.status_code == 303
    return {name: sent[name] for name in ("payer", "payee")}


def rest_of_the_club(app: Flask, client: Browser) -> None:
    """Have members, invitations, links and keys."""
    member(app, Role.SCORER, name=LONG)
    client.post("/verein/einladungen", data={"roles": ["scorer"]})
    link(app, Role.TABLE)
    for name in ("Tafel im Keller", "x" * 60):
        assert client.post("/konto/tokens", data={"name": name}).status_code == 201


def pages(app: Flask, values: dict[str, Any]) -> set[tuple[bool, str]]:
    """Give the address of every page, and whether it is for strangers: what a server gives as HTML is a page."""
    client, found = app.test_client(), set()
    for sheet in SHEETS:
        known = values | {"sheet_id": sheet, "evening_id": sheet}
        for rule, address in addresses(app, known):
            if sheet == 1 or rule.endpoint in OWN_PAGES:
                strange = rule.endpoint in FOR_STRANGERS
                with client.get(address, follow_redirects=True) as answer:
                    found |= {(strange, address)} if answer.mimetype == "text/html" else set()
    return found


def test_every_page_is_faultless(
    make_app: Callable[..., Flask], values: dict[str, Any], page: Page, stranger: Page, live_server: str
) -> None:
    """No page has a fault that axe knows, scrolls sideways or has something that is too small for a finger."""
    found: list[str] = []
    known = sorted({*pages(make_app(), values), (False, "/nirgends")})
    for strange, address in known:
        shown = stranger if strange else page
        shown.goto(live_server + address)
        unfold(shown)
        found += faults(shown)
    assert not found, "\n".join(found)
    assert len(known) > 40
