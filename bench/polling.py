"""What it costs that tablets and screens ask every few seconds: against an address that knows the login and no more."""

import tempfile
from collections.abc import Mapping
from functools import partial
from statistics import median

from flask import Response
from flask.testing import FlaskClient

from bench import Ratio, ratio_of, timed, told
from scorebook.app import create_app
from scorebook.cli.db import upgrade_to
from scorebook.store.db import db
from scorebook.web.visitor import signed_in
from tests.actions import SAUSPIEL, Table
from tests.doors import Browser, first_admin

FEW, MANY = 3, 300
"""Games of the two sheets."""
ROUNDS = 21
POLLS = 50
"""Requests of one round: one alone is too short to be measured."""


def measure() -> list[Ratio]:
    """Poll a short sheet and a long one, of which nothing has changed, and the empty address, in turns."""
    with tempfile.TemporaryDirectory() as place:
        app = create_app({"SCOREBOOK_INSTANCE": place, "WTF_CSRF_ENABLED": False})
        app.test_client_class = Browser
        app.add_url_rule("/leer", "empty", signed_in(empty))
        with app.app_context():
            upgrade_to("head")
            first_admin()
        client = app.test_client()
        works = [partial(poll, client, "/leer", {}), *(polled(client, games) for games in (FEW, MANY))]
        least, few, many = timed(ROUNDS, *works)
        with app.app_context():
            db.engine.dispose()
    times = [told(("poll", median(taken) / POLLS), ("empty", median(least) / POLLS)) for taken in (few, many)]
    return [
        Ratio(f"poll of {games} games / empty address", ratio_of(taken, least), 2.25, said)
        for games, taken, said in zip((FEW, MANY), (few, many), times, strict=True)
    ]


def empty() -> Response:
    """Answer that nothing has changed, whoever asks."""
    return Response(status=304)


def polled(client: FlaskClient, games: int) -> partial[None]:
    """Fill a sheet, and give the polling of it by somebody who knows how far it is."""
    table = Table(client)
    for _ in range(games):
        table.client.post(f"{table.address}/spiele", data={**SAUSPIEL, "dealer": "0"})
    address = f"{table.address}/stand.json"
    return partial(poll, client, address, {"If-None-Match": client.get(address).headers["ETag"]})


def poll(client: FlaskClient, address: str, headers: Mapping[str, str]) -> None:
    """Ask some times."""
    for _ in range(POLLS):
        if client.get(address, headers=headers).status_code != 304:
            raise RuntimeError(f"{address} has changed")
