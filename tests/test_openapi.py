"""The OpenAPI text: it tells what the API does, no more and no less, and whoever tries finds no hole."""

import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any
from uuid import uuid4

import jsonschema_rs
import pytest
import schemathesis
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi import checks

from scorebook.exchange.schema import OBJECTS, json_schema
from scorebook.web.api.openapi import document
from scorebook.web.api.operations import OPERATIONS, TITLES
from scorebook.web.docs import curl
from tests.actions import Page
from tests.api import SAUSPIEL, Program
from tests.doors import nobody
from tests.tournaments import Hall

EXAMPLES = 8
"""Requests for each address, kind of data and key."""
CHECKS = [
    schemathesis.checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
    checks.allow_header_conformance,
]


@pytest.fixture
def program(app: Flask) -> Program:
    """Give a program with an evening, a sheet and two games to be found."""
    program = Program(app)
    sheet = program.sheet()
    program.recorded(sheet)
    program.game = program.recorded(sheet)["uuid"]
    return program


def operations() -> list[tuple[str, str]]:
    """Every method of every address."""
    return [(path, method) for path, methods in document()["paths"].items() for method in methods]


def tries() -> list[Any]:
    """Every address with good and, where anything can be wrong, with bad data."""
    modes = {"good": GenerationMode.POSITIVE, "bad": GenerationMode.NEGATIVE}
    return [
        pytest.param(path, method, mode, id=f"{method} {path} {name}")
        for path, method in operations()
        for name, mode in modes.items()
        if name == "good" or {"parameters", "requestBody"} & {key for key, value in at(path, method).items() if value}
    ]


def at(path: str, method: str) -> dict[str, Any]:
    """What the text says about a method of an address."""
    return dict(document()["paths"][path][method])


class Served:
    """Whichever app is tried just now. What data there is follows from the text, and is worked out once for all."""

    app: Flask

    def __call__(self, *asked: Any) -> Any:
        return self.app(*asked)


SERVED = Served()


@cache
def schema() -> Any:
    """Read the text, as a program would."""
    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", SERVED)


@pytest.mark.parametrize("with_token", [True, False], ids=["key", "no key"])
@pytest.mark.parametrize(("path", "method", "mode"), tries())
def test_whoever_tries_finds_no_hole(
    program: Program, path: str, method: str, mode: GenerationMode, with_token: bool
) -> None:
    """Any request that the text allows, and any that it does not, is answered as the text says."""
    SERVED.app = program.app
    headers = {"Accept-Encoding": "identity"} | ({"Authorization": f"Bearer {program.token}"} if with_token else {})
    there = {"evening_id": 1, "sheet_id": 1, "uuid": program.game}
    known = {name: value for name, value in there.items() if name in path} if mode is GenerationMode.POSITIVE else None

    @settings(
        max_examples=EXAMPLES,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        database=None,
        derandomize=True,
    )
    @given(case=schema()[path][method].as_strategy(generation_mode=mode, path_parameters=known))
    def try_it(case: schemathesis.Case) -> None:
        case.call_and_validate(headers=headers, checks=CHECKS)

    try_it()


# --- What the text says ---


def test_the_text_tells_every_address(app: Flask, client: FlaskClient) -> None:
    """Each method of each address of the API stands in the text, and no other; each has its words."""
    told = {(re.sub(r"{(\w+)}", r"<\1>", path), method.upper()) for path, method in operations()}
    there = {
        (re.sub(r"<\w+:", "<", rule.rule), method)
        for rule in app.url_map.iter_rules()
        if rule.endpoint.startswith("api.")
        for method in (rule.methods or set()) - {"HEAD"}
    }
    assert told == there
    assert list(OPERATIONS.keys() ^ TITLES.keys()) == []
    answer = nobody(app).get("/api/v1/openapi.json")
    assert (answer.status_code, answer.json) == (200, json.loads(json.dumps(document())))


def test_every_reference_leads_somewhere() -> None:
    """Everything that the text refers to is in it, and every schema is one."""
    text = document()
    found = set(re.findall(r'"\$ref": "#/components/schemas/([^"]+)"', json.dumps(text)))
    assert found <= set(text["components"]["schemas"])
    for name in text["components"]["schemas"]:
        jsonschema_rs.validator_for({"$ref": f"#/components/schemas/{name}", "components": text["components"]})


def test_the_text_is_that_of_the_command() -> None:
    """The objects are those that `scorebook schema` publishes, under the same names."""
    published = json_schema()["$defs"]
    assert set(document()["components"]["schemas"]) == set(published)
    assert set(OBJECTS) <= set(published)


def test_only_what_needs_a_key_says_so() -> None:
    """Two addresses are for everybody; all others name the key and 401."""
    free = {path for path, method in operations() if not at(path, method)["security"]}
    assert free == {"/api/v1/score", "/api/v1/openapi.json"}
    for path, method in operations():
        assert ("401" in at(path, method)["responses"]) is (path not in free)


def test_every_example_works(program: Program) -> None:
    """What the text shows as an example goes through, in the order in which it is told."""
    sheet = program.sheet()
    with program.app.app_context():
        hall = Hall(8)
        hall.draw()
    tournament, game = hall.id, ""
    for path, method in operations():
        one = at(path, method)
        if "requestBody" not in one:
            continue
        sent = one["requestBody"]["content"]["application/json"]["example"]
        address = path.removeprefix("/api/v1").replace("{sheet_id}", str(sheet)).replace("{uuid}", game)
        address = address.replace("{tournament_id}", str(tournament)).replace("{round_number}", "1")
        answer = program.call(method.upper(), address, sent, uuid4())
        assert answer.status_code in (200, 201), answer.text
        game = answer.json.get("uuid", game)
        schema = one["responses"][str(answer.status_code)]["content"]["application/json"]["schema"]
        jsonschema_rs.validate({**schema, "components": document()["components"]}, answer.json)


# --- The page about it ---


def test_the_page_tells_the_same(app: Flask) -> None:
    """Everybody can read the page: every address with its words and a call, every object with its keys."""
    answer = nobody(app).get("/api")
    page = Page(answer)
    assert answer.status_code == 200
    for path, method in operations():
        one = at(path, method)
        assert one["summary"] in page.text(one["operationId"])
        assert path in page.text(one["operationId"])
        assert set(one["responses"]) <= set(page.text(one["operationId"]).split())
    assert {"GameData", "ProblemModel", "PriceTableModel"} <= page.ids
    assert {link[1:] for link in page.links if link.startswith("#")} <= page.ids | {"inhalt"}


def test_no_call_names_a_host(app: Flask) -> None:
    """The calls on the page have a place for the address: whatever host a request claims is not repeated."""
    shown = nobody(app).get("/api", headers={"Host": "evil.example"}).text
    assert "evil.example" not in shown
    assert "evil.example" not in nobody(app).get("/api/v1/openapi.json", headers={"Host": "evil.example"}).text
    assert "$BASE/api/v1/sheets/1/games" in shown


@pytest.mark.parametrize("base", ["", "https://schafkopf.example/buch"])
def test_every_call_works_when_pasted(make_app: Callable[..., Flask], base: str) -> None:
    """The page says how to set all that its calls take from the shell, with the book's address where it is known."""
    shown = Page(nobody(make_app(SCOREBOOK_BASE_URL=base)).get("/api")).text()
    taken = set(re.findall(r"\$([A-Z]+)", shown))
    assert taken >= {"BASE", "TOKEN", "UUID"}
    assert taken == set(re.findall(r"export ([A-Z]+)=", shown))
    assert f"export BASE={base}" in shown


def test_the_page_speaks_english(app: Flask) -> None:
    """The words of the text are translated where people read them."""
    shown = Page(nobody(app).get("/api", headers={"Accept-Language": "en"})).text()
    assert "Record a game" in shown
    assert "Ein Spiel eintragen" not in shown


def test_a_call_is_written_as_one_types_it() -> None:
    """A call has the method, the key, the UUID and the body that its address takes."""
    said = curl("POST", "/api/v1/sheets/{sheet_id}/games", at("/api/v1/sheets/{sheet_id}/games", "post"), SAUSPIEL)
    assert said.splitlines() == [
        'curl -X POST "$BASE/api/v1/sheets/1/games" \\',
        '  -H "Authorization: Bearer $TOKEN" \\',
        """  -H "Idempotency-Key: $(python3 -c 'import uuid; print(uuid.uuid4())')" \\""",
        '  -H "Content-Type: application/json" \\',
        f"  -d '{json.dumps(SAUSPIEL)}'",
    ]
