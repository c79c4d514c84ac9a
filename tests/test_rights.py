"""Every address, knocked at as every role: whoever comes in is who `docs/rights.md` says, and nobody else."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from flask import Flask
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from scorebook.services.access import OF_LINKS, RIGHTS, Action, Role, can
from scorebook.services.links import MadeLink
from scorebook.services.transactions import transaction
from scorebook.store.db import db
from scorebook.store.tables import FIRST_CLUB, clubs
from tests.actions import SAUSPIEL, Table
from tests.api import Program, token_for
from tests.doors import ADMIN, Browser, browser, let_in, link, linked, nobody, opened, values_for
from tests.rights import addresses, documented_addresses, documented_rights
from tests.tournaments import hall

REFUSED = (401, 403)


@pytest.fixture
def game(app: Flask) -> UUID:
    """Give a game on the first sheet of the first evening, beside a tournament."""
    hall(app)
    return Table(app.test_client()).recorded(**SAUSPIEL)


def test_the_table_of_rights_is_that_of_the_code() -> None:
    """What the document says of each role is what is asked for."""
    assert documented_rights() == RIGHTS


def test_the_table_of_addresses_is_that_of_the_server(app: Flask) -> None:
    """Every address says what it needs, and stands in the document with it."""
    assert documented_addresses() == list(addresses(app))


def doors(app: Flask, game: UUID) -> Iterator[tuple[str, str, str, Rule]]:
    """Give each address with ids that are there, its method, what it needs by the document, and its rule."""
    needed = {(address, method): need for address, method, need in documented_addresses()}
    known: dict[str, Any] = {"uuid": game, "key": "bsv_10_50", "scheme": "light"}
    adapter = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        for method in ("GET", "POST", "PUT", "DELETE"):
            if method in (rule.methods or ()) and (rule.rule, method) in needed:
                values = values_for(rule, app, known)
                yield adapter.build(rule.endpoint, values, method=method), method, needed[rule.rule, method], rule


API = "/api/v1/"
SENT = {
    "POST": {"contract": "all_pass"},
    "PUT": {"game": {"contract": "all_pass"}, "reason": "x"},
    "DELETE": {"reason": "x"},
}
"""What a program might send."""


def knock(app: Flask, address: str, method: str, role: Role, made: MadeLink | None) -> TestResponse:
    """Ask for an address as somebody with that one role, who was let in just now; for one of the API by a token."""
    if made is not None:
        return opened(app, made).open(address, method=method)
    if address.startswith(API):
        return Program(app, None, role).call(method, address.removeprefix("/api/v1"))
    return browser(app, role).open(address, method=method)


def _opens(rule: Rule, need: str) -> bool:
    """Tell whether a link opens what its role may: only what is about an evening, and nothing of the API."""
    of_an_evening = {"evening_id", "sheet_id", "uuid"} & rule.arguments
    return bool(of_an_evening) and need != "start_evening" and not rule.rule.startswith(API)


@pytest.mark.parametrize("role", Role)
def test_every_role_gets_in_where_it_may_and_nowhere_else(app: Flask, game: UUID, role: Role) -> None:
    """Refused is exactly who lacks the right; a link also, where the address is not about its evening."""
    rights, made = documented_rights()[role], link(app, role) if role in OF_LINKS else None
    for address, method, need, rule in doors(app, game):
        answer = knock(app, address, method, role, made)
        answer.close()
        may = (
            need in ("everybody", "login")
            or (need == "account" and role not in OF_LINKS)
            or (need in rights and (role not in OF_LINKS or _opens(rule, need)))
        )
        assert (answer.status_code not in REFUSED) is may, (role, method, address, need, answer.status)
        assert answer.status_code < 500


def test_nobody_gets_in_without_a_login(app: Flask, game: UUID) -> None:
    """Who is not logged in is sent to the login, with the way back; what he sends is refused."""
    for address, method, need, _rule in doors(app, game):
        answer = nobody(app).open(address, method=method)
        answer.close()
        if need == "everybody":  # `/weiter` sends on what waits for a login, and asks for that one again
            assert answer.status_code not in REFUSED or address == "/weiter", address
        elif method == "GET" and not address.startswith(API):
            assert answer.status_code == 303, address
            assert answer.location.startswith("/anmelden?weiter=/"), address
        else:
            assert answer.status_code == 401, address


def test_all_of_another_club_is_not_there(app: Flask, game: UUID) -> None:
    """Whatever id of another club somebody guesses, and whatever he wants of it, there is no such thing."""
    with app.app_context(), transaction(db.session) as connection:
        other = connection.execute(clubs.insert(), {"name": "Nachbarn"}).inserted_primary_key[0]
    for address, method, need, rule in doors(app, game):
        if rule.arguments - {"key", "scheme", "secret"} and need != "everybody":
            stranger = Browser(app, secret=let_in(app, Role.ADMIN, club_id=other))
            program = Program(app, token_for(app, Role.ADMIN, club_id=other))
            key = {"headers": {"Authorization": f"Bearer {program.token}", "Idempotency-Key": str(game)}}
            sent = {"json": SENT[method]} if method in SENT else {}
            answer = stranger.open(address, method=method, **(key | sent if address.startswith(API) else {}))
            assert answer.status_code == 404, (method, address, answer.status)


@pytest.mark.parametrize("role", OF_LINKS)
def test_a_link_opens_its_evening_alone(app: Flask, game: UUID, role: Role) -> None:
    """With the link of one evening nothing of another evening of the same club can be seen or done."""
    Table(app.test_client())
    tablet = linked(app, role, 2)
    for address, method, _need, rule in doors(app, game):
        if {"evening_id", "sheet_id", "uuid"} & rule.arguments and not address.startswith(API):
            answer = tablet.open(address, method=method)
            assert answer.status_code == 403, (method, address, answer.status)


def test_a_link_of_one_table_sees_the_others_and_writes_on_its_own(app: Flask) -> None:
    """A table's own link reads all tables of its evening; what it writes is on its own list."""
    table = Table(app.test_client())
    names = {f"names-{seat}": name for seat, name in enumerate("ABCD")}
    second = app.test_client().post(
        "/abende/1/tisch",
        data={"names": ["A", "B", "C", "D", "", "", ""], "preset": "bayern_10_20_50", "first_dealer": "0"} | names,
    )
    assert second.status_code == 303
    tablet = linked(app, Role.TABLE, 1, 1)
    assert tablet.get("/listen/2").status_code == 200
    assert tablet.post("/listen/2/spiele", data=SAUSPIEL).status_code in (403, 422)
    assert tablet.post("/listen/2/letzte-runde").status_code == 403
    table.client = tablet
    table.recorded(**SAUSPIEL)
    assert tablet.post("/abende/1/beenden").status_code == 403


def test_the_owner_of_the_machine_may_do_everything(app: Flask) -> None:
    """Commands act with all rights in the club that they name, and in no other."""
    from scorebook.services.access import Resource, local_actor

    with app.app_context():
        owner = local_actor(db.session)
    assert all(can(owner, action, Resource(FIRST_CLUB)).allowed for action in Action)
    assert not any(can(owner, action, Resource(FIRST_CLUB + 1)).allowed for action in Action)


def test_roles_count_together(app: Flask) -> None:
    """Whoever is treasurer and player may do what either may."""
    from scorebook.services.access import Actor, Resource

    both = Actor("Resi", 1, frozenset({Role.TREASURER, Role.PLAYER}))
    allowed = {action for action in Action if can(both, action, Resource(1)).allowed}
    assert allowed == RIGHTS[Role.TREASURER] | RIGHTS[Role.PLAYER]


def test_the_admin_of_the_tests_is_one(app: Flask) -> None:
    """What all other tests do is done by an admin, so that they test no rights by accident."""
    assert Browser(app, secret=ADMIN).get("/abende/neu").status_code == 200
