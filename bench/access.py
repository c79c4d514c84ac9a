"""What it costs to ask who somebody is and what he may do: one question, and a page behind a login."""

import tempfile
from functools import partial
from statistics import median
from typing import Any

from flask import Flask, g

from bench import Ratio, ratio_of, timed, told
from scorebook.app import create_app
from scorebook.cli.db import upgrade_to
from scorebook.services.access import Action, Actor, Resource, Role, can
from scorebook.services.logins import find_login
from scorebook.store.db import db
from scorebook.web import visitor
from tests.actions import SAUSPIEL, Table
from tests.doors import ADMIN, Browser, first_admin

QUESTIONS = 10_000
ALLOWED = 20e-6
"""Seconds that one question may take."""
ROUNDS = 21
PAGES = 10
"""Pages of one round: one alone is too short to be measured."""


def measure() -> list[Ratio]:
    """Ask often, and open a sheet of twenty games with and without the question who that is."""
    actor = Actor("Resi", 1, frozenset({Role.TREASURER, Role.PLAYER}), link_id=1, evening_id=4)
    (asked,) = timed(ROUNDS, partial(ask, actor, Resource(1, 4, 7)))
    one = median(asked) / QUESTIONS
    question = Ratio("permission check / 20 µs", one / ALLOWED, 1, f"{one * 1e6:.2f} µs")
    with tempfile.TemporaryDirectory() as place:
        closed = create_app({"SCOREBOOK_INSTANCE": place, "WTF_CSRF_ENABLED": False})
        closed.test_client_class = Browser
        with closed.app_context():
            upgrade_to("head")
            first_admin()
        table = Table(closed.test_client())
        for _ in range(20):
            table.recorded(**SAUSPIEL)
        opened = without_login(place)
        works = [partial(look, app.test_client(), table.address) for app in (closed, opened)]
        behind, open_to_all = timed(ROUNDS, *works)
        for app in (closed, opened):
            with app.app_context():
                db.engine.dispose()
    times = told(("with", median(behind) / PAGES), ("without", median(open_to_all) / PAGES))
    return [question, Ratio("sheet behind a login / the same without", ratio_of(behind, open_to_all), 1.2, times)]


def ask(actor: Actor, resource: Resource) -> None:
    """Ask whether somebody may record there, again and again."""
    for _ in range(QUESTIONS):
        if not can(actor, Action.RECORD, resource).allowed:
            raise RuntimeError("he may")


def without_login(instance: str) -> Flask:
    """Give an app on the same database that takes everybody for the admin and looks up nobody."""
    app = create_app({"SCOREBOOK_INSTANCE": instance, "WTF_CSRF_ENABLED": False})
    with app.app_context():
        found = find_login(db.session, ADMIN)
    assert found is not None
    everybody = visitor.Visitor(ADMIN, found)
    app.before_request_funcs[None].remove(visitor.ask)
    app.before_request_funcs[None].insert(0, lambda: g.setdefault("_login_user", everybody) and None)
    return app


def look(client: Any, address: str) -> None:
    """Open a page some times."""
    for _ in range(PAGES):
        if client.get(address).status_code != 200:
            raise RuntimeError(f"{address} cannot be seen")
